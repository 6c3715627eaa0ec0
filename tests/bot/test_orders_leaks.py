"""While an order stands, whatever anybody else asks for or is told is the same as without it; and
the search finds what is planted.

Source: issue 12, "Must hold": a standing order leaks nothing.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from bot.core.game import Game
from bot.core.table import Table, Tables
from bot.domain import records
from bot.features.queries import Queries
from bot.messages import layouts
from bot.messages.layout import Choice, Layout
from bot.messages.message import Message
from bot.text import posts
from rules.text import Text, notation, sentences
from rules.voice import Voice
from tests.bot.conftest import Seeds
from tests.bot.controls import Controls
from tests.bot.core import EVE, Core, Person
from tests.bot.leaks import Payload, leaks_of_orders, of_panel
from tests.bot.test_orders import STAYS, ready

ORDERS = (STAYS, "if anything, then e3 +e4")
WORDS = ("e4 +d4", "e3 +e4", "plants a2")
log = logging.getLogger("bot.planted")


class Heard(logging.Handler):
    def __init__(self) -> None:
        super().__init__(logging.DEBUG)
        self.said: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.said.append(self.format(record))


async def told(core: Core, *lines: str) -> list[Payload]:
    """All that is told to everybody and to those who have ordered nothing, with a standing order
    or without one."""
    heard = Heard()
    logging.getLogger("bot").addHandler(heard)
    logging.getLogger("bot").setLevel(logging.DEBUG)
    controls, mover, _ = await ready(core, *lines)
    core.transport.messages.clear()
    game = await core.game()
    found = [await _asked(controls, who) for who in (mover, EVE)]
    await core.done(core.cases.move.here, core.wish(mover, channel=501, name="L1"))
    await core.deliver()
    rows = await core.store.log(game.id)
    logging.getLogger("bot").removeHandler(heard)
    logging.getLogger("bot").setLevel(logging.NOTSET)
    public = [
        Payload(None, f"{m.text}\n{m.alt}\n{m.file}\n{m.buttons}", "a post")
        for m in core.transport.messages
    ]
    log_lines = [Payload(None, line, "the log") for line in heard.said]
    record = Payload(None, records.text(await core.game(), rows), "a record")
    return [*public, record, *log_lines, *(payload for each in found for payload in each)]


async def _asked(controls: Controls, who: Person) -> list[Payload]:
    core = controls.core
    answers: list[Message] = [
        await controls.take(who),
        await controls.options(who),
        await controls.order(who),
        await controls.undo(who),
        await core.say(who, "zz"),
    ]
    completions = str(await controls.completed(who, "e"))
    return [*(of_panel(a, who.id) for a in answers), Payload(who.id, completions, "completions")]


async def test_nothing_that_others_are_told_depends_on_an_order(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Word for word, in posts, ids, file names, alt texts, records, completions and logs."""
    with_orders: list[Any] = []
    without: list[Any] = []
    for found, lines in ((with_orders, ORDERS), (without, ())):
        monkeypatch.setattr("bot.features.lobby.secrets", Seeds())
        core = await Core.build()
        found += [(p.reader, p.text, p.what) for p in await told(core, *lines)]
        await core.store.close()
    # Some milliseconds are no words.
    assert [p for p in with_orders if p[2] != "the log"] == [
        p for p in without if p[2] != "the log"
    ]
    payloads = [Payload(*each) for each in with_orders]
    assert leaks_of_orders(payloads, dict.fromkeys(WORDS, 0)) == []


# planted


def words_of(game: Game) -> str:
    return " ".join(order.line for order in game.orders)


def in_the_call(patch: pytest.MonkeyPatch) -> None:
    turn = posts.turn

    def telling(table: Table, *more: Any, **others: Any) -> Text:
        ordered = Text("{words}", words=words_of(table.game))
        return sentences(turn(table, *more, **others), ordered)

    patch.setattr(posts, "turn", telling)


def in_an_id(patch: pytest.MonkeyPatch) -> None:
    turn = layouts.turn

    def marked(table: Table, call: Text) -> Layout:
        panel = turn(table, call)
        first, *others = panel.buttons
        return replace(panel, buttons=(replace(first, id=f"lc:{words_of(table.game)}"), *others))

    patch.setattr(layouts, "turn", marked)


def in_a_file_name(patch: pytest.MonkeyPatch) -> None:
    pictured = layouts._pictured

    def named(table: Table, *more: Any, **others: Any) -> Layout:
        return replace(pictured(table, *more, **others), file=f"{words_of(table.game)}.png")

    patch.setattr(layouts, "_pictured", named)


def in_the_log(patch: pytest.MonkeyPatch) -> None:
    at = Tables.at

    async def telling(tables: Tables, game: Game, *more: Any) -> Table:
        log.debug(f"at {words_of(game)}")
        return await at(tables, game, *more)

    patch.setattr(Tables, "at", telling)


def in_a_record(patch: pytest.MonkeyPatch) -> None:
    text = records.text
    patch.setattr(records, "text", lambda game, rows: text(game, rows) + words_of(game))


def in_completions(patch: pytest.MonkeyPatch) -> None:
    complete = Queries.complete

    async def offered(queries: Queries, intent: Any, voice: Voice) -> list[Choice]:
        table, _ = await queries._turns.turn(replace(intent, user=await _mover(queries)))
        words = words_of(table.game)
        return [*await complete(queries, intent, voice), Choice(words, notation(words))]

    async def _mover(queries: Queries) -> int:
        row = await queries._store.game(1)
        assert row is not None
        assert row.on_turn is not None
        return row.sitters[row.on_turn].user

    patch.setattr(Queries, "complete", offered)


PLANTED = (in_the_call, in_an_id, in_a_file_name, in_the_log, in_a_record, in_completions)


@pytest.mark.parametrize("plant", PLANTED, ids=lambda plant: str(plant.__name__))
async def test_what_is_planted_is_found(
    core: Core, monkeypatch: pytest.MonkeyPatch, plant: Callable[[pytest.MonkeyPatch], None]
) -> None:
    plant(monkeypatch)
    found = leaks_of_orders(await told(core, *ORDERS), dict.fromkeys(WORDS, 0))
    assert found
