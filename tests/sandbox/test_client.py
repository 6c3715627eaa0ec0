"""The unmodified client and the sandbox understand each other."""

from typing import Any

import aiohttp
import discord
import pytest

from sandbox import World
from tests.guest import Guest, GuestError
from tests.sandbox.client import Bot, picture, png

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
