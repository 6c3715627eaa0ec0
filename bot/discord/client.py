"""The bot on Discord: one client that hands wishes to the services."""

import asyncio
import base64
import binascii
import json
import logging
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from functools import partial
from itertools import chain, repeat
from typing import Any, Final

import aiohttp
import discord
from discord.http import Route

from bot import metrics
from bot.discord.base import Background, Base, Interaction, log_fields
from bot.discord.buttons import WhyButton, on_submit, parts
from bot.discord.commands import BotCommands, Translator, add_commands
from bot.discord.lines import Lines
from bot.features.services import Services
from bot.features.verbs import Verbs
from bot.messages.boundary import Broken, guard
from storage import StoreError

log = logging.getLogger(__name__)

LEAVING = 1.0  # seconds for each part of the shutdown that must not take long


class Lumbercamp(Base):
    """Listens. message_content: plain lines count too; held: whether no other process can speak."""

    last_wishes = 2.0  # seconds that wishes under way may still take at the end

    def __init__(
        self,
        services: Services,
        verbs: Verbs,
        background: Background,
        *,
        message_content: bool = False,
        held: Callable[[], bool] = lambda: True,
        **options: Any,
    ) -> None:
        # The fewest intents: servers, bans, messages; message content only on request.
        few = dict.fromkeys(("guilds", "moderation", "guild_messages", "dm_messages"), True)
        intents = discord.Intents(**few, message_content=message_content)
        super().__init__(services, verbs, background, intents=intents, **options)
        self.tree = BotCommands(self)
        self.lines = Lines(self, plain=message_content)
        self._running: list[asyncio.Task[None]] = []
        self._lost: set[int] = set()  # shards without a connection
        add_commands(self.tree, verbs, services.games)
        listen(self, self.look_back)
        _hear_only(self, held)
        _drop_unreadable(self)
        start_anyway(self)

    @property
    def connected(self) -> bool:
        """Whether it's ready and connected; is_ready() stays True while the gateway is away."""
        return self.is_ready() and not self.is_closed() and not self._lost

    async def on_ready(self) -> None:
        """All shards are connected; may come again after every reconnection."""
        self.background.hurry()

    async def on_shard_connect(self, shard: int) -> None:
        self._lost.discard(shard)

    on_shard_resumed = on_shard_connect

    async def on_shard_disconnect(self, shard: int) -> None:
        self._lost.add(shard)

    async def setup_hook(self) -> None:
        """Before the first event, add buttons and commands and start the background work."""
        self.add_dynamic_items(*parts(self.verbs), WhyButton)
        if self.voices.foreign:  # else the library asks for 30 languages in vain
            await self.tree.set_translator(Translator(self.voices))
        tried = asyncio.Event()
        self._run(_send_commands(self.tree.tell, tried))
        with suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE):
                await tried.wait()
        # The library reopens a lost session at its default gateway, which is Discord's own; ours is
        # the one that the API names.
        _, address, _ = await self.http.get_bot_gateway()
        gateway = discord.gateway.DiscordWebSocket
        gateway.DEFAULT_GATEWAY = type(gateway.DEFAULT_GATEWAY)(address)
        for work in self.background.works():
            self._run(work)

    def _run(self, work: Coroutine[Any, Any, None]) -> None:
        self._running = [task for task in self._running if not task.done()]
        self._running.append(asyncio.create_task(work))

    def look_back(self, shard: int) -> None:
        """Read the lines that this shard's games missed while the bot was away."""
        self._run(self.lines.look(shard))

    async def on_interaction(self, interaction: Interaction) -> None:
        """Handle forms; setup_hook registers the handlers of buttons, menus and commands."""
        if interaction.type is discord.InteractionType.modal_submit:
            await on_submit(interaction)

    async def on_message(self, message: discord.Message) -> None:
        with self.serving():
            await self.lines.hear(message)

    async def close(self) -> None:
        """Finish wishes and posts under way, then disconnect; then finish wishes from the last
        events, since the store closes next. Each part has a time limit."""
        await self.finish_wishes(self.last_wishes)
        for task in self._running:
            task.cancel()
        if self._running:
            await asyncio.wait(self._running, timeout=LEAVING)
        await asyncio.wait(
            (asyncio.create_task(self.background.close()),), timeout=LEAVING + self.last_wishes
        )
        # Without an answer of the gateway this takes 30 s.
        await asyncio.wait((asyncio.create_task(super().close()),), timeout=LEAVING)
        await self.finish_wishes(LEAVING)


def _hear_only(client: Lumbercamp, held: Callable[[], bool]) -> None:
    """Drop the events of the bot's own messages and of edits, as the library would build a Message
    for each, and all events while another process may speak: after a freeze, our buffers hold old
    ones that it has answered. If the lease merely lapsed, read the missed lines."""
    parsers, deaf = client._connection.parsers, False
    hear = {event: parsers[event] for event in ("MESSAGE_CREATE", "INTERACTION_CREATE")}

    def heard(event: str, said: Any) -> None:
        nonlocal deaf
        deaf, before = not held(), deaf
        if deaf:
            return
        if before:
            for shard in client.shards:
                client.look_back(shard)
        me = client.user if event == "MESSAGE_CREATE" else None
        if me is None or said["author"]["id"] != str(me.id):
            hear[event](said)

    parsers |= {event: partial(heard, event) for event in hear}
    parsers["MESSAGE_UPDATE"] = lambda _: None


EVENTS: Final = (
    *("guild_role_update", "guild_role_delete", "guild_channel_create", "guild_channel_update"),
    *("raw_thread_update", "thread_create", "thread_join", "member_update"),
    *("guild_update", "guild_join", "guild_available"),
)


def listen(client: Base, look_back: Callable[[int], None]) -> None:
    """React to events after which Discord may accept a post that it refused before, and to bans.
    None needs a privileged intent. look_back: called with a shard whose session has begun."""

    async def changed(*what: Any) -> None:
        # a role, a channel, a thread, a member, a server, or a thread's raw event
        it = what[-1]
        guild = it.guild_id if hasattr(it, "guild_id") else getattr(it, "guild", it).id
        with client.serving():
            await client.background.retry(int(guild))

    async def connected(*_: Any) -> None:
        client.background.hurry()

    async def begun(shard: int) -> None:
        await connected()
        look_back(shard)

    async def banned(guild: discord.Guild, person: discord.abc.User) -> None:
        with client.serving(), suppress(Broken):
            await guard(client.services.on_departure(person.id, guild.id, banned=True))

    listeners = {**dict.fromkeys(EVENTS, changed), "resumed": connected, "shard_ready": begun}
    for event, listener in {**listeners, "member_ban": banned}.items():
        setattr(client, f"on_{event}", listener)


def _drop_unreadable(client: Base) -> None:
    """Drop the gateway's frames that can't be decoded, such as a name with half a character in it,
    over which the library would end. A line in such a frame can be found later. There is no public
    hook for this, but each connection is passed to the state before its first frame is read."""
    state: Any = client._connection
    refer = state._update_references

    def known(connection: Any) -> None:
        refer(connection)
        receive = connection.received_message

        async def received(frame: str | bytes) -> None:
            try:
                await receive(frame)
            except (json.JSONDecodeError, UnicodeDecodeError) as refused:  # orjson's is one of them
                metrics.dropped_frames.inc()
                told = {"length": len(frame), "shard": connection.shard_id}
                log.warning("frame dropped", extra={"why": type(refused).__name__, **told})

        connection.received_message = received

    state._update_references = known


PATIENCE: Final = 10.0  # seconds for Discord's answer to a request during the start
PAUSES: Final = (60.0, 300.0, 1800.0)  # seconds between tries to send commands; the last repeats
_REFUSED: Final = (
    "Discord did not take the commands ({why}). Games continue; I'll send the commands again in "
    "{minutes:.0f} min."
)


def start_anyway(client: Base) -> None:
    """Answer the requests of the start in Discord's place if it fails: the gateway sends the rest.
    Only a refused token (401) prevents the start."""
    request = client.http.request

    async def asked(route: Route, **more: Any) -> Any:
        if route.method != "GET" or route.path not in _substitutes(""):
            return await request(route, **more)
        try:
            async with asyncio.timeout(PATIENCE):
                return await request(route, **more)
        except (discord.HTTPException, discord.RateLimited, TimeoutError) as refused:
            bot = _bot_id(client.http.token or "")
            if bot is None or getattr(refused, "status", 0) == 401:
                raise
            log.warning("started without an answer", extra=log_fields(refused))
            return _substitutes(bot)[route.path]

    client.http.request = asked  # type: ignore[method-assign]


def _bot_id(token: str) -> str | None:
    """The bot's id, which is the first part of a token."""
    first = token.partition(".")[0]
    with suppress(binascii.Error, ValueError):
        said = base64.urlsafe_b64decode(first + "=" * (-len(first) % 4)).decode("ascii")
        return said if said.isdigit() else None
    return None


def _substitutes(bot: str) -> dict[str, dict[str, Any]]:
    """The answers of the start by the path of their request: the bot; its application, which has
    the same id except for bots from before 2016; the gateway, with a single connection."""
    user = {"id": bot, "username": "Lumbercamp", "discriminator": "0", "avatar": None, "bot": True}
    names = {"id": bot, "name": "Lumbercamp", "description": "", "icon": None, "verify_key": ""}
    rights = {"bot_public": True, "bot_require_code_grant": False, "owner": user}
    limit = {"total": 1, "remaining": 1, "reset_after": 0, "max_concurrency": 1}
    gateway = str(discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY)
    return {
        "/users/@me": user,
        "/oauth2/applications/@me": names | rights,
        "/gateway/bot": {"url": gateway, "shards": 1, "session_start_limit": limit},
    }


async def _send_commands(send: Callable[[], Awaitable[None]], first: asyncio.Event) -> None:
    """Send the commands until Discord takes them. first: set after the first try."""
    lost = OSError, TimeoutError, aiohttp.ClientError, discord.DiscordException, StoreError
    for pause in chain(PAUSES, repeat(PAUSES[-1])):
        try:
            return await send()
        except lost as refused:
            fields = log_fields(refused)
            log.warning("commands not taken", extra=fields)
            known = ", ".join(f"{name} {value}" for name, value in fields.items() if name != "why")
            print(_REFUSED.format(why=known or fields["why"], minutes=pause / 60), flush=True)
        finally:
            first.set()
        await asyncio.sleep(pause)
