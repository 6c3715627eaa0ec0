"""Missing permissions are refused with 50013 or 50001, and the client hears of it."""

import discord
import pytest

from tests.guest import Guest, GuestError
from tests.sandbox.client import Bot, picture


async def deny(person: Guest, bot: Bot, *names: str, channel: str | None = None) -> None:
    """Take permissions away and wait until the client knows."""
    place = {"channel": person.place(channel)} if channel else {}
    await person.act("permissions", deny=list(names), **place)
    await bot.until("CHANNEL_UPDATE" if channel else "GUILD_ROLE_UPDATE")


async def test_without_send_messages_nothing_is_posted(bot: Bot, ann: Guest) -> None:
    await deny(ann, bot, "SEND_MESSAGES")
    with pytest.raises(discord.Forbidden) as refused:
        await bot.text_channel().send("x")
    assert refused.value.code == 50013
    assert not bot.text_channel().permissions_for(bot.guilds[0].me).send_messages
    await deny(ann, bot)
    await bot.text_channel().send("x")


async def test_one_channel_can_be_without_files(bot: Bot, ann: Guest) -> None:
    await deny(ann, bot, "ATTACH_FILES", channel="games")
    with pytest.raises(discord.Forbidden) as refused:
        await bot.text_channel("games").send("x", file=picture())
    assert refused.value.code == 50013
    assert not bot.text_channel("games").permissions_for(bot.guilds[0].me).attach_files
    await bot.text_channel("games").send("x")
    await bot.text_channel("more-games").send("x", file=picture())


async def test_a_hidden_channel_is_out_of_reach(bot: Bot, ann: Guest) -> None:
    """Discord: 50001, missing access; and no message of it arrives."""
    await deny(ann, bot, "VIEW_CHANNEL", channel="lounge")
    with pytest.raises(discord.Forbidden) as refused:
        await bot.text_channel("lounge").send("x")
    assert refused.value.code == 50001
    await ann.say("lounge", f"<@{bot.application_id}> here")
    await ann.say("games", f"<@{bot.application_id}> there")
    assert (await bot.next_message()).channel == bot.text_channel("games")


async def test_a_thread_follows_its_channel(bot: Bot, ann: Guest) -> None:
    thread = await (await bot.text_channel().send("L2")).create_thread(name="L2")
    await deny(ann, bot, "SEND_MESSAGES_IN_THREADS", channel="games")
    with pytest.raises(discord.Forbidden):
        await thread.send("x")
    await deny(ann, bot, "CREATE_PUBLIC_THREADS", channel="games")
    post = await bot.text_channel().send("L3")
    with pytest.raises(discord.Forbidden):
        await post.create_thread(name="L3")


async def test_an_interaction_is_answered_without_send_messages(bot: Bot, ann: Guest) -> None:
    """Discord: answers to interactions go by their token, not by permissions."""
    await deny(ann, bot, "SEND_MESSAGES", "ATTACH_FILES")
    await ann.outcome(await ann.slash("games", "do"))


async def test_replies_and_history_need_their_permission(bot: Bot, ann: Guest) -> None:
    post = await bot.text_channel().send("x")
    await deny(ann, bot, "READ_MESSAGE_HISTORY")
    with pytest.raises(discord.Forbidden) as replying:
        await post.reply("x")
    assert replying.value.code == 160002
    assert [m async for m in bot.text_channel().history()] == []


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
