"""Logger's fast way to all whole turns, in step with the rules one word at a time."""

import pytest

from rules.game import NOBODY
from rules.play import turns
from tests.rules.boards import LOGGER
from tests.rules.games import STYLES, positions

GAMES = 4


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("style", STYLES)
def test_whole_turns_are_those_of_the_rules(seats: int, style: str) -> None:
    """2011 sheet, Game Play: movement, growth and action make a turn; also from its middle."""
    seen = 0
    for seed in range(GAMES):
        for s in positions(seats, seed, style):
            found = [after for _, after in LOGGER.whole(s)]
            assert sorted(found) == sorted(after for _, after in turns(LOGGER, s))
            seen += len(found)
    assert seen > 1000 or style == "no chop"


def test_the_way_that_is_named_leads_there() -> None:
    """2011 sheet, Game Play: each word is legal where it is said, and the last ends the turn."""
    for seats in (2, 3):
        for s in list(positions(seats, 1))[::3]:
            for steps, after in LOGGER.whole(s):
                here = s
                for step in steps:
                    assert LOGGER.actor(here) == s.mover
                    assert LOGGER.why_not(here, step) is None
                    here, _ = LOGGER.apply(here, step)
                assert here == after


def test_nothing_is_played_when_the_game_is_over() -> None:
    """2011 sheet, End Game."""
    over = [s for s in positions(2, 1, "chop") if LOGGER.actor(s) == NOBODY]
    assert [list(LOGGER.whole(s)) for s in over] == [[]] * len(over)
    assert over


@pytest.mark.parametrize("seats", [2, 4])
def test_the_first_of_them_begin_in_every_way(seats: int) -> None:
    """2011 sheet, Movement: an example is looked for among the first turns that are found, and must
    not be the best of one walk alone."""
    crowded = max(positions(seats, 1, "no chop"), key=lambda s: sum(1 for _ in LOGGER.whole(s)))
    begun = [steps[0] for steps, _ in LOGGER.whole(crowded)]
    assert len(begun) > 40
    assert len(set(begun)) > 1
    assert set(begun[: len(begun) // 2]) == set(begun)
