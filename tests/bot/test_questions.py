"""A line that only asks plays nothing, and is answered with what it would do.

Source: issue 25, item 12; docs/players.md, What to say."""

from __future__ import annotations

import pytest

from rules.game import Seat
from storage import DraftRow
from tests.bot.core import ANN, BEN, Core, Person
from tests.bot.playing import position
from tests.drafts import draft_in

FREE = position("...../...../..s../...../.....", "a1,e5", supply=(2, 2))
GUARDED = position("..M../...../M.s../...../.....", "a1,e5", supply=(2, 2))


async def seat_of(core: Core) -> Seat:
    return (await core.game()).on_turn or 0


async def kept(core: Core) -> str:
    draft: DraftRow | None = await draft_in(core.store, 1, await seat_of(core))
    return draft.line if draft else ""


async def ready(core: Core, at: object = FREE) -> Person:
    await core.seated(ANN, BEN)
    await core.put(at)
    return await core.mover()


async def test_a_question_is_answered_with_what_it_would_do_and_what_confirms_it(
    core: Core,
) -> None:
    """The line that it names counts when it is said."""
    mover = await ready(core)
    log = await core.log()
    for line in ("b1 plant c1?", "can I go to b1 and plant c1", "What if I walk to b1, plant c1?"):
        answer = await core.say(mover, line)
        assert answer.text == (
            "You asked, so nothing is played in L1. It would be this: "
            f"{mover.name}: a1 to b1 · planted c1.\nSay `b1 +c1` to do it."
        )
        assert await core.log() == log
        assert await kept(core) == ""
    assert "counts" in (await core.say(mover, "b1 +c1")).text


async def test_a_question_about_half_a_turn_keeps_nothing(core: Core) -> None:
    """And what cannot be played is told as ever."""
    mover = await ready(core)
    assert "Say `b1` to do it." in (await core.say(mover, "b1?")).text
    assert (await core.say(mover, "d4?")).text.startswith("`d4` is not legal: ")
    assert await kept(core) == ""


async def test_a_question_goes_on_from_what_was_kept_and_leaves_it(core: Core) -> None:
    """What confirms it is the whole turn."""
    mover = await ready(core)
    await core.say(mover, "b1")
    answer = await core.say(mover, "plant c1?")
    assert answer.text.endswith("Say `b1 +c1` to do it.")
    assert await kept(core) == "b1"
    assert "counts" in (await core.say(mover, "plant c1")).text


@pytest.mark.parametrize("line", ["Wait!", "stop", "rest", "end", "hold on", "hmm", "ok", "done?"])
async def test_everyday_words_are_no_turns(core: Core, line: str) -> None:
    """Neither alone nor after a part that was kept."""
    mover = await ready(core)
    log = await core.log()
    for before in ("", "b1"):
        if before:
            await core.say(mover, before)
        await core.say(mover, line)
        assert (await core.log(), await kept(core)) == (log, before)


async def test_courtesies_alone_finish_no_turn_that_was_picked(core: Core) -> None:
    """Protesters are being placed with buttons, and any word that is read would end that."""
    mover = await ready(core, GUARDED)
    seat, game = await seat_of(core), await core.game()
    log = await core.log()
    await core.store.keep(1, DraftRow(seat, game.n, "a1 !c5", "picked"))
    for line in ("please", "thanks!", "then", "**", "..."):
        await core.say(mover, line)
        assert (await core.log(), await kept(core)) == (log, "a1 !c5"), line
