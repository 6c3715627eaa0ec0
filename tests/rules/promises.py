"""What every game promises, asked of one random game of it: each returns what is wrong, or nothing.

A game is asked by being registered (test_promises.py); so is the example of docs/new-game.md, and
that with one fault after the other, so that each question is known to be able to fail.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

from rules.drafting import Kind
from rules.game import NATURE, NOBODY, Event, Game, Leave, Seat, Setup, Step
from rules.play import answer, checksum, legal, look, shown
from tests.spoken import Spoken


@dataclass(frozen=True)
class Moment:
    """A row of a game: who spoke, the positions before and after each step of it."""

    seat: Seat
    steps: tuple[tuple[Any, Step, Any, tuple[Event, ...]], ...]

    @property
    def events(self) -> tuple[Event, ...]:
        return tuple(event for *_, events in self.steps for event in events)


def moments(kind: Kind[Any], seats: int, seed: int, s: Any = None) -> Iterator[Moment]:
    """A whole random game, from the opening or from a position on, a few good steps at a time."""
    game, chance, n = kind.game, Random(seed), 0
    s = game.new(Setup(seats)) if s is None else s
    while (seat := game.actor(s)) != NOBODY:
        n += 1
        made = list[tuple[Any, Step, Any, tuple[Event, ...]]]()
        line = answer(game, s, seed.to_bytes(8), n)[0].split() if seat == NATURE else None
        while game.actor(s) == seat and (line is None or len(made) < len(line)):
            step = _chosen(game, s, seat, chance, None if line is None else line[len(made)])
            after, events = game.apply(s, step)
            made.append((s, step, after, tuple(events)))
            s = after
        yield Moment(seat, tuple(made))


def _chosen(game: Any, s: Any, seat: Seat, chance: Random, word: str | None) -> Step:
    options = legal(game, s)
    if word is not None:
        return next(step for step in options if str(step) == word)
    few = chance.choices(options, k=4)
    return max(few, key=lambda step: game.scores(game.apply(s, step)[0])[seat])


def secrets(kind: Kind[Any], seats: int, played: list[Moment]) -> Iterator[str]:
    """Two outcomes of a secret draw look the same to all but one, at once and until chance speaks
    again, and differ in the checksum. A game that says so draws in secret, or its players choose
    so, and no other does."""
    found = False
    for i, moment in enumerate(played):
        if moment.seat != NATURE:
            found |= any(event.only is not None for event in moment.events)
            continue
        for s, *_ in moment.steps:
            outcomes = _outcomes(kind.game, s)
            states = {after for after, _ in outcomes}
            if len({checksum(after) for after in states}) < len(states):
                yield "two positions after a draw have one checksum"
            if any(event.only is not None for _, events in outcomes for event in events):
                found = True
                yield from _told_apart(kind.game, seats, outcomes)
        if found and len(states) > 1 and i + 1 < len(played):
            yield from _told_later(kind.game, seats, list(states), played[i + 1])
    if found != kind.game.hidden_information:
        yield f"hidden_information is {kind.game.hidden_information}, secret draws: {found}"


def _outcomes(game: Game[Any], s: Any) -> list[tuple[Any, list[Event]]]:
    return [game.apply(s, step) for step in dict.fromkeys(legal(game, s))]


def _told_apart(
    game: Game[Any], seats: int, outcomes: list[tuple[Any, list[Event]]]
) -> Iterator[str]:
    """Who can tell these apart: nobody but one seat."""
    knowing = [
        seat
        for seat in (None, *range(seats))
        if len({look(game, after, events, seat) for after, events in outcomes}) > 1
    ]
    if None in knowing or len(knowing) > 1:
        yield "a secret draw is known to more than one seat"
    if len({checksum(after) for after, _ in outcomes}) < len(outcomes):
        yield "two outcomes of a secret draw have one checksum"


def _told_later(game: Game[Any], seats: int, states: list[Any], moment: Moment) -> Iterator[str]:
    """The same after each step of the next turn, where that is legal after both draws."""
    for _, step, _, _ in moment.steps if moment.seat >= 0 else ():
        able = [s for s in states if game.actor(s) == moment.seat and step in legal(game, s)]
        outcomes = [game.apply(s, step) for s in able]
        if len(outcomes) > 1:
            yield from _told_apart(game, seats, outcomes)
        states = [after for after, _ in outcomes]


def views(kind: Kind[Any], seats: int, played: list[Moment]) -> Iterator[str]:
    """What one seat alone sees is seen by no other, and nothing in a game without secrets is
    blanked; a view of a view is the view; what was shown to everybody is in no view hidden."""
    for s in (after for moment in played for *_, after, _ in moment.steps):
        seen = {seat: kind.game.view(s, seat) for seat in (None, *range(seats))}
        if any(kind.game.view(view, seat) != view for seat, view in seen.items()):
            yield "a view of a view is not the view"
        if not kind.game.hidden_information and any(view != s for view in seen.values()):
            yield "something is hidden, and the game does not say so"
        if shown(kind.game, s) and seen[None] != s:
            yield "all is said to be shown, and something is hidden"
        if any(kind.game.actor(view) != kind.game.actor(s) for view in seen.values()):
            yield "in a view somebody else is to speak"


def worlds(kind: Kind[Any], seats: int, played: list[Moment]) -> Iterator[str]:
    """A game in which something is hidden can imagine it: what the seat sees stays, all that is
    used is what it sees, and not always the same comes of it."""
    game, world = kind.game, getattr(kind.game, "world", None)
    if world is None:
        if game.hidden_information:
            yield "something is hidden, and no world can be imagined"
        return
    different = not game.hidden_information
    for i, s in enumerate(after for moment in played for *_, after, _ in moment.steps):
        seat, seen = i % seats, game.view(s, i % seats)
        made = [world(seen, seat, Random(n).choice) for n in range(4)]
        different |= len(set(made)) > 1
        if any(game.view(each, seat) != seen for each in made):
            yield "an imagined world does not look as the seat sees it"
        if world(s, seat, Random(0).choice) != made[0]:
            yield "a world is imagined by what the seat cannot see"
    if not different:
        yield "nothing hidden is ever imagined"


def offhand_turns(kind: Kind[Any], seats: int, played: list[Moment]) -> Iterator[str]:
    """What a game plays offhand is a turn: legal steps, until somebody else is to speak."""
    game: Any = kind.game
    offhand = hasattr(game, "offhand")
    for s in (moment.steps[0][0] for moment in played if offhand and moment.seat >= 0):
        seat, there = game.actor(s), s
        while game.actor(there) == seat:
            step = game.offhand(there)
            if step not in legal(game, there):
                yield "a step that is played offhand is not legal"
                return
            there, _ = game.apply(there, step)


def departures(kind: Kind[Any], seats: int, played: list[Moment]) -> Iterator[str]:
    """Any seat may leave at any moment: it speaks no more, has no score, and the others play on
    to the end."""
    game, chance = kind.game, Random(len(played))
    for moment in chance.sample(played, min(8, len(played))):
        s = chance.choice(moment.steps)[0]
        for seat in (seat for seat, score in enumerate(game.scores(s)) if score):
            try:
                after, events = game.apply(s, Leave(seat))
            except TypeError:
                yield "Leave is not known"
                return
            if game.scores(after)[seat] != () or game.actor(after) == seat:
                yield "who has left has a score, or is still to speak"
            if not Spoken(kind.texts).story(events, NAMES[:seats]):
                yield "nobody is told of a departure"
    yield from _played_on(kind, seats, chance.choice(played).steps[0][0])


def _played_on(kind: Kind[Any], seats: int, s: Any) -> Iterator[str]:
    """After one seat has left."""
    game = kind.game
    after, _ = game.apply(s, Leave(next(i for i, score in enumerate(game.scores(s)) if score)))
    for moment in moments(kind, seats, 7, after):
        last = moment.steps[-1][2]
        if seats > 2 and game.actor(last) == NOBODY and max(game.scores(last)) == ():
            yield "nobody is left at the end"


NAMES = ("Ann", "Ben", "Cy", "Dee", "Eva", "Fay")


def stories(kind: Kind[Any], seats: int, played: list[Moment]) -> Iterator[str]:
    """Every event is told, to its seat if it is for that alone; but for those that the English
    names as told together with others."""
    silent: frozenset[str] = getattr(kind.texts, "untold", frozenset())
    known = set[str]()
    for moment in played:
        if moment.seat >= 0 and not Spoken(kind.texts).story(moment.events, NAMES[:seats]):
            yield "a turn has no story"
        for event in moment.events:
            if event.verb in known | silent:
                continue
            known.add(event.verb)
            if not Spoken(kind.texts).story([event], NAMES[:seats]):
                yield f"`{event.verb}` is not told"


QUESTIONS = (secrets, views, worlds, offhand_turns, departures, stories)
