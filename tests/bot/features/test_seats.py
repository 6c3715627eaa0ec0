"""Seats on offer, taken over or not (docs/rulings.md, Logger 18; decision 31)."""

from __future__ import annotations

from random import Random

import pytest

from bot.features.seats import request_seat_checks
from bot.messages.layout import Message, SaidButton
from bot.table import records
from bot.table.commit import CommitMoment
from bot.table.game import HOUR
from bot.table.names import host_seat
from bot.table.seats import SEAT_OFFER_LASTS, open_seats
from rules.logger.rules import GONE
from storage import TABLE, Change, Line
from tests.acting import ANN, BEN, CY, DEE, EVE, Person
from tests.bot.core import Core, is_sound
from tests.bot.features.test_whereabouts import move
from tests.bot.panels import all_words, button
from tests.bot.playing import turn
from tests.bot.transport import Posted
from tests.drafts import draft_in


async def wished(core: Core, who: Person) -> Message:
    return await core.press(who, "Offer My Seat", await core.do(who, "substitute"))


async def line(core: Core) -> Posted:
    await core.deliver()
    lines = [m for m in core.transport.messages if "Take Over" in [b.label for b in m.buttons]]
    return lines[-1]


async def named(core: Core) -> list[str]:
    return [sitter.name for sitter in (await core.game()).sitters]


async def passed(core: Core, seconds: float = SEAT_OFFER_LASTS) -> None:
    await core.pass_time(seconds)
    await core.deliver()


async def left_by(core: Core, who: Person) -> Posted:
    await core.press(who, "Resign from L1", await core.do(who, "resign"))
    return await line(core)


async def test_one_press_takes_over_a_seat_with_all_that_belongs_to_it(core: Core) -> None:
    await core.begin(ANN, BEN, CY, lines=4)
    mover = await core.mover()
    before = (await core.table()).at.state
    posted = await left_by(core, mover)
    assert f"{mover.name} has left **L1**: the seat is open." in posted.text
    assert not posted.pings
    told = await core.press(EVE, "Take Over", posted)
    assert "The seat is yours. You're now playing in L1. It's your turn" in told.text
    assert (await core.table()).at.state == before
    await core.deliver()
    assert core.transport.messages[-1].pings == (EVE.id,)
    assert posted.text.startswith(f"Eve took over {mover.name}'s seat in **L1**.")
    assert [button.label for button in posted.buttons] == []
    assert "Turn played" in (await core.say(EVE, turn(await core.table(), Random(1)))).text
    assert f"takeover {before.mover}" in await core.log()
    await is_sound(core)


async def test_who_sits_there_or_did_takes_no_second_seat(core: Core) -> None:
    await core.begin(ANN, BEN, CY, lines=4)
    refused = "you're playing in L1, or you've played in it before"
    posted = await left_by(core, BEN)
    assert refused in (await core.press(ANN, "Take Over", posted)).text
    assert "That's your own seat" in (await core.press(BEN, "Take Over", posted)).text
    await core.press(EVE, "Take Over", posted)
    other = await left_by(core, CY)
    assert refused in (await core.press(BEN, "Take Over", other)).text
    robot = await core.do(DEE, "takeover", values={"seat": 9}, robot=True)
    assert "There's no such seat" in robot.text


async def test_they_may_come_back_until_somebody_has_it(core: Core) -> None:
    await core.begin(ANN, BEN, CY, lines=4)
    posted = await left_by(core, BEN)
    assert "That isn't your seat" in (await core.press(ANN, "I'm Back", posted)).text
    assert "You're not in L1" in (await core.press(EVE, "I'm Back", posted)).text
    back = button(posted, "I'm Back")
    for _ in range(2):
        told = (await core.push(BEN, back)).text
        assert "You keep your seat in L1. It's no longer on offer" in told
        assert open_seats(await core.game()) == {}
        await core.deliver()
        assert posted.text == "Ben keeps the seat in **L1**."
    core.time.seconds += 6 * HOUR
    await left_by(core, BEN)
    await core.push(BEN, back)
    assert open_seats(await core.game()) == {}, "an old button does what it says"
    await passed(core)
    assert (await core.game()).sitters[(await named(core)).index("Ben")].left is False
    await is_sound(core)


async def test_a_turn_is_a_return(core: Core) -> None:
    await core.begin(ANN, BEN, CY, lines=4)
    mover = await core.mover()
    posted = await left_by(core, mover)
    assert "Turn played" in (await core.say(mover, turn(await core.table(), Random(1)))).text
    await core.deliver()
    assert open_seats(await core.game()) == {}
    assert posted.text.endswith("keeps the seat in **L1**.")
    await is_sound(core)


async def test_when_nobody_comes_the_seat_is_given_up(core: Core) -> None:
    """Rulings D: only after the seat was offered; the others play on without it."""
    await core.begin(ANN, BEN, CY, lines=4)
    who = await core.seats()
    posted = await left_by(core, BEN)
    await passed(core, SEAT_OFFER_LASTS - 60)
    assert "leave" not in " ".join(await core.log())
    await passed(core, 60)
    seat = who.index(BEN)
    assert (await core.log())[-1] == f"leave {seat}"
    assert (await core.table()).at.state.loggers[seat] == GONE
    assert posted.text == "Ben has left **L1**, and nobody took over the seat."
    for _ in range(4):
        assert await core.mover() != BEN
        await core.say(await core.mover(), turn(await core.table(), Random(2)))
    await is_sound(core)


async def test_who_asks_for_a_substitute_plays_on(core: Core) -> None:
    await core.begin(ANN, BEN, lines=4)
    mover = await core.mover()
    told = await wished(core, mover)
    assert "You'll keep playing until someone takes your seat." in told.text
    assert "If nobody does, it stays yours." in told.text
    posted = await line(core)
    assert f"{mover.name} is looking for someone to take over their seat" in posted.text
    assert "Turn played" in (await core.say(mover, turn(await core.table(), Random(1)))).text
    assert len(open_seats(await core.game())) == 1
    await passed(core)
    assert open_seats(await core.game()) == {}
    assert (await core.game()).status == "playing"
    await wished(core, mover)
    posted = await line(core)
    await core.press(EVE, "Take Over", posted)
    assert "Eve" in await named(core)
    await is_sound(core)


async def test_a_seat_is_offered_only_after_a_question(core: Core) -> None:
    """It is bound to the position; an old button asks too."""
    await core.begin(ANN, BEN, CY, lines=4)
    mover = await core.mover()
    old = SaidButton("Find a Substitute", f"lc:substitute:1:{(await core.game()).n}")
    for told in (await core.do(mover, "substitute"), await core.push(mover, old)):
        assert told.text.startswith("Offer your seat in L1 to others? For 3 days, anyone here can")
        assert told.text.endswith("If someone takes it, you'll be rated as having come last.")
    assert open_seats(await core.game()) == {}
    await core.say(mover, turn(await core.table(), Random(1)))
    stale = await core.press(mover, "Offer My Seat", told)
    assert "has moved on since then" in stale.text
    assert open_seats(await core.game()) == {}
    assert "is on offer to others until" in (await wished(core, mover)).text


async def test_all_of_the_old_holder_is_dead_at_once(core: Core) -> None:
    """Panels, buttons, hand, drafts, completions; a sentence says whose seat it is now."""
    core.kind = "fellers"
    await core.begin(ANN, BEN, CY)
    mover = await core.mover()
    seat = (await core.table()).actor
    panel = await core.do(mover, "take")
    hand = (await core.do(mover, "hand")).text
    typed = await core.complete(mover, "turn", "")
    assert typed
    draft = next(iter(await all_words(core.tables, panel)))
    panel = await core.pick(mover, draft, panel)
    await core.press(mover, "Resign from F1", await core.do(mover, "resign"))
    posted = await line(core)
    await core.press(EVE, "Take Over", posted)
    for told in (
        await core.do(mover, "hand"),
        await core.do(mover, "options"),
        await core.do(mover, "take"),
        await core.say(mover, next(iter(typed))),
        await core.press(mover, "Step Back", panel),
    ):
        assert "Eve has taken over your seat in F1" in told.text
    assert await core.complete(mover, "turn", "") == {}
    assert await draft_in(core.store, 1, seat) is None
    assert (await core.do(EVE, "hand")).text == hand
    assert await core.complete(EVE, "turn", "") == typed


async def test_earlier_turns_are_told_of_who_played_them(core: Core) -> None:
    await core.begin(ANN, BEN, CY, lines=4)
    mover = await core.mover()
    n = (await core.game()).n
    posted = await left_by(core, mover)
    await core.press(EVE, "Take Over", posted)
    game = await core.game()
    there = [str(name) for name in (await core.tables.at(game, n)).names]
    assert mover.name in there
    assert "Eve" not in there
    assert "Eve" in [str(name) for name in (await core.table()).names]
    record = records.text(game, await core.store.log(game.id))
    letter = "ABC"[(await core.table()).actor]
    assert f"seat {letter} Eve\n" in record
    assert f"former {letter} {game.former[0].until} {mover.name}\n" in record
    await is_sound(core)


async def test_who_is_gone_from_the_server_has_their_seats_offered(core: Core) -> None:
    """For departed and banned members; in a lobby the seat is free again."""
    await core.begin(ANN, BEN, CY, lines=4)
    await core.open(BEN, 3, channel=777)
    await core.services.on_departure(BEN.id, 12345)  # another server
    assert open_seats(await core.game()) == {}
    await core.services.on_departure(BEN.id, 900)
    await core.services.on_departure(BEN.id, 900)
    posted = await line(core)
    assert "Ben has left this server, so their seat in **L1** is open." in posted.text
    assert len([text for text in await core.log() if text.startswith("offer")]) == 1
    assert (await core.game(2)).status == "cancelled"


@pytest.mark.parametrize("mover", [True, False])
async def test_who_has_left_is_not_called_for_a_turn(core: Core, mover: bool) -> None:
    await core.begin(ANN, BEN, CY, lines=4)
    who = await core.seats()
    now = who.index(await core.mover())
    leaver = who[(now + 1) % 3]
    await left_by(core, leaver if mover else who[(now + 2) % 3])
    await core.say(who[now], turn(await core.table(), Random(1)))
    await core.deliver()
    called = core.transport.messages[-1].pings
    assert called == (() if mover else (leaver.id,))


async def test_who_does_not_answer_is_looked_for(core: Core) -> None:
    """Discord doesn't say who leaves, so the bot asks."""
    await core.begin(ANN, BEN, lines=2)
    game = await core.game()

    def asked(*lines: Line, posts: tuple[str, ...] = ()) -> list[str]:
        change = request_seat_checks(game, Change(lines, "k", posts=posts), CommitMoment(0))
        return [kind for kind in change.posts if kind.startswith("there")]

    assert asked(Line(TABLE, "timeout 1", "")) == ["there:1"]
    assert asked(posts=("remind",)) == ["there:0"]
    assert asked(Line(0, "a1", "")) == []


async def test_who_is_found_to_be_gone_has_their_seat_offered(core: Core) -> None:
    """10007 and 10013: the answer to the question; who is there is left alone."""
    await core.begin(ANN, BEN, CY, lines=4)
    who = await core.seats()
    core.transport.departed.add(BEN.id)
    posts = tuple(f"there:{seat}" for seat in range(3))
    await core.services.commits.commit(await core.game(), Change((), "ask", posts=posts))
    await core.deliver()
    assert open_seats(await core.game()) == {who.index(BEN): "gone"}
    assert "Ben has left this server" in (await line(core)).text


async def test_a_host_who_has_resigned_cancels_nothing(core: Core) -> None:
    await core.begin(ANN, BEN, CY, lines=1)
    asked = await core.do(ANN, "cancel")
    await core.resign(ANN)
    game = await core.game()
    heir = next(Person(s.user, s.name) for s in game.sitters if s.user != ANN.id)
    assert game.sitters[host_seat(game)].name == heir.name
    for n in (None, game.n, int(asked.buttons[0].id.split(":")[-1])):
        told = await core.do(ANN, "cancel", game=game.id, n=n)
        assert f"Only {heir.name}, who hosts L1, or a channel manager" in told.text
    assert (await core.game()).status == "playing"
    assert "ends it for everyone" in (await core.do(heir, "cancel")).text
    assert "Only the players of L1 (" in (await move(core, ANN)).text
