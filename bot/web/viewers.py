"""The viewers of a table in a browser. Discord tells whether they are on the server, once a minute
for each person, from a small part of the bot's requests. A ban clears an answer at once; when a
person leaves, it stands for its minute, as Discord sends no event without a privileged intent."""

import asyncio
from collections.abc import Callable, Hashable
from contextlib import suppress
from dataclasses import dataclass
from hashlib import sha256
from hmac import compare_digest
from typing import Final, NamedTuple
from urllib.parse import urlsplit

from aiohttp import web

from bot.features.servers import Servers
from bot.messages.courier import Direct
from bot.messages.turn_builder import Press
from bot.table.browsers import Later, Member, hash_word, limit_of, watch_word
from bot.table.game import Game, is_private
from bot.table.intent import seat_of
from bot.web.connection import cookie
from rules.game import Seat
from storage import Browser, Store


class Rate(NamedTuple):
    """burst: requests at once; every: seconds until one more."""

    burst: int
    every: float


class RequestBudget:
    """Counts requests. now: seconds; all_: for everybody together; each: per person or address."""

    def __init__(self, now: Callable[[], float], all_: Rate, each: Rate) -> None:
        self._now, self._all, self._each = now, all_, each
        self._busy: dict[Hashable, float] = {}  # by key: when its requests are free again

    def __len__(self) -> int:
        return len(self._busy)

    def take(self, who: Hashable) -> None:
        """Use one request. Raises Later if none is left."""
        now, wait, until = self._now(), 0.0, dict[Hashable, float]()
        for key, rate in ((None, self._all), (who, self._each)):
            latest, busy = now + rate.burst * rate.every, max(self._busy.get(key, now), now)
            if busy > latest:  # the clock was set back: forgive the debt
                busy = now
            until[key] = busy + rate.every
            wait = max(wait, until[key] - latest)
        if wait > 1e-6:  # more than the rounding errors of sums
            raise Later(wait)
        self._busy |= until
        if len(self._busy) > 1_000:  # sweep idle keys
            self._busy = {key: at for key, at in self._busy.items() if at > now}


LASTS: Final = 60.0  # seconds for which an answer counts
PATIENCE: Final = 5.0  # seconds that a page waits for an answer
ALL: Final = Rate(10, 0.2)  # in the long run, a tenth of Discord's limit
EACH: Final = Rate(5, 6.0)


class Members(Direct):
    """Caches answers and keeps to a budget. now: seconds."""

    def __init__(self, direct: Direct, now: Callable[[], float]) -> None:
        super().__init__(direct.transport)
        self._now, self._budget = now, RequestBudget(now, ALL, EACH)
        self._known: dict[tuple[int, int], tuple[bool | None, float]] = {}  # oldest first
        self._asking: dict[tuple[int, int], asyncio.Task[bool | None]] = {}

    async def is_member(self, guild: int, user: int) -> bool | None:
        """Ask once at a time; None: Discord doesn't answer. Raises Later if it can't ask now."""
        key = guild, user
        answer, at = self._known.get(key, (None, -LASTS))
        lasts = 15.0 if answer is None else LASTS  # a silence counts, too
        if at <= self._now() < at + lasts:
            return answer
        if key not in self._asking:
            self._budget.take(user)
            self._asking[key] = asyncio.create_task(self._ask(guild, user))
        return await asyncio.shield(self._asking[key])

    async def member(self, guild: int, user: int) -> Member | None:
        """A member on Discord at this moment; None also if it can't be asked now."""
        with suppress(Later, TimeoutError):
            self._budget.take(user)
            async with asyncio.timeout(PATIENCE):
                return await super().member(guild, user)
        return None

    def forget(self, user: int, guild: int) -> None:
        """Drop answers and open requests about a person who was banned or has left."""
        self._known.pop((guild, user), None)
        self._asking.pop((guild, user), None)

    async def _ask(self, guild: int, user: int) -> bool | None:
        key, answer = (guild, user), None
        try:
            with suppress(TimeoutError):
                async with asyncio.timeout(PATIENCE):
                    answer = await super().is_member(guild, user)
        finally:
            if self._asking.get(key) is asyncio.current_task():  # unless forgotten meanwhile
                del self._asking[key]
                self._known.pop(key, None)
                self._known[key] = answer, self._now()
                if len(self._known) > 10_000:
                    del self._known[next(iter(self._known))]
        return answer


# Of a request: its browser and the token of its forms, after a look-up.
KNOWN: Final = web.RequestKey("browser", tuple[Browser | None, str])


@dataclass(frozen=True, slots=True)
class Viewer:
    """A person at a table. browser: None for spectators; word: token of their forms; seat: their
    seat, None: a spectator; watch: the word of a spectator's link; called: their name at tables;
    premove: what they pressed in its builder."""

    game: Game
    browser: Browser | None = None
    word: str = ""
    seat: Seat | None = None
    watch: str = ""
    called: str = ""
    premove: Press | None = None

    @property
    def table(self) -> str:
        """The table's name in addresses."""
        return f"{self.game.id}-{self.watch}" if self.watch else f"{self.game.id}"

    @property
    def address(self) -> str:
        """The address of its page."""
        return f"/t/{self.table}"

    @property
    def user(self) -> int:
        return self.browser.user if self.browser else 0


class Doorkeeper:
    """Identifies viewers. address: of the pages; decides whether cookies are Secure; frame: their
    address inside Discord."""

    framed = "__Host-lumbercamp-frame"  # the cookie of a frame inside Discord

    def __init__(
        self,
        store: Store,
        members: Members,
        servers: Servers,
        address: str,
        frame: Callable[[], str] | None = None,
    ) -> None:
        self._store, self._members, self._frame = store, members, frame
        self._servers = servers
        split = urlsplit(address)
        self.origin, self.secure = f"{split.scheme}://{split.netloc}", split.scheme == "https"
        self.cookie = "__Host-lumbercamp" if self.secure else "lumbercamp"

    async def browser(self, request: web.Request) -> tuple[Browser | None, str]:
        """The signed-in browser and the token of its forms, looked up once per request."""
        if KNOWN in request:
            return request[KNOWN]
        word = self._word(request)
        browser = await self._store.browser(hash_word(word)) if word else None
        if browser is None:
            request[KNOWN] = None, ""
        else:
            if browser.used < self._store.now() - 3600.0:  # once an hour
                await self._store.note_use(browser.id)
            # The word in the browser's forms shows that they come from our own pages.
            request[KNOWN] = browser, sha256(f"form {word}".encode()).hexdigest()[:32]
        return request[KNOWN]

    def _word(self, request: web.Request) -> str:
        return cookie(request, self.framed) or cookie(request, self.cookie)

    def limit(self, request: web.Request) -> frozenset[int]:
        """The only games that a request's signed-in browser may open; empty: all."""
        return limit_of(self._word(request))

    async def full_browser(self, request: web.Request) -> Browser | None:
        """The signed-in browser if it may open every game of its person."""
        browser, _ = await self.browser(request)
        return browser if browser is not None and not self.limit(request) else None

    def ask_again(self, request: web.Request) -> None:
        """Forget a request's browser, as an act may have ended it."""
        request.pop(KNOWN, None)

    async def at(self, request: web.Request, game: Game, watch: str = "") -> Viewer | None:
        """The viewer of a game; None: they may not see it. watch: the word of a link."""
        browser, word = await self.browser(request)
        if browser is not None and (limit := self.limit(request)) and game.id not in limit:
            browser = None
        seat = None if browser is None else seat_of(game, browser.user)
        invited = compare_digest(watch, watch_word(game.seed))
        if seat is None and not invited:  # don't ask Discord in vain
            return None
        # As far as Discord answers.
        if browser is not None and not (
            is_private(game) or await self._members.is_member(game.guild, browser.user) is not False
        ):
            browser = seat = None
        if browser is not None and seat is not None:
            return Viewer(game, browser, word, seat, called=game.sitters[seat].name)
        if not invited or not await self._servers.watchable([game.id]):
            return None
        if browser is not None:
            for row in await self._store.games_of(browser.user):
                own = [sitter for sitter in row.sitters if sitter.user == browser.user]
                if row.guild == game.guild and own:  # they have a name on this server
                    return Viewer(game, browser, word, None, watch, own[0].name)
        return Viewer(game, watch=watch)

    def keep(self, response: web.StreamResponse, name: str, word: str, lasts: float) -> None:
        """Set a cookie that no script reads."""
        response.set_cookie(
            name, word, max_age=int(lasts), secure=self.secure, httponly=True, samesite="Lax"
        )

    def from_our_pages(self, request: web.Request) -> bool:
        """Whether one of our own pages sent a form, by the browser's own headers."""
        origin, site = request.headers.get("Origin"), request.headers.get("Sec-Fetch-Site")
        if origin is not None and origin not in (self.origin, self._frame and self._frame()):
            return False
        return site in ("same-origin", "none") if site is not None else origin is not None


def its_form(viewer_word: str, sent: object) -> bool:
    """Whether a form carries this browser's token."""
    return bool(viewer_word) and compare_digest(viewer_word, str(sent))
