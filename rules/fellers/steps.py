"""The words of Forest Fellers, which of them are legal where, and why the rest is not.

What each kind of step may name is decided by `jacks`, `entries`, `ways`, `swimmers` and `driftwood`
alone: `legal` lists them, and `why_not` looks for words only where they say no. A reason is worded
for the mover, and speaks of no hand but theirs. `.` (rules.game.Stop) ends a move.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar

from rules.fellers.moving import ahead, entering, free
from rules.fellers.naming import called
from rules.fellers.position import (
    ABSENT,
    FIGURES,
    HIDDEN,
    HOME,
    JOKER,
    SHORE,
    VALUES,
    Phase,
    Position,
    taken,
    team,
    where,
)
from rules.fellers.river import BANK, BARRED, SHOVED, STILL, Course
from rules.game import Step, Stop, Vocabulary, WrongPhase
from rules.hexes import COMPASS, SPELT
from rules.text import Code, Listed, Text

ROUND = range(len(COMPASS))


def water(s: Position) -> Course:
    """The course; there is one from the deal on."""
    assert s.course is not None, "nothing moves before there is a course"
    return s.course


def jacks(s: Position) -> list[int]:
    """The lumberjacks that a card may be for: the mover's, but not who is home (Forest Fellers
    rules, Playing)."""
    return [i for i in team(s, s.mover) if s.figures[i] != HOME]


def entries(s: Position) -> list[int]:
    """The start spaces onto which the lumberjack in hand can step from the shore."""
    if s.figures[s.figure] != SHORE:
        return []
    course, blocked = water(s), taken(s)
    return [cell for cell in course.starts if free(entering(course, blocked, cell))]


def ways(s: Position) -> list[int]:
    """The directions in which the lumberjack in hand can go on the river."""
    here = s.figures[s.figure]
    if here == SHORE:
        return []
    course, blocked = water(s), taken(s)
    return [way for way in ROUND if free(ahead(course, blocked, here, way))]


def swimmers(s: Position) -> list[int]:
    """The lumberjacks that must still try to float."""
    return [i for i, at in enumerate(s.figures) if at in s.pending]


def driftwood(s: Position) -> list[int]:
    """The cells of the logs that must still try to float."""
    return [at for at in s.pending if at in s.logs]


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


NOT_YET = {
    Phase.COURSE: WrongPhase("the course hasn't been chosen yet"),
    Phase.DEAL: WrongPhase("the cards haven't been dealt yet"),
    Phase.PLAY: WrongPhase("play a card first"),
    Phase.FLOAT: WrongPhase("your move is over: choose what floats next"),
    Phase.DRAW: WrongPhase("the turn is over"),
    Phase.OVER: WrongPhase("the game is over"),
}


def why_not(s: Position, step: Step) -> Text | None:
    """The reason, without capital or full stop, or None: the step is legal."""
    match s.phase, step:
        case (Phase.COURSE, Choose()) | ((Phase.DEAL | Phase.DRAW), Draw()):
            return None  # nature's candidates are what is possible
        case Phase.PLAY, Play(card):
            return None if card in s.hands[s.mover] else _no_play(s, card)
        case Phase.PICK, Pick(code):
            return None if FIGURES.index(code) in jacks(s) else _no_pick(s, code)
        case Phase.MOVE, Enter(cell):
            return None if cell in entries(s) else _no_entry(s, cell)
        case Phase.MOVE, Go(direction):
            return None if direction in ways(s) else _no_way(s, direction)
        case Phase.MOVE, Stop():
            return None
        case Phase.FLOAT, Float(thing):
            return None if _may_float(s, thing) else _no_float(s, thing)
    return _not_yet(s)


def _not_yet(s: Position) -> Text:
    if s.phase is Phase.MOVE:
        return WrongPhase(
            "you're moving {jack}: choose a direction, or type {stop}",
            jack=called(FIGURES[s.figure]),
            stop=Code("."),
        )
    if s.phase is not Phase.PICK:
        return NOT_YET[s.phase]
    if s.card == JOKER:
        return WrongPhase("first, choose who moves with the beaver")
    return WrongPhase(
        "{jack} is already home: choose who moves with this card", jack=called(s.card[:2])
    )


def _no_play(s: Position, card: str) -> Text:
    if HIDDEN in s.hands[s.mover]:
        return Text("only its player can see this hand")
    return Text("you don't have {card}", card=card)


def _no_pick(s: Position, code: str) -> Text:
    figure, jack = FIGURES.index(code), called(code)
    if s.figures[figure] == ABSENT:
        return Text("{jack} isn't in this race", jack=jack)
    if s.owners[figure] != s.mover:
        return Text("{jack} isn't yours", jack=jack)
    return Text("{jack} is already home", jack=jack)


def _no_entry(s: Position, cell: int) -> Text:
    course, jack = water(s), called(FIGURES[s.figure])
    if s.figures[s.figure] != SHORE:
        return Text("{jack} is already on the river: choose a direction", jack=jack)
    if cell not in course.starts:
        return Text(
            "{place} isn't a start space: {jack} can enter at {starts}",
            place=course.names[cell],
            jack=jack,
            starts=_starts(course),
        )
    return _blocked(s, entering(course, taken(s), cell))


def _no_way(s: Position, direction: int) -> Text:
    course, here, jack = water(s), s.figures[s.figure], called(FIGURES[s.figure])
    if here == SHORE:
        return Text(
            "{jack} isn't on the river yet: choose a start space ({starts})",
            jack=jack,
            starts=_starts(course),
        )
    row = ahead(course, taken(s), here, direction)
    if row[0] == BARRED and course.segment[here]:
        return Text("you can't step back up the rapids")
    if row[0] == BARRED:
        return Text("you can't step back over the start")
    if row[0] == BANK:
        way, place = SPELT[direction], course.names[here]
        return Text("there's a bank or a rock {way} of {place}", way=way, place=place)
    return _blocked(s, row)


def _starts(course: Course) -> Listed:
    return Listed([course.names[cell] for cell in course.starts], "or")


def _blocked(s: Position, row: list[int]) -> Text:
    """Why the things of this row cannot be shoved."""
    if len(row) > SHOVED + 1:
        return Text("you can't shove more than two things at once")
    last = _named(s, row[-2])
    if row[-1] != BARRED:
        return Text("{thing} has the bank or a rock behind it", thing=last)
    if water(s).segment[row[-2]]:
        return Text("{thing} can't go back up the rapids", thing=last)
    return Text("{thing} can't go back over the start", thing=last)


def _may_float(s: Position, thing: str) -> bool:
    if thing in FIGURES:
        return FIGURES.index(thing) in swimmers(s)
    return where(s, thing) in driftwood(s)


def _no_float(s: Position, thing: str) -> Text:
    at, jack = where(s, thing), thing in FIGURES
    if jack and at < 0:
        return Text("{jack} isn't on the river", jack=called(thing))
    if not jack and at not in s.logs:
        return Text("there's no log on {place}", place=thing)
    if water(s).currents[at] == STILL:
        return Text("{thing} isn't on a current", thing=_named(s, at))
    return Text("{thing} has already tried to float", thing=_named(s, at))


def _named(s: Position, cell: int) -> Text:
    """What is on a taken cell, as it is called: `the log on e5`, `grass man on e5`."""
    place = water(s).names[cell]
    if cell not in s.figures:
        return Text("the log on {place}", place=place)
    return Text("{jack} on {place}", jack=called(FIGURES[s.figures.index(cell)]), place=place)
