"""A game with any number of words: a turn is one of them, and after four turns it is over.

WIDE = (3, 30, 1)    three kinds of words, `a0 a1 a2`, `b0 … b29`, `c0`
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from rules.drafting import Kind
from rules.english import Choice, ChoiceGroup, English, Names
from rules.game import NOBODY, Event, GameRules, Seat, Setup, Step, Vocabulary
from rules.text import NOTHING, Text, notation, sentences

TURNS = 4
ROW = False  # whether each kind asks for a row of buttons


@dataclass(frozen=True, slots=True)
class Wide:
    """The words said so far."""

    said: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Word(Step):
    word: str

    def __str__(self) -> str:
        return self.word


class WideGame(GameRules[Wide]):
    key, title, letter = "wide", "Wide", "W"
    fewest, most = 2, 2

    def __init__(self, shape: Sequence[int]) -> None:
        self.kinds = [[f"{_kind(i)}{k}" for k in range(n)] for i, n in enumerate(shape)]
        self.steps = Vocabulary(Word(word) for kind in self.kinds for word in kind)

    def opening(self, setup: Setup) -> Wide:
        return Wide()

    def actor(self, s: Wide) -> Seat:
        return NOBODY if len(s.said) == TURNS else len(s.said) % 2

    def candidates(self, s: Wide) -> Sequence[Step]:
        return self.steps

    def why_not(self, s: Wide, step: Step) -> Text | None:
        return Text("the game is over") if self.actor(s) == NOBODY else None

    def apply(self, s: Wide, step: Step) -> tuple[Wide, list[Event]]:
        return replace(s, said=(*s.said, str(step))), [Event("says", self.actor(s), (str(step),))]

    def scores(self, s: Wide) -> tuple[tuple[int, ...], ...]:
        return ((0,), (0,))


class WideEnglish(English[Wide]):
    """One offer for each kind; a kind without words is closed."""

    game: WideGame

    squares = Text("There are no squares.")

    def manner(self, s: Wide) -> Text:
        return Text("Say one word.")

    def __init__(self, game: WideGame) -> None:
        self.game = game

    def parse(self, s: Wide, text: str) -> tuple[tuple[str, ...], str]:
        word, _, rest = text.partition(" ")
        return (word,), rest

    def choices(self, s: Wide) -> Text:
        return NOTHING

    def offers(self, s: Wide) -> tuple[ChoiceGroup, ...]:
        return tuple(
            ChoiceGroup(
                Text("Kind {i}", i=i),
                tuple(Choice(w, notation(w.upper()), Text("says {w}", w=w)) for w in kind),
                Text("none is left"),
                ROW,
            )
            for i, kind in enumerate(self.game.kinds)
        )

    def story(self, events: Sequence[Event], names: Names) -> Text:
        told = (sentences(names[e.seat], e.verb, *e.at) for e in events)
        return sentences(*(Text("{told}.", told=each) for each in told))

    def standing(self, s: Wide, names: Names) -> Text:
        return sentences(*s.said)

    news = pieces = rows = standing


def _kind(i: int) -> str:
    """`a` to `z`, then `za`, `zb` …"""
    return "z" * (i // 26) + chr(97 + i % 26)


def wide(*shape: int) -> Kind[Wide]:
    """A game with this number of words of each kind."""
    game = WideGame(shape)
    return Kind(game, WideEnglish(game))
