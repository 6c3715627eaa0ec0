"""Activities as Discord's documents have them: the opener, the participants, and their names."""

from typing import Any

import discord
import pytest

from sandbox import World
from sandbox.model import BOT_ID
from tests.guest import Guest
from tests.sandbox.bare import Bare, complaint
from tests.sandbox.client import Bot
from tests.sandbox.test_refusals import COMMANDS, command

INSTANCES = f"/applications/{BOT_ID}/activity-instances"
ENTRY = command("launch", type=4, handler=2)


@pytest.fixture
def activity(world: World) -> None:
    world.activities.target = "http://127.0.0.1:9"
    world.commands = world.activities.with_entry_point(world.commands)


async def launch(interaction: discord.Interaction) -> None:
    await interaction.response.launch_activity()


async def test_an_answer_opens_the_activity_of_the_channel(
    bot: Bot, bare: Bare, ann: Guest, ben: Guest, activity: None
) -> None:
    """Discord, instance management: everybody in the same channel has the same instance; it ends
    when the last one has left."""
    bot.job = launch
    opened = []
    for guest in (ann, ben):
        await guest.slash("games", "do")
        opened.append((await guest.event("activity"))["instance"])
    assert opened[0] == opened[1]
    status, there = await bare("GET", f"{INSTANCES}/{opened[0]}")
    assert (status, there["users"]) == (200, [ann.id, ben.id])
    assert there["location"]["channel_id"] == ann.place("games")
    await ann.act("activity/close", instance=opened[0])
    assert (await bare("GET", f"{INSTANCES}/{opened[0]}"))[1]["users"] == [ben.id]
    await ben.act("activity/close", instance=opened[0])
    assert (await bare("GET", f"{INSTANCES}/{opened[0]}"))[0] == 404


async def test_the_entry_point_opens_it_and_tells_the_channel(
    bot: Bot, ann: Guest, activity: None
) -> None:
    """Discord, Entry Point handlers: DISCORD_LAUNCH_ACTIVITY."""
    await ann.act("activity/launch", channel=ann.place("games"))
    assert "gc-" in (await ann.event("activity"))["instance"]
    assert len(await ann.history("games")) == 1


async def test_the_entry_point_stays(bare: Bare, activity: None) -> None:
    """Discord: error 50240, until the list has it, by its name or by its id under another one."""
    status, body = await bare("PUT", COMMANDS, [command()])
    assert (status, body["code"]) == (400, 50240)
    assert (await bare("PUT", COMMANDS, [command(), ENTRY]))[0] == 200
    _, (_, entry) = await bare("GET", COMMANDS)
    renamed = ENTRY | {"name": "boards", "id": entry["id"]}
    assert (await bare("PUT", COMMANDS, [renamed]))[1][0]["id"] == entry["id"]
    status, body = await bare("PUT", COMMANDS, [renamed | {"handler": 3}])
    assert complaint(body, "0.handler")


async def token(bare: Bare, world: World, **form: Any) -> tuple[int, Any]:
    client = {"client_id": BOT_ID, "client_secret": world.activities.secret}
    said = client | {"grant_type": "authorization_code"} | form
    return await bare("POST", "/oauth2/token", data=said)


async def test_a_code_says_once_and_within_a_minute_who_somebody_is(
    bare: Bare, world: World, ann: Guest
) -> None:
    """OAuth 2.0 (RFC 6749, 4.1.2): a code is used once, and soon."""
    code, late = [(await ann.act("activity/authorize"))["code"] for _ in range(2)]
    assert (await token(bare, world, code=code, client_secret="guessed"))[0] == 401
    status, said = await token(bare, world, code=code)
    assert status == 200
    bearer = {"Authorization": f"Bearer {said['access_token']}"}
    assert (await bare("GET", "/users/@me", headers=bearer))[1]["id"] == ann.id
    assert (await token(bare, world, code=code))[1]["error"] == "invalid_grant"
    world.add_time(61)
    assert (await token(bare, world, code=late))[0] == 400
