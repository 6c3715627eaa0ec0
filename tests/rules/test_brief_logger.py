"""Logger in a few words: a turn for who was away, a turn to choose, and what a beginner is told."""

from random import Random

from rules import GAMES, english
from rules.english import QUIET, TELLING
from rules.game import Event, Leave
from rules.logger.rules import Chop, Phase, Position, legal
from tests.rules.boards import LOGGER, PEOPLE, after, opening, position, say, scattered

TEXTS = GAMES["logger"].texts

WOOD = """
    . . . . .
    . . . . .
    . . M . .
    . . M . .
    . . A . B
"""
GROWTH = "c1 c3>b3 c2>b2 "  # Ann stays; both trees seed


def brief(s: Position, events: list[Event]) -> tuple[str, int]:
    """What Ben is told of a row, and how much it matters to him."""
    told = TEXTS.brief(s, events, PEOPLE, 1)
    return str(told.told), told.weight


def played(s: Position, line: str) -> tuple[str, int]:
    return brief(*say(s, line))


def gist(s: Position, line: str) -> str:
    return str(english.gist(TEXTS, say(s, line)[1], PEOPLE))


def test_a_corner_is_told_and_the_last_one_with_the_third() -> None:
    """Our ruling: the last of four corners is taken along with the third, so both are told."""
    s = opening(4)
    assert played(s, "a1") == ("Ann took corner a1", QUIET)
    assert played(after(after(s, "a1"), "e1"), "a5") == (
        "Cy took corner a5, Dee took corner e5",
        QUIET,
    )


def test_a_turn_is_told_by_what_it_ended_with() -> None:
    """Who was away hears of the action; walk, growth and seeds are in the picture."""
    assert played(position(WOOD), GROWTH + "+b1") == ("Ann planted b1", QUIET)
    hand = position(WOOD, supply=(2, 0))
    assert played(hand, GROWTH + "!c2 .") == ("Ann protested c2", QUIET)
    assert played(hand, GROWTH + "!c2 !c3") == ("Ann protested c2 and c3", QUIET)


def test_points_and_who_was_freed_matter_more() -> None:
    """A chop is told with its trees and points, and the protesters that it freed are counted."""
    assert played(position(WOOD), GROWTH + "xc2") == ("Ann chopped c2 and c3 (+2)", TELLING)
    one = position(WOOD.replace(". M .", ". G .", 1))
    assert played(one, GROWTH + "xc2") == (
        "Ann chopped c2 and c3 (+2, freed 1 protester)",
        TELLING,
    )
    two = position(WOOD.replace(". . . .\n    . . M", ". G . .\n    . . G"))
    assert played(two, GROWTH + "c4>b4 xc2") == (
        "Ann chopped c2, c3 and c4 (+3, freed 2 protesters)",
        TELLING,
    )


def test_who_could_do_nothing_is_told() -> None:
    """Logger, 2011 sheet, Action: the phase is skipped when there is nothing to do."""
    hemmed = """
        . . . . .
        G . . . .
        A G . . .
        G . . . .
        . . . . B
    """
    skipped = played(position(hemmed), "a3 b3>c3 a2>a1 a4>a5")
    assert skipped == ("Ann could do nothing", QUIET)


def test_who_left_is_told() -> None:
    """Whoever is away longest still learns that a player is gone."""
    assert brief(*LOGGER.apply(position(WOOD), Leave(0))) == ("Ann left the game", TELLING)


def test_a_walk_alone_is_not_told() -> None:
    """A turn that has only begun is not called one in which nothing could be done."""
    assert played(position(WOOD), "c1") == ("", QUIET)


def test_a_turn_to_choose_says_first_what_it_brings() -> None:
    """The points come before the way to them; without points, the action does."""
    assert gist(position(WOOD), GROWTH + "xc2") == (
        "+2, chopped c2 and c3 · stayed on c1 · c3 seeded b3, c2 seeded b2"
    )
    assert gist(position(WOOD), "b1 +a1") == "planted a1 · c1 to b1"


def test_whatever_brings_points_begins_with_them() -> None:
    """For any board: the gist opens with the points that were won, and only then with a plus."""
    rng = Random(7)
    for _ in range(60):
        s = scattered(rng, rng.randrange(2, 5))._replace(phase=Phase.ACT)
        for step in legal(s):
            now, events = LOGGER.apply(s, step)
            won = now.points[s.mover] - s.points[s.mover]
            assert str(english.gist(TEXTS, events, PEOPLE)).startswith(f"+{won}, ") is (won > 0)
            assert (TEXTS.brief(now, events, PEOPLE, 0).weight == TELLING) is isinstance(step, Chop)


def test_a_beginner_is_told_of_the_corner_and_then_of_the_walk() -> None:
    """The line under the first calls: what comes after the corner, and what a walk does."""
    assert str(TEXTS.primer(opening(2))) == (
        "From there you walk, trees in your row and column grow, and you act."
    )
    assert str(TEXTS.primer(position(WOOD))) == (
        "First walk; trees in your row and column grow; then act."
    )
