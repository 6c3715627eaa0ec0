"""The unmodified client and the sandbox understand each other."""

from __future__ import annotations

from typing import Any

import aiohttp
import discord
import pytest

from sandbox import World
from tests.guest import Guest, GuestError
from tests.sandbox.client import Bot, picture, png, words


async def test_the_client_logs_in_and_sees_the_server(bot: Bot) -> None:
    """Discord: READY is followed by the guild with its channels."""
    guild = bot.guilds[0]
    assert guild.name == "Lumbercamp Sandbox"
    assert [each.name for each in guild.text_channels] == ["games", "more-games", "lounge"]
    assert bot.shard_count == 1


async def test_the_bot_has_the_least_rights_by_default(bot: Bot) -> None:
    """The client's own sum over roles agrees with the sandbox."""
    held = bot.text_channel().permissions_for(bot.guilds[0].me)
    wanted = discord.Permissions(
        view_channel=True,
        send_messages=True,
        send_messages_in_threads=True,
        create_public_threads=True,
        attach_files=True,
        embed_links=True,
        read_message_history=True,
        use_application_commands=True,
    )
    assert held == wanted


async def test_commands_reach_the_page(bot: Bot, ann: Guest) -> None:
    hello = await ann.event("hello")
    assert {each["name"] for each in hello["commands"]} == {"logger", "do"}


async def test_commands_keep_their_ids_when_synced_again(bot: Bot, world: World) -> None:
    before = {each["name"]: each["id"] for each in world.commands}
    await bot.tree.sync()
    assert {each["name"]: each["id"] for each in world.commands} == before


async def test_a_slash_command_is_answered_with_a_picture_and_its_alt_text(
    bot: Bot, ann: Guest, world: World
) -> None:
    async def board(interaction: discord.Interaction) -> None:
        await interaction.response.send_message("Board.", file=picture("Two trees."))

    bot.job = board
    interaction = await ann.slash("games", "do")
    await ann.outcome(interaction)
    message = await ann.message(lambda m: m["content"] == "Board.")
    (attachment,) = message["attachments"]
    assert attachment["description"] == "Two trees."
    assert (attachment["width"], attachment["height"]) == (40, 30)
    assert message["interaction_metadata"]["name"] == "do"
    async with aiohttp.ClientSession() as session, session.get(attachment["url"]) as answer:
        assert answer.content_type == "image/png"
        assert await answer.read() == png()


async def test_options_travel_with_their_types(bot: Bot, ann: Guest) -> None:
    await ann.slash("games", "logger start", players="3", thread="true")
    await ann.message(lambda m: m["content"] == "Lobby for 3, thread True")


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({}, "Fill in line first."),
        ({"players": "many"}, "The option players must be a whole number."),
        ({"players": 2, "colour": "red"}, "There's no option called colour."),
        ({"players": 2, "thread": "77"}, "The option thread must be true or false."),
    ],
)
async def test_the_page_refuses_what_a_real_page_would_not_send(
    bot: Bot, ann: Guest, options: dict[str, Any], sentence: str
) -> None:
    with pytest.raises(GuestError, match=sentence):
        await ann.slash("games", "logger start" if options else "logger turn", **options)


async def test_a_server_command_is_refused_in_private(bot: Bot, ann: Guest) -> None:
    private = await ann.dm()
    with pytest.raises(GuestError, match="doesn't work in direct messages"):
        await ann.slash(private, "logger turn", line="c3")


async def test_autocompletion_asks_the_bot(bot: Bot, ann: Guest) -> None:
    choices = await ann.complete("games", "logger turn", "line", line="c")
    assert [each["value"] for each in choices] == ["c; plant north", "c; plant south"]


async def test_a_button_is_a_dynamic_item(bot: Bot, ann: Guest) -> None:
    async def answer(interaction: discord.Interaction) -> None:
        await interaction.response.edit_message(content=f"pressed {interaction.extras['word']}")

    bot.pressed = answer
    await bot.text_channel().send("Choose.", view=words("plant", "chop"))
    message = await ann.message(lambda m: m["content"] == "Choose.")
    await ann.outcome(await ann.press(message, "w1:1:chop"))
    edit = await ann.event("message_edit")
    assert edit["message"]["content"] == "pressed chop"
    assert edit["message"]["id"] == message["id"]


async def test_a_select_tells_what_was_chosen(bot: Bot, ann: Guest) -> None:
    class Trees(discord.ui.View):
        @discord.ui.select(
            custom_id="trees", options=[discord.SelectOption(label=x) for x in ("b2", "d4")]
        )
        async def choose(self, interaction: discord.Interaction, select: Any) -> None:
            await interaction.response.send_message(f"chose {select.values}", ephemeral=True)

    await bot.text_channel().send("Trees.", view=Trees())
    message = await ann.message(lambda m: m["content"] == "Trees.")
    await ann.outcome(await ann.press(message, "trees", "d4"))
    assert (await ann.message(lambda m: m["content"] == "chose ['d4']"))["ephemeral"]
    with pytest.raises(GuestError, match="isn't one of the choices"):
        await ann.press(message, "trees", "e5")
    with pytest.raises(GuestError, match="Choose 1 to 1"):
        await ann.press(message, "trees")


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
