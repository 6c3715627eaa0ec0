"""A season: its log, its pairings with their results, and the rules of leagues and cups.

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

A league of up to eight follows the Berger tables of FIDE (Handbook C.05, annex 1), a larger one the
Dutch system (C.04.3). Both are caissify-pairings', whose White is the first seat. At the end of a
league, the first two play a final. In a cup, the first two starting numbers can meet only in the
final, and the first ones have the byes.

The table: points, then the tie-breaks of chess (C.07), then the starting number. A bye or a win
without a game counts as a round against a dummy opponent, who has as many points as the player.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, Final, NamedTuple

from caissify_pairings import generate_pairings
from caissify_pairings.engines.round_robin import berger_round

from bot.table.rows import Coded, code
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


def pairings_of(entrant: int, pairings: Sequence[Pairing]) -> tuple[Pairing, ...]:
    """The pairings of an entrant, by round."""
    mine = (pairing for pairing in pairings if entrant in pairing.there)
    return tuple(sorted(mine, key=lambda pairing: pairing.round))


@code()
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


def season_line(verb: str, *more: object) -> Line:
    """A line of the log."""
    return Line(TABLE, " ".join(map(str, (verb, *more))), "")


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
        return (Pairing(n, 1, *seat_order(a, b, season.pairings)),)
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
                    pairs.append(seat_order(a, b, season.pairings) if cup else (a, b))
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
    """The pairs of a round among the remaining entrants. Nobody meets anybody twice or has two
    byes, unless there is no other pairing; then the oldest rounds stop counting."""
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
    mine = {pairing.round: pairing for pairing in pairings_of(entrant, pairings)}
    rounds = [mine.get(n) for n in range(1, round)]
    unplayed = [p for p in pairings_of(entrant, recent) if not p.played and p.points(entrant) == 2]
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
    seats = [_seat(entrant, pairing) for pairing in pairings_of(entrant, pairings)]
    return seats.count("white") - seats.count("black")


def seat_order(a: int, b: int, pairings: Sequence[Pairing]) -> tuple[int, int]:
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
        won = {n: sum(p.winner == n for p in pairings_of(n, pairings)) for n in entrants}
        order = sorted(entrants, key=lambda n: (-won[n], n))
    else:
        measures: tuple[Callable[..., int], ...] = (points, direct, wins, berger)
        if season.swiss:  # the second Buchholz is without the weakest opponent
            measures = (points, buchholz, partial(buchholz, cut=1), berger, direct, wins)
        groups: list[Sequence[int]] = [entrants]
        for measure in measures:
            groups = [part for group in groups for part in _split(group, measure, pairings)]
        order = [entrant for group in groups for entrant in group]
    shown = points, wins, berger, buchholz
    return [
        SeasonStanding(place, n, *(measure(n, pairings) for measure in shown))
        for place, n in enumerate(order, 1)
    ]


def _split(
    group: Sequence[int], measure: Callable[..., int], pairings: Sequence[Pairing]
) -> list[list[int]]:
    """Split a group of equals by one more measure, the better ones first."""
    measured = partial(direct, group=group) if measure is direct else measure
    values = {n: measured(n, pairings) for n in group}
    order = sorted({*values.values()}, reverse=True)
    return [[n for n in group if values[n] == value] for value in order]


def points(entrant: int, pairings: Sequence[Pairing]) -> int:
    """Half points."""
    return sum(pairing.points(entrant) for pairing in pairings_of(entrant, pairings))


def wins(entrant: int, pairings: Sequence[Pairing]) -> int:
    """Games won, with those without an opponent (C.07, "number of wins")."""
    return sum(pairing.points(entrant) == 2 for pairing in pairings_of(entrant, pairings))


def direct(entrant: int, pairings: Sequence[Pairing], group: Sequence[int]) -> int:
    """Half points against the other equals; 0 unless all of them have met."""
    among = [p for p in pairings if p.second is not None and {p.first, p.second} <= {*group}]
    if len(among) < len(group) * (len(group) - 1) // 2:
        return 0
    return points(entrant, among)


def buchholz(entrant: int, pairings: Sequence[Pairing], cut: int = 0) -> int:
    """The opponents' half points. cut: how many of the lowest are left out."""
    return sum(sorted(_against(p, entrant, pairings) for p in pairings_of(entrant, pairings))[cut:])


def berger(entrant: int, pairings: Sequence[Pairing]) -> int:
    """Sonneborn-Berger in quarters: the points of beaten opponents, half of those after a draw."""
    mine = pairings_of(entrant, pairings)
    return sum(p.points(entrant) * _against(p, entrant, pairings) for p in mine)


def _against(pairing: Pairing, entrant: int, pairings: Sequence[Pairing]) -> int:
    """Half points of the opponent at a table; of the dummy opponent if nobody played."""
    other = pairing.other(entrant)
    return points(entrant if other is None or not pairing.played else other, pairings)
