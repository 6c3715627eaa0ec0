"""Nobody waits for a computer at the table, and it gets no mention, reminder or clock."""

from __future__ import annotations

from random import Random

import pytest

from bot.ops.replay import verify_record
from bot.table import records
from bot.table.computers import ABANDONED_AFTER, position
from bot.table.seats import SEAT_OFFER_LASTS, computers
from bot.table.servers import ChannelInfo
from rules import GAMES
from rules.record import parse
from storage import Sitter
from tests.acting import ANN, BEN, CY, EVE
from tests.bot.core import (
    CHANNEL,
    EVERY_GAME,
    GUILD,
    OTHER_CHANNEL,
    Core,
    finish_thinking,
    is_sound,
)
from tests.bot.leaks import Payload, leaks, of_panel, secrets_of
from tests.bot.minds import HalfMind, LostMind, QuickMind, SlowMind, WrongMind
from tests.bot.playing import any_turn, good_turn
from tests.bot.transport import DIRECT
from tests.storage.samples import finished


async def played(core: Core, turns: int) -> int:
    """Play this number of sensible turns of Ann's against computers, or until the end."""
    for turn in range(turns):
        await core.deliver()
        table = await core.table()
        if table.over:
            return turn
        answer = await core.say(ANN, good_turn(table))
        assert "Turn played" in answer.text, answer.text
    await core.deliver()
    return turns


async def ponders(core: Core) -> SlowMind:
    """Play until a computer is to move, which thinks until it is let go."""
    core.mind = core.thinking._mind = mind = SlowMind()
    chance = Random(1)
    while (game := await core.game()).on_turn not in computers(game):
        await core.say(await core.mover(), any_turn(await core.table(), chance))
    await core.thinking.collect()
    await mind.begun.wait()
    return mind


def called(core: Core) -> list[str]:
    return [m.text for m in core.transport.messages if m.pings]


async def test_practice_begins_easy_and_follows_what_was_won(core: Core) -> None:
    assert "(computer, first game)" in (await core.practice(level="")).text
    for key, level, won in (("a", "strong", True), ("b", "master", False)):
        computer = Sitter(-2, "Birch", computer=level)
        sitters, ours, theirs = (Sitter(ANN.id, "Ann"), computer), (10, won), (4, not won)
        await finished(core.store, key, sitters, ours, theirs)
    told = await core.practice(level="", channel=OTHER_CHANNEL)
    assert "(computer, strong)" in told.text


async def test_practice_leaves_the_channel_to_others(core: Core) -> None:
    """In a thread, or in direct messages if threads can't be opened there."""
    assert "has started" in (await core.command(ANN, "logger practice")).text
    await core.deliver()
    assert (await core.game(1)).channel not in (None, CHANNEL)
    core.guilds.there = [ChannelInfo(CHANNEL, "games", ("Create Public Threads",))]
    for who, where in ((BEN, {}), (CY, {"channel": 777, "parent": OTHER_CHANNEL})):
        told = await core.command(who, "logger practice", **where)
        assert told.text.endswith("Your practice game is in your direct messages.")
        assert await core.store.game_in_channel(DIRECT + who.id) is not None


async def test_a_whole_practice_game_costs_one_message_a_turn(core: Core) -> None:
    """Its record loads and is fair; it counts in no table of the server."""
    answer = await core.practice(level="medium")
    game = await core.game()
    (name,) = [game.sitters[seat].name for seat in computers(game)]
    assert f"{name} (computer, medium)" in answer.text
    turns = await played(core, 500)
    assert len(called(core)) == turns + 1  # the board before each turn, and the result
    assert f"{name} (computer, medium)" in called(core)[-1]
    assert "Unrated: a computer played." in called(core)[-1]
    assert "they don't count in the standings" in await core.details()
    assert "<@-" not in "".join(core.posts())
    assert await core.store.standings(game.guild, "logger") == []
    text = records.text(await core.game(), await core.store.log(game.id))
    assert f"{name} (computer, medium)" in text
    await is_sound(core)
    verdict = verify_record(parse(text))
    assert verdict.fair, verdict.told


async def test_nobody_is_called_while_a_computer_thinks(core: Core) -> None:
    await core.practice(players=3)
    await core.deliver()
    before = len(core.transport.messages)
    mind = await ponders(core)
    await core.outbox.collect()
    await core.drain()
    game = await core.game()
    assert game.on_turn in computers(game)
    assert len(core.transport.messages) == before
    assert {timer.kind for timer in game.timers} == {"think", "alone"}
    mind.go.set()
    await core.deliver()
    assert len(core.transport.messages) == before + 1


async def test_it_is_handed_what_its_seat_sees_and_nothing_else(core: Core) -> None:
    core.kind = "fellers"
    await core.practice()
    await played(core, 3)
    assert isinstance(core.mind, QuickMind)
    rules, (seat,) = (await core.game()).rules, computers(await core.game())
    for asked in core.mind.asked:
        assert asked.seen == rules.view(asked.seen, seat)
    table = await core.table()
    assert not any(asked.seen == table.at.state for asked in core.mind.asked)


async def test_the_hand_of_a_computer_is_in_nothing_that_is_said(core: Core) -> None:
    core.kind, chance = "fellers", Random(5)
    await core.practice()
    await core.deliver()
    for _ in range(3):
        before = (await core.table()).at.state
        answer = await core.say(ANN, any_turn(await core.table(), chance))
        between = (await core.table()).at.state
        await core.deliver()
        game, after = await core.game(), (await core.table()).at.state
        hidden = secrets_of(game, await core.store.log(game.id), (before, between, after))
        asked = [answer, await core.do(ANN, "hand"), await core.do(ANN, "options")]
        sent = [of_panel(panel, ANN.id) for panel in asked]
        sent += [Payload(None, text, "a post") for text in core.posts()[-1:]]
        assert leaks(sent, hidden) == []


async def test_the_same_position_is_thought_of_with_the_same_seed(core: Core) -> None:
    await core.practice()
    await played(core, 1)
    before = len(await core.log())
    await core.say(ANN, any_turn(await core.table(), Random(2)))
    await core.deliver()
    said, *answers = (await core.log())[before:]
    assert answers
    assert (await core.do(ANN, "undo")).text.startswith("Your turn in L1 has been undone.")
    await core.say(ANN, said)
    await core.deliver()
    assert (await core.log())[before:] == [said, *answers, f"undo {before}", said, *answers]


@pytest.mark.parametrize(
    ("mind", "thoughts"), [(LostMind(1), 2), (LostMind(2), 2), (WrongMind(), 1), (HalfMind(), 1)]
)
async def test_a_lost_thought_is_tried_once_more_and_then_something_legal_is_played(
    core: Core, mind: QuickMind, thoughts: int
) -> None:
    core.mind = mind
    core.host(core.games)
    await core.practice()
    assert await played(core, 1) == 1
    assert mind.asked.count(mind.asked[0]) == thoughts
    game = await core.game()
    assert game.on_turn not in computers(game)
    await is_sound(core)


async def test_a_turn_that_is_thought_of_twice_counts_once(core: Core) -> None:
    await core.practice()
    await core.deliver()
    await core.say(ANN, any_turn(await core.table(), Random(1)))
    game = await core.game()
    (timer,) = [t for t in game.timers if t.kind == "think"]
    table = await core.table()
    line = await core.mind.turn(position(table))

    async def think(_: object) -> str:
        await finish_thinking(core.thinking)  # another process was first
        return line

    await core.services.computers.play(timer, think)
    after = [row.key for row in await core.store.log(game.id) if row.n > game.n]
    assert after == [f"agent:{game.id}:{game.n}"]


async def test_a_turn_is_taken_back_with_what_computers_replied(core: Core) -> None:
    """And the one before it too, as nobody has answered them."""
    await core.practice(players=3)
    await played(core, 2)
    machines = computers(await core.game())
    rows = await core.store.log((await core.game()).id)
    first, second = [row.n for row in rows if row.seat >= 0 and row.seat not in machines]
    told = (await core.do(ANN, "undo")).text
    assert "has been undone" in told, told
    assert (await core.log())[-1] == f"undo {second - 1}"
    assert "has been undone" in (await core.do(ANN, "undo")).text
    assert (await core.log())[-1] == f"undo {first - 1}"
    await core.deliver()
    assert "Ann undid the last turn" in called(core)[-1]
    await is_sound(core)


async def test_a_game_whose_computers_are_not_rated_tells_levels_in_words(core: Core) -> None:
    """docs/new-game.md: a game has computers as soon as it is registered; ratings it may bring."""
    core.host(EVERY_GAME)
    core.kind = "keep"
    await core.open(ANN, 3)
    told = (await core.do(ANN, "computers")).text
    assert "**easy**: rarely looks beyond its own turn." in told.splitlines()
    assert "Computers are rated" not in told


async def test_who_sits_there_adds_computers_and_takes_them_out(core: Core) -> None:
    await core.open(ANN, 3)
    panel = await core.do(ANN, "computers")
    levels = ["first game", "easy", "medium", "strong", "master"]
    assert [b.label for b in panel.rows[0]] == [f"Add: {level}" for level in levels]
    rated = zip(levels, GAMES["logger"].game.level_ratings, strict=True)
    assert [line.split(":")[0] for line in panel.text.splitlines()[1:6]] == [
        f"**{level}** ({rating:,})" for level, rating in rated
    ]
    told = await core.do(EVE, "seat", values={"level": "easy"})
    assert "Join it first" in told.text
    panel = await core.do(ANN, "seat", values={"level": "easy"})
    assert panel.text.splitlines()[-1].startswith("-# Computers are rated")
    name = (await core.game()).sitters[1].name
    assert f"{name} (computer, easy)" in panel.text
    assert [b.label for b in panel.buttons] == [f"Remove {name}"]
    panel = await core.push(ANN, panel.buttons[0])
    assert "no computer" in panel.text
    assert "no computer" in (await core.push(ANN, "lc:unseat:1:1:1")).text
    await core.do(ANN, "seat", values={"level": "easy"})
    assert "has started" in (await core.do(ANN, "seat", values={"level": "medium"})).text
    game = await core.game()
    assert sorted(s.computer for s in game.sitters) == ["", "easy", "medium"]
    await played(core, 1)
    await is_sound(core)


async def test_a_lobby_in_which_only_computers_are_left_is_closed(core: Core) -> None:
    await core.open(ANN, 3, options={"computers": "1"})
    await core.do(ANN, "leave")
    assert (await core.game()).status == "cancelled"


async def test_a_rematch_keeps_the_computers_and_begins_at_once(core: Core) -> None:
    await core.practice()
    await core.deliver()
    await core.resign(ANN)
    before = [s.user for s in (await core.game()).sitters]
    told = (await core.do(ANN, "again", game=1)).text
    assert "L2 has started" in told
    game = await core.game(2)
    assert [s.user for s in game.sitters] == before[::-1]
    await core.deliver()
    assert "<@-" not in "".join(core.posts())


@pytest.mark.parametrize("resigns", [True, False])
async def test_computers_neither_win_alone_nor_play_on(core: Core, resigns: bool) -> None:
    await core.practice(players=3)
    await core.deliver()
    if resigns:
        await core.resign(ANN)
    else:
        await core.services.on_departure(ANN.id, GUILD)
        await core.pass_time(SEAT_OFFER_LASTS + 1)
    assert ((await core.game()).status, (await core.log())[-1]) == ("cancelled", "cancel")


async def test_a_computer_has_no_clock_and_a_person_alone_neither(core: Core) -> None:
    await core.open(ANN, 3, options={"computers": "1", "pace": "brisk"})
    await core.join(BEN)
    game = await core.game()
    assert game.due("alone") is None
    assert "computers" not in game.options
    (seat,) = computers(game)
    assert sorted(clock.seat for clock in game.clocks) == sorted({0, 1, 2} - {seat})
    chance = Random(1)
    for _ in range(4):
        await core.deliver()
        await core.say(await core.mover(), any_turn(await core.table(), chance))
        game = await core.game()
        thinks = game.on_turn == seat
        assert (game.due("clock") is None) == thinks
        assert [c.seat for c in game.clocks if c.since] == ([] if thinks else [game.on_turn])
    await core.open(CY, 2, channel=OTHER_CHANNEL, options={"computers": "1", "pace": "brisk"})
    assert (await core.game(2)).clocks == ()


async def test_practice_that_nobody_goes_on_with_is_closed(core: Core) -> None:
    await core.practice()
    await played(core, 1)
    core.time.seconds += ABANDONED_AFTER - 60
    await core.say(ANN, any_turn(await core.table(), Random(1)))
    await core.deliver()
    await core.pass_time(3600)
    assert (await core.game()).status == "playing"
    await core.pass_time(ABANDONED_AFTER)
    await core.deliver()
    assert (await core.game()).status == "cancelled"
    assert "was closed without a winner" in core.posts()[-1]
