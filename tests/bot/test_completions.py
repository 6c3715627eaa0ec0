"""Whole turns while one types: a letter costs little also where there are thousands of turns.

Source of the promise: docs/speed.md, Suggestions. What is offered is tested in test_queries.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from bot.features.completions import completed
from bot.features.whole_turns import KEPT, LONGEST, Place, WholeTurns
from bot.messages.layout import Choice
from rules import GAMES
from rules.drafting import Kind
from rules.game import NATURE, NOBODY, Setup, Step
from rules.play import legal, turns
from rules.voice import ENGLISH
from tests.bot.playing import position

BUSY = position("..M../..M../MM.MM/..M../..M..", "c3,a4", supply=(3, 3))  # 3,840 turns
STEPS = 700  # that a letter may take in all: looking, reading what is typed, telling


class Counted:
    """A game that counts the steps it has taken, and how often it was asked what is legal."""

    def __init__(self, game: Any) -> None:
        self.game, self.taken, self.asked = game, 0, 0

    def __getattr__(self, name: str) -> Any:
        return getattr(self.game, name)

    def apply(self, s: Any, step: Step) -> Any:
        self.taken += 1
        return self.game.apply(s, step)

    def legal(self, s: Any) -> list[Step]:
        self.asked += 1
        return legal(self.game, s)


def at(key: str, state: Any, game: Any = None) -> Place:
    """Somebody types at a position; game: that counts."""
    kind = GAMES[key]
    seen = kind.game.view(state, kind.game.actor(state))
    return Place(Kind(game or kind.game, kind.texts), seen, ("Ann", "Ben"))


def positions(key: str, step: int) -> Iterator[Any]:
    """Positions of a random game at which a turn begins, every `step` turns."""
    game, chance, n = GAMES[key].game, Random(3), 0
    s, before = game.new(Setup(2)), NATURE
    while (actor := game.actor(s)) != NOBODY:
        if actor not in (NATURE, before):
            n += 1
            if n % step == 0:
                yield s
        s, before = game.apply(s, chance.choice(legal(game, s)))[0], actor


def told(known: WholeTurns, place: Place, typed: str = "") -> list[Choice]:
    """What is offered to somebody who types."""
    return completed(known, place, typed, ENGLISH)


def worth(place: Place, line: str) -> Any:
    """The mover's scores after a line."""
    game, s = place.kind.game, place.state
    for word in line.split():
        s, _ = game.apply(s, next(x for x in game.candidates(s) if str(x) == word))
    return game.scores(s)[place.actor]


@pytest.mark.parametrize("key", [*GAMES])
def test_a_letter_takes_a_bounded_number_of_steps(key: str) -> None:
    """Whatever is typed, and in the position of Logger with the most turns that was found."""
    some = [*positions(key, 40 if key == "fellers" else 9)][:12]
    for state in [BUSY, *some] if key == "logger" else some:
        for typed in ("", "z", "a", "s", str(legal(GAMES[key].game, state)[0])):
            game = Counted(GAMES[key].game)
            told(WholeTurns(), at(key, state, game), typed)
            assert game.taken <= STEPS


@pytest.mark.parametrize("key", [*GAMES])
def test_a_line_that_cannot_be_read_costs_hardly_more_than_none(key: str) -> None:
    """Whoever types is not told what may be meant, so it is not looked for."""
    for state in [*positions(key, 20)][:6]:
        nothing, unread = (Counted(GAMES[key].game) for _ in range(2))
        told(WholeTurns(), at(key, state, nothing), "")
        told(WholeTurns(), at(key, state, unread), "zz")
        assert unread.asked <= nothing.asked + 5


def test_what_one_letter_has_not_found_the_next_ones_find() -> None:
    """A search goes on where it stopped, and then costs nothing."""
    game, known = Counted(GAMES["logger"].game), WholeTurns()
    place = at("logger", BUSY, game)
    costs = []
    for _ in range(200):
        before = game.taken
        found = told(known, place)
        costs.append(game.taken - before)
    assert costs[-1] == 0
    ends = [
        s for steps, s in turns(place.kind.game, BUSY) if len(" ".join(map(str, steps))) <= LONGEST
    ]
    best = max(place.kind.game.scores(s)[place.actor] for s in ends)
    assert len(found) == 25
    assert {worth(place, choice.value) for choice in found} == {best}


def test_the_first_letter_already_finds_good_turns() -> None:
    """Little is soon much: one of the most points that any turn brings is among the first."""
    place = at("logger", BUSY)
    best = max(place.kind.game.scores(s)[place.actor] for _, s in turns(place.kind.game, BUSY))
    assert worth(place, told(WholeTurns(), place)[0].value) == best


def test_only_the_latest_positions_are_kept() -> None:
    known, states = WholeTurns(), [*positions("logjam", 1)][: KEPT + 5]
    for state in states:
        told(known, at("logjam", state))
    assert len(known) == KEPT
