"""Public lines that can't be played: the answer says only that, and Show Me Why gives only the
speaker the reason.
"""

from random import Random

import pytest

from rules.fellers.position import FIGURES
from sandbox.model import BOT_ID
from sandbox.world import PlannedFault
from tests.bot.core import Patch
from tests.bot.discord.searching import Racers, line, promised, unpainted
from tests.bot.discord.system import Json, System, labels, replied_to, requested
from tests.drafts import draft_in

WHY = "Show Me Why"
REFUSED = "You can't play that in F1 right now."
KEPT = "Saved as a draft in F1, but not played yet. Press the button to open your hand."


@pytest.fixture(autouse=True)
def _unpainted(monkeypatch: Patch) -> None:
    unpainted(monkeypatch)
    promised(monkeypatch, 7)


async def begun(system: System) -> tuple[Racers, str, str]:
    """Begin a race of three; return the player to move and another player."""
    racers = Racers(system, Random(1))
    await racers.begin("Ann", "Ben", "Cy")
    mover = await system.mover("games")
    return racers, mover, next(name for name in ("Ann", "Ben") if name != mover)


async def hand(system: System, racers: Racers) -> tuple[str, ...]:
    s = await racers.position()
    cards: tuple[str, ...] = s.hands[s.mover]
    return cards


async def lacking(racers: Racers) -> str:
    """A card of the player's own colour that isn't in their hand."""
    s = await racers.position()
    mine = [FIGURES[i] for i, owner in enumerate(s.owners) if owner == s.mover]
    cards = (f"{code}{n}" for code in mine for n in range(1, 6))
    return next(card for card in cards if card not in s.hands[s.mover])


def under(system: System, message: str) -> list[Json]:
    """The bot's public answers to a message."""
    return [m for m in system.seen("games") if replied_to(m) == message]


async def said(system: System, who: str, text: str) -> tuple[Json, Json]:
    """A line with a mention, and the one public answer under it."""
    message = await system.people[who].say("games", f"<@{BOT_ID}> {text}")
    await system.under(message["id"], "games")
    (answer,) = under(system, message["id"])
    return message, answer


async def test_every_question_reads_the_same(system: System) -> None:
    """Whether or not the card is held. Its effect is behind the button."""
    racers, mover, _ = await begun(system)
    held, row = (await hand(system, racers))[0], (await system.game("games")).n
    for text in (f"{await lacking(racers)}?", f"{held}?", f"can I play {held}", "j j j?"):
        _, answer = await said(system, mover, text)
        assert answer["content"] == "That was a question, so nothing was played in F1."
        assert labels(answer) == [WHY]
    _, answer = await said(system, mover, f"{held} .?")
    told = await system.press(mover, answer, WHY)
    assert told["ephemeral"]
    assert f"Send `{held}" in told["content"]
    assert (await system.game("games")).n == row


async def test_the_speaker_alone_is_told_why(system: System) -> None:
    """Only the speaker sees the reason; others read that the button isn't for them."""
    racers, mover, other = await begun(system)
    card, board = await lacking(racers), await system.post("games")
    for more in ({}, {"reply_to": board["id"]}):
        message = await system.people[mover].say("games", card, **more)
        await system.under(message["id"], "games")
        (answer,) = under(system, message["id"])
        assert answer["content"] == REFUSED
        assert f"you don't have {card}" in (await system.press(mover, answer, WHY))["content"]
    await system.people[mover].delete("games", message["id"])
    told = await system.press(mover, answer, WHY)
    assert told["content"] == (
        "I can't read that message any more. Open your hand and enter your turn there."
    )
    _, answer = await said(system, mover, card)
    for who in (other, "Dee"):
        told = await system.press(who, answer, WHY)
        assert told["content"] == (
            "Only the person who sent that turn can see why it was rejected."
        )
    before = system.seen("games")
    await system.restart()
    told = await system.press(mover, answer, WHY)
    assert told["ephemeral"]
    assert told["content"].startswith(f"`{card}` isn't legal: you don't have {card}.")
    assert "You can play " in told["content"]
    assert system.seen("games") == before
    assert await draft_in(system.store, 1, (await racers.position()).mover) is None


async def test_when_it_is_no_longer_their_turn_there_is_another_reason(system: System) -> None:
    """An old button is answered politely, and speaks of no hand."""
    body = {"message": "Missing Permissions", "code": 50013}
    system.world.faults.append(
        PlannedFault("DELETE", r"/channels/\d+/messages/\d+$", 403, body, times=99)
    )
    racers, mover, _ = await begun(system)
    _, answer = await said(system, mover, await lacking(racers))
    await racers.turn()
    told = (await system.press(mover, answer, WHY))["content"]
    assert told.startswith(f"It's been {await system.mover('games')}'s turn in F1")


async def test_an_unfinished_line_tells_nothing_of_the_hand(system: System) -> None:
    """It is saved without a word about the next step; the button shows each player their own
    hand."""
    racers, mover, other = await begun(system)
    card = line(await racers.position(), Random(3))[0]
    _, answer = await said(system, mover, card)
    assert answer["content"] == KEPT
    assert labels(answer) == ["My Hand"]
    mine = await system.press(mover, answer, "My Hand")
    assert "It's your turn in F1." in mine["content"]
    theirs = await system.press(other, answer, "My Hand")
    assert theirs["content"].startswith("Your hand: ")
    assert f"It's {mover}'s turn." in theirs["content"]
    assert "Only players in F1" in (await system.press("Dee", answer, "My Hand"))["content"]
    _, empty = await said(system, mover, "")
    assert empty["content"] == KEPT
    assert not requested(system, "/users/@me/channels")
