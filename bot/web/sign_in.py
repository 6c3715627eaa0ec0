"""Signing in with Discord, in a plain browser, where the host has set a client secret.

    GET /sign-in?to=12 ──> a state, kept by this browser ──> Discord asks: only who you are
    GET /signed-in     <── code, state ── the same browser? ──> the code is exchanged ──> let in

What comes back counts in the browser in which it began, once: nobody is signed in as somebody else
by a link that these have sent.
"""

from __future__ import annotations

import re
from asyncio import Semaphore
from hmac import compare_digest
from typing import Final

from aiohttp import web

from bot.core.presence import SignsIn
from bot.domain.browsers import BROWSER_LASTS, LINK_LASTS, called, hashed, made
from bot.web.markup import Markup, el
from bot.web.medium import say
from bot.web.who import Doorkeeper
from rules.text import Text
from rules.voice import Voice
from storage import Store

AT_ONCE: Final = 8  # who are asked about at Discord
TABLE: Final = re.compile(r"[0-9]{1,18}")
CODE: Final = re.compile(r"[A-Za-z0-9_.-]{1,128}")

SIGN_IN: Final = Text("Sign In With Discord")
NOT_BEGUN: Final = Text(
    "This sign-in did not begin in this browser, or it began more than ten minutes ago, so nobody "
    "was let in. Open the table again and sign in from there."
)
NOT_SAID: Final = Text(
    "Discord did not say who you are, so nobody was let in. Open the table again and sign in from "
    "there, or press Open Board in the channel."
)
BUSY: Final = Text("Too many are signing in at this moment. Try it again in a minute.")
TAKEN: Final = Text(
    "Somebody else plays in this browser, so nobody was let in. They can sign out under the board."
)


class Refused(Exception):
    """Nobody was let in; the text says why."""

    def __init__(self, why: Text) -> None:
        super().__init__()
        self.why = why


class SignIn:
    """Lets browsers in for whom Discord says they belong to."""

    def __init__(self, discord: SignsIn, store: Store, who: Doorkeeper) -> None:
        self._discord, self._store, self._who = discord, store, who
        self._asking = Semaphore(AT_ONCE)
        self._redirect = f"{who.origin}/signed-in"
        self.cookie = f"{who.cookie}-state"

    def link(self, table: str, voice: Voice) -> Markup:
        """The way there, for who was not let in to a table."""
        return el("p", el("a", say(voice, SIGN_IN), href=f"/sign-in?to={table}"))

    def begin(self, request: web.Request) -> web.Response:
        """To Discord, which asks."""
        table = request.query.get("to", "")
        if not TABLE.fullmatch(table):
            raise web.HTTPNotFound
        state = made()
        to = self._discord.asks(self._redirect, state)
        response = web.Response(status=303, headers={"Location": to})
        response.set_cookie(
            self.cookie,
            f"{state}.{table}",
            max_age=int(LINK_LASTS),
            path="/",
            secure=self._who.secure,
            httponly=True,
            samesite="Lax",
        )
        return response

    def forget(self, response: web.StreamResponse) -> None:
        """What has come back has come back once."""
        response.del_cookie(
            self.cookie, path="/", secure=self._who.secure, httponly=True, samesite="Lax"
        )

    async def end(self, request: web.Request) -> web.Response:
        """From Discord. Raises Refused."""
        state, _, table = request.cookies.get(self.cookie, "").partition(".")
        sent, code = request.query.get("state", ""), request.query.get("code", "")
        if not (state and compare_digest(state.encode(), sent.encode())):
            raise Refused(NOT_BEGUN)
        if not (CODE.fullmatch(code) and TABLE.fullmatch(table)):
            raise Refused(NOT_SAID)
        if self._asking.locked():
            raise Refused(BUSY)
        async with self._asking:
            user = await self._discord.signed_in(code, self._redirect)
        if user is None:
            raise Refused(NOT_SAID)
        return await self._let_in(request, user, table)

    async def _let_in(self, request: web.Request, user: int, table: str) -> web.Response:
        browser, _ = await self._who.browser(request)
        if browser is not None and browser.user != user:
            raise Refused(TAKEN)
        response = web.Response(status=303, headers={"Location": f"/t/{table}"})
        if browser is None:
            word, agent = made(), called(request.headers.get("User-Agent", ""))
            await self._store.add_browser(hashed(word), user, agent, BROWSER_LASTS)
            self._who.let_in(response, word)
        return response
