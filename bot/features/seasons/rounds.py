"""The rules of leagues and cups: the pairings, the ranking, and the champion.

    league ── rounds ──> final between the first two ──> champion
    cup    ── rounds until one is left ───────────────> champion

A league of up to eight follows the Berger tables of FIDE (Handbook C.05, annex 1), a larger one the
Dutch system (C.04.3). Both are caissify-pairings', whose White is the first seat. In a cup, the
first two starting numbers can meet only in the final, and the first ones have the byes.

The table: points, then the tie-breaks of chess (C.07), then the starting number, which was drawn by
lot. A bye or a win without a game counts as a round against FIDE's dummy opponent, who has as many
points as the player.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from caissify_pairings import generate_pairings
from caissify_pairings.engines.round_robin import berger_round

from bot.features.seasons.season import CUP, Pairing, Season, of


def is_over(season: Season) -> bool:
    """Whether no game is left: the last round is done, or fewer than two players remain."""
    if season.round == 0 or not all(p.done for p in season.of_round(season.round)):
        return False
    over = season.round == season.rounds or len(season.there) < 2
    return over or (season.form == CUP and not next_round(season))


def champion(season: Season) -> int | None:
    """The winner; after a drawn final the finalist who was ahead before it. None: nobody is left,
    or nobody has won anything in the last game."""
    if season.form == CUP:
        (last,) = _survivors(len(season.entrants), season.pairings, season.rounds + 1)
        return last if last in season.there else _only(season)
    points = {n: final.points(n) for final in season.of_round(season.rounds) for n in final.there}
    if not any(points.values()):
        return _only(season)
    ahead = [each.entrant for each in ranking(season)]
    return max(points, key=lambda n: (points[n], -ahead.index(n)))


def _only(season: Season) -> int | None:
    """The last remaining entrant, if everybody else has gone."""
    return season.there[0] if len(season.there) == 1 else None


def next_round(season: Season) -> tuple[Pairing, ...]:
    """The pairings of the next round, before its games. A bye has no result to wait for."""
    n, there = season.round + 1, season.there
    if n == season.rounds and season.form != CUP:
        a, b = [each.entrant for each in ranking(season) if each.entrant in there][:2]
        return (Pairing(n, 1, *seated(a, b, season.pairings)),)
    if season.swiss:
        pairs = swiss(there, season.pairings, n, season.rounds - 1)
    else:
        meet: Iterable[tuple[int | None, ...]] = robin(len(season.entrants), n)
        if season.form == CUP:
            left = _survivors(len(season.entrants), season.pairings, n)
            meet = zip(left[::2], left[1::2], strict=True)
        pairs = []
        for pair in meet:
            match [each for each in pair if each is not None and each in there]:
                case [a, b]:
                    cup = season.form == CUP
                    pairs.append(seated(a, b, season.pairings) if cup else (a, b))
                case [a]:
                    pairs.append((a, None))
    return tuple(Pairing(n, board, *pair) for board, pair in enumerate(pairs, 1))


def robin(entrants: int, round: int) -> list[tuple[int, int | None]]:
    """The pairs of a round, by starting numbers from 0. Of an odd number of entrants, the one who
    would meet the missing last number has a bye."""
    pairs = [(a - 1, b - 1) for a, b in berger_round(entrants + entrants % 2, round)]
    return [(min(pair), None) if entrants in pair else pair for pair in pairs]


def swiss(
    there: Sequence[int], pairings: Sequence[Pairing], round: int, rounds: int
) -> list[tuple[int, int | None]]:
    """The pairs of a round among the remaining entrants, by the earlier rounds. Nobody meets
    anybody twice or has two byes, unless there is no other pairing; then the oldest rounds stop
    counting."""
    for since in range(1, round + 1):
        recent = [pairing for pairing in pairings if pairing.round >= since]
        met = {tuple(sorted(p.there)) for p in recent if p.played and p.second is not None}
        players = [_player(n, pairings, recent, round) for n in there]
        found = generate_pairings("dutch", players, met, round, rounds)
        pairs = [(each["white_id"], each["black_id"]) for each in found]
        if sum(second is None for _, second in pairs) <= len(there) % 2:
            return pairs
    last = [(there[-1], None)] if len(there) % 2 else []
    return [*zip(there[::2], there[1::2], strict=False), *last]


def _player(
    entrant: int, pairings: Sequence[Pairing], recent: Sequence[Pairing], round: int
) -> dict[str, Any]:
    """An entrant in the library's form, with a starting number and no rating. recent: the pairings
    whose meetings and byes may not repeat."""
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
    """Whether an entrant met an opponent with fewer points ("down") or with more, by round."""
    for n, pairing in enumerate(rounds, 1):
        if pairing is None:
            yield "none"
        elif (other := pairing.other(entrant)) is None or not pairing.played:
            yield "down" if pairing.points(entrant) else "none"
        else:
            before = [pairing for pairing in pairings if pairing.round < n]
            mine, theirs = points(entrant, before), points(other, before)
            yield "down" if mine > theirs else "up" if mine < theirs else "none"


def firsts(entrant: int, pairings: Sequence[Pairing]) -> int:
    """How much more often an entrant has sat first than second."""
    seats = [_seat(entrant, pairing) for pairing in of(entrant, pairings)]
    return seats.count("white") - seats.count("black")


def seated(a: int, b: int, pairings: Sequence[Pairing]) -> tuple[int, int]:
    """Two opponents by seat: first the one who has sat first less often, else the lower number."""
    return (a, b) if (firsts(a, pairings), a) <= (firsts(b, pairings), b) else (b, a)


def bracket(entrants: int) -> list[int | None]:
    """The starting numbers from the top of the bracket to its foot; None: an empty place.
    Neighbours meet, then the winners of neighbours."""
    order = [0]
    while len(order) < entrants:
        size = 2 * len(order)
        order = [each for n in order for each in (n, size - 1 - n)]
    return [n if n < entrants else None for n in order]


def _survivors(entrants: int, pairings: Sequence[Pairing], round: int) -> list[int | None]:
    """The entrants in the bracket when a round begins, from its top to its foot."""
    left = bracket(entrants)
    for n in range(1, round):
        winners = {each: p.winner for p in pairings if p.round == n for each in p.there}
        pairs = zip(left[::2], left[1::2], strict=True)
        left = [next((winners[each] for each in pair if each in winners), None) for pair in pairs]
    return left


class SeasonStanding(NamedTuple):
    """An entrant's line of the table."""

    place: int
    entrant: int
    points: int  # half points
    won: int  # games, with those without an opponent
    berger: int  # Sonneborn-Berger, in quarters
    buchholz: int  # in half points


def ranking(season: Season) -> list[SeasonStanding]:
    """The table, the first place first; a league's table doesn't count its final."""
    last = season.rounds if season.form == CUP else season.rounds - 1
    pairings = [p for p in season.pairings if p.round <= last and p.done]
    entrants = range(len(season.entrants))
    if season.form == CUP:
        won = {n: sum(p.winner == n for p in of(n, pairings)) for n in entrants}
        order = sorted(entrants, key=lambda n: (-won[n], n))
    else:
        measures: tuple[str, ...] = ("points", "direct", "wins", "berger")
        if season.swiss:  # "cut" is Buchholz without the weakest opponent
            measures = ("points", "buchholz", "cut", "berger", "direct", "wins")
        groups: list[Sequence[int]] = [entrants]
        for measure in measures:
            groups = [part for group in groups for part in _split(group, measure, pairings)]
        order = [entrant for group in groups for entrant in group]
    shown = points, wins, berger, buchholz
    return [
        SeasonStanding(place, n, *(measure(n, pairings) for measure in shown))
        for place, n in enumerate(order, 1)
    ]


def _split(group: Sequence[int], measure: str, pairings: Sequence[Pairing]) -> list[list[int]]:
    """Split a group of equals by one more measure, the better ones first."""

    def value(entrant: int) -> int:
        match measure:
            case "direct":
                return direct(entrant, pairings, group)
            case "cut":
                return buchholz(entrant, pairings, cut=1)
        measures = {"points": points, "wins": wins, "berger": berger, "buchholz": buchholz}
        return measures[measure](entrant, pairings)

    values = {n: value(n) for n in group}
    return [
        [n for n in group if values[n] == value]
        for value in sorted({*values.values()}, reverse=True)
    ]


def points(entrant: int, pairings: Sequence[Pairing]) -> int:
    """Half points."""
    return sum(pairing.points(entrant) for pairing in of(entrant, pairings))


def wins(entrant: int, pairings: Sequence[Pairing]) -> int:
    """Games won, with those without an opponent (C.07, "number of wins")."""
    return sum(pairing.points(entrant) == 2 for pairing in of(entrant, pairings))


def direct(entrant: int, pairings: Sequence[Pairing], group: Sequence[int]) -> int:
    """Half points against the other equals; 0 unless all of them have met."""
    among = [p for p in pairings if p.second is not None and {p.first, p.second} <= {*group}]
    if len(among) < len(group) * (len(group) - 1) // 2:
        return 0
    return points(entrant, among)


def buchholz(entrant: int, pairings: Sequence[Pairing], cut: int = 0) -> int:
    """The opponents' half points. cut: how many of the lowest are left out."""
    against = sorted(_against(p, entrant, pairings) for p in of(entrant, pairings))
    return sum(against[cut:])


def berger(entrant: int, pairings: Sequence[Pairing]) -> int:
    """Sonneborn-Berger in quarters: the points of beaten opponents, half of those after a draw."""
    mine = of(entrant, pairings)
    return sum(p.points(entrant) * _against(p, entrant, pairings) for p in mine)


def _against(pairing: Pairing, entrant: int, pairings: Sequence[Pairing]) -> int:
    """Half points of the opponent at a table; of the dummy opponent if nobody played."""
    other = pairing.other(entrant)
    return points(entrant if other is None or not pairing.played else other, pairings)
