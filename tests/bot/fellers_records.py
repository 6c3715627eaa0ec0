"""Two races with the same turns and other hidden draws, row by row, made from chosen draws.

A   gm4 j yw1 …      4 A gm2 s s      5 chance gm1
B   gm4 gw5 yw1 …    4 A gm2 s s      5 chance kw3
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from rules.fellers.position import HAND, Phase, Position
from rules.fellers.rules import Draw
from rules.game import NATURE, NOBODY, Seat, Setup, Step
from rules.play import checksum, legal
from storage import Row
from tests.rules.courses import FELLERS
from tests.rules.races import DOWNSTREAM

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
