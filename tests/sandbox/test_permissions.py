"""Missing permissions are refused with 50013 or 50001, and the client hears of it."""

import discord
import pytest

from tests.guest import Guest
from tests.sandbox.client import Bot


async def test_channels_come_and_go(bot: Bot, ann: Guest) -> None:
    made = await ann.act("channel", name="Deep Woods")
    await bot.until("CHANNEL_CREATE")
    channel = bot.text_channel("deep-woods")
    thread = await (await channel.send("L4")).create_thread(name="L4")
    await ann.act("channel/delete", channel=made["channel"]["id"])
    await bot.until("CHANNEL_DELETE")
    assert bot.guilds[0].get_channel_or_thread(thread.id) is None
    with pytest.raises(discord.NotFound) as refused:
        await channel.send("x")
    assert refused.value.code == 10003
    gone = {e["channel"] for e in ann.events if e["t"] == "channel_delete"}
    assert gone == {str(channel.id), str(thread.id)}
