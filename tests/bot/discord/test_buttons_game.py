"""Playing with buttons and menus only, by the real client: from the lobby to the rematch."""

from __future__ import annotations

import io
from random import Random
from typing import Any

import aiohttp
import discord
import pytest
from PIL import Image

import renderer
from bot.discord.answers import view
from bot.features.lobby import Lobby
from bot.features.rules_pages import RulesPages
from bot.messages.choices import WHOLE
from bot.messages.fitting import MESSAGE_LENGTH
from bot.messages.medium import VOICE
from bot.ops.replay import tell
from bot.table.intent import Contribution, Intent, Target
from renderer import Hosted, Labels, Picture
from rules.drafting import Kind
from rules.play import Seen
from rules.record import parse
from rules.voice import Voice
from tests.bot.controls import hosting
from tests.bot.core import Patch
from tests.bot.discord.racing import change_id
from tests.bot.discord.system import Json, System, buttons
from tests.rules.cards import CARDS

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
    return await change_id(system.people[who], panel, custom_id, *values)


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
    """It starts with /logger start, ends with the rematch, and needs no typed line."""
    await system.slash("Ann", "games", "logger start", players=2)
    await system.press("Ben", await system.post("games", "lobby"), "Join")
    chance = Random(11)
    for _ in range(80):
        who, board = await system.mover("games"), await system.post("games")
        preview = await built(system, who, board, chance)
        assert preview["attachments"][0]["description"].startswith("Logger L1 preview, turn ")
        done = await pressed(system, who, preview, CONFIRM)
        assert "Turn played in L1." in done["content"]
        assert not buttons(done)
        if (await system.game("games")).status == "over":
            break
    result = await system.post("games", "result")
    assert "**L1 is over: " in result["content"]
    assert "L2 is open" in (await system.press("Ann", result, "Rematch"))["content"]
    assert "L2 has started" in (await system.press("Ben", result, "Rematch"))["content"]


async def test_an_old_panel_works_after_a_restart_and_is_stale_after_the_turn(
    system: System,
) -> None:
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
    assert "moved on since then" in told_["content"]
    assert not buttons(told_)


async def test_whole_turns_are_completed_while_one_types(midway: System) -> None:
    """Labels have words, values have notation. Other people get none."""
    who = await midway.mover("games")
    for name, guest in midway.people.items():
        asked = {"channel": midway.id("games"), "command": "logger turn", "focused": "move"}
        found = await guest.act("complete", options={"move": "stay"}, **asked)
        if name != who:
            assert found["choices"] == []
            continue
        values = {each["value"]: each["name"] for each in found["choices"]}
        assert values["a1 +a2"] == "stay on a1, plant a2"
        assert len(values) <= 25
    assert (
        "Turn played" in (await midway.slash(who, "games", "logger turn", move="a1 +a2"))["content"]
    )


async def test_the_record_arrives_as_a_file_that_replays(started: System) -> None:
    """With the replay page next to the notation."""
    await started.play("games", "a1", "e5", "stay; plant n")
    answer = await started.slash("Cy", "games", "games review export")
    file, page = answer["attachments"]
    assert (file["filename"], page["filename"]) == ("L1.txt", "L1.html")
    assert answer["ephemeral"]
    async with aiohttp.ClientSession() as session, session.get(file["url"]) as got:
        record = parse(await got.text())
    assert [entry.line for entry in record.entries][-1] == "a1 +a2"
    assert "all correct" in [*tell(record)][-1]
    assert not any(guest.id in str(record) for guest in started.people.values())


async def test_my_games_are_told_in_a_direct_message_too(started: System) -> None:
    """`/games mine` works in direct messages too; `/games here` is for servers."""
    who = await started.mover("games")
    guest = started.people[who]
    place = (await guest.act("dm"))["channel"]["id"]
    mine = await started.answer(who, await guest.slash(place, "games mine"))
    await started.quiet()
    board = await started.post("games")
    guild = (await started.game("games")).guild
    link = f"[L1](https://discord.com/channels/{guild}/{board['channel_id']}/{board['id']})"
    assert mine["content"].startswith("**Your turn:** [L1](")
    following = await started.answer(who, await guest.slash(place, "games next"))
    assert following["content"].startswith(f"{link} (Logger) in <#")
    here = await started.answer(who, await guest.slash(place, "games here"))
    assert "not in direct messages" in here["content"]
    assert (await started.slash("Cy", "games", "games here"))["content"].startswith("[L1]")


# -- Other games by buttons alone, by the real client.


HAND = "My Hand"


def png() -> bytes:
    """A small picture that is one."""
    made = io.BytesIO()
    Image.new("L", (8, 6)).save(made, "PNG")
    return made.getvalue()


def drawn(what: Hosted, seen: Seen[Any], labels: Labels, voice: Voice) -> Picture:
    return Picture(png(), f"hand of {labels.names[seen.seat or 0]}")


async def begun(system: System, monkeypatch: Patch, kind: Kind[Any] = CARDS) -> Json:
    """Ann and Ben at a game; its first board."""
    from tests.bot.discord.searching import promised  # which needs this module

    promised(monkeypatch, 1)  # a first turn with a choice
    system.games = hosting(kind)
    await system.restart()
    monkeypatch.setattr(renderer, "draw_hand", drawn)
    ann, (guild, *_) = int(system.people["Ann"].id), system.bot.guilds
    given = Contribution(7**21)
    target = Target(kind=kind.game.key)
    wish = Intent("open", ann, "Ann", guild.id, int(system.id("games")), target, given=given)
    await Lobby(system.app.cases).open(wish, 2, thread=False)
    await system.press("Ben", await system.post("games", "lobby"), "Join")
    return await system.post("games")


async def test_a_hand_is_played_by_buttons(system: System, monkeypatch: Patch) -> None:
    """Only its owner sees the hand; the ids of cards name no card; panels outlive a restart."""
    board = await begun(system, monkeypatch)
    who = await system.mover("games")
    other = "Ben" if who == "Ann" else "Ann"
    panel = await system.press(who, board, HAND)
    assert panel["content"].startswith("Your hand: ")
    assert panel["attachments"][0]["description"] == f"hand of {who}"
    while CONFIRM not in labels(panel):
        cards = [each["custom_id"] for each in panel["components"][0]["components"]]
        assert [id_.rsplit(":", 1)[1] for id_ in cards] == ["0", "1"]
        await system.restart()
        ready = [each for each in buttons(panel) if not each.get("disabled")]
        panel = await changed(system, who, panel, ready[0]["custom_id"])
    theirs = await system.press(other, board, HAND)
    assert theirs["content"].startswith("Your hand: ")
    assert f"It's {who}'s turn." in theirs["content"]
    assert theirs["attachments"][0]["description"] == f"hand of {other}"
    assert not buttons(theirs)
    assert "Only players in C1" in (await system.press("Cy", board, HAND))["content"]
    done = await pressed(system, who, panel, CONFIRM)
    assert "Turn played in C1." in done["content"]
    assert not any("Your hand" in message["content"] for message in system.seen("games"))


# -- Rules and help on Discord: private panels whose buttons turn the page, at any time.


def is_a_topic(panel: Json, title: str) -> None:
    (picture,) = panel["attachments"]
    assert panel["ephemeral"]
    assert f" · {title}**" in panel["content"].splitlines()[0]
    assert len(panel["content"]) <= MESSAGE_LENGTH
    assert "Last turn: " in picture["description"]
    assert [each["label"] for each in buttons(panel) if each.get("disabled")] == [title]


async def test_the_help_and_the_rules_are_there_in_direct_messages(system: System) -> None:
    channel = await system.people["Dee"].dm()
    panel = await system.slash("Dee", channel, "help")
    panel = await pressed(system, "Dee", panel, "Forest Fellers")
    is_a_topic(await pressed(system, "Dee", panel, "Currents"), "Currents")


async def test_a_page_that_everybody_sees_is_not_turned(system: System) -> None:
    shown = (await RulesPages(system.app.games).topic("logger")).said(VOICE)
    lounge = await system.bot.fetch_channel(int(system.id("lounge")))
    assert isinstance(lounge, discord.TextChannel)
    buttons_of = view(shown)
    assert buttons_of is not None
    await lounge.send("Rules", view=buttons_of)
    (post,) = system.seen("lounge")
    is_a_topic(await system.press("Dee", post, "Growth"), "Growth")
    assert [message["content"] for message in system.seen("lounge")] == ["Rules"]
    assert system.seen("lounge")[0]["attachments"] == []
