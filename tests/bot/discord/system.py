"""The whole system: sandbox, real client, real store, and people who act as in the page.

running_system(folder) ── world    the sandbox, in this process; every request of the bot is judged
                       ├─ bot      Lumbercamp on discord.py, counting handled events
                       └─ people   Ann, Ben, Cy and Dee, and later arrivals
"""

import asyncio
import contextlib
import logging
import os
import time
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from typing import Any, cast

import aiohttp
import discord

import sandbox
from bot.app import HOSTED, App
from bot.features.registry import Factory
from bot.messages.languages import ENGLISH_ALONE
from bot.table.computers import Mind
from bot.table.game import Game
from sandbox import World, interactions, views
from sandbox.limits import MessageForm
from sandbox.model import BOT_ID, COMMAND_RUN, COMPONENT, Message, Person
from storage import Store
from tests.bot.core import drain
from tests.bot.discord.watching import Faults, Witness, is_there, until
from tests.bot.minds import QuickMind
from tests.guest import Guest, guests
from tests.sandbox.openapi import judge
from tests.storage.samples import waiting
from tests.stores import STORES

Json = dict[str, Any]

ROBOT = "1200000000000000901"  # another bot


class System:
    """Everything there is, and how a test acts and looks."""

    app: App[Witness]
    bot: Witness

    def __init__(self, world: World, people: dict[str, Guest], folder: Path) -> None:
        self.world, self.people, self.folder = world, people, folder
        self.faults = Faults()
        self.message_content, self.games = True, HOSTED
        self.features: Sequence[Factory] = ()
        self.languages = ENGLISH_ALONE
        self.mind: Mind = QuickMind()
        self.ahead = 0.0  # seconds that the bot's clock is ahead of this machine's
        self._line: asyncio.Task[None] | None = None
        self._pictured: dict[str, str] = {}
        add = world.add

        def noted(thing: Any) -> None:
            add(thing)
            if isinstance(thing, Message) and thing.attachments and thing.author == BOT_ID:
                name = thing.attachments[0]["filename"]
                if thing.only is None and name[0].isupper() and "-lobby" not in name:
                    self._pictured[thing.id] = name

        world.add = noted  # type: ignore[method-assign]

    @property
    def store(self) -> Store:
        return self.app.store

    # -- the bot

    async def start(self) -> None:
        """Start the bot, or start it again."""
        store = await STORES.open(self.folder / "games.db", self.now)
        plain = self.message_content
        self.app = App(
            store,
            Witness,
            games=self.games,
            features=self.features,
            now=self.now,
            languages=self.languages,
            message_content=plain,
            mind=self.mind,
            reviewer=self.mind,
        )
        self.bot = self.app.client
        try:
            await self.bot.login(self.world.token)
        except discord.LoginFailure:
            await self.bot.close()
            await self.store.close()
            raise
        self._line = asyncio.create_task(self.bot.connect())
        await until(lambda: is_there(self.bot))

    async def stop(self) -> None:
        """Stop the bot as SIGTERM does."""
        if self._line is not None:
            await self.bot.close()
            await asyncio.gather(self._line, return_exceptions=True)
            await self.store.close()
            self._line = None

    async def kill(self) -> None:
        """End the bot like SIGKILL: restore the database from disk, and send nothing more to
        Discord."""
        there, known = self.folder.glob("games.db*"), len(self.faults.seen)
        disk = {path: path.read_bytes() for path in there if not path.name.endswith("-shm")}
        await self.bot.http.close()
        await self.stop()
        del self.faults.seen[known:]  # the last words of the dead one
        for path in self.folder.glob("games.db*"):
            path.unlink()
        for path, content in disk.items():
            path.write_bytes(content)

    async def restart(self) -> None:
        await self.stop()
        await self.start()

    def now(self) -> float:
        """The bot's present time."""
        return time.time() + self.ahead

    def pass_time(self, seconds: float) -> None:
        """Let time pass, and do everything that is due at once."""
        self.ahead += seconds
        self.app.clock.wake()

    # -- acts; each returns the bot's answer

    async def slash(self, who: str, channel: str, command: str, **options: Any) -> Json:
        """Send a command; return the private answer."""
        return await self.answer(who, await self.people[who].slash(channel, command, **options))

    async def press(self, who: str, message: Json, label: str) -> Json:
        """Press a button by its label; return the private answer."""
        pressed = await self.people[who].press(message, button(message, label))
        return await self.answer(who, pressed)

    async def slash_anyway(self, who: str, channel: str, command: str, **options: Any) -> Json:
        """Send a command with any options and rights, by a client without checks; of /logger,
        unless a group is given."""
        *groups, name = command.split()
        world, kinds = self.world, {bool: 5, int: 4, str: 3}
        registered = next(c for c in world.commands if c["name"] == (groups or ["logger"])[0])
        said = [{"type": kinds[type(v)], "name": n, "value": v} for n, v in options.items()]
        parts: list[Json] = [{"type": 1, "name": name, "options": said}]
        for group in groups[:0:-1]:
            parts = [{"type": 2, "name": group, "options": parts}]
        person, place = world.people[self.people[who].id], world.channels[self.id(channel)]
        run: Json = {
            "id": registered["id"],
            "name": registered["name"],
            "type": 1,
            "options": parts,
        }
        it = interactions.begin(world, person, place, COMMAND_RUN, run)
        return await self.answer(who, it.id)

    async def press_anyway(self, who: str, under: Json, id_: str) -> Json:
        """Press a button that isn't under that message, by a client without checks."""
        world, place = self.world, self.world.channels[under["channel_id"]]
        data: Json = {"custom_id": id_, "component_type": 2, "id": 1}
        message, person = world.messages[place.id][under["id"]], world.people[self.people[who].id]
        forged: Json = {"type": 2, "style": 1, "label": "Forged", "custom_id": id_, "id": 1}
        real, message.components = message.components, [{"type": 1, "components": [forged]}]
        it = interactions.begin(world, person, place, COMPONENT, data, message)
        message.components = real
        return await self.answer(who, it.id)

    async def may(self, who: str, *rights: str) -> None:
        """Give someone further rights on the server. None: the rights of everyone."""
        await self.people[who].act("rights", may=list(rights))

    async def answer(self, who: str, interaction: str) -> Json:
        guest = self.people[who]
        await guest.outcome(interaction)
        it = self.world.interactions[interaction]
        answer = self.world.messages[it.channel][it.original or ""]
        if it.original == it.message:  # the answer replaces the panel
            before = it.payload["message"]["content"]
            await until(lambda: answer.content != before)
        return views.message(self.world, answer, guest.id)

    async def say(self, who: str, channel: str, text: str, **more: Any) -> str:
        """A message; the text of the bot's answer under it once it is dealt with, "" if none."""
        said = await self.people[who].say(channel, text, **more)
        return await self.under(said["id"], channel)

    async def say_as_robot(self, channel: str, text: str) -> str:
        """The same of another bot, which there is no door for at the page."""
        world = self.world
        if ROBOT not in world.people:
            world.add(Person(ROBOT, "robot", "Robot", world.clock.stamp(), [], bot=True))
        place = world.channels[self.id(channel)]
        said = world.post(place, world.people[ROBOT], MessageForm({"content": text}))
        return await self.under(said.id, channel)

    async def under(self, message: str, channel: str) -> str:
        """The bot's answer under a message, once it's done. A board isn't an answer."""
        await until(lambda: self.bot.done_with[message])
        under = [m for m in self.seen(channel) if replied_to(m) == message]
        return "\n".join(m["content"] for m in under if m["id"] not in self._pictured)

    async def newcomer(self, name: str) -> None:
        """One more person, known by that name here."""
        ann = self.people["Ann"]
        person = (await ann.act("add", name=name))["person"]
        channels = [{"name": c.name, "id": c.id} for c in self.world.channels.values()]
        session = aiohttp.ClientSession(self.world.address)
        self.people[name] = Guest(session, person, channels)

    async def lacking(self, *rights: str, channel: str | None = None) -> None:
        """Take rights from the bot; none of them: give all back."""
        place = {"channel": self.id(channel)} if channel else {}
        await self.people["Ann"].act("permissions", deny=list(rights), **place)

    # -- looking

    def id(self, channel: str) -> str:
        return self.people["Ann"].place(channel)

    async def game(self, channel: str) -> Game:
        """The game that is, or was last, in a channel."""
        found = await self.store.game_in_channel(int(self.id(channel)))
        assert found is not None
        return self.games.from_row(found)

    async def mover(self, channel: str) -> str:
        """Whose turn it is, by name, as soon as the game has begun."""

        async def begun() -> bool:
            return (await self.game(channel)).status != "lobby"

        await until(begun)
        game = await self.game(channel)
        assert game.on_turn is not None
        user = str(game.sitters[game.on_turn].user)
        return next(name for name, guest in self.people.items() if guest.id == user)

    async def until_called(self, channel: str) -> None:
        """Wait until it is a player's turn."""

        async def called() -> bool:
            return (await self.game(channel)).on_turn is not None

        await until(called)

    async def quiet(self) -> None:
        """Wait until every commit has been posted and old boards are retired."""
        await until(self._all_told)
        await drain(self.app.outbox)

    async def _all_told(self) -> bool:
        return not await waiting(self.store)

    async def post(self, channel: str, kind: str = "turn") -> Json:
        """The newest post of a kind about the game in a channel, once all posts are out."""
        await self.quiet()
        post = await self.store.latest((await self.game(channel)).id, kind)
        assert post is not None
        place = self.id("games") if kind == "lobby" else self.id(channel)
        return next(m for m in self.seen(place) if m["id"] == str(post.message))

    def seen(self, channel: str) -> list[Json]:
        """The bot's public messages in a channel, oldest first."""
        ann = self.people["Ann"].id
        there = [*self.world.messages[self.id(channel)].values()]
        mine = [m for m in there if m.author == BOT_ID and m.only is None]
        return [views.message(self.world, m, ann) for m in mine]

    def boards(self, channel: str) -> list[Json]:
        """The boards there, oldest first, even if only a line is left."""
        return [m for m in self.seen(channel) if m["id"] in self._pictured]

    def pictures(self, channel: str) -> list[str]:
        """The files with which they were posted."""
        return [self._pictured[board["id"]] for board in self.boards(channel)]

    async def letter(self, who: str) -> str:
        """The last direct message to someone, once there is one."""
        await until(lambda: self._letters(who))
        return str(self._letters(who)[-1]["content"])

    def _letters(self, who: str) -> list[Json]:
        owner = self.people[who].id
        places = [c.id for c in self.world.channels.values() if c.is_private and c.owner == owner]
        return [message for place in places for message in self.seen(place)]

    def pinged(self, message: Json) -> list[str]:
        """The names of the people whom a message has notified."""
        pings = self.world.messages[message["channel_id"]][message["id"]].pings
        return sorted(name for name, guest in self.people.items() if guest.id in pings)

    # -- the usual beginning

    async def begin(self, *names: str, channel: str = "games") -> Json:
        """Begin a game of these people, all seats taken; return the post for its first turn."""
        await self.slash(names[0], channel, "logger start", players=len(names))
        for name in names[1:]:
            await self.slash(name, channel, "games join")
        return await self.post(channel)

    async def play(self, channel: str, *lines: str) -> Json:
        """Say lines as the player to move, each a whole turn; return the post for the next
        player."""
        for line in lines:
            who = await self.mover(channel)
            answer = await self.slash(who, channel, "logger turn", move=line)
            assert "Turn played" in answer["content"], answer["content"]
        return await self.post(channel)


def button(message: Json, label: str) -> str:
    """The id of the button with that label."""
    found = {e["label"]: e["custom_id"] for e in buttons(message) if "label" in e}
    assert label in found, f"{label} is not among {sorted(found)}"
    return cast("str", found[label])


def buttons(message: Json) -> list[Json]:
    return [each for row in message["components"] for each in row["components"]]


def labels(message: Json) -> list[str]:
    """The labels of its buttons."""
    return [each["label"] for each in buttons(message) if "label" in each]


def answers(message: Json, interaction: str) -> bool:
    return bool((message.get("interaction_metadata") or {}).get("id") == interaction)


def replied_to(message: Json) -> str | None:
    return (message.get("message_reference") or {}).get("message_id")


def requested(system: System, path: str) -> list[int]:
    """The statuses of all of the bot's requests with this in their path."""
    return [status for _, p, _, status, _ in system.world.exchanges or [] if path in p]


def allowed(world: World) -> list[Json]:
    """The allowed mentions of the bot's messages."""
    exchanges = world.exchanges or []
    return [
        body["allowed_mentions"]
        for method, path, body, _, _ in exchanges
        if method == "POST" and path.endswith("/messages")
    ]


@contextlib.asynccontextmanager
async def running_system(
    folder: Path, *, message_content: bool = True, features: Sequence[Factory] = ()
) -> AsyncIterator[System]:
    """The whole system, with the bot started. At the end nothing may have failed unnoticed, and all
    requests agree with Discord's description, if there is one."""
    before = discord.http.Route.BASE
    async with sandbox.running(folder / "sandbox") as world, guests(world.address) as people:
        discord.http.Route.BASE = world.api
        world.exchanges = []
        system = System(world, people, folder)
        system.message_content, system.features = message_content, features
        logging.getLogger().addHandler(system.faults)
        try:
            await system.start()
            yield system
        finally:
            logging.getLogger().removeHandler(system.faults)
            await system.stop()
            await _send_home(system)
            discord.http.Route.BASE = before
    assert [record.getMessage() for record in system.faults.seen] == []
    assert [rule for rule in allowed(world) if rule["parse"] or rule.get("roles")] == []
    if os.environ.get("LUMBERCAMP_OPENAPI"):
        assert judge(world) == []


async def _send_home(system: System) -> None:
    """Those who came later have a line of their own."""
    for guest in [*system.people.values()][4:]:
        await guest.leave()
        await guest._session.close()
