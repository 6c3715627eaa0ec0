"""Pictures, moves, static files, and pages that spectators share. Names have a hash of the content,
so a browser may keep them. Only a picture's own viewers get it: otherwise anyone could guess a hand
and check the guess."""

import asyncio
import json
import mimetypes
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Hashable, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from aiohttp import web

import renderer
from bot.messages.layout import PAINTER, Drawing, run_in_thread
from bot.table.table import Table, Tables
from bot.web.markup import Markup
from renderer import Picture
from rules.game import Seat
from rules.voice import Voice
from storage import Row


class Pictures:
    """The latest pictures, each drawn once for all viewers who see the same. most: bytes."""

    def __init__(self, most: int = 32_000_000) -> None:
        self._most = most
        # By game, seat (None: a spectator), and the drawing's inputs.
        self._drawn = OrderedDict[tuple[Any, ...], tuple[str, Picture]]()

    async def draw(
        self, game: int, seat: Seat | None, drawing: Drawing, voice: Voice
    ) -> tuple[str, Picture]:
        """A picture, and its name."""
        _, *asked = drawing.asked  # a game has one set of rules
        wanted = game, seat, drawing.draw, *asked, voice.locale, voice.catalogue
        if wanted not in self._drawn:
            picture = await run_in_thread(PAINTER, drawing.draw_in, voice)
            self._drawn[wanted] = sha256(picture.png).hexdigest()[:32], picture
        self._drawn.move_to_end(wanted)
        size = sum(len(picture.png) for _, picture in self._drawn.values())
        while size > self._most and len(self._drawn) > 1:
            _, (_, old) = self._drawn.popitem(last=False)
            size -= len(old.png)
        return self._drawn[wanted]

    def find(self, game: int, seat: Seat | None, name: str) -> Picture | None:
        """A picture that was drawn lately for this viewer."""
        viewers = (found for of, found in self._drawn.items() if of[:2] == (game, seat))
        return next((picture for called, picture in viewers if called == name), None)


def moves(tables: Tables, table: Table, rows: list[Row], seat: Seat | None) -> str:
    """The public moves of the last rows, for the script that animates them (move.js); empty if
    nothing moved. seat: the viewer's.

    [n, rows]         the row before them, and each of the rows
    [n, mine, beats]  its number, whether the viewer made it, and the moves, beat by beat
    [[what, way]]     simultaneous moves, each with the spots of its way (renderer/places.py)"""
    before, came = tables.latest(table, rows, 12)
    told = [
        (row.n, int(row.seat == seat), beats)
        for row in came
        if (beats := renderer.moves(table.game.hosted, table.public(row.events)))
    ]
    return json.dumps([before, told], separators=(",", ":")) if told else ""


LASTS: Final = 1.0  # seconds for which a page stays valid, as clocks run


class Gallery:
    """The latest pages. now: a monotonic clock in seconds."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now, self._making = now, asyncio.Lock()
        self._made = OrderedDict[Hashable, tuple[float, Markup]]()

    async def page_of(self, key: Hashable, make: Callable[[], Awaitable[Markup]]) -> Markup:
        """Return a page, made if necessary. key: its inputs."""
        async with self._making:
            at, page = self._made.get(key, (-LASTS, Markup()))
            if at + LASTS <= self._now():
                page = await make()
                self._made[key] = self._now(), page
                self._made.move_to_end(key)
            while len(self._made) > 64:
                self._made.popitem(last=False)
            return page


FOLDER: Final = Path(__file__).parent / "static"
STATIC: Final = {path.name: path.read_bytes() for path in sorted(FOLDER.iterdir())}


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
        keep = "public, max-age=31536000, immutable" if current else "no-cache"
        return web.Response(
            body=self._bytes[name],
            content_type="text/javascript" if name.endswith((".js", ".mjs")) else kind,
            headers={"Cache-Control": keep},
        )
