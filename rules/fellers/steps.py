"""The words of Forest Fellers, and which of them are legal where. `.` (rules.game.Stop) ends
a move."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar

from rules.fellers.position import FIGURES, JOKER, SHORE, VALUES, Phase, Position
from rules.fellers.river import Course
from rules.fellers.targets import driftwood, entries, jacks, swimmers, water, ways
from rules.game import Step, Stop, Vocabulary
from rules.hexes import COMPASS


@dataclass(frozen=True, slots=True)
class Choose(Step):
    """Nature: the segments of the course, A+C, written `a+c`."""

    segments: str

    def __str__(self) -> str:
        return self.segments.casefold()


@dataclass(frozen=True, slots=True)
class Draw(Step):
    """Nature: a card for a hand, `gm4` or `j`."""

    card: str

    def __str__(self) -> str:
        return self.card


@dataclass(frozen=True, slots=True)
class Play(Step):
    """A card: `gm4`, or `j` for the joker."""

    card: str

    def __str__(self) -> str:
        return self.card


@dataclass(frozen=True, slots=True)
class Pick(Step):
    """The lumberjack that a joker, or the card of one that is home, is for: `gw`."""

    figure: str

    def __str__(self) -> str:
        return self.figure


@dataclass(frozen=True, slots=True)
class Go(Step):
    """One space in a direction: `se`."""

    open_ended: ClassVar[bool] = True
    direction: int

    def __str__(self) -> str:
        return COMPASS[self.direction]


@dataclass(frozen=True, slots=True)
class Enter(Step):
    """The first step of a lumberjack, from the shore onto a start space: `d1`."""

    open_ended: ClassVar[bool] = True
    cell: int
    name: str

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class Float(Step):
    """What floats next: a lumberjack, `:gw`, or the log on a cell, `:e12`."""

    thing: str

    def __str__(self) -> str:
        return f":{self.thing}"


CARDS = (*(f"{code}{n}" for code in FIGURES for n in sorted(set(VALUES))), JOKER)
PLAYS = tuple(Play(card) for card in CARDS)
PICKS = tuple(Pick(code) for code in FIGURES)
GOES = tuple(Go(direction) for direction in range(len(COMPASS)))
AFLOAT = tuple(Float(code) for code in FIGURES)
STOP = Stop()


@lru_cache(maxsize=32)
def words(course: Course) -> Vocabulary:
    """All that a player can say on a course, at one time or another."""
    enters = (Enter(cell, name) for cell, name in enumerate(course.names))
    logs = map(Float, course.names)
    return Vocabulary((*PLAYS, *PICKS, *GOES, *enters, *AFLOAT, *logs, STOP))


def draws(s: Position) -> list[Step]:
    """What nature may deal or draw: the deck, each card as often as it is there."""
    return [Draw(card) for card in s.decks[s.mover]]


def legal(s: Position) -> list[Step]:
    """Every legal step in the order of the words; nature's choice of a course is not among
    them, as it depends on the segments there are."""
    match s.phase:
        case Phase.PLAY:
            return [play for play in PLAYS if play.card in s.hands[s.mover]]
        case Phase.PICK:
            return [PICKS[i] for i in jacks(s)]
        case Phase.MOVE:
            return [*_moves(s), STOP]
        case Phase.FLOAT:
            return _floats(s)
        case Phase.DEAL | Phase.DRAW:
            return draws(s)
    return []


def unattended(s: Position) -> Step:
    """The lowest card, the beaver last; no step; and what floats in the order of the words
    (Fellers 25)."""
    options = legal(s)
    if s.phase is Phase.MOVE:
        return STOP
    plays = [step for step in options if isinstance(step, Play)]
    return min(plays, key=lambda step: step.card[2:] or step.card) if plays else options[0]


def _moves(s: Position) -> list[Step]:
    """The steps that the lumberjack in hand can make."""
    if s.figures[s.figure] == SHORE:
        return [Enter(cell, water(s).names[cell]) for cell in entries(s)]
    return [GOES[way] for way in ways(s)]


def _floats(s: Position) -> list[Step]:
    """The things that must still try to float: lumberjacks, then logs."""
    names = water(s).names
    return [*(AFLOAT[i] for i in swimmers(s)), *(Float(names[at]) for at in driftwood(s))]
