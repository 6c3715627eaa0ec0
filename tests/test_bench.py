"""The bench runs to its end, and judges its rows by their record. No time is judged here."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest

from sandbox.interactions import PATIENCE_VARIABLE
from tests import postgres, sprites
from tests.bench import crowd, measuring, turns
from tests.bench.__main__ import PARTS, main
from tests.bench.measuring import Effort, Line, Row, renewed
from tests.bench.stock import SAID


@pytest.mark.slow
@pytest.mark.parametrize("part", PARTS)
def test_every_part_runs_to_its_end_and_its_rows_are_in_the_record(
    part: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """docs/speed.md: `make bench` measures each row of the record, and no other. The sandbox fails
    no interaction, however late its answer on a busy machine: a wait is measured to its end."""
    monkeypatch.setenv(PATIENCE_VARIABLE, "0.001")
    sprites.beside(tmp_path / "games.db")
    rows = [row.what for row in PARTS[part](Effort(quick=True), tmp_path)]
    expected = [what for where, what in measuring.read() if where == part]
    if part == "servers" and postgres.programs() is None:
        expected = []
    assert sorted(rows) == sorted(expected)


def broken(*_: object) -> Iterator[Row]:
    yield Row("before", 1)
    raise ValueError("a part is broken")


def sound(*_: object) -> Iterator[Row]:
    yield Row("after", 2)


def test_a_part_that_crashes_stops_no_other(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Only a crash is an error."""
    monkeypatch.setitem(PARTS, "play", broken)
    monkeypatch.setitem(PARTS, "turns", sound)
    assert main(["--only", "play", "turns"]) == 1
    said = capsys.readouterr().out
    assert "CRASHED: play." in said
    assert said.index("before") < said.index("after")
    assert main(["--only", "turns"]) == 0
    assert "CRASHED" not in capsys.readouterr().out


LESS, MORE = Line("≤ 1.2", 1.0), Line("≥ 30", 40.0)


@pytest.mark.parametrize(
    ("line", "value", "said"),
    [
        (LESS, 1.2, "recorded 1.00, at most 1.2 ✓"),
        (LESS, 1.24, "recorded 1.00, at most 1.2 NOT REACHED"),
        (LESS, 1.3, "recorded 1.00 WORSE, at most 1.2 NOT REACHED"),
        (MORE, 31, "recorded 40.00, at least 30 ✓"),
        (MORE, 29, "recorded 40.00 WORSE, at least 30 NOT REACHED"),
        (Line("≤", 4.0), 5.1, "recorded 4.00 WORSE"),
        (Line("≥", 4.0), 5.1, "recorded 4.00"),
        (Line("≤ 1", 0.01), 0.1, "recorded 0.01, at most 1 ✓"),
        (Line("≤ 1.2"), 2, "at most 1.2 NOT REACHED"),
        (Line(), 2, "no record"),
    ],
)
def test_a_row_is_worse_by_a_quarter_of_its_record_or_a_tenth_of_its_limit(
    line: Line, value: float, said: str
) -> None:
    assert line.beside(Row("a row", value)) == said


def test_recording_keeps_the_limits_and_the_rows_of_other_parts() -> None:
    before = {("turns", "a"): LESS, ("play", "b"): MORE}
    after = renewed(before, [("turns", Row("a", 3.0)), ("turns", Row("new", 4.0))])
    assert after["play", "b"] == MORE
    assert (after["turns", "a"].limit, after["turns", "a"].measured) == ("≤ 1.2", 3.0)
    new = after["turns", "new"]
    assert (new.limit, new.date) == ("≤", date.today().isoformat())


def test_there_are_turns_enough_that_players_say() -> None:
    """The bot plays turns without a choice at once and answers none of them: the whole bench once
    waited for such an answer in vain, which a rehearsal of a few turns does not show."""
    assert len(SAID) >= 1 + max(turns.ROUNDS, crowd.PACED + crowd.AT_ONCE)
