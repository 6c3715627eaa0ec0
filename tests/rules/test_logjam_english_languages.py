"""Logjam in another language: what is typed is data, and what is said goes through a catalogue."""

import pytest

from rules.input import Language
from rules.logjam.input import SEATS, Table, phrases
from tests.rules.rivers_of_logs import river

DRAWING = """
    . . . . . .
    . . . . . .
    . 1 1 1 . .
    . A . . B A
    . . . . . .
    . . . . . .
"""

GERMAN = Language(
    sides={"n": ("nord",), "e": ("ost", "rechts"), "s": ("süd",), "w": ("west", "links")},
    counts=("eins", "zwei", "drei", "vier", "fünf", "sechs"),
    groups={"toward": "nach"},
    phrases=(
        ("run off", "{start} (?:hinaus|heim)"),
        ("run", "(?:von )?{start} nach {end}"),
        ("push to a side", "schiebe {start} nach {side}"),
        ("push what is there", "schiebe {end}"),
        ("shift", "(?:den )?stamm {start} nach {side}"),
        ("move", "{start} {way}"),
        ("nothing", "nichts"),
    ),
)


@pytest.mark.parametrize(
    ("roll", "said", "word"),
    [
        (5, "von b3 nach c2", "b3-c2"),
        (5, "b3 zwei nach rechts süd", "b3-d2"),
        (5, "b3 ost 1 nach süd", "b3-c2"),
        (3, "stamm d4 nach ost", "b4+e"),
        (3, "d4 ost", "b4+e"),
        (2, "schiebe b3 nach nord", "b3>b4"),
        (2, "schiebe c4", "b3>b4"),
        (6, "f3 heim", "f3-off"),
        (6, "f3-off", "f3-off"),
        (2, "b3 > b4", "b3>b4"),
        (5, "nichts", "."),
        (5, ".", "."),
    ],
)
def test_what_people_type_is_data_of_a_language(roll: int, said: str, word: str) -> None:
    """Another language needs another table and no other code; the notation is the same."""
    assert phrases(GERMAN).parse(Table(river(DRAWING, roll=roll), SEATS), said) == ((word,), "")
