"""How steps of Logjam are said, to suggest them; how they are read is told in input.py."""

from __future__ import annotations

from collections.abc import Callable

from rules.game import Step
from rules.input import Language, Words
from rules.logjam.input import Table
from rules.logjam.phrases import ENGLISH
from rules.logjam.position import OFF, Phase
from rules.logjam.steps import Capture, Lay, Place, Push, Run, Shift


def phrased(language: Language) -> Callable[[Table, Step], Words]:
    """How a step is said in a language."""

    def said(table: Table, step: Step) -> Words:
        s = table.position
        names = s.terms.grid.names
        match step:
            case Lay():
                return language.phrased(
                    ("lay",), start=names[step.cells[0]], end=names[step.cells[-1]]
                )
            case Place(_, to, int(seat)):
                letter = table.letters[seat].casefold()
                return language.phrased(("place of",), letter=letter, end=names[to])
            case Place(_, to):
                kind = "place" if s.phase is Phase.RETURN else "stand"
                return language.phrased((kind,), end=names[to])
            case Shift():
                side = language.sides[step.side][0]
                return language.phrased(("shift",), start=names[step.at], side=side)
            case Run() | Capture() | Push():
                return moved(step)
        return language.phrased(("nothing",))

    def moved(step: Run | Capture | Push) -> Words:
        names = step.board.names
        if step.to == OFF:
            return language.phrased(("run off",), start=names[step.start])
        kind = {"-": "run", "x": "capture", ">": "push"}[step.sign]
        return language.phrased((kind,), start=names[step.start], end=names[step.to])

    return said


in_english = phrased(ENGLISH)
