"""A websocket that is written to from anywhere and keeps the order."""

from __future__ import annotations

import asyncio
import contextlib
import json
from typing import Any

from aiohttp import web

from sandbox.model import Json


class Line:
    """One connected websocket. Frames leave in the order in which they were sent."""

    def __init__(self, socket: web.WebSocketResponse) -> None:
        self.socket = socket
        self.hung_up = False  # by us; then the other side's code is a mere echo
        self._frames: asyncio.Queue[str] = asyncio.Queue()
        self._writer = asyncio.create_task(self._write())

    def send(self, text: str) -> None:
        self._frames.put_nowait(text)

    def send_op(self, op: int, about: Any = None) -> None:
        self.send(json.dumps({"op": op, "d": about}))

    def send_event(self, name: str, about: Json) -> None:
        """An event of the page's stream."""
        self.send(json.dumps({"t": name, **about}))

    async def _write(self) -> None:
        with contextlib.suppress(ConnectionError):
            while True:
                await self.socket.send_str(await self._frames.get())

    async def close(self, code: int) -> None:
        self.hung_up = True
        self._writer.cancel()
        await self.socket.close(code=code)
