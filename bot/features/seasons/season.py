"""A season: its entrants, its pairings with their results, and how far it has come.

It is stored among the games, as one that nobody plays. What happened is its log, its entrants are
its sitters, and its timers and posts are those of games.

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

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, Literal, NamedTuple, TypeAlias, cast

from bot.table.rows import Coded, coded
from storage import TABLE, GameRow, Line, Row

Form: TypeAlias = Literal["league", "cup"]
Phase: TypeAlias = Literal["open", "playing", "over", "cancelled"]
LEAGUE: Final[Form] = "league"
CUP: Final[Form] = "cup"

FEWEST, MOST = 2, 64  # entrants
ROBIN_MOST = 8  # entrants at most of a league in which everybody meets everybody

# What a table gives its first and its second seat, in half points, by the result as it is written
# in chess. The last four are results of tables at which nobody has played.
POINTS: Final[Mapping[str, tuple[int, int]]] = {
    "1-0": (2, 0),
    "0-1": (0, 2),
    "1/2": (1, 1),
    "+-": (2, 0),
    "-+": (0, 2),
    "--": (0, 0),
    "==": (1, 1),
}
PLAYED: Final = ("1-0", "0-1", "1/2")
DRAW: Final = 1  # half points for each of two who share the point
BYE: Final = 2  # half points for whoever has no opponent in a round


class Entrant(NamedTuple):
    """Somebody who takes part; the place in the tuple of entrants is their starting number, from 0.
    gone: they have withdrawn, or were forgotten."""

    user: int
    name: str
    gone: bool = False


class Pairing(NamedTuple):
    """Two entrants at a table, by their starting numbers. round and board are counted from 1;
    second: None for whoever has a bye; game: the id of the table's game, None before it is opened;
    result: a key of POINTS, empty while they play."""

    round: int
    board: int
    first: int
    second: int | None = None
    game: int | None = None
    result: str = ""

    @property
    def done(self) -> bool:
        return self.second is None or self.result != ""

    @property
    def played(self) -> bool:
        """Both were there, so that it counts as a meeting."""
        return self.result in PLAYED

    @property
    def there(self) -> tuple[int, ...]:
        """Who is at the table."""
        return (self.first,) if self.second is None else (self.first, self.second)

    def points(self, entrant: int) -> int:
        """How many half points an entrant has from this table."""
        if self.second is None:
            return BYE
        return POINTS[self.result][entrant != self.first] if self.result else 0

    def other(self, entrant: int) -> int | None:
        """The opponent of an entrant, None where they have a bye."""
        return self.second if entrant == self.first else self.first

    @property
    def winner(self) -> int | None:
        """Who goes on where one of the two has to: after a draw it is who sat second, as Black
        does in the deciding game of chess that is called Armageddon; None: neither."""
        if self.second is None:
            return self.first
        first, second = POINTS.get(self.result, (0, 0))
        if not first and not second:
            return None
        return self.first if first > second else self.second


class Season(NamedTuple):
    """A season as its log tells it. number: counted on its server; home: the channel in which it
    was started; closes: until when people can join; champion: None where there is none;
    seats: the place of each entrant in its row of the store; title: of its game."""

    id: int
    number: int
    guild: int
    home: int
    kind: str
    form: Form
    pace: str
    host: int
    phase: Phase
    entrants: tuple[Entrant, ...]
    pairings: tuple[Pairing, ...] = ()
    champion: int | None = None
    closes: float = 0.0
    seats: tuple[int, ...] = ()
    title: str = ""

    @property
    def round(self) -> int:
        """The round that is played, 0 before the first."""
        return max((pairing.round for pairing in self.pairings), default=0)

    @property
    def swiss(self) -> bool:
        """A league in which not everybody can meet everybody."""
        return self.form == LEAGUE and len(self.entrants) > ROBIN_MOST

    @property
    def rounds(self) -> int:
        """How many there are, with the final of a league."""
        n = len(self.entrants)
        if self.form == CUP:
            return max(1, n - 1).bit_length()
        return (1 + (n - 1).bit_length() if self.swiss else n - 1 + n % 2) + 1

    @property
    def live(self) -> bool:
        return self.phase in ("open", "playing")

    def of_round(self, n: int) -> tuple[Pairing, ...]:
        """The pairings of a round, by board."""
        found = (pairing for pairing in self.pairings if pairing.round == n)
        return tuple(sorted(found, key=lambda pairing: pairing.board))

    def at(self, round: int, board: int) -> Pairing | None:
        """The pairing at a board."""
        return next((p for p in self.of_round(round) if p.board == board), None)

    def entrant(self, user: int) -> int | None:
        """The starting number of somebody."""
        return next((n for n, each in enumerate(self.entrants) if each.user == user), None)

    @property
    def there(self) -> tuple[int, ...]:
        """Those who have not gone."""
        return tuple(n for n, each in enumerate(self.entrants) if not each.gone)


def of(entrant: int, pairings: Sequence[Pairing]) -> tuple[Pairing, ...]:
    """The pairings of somebody, by round."""
    mine = (pairing for pairing in pairings if entrant in pairing.there)
    return tuple(sorted(mine, key=lambda pairing: pairing.round))


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


def season_of(row: GameRow, log: Iterable[Row], title: str = "") -> Season:
    """A season from its row and its log. title: of its game."""
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
    sitters = [row.sitters[seat] for seat in seats]
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
        entrants=tuple(Entrant(s.user, s.name, s.left or s.user < 0) for s in sitters),
        pairings=tuple(pairings.values()),
        champion=champion,
        closes=row.due(KIND) or row.created,
        seats=tuple(seats),
        title=title,
    )


def said(verb: str, *more: object) -> Line:
    """A line of the log."""
    return Line(TABLE, " ".join(map(str, (verb, *more))), "")


def opened(at: Pairing, game: int) -> Line:
    return said("table", at.round, at.board, game)


def resulted(at: Pairing, result: str) -> Line:
    return said("result", at.round, at.board, result)
