"""Rows of the log that belong to the table: taken back, left, and others that change nothing."""

from dataclasses import replace

import pytest

from rules.game import TABLE, Setup
from rules.history import BrokenLog
from rules.play import checksum, frames, replay
from rules.record import Entry, Record
from tests.rules.boards import LOGGER, after, opening

ROWS = [(4, 0, "a1", ""), (5, 1, "e5", ""), (6, 0, "a3 +a4", "")]
AFTER_5 = after(after(opening(2), "a1"), "e5")


def test_a_turn_taken_back_is_not_there() -> None:
    """docs/decisions.md, 6: a take-back is a row too; the position is that after the row that
    it names, and the log goes on from there."""
    rows = [*ROWS, (7, TABLE, "undo 5", checksum(AFTER_5)), (8, 0, "c1 +c2", "")]
    states = {frame.n: frame.after for frame in replay(LOGGER, Setup(2), rows)}
    assert states[7] == AFTER_5
    assert states[8] == after(AFTER_5, "c1 +c2")


def test_a_turn_may_be_taken_back_to_the_beginning() -> None:
    """docs/decisions.md, 6: the rows before the first turn are the lobby's."""
    *_, last = replay(LOGGER, Setup(2), [*ROWS, (7, TABLE, "undo 3", "")])
    s = last.after
    assert s == opening(2)


def test_a_take_back_after_a_take_back_skips_what_was_taken_back() -> None:
    """docs/decisions.md, 6: row numbers only grow, so "up to row 8" still means something."""
    again = [(7, TABLE, "undo 5", ""), (8, 0, "c1 +c2", ""), (9, TABLE, "undo 7", "")]
    *_, last = replay(LOGGER, Setup(2), [*ROWS, *again])
    s = last.after
    assert s == AFTER_5


def test_other_words_of_the_table_change_nothing() -> None:
    """docs/decisions.md, 6: a timeout or a new player is no matter for the rules."""
    *_, last = replay(LOGGER, Setup(2), [*ROWS, (7, TABLE, "timeout A", "")])
    s, events = last.after, [*last.events]
    assert (s, events) == (after(AFTER_5, "a3 +a4"), [])


@pytest.mark.parametrize(
    "line",
    [
        "",
        "undo",
        "undo 7",
        "undo x",
        "undo \u0665",
        "undo " + "9" * 5000,
        "leave",
        "leave 2",
        "leave A",
    ],
)
def test_a_word_of_the_table_that_cannot_be_is_told_by_its_row(line: str) -> None:
    """docs/decisions.md, 6: whatever a log holds, it is followed or refused by row."""
    with pytest.raises(BrokenLog, match=r"^row 7: "):
        list(replay(LOGGER, Setup(2), [*ROWS, (7, TABLE, line, "")]))


def test_nobody_leaves_a_game_that_is_over() -> None:
    """Logger 18: when one of two has left, it is."""
    rows = [*ROWS, (7, TABLE, "leave 1", ""), (8, TABLE, "leave 0", "")]
    with pytest.raises(BrokenLog, match=r"^row 8: `leave 0` isn't possible here"):
        list(replay(LOGGER, Setup(2), rows))


def test_a_record_is_followed_frame_by_frame() -> None:
    """docs/decisions.md, 6: each row with what was said, the positions around it and its events;
    a checksum that differs is named."""
    entries = tuple(Entry(*row) for row in ROWS)
    record = Record("logger", 1, ("Ann", "Ben"), entries)
    followed = list(frames(LOGGER, record))
    assert [(frame.n, frame.seat, frame.line) for frame in followed] == [row[:3] for row in ROWS]
    assert followed[0].before == opening(2)
    assert [frame.before for frame in followed[1:]] == [frame.after for frame in followed[:-1]]
    assert followed[1].after == AFTER_5
    assert [event.verb for event in followed[2].events] == ["walks", "grows", "plants"]
    spoilt = replace(record, entries=(*entries[:2], replace(entries[2], checksum="0" * 8)))
    with pytest.raises(BrokenLog, match="row 6: the position has checksum"):
        list(frames(LOGGER, spoilt))
