"""The turning points of a finished game."""

from __future__ import annotations

from importlib import import_module
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from players import Budget, settled_shares, shares, turning_points
from players.advice import LOOK, compare
from players.choice import values_of
from players.search import WON
from rules import GAMES
from rules.game import NOBODY, Event, Leave, Step
from rules.play import frames, turns, winners
from rules.record import parse
from tests.games import EVERY
from tests.players.heap import Heap, Take, Taking
from tests.players.luck import GOAL, THROW, Guesses, Table
from tests.rules.promises import moments


@pytest.fixture(autouse=True)
def _short_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    """The games are so small that a tenth of each look is enough."""
    for name, positions in (("LOOK", 2_000), ("CHECK", 1_000), ("LAST", 16_000)):
        monkeypatch.setattr(import_module("players.advice"), name, positions)


LOGGER: Any = GAMES["logger"].game
RECORDS = Path(__file__).parents[2] / "seeds/records"


def find_win() -> tuple[Any, tuple[Step, ...], tuple[Step, ...]]:
    """A position of Logger, and turns there: one that wins at once, and one that does not."""
    for row in (row for seed in range(1, 60) for row in moments(GAMES["logger"], 2, seed)):
        ways = list(turns(LOGGER, s := row.steps[0][0])) if row.seat >= 0 else []
        over = [LOGGER.actor(t) == NOBODY and winners(LOGGER, t) == (row.seat,) for _, t in ways]
        if {*over} == {True, False}:
            return s, ways[over.index(True)][0], ways[over.index(False)][0]
    raise AssertionError("nobody can win at once")


def test_three_at_most_are_told_in_their_order() -> None:
    thrown = ((5, 2), (6, 1), (7, 1), (9, 2), (10, 1))
    turns = [(Heap(left, 0, (0, 0)), [Take(n)]) for left, n in thrown]
    found = [each.n for each in turning_points(Taking(), turns, 5)]
    assert len(found) == 3
    assert found == sorted(set(found))


def test_what_was_better_is_so_in_a_solved_game() -> None:
    """The right turn leaves a multiple of four; if none does, no turn is better than another."""
    game = Taking()
    turns = [(Heap(left, 0, (0, 0)), [Take(n)]) for left in range(4, 12) for n in (1, 2, 3)]
    better = {n: it for n in range(len(turns)) for it in turning_points(game, turns[n:][:1], 1)}
    for n, (heap, (take,)) in enumerate(turns):
        wrong = heap.left % 4 != 0 and (heap.left - take.n) % 4 != 0
        assert (n in better) == wrong, (heap, take)
        if wrong:
            assert [str(step) for step in better[n].better.steps] == [str(heap.left % 4)]


def test_a_win_that_only_comes_later_gives_nothing_away() -> None:
    s, at_once, late = find_win()
    assert compare(LOGGER, s, late, 1, Budget(LOOK)).lost > 0.2  # type: ignore[union-attr]
    assert values_of(LOGGER, s, (late, at_once), 1, Budget(LOOK)) == [WON, WON]
    assert turning_points(LOGGER, [(s, late)], 1) == []


def test_luck_is_not_taken_for_a_better_turn() -> None:
    s = Table(0, False, (0, 0))
    turns = [(s._replace(points=(n, m)), [THROW]) for n in range(GOAL) for m in range(GOAL)]
    assert turning_points(Guesses(), turns, 1) == []


@pytest.mark.slow
@pytest.mark.parametrize("key", EVERY)
def test_both_are_looked_at_equally_far(key: str) -> None:
    """However little time there is, and in either order: a turn is worth as much as itself."""
    game = EVERY[key].game
    row = [row for row in moments(EVERY[key], game.fewest, 1) if row.seat >= 0][3]
    seen, steps = game.view(row.steps[0][0], row.seat), [step for _, step, *_ in row.steps]
    for positions in (1, 70, 700):
        one, other = values_of(game, seen, (steps, steps), 1, Budget(positions))
        assert one == other


class Decided(Taking):
    """The first word decides how far the first seat is behind, in tenths, at any depth."""

    def __init__(self, behind: tuple[int, ...]) -> None:
        self.behind = behind

    def apply(self, s: Heap, step: Step) -> tuple[Heap, list[Event]]:
        after, events = super().apply(s, step)
        won = (-self.behind[step.n - 1], 0) if s == ENDLESS and isinstance(step, Take) else s.won
        return after._replace(won=won), events

    def worth(self, s: Heap, seat: int) -> float:
        return s.won[seat] / 10


ENDLESS = Heap(10_000, 0, (0, 0))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("best", "played", "turned"), [(25, 90, True), (30, 90, False), (0, 5, False), (0, 7, True)]
)
def test_a_lost_game_or_a_small_loss_does_not_turn(best: int, played: int, turned: bool) -> None:
    game = Decided((best, played, 90))
    assert bool(turning_points(game, [(ENDLESS, [Take(2)])], 1)) == turned


def test_time_that_is_up_in_the_last_look_takes_nothing_back() -> None:
    asked = count()
    game, played = Decided((40, 90, 90)), [(ENDLESS, [Take(2)])]
    assert turning_points(game, played, 1, over=lambda: next(asked) < 0) == []
    most, asked = next(asked) - 2, count()
    assert turning_points(game, played, 1, over=lambda: next(asked) > most)


@pytest.mark.parametrize("key", EVERY)
def test_shares_of_the_win_add_up_to_one(key: str) -> None:
    game = EVERY[key].game
    rows = list(moments(EVERY[key], game.fewest, 1))
    for s in (row.steps[0][0] for row in rows):
        found = shares(game, s)
        assert sum(found) == pytest.approx(1)
        if game.actor(s) != NOBODY:
            worth = [game.worth(s, seat) for seat, _ in enumerate(found)]
            assert found.index(max(found)) == worth.index(max(worth))
    end = rows[-1].steps[-1][2]
    best = winners(game, end)
    assert shares(game, end) == tuple((n in best) / len(best) for n in range(game.fewest))


def test_who_has_left_has_no_share() -> None:
    s = list(moments(GAMES["logger"], 3, 1))[20].steps[-1][2]
    gone, _ = LOGGER.apply(s, Leave(1))
    found = shares(LOGGER, gone)
    assert found[1] == 0
    assert sum(found) == pytest.approx(1)


@pytest.mark.parametrize("name", ["fellers-two", "logger-three", "logjam-three"])
def test_a_player_who_can_win_at_once_has_the_whole_win(name: str) -> None:
    record = parse((RECORDS / f"{name}.txt").read_text(encoding="utf-8"))
    game = GAMES[record.kind].game
    last = [frame for frame in frames(game, record) if frame.seat >= 0][-1]
    won = tuple(float(seat == last.seat) for seat in range(len(record.names)))
    assert shares(game, last.before) != won
    assert settled_shares(game, last.before) == won
