"""What somebody may have meant: typos, verbs without their square, and hints for the moment.

Source: issue 11, item 4.
"""

from __future__ import annotations

import re
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from rules import GAMES
from rules.drafting import draft
from rules.errors import SHOWN, Illegal, Refused, Unread
from rules.fellers.position import Phase as Race
from rules.fellers.position import Position as River
from rules.logger.rules import Phase
from rules.logjam.position import Phase as Jam
from rules.nearest import Way, nearest
from rules.play import legal
from tests.rules.boards import KIND, opening, position, refused, typed
from tests.rules.everywhere import everywhere
from tests.rules.rivers_of_logs import river
from tests.rules.test_fellers_phrases import ASHORE, MOVING, PLAYING
from tests.rules.test_logjam_phrases import board
from tests.spoken import Spoken

NAMES = ("logger", "logjam", "fellers")
WALKING = position("""
    . . . . .
    . . . . .
    . . m . .
    . . . . .
    A . . . B
""")


def told(name: str, s: Any, line: str) -> str:
    """How a line is refused."""
    with pytest.raises(Refused) as caught:
        draft(GAMES[name], s, line)
    return str(caught.value)


def mistyped(rng: Random, line: str) -> str:
    """A line with two letters of one of its longer words exchanged."""
    letters = list(line)
    at = rng.choice([i for i, pair in enumerate(pairwise(line)) if "".join(pair).isalpha()])
    letters[at : at + 2] = reversed(letters[at : at + 2])
    return "".join(letters)


def test_who_asks_for_no_hints_is_told_what_is_wrong_and_no_more() -> None:
    """What may be meant, and what can be said, takes longer to find than the rest."""
    for line, wrong in (("zz", "I can't read `zz`."), ("go e5", "`go e5` is not legal")):
        with pytest.raises(Refused) as caught:
            draft(KIND, WALKING, line, hints=False)
        assert str(caught.value).startswith(wrong)
        assert told("logger", WALKING, line).removeprefix(str(caught.value)).startswith(" ")
        assert "You can" not in str(caught.value)


@pytest.mark.parametrize("name", NAMES)
def test_how_a_step_is_said_is_read_as_that_step(name: str) -> None:
    """What the bot suggests is what one may type, in every phase."""
    texts, tried = GAMES[name].texts, set()
    for phase, states in everywhere()[name].by_phase.items():
        for s in states[:3]:
            if GAMES[name].game.actor(s) < 0:
                continue
            for step in legal(GAMES[name].game, s)[:40]:
                for phrase in texts.phrased(s, step):
                    assert texts.parse(s, phrase) == ((str(step),), ""), phrase
                    tried.add(phase)
    assert len(tried) > 1


@pytest.mark.parametrize("name", NAMES)
def test_what_is_suggested_for_a_typo_can_be_played_now(name: str) -> None:
    """As a player would type it, and at most three lines; a typo in a longer word is found."""
    rng, game, found = Random(11), GAMES[name].game, 0
    for states in everywhere()[name].by_phase.values():
        for s in states[:6]:
            if game.actor(s) < 0:
                continue
            phrases = [p for x in legal(game, s) for p in GAMES[name].texts.phrased(s, x)]
            phrase = mistyped(rng, rng.choice(phrases))
            try:
                draft(GAMES[name], s, phrase)
            except Unread as unread:
                _, asked, rest = str(unread).partition("Did you mean ")
                lines = re.findall("`([^`]+)`", rest.split("?")[0]) if asked else []
                assert len(lines) <= 3
                for line in lines:
                    draft(GAMES[name], s, line)  # is not refused
                found += bool(lines)
            except Illegal:
                pass
    assert found > 3


@pytest.mark.parametrize(
    ("name", "s", "line", "suggested"),
    [
        ("logger", opening(2), "cornre a1", "`corner a1`"),
        ("logger", WALKING, "wlak b1", "`go to b1`"),
        ("logger", WALKING, "mvoe to b1", "`go to b1`"),
        ("logjam", board(4), "rnu b3 to c3", "`run b3 to c3`"),
        ("logjam", board(4), "nohting", "`nothing`"),
        ("logjam", board(4), "waklk b3 to c3", "`run b3 to c3`"),
        ("fellers", PLAYING, "grsas man 4", "`grass man 4`"),
        ("fellers", PLAYING, "geren man 4", "`grass man 4`"),
        ("fellers", MOVING, "souhteast", "`southeast`"),
        ("fellers", MOVING, "downstream", "`south`"),
    ],
)
def test_a_typo_is_answered_with_the_nearest_line(
    name: str, s: Any, line: str, suggested: str
) -> None:
    assert f"Did you mean {suggested}" in told(name, s, line)


def test_a_slip_that_comes_too_early_is_answered_with_what_comes_before_it() -> None:
    """Who writes the action alone has forgotten the walk."""
    s = position("""
        . . . . .
        . . . . .
        . . . . .
        . . . . .
        A . . . B
    """)
    assert "Did you mean `stay, plant north`" in refused(s, "plnat north")


def test_a_long_line_is_suggested_without_what_was_said_before() -> None:
    """No more is ever repeated to somebody than of a line that cannot be read."""
    s = position(
        """
        M . . . M
        . . . . .
        . . A . .
        . . . . .
        M . . . B
    """,
        phase=Phase.ACT,
        supply=(3, 0),
    )
    sentence = refused(s, "protest the tree on a5")
    assert "can't read" in sentence or "Say which" in sentence
    long = refused(s, "protest a5 protest e5 proetst a1")
    assert "Did you mean `protest a5, protest e5, protest a1`" in long
    far = refused(s, "guard          a5, guard at e5, guard at a5 proetst a1")
    assert all(len(line) <= SHOWN for line in re.findall("`([^`]+)`", far))


def test_the_nearest_come_first_and_nothing_far_is_near() -> None:
    """Equally near ones stay in their order."""
    ways = [Way(("chop b3", "xb3")), Way(("plant a2", "+a2")), Way(("chop c3", "xc3"))]
    assert nearest("chpo c3", ways, {}) == [("chop c3",)]
    assert nearest("pl up", ways, {"up": "a2"}) == [("plant a2",)]
    assert nearest("what now", ways, {}) == []
    assert nearest("chop b", [Way(("chop b3",), ("stay",))], {}) == [("stay", "chop b3")]


ONE_TREE = """
    . . . . .
    . . . . .
    A . . . .
    . T . . .
    . . . . B
"""


@pytest.mark.parametrize("line", ["b3 chop", "b3, fell the tree", "B3; cut down", "b3 chop b2"])
def test_a_verb_without_its_square_is_the_only_one_that_is_possible(line: str) -> None:
    """Logger: `chop` where one tree can be chopped, also after the walk in the same line."""
    assert typed(position(ONE_TREE), line).line == "b3 xb2"


def test_plant_and_protest_are_filled_in_too() -> None:
    """Logger: the only free square, the only tree."""
    s = position(ONE_TREE, supply=(1, 0))
    assert typed(s, "b3 protest").line == "b3 !b2 ."
    crowded = position(
        """
        . . . . .
        . G . . .
        M A G . .
        . . . . .
        . . . . B
    """,
        phase=Phase.ACT,
    )
    assert typed(crowded, "plant").line == "+b2"


def test_a_verb_without_its_square_is_never_guessed_between_two() -> None:
    """The refusal lists them, or says why there is none."""
    s = position(
        """
        . . . . .
        . M . . .
        M A M . .
        . . . . .
        . . . . B
    """,
        phase=Phase.ACT,
    )
    assert refused(s, "chop").startswith("Say which tree to chop: a3, c3 or b4.")
    assert typed(s, "plant").line == "+b2"
    assert refused(s, "protest").startswith("You cannot protest: you have no protester in hand.")


@pytest.mark.parametrize(
    ("trees", "supply", "line", "why"),
    [
        (". . .", 0, "chop", "You cannot chop: no unguarded mature tree is next to you."),
        (". . .", 1, "protest", "You cannot protest: there is no unguarded mature tree."),
        ("G G G", 0, "plant", "You cannot plant: no square next to you is free."),
    ],
)
def test_why_a_verb_has_no_meaning(trees: str, supply: int, line: str, why: str) -> None:
    """Logger."""
    west, north, east = trees.split()
    s = position(
        f"""
        . . . . .
        . . . . .
        . . {north} . .
        . {west} A {east} .
        . . {north} . B
    """,
        phase=Phase.ACT,
        supply=(supply, 0),
    )
    assert refused(s, line).startswith(why)


@pytest.mark.parametrize(
    ("roll", "line", "word"),
    [(1, "capture", "f3xf4"), (4, "run", ""), (2, "push", ""), (3, "shift", ""), (4, "run b3", "")],
)
def test_a_verb_of_logjam_without_its_squares(roll: int, line: str, word: str) -> None:
    """The only one that is possible, or a refusal that lists them."""
    s = board(roll)
    kind = {"capture": "x", "run": "-", "push": ">", "shift": "+"}[line.split()[0]]
    start = line.partition(" ")[2]
    ways = [w for w in map(str, legal(GAMES["logjam"].game, s)) if kind in w and start in w]
    if len(ways) == 1:
        assert draft(GAMES["logjam"], s, line).line.startswith(ways[0])
        return
    answer = told("logjam", s, line)
    if not ways:
        assert answer.startswith("No move of this kind is possible now.")
    else:
        assert answer.startswith("Say which one")
        assert f"`{ways[0]}`" in answer


def test_the_only_run_and_the_only_shift_of_logjam_need_no_squares() -> None:
    drawing = """
        . . . .
        . . . .
        2 2 . .
        . . . .
        A . . B
    """
    game, s = GAMES["logjam"], river(drawing, roll=1)
    one = told("logjam", s, "run a1")
    assert one.startswith("Say which one: `a1-")
    assert told("logjam", s, "shift").startswith("You rolled 1; a shift needs a 3.")
    assert told("logjam", s, "push").startswith("You rolled 1; a push needs a 2.")
    assert told("logjam", s, "run b4").startswith("No move of this kind is possible now.")
    shifted = river(drawing, roll=3)
    ways = [str(x) for x in legal(game.game, shifted) if "+" in str(x)]
    assert told("logjam", shifted, "shift b3").startswith(f"Say which one: `{ways[0]}`")


def test_a_verb_of_fellers_without_its_space() -> None:
    """A card by its lumberjack where one of it is held; where to, where there is one way."""
    assert draft(GAMES["fellers"], PLAYING, "grass man").said == ("gm4",)
    assert told("fellers", ASHORE, "enter").startswith("Say where to: d1, e1 or f1.")
    assert told("fellers", MOVING, "enter").startswith("No step of this kind is possible now.")
    assert told("fellers", MOVING, "go").startswith("Say where to: n, ne")


def test_hints_fit_the_moment() -> None:
    """Corners when a corner is due, protesters when more of them are possible, and so on."""
    assert "Say it like `corner a1` or `a1`." in refused(opening(2), "what")
    assert Spoken(KIND.texts).manner(position(ONE_TREE, phase=Phase.OVER)) == "The game is over."
    more = position(
        """
        M . . . G
        . . . . .
        . . A . .
        . . . . .
        M . . . B
    """,
        phase=Phase.MORE,
        supply=(1, 0),
    )
    assert "Say it like `protest a1` or `!a1`." in refused(more, "what")


def test_hints_of_logjam_name_what_the_roll_allows() -> None:
    """No capture without a 1; where nothing can move, to do nothing."""
    assert "Say it like `run " in told("logjam", board(4), "what")
    assert "capture" not in told("logjam", board(4), "what").partition("You can")[0]
    assert "(`f3xf4`)" in told("logjam", board(1), "what").partition("You can")[0]
    manner = Spoken(GAMES["logjam"].texts).manner
    stuck = river(
        """
        1 1
        A B
    """,
        roll=4,
    )
    assert stuck.phase is Jam.MOVE
    assert manner(stuck) == "Say `.` to do nothing."


def test_hints_of_fellers_are_those_of_a_card_a_start_and_a_step() -> None:
    assert "`grass man 4: s, se, stop`" in told("fellers", PLAYING, "what")
    assert "Say it like `enter at d1` or `d1`." in told("fellers", ASHORE, "what")
    assert "`south, southeast, stop`" in told("fellers", MOVING, "what")
    assert isinstance(MOVING, River)
    assert MOVING.phase is Race.MOVE
