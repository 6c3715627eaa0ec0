"""Letting browsers in by their user on Discord: by a sign-in in a plain browser, if the host has
set a client secret, and in a frame of Discord's client, as an Activity. The state that we sign is
valid once, in the browser that began: nobody can sign another person in with a link. An invented
state costs a checksum and no request to Discord."""

import hmac
import re
import tarfile
from collections.abc import Callable
from pathlib import Path
from typing import Final

from aiohttp import web

from bot.messages.answers import waits_for
from bot.messages.languages import labelling
from bot.table import browsers
from bot.table.browsers import BROWSER_LASTS, Later, Presence, Present, SignsIn
from bot.table.game import Games
from bot.table.names import Command, game_name, title
from bot.web.connection import address, cookie
from bot.web.markup import Markup, el, say, words
from bot.web.pictures import Files
from bot.web.viewers import Doorkeeper, Rate, RequestBudget
from rules.text import Code, Listed, Text
from rules.voice import Voice
from storage import Store

ARCHIVE: Final = Path(__file__).parent / "sdk.tgz"  # fetched by `make activity`


class SignIn:
    """Lets browsers in by their user on Discord. now: seconds since 1970; key: signs states, the
    same in all processes of a bot."""

    def __init__(
        self, discord: SignsIn, store: Store, who: Doorkeeper, now: Callable[[], float], key: bytes
    ) -> None:
        self._discord, self._store, self._who = discord, store, who
        self._now, self._key = now, key
        # Exchanges of codes: altogether, and per address.
        self._budget = RequestBudget(now, Rate(20, 0.5), Rate(8, 10.0))
        self._used: dict[str, float] = {}  # used states, each with the end of its validity
        self._redirect = f"{who.origin}/signed-in"
        self.cookie = f"{who.cookie}-state"

    async def begin(self, request: web.Request) -> web.Response:
        """Redirect to Discord, which asks for consent."""
        table = request.query.get("to", "")
        if not re.fullmatch("[0-9]{1,18}", table):
            raise web.HTTPNotFound
        word = browsers.new_word()
        state = self._signed(word, f"{int(self._now() + browsers.LINK_LASTS)}.{table}")
        to = self._discord.asks(self._redirect, state)
        response = web.Response(status=303, headers={"Location": to})
        self._who.keep(response, self.cookie, word, browsers.LINK_LASTS)
        return response

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
        unknown = Text(
            "Discord didn't tell me who you are. Open the game again and sign in from there, or "
            "press Open Board in the channel."
        )
        if not re.fullmatch("[A-Za-z0-9_.-]{1,128}", code):
            return unknown
        self._budget.take(address(request))
        # Expired states are invalid anyway, so forget them.
        self._used = {each: until for each, until in self._used.items() if until >= self._now()}
        self._used[state] = self._now() + browsers.LINK_LASTS
        try:
            user = await self._discord.signed_in(code, self._redirect)
        except Later:
            del self._used[state]
            raise
        if user is None:
            return unknown
        browser, _ = await self._who.browser(request)
        if browser is not None and browser.user != user:
            return Text(
                "Someone else is signed in on this browser. They can sign out under the board."
            )
        response = web.Response(status=303, headers={"Location": f"/t/{table}"})
        if await self._who.full_browser(request) is None:
            word = browsers.new_word()
            agent = browsers.browser_name(request.headers.get("User-Agent", ""))
            await self._store.add_browser(browsers.hash_word(word), user, agent, BROWSER_LASTS)
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


class Activity:
    """The page around the pages in a frame of Discord's client (static/activity.js), its sign-in by
    Discord's code, a user's tables, and Discord's SDK."""

    def __init__(
        self,
        presence: Presence,
        store: Store,
        games: Games,
        who: Doorkeeper,
        files: Files,
        now: Callable[[], float],
    ) -> None:
        self._presence, self._store, self._games = presence, store, games
        self._who, self._files = who, files
        modules: dict[str, bytes] = {}  # Discord's SDK, by import paths
        if ARCHIVE.is_file():
            with tarfile.open(ARCHIVE) as inside:
                for each in inside:
                    if each.name.endswith(".mjs") and (module := inside.extractfile(each)):
                        modules[each.name.removeprefix("package/output/")] = module.read()
        self.sdk = Files(modules, "/sdk")
        # The address of the module that imports all others.
        self._sdk = self.sdk.address("index.mjs") if modules else None
        # Exchanges of codes: altogether, and per address, which may be Discord's own proxy.
        self._budget = RequestBudget(now, Rate(16, 0.5), Rate(8, 1.0))

    def is_framed(self, request: web.Request) -> bool:
        """Whether a request is for the frame, which only Discord may show."""
        asked = request.path == "/" and "frame_id" in request.query
        return asked or bool(cookie(request, self._who.framed))

    def policy(self, usual: str) -> str:
        """The usual content security policy with the sites that may show the frame."""
        clients = f"frame-ancestors 'self' {self._presence.frame.clients}; frame-src 'self'"
        return re.sub(r"frame-ancestors [^;]*", clients, usual)

    def page(self, voice: Voice) -> Markup:
        """The page that Discord opens. Its script shows errors in these words."""
        sdk, speaks = self._sdk, labelling(voice)
        opening = Listed([Command(kind, "browser") for kind in self._games], "or")
        said = Text("Asking Discord who you are…")
        if not sdk:
            said = Text(
                "Boards can't open inside Discord yet: Discord's SDK is missing. The person who "
                "runs this bot can add it with {command}. Until then, {open} gives you a browser "
                "link.",
                command=Code("make activity"),
                open=opening,
            )
        unknown = Text(
            "Discord didn't tell me who you are, so I can't show a board. Close this, open it "
            "again, and choose Authorize when Discord asks."
        )
        no_cookies = Text(
            "Your browser blocks storage for pages inside Discord, so the board can't be shown "
            "here. Use {open} in the channel to get a browser link.",
            open=opening,
        )
        head = el(
            "head",
            el("meta", charset="utf-8"),
            el("meta", name="viewport", content="width=device-width, viewport-fit=cover"),
            el("title", "Lumbercamp"),
            el("link", rel="stylesheet", href=self._files.address("page.css")),
            el("link", rel="stylesheet", href=self._files.address("activity.css")),
            el("link", rel="icon", href="data:,"),
            el("script", type="module", src=self._files.address("activity.js")) if sdk else None,
        )
        main = el(
            "main",
            el("h1", "Lumbercamp"),
            el("p", say(voice, said), id="said", role="status"),
            id="activity",
            data_client=str(self._presence.application),
            data_sdk=sdk,
            data_unknown=speaks.say(unknown),
            data_cookies=speaks.say(no_cookies),
        )
        html = el("html", head, el("body", main), lang=voice.locale.language)
        return words(Markup("<!doctype html>"), html)

    async def enter(self, request: web.Request, form: dict[str, str], voice: Voice) -> web.Response:
        """Let in the user with this code, and send them to their table."""
        code, instance = form.get("code", ""), form.get("instance", "")
        speaks, found = labelling(voice), None
        try:
            if all(re.fullmatch(r"[\w.-]{1,300}", each, re.ASCII) for each in (code, instance)):
                self._budget.take(address(request))
                found = await self._presence.present(code, instance)
        except Later as later:
            busy = Text("Too many people are connecting right now. Close this and try again.")
            wait = {"Retry-After": later.header}
            return web.Response(text=speaks.say(busy), status=503, headers=wait)
        if found is None:
            unknown = Text(
                "Discord doesn't recognise you in this Activity. Close it and open it again."
            )
            return web.Response(text=speaks.say(unknown), status=403)
        response = web.json_response({"to": await self._wanted(found, instance)})
        browser = await self._who.full_browser(request)
        if browser is None or browser.user != found.user:
            word = browsers.new_word()
            await self._store.add_browser(
                browsers.hash_word(word), found.user, "Discord", BROWSER_LASTS
            )
            # The cookie is sent only in Discord's page, not to other sites that show us in a frame.
            kept = f"{self._who.framed}={word}; Max-Age={int(BROWSER_LASTS)}; Path=/"
            where = "; Secure; HttpOnly; SameSite=None; Partitioned"
            response.headers.add("Set-Cookie", kept + where)  # Python < 3.14 lacks Partitioned
        return response

    async def _wanted(self, found: Present, instance: str) -> str:
        """The table of the pressed button, or of the Activity; else the list of tables."""
        mine = {row.id for row in await self._store.games_of(found.user)}
        for key in (browsers.press_key(found.user, found.channel), browsers.activity_key(instance)):
            link = await self._store.link(key)
            if link is not None and link.game in mine:
                return f"/t/{link.game}"
        return f"/tables?channel={found.channel}"

    async def tables(self, user: int, channel: int, voice: Voice) -> Markup:
        """A person's open tables."""
        rows, games = await self._store.games_of(user), self._games
        found = [games.from_row(row) for row in rows if row.kind in games]
        here = [game for game in found if channel in (game.channel, game.place)]
        there = [game for game in found if game not in here]
        parts = []
        for heading, part in ((Text("In this channel"), here), (Text("Elsewhere"), there)):
            links = [
                el("li", el("a", f"{game_name(game)} · {title(game)}", href=f"/t/{game.id}"))
                for game in sorted(part, key=lambda game: not waits_for(game, user))
            ]
            if links:
                parts.append(el("section", el("h3", say(voice, heading)), el("ul", links)))
        if not parts:
            none = Text("You have no open games. Start one in a server channel.")
            parts = [el("p", say(voice, none))]
        return el("main", el("h2", say(voice, Text("Your Games"))), parts)
