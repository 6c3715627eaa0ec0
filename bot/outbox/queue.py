"""The worker that delivers the rows of the outbox, each exactly once, as messages.

A commit hands over the rows that it has written. All others are read from the store, including
those that an earlier process left: they may be sent already, so they are looked for in the channel.

A game's rows stay in order; games do not wait for each other. Each game has two lanes: one for its
new messages, and one for asides (questions, edits, lists), which no message waits for.

a try failed          ──> try again, ever more slowly, for as long as it takes
└ a question          ──> give up soon; the next occasion asks again
a person has to act   ──> park the row; tell the host once, and try again every hour,
                          and after every change on the server
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable, Collection, Coroutine, Iterable, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from itertools import chain, repeat
from typing import Any, NamedTuple, TypeAlias

from bot.messages.boundary import Broken, guard
from bot.messages.courier import (
    LONG,
    Cosmetic,
    Courier,
    Handles,
    Logged,
    Made,
    PermanentError,
    TransientError,
    Transport,
    TransportError,
    handles,
)
from bot.messages.languages import ENGLISH_ALONE, Languages
from bot.messages.layout import Layout
from bot.outbox.boards import Boards
from bot.outbox.calls import Calls
from bot.outbox.cards import Cards
from bot.table.commit import Commits
from bot.table.game import Game
from bot.table.names import Command, host_seat
from bot.table.rows import Away, decode, row_class
from bot.table.seats import StillThere
from bot.table.servers import LOG, channel_of
from rules.text import ChannelName, Text
from storage import Post, Store, Unwritable

log = logging.getLogger(__name__)

PAUSES = (1, 2, 5, 15, 60, 120, 300, 600, 1800)  # seconds between tries; the last one repeats
CAREFUL = 60.0  # seconds at least after a refusal: Discord counts and punishes many
BUGS = 5  # tries of a row that meets bugs of ours
LOOK = 60.0  # seconds between two searches for parked rows
_Lane: TypeAlias = tuple[int, bool]  # a game, and whether it is the lane of its asides


class Wait(NamedTuple):
    """How long a row waits for its next try."""

    least: float = 0.0  # seconds
    told: bool = False  # Discord named the seconds; else the usual pause counts too


class Outbox:
    """Delivers the store's rows. `sleep` waits between tries."""

    def __init__(
        self,
        store: Store,
        delivery: Delivery,
        sleep: Callable[..., Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._store, self._delivery, self._sleep = store, delivery, sleep
        self._news = asyncio.Event()
        self._lanes: dict[_Lane, deque[Post]] = {}
        self._cosmetics: dict[int, deque[Cosmetic]] = {}  # by game
        self._busy: set[asyncio.Task[None]] = set()
        self._beside: dict[int, Post] = {}  # rows retried beside their game's queue
        self._naps: dict[int, asyncio.Future[None]] = {}  # by the row that waits
        self._anew: set[int] = set()  # rows whose server has changed since they began
        self._last = 0  # the highest id of a queued row
        self._in_hand = dict[int, bool]()  # rows by id: whether each may have been sent already
        # New rows by commit; None: read the store, as at first for an earlier process's rows.
        self._told: list[Sequence[Post] | None] = [None]
        self._failing: set[int] = set()  # games whose posts Discord refuses
        self._mute: set[int] = set()  # failing games since any game's last delivery

    @property
    def speaks(self) -> bool:
        """Whether posts arrive: False from the first failure until any game's post arrives, or
        Discord refuses the failing game for good. Unimportant posts don't count."""
        return not self._mute

    def wake(self, posts: Sequence[Post] | None = None) -> None:
        """Announce new rows, as a commit returned them; None: read all waiting rows."""
        self._told.append(posts)
        self._news.set()

    def hurry(self) -> None:
        """Retry waiting rows now, as Discord may work again."""
        for nap in self._naps.values():
            nap.cancel()

    async def run(self) -> None:
        """Deliver for ever, beginning with cosmetics that the last process may have left undone."""
        with suppress(Broken):
            for post in await guard(self._store.sent_lately(120.0)):
                self._tidy(post.game, partial(self._delivery.finish, post))
        while True:
            self._news.clear()
            try:
                await guard(self.collect())
            except Broken:
                self._told.append(None)
                await self._sleep(5.0)  # seconds, until a store that didn't answer is asked again
            else:
                await self._news.wait()

    async def watch(self) -> None:
        """Retry parked rows for ever: all at the start, then each every hour."""
        seconds = 0.0
        while True:
            with suppress(Broken):
                await guard(self.retry(seconds))
                seconds = 3000.0
            await self._sleep(LOOK)

    async def collect(self) -> None:
        """Queue new rows: those from commits, if these are complete, or else all waiting ones."""
        told, self._told = self._told, []
        rows = [post for posts in told for post in posts or ()]
        ids = sorted({post.id for post in rows if post.id > self._last})
        # Ids with gaps mean that another row was written in between.
        follow = ids == [*range(self._last + 1, self._last + 1 + len(ids))]
        if told and None not in told and follow:
            return self._take(rows)
        page = await self._store.waiting()
        while page:
            self._take(page)
            page = await self._store.waiting(page[-1].id)

    def _take(self, posts: Iterable[Post]) -> None:
        for post in posts:
            self._last = max(self._last, post.id)
            if post.id not in self._in_hand:
                self._in_hand[post.id] = not post.fresh
                self._enqueue(replace(post, tries=0))  # counted for this process

    async def retry(self, seconds: float = 0, guild: int | None = None) -> None:
        """Queue again the rows parked for that long, or on that server. After a change on a server,
        rows under way get another try if they are refused."""
        if guild is not None:
            self._anew |= self._under_way()
            self._take(await self._store.retry(seconds, guild))
            self._anew |= self._under_way()  # and rows parked in the meantime
        self._take(await self._store.retry(seconds, guild))

    def _under_way(self) -> set[int]:
        return {*self._beside, *(post.id for queue in self._lanes.values() for post in queue)}

    async def close(self, seconds: float = 2.0) -> None:
        """Let deliveries under way finish, up to a limit; the rest stay in the store."""
        self._lanes.clear()
        self._cosmetics.clear()
        self._beside.clear()
        self._in_hand.clear()
        self.hurry()
        if self._busy:
            _, late = await asyncio.wait(self._busy, timeout=seconds)
            for task in late:
                task.cancel()
            await asyncio.gather(*late, return_exceptions=True)

    def _enqueue(self, post: Post, *, aside: bool = False) -> None:
        lane = post.game, aside
        queue = self._lanes.setdefault(lane, deque())
        queue.append(post)
        if len(queue) == 1:
            self._begin(self._work(lane))
        elif nap := self._naps.get(queue[0].id):
            nap.cancel()  # a new post means Discord was just heard, so it may work again

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._busy.add(task)
        task.add_done_callback(self._busy.discard)

    async def _work(self, lane: _Lane) -> None:
        _, asides = lane
        while queue := self._lanes.get(lane):
            post = queue[0]
            aside = row_class(post.kind).aside
            if row_class(post.kind).outside:
                self._step_aside(post, [], Wait(told=True))
            elif aside and not asides:
                self._enqueue(post, aside=True)
            else:
                bugs = list[str]()
                wait = await self._tried(post, bugs)
                if wait is not None and aside:  # it is retried beside the others
                    self._step_aside(post, bugs, wait)
                elif wait is not None:
                    await self._insist(post, bugs, wait)
            self._leave(queue.popleft())
        self._lanes.pop(lane, None)

    def _leave(self, post: Post) -> None:
        """Forget a row once no lane tries it any more."""
        lanes = (self._lanes.get((post.game, aside), ()) for aside in (False, True))
        if post.id not in {*self._beside, *(each.id for lane in lanes for each in lane)}:
            self._in_hand.pop(post.id, None)

    def _tidy(self, game: int, cosmetic: Cosmetic) -> None:
        """Queue a cosmetic, such as retiring an old board. No notification waits for them."""
        queue = self._cosmetics.setdefault(game, deque())
        queue.append(cosmetic)
        if len(queue) == 1:
            self._begin(self._tidied(game))
        elif len(queue) > 20:
            del queue[1]  # the first one is under way

    async def _tidied(self, game: int) -> None:
        queue = self._cosmetics[game]
        while queue:
            with suppress(Broken):
                await guard(queue[0]())
            queue.popleft()
        self._cosmetics.pop(game, None)

    def _step_aside(self, post: Post, bugs: list[str], wait: Wait) -> None:
        self._beside[post.id] = post
        self._begin(self._insist(post, bugs, wait))

    async def _insist(self, post: Post, bugs: list[str], wait: Wait | None) -> None:
        """Retry a row until it's done."""
        for pause in chain(PAUSES, repeat(PAUSES[-1])):
            if wait is None:
                break
            seconds = wait.least if wait.told else max(wait.least, pause)
            nap = self._naps[post.id] = asyncio.ensure_future(self._sleep(seconds))
            try:
                await asyncio.wait((nap,))  # hurry() cancels the nap, not this task
            finally:
                nap.cancel()
                del self._naps[post.id]
            if post.id not in self._under_way():
                return  # closed meanwhile
            post = replace(post, tries=post.tries + 1)
            wait = await self._tried(post, bugs)
            # A direct message that has failed for long: later rows may overtake it.
            late = row_class(post.kind).overtaken and post.tries == LONG
            if wait is not None and late and post.id not in self._beside:
                return self._step_aside(post, bugs, wait)
        if self._beside.pop(post.id, None):
            self._leave(post)

    async def _tried(self, post: Post, bugs: list[str]) -> Wait | None:
        """Try a row. Returns how long to wait; None: it is finished."""
        try:
            return await guard(self._try(post, bugs))
        except Broken as broken:
            if not isinstance(broken.__cause__, Unwritable):  # the disk may have room later
                bugs.append(str(broken))
            return Wait()

    async def _try(self, post: Post, bugs: list[str]) -> Wait | None:
        """Deliver a row. Returns why it has to wait; None: it is finished. bugs: met so far."""
        kind, asides = row_class(post.kind), self._lanes.get((post.game, True), deque())
        # A later edit of the same kind waits behind this one.
        outdated = kind.edits and any(a.kind == post.kind and a.id > post.id for a in asides)
        # An identical row that waits for its next try will show the newest state anyway.
        beside = (each for each in self._beside.values() if each.id in self._naps)
        alike = (each.id for each in beside if (each.game, each.kind) == (post.game, post.kind))
        twin = None if outdated else next(alike, None)
        try:
            if twin is not None:
                self._naps[twin].cancel()
            if outdated or twin is not None:
                await self._store.note_sent(post, None)
                return None
            if len(bugs) == BUGS:
                why = Text("something went wrong (reference {reference})", reference=bugs[-1])
                raise PermanentError(why)
            again = bool(post.tries) or self._in_hand.get(post.id, False)
            sent = await self._delivery.deliver(post, again=again)
            self._heard(post, arrived=sent is not None)
            echoes = await self._delivery.echo(post, sent)
            there = (sent.message, sent.channel, sent.called, echoes) if sent else (None,)
            await self._store.note_sent(post, *there)
            if echoes:
                self.wake()
            if sent is not None and sent.cosmetic is not None:
                self._tidy(post.game, sent.cosmetic)
        except TransientError as later:
            if not kind.aside and post.game not in self._failing:
                self._failing.add(post.game)
                self._mute.add(post.game)
            if kind.patience is not None and post.tries >= kind.patience:
                await self._store.note_sent(post, None)
                return None
            await self._store.note_try(post, str(later))
            await self._delivery.on_failure(post, parked=False)
            if later.after is not None:
                return Wait(max(1.0, later.after), told=True)
            return Wait(CAREFUL if later.counted else 0.0)
        except PermanentError as closed:
            self._heard(post, arrived=False)
            await self._park(post, closed.why)
            if post.id in self._anew:
                # Try again, behind its dependencies: the try may have begun before the change, or
                # before the card that it needs.
                self._enqueue(replace(post, tries=1))
        self._anew.discard(post.id)
        return None

    def _heard(self, post: Post, *, arrived: bool) -> None:
        """Clear a game's failure state. arrived: whether the post was delivered."""
        if not row_class(post.kind).aside:
            self._failing.discard(post.game)
            self._mute.discard(post.game)
        if arrived:
            self._mute.clear()

    async def _park(self, post: Post, why: Text) -> None:
        """Park a row; tell its host when the trouble begins, not at every try."""
        log.warning("parked", extra={"post": post.id, "game": post.game, "why": str(why)})
        parked = [*await self._store.park(post, str(why)), post]
        await self._delivery.on_failure(post, parked=True)
        kinds = [row_class(each.kind) for each in parked]
        *earlier, missed = [kind.matters and not kind.aside for kind in kinds]
        if missed and not any(earlier):
            with suppress(Broken):
                await guard(self._delivery.explain(post, why))


class Delivery:
    """Makes and sends the messages for outbox rows."""

    def __init__(
        self,
        commits: Commits,
        transport: Transport,
        calls: Calls,
        gone: Callable[[int, int], Awaitable[None]],  # called when a person has left a server
        begin: Callable[[Game, int], Awaitable[None]],  # see Cards
        voices: Languages = ENGLISH_ALONE,
        spoken: Callable[[int], Awaitable[str]] | None = None,  # the language of a server
        rows: Sequence[Handles] = (),  # those of features
        # The kinds of rows to write as a post has mentioned a person.
        echoes: Callable[[Post, int], Awaitable[Collection[str]]] | None = None,
    ) -> None:
        self._store, self._tables = commits.store, commits.tables
        self._transport, self._voices, self._calls = transport, voices, calls
        self._spoken, self._gone, self._echoes = spoken, gone, echoes
        self._cards = Cards(commits, transport, voices, begin)
        boards = Boards(commits.store, commits.tables, calls, transport, voices)
        self.finish = boards.finish
        handled = (
            *self._cards.rows,
            *boards.rows,
            handles(Away, self._away),
            handles(StillThere, self._still_there),
            handles(Logged, self._logged),
            *rows,
        )
        self._handlers = {each.row: each.handler for each in handled}

    async def deliver(self, post: Post, *, again: bool) -> Made:
        """Send a row. again: it may have been sent before. Raises TransportError."""
        row, go_home, language = decode(post.kind), self._cards.go_home, ""
        if self._voices.foreign:
            guild, game = post.guild, None
            if guild is None and (game := await self._store.game(post.game)) is not None:
                # A season has no language, but its server has.
                guild = None if game.kind in self._tables.games else game.guild
            if guild is not None:
                language = await self._spoken(guild) if self._spoken else ""
            elif game is not None:
                language = game.language
        courier = Courier(
            self._store, self._tables, self._transport, self._voices, language, go_home, post, again
        )
        handler = next(self._handlers[c] for c in type(row).__mro__ if c in self._handlers)
        return await handler(row, courier)

    async def echo(self, post: Post, sent: Made) -> Collection[str]:
        """The kinds of rows to write with a sent message."""
        if sent is None or sent.called is None or self._echoes is None:
            return ()
        return await self._echoes(post, sent.called)

    async def on_failure(self, post: Post, *, parked: bool) -> None:
        """React to a failed delivery. parked: it won't be retried soon."""
        if (game := await self._game(post)) is not None:
            await self._calls.on_failure(post, game, parked=parked)

    async def _game(self, post: Post) -> Game | None:
        """The row's game; None: it belongs to a server or a season, which no table waits for."""
        row = None if post.guild is not None else await self._store.game(post.game)
        games = self._tables.games
        return games.from_row(row) if row is not None and row.kind in games else None

    async def explain(self, post: Post, why: Text) -> None:
        """Tell the host, or else another player, by direct message why a post of the game waits."""
        if (game := await self._game(post)) is None:
            return
        undelivered = Text(
            "I couldn't post in {place} about {game}: {why}. The game is safe. Once someone "
            "fixes that channel's permissions, I'll post within the hour. {check} shows server "
            "managers what I'm missing.",
            place=ChannelName(game.place),
            game=game,
            why=why,
            check=Command("games-admin", "permissions"),
        )
        words = self._voices.voice_of(game.language).say(undelivered)
        host = game.sitters[host_seat(game)]
        for person in (host, *[s for s in game.sitters if s is not host and not s.computer]):
            try:
                return await self._transport.tell(person.user, words)
            except TransportError as refused:
                log.info("not told", extra={"game": game.id, "why": str(refused)})

    async def _away(self, row: Away, courier: Courier) -> Made:
        await courier.delete(row.channel, row.message)
        return None

    async def _still_there(self, row: StillThere, courier: Courier) -> Made:
        game = await courier.game()
        player = game.sitters[row.seat]
        if not await self._transport.is_member(game.guild, player.user):
            await self._gone(player.user, game.guild)
        return None

    async def _logged(self, row: Logged, courier: Courier) -> Made:
        """Post to the server's log, if it still has one."""
        game = await courier.game() if courier.post.guild is None else None
        guild = courier.post.guild if game is None else game.guild
        channel = channel_of(await self._store.server(guild or 0), LOG)
        if channel is None:
            return None
        return await courier.in_channel(channel, Layout(row.line(game)))
