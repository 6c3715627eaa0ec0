"""What is told of a game that is over: where it turned. Source: issue 13, item 7."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from players import shares, turning_points
from players.standing import WON
from rules import GAMES
from rules.game import NOBODY, Leave, Step
from rules.play import turns, winners
from tests.games import EVERY
from tests.rules.promises import moments

LOGGER: Any = GAMES["logger"].game


@cache
def played(key: str) -> list[tuple[Any, list[Step]]]:
    """A random game: what each player saw before their turn, and what they did."""
    kind = EVERY[key]
    rows = [row for row in moments(kind, kind.game.fewest, 1) if row.seat >= 0]
    return [
        (kind.game.view(row.steps[0][0], row.seat), [step for _, step, *_ in row.steps])
        for row in rows
    ]


def missed() -> tuple[Any, list[Step], set[str]]:
    """A position of Logger, a turn in it that does not win at once, and the turns that do."""
    for seed in range(1, 60):
        for row in moments(GAMES["logger"], 2, seed):
            if row.seat < 0:
                continue
            s = row.steps[0][0]
            ways = list(turns(LOGGER, s))
            others = [steps for steps, after in ways if not _won(after, row.seat)]
            if others and len(others) < len(ways):
                winning = {
                    " ".join(map(str, steps)) for steps, after in ways if _won(after, row.seat)
                }
                return s, list(others[0]), winning
    raise AssertionError("no such position")


def _won(s: Any, seat: int) -> bool:
    return bool(LOGGER.actor(s) == NOBODY and winners(LOGGER, s) == (seat,))


def test_a_win_that_was_missed_is_told_with_how_it_was_won() -> None:
    """The turns that changed most, what was played, what was better."""
    s, bad, winning = missed()
    (found,) = turning_points(LOGGER, [(s, bad)], 1)
    assert found.n == 0
    assert found.better.value == WON
    assert " ".join(map(str, found.better.steps)) in winning
    assert found.lost > 0


def test_the_best_turn_gives_nothing_away() -> None:
    """A turn that could not have been better is no turning point."""
    s, bad, _ = missed()
    (found,) = turning_points(LOGGER, [(s, bad)], 1)
    assert turning_points(LOGGER, [(s, list(found.better.steps))], 1) == []


@pytest.mark.parametrize("key", EVERY)
def test_three_of_a_whole_game_in_their_order(key: str) -> None:
    """Three at most, each a turn of the game beside a better one; the same each time."""
    some = played(key)[4:7]
    found = turning_points(EVERY[key].game, some, 5)
    assert len(found) <= 3
    assert found or key not in GAMES
    assert [each.n for each in found] == sorted({each.n for each in found})
    assert all(each.better.steps != each.played.steps and each.lost > 0 for each in found)
    assert turning_points(EVERY[key].game, some, 5) == found


def test_it_ends_when_time_is_up() -> None:
    """At most one minute of one core a game: whoever asks says when."""
    assert turning_points(LOGGER, played("logger"), 1, over=lambda: True) == []


@pytest.mark.parametrize("key", EVERY)
def test_shares_of_the_win_add_up_to_one(key: str) -> None:
    """Whoever stands better has more of it; who has left has none; at the end it is the winners'.
    Source: issue 27, item 10."""
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
