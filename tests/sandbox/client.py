"""A small bot on the real discord.py client: /logger start | turn | board | slow, and /do."""

from __future__ import annotations

import asyncio
import contextlib
import io
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import discord
import pytest
import yarl
from discord import app_commands
from PIL import Image

from sandbox import World
from tests.patience import PATIENCE

Job = Callable[[discord.Interaction], Awaitable[Any]]

INTENTS = discord.Intents(guilds=True, guild_messages=True, dm_messages=True)
ALT_TEXT = "Logger L1, turn 1, Ann to move.\nLoggers: Ann a1, Ben e5."


class Bot(discord.AutoShardedClient):
    """Answers `/do` with the job that a test gives it, and remembers every event."""

    def __init__(self, intents: discord.Intents) -> None:
        super().__init__(
            intents=intents,
            guild_ready_timeout=0.05,
            allowed_mentions=discord.AllowedMentions.none(),
        )
        self.tree = app_commands.CommandTree(self)
        self.job: Job = _say_hello
        self.heard: asyncio.Queue[discord.Message] = asyncio.Queue()
        self.happened: asyncio.Queue[str] = asyncio.Queue()
        self.ready = asyncio.Event()
        self.finished: asyncio.Queue[discord.HTTPException | None] = asyncio.Queue()
        _add_commands(self)

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """The client would wait five seconds before a second session."""

    async def on_ready(self) -> None:
        self.ready.set()

    async def on_message(self, message: discord.Message) -> None:
        if message.author != self.user:
            await self.heard.put(message)

    async def on_error(self, event_method: str, /, *args: Any, **kwargs: Any) -> None:
        raise AssertionError(f"{event_method} failed")

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        pressed: Any = interaction.data or {}
        if pressed.get("custom_id", "").startswith("w1:"):
            await _say_hello(interaction)

    async def on_socket_event_type(self, event: str) -> None:
        await self.happened.put(event)

    async def until(self, event: str) -> None:
        """Wait for the next gateway event of that name."""
        async with asyncio.timeout(PATIENCE):
            while await self.happened.get() != event:
                pass

    async def next_failure(self) -> discord.HTTPException:
        async with asyncio.timeout(PATIENCE):
            failure = await self.finished.get()
        assert failure is not None
        return failure

    async def next_message(self) -> discord.Message:
        async with asyncio.timeout(PATIENCE):
            return await self.heard.get()

    def text_channel(self, name: str = "games") -> discord.TextChannel:
        found = discord.utils.get(self.guilds[0].text_channels, name=name)
        assert found is not None
        return found


async def _say_hello(interaction: discord.Interaction) -> None:
    await interaction.response.send_message("hello")


class Lobby(discord.ui.View):
    def __init__(self) -> None:
        super().__init__(timeout=None)
        self.seats = ["Ann"]

    @discord.ui.button(label="Join", style=discord.ButtonStyle.success, custom_id="join")
    async def join(self, interaction: discord.Interaction, _: discord.ui.Button[Lobby]) -> None:
        self.seats.append(interaction.user.display_name)
        await interaction.response.edit_message(content=f"Seats: {', '.join(self.seats)}")

    @discord.ui.select(
        custom_id="square",
        placeholder="Choose a square",
        options=[discord.SelectOption(label=square) for square in ("a1", "b2", "c3")],
    )
    async def square(
        self, interaction: discord.Interaction, chosen: discord.ui.Select[Lobby]
    ) -> None:
        await interaction.response.send_message(f"Square: {chosen.values[0]}", ephemeral=True)


def _add_commands(bot: Bot) -> None:
    group = app_commands.Group(name="logger", description="A game of trees.", guild_only=True)

    @group.command(name="start", description="Open a lobby here")
    async def start(
        interaction: discord.Interaction, players: int = 2, thread: bool = False
    ) -> None:
        said = f"Lobby for {players}, thread {thread}"
        await interaction.response.send_message(said, view=Lobby())

    @group.command(name="turn", description="Take your turn")
    async def turn(interaction: discord.Interaction, line: str) -> None:
        await interaction.response.send_message(f"Line: {line}", ephemeral=True)

    @turn.autocomplete("line")
    async def lines(interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        names = [f"{typed}; plant north", f"{typed}; plant south"]
        return [app_commands.Choice(name=name, value=name) for name in names]

    @group.command(name="board", description="Show the board")
    async def board(interaction: discord.Interaction) -> None:
        await interaction.response.defer(thinking=True)
        shown = picture(ALT_TEXT, "L1-1.png", (1200, 900))
        await interaction.followup.send("The board", file=shown)

    @group.command(name="slow", description="Never answers")
    async def slow(interaction: discord.Interaction) -> None:
        """On Discord this is the command of a bot that is stuck."""

    bot.tree.add_command(group)

    @bot.tree.command(name="do", description="Whatever the test wants.")
    async def do(interaction: discord.Interaction) -> None:
        failure = None
        try:
            await bot.job(interaction)
        except discord.HTTPException as error:
            failure = error
        await bot.finished.put(failure)


def words(*all_words: str) -> discord.ui.View:
    """A button for each; it needs no memory, so it outlives the process."""
    view = discord.ui.View(timeout=None)
    for word in all_words:
        view.add_item(discord.ui.Button(label=word.title(), custom_id=f"w1:1:{word}"))
    return view


def point(monkeypatch: pytest.MonkeyPatch, address: str) -> None:
    """Point the client at a sandbox: REST, and the gateway to which it falls back."""
    gateway = yarl.URL(address.replace("http", "ws", 1) + "/gateway")
    monkeypatch.setattr(discord.http.Route, "BASE", address + "/api/v10")
    monkeypatch.setattr(discord.gateway.DiscordWebSocket, "DEFAULT_GATEWAY", gateway)


@contextlib.asynccontextmanager
async def connected(
    world: World, intents: discord.Intents = INTENTS, *, sync: bool = True, kind: type[Bot] = Bot
) -> AsyncIterator[Bot]:
    """A bot that is logged in, has registered its commands and is ready."""
    bot = kind(intents)
    async with bot:
        await bot.login(world.token)
        if sync:
            await bot.tree.sync()
        line = asyncio.create_task(bot.connect())
        async with asyncio.timeout(PATIENCE):
            await bot.ready.wait()
        yield bot
        await bot.close()
        await line


def png(width: int = 40, height: int = 30) -> bytes:
    made = io.BytesIO()
    Image.new("L", (width, height)).save(made, "PNG")
    return made.getvalue()


def picture(
    alt: str = "A black picture.", name: str = "board.png", size: tuple[int, int] = (40, 30)
) -> discord.File:
    return discord.File(io.BytesIO(png(*size)), name, description=alt)
