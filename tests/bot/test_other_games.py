"""Games with dice and hidden hands at the same tables: the bot knows no game in particular."""

from __future__ import annotations

from random import Random

import pytest

from bot.app import HOSTED
from bot.features.consequences import results
from bot.messages.boundary import answer_to
from bot.ops.upkeep import check
from bot.table.game import CLOCK, HOUR, Game
from tests.bot.controls import Controls, hosting
from tests.bot.core import ANN, BEN, CHANNEL, EVERY_GAME, SIX, Core
from tests.bot.playing import any_turn
from tests.bot.words import words
from tests.games import EXAMPLES
from tests.rules.cards import CARDS


@pytest.fixture
async def core(core: Core) -> Core:
    """One game more, which has no pictures."""
    core.hosts(hosting(CARDS))
    return core


@pytest.fixture
async def lasting(lasting: Core) -> Core:
    lasting.hosts(hosting(CARDS))
    return lasting


async def seated(core: Core) -> Game:
    await core.open(ANN, 2, kind="cards")
    await core.join(BEN)
    return await game(core)


async def game(core: Core) -> Game:
    return await core.game(kind="cards")


async def test_each_kind_has_its_own_numbers_and_commands(core: Core) -> None:
    """L1 and C1 side by side, told apart by letter and by command."""
    await seated(core)
    await core.open(ANN, 2, channel=CHANNEL + 1)
    assert "There's no game called L2" in (await core.say(ANN, "a1", name="L2")).text
    wrong = await core.say(ANN, "a1", kind="logger")
    assert wrong.text == (
        "This channel's game is C1 (Cards), not Logger. Use commands that start with "
        "`/cards` instead."
    )
    assert "C1" in (await core.say(ANN, "", name="C1", channel=CHANNEL + 1)).text


# -- a game without a host


async def test_a_button_of_a_game_that_is_hosted_no_more_is_answered(core: Core) -> None:
    """`lc:thread:chess:2` gets a sentence, not "Something went wrong"."""
    asked = core.cases.lobby.open(core.wish(ANN, kind="chess"), 2, thread=True)
    told = (await answer_to(asked)).text
    assert told.startswith("I don't host `chess` here. You can play Logger, Logjam, ")
    assert told.endswith(" and Cards.")


async def test_a_board_of_a_game_that_is_hosted_no_more_is_answered(lasting: Core) -> None:
    """Its rows stay in the store; a button under an old board gets an answer."""
    await seated(lasting)
    later = await lasting.again()
    later.hosts(HOSTED)
    pressed = later.wish(ANN, game=1, n=3, verb="board")
    told = (await answer_to(later.cases.boards.newest(pressed))).text
    assert told.startswith("I don't host `cards` here. You can play Logger")
    await later.store.close()


async def test_a_turn_right_after_ones_own_is_called_for_and_has_its_time(core: Core) -> None:
    """A player who takes a card in No Thanks! moves again. They are mentioned again, with time for
    that turn. A take-back stops where chance has shown something since."""
    core.hosts(EVERY_GAME)
    core.kind = "chips"
    begun = await core.seated(*SIX[:3], options={"pace": "brisk"})
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
        assert (await Controls(core).undo(mover)).text.startswith("You can't undo")
    assert (await check(core.store, core.games)).wrong == ()


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
