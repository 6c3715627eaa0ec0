"""Tables of Forest Fellers, played at random, and the same tables after every other draw."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from random import Random

from bot.table.game import Game
from bot.table.table import ReplayState, RowPlayed, Table
from rules.fellers.position import Phase, Position
from rules.fellers.river import FIRST
from rules.game import NATURE, Event, Seat
from tests.bot import core
from tests.bot.core import CHANCE
from tests.rules.courses import FELLERS
from tests.rules.races import race

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
    return core.game_row("fellers", *NAMES[:seats], n=40, options=options)


def drawings(seats: int, seed: int) -> Iterator[Drawing]:
    """Every hidden draw of a whole race, the deal among them."""
    stands, events, turns = stored(seats), list[Event](), 0
    for said in race(seats, Random(seed).choice(("A+H", "L", "C+G")), seed):
        if said.seat == NATURE:
            yield Drawing(said.before.mover, tuple(_outcomes(stands, said.before, events, turns)))
        elif said.before.phase is Phase.PLAY:
            events, turns = [], turns + 1
        events += said.events


def _outcomes(stands: Game, s: Position, events: list[Event], turns: int) -> Iterator[Table]:
    for step in dict.fromkeys(FELLERS.legal(s)):
        after, more = FELLERS.apply(s, step)
        came = (*events, *more)
        at = ReplayState(after, came, turns, CHANCE, lately=(RowPlayed(None, came),))
        yield Table(stands, stands.n, at)


def turns(seats: int, seed: int) -> Iterator[Table]:
    """The table at the beginning of each turn of a race."""
    for said in race(seats, "L", seed):
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
