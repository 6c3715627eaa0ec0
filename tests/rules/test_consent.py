"""Deeds that all players must agree to, and conditions for giving up a seat."""

from __future__ import annotations

import pytest

from rules.consent import disagreeing
from rules.game import NATURE, TABLE
from rules.record import Entry, Formerly, Record
from tests.approved import Example, examples

FIR = "Fir (computer, easy)"
SPEAKERS = {"A": 0, "B": 1, "C": 2, "chance": NATURE}


def said(
    text: str, players: str = "Ann · Ben · Cy", forced: str = "", former: str = ""
) -> list[str]:
    """The faults of a record of these rows. forced: rows of turns without an alternative."""
    rows = text.replace("[turns]", "A a1 | B e5 | C a5").split(" | ")
    split = [(row, *row.partition(" ")[::2]) for row in rows]
    entries = tuple(
        Entry(n, SPEAKERS.get(who, TABLE), line if who in SPEAKERS else row)
        for n, (row, who, line) in enumerate(split, 1)
    )
    before = (each.split(" ", 2) for each in former.split(" · ") if each)
    handed = tuple(Formerly(SPEAKERS[seat], int(n), name) for seat, n, name in before)
    record = Record("logger", 1, tuple(players.split(" · ")), entries, former=handed)
    return [str(each) for each in disagreeing(record, {*map(int, forced.split())}.__contains__)]


def judged(block: str) -> list[str]:
    """The answer to each log, below the lines about its game."""
    lines = [line.partition(": ")[::2] for line in block.splitlines()]
    head = dict(line for line in lines if line[1])
    return ["" if about else "\n".join(said(log, **head)) or "Right." for log, about in lines]


@pytest.mark.parametrize("example", examples(__file__))
def test_what_lacks_consent_is_named(example: Example) -> None:
    example.judge(judged)


LOBBY = "open 7 | join 8 | join 9 | start 0 1 2"


def test_who_joined_by_a_press_is_a_person_whatever_the_record_calls_them() -> None:
    """Fourth look, R2: names are in no digest, so no board shows that one was changed."""
    renamed = f"Ann · Ben (computer, easy) · {FIR}"
    (told,) = said(f"{LOBBY} | [turns] | ask end 0 | accept 1 | draw", renamed)
    assert "Fir (computer, easy) hadn't agreed to the request" in told
    back = said(f"{LOBBY} | [turns] | undo 4", renamed)
    assert back == ["Row 8, `undo 4`: nobody had asked for that."]
