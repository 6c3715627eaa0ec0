"""Lobbies: how a game is opened, joined, left, started and closed.

What happens in a lobby are rows of the game's log like everything else, spoken by the table:
`open`, `join 157…` (what it gives to chance: the id of the press or command, which nobody can
choose), `quit`, `start 1 0` (who sits where, drawn from the seed; `start 1 0 again` where
the seats of the game before moved on by one), `cancel`, `expire`.
"""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace

from bot.games.agreed import agreed, kept
from bot.games.game import LOBBY_CLOSES, Game
from bot.games.intent import Intent
from bot.games.table import Table, Tables, opening
from bot.messages import layouts
from bot.messages.layout import Layout
from bot.tables.commit import Commits
from bot.tables.consequences import goes_on
from bot.tables.session import Session, presides, stale
from bot.text import answers, errors, posts
from rules.dice import Chance, commitment, shuffled
from rules.errors import Finished, NotYou, Stale, Unavailable
from rules.game import NO_OPTIONS, TABLE
from storage import (
    NO_LIMITS,
    Already,
    Change,
    Conflict,
    GameRow,
    Limits,
    Line,
    NewGame,
    NewPost,
    NewTimer,
    Row,
    Sitter,
    Store,
    Taken,
    Timer,
)

WEEK = 7 * 24 * 3600.0  # seconds until a lobby closes itself
DAY = 24 * 3600.0  # seconds for which the host alone decides about an early start
PATIENCE = 8  # how often a change is tried again when somebody else was first


class Lobby:
    """The verbs of a lobby."""

    def __init__(
        self,
        store: Store,
        tables: Tables,
        commits: Commits,
        now: Callable[[], float],
        limits: Limits = NO_LIMITS,
    ) -> None:
        self._store, self._tables, self._commits = store, tables, commits
        self._games, self._now, self._limits = tables.games, now, limits

    async def open(
        self,
        intent: Intent,
        players: int,
        *,
        thread: bool,
        options: Mapping[str, str] = NO_OPTIONS,
    ) -> Layout:
        """A new lobby in this channel, or in a thread of its own under its card. options: what
        the table agrees on, as far as somebody named it. Raises Refused."""
        if intent.robot:
            raise NotYou(answers.NO_ROBOTS)
        new = self._new(intent, intent.kind or "", {"players": str(players)}, options, thread)
        try:
            game = await self._commits.open(new)
        except Already as known:
            return Layout(answers.opened(await self._commits.known(known)))
        except Taken as taken:
            return await self._taken(taken, new)
        return Layout(answers.opened(game))

    async def again(self, session: Session) -> Layout:
        """A lobby for the same people; the first who asks opens it, the others join it. When all
        are there again, the seat that begins has moved on by one. Raises Refused."""
        game = session.found
        if game.status != "over" or not _sits(session, game):
            raise NotYou(errors.no_rematch(game))
        users = [str(sitter.user) for sitter in game.sitters]
        table = {"players": str(len(users)), "order": " ".join(users[1:] + users[:1])}
        new = self._new(session, game.kind, table, kept(game.options), thread=False)
        key = f"again:{game.id}"
        while True:
            try:
                return Layout(answers.opened(await self._commits.open(replace(new, key=key))))
            except Taken as taken:
                return await self._taken(taken, new)
            except Already as known:
                there = await self._commits.known(known)
            if there.status != "cancelled":
                return await self.join(replace(session, found=there))
            key = f"{key}:{there.id}"  # that rematch came to nothing; this is another

    def _new(
        self,
        intent: Intent,
        kind: str,
        table: Mapping[str, str],
        options: Mapping[str, str],
        thread: bool,
    ) -> NewGame:
        """A lobby that the speaker hosts. Raises Unavailable: not for so many, or not so."""
        terms = agreed(self._games[kind].game, int(table["players"]), options)
        seed = secrets.token_bytes(32)
        return NewGame(
            kind=kind,
            edition=str(self._games[kind].game.rules_version),
            options={**terms, **table},
            seed=seed,
            commitment=commitment(seed),
            guild=intent.guild,
            home=intent.channel,
            channel=None if thread else intent.channel,
            host=Sitter(intent.user, intent.called),
            key=intent.key,
            posts=(NewPost("lobby", 1), *((NewPost("thread", 1),) if thread else ())),
            timers=(NewTimer(LOBBY_CLOSES, self._now() + WEEK),),
            limits=self._limits,
        )

    async def join(self, intent: Session) -> Layout:
        """A seat for somebody; the last seat starts the game."""

        async def attempt(game: Game) -> Layout:
            if _sits(intent, game) and game.status in ("lobby", "playing"):
                again = await self._store.known(intent.key) is not None
                return Layout(answers.joined(game, intent.key if again else ""))
            self._still_open(game)
            if intent.robot:
                raise NotYou(answers.NO_ROBOTS)
            sitters = (*game.sitters, Sitter(intent.user, intent.called))
            joins = Line(TABLE, f"join {intent.key}", "")
            if len(sitters) == int(game.options["players"]):
                change = _starting(game, await self._rows(game), (joins,), sitters, intent.key)
            else:
                change = Change((joins,), intent.key, sitters, posts=("card",))
            return Layout(answers.joined(await self._changed(game, change), intent.key))

        return await self._again(intent.found, attempt)

    async def leave(self, intent: Session) -> Layout:
        """A seat given back; a lobby that nobody sits in is closed."""

        async def attempt(game: Game) -> Layout:
            if not _sits(intent, game):
                again = await self._store.known(intent.key) is not None
                return Layout(answers.left(game) if again else answers.not_in(game))
            if game.status == "playing":
                raise Unavailable(errors.started_already(game))
            self._still_open(game)
            sitters = tuple(s for s in game.sitters if s.user != intent.user)
            if not sitters:
                return await self._close(game, "cancel", intent.key)
            change = Change((Line(TABLE, "quit", ""),), intent.key, sitters, posts=("card",))
            return Layout(answers.left(await self._changed(game, change)))

        return await self._again(intent.found, attempt)

    async def start(self, intent: Session) -> Layout:
        """Begin with those who are there: the host or a moderator may say so, and after a day
        any of them, so that a host who has gone keeps nobody waiting."""

        async def attempt(game: Game) -> Layout:
            if game.status == "playing" and _sits(intent, game):
                return Layout(answers.joined(game))
            self._still_open(game)
            anybody = game.created + DAY
            alone = anybody > self._now() or not _sits(intent, game)
            if alone and not presides(intent, game):
                raise NotYou(errors.not_yours_to_start(game, anybody))
            if len(game.sitters) < (fewest := game.rules.fewest):
                raise Unavailable(errors.too_few(game, fewest))
            change = _starting(game, await self._rows(game), (), game.sitters, intent.key)
            return Layout(answers.joined(await self._changed(game, change)))

        return await self._again(intent.found, attempt)

    async def cancel(self, intent: Session) -> Layout:
        """Close a lobby, or a running game when that has been confirmed for this very row."""

        async def attempt(game: Game) -> Layout:
            if game.status == "cancelled":
                return Layout(posts.closed(game))
            if game.status == "over":
                raise Finished(errors.finished(game))
            if not presides(intent, game):
                raise NotYou(errors.only_host(game))
            if game.status == "playing" and intent.n is None:
                return layouts.confirm_cancel(game)
            if game.status == "playing" and stale(intent, game):
                raise Stale(errors.stale(game))
            return await self._close(game, "cancel", intent.key)

        return await self._again(intent.found, attempt)

    async def expire(self, row: GameRow, timer: Timer) -> None:
        """Close a lobby, whose time is over. Raises Conflict when somebody has come or gone."""
        game = self._games.of(row)
        if game.status == "lobby":
            await self._close(game, "expire", f"expire:{game.id}")
        else:  # it must never close a game that has begun
            await self._commits.commit(game, Change((), f"begun:{game.id}", done=(timer,)))

    async def _close(self, game: Game, word: str, key: str) -> Layout:
        change = Change(
            (Line(TABLE, word, ""),),
            key,
            status="cancelled",
            on_turn=None,
            posts=("card", "closed"),
        )
        return Layout(posts.closed(await self._changed(game, change)))

    async def _changed(self, game: Game, change: Change) -> Game:
        return (await self._commits.commit(game, change)).game

    async def _rows(self, game: Game) -> tuple[Row, ...]:
        return tuple(await self._store.log(game.id))

    async def _again(self, game: Game, attempt: Callable[[Game], Awaitable[Layout]]) -> Layout:
        """Try, and when somebody else was first, look again and try again."""
        for _ in range(PATIENCE):
            try:
                return await attempt(game)
            except Conflict:
                game = await self._tables.game(game.id)
        raise Stale(errors.stale(game))

    async def _taken(self, taken: Taken, new: NewGame) -> Layout:
        there = await self._tables.game(taken.game)
        players = int(new.options["players"])
        buttons = layouts.thread_buttons(new.kind, players, kept(new.options))
        return Layout(answers.taken(there), buttons=buttons)

    def _still_open(self, game: Game) -> None:
        if game.status == "playing":
            raise Stale(errors.started_without(game))
        if game.status == "over":
            raise Finished(errors.finished(game))
        if game.status == "cancelled":
            raise Finished(posts.closed(game))


def _sits(intent: Intent, game: Game) -> bool:
    return any(sitter.user == intent.user for sitter in game.sitters)


def _starting(
    game: Game,
    rows: tuple[Row, ...],
    before: tuple[Line, ...],
    sitters: tuple[Sitter, ...],
    key: str,
) -> Change:
    """The change that begins play: seats are drawn, nature says what she has to say first.
    rows: of the lobby so far; before: what is said along with the start."""
    row = game.n + len(before) + 1
    at = opening(game, len(sitters), (*rows, *before))
    order = _order(game, sitters, at.chance, row)
    again = " again" if _rematched(game, sitters) else ""
    start = Line(TABLE, f"start {' '.join(map(str, order))}{again}", "")
    seated = replace(game, sitters=tuple(sitters[i] for i in order))
    change, _ = goes_on(Table(seated, row, at), (*before, start), key)
    return replace(
        change,
        sitters=seated.sitters,
        status=change.status or "playing",
        posts=("turn", "card"),
        done=(*change.done, LOBBY_CLOSES),
    )


def _order(game: Game, sitters: tuple[Sitter, ...], chance: Chance, row: int) -> tuple[int, ...]:
    """Who sits where, as places in the lobby: drawn, or for a rematch of the same people as they
    sat, moved on by one."""
    if _rematched(game, sitters):
        users = [str(sitter.user) for sitter in sitters]
        return tuple(users.index(user) for user in game.options["order"].split())
    return shuffled(chance.key, chance.seating(row), range(len(sitters)))


def _rematched(game: Game, sitters: tuple[Sitter, ...]) -> bool:
    """All who played the game before, and nobody else."""
    before = game.options.get("order", "").split()
    return sorted(str(sitter.user) for sitter in sitters) == sorted(before)
