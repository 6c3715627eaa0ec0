"""Seats on offer, and their former players; who may join a lobby; whether a game is rated. And
requests to everyone else at the table, each a RequestKind, declared by the feature that does it.

row "offer 1 timeout", timer "open_seat", Opened(1, timeout) ── row "takeover 1": another person's
                             │                            └── row "back 1": its player is back
                             └── nobody came: row "leave 1", or its player keeps it

row "ask undo 0", timer "offer", Offer(12, undo, 0) ── row "accept 1" … ── all: done
                         │                      └── row "decline 1" or "withdraw 0"
                         └── two days are over, or the game moves on: it lapses

There is one request at a time. All other people have to agree, except those who left or whose seat
is open to others. Its timer says that it's open, and the log who has agreed.
"""

from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from bot.table.game import DAY, GUEST, LOBBY_CLOSES, OFFER, OPEN_SEAT, Game
from bot.table.rows import Coded, EditRow, OutboxRow, code, line_of, missed_turns, word_of
from bot.table.table import Table
from bot.table.table_options import GOOD_TURNS, JOIN, not_rated
from rules.game import Seat
from rules.history import MODERATOR, Word
from rules.text import NOTHING, Text
from storage import Change, GameRow, NewTimer, Row, Sitter, Timer

SEAT_OFFER_LASTS: Final = 72 * 3600.0  # seconds for which a seat is offered

TWO: Final = 2  # players: if one leaves, the other wins
# Why a seat is offered.
TIMEOUT: Final = "timeout"  # its time ran out twice in a row
REQUEST: Final = "request"  # its player wants a substitute, and plays until one comes
LEAVING: Final = "leaving"  # its player has left the game
GONE: Final = "gone"  # its player left the server
BANNED: Final = "banned"  # the same, but it was not their choice; the log says gone
BY_MODERATOR: Final = MODERATOR  # a moderator wants a substitute
KEPT: Final = (REQUEST, BY_MODERATOR)  # its player plays until someone takes it


@code("seat")
class SeatOffered(OutboxRow):
    """Posts the line of a seat on offer, with its buttons."""

    seat: Seat


@code("seated")
class SeatSettled(EditRow):
    """Edits the line of a seat whose offer ended."""

    seat: Seat
    posted = SeatOffered


@code("reopened")
class SeatReopened(EditRow):
    """Edits the line of a seat whose offer lasts longer now."""

    seat: Seat
    posted = SeatOffered


@code("there")
class StillThere(OutboxRow):
    """Asks Discord whether the player of a seat is on the server."""

    seat: Seat
    aside = True
    patience = 5


@code()
class Opened(Coded):
    """A seat on offer, and why: the payload of its timer."""

    seat: Seat
    why: str


def open_seats(game: GameRow) -> dict[Seat, str]:
    """The seats on offer now, and why."""
    opened = (Opened.decode(t.payload) for t in game.timers if t.kind == OPEN_SEAT)
    return {each.seat: each.why for each in opened}


def offer_seat(game: Game, seat: Seat, why: str, now: float, change: Change) -> Change:
    """Offer a seat with a change. If it is on offer already, change nothing, unless its player
    played until now and stops."""
    standing = open_seats(game).get(seat)
    if standing is not None and (standing not in KEPT or why in KEPT):
        return change
    line = line_of(Word("offer", seat, GONE if why == BANNED else why))
    timer = NewTimer(OPEN_SEAT, now + SEAT_OFFER_LASTS, Opened(seat, why).encode())
    return replace(
        change,
        lines=(*change.lines, line),
        timers=(*change.timers, timer),
        posts=(*change.posts, SeatOffered(seat).encode()),
        done=(*change.done, *_timers_of(game, seat)),
    )


def until(game: Game, seat: Seat) -> float:
    """When the offer of a seat ends."""
    return next((timer.due for timer in _timers_of(game, seat)), 0)


def _timers_of(game: Game, seat: Seat) -> tuple[Timer, ...]:
    """The timers of the offer of a seat."""
    mine = (t for t in game.timers if t.kind == OPEN_SEAT)
    return tuple(timer for timer in mine if Opened.decode(timer.payload).seat == seat)


def kept_for(game: Game, user: int) -> Seat | None:
    """The seat that a computer plays for a person, who may come back."""
    for seat, sitter in enumerate(game.sitters):
        former = [each.user for each in game.former if each.seat == seat]
        if sitter.computer and not sitter.left and former[-1:] == [user]:
            return seat
    return None


def remaining(game: Game) -> int:
    """The number of players who haven't left for good."""
    return sum(not sitter.left for sitter in game.sitters)


def is_unrated(game: GameRow) -> bool:
    """The table agreed not to rate the game, or a computer sat there when it began."""
    first = {each.seat: each for each in reversed(game.former)}
    began = (first.get(seat, sitter) for seat, sitter in enumerate(game.sitters))
    return not_rated(game) or any(each.computer for each in began)


def overdue(game: GameRow, rows: Sequence[Row], seat: Seat) -> bool:
    """Whether a seat is to move and the clock played its last turn."""
    return game.on_turn == seat and missed_turns(rows, seat) > 0


def close_offer(game: Game, seat: Seat, change: Change) -> Change:
    """End the offer of a seat with a change."""
    if not (timers := _timers_of(game, seat)):
        return change
    posts = (*change.posts, SeatSettled(seat).encode())
    return replace(change, posts=posts, done=(*change.done, *timers))


def good_turns(game: Game) -> bool:
    """Turns are ranked in the turn builder, in My Moves and in completions, and a computer may be
    asked what it would play."""
    said = game.options.get(GOOD_TURNS.name, GOOD_TURNS.default)
    return said == "on" or (said == GOOD_TURNS.default and is_unrated(game))


LOBBY_LASTS: Final = 7 * DAY  # seconds until a lobby closes itself
ALERT_WAITS: Final = 600.0  # seconds from its opening until others learn of it
INVITED, REMOVED = "invited", "removed"


@code()
class Guest(Coded):
    """A person invited to a lobby or removed from it: the payload of a timer."""

    user: int
    how: str  # INVITED or REMOVED


@code("invites")
class Invitation(OutboxRow):
    """Mentions a person at a lobby, or in the message of their rematch."""

    user: int
    by: int  # the person who invites them


def guest(game: GameRow, user: int, how: str, now: float) -> NewTimer:
    """The timer that stores a guest while the lobby is open."""
    return NewTimer(GUEST, game.due(LOBBY_CLOSES) or now + LOBBY_LASTS, Guest(user, how).encode())


def guests(game: GameRow, how: str) -> frozenset[int]:
    """The people invited to a lobby, or removed from it."""
    found = (Guest.decode(timer.payload) for timer in game.timers if timer.kind == GUEST)
    return frozenset(each.user for each in found if each.how == how)


def only_guests(game: GameRow) -> bool:
    """Whether only invited people may join."""
    return game.options.get(JOIN.name) == INVITED


def welcome(game: GameRow, user: int) -> bool:
    """Whether a person may join: invited, the host, or a player of the game before."""
    asked = user == game.host or user in guests(game, INVITED)
    return asked or not only_guests(game) or played_before(game, user)


def played_before(game: GameRow, user: int) -> bool:
    """Whether the lobby is a rematch of a game that this person played."""
    return str(user) in game.options.get("order", "").split()


def people(sitters: Iterable[Sitter]) -> tuple[Sitter, ...]:
    """The people among some players."""
    return tuple(sitter for sitter in sitters if not sitter.computer)


def alone(game: GameRow) -> bool:
    """Whether one person plays against computers."""
    return game.status == "playing" and len(people(game.sitters)) == 1


def in_company(game: GameRow) -> bool:
    """Whether other people play too."""
    return not alone(game)


def computers(game: GameRow) -> frozenset[Seat]:
    """The seats that computers play."""
    return frozenset(seat for seat, sitter in enumerate(game.sitters) if sitter.computer)


def anybody(game: GameRow, but: Seat | None = None) -> bool:
    """Whether a person still plays, apart from one seat."""
    return bool(people(s for seat, s in enumerate(game.sitters) if seat != but and not s.left))


OFFER_LASTS: Final = 48 * 3600.0  # seconds for which a request is open


@code("ask")
class OfferMade(OutboxRow):
    """Posts the line of a request, with its buttons."""

    row: int  # of the request in the log


@code("asked")
class OfferAnswered(EditRow):
    """Edits the line of a request after an answer."""

    row: int  # of the request in the log
    posted = OfferMade


@code()
class Offer(Coded):
    """A request: the payload of its timer."""

    row: int  # of the request in the log
    what: str  # such as `undo` or `moderator-skip-1`
    seat: Seat  # of the asker, NOBODY for a moderator

    @property
    def kind(self) -> str:
        """The name of its RequestKind."""
        return self.what.partition("-")[0]

    @property
    def word(self) -> Word:
        """The request in the log."""
        return Word("ask", self.seat, self.what)

    def timer(self, due: float) -> NewTimer:
        return NewTimer(OFFER, due, self.encode())

    @property
    def post(self) -> str:
        """The row of the outbox that posts its line."""
        return OfferMade(self.row).encode()

    @property
    def news(self) -> str:
        """The row of the outbox that edits its line."""
        return OfferAnswered(self.row).encode()


@dataclass(frozen=True, slots=True)
class RequestKind:
    """A kind of request: its sentences, and what happens once everyone accepts."""

    # The first part of its words in the log: `undo`, or `moderator` in `moderator-skip-1`.
    name: str
    # The request, as everyone at the table reads it.
    wish: Callable[[Table, list[Row], Offer], Text]
    # What happens when everyone has agreed. The change holds the last yes. Raises Refused.
    do: Callable[[Game, Offer, Change], Awaitable[None]]
    # Raises Refused if nobody could agree to it now.
    possible: Callable[[Game, list[Row], Offer], None] = lambda *_: None
    # Added to the names of those who accepted.
    outcome: Callable[[Table, Offer], Text] = lambda *_: NOTHING


@dataclass(frozen=True, slots=True)
class Answers:
    """The answers to a request."""

    agreed: tuple[Seat, ...] = ()
    against: Seat | None = None  # the seat that has declined or withdrawn it


def open_offer(game: Game) -> Offer | None:
    """The open request of a game, if there is one."""
    timer = next((timer for timer in game.timers if timer.kind == OFFER), None)
    return None if timer is None else Offer.decode(timer.payload)


def answers_to(rows: Sequence[Row], offer: Offer) -> Answers:
    """The answers to a request in some rows of the log."""
    said = Answers()
    for row in (each for each in rows if each.n > offer.row):
        match word := word_of(row):
            case Word("accept", seat):
                said = replace(said, agreed=(*said.agreed, seat))
            case Word("decline" | "withdraw", seat):
                return replace(said, against=seat)
            case Word("offer" | "takeover" | "back" | "moderator"):
                pass
            case _ if not word.remark:
                return said
    return said


def must_agree(game: Game, offer: Offer) -> tuple[Seat, ...]:
    """The seats that have to agree: all other people whose seat isn't offered to others."""
    away = {seat for seat, why in open_seats(game).items() if why not in KEPT}
    there = (i for i, each in enumerate(game.sitters) if not (each.left or each.computer))
    return tuple(seat for seat in there if seat not in {*away, offer.seat})
