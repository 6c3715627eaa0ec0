"""A game without chance that is solved: you win by taking the last of a heap, one to three at a
time. For two, the right turn leaves a multiple of four. It brings nothing but the rules."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from rules.game import NOBODY, Event, GameRules, Seat, Setup, Step
from rules.text import Text


@dataclass(frozen=True, slots=True)
class Take(Step):
    n: int

    def __str__(self) -> str:
        return str(self.n)


class Heap(NamedTuple):
    left: int
    mover: Seat
    won: tuple[int, ...]


class Taking(GameRules[Heap]):
    key, title, letter = "taking", "Taking", "T"
    fewest, most = 2, 4

    def opening(self, setup: Setup) -> Heap:
        return Heap(11, 0, (0,) * setup.seats)

    def actor(self, s: Heap) -> Seat:
        return s.mover if s.left else NOBODY

    def candidates(self, s: Heap) -> Iterable[Step]:
        return [Take(n) for n in (1, 2, 3)]

    def why_not(self, s: Heap, step: Step) -> Text | None:
        few = isinstance(step, Take) and step.n > s.left
        return Text("there are only {n}", n=s.left) if few else None

    def apply(self, s: Heap, step: Step) -> tuple[Heap, list[Event]]:
        if not isinstance(step, Take):
            raise self.unknown(step)
        left, seats = s.left - step.n, len(s.won)
        won = tuple(int(not left and seat == s.mover) for seat in range(seats))
        return Heap(left, (s.mover + 1) % seats, won), []

    def scores(self, s: Heap) -> tuple[tuple[int, ...], ...]:
        return tuple((won,) for won in s.won)
