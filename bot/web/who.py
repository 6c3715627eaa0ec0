"""Who looks at a table in a browser: by the word that it keeps, which the store has a hash of; and
whether they are on the server, which Discord answers once a minute for each person.

    a page ──> known for a minute? ──> it is being asked? ──> the budget ──> GET /guilds/…/members/…

Discord grants a bot 50 requests a second, which turns need. Pages get a small part of that budget,
and a visitor waits before a turn does.

A ban clears an answer at once, since Discord sends that event. It sends no event of somebody who
leaves without the privileged intent for members: their answer stands until its minute is over.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Hashable
from contextlib import suppress
from dataclasses import dataclass
from hmac import compare_digest
from typing import Any, Final, NamedTuple, cast
from urllib.parse import urlsplit

from aiohttp import web

from bot.features.servers import Servers
from bot.outbox.transport import Membership
from bot.table.browsers import BROWSER_LASTS, form_word, hashed, watch_word
from bot.table.game import Game, is_private
from bot.table.presence import Later, Member
from bot.table.session import seat_of
from bot.web.connection import cookie
from rules.game import Seat
from storage import Browser, Store

TINY: Final = 1e-6  # seconds that sums of fractions may be off by
KEYS: Final = 1_000  # keys, until those that have rested are swept out


class Rate(NamedTuple):
    """burst: requests at once; every: seconds until there is one more."""

    burst: int
    every: float


class RequestBudget:
    """Counts requests. now: seconds; all_: for everybody together; each: for one of them."""

    def __init__(self, now: Callable[[], float], all_: Rate, each: Rate) -> None:
        self._now, self._all, self._each = now, all_, each
        self._busy: dict[Hashable, float] = {}  # until when each key has used requests up

    def __len__(self) -> int:
        return len(self._busy)

    def take(self, who: Hashable) -> None:
        """Use one request. Raises Later: there is none."""
        now = self._now()
        until = {key: self._after(key, rate, now) for key, rate in self._rates(who)}
        wait = max(until[key] - now - rate.burst * rate.every for key, rate in self._rates(who))
        if wait > TINY:
            raise Later(wait)
        self._busy |= until
        if len(self._busy) > KEYS:
            self._busy = {key: at for key, at in self._busy.items() if at > now}

    def _rates(self, who: Hashable) -> tuple[tuple[Hashable, Rate], ...]:
        return (None, self._all), (who, self._each)

    def _after(self, key: Hashable, rate: Rate, now: float) -> float:
        """Until when a key is busy after one more; a clock that was set back forgives the rest."""
        busy = self._busy.get(key, now)
        if busy > now + rate.burst * rate.every:
            busy = now
        return max(busy, now) + rate.every


LASTS: Final = 60.0  # seconds for which an answer counts
SILENCE: Final = 15.0  # seconds for which Discord is not asked again after it gave none
PATIENCE: Final = 5.0  # seconds for which a page waits for an answer
MOST: Final = 10_000  # answers
ALL: Final = Rate(10, 0.2)  # in the long run, a tenth of what Discord grants
EACH: Final = Rate(5, 6.0)


class Members(Membership):
    """Remembers answers and keeps to a budget. now: seconds."""

    def __init__(self, members: Membership, now: Callable[[], float]) -> None:
        super().__init__(members.transport)
        self._now, self._budget = now, RequestBudget(now, ALL, EACH)
        self._known: dict[Hashable, tuple[Any, float]] = {}  # the oldest first
        self._asking: dict[Hashable, asyncio.Task[Any]] = {}

    async def here(self, guild: int, user: int) -> bool | None:
        """Raises Later: Discord cannot be asked now."""
        key, ask = (guild, user), super().here
        return cast("bool | None", await self._asked(key, user, lambda: ask(guild, user), LASTS))

    async def member(self, guild: int, user: int) -> Member | None:
        """As Discord says at this moment; None also where it cannot be asked now."""
        key, ask = ("member", guild, user), super().member
        with suppress(Later):
            return cast("Member | None", await self._asked(key, user, lambda: ask(guild, user)))
        return None

    def forget(self, user: int, guild: int) -> None:
        """Somebody has been banned or has left: what is known, or being asked, counts no more."""
        self._known.pop((guild, user), None)
        self._asking.pop((guild, user), None)

    async def _asked(
        self, key: Hashable, user: int, ask: Callable[[], Awaitable[Any]], lasts: float = 0.0
    ) -> Any:
        """The answer to a question that is asked once at a time; None: Discord gives none.

        lasts: seconds for which an answer counts."""
        answer, at = self._known.get(key, (None, -LASTS))
        if at <= self._now() < at + (min(SILENCE, lasts) if answer is None else lasts):
            return answer
        if key not in self._asking:
            self._budget.take(user)
            self._asking[key] = asyncio.create_task(self._ask(key, ask, keep=lasts > 0))
        return await asyncio.shield(self._asking[key])

    async def _ask(self, key: Hashable, ask: Callable[[], Awaitable[Any]], *, keep: bool) -> Any:
        answer = None
        try:
            with suppress(TimeoutError):
                async with asyncio.timeout(PATIENCE):
                    answer = await ask()
        finally:
            if self._asking.get(key) is asyncio.current_task():  # they have not left meanwhile
                del self._asking[key]
                if keep:
                    self._known.pop(key, None)
                    self._known[key] = answer, self._now()
                    if len(self._known) > MOST:
                        del self._known[next(iter(self._known))]
        return answer


NOTED: Final = 3600.0  # seconds after which it is noted again that a browser is used
# Of a request: whose browser it comes from, and the word of its forms, once that was asked.
KNOWN: Final = web.RequestKey("browser", tuple[Browser | None, str])
HERE: Final = ("same-origin", "none")  # Sec-Fetch-Site of what our own pages ask for


@dataclass(frozen=True, slots=True)
class Viewer:
    """Somebody at a table. browser: None for who only watches; word: of their forms; seat: whose
    eyes these are, None: anybody's; watch: the word of the link by which they watch; called: by
    which name they would sit down."""

    game: Game
    browser: Browser | None = None
    word: str = ""
    seat: Seat | None = None
    watch: str = ""
    called: str = ""

    @property
    def table(self) -> str:
        """The table, as it stands in addresses."""
        return f"{self.game.id}-{self.watch}" if self.watch else f"{self.game.id}"

    @property
    def address(self) -> str:
        """Where its page is."""
        return f"/t/{self.table}"

    @property
    def user(self) -> int:
        return self.browser.user if self.browser else 0


class Doorkeeper:
    """Knows who asks. address: at which the pages are, by which cookies are Secure or not; frame:
    where they are inside Discord."""

    framed = "__Host-lumbercamp-frame"  # the cookie of a frame inside Discord

    def __init__(
        self,
        store: Store,
        members: Membership,
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
        if KNOWN not in request:
            request[KNOWN] = await self._browser(request)
        return request[KNOWN]

    def ask_again(self, request: web.Request) -> None:
        """Something was done since, which may have ended what was known of a request."""
        request.pop(KNOWN, None)

    async def _browser(self, request: web.Request) -> tuple[Browser | None, str]:
        word = cookie(request, self.framed) or cookie(request, self.cookie)
        browser = await self._store.browser(hashed(word)) if word else None
        if browser is None:
            return None, ""
        if browser.used < self._store.now() - NOTED:
            await self._store.note_use(browser.id)
        return browser, form_word(word)

    async def at(self, request: web.Request, game: Game, watch: str = "") -> Viewer | None:
        """Who looks at a game there; None: they may not. watch: the word of a link."""
        browser, word = await self.browser(request)
        seat = None if browser is None else seat_of(game, browser.user)
        invited = compare_digest(watch, watch_word(game.seed))
        if seat is None and not invited:  # Discord is not asked in vain
            return None
        if browser is not None and not await self._there(game, browser.user):
            browser = seat = None
        if browser is not None and seat is not None:
            return Viewer(game, browser, word, seat, called=game.sitters[seat].name)
        if not invited or not await self._servers.watchable([game.id]):
            return None
        called = "" if browser is None else await self._called(browser.user, game.guild)
        if not called:
            return Viewer(game, watch=watch)
        return Viewer(game, browser, word, None, watch, called)

    async def _called(self, user: int, guild: int) -> str:
        """By which name somebody sits at a table of a server; empty: they sit at none."""
        rows = await self._store.games_of(user)
        seats = (s for row in rows if row.guild == guild for s in row.sitters if s.user == user)
        return next((sitter.name for sitter in seats), "")

    async def _there(self, game: Game, user: int) -> bool:
        """They have not left the server, as far as can be known now."""
        return is_private(game) or await self._members.here(game.guild, user) is not False

    def let_in(self, response: web.StreamResponse, word: str) -> None:
        """Have the browser keep a word."""
        self.keep(response, self.cookie, word, BROWSER_LASTS)

    def keep(self, response: web.StreamResponse, name: str, word: str, lasts: float) -> None:
        """Set a cookie that no script reads."""
        how: dict[str, Any] = {"path": "/", "httponly": True, "samesite": "Lax"}
        response.set_cookie(name, word, max_age=int(lasts), secure=self.secure, **how)

    def let_frame_in(self, response: web.StreamResponse, word: str) -> None:
        """Have the browser keep a word inside Discord, where our page is in a frame of another
        site's: it is sent there alone, and nowhere else that shows us in a frame."""
        kept = f"{self.framed}={word}; Max-Age={int(BROWSER_LASTS)}; Path=/"
        where = "; Secure; HttpOnly; SameSite=None; Partitioned"
        response.headers.add("Set-Cookie", kept + where)  # as Python before 3.14 knows the last not

    def from_our_pages(self, request: web.Request) -> bool:
        """A form was sent by one of our own pages, as the browser says of its own accord."""
        origin, site = request.headers.get("Origin"), request.headers.get("Sec-Fetch-Site")
        if origin is not None and origin not in (self.origin, self._frame and self._frame()):
            return False
        return site in HERE if site is not None else origin is not None


def its_form(viewer_word: str, sent: object) -> bool:
    """A form carries the word that this browser's forms have."""
    return bool(viewer_word) and compare_digest(viewer_word, str(sent))
