"""Pictures, moves, static files, and pages for spectators.

A picture is drawn once for all viewers with the same view and language. Its name is a hash of its
content, so a browser may keep it. Only its own viewers get it: otherwise anyone could guess a hand
and check the guess.

`moves` describes the last rows of a log for the script that animates them (`move.js`):
[n, rows]        the row before them, and each of the rows
[n, mine, beats] its number, whether the viewer made it, and the moves, beat by beat
[[what, way]]    simultaneous moves, each with the spots of its way (`renderer/places.py`)

Static files have a hash in their addresses: a browser keeps them for good, and fetches new ones
after an upgrade. Spectators share pages, each made once, so many of them cost players little.
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
    """seat: the viewer's, None: a spectator."""

    game: int
    seat: Seat | None
    name: str


class Pictures:
    """The latest pictures."""

    def __init__(self, most: int = KEPT) -> None:
        self._most, self._size = most, 0
        self._drawn = OrderedDict[Hashable, tuple[Key, Picture]]()  # by the drawing's inputs
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
        """A picture that was drawn lately for this viewer."""
        wanted = self._asked.get(Key(game, seat, name))
        return None if wanted is None else self._drawn[wanted][1]


ROWS: Final = 12


def moves(tables: Tables, table: Table, rows: list[Row], seat: Seat | None) -> str:
    """The public moves of the last rows; empty if nothing moved. seat: the viewer's."""
    before, came = tables.latest(table, rows, ROWS)
    told = [
        (row.n, int(row.seat == seat), beats)
        for row in came
        if (beats := renderer.moves(table.game.hosted, table.public(row.events)))
    ]
    return json.dumps([before, told], separators=(",", ":")) if told else ""


LASTS: Final = 1.0  # seconds for which a page stays valid, as clocks run
MOST: Final = 64  # pages


class Gallery:
    """The latest pages. now: a monotonic clock in seconds."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now, self._making = now, asyncio.Lock()
        self._made = OrderedDict[Hashable, tuple[float, Markup]]()

    async def seen(self, key: Hashable, make: Callable[[], Awaitable[Markup]]) -> Markup:
        """Return a page, made if necessary. key: its inputs."""
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
    """Files in memory. at: the start of their addresses."""

    def __init__(self, files: Mapping[str, bytes], at: str) -> None:
        self._bytes, self._at = files, at
        self._mark = sha256(b"\0".join(files.values())).hexdigest()[:16]

    def address(self, name: str) -> str:
        """The address of a file."""
        return f"{self._at}/{self._mark}/{name}"

    async def serve(self, request: web.Request) -> web.StreamResponse:
        """Serve a file by its name, with any hash: an older page has an older one."""
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
