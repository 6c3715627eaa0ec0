"""The three seconds, the fifteen minutes, and answers that come twice."""

from __future__ import annotations

import asyncio
from typing import Any

import discord
import pytest

from sandbox import World
from tests.guest import Guest, GuestError
from tests.patience import PATIENCE
from tests.sandbox.client import Bot, words


async def test_an_answer_that_is_late_or_comes_twice_is_refused(bot: Bot, ann: Guest) -> None:
    """Discord, receiving and responding: 3 seconds for the first answer, else 10062; 40060, already
    acknowledged, also when the same interaction comes twice."""

    async def late(interaction: discord.Interaction) -> None:
        await ann.act("clock", add=PATIENCE + 1)
        await interaction.response.send_message("late")

    hello, bot.job = bot.job, late
    failed = await ann.outcome(await ann.slash("games", "do"), "failed")
    assert failed["error"] == "This interaction failed"
    assert (await bot.next_failure()).code == 10062
    assert await ann.history("games") == []
    bot.job = hello
    interaction = await ann.slash("games", "do")
    await ann.outcome(interaction)
    await bot.finished.get()
    await ann.act("again", interaction=interaction)
    assert (await bot.next_failure()).code == 40060
    assert len(await ann.history("games")) == 1


async def test_after_fifteen_minutes_the_token_is_dead(bot: Bot, ann: Guest, world: World) -> None:
    """Discord: follow-ups and edits work for 15 minutes; then 50027, but the channel works."""

    async def slowly(interaction: discord.Interaction) -> None:
        await interaction.response.send_message("board")
        world.add_time(600)
        await interaction.edit_original_response(content="in time")
        world.add_time(301)
        await interaction.followup.send("late")

    bot.job = slowly
    await ann.slash("games", "do")
    failure = await bot.next_failure()
    assert (failure.status, failure.code) == (401, 50027)
    (message,) = await ann.history("games")
    assert message.text == "in time"
    post = bot.text_channel().get_partial_message(int(message["id"]))
    assert (await post.edit(content="by the channel")).content == "by the channel"


async def test_a_disabled_or_missing_button_cannot_be_pressed(bot: Bot, ann: Guest) -> None:
    view = words("plant", "chop")
    button: Any = view.children[0]
    button.disabled = True
    post = await bot.text_channel().send("Board.", view=view)
    message = await ann.message(lambda m: m["id"] == str(post.id))
    with pytest.raises(GuestError, match="is disabled"):
        await ann.press(message, "w1:1:plant")
    with pytest.raises(GuestError, match="no such button"):
        await ann.press(message, "w1:1:fell")


async def test_a_form_within_its_limits_is_shown_and_sent(bot: Bot, ann: Guest) -> None:
    """Discord: a modal has a title of 45 characters and one to five labels; the typed text comes as
    an interaction of type 5, which no second modal answers."""
    sent = asyncio.Queue[discord.Interaction]()

    async def submitted(interaction: discord.Interaction) -> None:
        if interaction.type is discord.InteractionType.modal_submit:
            await sent.put(interaction)

    async def long(interaction: discord.Interaction) -> None:
        await interaction.response.send_modal(form("x" * 46))

    async def short(interaction: discord.Interaction) -> None:
        await interaction.response.send_modal(form("x" * 45))

    bot.on_interaction = submitted  # type: ignore[method-assign]
    bot.job = long
    await ann.slash("games", "do")
    assert (await bot.next_failure()).code == 50035
    bot.job = short
    filled_in = await ann.fill_in(await ann.slash("games", "do"), words="hello")
    got = await asyncio.wait_for(sent.get(), PATIENCE)
    assert str(got.id) == filled_in
    data: Any = got.data
    assert data["components"][0]["component"]["value"] == "hello"
    with pytest.raises(discord.HTTPException):
        await got.response.send_modal(form("again"))
    await got.response.send_message("thanks")
    assert [m["content"] for m in await ann.history("games")] == ["thanks"]


def form(title: str) -> discord.ui.Modal:
    asked = discord.ui.Modal(title=title, custom_id="form")
    field = discord.ui.TextInput[Any](custom_id="words", max_length=10)
    return asked.add_item(discord.ui.Label(text="What?", component=field))
