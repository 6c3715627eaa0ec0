"""The page's live stream, one websocket per tab, each tab with one person's view; and a websocket
that anyone can write to in order."""

import asyncio
import contextlib
import json
from collections.abc import Callable
from functools import partial
from typing import Any

from aiohttp import web

from sandbox import views
from sandbox.model import Channel, Interaction, Json, Message, Person
from sandbox.permissions import may_see
from sandbox.state import SandboxState


class Socket:
    """A connected websocket. Frames are sent in order."""

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
        """Send an event of the page's stream."""
        self.send(json.dumps({"t": name, **about}))

    async def _write(self) -> None:
        with contextlib.suppress(ConnectionError):
            while True:
                await self.socket.send_str(await self._frames.get())

    async def close(self, code: int) -> None:
        self.hung_up = True
        self._writer.cancel()
        await self.socket.close(code=code)


class Stream:
    """All open tabs."""

    def __init__(self, state: SandboxState) -> None:
        self._state = state
        self._tabs: dict[Socket, str] = {}

    async def connect(self, request: web.Request, person: Person) -> web.WebSocketResponse:
        socket = web.WebSocketResponse(heartbeat=30)
        await socket.prepare(request)
        tab = Socket(socket)
        tab.send_event("hello", views.everything(self._state, person.id))
        self._tabs[tab] = person.id
        try:
            async for _ in socket:
                pass  # tabs only listen
        finally:
            del self._tabs[tab]
            await tab.close(1000)
        return socket

    async def close(self) -> None:
        for tab in list(self._tabs):
            await tab.close(1001)

    def tell(
        self, event: str, about: Json, sees: Callable[[str], bool] = lambda viewer: True
    ) -> None:
        """Send an event to the people who see it."""
        for tab, viewer in self._tabs.items():
            if sees(viewer):
                tab.send_event(event, about)

    def message(self, event: str, it: Message) -> None:
        """Send a message to all its viewers, each with their own view of it."""
        for tab, viewer in self._tabs.items():
            if views.shows(self._state, it, viewer):
                tab.send_event(event, {"message": views.message(self._state, it, viewer)})

    def channel(self, it: Channel) -> None:
        self.tell("channel", {"channel": views.channel(it)}, partial(may_see, it))

    def person(self, it: Person) -> None:
        self.tell("person", {"person": views.person(self._state, it)})

    def interaction(self, it: Interaction) -> None:
        """Send the bot's progress on an act, only to its person."""
        self.tell("interaction", views.interaction(it), it.user.__eq__)
