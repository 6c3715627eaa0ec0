"""People on Discord, with the sandbox, the real client and the real store.

at_discord(folder) ── world    the sandbox, in this process; every request of the bot is judged
                   ├─ bot      Lumbercamp on discord.py, counting handled events
                   └─ guests   Ann, Ben, Cy and Dee, and later arrivals
"""

import asyncio
import contextlib
import logging
import os
import time
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from typing import Any

import discord

import sandbox
from bot.app import HOSTED, App
from bot.discord.base import Background
from bot.discord.client import Lumbercamp
from bot.features.clocks import BEAT_PAUSE
from bot.features.registry import Factory
from bot.features.services import Services
from bot.features.verbs import Verbs
from bot.messages.languages import ENGLISH_ALONE
from bot.table.computers import Mind
from bot.table.game import Game
from sandbox import World, interactions, views
from sandbox.limits import PARTS, MessageForm
from sandbox.model import BOT_ID, COMMAND_RUN, COMPONENT, Json, Message
from sandbox.model import Person as Member
from storage import Store, backup
from tests.acting import ANN, Person
from tests.bot.core import drain
from tests.bot.minds import QuickMind
from tests.guest import Guest, Seen, guests
from tests.patience import PATIENCE, until
from tests.sandbox.openapi import judge
from tests.storage.samples import waiting
from tests.stores import STORES

ROBOT = "1200000000000000901"  # another bot
TO_BOT = f"<@{BOT_ID}> "  # begins a line that mentions the bot
STEP = BEAT_PAUSE  # time passes in such steps, or the bot would have been away
OPTION_TYPES = {bool: 5, int: 4, str: 3}


def is_there(client: discord.Client) -> bool:
    """Whether the bot is ready and knows its server, which takes longer on a busy machine."""
    return client.is_ready() and not any(guild.unavailable for guild in client.guilds)


class Witness(Lumbercamp):
    """The client as it is, which counts the messages that it is done with, and its looks."""

    last_wishes = PATIENCE

    def __init__(
        self, services: Services, verbs: Verbs, background: Background, **options: Any
    ) -> None:
        super().__init__(services, verbs, background, guild_ready_timeout=0.01, **options)
        self.done_with: Counter[str] = Counter()
        self.looks = 0
        look = self.lines.look

        async def count_look(shard: int) -> None:
            await look(shard)
            self.looks += 1

        self.lines.look = count_look  # type: ignore[method-assign]

    async def has_looked(self) -> None:
        await until(lambda: self.looks)

    async def on_message(self, message: discord.Message) -> None:
        try:
            await super().on_message(message)
        finally:
            self.done_with[str(message.id)] += 1


class Faults(logging.Handler):
    """Whatever is logged as an error: a bug, unless a test has asked for it."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.seen: list[logging.LogRecord] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.seen.append(record)


class People:
    """Acting through Discord (tests/acting.py), and everything behind it.

    at: the channel; without it, that of the game (`place`)
    """

    app: App[Witness]
    bot: Witness

    def __init__(self, world: World, people: dict[str, Guest], folder: Path) -> None:
        self.world, self.guests, self.folder = world, people, folder
        self.place = "games"
        self.faults = Faults()
        self.message_content, self.games = True, HOSTED
        self.features: Sequence[Factory] = ()
        self.languages = ENGLISH_ALONE
        self.mind: Mind = QuickMind()
        self.ahead = 0.0  # seconds that the bot's clock is ahead of this machine's
        self._line: asyncio.Task[None] | None = None
        self._pictured: dict[str, str] = {}  # boards by their messages: the files, as posted
        add = world.add

        def note(thing: Any) -> None:
            add(thing)
            if isinstance(thing, Message) and thing.attachments and thing.author == BOT_ID:
                name = thing.attachments[0]["filename"]
                if thing.only is None and name[0].isupper() and "-lobby" not in name:
                    self._pictured[thing.id] = name

        world.add = note  # type: ignore[method-assign]

    @property
    def store(self) -> Store:
        return self.app.store

    # -- the bot

    async def start(self) -> None:
        """Start the bot, or start it again."""
        store = await STORES.open(self.folder / "games.db", self.now)
        self.app = App(
            store,
            Witness,
            games=self.games,
            features=self.features,
            now=self.now,
            languages=self.languages,
            message_content=self.message_content,
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
        if self._line is not None:
            await self.bot.close()
            await asyncio.gather(self._line, return_exceptions=True)
            await self.store.close()
            self._line = None

    async def die(self) -> None:
        """End the bot like SIGKILL: restore the database from disk, and send nothing more to
        Discord."""
        there, copy, known = (
            self.folder / "games.db",
            self.folder / "copy.db",
            len(self.faults.seen),
        )
        if there.exists():
            backup(there, copy)
        await self.bot.http.close()
        await self.stop()
        for late in (dead := {*self.app.outbox._busy}):
            late.cancel()
        await asyncio.gather(*dead, return_exceptions=True)
        del self.faults.seen[known:]  # the last words of the dead one
        if copy.exists():
            for path in self.folder.glob("games.db*"):
                path.unlink()
            copy.rename(there)

    async def kill(self) -> None:
        """The same, and start again."""
        await self.die()
        await self.start()

    async def restart(self) -> None:
        await self.stop()
        await self.start()

    def now(self) -> float:
        return time.time() + self.ahead

    async def pass_time(self, seconds: float) -> None:
        """Let time pass while the bot is there, and do everything that is due."""
        while seconds > 0:
            self.ahead += min(STEP, seconds)
            seconds -= STEP
            await self.app.services.clocks.beat()
        self.app.clock.wake()
        await until(self._nothing_due)
        await self.quiet()

    async def _nothing_due(self) -> bool:
        return all(timer.due > self.now() for timer in (await self.game()).timers)

    # -- acts; each returns the bot's answer

    def of(self, who: Person) -> Guest:
        return self.guests[who.name]

    async def command(self, who: Person, name: str, /, *, at: str = "", **options: Any) -> Seen:
        guest = self.of(who)
        return await guest.answer(await guest.slash(at or self.place, name, **options))

    async def press(
        self, who: Person, label: str, /, under: Json | None = None, *, at: str = ""
    ) -> Seen:
        """Press a button by its label or id: under a message, or under the last one that has it."""
        guest = self.of(who)
        if under is None:
            await self.quiet()
            under = await guest.newest(at or self.place, lambda m: label in m.labels)
        return await guest.answer(await guest.press(under, label))

    async def pick(self, who: Person, word: str, /, under: Json | None = None) -> Seen:
        """Choose a word in a menu or by a button: of a message, or of the last that offers it."""
        guest = self.of(who)
        under = under or await guest.newest(self.place, lambda m: m.offer(word))
        return await guest.answer(await guest.press(under, *Seen(under).offer(word)))

    async def touch(self, who: Person, /, *spots: str) -> Seen:
        """A board is a picture here: pick the spots after Take Turn."""
        panel = await self.press(who, "Take Turn")
        for spot in spots:
            panel = await self.pick(who, spot, panel)
        return panel

    async def say(self, who: Person, words: str, /, *, at: str = "", **more: Any) -> Seen:
        """A message; the bot's answer under it once it is dealt with, which may be none."""
        said = await self.of(who).say(at or self.place, words, **more)
        return await self.under(said["id"], at)

    async def under(self, message: str, at: str = "") -> Seen:
        """The bot's answer under a message, once it's done. A board isn't an answer."""
        await until(lambda: self.bot.done_with[message])
        under = (m for m in self.seen(at) if m.under == message and m["id"] not in self._pictured)
        return next(under, Seen())

    async def say_as_robot(self, words: str) -> Seen:
        """The same of another bot, which there is no door for at the page."""
        world = self.world
        if ROBOT not in world.people:
            world.add(Member(ROBOT, "robot", "Robot", world.clock.stamp(), [], bot=True))
        place = world.channels[self.id()]
        said = world.post(place, world.people[ROBOT], MessageForm({"content": words}))
        return await self.under(said.id)

    async def force(self, who: Person, name: str, /, *, at: str = "", **options: Any) -> Seen:
        """Send a command with any options and rights, by a client without checks."""
        await self.of(who).listen()
        first, *groups, last = name.split()
        registered = next(c for c in self.world.commands if c["name"] == first)
        parts: list[Json] = [
            {"type": OPTION_TYPES[type(value)], "name": n, "value": value}
            for n, value in options.items()
        ]
        for kind, part in zip(PARTS, (last, *reversed(groups)), strict=False):
            parts = [{"type": kind, "name": part, "options": parts}]
        run = {"id": registered["id"], "name": first, "type": 1, "options": parts}
        return await self.of(who).answer(self.interact(who, at, COMMAND_RUN, run))

    async def forge(self, who: Person, id_: str, /, under: Seen) -> Seen:
        """Press a button that isn't under that message, by a client without checks."""
        await self.of(who).listen()
        data: Json = {"custom_id": id_, "component_type": 2, "id": 1}
        message = self.world.messages[under["channel_id"]][under["id"]]
        forged: Json = {"type": 2, "style": 1, "label": "Forged", "custom_id": id_, "id": 1}
        real, message.components = message.components, [{"type": 1, "components": [forged]}]
        pressed = self.interact(who, under["channel_id"], COMPONENT, data, message)
        message.components = real
        return await self.of(who).answer(pressed)

    def interact(self, who: Person, at: str, kind: int, data: Json, *under: Message) -> str:
        """Tell the bot of an interaction that no client needs to have allowed; its id."""
        place, person = self.world.channels[self.id(at)], self.world.people[self.of(who).id]
        return interactions.begin(self.world, person, place, kind, data, *under).id

    async def allow(self, who: Person, *rights: str) -> None:
        """Give someone further rights on the server. None: the rights of everyone."""
        await self.of(who).act("rights", may=list(rights))

    async def newcomer(self, name: str) -> Person:
        """One more person, known by that name here."""
        self.guests[name] = await self.of(ANN).meet(name)
        return self.guests[name].person

    async def deny(self, *rights: str, at: str = "") -> None:
        """Take rights from the bot, on the server or in a channel; none of them: give all back."""
        place = {"channel": self.id(at)} if at else {}
        await self.of(ANN).act("permissions", deny=list(rights), **place)

    # -- looking

    def id(self, channel: str = "") -> str:
        return self.of(ANN).place(channel or self.place)

    async def game(self, at: str = "") -> Game:
        """The game that is, or was last, in a channel."""
        found = await self.store.game_in_channel(int(self.id(at)))
        assert found is not None
        return self.games.from_row(found)

    async def mover(self, at: str = "") -> Person:
        """The person whose turn it is, as soon as it is somebody's."""
        people = {int(guest.id): guest.person for guest in self.guests.values()}
        found = list[Person]()

        async def is_called() -> bool:
            game = await self.game(at)
            user = 0 if game.on_turn is None else game.sitters[game.on_turn].user
            found[:] = [people[user]] if user in people else []
            return bool(found)

        await until(is_called)
        return found[0]

    async def seats(self, at: str = "") -> tuple[Person, Person]:
        """The player to move, and another one."""
        mover, game = await self.mover(at), await self.game(at)
        users = {str(sitter.user) for sitter in game.sitters} - {self.of(mover).id}
        return mover, next(g.person for g in self.guests.values() if g.id in users)

    async def quiet(self) -> None:
        """Wait until the posts of all commits are out, and nothing is under way."""

        async def all_posted() -> bool:
            return not await waiting(self.store)

        await until(all_posted)
        await drain(self.app.outbox)

    async def post(self, kind: str = "turn", at: str = "") -> Seen:
        """The newest post of a kind about the game in a channel, once all posts are out."""
        await self.quiet()
        post = await self.store.latest((await self.game(at)).id, kind)
        assert post is not None
        place = "games" if kind == "lobby" else at
        return next(m for m in self.seen(place) if m["id"] == str(post.message))

    async def board(self) -> Seen:
        await self.quiet()
        return self.boards()[-1]

    def seen(self, at: str = "") -> list[Seen]:
        """The bot's public messages in a channel, oldest first."""
        there = [*self.world.messages[self.id(at)].values()]
        mine = [m for m in there if m.author == BOT_ID and m.only is None]
        return [Seen(views.message(self.world, m, self.of(ANN).id)) for m in mine]

    def boards(self, at: str = "") -> list[Seen]:
        """The boards there, oldest first, even if only a line is left."""
        return [m for m in self.seen(at) if m["id"] in self._pictured]

    def pictures(self, at: str = "") -> list[str]:
        return [self._pictured[board["id"]] for board in self.boards(at)]

    def letters(self, who: Person) -> list[Seen]:
        mine = [c.id for c in self.world.channels.values() if c.owner == self.of(who).id]
        return [message for place in mine for message in self.seen(place)]

    async def letter(self, who: Person) -> str:
        """The last direct message to someone, once there is one."""
        await until(lambda: self.letters(who))
        return self.letters(who)[-1].text

    async def news(self, who: Person) -> list[str]:
        """The texts of somebody's notifications, in the game's channel or directly."""
        await self.quiet()
        found = [*self.letters(who), *(m for m in self.seen() if who.name in self.pinged(m))]
        return [message.text for message in sorted(found, key=lambda m: int(m["id"]))]

    def pinged(self, message: Json) -> list[str]:
        """The names of the people whom a message has notified."""
        pings = self.world.messages[message["channel_id"]][message["id"]].pings
        return sorted(name for name, guest in self.guests.items() if guest.id in pings)

    def requests(self, path: str) -> list[int]:
        """The statuses of all of the bot's requests with this in their path."""
        return [status for _, p, _, status, _ in self.world.exchanges or [] if path in p]

    # -- the usual beginning

    async def begin(self, *people: Person, kind: str = "logger", at: str = "") -> Seen:
        """Begin a game of these people, all seats taken; return the post for its first turn."""
        await self.command(people[0], f"{kind} start", at=at, players=len(people))
        for who in people[1:]:
            await self.command(who, "games join", at=at)
        return await self.post(at=at)

    async def play(self, *lines: str, at: str = "") -> Seen:
        """Say lines as the player to move, each a whole turn; return the post for the next
        player."""
        kind = (await self.game(at)).kind
        for line in lines:
            told = await self.command(await self.mover(at), f"{kind} turn", at=at, move=line)
            assert "Turn played" in told.text, told.text
        return await self.post(at=at)


def mentions_allowed(world: World) -> list[Json]:
    """The allowed mentions of the bot's messages."""
    return [
        body["allowed_mentions"]
        for method, path, body, _, _ in world.exchanges or []
        if method == "POST" and path.endswith("/messages")
    ]


@contextlib.asynccontextmanager
async def at_discord(
    folder: Path, *, message_content: bool = True, features: Sequence[Factory] = ()
) -> AsyncIterator[People]:
    """People, with the bot started. At the end nothing may have failed unnoticed, and all
    requests agree with Discord's description, if there is one."""
    before = discord.http.Route.BASE
    async with sandbox.running(folder / "sandbox") as world, guests(world.address) as everybody:
        discord.http.Route.BASE = world.api
        world.exchanges = []
        people = People(world, everybody, folder)
        people.message_content, people.features = message_content, features
        logging.getLogger().addHandler(people.faults)
        try:
            await people.start()
            yield people
        finally:
            logging.getLogger().removeHandler(people.faults)
            await people.stop()
            discord.http.Route.BASE = before
    faults = [record.getMessage() for record in people.faults.seen]
    assert not faults, faults
    assert [rule for rule in mentions_allowed(world) if rule["parse"] or rule.get("roles")] == []
    if os.environ.get("LUMBERCAMP_OPENAPI"):
        assert judge(world) == []
