"""English: what may be done in Logjam, told and offered to who is due."""

import re
from dataclasses import replace
from functools import cache
from random import Random

import pytest

from rules import GAMES
from rules.logjam.position import OFF, Phase, Position
from rules.logjam.steps import Capture, Push, Run, Shift
from rules.play import legal, read
from tests.rules.rivers_of_logs import LOGJAM, after, opening, river, scattered, whole_game
from tests.spoken import Choice, ChoiceGroup, Spoken

TEXTS, ENGLISH = GAMES["logjam"].texts, Spoken(GAMES["logjam"].texts)

DRAWING = """
    . . . C . . . .
    . . . A . . . .
    . . . . . . . .
    . B . . 2 2 2 .
    . 1 1 1 . . . .
    . A . . A B2 . .
    . . . . . . . .
    . . . . . B . .
"""


def board(roll: int, **more: object) -> Position:
    return river(DRAWING, roll=roll, **more)  # type: ignore[arg-type]


@cache
def seen() -> list[Position]:
    """Positions in which a player is due, of every phase."""
    rng = Random(6)
    found = [scattered(rng, 2 + n % 5) for n in range(120)]
    for seed, setup in enumerate(("quick", "classic")):
        game = whole_game(4, seed, setup=setup, loggers="4")
        found += [before for before, seat, *_ in game if seat >= 0][:200]
    return found


def offered(s: Position, title: str) -> ChoiceGroup:
    (offer,) = (offer for offer in ENGLISH.offers(s) if offer.title == title)
    return offer


def test_the_positions_of_these_tests_are_of_every_phase() -> None:
    """What follows is tried in each phase in which somebody may speak."""
    assert {s.phase for s in seen()} == {Phase.LOGS, Phase.LOGGERS, Phase.MOVE, Phase.RETURN}


@pytest.mark.no_cover
def test_the_offers_are_exactly_what_is_legal() -> None:
    """docs/decisions.md, 3: each legal word once, with a label; a kind without one says why."""
    for s in seen():
        offers = ENGLISH.offers(s)
        words = [way.word for offer in offers for way in offer.ways]
        assert len(words) == len(set(words))
        assert set(words) == set(map(str, legal(LOGJAM, s)))
        assert len({offer.title for offer in offers}) == len(offers)
        for offer in offers:
            assert offer.ways or offer.why
            assert all(way.label and way.hint for way in offer.ways)


@pytest.mark.no_cover
def test_a_hint_fits_a_menu() -> None:
    """A choice of a menu has at most 100 characters, the longest log meets the most stacks."""
    crowd = """
        . . . . . . .
        E5 . D5 . F5 . .
        A5 B5 C5 . D1 . .
        1 1 1 1 1 . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
    """
    hints = [way.hint for s in seen() for offer in ENGLISH.offers(s) for way in offer.ways]
    (way,) = (way for way in offered(river(crowd, roll=3), "Shift").ways if way.word == "a4+n")
    assert way.hint == (
        "log to a5-e5; crushes yours on a5 (5), C on c5 (5), D on e5; carries B on b5 (5)"
    )
    assert max(map(len, (way.hint, *hints))) <= 100


def test_a_run_says_how_far_it_is_still_to_go() -> None:
    """Logjam rules, Moving a Logger: off the last row is one step; what is nearest the open edge
    comes first."""
    offer = offered(board(4), "Run d7 to")
    assert offer.ways[0] == Choice("d7-off", "the open edge", "home")
    assert offer.ways[1] == Choice("d7-a8", "a8", "1 row to go")
    assert Choice("d7-d6", "d6", "3 rows to go") in offer.ways
    rows = [int(way.label[1:]) for way in offer.ways[1:]]
    assert rows == sorted(rows, reverse=True)
    assert [offer.title for offer in ENGLISH.offers(board(4))] == [
        "Run d7 to",
        "Run b3 to",
        "Run e3 to",
        "Do",
    ]


def test_a_capture_says_who_is_sent_back() -> None:
    """Logjam rules, Rolling a One: all that stand there."""
    assert offered(board(1), "Capture").ways == (
        Choice("e3xf3", "f3 from e3", "sends back B (2)"),
        Choice("d7xd8", "d8 from d7", "sends back C"),
    )


def test_a_push_and_a_shift_say_where_the_log_goes_and_whom_it_meets() -> None:
    """Logjam rules, Rolling a Two and Rolling a Three: carried, crushed, off the open edge."""
    assert offered(board(2), "Push").ways == (
        Choice("b3>b4", "b4 north from b3", "log to b5-d5; carries B on b5"),
    )
    shifts = offered(board(3), "Shift").ways
    assert Choice("b4+e", "b4-d4 east", "log to c4-e4") in shifts
    assert Choice("b4+n", "b4-d4 north", "log to b5-d5; carries B on b5") in shifts
    edge = """
        . B2 A . . 2
        1 1 1 . . 2
        . . . . . .
        . . . . . .
        . . . . . .
        . . . . . .
    """
    assert offered(river(edge, roll=3), "Shift").ways == (
        Choice("a5+n", "a5-c5 north", "log to a6-c6; brings home B on b6 (2), yours on c6"),
        Choice("a5+e", "a5-c5 east", "log to b5-d5"),
        Choice("f5+n", "f5-f6 north", "log leaves the game"),
        Choice("f5+w", "f5-f6 west", "log to e5-e6"),
    )


def test_what_the_roll_would_allow_but_nothing_is_there_for_says_why() -> None:
    """Logjam rules, Special Actions: only with a 1, a 2 or a 3."""
    alone = ". . . . . .\n" * 3 + ". A . . . .\n" + ". . . . . B\n" * 2
    for roll, title, why in (
        (1, "Capture", "no rival stands beside a logger of yours"),
        (2, "Push", "no log beside a logger of yours can be pushed"),
        (3, "Shift", "no log can be shifted"),
    ):
        s = river(alone, roll=roll)
        assert offered(s, title) == ChoiceGroup(title, (), why)
        absent = f" There is no {title.lower()} this turn."
        assert ENGLISH.summary(s) == ENGLISH.choices(s) + absent
    assert len(ENGLISH.offers(river(alone, roll=4))) == 2  # a run, and nothing


def test_a_capture_without_room_to_go_back_says_so() -> None:
    """Logjam rules, Starting Row: a rival is beside, but no square of row 1 can take him."""
    full = ". .\n" * 6 + ". B\n" + "A2 A2\n"
    s = river(full, roll=1)
    why = "row 1 has no room for those who would be sent back"
    assert offered(s, "Capture") == ChoiceGroup("Capture", (), why)


def test_a_logger_that_cannot_run_says_so() -> None:
    """Logjam rules, Moving a Logger: not onto a log or another colour."""
    stuck = """
        . . . . . .
        . . . . . .
        1 . . . . .
        1 . . . . .
        A B . . . .
        B . . . . .
    """
    s = river(stuck, roll=5)
    assert offered(s, "Run a2 to") == ChoiceGroup("Run a2 to", (), "no way is open to it")
    assert ENGLISH.choices(s) == "You can do nothing (`.`)."


def test_a_logger_that_can_only_leave_is_told_so() -> None:
    """Logjam rules, Moving a Logger: off the last row, between logs on both sides."""
    cleft = """
        . 1 A 2 . .
        . 1 3 2 . .
        . . 3 . . B
        . . . . . .
    """
    told = "You can run a logger off the open edge from c4; or do nothing (`.`)."
    assert ENGLISH.choices(river(cleft, roll=5)) == told


def test_who_goes_back_is_offered_colour_by_colour() -> None:
    """The ruling on loggers that go back: on free squares or those of their colour."""
    one = board(1, phase=Phase.RETURN, hand=(0, 1, 0))
    ways = offered(one, "Send back B to").ways
    assert ways[0] == Choice("@a1", "a1", "a free square")
    assert ways[5] == Choice("@f1", "f1", "joins 1 of the same colour")
    several = board(2, phase=Phase.RETURN, hand=(1, 0, 2))
    assert [offer.title for offer in ENGLISH.offers(several)] == [
        "Send back your own logger to",
        "Send back C to",
    ]
    assert offered(several, "Send back C to").ways[0].word == "C@a1"
    squares = "a1, b1, c1, d1, e1, g1 or h1"
    assert ENGLISH.choices(several) == (
        f"You send back 1 logger of yours to {squares}; 2 loggers of C to {squares} "
        "(for example `A@a1`)."
    )
    assert ENGLISH.choices(one) == (
        "You send back 1 logger of B to a1, b1, c1, d1, e1, f1, g1 or h1 (for example `@a1`)."
    )


def test_the_set_up_by_the_players_is_told_and_offered() -> None:
    """Logjam rules, Initial Setup: any log that is left, then one's own loggers."""
    laying = after(opening(2, setup="classic", board="6x8", logs="23"), "4 2")
    assert ENGLISH.choices(laying) == (
        "You can lay a log of 2 or 3 squares, for example `a3-a4`: not in rows 1, 2 and 8, "
        "and touching no other log, not even at a corner."
    )
    longest, shorter = ENGLISH.offers(laying)
    assert (longest.title, shorter.title) == ("Lay a log of 3 on", "Lay a log of 2 on")
    assert shorter.ways[1] == Choice("a3-b3", "a3-b3", "across the river in row 3")
    assert Choice("a3-a5", "a3-a5", "along column a") in longest.ways
    standing = after(after(laying, "a3-c3"), "e5-f5")
    assert ENGLISH.choices(standing) == (
        "You can stand one of your 3 loggers on a1, b1, c1, d1, e1 or f1."
    )
    only = replace(standing, hand=tuple(min(n, 1) for n in standing.hand))
    assert ENGLISH.choices(only).startswith("You can stand your last logger on a1, ")
    assert offered(standing, "Stand a logger on").ways[2] == Choice("@c1", "c1", "a free square")


@pytest.mark.parametrize(
    ("roll", "choices"),
    [
        (
            1,
            "You can run a logger up to 1 square; or capture f3 from e3 or d8 from d7; "
            "or do nothing (`.`).",
        ),
        (2, "You can run a logger up to 2 squares; or push b4 from b3; or do nothing (`.`)."),
        (
            3,
            "You can run a logger up to 3 squares, or off the open edge from d7; "
            "or shift b4-d4 n/e/w or e5-g5 n/e/w; or do nothing (`.`).",
        ),
        (
            6,
            "You can run a logger up to 6 squares, or off the open edge from d7; "
            "or do nothing (`.`).",
        ),
    ],
)
def test_the_choices_are_what_the_roll_allows(roll: int, choices: str) -> None:
    """Logjam rules, Play of the Game: a run, or the special action of the roll, or nothing."""
    assert ENGLISH.choices(board(roll)) == choices
    assert ENGLISH.summary(board(roll)) == choices


def told_words(s: Position) -> set[str]:
    """From the choices alone: runs off and special actions, as words."""
    text, words = ENGLISH.choices(s), set[str]()
    if off := re.search(r"edge from ([^;]*)", text):
        words |= {f"{square}-off" for square in re.findall(r"[a-z]\d+", off[1])}
    for to, start in re.findall(r"([a-z]\d+) from ([a-z]\d+)", text):
        words.add(f"{start}{'x' if s.roll == 1 else '>'}{to}")
    for low, sides in re.findall(r"([a-z]\d+)-[a-z]\d+ ([nesw/]+)", text):
        words |= {f"{low}+{side}" for side in sides.split("/")}
    return words


def test_the_choices_name_every_special_action_and_every_way_off() -> None:
    """Logjam rules, Special Actions: exactly those that are legal, read back from the text."""
    for s in seen():
        if s.phase is Phase.MOVE:
            steps = legal(LOGJAM, s)
            runs = [step for step in steps if isinstance(step, Run)]
            expected = {str(step) for step in steps if isinstance(step, Capture | Push | Shift)}
            expected |= {str(step) for step in runs if step.to == OFF}
            assert told_words(s) == expected
            assert ("up to" in ENGLISH.choices(s)) == any(step.to != OFF for step in runs)


def test_the_roll_is_called_to_the_mover_only_when_it_is_his_to_use() -> None:
    """Logjam rules, Play of the Game: the die is rolled before anything is decided."""
    assert str(TEXTS.call(board(2))) == "You rolled 2."
    assert ENGLISH.call(board(0)) == ""
    assert ENGLISH.call(board(2, phase=Phase.RETURN, hand=(0, 1, 0))) == ""
    assert ENGLISH.call(opening(3, setup="classic")) == ""
    assert ENGLISH.hand(board(2), 0) == ""  # nothing is hidden


def test_who_is_not_due_is_told_what_is() -> None:
    """Chance answers in its own time; when all is over nothing can be said."""
    assert ENGLISH.choices(board(0)) == "The die is rolled next."
    assert ENGLISH.choices(opening(2)) == "The die is rolled next."
    assert ENGLISH.choices(board(0, phase=Phase.OVER)) == "The game is over."
    assert ENGLISH.offers(board(0, phase=Phase.OVER)) == ENGLISH.offers(board(0)) == ()


def test_who_sets_up_is_told_what_is_laid_and_stood() -> None:
    """Logjam rules, Initial Setup, 2 and 3: log by log, then logger by logger."""
    s, names = after(opening(3, setup="classic", board="6x8", logs="55"), "1 6 1"), ("A", "B", "C")
    assert (ENGLISH.call(s), ENGLISH.standing(s, names)) == (
        "Lay a log.",
        "Logs not yet laid: 2 of length 5.",
    )
    assert str(TEXTS.manner(s)) == "Say it like `b4-d4`: the squares of both ends."
    assert TEXTS.phrased(s, read(LOGJAM, s, "b3-b7")) == ("log b3 to b7",)
    s = after(after(s, "b3-b7"), "d3-d7")
    assert (ENGLISH.call(s), ENGLISH.standing(s, names)) == (
        "Stand a logger on row 1.",
        "Loggers to stand: A 3 · B 3 · C 3.",
    )
    assert str(TEXTS.manner(s)).startswith("Say it like `@a1`")
    assert TEXTS.phrased(s, read(LOGJAM, s, "@a1")) == ("stand on a1",)
    assert "B: 3 to stand." in ENGLISH.pieces(s, names)


@pytest.mark.parametrize(
    ("hand", "word", "said"),
    [((0, 1, 0), "@a1", "back to a1"), ((0, 1, 1), "C@a1", "send c back to a1")],
)
def test_who_sends_loggers_back_is_told_whose(hand: tuple[int, ...], word: str, said: str) -> None:
    """Logjam rules, Capturing: with several colours to send back each is named."""
    s = board(2, phase=Phase.RETURN, hand=hand)
    assert TEXTS.phrased(s, read(LOGJAM, s, word)) == (said,)
    assert str(TEXTS.manner(s)).startswith("Say it like `@a1`")
    assert "1 to send back" in ENGLISH.pieces(s, ("A", "B", "C"))


def test_a_shift_is_suggested_with_its_side() -> None:
    """Logjam rules, Rolling a Three: the log and where it goes, as people type it."""
    s = board(3)
    assert TEXTS.phrased(s, read(LOGJAM, s, "b4+n")) == ("shift b4 north",)
