"""Records: a whole game as text, the faults of a broken one, and the digest on every board."""

from __future__ import annotations

import hmac
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.game import NATURE, TABLE
from rules.record import (
    HEAD,
    NAME,
    Corrupt,
    Entry,
    Formerly,
    OtherVersion,
    Record,
    digest,
    parse,
    write,
)
from tests.approved import Example, examples

TEXT = """\
lumbercamp record 1
game logger edition 1
seat A Ann
seat B Ben the Elder
option setup quick
seed 9f3c

4 A a1 #5b1c99d0
5 B e5 #0c77aa12
6 chance 3 #11d2ab40
7 game undo 5
9 A a3 c3>c4 xb3
"""

RECORD = Record(
    "logger",
    1,
    ("Ann", "Ben the Elder"),
    (
        Entry(4, 0, "a1", "5b1c99d0"),
        Entry(5, 1, "e5", "0c77aa12"),
        Entry(6, NATURE, "3", "11d2ab40"),
        Entry(7, TABLE, "undo 5"),
        Entry(9, 0, "a3 c3>c4 xb3"),
    ),
    {"setup": "quick"},
    "9f3c",
)


def test_a_record_is_written_as_it_is_described_and_read_as_it_is_written() -> None:
    assert (write(RECORD), parse(TEXT)) == (TEXT, RECORD)


def test_a_record_says_who_sat_there_before_a_seat_was_handed_over() -> None:
    """rules/record.py: before that row it was theirs; names are cut to one line."""
    former = (Formerly(1, 5, "Cy"), Formerly(0, 7, "Dee the\nElder"), Formerly(1, 9, "Eve"))
    record = replace(RECORD, former=former)
    assert "seat B Ben the Elder\nformer B 5 Cy\nformer A 7 Dee the Elder\n" in write(record)
    assert parse(write(record)).former[1] == Formerly(0, 7, "Dee the Elder")
    assert [record.names_at(n)[1] for n in (4, 5, 8, 9)] == ["Cy", "Eve", "Eve", "Ben the Elder"]
    assert [parse(write(record)).names_at(n)[0] for n in (6, 7)] == ["Dee the Elder", "Ann"]


def test_a_row_says_with_which_post_it_was_drawn() -> None:
    drawn = Entry(10, NATURE, "3 4", "11d2ab40", post=1573844352738787328)
    seated = Entry(11, TABLE, "start 1 0", post=1573844352738787329)
    new = replace(RECORD, commitment="41aa", entries=(*RECORD.entries, drawn, seated))
    assert "10 chance 3 4 @1573844352738787328 #11d2ab40\n" in write(new)
    assert "11 game start 1 0 @1573844352738787329\n" in write(new)
    assert parse(write(new)) == new


def test_a_record_of_another_version_is_told_apart() -> None:
    for version in (2, 3, 999_999_999):
        with pytest.raises(OtherVersion) as other:
            parse(TEXT.replace(HEAD, f"lumbercamp record {version}"))
        assert str(other.value) == (
            f"it has version {version} of the record format, and this Lumbercamp reads version 1"
        )


def test_line_ends_and_empty_lines_at_the_end_do_not_matter() -> None:
    assert parse(TEXT.replace("\n", "\r\n") + "\r\n\n  \n") == RECORD


one_line = st.text(st.characters(exclude_categories=["Cs", "Cc"]), min_size=1, max_size=NAME).map(
    lambda text: " ".join(text.split()) or "?"
)


@settings(max_examples=30)
@given(st.lists(one_line, min_size=2, max_size=6))
def test_any_name_survives(names: list[str]) -> None:
    assert parse(write(Record("logger", 1, tuple(names), ()))).names == tuple(names)


@settings(max_examples=30)
@given(st.text())
def test_no_name_can_forge_a_row(name: str) -> None:
    forged = Record("logger", 1, (f"x{name}", "Ben"), (Entry(1, 0, "a1"),))
    read = parse(write(forged))
    assert (len(read.names), read.entries) == (2, forged.entries)


UNWRITTEN = (
    (TEXT, "", "line 1: a record begins with"),
    (TEXT, HEAD, "line 2: expected `game KIND edition NUMBER`"),
    ("seat A Ann", "seat A " + "x" * 211, "line 3: the name has more than 200 characters"),
    ("edition 1", "edition " + "9" * 5000, "line 2: expected `game KIND"),
    ("4 A a1", "4 A " + "a1 " * 700, "line 8: it has more than 2000 characters"),
    ("4 A a1", "\u0664 A a1", "line 8: expected a row such as"),
    ("7 game", "9" * 5000 + " game", "line 11: expected a row such as"),
)


def read_changed(was: str, becomes: str) -> str:
    """Why a changed record can't be read."""
    assert TEXT.count(was) == 1
    with pytest.raises(Corrupt) as corrupt:
        parse(TEXT.replace(was, becomes))
    return str(corrupt.value)


def test_a_corrupt_record_is_told_by_its_line() -> None:
    for was, becomes, says in UNWRITTEN:
        assert read_changed(was, becomes).startswith(says), becomes[:80]


@pytest.mark.parametrize("example", examples(__file__))
def test_so_it_is_for_whatever_was_changed(example: Example) -> None:
    def told(changes: str) -> list[str]:
        return [
            read_changed(*each.replace("\\n", "\n").replace("\\t", "\t").split(" => "))
            for each in changes.splitlines()
        ]

    example.judge(told)


def test_there_are_no_more_seats_than_letters() -> None:
    seats = "".join(f"seat {letter} X\n" for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ[")
    with pytest.raises(Corrupt, match="line 29: expected a seat"):
        parse(f"{HEAD}\ngame logger edition 1\n{seats}")


def test_a_long_name_is_cut_where_it_is_written() -> None:
    record = Record("logger", 1, ("x" * 500, "Ben"), (), former=(Formerly(1, 9, "y" * 500),))
    read = parse(write(record))
    assert read.names[0] == "x" * NAME
    assert read.former[0].name == "y" * NAME


def test_a_name_and_the_seats_of_the_game_before_are_kept() -> None:
    record = Record("logger", 1, ("Ann", "Ben", "Cy"), (), name="L7", before=(2, 0, 1))
    assert "\nname L7\n" in write(record)
    assert "\nbefore C A B\n" in write(record)
    assert parse(write(record)) == record


SEED = bytes(range(32))
DIGESTED = Record(
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
    """rules/record.py names its parts: no names, no draws, no checksums."""
    text = (
        "lumbercamp record 1\ngame logjam edition 1\nname J7\noption setup quick\n\n"
        "1 game open 1573844352738787327\n2 game join 1573844352738787328\n3 game start 1 0\n"
        "4 chance ?\n5 A a1-a3\n"
    )
    digits = hmac.new(SEED, text.encode(), "sha256").hexdigest()
    assert digest(DIGESTED, SEED, 5) == f"{digits[:4]}-{digits[4:8]}-{digits[8:12]}"


def changed(n: int, line: str) -> Record:
    rows = (e._replace(line=line) if e.n == n else e for e in DIGESTED.entries)
    return replace(DIGESTED, entries=tuple(rows))


EXCHANGED = (
    changed(1, "open 5"),
    changed(2, "join 1573844352738787329"),
    changed(3, "start 0 1"),
    changed(5, "a1-a2"),
    replace(DIGESTED, options={"setup": "classic"}),
    replace(DIGESTED, options={}),
    replace(DIGESTED, kind="logger"),
    replace(DIGESTED, edition=2),
    replace(DIGESTED, name="J8"),
    replace(DIGESTED, before=(1, 0)),
    replace(DIGESTED, entries=DIGESTED.entries[:-1]),
)


def test_whatever_is_exchanged_changes_it() -> None:
    """The speaker of each row, the options of the game, and the players of the seats."""
    assert len({digest(each, SEED, 5) for each in (DIGESTED, *EXCHANGED)}) == len(EXCHANGED) + 1


def test_rows_after_it_do_not_matter() -> None:
    more = replace(DIGESTED, entries=(*DIGESTED.entries, Entry(6, 1, "c1-c3")))
    assert digest(more, SEED, 5) == digest(DIGESTED, SEED, 5) != digest(more, SEED, 6)


def test_what_is_forgotten_drawn_again_or_told_later_does_not_change_it() -> None:
    """A hidden draw shows in no digest, and a forgotten player makes no board wrong."""
    for other in (
        changed(4, "6"),
        replace(DIGESTED, names=("former player 3", "Ben")),
        replace(DIGESTED, former=(Formerly(0, 5, "Abe"),)),
        replace(DIGESTED, seed=SEED.hex(), commitment="41aa"),
    ):
        assert digest(other, SEED, 5) == digest(DIGESTED, SEED, 5)
