"""Missing permissions are refused with 50013 or 50001, and the client hears of it."""

from collections.abc import Awaitable
from typing import Any

import discord
import pytest

from tests.guest import Guest, GuestError
from tests.sandbox.client import Bot, picture


async def deny(person: Guest, bot: Bot, *names: str, channel: str | None = None) -> None:
    """Take permissions away and wait until the client knows."""
    place = {"channel": person.place(channel)} if channel else {}
    await person.act("permissions", deny=list(names), **place)
    await bot.until("CHANNEL_UPDATE" if channel else "GUILD_ROLE_UPDATE")


async def code(refused: Awaitable[Any]) -> int:
    """The code with which Discord forbids something."""
    with pytest.raises(discord.Forbidden) as error:
        await refused
    return error.value.code


async def test_what_needs_a_permission_that_is_missing_is_refused(bot: Bot, ann: Guest) -> None:
    """On the server or in one channel, and a thread follows its channel. Discord: 50013, or 50001
    where the channel is hidden, and then no message of it arrives; answers to interactions go by
    their token, not by permissions."""
    games, lounge, me = bot.text_channel(), bot.text_channel("lounge"), bot.guilds[0].me
    post = await games.send("x")
    thread = await post.create_thread(name="L2")
    await deny(ann, bot, "SEND_MESSAGES", "READ_MESSAGE_HISTORY")
    assert await code(games.send("x")) == 50013
    assert not games.permissions_for(me).send_messages
    assert [m async for m in games.history()] == []
    await ann.outcome(await ann.slash("games", "do"))
    await deny(ann, bot, "READ_MESSAGE_HISTORY")
    assert await code(post.reply("x")) == 160002
    await deny(ann, bot)
    await deny(ann, bot, "ATTACH_FILES", channel="games")
    assert await code(games.send("x", file=picture())) == 50013
    assert not games.permissions_for(me).attach_files
    await games.send("x")
    await bot.text_channel("more-games").send("x", file=picture())
    await deny(ann, bot, "SEND_MESSAGES_IN_THREADS", "CREATE_PUBLIC_THREADS", channel="games")
    assert await code(thread.send("x")) == 50013
    other = await games.send("L3")
    assert await code(other.create_thread(name="L3")) == 50013
    await deny(ann, bot, "VIEW_CHANNEL", channel="lounge")
    assert await code(lounge.send("x")) == 50001
    await ann.say("lounge", f"<@{bot.application_id}> here")
    await ann.say("games", f"<@{bot.application_id}> there")
    assert (await bot.next_message()).channel == games


async def test_messages_of_others_are_not_the_bots(bot: Bot, ann: Guest, ben: Guest) -> None:
    """Discord: 50005 for an edit, 50013 for a deletion; people cannot either."""
    said = await ann.say("games", f"<@{bot.application_id}> c3")
    heard = await bot.next_message()
    with pytest.raises(discord.Forbidden) as editing:
        await heard.edit(content="x")
    assert editing.value.code == 50005
    with pytest.raises(discord.Forbidden) as deleting:
        await heard.delete()
    assert deleting.value.code == 50013
    with pytest.raises(GuestError, match="only edit your own"):
        await ben.edit("games", said["id"], "x")
    with pytest.raises(GuestError, match="only delete your own"):
        await ben.delete("games", said["id"])


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
