"""Positions of every game, in every phase with a player to move, as that player sees them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Any

from rules import GAMES
from rules.drafting import Kind
from rules.game import NATURE
from rules.logjam.position import Phase as Jam
from rules.play import steps_by_words
from tests.rules import boards
from tests.rules.games import positions
from tests.rules.promises import moments
from tests.rules.races import race
from tests.rules.rivers_of_logs import scattered, whole_game

ONE_IN = 7  # positions of a long game


@dataclass(frozen=True)
class Places:
    """A kind of game, its positions by phase, and some of its words."""

    kind: Kind[Any]
    by_phase: dict[str, list[Any]]

    def some(self, n: int) -> Iterator[Any]:
        """So many positions of each phase."""
        chance = Random(8)
        for found in self.by_phase.values():
            yield from chance.sample(found, min(n, len(found)))

    @property
    def words(self) -> list[str]:
        """Words of all phases, many of them at the wrong time."""
        lists = (steps_by_words(self.kind.game, found[0]) for found in self.by_phase.values())
        chance = Random(5)
        some = [chance.sample(list(known), min(400, len(known))) for known in lists]
        few = (map(str, self.kind.game.legal(found[0])) for found in self.by_phase.values())
        return list(dict.fromkeys(word for words in (*some, *few) for word in words))


def logger() -> Iterator[Any]:
    """Whole games, and turns on boards that no game has seen."""
    for seed in range(6):
        yield from positions(2 + seed % 3, seed)
    for chance in map(Random, range(40)):
        s = boards.scattered(chance, chance.randrange(2, 5), crowd=chance.uniform(0.1, 0.9))
        seat = s.mover
        while boards.LOGGER.actor(s) == seat:
            yield s
            s, _ = boards.LOGGER.apply(s, chance.choice(boards.LOGGER.legal(s)))


def logjam(setup: str) -> Iterator[Any]:
    """Whole games on small boards; with the quick set-up also crowded rivers and sendings back."""
    for seed in range(3):
        options = {"setup": setup, "board": "6x8", "logs": "2233"}
        for n, (before, *_, after) in enumerate(whole_game(2 + seed, seed, **options)):
            if n < 40 or n % ONE_IN == 0 or after.phase is Jam.OVER:
                yield from (before, after)
    if setup == "quick":
        yield from crowded()


def crowded() -> Iterator[Any]:
    rules = GAMES["logjam"].game
    for seed in range(60):
        s = scattered(Random(seed), 2 + seed % 5)
        yield s
        there = (rules.apply(s, step)[0] for step in rules.legal(s))
        yield from (t for t in there if t.phase is Jam.RETURN)


def fellers() -> Iterator[Any]:
    for seats, course in ((2, "A+H"), (3, "D+F"), (5, "B+E+G+K")):
        for n, said in enumerate(race(seats, course, seats)):
            s = said.after
            if n % ONE_IN == 0 or str(s.phase) in ("float", "pick", "over"):
                yield GAMES["fellers"].game.view(s, s.mover)


@cache
def everywhere() -> dict[str, Places]:
    """By game; Logjam once more with its classic set-up."""
    found = {
        "logger": ("logger", logger()),
        "logjam": ("logjam", logjam("quick")),
        "logjam classic": ("logjam", logjam("classic")),
        "fellers": ("fellers", fellers()),
    }
    others = {key: (key, anywhere(kind)) for key, kind in GAMES.items() if key not in found}
    return {name: by_phase(GAMES[key], at) for name, (key, at) in (found | others).items()}


def anywhere(kind: Kind[Any]) -> Iterator[Any]:
    """Positions of a game, by its protocol only, as the mover sees them."""
    game = kind.game
    for seed in range(4):
        for moment in moments(kind, game.fewest + seed % (game.most - game.fewest + 1), seed):
            for before, _, after, _ in moment.steps:
                for s in (before, after):
                    yield game.view(s, seat) if (seat := game.actor(s)) >= 0 else s


def by_phase(kind: Kind[Any], states: Iterator[Any]) -> Places:
    found: dict[str, list[Any]] = {}
    for s in states:
        if kind.game.actor(s) != NATURE:
            found.setdefault(_phase(kind, s), []).append(s)
    return Places(kind, found)


def _phase(kind: Kind[Any], s: Any) -> str:
    """The phase due: the position says it, or else the kinds of steps that are legal."""
    kinds = sorted({type(step).__name__ for step in kind.game.legal(s)})
    return str(getattr(s, "phase", " or ".join(kinds) or "over"))


PHASES = {key: set[str]() for key in GAMES} | {
    "logger": {"corner", "walk", "seed", "act", "more", "over"},
    "logjam": {"move", "return", "over"},
    "logjam classic": {"logs", "loggers", "move", "over"},
    "fellers": {"play", "pick", "move", "float", "over"},
}
