"""A person at the sandbox who is a program: the acts of the page, as methods.

async with guests(world.address) as people:
    ann = people["Ann"]
    await ann.slash("games", "logger start", players=3)
    await ann.event("message")
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable
from typing import Any

import aiohttp

from sandbox.model import Json
from tests.patience import PATIENCE


class Guest:
    """One person. Channels are named by name or id; a refused act raises `GuestError`.

    A guest listens before acting, and so hears every effect of an act. Others' effects are heard
    only by guests who listened before.
    """

    def __init__(self, session: aiohttp.ClientSession, person: Json, channels: list[Json]) -> None:
        self.id: str = person["id"]
        self.name: str = person["global_name"]
        self.events: list[Json] = []  # everything the stream has told so far
        self._session = session
        self._channels: dict[str, str] = {each["name"]: each["id"] for each in channels}
        self._news = asyncio.Event()
        self._listener: asyncio.Task[None] | None = None
        self._opening = asyncio.Lock()  # two acts at once open one stream

    # -- acts

    async def say(
        self, channel: str, content: str, *, reply_to: str | None = None, ping: bool = True
    ) -> Json:
        asked = {"content": content, "reply_to": reply_to, "ping": ping}
        return await self._message("say", channel, **asked)

    async def edit(self, channel: str, message: str, content: str) -> Json:
        return await self._message("edit", channel, message=message, content=content)

    async def delete(self, channel: str, message: str) -> None:
        await self.act("delete", channel=self.place(channel), message=message)

    async def slash(self, channel: str, command: str, **options: Any) -> str:
        """The id of the interaction."""
        asked = {"command": command, "options": options}
        return await self._interaction("slash", channel=self.place(channel), **asked)

    async def complete(
        self, channel: str, command: str, focused: str, **options: Any
    ) -> list[Json]:
        place = self.place(channel)
        asked = {"channel": place, "command": command, "options": options, "focused": focused}
        choices: list[Json] = (await self.act("complete", **asked))["choices"]
        return choices

    async def press(self, message: Json, custom_id: str, *values: str) -> str:
        """Press a button of a message, or choose values in a select; the interaction's id."""
        asked = {"message": message["id"], "custom_id": custom_id, "values": list(values)}
        return await self._interaction("press", channel=message["channel_id"], **asked)

    async def fill_in(self, interaction: str, **values: str) -> str:
        """Send the form with which an interaction was answered, once it is; the new one's id."""
        await self.event("interaction", lambda e: e["id"] == interaction and e.get("form"))
        return await self._interaction("submit", interaction=interaction, values=values)

    async def dm(self) -> str:
        """The id of the private channel with the bot."""
        channel: str = (await self.act("dm"))["channel"]["id"]
        return channel

    async def history(self, channel: str, **part: int) -> list[Json]:
        """What they see there, oldest first; part: `before` which id, and how many (`limit`)."""
        query: dict[str, str | int] = {"as": self.id, "channel": self.place(channel), **part}
        async with self._session.get("/people/history", params=query) as answer:
            messages: list[Json] = (await _read(answer))["messages"]
            return messages

    async def again(self, message: Json) -> Json:
        """A message as it is now."""
        after = int(message["id"]) + 1
        (now,) = await self.history(message["channel_id"], before=after, limit=1)
        assert now["id"] == message["id"]
        return now

    async def act(self, name: str, /, **asked: Any) -> Json:
        """Any act of the people's API, also those of administration."""
        async with self._session.post(f"/people/{name}", json={"as": self.id, **asked}) as answer:
            return await _read(answer)

    def place(self, channel: str) -> str:
        return self._channels.get(channel, channel)

    async def _message(self, act: str, channel: str, **asked: Any) -> Json:
        await self.listen()
        message: Json = (await self.act(act, channel=self.place(channel), **asked))["message"]
        return message

    async def _interaction(self, act: str, **asked: Any) -> str:
        await self.listen()
        interaction: str = (await self.act(act, **asked))["interaction"]
        return interaction

    # -- the stream

    async def listen(self) -> None:
        """Open the stream; from now on `events` grows."""
        async with self._opening:
            if self._listener is None:
                socket = await self._session.ws_connect("/people/stream", params={"as": self.id})
                self._listener = asyncio.create_task(self._hear(socket))
                await self.event("hello")

    async def event(self, kind: str, which: Callable[[Json], Any] = bool) -> Json:
        """The first event of a kind for which `which` holds, waiting for it if need be. Only events
        since they listen are known: to begin now could be too late."""
        assert self._listener is not None, f"{self.name} has to listen before"
        async with asyncio.timeout(PATIENCE):
            while True:
                for event in self.events:
                    if event["t"] == kind and which(event):
                        return event
                self._news.clear()
                await self._news.wait()

    async def message(self, which: Callable[[Json], Any] = bool) -> Json:
        """The first message for which `which` holds, as it was written."""
        event = await self.event("message", lambda e: which(e["message"]))
        message: Json = event["message"]
        return message

    async def outcome(self, interaction: str, *states: str) -> Json:
        """The event by which an interaction reaches one of the states; "done" by default."""
        wanted = states or ("done",)
        return await self.event(
            "interaction", lambda e: e["id"] == interaction and e["state"] in wanted
        )

    async def _hear(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        async with socket:
            async for frame in socket:
                self.events.append(frame.json())
                self._news.set()

    async def leave(self) -> None:
        if self._listener is not None:
            self._listener.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._listener


class GuestError(Exception):
    """The sandbox's sentence about an act that was refused; `status` is the HTTP status."""

    def __init__(self, status: int, sentence: str) -> None:
        super().__init__(sentence)
        self.status = status


async def _read(answer: aiohttp.ClientResponse) -> Json:
    body: Json = await answer.json()
    if answer.status != 200:
        raise GuestError(answer.status, body["error"])
    return body


@contextlib.asynccontextmanager
async def guests(address: str) -> AsyncIterator[dict[str, Guest]]:
    """Everybody at the sandbox, by name."""
    async with aiohttp.ClientSession(address) as session:
        async with session.get("/people") as answer:
            start = await _read(answer)
        people = [Guest(session, each, start["channels"]) for each in start["people"]]
        try:
            yield {each.name: each for each in people}
        finally:
            for each in people:
                await each.leave()
