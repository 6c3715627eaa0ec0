"""People at a sandbox who are programs: the acts of its page, as methods.

async with guests(world.address) as people:
    ann = people["Ann"]
    told = await ann.answer(await ann.slash("games", "logger start", players=3))
    await ann.message(lambda m: "is looking for" in m.text)
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable, Iterable
from typing import Any

import aiohttp

from sandbox.model import Json
from tests.acting import SIX, Person
from tests.patience import PATIENCE


class Seen(dict[str, Any]):
    """A message, as somebody sees it. Empty: there is none."""

    @property
    def text(self) -> str:
        return str(self.get("content", ""))

    @property
    def file(self) -> str:
        """The name of its first file."""
        return "".join(str(each["filename"]) for each in self.get("attachments", ())[:1])

    @property
    def buttons(self) -> list[Json]:
        """Its buttons and menus, from the top."""
        return [each for row in self.get("components", ()) for each in row["components"]]

    @property
    def labels(self) -> list[str]:
        return [each["label"] for each in self.buttons if "label" in each]

    def offer(self, word: str) -> tuple[str, ...]:
        """What to press for a word: a menu's id and the choice, or the id of a button."""
        for each in self.buttons:
            if word in [choice["value"] for choice in each.get("options", ())]:
                return each["custom_id"], word
            if word == each.get("label", "").casefold():
                return (each["custom_id"],)
        return ()

    @property
    def under(self) -> str:
        """The id of the message that it replies to."""
        return str((self.get("message_reference") or {}).get("message_id", ""))

    def answers(self, interaction: str) -> bool:
        return bool((self.get("interaction_metadata") or {}).get("id") == interaction)


class Guest:
    """One person. Channels are named by name or id; a refused act raises `GuestError`.

    A guest listens before acting, and so hears every effect of an act. Others' effects are heard
    only by guests who listened before.
    """

    def __init__(
        self, session: aiohttp.ClientSession, person: Json, channels: dict[str, str]
    ) -> None:
        self.id: str = person["id"]
        self.name: str = person["global_name"]
        self.events: list[Json] = []  # everything the stream has told so far
        self.shown: dict[str, Seen] = {}  # messages since they listen, as they are now, by id
        self._session, self._channels = session, channels  # ids of channels by their names
        self._answers: dict[str, str] = {}  # by interaction, the message that answered it first
        self._pressed: dict[str, Seen] = {}  # what a press was under, as it was then
        self._news = asyncio.Event()
        self._listener: asyncio.Task[None] | None = None
        self._opening = asyncio.Lock()  # two acts at once open one stream

    @property
    def person(self) -> Person:
        others = Person(int(self.id), self.name)
        return next((each for each in SIX if each.name == self.name), others)

    async def meet(self, name: str) -> Guest:
        """Somebody who is new on the server."""
        newcomer = (await self.act("add", name=name))["person"]
        return Guest(self._session, newcomer, self._channels)

    # -- acts

    async def say(
        self, channel: str, content: str, *, reply_to: str | None = None, ping: bool = True
    ) -> Seen:
        asked = {"content": content, "reply_to": reply_to, "ping": ping}
        return await self._message("say", channel, **asked)

    async def edit(self, channel: str, message: str, content: str) -> Seen:
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

    async def press(self, message: Json, button: str, *values: str) -> str:
        """Press a button by its label or id, or choose values in a select; the interaction's id."""
        ids = {b["label"]: b["custom_id"] for b in Seen(message).buttons if "label" in b}
        asked = {"message": message["id"], "custom_id": ids.get(button, button)}
        where = message["channel_id"]
        pressed = await self._interaction("press", channel=where, values=[*values], **asked)
        self._pressed[pressed] = Seen(message)
        return pressed

    async def fill_in(self, interaction: str, **values: str) -> str:
        """Send the form with which an interaction was answered, once it is; the new one's id."""
        await self.event("interaction", lambda e: e["id"] == interaction and e.get("form"))
        return await self._interaction("submit", interaction=interaction, values=values)

    async def dm(self) -> str:
        """The id of the private channel with the bot."""
        channel: str = (await self.act("dm"))["channel"]["id"]
        return channel

    async def history(self, channel: str) -> list[Seen]:
        """What they see there, oldest first."""
        query = {"as": self.id, "channel": self.place(channel)}
        async with self._session.get("/people/history", params=query) as answer:
            return [*map(Seen, (await _read(answer))["messages"])]

    async def act(self, name: str, /, **asked: Any) -> Json:
        """Any act of the people's API, also those of administration."""
        async with self._session.post(f"/people/{name}", json={"as": self.id, **asked}) as answer:
            return await _read(answer)

    def place(self, channel: str) -> str:
        return self._channels.get(channel, channel)

    async def _message(self, act: str, channel: str, **asked: Any) -> Seen:
        await self.listen()
        return Seen((await self.act(act, channel=self.place(channel), **asked))["message"])

    async def _interaction(self, act: str, **asked: Any) -> str:
        await self.listen()
        interaction: str = (await self.act(act, **asked))["interaction"]
        return interaction

    # -- what they are shown

    async def listen(self) -> None:
        """Open the stream; from now on `events` and `shown` grow."""
        async with self._opening:
            if self._listener is None:
                socket = await self._session.ws_connect("/people/stream", params={"as": self.id})
                self._listener = asyncio.create_task(self._hear(socket))
                await self.event("hello")

    async def event(self, kind: str, which: Callable[[Json], Any] = bool) -> Json:
        """The first event of a kind for which `which` holds, waiting for it if need be. Only events
        since they listen are known: to begin now could be too late."""
        assert self._listener is not None, f"{self.name} has to listen before"
        return await self._first(
            lambda: (each for each in self.events if each["t"] == kind and which(each))
        )

    async def message(self, which: Callable[[Seen], Any] = bool) -> Seen:
        """The first message for which `which` holds, as it was written."""
        event = await self.event("message", lambda e: which(Seen(e["message"])))
        return Seen(event["message"])

    async def outcome(self, interaction: str, *states: str) -> Json:
        """The event by which an interaction reaches one of the states; "done" by default."""
        named = states or ("done",)
        return await self.event(
            "interaction", lambda e: e["id"] == interaction and e["state"] in named
        )

    async def answer(self, interaction: str) -> Seen:
        """The bot's answer to an act: a message, or the panel under which they have pressed, once
        it has changed."""
        await self.outcome(interaction)
        if interaction in self._answers:
            return self.shown[self._answers[interaction]]
        before = self._pressed[interaction]

        def changed() -> Iterable[Seen]:
            now = self.shown.get(before["id"], before)
            differs = (now.text, now.buttons) != (before.text, before.buttons)
            return [now] if differs else []

        return Seen(await self._first(changed))

    async def newest(self, channel: str, which: Callable[[Seen], Any]) -> Seen:
        """The last message there, as they see it, for which `which` holds."""
        there = await self.history(channel)
        found = [each for each in there if which(each)]
        assert found, f"{self.name} sees no such message among {[each.text for each in there]}"
        return found[-1]

    async def _first(self, found: Callable[[], Iterable[Json]]) -> Json:
        """The first that is found, looking again at each event."""
        async with asyncio.timeout(PATIENCE):
            while True:
                for each in found():
                    return each
                self._news.clear()
                await self._news.wait()

    async def _hear(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        async with socket:
            async for frame in socket:
                event = frame.json()
                self.events.append(event)
                if event["t"] in ("message", "message_edit"):
                    shown = self.shown[event["message"]["id"]] = Seen(event["message"])
                    if about := shown.get("interaction_metadata"):
                        self._answers.setdefault(about["id"], shown["id"])
                elif event["t"] == "message_delete":
                    self.shown.pop(event["message"], None)
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
        channels = {each["name"]: each["id"] for each in start["channels"]}
        people = (Guest(session, each, channels) for each in start["people"])
        named = {each.name: each for each in people}
        try:
            yield named
        finally:
            for each in named.values():
                await each.leave()
