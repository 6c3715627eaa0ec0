"""Hints: good turns for who is on turn against a computer, what they bring, and that they asked.

Source: issue 13, item 5."""

from __future__ import annotations

from random import Random
from typing import cast

import pytest

from bot.boundary import answered
from bot.discord.base import Base
from bot.discord.presses import press
from bot.domain.computers import LEVELS
from bot.messages.message import Message
from rules.play import checksum
from tests.bot.controls import Controls, begun
from tests.bot.core import ANN, BEN, Core, Person
from tests.bot.minds import LostMind, QuickMind
from tests.bot.playing import any_turn

every_kind = pytest.mark.parametrize("kind", ["logger", "logjam", "fellers"])


async def practising(core: Core, kind: str = "logger") -> None:
    """Ann's practice game, and it is her turn."""
    core.kind = kind
    await core.practice()
    await core.deliver()


async def hint(core: Core, who: Person) -> Message:
    """/… hint, or the button."""
    return await answered(press(cast("Base", core), "hint", core.wish(who)))


def asked(core: Core) -> QuickMind:
    assert isinstance(core.mind, QuickMind)
    return core.mind


@every_kind
async def test_a_hint_names_turns_that_can_be_played(core: Core, kind: str) -> None:
    """The best two or three, in the words that people type, with what they gain."""
    await practising(core, kind)
    answer = await hint(core, ANN)
    told = [line for line in answer.text.split("\n") if line[:2] in ("1.", "2.", "3.")]
    assert 1 <= len(told) <= 3
    assert all(line.partition("`: ")[2] for line in told)
    line = told[0].split("`")[1]
    assert "counts" in (await core.say(ANN, line)).text


async def test_what_thinks_is_handed_what_the_player_sees(core: Core) -> None:
    """Nobody's hidden hand goes there, and it thinks as well as it can."""
    await practising(core, "fellers")
    table = await core.table()
    await hint(core, ANN)
    position = asked(core).asked[-1]
    assert position.seen == table.mine
    assert position.seen != table.at.state
    assert position.level == [*LEVELS][-1]


async def test_there_are_none_in_a_game_of_people(core: Core) -> None:
    """Such a game counts; who asks is told where hints are to be had."""
    await begun(core, ANN, BEN, lines=2)
    mover = await core.mover()
    before = (await core.game()).n
    answer = await hint(core, mover)
    assert "no hints" in answer.text
    assert "/logger practice" in answer.text
    assert (await core.game()).n == before


async def test_only_who_is_on_turn_gets_one(core: Core) -> None:
    """Somebody else is told so, and it is not counted."""
    await practising(core)
    n, before = (await core.game()).n, len(asked(core).asked)
    await hint(core, BEN)
    assert len(asked(core).asked) == before
    assert (await core.game()).n == n


async def test_asking_is_noted_once_a_turn_and_told_at_the_end(core: Core) -> None:
    """It changes no position, and what was shown before can still be pressed."""
    await practising(core)
    position = checksum((await core.table()).at.state)
    for _ in range(3):
        await hint(core, ANN)
    rows = [row.text for row in await core.store.log(1)]
    seat = next(s for s, who in enumerate((await core.game()).sitters) if not who.computer)
    assert rows.count(f"hint {seat}") == 1
    assert checksum((await core.table()).at.state) == position
    chance = Random(1)
    while not (table := await core.table()).over:
        await core.say(ANN, any_turn(table, chance))
        await core.deliver()
    assert "Ann asked for a hint in 1 turn." in core.posts()[-1]


async def test_a_thought_that_comes_to_nothing_says_so(core: Core) -> None:
    """Nothing is noted, and the game stands."""
    core.mind = mind = LostMind(0)
    core.hosts(core.games)
    await practising(core)
    mind.losses = 1
    n = (await core.game()).n
    assert "No hint was found" in (await hint(core, ANN)).text
    assert (await core.game()).n == n


async def test_the_builder_offers_it_in_practice_alone(core: Core) -> None:
    await practising(core)
    labels = [button.label for button in (await Controls(core).take(ANN)).buttons]
    assert "Hint" in labels
