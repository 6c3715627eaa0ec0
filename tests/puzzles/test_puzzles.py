"""The shipped puzzles: the rules follow each to a position in which its turns can be played."""

from __future__ import annotations

import pytest

from bot.features.puzzles.puzzle import judgement, puzzles_of
from bot.table import lessons
from rules import GAMES
from rules.play import perform
from tests.players.luck import REST, THROW, Coins, Guesses, Table
from tests.puzzles.judging import first_glance, judged

EVERY = [(kind, n) for kind in GAMES for n in range(len(puzzles_of(kind)))]


@pytest.mark.parametrize(("kind", "n"), EVERY)
def test_a_puzzle_has_one_best_turn(kind: str, n: int) -> None:
    game, puzzle = GAMES[kind].game, puzzles_of(kind)[n]
    begun = lessons.scene_after(GAMES[kind], puzzle.record)
    ends = [perform(game, begun.state, turn.line)[0] for turn in puzzle.turns]
    assert all(ends.count(end) == 1 for end in ends)
    assert [judgement(game, puzzle, begun, end) for end in ends] == [*puzzle.turns]
    assert puzzle.best.share >= puzzle.turns[1].share + 10


@pytest.mark.parametrize(("kind", "n"), EVERY[::8])
def test_it_is_not_the_first_that_comes_to_mind(kind: str, n: int) -> None:
    game, puzzle = GAMES[kind].game, puzzles_of(kind)[n]
    begun = lessons.scene_after(GAMES[kind], puzzle.record).state
    assert perform(game, begun, puzzle.best.line)[0] != first_glance(game, begun)


def test_there_are_puzzles_of_every_game_for_two_weeks() -> None:
    assert min(len(puzzles_of(kind)) for kind in GAMES if puzzles_of(kind)) >= 14


def test_games_that_are_played_on_tell_by_how_much_a_turn_is_better(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Coins at two points each is solved: throw and you win two games of three."""
    monkeypatch.setattr("tests.puzzles.judging.DEEP", 4_000)
    throw, rest = judged(Coins(), Table(0, False, (2, 2)), 1)
    assert (throw.line, rest.line) == (str(THROW), str(REST))
    assert throw.share == pytest.approx(2 / 3, abs=0.1)
    assert rest.share == pytest.approx(1 / 3, abs=0.1)


@pytest.mark.parametrize("points", [(0, 0), (1, 2), (2, 2)])
def test_where_luck_alone_decides_there_is_no_puzzle(
    points: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tests.puzzles.judging.DEEP", 4_000)
    assert not any(judged(Guesses(), Table(0, False, points), seed) for seed in range(3))
