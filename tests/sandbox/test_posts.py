"""Messages, threads and private channels, by the unmodified client."""

import asyncio

import aiohttp
import discord
import pytest

from sandbox import World
from sandbox.model import REQUIRE_TAG
from tests.guest import Guest, GuestError
from tests.patience import PATIENCE
from tests.sandbox.client import Bot, picture


async def test_editing_and_deleting_reach_both_sides(bot: Bot, ann: Guest, ben: Guest) -> None:
    said = await ann.say("games", f"<@{bot.application_id}> c3")
    await bot.next_message()
    edited = bot.loop.create_task(bot.wait_for("raw_message_edit", timeout=PATIENCE))
    deleted = bot.loop.create_task(bot.wait_for("raw_message_delete", timeout=PATIENCE))
    await asyncio.sleep(0)
    await ann.edit("games", said["id"], "c4")
    await ann.delete("games", said["id"])
    assert (await edited).message_id == (await deleted).message_id == int(said["id"])
    assert (await ben.event("message_delete"))["message"] == said["id"]
    mine = await bot.text_channel().send("old")
    await mine.edit(content="new")
    await ben.event("message_edit", lambda e: e["message"]["content"] == "new")


async def test_an_edit_keeps_and_drops_attachments(bot: Bot, ann: Guest) -> None:
    """A page that is loading a dropped file still gets it, until the message is deleted."""
    mine = await bot.text_channel().send("Board.", files=[picture("one"), picture("two")])
    kept = await mine.edit(attachments=[mine.attachments[1], picture("three", "next.png")])
    assert [each.description for each in kept.attachments] == ["two", "three"]
    dropped, last = mine.attachments[0].url, kept.attachments[0].url
    async with aiohttp.ClientSession() as session:
        async with session.get(dropped) as answer:
            assert (answer.status, answer.content_type) == (200, "image/png")
        await kept.delete()
        async with session.get(last) as answer:
            assert answer.status == 404


async def test_a_thread_grows_out_of_a_message_once_and_wakes(bot: Bot, ann: Guest) -> None:
    """Discord: the thread has the message's id; a second one is error 160004. An archived thread
    refuses edits (50083) until somebody writes."""
    post = await bot.text_channel().send("L2")
    thread = await post.create_thread(name="Logger L2")
    assert thread.id == post.id
    shown = await ann.event("channel", lambda e: e["channel"]["id"] == str(post.id))
    assert shown["channel"]["parent_id"] == str(post.channel.id)
    board = await thread.send("Board.")
    with pytest.raises(discord.HTTPException) as refused:
        await post.create_thread(name="again")
    assert refused.value.code == 160004
    await ann.act("thread", channel=str(thread.id), archived=True)
    with pytest.raises(discord.HTTPException) as refused:
        await board.edit(content="late")
    assert refused.value.code == 50083
    await ann.say(str(thread.id), f"<@{bot.application_id}> here")
    assert (await bot.next_message()).channel == thread
    await board.edit(content="awake")


async def test_a_forum_holds_posts_with_tags(bot: Bot, ann: Guest, world: World) -> None:
    """Discord: a post has the id of its first message; only its owner sets its tags; an archived
    one is listed apart; nobody writes in the forum itself."""
    (forum,) = bot.guilds[0].forums
    logger, _, _, *states = forum.available_tags
    made = await forum.create_thread(name="L2", content="Card.", applied_tags=[logger, states[0]])
    post = made.thread
    assert post.id == made.message.id
    await post.edit(applied_tags=[logger, states[1]])
    shown = await ann.event(
        "channel", lambda e: str(states[1].id) in e["channel"].get("applied", ())
    )
    assert shown["channel"]["parent_id"] == str(forum.id)
    theirs = (await ann.act("post", channel=str(forum.id), name="L2", content="Mine."))["channel"]
    channel = await bot.fetch_channel(int(theirs["id"]))
    assert isinstance(channel, discord.Thread)
    assert channel.owner_id == int(ann.id)
    assert {each.id for each in await bot.guilds[0].active_threads()} == {post.id, channel.id}
    with pytest.raises(discord.Forbidden):
        await channel.edit(applied_tags=[logger])
    await ann.act("thread", channel=str(post.id), archived=True)
    assert [each.id async for each in forum.archived_threads()] == [post.id]
    with pytest.raises(discord.HTTPException, match="50083"):
        await post.edit(applied_tags=[logger])
    world.channels[str(forum.id)].flags = REQUIRE_TAG
    with pytest.raises(discord.HTTPException, match="40067"):
        await forum.create_thread(name="L3", content="Card.")
    with pytest.raises(discord.HTTPException, match="50008"):
        await bot.get_partial_messageable(forum.id).send("L3")
    with pytest.raises(GuestError, match="A forum holds posts"):
        await ann.say(str(forum.id), "L3")


async def test_the_bot_writes_in_private_to_who_takes_it(bot: Bot, ann: Guest, ben: Guest) -> None:
    """Discord: else 50007."""
    private = await bot.create_dm(discord.Object(int(ann.id)))
    await private.send("psst")
    assert [m.text for m in await ann.history(await ann.dm())] == ["psst"]
    with pytest.raises(GuestError, match="no such channel"):
        await ben.history(str(private.id))
    await ann.act("privacy", direct_messages=False)
    with pytest.raises(discord.Forbidden) as refused:
        await private.send("psst")
    assert refused.value.code == 50007


async def test_the_same_nonce_is_posted_once(bot: Bot, ann: Guest, world: World) -> None:
    """Discord: enforce_nonce returns the message that exists, for some minutes."""
    channel = bot.text_channel()
    first = await channel.send("Board.", nonce="row 7")
    assert (await channel.send("Board.", nonce="row 7")).id == first.id
    world.add_time(150)
    assert (await channel.send("Board.", nonce="row 7")).id == first.id
    world.add_time(151)
    assert (await channel.send("Board.", nonce="row 7")).id != first.id
