"""A server is set up by whoever manages it, from the first panel to a game, by the real client.

Source: issue 29, item 1.
"""

from __future__ import annotations

from tests.bot.discord.system import Json, System, requested
from tests.bot.discord.test_rights import REFUSED
from tests.bot.discord.watching import until


async def picked(system: System, who: str, panel: Json, menu: str, *values: str) -> Json:
    """Choose from a menu of a panel; what the panel is then."""
    chosen = await system.people[who].press(panel, f"lc:pick:{menu}", *values)
    return await system.answer(who, chosen)


async def page(system: System, who: str, channel: str, label: str) -> Json:
    front = await system.slash(who, channel, "games-admin setup")
    return await system.press(who, front, label)


async def lacks(system: System, *rights: str) -> None:
    """The bot lacks these in #lounge, and has heard of it."""
    place, guild = int(system.id("lounge")), int(system.world.guild_id)
    await system.lacking(*rights, channel="lounge")

    def known() -> bool:
        channel = system.app.cases.guilds.channel(guild, place)
        return channel is not None and len(channel.lacking) == len(rights)

    await until(known)


async def test_a_panel_of_somebody_whose_right_was_taken_away_does_nothing(system: System) -> None:
    """Neither its buttons nor its menus; the game goes on where it was allowed."""
    await system.may("Ben", "MANAGE_GUILD")
    panel = await page(system, "Ben", "games", "Where")
    await system.may("Ben")
    told = await picked(system, "Ben", panel, "channels", system.id("lounge"))
    assert told["content"] == REFUSED
    assert await system.store.server(int(system.world.guild_id)) == {}
    await system.begin("Ben", "Cy")


async def test_a_check_tries_a_post_and_names_what_is_missing(system: System) -> None:
    """By Discord's names, in each channel that was chosen; the post makes no sound, and goes."""
    where = await page(system, "Ann", "games", "Where")
    await picked(system, "Ann", where, "channels", system.id("games"), system.id("lounge"))
    await lacks(system, "ATTACH_FILES", "EMBED_LINKS")
    front = await system.slash("Ann", "games", "games-admin setup")
    told = (await system.press("Ann", front, "Check Channels"))["content"]
    assert f"<#{system.id('games')}>: nothing is missing, and the test message worked." in told
    lacking = (
        f"<#{system.id('lounge')}>: Missing permissions: **Embed Links** and **Attach Files**."
    )
    assert lacking in told
    assert "To fix one channel, open its settings, then Permissions, then my role." in told
    assert (system.seen("games"), system.seen("lounge")) == ([], [])
    assert requested(system, f"/channels/{system.id('lounge')}/messages") == [200, 204]
    await lacks(system, "SEND_MESSAGES")
    told = (await system.slash("Ann", "games", "games-admin permissions"))["content"]
    assert "Missing permissions: **Send Messages**. I can't post there at all." in told
    assert requested(system, f"/channels/{system.id('lounge')}/messages") == [200, 204]


async def test_a_role_is_offered_by_its_name_while_somebody_types(system: System) -> None:
    """And its members open games, as the client says who they are."""
    ann = system.people["Ann"]
    found = await ann.complete("games", "games-admin setup", "who_can_start", who_can_start="camp")
    ((role,),) = ([each["value"] for each in found],)
    assert [each["name"] for each in found] == ["Campers"]
    front = await system.slash("Ann", "games", "games-admin setup", who_can_start=role)
    assert (
        "Only server managers and members with the **Campers** role can start games."
        in front["content"]
    )
    system.world.people[system.people["Ben"].id].roles.clear()
    refused = await system.slash("Ben", "games", "logger start", players=2)
    assert "Only members with the **Campers** role can start games here." in refused["content"]
    await system.begin("Cy", "Ben")


async def test_what_everybody_may_read_is_public_and_nothing_else(system: System) -> None:
    """A channel and its threads, by the rights of @everyone; what is not known is not. Source:
    issue 32, item 3; docs/decisions.md, decision 81."""
    guilds, guild = system.app.cases.guilds, int(system.world.guild_id)
    await system.slash("Ann", "games", "logger start", players=2, thread=True)
    await system.quiet()
    (card,) = system.seen("games")
    for channel in (system.id("games"), card["id"]):
        assert guilds.public(guild, int(channel))
        assert not guilds.public(77, int(channel))
    assert not guilds.public(guild, 77)
    await system.lacking("READ_MESSAGE_HISTORY")
    await until(lambda: not guilds.public(guild, int(card["id"])))
    assert not guilds.public(guild, int(system.id("games")))
