"""What a commit adds for each feature doesn't depend on the order in which features are listed."""

from dataclasses import replace
from random import Random

import pytest

from bot.messages.boundary import answered
from bot.table.game import Game
from bot.table.policies import Moment, Policy, in_order
from storage import Change
from tests.bot.core import ANN, BEN, Core

SEEDS = range(30)
Asked = tuple[Game, Change, Moment]


async def asked(core: Core) -> list[Asked]:
    """What a game with a clock and an open request asks of the policies."""
    all_of_it = list[Asked]()

    def note(*what: *Asked) -> Change:
        all_of_it.append(what)
        return what[1]

    core.cases.policies.insert(0, Policy(note))
    await core.seated(ANN, BEN, options={"pace": "brisk"})
    await core.tell("a1", "e5", "stay; plant n")
    await answered(core.cases.offers.ask(core.wish(await core.waiting()), "undo"))
    await core.tell("stay; plant s")
    core.cases.policies.pop(0)
    assert len(all_of_it) > 5
    return all_of_it


def result(policies: list[Policy], what: Asked) -> Change:
    """The change that they make of one; the order of timers and of what is done means nothing."""
    game, change, moment = what
    for policy in policies:
        change = policy.add(game, change, moment)
    timers = sorted(change.timers, key=lambda timer: (timer.kind, timer.payload))
    return replace(change, done=tuple(sorted(change.done, key=str)), timers=tuple(timers))


async def test_the_order_of_features_changes_nothing(core: Core) -> None:
    policies = [*core.cases.policies]
    for what in await asked(core):
        for seed in SEEDS:
            listed = Random(seed).sample(policies, len(policies))
            assert result(in_order(listed), what) == result(policies, what)


async def test_a_wrong_order_is_noticed(core: Core) -> None:
    """Planted: no policy says what it comes after."""
    policies = [*core.cases.policies]
    free = [policy._replace(after=()) for policy in policies]
    differing = [
        what
        for what in await asked(core)
        for seed in SEEDS
        if result(in_order(Random(seed).sample(free, len(free))), what) != result(policies, what)
    ]
    assert differing


def test_policies_that_wait_for_each_other_are_refused() -> None:
    def one(game: Game, change: Change, moment: Moment) -> Change:
        return change

    with pytest.raises(ValueError, match="wait for others"):
        in_order([Policy(one, after=("one",))])
    with pytest.raises(ValueError, match="wait for others"):
        in_order([Policy(one, after=("another",))])
