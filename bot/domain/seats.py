"""Seats that are offered to others, and who sat on them before, as both stand in the store.

row "offer 1 timeout", timer "open_seat", Opened(1, timeout) ── row "takeover 1": somebody else's
                             │                            └── row "back 1": they are back
                             └── its time is over: row "leave 1", or the wish has come to nothing
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from bot.core.effective import line_of, word_of
from bot.core.game import OPEN_SEAT, Game, is_private
from bot.core.policies import Moment
from bot.core.rows import Coded, OutboxRow, coded, row_class
from bot.core.sitters import sitters_at
from bot.domain.absence import missed
from bot.domain.agreed import not_rated
from bot.domain.calls import Reminder
from rules.game import TABLE, Seat
from rules.history import MODERATOR, Word
from storage import Change, Former, GameRow, Line, NewTimer, Row, Timer

SEAT_OFFER_LASTS: Final = 72 * 3600.0  # seconds for which a seat is offered
AGAIN: Final = 6 * 3600.0  # seconds in which nobody offers their seat twice

TWO: Final = 2  # of whom one leaves the other alone
# Why a seat is offered.
TIMEOUT: Final = "timeout"  # its time ran out twice in a row
REQUEST: Final = "request"  # its player asks for somebody else, and plays on until then
LEAVING: Final = "leaving"  # its player has left the game
GONE: Final = "gone"  # its player is on the server no more
BANNED: Final = "banned"  # the same, but it was not their choice; the log says gone
BY_MODERATOR: Final = MODERATOR  # a moderator looks for somebody else
KEPT: Final = (REQUEST, BY_MODERATOR)  # its player plays on until somebody takes it


@coded("seat")
class SeatOffered(OutboxRow):
    """Posts the line of a seat that is offered, with its buttons."""

    seat: Seat


@coded("seated")
class SeatSettled(OutboxRow):
    """Has the line say that the seat is offered no longer."""

    seat: Seat
    aside = True

    @property
    def line(self) -> SeatOffered:
        """The row that posted it."""
        return SeatOffered(self.seat)


@coded("reopened")
class SeatReopened(OutboxRow):
    """Has the line say until when the seat is offered now."""

    seat: Seat
    aside = True

    @property
    def line(self) -> SeatOffered:
        """The row that posted it."""
        return SeatOffered(self.seat)


@coded("there")
class StillThere(OutboxRow):
    """Asks Discord whether the player of a seat is on the server."""

    seat: Seat
    aside = True
    patience = 5


@coded()
class Opened(Coded):
    """A seat that is offered, and why: the payload of its timer."""

    seat: Seat
    why: str


def open_seats(game: GameRow) -> dict[Seat, str]:
    """The seats that are offered now, and why."""
    opened = (Opened.decode(t.payload) for t in game.timers if t.kind == OPEN_SEAT)
    return {each.seat: each.why for each in opened}


class Offered(NamedTuple):
    """What offers a seat to others, as parts of a change."""

    lines: tuple[Line, ...] = ()
    timers: tuple[NewTimer, ...] = ()
    posts: tuple[str, ...] = ()
    done: tuple[Timer, ...] = ()

    def of(self, change: Change) -> Change:
        """The change, with these at its end."""
        return replace(
            change,
            lines=(*change.lines, *self.lines),
            timers=(*change.timers, *self.timers),
            posts=(*change.posts, *self.posts),
            done=(*change.done, *self.done),
        )


def offered(game: Game, seat: Seat, why: str, now: float) -> Offered:
    """Offer a seat from now on; nothing where it is offered already, unless its player played on
    until then, and does so no more."""
    standing = open_seats(game).get(seat)
    if standing is not None and (standing not in KEPT or why in KEPT):
        return Offered()
    line = line_of(Word("offer", seat, GONE if why == BANNED else why))
    timer = NewTimer(OPEN_SEAT, now + SEAT_OFFER_LASTS, Opened(seat, why).encode())
    return Offered((line,), (timer,), (SeatOffered(seat).encode(),), timers_of(game, seat))


def offered_until(game: Game, rows: Sequence[Row], seat: Seat, why: str, now: float) -> float:
    """Until when its player has offered a seat often enough in this way; 0: they have not."""
    said, player = Word("offer", seat, why), game.sitters[seat].user
    mine = (
        row.at + AGAIN
        for row in rows
        if word_of(row) == said and row.at <= now < row.at + AGAIN
        if sitters_at(game, row.n)[seat].user == player
    )
    return max(mine, default=0.0)


def returned(game: Game, seat: Seat, change: Change) -> Change:
    """What a turn changes where its player had given up their seat: whoever plays is back, and
    keeps it. Where the seat is only offered while they play on, it stays offered."""
    if open_seats(game).get(seat, REQUEST) in KEPT or change.status is not None:
        return change
    back = line_of(Word("back", seat))
    return Offered((back,), (), (SeatSettled(seat).encode(),), timers_of(game, seat)).of(change)


def until(game: Game, seat: Seat) -> float:
    """When a seat is offered no longer."""
    return next((timer.due for timer in timers_of(game, seat)), 0)


def timers_of(game: Game, seat: Seat) -> tuple[Timer, ...]:
    """What ends when a seat is offered no longer."""
    mine = (t for t in game.timers if t.kind == OPEN_SEAT)
    return tuple(timer for timer in mine if Opened.decode(timer.payload).seat == seat)


def computed(game: Game, rows: Sequence[Row]) -> set[int]:
    """The rows that were said by whoever was a computer then."""
    spoken = (row for row in rows if row.seat >= 0)
    return {row.n for row in spoken if sitters_at(game, row.n)[row.seat].computer}


def kept_for(game: Game, user: int) -> Seat | None:
    """The seat on which a computer plays for somebody, who may come back."""
    for seat, sitter in enumerate(game.sitters):
        former = [each.user for each in game.former if each.seat == seat]
        if sitter.computer and not sitter.left and former[-1:] == [user]:
            return seat
    return None


def deserters(game: GameRow) -> frozenset[int]:
    """Who has left, or is gone: nobody calls them while their seat is offered."""
    seats = open_seats(game).items()
    return frozenset(
        game.sitters[seat].user for seat, why in seats if why in (LEAVING, GONE, BANNED)
    )


def remaining(game: Game) -> int:
    """How many have not left for good."""
    return sum(not sitter.left for sitter in game.sitters)


def unrated(game: GameRow) -> bool:
    """The table agreed not to rate the game, or a computer sat there when it began."""
    first = {each.seat: each for each in reversed(game.former)}
    began = (first.get(seat, sitter) for seat, sitter in enumerate(game.sitters))
    return not_rated(game) or any(each.computer for each in began)


def out_of_time(game: GameRow, rows: Sequence[Row], seat: Seat) -> bool:
    """It is a seat's turn, and the clock played the last one for it."""
    return game.on_turn == seat and missed(rows, seat) > 0


def gives_up(game: Game, rows: Sequence[Row], seat: Seat, n: int) -> Former:
    """The player who has a seat until row n. If a moderator gives it to someone else, the player is
    excused from being rated last, unless the game waits for them."""
    was, why = game.sitters[seat], open_seats(game).get(seat, BY_MODERATOR)
    removed = why == BY_MODERATOR and not out_of_time(game, rows, seat)
    return Former(seat, n, was.user, was.name, was.computer, removed or why == BANNED)


def close_offer(game: Game, seat: Seat, change: Change) -> Change:
    """A change, after which a seat is offered no longer."""
    if not (timers := timers_of(game, seat)):
        return change
    return Offered((), (), (SeatSettled(seat).encode(),), timers).of(change)


def request_seat_checks(game: Game, change: Change, _: Moment) -> Change:
    """A change by which a turn was played for somebody, or they are reminded: Discord is asked
    whether they are on the server still, as it does not tell who leaves."""
    if is_private(game):
        return change
    words = map(word_of, change.lines)
    seats = {word.seat for word in words if word.verb == TIMEOUT}
    if any(row_class(kind) is Reminder for kind in change.posts) and game.on_turn is not None:
        seats.add(game.on_turn)
    questions = [StillThere(seat).encode() for seat in sorted(seats)]
    return replace(change, posts=(*questions, *change.posts)) if questions else change


def only_left(rows: Sequence[Row], after: int, n: int) -> bool:
    """Between two boards a seat was given up, and nothing else has happened."""
    since = [row for row in rows if after < row.n <= n]
    verbs = {word_of(row).verb for row in since}
    return "leave" in verbs and all(row.seat == TABLE for row in since) and "undo" not in verbs
