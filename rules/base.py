"""What most games do alike: a game derives from these and writes only what is its own.

BaseGame says of a game that nothing is hidden, that a turn can be taken back and that it has no
options. BaseEnglish speaks in the game's own words: enough to play by, until somebody writes
better sentences. What is overridden is described in rules.game.Game and rules.english.English.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Generic, Self, TypeVar

from rules.english import (
    ASKING,
    BETWEEN,
    IDLE,
    OPENING,
    OURS,
    QUIET,
    Brief,
    Choice,
    ChoiceGroup,
    Names,
    plain,
)
from rules.errors import Unavailable
from rules.game import NATURE, NO_OPTIONS, NOBODY, Event, Game, Option, Seat, Setup, Step
from rules.input import Phrases, Words
from rules.play import legal
from rules.text import NOTHING, Code, Joined, Listed, Plural, Text, lines, notation
from rules.voice import Argument

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
    final: Text = NOTHING

    def new(self, setup: Setup) -> S:
        """The opening, for a number of seats that is possible. Raises Unavailable."""
        if not self.fewest <= setup.seats <= self.most:
            raise Unavailable(self._seats())
        return self.opening(setup)

    def _seats(self) -> Text:
        if self.fewest == self.most:
            return Text("{game} is for {n} players.", game=self.title, n=self.most)
        return Text(
            "{game} is for {fewest} to {most} players.",
            game=self.title,
            fewest=self.fewest,
            most=self.most,
        )

    @abstractmethod
    def opening(self, setup: Setup) -> S:
        """The position before anybody, nature included, has done anything, for so many seats.

        Raises Unavailable when an option is not possible."""

    def unit(self, n: int) -> Text:
        """So many points."""
        return Plural("{n} point", "{n} points", n=n)

    def view(self, s: S, seat: Seat | None) -> S:
        """Everybody sees everything."""
        return s

    def unknown(self, step: Step) -> TypeError:
        """What `apply` raises for a step of another game."""
        return TypeError(f"{type(step).__name__} is no step of {self.title}")


class BaseEnglish(Generic[S]):
    """Sentences made of the legal words, the scores and the text of the position.

    game: whose English it is; phrases: what people may type besides the words themselves;
    between, idle, opening, asking: of its language, see rules.input.Language."""

    game: Game[S]
    phrases: Phrases[S] = Phrases()
    squares: Text = NOTHING
    slips: Mapping[str, str] = NO_OPTIONS
    between: tuple[str, ...] = BETWEEN
    idle: tuple[str, ...] = IDLE
    opening: str = OPENING
    asking: str = ASKING

    def lettered(self, letters: Sequence[str]) -> Self:
        """Nothing of it speaks of letters."""
        return self

    def spelt(self, word: str) -> str:
        return word

    def plain(self, text: str) -> str:
        bare = plain(text, self.between, self.idle, self.opening)
        return bare or plain(text, self.between)  # courtesies alone are no empty line

    def manner(self, s: S) -> Text:
        return Text("Say one of the words that are shown.")

    def parse(self, s: S, text: str) -> tuple[Words, str]:
        """A phrase, or else a word of any step that could be said here, legal or not."""
        words, rest = self.phrases.parse(s, text)
        if words:
            return words, rest
        first, _, rest = text.partition(" ")
        known = {str(step).casefold(): str(step) for step in self.game.candidates(s)}
        return ((known[first],), rest) if first in known else ((), text)

    def phrased(self, s: S, step: Step) -> Words:
        return ()

    def call(self, s: S) -> Text:
        return NOTHING

    def hand(self, s: S, seat: Seat) -> Text:
        return NOTHING

    def hands(self, s: S, names: Names) -> Text:
        return NOTHING

    def choices(self, s: S) -> Text:
        match self.game.actor(s):
            case actor if actor == NOBODY:
                return Text("The game is over.")
            case actor if actor == NATURE:
                return Text("Chance speaks next.")
        words = [Code(str(step)) for step in legal(self.game, s)]
        return Text("You can say {words}.", words=Listed(words, "or"))

    def summary(self, s: S) -> Text:
        return self.choices(s)

    def offers(self, s: S) -> tuple[ChoiceGroup, ...]:
        """Kind by kind of step, in the order of the legal ones."""
        if self.game.actor(s) < 0:
            return ()
        kinds: dict[str, list[Choice]] = {}
        for step in legal(self.game, s):
            way = Choice(str(step), notation(str(step)), NOTHING)
            kinds.setdefault(type(step).__name__, []).append(way)
        return tuple(ChoiceGroup(notation(title), tuple(ways)) for title, ways in kinds.items())

    def story(self, events: Sequence[Event], names: Names) -> Text:
        """`Ann: bids 3x4.`, a line an event: whose, the verb, where, and the number."""
        return lines(
            *(
                Text("{name}: {deed}.", name=names[e.seat], deed=_deed(e))
                for e in events
                if e.seat >= 0
            )
        )

    def brief(self, s: S, events: Sequence[Event], names: Names, reader: Seat) -> Brief:
        """In a row, a name before what is of one player; a turn of somebody else that did something
        to the reader matters to them."""
        told = [e for e in events if e.seat >= 0]
        if not told:
            return Brief(NOTHING)
        ours = told[0].seat != reader and any(e.seat == reader for e in told)
        each = groupby(told, lambda e: e.seat)
        said = Joined(
            " · ",
            (
                Text("{name}: {deeds}", name=names[seat], deeds=Joined(", ", map(_deed, deeds)))
                for seat, deeds in each
            ),
        )
        return Brief(said, OURS if ours else QUIET)

    def primer(self, s: S) -> Text:
        return NOTHING

    def standing(self, s: S, names: Names) -> Text:
        scores = zip(names, self.game.scores(s), strict=True)
        told = (_score(name, score) for name, score in scores)
        return Text("Scores: {scores}.", scores=Joined(" · ", told))

    def news(self, s: S, names: Names) -> Text:
        return NOTHING

    def pieces(self, s: S, names: Names) -> Text:
        return notation(str(s))

    def rows(self, s: S, names: Names) -> Text:
        return self.pieces(s, names)


def _score(name: Argument, score: tuple[int, ...]) -> Text:
    return Text("{name} {n}", name=name, n=score[0]) if score else Text("{name} left", name=name)


def _deed(event: Event) -> str:
    return " ".join([event.verb, *event.at, *([str(event.n)] if event.n else [])])
