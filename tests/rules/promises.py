"""The promises of every game, asked of one random game of it: each returns the faults, if any."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from functools import cache
from random import Random
from typing import Any, TypeVar

from rules.drafting import Kind
from rules.game import NATURE, NOBODY, Event, GameRules, Leave, Seat, Setup, Step
from rules.play import Seen, answer, look
from tests.spoken import Spoken

ASKED = 600  # candidates of a game whose reasons are asked for
Part = TypeVar("Part")
Outcome = tuple[Any, list[Event]]  # a position, and the events that have led to it


@dataclass(frozen=True)
class Moment:
    """A row of a game: who spoke, the positions before and after each step of it."""

    seat: Seat
    steps: tuple[tuple[Any, Step, Any, tuple[Event, ...]], ...]

    @property
    def before(self) -> Any:
        return self.steps[0][0]

    @property
    def after(self) -> Any:
        return self.steps[-1][2]

    @property
    def line(self) -> str:
        return " ".join(str(step) for _, step, *_ in self.steps)

    @property
    def events(self) -> tuple[Event, ...]:
        return tuple(event for *_, events in self.steps for event in events)


@cache
def whole_game(kind: Kind[Any], seats: int) -> list[Moment]:
    """The same random game of so many for every question."""
    return list(moments(kind, seats, seats))


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
    options: list[Step] = game.legal(s)
    if word is not None:
        return next(step for step in options if str(step) == word)
    few = chance.choices(options, k=4)
    return max(few, key=lambda step: game.comparable(game.apply(s, step)[0])[seat])


def _some(played: list[Part], n: int) -> list[Part]:
    """At most this many of a game, spread all over it."""
    return played[:: len(played) // n + 1]


def secrets(kind: Kind[Any], seats: int, played: list[Moment]) -> Iterator[str]:
    """A secret draw or choice is known to one seat only, at once and until chance speaks again; and
    no event tells anything that a view hides. Only a game that says so has secrets."""
    if not kind.game.hidden_information:
        if any(event.only is not None for moment in played for event in moment.events):
            yield "one seat alone is told something, and the game does not say so"
        return
    for moment in _some(played, 12):
        for s, said, *_ in moment.steps:
            yield from _told_of(kind.game, seats, _outcomes(kind.game, s, said))
    for moment, after in _some([*zip(played, [*played[1:], None], strict=True)], 40):
        outcomes = _outcomes(kind.game, *moment.steps[-1][:2])
        if _secret(kind.game, outcomes):
            yield from _told_apart(kind.game, seats, outcomes)
            yield from _told_later(kind.game, seats, outcomes, after)


def _outcomes(game: GameRules[Any], s: Any, said: Step) -> list[Outcome]:
    """The other things that could have been said in this way, with their results."""
    steps = dict.fromkeys(step for step in game.legal(s) if type(step) is type(said))
    return [game.apply(s, step) for step in steps]


def _secret(game: GameRules[Any], outcomes: list[Outcome]) -> bool:
    """Each is known to one seat only, or a stranger cannot see which it was."""
    states = {after for after, _ in outcomes}
    alone = all(any(event.only is not None for event in events) for _, events in outcomes)
    return len(states) > 1 and (alone or len({game.view(s, None) for s in states}) == 1)


def _told_of(game: GameRules[Any], seats: int, outcomes: list[Outcome]) -> Iterator[str]:
    """Outcomes that look the same afterwards had the same events."""
    for seat in (None, *range(seats)):
        seen = {look(game, after, events, seat) for after, events in outcomes}
        if len({each.state for each in seen}) < len(seen):
            yield "an event tells what a view hides"


def _told_apart(game: GameRules[Any], seats: int, outcomes: list[Outcome]) -> Iterator[str]:
    """Whether only one seat can tell these apart."""
    knowing = [
        seat
        for seat in (None, *range(seats))
        if len({look(game, after, events, seat) for after, events in outcomes}) > 1
    ]
    if None in knowing or len(knowing) > 1:
        yield "a secret is known to more than one seat"


def _told_later(
    game: GameRules[Any], seats: int, outcomes: list[Outcome], moment: Moment | None
) -> Iterator[str]:
    """The same after each step of the next turn, where that is legal whichever it was."""
    states = [after for after, _ in outcomes]
    seat, steps = (moment.seat, moment.steps) if moment else (NOBODY, ())
    for _, step, _, _ in steps if seat >= 0 else ():
        able = [s for s in states if game.actor(s) == seat and step in game.legal(s)]
        outcomes = [game.apply(s, step) for s in able]
        if len(outcomes) > 1:
            yield from _told_apart(game, seats, outcomes)
        states = [after for after, _ in outcomes]


def checksums(kind: Kind[Any], seats: int, played: list[Moment]) -> Iterator[str]:
    """Different positions have different checksums, also if they differ only in one part, or in the
    last word of chance or a player."""
    ends = [moment.steps[-1][2] for moment in played]
    last = (
        _outcomes(kind.game, *moment.steps[-1][:2]) for moment in played[:: len(played) // 9 + 1]
    )
    others = [after for outcomes in last for after, _ in outcomes]
    known: dict[str, Any] = {}
    if any(known.setdefault(str(s), s) != s for s in (*ends, *others)):
        yield "two positions have one checksum"
    for name in _parts(ends[0]):
        values = {getattr(s, name): s for s in ends}
        for other in [s for value, s in values.items() if value != getattr(ends[0], name)][:1]:
            if str(_replaced(ends[0], name, getattr(other, name))) == str(ends[0]):
                yield f"the checksum omits `{name}`"


def _parts(s: Any) -> Sequence[str]:
    """The names of a position's parts, if it is a named tuple or a dataclass."""
    if is_dataclass(s):
        return [each.name for each in fields(s) if each.compare and each.init]
    return getattr(s, "_fields", ())


def _replaced(s: Any, name: str, value: Any) -> Any:
    changed: Callable[..., Any] = replace if is_dataclass(s) else type(s)._replace
    return changed(s, **{name: value})


def views(kind: Kind[Any], seats: int, played: list[Moment]) -> Iterator[str]:
    """A view of a view is the view; no view hides public events. Only a game that says so hides
    something, of nobody more than of the others."""
    hidden = False
    for s in _positions(_some(played, 40)):
        seen = {seat: kind.game.view(s, seat) for seat in (None, *range(seats))}
        hidden |= any(view != s for view in seen.values())
        if any(kind.game.view(view, seat) != view for seat, view in seen.items()):
            yield "a view of a view is not the view"
        if kind.game.secrets_known(s) and seen[None] != s:
            yield "all is said to be shown, and something is hidden"
        if any(kind.game.actor(view) != kind.game.actor(s) for view in seen.values()):
            yield "in a view somebody else is to speak"
    if hidden != kind.game.hidden_information:
        yield f"hidden_information is {not hidden}, something is hidden: {hidden}"
    if _exposed(kind, seats, played):
        yield "what one seat holds is shown to everybody"


def _positions(played: list[Moment]) -> Iterator[Any]:
    return (after for moment in played for *_, after, _ in moment.steps)


def _exposed(kind: Kind[Any], seats: int, played: list[Moment]) -> set[Seat]:
    """The seats that never see more than a stranger, if most do. Luck may have it so in one
    game."""
    exposed = set(range(seats))
    for seed in range(5):
        for s in _positions(_some(played, 40)):
            stranger = kind.game.view(s, None)
            exposed -= {seat for seat in exposed if kind.game.view(s, seat) != stranger}
        if not 0 < len(exposed) < seats / 2:
            return set()
        played = list(moments(kind, seats, seed))
    return exposed


def worlds(kind: Kind[Any], seats: int, played: list[Moment]) -> Iterator[str]:
    """A game in which something is hidden can imagine it: the view of the seat stays, only that
    view is used, and the result is not always the same."""
    game = kind.game
    different = not game.hidden_information
    for i, s in enumerate(_positions(_some(played, 40))):
        seat, seen = i % seats, game.view(s, i % seats)
        made = [game.world(seen, seat, Random(n).choice) for n in range(4)]
        different |= len(set(made)) > 1
        if any(game.view(each, seat) != seen for each in made):
            yield "an imagined world does not look as the seat sees it"
        if game.world(s, seat, Random(0).choice) != made[0]:
            yield "a world is imagined by what the seat cannot see"
    if not different:
        yield "nothing hidden is ever imagined"


def offhand_turns(kind: Kind[Any], seats: int, played: list[Moment]) -> Iterator[str]:
    """A game's offhand turn is a turn: legal steps, until somebody else is to speak."""
    game = kind.game
    for s in (moment.before for moment in _some(played, 40) if moment.seat >= 0):
        seat, there = game.actor(s), s
        while game.actor(there) == seat and (step := game.offhand(there)) is not None:
            if step not in game.legal(there):
                yield "a step that is played offhand is not legal"
                return
            there, _ = game.apply(there, step)


def legality(kind: Kind[Any], seats: int, played: list[Moment]) -> Iterator[str]:
    """A legal step has no reason against it, and nothing else is legal; neither that nor anybody's
    view of it depends on anything hidden from its player."""
    game = kind.game
    patience = ASKED
    chance = Random(1)
    for s, *_ in (chance.choice(m.steps) for m in chance.sample(played, len(played))):
        steps = list(game.candidates(s)) if patience > 0 else []
        patience -= len(steps)
        if steps and game.legal(s) != [x for x in steps if game.why_not(s, x) is None]:
            yield "a step without a reason against it isn't legal, or the reverse"
    for moment in _some(played, 12):
        for s, step, after, events in moment.steps:
            for seat in range(seats) if moment.seat >= 0 else ():
                yield from _independent(game, s, step, look(game, after, events, seat))


def _independent(game: GameRules[Any], s: Any, step: Step, seen: Seen[Any]) -> Iterator[str]:
    """The same in any position that looks the same to that seat."""
    seat, mine = seen.seat, game.view(s, seen.seat)
    alike = [mine] if seat == game.actor(s) and mine != s else []
    if seat is not None:
        alike += [game.world(mine, seat, Random(n).choice) for n in range(2)]
    for other in alike:
        if seat == game.actor(s) and game.legal(other) != game.legal(s):
            yield "a step's legality depends on something that its player can't see"
        elif step in game.legal(other) and look(game, *game.apply(other, step), seat) != seen:
            yield "a sentence tells somebody something that they can't see"


def departures(kind: Kind[Any], seats: int, played: list[Moment]) -> Iterator[str]:
    """Any seat may leave at any moment: it no longer speaks, has no score, and the others play on
    to the end, until one is left."""
    game, chance = kind.game, Random(len(played))
    for moment in chance.sample(played, min(8, len(played))):
        s = chance.choice(moment.steps)[0]
        for seat in _here(game, s):
            try:
                after, events = game.apply(s, Leave(seat))
            except TypeError:
                yield "Leave is not known"
                return
            if game.scores(after)[seat] != () or game.actor(after) == seat:
                yield "who has left has a score, or is still to speak"
            if not Spoken(kind.texts).story(events, NAMES[:seats]):
                yield "nobody is told of a departure"
        yield from _one_by_one(game, s, chance)
    yield from _played_on(kind, seats, chance.choice(played).steps[0][0])


def _here(game: GameRules[Any], s: Any) -> list[Seat]:
    return [seat for seat, score in enumerate(game.scores(s)) if score]


def _one_by_one(game: GameRules[Any], s: Any, chance: Random) -> Iterator[str]:
    """Let all leave but one."""
    here = _here(game, s)
    chance.shuffle(here)
    for seat in here[1:]:
        if game.actor(s) != NOBODY:
            s, _ = game.apply(s, Leave(seat))
    if game.actor(s) != NOBODY:
        yield "one player is left, and the game continues"


def _played_on(kind: Kind[Any], seats: int, s: Any) -> Iterator[str]:
    """Play on after one seat has left."""
    game = kind.game
    after, _ = game.apply(s, Leave(_here(game, s)[0]))
    for moment in moments(kind, seats, 7, after):
        last = moment.steps[-1][2]
        if seats > 2 and game.actor(last) == NOBODY and max(game.scores(last)) == ():
            yield "nobody is left at the end"


NAMES = ("Ann", "Ben", "Cy", "Dee", "Eva", "Fay", "Gus")


def stories(kind: Kind[Any], seats: int, played: list[Moment]) -> Iterator[str]:
    """Every event has a sentence, for its seat if it is only for that; but for those that the
    English names as parts of others."""
    silent = kind.texts.untold
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


QUESTIONS = (secrets, checksums, views, worlds, legality, offhand_turns, departures, stories)
