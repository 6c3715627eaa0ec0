"""A season: its entrants, its pairings with their results, and its phase.

It is stored among the games, as one that nobody plays. Its history is its log, its entrants are its
sitters, and its timers and posts are those of games.

    open 31                its host is there; others join and leave, up to the start
    start 2 0 1            the sitters by starting number, drawn by lot
    pair 1 3 0 5           round 1, board 3: entrant 0 sits first, entrant 5 second; `-` for a bye
    table 1 3 57           their game
    result 1 3 1-0         written as in chess
    withdraw 4             an entrant has gone
    champion 0             it is over; `-`: nobody was left
    cancel                 it was cancelled
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from bot.table.rows import Coded, coded
from storage import TABLE, GameRow, Line, Row

KIND: Final = "season"  # of its row among the games, and of its timers
LEAGUE, CUP = "league", "cup"
ROBIN_MOST = 8  # most entrants of a league in which everybody meets everybody
NOBODY: Final = "-"

# The half points of a table's first and second seat, by the result as written in chess. The last
# four are results of tables at which nobody has played.
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


class Entrant(NamedTuple):
    """A participant, whose index among the entrants is their starting number, from 0."""

    user: int
    name: str
    gone: bool = False  # they have withdrawn, or their data was deleted


class Pairing(NamedTuple):
    """Two entrants at a table, by their starting numbers."""

    round: int  # from 1
    board: int  # from 1
    first: int
    second: int | None = None  # None: the first one has a bye
    game: int | None = None  # the id of the table's game; None before it is opened
    result: str = ""  # a key of POINTS; empty while they play

    @property
    def done(self) -> bool:
        return self.second is None or self.result != ""

    @property
    def played(self) -> bool:
        """Whether both were there, so it counts as a meeting."""
        return self.result in PLAYED

    @property
    def there(self) -> tuple[int, ...]:
        """The entrants at the table."""
        return (self.first,) if self.second is None else (self.first, self.second)

    def points(self, entrant: int) -> int:
        """The half points of an entrant at this table."""
        if self.second is None:
            return 2
        return POINTS[self.result][entrant != self.first] if self.result else 0

    def other(self, entrant: int) -> int | None:
        """The opponent of an entrant; None for a bye."""
        return self.second if entrant == self.first else self.first

    @property
    def winner(self) -> int | None:
        """The entrant who goes through. After a draw it's the second seat, like Black in an
        Armageddon game of chess; None: neither."""
        if self.second is None:
            return self.first
        first, second = POINTS.get(self.result, (0, 0))
        if not first and not second:
            return None
        return self.first if first > second else self.second


class Season(NamedTuple):
    """A season, read from its log."""

    row: GameRow
    title: str  # of its game
    phase: str  # open, playing, over or cancelled
    entrants: tuple[Entrant, ...]
    pairings: tuple[Pairing, ...] = ()
    champion: int | None = None
    seats: tuple[int, ...] = ()  # the place of each entrant among the sitters of the row

    @property
    def id(self) -> int:
        return self.row.id

    @property
    def form(self) -> str:
        """LEAGUE or CUP."""
        return self.row.options["form"]

    @property
    def round(self) -> int:
        """The round that is played, 0 before the first."""
        return max((pairing.round for pairing in self.pairings), default=0)

    @property
    def swiss(self) -> bool:
        """Whether this is a league too large for everybody to meet everybody."""
        return self.form == LEAGUE and len(self.entrants) > ROBIN_MOST

    @property
    def rounds(self) -> int:
        """The number of rounds, with the final of a league."""
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

    def entrant(self, user: int) -> int | None:
        """The starting number of a person."""
        return next((n for n, each in enumerate(self.entrants) if each.user == user), None)

    @property
    def there(self) -> tuple[int, ...]:
        """The entrants who haven't gone."""
        return tuple(n for n, each in enumerate(self.entrants) if not each.gone)


def of(entrant: int, pairings: Sequence[Pairing]) -> tuple[Pairing, ...]:
    """The pairings of an entrant, by round."""
    mine = (pairing for pairing in pairings if entrant in pairing.there)
    return tuple(sorted(mine, key=lambda pairing: pairing.round))


@coded()
class Ended(Coded):
    """The timer's payload when a game of a season ends."""

    season: int
    round: int
    board: int
    result: str


def server(guild: int) -> int:
    """The number in place of a season's channel, so a server has one season at a time: channels of
    Discord are never below zero."""
    return -guild


def season_of(row: GameRow, log: Iterable[Row], title: str = "") -> Season:
    """A season from its row and its log. title: of its game."""
    phase, pairings, champion = "open", dict[tuple[int, int], Pairing](), None
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
        row,
        title,
        phase,
        entrants=tuple(Entrant(s.user, s.name, s.left or s.user < 0) for s in sitters),
        pairings=tuple(pairings.values()),
        champion=champion,
        seats=tuple(seats),
    )


def said(verb: str, *more: object) -> Line:
    """A line of the log."""
    return Line(TABLE, " ".join(map(str, (verb, *more))), "")
