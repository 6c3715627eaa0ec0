"""What a page fetches or shares: pictures, moves, static files, and pages for spectators.

A picture is drawn once for all who see the same in the same language. Its name is a hash of its
content, so a browser may keep it. Only the eyes that it was drawn for get it: otherwise anyone
could guess a hand and ask whether the guess is right.

`moves` describes the last rows of a log for the script that animates them (`move.js`):
[n, rows]        the row before them, and each of the rows
[n, mine, beats] its number, whether the viewer made it, and what moved, beat by beat
[[what, way]]    what moves at once, each with the spots of its way (`renderer/places.py`)

Static files have a hash in their addresses: a browser keeps them for good, and asks again after an
upgrade. Spectators share pages, each of which is made once, so many of them cost players little.
"""

from __future__ import annotations

import asyncio
import json
import mimetypes
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Hashable, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Final, NamedTuple

from aiohttp import web

import renderer
from bot.messages.layout import PAINTER, Drawing, beside
from bot.table.table import Table, Tables
from bot.web.markup import Markup
from renderer import Picture
from rules.game import Seat
from rules.voice import Voice
from storage import Row

KEPT: Final = 32_000_000  # bytes


class Key(NamedTuple):
    """seat: whose eyes a picture was drawn for, None: anybody's."""

    game: int
    seat: Seat | None
    name: str


class Pictures:
    """The pictures that were drawn last."""

    def __init__(self, most: int = KEPT) -> None:
        self._most, self._size = most, 0
        self._drawn = OrderedDict[Hashable, tuple[Key, Picture]]()  # by what was to be drawn
        self._asked = dict[Key, Hashable]()

    async def drawn(
        self, game: int, seat: Seat | None, drawing: Drawing, voice: Voice
    ) -> tuple[str, Picture]:
        """A picture, and its name."""
        _, *asked = drawing.asked  # a game has one set of rules
        wanted = game, seat, drawing.draw, *asked, voice.locale, voice.catalogue
        if wanted not in self._drawn:
            picture = await beside(PAINTER, drawing.said, voice)
            name = sha256(picture.png).hexdigest()[:32]
            self._keep(wanted, Key(game, seat, name), picture)
        self._drawn.move_to_end(wanted)
        key, picture = self._drawn[wanted]
        return key.name, picture

    def _keep(self, wanted: Hashable, key: Key, picture: Picture) -> None:
        self._forget(wanted)  # two may have waited for the same
        self._drawn[wanted], self._asked[key] = (key, picture), wanted
        self._size += len(picture.png)
        while self._size > self._most and len(self._drawn) > 1:
            self._forget(next(iter(self._drawn)))

    def _forget(self, wanted: Hashable) -> None:
        if (found := self._drawn.pop(wanted, None)) is not None:
            key, old = found
            self._size -= len(old.png)
            if self._asked.get(key) == wanted:
                del self._asked[key]

    def named(self, game: int, seat: Seat | None, name: str) -> Picture | None:
        """A picture that was drawn lately for these eyes."""
        wanted = self._asked.get(Key(game, seat, name))
        return None if wanted is None else self._drawn[wanted][1]


ROWS: Final = 12


def moves(tables: Tables, table: Table, rows: list[Row], seat: Seat | None) -> str:
    """As everybody may know it; empty where nothing moved. seat: of whoever looks."""
    before, came = tables.latest(table, rows, ROWS)
    told = [
        (row.n, int(row.seat == seat), beats)
        for row in came
        if (beats := renderer.moves(table.game.hosted, table.public(row.events)))
    ]
    return json.dumps([before, told], separators=(",", ":")) if told else ""


LASTS: Final = 1.0  # seconds for which a page is good, as clocks go on
MOST: Final = 64  # pages


class Gallery:
    """The pages that were made last. now: seconds that only ever grow."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now, self._making = now, asyncio.Lock()
        self._made = OrderedDict[Hashable, tuple[float, Markup]]()

    async def seen(self, key: Hashable, make: Callable[[], Awaitable[Markup]]) -> Markup:
        """A page, which is made where there is none. key: what it is made of."""
        async with self._making:
            at, page = self._made.get(key, (-LASTS, Markup()))
            if at + LASTS <= self._now():
                page = await make()
                self._made[key] = self._now(), page
                self._made.move_to_end(key)
            while len(self._made) > MOST:
                self._made.popitem(last=False)
            return page


FOLDER: Final = Path(__file__).parent / "static"
STATIC: Final = {path.name: path.read_bytes() for path in sorted(FOLDER.iterdir())}
FOR_GOOD: Final = "public, max-age=31536000, immutable"


class Files:
    """Files that were read once. at: the beginning of their addresses."""

    def __init__(self, files: Mapping[str, bytes], at: str) -> None:
        self._bytes, self._at = files, at
        self._mark = sha256(b"\0".join(files.values())).hexdigest()[:16]

    def address(self, name: str) -> str:
        """Where a file is asked for."""
        return f"{self._at}/{self._mark}/{name}"

    async def serve(self, request: web.Request) -> web.StreamResponse:
        """A file by its name, whatever stands for the hash: an older page asks by an older one."""
        name = request.match_info["name"]
        if name not in self._bytes:
            raise web.HTTPNotFound
        kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
        current = request.match_info["mark"] == self._mark
        keep = FOR_GOOD if current else "no-cache"
        return web.Response(
            body=self._bytes[name],
            content_type="text/javascript" if name.endswith((".js", ".mjs")) else kind,
            headers={"Cache-Control": keep},
        )
