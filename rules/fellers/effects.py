"""What a legal step of Forest Fellers does, and the facts that come of it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rules.fellers.moving import Afloat, ahead, entering
from rules.fellers.position import (
    ABSENT,
    FIGURES,
    HAND,
    HOME,
    JOKER,
    NONE,
    ROUNDS,
    Passed,
    Phase,
    Position,
    all_home,
    where,
    worth,
)
from rules.fellers.river import OFF, STILL, Course
from rules.fellers.steps import Draw, Enter, Float, Go, Pick, Play
from rules.game import NATURE, Event, Leave, Seat, Step, Stop, put

Outcome = tuple[Position, list[Event]]


def apply(s: Position, step: Step) -> Outcome:
    """The position after a legal step, and its events; nature's choice of a course aside."""
    match step:
        case Draw(card):
            return _draw(s, card)
        case Play(card):
            return _play(s, card)
        case Pick(code):
            return _take_up(s, FIGURES.index(code))
        case Enter(cell):
            return _enter(s, cell)
        case Go(direction):
            return _go(s, direction)
        case Float(thing):
            return _float(s, thing)
        case Leave(seat):
            return _leave(s, seat)
        case Stop():
            return _currents(s, [])
    raise TypeError(f"{type(step).__name__} is no step of Forest Fellers")


def set_out(s: Position, course: Course) -> Position:
    """A log on every marked space (Forest Fellers rules, Preparation), and the deal begins."""
    return s._replace(course=course, logs=course.marked, phase=Phase.DEAL, mover=_first(s))


def choose(s: Position, course: Course) -> Outcome:
    """Nature has chosen the course."""
    return set_out(s, course), [Event("chooses", NATURE, tuple(course.title.split("+")))]


def _draw(s: Position, card: str) -> Outcome:
    """A card for the mover. When it was the last one, their discards are their deck at once, the
    card of this turn among them (Forest Fellers rules, Draw Cards)."""
    seat = s.mover
    hand, deck = _with(s.hands[seat], card), _without(s.decks[seat], card)
    events = [Event("draws", seat, (), len(hand)), Event("gets", seat, (card,), only=seat)]
    discards = s.discards[seat]
    if not deck:
        deck, discards = discards, ()
        events.append(Event("reshuffles", seat))
    s = _cards(s, seat, hand, deck, discards)
    if len(hand) < HAND:
        return s, events
    return _dealt(s, events) if s.phase is Phase.DEAL else _next_turn(s, events)


def _dealt(s: Position, events: list[Event]) -> Outcome:
    """The next seat is dealt to; after the last one the first turn begins."""
    if (seat := _next(s)) is not None:
        return s._replace(mover=seat), events
    return s._replace(mover=_first(s), phase=Phase.PLAY), events


def _play(s: Position, card: str) -> Outcome:
    """The card goes face up onto the discards. A joker, or the card of a lumberjack that is
    home, is for another one that the mover names."""
    hand, discards = _without(s.hands[s.mover], card), _with(s.discards[s.mover], card)
    s = _cards(s, s.mover, hand, s.decks[s.mover], discards)._replace(card=card)
    own = NONE if card == JOKER else FIGURES.index(card[:2])
    if own == NONE or s.figures[own] == HOME:
        return s._replace(phase=Phase.PICK), []
    return _take_up(s, own)


def _take_up(s: Position, figure: int) -> Outcome:
    """It is known whom the card moves."""
    moving = s._replace(phase=Phase.MOVE, figure=figure, steps=worth(s.card))
    return moving, [Event("plays", s.mover, (s.card, FIGURES[figure]))]


def _enter(s: Position, cell: int) -> Outcome:
    """The first step, from the shore; a thing on the start space is shoved downstream."""
    river = Afloat(s)
    row = entering(river.course, river.taken, cell)
    river.tell("enters", FIGURES[s.figure], river.name(cell))
    river.shove(row)
    river.figures[s.figure] = cell
    return _stepped(s, river)


def _go(s: Position, direction: int) -> Outcome:
    river, here, code = Afloat(s), s.figures[s.figure], FIGURES[s.figure]
    row = ahead(river.course, river.taken, here, direction)
    river.tell("steps", code, river.name(here), river.name(row[0]))
    river.shove(row)
    river.shift(here, row[0])
    river.arrives(code, here, row[0])
    return _stepped(s, river)


def _stepped(s: Position, river: Afloat) -> Outcome:
    """A step costs one; with the last one, or off the board, the move is over."""
    s = _settled(s, river, steps=s.steps - 1, moved=True, pending=())
    if all_home(s, s.mover):
        return _win(s, river.events)
    if s.steps and s.figures[s.figure] != HOME:
        return s, river.events
    return _currents(s, river.events)


def _settled(s: Position, river: Afloat, **besides: Any) -> Position:
    """Everything is where it has come to. besides: what else has changed."""
    return s._replace(figures=tuple(river.figures), logs=tuple(sorted(river.logs)), **besides)


def _currents(s: Position, events: list[Event]) -> Outcome:
    """The move is over: whatever is on a current has to try to float."""
    assert s.course is not None, "nobody moves before there is a course"
    if not s.moved:
        events.append(Event("stays", s.mover, (FIGURES[s.figure],)))
    currents = s.course.currents
    pending = sorted(at for at in (*s.figures, *s.logs) if at >= 0 and currents[at] != STILL)
    return _next_float(s, events, steps=0, pending=tuple(pending))


def _float(s: Position, thing: str) -> Outcome:
    """One thing floats."""
    river, start = Afloat(s), where(s, thing)
    river.float(start)
    there = _settled(s, river, pending=tuple(sorted(river.pending)))
    if all_home(there, s.mover):
        return _win(there, river.events)
    if river.moves:
        there = _once_round(s, there, start, river)
    return _next_float(there, river.events, pending=there.pending)


def _once_round(s: Position, there: Position, start: int, river: Afloat) -> Position:
    """When everything is where it was before in the same phase, what has floated since then
    floats no more (our ruling). An arrangement that something has left for good is forgotten, so
    that two orders of floats which end alike are alike."""
    eddies = river.course.eddies
    if any(to == OFF or eddies[here] != eddies[to] for here, to in river.moves):
        return there._replace(passed=frozenset())
    been = {(s.figures, s.logs): frozenset[int]()}
    been |= {(old.figures, old.logs): old.floated for old in s.passed}
    been = {old: _carried(cells | {start}, river.moves) for old, cells in been.items()}
    done = been.get((there.figures, there.logs), frozenset())
    return there._replace(
        pending=tuple(at for at in there.pending if at not in done),
        passed=frozenset(Passed(*old, cells) for old, cells in been.items()),
    )


def _carried(cells: frozenset[int], moves: Iterable[tuple[int, int]]) -> frozenset[int]:
    """Where the things on these cells are after some moves."""
    for here, to in moves:
        if here in cells:
            cells = cells - {here} | {to}
    return cells


def _next_float(
    s: Position, events: list[Event], *, pending: tuple[int, ...], **besides: Any
) -> Outcome:
    """The mover says what floats next, or, when nothing is left to float, they draw. besides:
    what else has changed."""
    if pending:
        return s._replace(phase=Phase.FLOAT, pending=pending, **besides), events
    return s._replace(phase=Phase.DRAW, pending=(), passed=frozenset(), **besides), events


def _next_turn(s: Position, events: list[Event]) -> Outcome:
    """The turn of the next seat, or the end: after the last round (our ruling), or because all
    of that seat's are home already (Forest Fellers rules, Game End)."""
    s, seat = _cleared(s), _next(s)
    if seat is None and s.round == ROUNDS:
        return s._replace(phase=Phase.OVER), [*events, Event("ends", s.mover)]
    if seat is None:
        seat, s = _first(s), s._replace(round=s.round + 1)
    s = s._replace(mover=seat, phase=Phase.PLAY)
    if all_home(s, seat):
        return _win(s, events)
    return s, events


def _win(s: Position, events: list[Event]) -> Outcome:
    won = _cleared(s)._replace(phase=Phase.OVER, winner=s.mover)
    return won, [*events, Event("wins", s.mover)]


def _leave(s: Position, seat: Seat) -> Outcome:
    """The lumberjacks are taken off the river, and the cards leave the game. A turn under way
    ends as it is, and the last one left has nobody to race with (our ruling)."""
    figures = tuple(
        ABSENT if owner == seat else at for at, owner in zip(s.figures, s.owners, strict=True)
    )
    left = tuple(gone or i == seat for i, gone in enumerate(s.left))
    pending = tuple(at for at in s.pending if at in figures or at in s.logs)
    s = _cards(s._replace(pending=pending, passed=frozenset()), seat, (), (), ())
    s = s._replace(figures=figures, left=left)
    events = [Event("leaves", seat)]
    if left.count(False) == 1:
        return _cleared(s)._replace(phase=Phase.OVER), events
    if s.phase is Phase.FLOAT and seat != s.mover:
        return _next_float(s, events, pending=s.pending)
    if s.phase is Phase.COURSE or seat != s.mover:
        return s, events
    return _dealt(s, events) if s.phase is Phase.DEAL else _next_turn(s, events)


def _cleared(s: Position) -> Position:
    """Nothing of the turn is left."""
    return s._replace(card="", figure=NONE, steps=0, moved=False, pending=(), passed=frozenset())


def _next(s: Position) -> Seat | None:
    """The next seat of this round that is still there, or None: the round is over."""
    later = range(s.mover + 1, len(s.left))
    return next((seat for seat in later if not s.left[seat]), None)


def _first(s: Position) -> Seat:
    """The seat that begins a round: the first of the original order that is still there."""
    return s.left.index(False)


def _cards(
    s: Position, seat: Seat, hand: tuple[str, ...], deck: tuple[str, ...], gone: tuple[str, ...]
) -> Position:
    """The position with other cards for one seat."""
    return s._replace(
        hands=put(s.hands, seat, hand),
        decks=put(s.decks, seat, deck),
        discards=put(s.discards, seat, gone),
    )


def _with(bag: tuple[str, ...], card: str) -> tuple[str, ...]:
    return tuple(sorted((*bag, card)))


def _without(bag: tuple[str, ...], card: str) -> tuple[str, ...]:
    at = bag.index(card)
    return bag[:at] + bag[at + 1 :]
