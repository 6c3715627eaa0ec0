"""Seats on offer, and their former players; who may join a lobby; whether a game is rated.

row "offer 1 timeout", timer "open_seat", Opened(1, timeout) ── row "takeover 1": another person's
                             │                            └── row "back 1": its player is back
                             └── nobody came: row "leave 1", or its player keeps it
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from bot.table.agreed import GOOD_TURNS, JOIN, not_rated
from bot.table.calendar import DAY
from bot.table.effective import line_of, missed
from bot.table.game import GUEST, LOBBY_CLOSES, OPEN_SEAT, Game
from bot.table.rows import Coded, EditRow, OutboxRow, coded
from rules.game import Seat
from rules.history import MODERATOR, Word
from storage import Change, GameRow, NewTimer, Row, Timer

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


@coded("seat")
class SeatOffered(OutboxRow):
    """Posts the line of a seat on offer, with its buttons."""

    seat: Seat


@coded("seated")
class SeatSettled(EditRow):
    """Edits the line of a seat whose offer ended."""

    seat: Seat
    posted = SeatOffered


@coded("reopened")
class SeatReopened(EditRow):
    """Edits the line of a seat whose offer lasts longer now."""

    seat: Seat
    posted = SeatOffered


@coded("there")
class StillThere(OutboxRow):
    """Asks Discord whether the player of a seat is on the server."""

    seat: Seat
    aside = True
    patience = 5


@coded()
class Opened(Coded):
    """A seat on offer, and why: the payload of its timer."""

    seat: Seat
    why: str


def open_seats(game: GameRow) -> dict[Seat, str]:
    """The seats on offer now, and why."""
    opened = (Opened.decode(t.payload) for t in game.timers if t.kind == OPEN_SEAT)
    return {each.seat: each.why for each in opened}


def offered(game: Game, seat: Seat, why: str, now: float, change: Change) -> Change:
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


def deserters(game: GameRow) -> frozenset[int]:
    """The players who left: they aren't notified while their seat is on offer."""
    seats = open_seats(game).items()
    return frozenset(
        game.sitters[seat].user for seat, why in seats if why in (LEAVING, GONE, BANNED)
    )


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
    return game.on_turn == seat and missed(rows, seat) > 0


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
INVITED, REMOVED = "invited", "removed"


@coded()
class Guest(Coded):
    """A person invited to a lobby or removed from it: the payload of a timer."""

    user: int
    how: str  # INVITED or REMOVED


@coded("invites")
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
    if not only_guests(game) or user == game.host or user in guests(game, INVITED):
        return True
    return played_before(game, user)


def played_before(game: GameRow, user: int) -> bool:
    """Whether the lobby is a rematch of a game that this person played."""
    return str(user) in game.options.get("order", "").split()
