"""A season as it is kept: among the games, as one that nobody plays. What happened is its log, its
entrants are its sitters, and its timers and posts are those of games.

    open 31                who opened it sits there; others join and leave, up to the start
    start 2 0 1            the starting numbers were drawn by lot: which sitter has the first, …
    pair 1 3 0 5           round 1, board 3: entrant 0 sits first, entrant 5 second; `-` for a bye
    table 1 3 57           their game
    result 1 3 1-0         as it is written in chess
    withdraw 4             an entrant has gone
    champion 0             it is over; `-`: nobody was left
    cancel                 it was called off
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final, cast

from bot.core.rows import Coded, coded
from bot.features.seasons.season import Entrant, Pairing, Phase, Season
from storage import TABLE, GameRow, Line, Row, Sitter

KIND: Final = "season"  # of its row among the games, and of the timers by which it goes on
NOBODY: Final = "-"


@coded()
class Ended(Coded):
    """What a timer says that a game of a season has set as it ended."""

    season: int
    round: int
    board: int
    result: str


def address(season: int, round: int, board: int) -> str:
    """Where a game belongs, as its options have it."""
    return f"{season}:{round}:{board}"


def server(guild: int) -> int:
    """What stands in place of a season's channel, so that a server has one at a time: no channel of
    Discord is below zero."""
    return -guild


def season_of(row: GameRow, log: Iterable[Row]) -> Season:
    """A season from its row and its whole log."""
    phase: Phase = "open"
    pairings, champion = dict[tuple[int, int], Pairing](), None
    seats: Sequence[int] = range(len(row.sitters))
    for verb, *said in (each.text.split() for each in log if each.seat == TABLE):
        match verb, said:
            case "start", lots:
                phase, seats = "playing", [int(seat) for seat in lots]
            case "pair", (n, board, first, second):
                there = int(first), None if second == NOBODY else int(second)
                pairings[int(n), int(board)] = Pairing(int(n), int(board), *there)
            case "table", (n, board, game):
                at = int(n), int(board)
                pairings[at] = pairings[at]._replace(game=int(game))
            case "result", (n, board, result):
                at = int(n), int(board)
                pairings[at] = pairings[at]._replace(result=result)
            case "champion", (who,):
                phase, champion = "over", None if who == NOBODY else int(who)
            case "cancel", _:
                phase = "cancelled"
    return Season(
        id=row.id,
        number=row.number,
        guild=row.guild,
        home=row.home,
        kind=row.options["kind"],
        form=cast(Any, row.options["form"]),
        pace=row.options["pace"],
        host=row.host,
        phase=phase,
        entrants=tuple(_entrant(row.sitters[seat]) for seat in seats),
        pairings=tuple(pairings.values()),
        champion=champion,
        closes=row.due(KIND) or row.created,
        seats=tuple(seats),
    )


def _entrant(sitter: Sitter) -> Entrant:
    """Who was forgotten has gone as well."""
    return Entrant(sitter.user, sitter.name, sitter.left or sitter.user < 0)


def _line(*said: object) -> Line:
    return Line(TABLE, " ".join(map(str, said)), "")


def started(lots: Sequence[int]) -> Line:
    return _line("start", *lots)


def paired(pairings: Iterable[Pairing]) -> tuple[Line, ...]:
    """A round."""
    return tuple(
        _line("pair", p.round, p.board, p.first, NOBODY if p.second is None else p.second)
        for p in pairings
    )


def opened(at: Pairing, game: int) -> Line:
    return _line("table", at.round, at.board, game)


def resulted(at: Pairing, result: str) -> Line:
    return _line("result", at.round, at.board, result)


def withdrawn(entrant: int) -> Line:
    return _line("withdraw", entrant)


def crowned(entrant: int | None) -> Line:
    return _line("champion", NOBODY if entrant is None else entrant)


def said(verb: str) -> Line:
    """`join`, `leave` or `cancel`."""
    return _line(verb)
