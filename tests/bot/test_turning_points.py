"""Turning points: the turns of a game that changed most, after its end.

Source: issue 13, item 7."""

from __future__ import annotations

import asyncio
from random import Random
from typing import cast

import pytest

from bot.boundary import answered
from bot.discord.base import Base
from bot.discord.presses import press
from bot.domain.looking_back import OF, ahead
from bot.domain.minds import BetterTurn, PlayedGame
from bot.messages.message import Message
from bot.thinking.child import turned
from tests.bot.controls import begun
from tests.bot.core import ANN, BEN, EVE, Core, Person
from tests.bot.minds import LostMind, QuickMind
from tests.bot.playing import any_turn

every_kind = pytest.mark.parametrize("kind", ["logger", "logjam"])


class Reviewer(QuickMind):
    """Notes what it is asked about."""

    def __init__(self) -> None:
        super().__init__()
        self.games: list[PlayedGame] = []

    async def turned(self, game: PlayedGame) -> list[BetterTurn]:
        self.games.append(game)
        await asyncio.sleep(0)
        return await super().turned(game)


async def over(core: Core, kind: str = "logger") -> Reviewer:
    """A game of two that has been played to its end."""
    reviewer = Reviewer()
    core.kind, core.mind = kind, reviewer
    core.hosts(core.games)
    await begun(core, ANN, BEN)
    chance = Random(1)
    while not (table := await core.table()).over:
        await core.say(await core.mover(), any_turn(table, chance))
        if (await core.game()).due("chance") is not None:
            core.time.seconds += 600
            await core.clock.tick()
    return reviewer


async def looked_back(core: Core, who: Person = ANN) -> Message:
    """Turning Points, pressed under the result."""
    return await answered(press(cast("Base", core), "turned", core.wish(who, game=1)))


@every_kind
async def test_what_was_played_and_what_was_better(core: Core, kind: str) -> None:
    """Three turns at most, in order, each with a button for its board; and a picture."""
    reviewer = await over(core, kind)
    answer = await looked_back(core)
    told = [line for line in answer.text.split("\n") if line.startswith("Turn ")]
    assert 1 <= len(told) == len(answer.buttons) <= 3
    assert all(" Better was `" in line for line in told)
    numbers = [int(line.split(",")[0].removeprefix("Turn ")) for line in told]
    assert numbers == sorted(set(numbers))
    assert [button.label for button in answer.buttons] == [f"Turn {n}" for n in numbers]
    assert answer.picture is not None
    (game,) = reviewer.games
    rules = (await core.game()).rules
    assert all(rules.actor(seen) >= 0 for seen, _ in game.turns)


async def test_the_result_has_the_button(core: Core) -> None:
    await over(core)
    await core.deliver()
    assert "Turning Points" in [button.label for button in core.transport.messages[-1].buttons]


async def test_a_game_that_is_played_is_not_looked_back_at(core: Core) -> None:
    """That would be a hint, and would tell what hands hold."""
    await begun(core, ANN, BEN, lines=2)
    assert "is not over" in (await looked_back(core)).text


async def test_a_game_is_thought_about_once(core: Core) -> None:
    """Whoever asks meanwhile waits for the same thought, and later it is known."""
    reviewer = await over(core)
    first, second = await asyncio.gather(looked_back(core), looked_back(core, EVE))
    assert first.text == second.text == (await looked_back(core, BEN)).text
    assert len(reviewer.games) == 1


async def test_a_thought_that_was_lost_can_be_had_again(core: Core) -> None:
    """The process that looked back has died: somebody presses again."""
    await over(core)
    mind = core.mind = LostMind(1)
    core.hosts(core.games)
    assert "Press again" in (await looked_back(core)).text
    assert mind.losses == 0
    assert "Better was" in (await looked_back(core)).text


async def test_the_curve_says_who_was_ahead(core: Core) -> None:
    """From 0 to 100, for everybody after each turn."""
    await over(core)
    rows, table = await core.store.log(1), await core.table()
    ending = ahead(table.game, core.tables.frames(table.game, rows))
    values = [value for scores in ending.scores for value in scores]
    assert (min(values), max(values)) == (0, OF)
    assert {len(scores) for scores in ending.scores} == {2}


async def test_the_process_that_thinks_answers_with_places_and_lines(core: Core) -> None:
    """The real search on a few turns of a game: what was better can be played there."""
    reviewer = await over(core)
    await looked_back(core)
    (game,) = reviewer.games
    some = game.turns[4:7]
    found = turned(game.kind, some, game.seed)
    assert all(0 <= n < len(some) and better != some[n][1] for n, better in found)
