"""Deeds that all players must agree to, and conditions for giving up a seat."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from rules.consent import disagreeing
from rules.game import NATURE, TABLE, Seat
from rules.record import Entry, Formerly, Record

NAMES, FIR = ("Ann", "Ben", "Cy"), "Fir (computer, easy)"
Rows = list[tuple[Seat, str]]
TURNS: Rows = [(0, "a1"), (1, "e5"), (2, "a5")]  # rows 1 to 3


def said(
    rows: Rows,
    names: tuple[str, ...] = NAMES,
    *,
    forced: Iterable[int] = (),
    former: tuple[Formerly, ...] = (),
) -> list[str]:
    """The faults of a record of these rows. forced: rows of turns without an alternative."""
    entries = tuple(Entry(n, seat, line) for n, (seat, line) in enumerate(rows, 1))
    record = Record("logger", 1, names, entries, former=former)
    return [str(each) for each in disagreeing(record, set(forced).__contains__)]


def table(*lines: str) -> Rows:
    return [(TABLE, line) for line in lines]


@pytest.mark.parametrize("word", ["draw", "end"])
def test_an_end_that_all_agreed_to_is_right(word: str) -> None:
    assert said([*TURNS, *table("ask end 0", "accept 1", "here 2", "accept 2", word)]) == []
    two = [*TURNS[:2], *table("ask end 1", "accept 0", word)]
    assert said(two, NAMES[:2]) == []


@pytest.mark.parametrize(
    ("lines", "why"),
    [
        (["draw"], "nobody had asked for that"),
        (["ask time 0", "accept 1", "accept 2", "draw"], "nobody had asked for that"),
        (["ask end 0", "draw"], "Ben and Cy hadn't agreed to the request"),
        (["ask end 0", "accept 1", "draw"], "Cy hadn't agreed to the request"),
        (["ask end 0", "accept 0", "accept 2", "draw"], "Ben hadn't agreed to the request"),
        (["ask end 0", "accept 1", "accept 2", "here 1", "draw"], "nobody agreed to that"),
        (["ask end 0", "accept 1", "decline 2", "draw"], "nobody had asked"),
        (["ask end 0", "accept 1", "withdraw 0", "draw"], "nobody had asked"),
        (["ask end 0", "accept 1", "accept 2", "timeout 0", "draw"], "nobody had asked"),
        (["ask end 0", "accept 1", "ask end 2", "accept 0", "draw"], "Ben hadn't agreed"),
        (["offer 2 request", "ask end 0", "accept 1", "draw"], "Cy hadn't agreed"),
        (["ask end 0", "accept 1", "accept 2", "undo 0", "draw"], "nobody had asked"),
        (["offer 2 gone", "back 2", "ask end 0", "accept 1", "draw"], "Cy hadn't agreed"),
    ],
)
def test_an_end_that_somebody_did_not_agree_to_is_named(lines: list[str], why: str) -> None:
    *_, told = said([*TURNS, *table(*lines)])
    assert told.startswith(f"Row {len(TURNS) + len(lines)}, `draw`: ")
    assert why in told


def test_a_turn_answers_what_was_asked() -> None:
    turn: Rows = [(0, "c1")]
    late = [*TURNS, *table("ask end 1"), *turn, *table("accept 0", "accept 2", "draw")]
    assert len(said(late)) == 1


def test_who_is_away_a_computer_or_has_left_is_not_asked() -> None:
    """bot/table/seats.py, `asked`: an offer by wish leaves its player there."""
    away = table("offer 2 timeout", "ask end 0", "accept 1", "draw")
    assert said([*TURNS, *away]) == []
    assert said([*TURNS, *table("ask end 0", "accept 1", "draw")], ("Ann", "Ben", FIR)) == []
    left = table("offer 2 leaving", "leave 2", "ask end 0", "accept 1", "draw")
    assert said([*TURNS, *left]) == []
    come = table("offer 2 leaving", "takeover 2", "ask end 0", "accept 1", "draw")
    former = (Formerly(2, 5, "Cy"),)
    assert "Cy hadn't agreed" in said([*TURNS, *come], former=former)[0]
    asked = table("offer 2 request", "ask end 0", "accept 1", "takeover 2", "accept 2", "draw")
    assert len(said([*TURNS, *asked], former=(Formerly(2, 7, "Cy"),))) == 1


def test_a_last_turn_is_taken_back_alone() -> None:
    """bot/features/undo.py: also with its consequences without a choice, or by computers."""
    assert said([*TURNS, *table("undo 2")]) == []
    assert said([*TURNS, *table("undo 3")]) == [], "it takes nothing back"
    assert said([*TURNS, *table("undo 1")], forced=[3]) == []
    assert said([*TURNS, *table("undo 0")], ("Ann", FIR, "Elm (computer, easy)")) == []


LOBBY = table("open 7", "join 8", "join 9", "start 0 1 2")


def test_who_joined_by_a_press_is_a_person_whatever_the_record_calls_them() -> None:
    """Fourth look, R2: names are in no digest, so no board shows that one was changed."""
    renamed = ("Ann", "Ben (computer, easy)", FIR)
    draw = [*LOBBY, *TURNS, *table("ask end 0", "accept 1", "draw")]
    (told,) = said(draw, renamed)
    assert "Fir (computer, easy) hadn't agreed to the request" in told
    back = [*LOBBY, *TURNS, *table("undo 4")]
    assert said(back, renamed) == ["Row 8, `undo 4`: nobody had asked for that."]


def test_who_sat_down_as_a_computer_is_one_whatever_the_record_calls_them() -> None:
    rows = table(
        "open 7", "computer easy", "join 9", "start 2 1 0", "ask end 0", "accept 2", "draw"
    )
    assert said(rows) == []


def test_a_seat_is_a_computers_from_the_row_that_hands_it_over() -> None:
    over = table("moderator computer 1", "offer 1 moderator", "takeover 1")
    names, former = ("Ann", FIR), (Formerly(1, 8, "Bob (computer, easy)"),)
    lobby = table("open 7", "join 8", "start 0 1")
    late = [*lobby, (0, "a1"), (1, "e5"), *over, *table("undo 3")]
    assert len(said(late, names, former=former)) == 1
    since = [*lobby, (0, "a1"), *over, (1, "e5"), *table("undo 3")]
    assert said(since, names, former=(Formerly(1, 7, "Bob"),)) == []


def test_a_name_decides_only_what_rows_leave_open() -> None:
    """`quit` does not say who has left the lobby."""
    lobby = table("open 7", "computer easy", "quit", "join 9", "start 0 1")
    end = [*lobby, *table("ask end 0", "draw")]
    assert "Ben hadn't agreed" in said(end, ("Ann", "Ben"))[0]
    assert "hadn't agreed" in said(end, (FIR, "Ben"))[0]
    all_people = table("open 7", "join 8", "quit", "join 9", "start 0 1", "ask end 0", "draw")
    assert "hadn't agreed" in said(all_people, ("Ann", FIR))[0]


def test_a_turn_that_somebody_has_answered_is_not_taken_back_alone() -> None:
    told = "Row 4, `undo 1`: nobody had asked for that."
    assert said([*TURNS, *table("undo 1")]) == [told]
    answered = [*TURNS, *table("undo 2", "undo 1")]
    assert said(answered) == ["Row 5, `undo 1`: nobody had asked for that."]
    ordered: Rows = [*TURNS[:1], *table("premove 1"), (1, "e5"), *table("undo 0")]
    assert len(said(ordered)) == 1


def test_a_turn_of_another_player_needs_consent_though_one_since_was_forced() -> None:
    """bot/features/undo.py: Ann had a choice in her next turn, so nobody undoes the one before."""
    rows: Rows = [(0, "a1"), (1, "e5"), (0, "c1"), *table("undo 0")]
    told = "Row 4, `undo 0`: nobody had asked for that."
    assert said(rows, ("Ann", "Ben"), forced=[2]) == [told]
    assert said(rows, ("Ann", "Ben"), forced=[2, 3]) == []


def test_a_player_alone_with_computers_takes_back_no_turn_of_a_person_who_left() -> None:
    """bot/features/undo.py: Ben has answered, and his answer counts after he has left."""
    answered: Rows = [(0, "a1"), (1, "e5")]
    left = table("offer 1 leaving", "leave 1", "undo 0")
    told = "Row 5, `undo 0`: nobody had asked for that."
    assert said([*answered, *left], ("Ann", "Ben", FIR)) == [told]
    assert said([*answered, *left], ("Ann", "Ben", FIR), forced=[2]) == []


def test_who_plays_with_computers_alone_takes_back_as_often_as_they_like() -> None:
    rows: Rows = [(0, "a1"), (1, "e5"), (0, "c1"), *table("undo 2", "undo 0")]
    assert said(rows, ("Ann", FIR)) == []
    assert len(said(rows, ("Ann", "Ben"))) == 1


def test_all_may_agree_to_take_a_turn_back() -> None:
    agreed = table("ask undo 1", "accept 0", "accept 2", "undo 1")
    assert said([*TURNS, *agreed]) == []
    assert len(said([*TURNS, *table("ask undo 1", "accept 0", "undo 1")])) == 1
    assert len(said([*TURNS, *table("ask undo 1", "accept 0", "accept 2", "undo 0")])) == 1


def test_a_host_of_the_server_takes_back_what_their_row_says() -> None:
    """bot/features/mending.py: only the row after it, and no other deed of theirs."""
    assert said([*TURNS, *table("moderator undo", "undo 0")]) == []
    assert len(said([*TURNS, *table("moderator undo", "undo 1"), (1, "e5"), *table("undo 0")])) == 1
    assert len(said([*TURNS, *table("moderator undo"), (0, "c1"), *table("undo 0")])) == 1
    assert len(said([*TURNS, *table("moderator pause", "undo 0")])) == 1


def test_whose_seat_a_host_offers_plays_on_and_is_asked() -> None:
    asked = table("moderator replace 1", "offer 1 moderator", "ask end 0", "accept 2", "end")
    assert "Ben hadn't agreed" in said([*TURNS, *asked])[0]


def test_a_seat_is_offered_before_it_is_given_up() -> None:
    """bot/features/seats.py: where more than two are there."""
    told = "Row 4: seat C was given up without being offered to others first."
    assert said([*TURNS, *table("leave 2")]) == [told]
    assert said([*TURNS, *table("offer 2 request", "leave 2")]) == [told.replace("4", "5")]
    assert said([*TURNS, *table("offer 2 gone", "leave 2", "leave 1")]) == []
    another = told.replace("4", "5").replace("C", "B")
    assert said([*TURNS, *table("offer 2 gone", "leave 1")]) == [another], "that was seat C"
    assert said([(0, "a1"), (NATURE, "3"), *table("leave 1")], NAMES[:2]) == []


def test_hand_overs_are_told_by_head_and_rows() -> None:
    rows = [*TURNS, *table("offer 1 request", "takeover 1")]
    assert said(rows, former=(Formerly(1, 5, "Bob"),)) == []
    assert said(rows) == [
        "Row 5, `takeover 1`, hands over a seat, but the record doesn't say who had it."
    ]
    assert said(rows, former=(Formerly(1, 5, "Bob"), Formerly(0, 3, "Abe"))) == [
        "The record says that seat A changed hands before row 3, but nobody took it over at "
        "that point."
    ]
