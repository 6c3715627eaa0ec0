"""The table of a season: points, and where they are equal the tie-breaks of chess, by their names.

everybody meets everybody ──> direct encounter, wins, Sonneborn-Berger
Swiss                     ──> Buchholz, Buchholz cut 1, Sonneborn-Berger, direct encounter, wins

What is equal after these is by the starting number, which was drawn by lot.

Source: FIDE Handbook C.07 (Tie-Break Regulations). For who has a bye or wins without a game, a
round counts as one against somebody with as many points as they have themselves, the dummy opponent
there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple, TypeAlias

from bot.features.seasons.season import CUP, Pairing, Season, of

POINTS, DIRECT, WINS, BERGER = "points", "direct", "wins", "berger"
BUCHHOLZ, CUT = "buchholz", "cut"
ROBIN_ORDER: Final = (DIRECT, WINS, BERGER)
SWISS: Final = (BUCHHOLZ, CUT, BERGER, DIRECT, WINS)


class Standing(NamedTuple):
    """An entrant's line. points: half points; won, drawn and lost: of the games that were played or
    went without one; values: what each tie-break counts for them, by its name: direct encounters,
    Buchholz in half points, Sonneborn-Berger in quarters."""

    place: int
    entrant: int
    points: int
    won: int
    drawn: int
    lost: int
    values: Mapping[str, int]


Value: TypeAlias = Callable[[int], int]


def tie_breaks(season: Season) -> tuple[str, ...]:
    """By which those with equal points are ranked, the first one first."""
    return () if season.form == CUP else SWISS if season.swiss else ROBIN_ORDER


def ranking(season: Season) -> list[Standing]:
    """The table, the first place first; of a league without its final."""
    last = season.rounds if season.form == CUP else season.rounds - 1
    pairings = [p for p in season.pairings if p.round <= last and p.done]
    if season.form == CUP:
        order = sorted(range(len(season.entrants)), key=lambda n: (-_stage(n, pairings), n))
    else:
        order = _ordered(range(len(season.entrants)), tie_breaks(season), pairings)
    return [_standing(place, n, order, pairings) for place, n in enumerate(order, 1)]


def _stage(entrant: int, pairings: Sequence[Pairing]) -> int:
    """How many rounds of a cup somebody has got through."""
    return sum(pairing.winner == entrant for pairing in of(entrant, pairings))


def _ordered(
    entrants: Sequence[int], names: Sequence[str], pairings: Sequence[Pairing]
) -> list[int]:
    groups = list(_split([entrants], POINTS, pairings))
    for name in names:
        groups = list(_split(groups, name, pairings))
    return [entrant for group in groups for entrant in group]


def _split(
    groups: Sequence[Sequence[int]], name: str, pairings: Sequence[Pairing]
) -> Iterator[list[int]]:
    """Groups of equals by one more measure, the better ones first in each."""
    for group in groups:
        of_each = _value(name, group, pairings)
        for number in sorted({of_each(n) for n in group}, reverse=True):
            yield [n for n in group if of_each(n) == number]


def _value(name: str, group: Sequence[int], pairings: Sequence[Pairing]) -> Value:
    if name == DIRECT:
        return lambda n: direct(n, group, pairings)
    return {
        POINTS: lambda n: points(n, pairings),
        WINS: lambda n: wins(n, pairings),
        BERGER: lambda n: sonneborn_berger(n, pairings),
        BUCHHOLZ: lambda n: buchholz(n, pairings),
        CUT: lambda n: buchholz(n, pairings, cut=1),
    }[name]


def _standing(
    place: int, entrant: int, order: Sequence[int], pairings: Sequence[Pairing]
) -> Standing:
    mine = of(entrant, pairings)
    scored = [pairing.points(entrant) for pairing in mine]
    total = points(entrant, pairings)
    equals = [n for n in order if points(n, pairings) == total]
    names = (DIRECT, WINS, BERGER, BUCHHOLZ, CUT)
    values = {name: _value(name, equals, pairings)(entrant) for name in names}
    won, drawn, lost = (scored.count(n) for n in (2, 1, 0))
    return Standing(place, entrant, total, won, drawn, lost, values)


def points(entrant: int, pairings: Sequence[Pairing]) -> int:
    """Half points."""
    return sum(pairing.points(entrant) for pairing in of(entrant, pairings))


def wins(entrant: int, pairings: Sequence[Pairing]) -> int:
    """Games won, with those without an opponent (C.07, "number of wins")."""
    return sum(pairing.points(entrant) == 2 for pairing in of(entrant, pairings))


def direct(entrant: int, group: Sequence[int], pairings: Sequence[Pairing]) -> int:
    """Half points against the others who are equal; 0 where not all of them have met."""
    among = [p for p in pairings if p.second is not None and {p.first, p.second} <= {*group}]
    if len(among) < len(group) * (len(group) - 1) // 2:
        return 0
    return points(entrant, among)


def buchholz(entrant: int, pairings: Sequence[Pairing], cut: int = 0) -> int:
    """The opponents' half points. cut: how many of the lowest are left out."""
    against = sorted(_against(p, entrant, pairings) for p in of(entrant, pairings))
    return sum(against[cut:])


def sonneborn_berger(entrant: int, pairings: Sequence[Pairing]) -> int:
    """The points of those who were beaten, and half of those with whom it was a draw; in
    quarters."""
    mine = of(entrant, pairings)
    return sum(p.points(entrant) * _against(p, entrant, pairings) for p in mine)


def _against(pairing: Pairing, entrant: int, pairings: Sequence[Pairing]) -> int:
    """Half points of the opponent at a table; of a dummy where nobody played."""
    other = pairing.other(entrant)
    return points(entrant if other is None or not pairing.played else other, pairings)
