"""The store's contents after each change: read beside the bot, by SQL of our own.

games, seats, log ──> Stand: a game as it is now ──> Call: a turn, from the row at which
                                                     somebody had to say it to its end
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

from tests.stores import STORES

PLAYING, OPEN = "playing", ("lobby", "playing")
ANSWERS = ("undo", "start")  # rows of the table after which it is a new turn


@lru_cache
def agreed(options: str) -> dict[str, str]:
    read: dict[str, str] = json.loads(options)
    return read


@dataclass(frozen=True, slots=True)
class Stand:
    """A game as it stands in the store. mover: the seat to move, if any."""

    id: int
    kind: str
    n: int
    status: str
    on_turn: int | None
    options: str
    users: tuple[int, ...]
    since: float  # when it changed last

    @property
    def agreed(self) -> dict[str, str]:
        return agreed(self.options)

    @property
    def mover(self) -> int | None:
        return None if self.on_turn is None else self.users[self.on_turn]


@dataclass(slots=True)
class Call:
    """A turn that somebody has to say: in which game, from which row on, on which seat."""

    game: int
    n: int
    seat: int
    user: int
    begun: float
    ended: float | None = None
    boards: set[int] = field(default_factory=set)  # rows that the game was at meanwhile
    deserted: bool = False  # its player had left the game, and is not called


@dataclass(frozen=True, slots=True)
class Word:
    game: int
    n: int
    seat: int
    text: str
    key: str | None
    at: float


@dataclass(frozen=True, slots=True)
class Fault:
    rule: str
    what: str


Watch = Callable[[Stand | None, Stand, tuple[Word, ...]], None]


class Facts:
    """The history of all games, and the faults in it. calm: the longest time without an outage
    between two moments."""

    def __init__(
        self, path: Path, now: Callable[[], float], calm: Callable[[float, float], float]
    ) -> None:
        self._path, self.now, self.calm = path, now, calm
        self.faults: list[Fault] = []
        self.games: dict[int, Stand] = {}
        self.begun: dict[int, float] = {}  # when a lobby was opened
        self.calls: list[Call] = []
        self.open: dict[int, Call] = {}  # by game
        self._at: dict[tuple[int, int], Call] = {}
        self._deserted: set[tuple[int, int]] = set()  # games, and seats whose player has left
        self.credited: list[tuple[float, float]] = []  # in which no clock runs for an outage
        self.watchers: list[Watch] = []  # of changed games, with the new rows of their logs
        self.afterwards: list[Callable[[], None]] = []  # called when all watchers were
        self.rematches = self.departures = 0

    def fault(self, rule: str, what: str) -> None:
        self.faults.append(Fault(rule, what))

    @cached_property
    def _db(self) -> Any:
        return STORES.reader(self._path)

    def close(self) -> None:
        self._db.close()

    def ask(self, sql: str, *values: object) -> list[tuple[Any, ...]]:
        with closing(self._db.execute(sql, values)) as found:
            return [*found.fetchall()]

    def vacation(self, user: int) -> tuple[float, float] | None:
        """When the vacation begins and ends that somebody took last."""
        begin, _, end = self._personal(user, "vacation").partition("/")
        return (float(begin), float(end)) if begin else None

    def muted(self, user: int) -> set[int]:
        return set(map(int, self._personal(user, "muted").split()))

    def _personal(self, user: int, name: str) -> str:
        sql = "select value from personal_settings where user = ? and name = ?"
        rows = self.ask(sql, user, name)
        return str(rows[0][0]) if rows else ""

    def last_over(self, channel: int) -> int | None:
        """The game that was played to its end in a channel, if it was the last one there."""
        sql = "select id, status from games where home = ? order by id desc limit 1"
        rows = self.ask(sql, channel)
        return rows[0][0] if rows and rows[0][1] == "over" else None

    def missing(self, game: int) -> int | None:
        """The player for whom a turn was played last in a game."""
        sql = (
            "select text from log where game = ? and text like 'timeout %' order by n desc limit 1"
        )
        rows = self.ask(sql, game)
        return self.games[game].users[int(rows[0][0].split()[1])] if rows else None

    def called(self, game: int, n: int) -> Call | None:
        return self._at.get((game, n))

    def look(self) -> None:
        away = self.ask("select value from settings where key = 'away'")
        self.credited[:] = [(a, b) for (said,) in away for a, b in json.loads(said)]
        for stand in list(self._changed()):
            before = self.games.get(stand.id)
            added = self._added(stand, before.n if before else 0)
            self.games[stand.id] = stand
            self.begun.setdefault(stand.id, self.now())
            for word in added:
                self._seat(word)
            self._turn(before, stand, added)
            for watch in self.watchers:
                watch(before, stand, added)
        for look in self.afterwards:
            look()

    def _changed(self) -> Iterator[Stand]:
        sql = "select id, kind, n, status, on_turn, options, changed from games where "
        live = [g.id for g in self.games.values() if g.status in OPEN]
        newest = max(self.games, default=0)
        marks = ",".join(map(str, (0, *live)))
        for id_, kind, n, status, on_turn, options, at in self.ask(
            f"{sql} id in ({marks}) or id > ? order by id", newest
        ):
            sat = self.ask("select user from seats where game = ? order by seat", id_)
            users = tuple(user for (user,) in sat)
            stand = Stand(id_, kind, n, status, on_turn, options, users, at)
            if stand != self.games.get(stand.id):
                yield stand

    def _added(self, stand: Stand, after: int) -> tuple[Word, ...]:
        sql = "select game, n, seat, text, key, at from log where game = ? and n > ? order by n"
        return tuple(Word(*row) for row in self.ask(sql, stand.id, after))

    def _seat(self, word: Word) -> None:
        self.rematches += (word.key or "").startswith("again:")
        self.departures += word.text.startswith("offer ") and word.text.endswith(" gone")
        match word.text.split():
            case ["offer", seat, "leaving" | "gone"]:
                self._deserted.add((word.game, int(seat)))
            case ["takeover" | "back" | "leave", seat]:
                self._deserted.discard((word.game, int(seat)))

    def _turn(self, before: Stand | None, now: Stand, added: tuple[Word, ...]) -> None:
        """Whether it is another turn now."""
        call = self.open.get(now.id)
        if call is not None and (now.mover != call.user or any(map(_ends, added))):
            call.ended = self.now()
            del self.open[now.id]
        if now.on_turn is None or now.mover is None or now.status != PLAYING or now.mover < 0:
            return  # nobody calls a computer
        call = self.open.get(now.id)
        if call is None:
            call = Call(now.id, now.n, now.on_turn, now.mover, self.now())
            self.open[now.id] = call
            self.calls.append(call)
        call.boards.add(now.n)
        call.deserted |= (now.id, call.seat) in self._deserted
        self._at[now.id, now.n] = call


def _ends(word: Word) -> bool:
    """Somebody has spoken, or their word no longer counts."""
    return word.seat >= 0 or word.text.split()[0] in ANSWERS
