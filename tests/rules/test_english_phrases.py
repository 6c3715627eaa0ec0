"""English: which words the phrases of Logger stand for."""

import pytest

from rules.english import parse_line
from rules.logger.english import LoggerEnglish
from rules.logger.rules import Phase, Position
from tests.rules.boards import after, choices, opening, position, refused, typed
from tests.rules.phrasing import meaning

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


def meant(s: Position, text: str) -> str:
    """The canonical words of a whole text, legal or not."""
    return meaning(LoggerEnglish(), s, text)


WALKING = {
    "c4": "c4",
    "move c4": "c4",
    "go to c4": "c4",
    "walk to c4": "c4",
    "step c4": "c4",
    "run to c4": "c4",
    "to c4": "c4",
    "move c3 to c4": "c4",
    "move from c3 to c4": "c4",
    "c3 to c4": "c4",
    "c3-c4": "c4",
    "c3 – c4": "c4",
    "move north": "c4",
    "go n": "c4",
    "walk south south": "c1",
    "walk south, then east": "d2",
    "stay": "c3",
    "stay here": "c3",
    "stay put": "c3",
    "stay on c3": "c3",
    "stand still": "c3",
    "remain at c3": "c3",
    "take corner a5": "a5",
    "take a5": "a5",
    "corner a5": "a5",
    "the corner a5": "a5",
    "go to the corner a5": "a5",
    "stand on a5": "a5",
    "stand at a5": "a5",
}

SEEDING = {
    "d4>c4": "d4>c4",
    "d4 > c4": "d4>c4",
    "d4 → c4": "d4>c4",
    "grow d4 to c4": "d4>c4",
    "grow d4 > c4": "d4>c4",
    "seed d4 to c4": "d4>c4",
    "spawn d4 on c4": "d4>c4",
    "grow from d4 to c4": "d4>c4",
    "seed from d4 into c4": "d4>c4",
    "seed d4 at c4": "d4>c4",
    "spawn d4 c4": "d4>c4",
    "d4 to c4": "d4>c4",
    "d4-c4": "d4>c4",
    "grow d4 west": "d4>c4",
    "grow d4 to w": "d4>c4",
    "seed from d4 to north": "d4>d5",
}

ACTING = {
    "+d3": "+d3",
    "+ d3": "+d3",
    "plant d3": "+d3",
    "plant on d3": "+d3",
    "plant in d3": "+d3",
    "plant at d3": "+d3",
    "plant a seedling on d3": "+d3",
    "plant east": "+d3",
    "plant e": "+d3",
    "plant to the east": "+d3",
    "plant a seedling to the east": "+d3",
    "xb3": "xb3",
    "x b3": "xb3",
    "chop b3": "xb3",
    "chop down b3": "xb3",
    "chop the tree on b3": "xb3",
    "fell b3": "xb3",
    "cut down the tree on b3": "xb3",
    "chop on b3": "xb3",
    "chop at b3": "xb3",
    "chop west": "xb3",
    "chop down to the west": "xb3",
    "fell w": "xb3",
    "!d4": "!d4",
    "! d4": "!d4",
    "protest d4": "!d4",
    "protest on d4": "!d4",
    "protest at d4": "!d4",
    "protect d4": "!d4",
    "guard d4": "!d4",
    "protest d4 and e3": "!d4 !e3",
    "protest d4, e3": "!d4 !e3",
    "protest d4 e3 and b3": "!d4 !e3 !b3",
    "protest d4 and protest e3": "!d4 !e3",
    ".": ".",
    "done": ".",
    "enough": ".",
    "no more": ".",
}

WHOLE_LINES = {
    "move c4; grow d4 to d5; chop d4": "c4 d4>d5 xd4",
    "Move C4, then plant north.": "c4 +c4",
    "c4 grow d4 to d5 chop d4": "c4 d4>d5 xd4",
    "c4 grow d4 n & ! d4": "c4 d4>d5 !d4",
    "c4, d4>d5 ! d4": "c4 d4>d5 !d4",
    "c3! protest d4!": "c3 !d4",
    "STAY THEN CHOP WEST": "c3 xb3",
    "  stay ,, ;  chop\tb3  \n done ": "c3 xb3 .",
    "`c4 +c5`": "c4 +c5",
    "stay. Protest d4 and e3. Done.": "c3 !d4 !e3 .",
    "protest d4 d4>d5": "!d4 d4>d5",
    "\uff43\uff14\u3000\uff58\uff44\uff14": "c4 xd4",
}


def cases(phase: Phase, table: dict[str, str]) -> list[tuple[Phase, str, str]]:
    return [(phase, text, words) for text, words in table.items()]


@pytest.mark.parametrize(
    ("phase", "text", "words"),
    [
        *cases(Phase.WALK, WALKING),
        *cases(Phase.SEED, SEEDING),
        *cases(Phase.ACT, ACTING),
        *cases(Phase.WALK, WHOLE_LINES),
    ],
)
def test_a_phrase_stands_for_words(phase: Phase, text: str, words: str) -> None:
    """seeds/logger.md, "Say it": phrases and words are the same; what is in capitals, and what
    stands between the phrases, does not matter."""
    s = position(
        """
        . . . . .
        . . . M .
        . M A . M
        . . . . .
        B . . . .
    """,
        phase=phase,
        supply=(2, 0),
    )
    assert meant(s, text) == words
    assert meant(s, text.upper()) == words


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
