"""Logger in a few words: a turn that was missed, a turn to choose, and what beginners are told."""

from itertools import islice
from random import Random

from rules import GAMES
from rules.english import TELLING
from rules.logger.rules import Chop, Phase, legal
from rules.play import perform, turns
from tests.rules.boards import LOGGER, PEOPLE, scattered

TEXTS = GAMES["logger"].texts


def test_points_are_told_with_the_trees_that_brought_them() -> None:
    """For any board: what is planned, and what is told who was away, names them or none."""
    rng = Random(7)
    for _ in range(60):
        s = scattered(rng, rng.randrange(2, 5))._replace(phase=Phase.ACT)
        for step in legal(s):
            now, events = LOGGER.apply(s, step)
            won = now.points[s.mover] - s.points[s.mover]
            assert (f"(+{won})" in str(TEXTS.plan(events, PEOPLE))) is (won > 0)
            assert (TEXTS.brief(now, events, PEOPLE, 0).weight == TELLING) is isinstance(step, Chop)


DOING = (
    *(("stay on ", 0), ("walk to ", 0), (" grow", 1), (" mature", 1), ("seed ", 2)),
    *(("plant ", 3), ("chop ", 3), ("protest ", 3), ("take ", 4)),
)


def test_a_turn_is_planned_in_the_order_in_which_it_is_played() -> None:
    """Issue 27, item 5: first the walk, then what grows, then the action, whatever the board."""
    rng = Random(8)
    for _ in range(30):
        s = scattered(rng, rng.randrange(2, 5))._replace(phase=Phase.WALK)
        for steps, _ in islice(turns(LOGGER, s), 30):
            _, events = perform(LOGGER, s, " ".join(map(str, steps)))
            told = str(TEXTS.plan(events, PEOPLE))
            found = sorted((told.index(x), place) for x, place in DOING if x in told)
            places = [place for _, place in found]
            assert places[0] == 0
            assert places == sorted(places), told
