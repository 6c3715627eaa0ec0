"""The places of a picture that each legal word is about, so players can touch them, in any game.

    c3>d4   c3, d4           the places that the word names, in its order
    c6+e    c6, then f6      and the place that tells it from other words about c6: the log's end
    se      e5, f6           a word without places is about the places of its first event
    n ne    e5, f4           several such words in a row are one way

Each touch leaves only the ways that are about every touched place, until one way is left.
"""

import re
from collections import deque
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cache, lru_cache
from itertools import chain
from typing import Any, NamedTuple

from rules.drafting import Kind
from rules.english import ChoiceGroup, way_name
from rules.game import Event, GameRules, Step, Stop
from rules.play import steps_by_words
from rules.text import NOTHING, Text, notation


class Way(NamedTuple):
    """Words that a touch can say at once."""

    words: tuple[str, ...]
    at: tuple[str, ...]  # the names of its places, from its beginning to its end
    label: Text
    hint: Text  # what it brings


@lru_cache(64)  # people often look at the same position again
def touchable(kind: Kind[Any], s: Any, known: frozenset[str]) -> tuple[Way, ...]:
    """Every offered word of the mover's view, and ways of several words. known: all places."""
    reading = _Touch(kind, s, known)
    single = [way for offer in kind.texts.offers(s) for way in reading.of(offer)]
    return (*single, *reading.further(single))


def enough(game: GameRules[Any], s: Any) -> bool:
    """Whether `.` would complete the turn, as it does at the end of a typed line."""
    seat, step = game.actor(s), steps_by_words(game, s).get(str(Stop()))
    due = step if step in game.legal(s) else None
    while due is not None:
        s, _ = game.apply(s, due)
        due = game.forced_step(s) if game.actor(s) == seat else None
    return game.actor(s) != seat


class _Touch:
    """The search for what can be touched in one position."""

    def __init__(self, kind: Kind[Any], s: Any, known: frozenset[str]) -> None:
        self.game, self.state, self.known = kind.game, s, known
        self.kind, self.seat = kind, kind.game.actor(s)
        self.led_on = cache(self.unnamed)  # many ways lead to the same position

    def of(self, offer: ChoiceGroup) -> Iterator[Way]:
        """The legal ways of a group of choices."""
        steps = steps_by_words(self.game, self.state)
        ways = [
            Way(
                (each.word,),
                self.about(self.state, steps[each.word]),
                way_name(offer, each),
                each.hint,
            )
            for each in offer.ways
            if not each.why
        ]
        for way in ways:
            alike = [other for other in ways if other.at == way.at]
            yield self.apart(way, alike) if way.at and len(alike) > 1 else way

    def about(self, s: Any, step: Step) -> tuple[str, ...]:
        """The places of a step."""
        if isinstance(step, Stop):
            return ()
        return names_in(str(step), self.known) or self.first(self.game.apply(s, step)[1])

    def first(self, events: Iterable[Event]) -> tuple[str, ...]:
        """The places of the first event that has any."""
        return next((at for event in events if (at := self.at(event))), ())

    def at(self, event: Event) -> tuple[str, ...]:
        seen = event.only in (None, self.seat)
        return tuple(name for name in event.at if name in self.known) if seen else ()

    def apart(self, way: Way, alike: Sequence[Way]) -> Way:
        """The way with the places that tell it from others about the same places."""
        others = set(chain.from_iterable(self.reached(x) for x in alike if x is not way))
        own = dict.fromkeys(name for name in self.reached(way) if name not in {*others, *way.at})
        return way._replace(at=(*way.at, *own))

    def reached(self, way: Way) -> list[str]:
        """The places of every event of a way."""
        _, events = self.game.apply(self.state, steps_by_words(self.game, self.state)[way.words[0]])
        return [name for event in events for name in self.at(event)]

    def further(self, single: Sequence[Way]) -> Iterator[Way]:
        """The shortest ways of several words to each further place, to three positions at most."""
        direct, found = {way.at[-1] for way in single if way.at}, dict[str, dict[Any, Way]]()
        for way, after in self.walked([way for way in single if way.at]):
            ends = found.setdefault(way.at[-1], {})
            shortest = not ends or len(next(iter(ends.values())).words) == len(way.words)
            if way.at[-1] not in direct and shortest and len(ends) < 3:
                ends.setdefault(after, way)
        return (way for ends in found.values() for way in ends.values())

    def walked(self, single: Sequence[Way]) -> Iterator[tuple[Way, Any]]:
        """Continue single words up to six, the shortest first, each with the position after it.
        At most 400 steps are tried."""
        steps = steps_by_words(self.game, self.state)
        due = deque((way, self.game.apply(self.state, steps[way.words[0]])[0]) for way in single)
        tried, known = 0, set[tuple[Any, str]]()
        while due and tried < 400:
            way, here = due.popleft()
            mine = self.game.actor(here) == self.seat and len(way.words) < 6
            led = self.led_on(here) if mine else ()
            for step, at, after in (each for each in led if way.at[-1] in each[1][:-1]):
                tried += 1
                there = at[-1]
                words = (*way.words, str(step))
                longer = Way(words, (way.at[0], there), notation(" ".join(words)), NOTHING)
                yield longer, after
                if (after, there) not in known:
                    known.add((after, there))
                    due.append((longer, after))

    def unnamed(self, here: Any) -> list[tuple[Step, tuple[str, ...], Any]]:
        """Each step without places, tried: its first event's places, the position after it."""
        found = []
        for step in self.game.legal(here):
            if not isinstance(step, Stop) and not names_in(str(step), self.known):
                after, events = self.game.apply(here, step)
                found.append((step, self.first(events), after))
        return found


def names_in(word: str, known: Collection[str]) -> tuple[str, ...]:
    """The places that a word names, in order: c3 in `xc3`, b4 and d4 in `b4-d4`.

    A name of letters must be a word of its own, and `a13` does not name a1."""
    if word in known:
        return (word,)
    return tuple(_naming(frozenset(known)).findall(word)) if known else ()


@lru_cache(64)
def _naming(known: frozenset[str]) -> re.Pattern[str]:
    ordered = sorted(map(re.escape, known), key=len, reverse=True)
    parts = (
        rf"\b{name}\b" if name.isalpha() else rf"(?<![0-9]){name}(?![0-9])" for name in ordered
    )
    return re.compile("|".join(parts))
