"""Faults when a board is posted, a card changed, an old board stripped of its buttons, a thread
opened, or the host written to."""

import time
from dataclasses import replace

import pytest

from bot.messages import layouts
from bot.messages.courier import LONG
from bot.messages.languages import VOICE
from bot.messages.layout import Message, SaidButton
from bot.messages.posts import Aftermath
from rules.ending import untold
from sandbox.limits import MessageForm
from sandbox.world import PlannedFault
from tests.acting import ANN, BEN, CY
from tests.bot.discord.people import TO_BOT, People
from tests.faults.accidents import (
    ANSWER,
    DEFER,
    DIRECT,
    EDIT,
    HISTORY,
    POST,
    THREAD,
    comes,
    have_struck,
    nothing_lost,
    strike,
    turn,
)
from tests.faults.conftest import Hurried
from tests.patience import until

# Faults that pass: the kind, the request, and whether it takes effect and only its answer is lost.
PASSING = {
    "a1": ("503", DEFER, False),
    "e5": ("503", DEFER, True),  # tried again, it is refused as the second (40060)
    "stay; +a2": ("429", ANSWER, False),
    "stay; +e4": ("429", POST, False),
    "a1 +b1": ("slow", POST, False),
    "e5 +d5": ("503", POST, True),
}


@pytest.mark.slow
async def test_a_turn_counts_and_is_posted_once_whatever_passes(
    people: People, hurried: Hurried
) -> None:
    """Also when only Discord's answer was lost; its player gets an answer. When told to wait, the
    bot repeats a request after the time that Discord names."""
    await people.begin(ANN, BEN)
    for turns, (line, (kind, moment, done)) in enumerate(PASSING.items(), 1):
        strike(people, kind, moment, done=done)
        assert "Turn played in L1." in (await turn(people, line)).text, line
        await nothing_lost(people, turns=turns)
        assert have_struck(people)
        assert people.pictures() == [f"L1-{n}.png" for n in range(3, 4 + turns)]
    where = {"method": POST[0], "path": POST[1]}
    await people.of(ANN).act("fault", kind="429 global", seconds=17, **where)
    await people.of(ANN).act("fault", kind="429", seconds=3, **where)
    mover = people.of(await people.mover())
    found = await mover.complete("games", "logger turn", "move", move="")
    await turn(people, found[0]["value"])
    await nothing_lost(people, turns=len(PASSING) + 1)
    assert [seconds for seconds in hurried.slept if seconds in (17, 3)] == [17, 3]


@pytest.mark.slow
async def test_a_refusal_without_a_reason_passes(people: People) -> None:
    """Discord answers 401, 403 or 404 to everything for a while. It names nothing that anybody
    could do, so the board is tried again and nobody is written to. It lasts for less than a quarter
    of an hour, after which a post is no longer looked for."""
    await people.begin(ANN, BEN)
    for turns, (line, verb, status) in enumerate((("a1", POST, 401), ("e5", HISTORY, 403)), 1):
        if verb == HISTORY:
            strike(people, "503", POST, done=True)
        body = {"message": f"{status}: Passing", "code": 0}
        people.world.faults.append(PlannedFault(*verb, status, body, times=LONG - 2))
        await turn(people, line)
        await nothing_lost(people, turns=turns)
        assert have_struck(people)
        assert people.pictures() == [f"L1-{n}.png" for n in range(3, 4 + turns)]
        assert people.pinged(people.seen()[-1]) == [(await people.mover()).name]
    assert [people.letters(who) for who in (ANN, BEN)] == [[], []]


@pytest.mark.slow
async def test_a_post_is_found_again_behind_much_talk(people: People) -> None:
    """It arrived, its answer was lost, the bot stopped; people talked on. The nonce is forgotten.
    A post that was due before the talk and came after it is found too."""
    await people.begin(ANN, BEN)
    due = time.time()
    strike(people, "503", HISTORY, times=10**6)
    strike(people, "503", POST, done=True)
    await turn(people, "a1")
    await until(lambda: people.world.faults[-1].times == 0)
    await people.stop()
    assert people.pictures() == ["L1-3.png", "L1-4.png"]
    channel, talker = people.world.channels[people.id()], people.world.people[people.of(CY).id]
    for number in range(101):  # more than Discord tells at once
        people.world.post(channel, talker, MessageForm({"content": f"talk {number}"}))
    await people.of(ANN).act("clock", add=3600)
    people.world.faults.clear()
    await people.start()
    await nothing_lost(people, turns=1)
    assert people.pictures() == ["L1-3.png", "L1-4.png"]
    office, place = people.app.outbox._delivery._transport, int(people.id())
    panel = Message("No picture, no button.")
    assert await office.find_copy(place, panel, due) is None
    assert await office.post(place, panel, "7") == await office.find_copy(place, panel, due)


async def test_a_post_is_told_by_what_only_it_has(people: People) -> None:
    """An answer under a line isn't taken for a board: it may have one of the board's buttons, as
    where a hand is hidden. A result in words has neither file nor button; the text before the words
    of the board is the same."""
    await people.begin(ANN, BEN)
    office, place = people.app.outbox._delivery._transport, int(people.id())
    one, two = SaidButton("My Hand", "lc:hand:1:3"), SaidButton("Board as Text", "lc:text:1:3")
    await office.post(place, Message("Kept.", buttons=(one,)), "7")
    board = Message("", buttons=(one, two))
    assert await office.find_copy(place, board, time.time() + 3600) is None
    await people.deny("ATTACH_FILES", at="games")
    table = await people.app.services.turns.tables.at(await people.game())
    result = layouts.result(table, Aftermath(), untold(table.kind.game, table.at.state))
    panel = replace(result.say_in(VOICE), pings=(), file="L1-9.png")
    sent = await office.post(place, panel, "8")
    assert await office.find_copy(place, panel, time.time()) == sent


async def test_an_old_board_that_cannot_be_changed_does_not_matter(people: People) -> None:
    """Experience 3.6: edits of old messages have a quota of their own (30046). It is tried once:
    buttons that stay on are politely stale. A passing fault is waited out."""
    await people.begin(ANN, BEN)
    for line, kind in (("a1", "30046"), ("e5", "429")):
        strike(people, kind, EDIT)
        await people.play(line)
        await people.quiet()
        assert have_struck(people)
    await nothing_lost(people, turns=2)
    first, second, third = people.boards()
    assert [bool(m.buttons) for m in (first, second, third)] == [True, False, True]
    assert [bool(m.file) for m in (first, second, third)] == [True, False, True]
    assert second.text.endswith(": took corner e5.")
    assert "turn 3" in (await people.press(CY, "Board as Text", first)).text


async def test_a_game_outlives_its_thread(people: People) -> None:
    """Experience 5, archive test: the game continues and says what it did. A thread is opened once
    whatever passes: it is there already, because only the answer was lost."""
    strike(people, "160004", THREAD, done=True)
    await people.command(ANN, "logger start", players=2, thread=True)
    await people.quiet()
    (thread,) = [c for c in people.world.channels.values() if c.is_thread]
    assert thread.name == "L1 · Logger · Ann"
    assert have_struck(people)
    await people.press(BEN, "Join")
    people.place = thread.id
    await people.of(ANN).act("thread", channel=thread.id, archived=True)
    await people.say(await people.mover(), f"{TO_BOT}L1 a1", at="games")
    await people.quiet()
    assert people.pictures() == ["L1-3.png", "L1-4.png"]
    await people.of(ANN).act("channel/delete", channel=thread.id)
    await people.say(await people.mover(), f"{TO_BOT}L1 e5", at="games")
    people.place = "games"
    board = await people.post()
    assert "took corner e5" in board.text
    assert people.pinged(board) == [(await people.mover()).name]
    assert (
        "L1's thread (the channel is gone), so the game will continue in this channel."
        in board.text
    )
    assert "Played in" not in (await people.post("lobby")).text
    assert "Turn played" in (await turn(people, "stay; +a2")).text
    await nothing_lost(people, turns=3)


async def test_when_the_host_cannot_be_written_to_another_player_is(people: People) -> None:
    """The player gets the message if that is possible."""
    await people.begin(ANN, BEN)
    await people.deny("SEND_MESSAGES", at="games")
    strike(people, "50007", DIRECT)
    assert "Turn played" in (await turn(people, "a1")).text
    assert "Send Messages" in await people.letter(BEN)
    await people.deny(at="games")
    await comes(people, "took corner a1")
    assert "took corner e5" in (await people.play("e5")).text
    await nothing_lost(people, turns=2)
