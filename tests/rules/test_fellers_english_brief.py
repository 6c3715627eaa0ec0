"""English: a turn of Forest Fellers in a few words, for who was away and for who looks ahead."""

from collections.abc import Sequence

import pytest

from rules.english import DECIDING, OURS, QUIET, TELLING
from rules.errors import Illegal
from rules.fellers.english import FellersEnglish
from rules.fellers.position import Position
from rules.game import Event, Leave
from tests.rules.courses import FELLERS, after, choices, opening, position, river, say
from tests.spoken import Spoken

ENGLISH = Spoken(FellersEnglish())
PEOPLE = ("Ann", "Ben", "Cy")
BAY = river("""
    # # # . . . # # #
    # # . . . . . # #
    # # . 3 . 3 . # #
    # # . . . . . # #
""")
RAPID = river(12 * "# # # . 3 . # # #\n")
NARROWS = river("", 12 * "# # # # . # # # #\n")


def brief(s: Position, line: str, reader: int) -> tuple[str, int]:
    """A turn as a reader who was away is told of it, and how much it matters to them."""
    return heard(*say(s, line), reader)


def heard(s: Position, events: Sequence[Event], reader: int) -> tuple[str, int]:
    told = FellersEnglish().brief(s, events, PEOPLE[: len(s.left)], reader)
    return str(told.told), told.weight


def gist(s: Position, line: str) -> str:
    return str(FellersEnglish.gist(say(s, line)[1], PEOPLE))


def test_of_a_move_the_end_is_told() -> None:
    """Where the lumberjack is now, floats included; nothing of its way, of logs or of cards."""
    s = position(BAY, hand="gm4 gw1 j", gm="e1", logs="e2")
    assert brief(s, "gm4 s sw .", 1) == ("Ann moved grass man to d3", QUIET)
    assert brief(s, "gm4 s sw . :gm", 1) == (
        "Ann moved grass man to d4",
        QUIET,
    )
    assert brief(s, "gw1 d1", 1) == ("Ann moved grass woman to d1", QUIET)
    assert brief(s, "j gm .", 1) == ("Ann left grass man in place", QUIET)


def test_what_became_of_the_readers_own_is_told_to_them() -> None:
    """Shoved or carried: it matters to its player. Of a rival's that floated nothing is told."""
    s = position(BAY, seats=3, hand="gm4", gm="e1", ym="e2", rm="f3")
    line, shove = "gm4 s . :rm", ", shoved Ben's honey man to e3"
    assert brief(s, line, 1) == ("Ann moved grass man to e2, your honey man is on e3 now", OURS)
    assert brief(s, line, 2) == (
        f"Ann moved grass man to e2, your rose man is on f4 now{shove}",
        OURS,
    )
    assert brief(s, line, 0) == (f"Ann moved grass man to e2{shove}", QUIET)


def test_a_shove_of_somebody_else_is_told_too() -> None:
    """Issue 25, item 17: where it ended; a current may have taken it farther, and a log is none."""
    s = position(BAY, seats=3, hand="gm4", gm="e1", ym="e2", logs="e3")
    assert brief(s, "gm4 s .", 2) == (
        "Ann moved grass man to e2, shoved Ben's honey man to e3",
        QUIET,
    )
    s = position(BAY, seats=3, hand="gm4", gm="d1", ym="d2")
    assert brief(s, "gm4 s . :ym", 2) == (
        "Ann moved grass man to d2, shoved Ben's honey man, which floated to d4",
        QUIET,
    )


def test_who_comes_home_is_told_to_everybody() -> None:
    """Forest Fellers rules, Game End: also a rival who is shoved over the finish."""
    s = position(BAY, seats=3, hand="gm5", gm="e10", ym="e12", yw="f12")
    assert brief(s, "gm5 s s .", 1) == (
        "Ann moved grass man to e12, your honey man is home",
        DECIDING,
    )
    assert brief(s, "gm5 s s .", 2) == (
        "Ann moved grass man to e12, Ben's honey man is home",
        TELLING,
    )
    assert brief(s, "gm5 s s s", 2) == (
        "Ann brought grass man home, Ben's honey man is home",
        TELLING,
    )


def test_who_left_is_told_and_nature_is_not() -> None:
    """Nobody who was away needs to know of a draw."""
    s, events = FELLERS.apply(opening(3), Leave(1))
    assert heard(s, events, 0) == ("Ben left the game", TELLING)
    assert heard(s, [Event("draws", 0, (), 3)], 1) == ("", QUIET)


def test_a_turn_to_choose_says_first_where_it_leads() -> None:
    """The card and the end of the move, then what is shoved and what floats; the way is last."""
    s = position(BAY, hand="gm4 gw1 j", gm="e1", ym="d3", logs="e2")
    assert gist(s, "gm4 s s . :ym") == (
        "grass man 4 to e3 · shoved a log to e4 · honey man floated d3 to d4 · by s, s"
    )
    assert gist(s, "gw1 d1 :ym") == "grass woman 1 to d1 · honey man floated d3 to d4"
    assert gist(s, "j gm . :ym") == ("the beaver on grass man · honey man floated d3 to d4")


def test_a_turn_to_choose_says_before_all_who_is_home() -> None:
    """Forest Fellers rules, Game End: a race is won by who is over the finish."""
    s = position(BAY, hand="gm5", gm="e11", ym="e12")
    assert gist(s, "gm5 s s") == (
        "Ben's honey man is home · grass man is home · grass man 5 over the finish · "
        "shoved honey man over the finish · by s"
    )
    last = position(BAY, hand="gm5", gm="e12", gw="home", kw="home")
    assert gist(last, "gm5 s") == (
        "grass man is home · has everybody home and wins · grass man 5 over the finish"
    )


def test_what_floats_over_the_finish_is_told() -> None:
    """Rulings, Fellers 6 and 7: a log is out of the game, a lumberjack is home."""
    s = after(position(RAPID, "gm1", gm="d1", ym="e11", logs="e12"), ".")
    story = ENGLISH.story(say(s, ":e12 :ym")[1], PEOPLE)
    assert story == (
        "Ann: a log floated e12 over the finish · the log from e12 is out of the game · "
        "honey man floated e11 over the finish · Ben's honey man is home."
    )
    hints = [way.hint for group in ENGLISH.offers(s) for way in group.ways]
    assert hints == [
        "from e11 over the finish; shoves a log over the finish",
        "over the finish",
    ]


def test_who_can_go_no_further_is_told_so() -> None:
    """Forest Fellers rules, Playing the Game: three in a row stay, and rapids lead one way."""
    s = after(position(NARROWS, "gm4", gm="e12", logs="e14 e15 e16"), "s")
    assert choices(s) == ["."]
    assert ENGLISH.choices(s) == "There is no step for grass man; say `.` to stop here."


def test_a_river_without_logs_says_so() -> None:
    """Who plays by ear is not left to wonder whether they were forgotten."""
    pieces = ENGLISH.pieces(position(BAY), PEOPLE[:2])
    assert "Logs by lane: none." in pieces.splitlines()


def test_a_verb_alone_means_the_only_way() -> None:
    """docs/decisions.md, 3: what has one meaning is read, and else the ways are named."""
    s = position(BAY, "gm1", logs="d1 d2 d3 f1 f2 f3")
    assert choices(s) == ["e1", "."]
    assert FellersEnglish.parse(s, "enter") == (("e1",), "")


def test_one_log_of_several_must_be_named() -> None:
    """docs/decisions.md, 3: what is meant is asked, with the places."""
    s = after(position(BAY, "gm1", gm="e1", logs="d3 f3"), ".")
    with pytest.raises(Illegal, match=r"^Say which log: d3 or f3\.$"):
        FellersEnglish.parse(s, "the log")


def test_a_first_race_is_told_what_a_turn_is() -> None:
    """In a sentence that a player reads below their first turns."""
    assert str(FellersEnglish().primer(opening(2))) == ("Play a card; then the currents carry.")


def test_scores_are_lumberjacks_home() -> None:
    """Forest Fellers rules, Game End: one is not two."""
    assert [str(FELLERS.unit(n)) for n in (1, 2)] == ["1 lumberjack home", "2 lumberjacks home"]


def test_the_first_race_is_recommended_first() -> None:
    """Forest Fellers rules, Preparation: A and H; then chance, then the other courses."""
    (course,) = FELLERS.options
    assert list(course.meaning)[:2] == ["A+H", "random"]
    recommended = str(course.meaning["A+H"])
    assert recommended.endswith("; recommended for a first race")
