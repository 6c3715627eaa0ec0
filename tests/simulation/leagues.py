"""A season's course held against its log and its tables, by a reading of our own.

start ──> pair ──> table ──> result: what the table's own results say ──> pair … ──> champion
          │        └── one game for a pair, and no second one
          └── everybody who is there, once; nobody whom they have met but in the final
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from rules.game import TABLE
from tests.simulation.apart import Apart
from tests.simulation.facts import PLAYING, Facts, Stand, Word

KIND, NOBODY, WALK_OVERS = "season", "-", {"+-": (1,), "-+": (0,), "--": (0, 1)}
AN_HOUR, JOINING = 3700.0, 25 * 3600.0  # seconds in which what is due is done; to join, and that


@dataclass(slots=True)
class Pair:
    """Two at a table, by their starting numbers; or one who has a bye."""

    round: int
    board: int
    there: tuple[int, ...]
    at: float
    game: int = 0
    result: str = ""

    @property
    def done(self) -> bool:
        return bool(self.result) or len(self.there) == 1


@dataclass(slots=True)
class League:
    """A season. users: by starting number; gone: who has withdrawn; at: when it went on last."""

    id: int
    at: float
    n: int = 0
    users: tuple[int, ...] = ()
    entrants: frozenset[int] = frozenset()
    pairs: list[Pair] = field(default_factory=list)
    gone: set[int] = field(default_factory=set)
    over: str = ""

    @property
    def round(self) -> int:
        return max((pair.round for pair in self.pairs), default=0)

    @property
    def meetings(self) -> int:
        """How many rounds there are before the final, where everybody meets everybody."""
        return len(self.users) - 1 + len(self.users) % 2

    def of_round(self, n: int) -> list[Pair]:
        return [pair for pair in self.pairs if pair.round == n]

    def pair(self, round: str, board: str) -> Pair:
        return next(p for p in self.pairs if (p.round, p.board) == (int(round), int(board)))


class Leagues:
    """Judges each season of up to eight. fault: told what is wrong."""

    def __init__(
        self,
        facts: Facts,
        now: Callable[[], float],
        calm: Callable[[float, float], float],
        apart: Apart,
        fault: Callable[[str, str], None],
    ) -> None:
        self._facts, self._now, self._calm, self._apart = facts, now, calm, apart
        self._fault = fault
        self._leagues: dict[int, League] = {}
        self._games: dict[str, int] = {}  # by season, round and board

    # the tables

    def watch(self, before: Stand | None, now: Stand, added: tuple[Word, ...]) -> None:
        """A game has changed: each place in a season has one table."""
        where = now.agreed.get(KIND)
        if before is None and where:
            if where in self._games:
                self._fault("season", f"{where} has the games {self._games[where]} and {now.id}")
            self._games[where] = now.id

    # the course

    def look(self) -> None:
        """The database has changed."""
        for id_, n in self._facts.ask("select id, n from games where kind = ?", KIND):
            league = self._leagues.setdefault(int(str(id_)), League(int(str(id_)), self._now()))
            if n != league.n:
                self._goes_on(league, int(str(n)))

    def _goes_on(self, league: League, n: int) -> None:
        sql = "select text from log where game = ? and n > ? order by n"
        rows = self._facts.ask(sql, league.id, league.n)
        league.n, league.at, round = n, self._now(), league.round
        self._came(league)
        for (text,) in rows:
            self._row(league, *str(text).split())
        if league.round > round:
            self._round(league, league.of_round(league.round))

    def _came(self, league: League) -> None:
        sql = "select user from seats where game = ? and left = 0"
        there = {int(str(user)) for (user,) in self._facts.ask(sql, league.id)}
        self._apart.sits_down(f"season {league.id}", there - league.entrants, set(), there)
        league.entrants = frozenset(there)

    def _row(self, league: League, verb: str, *said: str) -> None:
        if league.over:
            self._wrong(league, f"{verb} after {league.over}")
        match verb, said:
            case "start", lots:
                sql = "select user from seats where game = ? order by seat"
                users = [int(str(user)) for (user,) in self._facts.ask(sql, league.id)]
                league.users = tuple(users[int(seat)] for seat in lots)
            case "pair", (round, board, *pair):
                there = tuple(int(n) for n in pair if n != NOBODY)
                self._paired(league, Pair(int(round), int(board), there, self._now()))
            case "table", (round, board, game):
                self._table(league, league.pair(round, board), int(game))
            case "result", (round, board, result):
                self._result(league, league.pair(round, board), result)
            case "withdraw", (who,):
                league.gone.add(int(who))
            case (("champion" | "cancel"), _):
                league.over = " ".join((verb, *said))
                self._ends(league, *said)

    def _wrong(self, league: League, what: str) -> None:
        self._fault("season", f"season {league.id}, row {league.n}: {what}")

    def _paired(self, league: League, new: Pair) -> None:
        """Nobody meets anybody twice but in the final, and a round waits for the one before."""
        before = [p for p in league.pairs if p.round < new.round]
        if not all(pair.done for pair in before) or new.round > league.meetings + 1:
            self._wrong(league, f"round {new.round} begins too early, or is one too many")
        met = [{*pair.there} for pair in before]
        if len(new.there) > 1 and {*new.there} in met and new.round <= league.meetings:
            self._wrong(league, f"{new.there} meet again in round {new.round}")
        league.pairs.append(new)

    def _round(self, league: League, pairs: list[Pair]) -> None:
        """Everybody who is there has one place in it; of the final there are two."""
        there = sorted(n for pair in pairs for n in pair.there)
        staying = sorted({*range(len(league.users))} - league.gone)
        final = league.round > league.meetings
        whole = len(pairs) == 1 and len({*there}) == 2 if final else there == staying
        if not whole or not {*there} <= {*staying}:
            self._wrong(league, f"round {league.round} has {there}, and {staying} are there")
        byes = sum(len(pair.there) == 1 for pair in pairs)
        if byes > len(league.users) % 2 + len(league.gone):
            self._wrong(league, f"round {league.round} has {byes} byes")

    def _table(self, league: League, pair: Pair, game: int) -> None:
        """The table of a pair, which sit there in their order."""
        if pair.game not in (0, game):
            self._wrong(league, f"{pair.there} have a second table, {game} after {pair.game}")
        if not pair.game:
            users = self._facts.games[game].users
            if users != tuple(league.users[n] for n in pair.there):
                self._wrong(league, f"at table {game} of {pair.there} sit {users}")
        pair.game = game

    def _result(self, league: League, pair: Pair, result: str) -> None:
        """What the table says; a walk-over, where the loser has played no turn of their own;
        nothing for either, where a point would be shared before both have played."""
        pair.result = result
        shared = bool(pair.game) and self._of_table(pair.game) == "1/2"
        both = shared and all(self._has_played(pair.game, seat) for seat in (0, 1))
        if shared and not both:
            if result != "--":
                self._wrong(league, f"{result} at table {pair.game}, where not both have played")
        elif result in WALK_OVERS:
            for seat in WALK_OVERS[result]:
                if pair.game and self._has_played(pair.game, seat):
                    self._wrong(league, f"{result} at table {pair.game}, where {seat} has played")
                if not pair.game and pair.there[seat] not in league.gone:
                    self._wrong(league, f"{result} without a table, and {pair.there} are there")
        elif (result != "==" or not both) and result != (found := self._of_table(pair.game)):
            self._wrong(league, f"{result} at table {pair.game}, which says {found}")

    def _has_played(self, game: int, seat: int) -> bool:
        """And has neither left since nor handed the seat over."""
        sql = """select 1 from log where game = ? and seat = ? and key is not null
            and not exists (select 1 from log where game = ? and seat = ? and text = ?)
            and not exists (select 1 from former_sitters where game = ? and seat = ?)"""
        return bool(self._facts.ask(sql, game, seat, game, TABLE, f"leave {seat}", game, seat))

    def _of_table(self, game: int) -> str:
        sql = "select won from results where game = ? order by seat"
        won = [seat for seat, (each,) in enumerate(self._facts.ask(sql, game)) if each]
        return ("1-0", "0-1")[won[0]] if len(won) == 1 else "1/2"

    def _ends(self, league: League, champion: str = "") -> None:
        """Who has won the final, or who alone is left; with fewer than two it does not begin."""
        last = league.of_round(league.round)
        if not champion:
            if len(league.entrants) > 1 or league.pairs:
                self._wrong(league, "is called off")
        elif not all(pair.done for pair in last):
            self._wrong(league, "has a champion before its last result")
        elif league.round > league.meetings:
            (final,) = last
            winner = {"1-0": 0, "+-": 0, "0-1": 1, "-+": 1}.get(final.result)
            right = final.there if winner is None else final.there[winner : winner + 1]
            if final.result == "--":
                staying = {*range(len(league.users))} - league.gone
                right = tuple(staying) if len(staying) == 1 else ()
            if champion not in (*map(str, right), *(() if right else (NOBODY,))):
                self._wrong(league, f"{champion} is champion after {final}")
        else:
            staying = {str(n) for n in range(len(league.users)) if n not in league.gone}
            if staying != {champion} - {NOBODY}:
                self._wrong(league, f"{champion} is champion early, and {staying} are there")

    # when it is over

    def sums_up(self) -> None:
        """What is due is done within an hour without an outage."""
        for league in self._leagues.values():
            if not league.users and not league.over and self._past(league.at + JOINING - AN_HOUR):
                self._wrong(league, "has not begun")
            last = league.of_round(league.round)
            ready = bool(last) and all(pair.done for pair in last)
            if ready and not league.over and self._past(league.at):
                self._wrong(league, "does not go on")
            for pair in last:
                stand = self._facts.games.get(pair.game)
                since = pair.at if stand is None else stand.since
                waits = stand is not None and stand.status == PLAYING
                if not pair.done and not waits and not league.over and self._past(since):
                    self._wrong(league, f"{pair} has no table, or no result")

    def _past(self, at: float) -> bool:
        return self._calm(at, self._now()) > AN_HOUR

    @property
    def figures(self) -> tuple[tuple[str, int], ...]:
        """How much has happened."""
        pairs = [pair for league in self._leagues.values() for pair in league.pairs]
        ended = [league.over for league in self._leagues.values()]
        return (
            ("seasons", len(ended)),
            ("champions", sum(each.startswith("champion") for each in ended)),
            ("pairs of seasons", len(pairs)),
            ("walk-overs", sum(pair.result in WALK_OVERS for pair in pairs)),
            ("byes", sum(len(pair.there) == 1 for pair in pairs)),
        )
