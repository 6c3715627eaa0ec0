"""A game with dice and hidden hands at the same tables: the bot knows of no game in particular.

Source: issue 2, "two more games … will fit the same core without changing it"; design, "Chance
and secrets": nature's answers are rows of the log, and no hand is in a public post.
"""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from bot.app import HOSTED
from bot.features.consequences import results
from bot.messages.boundary import answered
from bot.ops.check import check
from bot.table.agreed import HOUR
from bot.table.game import CLOCK, Game
from rules.dice import Chance, keyed
from rules.game import NATURE, Setup, Stop
from rules.play import answer, legal
from storage import Row
from tests.bot.controls import Controls
from tests.bot.core import ANN, BEN, CHANNEL, EVERY_GAME, SIX, Core
from tests.bot.kinds import hosting
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


async def play(core: Core, chance: Random) -> str:
    """The mover plays what he has, all he may; the line."""
    now = await game(core)
    state: Any = (await core.tables.at(now)).at.state
    words: list[str] = []
    while CARDS.game.actor(state) == now.on_turn:
        cards = [s for s in legal(CARDS.game, state) if not isinstance(s, Stop)]
        step = chance.choice(cards)
        words.append(str(step))
        state, _ = CARDS.game.apply(state, step)
    line = " ".join(words)
    assert now.on_turn is not None
    sitter = now.sitters[now.on_turn]
    mover = ANN if sitter.user == ANN.id else BEN
    assert "Turn played" in (await core.say(mover, line)).text
    return line


async def test_the_roll_stands_before_the_first_mention(core: Core) -> None:
    """Nature has spoken in a row of her own, drawn from the seed, when the first is called."""
    begun = await seated(core)
    rows = await core.store.log(begun.id)
    assert [row.text.split()[0] for row in rows[:3]] == ["open", "join", "start"]
    opening = CARDS.game.new(Setup(2))
    key = drawn_with(begun, rows).after(begun.draws)
    said, state, _ = answer(CARDS.game, opening, key, 1)
    assert (rows[3].seat, rows[3].text) == (NATURE, said)
    assert begun.on_turn == CARDS.game.actor(state)
    await core.deliver()
    post = core.posts()[-1]
    assert "your turn in **C1**" in post
    assert "rolls" in post, "the roll is told with the mention"
    assert "for example" not in post, "an example would give a hand away"


async def test_a_game_of_chance_and_secrets_to_its_end(lasting: Core) -> None:
    """Turn and answer are one commit; no hand is posted; another process stands there too."""
    core, chance = lasting, Random(4)
    await seated(core)
    while (await game(core)).status == "playing":
        before = (await game(core)).n
        await play(core, chance)
        after = await game(core)
        assert after.n - before == (1 if after.status == "over" else 2)
        await core.deliver()
    assert not any("gets" in text for text in core.posts())
    assert "**C1 is over:" in core.posts()[-1]
    await drawn_from_the_seed(core)
    end = await core.tables.at(await game(core))
    next_one = await core.again()
    assert (await next_one.tables.at(await game(next_one))).at == end.at
    await next_one.store.close()


def drawn_with(game: Game, rows: list[Row]) -> Chance:
    """A game's chance."""
    given = [row.text.split()[1] for row in rows if row.text.startswith(("open", "join"))]
    return Chance(keyed(game.seed, given))


async def drawn_from_the_seed(core: Core) -> None:
    """Anybody can check each of nature's rows, by the number of the answer."""
    over, answered = await game(core), 0
    before: Any = CARDS.game.new(Setup(2))
    rows = await core.store.log(over.id)
    for row in rows:
        if row.seat == NATURE:
            answered += 1
            drawn = answer(CARDS.game, before, drawn_with(over, rows).after(row.post), answered)
            assert drawn[0] == row.text
        if row.seat >= NATURE:
            before = (await core.tables.at(over, row.n)).at.state


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


# a game that is hosted no more


async def test_a_button_of_a_game_that_is_hosted_no_more_is_answered(core: Core) -> None:
    """Issue 25, item 18: `lc:thread:chess:2` was "Something went wrong"."""
    asked = core.cases.lobby.open(core.wish(ANN, kind="chess"), 2, thread=True)
    told = (await answered(asked)).text
    assert told == (
        "I don't host `chess` here. You can play Logger, Logjam, Forest Fellers and Cards."
    )


async def test_a_board_of_a_game_that_is_hosted_no_more_is_answered(lasting: Core) -> None:
    """Its rows stay in the store; whoever presses a button under an old board is told."""
    await seated(lasting)
    later = await lasting.again()
    later.hosts(HOSTED)
    pressed = later.wish(ANN, game=1, n=3, verb="board")
    told = (await answered(later.cases.boards.newest(pressed))).text
    assert told.startswith("I don't host `cards` here. You can play Logger")
    await later.store.close()


async def test_a_turn_right_after_ones_own_is_called_for_and_has_its_time(core: Core) -> None:
    """Issue 26, item 5: whoever takes a card of No Thanks! is asked about the next one. They are
    called anew, with time for that turn; what chance has shown since is not taken back."""
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
async def test_each_example_is_played_to_its_end(lasting: Core, kind: str) -> None:
    """docs/new-game.md: of as few as it takes, with nobody's secret in a post; the result names who
    has won, and the log stands a replay."""
    core, chance = lasting, Random(5)
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
