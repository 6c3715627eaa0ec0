"""Why a step of Forest Fellers is forbidden, in words. Whether it is, stands in targets.py.

A reason is worded for the mover, and speaks of no hand but theirs."""

from __future__ import annotations

from rules.fellers import targets
from rules.fellers.naming import SPELT, called
from rules.fellers.position import (
    ABSENT,
    FIGURES,
    HIDDEN,
    JOKER,
    SHORE,
    Phase,
    Position,
    taken,
    where,
)
from rules.fellers.river import BANK, BARRED, SHOVED, STILL, Course
from rules.fellers.shoving import ahead, entering
from rules.fellers.steps import Choose, Draw, Enter, Float, Go, Pick, Play
from rules.game import Step, Stop, WrongPhase
from rules.text import Code, Listed, Text

NOT_YET = {
    Phase.COURSE: WrongPhase("the course is still to be chosen"),
    Phase.DEAL: WrongPhase("the cards are still to be dealt"),
    Phase.PLAY: WrongPhase("first play a card"),
    Phase.FLOAT: WrongPhase("the move is over: name what floats next"),
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
            return None if FIGURES.index(code) in targets.jacks(s) else _no_pick(s, code)
        case Phase.MOVE, Enter(cell):
            return None if cell in targets.entries(s) else _no_entry(s, cell)
        case Phase.MOVE, Go(direction):
            return None if direction in targets.ways(s) else _no_way(s, direction)
        case Phase.MOVE, Stop():
            return None
        case Phase.FLOAT, Float(thing):
            return None if _floats(s, thing) else _no_float(s, thing)
    return _not_yet(s)


def _not_yet(s: Position) -> Text:
    if s.phase is Phase.MOVE:
        return WrongPhase(
            "you are moving {jack}: name a direction, or say {stop}",
            jack=called(FIGURES[s.figure]),
            stop=Code("."),
        )
    if s.phase is not Phase.PICK:
        return NOT_YET[s.phase]
    if s.card == JOKER:
        return WrongPhase("first name whom the beaver is for")
    return WrongPhase("{jack} is home already; name whom the card is for", jack=called(s.card[:2]))


def _no_play(s: Position, card: str) -> Text:
    if HIDDEN in s.hands[s.mover]:
        return Text("only its player knows this hand")
    return Text("you do not hold {card}", card=card)


def _no_pick(s: Position, code: str) -> Text:
    figure, jack = FIGURES.index(code), called(code)
    if s.figures[figure] == ABSENT:
        return Text("{jack} is not in this race", jack=jack)
    if s.owners[figure] != s.mover:
        return Text("{jack} is not yours", jack=jack)
    return Text("{jack} is home already", jack=jack)


def _no_entry(s: Position, cell: int) -> Text:
    course, jack = targets.water(s), called(FIGURES[s.figure])
    if s.figures[s.figure] != SHORE:
        return Text("{jack} is on the river already; name a direction", jack=jack)
    if cell not in course.starts:
        return Text(
            "{place} is no start space; {jack} enters on {starts}",
            place=course.names[cell],
            jack=jack,
            starts=_starts(course),
        )
    return _blocked(s, entering(course, taken(s), cell))


def _no_way(s: Position, direction: int) -> Text:
    course, here, jack = targets.water(s), s.figures[s.figure], called(FIGURES[s.figure])
    if here == SHORE:
        return Text(
            "{jack} is not on the river yet; name a start space, {starts}",
            jack=jack,
            starts=_starts(course),
        )
    row = ahead(course, taken(s), here, direction)
    if row[0] == BARRED and course.segment[here]:
        return Text("that step goes back over the rapids")
    if row[0] == BARRED:
        return Text("that step goes back over the start")
    if row[0] == BANK:
        way, place = SPELT[direction], course.names[here]
        return Text("{way} of {place} is bank or rock", way=way, place=place)
    return _blocked(s, row)


def _starts(course: Course) -> Listed:
    return Listed([course.names[cell] for cell in course.starts], "or")


def _blocked(s: Position, row: list[int]) -> Text:
    """Why the things of this row cannot be shoved."""
    if len(row) > SHOVED + 1:
        return Text("three in a row cannot be shoved")
    last = _named(s, row[-2])
    if row[-1] != BARRED:
        return Text("behind {thing} is bank or rock", thing=last)
    if targets.water(s).segment[row[-2]]:
        return Text("{thing} cannot go back over the rapids", thing=last)
    return Text("{thing} cannot go back over the start", thing=last)


def _floats(s: Position, thing: str) -> bool:
    if thing in FIGURES:
        return FIGURES.index(thing) in targets.swimmers(s)
    return where(s, thing) in targets.driftwood(s)


def _no_float(s: Position, thing: str) -> Text:
    at, jack = where(s, thing), thing in FIGURES
    if jack and at < 0:
        return Text("{jack} is not on the river", jack=called(thing))
    if not jack and at not in s.logs:
        return Text("there is no log on {place}", place=thing)
    if targets.water(s).currents[at] == STILL:
        return Text("{thing} is on no current", thing=_named(s, at))
    return Text("{thing} has tried to float already", thing=_named(s, at))


def _named(s: Position, cell: int) -> Text:
    """What is on a taken cell, as it is called: `the log on e5`, `grass man on e5`."""
    place = targets.water(s).names[cell]
    if cell not in s.figures:
        return Text("the log on {place}", place=place)
    return Text("{jack} on {place}", jack=called(FIGURES[s.figures.index(cell)]), place=place)
