"""The shipped puzzles: the rules follow each to a position in which its turns can be played."""

from __future__ import annotations

import pytest

from bot.features.puzzles.puzzle import judgement, puzzles_of
from bot.table import lessons
from rules import GAMES
from rules.play import perform
from tests.players.luck import REST, THROW, Coins, Guesses, Table
from tests.puzzles.judging import first_glance, judged


@pytest.mark.slow
@pytest.mark.parametrize("kind", GAMES)
def test_a_puzzle_has_one_best_turn(kind: str) -> None:
    """And each eighth is tried whether its turn isn't the first that comes to mind."""
    game = GAMES[kind].game
    for n, puzzle in enumerate(puzzles_of(kind)):
        begun = lessons.scene_after(GAMES[kind], puzzle.record)
        ends = [perform(game, begun.state, turn.line)[0] for turn in puzzle.turns]
        assert all(ends.count(end) == 1 for end in ends), n
        assert [judgement(game, puzzle, begun, end) for end in ends] == [*puzzle.turns], n
        assert puzzle.best.share >= puzzle.turns[1].share + 10, n
        assert n % 8 or ends[0] != first_glance(game, begun.state), n


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


def test_where_luck_alone_decides_there_is_no_puzzle(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.puzzles.judging.DEEP", 4_000)
    for points in ((0, 0), (1, 2), (2, 2)):
        assert not any(judged(Guesses(), Table(0, False, points), seed) for seed in range(3))
