"""What each kind of outbox row becomes.

    row ──> replay to its n ──> look ──> draw ──> send (nonce = row) ──> the message's id

A row that may have been sent by a process that died is looked for in the channel before it is
sent. A board that the game has left behind is skipped; the next post tells its story too.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from dataclasses import replace

from bot import panels, replies, stories
from bot.names import bare, host_seat, spoken, title
from bot.office import Closed, Office, OfficeError
from bot.panel import LONGEST, Panel, fitted
from bot.table import Table, Tables
from storage import Change, Conflict, Game, Post, Store, Taken

log = logging.getLogger(__name__)


class Delivery:
    """Makes and sends the messages for the rows of the outbox."""

    def __init__(self, store: Store, tables: Tables, office: Office) -> None:
        self._store, self._tables, self._office = store, tables, office
        self._kinds: dict[str, Callable[[Post, Game, bool], Awaitable[int | None]]] = {
            "lobby": self._lobby,
            "card": self._card,
            "thread": self._thread,
            "turn": self._turn,
            "result": self._result,
            "closed": self._closed,
        }

    async def deliver(self, post: Post, *, again: bool) -> int | None:
        """Send a row; the id of its message, None when it needed none. again: it may have been
        sent before. Raises OfficeError."""
        return await self._kinds[post.kind](post, await self._game(post), again)

    async def explain(self, post: Post, why: str) -> None:
        """Tell the host that a post of his game was given up; or, when he takes no messages,
        the first of the others who does."""
        if post.kind == "card":
            return
        game = await self._game(post)
        host = game.sitters[host_seat(game)]
        others = [sitter for sitter in game.sitters if sitter is not host]
        for person in (host, *others):
            try:
                return await self._office.tell(person.user, replies.undelivered(game, why))
            except OfficeError as refused:
                log.info("not told", extra={"game": game.id, "why": str(refused)})

    async def _game(self, post: Post) -> Game:
        game = await self._store.game(post.game)
        assert game is not None  # games are never deleted
        return game

    async def _lobby(self, post: Post, game: Game, again: bool) -> int | None:
        """The card, which is that of a lobby unless the game has begun in the meantime."""
        lobby, opened = panels.lobby(game), game.created
        if again and (message := await self._office.found(game.home, lobby, opened)):
            return message
        return await self._once(game.home, await self._card_now(game), post, game, again)

    async def _card(self, post: Post, game: Game, again: bool) -> int | None:
        """Edit the card; nothing hangs on it, so a card that is gone is no loss. In a thread
        every turn brings a newer edit."""
        message = await self._card_message(game)
        superseded = game.n > post.n and game.channel != game.home
        if message is not None and not superseded:
            await self._office.edit(game.home, message, await self._card_now(game))
        return None

    async def _card_now(self, game: Game) -> Panel:
        started = game.status in ("playing", "over")
        return panels.card(game, await self._tables.at(game) if started else None)

    async def _card_message(self, game: Game) -> int | None:
        lobby = await self._store.latest(game.id, "lobby")
        return lobby.message if lobby else None

    async def _thread(self, post: Post, game: Game, again: bool) -> int | None:
        """Open the thread under the card, or play in the channel where that is not allowed."""
        message = await self._card_message(game)
        if game.channel is not None or message is None:
            return None
        name = f"{spoken(game)} · {title(game)} · {bare(game.sitters[host_seat(game)].name)}"
        try:
            channel = await self._office.thread(game.home, message, name)
        except Closed as closed:
            return await self._without_thread(post, game, str(closed), again)
        await self._place(game, channel)
        return None

    async def _without_thread(self, post: Post, game: Game, why: str, again: bool) -> int | None:
        await self._place(game, game.home, f"no thread could be opened ({why}), and ")
        return await self._once(game.home, Panel(replies.no_thread(game, why)), post, game, again)

    async def _place(self, game: Game, channel: int, why: str = "") -> None:
        """Say where a game is played; it may have moved on in the meantime. Raises Closed, with
        the reason why it should be there."""
        while True:
            try:
                change = Change((), f"place:{game.id}", channel=channel)
                await self._store.commit(game.id, game.n, change)
                return
            except Conflict as late:
                game = replace(game, n=late.found or game.n)
            except Taken:
                raise Closed(f"{why}another game is played in <#{channel}>") from None

    async def _turn(self, post: Post, game: Game, again: bool) -> int | None:
        if game.n > post.n:
            return None
        table, story, before = await self._board(post, game)
        panel = await panels.turn(table, story)
        message = await self._at_table(panel, post, game, again)
        await self._retire(game, before)
        return message

    async def _result(self, post: Post, game: Game, again: bool) -> int | None:
        table, story, before = await self._board(post, game)
        standings = await self._store.standings(game.guild, game.kind)
        panel = await panels.result(table, story, standings)
        message = await self._at_table(panel, post, game, again)
        await self._retire(game, before)
        return message

    async def _closed(self, post: Post, game: Game, again: bool) -> int | None:
        message = await self._at_table(panels.closed(game), post, game, again)
        await self._retire(game, await self._store.latest(game.id, "turn"))
        return message

    async def _board(self, post: Post, game: Game) -> tuple[Table, str, Post | None]:
        """The table, what happened since the last board that was posted, and that board."""
        before = await self._store.latest(game.id, "turn")
        table = await self._tables.at(game, post.n)
        story = stories.happened(await self._tables.since(table, before.n if before else 0))
        return table, story or await self._taken_back(table), before

    async def _taken_back(self, table: Table) -> str:
        """When nothing new happened: the last turn was taken back, by him who has it again."""
        (row, *_) = await self._store.log(table.game.id, after=table.n - 1)
        return stories.taken_back(table) if row.text.startswith("undo") else ""

    async def _at_table(self, panel: Panel, post: Post, game: Game, again: bool) -> int:
        """Post where the game is played. When its thread is gone or locked, the game goes on in
        the channel that the thread was in, if no other game is played there."""
        try:
            return await self._once(_channel(game), panel, post, game, again)
        except Closed as closed:
            if _channel(game) == game.home:
                raise
            await self._place(game, game.home, f"{closed}, and ")
            await self._card_moves(replace(game, channel=game.home))
            note = replies.gone_home(game, str(closed))
            text = f"{fitted(panel.text, LONGEST - len(note) - 1)}\n{note}"
            moved = replace(panel, text=text)
            return await self._once(game.home, moved, post, game, again=True)

    async def _card_moves(self, game: Game) -> None:
        """The card does not send people to a thread that is gone; nothing hangs on it."""
        try:
            if (message := await self._card_message(game)) is not None:
                await self._office.edit(game.home, message, await self._card_now(game))
        except OfficeError as refused:
            log.info("card not moved", extra={"game": game.id, "why": str(refused)})

    async def _once(self, channel: int, panel: Panel, post: Post, game: Game, again: bool) -> int:
        since = game.created if post.kind in ("lobby", "thread") else game.changed
        if again and (message := await self._office.found(channel, panel, since)) is not None:
            return message
        return await self._office.post(channel, panel, f"{int(game.created) % 10**9}-{post.id}")

    async def _retire(self, game: Game, before: Post | None) -> None:
        """Take the buttons off the last board; if that fails, they answer politely anyway."""
        if before is None or before.message is None:
            return
        try:
            await self._office.strip(_channel(game), before.message)
        except OfficeError as refused:
            log.info("old board kept its buttons", extra={"game": game.id, "why": str(refused)})


def _channel(game: Game) -> int:
    return game.home if game.channel is None else game.channel
