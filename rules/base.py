"""What most games do alike: a game derives from these and writes only what is its own.

BaseGame says of a game that nothing is hidden, that a turn can be taken back and that it has no
options. BaseEnglish speaks in the game's own words: enough to play by, until somebody writes
better sentences. What is overridden is described in rules.game.Game and rules.english.English.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Generic, TypeVar

from rules.english import Choice, ChoiceGroup, Names, listed
from rules.errors import Unavailable
from rules.game import NATURE, NOBODY, Event, Game, Option, Seat, Setup, Step
from rules.input import Phrases, Words
from rules.play import legal

S = TypeVar("S")


class BaseGame(ABC, Generic[S]):
    """The seat check and the usual metadata. A game gives key, title, letter, fewest and most."""

    key: str
    title: str
    letter: str
    fewest: int
    most: int
    rules_version: int = 1
    options: tuple[Option, ...] = ()
    hidden_information: bool = False
    chance_waits: bool = False
    final: str = ""
    unit: tuple[str, str] = ("point", "points")

    def new(self, setup: Setup) -> S:
        """The opening, for a number of seats that is possible. Raises Unavailable."""
        if not self.fewest <= setup.seats <= self.most:
            seats = f"{self.fewest} to {self.most}" if self.fewest < self.most else f"{self.most}"
            raise Unavailable(f"{self.title} is for {seats} players.")
        return self.opening(setup)

    @abstractmethod
    def opening(self, setup: Setup) -> S:
        """The position before anybody, nature included, has done anything, for so many seats.

        Raises Unavailable when an option is not possible."""

    def view(self, s: S, seat: Seat | None) -> S:
        """Everybody sees everything."""
        return s

    def unknown(self, step: Step) -> TypeError:
        """What `apply` raises for a step of another game."""
        return TypeError(f"{type(step).__name__} is no step of {self.title}")


class BaseEnglish(Generic[S]):
    """Sentences made of the legal words, the scores and the text of the position.

    game: whose English it is; phrases: what people may type besides the words themselves."""

    game: Game[S]
    phrases: Phrases[S] = Phrases()
    squares: str = ""

    def manner(self, s: S) -> str:
        return "Say one of the words that are shown."

    def parse(self, s: S, text: str) -> tuple[Words, str]:
        """A phrase, or else a word of any step that could be said here, legal or not."""
        words, rest = self.phrases.parse(s, text)
        if words:
            return words, rest
        first, _, rest = text.partition(" ")
        known = {str(step).casefold(): str(step) for step in self.game.candidates(s)}
        return ((known[first],), rest) if first in known else ((), text)

    def call(self, s: S) -> str:
        return ""

    def hand(self, s: S, seat: Seat) -> str:
        return ""

    def choices(self, s: S) -> str:
        actor = self.game.actor(s)
        if actor in (NOBODY, NATURE):
            return "The game is over." if actor == NOBODY else "Chance speaks next."
        return f"You can say {listed([f'`{step}`' for step in legal(self.game, s)], 'or')}."

    def summary(self, s: S) -> str:
        return self.choices(s)

    def offers(self, s: S) -> tuple[ChoiceGroup, ...]:
        """Kind by kind of step, in the order of the legal ones."""
        if self.game.actor(s) < 0:
            return ()
        kinds: dict[str, list[Choice]] = {}
        for step in legal(self.game, s):
            kinds.setdefault(type(step).__name__, []).append(Choice(str(step), str(step), ""))
        return tuple(ChoiceGroup(title, tuple(ways)) for title, ways in kinds.items())

    def story(self, events: Sequence[Event], names: Names) -> str:
        """`Ann: bids 3x4.`, a line an event: whose, the verb, where, and the number."""
        return "\n".join(f"{names[e.seat]}: {_deed(e)}." for e in events if e.seat >= 0)

    def standing(self, s: S, names: Names) -> str:
        scores = zip(names, self.game.scores(s), strict=True)
        told = (f"{name} {score[0] if score else 'left'}" for name, score in scores)
        return f"Scores: {' · '.join(told)}."

    def news(self, s: S, names: Names) -> str:
        return ""

    def pieces(self, s: S, names: Names) -> str:
        return str(s)

    def rows(self, s: S, names: Names) -> str:
        return self.pieces(s, names)


def _deed(event: Event) -> str:
    return " ".join([event.verb, *event.at, *([str(event.n)] if event.n else [])])
