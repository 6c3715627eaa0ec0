"""The lobby as people meet it: the card, its buttons, and the commands that do the same.

Source: experience 3.4; issue 2, item 7.
"""

from __future__ import annotations

import asyncio

import pytest

from tests.bot.discord.camp import Camp, buttons, requested
from tests.bot.discord.watching import until
from tests.guest import GuestError


async def test_the_card_shows_seats_and_four_buttons(camp: Camp) -> None:
    """Experience 3.4."""
    await camp.slash("Ann", "games", "logger start", players=3)
    card = await camp.post("games", "lobby")
    assert card["content"].startswith("**L1 · Logger** — Ann is looking for 1 to 2 more players.")
    assert "Seats: 1 Ann · 2 open · 3 open" in card["content"]
    labels = [each["label"] for each in buttons(card)]
    assert labels == ["Join", "Leave", "Start Now", "How To Play"]


async def test_joining_changes_the_card_and_the_last_seat_starts_the_game(camp: Camp) -> None:
    """Experience 3.4: it starts by itself when full; 3.7: joining pings nobody."""
    await camp.slash("Ann", "games", "logger start", players=3)
    card = await camp.post("games", "lobby")
    assert "starts with 1 more player" in (await camp.press("Ben", card, "Join"))["content"]
    card = await camp.post("games", "lobby")
    assert "Seats: 1 Ann · 2 Ben · 3 open" in card["content"]
    assert "it has started" in (await camp.press("Cy", card, "Join"))["content"]
    board = await camp.post("games")
    assert camp.pinged(board) == [await camp.mover("games")]
    card = await camp.post("games", "lobby")
    assert buttons(card) == []
    assert camp.pinged(card) == []


async def test_start_now_begins_with_those_who_are_there(camp: Camp) -> None:
    """Experience 3.4; a lone host, or somebody who is not the host, is told why not."""
    await camp.slash("Ann", "games", "logger start")
    card = await camp.post("games", "lobby")
    assert "at least 2 players" in (await camp.press("Ann", card, "Start Now"))["content"]
    await camp.press("Ben", card, "Join")
    for who in ("Ben", "Cy"):
        assert "its host, Ann, or" in (await camp.press(who, card, "Start Now"))["content"]
    assert "it has started" in (await camp.press("Ann", card, "Start Now"))["content"]
    assert len((await camp.game("games")).sitters) == 2


async def test_leaving_gives_the_seat_back_and_the_last_one_closes_the_lobby(camp: Camp) -> None:
    await camp.slash("Ann", "games", "logger start", players=2)
    card = await camp.post("games", "lobby")
    assert "You are not in L1" in (await camp.press("Ben", card, "Leave"))["content"]
    assert "is closed" in (await camp.press("Ann", card, "Leave"))["content"]
    closed = await camp.post("games", "closed")
    assert closed["content"].startswith("L1 (Logger) is closed.")
    assert buttons(await camp.post("games", "lobby")) == []


async def test_how_to_play_is_the_page_of_rules(camp: Camp) -> None:
    await camp.slash("Ann", "games", "logger start")
    card = await camp.post("games", "lobby")
    shown = await camp.press("Dee", card, "How To Play")
    assert shown["ephemeral"]
    assert shown["content"] == (await camp.slash("Dee", "lounge", "logger rules"))["content"]
    assert "protester" in shown["content"]


async def test_of_two_who_press_at_once_one_gets_the_last_seat(camp: Camp) -> None:
    """Issue 2, "Must hold": two people at once."""
    await camp.slash("Ann", "games", "logger start", players=2)
    card = await camp.post("games", "lobby")
    told = await asyncio.gather(*(camp.press(who, card, "Join") for who in ("Ben", "Cy")))
    texts = sorted(each["content"] for each in told)
    assert texts[0].startswith("L1 has started already, nothing was changed.")
    assert texts[1].startswith("You are in L1, and it has started")
    await camp.quiet()
    assert len([m for m in camp.seen("games") if m["attachments"]]) == 1


async def test_a_double_click_is_as_good_as_one(camp: Camp) -> None:
    """Experience 3.13: same as success; the second click changes nothing."""
    await camp.slash("Ann", "games", "logger start", players=3)
    card = await camp.post("games", "lobby")
    camp.edits_refused()
    told = await asyncio.gather(*(camp.press("Ben", card, "Join") for _ in range(2)))
    last = [await camp.press("Cy", card, "Join") for _ in range(2)]
    for once, twice in (told, last):
        said = [each["content"].split("\n-# ")[0] for each in (once, twice)]
        assert said[0] == said[1], "but for what the first click has given to chance"
    assert [sitter.name for sitter in (await camp.game("games")).sitters].count("Ben") == 1


async def test_the_same_interaction_twice_is_done_once(camp: Camp) -> None:
    """Issue 2, "Must hold": the second delivery cannot be acknowledged, so it does nothing."""
    ann = camp.people["Ann"]
    asked = await ann.slash("games", "logger start", players=2)
    first = await camp.answer("Ann", asked)
    await ann.act("again", interaction=asked)
    await until(lambda: requested(camp, f"/interactions/{asked}/") == [200, 400])
    assert (await camp.answer("Ann", asked))["content"] == first["content"]
    assert [game.number for game in await camp.store.open_games()] == [1]


async def test_nobody_can_ask_for_five(camp: Camp) -> None:
    """Issue 2, "Must hold": five players get one clear sentence."""
    with pytest.raises(GuestError, match="players"):
        await camp.slash("Ann", "games", "logger start", players=5)
    told = await camp.slash_anyway("Ann", "games", "start", players=5)
    assert told["content"] == "Logger is for 2 to 4 players."
    assert await camp.store.open_games() == []


async def test_the_fifth_person_is_told_that_it_has_started(camp: Camp) -> None:
    await camp.newcomer("Eve")
    await camp.begin("Ann", "Ben", "Cy", "Dee")
    told = await camp.slash("Eve", "games", "logger join")
    assert told["content"].startswith("L1 has started already")


async def test_a_lobby_is_cancelled_by_its_host_or_a_moderator_only(camp: Camp) -> None:
    """Issue 2, item 7: `cancel`. Ann owns the server."""
    await camp.slash("Ben", "games", "logger start")
    refused = await camp.slash("Cy", "games", "logger cancel")
    assert "L1 was not closed" in refused["content"]
    assert "Ben" in refused["content"]
    assert "is closed" in (await camp.slash("Ann", "games", "logger cancel"))["content"]
    assert (await camp.game("games")).status == "cancelled"


async def test_a_running_game_is_cancelled_after_a_question(camp: Camp) -> None:
    """Issue 2, item 7; a question from before a turn is stale."""
    await camp.begin("Ben", "Cy")
    asked = await camp.slash("Ben", "games", "logger cancel")
    assert "for everybody without a result" in asked["content"]
    await camp.play("games", "a1")
    stale = await camp.press("Ben", asked, "Cancel L1 For Everyone")
    assert "nothing was changed" in stale["content"]
    again = await camp.slash("Ben", "games", "logger cancel")
    assert "is closed" in (await camp.press("Ben", again, "Cancel L1 For Everyone"))["content"]
    assert "is closed" in (await camp.press("Ben", again, "Cancel L1 For Everyone"))["content"]
    await camp.quiet()
    assert len([m for m in camp.seen("games") if "is closed" in m["content"]]) == 1
    told = await camp.slash("Cy", "games", "logger turn", line="a5")
    assert told["content"].startswith("L1 was closed on")
