"""Who meets whom in a round of a league, and who sits first.

Up to eight: the Berger tables of FIDE (Handbook C.05, annex 1), by which everybody meets everybody
once and sits first in every other game. More: the Dutch system of FIDE (Handbook C.04.3): equals in
points meet, nobody twice, seats balanced. Both are caissify-pairings', whose White is who sits
first.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from typing import Any

from caissify_pairings import generate_pairings
from caissify_pairings.engines.round_robin import berger_round

from bot.features.seasons.season import Pairing, of


def robin(entrants: int, round: int) -> list[tuple[int, int | None]]:
    """The pairs of a round among so many, by their starting numbers from 0; with an odd number the
    one who would meet the last number, whom nobody has, has a bye."""
    even = entrants + entrants % 2
    return [_real(a - 1, b - 1, entrants) for a, b in berger_round(even, round)]


def _real(first: int, second: int, entrants: int) -> tuple[int, int | None]:
    if entrants in (first, second):
        return min(first, second), None
    return first, second


def swiss(
    there: Sequence[int], pairings: Sequence[Pairing], round: int, rounds: int
) -> list[tuple[int, int | None]]:
    """The pairs of a round among those who are there, by what was played before it. Nobody meets
    anybody a second time, and nobody has two byes, unless no pairing is left without; then what is
    longest ago counts no more."""
    for since in range(1, round + 1):
        recent = [pairing for pairing in pairings if pairing.round >= since]
        pairs = _dutch(there, pairings, recent, round, rounds)
        if sum(second is None for _, second in pairs) <= len(there) % 2:
            return pairs
    return [*zip(there[::2], there[1::2], strict=False), *_left_over(there)]


def _left_over(there: Sequence[int]) -> list[tuple[int, None]]:
    return [(there[-1], None)] if len(there) % 2 else []


def _dutch(
    there: Sequence[int],
    pairings: Sequence[Pairing],
    recent: Sequence[Pairing],
    round: int,
    rounds: int,
) -> list[tuple[int, int | None]]:
    """By the Dutch system. recent: those of which no meeting and no bye is to come again."""
    met = {_pair(p.first, p.second) for p in recent if p.played and p.second is not None}
    players = [_player(n, pairings, recent, round) for n in there]
    found = generate_pairings("dutch", players, met, round, rounds)
    return [(each["white_id"], each["black_id"]) for each in found]


def _pair(a: int, b: int) -> tuple[int, int]:
    return min(a, b), max(a, b)


def _player(
    entrant: int, pairings: Sequence[Pairing], recent: Sequence[Pairing], round: int
) -> dict[str, Any]:
    """An entrant as the library wants them; they have no ratings there, only starting numbers."""
    mine = {pairing.round: pairing for pairing in of(entrant, pairings)}
    rounds = [mine.get(n) for n in range(1, round)]
    unplayed = [p for p in of(entrant, recent) if not p.played and p.points(entrant) == 2]
    byes = sum(pairing.second is None for pairing in unplayed)
    return {
        "id": entrant,
        "name": "",
        "rating": 0,
        "starting_number": entrant + 1,
        "score": sum(p.points(entrant) for p in mine.values()) / 2,
        "color_hist": [_seat(entrant, pairing) for pairing in rounds],
        "float_history": list(_floats(entrant, rounds, pairings)),
        "bye_count": byes,
        "forfeit_win_count": len(unplayed) - byes,
    }


def _seat(entrant: int, pairing: Pairing | None) -> str:
    if pairing is None or not pairing.played:
        return "none"
    return "white" if pairing.first == entrant else "black"


def _floats(
    entrant: int, rounds: Sequence[Pairing | None], pairings: Sequence[Pairing]
) -> Iterator[str]:
    """Whether they met somebody with fewer points ("down") or with more, by round."""
    for n, pairing in enumerate(rounds, 1):
        if pairing is None:
            yield "none"
        elif (other := pairing.other(entrant)) is None or not pairing.played:
            yield "down" if pairing.points(entrant) else "none"
        else:
            mine, theirs = (points_before(each, n, pairings) for each in (entrant, other))
            yield "down" if mine > theirs else "up" if mine < theirs else "none"


def points_before(entrant: int, round: int, pairings: Sequence[Pairing]) -> int:
    """Half points that somebody had when a round began."""
    mine = of(entrant, pairings)
    return sum(pairing.points(entrant) for pairing in mine if pairing.round < round)


def firsts(entrant: int, pairings: Sequence[Pairing]) -> int:
    """How much oftener somebody has sat first than second."""
    seats = [_seat(entrant, pairing) for pairing in of(entrant, pairings)]
    return seats.count("white") - seats.count("black")


def seated(a: int, b: int, pairings: Sequence[Pairing]) -> tuple[int, int]:
    """Two who meet: first sits who has done so less often, else who has the lower number."""
    return (a, b) if (firsts(a, pairings), a) <= (firsts(b, pairings), b) else (b, a)


def met(pairings: Sequence[Pairing]) -> Set[tuple[int, int]]:
    """The pairs who have played each other."""
    return {_pair(p.first, p.second) for p in pairings if p.played and p.second is not None}
