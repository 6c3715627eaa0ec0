"""What stands in the store is typed and read again; the order of features changes nothing."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from bot.features.services import in_order
from bot.table.commit import CommitMoment, Policy
from bot.table.game import Game
from bot.table.rows import KINDS, Coded, OutboxRow, Undecodable, code, decode, row_class
from rules import history
from rules.game import TABLE
from rules.history import table_word
from storage import Change
from tests.acting import ANN, BEN
from tests.approved import Approved
from tests.bot.core import Core
from tests.bot.playing import good_turn

SAMPLES: dict[Any, object] = {int: 42, str: "word"}  # a value of each type that a field may have


def stored() -> list[type[Coded]]:
    found = [*Coded.__subclasses__()]
    for each in found:
        found += each.__subclasses__()
    return [each for each in found if each.__module__.startswith("bot.") and "prefix" in vars(each)]


def form(kind: type[Coded]) -> str:
    return ":".join(filter(None, (kind.prefix, *(f"<{name}>" for name in kind.types))))


def test_what_stands_in_the_store_is_approved(approved: Approved) -> None:
    """A changed line means that what older versions have stored can't be read any more: write a
    migration. A new line is fine."""
    kinds = sorted(stored(), key=lambda kind: (kind.prefix, kind.__name__))
    rows = [kind for kind in kinds if kind in KINDS.values()]
    payloads = [kind for kind in kinds if kind not in rows]
    approved("Posts in the outbox", "\n".join(map(form, rows)))
    told = (f"{kind.__name__} {form(kind)}" for kind in payloads)
    approved("Payloads of timers", "\n".join(told))
    remarks = (str(table_word(TABLE, f"{word} 1")) for word in sorted(history._REMARKS))
    approved("Remarks in the log", "\n".join(remarks))


@pytest.mark.parametrize("kind", stored(), ids=lambda kind: kind.__name__)
def test_every_stored_value_is_read_again(kind: type[Coded]) -> None:
    value = kind(*(SAMPLES[each] for each in kind.types.values()))
    assert kind.decode(value.encode()) == value
    if kind in KINDS.values():
        assert decode(value.encode()) == value


def test_what_was_never_written_is_refused_by_one_error() -> None:
    lacking, wrong = ("", "away", "away:", "away:1"), ("away:1:2:3", "away:one:2", "away:01:2")
    for kind in (*lacking, *wrong, "away:\u0661:2", " away:1:2", "faraway:1:2"):
        with pytest.raises(Undecodable):
            decode(kind)


def test_a_kind_that_a_newer_version_has_written_has_no_properties() -> None:
    assert row_class("tomorrow:1") is OutboxRow


def test_a_prefix_is_declared_once() -> None:
    with pytest.raises(AssertionError):

        @code("away")
        class Twin(OutboxRow):
            channel: int


# -- What a commit adds for each feature doesn't depend on their order.

SEEDS = range(6)
Asked = tuple[Game, Change, CommitMoment]


async def asked(core: Core) -> list[Asked]:
    """The policies' input in a game with a clock, requests and a computer."""
    all_of_it = list[Asked]()

    def note(*what: *Asked) -> Change:
        all_of_it.append(what)
        return what[1]

    core.services.policies.insert(0, Policy(note))
    await core.open(ANN, 3, options={"computers": "1", "pace": "brisk"})
    await core.join(BEN)
    for _ in range(4):
        await core.deliver()
        await core.do(await core.mover(), "askend")
        await core.play(good_turn(await core.table()))
    core.services.policies.pop(0)
    assert len(all_of_it) > 5
    return all_of_it


def result(policies: list[Policy], what: Asked) -> Change:
    """The change that they make of one; the order of timers and finished work doesn't count."""
    game, change, moment = what
    for policy in policies:
        change = policy.add(game, change, moment)
    timers = sorted(change.timers, key=lambda timer: (timer.kind, timer.payload))
    return replace(change, done=tuple(sorted(change.done, key=str)), timers=tuple(timers))


async def test_the_order_of_features_changes_nothing(core: Core) -> None:
    policies = [*core.services.policies]
    cases = [(what, Random(seed)) for what in await asked(core) for seed in SEEDS]
    right = [result(policies, what) for what, _ in cases]
    shuffled = [in_order(c.sample(policies, len(policies))) for _, c in cases]
    assert [result(those, what) for those, (what, _) in zip(shuffled, cases, strict=True)] == right


def test_policies_that_wait_for_each_other_are_refused() -> None:
    def one(game: Game, change: Change, moment: CommitMoment) -> Change:
        return change

    for waits_for in ("one", "another"):
        with pytest.raises(ValueError, match="wait for others"):
            in_order([Policy(one, after=(waits_for,))])
