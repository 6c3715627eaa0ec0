"""The unmodified client and the sandbox understand each other."""

from typing import Any

import aiohttp
import discord
import pytest

from sandbox import World
from tests.guest import Guest, GuestError
from tests.sandbox.client import Bot, picture, png, words

LEAST = discord.Permissions(
    view_channel=True,
    send_messages=True,
    send_messages_in_threads=True,
    create_public_threads=True,
    attach_files=True,
    embed_links=True,
    read_message_history=True,
    use_application_commands=True,
)


async def test_a_slash_command_is_answered_with_a_picture_and_its_alt_text(
    bot: Bot, ann: Guest, world: World
) -> None:
    async def board(interaction: discord.Interaction) -> None:
        await interaction.response.send_message("Board.", file=picture("Two trees."))

    held = bot.text_channel().permissions_for(bot.guilds[0].me)
    assert held == LEAST, "the client's own sum over roles agrees with the sandbox"
    bot.job = board
    message = await ann.answer(await ann.slash("games", "do"))
    (attachment,) = message["attachments"]
    assert attachment["description"] == "Two trees."
    assert (attachment["width"], attachment["height"]) == (40, 30)
    assert message["interaction_metadata"]["name"] == "do"
    async with aiohttp.ClientSession() as session, session.get(attachment["url"]) as answer:
        assert answer.content_type == "image/png"
        assert await answer.read() == png()


REFUSED: dict[str, dict[str, Any]] = {
    "Fill in line first.": {"command": "logger turn"},
    "The option players must be a whole number.": {"players": "many"},
    "There's no option called colour.": {"players": 2, "colour": "red"},
    "The option thread must be true or false.": {"players": 2, "thread": "77"},
}


async def test_the_page_refuses_what_a_real_page_would_not_send(bot: Bot, ann: Guest) -> None:
    """A server's command in private, too."""
    for sentence, asked in REFUSED.items():
        with pytest.raises(GuestError, match=sentence):
            await ann.slash("games", **{"command": "logger start"} | asked)
    private = await ann.dm()
    with pytest.raises(GuestError, match="doesn't work in direct messages"):
        await ann.slash(private, "logger turn", line="c3")


async def test_a_select_tells_what_was_chosen(bot: Bot, ann: Guest) -> None:
    message = await ann.answer(await ann.slash("games", "logger start"))
    told = await ann.answer(await ann.press(message, "square", "c3"))
    assert told.text == "Square: c3"
    assert told["ephemeral"]
    with pytest.raises(GuestError, match="isn't one of the choices"):
        await ann.press(message, "square", "e5")
    with pytest.raises(GuestError, match="Choose 1 to 1"):
        await ann.press(message, "square")


async def test_defer_then_follow_up_fills_the_waiting_answer(bot: Bot, ann: Guest) -> None:
    """Discord, receiving and responding: the first follow-up edits the deferred answer."""

    async def slowly(interaction: discord.Interaction) -> None:
        await interaction.response.defer(thinking=True)
        await interaction.followup.send("first")
        await interaction.followup.send("second")
        await interaction.edit_original_response(content="changed")

    bot.job = slowly
    interaction = await ann.slash("games", "do")
    await ann.outcome(interaction, "thinking")
    waiting = await ann.message(lambda m: m.get("thinking"))
    await ann.outcome(interaction)
    second = await ann.message(lambda m: m["content"] == "second")
    await ann.event("message_edit", lambda e: e["message"]["content"] == "changed")
    assert [m["content"] for m in await ann.history("games")] == ["changed", "second"]
    assert second["message_reference"]["message_id"] == waiting["id"]


async def test_an_ephemeral_answer_is_seen_by_one_person(bot: Bot, ann: Guest, ben: Guest) -> None:
    """Discord: ephemeral messages; here they are also kept."""

    async def whisper(interaction: discord.Interaction) -> None:
        await interaction.response.send_message("only you", ephemeral=True, view=words("plant"))
        await interaction.followup.send("to all")

    bot.job = whisper
    await ann.slash("games", "do")
    seen = await ann.message(lambda m: m["content"] == "only you")
    assert seen["ephemeral"]
    await ben.message(lambda m: m["content"] == "to all")
    assert not [e for e in ben.events if "only you" in str(e)]
    assert [m["content"] for m in await ben.history("games")] == ["to all"]
    assert [m["content"] for m in await ann.history("games")] == ["only you", "to all"]
    with pytest.raises(GuestError, match="There's no such message"):
        await ben.press(seen, "w1:1:plant")
