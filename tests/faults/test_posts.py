"""Faults when a board is posted, a card changed, an old board stripped of its buttons, a thread
opened, or the host written to."""

from __future__ import annotations

import time
from dataclasses import replace

import pytest

from bot.messages import layouts
from bot.messages.courier import LONG
from bot.messages.languages import VOICE
from bot.messages.layout import Message, SaidButton
from bot.messages.posts import Aftermath
from rules.ending import untold
from sandbox.world import PlannedFault
from tests.bot.core import drain
from tests.bot.discord.system import Json, System
from tests.bot.discord.watching import until
from tests.faults.accidents import (
    DIRECT,
    EDIT,
    HISTORY,
    POST,
    THREAD,
    comes,
    happens,
    last_has_buttons,
    nothing_lost,
    pictures,
    struck,
    turn,
)
from tests.faults.conftest import Hurried


@pytest.mark.parametrize(("kind", "done"), [("429", False), ("slow", False), ("503", True)])
async def test_a_board_is_posted_once_whatever_passes(
    system: System, kind: str, done: bool
) -> None:
    """Also when the post arrived and only Discord's answer was lost."""
    await system.begin("Ann", "Ben")
    happens(system, kind, POST, done=done)
    await turn(system, "a1")
    await nothing_lost(system, turns=1)
    assert struck(system)
    assert pictures(system) == ["L1-3.png", "L1-4.png"]


@pytest.mark.parametrize(("verb", "status"), [(POST, 401), (HISTORY, 403)])
async def test_a_refusal_without_a_reason_passes(
    system: System, hurried: Hurried, verb: tuple[str, str], status: int
) -> None:
    """Discord answers 401, 403 or 404 to everything for a while. It names nothing that anybody
    could do, so the board is tried again and nobody is written to. It lasts for less than a quarter
    of an hour, after which a post is no longer looked for."""
    await system.begin("Ann", "Ben")
    if verb == HISTORY:
        happens(system, "503", POST, done=True)
    system.world.faults.append(
        PlannedFault(*verb, status, {"message": f"{status}: Passing", "code": 0}, times=LONG - 2)
    )
    await turn(system, "a1")
    await nothing_lost(system, turns=1)
    assert struck(system)
    assert pictures(system) == ["L1-3.png", "L1-4.png"]
    assert system.pinged(system.seen("games")[-1]) == [await system.mover("games")]
    assert [system._letters(name) for name in ("Ann", "Ben")] == [[], []]


async def test_an_answer_under_a_line_is_not_taken_for_a_board(system: System) -> None:
    """It may have one of the board's buttons, as where a hand is hidden."""
    office, place = system.app.outbox._delivery._transport, int(system.id("games"))
    one, two = SaidButton("My Hand", "lc:hand:1:3"), SaidButton("Board as Text", "lc:text:1:3")
    await office.post(place, Message("Kept.", buttons=(one,)), "7")
    board = Message("", buttons=(one, two))
    assert await office.find_copy(place, board, time.time()) is None
    posted = await office.post(place, board, "8")
    assert await office.find_copy(place, board, time.time()) == posted
    assert await office.find_copy(place, board, time.time() + 3600) is None, "it is older than that"


async def test_a_post_is_found_again_behind_much_talk(system: System) -> None:
    """It arrived, its answer was lost, the bot stopped; people talked on. The nonce is forgotten.
    A post that was due before the talk and came after it is found too."""
    await system.begin("Ann", "Ben")
    due = time.time()
    happens(system, "503", HISTORY, times=10**6)
    happens(system, "503", POST, done=True)
    await turn(system, "a1")
    await until(lambda: system.world.faults[-1].times == 0)
    await system.stop()
    assert pictures(system) == ["L1-3.png", "L1-4.png"]
    for number in range(120):
        await system.people["Cy"].say("games", f"talk {number}")
    await system.people["Ann"].act("clock", add=3600)
    system.world.faults.clear()
    await system.start()
    await nothing_lost(system, turns=1)
    assert pictures(system) == ["L1-3.png", "L1-4.png"]
    office, place = system.app.outbox._delivery._transport, int(system.id("games"))
    panel = Message("No picture, no button.")
    assert await office.find_copy(place, panel, due) is None
    assert await office.post(place, panel, "7") == await office.find_copy(place, panel, due)


async def test_a_result_in_words_is_found_again(system: System) -> None:
    """It has neither file nor button; the text before the words of the board is the same."""
    await system.begin("Ann", "Ben")
    await system.lacking("ATTACH_FILES", channel="games")
    office = system.app.outbox._delivery._transport
    tables = system.app.services.turns.tables
    table = await tables.at(await system.game("games"))
    ending = untold(table.kind.game, table.at.state)
    result = layouts.result(table, Aftermath(), ending)
    panel = replace(result.say_in(VOICE), pings=(), file="L1-9.png")
    sent = await office.post(int(system.id("games")), panel, "7")
    assert await office.find_copy(int(system.id("games")), panel, time.time()) == sent


async def test_being_told_to_wait_is_obeyed(system: System, hurried: Hurried) -> None:
    """429: the request is repeated after the time that Discord names."""
    await system.begin("Ann", "Ben")
    ann = system.people["Ann"]
    where = {"method": POST[0], "path": POST[1]}
    await ann.act("fault", kind="429 global", seconds=17, **where)
    await ann.act("fault", kind="429", seconds=3, **where)
    await turn(system, "a1")
    await nothing_lost(system, turns=1)
    assert [seconds for seconds in hurried.slept if seconds in (17, 3)] == [17, 3]


@pytest.mark.parametrize(("kind", "changed"), [("429", True), ("30046", False)])
async def test_an_old_board_that_cannot_be_changed_does_not_matter(
    system: System, kind: str, changed: bool
) -> None:
    """Experience 3.6: edits of old messages have a quota of their own (30046). It is tried once:
    buttons that stay on are politely stale."""
    first = await system.begin("Ann", "Ben")
    happens(system, kind, EDIT)
    second = await system.play("games", "a1")
    await nothing_lost(system, turns=1)
    await drain(system.app.outbox)
    assert struck(system)
    boards = system.boards("games")
    assert [m["id"] for m in boards] == [first["id"], second["id"]]
    assert last_has_buttons(boards) == changed
    assert [bool(m["attachments"]) for m in boards] == [not changed, True]
    assert boards[0]["content"].endswith(": took corner a1.") == changed
    stale = await system.press("Cy", second, "Board as Text")
    assert "turn 2" in stale["content"]


async def test_a_thread_is_opened_once_whatever_passes(system: System) -> None:
    """It is there already, because only the answer was lost."""
    happens(system, "160004", THREAD, done=True)
    await system.slash("Ann", "games", "logger start", players=2, thread=True)
    await system.quiet()
    assert struck(system)
    assert [c.name for c in system.world.channels.values() if c.is_thread] == ["L1 · Logger · Ann"]


async def test_when_the_host_cannot_be_written_to_another_player_is(system: System) -> None:
    """The player gets the message if that is possible."""
    await system.begin("Ann", "Ben")
    await system.lacking("SEND_MESSAGES", channel="games")
    happens(system, "50007", DIRECT)
    assert "Turn played" in (await turn(system, "a1"))["content"]
    assert "Send Messages" in await system.letter("Ben")
    await system.lacking(channel="games")
    await comes(system, "took corner a1")
    assert "took corner e5" in (await system.play("games", "e5"))["content"]
    await nothing_lost(system, turns=2)


@pytest.mark.parametrize("what", ["archived", "deleted"])
async def test_a_game_outlives_its_thread(system: System, what: str) -> None:
    """Experience 5, archive test: the game continues and says what it did."""
    await system.slash("Ann", "games", "logger start", players=2, thread=True)
    card = await _card(system)
    await system.press("Ben", card, "Join")
    await system.quiet()
    thread = card["id"]
    who = await system.mover(thread)
    ann = system.people["Ann"]
    if what == "deleted":
        await ann.act("channel/delete", channel=thread)
    else:
        await ann.act("thread", channel=thread, archived=True)
    await system.say(who, "games", f"<@{system.world.bot_id}> L1 a1")
    await system.quiet()
    if what == "archived":
        assert pictures(system, thread) == ["L1-3.png", "L1-4.png"]
        return
    board = await system.post("games")
    assert "took corner a1" in board["content"]
    assert system.pinged(board) == [await system.mover("games")]
    assert (
        "L1's thread (the channel is gone), so the game will continue in this channel."
        in board["content"]
    )
    assert "Played in" not in (await _card(system))["content"]
    assert "Turn played" in (await turn(system, "e5"))["content"]
    await nothing_lost(system, turns=2)


async def _card(system: System) -> Json:
    """The first thing the bot wrote in #games."""
    await system.quiet()
    return system.seen("games")[0]
