"""Unfinished turns: kept, gone on with, begun anew, and dropped with the turn.

Source: issue 2, item 7 ("an incomplete line is kept as a draft and answered with what comes
next"), and design decision 7, a draft is a line of text.
"""

from __future__ import annotations

from storage import DraftRow, GameRow
from tests.bot.hall import ANN, BEN, Hall
from tests.bot.playing import position

FREE = position("...../...../..s../...../.....", "a1,e5", supply=(2, 2))


async def ready(hall: Hall) -> None:
    await hall.seated(ANN, BEN)
    await hall.put(FREE)


async def kept(hall: Hall) -> str:
    draft = await hall.store.draft(1, (await hall.game()).on_turn or 0)
    return draft.line if draft else ""


async def test_an_unfinished_line_is_kept_and_told(hall: Hall) -> None:
    """What it does so far, that nothing is played, and what can be said next."""
    await ready(hall)
    mover, log = await hall.mover(), await hall.log()
    answer = await hall.say(mover, "go to b1")
    assert answer.text == (
        f"Kept for your turn in L1, nothing is played yet. {mover.name}: a1 to b1.\n"
        "You can plant a1, b2 or c1."
    )
    assert await hall.log() == log
    assert await kept(hall) == "b1"
    assert (await hall.say(mover)).text == answer.text, "asking shows it and changes nothing"


async def test_going_on_from_it(hall: Hall) -> None:
    """The words so far need not be said again; with the last one the turn counts."""
    await ready(hall)
    mover = await hall.mover()
    await hall.say(mover, "b1")
    answer = await hall.say(mover, "plant c1")
    assert answer.text.startswith("Your turn in L1 counts.")
    assert (await hall.log())[-1] == "b1 +c1"
    assert await hall.store.draft(1, 0) is None


async def test_beginning_anew(hall: Hall) -> None:
    """A line that does not go on from it, but is good by itself, takes its place."""
    await ready(hall)
    mover = await hall.mover()
    await hall.say(mover, "b1")
    answer = await hall.say(mover, "a2")
    assert "a1 to a2" in answer.text
    assert await kept(hall) == "a2"
    await hall.say(mover, "stay; plant a2")
    assert (await hall.log())[-1] == "a1 +a2"


async def test_a_refusal_keeps_it_and_says_so(hall: Hall) -> None:
    """The guide's form of an error: what is kept comes last."""
    await ready(hall)
    mover = await hall.mover()
    await hall.say(mover, "b1")
    for words in ("plant e5", "frobnicate", "x " * 1500):
        answer = await hall.say(mover, words)
        assert answer.text.endswith("What you said before is kept: `b1`.")
        assert await kept(hall) == "b1"


async def test_it_outlives_the_process(lasting: Hall) -> None:
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


async def test_it_is_dropped_when_the_game_moves_on(hall: Hall) -> None:
    """A turn said elsewhere ends it, and so does the end of the game."""
    await ready(hall)
    game, mover = await hall.game(), await hall.mover()
    await hall.say(mover, "b1")
    await hall.say(mover, "a2; plant a1")
    assert await hall.store.draft(game.id, 0) is None
    await hall.put(FREE)
    await hall.say(mover, "b1")
    await hall.cancel(mover, moderator=True, game=game.id, n=(await hall.game()).n)
    assert await hall.store.draft(game.id, 0) is None


async def test_nobody_else_sees_or_continues_it(hall: Hall) -> None:
    """It belongs to the seat; the other player only hears whose turn it is."""
    await ready(hall)
    await hall.say(await hall.mover(), "b1")
    answer = await hall.say(await hall.waiting(), "plant c1")
    assert "b1" not in answer.text
    assert await kept(hall) == "b1"


async def test_it_is_not_posted(hall: Hall) -> None:
    """Public posts are the record, answers are the workbench."""
    await ready(hall)
    await hall.deliver()
    before = len(hall.posts())
    await hall.say(await hall.mover(), "b1")
    await hall.deliver()
    assert len(hall.posts()) == before


async def test_a_draft_of_a_newer_turn_is_not_read_into_an_older_one(hall: Hall) -> None:
    """Two lines at once may see the game before and the draft after a turn."""
    await ready(hall)
    old, mover = await hall.game(), await hall.mover()
    await hall.put(FREE)
    new = await hall.game()
    await hall.store.keep(new.id, DraftRow(0, new.n, "b1", "other"))
    hall.store.game = lambda _id: _soon(old)  # type: ignore[method-assign, assignment]
    answer = await hall.say(mover, "plant c1", game=old.id)
    assert "b1" not in answer.text
    assert len(await hall.store.log(old.id)) == new.n


async def _soon(value: GameRow) -> GameRow:
    return value
