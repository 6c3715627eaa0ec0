"""Logjam's English for its positions and turns, good enough to play by ear."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest

from renderer import alt
from renderer.picture import Labels
from rules import GAMES
from rules.english import plain
from rules.game import Event
from rules.logjam.input import SEATS, LetteredTable, phrases
from rules.logjam.position import Phase, Position
from rules.play import look
from tests.rules.rivers_of_logs import LOGJAM, logs, river, say, whole_game
from tests.spoken import Spoken

TEXTS, ENGLISH = GAMES["logjam"].texts, Spoken(GAMES["logjam"].texts)


PEOPLE = ("Ann", "Ben", "Cy", "Dee", "Eve", "Fay")


def crowded(board: str, lengths: str) -> Position:
    """Six players with all loggers scattered at the far end of a whole river of logs."""
    played = whole_game(6, 3, loggers="5", board=board, logs=lengths)
    s: Position = next(s for s, *_ in played if s.phase is Phase.ROLL)
    taken = {cell for log in s.logs for cell in log}
    spots = Random(3).sample([c for c in s.terms.grid.cells[-90:] if c not in taken], 30)
    loggers = tuple(tuple(sorted(spots[seat::6])) for seat in range(6))
    return s._replace(phase=Phase.MOVE, roll=2, loggers=loggers)


@pytest.mark.parametrize(("board", "lengths"), [("10x12", "222233334444"), ("12x16", "5" * 16)])
def test_the_fullest_board_fits_an_alt_text(board: str, lengths: str) -> None:
    """1,024 characters for six long names, thirty loggers and all logs; only names are cut."""
    s = crowded(board, lengths)
    log = ("b11", "c11", "d11", "e11", "b12", "c12", "d12", "e12")
    events = [
        Event("rolls", 0, (), 2),
        Event("pushes", 0, ("b10", "b11")),
        Event("slides", 0, log),
        *(Event("crushed", seat, (square,), 1) for seat, square in enumerate(log[4:], 1)),
        *(Event("returns", seat, (square,)) for seat, square in enumerate(("a1", "b1"), 1)),
        Event("rolls", 1, (), 3),
    ]
    names = tuple(f"{name} of the long log and river".ljust(32, "x") for name in PEOPLE)
    text = alt.text(GAMES["logjam"], look(LOGJAM, s, events, None), Labels("J3", names, 7))
    assert len(text) <= alt.LIMIT
    assert text.endswith("b1.")
    assert all(len(part) >= 8 for part in re.findall(r"\n(.*): [a-l]1", text))
    assert set(re.findall(r"[a-z]\d+-[a-z]\d+", text)) >= logs(s)
    squares = {s.terms.grid.names[cell] for cells in s.loggers for cell in cells}
    assert squares <= set(re.findall(r"\b[a-l]\d+\b", text))


SMALL = """
    . . . . . . . .
    . . . A . . . .
    . . . . . . . .
    . . . . 2 2 2 .
    . 1 1 1 . B2 . .
    . A . . . A . .
    . . . . . . . .
    . . . . . B . C
"""


def test_a_turn_is_told_with_its_roll_and_the_next_roll_is_left_to_the_call() -> None:
    s = river(SMALL)
    rolled, first = say(s, "5")
    gone, word = say(rolled, "b3-c1")
    next_, second = say(gone, "3")
    assert ENGLISH.story(first, PEOPLE) == "Ann: rolled 5."
    assert ENGLISH.story([*first, *word, *second], PEOPLE) == "Ann rolled 5: b3 to c1."
    assert str(TEXTS.call(next_)) == "You rolled 3."
    assert ENGLISH.pieces(next_, PEOPLE[:3]).endswith("\nBen rolled 3.")
    _, rest = say(next_, ".")
    assert ENGLISH.story([*first, *word, *second, *rest], PEOPLE) == (
        "Ann rolled 5: b3 to c1.\nBen rolled 3: did nothing."
    )
    off = [Event("rolls", 1, (), 1), Event("exits", 1, ("a8", "off"), 1)]
    assert ENGLISH.story([*word, *off], PEOPLE) == "Ann: b3 to c1.\nBen rolled 1: home from a8."


PAGE = Path(__file__).parents[2] / "seeds" / "logjam.md"


def test_the_examples_in_the_rules_are_read() -> None:
    said = re.findall(r"^Type .*$", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    examples = re.findall(r"`([^`]+)`", " ".join(said))
    assert len(examples) == 13
    wide = [f"{line} . ." for line in SMALL.strip().splitlines()]
    whole = river("\n".join([*[" ".join("." * 10)] * 4, *wide]), roll=2)
    for example in examples:
        assert phrases(TEXTS.speech).parse(LetteredTable(whole, SEATS), plain(example))[0], example
