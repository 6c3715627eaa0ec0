"""Tables of Forest Fellers, played at random, turn by turn, and the same tables after every other
possible draw.

race ──> Drawing: a table for each card, equal but for the drawer's hand
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random

from bot.table.game import Game
from bot.table.table import ReplayState, RowPlayed, Table
from rules.fellers.position import HAND, Phase, Position
from rules.fellers.river import FIRST
from rules.fellers.rules import Draw
from rules.game import NATURE, NOBODY, Event, Seat, Setup, Step
from rules.play import checksum, legal
from storage import Row
from tests.bot import core
from tests.bot.core import CHANCE
from tests.rules.courses import FELLERS
from tests.rules.races import DOWNSTREAM
from tests.rules.races import game as race

Bags = tuple[tuple[str, ...], ...]
NAMES = ("Ann", "Ben", "Cy", "Dee", "Eve")


@dataclass(frozen=True)
class Drawing:
    """One hidden draw. drawer: the seat; tables: one for each possible card."""

    drawer: Seat
    tables: tuple[Table, ...]

    @property
    def others(self) -> tuple[Seat | None, ...]:
        """Everyone but the drawer, and a stranger."""
        seats = range(len(self.tables[0].names))
        return (None, *(seat for seat in seats if seat != self.drawer))


def stored(seats: int, course: str = FIRST) -> Game:
    """A running game's row."""
    options = {"course": course, "players": str(seats)}
    return core.stored("fellers", *NAMES[:seats], n=40, options=options)


def drawings(seats: int, seed: int) -> Iterator[Drawing]:
    """Every hidden draw of a whole race, the deal among them."""
    stands, events, turns = stored(seats), list[Event](), 0
    for said in race(seats, seed, Random(seed).choice(("A+H", "L", "C+G"))):
        if said.seat == NATURE:
            yield Drawing(said.before.mover, tuple(_outcomes(stands, said.before, events, turns)))
        elif said.before.phase is Phase.PLAY:
            events, turns = [], turns + 1
        events += said.events


def _outcomes(stands: Game, s: Position, events: list[Event], turns: int) -> Iterator[Table]:
    for step in dict.fromkeys(legal(FELLERS, s)):
        after, more = FELLERS.apply(s, step)
        came = (*events, *more)
        at = ReplayState(after, came, turns, CHANCE, lately=(RowPlayed(None, came),))
        yield Table(stands, stands.n, at)


def turns(seats: int, seed: int) -> Iterator[Table]:
    """The table at the beginning of each turn of a race."""
    for said in race(seats, seed, "L"):
        if said.before.phase is Phase.PLAY:
            yield Table(stored(seats, "L"), 40, ReplayState(said.before, (), 1, CHANCE))


def other_hands(table: Table) -> Iterator[Table]:
    """The same table, with each card of the mover's deck in place of his first one."""
    s: Position = table.at.state
    held, *others = s.hands[s.mover]
    for card in dict.fromkeys((held, *s.decks[s.mover])):
        deck = [*s.decks[s.mover], held]
        deck.remove(card)
        hands = _put(s.hands, s.mover, (card, *others))
        other = s._replace(hands=hands, decks=_put(s.decks, s.mover, deck))
        yield replace(table, at=replace(table.at, state=other))


def _put(bags: Bags, seat: Seat, bag: Iterable[str]) -> Bags:
    return (*bags[:seat], tuple(sorted(bag)), *bags[seat + 1 :])


# -- Two races with the same turns and other hidden draws, row by row.

START = ("open 7", "join 8", "start 0 1")
Both = tuple[Position, Position]


class Twins:
    """Two races of two that look the same from outside. rows: of each."""

    def __init__(self, seed: int, turns: int) -> None:
        self.chance, self.rows = Random(seed), ([*_opening()], [*_opening()])
        self.now: Both = (FELLERS.new(Setup(2)), FELLERS.new(Setup(2)))
        self.turns = 0
        while FELLERS.actor(self.now[0]) != NOBODY and self.turns < turns:
            self._row()

    def _row(self) -> None:
        """All words of one seat, or of nature, at once."""
        seat = FELLERS.actor(self.now[0])
        said: tuple[list[str], list[str]] = ([], [])
        self.turns += seat != NATURE
        while FELLERS.actor(self.now[0]) == seat:
            steps = self._draws() if seat == NATURE else self._step()
            for line, step in zip(said, steps, strict=True):
                line.append(str(step))
            first, second = zip(self.now, steps, strict=True)
            self.now = (FELLERS.apply(*first)[0], FELLERS.apply(*second)[0])
        for rows, line, s in zip(self.rows, said, self.now, strict=True):
            rows.append(_row(len(rows) + 1, seat, " ".join(line), checksum(s)))

    def _step(self) -> tuple[Step, Step]:
        """A card that both hold, or any step."""
        options = legal(FELLERS, self.now[0])
        if self.now[0].phase is Phase.PLAY:
            options = [step for step in options if step in legal(FELLERS, self.now[1])]
        onward = [step for step in options if str(step) in DOWNSTREAM]
        step = self.chance.choice(onward or options)
        return step, step

    def _draws(self) -> tuple[Step, Step]:
        """Other cards where possible, with one in common between both hands."""
        a, b = self.now
        pairs = [(x, y) for x in a.decks[a.mover] for y in b.decks[b.mover] if _meet(a, x, b, y)]
        x, y = self.chance.choice([pair for pair in pairs if pair[0] != pair[1]] or pairs)
        return Draw(x), Draw(y)


def _meet(a: Position, x: str, b: Position, y: str) -> bool:
    hands = {*a.hands[a.mover], x}, {*b.hands[b.mover], y}
    return len(a.hands[a.mover]) + 1 < HAND or bool(hands[0] & hands[1])


def _opening() -> Iterator[Row]:
    for n, word in enumerate(START, 1):
        yield _row(n, -3, word, "")


def _row(n: int, seat: Seat, text: str, vouched: str) -> Row:
    return Row(n=n, seat=seat, text=text, mark=vouched, key=None, at=0.0)


def draws(rows: Sequence[Row]) -> list[str]:
    return [row.text for row in rows if row.seat == NATURE]
