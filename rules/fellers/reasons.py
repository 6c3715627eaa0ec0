"""Why a step of Forest Fellers is forbidden, in words. Whether it is, stands in targets.py.

A reason is worded for the mover, and speaks of no hand but his."""

from __future__ import annotations

from rules.english import listed
from rules.fellers import targets
from rules.fellers.position import (
    ABSENT,
    FIGURES,
    HIDDEN,
    JOKER,
    SHORE,
    Phase,
    Position,
    called,
    taken,
    where,
)
from rules.fellers.river import BANK, BARRED, SHOVED, STILL, Course
from rules.fellers.shoving import ahead, entering
from rules.fellers.steps import Choose, Draw, Enter, Float, Go, Pick, Play
from rules.game import Step, Stop, WrongPhase
from rules.hexes import SPELT
from rules.text import Saying

NOT_YET = {
    Phase.COURSE: "the course is still to be chosen",
    Phase.DEAL: "the cards are still to be dealt",
    Phase.PLAY: "first play a card",
    Phase.FLOAT: "the move is over: name what floats next",
    Phase.DRAW: "the turn is over",
    Phase.OVER: "the game is over",
}


def why_not(s: Position, step: Step) -> Saying | None:
    """The reason, without capital or full stop, or None: the step is legal."""
    match s.phase, step:
        case (Phase.COURSE, Choose()) | ((Phase.DEAL | Phase.DRAW), Draw()):
            return None  # nature's candidates are what is possible
        case Phase.PLAY, Play(card):
            return None if card in s.hands[s.mover] else _no_play(s, card)
        case Phase.PICK, Pick(code):
            return None if FIGURES.index(code) in targets.jacks(s) else _no_pick(s, code)
        case Phase.MOVE, Enter(cell):
            return None if cell in targets.entries(s) else _no_entry(s, cell)
        case Phase.MOVE, Go(direction):
            return None if direction in targets.ways(s) else _no_way(s, direction)
        case Phase.MOVE, Stop():
            return None
        case Phase.FLOAT, Float(thing):
            return None if _floats(s, thing) else _no_float(s, thing)
    return WrongPhase(_not_yet(s))


def _not_yet(s: Position) -> str:
    if s.phase is Phase.MOVE:
        return f"you are moving {called(FIGURES[s.figure])}: name a direction, or say `.`"
    if s.phase is not Phase.PICK:
        return NOT_YET[s.phase]
    if s.card == JOKER:
        return "first name whom the beaver is for"
    return f"{called(s.card[:2])} is home already; name whom the card is for"


def _no_play(s: Position, card: str) -> str:
    if HIDDEN in s.hands[s.mover]:
        return "only its player knows this hand"
    return f"you do not hold {card}"


def _no_pick(s: Position, code: str) -> str:
    figure = FIGURES.index(code)
    if s.figures[figure] == ABSENT:
        return f"{called(code)} is not in this race"
    return f"{called(code)} is {'home already' if s.owners[figure] == s.mover else 'not yours'}"


def _no_entry(s: Position, cell: int) -> str:
    course, jack = targets.water(s), called(FIGURES[s.figure])
    if s.figures[s.figure] != SHORE:
        return f"{jack} is on the river already; name a direction"
    if cell not in course.starts:
        starts = listed([course.names[c] for c in course.starts], "or")
        return f"{course.names[cell]} is no start space; {jack} enters on {starts}"
    return _blocked(s, entering(course, taken(s), cell))


def _no_way(s: Position, direction: int) -> str:
    course, here, jack = targets.water(s), s.figures[s.figure], called(FIGURES[s.figure])
    if here == SHORE:
        starts = listed([course.names[c] for c in course.starts], "or")
        return f"{jack} is not on the river yet; name a start space, {starts}"
    row = ahead(course, taken(s), here, direction)
    if row[0] == BARRED:
        return f"that step goes back over the {_border(course, here)}"
    if row[0] == BANK:
        return f"{SPELT[direction]} of {course.names[here]} is bank or rock"
    return _blocked(s, row)


def _blocked(s: Position, row: list[int]) -> str:
    """Why the things of this row cannot be shoved."""
    if len(row) > SHOVED + 1:
        return "three in a row cannot be shoved"
    last = _named(s, row[-2])
    if row[-1] == BARRED:
        return f"{last} cannot go back over the {_border(targets.water(s), row[-2])}"
    return f"behind {last} is bank or rock"


def _floats(s: Position, thing: str) -> bool:
    if thing in FIGURES:
        return FIGURES.index(thing) in targets.swimmers(s)
    return where(s, thing) in targets.driftwood(s)


def _no_float(s: Position, thing: str) -> str:
    at, jack = where(s, thing), thing in FIGURES
    if jack and at < 0:
        return f"{called(thing)} is not on the river"
    if not jack and at not in s.logs:
        return f"there is no log on {thing}"
    if targets.water(s).currents[at] == STILL:
        return f"{_named(s, at)} is on no current"
    return f"{_named(s, at)} has tried to float already"


def _border(course: Course, cell: int) -> str:
    """What a step back from this cell would go over."""
    return "rapids" if course.segment[cell] else "start"


def _named(s: Position, cell: int) -> str:
    """What is on a taken cell, as it is called: `the log on e5`, `grass man on e5`."""
    what = called(FIGURES[s.figures.index(cell)]) if cell in s.figures else "the log"
    return f"{what} on {targets.water(s).names[cell]}"
