"""The web server: its routes and their answers. A reverse proxy before it handles TLS. A press or a
typed line on a page becomes the Intent that it would be on Discord."""

import asyncio
import re
import socket
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from hashlib import sha256
from secrets import token_bytes
from typing import Any, Final

from aiohttp import web

import renderer
from bot.features.feature import GAME
from bot.features.services import Services
from bot.features.verbs import Verbs, press_intent
from bot.messages.boundary import Seldom, answer_to, sorry
from bot.messages.layout import Drawing, Message, SaidButton, SaidMenu
from bot.messages.turn_builder import Press
from bot.table import browsers
from bot.table.commit import has_started
from bot.table.game import DAY, Game, is_private
from bot.table.intent import Intent, Rights, Target, seat_of
from bot.table.names import title
from bot.table.settings import LANGUAGE
from bot.table.table import Table
from bot.table.table_options import FORUM
from bot.web.api import Api
from bot.web.connection import PERSONAL, SECURITY, address, fields, serve
from bot.web.markup import FORM_WORD, ID, KEY, PAGE, WORDS, Markup, Posting, el, panel, say
from bot.web.page import TablePages, board_of, hand_of
from bot.web.pictures import STATIC, Files, Gallery
from bot.web.sign_in import Activity, SignIn
from bot.web.stream import Hub
from bot.web.viewers import Doorkeeper, Members, Viewer, its_form
from rules.errors import NotYou, Unavailable
from rules.text import Text
from rules.voice import Voice
from storage import StoreError

PATIENCE: Final = 30.0  # seconds for a request to arrive
PART: Final = "X-Part"  # header of a script's request for only the part that changes

NOBODY: Final = Text(
    "This browser isn't signed in to this game. Press Open Board under the newest board in "
    "the channel."
)
_NO_LINK: Final = Text(
    "This link has already been used, or has expired. Press Open Board in the channel."
)
_ANOTHER: Final = Text(
    "Someone else is signed in on this browser, and this link isn't for them. The link "
    "hasn't been used."
)
FOREIGN: Final = Text("This request didn't come from my own page, so I ignored it.")

UNSUBSCRIBE: Final = "/unsubscribe/{user:[1-8]?[0-9]{1,18}}-{word:[A-Za-z0-9_-]{43}}"
# A table, and for spectators the word of their link.
TABLE: Final = r"{game:\d{1,18}}{watch:(?:-[A-Za-z0-9_-]{22})?}"


class Web:
    """The pages. address: their public address; presence: identifies people in the Activity, None:
    there is none; signs_in: identifies people by sign-in, None: there is none; key: signs states,
    the same after a restart."""

    def __init__(
        self,
        services: Services,
        verbs: Verbs,
        address: str,
        presence: browsers.Presence | None = None,
        signs_in: browsers.SignsIn | None = None,
        key: bytes = b"",
    ) -> None:
        self._store, self._languages = services.store, services.languages
        self._tables, self._elsewhere = services.turns.tables, services.elsewhere
        self.members = Members(services.direct, services.now)
        services.departed.append(self.members.forget)
        frame = None if presence is None else lambda: presence.frame.origin
        self._who = Doorkeeper(services.store, self.members, services.servers, address, frame)
        self._files, self._verbs = Files(STATIC, "/static"), verbs
        games, now = self._tables.games, services.now
        self._activity: Activity | None = None
        self._sign_in: SignIn | None = None
        if presence:
            self._activity = Activity(presence, services.store, games, self._who, self._files, now)
        if signs_in:
            self._sign_in = SignIn(signs_in, services.store, self._who, now, key or token_bytes())
        self._pages = TablePages(services.store, self._tables, self._files)
        self.hub = Hub(services.store, services.servers)
        self._gallery, self._bugs = Gallery(time.monotonic), Seldom(time.monotonic)
        self._api = Api(services, self.members, self._bugs)

    @asynccontextmanager
    async def serve(self, listening: socket.socket) -> AsyncIterator[None]:
        """Serve on a socket while the block runs."""
        looking = asyncio.create_task(self.hub.run())
        try:
            async with serve(self.application(), listening, PATIENCE, self._bugs):
                try:
                    yield
                finally:
                    self.hub.close()
        finally:
            looking.cancel()
            with suppress(asyncio.CancelledError):
                await looking

    def application(self) -> web.Application:
        """The routes."""
        largest = 16_384  # bytes of a form
        app = web.Application(
            client_max_size=largest, middlewares=[self._bounded, self._api.errors]
        )
        app.on_response_prepare.append(self._headed)
        app.add_routes(
            [
                web.get("/enter/{word:[A-Za-z0-9._-]{20,100}}", self._link),
                web.post("/enter", self._enter),
                web.post("/sign-out", self._sign_out),
                web.get(UNSUBSCRIBE, self._unsubscribe),
                web.post(UNSUBSCRIBE, self._unsubscribe),
                web.get(f"/t/{TABLE}", self._table),
                web.post(f"/t/{TABLE}", self._act),
                web.get(f"/t/{TABLE}/turns", self._turns),
                web.get(f"/t/{TABLE}/{{what:board|hand}}-{{name:[0-9a-f]{{32}}}}.png", self._png),
                web.get(f"/t/{TABLE}/ground.png", self._ground),
                web.get(f"/events/{TABLE}", self._events),
                web.get("/static/{mark:[0-9a-f]{16}}/{name}", self._files.serve),
                *self._api.routes,
            ]
        )
        if self._sign_in:
            app.add_routes(
                [web.get("/sign-in", self._sign_in.begin), web.get("/signed-in", self._signed_in)]
            )
        if self._activity:
            app.add_routes(
                [
                    web.get("/", self._frame),
                    web.get("/activity", self._inside),
                    web.post("/activity", self._come_in),
                    web.get("/tables", self._listed),
                    web.get("/sdk/{mark:[0-9a-f]{16}}/{name:.*}", self._activity.sdk.serve),
                ]
            )
        return app

    async def _headed(self, request: web.Request, response: web.StreamResponse) -> None:
        """Add headers to every answer, including errors."""
        response.headers.update(SECURITY)
        if self._activity and self._activity.is_framed(request):
            policy = self._activity.policy(SECURITY["Content-Security-Policy"])
            response.headers["Content-Security-Policy"] = policy
        if "Cache-Control" not in response.headers:
            response.headers.update(PERSONAL)

    @web.middleware
    async def _bounded(
        self, request: web.Request, handler: Callable[[web.Request], Awaitable[web.StreamResponse]]
    ) -> web.StreamResponse:
        """Refuse compressed bodies, which cost more than their size, and forms of other pages;
        answer for bugs of ours."""
        if "Content-Encoding" in request.headers:
            raise web.HTTPUnsupportedMediaType
        known = request.match_info.http_exception is None
        try:
            # A mail program presses for its user, from no page of ours: the address proves it.
            checked = request.match_info.handler != self._unsubscribe
            sent = known and checked and request.method == "POST"
            if sent and not self._who.from_our_pages(request):
                return self._said(FOREIGN, await self._voice(request), 403)
            return await handler(request)
        except (web.HTTPException, ConnectionError):
            raise
        except browsers.Later as later:
            busy = Text(
                "Too many people are opening boards right now. Reload this page in a moment, or "
                "play in the channel."
            )
            return self._later(busy, await self._voice(request), later)
        except Exception as bug:
            reference = self._bugs.tell(bug)
            if request.writer.output_size:
                raise ConnectionError("the answer has begun") from None
            voice = self._languages.voice(self._languages.language, PAGE)
            return self._said(sorry(reference, bug), voice, 500)

    def _later(self, text: Text, voice: Voice, later: browsers.Later) -> web.Response:
        response = self._said(text, voice, 503)
        response.headers["Retry-After"] = later.header
        return response

    async def _link(self, request: web.Request) -> web.StreamResponse:
        """The page of a link, with one button. A mere look, as a preview's, doesn't use it up."""
        word, voice = request.match_info["word"], await self._voice(request)
        link = await self._store.link(browsers.hash_word(word))
        if link is None and (of := re.match(r"([0-9]{1,9})\.", word)):  # a mail is opened again
            there = await self._game(int(of[1]))
            if there and await self._who.at(request, there):
                return web.Response(status=303, headers={"Location": f"/t/{there.id}"})
        game = None if link is None else await self._game(link.game)
        seat = None if link is None or game is None else seat_of(game, link.user)
        if link is None or game is None or seat is None:
            return self._said(_NO_LINK, voice, 410)
        browser, _ = await self._who.browser(request)
        if browser and browser.user != link.user:
            return self._said(_ANOTHER, voice, 403)
        name, kind = game.sitters[seat].name, title(game)
        ask = Text("Sign in as {name} and open {kind} {game}?", name=name, kind=kind, game=game)
        about = [el("p", say(voice, ask))]
        if browsers.limit_of(word) and await self._who.full_browser(request) is None:
            brief = Text("This browser stays signed in for a day, and only to this game.")
            about.append(el("p", say(voice, brief)))
        button = el("button", voice.say(Text("Open the Board in This Browser")), class_="primary")
        hidden = el("input", type="hidden", name="word", value=word)
        form = el("form", hidden, button, method="post", action="/enter")
        return self._page(voice, el("main", about, form))

    async def _enter(self, request: web.Request) -> web.StreamResponse:
        voice, form = await self._voice(request), await fields(request, PATIENCE)
        by = browsers.hash_word(sent := form.get("word", ""))
        link, (browser, _) = await self._store.link(by), await self._who.browser(request)
        if link and browser and browser.user != link.user:
            return self._said(_ANOTHER, voice, 403)
        if not link:
            return self._said(_NO_LINK, voice, 410)
        limit = browsers.limit_of(sent)
        agent = browsers.browser_name(request.headers.get("User-Agent", ""))
        lasts = DAY if limit else browsers.BROWSER_LASTS
        word, instead = browsers.new_word(limit), 0
        if browser:  # it enters again, and loses nothing
            word, instead = "", browser.id
            if not limit or (before := self._who.limit(request)):
                word = browsers.new_word(limit and dict.fromkeys((*limit, *before)))
        used = await self._store.enter(by, word and browsers.hash_word(word), agent, lasts, instead)
        if not used:
            return self._said(_NO_LINK, voice, 410)
        response = web.Response(status=303, headers={"Location": f"/t/{used.game}"})
        if word:
            self._who.keep(response, self._who.cookie, word, lasts)
        return response

    async def _sign_out(self, request: web.Request) -> web.StreamResponse:
        """Sign out only this browser."""
        voice = await self._voice(request)
        (browser, word), form = await self._who.browser(request), await fields(request, PATIENCE)
        if browser:
            if not its_form(word, form.get(FORM_WORD)):
                return self._said(FOREIGN, voice, 403)
            await self._store.end_browser(browser.user, browser.id)
        return self._said(Text("You're signed out on this browser."), voice, 200)

    async def _unsubscribe(self, request: web.Request) -> web.StreamResponse:
        """Show a button, as scanners look at links; a press of it stops a person's e-mails. The
        answer doesn't tell whether the address is one of ours."""
        voice = await self._voice(request)
        if request.method == "POST":
            user, word = int(request.match_info["user"]), request.match_info["word"]
            await self._elsewhere.unsubscribe(user, word)
            stopped = Text(
                "You won't get e-mails with this link any more. If you've set the address again, "
                "use the link in a newer one."
            )
            return self._said(stopped, voice, 200)
        button = el("button", say(voice, Text("Stop These E-Mails")), class_="primary")
        return self._page(voice, el("main", el("form", button, method="post", action=request.path)))

    async def _signed_in(self, request: web.Request) -> web.StreamResponse:
        assert self._sign_in
        try:
            found = await self._sign_in.end(request)
        except browsers.Later as later:
            busy = Text(
                "Too many people are signing in right now. Reload this page in a few minutes, or "
                "press Open Board in the channel."
            )
            return self._later(busy, await self._voice(request), later)
        # The voice is read afterwards: Discord may take seconds, and the browser may sign out then.
        if isinstance(found, Text):
            found = self._said(found, await self._voice(request), 403)
        found.del_cookie(  # a state is valid once
            self._sign_in.cookie, path="/", secure=self._who.secure, httponly=True, samesite="Lax"
        )
        return found

    async def _table(self, request: web.Request) -> web.StreamResponse:
        voice, viewer = await self._voice(request), await self._viewer(request)
        if viewer is None:
            return await self._nobody(request, voice)
        at = request.query.get("at", "")
        n = int(at) if re.fullmatch(r"[0-9]{1,9}", at) else None
        return await self._shown(request, viewer, voice, n)

    async def _nobody(self, request: web.Request, voice: Voice) -> web.Response:
        """The answer to a person who may not see a table, or isn't known yet."""
        browser = await self._who.full_browser(request)
        framed = self._activity and self._activity.is_framed(request)
        way = None
        if self._sign_in and browser is None and not framed:
            to = f"/sign-in?to={request.match_info['game']}"
            way = el("p", el("a", say(voice, Text("Sign In with Discord")), href=to))
        return self._page(voice, el("main", el("p", say(voice, NOBODY), role="alert"), way), 403)

    async def _shown(
        self,
        request: web.Request,
        viewer: Viewer,
        voice: Voice,
        n: int | None = None,
        answer: Markup | None = None,
    ) -> web.Response:
        part = PART in request.headers
        make = self._pages.main if part else self._pages.whole

        async def page() -> Markup:
            return await make(viewer, voice, n, answer)

        if viewer.browser:
            return _html(await page())
        key = viewer.game.id, viewer.game.n, n, part, voice.locale.language
        return _html(await self._gallery.page_of(key, page))

    async def _act(self, request: web.Request) -> web.StreamResponse:
        voice = await self._voice(request)
        viewer, form = await self._viewer(request), await fields(request, PATIENCE)
        if viewer is None:
            return self._said(NOBODY, voice, 403)
        if not its_form(viewer.word, form.get(FORM_WORD)):
            return self._said(FOREIGN, voice, 403)
        said, premove = await self._done(viewer, form, voice), self._premove(form)
        if said is None and premove is None and PART not in request.headers:
            return web.Response(status=303, headers={"Location": viewer.address})
        self._who.ask_again(request)
        after = await self._viewer(request)
        if after is None:  # they left the table, or signed out; a script then reloads the page
            told = None if said is None else panel(Message(said.text), Posting("", "", ""))
            status = 403 if PART in request.headers else 200
            return self._page(voice, el("main", told, el("p", say(voice, NOBODY))), status)
        answer = None if said is None else panel(said, self._pages.posting(after))
        if said is None and after.game.stands == viewer.game.stands:
            after = replace(after, premove=premove)
        return await self._shown(request, after, voice, self._board(form), answer)

    def _board(self, form: Mapping[str, Any]) -> int | None:
        """The row of the earlier board that a form is about, which stays on the page."""
        with suppress(LookupError):
            verb, about, _ = self._verbs.read(str(form.get(ID, "")))
            return about.get("n") if verb.name in ("playon", "playfrom") else None
        return None

    def _premove(self, form: Mapping[str, Any]) -> Press | None:
        """What a form presses in the builder of a premove."""
        with suppress(LookupError):
            verb, _, values = self._verbs.read(str(form.get(ID, "")))
            if verb.name == "premove":
                return Press(**values, chosen=str(form.get(WORDS, "")))
        return None

    async def _done(self, viewer: Viewer, form: Mapping[str, Any], voice: Voice) -> Message | None:
        """Execute a form and return the answer or refusal; None: the page itself shows the
        result. Raises only for bugs."""
        name = ""

        async def work() -> Any:
            nonlocal name
            name, wish, values = self._read(viewer, form, voice.locale.language)
            try:
                return await self._verbs.do(name, wish, values)
            except NotYou:  # the verb changed nothing, so it may run again
                if name not in ("again", "playfrom") or is_private(viewer.game):
                    raise
            # A server may require a role to open a game; a browser has none, so ask Discord now.
            member = await self.members.member(wish.guild, wish.user)
            if member is None:
                raise Unavailable.because(
                    "Discord can't tell me your permissions right now. Try again in a minute, "
                    "or do this in the channel instead."
                )
            wish = replace(wish, rights=Rights(member.roles, manages=member.manages))
            return await self._verbs.do(name, wish, values)

        async def speaks() -> Voice:
            return voice

        said = await answer_to(work(), speaks)
        building = ("take", "hand", "press", "say", "look", "back", "over", "plan", "premove")
        if name in building and not said.refusal:
            return None

        def usable(pressed: SaidButton | SaidMenu) -> bool:
            """Whether a button or menu of the answer works on this page."""
            with suppress(LookupError):
                verb, about, _ = self._verbs.read(pressed.id)
                return verb.on_page and about.get(GAME, viewer.game.id) == viewer.game.id
            return False

        rows = tuple(tuple(filter(usable, row)) for row in said.rows)
        buttons, menus = tuple(filter(usable, said.buttons)), tuple(filter(usable, said.menus))
        return replace(said, rows=rows, buttons=buttons, menus=menus)

    def _read(
        self, viewer: Viewer, form: Mapping[str, Any], language: str
    ) -> tuple[str, Intent, Mapping[str, Any]]:
        """Read the verb and its intent. Raises Unavailable for verbs this page doesn't offer."""
        id_, words, game = str(form.get(ID, "")), str(form.get(WORDS, "")), viewer.game
        # A form works once, however often it is sent; other words make another key.
        sent = re.sub(r"[^\w-]", "", str(form.get(KEY, "")))[:32]
        said = f"{id_}\n{words}".encode()
        wish = Intent(
            key=f"web:{viewer.user}:{sent}:{sha256(said).hexdigest()[:8]}",
            page=True,
            user=viewer.user,
            called=viewer.called,
            guild=game.guild,
            channel=game.place,
            target=Target(kind=game.kind, game=game.id),
            parent=0 if game.place == game.home else int(game.options.get(FORUM, game.home)),
            words=words[:2_000],  # characters of a line
            language=language,
        )
        if not id_:
            return "turn", wish, {}
        elsewhere = Text("That button belongs to another game or no longer works.")
        try:
            verb, about, values = self._verbs.read(id_)
        except LookupError:
            raise Unavailable(elsewhere) from None
        if about.get(GAME, viewer.game.id) != viewer.game.id:
            raise Unavailable(elsewhere)
        return verb.name, press_intent(wish.with_target(n=about.get("n")), verb), values

    async def _turns(self, request: web.Request) -> web.StreamResponse:
        """Every turn so far."""
        voice, viewer = await self._voice(request), await self._viewer(request)
        if viewer is None:
            return await self._nobody(request, voice)
        return _html(await self._pages.turns(viewer, voice))

    async def _png(self, request: web.Request) -> web.StreamResponse:
        """A picture by its name, for its own viewers; the current one if it wasn't drawn here."""
        viewer = await self._viewer(request)
        if viewer is None:
            raise web.HTTPForbidden
        what, name = request.match_info["what"], request.match_info["name"]
        drawn = self._pages.pictures.find(viewer.game.id, viewer.seat, name)
        keep = "private, max-age=86400, immutable"
        if drawn is None:
            table, keep = await self._begun(viewer), "no-store"
            own = None if viewer.seat is None else hand_of(table, viewer.seat)
            drawing = own if what == "hand" else board_of(table)
            if drawing is None:
                raise web.HTTPNotFound
            voice = await self._voice(request)
            _, drawn = await self._pages.pictures.draw(viewer.game.id, viewer.seat, drawing, voice)
        headers = {"Cache-Control": keep, "Vary": "Cookie"}
        return web.Response(body=drawn.png, content_type="image/png", headers=headers)

    async def _begun(self, viewer: Viewer) -> Table:
        """The viewer's game. Raises HTTPNotFound if it hasn't started."""
        rows = await self._store.log(viewer.game.id)
        if not has_started(rows):
            raise web.HTTPNotFound
        return await self._tables.at(viewer.game, rows=rows)

    async def _ground(self, request: web.Request) -> web.StreamResponse:
        """The empty board, which never changes: a script cuts moving pieces out of it."""
        viewer = await self._viewer(request)
        if viewer is None:
            raise web.HTTPForbidden
        table, voice = await self._begun(viewer), await self._voice(request)
        if table.game.hosted.artist.ground is None:
            raise web.HTTPNotFound
        drawing = Drawing(renderer.draw_ground, (table.game.hosted, table.view_of(), table.labels))
        _, drawn = await self._pages.pictures.draw(viewer.game.id, None, drawing, voice)
        keep = {"Cache-Control": "private, max-age=3600", "Vary": "Cookie"}
        return web.Response(body=drawn.png, content_type="image/png", headers=keep)

    async def _events(self, request: web.Request) -> web.StreamResponse:
        """Send a table's version after every change."""
        viewer = await self._viewer(request)
        if viewer is None:
            raise web.HTTPForbidden
        response = web.StreamResponse()
        response.content_type = "text/event-stream"
        response.headers["X-Accel-Buffering"] = "no"
        browser = viewer.browser.id if viewer.browser else 0
        who = str(viewer.user) if browser else address(request)
        async with self.hub.watching(
            viewer.game.id, who, viewer.user, browser=browser, spectates=bool(viewer.watch)
        ) as watch:
            await response.prepare(request)
            with suppress(ConnectionError, StoreError):  # the viewer or the database is gone
                async for said in watch.news():
                    if browser:  # check again that it may see the table
                        self._who.ask_again(request)
                        now = await self._viewer(request)
                        if now is None or now.browser is None:
                            break
                    event = b"event: at\ndata: %s\n\n" % said.encode() if said else b": \n\n"
                    await response.write(event)
        return response

    async def _frame(self, request: web.Request) -> web.StreamResponse:
        assert self._activity
        if "frame_id" not in request.query:
            raise web.HTTPNotFound
        return _html(self._activity.page(await self._voice(request)))

    async def _inside(self, request: web.Request) -> web.StreamResponse:
        browser = await self._who.full_browser(request)
        return web.Response(status=204 if browser else 403)

    async def _come_in(self, request: web.Request) -> web.StreamResponse:
        assert self._activity
        voice, form = await self._voice(request), await fields(request, PATIENCE)
        return await self._activity.enter(request, form, voice)

    async def _listed(self, request: web.Request) -> web.StreamResponse:
        assert self._activity
        voice, browser = await self._voice(request), await self._who.full_browser(request)
        if browser is None:
            return self._said(NOBODY, voice, 403)
        asked = request.query.get("channel", "")
        channel = int(asked) if re.fullmatch(r"[0-9]{1,20}", asked) else 0
        return self._page(voice, await self._activity.tables(browser.user, channel, voice))

    async def _viewer(self, request: web.Request) -> Viewer | None:
        game = await self._game(int(request.match_info["game"]))
        if game is None:
            return None
        return await self._who.at(request, game, request.match_info["watch"].removeprefix("-"))

    async def _game(self, id_: int) -> Game | None:
        row, games = await self._store.game(id_), self._tables.games
        return None if row is None or row.kind not in games else games.from_row(row)

    async def _voice(self, request: web.Request) -> Voice:
        """The voice in the reader's chosen language, or their browser's."""
        languages = self._languages
        browser, _ = await self._who.browser(request)
        own = (await self._store.personal(browser.user)).get(LANGUAGE) if browser else ""
        accepted = request.headers.get("Accept-Language", "")[:200]
        asked = re.findall(r"[A-Za-z]{2,3}(?:-[A-Za-z]{2,4})?", accepted)
        known = (language for language in (own, *asked) if language and languages.code_of(language))
        return languages.voice(next(known, languages.language), PAGE)

    def _said(self, text: Text, voice: Voice, status: int) -> web.Response:
        return self._page(voice, el("main", el("p", say(voice, text), role="alert")), status)

    def _page(self, voice: Voice, main: Markup, status: int = 200) -> web.Response:
        return _html(self._pages.frame("Lumbercamp", main, voice), status)


def _html(body: Markup, status: int = 200) -> web.Response:
    return web.Response(text=body, status=status, content_type="text/html")
