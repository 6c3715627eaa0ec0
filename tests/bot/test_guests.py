"""Lobbies that only who is invited may join.

Source: issue 29, item 2: "only invited people may join, and others do not see its button work: they
get a sentence".
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from bot.boundary import answered
from bot.core.calendar import DAY
from bot.core.game import GUEST
from bot.domain import records
from bot.domain.guests import welcome
from tests.bot.controls import is_sound
from tests.bot.core import ANN, BEN, CY, DEE, EVE, Core, Person

INVITED = {"join": "invited"}


async def invite(core: Core, who: Person, *people: Person, **more: Any) -> str:
    names = " and ".join(f"<@{person.id}>" for person in people) or "Ben"
    wish = core.wish(who, names, **more)
    told = (await answered(core.verbs.do("invite", wish, {}))).text
    await core.deliver()
    return told


async def test_who_is_not_invited_gets_a_sentence_and_no_seat(core: Core) -> None:
    """Whichever way they press; who is invited is called once, and sits down."""
    await core.open(ANN, 2, options=INVITED)
    await core.deliver()
    assert "Only who is invited can join." in core.posts()[-1]
    told = (await core.join(CY)).text
    assert told.startswith("You were not seated: only who is invited can join L1. Ann can invite")
    assert len((await core.game()).sitters) == 1
    assert await invite(core, ANN, BEN, DEE) == f"Invited to L1: <@{BEN.id}> and <@{DEE.id}>."
    calls = [post for post in core.transport.messages if "invites you" in post.text]
    assert [post.pings for post in calls] == [(BEN.id,), (DEE.id,)]
    assert "already" in await invite(core, ANN, BEN, ANN)
    assert "not seated" in (await core.join(CY)).text
    assert "not seated" not in (await core.join(BEN)).text
    game = await core.game()
    assert (game.status, game.due(GUEST)) == ("playing", None)
    assert "join" not in records.recorded(game, await core.store.log(game.id)).options
    await is_sound(core)


async def test_the_host_alone_invites(core: Core) -> None:
    """Or who manages the channel; and somebody has to be named."""
    await core.open(ANN, 3, options=INVITED)
    await invite(core, ANN, BEN)
    await core.join(BEN)
    assert "Ann invites people to L1" in await invite(core, BEN, CY)
    assert "pick the name of a person" in await invite(core, ANN)
    assert "Invited to L1" in await invite(core, EVE, CY, moderator=True)


async def test_an_invitation_lasts_as_long_as_the_lobby(core: Core) -> None:
    """Also of one whose end was put off."""
    await core.open(ANN, 2, options=INVITED)
    await invite(core, ANN, BEN)
    await core.later(6 * DAY)
    assert "not seated" not in (await core.join(BEN)).text


async def test_a_rematch_of_invited_people_is_for_the_same(core: Core) -> None:
    """Nobody has to be invited anew who was there."""
    await core.open(ANN, 2, options=INVITED)
    await invite(core, ANN, BEN)
    await core.join(BEN)
    game = await core.game()
    order = {"order": f"{BEN.id} {ANN.id}"}
    again = replace(game, status="lobby", options={**game.options, **order}, timers=())
    assert welcome(again, BEN.id)
    assert not welcome(again, CY.id)
