"""What the store says, at every moment at which it changes: read beside the bot, by SQL of our own.

games, seats, log ──> Stand: a game as it is now ──> Call: a turn, from the row at which
                                                     somebody had to say it to its end
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

PLAYING, OPEN = "playing", ("lobby", "playing")
ANSWERS = ("undo", "leave", "start")  # rows of the table after which it is a new turn


@dataclass(frozen=True, slots=True)
class Stand:
    """A game as it stands in the store. mover: who is on turn, if anybody."""

    id: int
    kind: str
    n: int
    status: str
    on_turn: int | None
    options: str
    users: tuple[int, ...]
    since: float  # when it changed last

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


@dataclass(frozen=True, slots=True)
class Word:
    """A row of the log."""

    game: int
    n: int
    seat: int
    text: str
    key: str | None
    at: float


Watch = Callable[[Stand | None, Stand, tuple[Word, ...]], None]


class Annals:
    """The history of all games. watch: told of each game that has changed, with what was added to
    its log."""

    def __init__(self, path: Path, now: Callable[[], float]) -> None:
        self._path, self._now = path, now
        self._db: sqlite3.Connection | None = None
        self.games: dict[int, Stand] = {}
        self.calls: list[Call] = []
        self.open: dict[int, Call] = {}  # by game
        self._at: dict[tuple[int, int], Call] = {}
        self.watchers: list[Watch] = []

    def close(self) -> None:
        if self._db is not None:
            self._db.close()

    def ask(self, sql: str, *values: object) -> list[tuple[object, ...]]:
        """What the database holds now."""
        if self._db is None:
            self._db = sqlite3.connect(f"{self._path.as_uri()}?mode=ro", uri=True)
        with closing(self._db.execute(sql, values)) as found:
            return found.fetchall()

    def called(self, game: int, n: int) -> Call | None:
        """The turn that was to be said while a game was at a row."""
        return self._at.get((game, n))

    def look(self) -> None:
        """Note what has changed since one looked last."""
        for stand in list(self._changed()):
            before = self.games.get(stand.id)
            added = self._added(stand, before.n if before else 0)
            self.games[stand.id] = stand
            self._turn(before, stand, added)
            for watch in self.watchers:
                watch(before, stand, added)

    def _changed(self) -> Iterator[Stand]:
        sql = "select id, kind, n, status, on_turn, options, changed from games where "
        live = [g.id for g in self.games.values() if g.status in OPEN]
        newest = max(self.games, default=0)
        marks = ",".join(map(str, live))
        for id_, kind, n, status, on_turn, options, at in self.ask(
            f"{sql} id in ({marks}) or id > ? order by id", newest
        ):
            sat = self.ask("select user from seats where game = ? order by seat", id_)
            users = tuple(user for (user,) in sat)
            stand = Stand(id_, kind, n, status, on_turn, options, users, at)  # type: ignore[arg-type]
            if stand != self.games.get(stand.id):
                yield stand

    def _added(self, stand: Stand, after: int) -> tuple[Word, ...]:
        sql = "select game, n, seat, text, key, at from log where game = ? and n > ? order by n"
        return tuple(Word(*row) for row in self.ask(sql, stand.id, after))  # type: ignore[arg-type]

    def _turn(self, before: Stand | None, now: Stand, added: tuple[Word, ...]) -> None:
        """Whether it is another turn now."""
        call = self.open.get(now.id)
        if call is not None and (now.mover != call.user or any(map(_ends, added))):
            call.ended = self._now()
            del self.open[now.id]
        if now.on_turn is None or now.mover is None or now.status != PLAYING:
            return
        call = self.open.get(now.id)
        if call is None:
            call = Call(now.id, now.n, now.on_turn, now.mover, self._now())
            self.open[now.id] = call
            self.calls.append(call)
        call.boards.add(now.n)
        self._at[now.id, now.n] = call


def _ends(word: Word) -> bool:
    """Somebody has spoken, or what was said counts no more."""
    return word.seat >= 0 or word.text.split()[0] in ANSWERS
