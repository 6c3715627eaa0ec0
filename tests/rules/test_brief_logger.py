"""Logger in a few words: a turn for who was away, a turn to choose, and what a beginner is told."""

from random import Random

from rules import GAMES
from rules.english import TELLING
from rules.logger.rules import Chop, Phase, legal
from tests.rules.boards import LOGGER, PEOPLE, scattered

TEXTS = GAMES["logger"].texts


def test_whatever_brings_points_begins_with_them() -> None:
    """For any board: the gist opens with the points that were won, and only then with a plus."""
    rng = Random(7)
    for _ in range(60):
        s = scattered(rng, rng.randrange(2, 5))._replace(phase=Phase.ACT)
        for step in legal(s):
            now, events = LOGGER.apply(s, step)
            won = now.points[s.mover] - s.points[s.mover]
            assert str(TEXTS.gist(events, PEOPLE)).startswith(f"+{won}, ") is (won > 0)
            assert (TEXTS.brief(now, events, PEOPLE, 0).weight == TELLING) is isinstance(step, Chop)
