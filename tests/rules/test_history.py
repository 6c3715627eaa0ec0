"""The table's rows of a log: how each is read, where it may stand, and which rows still count."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.game import NATURE, NOBODY, TABLE, Leave, Seat, Setup
from rules.history import (
    NO_WORD,
    PREMOVE,
    UNKNOWN,
    BrokenLog,
    LogCourse,
    Misplaced,
    State,
    Word,
    announcements,
    contributions,
    effective,
    expired_seats_of,
    first_misplaced,
    table_word,
)
from rules.logger.rules import Position
from rules.play import beginning, checksum, frames, moves_of, replay, seats_from
from rules.record import Entry, Record
from tests.approved import Example, examples
from tests.rules.boards import LOGGER, after, opening

LOBBY: list[tuple[Seat, str]] = [(TABLE, "open 5"), (TABLE, "join 7"), (TABLE, "start 1 0")]


def taken(*rows: tuple[Seat, str], first: int = 1) -> LogCourse:
    """A log of two seats, with every row taken."""
    course = LogCourse(2)
    for n, (seat, line) in enumerate(rows, first):
        course.take(n, seat, line)
    return course


def rows(text: str) -> list[tuple[Seat, str]]:
    """Rows from one line. `[lobby]` and `[game]` are the rows before and after the start."""
    text = text.replace("[game]", "[lobby] | start 1 0").replace("[lobby]", "open 5 | join 7")
    seats = {"A": 0, "B": 1, "chance": NATURE}
    split = [(row, row.partition(" ")) for row in text.split(" | ")]
    return [(seats[who], line) if who in seats else (TABLE, row) for row, (who, _, line) in split]


def judged(log: str) -> str:
    """Whether the rows of a log can stand. Each word of the table is written as it is read."""
    found = rows(log)
    try:
        assert taken(*found).last == len(found)
    except Misplaced as misplaced:
        return str(misplaced)
    assert all(str(table_word(TABLE, line)) == line for seat, line in found if seat == TABLE)
    return "It can stand."


@pytest.mark.parametrize("example", examples(__file__))
def test_a_row_that_could_not_stand_is_named(example: Example) -> None:
    example.judge(lambda logs: [*map(judged, logs.splitlines())])


def test_remarks_alone_follow_the_end() -> None:
    """Fourth look, R1: be it the end by the rules, or that the game was closed."""
    assert taken(*LOBBY, (TABLE, "cancel"), (TABLE, "here 1")).closed
    course = taken(*LOBBY, (0, "a1"))
    course.note_end()
    course.take(5, TABLE, "here 0")
    with pytest.raises(Misplaced) as misplaced:
        course.take(6, TABLE, "undo 3")
    assert str(misplaced.value) == "Row 6 is wrong: 'undo 3' comes after the end of the game"
    with pytest.raises(Misplaced, match="Row 5 is missing: row 6 follows row 4"):
        taken(*LOBBY, (0, "a1")).take(6, 0, "a3")


def test_a_log_may_begin_in_the_game() -> None:
    assert taken((0, "a1"), (1, "e5"), first=4).last == 5


def test_a_computer_sits_down_in_the_lobby_and_gives_nothing_to_chance() -> None:
    """Its gift would be somebody's choice (docs/decisions.md, 22)."""
    lobby = rows("open 5 | computer easy | quit | computer strong")
    assert taken(*lobby, (TABLE, "start 1 0")).begun
    assert contributions(lobby) == ("5",)


def test_what_was_taken_back_does_not_count_and_a_seat_that_was_left_does() -> None:
    rows = [
        *((n, seat, line, "") for n, (seat, line) in enumerate(LOBBY, 1)),
        (4, 0, "a1", ""),
        (5, 1, "e5", ""),
        (6, TABLE, "undo 4", ""),
        (7, TABLE, "leave 1", ""),
    ]
    assert [row[0] for row in effective(rows)] == [4, 7]


def test_a_turn_by_standing_order_is_announced_and_counts_like_any_other() -> None:
    rows = [(4, 0, "a1", ""), (5, TABLE, "premove 1", ""), (6, 1, "e5", ""), (7, TABLE, "", "")]
    assert announcements((n, seat, line) for n, seat, line, _ in rows) == {6: PREMOVE}
    assert [row[0] for row in effective(rows)] == [4, 6]


def test_what_joiners_give_counts_in_the_order_in_which_they_came() -> None:
    """docs/decisions.md, 4: also of somebody who left again."""
    rows = [(TABLE, "join 7"), (TABLE, "quit"), (TABLE, "join 5"), (0, "join 9")]
    assert contributions(rows) == ("7", "5")
    assert contributions([(TABLE, "open 3"), *rows]) == ("3", "7", "5")


def test_a_seat_whose_time_ran_out_is_told_from_one_that_was_left() -> None:
    """The rows know why; a returned player, or a new one, has left it behind."""
    told = "offer 0 timeout | A a1 | leave 0 | offer 1 timeout | back 1 | leave 1"
    log = enumerate(rows(f"{told} | offer 2 leaving | leave 2"), 1)
    assert expired_seats_of((n, seat, line) for n, (seat, line) in log) == {3: 0}


def test_the_first_row_that_may_not_stand_is_found() -> None:
    texts = ("open 77 | join 78 | cancel | here 0", "open 77 | A c3", "open 77 | cancel | undo 1")
    assert [first_misplaced(rows(text), State.UNOPENED) for text in texts] == [None, 1, 2]


def test_what_is_no_word_of_the_table() -> None:
    """Either it would change a position and is amiss, or it is a word of another version."""
    assert {table_word(TABLE, line) for line in ("undo x", "leave")} == {NO_WORD}
    others = ("dance", "accept", "open", "join", "offer 1", "ask undo")
    assert {table_word(TABLE, line) for line in others} == {UNKNOWN}
    assert table_word(0, "undo 5") is NO_WORD, "a player says it"
    assert table_word(TABLE, "leave 01").seat == table_word(TABLE, "leave A").seat == NOBODY


ROWS = [(4, 0, "a1", ""), (5, 1, "e5", ""), (6, 0, "a3 +a4", "")]
AFTER_5 = after(after(opening(2), "a1"), "e5")


AFTER_6 = after(AFTER_5, "a3 +a4")


@pytest.mark.parametrize(
    ("rows", "end"),
    [
        ([(7, TABLE, "undo 5", checksum(AFTER_5))], AFTER_5),
        ([(7, TABLE, "undo 5", ""), (8, 0, "c1 +c2", "")], after(AFTER_5, "c1 +c2")),
        ([(7, TABLE, "undo 5", ""), (8, 0, "c1 +c2", ""), (9, TABLE, "undo 7", "")], AFTER_5),
        ([(7, TABLE, "undo 3", "")], opening(2)),  # the rows before the first turn are the lobby's
        ([(7, TABLE, "timeout A", "")], AFTER_6),  # other words change nothing
    ],
)
def test_the_position_is_that_after_the_row_that_an_undo_names(
    rows: list[tuple[int, Seat, str, str]], end: Position
) -> None:
    *_, last = replay(LOGGER, Setup(2), [*ROWS, *rows])
    assert last.after == end


def test_a_word_of_the_table_that_cannot_be_is_told_by_its_row() -> None:
    far = "undo " + "9" * 5000
    for line in ("", "undo", "undo 7", "undo \u0665", far, "leave 2", "leave A"):
        with pytest.raises(BrokenLog, match=r"^row 7: "):
            list(replay(LOGGER, Setup(2), [*ROWS, (7, TABLE, line, "")]))


def test_nobody_leaves_a_game_that_is_over() -> None:
    """Logger 18: when one of two has left, it is."""
    rows = [*ROWS, (7, TABLE, "leave 1", ""), (8, TABLE, "leave 0", "")]
    with pytest.raises(BrokenLog, match=r"^row 8: `leave 0` isn't possible here"):
        list(replay(LOGGER, Setup(2), rows))


def test_a_record_is_followed_frame_by_frame() -> None:
    entries = tuple(Entry(*row) for row in ROWS)
    record = Record("logger", 1, ("Ann", "Ben"), entries)
    followed = list(frames(LOGGER, record))
    assert [(frame.n, frame.seat, frame.line) for frame in followed] == [row[:3] for row in ROWS]
    assert followed[0].before == opening(2)
    assert [frame.before for frame in followed[1:]] == [frame.after for frame in followed[:-1]]
    assert followed[1].after == AFTER_5
    assert [event.verb for event in followed[2].events] == ["walks", "grows", "plants"]
    spoilt = replace(record, entries=(*entries[:2], entries[2]._replace(checksum="0" * 8)))
    with pytest.raises(BrokenLog, match="row 6: the position has checksum"):
        list(frames(LOGGER, spoilt))


def test_a_seat_that_is_given_up_is_noted_as_its_step_is() -> None:
    assert str(Leave(1)) == str(Word("leave", 1))


def test_a_game_continues_from_the_moves_of_another_with_its_host_on_the_chosen_seat() -> None:
    """docs/fairness.md, Seats."""
    rows = [(1, 0, "a1", ""), (2, 1, "e5", "")]
    setup = Setup(2, {"moves": moves_of(rows), "place": "1"})
    *_, last = replay(LOGGER, Setup(2), rows)
    assert checksum(beginning(LOGGER, setup)) == checksum(last.after)
    assert seats_from(setup) == (1, 0)
    with pytest.raises(BrokenLog):
        beginning(LOGGER, Setup(2, {"moves": "9 a1"}))
