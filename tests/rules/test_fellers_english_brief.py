"""English: a turn of Forest Fellers in a few words, for those who were away or look ahead."""

from collections.abc import Sequence

from rules.english import QUIET, TELLING
from rules.fellers.english import FellersEnglish
from rules.fellers.position import Position
from rules.game import Event, Leave
from tests.rules.courses import FELLERS, after, choices, opening, position, river
from tests.spoken import Spoken

ENGLISH = Spoken(FellersEnglish())
PEOPLE = ("Ann", "Ben", "Cy")
NARROWS = river("", 12 * "# # # # . # # # #\n")


def heard(s: Position, events: Sequence[Event], reader: int) -> tuple[str, int]:
    told = FellersEnglish().brief(s, events, PEOPLE[: len(s.left)], reader)
    return str(told.told), told.weight


def test_who_left_is_told_and_nature_is_not() -> None:
    """Nobody who was away needs to know of a draw."""
    s, events = FELLERS.apply(opening(3), Leave(1))
    assert heard(s, events, 0) == ("Ben left the game", TELLING)
    assert heard(s, [Event("draws", 0, (), 3)], 1) == ("", QUIET)


def test_who_can_go_no_further_is_told_so() -> None:
    """Forest Fellers rules, Playing the Game: three in a row stay, and rapids lead one way."""
    s = after(position(NARROWS, "gm4", gm="e12", logs="e14 e15 e16"), "s")
    assert choices(s) == ["."]
    assert ENGLISH.choices(s) == "Grass man can't go any further. Type `.` to stop here."


def test_scores_are_lumberjacks_home() -> None:
    """Forest Fellers rules, Game End: one is not two."""
    assert [str(FELLERS.unit(n)) for n in (1, 2)] == ["1 lumberjack home", "2 lumberjacks home"]


def test_the_first_race_is_recommended_first() -> None:
    """Forest Fellers rules, Preparation: A and H; then chance, then the other courses."""
    (course,) = FELLERS.options
    assert list(course.meaning)[:2] == ["A+H", "random"]
    recommended = str(course.meaning["A+H"])
    assert recommended.endswith("; recommended for a first race")
