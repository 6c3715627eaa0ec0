"""The pages over a core, and browsers that are programs: they send forms as HTML has them."""

import asyncio
import re
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from functools import cached_property
from html.parser import HTMLParser
from typing import Any
from urllib.parse import urlsplit

import aiohttp

from bot.features.registry import every_feature
from bot.features.verbs import Verbs
from bot.messages.boundary import answer_to
from bot.table.settings import Hosting
from bot.web.server import Web
from tests.acting import Person
from tests.bot.core import Core
from tests.patience import PATIENCE

AGENT = "Mozilla/5.0 (Android 14; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0"


@dataclass
class Button:
    """A button of a page, with the fields of its form."""

    label: str
    action: str
    fields: dict[str, str]
    data: dict[str, str]
    off: bool


class Page(HTMLParser):
    """A page as a program reads it. A tag that isn't closed as it was opened is our mistake."""

    EMPTY = ("meta", "link", "img", "input", "br", "!doctype")

    def __init__(self, html: str) -> None:
        super().__init__()
        self.html, self.text = html, ""
        self.buttons: list[Button] = []
        self.images: list[dict[str, str]] = []
        self._open: list[str] = []
        self._form: dict[str, str] = {}
        self._action = ""
        self.feed(html)
        assert not self._open, self._open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag not in self.EMPTY:
            self._open.append(tag)
        if tag == "form":
            self._form, self._action = {}, given["action"]
        if tag == "input" and given.get("type") == "hidden":
            self._form[given["name"]] = given["value"]
        if tag == "img":
            self.images.append(given)
        if tag == "button":
            sent = {given["name"]: given["value"]} if "name" in given else {}
            data = {name: value for name, value in given.items() if name.startswith("data-")}
            fields = self._form | sent
            self.buttons.append(Button("", self._action, fields, data, "disabled" in given))

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop() == tag, tag

    def handle_data(self, data: str) -> None:
        self.text += data
        if "button" in self._open:
            self.buttons[-1].label += data

    def button(self, label: str) -> Button:
        return next(each for each in self.buttons if label in each.label and not each.off)

    @property
    def words(self) -> list[str]:
        return [b.data["data-word"] for b in self.buttons if "data-word" in b.data and not b.off]

    def word(self, word: str) -> Button:
        return next(b for b in self.buttons if b.data.get("data-word") == word)


@dataclass
class Answer:
    status: int
    headers: Any
    body: bytes

    @cached_property
    def page(self) -> Page:
        return Page(self.body.decode())


@dataclass
class Surfer:
    house: "House"
    session: aiohttp.ClientSession
    last: Answer = field(default_factory=lambda: Answer(0, {}, b""))

    @property
    def page(self) -> Page:
        return self.last.page

    async def get(self, address: str, **headers: str) -> Answer:
        return await self._asked("GET", address, headers={"User-Agent": AGENT} | headers)

    async def post(self, address: str, fields: dict[str, str], **headers: str) -> Answer:
        """A form, sent as our own pages send it unless the headers say otherwise."""
        sent = {"User-Agent": AGENT, "Origin": self.house.address} | headers
        named = {name.replace("_", "-"): value for name, value in sent.items() if value}
        return await self._asked("POST", address, data=fields, headers=named)

    async def _asked(self, method: str, address: str, **asked: Any) -> Answer:
        whole = address if address.startswith("http") else self.house.address + address
        async with self.session.request(method, whole, **asked) as answer:
            self.last = Answer(answer.status, answer.headers, await answer.read())
            return self.last

    async def press(self, button: Button, **more: str) -> Answer:
        return await self.post(button.action, button.fields | more)

    async def enters(self, link: str) -> Answer:
        await self.get(link)
        return await self.press(self.page.buttons[0])


@dataclass
class House:
    core: Core
    web: Web
    verbs: Verbs
    address: str
    reached: str
    presence: Any = None

    @asynccontextmanager
    async def browser(self) -> AsyncIterator[Surfer]:
        """One in which nobody was let in."""
        patience = aiohttp.ClientTimeout(total=PATIENCE)
        jar = aiohttp.CookieJar(unsafe=True)  # of an address that is a number
        async with aiohttp.ClientSession(cookie_jar=jar, timeout=patience) as session:
            yield Surfer(self, session)

    async def link(self, who: Person, game: int = 1, *, watches: bool = False) -> str:
        """The link from Open Board; watches: the one for spectators."""
        wish = self.core.wish(who, game=game)
        said = await answer_to(self.verbs.do("browse", wish))
        found = re.search(r"http\S+?/t/\d+-[\w-]{22}" if watches else r"http[^\s>]+", said.text)
        assert found is not None, said.text
        return found[0]

    async def answers(self, said: bytes) -> bytes:
        reader, writer = await asyncio.open_connection("127.0.0.1", urlsplit(self.reached).port)
        writer.write(said)
        answer = b""
        async with asyncio.timeout(PATIENCE):
            with suppress(ConnectionError):  # it hung up while there was more to read
                while part := await reader.read(65_536):
                    answer += part
        writer.close()
        return answer

    @asynccontextmanager
    async def of(self, who: Person, game: int = 1) -> AsyncIterator[Surfer]:
        async with self.browser() as surfer:
            await surfer.enters(await self.link(who, game))
            assert surfer.last.status == 200, surfer.last
            yield surfer


@asynccontextmanager
async def opened(
    core: Core,
    presence: Any = None,
    *,
    before: Callable[[int], str] | None = None,
    signs_in: Any = None,
    port: int = 0,
) -> AsyncIterator[House]:
    """The pages of a core, on a port of this machine. presence: the people in its Activity; before:
    the address for people, in place of that port."""
    with socket.socket() as listening:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(("127.0.0.1", port))
        port = listening.getsockname()[1]
        reached = f"http://127.0.0.1:{port}"
        address = before(port) if before else reached
        services = core.services
        services.hosting = Hosting(boards_at=address)
        verbs = Verbs(every_feature(services), core.turns)
        web = Web(services, verbs, address, presence, signs_in)
        async with web.serve(listening):
            yield House(core, web, verbs, address, reached, presence)


async def told(lines: asyncio.StreamReader | aiohttp.StreamReader) -> str:
    """The next thing that a stream says."""
    while not (line := (await lines.readline()).decode()).startswith("data: "):
        assert line, "the stream has ended"
    return line.removeprefix("data: ").strip()
