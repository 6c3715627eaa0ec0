"""Playing by buttons and menus alone, by the real client: from the lobby to the rematch.

Source: issue 3, "Must hold": a whole game by buttons alone; experience 3.8 and 3.12.
"""

from __future__ import annotations

from random import Random

import aiohttp
import pytest

from bot.messages.choices import WHOLE
from bot.ops.replay import told
from rules.record import parse
from tests.bot.discord.system import Json, System, buttons
from tests.bot.discord.watching import until

CONFIRM = "Confirm Turn"


def words(panel: Json) -> list[tuple[str, str]]:
    """Every word that the menus of a panel offer: the menu, and the word."""
    menus = [each for each in buttons(panel) if each["type"] == 3 and not each.get("disabled")]
    ways = ((menu["custom_id"], way["value"]) for menu in menus for way in menu["options"])
    return [way for way in ways if not way[1].startswith(WHOLE)]


def lone_words(panel: Json) -> list[tuple[str]]:
    """The buttons that say the only word of its kind: the id alone."""
    ids = (each["custom_id"] for each in buttons(panel) if each["type"] == 2)
    return [(id_,) for id_ in ids if id_.startswith("lc:press:")]


def labels(panel: Json) -> list[str]:
    return [each["label"] for each in buttons(panel) if each["type"] == 2]


async def opened(system: System, who: str, board: Json) -> Json:
    """Take Turn."""
    return await system.press(who, board, "Take Turn")


async def changed(system: System, who: str, panel: Json, custom_id: str, *values: str) -> Json:
    """The panel after something was pressed or picked on it: it changes in its place."""
    guest = system.people[who]
    await guest.press(panel, custom_id, *values)
    now = [panel]

    async def differs() -> bool:
        now[0] = await guest.again(panel)
        return (now[0]["content"], buttons(now[0])) != (panel["content"], buttons(panel))

    await until(differs)
    return now[0]


async def pressed(system: System, who: str, panel: Json, label: str) -> Json:
    found = {each["label"]: each["custom_id"] for each in buttons(panel) if each["type"] == 2}
    assert label in found, (label, [*found], words(panel))
    return await changed(system, who, panel, found[label])


async def built(system: System, who: str, board: Json, chance: Random) -> Json:
    """A turn by menus and buttons alone, chops before anything else; the preview."""
    panel = await opened(system, who, board)
    while ways := [*words(panel), *lone_words(panel)]:
        pressed_on, *word = min(ways, key=lambda way: (way[-1][0] != "x", chance.random()))
        panel = await changed(system, who, panel, pressed_on, *word)
    assert labels(panel) == [CONFIRM, "Step Back", "Start Over"]
    return panel


@pytest.mark.slow
async def test_a_whole_game_by_buttons_alone(system: System) -> None:
    """Issue 3: from /logger start to the result and into the rematch, with no typed line."""
    await system.slash("Ann", "games", "logger start", players=2)
    await system.press("Ben", await system.post("games", "lobby"), "Join")
    chance = Random(11)
    for _ in range(80):
        who, board = await system.mover("games"), await system.post("games")
        preview = await built(system, who, board, chance)
        assert preview["attachments"][0]["description"].startswith("Logger L1 preview, turn ")
        done = await pressed(system, who, preview, CONFIRM)
        assert "Your turn in L1 counts." in done["content"]
        assert not buttons(done)
        if (await system.game("games")).status == "over":
            break
    result = await system.post("games", "result")
    assert "**L1 is over: " in result["content"]
    assert "L2 is open" in (await system.press("Ann", result, "Rematch"))["content"]
    assert "it has started" in (await system.press("Ben", result, "Rematch"))["content"]


async def test_an_old_panel_works_after_a_restart_and_is_stale_after_the_turn(
    system: System,
) -> None:
    """Issue 3: works after a restart, and is politely stale when the game has moved on."""
    board = await system.begin("Ann", "Ben")
    await system.play("games", "a1", "e5")
    who, board = await system.mover("games"), await system.post("games")
    panel = await opened(system, who, board)
    menu = words(panel)[0][0]
    await system.restart()
    panel = await changed(system, who, panel, menu, "a3")
    menu = words(panel)[0][0]
    await system.restart()
    preview = await changed(system, who, panel, menu, "+a2")
    await system.restart()
    other = await opened(system, who, board)
    await pressed(system, who, preview, CONFIRM)
    assert [row.text for row in await system.store.log(1)][-1] == "a3 +a2"
    await system.play("games", "stay; plant s")
    told_ = await pressed(system, who, other, "Start Over")
    assert "moved on since then; nothing was changed" in told_["content"]
    assert not buttons(told_)


async def test_take_back_and_resign_are_behind_more(system: System) -> None:
    """Issue 3, item 2: More…; a take-back is told by the next board, resigning asks first."""
    board = await system.begin("Ann", "Ben")
    who = await system.mover("games")
    board = await system.play("games", "a1")
    more = await system.press(who, board, "More…")
    assert "taken back" in (await system.press(who, more, "Take Back My Turn"))["content"]
    board = await system.post("games")
    assert system.pinged(board) == [who]
    asked = await system.press(who, await system.press(who, board, "More…"), "Resign…")
    assert "the other player wins" in asked["content"]
    assert (await system.game("games")).status == "playing"
    await system.press(who, asked, "Resign From L1")
    assert "**L1 is over: " in (await system.post("games", "result"))["content"]


async def test_whole_turns_are_completed_while_one_types(system: System) -> None:
    """Issue 3, item 1: legal turns, words in the label, notation in the value; others get none."""
    await system.begin("Ann", "Ben")
    await system.play("games", "a1", "e5")
    who = await system.mover("games")
    for name, guest in system.people.items():
        asked = {"channel": system.id("games"), "command": "logger turn", "focused": "line"}
        found = await guest.act("complete", options={"line": "stay"}, **asked)
        if name != who:
            assert found["choices"] == []
            continue
        values = {each["value"]: each["name"] for each in found["choices"]}
        assert values["a1 +a2"] == "planted a2 · stayed on a1"
        assert len(values) <= 25
    assert "counts" in (await system.slash(who, "games", "logger turn", line="a1 +a2"))["content"]


async def test_the_record_arrives_as_a_file_that_replays(system: System) -> None:
    """Issue 3, item 3: the notation file; issue 14, item 3: with a page of it beside."""
    await system.begin("Ann", "Ben")
    await system.play("games", "a1", "e5", "stay; plant n")
    answer = await system.slash("Cy", "games", "logger record")
    file, page = answer["attachments"]
    assert (file["filename"], page["filename"]) == ("L1.txt", "L1.html")
    assert answer["ephemeral"]
    async with aiohttp.ClientSession() as session, session.get(file["url"]) as got:
        record = parse(await got.text())
    assert [entry.line for entry in record.entries][-1] == "a1 +a2"
    assert "all of them right" in [*told(record)][-1]
    assert not any(guest.id in str(record) for guest in system.people.values())


async def test_my_games_are_told_in_a_direct_message_too(system: System) -> None:
    """Experience 3.2: `/games mine`, also in DMs; `/games here` is for servers."""
    await system.begin("Ann", "Ben")
    who = await system.mover("games")
    guest = system.people[who]
    place = (await guest.act("dm"))["channel"]["id"]
    mine = await system.answer(who, await guest.slash(place, "games mine"))
    await system.quiet()
    board = await system.post("games")
    guild = (await system.game("games")).guild
    link = f"[L1](https://discord.com/channels/{guild}/{board['channel_id']}/{board['id']})"
    assert mine["content"].startswith("**Your turn:** [L1](")
    following = await system.answer(who, await guest.slash(place, "games next"))
    assert following["content"].startswith(f"{link} (Logger) in <#")
    here = await system.answer(who, await guest.slash(place, "games here"))
    assert "not in direct messages" in here["content"]
    assert (await system.slash("Cy", "games", "games here"))["content"].startswith("[L1]")
