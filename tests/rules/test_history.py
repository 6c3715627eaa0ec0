"""What the rows of a log mean: which could not stand where they do, and which still count."""

import pytest

from rules.game import NATURE, TABLE, Seat
from rules.history import (
    PREMOVE,
    LogCourse,
    Misplaced,
    State,
    announced,
    contributions,
    effective,
    expired,
    misplaced,
)

LOBBY: list[tuple[Seat, str]] = [(TABLE, "open 5"), (TABLE, "join 7"), (TABLE, "start 1 0")]


def taken(*rows: tuple[Seat, str], first: int = 1) -> LogCourse:
    """A log of two seats, all of it taken."""
    course = LogCourse(2)
    for n, (seat, line) in enumerate(rows, first):
        course.take(n, seat, line)
    return course


@pytest.mark.parametrize(
    "rows",
    [
        [*LOBBY, (0, "a1"), (1, "e5"), (TABLE, "undo 4"), (1, "a5"), (TABLE, "leave 1")],
        [
            (TABLE, "open 5"),
            (TABLE, "join 6"),
            (TABLE, "quit"),
            (TABLE, "join 6"),
            (TABLE, "start 0 1"),
        ],
        [(TABLE, "open 5"), (TABLE, "join 6"), (TABLE, "start 0 1 rematch")],
        [(TABLE, "open 5"), (TABLE, "expire")],
        [*LOBBY, (0, "a1"), (NATURE, "3"), (TABLE, "undo 5"), (TABLE, "cancel")],
        [*LOBBY, (0, "a1"), (TABLE, "ask undo 0"), (TABLE, "accept 1"), (TABLE, "undo 3")],
        [*LOBBY, (TABLE, "ask time 0"), (TABLE, "decline 1"), (TABLE, "ask end 1")],
        [*LOBBY, (TABLE, "ask end 0"), (TABLE, "offer 1 timeout"), (TABLE, "withdraw 0")],
        [*LOBBY, (TABLE, "ask end 1"), (TABLE, "accept 0"), (TABLE, "draw")],
        [*LOBBY, (TABLE, "ask end 1"), (TABLE, "accept 0"), (TABLE, "end")],
        [*LOBBY, (TABLE, "offer 1 request"), (0, "a1"), (TABLE, "takeover 1"), (1, "e5")],
        [*LOBBY, (TABLE, "offer 0 leaving"), (TABLE, "back 0"), (TABLE, "offer 0 gone")],
        [*LOBBY, (0, "a1"), (TABLE, "premove 1"), (1, "e5"), (TABLE, "undo 5")],
        [*LOBBY, (TABLE, "timeout 0"), (0, "a1"), (TABLE, "here 0"), (1, "e5")],
        [*LOBBY, (TABLE, "ask end 1"), (TABLE, "here 0"), (TABLE, "accept 0"), (TABLE, "draw")],
        [*LOBBY, (0, "a1"), (NATURE, "3"), (TABLE, "moderator undo"), (TABLE, "undo 3"), (0, "a1")],
        [
            *LOBBY,
            (TABLE, "moderator skip 0"),
            (TABLE, "timeout 0"),
            (0, "a1"),
            (TABLE, "moderator pause"),
        ],
        [
            *LOBBY,
            (TABLE, "ask moderator-skip-0 moderator"),
            (TABLE, "moderator time 1"),
            (TABLE, "accept 1"),
        ],
        [
            *LOBBY,
            (TABLE, "moderator replace 1"),
            (TABLE, "offer 1 moderator"),
            (TABLE, "takeover 1"),
        ],
        [
            *LOBBY[:2],
            (TABLE, "moderator remove"),
            (TABLE, "quit"),
            (TABLE, "moderator end"),
            (TABLE, "cancel"),
        ],
    ],
)
def test_what_a_game_is_made_of_can_stand(rows: list[tuple[Seat, str]]) -> None:
    """docs/decisions.md, 6: lobby, start, turns, take-backs, seats that are left, the end."""
    assert taken(*rows).last == len(rows)


@pytest.mark.parametrize(
    ("rows", "why"),
    [
        ([(0, "a1")], "comes before the start of the game"),
        ([(TABLE, "leave 1")], "comes before the lobby opens"),
        ([(TABLE, "join 7")], "belongs in a lobby"),
        ([(TABLE, "open 5"), (TABLE, "open 5")], "opens a lobby that's already open"),
        ([(TABLE, "start 0 1")], "starts a game that isn't in its lobby"),
        ([(TABLE, "open 5"), (TABLE, "start 0")], "doesn't seat the 2 players who joined"),
        ([*LOBBY[:2], (TABLE, "start 0 0")], "doesn't seat the 2 players who joined"),
        ([*LOBBY[:2], (TABLE, "start 0 1 soon")], "contains more than the order of the seats"),
        ([*LOBBY, (TABLE, "quit")], "belongs in a lobby"),
        ([*LOBBY, (TABLE, "undo 2")], "undoes something that can't be undone"),
        (
            [*LOBBY, (0, "a1"), (NATURE, "3"), (TABLE, "undo 4")],
            "undoes something that can't be undone",
        ),
        ([*LOBBY, (TABLE, "undo x")], "isn't a known command"),
        (
            [*LOBBY, (TABLE, "moderator undo"), (TABLE, "undo 2")],
            "undoes something that can't be undone",
        ),
        (
            [
                *LOBBY,
                (0, "a1"),
                (NATURE, "3"),
                (TABLE, "moderator undo"),
                (1, "e5"),
                (TABLE, "undo 4"),
            ],
            "undoes something that can't be undone",
        ),
        ([(TABLE, "moderator end")], "comes before the lobby opens"),
        ([(TABLE, "open 5"), (TABLE, "moderator skip 0")], "isn't a known command"),
        ([(TABLE, "open 5"), (TABLE, "moderator pause")], "isn't a known command"),
        ([*LOBBY, (TABLE, "moderator remove")], "isn't a known command"),
        ([*LOBBY, (TABLE, "moderator skip 2")], "isn't a known command"),
        ([(TABLE, "open 5"), (TABLE, "ask undo 0")], "comes before the start of the game"),
        ([*LOBBY, (TABLE, "ask money 0")], "isn't a known command"),
        ([*LOBBY, (TABLE, "ask undo 2")], "isn't a known command"),
        ([*LOBBY, (TABLE, "offer 0 sold")], "isn't a known command"),
        ([*LOBBY, (TABLE, "accept 0")], "answers a request that nobody made"),
        ([*LOBBY, (TABLE, "draw")], "answers a request that nobody made"),
        ([*LOBBY, (TABLE, "ask end 0"), (TABLE, "draw 1")], "isn't a known command"),
        (
            [*LOBBY, (TABLE, "ask undo 0"), (0, "a1"), (TABLE, "accept 1")],
            "answers a request that nobody made",
        ),
        ([*LOBBY, (TABLE, "ask end 0"), (TABLE, "accept x")], "isn't a known command"),
        ([*LOBBY, (TABLE, "takeover 1")], "refers to a seat that isn't on offer"),
        (
            [*LOBBY, (TABLE, "ask end 0"), (TABLE, "accept 1"), (TABLE, "end"), (0, "a1")],
            "comes after the game was closed",
        ),
        ([*LOBBY, (TABLE, "dance")], "isn't a known command"),
        ([*LOBBY, (TABLE, "computer easy")], "belongs in a lobby"),
        ([(TABLE, "open 5"), (TABLE, "computer")], "isn't a known command"),
        ([*LOBBY, (TABLE, "cancel"), (0, "a1")], "comes after the game was closed"),
        ([*LOBBY, (TABLE, "premove 2")], "names a seat that doesn't exist"),
        ([*LOBBY, (TABLE, "timeout 2")], "names a seat that doesn't exist"),
        ([*LOBBY, (TABLE, "here 2")], "isn't a known command"),
        ([*LOBBY[:2], (TABLE, "here 1")], "comes before the start of the game"),
        ([*LOBBY, (TABLE, "premove b")], "names a seat that doesn't exist"),
        ([*LOBBY[:2], (TABLE, "premove 1")], "comes before the start of the game"),
        ([*LOBBY[:2], (TABLE, "leave 1")], "comes before the start of the game"),
        ([*LOBBY[:2], (TABLE, "undo 1")], "comes before the start of the game"),
        ([*LOBBY[:2], (TABLE, "cancel"), (TABLE, "join 8")], "comes after the game was closed"),
        ([*LOBBY, (TABLE, "cancel"), (TABLE, "dance")], "comes after the game was closed"),
        (
            [*LOBBY, (TABLE, "timeout 0"), (1, "e5")],
            "comes between a turn and its announcement",
        ),
        (
            [*LOBBY, (TABLE, "premove 0"), (TABLE, "ask end 1")],
            "comes between a turn and its announcement",
        ),
        ([*LOBBY, (TABLE, "ask end 0"), (TABLE, "accept 0")], "comes from the wrong seat"),
        ([*LOBBY, (TABLE, "ask end 0"), (TABLE, "withdraw 1")], "comes from the wrong seat"),
        (
            [*LOBBY, (TABLE, "leave 1"), (TABLE, "ask end 1")],
            "names a seat that had already been given up",
        ),
        (
            [*LOBBY, (TABLE, "leave 1"), (TABLE, "here 1")],
            "names a seat that had already been given up",
        ),
        (
            [*LOBBY, (TABLE, "offer 1 gone"), (TABLE, "leave 1"), (TABLE, "takeover 1")],
            "refers to a seat that isn't on offer",
        ),
    ],
)
def test_a_row_that_could_not_stand_is_named(rows: list[tuple[Seat, str]], why: str) -> None:
    """docs/decisions.md, 6: the row, what it says, and why it cannot be there."""
    with pytest.raises(Misplaced) as misplaced:
        taken(*rows)
    assert str(misplaced.value) == f"Row {len(rows)} is wrong: {rows[-1][1]!r} {why}"


def test_remarks_alone_follow_the_end() -> None:
    """Fourth look, R1: be it the end by the rules, or that the game was closed."""
    assert taken(*LOBBY, (TABLE, "cancel"), (TABLE, "here 1")).closed
    course = taken(*LOBBY, (0, "a1"))
    course.over()
    course.take(5, TABLE, "here 0")
    with pytest.raises(Misplaced) as misplaced:
        course.take(6, TABLE, "undo 3")
    assert str(misplaced.value) == "Row 6 is wrong: 'undo 3' comes after the end of the game"


def test_a_row_that_is_missing_is_named() -> None:
    """docs/decisions.md, 6: rows are numbered without a gap."""
    course = taken(*LOBBY)
    with pytest.raises(Misplaced, match="Row 4 is missing: row 5 follows row 3"):
        course.take(5, 0, "a1")


def test_a_computer_sits_down_in_the_lobby_and_gives_nothing_to_chance() -> None:
    """Issue 13, item 3: its gift would be somebody's choice."""
    rows = [
        (TABLE, "open 5"),
        (TABLE, "computer easy"),
        (TABLE, "quit"),
        (TABLE, "computer strong"),
    ]
    assert taken(*rows, (TABLE, "start 1 0")).begun
    assert contributions(rows) == ("5",)


def test_a_log_may_begin_in_the_game() -> None:
    """docs/decisions.md, 6: then its lobby is not known."""
    assert taken((0, "a1"), (1, "e5"), first=4).last == 5


def test_what_was_taken_back_does_not_count_and_a_seat_that_was_left_does() -> None:
    """docs/decisions.md, 6: the position is made of what still stands."""
    rows = [
        *((n, seat, line, "") for n, (seat, line) in enumerate(LOBBY, 1)),
        (4, 0, "a1", ""),
        (5, 1, "e5", ""),
        (6, TABLE, "undo 4", ""),
        (7, TABLE, "leave 1", ""),
    ]
    assert [row[0] for row in effective(rows)] == [4, 7]


def test_a_turn_by_standing_order_is_announced_and_counts_like_any_other() -> None:
    """Issue 12, item 5: a row of the table before it says so, and changes no position."""
    rows = [(4, 0, "a1", ""), (5, TABLE, "premove 1", ""), (6, 1, "e5", ""), (7, TABLE, "", "")]
    assert announced((n, seat, line) for n, seat, line, _ in rows) == {6: PREMOVE}
    assert [row[0] for row in effective(rows)] == [4, 6]


def test_what_joiners_give_counts_in_the_order_in_which_they_came() -> None:
    """docs/decisions.md, 4: also of somebody who left again."""
    rows = [(TABLE, "join 7"), (TABLE, "quit"), (TABLE, "join 5"), (0, "join 9")]
    assert contributions(rows) == ("7", "5")
    assert contributions([(TABLE, "open 3"), *rows]) == ("3", "7", "5")


def test_a_seat_whose_time_ran_out_is_told_from_one_that_was_left() -> None:
    """Issue 25, item 24: the rows know why; who came back, or somebody else, has left by it."""
    rows = [
        (1, TABLE, "offer 0 timeout"),
        (2, 0, "a1"),
        (3, TABLE, "leave 0"),
        (4, TABLE, "offer 1 timeout"),
        (5, TABLE, "back 1"),
        (6, TABLE, "leave 1"),
        (7, TABLE, "offer 2 leaving"),
        (8, TABLE, "leave 2"),
    ]
    assert expired(rows) == {3: 0}


@pytest.mark.parametrize(
    ("rows", "place"),
    [
        ([(TABLE, "open 77"), (TABLE, "join 78"), (TABLE, "cancel"), (TABLE, "here 0")], None),
        ([(TABLE, "open 77"), (0, "c3")], 1),
        ([(TABLE, "open 77"), (TABLE, "cancel"), (TABLE, "undo 1")], 2),
    ],
)
def test_the_first_row_that_may_not_stand_is_found(
    rows: list[tuple[Seat, str]], place: int | None
) -> None:
    assert misplaced(rows, State.UNOPENED) == place
