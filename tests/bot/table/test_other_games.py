"""Games with dice and hidden hands at the same tables: the bot knows no game in particular."""

from __future__ import annotations

from random import Random

import pytest

from bot.app import HOSTED
from bot.features.consequences import results
from bot.ops.upkeep import check
from bot.table.game import CLOCK, HOUR
from tests.acting import ANN, BEN, SIX
from tests.bot.core import CHANNEL, EVERY_GAME, Core
from tests.bot.playing import any_turn
from tests.bot.words import words
from tests.games import EXAMPLES


async def test_each_kind_has_its_own_numbers_and_commands(core: Core) -> None:
    """L1 and K1 side by side, told apart by letter and by command."""
    core.host(EVERY_GAME)
    await core.open(ANN, 2, kind="keep")
    await core.open(ANN, 2, channel=CHANNEL + 1)
    assert "There's no game called L2" in (await core.say(ANN, "a1", name="L2")).text
    wrong = await core.say(ANN, "a1", kind="logger")
    assert wrong.text == (
        "This channel's game is K1 (Keep), not Logger. Use commands that start with `/keep` "
        "instead."
    )
    assert "K1" in (await core.say(ANN, "", name="K1", channel=CHANNEL + 1)).text


async def test_buttons_of_a_game_that_is_hosted_no_more_are_answered(core: Core) -> None:
    """Above a lobby or below an old board, whose rows stay in the store."""
    core.host(EVERY_GAME)
    await core.open(ANN, 2, kind="keep")
    await core.join(BEN)
    core.host(HOSTED)
    old = await core.do(ANN, "board", game=1, n=3)
    new = await core.push(ANN, "lc:thread:chess:2")
    assert old.text.startswith("I don't host `keep` here. You can play Logger")
    assert new.text.startswith("I don't host `chess` here. You can play Logger, Logjam")


async def test_a_turn_right_after_ones_own_is_called_for_and_has_its_time(core: Core) -> None:
    """A player who takes a card in No Thanks! moves again. They are mentioned again, with time for
    that turn. A take-back stops where chance has shown something since."""
    core.host(EVERY_GAME)
    core.kind = "chips"
    begun = await core.begin(*SIX[:3], options={"pace": "brisk"})
    await core.deliver()
    mover, due = await core.mover(), begun.due(CLOCK) or 0.0
    for turn in (2, 3):
        before = len(core.posts())
        assert "Turn played" in (await core.say(mover, "take")).text
        await core.deliver()
        assert await core.mover() == mover
        assert len(core.posts()) == before + 1
        board = core.transport.messages[-1]
        assert f"your turn in **Y1** (turn {turn})" in board.text
        assert board.pings == (mover.id,)
        assert ((await core.game()).due(CLOCK) or 0.0) == due + (turn - 1) * 4 * HOUR
        assert (await core.do(mover, "undo")).text.startswith("You can't undo")
    assert (await check(core.store, core.games)).wrong == ()


@pytest.mark.slow
@pytest.mark.parametrize("kind", [kind.game.key for kind in EXAMPLES])
async def test_each_example_is_played_to_its_end(core: Core, kind: str) -> None:
    """docs/new-game.md: with the fewest players, and without a secret in a post; the result names
    the winner, and the log survives a replay."""
    chance = Random(5)
    await core.table_of(kind)
    secrets = set[str]()
    while (await core.game()).status == "playing":
        table = await core.table()
        secrets |= {words(table.kind.texts.hand(table.mine, table.actor))}
        answer = await core.say(await core.mover(), any_turn(table, chance))
        assert "Turn played" in answer.text
        await core.deliver()
    end = await core.table()
    scores = [score[0] for score in end.kind.game.scores(end.at.state)]
    best = min(scores) if end.kind.game.lowest_wins else max(scores)
    assert [scores[seat] for seat in end.winners()] == [best] * len(end.winners())
    places = sorted(results(end), key=lambda result: result.place)
    assert [each.points for each in places] == sorted(scores, reverse=best == max(scores))
    won = [end.names[seat] for seat in end.winners()]
    assert all(str(name) in core.posts()[-1].split("\n")[0] for name in won)
    assert not [said for said in secrets - {""} for post in core.posts() if said in post]
    assert (await check(core.store, core.games)).wrong == ()
