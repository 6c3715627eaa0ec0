"""Stored texts are typed, and every earlier id, key, row and record still decodes."""

from __future__ import annotations

import ast
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from bot.features.reminders import Stage
from bot.features.seasons.season import Ended
from bot.features.services import in_order
from bot.messages.boundary import answer_to
from bot.table.clocks import ClockEnds
from bot.table.commit import CommitMoment, Policy
from bot.table.game import Game
from bot.table.rows import KINDS, Coded, Fleeting, OutboxRow, Undecodable, code, decode, row_class
from bot.table.seats import Guest, Offer, Opened
from rules.game import TABLE
from rules.history import table_word
from storage import Change
from tests.bot.core import ANN, BEN, Core

# A row of every kind that was ever written.
WRITTEN = (
    "lobby",
    "card",
    "thread",
    "begins",
    "turn",
    "result",
    "closed",
    "closed:42",
    "call",
    "dm",
    "next",
    "unheard:42:9",
    "unheard:42:0",
    "remind",
    "nudge:0",
    "fell:1",
    "asks:31:2",
    "spent:12",
    "outage:1790000000:1790003600",
    "play_by",
    "ask:31",
    "asked:31",
    "seat:1",
    "seated:1",
    "reopened:1",
    "there:0",
    "played:17",
    "came:17",
    "vacation:0",
    "returns:0",
    "table:1573844352738787328:7:logger:2026-11",
    "table:1573844352738787328:7:all:ever",
    "ratings:1573844352738787328:7:logger:2026-11",
    "away:1573844352738787328:1573844352738787330",
    "share:1573844352738787328:42:17",
    "barred:1573844352738787328:1573844352738787329",
    "unbarred:1573844352738787328:1573844352738787329",
    "shown:1573844352738787328:17:42",
    "waits",
    "wait_over:17",
    "season",
    "seasoncard",
    "seasonround:3",
    "seasonover",
    "set_up:1573844352738787328:quiet:22%3A00-08%3A00:",
    "mended:time:-2:0",
    "paused",
    "resumed:1",
    "resumed:-2",
    "mended:remove:1:42",
    "hosted:skip:1:42:0",
    "invites:42:17",
    "puzzle:20781",
    "puzzles_set:1573844352738787328:at%209",
)
REMARKS = ("here 1", "nudge 1", "hint 1", "resume 1")  # words of the log
# Payloads of timers, with their readers.
SET = (
    ("1573844352738787328:1573844352738787330:42:0", Fleeting),
    ("1573844352738787328:1573844352738787330:42:1", Fleeting),
    ("12:undo:0", Offer),
    ("12:end:3", Offer),
    ("12:pause-2026-12-24:1", Offer),
    ("1:timeout", Opened),
    ("0:request", Opened),
    ("1", ClockEnds),
    ("2", Stage),
    ("12:3:1:1/2", Ended),
    ("42:invited", Guest),
)


@pytest.mark.parametrize("kind", WRITTEN)
def test_every_row_that_was_ever_written_is_read(kind: str) -> None:
    assert decode(kind).encode() == kind


def test_every_kind_of_row_is_among_those_that_were_written() -> None:
    ours = {kind for kind in KINDS.values() if kind.__module__.startswith("bot.")}
    assert {row_class(kind) for kind in WRITTEN} == ours, "add the new kind to WRITTEN, as stored"


def test_no_row_is_written_but_as_a_declared_value() -> None:
    """Changes and look-ups of posts use values, not text."""
    written = {
        (str(path), constant.value)
        for path in Path("bot").rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        for value in posted(node)
        for constant in ast.walk(value)
        if isinstance(constant, ast.Constant) and constant.value in KINDS
    }
    assert written == set()


def posted(node: ast.AST) -> list[ast.expr]:
    """The expressions in a part of the code that make rows of the outbox."""
    if isinstance(node, ast.keyword) and node.arg == "posts":
        return [node.value]
    if isinstance(node, ast.Call) and ast.unparse(node.func).endswith(".latest"):
        return node.args
    return []


@pytest.mark.parametrize("line", REMARKS)
def test_every_remark_that_was_ever_made_is_read(line: str) -> None:
    assert table_word(TABLE, line).remark
    assert str(table_word(TABLE, line)) == line


@pytest.mark.parametrize(("payload", "read"), SET)
def test_every_payload_that_was_ever_set_is_read(payload: str, read: type[Coded]) -> None:
    assert read.decode(payload).encode() == payload


@pytest.mark.parametrize(
    "kind",
    [
        "",
        "away",
        "away:",
        "away:1",
        "away:1:2:3",
        "away:one:2",
        "away:01:2",
        "away:\u0661:2",
        " away:1:2",
        "faraway:1:2",
    ],
)
def test_what_was_never_written_is_refused_by_one_error(kind: str) -> None:
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

SEEDS = range(30)
Asked = tuple[Game, Change, CommitMoment]


async def asked(core: Core) -> list[Asked]:
    """The policies' input during a game with a clock and an open request."""
    all_of_it = list[Asked]()

    def note(*what: *Asked) -> Change:
        all_of_it.append(what)
        return what[1]

    core.cases.policies.insert(0, Policy(note))
    await core.seated(ANN, BEN, options={"pace": "brisk"})
    await core.tell("a1", "e5", "stay; plant n")
    await answer_to(core.cases.offers.ask(core.wish(await core.waiting()), "undo"))
    await core.tell("stay; plant s")
    core.cases.policies.pop(0)
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
    policies = [*core.cases.policies]
    for what in await asked(core):
        for seed in SEEDS:
            listed = Random(seed).sample(policies, len(policies))
            assert result(in_order(listed), what) == result(policies, what)


async def test_a_wrong_order_is_noticed(core: Core) -> None:
    """Planted: policies that don't say their order."""
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
    def one(game: Game, change: Change, moment: CommitMoment) -> Change:
        return change

    with pytest.raises(ValueError, match="wait for others"):
        in_order([Policy(one, after=("one",))])
    with pytest.raises(ValueError, match="wait for others"):
        in_order([Policy(one, after=("another",))])
