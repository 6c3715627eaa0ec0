"""Unfinished turns: kept, gone on with, begun anew, and dropped with the turn.

Source: issue 2, item 7 ("an incomplete line is kept as a draft and answered with what comes
next"), and design decision 7, a draft is a line of text.
"""

from __future__ import annotations

from storage import DraftRow, GameRow
from tests.bot.core import ANN, BEN, Core
from tests.bot.playing import position
from tests.drafts import draft_in

FREE = position("...../...../..s../...../.....", "a1,e5", supply=(2, 2))


async def ready(core: Core) -> None:
    await core.seated(ANN, BEN)
    await core.put(FREE)


async def kept(core: Core) -> str:
    draft = await draft_in(core.store, 1, (await core.game()).on_turn or 0)
    return draft.line if draft else ""


async def test_an_unfinished_line_is_kept_and_told(core: Core) -> None:
    """What it does so far, that nothing is played, and what can be said next."""
    await ready(core)
    mover, log = await core.mover(), await core.log()
    answer = await core.say(mover, "go to b1")
    assert answer.text == (
        f"Kept for your turn in L1, nothing is played yet. {mover.name}: a1 to b1.\n"
        "You can plant a1, b2 or c1."
    )
    assert await core.log() == log
    assert await kept(core) == "b1"
    assert (await core.say(mover)).text == answer.text, "asking shows it and changes nothing"


async def test_going_on_from_it(core: Core) -> None:
    """The words so far need not be said again; with the last one the turn counts."""
    await ready(core)
    mover = await core.mover()
    await core.say(mover, "b1")
    answer = await core.say(mover, "plant c1")
    assert answer.text.startswith("Your turn in L1 counts.")
    assert (await core.log())[-1] == "b1 +c1"
    assert await draft_in(core.store, 1, 0) is None


async def test_beginning_anew(core: Core) -> None:
    """A line that does not go on from it, but is good by itself, takes its place."""
    await ready(core)
    mover = await core.mover()
    await core.say(mover, "b1")
    answer = await core.say(mover, "a2")
    assert "a1 to a2" in answer.text
    assert await kept(core) == "a2"
    await core.say(mover, "stay; plant a2")
    assert (await core.log())[-1] == "a1 +a2"


async def test_a_refusal_keeps_it_and_says_so(core: Core) -> None:
    """The guide's form of an error: what is kept comes last."""
    await ready(core)
    mover = await core.mover()
    await core.say(mover, "b1")
    for words in ("plant e5", "frobnicate", "x " * 1500):
        answer = await core.say(mover, words)
        assert answer.text.endswith("What you said before is kept: `b1`.")
        assert await kept(core) == "b1"


async def test_it_outlives_the_process(lasting: Core) -> None:
    """Issue 2: a restart in the middle of a draft."""
    await lasting.seated(ANN, BEN)
    mover, other = await lasting.mover(), await lasting.waiting()
    await lasting.say(mover, "a1")
    await lasting.say(other, "e5")
    first = await lasting.say(mover, "a2")
    next_one = await lasting.again()
    assert (await next_one.say(mover)).text == first.text
    answer = await next_one.say(mover, "plant a1")
    assert answer.text.startswith("Your turn in L1 counts.")
    assert (await next_one.log())[-1] == "a2 +a1"
    await next_one.store.close()


async def test_it_is_dropped_when_the_game_moves_on(core: Core) -> None:
    """A turn said elsewhere ends it, and so does the end of the game."""
    await ready(core)
    game, mover = await core.game(), await core.mover()
    await core.say(mover, "b1")
    await core.say(mover, "a2; plant a1")
    assert await draft_in(core.store, game.id, 0) is None
    await core.put(FREE)
    await core.say(mover, "b1")
    await core.cancel(mover, moderator=True, game=game.id, n=(await core.game()).n)
    assert await draft_in(core.store, game.id, 0) is None


async def test_nobody_else_sees_or_continues_it(core: Core) -> None:
    """It belongs to the seat; the other player only hears whose turn it is."""
    await ready(core)
    await core.say(await core.mover(), "b1")
    answer = await core.say(await core.waiting(), "plant c1")
    assert "b1" not in answer.text
    assert await kept(core) == "b1"


async def test_it_is_not_posted(core: Core) -> None:
    """Public posts are the record, answers are the workbench."""
    await ready(core)
    await core.deliver()
    before = len(core.posts())
    await core.say(await core.mover(), "b1")
    await core.deliver()
    assert len(core.posts()) == before


async def test_a_draft_of_a_newer_turn_is_not_read_into_an_older_one(core: Core) -> None:
    """A line that saw the game before a turn saw the drafts of that moment too: they are read at
    once."""
    await ready(core)
    old, mover = await core.game(), await core.mover()
    await core.put(FREE)
    new = await core.game()
    await core.store.keep(new.id, DraftRow(0, new.n, "b1", "other"))
    now, looks = core.store.game, iter((old,))

    async def late(game: int) -> GameRow | None:
        return next(looks, None) or await now(game)

    core.store.game = late  # type: ignore[method-assign]
    answer = await core.say(mover, "plant c1", game=old.id)
    assert "`plant c1` is not legal" in answer.text
    assert "`b1`" not in answer.text
    assert await kept(core) == "b1"
    assert len(await core.store.log(old.id)) == new.n
