"""A losing host finds no way out without a rating, and no seed (docs/decisions.md, 50); nor does a
friend who takes over a lost seat save a rating (docs/rulings.md, Ratings 1)."""

from random import Random
from typing import Any

import pytest

from bot.messages.layout import Message
from bot.ops.replay import verify_record
from bot.table.records import public_record
from rules.record import parse
from tests.acting import ANN, BEN, CY, DEE, EVE, Person
from tests.bot.core import OTHER_CHANNEL, Core, is_sound
from tests.bot.features.test_computers_beside import stood_in
from tests.bot.features.test_seats import left_by, wished
from tests.bot.features.test_standings import plays
from tests.bot.panels import button
from tests.bot.playing import turn

REFUSED = "Everyone in L1 has already taken a turn"
CLOSE = "Cancel L1 for Everyone"


async def still_played(core: Core, who: Person, **more: Any) -> None:
    """They are refused, with the legal way out, and nothing has changed."""
    before = await core.game()
    told = await core.do(who, "cancel", **more)
    assert REFUSED in told.text, told.text
    assert "Use `/games ask end` to ask the others" in told.text
    assert "`/logger resign`" in told.text
    assert not told.buttons
    after = await core.game()
    assert (after.status, after.n) == ("playing", before.n)


async def confirmed(core: Core, who: Person, **more: Any) -> Message:
    asked = await core.do(who, "cancel", **more)
    return await core.press(who, CLOSE, asked, **more)


async def test_a_host_does_not_close_a_game_alone_once_every_seat_has_played(core: Core) -> None:
    await core.begin(ANN, BEN, lines=2)
    game = await core.game()
    await still_played(core, ANN)
    await still_played(core, ANN, n=game.n)
    await still_played(core, ANN, name="L1", channel=OTHER_CHANNEL)
    await still_played(core, ANN, moderator=True)
    await still_played(core, BEN, moderator=True)
    await still_played(core, BEN, name="L1", channel=OTHER_CHANNEL, steward=True)
    assert (
        "Only Ann, who hosts L1, or a channel manager can close it"
        in (await core.do(BEN, "cancel")).text
    )


async def test_before_every_seat_has_played_a_host_closes_it(core: Core) -> None:
    """Nobody can have lost yet; an absent player blocks no channel. A host isn't named as a
    moderator, and the seed is shown: chance has drawn the seats."""
    await core.begin(ANN, BEN, CY, lines=2)
    assert "was closed" in (await confirmed(core, ANN, moderator=True)).text
    assert (await core.game()).status == "cancelled"
    await core.deliver()
    post = core.transport.messages[-1]
    assert "ended it" not in post.text
    assert [button.label for button in post.buttons] == ["Fairness"]


async def test_a_turn_taken_back_gives_the_host_no_way_out(core: Core) -> None:
    """A player whose turn no longer counts has played all the same."""
    await core.begin(ANN, BEN, lines=2)
    await core.do(await core.waiting(), "undo")
    await still_played(core, ANN)


async def test_a_friend_who_leaves_before_their_first_turn_leaves_no_door_open(core: Core) -> None:
    """A seat that was given up for good never plays, and so is not waited for."""
    await core.begin(ANN, BEN, CY, lines=2)
    await core.resign(await core.mover())
    there = [each for each in (await core.game()).sitters if not each.left]
    for each in there:
        await still_played(core, Person(each.user, each.name), moderator=True)


@pytest.mark.parametrize("how", ["handed over", "left", "offered", "a computer plays"])
async def test_whoever_has_sat_there_is_no_neutral_moderator(core: Core, how: str) -> None:
    core_options = {"substitute": "easy"} if how == "a computer plays" else {}
    await core.begin(ANN, BEN, CY, options=core_options)
    for words in ("a1", "e5", "a5", "stay; plant n"):
        assert "Turn played" in (await core.say(await core.mover(), words)).text
    if how == "handed over":
        await wished(core, ANN)
        await core.press(EVE, "Take Over")
        await still_played(core, EVE, moderator=True)
    elif how == "left":
        await core.resign(ANN)
    elif how == "offered":
        await left_by(core, ANN)
    else:
        await stood_in(core, ANN, BEN)
    await still_played(core, ANN, moderator=True)
    await still_played(core, ANN, name="L1", channel=OTHER_CHANNEL, steward=True)


async def test_against_computers_alone_a_game_is_ones_own(core: Core) -> None:
    await core.practice(ANN)
    await core.deliver()
    await core.say(ANN, "a1" if "a1" not in await core.log() else "e5")
    await core.deliver()
    assert "was closed" in (await confirmed(core, ANN)).text
    assert (await core.game()).status == "cancelled"


@pytest.mark.slow
async def test_a_moderator_who_never_sat_there_ends_a_game_in_public(core: Core) -> None:
    """Named without a ping, with the seed; its record verifies, and nobody's rating moves."""
    await core.begin(ANN, BEN, lines=9)
    asked = await core.do(EVE, "cancel", moderator=True)
    assert "Everyone will see that you ended the game. The seed will be revealed" in asked.text
    game = await core.game()
    done = await core.press(EVE, CLOSE, asked, moderator=True)
    assert "was closed" in done.text
    await core.deliver()
    post = core.transport.messages[-1]
    assert f"<@{EVE.id}>, who isn't in the game, ended it." in post.text
    assert post.pings == ()
    assert game.seed.hex() not in post.text, "64 digits are for who presses Fairness"
    assert [button.label for button in post.buttons] == ["Fairness"]
    shown = await core.do(BEN, "fairness")
    assert game.seed.hex() in shown.text
    record = parse((await core.do(ANN, "record")).document)
    assert (record.seed, verify_record(record).fair) == (game.seed.hex(), True)
    told = await core.do(BEN, "verify")
    assert "The seats were drawn at random, using the seed." in told.text
    assert (await core.game()).status == "cancelled"
    assert await core.store.rating_changes(game.id) is None
    assert await core.store.standings(game.guild) == []


async def test_a_lobby_that_is_closed_shows_no_seed(core: Core) -> None:
    await core.open(ANN)
    game = await core.game()
    assert "was closed" in (await core.do(EVE, "cancel", moderator=True)).text
    await core.deliver()
    assert game.seed.hex() not in core.posts()[-1]
    assert "ended it" not in core.posts()[-1]
    told = await core.do(ANN, "verify")
    assert "hasn't started" in told.text
    closed, rows = await core.game(), await core.store.log(game.id)
    assert not public_record(closed, rows).seed


async def test_all_may_still_end_it_together(core: Core) -> None:
    """The way out in the refusal works. The fourth corner is nobody's choice and not a turn."""
    await core.begin(ANN, BEN, CY, DEE, lines=3)
    assert "ends it for everyone" in (await core.do(ANN, "cancel")).text
    await core.say(await core.mover(), "stay; plant n")
    for _ in range(2):
        await core.say(await core.mover(), turn(await core.table(), Random(1)))
    assert "ends it for everyone" in (await core.do(ANN, "cancel")).text
    await core.say(await core.mover(), turn(await core.table(), Random(1)))
    await still_played(core, ANN)
    told = await core.do(ANN, "askend")
    assert button(told, "Withdraw")


async def handed(core: Core, who: Person = ANN, by: Person = EVE) -> None:
    """Somebody's friend has their seat."""
    await wished(core, who)
    await core.press(by, "Take Over")
    await core.deliver()


@pytest.mark.parametrize("loser", [EVE, BEN])
async def test_of_two_whoever_stayed_is_first_however_the_friend_ends_it(
    core: Core, loser: Person
) -> None:
    """Also if the remaining one resigns against the friend."""
    await core.begin(ANN, BEN, lines=4)
    await plays(core, 6)
    await handed(core)
    await core.resign(loser)
    moved = await core.store.rating_changes((await core.game()).id)
    assert moved is not None
    assert set(moved.changes) == {ANN.id, BEN.id}
    (ann_before, ann), (ben_before, ben) = moved.changes[ANN.id], moved.changes[BEN.id]
    assert (ann.mu < ann_before.mu, ben.mu > ben_before.mu) == (True, True)
    await is_sound(core)


async def test_a_friend_gains_nothing_and_costs_nobody_else(core: Core) -> None:
    """Of three, nobody has the friend's place: the others are compared with each other."""
    await core.begin(ANN, BEN, CY, lines=4)
    await plays(core, 9)
    await handed(core)
    for person in (CY, EVE):
        await core.resign(person)
    moved = await core.store.rating_changes((await core.game()).id)
    assert moved is not None
    assert set(moved.changes) == {ANN.id, BEN.id, CY.id}
    best = max(moved.changes, key=lambda user: moved.changes[user][1].mu)
    assert best == BEN.id
