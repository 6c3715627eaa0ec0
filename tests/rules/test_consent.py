"""Deeds that all players must agree to, and conditions for giving up a seat."""

from __future__ import annotations

from collections.abc import Iterable

from rules.consent import disagreeing
from rules.game import NATURE, TABLE
from rules.record import Entry, Formerly, Record

NAMES, FIR, ELM = ("Ann", "Ben", "Cy"), "Fir (computer, easy)", "Elm (computer, easy)"
SPEAKERS = {"A": 0, "B": 1, "C": 2, "chance": NATURE}


def said(
    text: str,
    names: tuple[str, ...] = NAMES,
    *,
    forced: Iterable[int] = (),
    former: tuple[Formerly, ...] = (),
) -> list[str]:
    """The faults of a record of these rows. forced: rows of turns without an alternative."""
    rows = text.replace("[turns]", "A a1 | B e5 | C a5").split(" | ")
    split = [(row, *row.partition(" ")[::2]) for row in rows]
    entries = tuple(
        Entry(n, SPEAKERS.get(who, TABLE), line if who in SPEAKERS else row)
        for n, (row, who, line) in enumerate(split, 1)
    )
    record = Record("logger", 1, names, entries, former=former)
    return [str(each) for each in disagreeing(record, set(forced).__contains__)]


RIGHT = (
    # all agreed
    ("[turns] | ask end 0 | accept 1 | here 2 | accept 2 | draw", NAMES),
    ("[turns] | ask end 0 | accept 1 | here 2 | accept 2 | end", NAMES),
    ("A a1 | B e5 | ask end 1 | accept 0 | draw", NAMES[:2]),
    ("[turns] | ask undo 1 | accept 0 | accept 2 | undo 1", NAMES),
    # who is away, a computer or has left is not asked (bot/table/seats.py, `asked`)
    ("[turns] | offer 2 timeout | ask end 0 | accept 1 | draw", NAMES),
    ("[turns] | ask end 0 | accept 1 | draw", ("Ann", "Ben", FIR)),
    ("[turns] | offer 2 leaving | leave 2 | ask end 0 | accept 1 | draw", NAMES),
    # a last turn is taken back alone, and so are those of computers (bot/features/undo.py)
    ("[turns] | undo 2", NAMES),
    ("[turns] | undo 3", NAMES),
    ("[turns] | undo 0", ("Ann", FIR, ELM)),
    ("A a1 | B e5 | A c1 | undo 2 | undo 0", ("Ann", FIR)),
    # a host of the server takes back what their row says (bot/features/mending.py)
    ("[turns] | moderator undo | undo 0", NAMES),
    # a seat is given up once it was offered, or when the game ends with that
    ("[turns] | offer 2 gone | leave 2 | leave 1", NAMES),
    ("A a1 | chance 3 | leave 1", NAMES[:2]),
    # who sat down as a computer is one, whatever the record calls them
    ("open 7 | computer easy | join 9 | start 2 1 0 | ask end 0 | accept 2 | draw", NAMES),
)


def test_what_needs_no_more_consent_is_right() -> None:
    for rows, names in RIGHT:
        assert said(rows, names) == [], rows


UNASKED = (
    ("draw", "nobody had asked for that"),
    ("ask time 0 | accept 1 | accept 2 | draw", "nobody had asked for that"),
    ("ask end 0 | draw", "Ben and Cy hadn't agreed to the request"),
    ("ask end 0 | accept 1 | draw", "Cy hadn't agreed to the request"),
    ("ask end 0 | accept 0 | accept 2 | draw", "Ben hadn't agreed to the request"),
    ("ask end 0 | accept 1 | accept 2 | here 1 | draw", "nobody agreed to that"),
    ("ask end 0 | accept 1 | decline 2 | draw", "nobody had asked"),
    ("ask end 0 | accept 1 | withdraw 0 | draw", "nobody had asked"),
    ("ask end 0 | accept 1 | accept 2 | timeout 0 | draw", "nobody had asked"),
    ("ask end 0 | accept 1 | ask end 2 | accept 0 | draw", "Ben hadn't agreed"),
    ("offer 2 request | ask end 0 | accept 1 | draw", "Cy hadn't agreed"),
    ("ask end 0 | accept 1 | accept 2 | undo 0 | draw", "nobody had asked"),
    ("offer 2 gone | back 2 | ask end 0 | accept 1 | draw", "Cy hadn't agreed"),
    ("ask end 1 | A c1 | accept 0 | accept 2 | draw", "nobody had asked"),  # a turn answers
    ("moderator replace 1 | offer 1 moderator | ask end 0 | accept 2 | draw", "Ben hadn't"),
)


def test_an_end_that_somebody_did_not_agree_to_is_named() -> None:
    for rows, why in UNASKED:
        *_, told = said(whole := f"[turns] | {rows}")
        assert told.startswith(f"Row {whole.count('|') + 3}, `draw`: "), rows
        assert why in told


ANSWERED = (
    ("[turns] | undo 1", NAMES, "Row 4, `undo 1`"),
    ("[turns] | undo 2 | undo 1", NAMES, "Row 5, `undo 1`"),
    ("A a1 | premove 1 | B e5 | undo 0", NAMES, "Row 4, `undo 0`"),
    ("A a1 | B e5 | A c1 | undo 2 | undo 0", NAMES[:2], "Row 5, `undo 0`"),
    ("[turns] | ask undo 1 | accept 0 | undo 1", NAMES, "Row 6, `undo 1`"),
    ("[turns] | ask undo 1 | accept 0 | accept 2 | undo 0", NAMES, "Row 7, `undo 0`"),
    # only the row after a host's, and no other deed of theirs
    ("[turns] | moderator undo | undo 1 | B e5 | undo 0", NAMES, "Row 7, `undo 0`"),
    ("[turns] | moderator undo | A c1 | undo 0", NAMES, "Row 6, `undo 0`"),
    ("[turns] | moderator pause | undo 0", NAMES, "Row 5, `undo 0`"),
)


def test_a_turn_that_somebody_has_answered_is_not_taken_back_alone() -> None:
    for rows, names, wrong in ANSWERED:
        (told,) = said(rows, names)
        assert told.startswith(f"{wrong}: ")


def test_consequences_without_a_choice_are_taken_back_with_a_turn() -> None:
    assert said("[turns] | undo 1", forced=[3]) == []


def test_a_seat_that_was_taken_over_is_asked_again() -> None:
    come = "[turns] | offer 2 leaving | takeover 2 | ask end 0 | accept 1 | draw"
    assert "Cy hadn't agreed" in said(come, former=(Formerly(2, 5, "Cy"),))[0]
    asked = "[turns] | offer 2 request | ask end 0 | accept 1 | takeover 2 | accept 2 | draw"
    assert len(said(asked, former=(Formerly(2, 7, "Cy"),))) == 1


LOBBY = "open 7 | join 8 | join 9 | start 0 1 2"


def test_who_joined_by_a_press_is_a_person_whatever_the_record_calls_them() -> None:
    """Fourth look, R2: names are in no digest, so no board shows that one was changed."""
    renamed = ("Ann", "Ben (computer, easy)", FIR)
    (told,) = said(f"{LOBBY} | [turns] | ask end 0 | accept 1 | draw", renamed)
    assert "Fir (computer, easy) hadn't agreed to the request" in told
    back = said(f"{LOBBY} | [turns] | undo 4", renamed)
    assert back == ["Row 8, `undo 4`: nobody had asked for that."]


def test_a_seat_is_a_computers_from_the_row_that_hands_it_over() -> None:
    over = "moderator computer 1 | offer 1 moderator | takeover 1"
    names, former = ("Ann", FIR), (Formerly(1, 8, "Bob (computer, easy)"),)
    lobby = "open 7 | join 8 | start 0 1 | A a1"
    assert len(said(f"{lobby} | B e5 | {over} | undo 3", names, former=former)) == 1
    since = f"{lobby} | {over} | B e5 | undo 3"
    assert said(since, names, former=(Formerly(1, 7, "Bob"),)) == []


def test_a_name_decides_only_what_rows_leave_open() -> None:
    """`quit` does not say who has left the lobby."""
    lobby = "open 7 | computer easy | quit | join 9 | start 0 1 | ask end 0 | draw"
    for names in (("Ann", "Ben"), (FIR, "Ben")):
        assert "Ben hadn't agreed" in said(lobby, names)[0]
    people = "open 7 | join 8 | quit | join 9 | start 0 1 | ask end 0 | draw"
    assert "hadn't agreed" in said(people, ("Ann", FIR))[0]


def test_a_turn_of_another_player_needs_consent_though_one_since_was_forced() -> None:
    """bot/features/undo.py: Ann had a choice in her next turn, so nobody undoes the one before."""
    told = "Row 4, `undo 0`: nobody had asked for that."
    rows = "A a1 | B e5 | A c1 | undo 0"
    assert said(rows, ("Ann", "Ben"), forced=[2]) == [told]
    assert said(rows, ("Ann", "Ben"), forced=[2, 3]) == []


def test_a_player_alone_with_computers_takes_back_no_turn_of_a_person_who_left() -> None:
    """bot/features/undo.py: Ben has answered, and his answer counts after he has left."""
    rows = "A a1 | B e5 | offer 1 leaving | leave 1 | undo 0"
    told = "Row 5, `undo 0`: nobody had asked for that."
    assert said(rows, ("Ann", "Ben", FIR)) == [told]
    assert said(rows, ("Ann", "Ben", FIR), forced=[2]) == []


def test_a_seat_is_offered_before_it_is_given_up() -> None:
    """bot/features/seats.py: where more than two are there."""
    given_up = ((4, "leave 2"), (5, "offer 2 request | leave 2"), (5, "offer 2 gone | leave 1"))
    for row, rows in given_up:
        assert said(f"[turns] | {rows}") == [
            f"Row {row}: seat {'ABC'[int(rows[-1])]} was given up without being offered to others"
            " first."
        ]


def test_hand_overs_are_told_by_head_and_rows() -> None:
    rows = "[turns] | offer 1 request | takeover 1"
    assert said(rows, former=(Formerly(1, 5, "Bob"),)) == []
    assert said(rows) == [
        "Row 5, `takeover 1`, hands over a seat, but the record doesn't say who had it."
    ]
    assert said(rows, former=(Formerly(1, 5, "Bob"), Formerly(0, 3, "Abe"))) == [
        "The record says that seat A changed hands before row 3, but nobody took it over at "
        "that point."
    ]
