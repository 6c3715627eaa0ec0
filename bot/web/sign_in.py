"""Signing in with Discord in a plain browser, if the host has set a client secret.

The state that we sign is valid once, in the browser that began: nobody can sign another person in
with a link. An invented state costs a checksum and no request to Discord.
"""

from __future__ import annotations

import hmac
import re
from collections.abc import Callable
from typing import Final

from aiohttp import web

from bot.table.browsers import BROWSER_LASTS, LINK_LASTS, Later, SignsIn, called, hashed, made
from bot.web.connection import address, cookie
from bot.web.markup import Markup, el, say
from bot.web.who import Doorkeeper, Rate, RequestBudget
from rules.text import Text
from rules.voice import Voice
from storage import Store

ALL: Final = Rate(20, 0.5)  # exchanges of codes
EACH: Final = Rate(8, 10.0)  # per address

_NOT_SAID: Final = Text(
    "Discord didn't tell me who you are. Open the game again and sign in from there, or "
    "press Open Board in the channel."
)
BUSY: Final = Text(
    "Too many people are signing in right now. Reload this page in a few minutes, or press Open "
    "Board in the channel."
)


class SignIn:
    """Lets browsers in by their user on Discord. now: seconds since 1970; key: signs states, the
    same in all processes of a bot."""

    def __init__(
        self, discord: SignsIn, store: Store, who: Doorkeeper, now: Callable[[], float], key: bytes
    ) -> None:
        self._discord, self._store, self._who = discord, store, who
        self._now, self._key, self._budget = now, key, RequestBudget(now, ALL, EACH)
        self._used: dict[str, float] = {}  # used states, each with the end of its validity
        self._redirect = f"{who.origin}/signed-in"
        self.cookie = f"{who.cookie}-state"

    def link(self, table: str, voice: Voice) -> Markup:
        """The sign-in link for people who can't see a table yet."""
        said = say(voice, Text("Sign In with Discord"))
        return el("p", el("a", said, href=f"/sign-in?to={table}"))

    async def begin(self, request: web.Request) -> web.Response:
        """Redirect to Discord, which asks for consent."""
        table = request.query.get("to", "")
        if not re.fullmatch("[0-9]{1,18}", table):
            raise web.HTTPNotFound
        word = made()
        state = self._signed(word, f"{int(self._now() + LINK_LASTS)}.{table}")
        to = self._discord.asks(self._redirect, state)
        response = web.Response(status=303, headers={"Location": to})
        self._who.keep(response, self.cookie, word, LINK_LASTS)
        return response

    def forget(self, response: web.StreamResponse) -> None:
        """Delete the cookie, as a state is valid once."""
        response.del_cookie(
            self.cookie, path="/", secure=self._who.secure, httponly=True, samesite="Lax"
        )

    async def end(self, request: web.Request) -> web.Response | Text:
        """Handle the return from Discord; a text says why it failed. Raises Later: the state stays
        valid until then."""
        state, code = request.query.get("state", ""), request.query.get("code", "")
        table = self._table(request, state)
        if table is None:
            return Text(
                "This sign-in started in another browser or more than ten minutes ago. Open the "
                "game again and sign in from there."
            )
        if not re.fullmatch("[A-Za-z0-9_.-]{1,128}", code):
            return _NOT_SAID
        self._budget.take(address(request))
        # Expired states are invalid anyway, so forget them.
        self._used = {each: until for each, until in self._used.items() if until >= self._now()}
        self._used[state] = self._now() + LINK_LASTS
        try:
            user = await self._discord.signed_in(code, self._redirect)
        except Later:
            del self._used[state]
            raise
        if user is None:
            return _NOT_SAID
        browser, _ = await self._who.browser(request)
        if browser is not None and browser.user != user:
            return Text(
                "Someone else is signed in on this browser. They can sign out under the board."
            )
        response = web.Response(status=303, headers={"Location": f"/t/{table}"})
        if browser is None:
            word, agent = made(), called(request.headers.get("User-Agent", ""))
            await self._store.add_browser(hashed(word), user, agent, BROWSER_LASTS)
            self._who.keep(response, self._who.cookie, word, BROWSER_LASTS)
        return response

    def _table(self, request: web.Request, state: str) -> str | None:
        """A state's table; None: it isn't ours, not from this browser, used, or too old."""
        # Until when it is valid, its table, its signature.
        read = re.fullmatch(r"([0-9]{1,12})\.([0-9]{1,18})\.[0-9a-f]{64}", state)
        word = cookie(request, self.cookie)
        if read is None or not word or state in self._used or int(read[1]) < self._now():
            return None
        ours = self._signed(word, f"{read[1]}.{read[2]}")
        return read[2] if hmac.compare_digest(state, ours) else None

    def _signed(self, word: str, said: str) -> str:
        """Sign a state. word: the browser's cookie."""
        return f"{said}.{hmac.digest(self._key, f'{word} {said}'.encode(), 'sha256').hex()}"
