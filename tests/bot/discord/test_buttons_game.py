"""Playing by buttons and menus alone, by the real client: from the lobby to the rematch.

Source: issue 3, "Must hold": a whole game by buttons alone; experience 3.8 and 3.12.
"""

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
from bot.messages import page_texts as pages
from bot.messages.choices import WHOLE
from bot.messages.fitting import MESSAGE_LENGTH
from bot.messages.medium import VOICE
from bot.ops.replay import tell
from bot.table.contribution import Contribution
from bot.table.intent import Intent
from renderer import Hosted, Labels, Picture
from rules import GAMES
from rules.drafting import Kind
from rules.play import Seen
from rules.record import parse
from rules.voice import Voice
from tests.bot.core import Patch
from tests.bot.discord.racing import change_id
from tests.bot.discord.system import Json, System, buttons
from tests.bot.discord.watching import until
from tests.bot.kinds import hosting
from tests.bot.wide import wide
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
    """Issue 3: from /logger start to the result and into the rematch, with no typed line."""
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
    assert "moved on since then" in told_["content"]
    assert not buttons(told_)


async def test_take_back_and_resign_are_behind_more(system: System) -> None:
    """Issue 3, item 2: More…; a take-back is told by the next board, resigning asks first."""
    board = await system.begin("Ann", "Ben")
    who = await system.mover("games")
    board = await system.play("games", "a1")
    more = await system.press(who, board, "More…")
    assert "has been undone" in (await system.press(who, more, "Undo My Turn"))["content"]
    board = await system.post("games")
    assert system.pinged(board) == [who]
    asked = await system.press(who, await system.press(who, board, "More…"), "Resign…")
    assert "the other player wins" in asked["content"]
    assert (await system.game("games")).status == "playing"
    await system.press(who, asked, "Resign from L1")
    assert "**L1 is over: " in (await system.post("games", "result"))["content"]


async def test_whole_turns_are_completed_while_one_types(midway: System) -> None:
    """Issue 3, item 1: legal turns, words in the label, notation in the value; others get none."""
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
    """Issue 3, item 3: the notation file; issue 14, item 3: with a page of it beside."""
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
    """Experience 3.2: `/games mine`, also in DMs; `/games here` is for servers."""
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
    wish = Intent("open", ann, "Ann", guild.id, int(system.id("games")), kind.game.key, given=given)
    await Lobby(system.app.cases).open(wish, 2, thread=False)
    await system.press("Ben", await system.post("games", "lobby"), "Join")
    return await system.post("games")


def row_ids(panel: Json) -> list[list[str]]:
    """The ids of the parts of a panel, row by row."""
    return [[each["custom_id"] for each in row["components"]] for row in panel["components"]]


async def test_a_hand_is_played_by_buttons(system: System, monkeypatch: Patch) -> None:
    """Its owner alone sees the hand; the ids of cards name no card; panels outlive a restart."""
    board = await begun(system, monkeypatch)
    who = await system.mover("games")
    other = "Ben" if who == "Ann" else "Ann"
    panel = await system.press(who, board, HAND)
    assert panel["content"].startswith("Your hand: ")
    assert panel["attachments"][0]["description"] == f"hand of {who}"
    while CONFIRM not in labels(panel):
        cards, *_ = row_ids(panel)
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


async def test_one_of_very_many_ways(system: System, monkeypatch: Patch) -> None:
    """From a full menu to its kind, on, back to all, and to the turn; restarted each time."""
    board = await begun(system, monkeypatch, wide(130, 1, 0, 2))
    who = await system.mover("games")
    everything = await system.press(who, board, "Take Turn")
    assert labels(everything) == ["Kind 1 B0", "Step Back", "Start Over"]
    menu, more = words(everything)[24]
    assert more == ">0"
    await system.restart()
    close = await changed(system, who, everything, menu, more)
    assert [len(row) for row in row_ids(close)] == [1, 1, 1, 1, 4]
    await system.restart()
    last = await pressed(system, who, close, "More… (30)")
    again = await pressed(system, who, last, "All Options")
    assert row_ids(again) == row_ids(everything)
    await system.restart()
    last = await pressed(system, who, await changed(system, who, again, menu, more), "More… (30)")
    menu = next(menu for menu, word in words(last) if word == "a129")
    preview = await changed(system, who, last, menu, "a129")
    assert "Turn played" in (await pressed(system, who, preview, CONFIRM))["content"]


# -- First, Back, Next, Last and Share under a private board, by the real client.


FIRST, LAST = {"First", "Back"}, {"Next", "Last"}  # which lead nowhere from there


def greyed(page: Json) -> set[str]:
    assert [each["label"] for each in buttons(page)] == ["First", "Back", "Next", "Last", "Share"]
    return {each["label"] for each in buttons(page) if each.get("disabled")}


async def test_a_private_board_is_turned_back_and_forward_in_its_place(started: System) -> None:
    """Picture, alt text and story; greyed at both ends; after a restart; nobody else sees it."""
    await started.play("games", "a1", "e5", "stay; plant n")
    public = len(started.seen("games"))
    page = await started.slash("Cy", "games", "logger board")
    assert page["ephemeral"]
    assert page["content"].startswith("**L1** (Logger), turn 4. It's ")
    assert greyed(page) == LAST
    page = await pressed(started, "Cy", page, "Back")
    assert page["content"].startswith("**L1** (Logger), turn 3 of 4.\n")
    assert "took corner e5" in page["content"]
    (picture,) = page["attachments"]
    assert picture["description"].startswith("Logger L1, turn 3, ")
    assert "Loggers: " in picture["description"]
    assert len(started.seen("games")) == public
    await started.restart()
    await started.play("games", "stay; plant s")
    page = await pressed(started, "Cy", page, "Back")
    page = await pressed(started, "Cy", page, "Back")
    assert page["content"] == "**L1** (Logger), turn 1 of 5."
    assert greyed(page) == FIRST
    for _ in range(4):
        page = await pressed(started, "Cy", page, "Next")
    assert page["content"].startswith("**L1** (Logger), turn 5. It's ")
    assert greyed(page) == LAST
    theirs = await started.people["Ben"].history("games")
    assert page["id"] not in {message["id"] for message in theirs}


async def test_a_game_that_is_over_is_replayed_from_its_result(started: System) -> None:
    """By its button and by the command; Share, pressed twice, posts one board that leads there."""
    await started.play("games", "a1", "e5", "stay; plant n")
    asked = await started.slash("Ann", "games", "logger resign")
    await started.press("Ann", asked, "Resign from L1")
    over = await started.post("games", "result")
    assert labels(over)[:4] == ["Rematch", "Replay", "Download Game", "Standings"]
    page = await started.press("Cy", over, "Replay")
    assert page["ephemeral"]
    found = await started.people["Cy"].complete("lounge", "games review replay", "game", game="l")
    (name,) = (each["name"] for each in found)
    assert name in ("L1: Ann, Ben, finished", "L1: Ben, Ann, finished")
    again = await started.slash("Cy", "lounge", "games review replay", game=found[0]["value"])
    assert again["content"] == page["content"] == "**L1** (Logger), turn 1 of 3."
    assert greyed(page) == FIRST
    page = await pressed(started, "Cy", again, "Last")
    assert "final position after 3 turns. The game is over." in page["content"]
    assert greyed(page) == LAST
    assert greyed(await pressed(started, "Cy", page, "First")) == FIRST
    page = await pressed(started, "Cy", again, "Next")
    for answer in ("Everyone here", "jump to the message"):
        assert answer in (await started.press("Cy", page, "Share"))["content"]
        await started.quiet()
    (shared,) = started.seen("lounge")
    assert shared["content"].startswith("**L1** (Logger), turn 2 of 3. Shared by ")
    assert shared["attachments"][0]["description"] == page["attachments"][0]["description"]
    there = await started.press("Ben", shared, "Replay")
    assert there["ephemeral"]
    assert there["content"] == page["content"]


# -- Rules and help on Discord: private panels whose buttons turn the page, at any time.


def is_a_topic(panel: Json, title: str) -> None:
    (picture,) = panel["attachments"]
    assert panel["ephemeral"]
    assert f" · {title}**" in panel["content"].splitlines()[0]
    assert len(panel["content"]) <= MESSAGE_LENGTH
    assert "Last turn: " in picture["description"]
    assert [each["label"] for each in buttons(panel) if each.get("disabled")] == [title]


# A page without headings has none: it is shown as it stands.
TOPICS = {
    kind: titles for kind in GAMES if any(titles := [str(t.title) for t in pages.topics(kind)])
}


@pytest.mark.parametrize("kind", TOPICS)
async def test_every_topic_is_one_press_away(system: System, kind: str) -> None:
    """Each with its picture and the description of it, in the same private answer."""
    panel = await system.slash("Dee", "lounge", f"{kind} rules")
    first, *others = TOPICS[kind]
    is_a_topic(panel, first)
    for title in others:
        panel = await pressed(system, "Dee", panel, title)
        is_a_topic(panel, title)
    assert system.seen("lounge") == []


async def test_the_help_leads_to_itself_and_to_the_rules(system: System) -> None:
    panel = await system.slash("Dee", "lounge", "help")
    assert panel["content"].startswith("Play board games with **Lumbercamp**")
    panel = await pressed(system, "Dee", panel, "When Something Is Wrong")
    assert "`undo` takes it back" in panel["content"]
    panel = await pressed(system, "Dee", await pressed(system, "Dee", panel, "Help"), "Commands")
    assert "`/logger start`: Start a game that others can join" in panel["content"]
    panel = await pressed(system, "Dee", panel, "Help")
    for kind, (first, *_) in TOPICS.items():
        panel = await pressed(system, "Dee", panel, GAMES[kind].game.title)
        is_a_topic(panel, first)
        panel = await pressed(system, "Dee", panel, "Help")
        assert panel["ephemeral"]
        assert panel["attachments"] == []


async def test_the_help_and_the_rules_are_there_in_direct_messages(system: System) -> None:
    channel = await system.people["Dee"].dm()
    panel = await system.slash("Dee", channel, "help")
    panel = await pressed(system, "Dee", panel, "Forest Fellers")
    is_a_topic(await pressed(system, "Dee", panel, "Currents"), "Currents")


async def test_the_help_leads_into_a_game_and_to_what_is_ones_own(system: System) -> None:
    """Issue 27, item 12."""
    panel = await system.slash("Dee", "lounge", "help")
    rules = await pressed(system, "Dee", await system.slash("Dee", "lounge", "help"), "Logger")
    told = await system.press("Dee", rules, "Practise")
    assert "L1 has started" in told["content"]
    assert "L1 (Logger) in " in (await system.press("Dee", panel, "My Games"))["content"]
    assert "quiet hours" in (await system.press("Dee", panel, "Settings"))["content"]
    await until(lambda: any(each.parent for each in system.world.channels.values()))


async def test_the_pages_turn_after_a_restart(system: System) -> None:
    panel = await system.slash("Dee", "lounge", "logger rules")
    await system.restart()
    is_a_topic(await pressed(system, "Dee", panel, "Chop"), "Chop")


async def test_the_button_of_a_lobby_shows_the_rules_to_whoever_presses(system: System) -> None:
    """An old card has the same button; the card stays as it is."""
    await system.slash("Ann", "games", "logger start", players=3)
    card = await system.post("games", "lobby")
    panel = await system.press("Dee", card, "How to Play")
    is_a_topic(panel, "Goal")
    assert (await system.post("games", "lobby"))["content"] == card["content"]
    is_a_topic(await pressed(system, "Dee", panel, "Growth"), "Growth")


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


# -- `/logger learn` on Discord: a private builder without a game, which outlives a restart.


async def picked(system: System, panel: Json, word: str) -> Json:
    """The panel after Dee has picked a word from one of its menus."""
    menus = (each for each in buttons(panel) if each["type"] == 3)
    (menu,) = (m for m in menus if word in [way["value"] for way in m["options"]])
    return await changed(system, "Dee", panel, menu["custom_id"], word)


async def test_a_lesson_is_taken_by_one_person_alone(system: System) -> None:
    """Issue 13, item 6: a wrong turn, back, a restart, the right one; the channel hears nothing."""
    panel = await system.slash("Dee", "lounge", "logger learn")
    assert panel["ephemeral"]
    assert panel["content"].startswith("**Logger, lesson 1 of 5: Walk and Plant**")
    (picture,) = panel["attachments"]
    assert picture["description"].startswith("Logger 1/5, turn ")
    panel = await picked(system, panel, "c5")
    missed = await picked(system, panel, "+d5")
    assert "not the one we're after" in missed["content"]
    panel = await pressed(system, "Dee", missed, "Step Back")
    await system.restart()
    solved = await picked(system, panel, "+b5")
    assert "That's it!" in solved["content"]
    assert labels(solved) == ["Next Lesson", "Try Again"]
    onward = await pressed(system, "Dee", solved, "Next Lesson")
    assert onward["content"].startswith("**Logger, lesson 2 of 5: ")
    assert system.seen("lounge") == []


async def test_how_to_play_leads_to_the_lessons(system: System) -> None:
    await system.slash("Ann", "games", "fellers start", players=3)
    card = await system.post("games", "lobby")
    panel = await system.press("Dee", card, "How to Play")
    panel = await pressed(system, "Dee", panel, "Lessons")
    assert panel["content"].startswith("**Forest Fellers, lesson 1 of 5: Set Out**")
    assert labels(panel) == ["Grass man 3", "Show Me"]
