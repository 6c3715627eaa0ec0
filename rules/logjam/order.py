"""Whose turn it is: clockwise round the table, past the seats that were given up."""

from __future__ import annotations

from dataclasses import replace

from rules.game import NOBODY, Event, Seat
from rules.logjam.position import ROUNDS, Phase, Position

Outcome = tuple[Position, list[Event]]


def seats_from(s: Position, seat: Seat) -> list[Seat]:
    """The seats that are still there, clockwise, beginning with this one."""
    count = len(s.left)
    return [x for x in ((seat + i) % count for i in range(count)) if not s.left[x]]


def after(s: Position, seat: Seat) -> Seat:
    """The next seat clockwise that is still there."""
    return seats_from(s, (seat + 1) % len(s.left))[0]


def begin(s: Position, seat: Seat) -> Position:
    """The set-up is done; this seat, or the next that is still there, has the first turn, and
    rounds are counted from it."""
    seat = seats_from(s, seat)[0]
    return replace(s, phase=Phase.ROLL, mover=seat, first=seat, roll=0, round=1)


def end_turn(s: Position, events: list[Event]) -> Outcome:
    """The game is won, the next seat is due, or after too many rounds it is counted out."""
    if (winner := _winner(s)) != NOBODY:
        won = replace(s, phase=Phase.OVER, roll=0, winner=winner)
        return won, [*events, Event("wins", winner)]
    seat = after(s, s.mover)
    rounds = s.round + (_place(s, seat) < _place(s, s.mover))
    if rounds > ROUNDS:
        return replace(s, phase=Phase.OVER, roll=0), [*events, Event("ends", s.mover)]
    return replace(s, phase=Phase.ROLL, mover=seat, roll=0, round=rounds), events


def _winner(s: Position) -> Seat:
    """Who has all loggers home: the mover before the others, they clockwise (our ruling)."""
    if s.terms.each not in s.home:
        return NOBODY
    order = seats_from(s, s.mover)
    return next((seat for seat in order if s.home[seat] == s.terms.each), NOBODY)


def _place(s: Position, seat: Seat) -> int:
    """Where a seat sits, counted from the one that began."""
    return (seat - s.first) % len(s.left)
