"""English: which words the phrases of Logjam stand for."""

import re
from pathlib import Path

from rules.drafting import Kind, draft
from rules.english import plain
from rules.logjam.english import LogjamEnglish
from rules.logjam.input import ENGLISH, SEATS, Table, phrases
from rules.logjam.position import Phase, Position
from tests.rules.rivers_of_logs import LOGJAM, river

KIND = Kind(LOGJAM, LogjamEnglish())

DRAWING = """
    . . . . . . . .
    . . . A . . . .
    . . . . . . . .
    . . . . 2 2 2 .
    . 1 1 1 . B2 . .
    . A . . . A . .
    . . . . . . . .
    . . . . . B . C
"""


def board(roll: int) -> Position:
    return river(DRAWING, roll=roll)


def going_back(hand: tuple[int, ...]) -> Position:
    return river(DRAWING, roll=1, phase=Phase.RETURN, hand=hand)


def test_words_that_were_kept_are_those_of_the_log() -> None:
    """They go on as they were said, whatever their letters mean at the table."""
    table, several = KIND.at("NMB"), going_back((1, 1, 1))
    assert draft(table, several, "b@b1", kept=("B@a1",)).said == ("B@a1", "C@b1")


PAGE = Path(__file__).parents[2] / "seeds" / "logjam.md"


def test_the_examples_in_the_rules_are_read() -> None:
    """seeds/logjam.md: what it says can be said, can be said."""
    said = re.findall(r"^Type .*$", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    examples = re.findall(r"`([^`]+)`", " ".join(said))
    assert len(examples) == 13
    wide = [f"{line} . ." for line in DRAWING.strip().splitlines()]
    whole = river("\n".join([*[" ".join("." * 10)] * 4, *wide]), roll=2)
    for example in examples:
        assert phrases(ENGLISH).parse(Table(whole, SEATS), plain(example))[0], example
