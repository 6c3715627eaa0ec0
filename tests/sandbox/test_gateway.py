"""Connections break, sessions resume, and wrong identities are turned away."""

import time

import aiohttp
import discord

from sandbox import World
from tests.guest import Guest
from tests.sandbox.client import connected


async def test_a_heartbeat_is_answered_as_from_afar(world: World) -> None:
    """An answer at once overtakes the client's note of when it asked: the client then takes itself
    to be a whole heartbeat behind, and warns a user of the bot every 41 seconds."""
    async with (
        aiohttp.ClientSession() as session,
        session.ws_connect(world.address + "/gateway") as socket,
    ):
        assert (await socket.receive_json())["op"] == 10
        asked = time.monotonic()
        await socket.send_json({"op": 1, "d": None})
        assert (await socket.receive_json())["op"] == 11
        assert time.monotonic() - asked >= 0.01


async def test_members_are_told_only_to_who_asks(world: World, ann: Guest) -> None:
    """Discord: without the members intent a bot knows itself only."""
    async with connected(world, sync=False) as plain:
        assert [m.id for m in plain.guilds[0].members] == [plain.application_id]
    async with connected(world, discord.Intents(guilds=True, members=True), sync=False) as curious:
        assert len(curious.guilds[0].members) == 5
        await ann.act("add", name="Eve")
        await curious.until("GUILD_MEMBER_ADD")
