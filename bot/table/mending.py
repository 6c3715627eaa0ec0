"""What a moderator can do to a game, as it stands in the store.

    row "moderator skip 1" ── row "timeout 1" ── the turn    named as what it is, before its effect
    row "ask moderator-undo-5" ── rows "accept 0", … ── row "moderator undo" ── row "undo 5"

Who plays there, or has played there, does it when all others agree; and so does everybody what a
rating may hang on. Nothing here knows more than anybody may see.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from bot.table.closing import party
from bot.table.computers import anybody
from bot.table.consent import Offer
from bot.table.effective import effective_rows, line_of, without_choice
from bot.table.game import Game
from bot.table.pausing import paused
from bot.table.rows import OutboxRow, coded
from bot.table.seats import open_seats, unrated
from rules.game import NOBODY, TABLE, Seat
from rules.history import IN_A_GAME, IN_A_LOBBY, MODERATOR, TO_A_SEAT, Word
from storage import Line, Row

END, MOVE, REMOVE, PAUSE, RESUME, UNDO = "end", "move", "remove", "pause", "resume", "undo"
TIME, SKIP, REPLACE, COMPUTER = TO_A_SEAT
ASKING: Final = f"{MODERATOR}-"  # the start of a request for a moderator's measure
CODE: Final = "[a-z]{1,12}(?:-[0-9]{1,9})?"
_WHAT: Final = frozenset({*IN_A_LOBBY, *IN_A_GAME, *TO_A_SEAT})


class Measure(NamedTuple):
    """What a host would do. seat: to whom, NOBODY: to all, or to none (in a lobby a place); row: to
    which one the game is taken back."""

    what: str
    seat: Seat = NOBODY
    row: int = 0

    @property
    def code(self) -> str:
        """As it stands in ids: `pause`, `skip-1`, `undo-5`."""
        number = self.row if self.what == UNDO else self.seat
        return self.what if number < 0 or self == CHOOSE else f"{self.what}-{number}"

    @property
    def asked(self) -> str:
        """As it stands in what the others are asked."""
        return f"{ASKING}{self.code}"


CHOOSE: Final = Measure(UNDO)  # the turn is still to be chosen


@coded("mended")
class Mended(OutboxRow):
    """Posts the line of what a host has done to a table. whom: who was removed from a lobby, 0:
    nobody."""

    what: str
    seat: Seat
    whom: int


def read(code: str) -> Measure | None:
    """The measure of a code; None: there is none."""
    if re.fullmatch(CODE, code) is None:
        return None
    what, sign, said = code.partition("-")
    number = int(said) if sign else NOBODY
    if what not in _WHAT or (sign and what not in (*TO_A_SEAT, UNDO, REMOVE)):
        return None
    return Measure(what, row=max(number, 0)) if what == UNDO else Measure(what, number)


def measure_of(offer: Offer) -> Measure:
    """What a moderator would do if all agree."""
    measure = read(offer.what.removeprefix(ASKING))
    assert measure is not None
    return measure


def asker(rows: Sequence[Row], offer: Offer) -> int:
    """Who has asked, by the key of that row."""
    return next(int((r.key or "0").rpartition(":")[2]) for r in rows if r.n == offer.row)


def announced(game: Game, measure: Measure) -> tuple[Line, ...]:
    """The rows by which a measure stands in the log."""
    if measure.what == TIME:
        return tuple(line_of(Word(MODERATOR, seat, TIME)) for seat in _timed(game, measure))
    seat = measure.seat if measure.what in TO_A_SEAT else NOBODY
    return (line_of(Word(MODERATOR, seat, measure.what)),)


def possible(game: Game, rows: Sequence[Row], channel: int) -> Iterator[Measure]:
    """What can be done now. channel: in which that is asked."""
    if game.status == "lobby" and not game.settled:
        yield Measure(END)
        yield from (Measure(REMOVE, place) for place in _removable(game))
    if game.status == "playing":
        yield from _to_a_game(game, rows)
    if game.live and game.channel != channel:
        yield Measure(MOVE)


def _to_a_game(game: Game, rows: Sequence[Row]) -> Iterator[Measure]:
    yield Measure(RESUME if paused(game) else PAUSE)
    yield from _to_seats(game)
    if any(turns(game, rows)):
        yield CHOOSE
    yield Measure(END)


def _to_seats(game: Game) -> Iterator[Measure]:
    seat, clocks = game.on_turn, tuple(_timed(game, Measure(TIME)))
    if seat is not None and not game.sitters[seat].computer:
        yield Measure(SKIP, seat)
    if len(clocks) > 1:
        yield Measure(TIME)
    yield from (Measure(TIME, each) for each in clocks)
    here = [i for i, each in enumerate(game.sitters) if not (each.left or each.computer)]
    yield from (Measure(REPLACE, each) for each in here if each not in open_seats(game))
    yield from (Measure(COMPUTER, each) for each in here if anybody(game, but=each))


def _timed(game: Game, measure: Measure) -> Iterator[Seat]:
    """The seats that are given more time: one, or all that have a clock."""
    for clock in game.clocks:
        sitter = game.sitters[clock.seat]
        if measure.seat in (NOBODY, clock.seat) and not (sitter.left or sitter.computer):
            yield clock.seat


def timed(game: Game, measure: Measure) -> tuple[Seat, ...]:
    """The seats that a measure gives more time."""
    return tuple(_timed(game, measure))


def _removable(game: Game) -> tuple[int, ...]:
    """The places of those who can be removed from a lobby: somebody has to stay."""
    there = [place for place, each in enumerate(game.sitters) if not each.computer]
    return tuple(there) if len(there) > 1 else ()


class TurnBack(NamedTuple):
    """A turn that the game can be taken back to: its number, whose it is, and the row after which
    it began."""

    number: int
    seat: Seat
    row: int


def turns(game: Game, rows: Sequence[Row]) -> Iterator[TurnBack]:
    """Those in which somebody had a choice. Who has left has left: what was before that stays."""
    counting, alone = effective_rows([*rows], game.n), without_choice(rows)
    fixed, number = max((row[0] for row in counting if row[1] == TABLE), default=0), 0
    for n, seat, *_ in counting:
        number += seat >= 0
        if seat >= 0 and n > fixed and n not in alone:
            yield TurnBack(number, seat, n - 1)


def turn_at(game: Game, rows: Sequence[Row], measure: Measure) -> TurnBack | None:
    """The turn that a measure would take the game back to; None: there is none."""
    return next((turn for turn in turns(game, rows) if turn.row == measure.row), None)


def can_be(game: Game, rows: Sequence[Row], channel: int, measure: Measure) -> bool:
    """A measure can be done now."""
    if measure.what == UNDO and measure != CHOOSE:
        return game.status == "playing" and turn_at(game, rows, measure) is not None
    return measure in possible(game, rows, channel)


def needs_others(game: Game, user: int, measure: Measure) -> bool:
    """It is done only when the others agree: who would do it has a part in the game; or the ratings
    hang on it, which nobody decides for those who play."""
    if measure.what == MOVE or (measure.what == END and game.status == "lobby"):
        return False  # which who plays there can do alone
    return party(game, user) or (measure.what == UNDO and not unrated(game))
