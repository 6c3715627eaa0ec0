"""Seats that are offered to others, and who sat on them before, as both stand in the store.

row "offered 1 absent", timer "open_seat", payload 1:absent ── row "taken 1": somebody else's
                              │                            └── row "back 1": they are back
                              └── its time is over: row "leave 1", or the wish has come to nothing
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from bot.games.game import OPEN_SEAT, Game
from rules.game import Seat
from storage import Former, NewTimer, Sitter, Timer

LASTS: Final = 72 * 3600.0  # seconds for which a seat is offered

# Why a seat is offered.
ABSENT: Final = "absent"  # its time ran out twice in a row
WISH: Final = "wish"  # its player asks for somebody else, and plays on until then
LEAVING: Final = "leaving"  # its player has left the game
GONE: Final = "gone"  # its player is on the server no more

OFFERED: Final = "seat:"  # rows of the outbox: a line with its buttons …
SETTLED: Final = "seated:"  # … and what it says from now on


def open_seats(game: Game) -> dict[Seat, str]:
    """The seats that are offered now, and why."""
    return dict(_told(timer) for timer in game.timers if timer.kind == OPEN_SEAT)


def until(game: Game, seat: Seat) -> float:
    """When a seat is offered no longer."""
    return next(t.due for t in game.timers if t.kind == OPEN_SEAT and _told(t)[0] == seat)


def timers_of(game: Game, seat: Seat) -> tuple[Timer, ...]:
    """What ends when a seat is offered no longer."""
    return tuple(t for t in game.timers if t.kind == OPEN_SEAT and _told(t)[0] == seat)


def _told(timer: Timer) -> tuple[Seat, str]:
    seat, why = timer.payload.split(":")
    return int(seat), why


def timer(seat: Seat, why: str, due: float) -> NewTimer:
    """That a seat is offered until then."""
    return NewTimer(OPEN_SEAT, due, f"{seat}:{why}")


def sitters_at(game: Game, n: int) -> tuple[Sitter, ...]:
    """Who sat where after a row of the log."""
    return tuple(_at(game.former, n, seat, sitter) for seat, sitter in enumerate(game.sitters))


def _at(former: Sequence[Former], n: int, seat: Seat, now: Sitter) -> Sitter:
    then = next((each for each in former if each.seat == seat and n < each.until), None)
    return replace(now, user=then.user, name=then.name, left=False) if then else now


def handed_over(game: Game, user: int) -> Former | None:
    """The seat that somebody gave to somebody else, if they did."""
    return next((each for each in reversed(game.former) if each.user == user), None)
