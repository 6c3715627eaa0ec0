"""Invitations: who may join by them, and how seldom they mention anybody."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any

from bot.table import records
from bot.table.game import GUEST, HOUR
from bot.table.seats import welcome
from tests.acting import ANN, BEN, CY, DEE, EVE, Person
from tests.bot.core import CHANNEL, GUILD, Core, is_sound

INVITED = {"join": "invited"}


async def invite(core: Core, who: Person, *people: Person, **more: Any) -> str:
    names = " and ".join(f"<@{person.id}>" for person in people) or "Ben"
    wish = core.wish(who, names, **more)
    told = (await core.answer("invite", wish)).text
    await core.deliver()
    return told


async def test_who_is_not_invited_gets_a_sentence_and_no_seat(core: Core) -> None:
    await core.open(ANN, 2, options=INVITED)
    await core.deliver()
    assert "Invited players only." in core.posts()[-1]
    told = (await core.join(CY)).text
    assert told.startswith("L1 isn't open to you.")
    assert len((await core.game()).sitters) == 1
    assert await invite(core, ANN, BEN, DEE) == (
        f"You've invited <@{BEN.id}> and <@{DEE.id}> to L1."
    )
    calls = [post for post in core.transport.messages if "has invited you" in post.text]
    assert [post.pings for post in calls] == [(BEN.id,), (DEE.id,)]
    assert "already" in await invite(core, ANN, BEN, ANN)
    assert "isn't open" in (await core.join(CY)).text
    assert "isn't open" not in (await core.join(BEN)).text
    game = await core.game()
    assert (game.status, game.due(GUEST)) == ("playing", None)
    assert "join" not in records.public_record(game, await core.store.log(game.id)).options
    await is_sound(core)


async def test_the_host_alone_invites(core: Core) -> None:
    await core.open(ANN, 3, options=INVITED)
    await invite(core, ANN, BEN)
    await core.join(BEN)
    assert "Only Ann or a channel manager can invite people to L1" in await invite(core, BEN, CY)
    assert "pick one or more names" in await invite(core, ANN)
    assert "You've invited" in await invite(core, EVE, CY, moderator=True)


def mentions(core: Core, who: Person) -> int:
    return sum(who.id in post.pings for post in core.transport.messages)


async def lobby(core: Core, who: Person, n: int, *, closes: bool = True) -> None:
    if closes and n > 1:
        await core.do(who, "cancel", game=n - 1)
    await core.open(who, 4, channel=CHANNEL if closes else CHANNEL + n)


async def test_one_lobby_after_the_other_mentions_somebody_once(core: Core) -> None:
    for n in range(1, 4):
        await lobby(core, ANN, n)
        told = await invite(core, ANN, BEN, game=n)
        assert told.startswith(f"You've invited <@{BEN.id}> to L{n}.")
        assert (f"I didn't mention <@{BEN.id}>" in told) == (n > 1)
        card = next(text for text in core.posts() if text.startswith(f"**L{n} "))
        assert f"Invited: <@{BEN.id}>." in card
    assert mentions(core, BEN) == 1
    core.time.seconds += 6 * HOUR
    await lobby(core, ANN, 4)
    await invite(core, ANN, BEN, game=4)
    assert mentions(core, BEN) == 2


async def test_lobbies_at_the_same_time_mention_somebody_once(core: Core) -> None:
    for n in range(1, 5):
        await lobby(core, ANN, n, closes=False)
    wishes = [core.wish(ANN, f"<@{BEN.id}>", game=n) for n in range(1, 5)]
    await asyncio.gather(*(core.answer("invite", wish) for wish in wishes))
    await core.deliver()
    assert mentions(core, BEN) == 1


async def test_one_command_mentions_few_people(core: Core) -> None:
    """All of them are invited, and the others are named to the person who invites them."""
    people = [Person(1000 + n, f"P{n}") for n in range(12)]
    await core.open(ANN, 2, options=INVITED)
    told = await invite(core, ANN, *people)
    assert sum(mentions(core, each) for each in people) == 5
    assert "I didn't mention <@1005>, <@1006>" in told
    assert "12 people have been invited." in core.posts()[0]
    assert "isn't open" not in (await core.join(people[-1])).text


async def test_many_people_together_mention_somebody_seldom(core: Core) -> None:
    """Nor does one with many accounts, or who deletes their data each time."""
    for n in range(1, 10):
        await lobby(core, Person(2000 + n, "Ann"), n, closes=False)
        await invite(core, Person(2000 + n, "Ann"), BEN, game=n)
    assert mentions(core, BEN) == 6


async def test_a_rematch_mentions_nobody_who_was_just_invited(core: Core) -> None:
    await core.begin(ANN, BEN)
    await core.resign(BEN)
    await core.open(ANN, 2, channel=501)
    await core.deliver()
    before = mentions(core, BEN)
    await invite(core, ANN, BEN, game=2)
    await core.do(ANN, "again", game=1)
    await core.deliver()
    assert mentions(core, BEN) == before + 1
    await core.do(ANN, "cancel", game=3)
    await core.do(BEN, "again", game=1)
    await core.deliver()
    card = next(m for m in reversed(core.transport.messages) if m.pings)
    assert card.pings == (ANN.id,)


async def test_whoever_blocks_you_is_invited_as_it_seems_like_anybody(core: Core) -> None:
    """And a banned person, too."""
    await core.store.block(BEN.id, ANN.id, True, 9)
    await core.store.bar(GUILD, DEE.id, True)
    for n in range(1, 3):
        await lobby(core, ANN, n)
        told = [(who.id, await invite(core, ANN, who, game=n)) for who in (BEN, CY, DEE)]
        assert len({text.replace(f"{user}", "") for user, text in told}) == 1
    assert [mentions(core, who) for who in (BEN, CY, DEE)] == [0, 1, 0]
    asked = (await core.store.personal_data(ANN.id))["posts asked for"]
    assert [each["said"] for each in asked] == [f"invites:{ANN.id}"] * 3
    for who in (BEN, CY):
        (call,) = (await core.store.personal_data(who.id))["calls"]
        assert call["post"] == f"invites:{who.id}"


async def test_a_rematch_of_invited_people_is_for_the_same(core: Core) -> None:
    await core.open(ANN, 2, options=INVITED)
    await invite(core, ANN, BEN)
    await core.join(BEN)
    game = await core.game()
    order = {"order": f"{BEN.id} {ANN.id}"}
    again = replace(game, status="lobby", options={**game.options, **order}, timers=())
    assert welcome(again, BEN.id)
    assert not welcome(again, CY.id)
