"""Signing in with Discord, in a plain browser, where the host has set a client secret.

    GET /sign-in?to=12 ──> a state that we sign ──> Discord asks: only who you are
    GET /signed-in     <── code, state ── ours, and of this browser? ──> the budget
                                             └──> the code is exchanged ──> let in

A state counts in the browser in which it began, once: nobody is signed in as somebody else by a
link that these have sent. Discord hears nothing of an invented one, which costs a checksum.
"""

from __future__ import annotations

import hmac
import re
from collections.abc import Callable
from typing import Final

from aiohttp import web

from bot.table.browsers import BROWSER_LASTS, LINK_LASTS, called, hashed, made
from bot.table.presence import Later, SignsIn
from bot.web.connection import address, cookie
from bot.web.markup import Markup, el, say
from bot.web.who import Doorkeeper, Rate, RequestBudget
from rules.text import Text
from rules.voice import Voice
from storage import Store

ALL: Final = Rate(20, 0.5)  # exchanges of codes
EACH: Final = Rate(8, 10.0)  # for an address
TABLE: Final = re.compile(r"[0-9]{1,18}")
STATE: Final = re.compile(r"([0-9]{1,12})\.([0-9]{1,18})\.[0-9a-f]{64}")  # until, table, signature
CODE: Final = re.compile(r"[A-Za-z0-9_.-]{1,128}")

SIGN_IN: Final = Text("Sign In with Discord")
NOT_BEGUN: Final = Text(
    "This sign-in started in another browser or more than ten minutes ago. Open the game "
    "again and sign in from there."
)
NOT_SAID: Final = Text(
    "Discord didn't tell me who you are. Open the game again and sign in from there, or "
    "press Open Board in the channel."
)
BUSY: Final = Text(
    "Too many people are signing in right now. Reload this page in a few minutes, or press Open "
    "Board in the channel."
)
TAKEN: Final = Text("Someone else is signed in on this browser. They can sign out under the board.")


class SignInRefused(Exception):
    """Nobody was let in; the text says why."""

    def __init__(self, why: Text) -> None:
        super().__init__()
        self.why = why


class SignIn:
    """Lets browsers in for whom Discord says they belong to. now: seconds since 1970; key: what
    signs states, the same in all processes of a bot."""

    def __init__(
        self, discord: SignsIn, store: Store, who: Doorkeeper, now: Callable[[], float], key: bytes
    ) -> None:
        self._discord, self._store, self._who = discord, store, who
        self._now, self._key, self._budget = now, key, RequestBudget(now, ALL, EACH)
        self._used: dict[str, float] = {}  # states, each until when it would count
        self._redirect = f"{who.origin}/signed-in"
        self.cookie = f"{who.cookie}-state"

    def link(self, table: str, voice: Voice) -> Markup:
        """The way there, for who was not let in to a table."""
        return el("p", el("a", say(voice, SIGN_IN), href=f"/sign-in?to={table}"))

    async def begin(self, request: web.Request) -> web.Response:
        """To Discord, which asks."""
        table = request.query.get("to", "")
        if not TABLE.fullmatch(table):
            raise web.HTTPNotFound
        word = made()
        state = self._signed(word, f"{int(self._now() + LINK_LASTS)}.{table}")
        to = self._discord.asks(self._redirect, state)
        response = web.Response(status=303, headers={"Location": to})
        self._who.keep(response, self.cookie, word, LINK_LASTS)
        return response

    def forget(self, response: web.StreamResponse) -> None:
        """What has come back has come back once."""
        response.del_cookie(
            self.cookie, path="/", secure=self._who.secure, httponly=True, samesite="Lax"
        )

    async def end(self, request: web.Request) -> web.Response:
        """From Discord. Raises Refused, or Later: it counts still, in so many seconds."""
        state, code = request.query.get("state", ""), request.query.get("code", "")
        table = self._table(request, state)
        if table is None:
            raise SignInRefused(NOT_BEGUN)
        if not CODE.fullmatch(code):
            raise SignInRefused(NOT_SAID)
        self._budget.take(address(request))
        # States that count no more anyway need not be remembered.
        self._used = {each: until for each, until in self._used.items() if until >= self._now()}
        self._used[state] = self._now() + LINK_LASTS
        try:
            user = await self._discord.signed_in(code, self._redirect)
        except Later:
            del self._used[state]
            raise
        if user is None:
            raise SignInRefused(NOT_SAID)
        return await self._let_in(request, user, table)

    def _table(self, request: web.Request, state: str) -> str | None:
        """Where a state leads to; None: it is not ours, not of this browser, used, or too old."""
        read, word = STATE.fullmatch(state), cookie(request, self.cookie)
        if read is None or not word or state in self._used or int(read[1]) < self._now():
            return None
        ours = self._signed(word, f"{read[1]}.{read[2]}")
        return read[2] if hmac.compare_digest(state, ours) else None

    def _signed(self, word: str, said: str) -> str:
        """A state. word: what the browser keeps."""
        return f"{said}.{hmac.digest(self._key, f'{word} {said}'.encode(), 'sha256').hex()}"

    async def _let_in(self, request: web.Request, user: int, table: str) -> web.Response:
        browser, _ = await self._who.browser(request)
        if browser is not None and browser.user != user:
            raise SignInRefused(TAKEN)
        response = web.Response(status=303, headers={"Location": f"/t/{table}"})
        if browser is None:
            word, agent = made(), called(request.headers.get("User-Agent", ""))
            await self._store.add_browser(hashed(word), user, agent, BROWSER_LASTS)
            self._who.let_in(response, word)
        return response
