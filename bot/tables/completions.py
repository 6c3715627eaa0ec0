"""Whole legal turns while a line is typed, the best for the mover first.

A position may have thousands of turns, so every letter that is typed pays for a bounded look at
them; what was found is kept for the next letter.

    typed ──draft──> what is said so far ──> Search ──> lines, best first ──words──> choices
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, islice
from typing import Any, NamedTuple

from bot.messages.message import Choice
from rules.drafting import Kind, draft
from rules.english import Names, plain
from rules.errors import Refused
from rules.game import Event, Seat, Step
from rules.play import tried

MOST = 25  # choices that Discord shows
LABEL = 100  # characters of a choice
TRIED = 600  # steps that are tried at a letter
TOLD = 30  # turns that are put into words at a letter, to be compared with what is typed
FOUND = 4000  # turns of a position that are kept
KEPT = 32  # positions of which they are kept

Steps = tuple[Step, ...]


class Place(NamedTuple):
    """Where somebody types: the game, the position as they see it, the players' names."""

    kind: Kind[Any]
    state: Any
    names: Names

    @property
    def actor(self) -> Seat:
        return self.kind.game.actor(self.state)


@dataclass
class Allowance:
    """What a letter may still cost."""

    tries: int = TRIED
    words: int = TOLD


class Completions:
    """What is known of the positions that somebody types at. Only one thread may ask."""

    def __init__(self) -> None:
        self._searches: dict[Any, Search] = {}

    def __len__(self) -> int:
        return len(self._searches)

    def completed(self, place: Place, typed: str) -> list[Choice]:
        """The turns that go on from the typed line, and then those that have all its words in
        them, in English or in notation."""
        left, wanted = Allowance(), plain(typed).split()
        going_on = self._going_on(place, _begun(place, typed) if wanted else None, left)
        found: dict[str, Choice] = {}
        for choice in chain(going_on, self._fitting(place, wanted, left)):
            found.setdefault(choice.value, choice)
            if len(found) == MOST:
                break
        return list(found.values())

    def _going_on(self, place: Place, begun: Steps | None, left: Allowance) -> Iterator[Choice]:
        if begun is not None:
            yield from self._search(place, begun).choices(left)

    def _fitting(self, place: Place, wanted: Sequence[str], left: Allowance) -> Iterator[Choice]:
        for choice in self._search(place, ()).choices(left):
            if _fits(choice, wanted):
                yield choice

    def _search(self, place: Place, begun: Steps) -> Search:
        """What was begun at such a position; the one that nobody asked for longest is let go."""
        key = place.kind.game.key, place.names, place.state, begun
        search = self._searches.pop(key, None) or Search(place, begun)
        self._searches[key] = search
        while len(self._searches) > KEPT:
            del self._searches[next(iter(self._searches))]
        return search


class Search:
    """The whole turns that begin with some steps, as far as they were found."""

    def __init__(self, place: Place, begun: Steps) -> None:
        rules, state = place.kind.game, place.state
        for step in begun:
            state, _ = rules.apply(state, step)
        whole = rules.actor(state) != place.actor
        self._place, self._begun = place, begun
        self._tries = iter([((), state)]) if whole else tried(rules, state)
        self._ways: dict[str, tuple[tuple[int, ...], Steps]] = {}  # with the mover's scores
        self._choices: dict[str, Choice] = {}

    def choices(self, left: Allowance) -> Iterator[Choice]:
        """All turns that can be put into words by now, the best first."""
        self._look(left)
        for line in sorted(self._ways, key=lambda line: self._ways[line][0], reverse=True):
            choice = self._choices.get(line)
            if choice is None and left.words:
                left.words -= 1
                choice = self._choices[line] = self._told(line)
            if choice is not None:
                yield choice

    def _look(self, left: Allowance) -> None:
        """Try some more steps."""
        scores, seat = self._place.kind.game.scores, self._place.actor
        for way in islice(self._tries, left.tries):
            left.tries -= 1
            if way is None:
                continue
            line = " ".join(map(str, (*self._begun, *way[0])))
            if len(line) <= LABEL:
                self._ways[line] = scores(way[1])[seat], way[0]
            if len(self._ways) == FOUND:
                self._tries = iter(())

    def _told(self, line: str) -> Choice:
        """A whole turn in notation, called by what comes of it."""
        place, events, state = self._place, list[Event](), self._place.state
        steps = (*self._begun, *self._ways[line][1])
        for step in steps:
            state, more = place.kind.game.apply(state, step)
            events += more
        story = place.kind.english.story(events, place.names).replace("\n", " ")
        label = story.removeprefix(f"{place.names[place.actor]}: ")
        return Choice(
            place.kind.spelt(steps), label if len(label) <= LABEL else f"{label[: LABEL - 1]}…"
        )


def _begun(place: Place, typed: str) -> Steps | None:
    """What a typed line has said already, with what filled itself in; None: nothing."""
    try:
        drafted = draft(place.kind, place.state, typed)
    except Refused:
        return None
    return drafted.steps if drafted.said else None


def _fits(choice: Choice, wanted: Sequence[str]) -> bool:
    text = f"{choice.label} {choice.value}".casefold()
    return all(word in text for word in wanted)
