"""Connections break, sessions resume, and wrong identities are turned away."""

import time

import aiohttp
import discord

from sandbox import World
from tests.guest import Guest
from tests.sandbox.client import connected


async def close_code(world: World, identity: dict[str, object], *more: int) -> int | None:
    """The gateway's answer to somebody who identifies so, and then sends further opcodes."""
    async with aiohttp.ClientSession() as session:
        address = world.address + "/gateway"
        async with session.ws_connect(address) as socket:
            hello = await socket.receive_json()
            assert hello["op"] == 10
            await socket.send_json({"op": 2, "d": identity})
            for op in more:
                await socket.send_json({"op": op, "d": {}})
            while not socket.closed:
                await socket.receive()
            return socket.close_code


async def test_wrong_identities_and_opcodes_are_turned_away(world: World) -> None:
    """Discord, gateway close codes; presences are not granted to this bot, and what no bot here
    needs (presence, voice and the request for members) is an unknown opcode."""
    identity = {"token": world.token, "intents": 1, "properties": {}}
    wrong: list[tuple[dict[str, object], int]] = [
        ({"token": "wrong"}, 4004),
        ({"intents": 1 << 30}, 4013),
        ({"intents": 1 << 8}, 4014),
        ({"shard": [2, 2]}, 4010),
        ({"shard": [-1, 2]}, 4010),
    ]
    for change, code in wrong:
        assert await close_code(world, {**identity, **change}) == code, change
    for op in (3, 4, 8):
        assert await close_code(world, identity, op) == 4001, op


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
