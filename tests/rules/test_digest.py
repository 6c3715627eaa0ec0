"""The digest that stands on every board.

Source: issue 25, item 3; docs/decisions.md, 49.
"""

from __future__ import annotations

import hmac
from dataclasses import replace

import pytest

from rules.game import NATURE, TABLE
from rules.record import Entry, Formerly, Record, digest

SEED = bytes(range(32))
RECORD = Record(
    "logjam",
    1,
    ("Ann", "Ben"),
    (
        Entry(1, TABLE, "open 1573844352738787327"),
        Entry(2, TABLE, "join 1573844352738787328"),
        Entry(3, TABLE, "start 1 0"),
        Entry(4, NATURE, "5", "0c77aa12"),
        Entry(5, 0, "a1-a3", "5b1c99d0"),
    ),
    {"setup": "quick"},
    name="J7",
)


def test_anybody_can_work_it_out() -> None:
    """rules/record.py says of what: no names, no draws, no checksums."""
    text = (
        "lumbercamp record 1\ngame logjam edition 1\nname J7\noption setup quick\n\n"
        "1 game open 1573844352738787327\n2 game join 1573844352738787328\n3 game start 1 0\n"
        "4 chance ?\n5 A a1-a3\n"
    )
    digits = hmac.new(SEED, text.encode(), "sha256").hexdigest()
    assert digest(RECORD, SEED, 5) == f"{digits[:4]}-{digits[4:8]}-{digits[8:12]}"


def changed(n: int, line: str) -> Record:
    rows = (replace(e, line=line) if e.n == n else e for e in RECORD.entries)
    return replace(RECORD, entries=tuple(rows))


@pytest.mark.parametrize(
    "other",
    [
        changed(1, "open 5"),
        changed(2, "join 1573844352738787329"),
        changed(3, "start 0 1"),
        changed(5, "a1-a2"),
        replace(RECORD, options={"setup": "classic"}),
        replace(RECORD, options={}),
        replace(RECORD, kind="logger"),
        replace(RECORD, edition=2),
        replace(RECORD, name="J8"),
        replace(RECORD, before=(1, 0)),
        replace(RECORD, entries=RECORD.entries[:-1]),
    ],
)
def test_whatever_is_exchanged_changes_it(other: Record) -> None:
    """Who said what, how the game was agreed on, and who sat down where."""
    assert digest(other, SEED, 5) != digest(RECORD, SEED, 5)


def test_rows_after_it_do_not_matter() -> None:
    more = replace(RECORD, entries=(*RECORD.entries, Entry(6, 1, "c1-c3")))
    assert digest(more, SEED, 5) == digest(RECORD, SEED, 5) != digest(more, SEED, 6)


@pytest.mark.parametrize(
    "other",
    [
        changed(4, "6"),
        replace(RECORD, names=("former player 3", "Ben")),
        replace(RECORD, former=(Formerly(0, 5, "Abe"),)),
        replace(RECORD, seed=SEED.hex(), commitment="41aa"),
    ],
)
def test_what_is_forgotten_drawn_again_or_told_later_does_not_change_it(other: Record) -> None:
    """A hidden draw shows in no digest, and who was forgotten makes no board wrong."""
    assert digest(other, SEED, 5) == digest(RECORD, SEED, 5)


def test_without_the_seed_nobody_can_try_words_out() -> None:
    assert digest(RECORD, bytes(32), 5) != digest(RECORD, SEED, 5)
