"""The server's tables and profiles through the real client: menus, Post Publicly, after a restart.

Source: issue 14, item 5; experience 3.11.
"""

from __future__ import annotations

from storage import Sitter
from tests.bot.discord.system import Json, System, buttons
from tests.bot.discord.test_buttons_game import changed, labels, pressed
from tests.storage.samples import finished


async def over(system: System, key: str, *names: str, kind: str = "logger") -> None:
    """A rated game on this server that the first of them has won."""
    people = [system.people[name] for name in names]
    sitters = tuple(Sitter(int(p.id), name) for p, name in zip(people, names, strict=True))
    results = [(9 - n, n == 0, n + 1) for n in range(len(names))]
    where = {"guild": system.bot.guilds[0].id, "home": int(system.id("games")), "kind": kind}
    await finished(system.store, key, sitters, *results, turns=20, **where)


async def test_the_table_is_turned_over_and_posted(system: System) -> None:
    """Seen by who asks alone; a menu leads to all games, the button posts what is shown, once, also
    after a restart; the post has no buttons and no line of who pressed."""
    await over(system, "a", "Ann", "Ben")
    await over(system, "b", "Ben", "Ann", kind="logjam")
    panel = await system.slash("Ann", "games", "logger standings")
    assert panel["ephemeral"]
    assert "1\\. Ann: 1 game, 1 won, rating new" in panel["content"]
    menus = [part for part in buttons(panel) if part["type"] == 3]
    panel = await changed(system, "Ann", panel, menus[0]["custom_id"], "all")
    assert panel["content"].startswith("**All games on this server**")
    assert "1\\. Ann: 2 games, 1 won" in panel["content"]
    await system.restart()
    assert labels(panel)[-1:] == ["Post Publicly"]
    panel = await pressed(system, "Ann", panel, "Post Publicly")
    assert panel["content"].startswith("It is posted in this channel.")
    await system.quiet()
    posts = [each for each in await seen(system) if "All games on this server" in each["content"]]
    assert len(posts) == 1
    assert posts[0]["components"] == []
    await system.people["Ann"].press(panel, f"{buttons(panel)[-1]['custom_id']}")
    await system.quiet()
    assert len([x for x in await seen(system) if x["content"] == posts[0]["content"]]) == 1


async def test_a_profile_has_words_and_a_picture_with_its_own(system: System) -> None:
    """Of oneself, or of somebody else, for who asks alone."""
    for n in range(5):
        await over(system, f"a{n}", "Ann", "Ben")
    await over(system, "b", "Ann", "Cy")
    mine = await system.slash("Ann", "games", "games profile")
    assert mine["ephemeral"]
    assert "**Logger**: 6 games, 6 won, rating 2," in mine["content"]
    (picture,) = mine["attachments"]
    assert picture["description"].startswith(
        "The course of Ann's ratings.\nLogger: the last 2 rated"
    )
    other = await system.slash("Cy", "games", "games profile", player="ben")
    offered = await system.people["Cy"].complete("games", "games profile", "player", player="be")
    assert offered == [{"name": "Ben", "value": system.people["Ben"].id}]
    assert other["content"].startswith("**Ben on this server**\n**Logger**: 5 games, 0 won")


async def seen(system: System) -> list[Json]:
    """What everybody sees in the channel."""
    return [x for x in await system.people["Dee"].history("games") if not x.get("ephemeral")]
