"""Pairings and standings of a season.

Sources: FIDE Handbook C.05 annex 1 (Berger tables), C.04.3 (Dutch system, with the examples by
which bbpPairings, a program that FIDE endorses, is tested), C.07 (tie-breaks); decision 63.
"""

from __future__ import annotations

from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.features.seasons import season as rounds
from bot.features.seasons.season import CUP, LEAGUE, PLAYED, Entrant, Pairing, Season

# As printed in the Handbook, for 3 or 4, 5 or 6, 7 or 8 entrants: who sits first, then the other.
BERGER = {
    4: "1-4 2-3 | 4-3 1-2 | 2-4 3-1",
    6: "1-6 2-5 3-4 | 6-4 5-3 1-2 | 2-6 3-1 4-5 | 6-5 1-4 2-3 | 3-6 4-2 5-1",
    8: "1-8 2-7 3-6 4-5 | 8-5 6-4 7-3 1-2 | 2-8 3-1 4-7 5-6 | 8-6 7-5 1-4 2-3"
    " | 3-8 4-2 5-1 6-7 | 8-7 1-6 2-5 3-4 | 4-8 5-3 6-2 7-1",
}


def season(entrants: int, form: str = LEAGUE) -> Season:
    people = tuple(Entrant(n + 1, f"P{n + 1}") for n in range(entrants))
    row: Any = SimpleNamespace(options={"form": form})
    return Season(row, "Logger", "playing", people)


def test_a_round_robin_is_as_fide_prints_it() -> None:
    for entrants, said in BERGER.items():
        printed = [
            {tuple(int(n) - 1 for n in pair.split("-")) for pair in line.split()}
            for line in said.split("|")
        ]
        for last in (entrants, entrants - 1):
            byes = [{(min(it), None) if last in it else it for it in pairs} for pairs in printed]
            assert [set(rounds.robin(last, n)) for n in range(1, entrants)] == byes


def played(*rounds: str) -> list[Pairing]:
    """Rounds such as `1-4 1-0, 2-5 0-1`; numbers from 1, a bye as `3`."""
    return [
        _read(n, board, said.split())
        for n, line in enumerate(rounds, 1)
        for board, said in enumerate(line.split(", "), 1)
    ]


def _read(n: int, board: int, said: list[str]) -> Pairing:
    first, _, second = said[0].partition("-")
    other = int(second) - 1 if second else None
    return Pairing(n, board, int(first) - 1, other, None, "" if other is None else said[1])


def test_swiss_pairs_are_those_of_the_published_examples() -> None:
    """bbpPairings, test/tests/dutch_2025_C5 and dutch_2025_C9: the lowest score gets the bye, and
    among equals the player present in each round."""
    c5 = played("1-4 1-0, 5-2 0-1, 3-6 1-0", "2-1 0-1, 4-3 0-1, 6-5 0-1")
    assert set(rounds.swiss((0, 1, 2, 4, 5), c5, 3, 3)) == {(0, 4), (2, 1), (5, None)}
    c9 = played("1-3 1-0, 4-2 0-1")
    assert set(rounds.swiss(range(5), c9, 2, 3)) == {(1, 0), (2, 4), (3, None)}


def tournament(entrants: int, chance: Random, leaving: float) -> Season:
    """A Swiss league with random results, in which a player may leave after each round."""
    now = season(entrants)
    for _ in range(now.rounds - 1):
        if rounds.is_over(now):
            break
        new = rounds.next_round(now)
        results = [p if p.second is None else p._replace(result=chance.choice(PLAYED)) for p in new]
        people = tuple(each._replace(gone=each.gone or chance.random() < leaving)
                       for each in now.entrants)  # fmt: skip
        now = now._replace(pairings=(*now.pairings, *results), entrants=people)
    return now


def pairable(there: frozenset[int], met: set[frozenset[int]]) -> bool:
    """Whether each player of an even number can meet a new opponent."""
    if not there:
        return True
    a = min(there)
    others = (b for b in there - {a} if frozenset((a, b)) not in met)
    return any(pairable(there - {a, b}, met) for b in others)


def rested(there: frozenset[int], met: set[frozenset[int]], rests: set[int]) -> bool:
    """Whether all can be paired again; of an odd number, a player without a bye gets it."""
    if len(there) % 2 == 0:
        return pairable(there, met)
    return any(pairable(there - {n}, met) for n in there - rests)


@pytest.mark.slow
@settings(max_examples=8)
@given(st.integers(9, 15), st.randoms(use_true_random=False), st.sampled_from([0.0, 0.1]))
def test_in_a_swiss_league_nobody_meets_twice_unless_there_is_no_other_way(
    entrants: int, chance: Random, leaving: float
) -> None:
    now = tournament(entrants, chance, leaving)
    met, rests = set[frozenset[int]](), set[int]()
    for n in range(1, now.round + 1):
        pairs = now.of_round(n)
        there = [each for p in pairs for each in p.there]
        assert len(there) == len(set(there)), "nobody sits at two tables"
        assert sum(p.second is None for p in pairs) == len(there) % 2
        again = [p for p in pairs if frozenset(p.there) in met]
        second = [p for p in pairs if p.second is None and p.first in rests]
        assert not (again or second) or not rested(frozenset(there), met, rests)
        met |= {frozenset(p.there) for p in pairs if p.played}
        rests |= {p.first for p in pairs if p.second is None}
    if not leaving:  # in the last round, possible winners may stay unbalanced (C.04.3)
        before = [p for p in now.pairings if p.round < now.rounds - 1]
        for pairings, most in ((before, 2), (now.pairings, 3)):
            assert all(abs(rounds.firsts(n, pairings)) <= most for n in range(entrants))


def test_a_swiss_league_has_as_many_rounds_as_halvings_and_one_more_with_the_final() -> None:
    assert [season(entrants).rounds for entrants in (9, 12, 33, 64)] == [6, 6, 8, 8]


def test_a_bracket_keeps_the_first_two_apart_and_gives_the_first_ones_byes() -> None:
    assert rounds.bracket(8) == [0, 7, 3, 4, 1, 6, 2, 5]
    assert rounds.bracket(6) == [0, None, 3, 4, 1, None, 2, 5]


def finished(now: Season, result: str, leaving: dict[int, int] | None = None) -> Season:
    """A season in which all games end alike. leaving: who goes after which round."""
    while not rounds.is_over(now):
        new = [p._replace(result=result if p.second is not None else "")
               for p in rounds.next_round(now)]  # fmt: skip
        gone = {who for who, n in (leaving or {}).items() if n <= now.round + 1}
        people = tuple(e._replace(gone=n in gone) for n, e in enumerate(now.entrants))
        now = now._replace(pairings=(*now.pairings, *new), entrants=people)
    return now


@pytest.mark.parametrize("entrants", [2, 3, 8, 13])
def test_a_cup_ends_after_its_rounds_with_at_most_one_left(entrants: int) -> None:
    for result in ("1-0", "1/2", "--"):
        now = finished(season(entrants, CUP), result)
        assert now.round <= now.rounds
        if result != "--":
            tables = [p for p in now.pairings if p.second is not None]
            assert len(tables) == entrants - 1, "each game puts one out"
            assert rounds.champion(now) is not None


def test_a_drawn_cup_game_sends_on_who_sat_second() -> None:
    now = finished(season(2, CUP), "1/2")
    assert [(p.first, p.second) for p in now.pairings] == [(0, 1)]
    assert rounds.champion(now) == 1


def test_who_would_meet_somebody_who_has_gone_has_a_bye() -> None:
    for form in (LEAGUE, CUP):
        now = finished(season(6, form), "1-0", {0: 1, 3: 2})
        later = [p for p in now.pairings if p.round > 2]
        assert all({0, 3}.isdisjoint(p.there) for p in later)
        assert rounds.champion(now) in {1, 2, 4, 5}


def test_a_drawn_final_is_won_by_who_was_ahead() -> None:
    now = finished(season(4), "1/2")
    assert (now.round, now.rounds) == (4, 4)
    assert rounds.champion(now) == rounds.ranking(now)[0].entrant


def test_a_season_is_over_when_nobody_else_is_left() -> None:
    now = finished(season(4), "1-0", {0: 1, 1: 1, 2: 1})
    assert (now.round, rounds.champion(now)) == (1, 3)
    nobody = finished(season(2), "--", {0: 1, 1: 1})
    assert rounds.champion(nobody) is None


def test_sonneborn_berger_is_counted_as_in_the_published_example() -> None:
    """Sensei's Library, "Sonneborn-Berger": four people play each other twice; A and B have four
    wins each, and A is ahead with 11 to 9, before C with 6 and D with 4."""
    everything = played(
        "1-2 1-0, 3-4 1-0", "1-3 1-0, 2-4 1-0", "1-4 1-0, 2-3 1-0",
        "1-2 0-1, 3-4 1-0", "1-3 1-0, 2-4 1-0", "1-4 0-1, 2-3 0-1",
    )  # fmt: skip
    counted = [rounds.berger(n, everything) for n in range(4)]
    assert [n / 4 for n in counted] == [11, 9, 6, 4]


def test_equals_are_ranked_by_the_tie_breaks_in_their_order() -> None:
    """Of two with equal points the one ahead has beaten the other; Buchholz counts a bye as an
    opponent with the player's own points (C.07, dummy opponent)."""
    now = season(4)._replace(
        pairings=tuple(played("1-4 0-1, 2-3 1-0", "4-3 0-1, 1-2 1-0", "2-4 1-0, 3-1 1-0"))
    )
    assert [each.points for each in rounds.ranking(now)] == [4, 4, 2, 2]
    assert [each.entrant for each in rounds.ranking(now)] == [1, 2, 3, 0]
    alone = played("1-2 1-0, 3", "1-3 1-0, 2")
    assert [rounds.buchholz(n, alone) for n in range(3)] == [2 + 2, 4 + 2, 4 + 2]
    assert [rounds.buchholz(n, alone, cut=1) for n in range(3)] == [2, 4, 4]
