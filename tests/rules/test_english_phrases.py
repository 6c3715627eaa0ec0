"""English: which words the phrases of Logger stand for."""

import pytest

from rules.english import parse_line
from rules.logger.english import LoggerEnglish
from tests.rules.boards import after, choices, opening, position, refused, typed

BOARD = position(
    """
    . . . . .
    . . . M .
    . M A . M
    . . . . .
    B . . . .
""",
    supply=(2, 0),
)


UNREAD = [
    "",
    "north",
    "hello",
    "c9",
    "z1",
    "move",
    "c3c4",
    "x",
    "plant a bush",
    "wait",
    "stop",
    "end",
    "c٣",
    "+-1",
]


@pytest.mark.parametrize("text", [text for text in UNREAD if text])
def test_what_is_no_phrase_is_not_read(text: str) -> None:
    """Better asked once more than misunderstood."""
    assert "I can't read" in refused(BOARD, text)


def test_before_the_corner_nothing_is_relative_to_the_logger() -> None:
    """A logger that is not on the board has no north and no square of its own."""
    s = opening(2)
    for text in ("stay", "plant north", "move north", "chop west", "move a1 to a3"):
        assert refused(s, text) == (
            "Your logger is not on the board yet. You can take corner a1, a5, e1 or e5."
        )


def test_over_the_edge_there_is_no_square() -> None:
    """A direction that leads off the board says so, and what can be done instead."""
    s = after(after(opening(2), "a1"), "e5")
    assert refused(s, "move west").startswith("There is no square west of a1. You can stay on a1")
    assert refused(s, "move s").startswith("There is no square south of a1.")
    assert refused(s, "a2, plant w").startswith("There is no square west of a2. You can plant")
    assert refused(s, "grow a1 west").startswith("There is no square west of a1.")
    assert "I can't read" in refused(s, "grow c9 west")


def test_who_says_where_he_stands_must_be_right() -> None:
    """Half a sentence that is wrong makes the whole doubtful."""
    assert refused(BOARD, "move c2 to c1").startswith("Your logger stands on c3. You can stay")
    assert refused(BOARD, "stay on c2").startswith("Your logger stands on c3. You can stay")


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("move c4, d4>d5, chop d4", "c4 d4>d5 xd4"),
        ("stay; b3>b2; e3>e2; plant north", "c3 b3>b2 e3>e2 +c4"),
        ("stay; e3>e2 and b3>b4; protest d4 and e3", "c3 e3>e2 b3>b4 !d4 !e3 ."),
    ],
)
def test_a_whole_turn_in_english(text: str, line: str) -> None:
    """seeds/logger.md: what is said, is done."""
    drafted = typed(BOARD, text)
    assert (drafted.line, drafted.complete) == (line, True)
    assert typed(BOARD, line) == drafted


def test_a_seedling_is_said_by_its_square_where_one_tree_can_have_it_there() -> None:
    """Issue 25, item 13: clear words are read; where two trees could, they are named."""
    assert typed(BOARD, "stay, seed b2, seed e2").said == ("c3", "b3>b2", "e3>e2")
    s = position("""
        . . . . .
        M . M . .
        . . . A .
        . . . . .
        . . . . B
    """)
    assert "Say which tree seeds: `a4>b4` or `c4>b4`." in refused(s, "d4, seed b4")
    assert refused(s, "d4, seed e1").startswith("No tree can seed e1 now.")


def test_a_walk_is_said_by_its_sides_and_their_numbers() -> None:
    """Issue 25, item 13; three spaces are too far, also where they lead back."""
    s = opening(2)
    s = after(after(s, "a1"), "e5")
    assert typed(s, "go north 2").said == typed(s, "two up").said == ("a3",)
    assert typed(s, "up 1 right 1").said == typed(s, "go e, n").said == ("b2",)
    assert refused(s, "go up 3").startswith(
        "3 spaces are out of reach: a logger walks at most two."
    )
    assert refused(s, "go n n s").startswith("3 spaces are out of reach")
    assert refused(s, "up").startswith("I can't read `up`.")


def test_a_tree_seeds_beside_itself() -> None:
    """Issue 25, item 13: that is the reason, not that it cannot be read."""
    assert refused(BOARD, "stay, b2 to d4").startswith("d4 is not next to b2.")


def test_what_the_choices_name_can_be_typed_as_it_stands() -> None:
    """Who repeats what the bot has just offered is understood."""
    s = opening(2)
    assert typed(s, "take corner a1").complete
    assert {typed(BOARD, text).said for text in ("stay on c3", "walk to c4")} == {("c3",), ("c4",)}
    acting = after(BOARD, "c4 d4>d5")
    assert choices(acting) >= {"+c3", "xd4", "!e3"}
    assert typed(acting, "plant c3").complete
    assert typed(acting, "chop d4").complete
    assert typed(acting, "protest e3").complete
    assert typed(acting, "protest e3 and b3").said == ("!e3", "!b3")


def test_a_line_with_something_unreadable_in_it_is_no_line() -> None:
    """docs/decisions.md, 2: nothing of it is taken for the whole."""
    assert parse_line(LoggerEnglish(), opening(2), "a1; dance") is None
