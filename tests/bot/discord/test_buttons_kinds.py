"""Other games by buttons alone, by the real client: rows of buttons, one's hand, and more ways
than a message has room for.

Source: experience 3.8; issue 3, "works after a restart" and "politely stale".
"""

from __future__ import annotations

import io
from typing import Any

import pytest
from PIL import Image

import renderer
from bot.core.intent import Intent
from renderer import Hosted, Labels, Picture
from rules.drafting import Kind
from rules.play import Seen
from rules.voice import Voice
from tests.bot.discord.system import Json, System, buttons
from tests.bot.discord.test_buttons_game import CONFIRM, changed, labels, pressed, words
from tests.bot.kinds import hosting
from tests.bot.wide import wide
from tests.rules.cards import CARDS

HAND = "My Hand And Turn"


def png() -> bytes:
    """A small picture that is one."""
    made = io.BytesIO()
    Image.new("L", (8, 6)).save(made, "PNG")
    return made.getvalue()


def drawn(what: Hosted, seen: Seen[Any], labels: Labels, voice: Voice) -> Picture:
    return Picture(png(), f"hand of {labels.names[seen.seat or 0]}")


async def begun(system: System, monkeypatch: pytest.MonkeyPatch, kind: Kind[Any] = CARDS) -> Json:
    """Ann and Ben at a game; its first board."""
    from tests.bot.discord.searching import promised  # which needs this module

    promised(monkeypatch, 1)  # a first turn with a choice
    system.games = hosting(kind)
    await system.restart()
    monkeypatch.setattr(renderer, "draw_hand", drawn)
    ann, (guild, *_) = int(system.people["Ann"].id), system.bot.guilds
    wish = Intent("open", ann, "Ann", guild.id, int(system.id("games")), kind.game.key)
    await system.app.cases.lobby.open(wish, 2, thread=False)
    await system.press("Ben", await system.post("games", "lobby"), "Join")
    return await system.post("games")


def row_ids(panel: Json) -> list[list[str]]:
    """The ids of the parts of a panel, row by row."""
    return [[each["custom_id"] for each in row["components"]] for row in panel["components"]]


async def turned(system: System, who: str, panel: Json) -> Json:
    """Any card that can be played, until there is a turn to confirm."""
    while CONFIRM not in labels(panel):
        ready = [each for each in buttons(panel) if not each.get("disabled")]
        card = next(each for each in ready if each["label"] in ("blue", "red"))
        panel = await changed(system, who, panel, card["custom_id"])
    return panel


async def test_a_hand_is_played_by_buttons(system: System, monkeypatch: pytest.MonkeyPatch) -> None:
    """The hand is shown to its owner alone, cards are buttons whose ids name no card, and each
    panel outlives a restart."""
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
    assert f"It is {who}'s turn." in theirs["content"]
    assert theirs["attachments"][0]["description"] == f"hand of {other}"
    assert not buttons(theirs)
    assert "Only those who play C1" in (await system.press("Cy", board, HAND))["content"]
    done = await pressed(system, who, panel, CONFIRM)
    assert "Your turn in C1 counts." in done["content"]
    assert not any("Your hand" in message["content"] for message in system.seen("games"))


async def test_an_old_row_is_politely_stale(
    system: System, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A panel of a turn that is over changes nothing, whatever is pressed on it."""
    board = await begun(system, monkeypatch)
    who = await system.mover("games")
    old, panel = [await system.press(who, board, HAND) for _ in range(2)]
    panel = await turned(system, who, panel)
    await pressed(system, who, panel, CONFIRM)
    rows = len(await system.store.log(1))
    card = next(each for each in buttons(old) if not each.get("disabled"))
    told = await changed(system, who, old, card["custom_id"])
    moved_on = "moved on since then" in told["content"]
    assert moved_on or "'s turn in C1" in told["content"]
    assert len(await system.store.log(1)) == rows


async def test_one_of_very_many_ways(system: System, monkeypatch: pytest.MonkeyPatch) -> None:
    """From a full menu to a look at its kind, on, back to all, and to the turn; the bot is a
    new one each time."""
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
    last = await pressed(system, who, close, "More … (30)")
    again = await pressed(system, who, last, "All Options")
    assert row_ids(again) == row_ids(everything)
    await system.restart()
    last = await pressed(system, who, await changed(system, who, again, menu, more), "More … (30)")
    menu = next(menu for menu, word in words(last) if word == "a129")
    preview = await changed(system, who, last, menu, "a129")
    assert "counts" in (await pressed(system, who, preview, CONFIRM))["content"]
