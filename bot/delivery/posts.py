"""What each kind of outbox row becomes.

    row ──> replay to its n ──> look ──> draw ──> send (nonce of the row) ──> the message's id

A row that may have been sent by a process that died is looked for in the channel before it is
sent. Where one of Discord's routes fails for long, and another leads to the same people, that one
is taken: a thread's board goes to the channel, a direct message too, and nobody looks any longer
for what may be there already. A board that the game has left behind is not sent any more; the next
post tells its story too, unless it was sent already and is found.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import replace

from bot.core.game import Game
from bot.core.intent import typed_in
from bot.core.names import bare, host_seat, spoken, title
from bot.core.rows import decode, row_class
from bot.core.table import Tables
from bot.delivery import results
from bot.delivery.boards import board_of
from bot.delivery.calls import Calls, Sent, Summons, heeded, is_call, is_reminder
from bot.delivery.earlier import ahead, earlier
from bot.delivery.lateness import Lateness, TurnClocks
from bot.delivery.notices import Notices, is_edit, is_line
from bot.delivery.outages import Outages
from bot.delivery.printed import Printed
from bot.delivery.shared import shared
from bot.delivery.transport import PermanentError, TransientError, Transport, TransportError
from bot.domain.boards import Shared, SharedByStranger
from bot.domain.closing import closed_by, is_closing, started
from bot.domain.fleeting import Away
from bot.domain.reminders import (
    CALL,
    LETTER,
    MOST,
    REMINDER,
    SPENT,
    ignores,
    is_outage,
    is_play_by,
    is_reminding,
    is_spent,
    mover,
    so_far,
    stage_of,
)
from bot.domain.seats import is_question, seat_asked
from bot.domain.standings import is_table
from bot.messages import layouts
from bot.messages.layout import Layout, told
from bot.messages.medium import VOICE
from bot.text import trouble
from bot.text.fitting import WithNote
from rules.text import NOTHING, Text
from rules.voice import Voice
from storage import BEGINS, Post, Row, Store, Taken, Telling

log = logging.getLogger(__name__)

Made = Sent | None  # None: no message was needed


MUCH = 30  # messages under a board
LONG = 8  # tries, a quarter of an hour; after so many a way round is taken
Places = Callable[[Game, int], Awaitable[None]]
Gone = Callable[[int, int], Awaitable[None]]
Begin = Callable[[Game, int], Awaitable[None]]


def matters(post: Post) -> bool:
    """Whether somebody misses something when the row cannot be delivered; nothing hangs on a
    change of the card or of a line, an answer that stays, nor a reminder."""
    idle = is_reminder(post.kind) or is_outage(post.kind)
    return not is_aside(post) and not idle


def may_be_overtaken(post: Post) -> bool:
    """A direct message that does not get through for long: what comes after it goes on."""
    return post.kind == LETTER and post.tries == LONG


def is_aside(post: Post) -> bool:
    """A row beside the game's own telling: a question, an edit, or what somebody shows around. Who
    is called does not depend on it."""
    aside = (is_edit, is_play_by, is_question, is_spent, is_table)
    return (
        row_class(post.kind).aside or post.kind == "card" or any(each(post.kind) for each in aside)
    )


class Delivery:
    """Makes and sends the messages for the rows of the outbox. places: writes down in which
    channel a game is played, it raises Taken; calls: whom a post calls, and what else does; gone:
    told who has left a server; begin: begins a game by the post that announced it; clocks:
    told of calls that come late."""

    def __init__(
        self,
        store: Store,
        tables: Tables,
        transport: Transport,
        places: Places,
        calls: Calls,
        voice: Voice = VOICE,
        gone: Gone | None = None,
        begin: Begin | None = None,
        clocks: TurnClocks | None = None,
    ) -> None:
        self._store, self._tables, self._transport = store, tables, transport
        self._places, self._calls, self._voice, self._gone = places, calls, voice, gone
        self._begin = begin
        self._late = None if clocks is None else Lateness(store, clocks, calls.now)
        self._notices = Notices(store, tables, transport, voice)
        self._outages = Outages(store, tables, calls)
        self._printed = Printed(tables, transport, voice)
        self._kinds: dict[str, Callable[[Post, Game, bool], Awaitable[Made]]] = {
            "lobby": self._lobby,
            "card": self._card,
            "thread": self._thread,
            BEGINS: self._begins,
        }
        self._boards = {"turn": self._turn, "result": self._result}

    async def deliver(self, post: Post, *, again: bool) -> Made:
        """Send a row. again: it may have been sent before. Raises TransportError."""
        if row_class(post.kind) is Away:
            await self._away(Away.decode(post.kind), post)
            return None
        if post.kind in self._boards:
            told = await self._store.telling(post.game)
            return await self._boards[post.kind](post, told, again)
        game = await self._game(post)
        if is_question(post.kind):
            await self._ask_for(post, game)
            return None
        if is_spent(post.kind):
            await self._spent(post)
            return None
        if is_table(post.kind):
            return await self._ranking(post, game, again)
        if is_line(post.kind) and (line := await self._notices.line(post, game)):
            line = await self._calls.by_line(line, post, game)
            return await self._at_table(line, post, game, again)
        if is_line(post.kind):
            return None  # it can be answered no longer
        if is_edit(post.kind):
            await self._notices.edit(post, game)
            return None
        if is_play_by(post.kind):
            await self._play_by(post, game)
            return None
        if is_outage(post.kind):
            async with self._outages.locks[mover(game) or 0]:
                return await self._after_outage(post, await self._game(post), again)
        if is_call(post.kind):
            made = await self._summoned(post, game, again)
            await self._arrived(post, game)
            return made
        if row_class(post.kind) in (Shared, SharedByStranger):
            return await self._shared(post, game, again)
        if is_closing(post.kind):
            return await self._closed(post, game, again)
        return await self._kinds[post.kind](post, game, again)

    async def _ask_for(self, post: Post, game: Game) -> None:
        """Whether the player of a seat is on the server still."""
        player = game.sitters[seat_asked(post.kind)]
        if self._gone and not await self._transport.here(game.guild, player.user):
            await self._gone(player.user, game.guild)

    async def failed(self, post: Post, *, parked: bool) -> None:
        """A row was not delivered. parked: nor will it be soon."""
        if self._late is not None:
            await self._late.failed(post, await self._game(post), parked=parked)

    async def _arrived(self, post: Post, game: Game) -> None:
        if self._late is not None:
            await self._late.arrived(post, game)

    async def explain(self, post: Post, why: Text) -> None:
        """Tell the host that a post of the game has to wait for somebody; or, when the host takes
        no messages, the first of the others who does."""
        game = await self._game(post)
        words = self._voice.say(trouble.undelivered(game, why))
        host = game.sitters[host_seat(game)]
        others = [s for s in game.sitters if s is not host and not s.computer]
        for person in (host, *others):
            try:
                return await self._transport.tell(person.user, words)
            except TransportError as refused:
                log.info("not told", extra={"game": game.id, "why": str(refused)})

    async def _game(self, post: Post) -> Game:
        return await self._tables.game(post.game)

    async def _lobby(self, post: Post, game: Game, again: bool) -> Made:
        """The card, which is that of a lobby unless the game has begun in the meantime. A game that
        was moved has one where it is now, and the one that it had says where that is."""
        before = await self._store.latest(game.id, "lobby")
        if before is not None and before.channel == game.home:
            return None  # it is there already
        sent = await self._first_card(post, game, again)
        if before is not None and before.channel is not None and before.message is not None:
            await self._signpost(before.channel, before.message, game)
        return sent

    async def _first_card(self, post: Post, game: Game, again: bool) -> Made:
        if again and (sent := await self._sought(game.home, layouts.lobby_traces(game), post)):
            return sent
        if again and game.status == "cancelled":
            return None
        return await self._once(game.home, await self._card_now(game), post, again)

    async def _card(self, post: Post, game: Game, again: bool) -> Made:
        """Edit the card; nothing hangs on it, so a card that is gone is no loss. In a thread
        every turn brings a newer edit."""
        lobby = await self._store.latest(game.id, "lobby")
        superseded = game.past(post.n) and game.channel != game.home
        if lobby is not None and lobby.message is not None and not superseded:
            place = lobby.channel or game.home  # it may not have followed the game yet
            card = await told(await self._card_now(game), self._voice)
            await self._transport.edit(place, lobby.message, card)
        return None

    async def _signpost(self, channel: int, message: int, game: Game) -> None:
        """A card that the game has left behind; nothing hangs on it."""
        try:
            await self._transport.edit(channel, message, layouts.moved(game).said(self._voice))
        except TransportError as refused:
            log.info("old card not changed", extra={"game": game.id, "why": str(refused)})

    async def _card_now(self, game: Game) -> Layout:
        started = game.status in ("playing", "over")
        table = await self._tables.at(game) if started else None
        if game.status != "playing":
            return layouts.card(game, table)
        calls = await self._store.calls(game.id, game.stands)
        silent = so_far(calls) >= MOST or stage_of(game) is None
        ignoring = await ignores(self._store, game, await self._store.log(game.id))
        reminded = so_far(calls) if silent else 0
        return layouts.card(game, table, reminded=reminded, ignoring=ignoring)

    async def _card_message(self, game: Game) -> int | None:
        lobby = await self._store.latest(game.id, "lobby")
        return lobby.message if lobby else None

    async def _thread(self, post: Post, game: Game, again: bool) -> Made:
        """Open the thread under the card, or play in the channel where that is not allowed. As
        long as there is no card, the thread waits for it."""
        if game.channel is not None or not game.live:
            return None
        if (message := await self._card_message(game)) is None:
            raise PermanentError(Text("the card could not be posted"))
        name = f"{spoken(game)} · {title(game)} · {bare(game.sitters[host_seat(game)].name)}"
        try:
            channel = await self._transport.thread(game.home, message, name)
        except PermanentError as closed:
            return await self._without_thread(post, game, closed.why, again)
        except TransientError as failed:
            if post.tries < LONG or await self._is_taken(game.home):
                raise
            # Told first: where that fails too, Discord is ill, and a thread may come after all.
            note = Layout(trouble.no_thread(game, failed.why))
            sent = await self._once(game.home, note, post, again)
            await self._place(game, game.home)
            return sent
        await self._place(game, channel)
        return None

    async def _is_taken(self, channel: int) -> bool:
        there = await self._store.here(channel)
        return there is not None and there.live

    async def _without_thread(self, post: Post, game: Game, why: Text, again: bool) -> Made:
        await self._place(game, game.home, trouble.and_no_thread(why))
        return await self._once(game.home, Layout(trouble.no_thread(game, why)), post, again)

    async def _begins(self, post: Post, game: Game, again: bool) -> Made:
        """Announce the start, and begin with the id of that very message. It may have begun before
        anybody could note which message it was."""
        panel = layouts.begins(game)
        if game.status != "lobby":
            return await self._found(game.place, panel, post) if again else None
        sent = await self._at_table(panel, post, game, again)
        if self._begin:
            await self._begin(game, sent.message)
        return sent

    async def _place(self, game: Game, channel: int, why: Text = NOTHING) -> None:
        """Say where a game is played. Raises PermanentError, with the reason why it should be
        there."""
        try:
            await self._places(game, channel)
        except Taken:
            raise PermanentError(trouble.taken(channel, why)) from None

    async def _turn(self, post: Post, told: Telling, again: bool) -> Made:
        game = self._tables.games.of(told.game)
        if game.past(post.n):
            return await self._left_behind(post, game, told) if again else None
        now = game if self._late is None else self._late.as_if_called(game)
        board = await board_of(self._tables, now, post, told._replace(game=now))
        before = next(iter(told.posted), None)
        if before is not None and (before.n, before.channel) == (post.n, game.place):
            await self._arrived(post, game)
            return None  # it is there already: the game was moved to and fro
        panel = layouts.turn(board.table, await board.call())
        mentions = await self._calls.by_board(game, before, told.rows, again=again)
        panel = panel if mentions else replace(panel, pings=())
        sent = await self._at_table(panel, post, game, again, told.rows)
        await self._arrived(post, game)
        await self._printed.retire(game, told.posted, post.n, told.rows)
        return sent._replace(called=next(iter(panel.pings), None))

    async def _summoned(self, post: Post, game: Game, again: bool) -> Made:
        """A message that calls somebody; a newer reminder takes the place of the one before."""
        now = game if self._late is None else self._late.as_if_called(game)
        summons = await self._calls.summons(post, now)
        if summons is None:
            return None
        sent = await self._called(summons, post, game, again)
        if sent is not None and (older := await self._calls.replaced(post)) is not None:
            with suppress(TransientError):  # one more of them is no harm
                await self._removed(older.game, older.channel or game.place, older.message or 0)
        return sent

    async def _called(self, summons: Summons, post: Post, game: Game, again: bool) -> Made:
        """In direct messages, or where the game is played; also where none gets through."""
        if summons.direct:
            try:
                place = await self._transport.direct(summons.user)
                sent = await self._once(place, summons.panel, post, again)
                return summons.known(sent)
            except PermanentError:
                other = await self._calls.refused(post, game)
            except TransientError:
                if post.tries < LONG:
                    raise
                other = await self._calls.unreached(post, game)
                if other is None:  # they were called in the channel too
                    raise
            return None if other is None else await self._called(other, post, game, again)
        try:
            panel = await self._with_board(summons.panel, post, game)
            panel = replace(panel, pings=(summons.user,))
            return summons.known(await self._at_table(panel, post, game, again))
        except PermanentError:
            if matters(post):
                raise
            return None  # a reminder that comes late is none

    async def _after_outage(
        self, post: Post, game: Game, again: bool, *, here: bool = False
    ) -> Made:
        """One message to somebody, of all that waits for them: in direct messages, or where the
        most urgent game is played; where that cannot be, at the next."""
        bundle = await self._outages.bundle(post, game, here=here)
        if bundle is None:
            return None
        sent: Sent | None = None
        if bundle.direct:
            try:
                place = await self._transport.direct(bundle.user)
                sent = await self._once(place, bundle.panel, post, again)
            except PermanentError:
                await self._outages.to_channel(bundle.user)
                return await self._after_outage(post, game, again, here=True)
        for each in bundle.games if sent is None else ():
            with suppress(PermanentError):
                sent = await self._at_table(bundle.panel, post, each, again)
                break
        if sent is None:
            return None  # they cannot be reached, and the clock waits no longer
        self._outages.done(post, game, bundle)
        return sent._replace(called=bundle.user)

    async def _play_by(self, post: Post, game: Game) -> None:
        """What names the end of this turn's clock says it anew: the board, and what has called its
        player. Nothing hangs on it."""
        if (said := await self._outages.board(game)) is not None:
            await self._said_anew(game, *said)
        for old in await self._store.called_by(game.id, game.stands, game.n + 1):
            named = is_reminding(old.kind) or old.kind in (CALL, LETTER)
            if named and (panel := await self._calls.said_anew(old, game)) is not None:
                here = old.channel == game.place
                panel = await self._with_board(panel, old, game) if here else panel
                await self._said_anew(game, old, panel)

    async def _said_anew(self, game: Game, post: Post, panel: Layout) -> None:
        if post.message is None or game.past(post.n):
            return
        try:
            said = await told(panel, self._voice)
            await self._transport.edit(post.channel or game.place, post.message, said)
        except PermanentError as refused:
            log.info("time not corrected", extra={"game": game.id, "why": str(refused)})

    async def _with_board(self, panel: Layout, post: Post, game: Game) -> Layout:
        """A reminder shows the board once more when much was said since it was posted."""
        board = await self._store.latest(game.id, "turn")
        if post.kind != REMINDER or board is None or board.message is None:
            return panel
        place = board.channel or game.place
        try:
            if not await self._transport.buried(place, board.message, MUCH):
                return panel
        except TransportError:  # nobody may look there, or nobody can
            return panel
        shown = layouts.turn(await self._tables.at(game), NOTHING)
        return replace(panel, picture=shown.picture, file=shown.file, plain=shown.plain)

    async def _left_behind(self, post: Post, game: Game, told: Telling) -> Made:
        """A board that may have been posted before the game moved on. If it was, the next one
        need not tell its story, and no board before the newest keeps its buttons."""
        sent = await self._sought(game.place, layouts.traces(game, post.n), post)
        if sent is None:
            return None
        boards, n = told.posted, post.n
        if boards and boards[0].n > n:
            mine = replace(post, message=sent.message, channel=sent.channel)
            earlier = await self._store.latest(game.id, "turn", before=post.id)
            boards, n = [mine, *([earlier] if earlier else [])], boards[0].n
        await self._printed.retire(game, boards, n, told.rows)
        return sent

    async def _result(self, post: Post, told: Telling, again: bool) -> Made:
        game = self._tables.games.of(told.game)
        board, rows = await board_of(self._tables, game, post, told), told.rows
        story = await board.story()
        panel = await results.result(self._store, self._tables, board.table, story, rows)
        sent = await self._at_table(panel, post, game, again, rows)
        await self._printed.retire(game, told.posted, post.n, rows)
        return sent

    async def _shared(self, post: Post, game: Game, again: bool) -> Made:
        """A board that somebody shows to all, wherever that is; later it would be out of place."""
        row = decode(post.kind)
        assert isinstance(row, Shared | SharedByStranger)
        panel = await shared(self._store, self._tables, row, game)
        with suppress(PermanentError):
            if panel is not None:
                return await self._once(row.channel, panel, post, again)
        return None

    async def _ranking(self, post: Post, game: Game, again: bool) -> Made:
        """A server's table; one that cannot be posted now would be old later."""
        place, panel = await results.ranking(self._store, self._tables, game.guild, post.kind)
        with suppress(PermanentError):
            return await self._once(place, panel, post, again)
        return None

    async def _closed(self, post: Post, game: Game, again: bool) -> Made:
        begun = started(await self._store.log(game.id))
        panel = layouts.closed(game, begun=begun, by=closed_by(post.kind))
        sent = await self._at_table(panel, post, game, again)
        last = await self._store.latest(game.id, "turn")
        await self._printed.retire(game, [last] if last else [])
        return sent

    async def _at_table(
        self, panel: Layout, post: Post, game: Game, again: bool, rows: Sequence[Row] = ()
    ) -> Sent:
        """Post where the game is played. When its thread is gone or locked, the game goes on in
        the channel that the thread was in, if no other game is played there."""
        panel = heeded(panel, game)
        try:
            return await self._once(game.place, panel, post, again, rows)
        except PermanentError as closed:
            if game.place == game.home:
                raise
            await self._place(game, game.home, closed.why)
            await self._card_moves(replace(game, channel=game.home))
            note = trouble.gone_home(game, closed.why)
            noted = replace(panel, text=WithNote(panel.text, note))
            return await self._once(game.home, noted, post, again=True, rows=rows)

    async def _card_moves(self, game: Game) -> None:
        """The card does not send people to a thread that is gone; nothing hangs on it."""
        try:
            if (message := await self._card_message(game)) is not None:
                card = await told(await self._card_now(game), self._voice)
                await self._transport.edit(game.home, message, card)
        except TransportError as refused:
            log.info("card not moved", extra={"game": game.id, "why": str(refused)})

    async def _once(
        self, channel: int, panel: Layout, post: Post, again: bool, rows: Sequence[Row] = ()
    ) -> Sent:
        if again and (sent := await self._sought(channel, panel, post)):
            return sent
        reply, said = _line(post, channel, rows), await told(panel, self._voice)
        return Sent(channel, await self._transport.post(channel, said, post.nonce, reply))

    async def _sought(self, channel: int, panel: Layout, post: Post) -> Made:
        """The message that the row became already, as long as one can look: a message that stands
        twice is better than a game of which nobody hears."""
        try:
            return await self._found(channel, panel, post)
        except TransientError as failed:
            if post.tries < LONG:
                raise
            log.warning("not looked for", extra={"post": post.id, "why": str(failed)})
            return None

    async def _found(self, channel: int, panel: Layout, post: Post) -> Made:
        """The message that the row became already. What is older than the row, by the clock that
        gives messages their ids, is not it: after a backup was restored, boards of turns that no
        longer count may look the same."""
        (row, *_) = await self._store.log(post.game, after=post.n - 1)
        traces = replace(panel, picture=None).said(self._voice)
        but = await earlier(self._store, post)
        since = row.at + await ahead(self._store, self._transport, post)
        message = await self._transport.found(channel, traces, since, but)
        return None if message is None else Sent(channel, message)

    async def _away(self, answer: Away, post: Post) -> None:
        """Take an answer of ours away; one that is gone or out of reach is left alone."""
        await self._removed(post.game, answer.channel, answer.message)

    async def _spent(self, post: Post) -> None:
        """The turn that they were about is over: what has reminded of it goes."""
        since = int(post.kind.removeprefix(SPENT))
        for old in await self._store.called_by(post.game, since, post.n):
            if is_reminding(old.kind) and old.channel and old.message:
                await self._removed(post.game, old.channel, old.message)

    async def _removed(self, game: int, channel: int, message: int) -> None:
        try:
            await self._transport.delete(channel, message)
        except PermanentError as refused:
            log.info("message not taken away", extra={"game": game, "why": str(refused)})


def _line(post: Post, channel: int, rows: Sequence[Row]) -> int | None:
    """The message that led to a board, if it was typed in the channel of the board."""
    keys = (row.key for row in reversed(rows) if row.n <= post.n and row.key is not None)
    return typed_in(channel, next(keys, None))
