"""What comes next in a season: another round, or its champion.

league ── rounds ──> final between the first two ──> champion
cup    ── rounds until one is left ───────────────> champion
"""

from __future__ import annotations

from bot.features.seasons import cup, pairing
from bot.features.seasons.ranking import ranking
from bot.features.seasons.season import CUP, Pairing, Season


def is_over(season: Season) -> bool:
    """Nothing more is to be played: the last round is, or no two are left who could."""
    if season.round == 0 or not all(p.done for p in season.of_round(season.round)):
        return False
    over = season.round == season.rounds or len(season.there) < 2
    return over or (season.form == CUP and not next_round(season))


def champion(season: Season) -> int | None:
    """The winner; of a final that was a draw the one who was ahead before it. None: nobody is left,
    or nobody has won anything in the last game."""
    if season.form == CUP:
        (last,) = cup.survivors(len(season.entrants), season.pairings, season.rounds + 1)
        return last if last in season.there else _only(season)
    final = season.of_round(season.rounds)
    if not final:
        return _only(season)
    (table,) = final
    points = {n: table.points(n) for n in table.there}
    if not any(points.values()):
        return _only(season)
    ahead = [each.entrant for each in ranking(season)]
    return max(table.there, key=lambda n: (points[n], -ahead.index(n)))


def _only(season: Season) -> int | None:
    """The one person who has outstayed all others."""
    return season.there[0] if len(season.there) == 1 else None


def next_round(season: Season) -> tuple[Pairing, ...]:
    """The pairings of the next round, of which nobody has played a game yet. A bye has no result
    to wait for."""
    n, there = season.round + 1, season.there
    if season.form == CUP:
        pairs = cup.knock_out(len(season.entrants), there, season.pairings, n)
    elif n == season.rounds:
        pairs = [_final(season)]
    elif season.swiss:
        pairs = pairing.swiss(there, season.pairings, n, season.rounds - 1)
    else:
        pairs = _without(pairing.robin(len(season.entrants), n), season)
    return tuple(Pairing(n, board, *pair) for board, pair in enumerate(pairs, 1))


def _final(season: Season) -> tuple[int, int]:
    """The first two who are still there."""
    a, b = [each.entrant for each in ranking(season) if each.entrant in season.there][:2]
    return pairing.seated(a, b, season.pairings)


def _without(pairs: list[tuple[int, int | None]], season: Season) -> list[tuple[int, int | None]]:
    """Pairs without those who have gone: whoever would meet them has a bye."""
    left = [[n for n in pair if n in season.there] for pair in pairs]
    return [(pair[0], pair[1] if len(pair) > 1 else None) for pair in left if pair]
