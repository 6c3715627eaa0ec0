"""The worker that delivers the rows of the outbox, each exactly once.

A commit hands over the rows that it has written. All others are read from the store, including
those that an earlier process left: they may be sent already, so they are looked for.

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
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from itertools import chain, repeat
from typing import Any, NamedTuple, TypeAlias

from bot.messages.boundary import Broken, guarded
from bot.messages.courier import Cosmetic, Made
from bot.outbox.posts import Delivery
from bot.outbox.transport import LONG, PermanentError, TransientError
from bot.table.rows import row_class
from rules.text import Text
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
    told: bool = False  # Discord named the seconds

    def seconds(self, pause: float) -> float:
        """pause: the wait if Discord names none."""
        return self.least if self.told else max(self.least, pause)


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
            for post in await guarded(self._store.sent_lately(120.0)):
                self._tidy(post.game, partial(self._delivery.finish, post))
        while True:
            self._news.clear()
            try:
                await guarded(self.collect())
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
                await guarded(self.retry(seconds))
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

    async def drained(self) -> None:
        """Wait until no delivery is under way."""
        while self._busy:
            await asyncio.gather(*self._busy)
            await asyncio.sleep(0)  # let finished tasks leave: gather may not wait for them

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
            if row_class(post.kind).aside and not asides:
                self._enqueue(post, aside=True)
            else:
                await self._deliver(post)
            self._leave(queue.popleft())
        self._lanes.pop(lane, None)

    def _leave(self, post: Post) -> None:
        """Forget a row once no lane tries it any more."""
        if post.id not in self._under_way():
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
                await guarded(queue[0]())
            queue.popleft()
        self._cosmetics.pop(game, None)

    async def _deliver(self, post: Post) -> None:
        """Deliver a row until it is sent or parked. An aside is retried beside the others."""
        bugs = list[str]()
        wait = await self._tried(post, bugs)
        if wait is not None and row_class(post.kind).aside:
            self._step_aside(post, bugs, wait)
        elif wait is not None:
            await self._insist(post, bugs, wait)

    def _step_aside(self, post: Post, bugs: list[str], wait: Wait) -> None:
        self._beside[post.id] = post
        self._begin(self._insist(post, bugs, wait))

    async def _insist(self, post: Post, bugs: list[str], wait: Wait | None) -> None:
        """Retry a row until it's done."""
        for pause in chain(PAUSES, repeat(PAUSES[-1])):
            if wait is None:
                break
            nap = self._naps[post.id] = asyncio.ensure_future(self._sleep(wait.seconds(pause)))
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
            return await guarded(self._try(post, bugs))
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
                await self._sent(post, None)
                return None
            if len(bugs) == BUGS:
                why = Text("something went wrong (reference {reference})", reference=bugs[-1])
                raise PermanentError(why)
            again = bool(post.tries) or self._in_hand.get(post.id, False)
            sent = await self._delivery.deliver(post, again=again)
            self._heard(post, arrived=sent is not None)
            await self._sent(post, sent)
        except TransientError as later:
            if not kind.aside and post.game not in self._failing:
                self._failing.add(post.game)
                self._mute.add(post.game)
            if kind.patience is not None and post.tries >= kind.patience:
                await self._sent(post, None)
                return None
            await self._store.note_try(post, str(later))
            await self._delivery.failed(post, parked=False)
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

    async def _sent(self, post: Post, sent: Made) -> None:
        await self._store.sent(post, *(sent.kept if sent else (None,)))
        if sent is not None and sent.cosmetic is not None:
            self._tidy(post.game, sent.cosmetic)

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
        await self._delivery.failed(post, parked=True)
        kinds = [row_class(each.kind) for each in parked]
        *earlier, missed = [kind.matters and not kind.aside for kind in kinds]
        if missed and not any(earlier):
            with suppress(Broken):
                await guarded(self._delivery.explain(post, why))
