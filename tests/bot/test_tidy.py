"""Answers that are taken away again, without Discord: what is written down, and when it is done.

Source: issue 11, item 4.
"""

from __future__ import annotations

from typing import Any

import pytest

from bot.boundary import answered
from bot.core.game import FLEETING
from bot.delivery.transport import PermanentError, TransientError
from bot.features.tidy import STAY
from bot.messages.message import Message
from rules.text import Text
from storage import Conflict
from tests.bot.core import ANN, BEN, CHANNEL, OTHER_CHANNEL, Core, Person


async def _answered(core: Core, who: Person, words: str = "zz", **more: Any) -> int:
    """A line that is answered in the channel, as bot/discord/lines.py does it; the answer."""
    wish = core.wish(who, words, public=True, **more)
    panel = await answered(core.turns.say(wish))
    assert panel.fleeting
    message = await core.transport.post(CHANNEL, panel, wish.key)
    await core.cases.tidy.note(wish, CHANNEL, message)
    return message


async def _told(core: Core) -> list[int]:
    """All that is due is done; the messages that there are."""
    await core.clock.tick()
    await core.outbox.collect()
    await core.outbox.drained()
    return [message.id for message in core.transport.messages]


async def test_which_answers_are_fleeting(core: Core) -> None:
    """A refusal and a turn that lacks something; not a turn that counts."""
    await core.seated(ANN, BEN)
    who = await core.mover()
    assert (await core.say(who, "zz", public=True)).fleeting
    assert (await core.say(who, "", public=True)).fleeting
    assert not (await core.say(who, "a1", public=True)).fleeting
    assert not Message("").fleeting


async def test_an_answer_goes_when_its_time_is_over(core: Core) -> None:
    await core.seated(ANN, BEN)
    message = await _answered(core, await core.mover())
    core.time.seconds += STAY - 1
    assert message in await _told(core)
    core.time.seconds += 1
    assert message not in await _told(core)
    assert (await core.game()).due(FLEETING) is None


@pytest.mark.parametrize("verb", ["cancel", "play"])
async def test_an_answer_goes_with_the_turn_or_with_the_game(core: Core, verb: str) -> None:
    """A game that is closed waits for nothing, and its channel is tidied all the same."""
    await core.seated(ANN, BEN)
    who, other = await core.mover(), await core.waiting()
    mine, theirs = await _answered(core, who), await _answered(core, other)
    if verb == "play":
        await core.say(who, "a1")
        assert mine not in (there := await _told(core))
        assert theirs in there
    else:
        await core.cancel(ANN, n=(await core.game()).n)
        assert not {mine, theirs} & set(await _told(core))


async def test_an_answer_that_is_gone_or_out_of_reach_is_left_alone(core: Core) -> None:
    await core.seated(ANN, BEN)
    who = await core.mover()
    await _answered(core, who)
    core.transport.fail("delete", PermanentError(Text("a permission is missing")))
    await core.say(who, "a1")
    await _told(core)
    assert (await core.store.census()).parked == 0
    assert core.transport.told == []


async def test_where_discord_is_in_trouble_it_is_deleted_later(core: Core) -> None:
    await core.seated(ANN, BEN)
    who = await core.mover()
    message = await _answered(core, who)
    core.transport.fail("delete", TransientError(Text("Discord answered 503")))
    await core.say(who, "a1")
    assert message not in await _told(core)


async def test_an_answer_about_no_game_stays(core: Core) -> None:
    """There is nobody whose turn would make it old."""
    await core.seated(ANN, BEN)
    wish = core.wish(ANN, "zz", channel=OTHER_CHANNEL)
    await core.cases.tidy.note(wish, OTHER_CHANNEL, 1)
    assert (await core.game()).due(FLEETING) is None


async def test_it_is_noted_also_when_the_game_moves_on_meanwhile(
    core: Core, monkeypatch: pytest.MonkeyPatch
) -> None:
    await core.seated(ANN, BEN)
    commit, late = core.store.commit, [Conflict(1, 1, 2)]

    async def committed(*args: Any) -> Any:
        if late:
            raise late.pop()
        return await commit(*args)

    monkeypatch.setattr(core.store, "commit", committed)
    await core.cases.tidy.note(core.wish(ANN), CHANNEL, 7)
    assert (await core.game()).due(FLEETING) == core.time() + STAY
