"""Logjam in a few words: a turn that was missed, a turn to choose, and what beginners are told."""

from random import Random

from rules import GAMES
from rules.english import DECIDING, OURS, QUIET, TELLING
from rules.game import Event, Seat, Setup
from rules.logjam.position import Position
from rules.play import answers, legal
from tests.rules.rivers_of_logs import LOGJAM, scattered

TEXTS = GAMES["logjam"].texts
PEOPLE = ("Ann", "Ben", "Cy", "Dee", "Eve", "Fay")


def brief(s: Position, events: list[Event], reader: Seat = 5) -> tuple[str, int]:
    """What a reader is told of a row, and how much it matters to them."""
    told = TEXTS.brief(s, events, PEOPLE, reader)
    return str(told.told), told.weight


def test_what_chance_sets_up_is_left_to_the_picture() -> None:
    """A quick river is told of no log and no logger; only who begins."""
    s = LOGJAM.new(Setup(3))
    told = [brief(now, events) for _, now, events in answers(LOGJAM, s, b"seed", 1)]
    assert [words.split(" ", 1)[1] for words, _ in told if words] == ["begins"]


def test_the_weight_says_what_became_of_the_reader() -> None:
    """For any river and any move: who lost loggers or got them home is told so ahead of whoever was
    only moved, and they ahead of whoever was not touched at all."""
    rng = Random(11)
    for _ in range(40):
        s = scattered(rng, rng.randrange(2, 5))
        for step in legal(LOGJAM, s):
            now, events = LOGJAM.apply(s, step)
            for reader in set(range(len(s.left))) - {s.mover}:
                weight = brief(now, events, reader)[1]
                if len(now.loggers[reader]) < len(s.loggers[reader]):
                    assert weight == DECIDING
                elif now.loggers[reader] != s.loggers[reader]:
                    assert weight == OURS
                else:
                    assert weight in (QUIET, TELLING)


def test_what_is_counted_is_loggers_home() -> None:
    """One logger, several loggers."""
    assert [str(LOGJAM.unit(n)) for n in (1, 2)] == ["1 logger home", "2 loggers home"]
