"""Who looks at a table in a browser: by the word that it keeps, which the store has a hash of."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from hmac import compare_digest
from typing import Final
from urllib.parse import urlsplit

from aiohttp import web

from bot.features.servers import Servers
from bot.outbox.transport import Membership
from bot.table.browsers import BROWSER_LASTS, form_word, hashed, watch_word
from bot.table.game import Game, is_private
from bot.table.session import seat_of
from bot.web.connection import cookie
from rules.game import Seat
from storage import Browser, Store

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
        return (
            Viewer(game, browser, word, None, watch, called)
            if called
            else Viewer(game, watch=watch)
        )

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
        response.set_cookie(
            self.cookie,
            word,
            max_age=int(BROWSER_LASTS),
            path="/",
            secure=self.secure,
            httponly=True,
            samesite="Lax",
        )

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
