"""A database that an older version has written goes on: no game is lost, bent or stuck.

Source: issue 9.
"""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncIterator
from itertools import count
from pathlib import Path
from random import Random

import pytest

from bot.core.game import Game
from bot.domain import records
from bot.domain.verify import Outcome
from bot.ops.check import check
from bot.ops.replay import told as replayed
from bot.ops.verify import verified
from rules import GAMES
from rules.play import legal
from rules.record import parse, write
from storage.sqlite.opening import SIGNATURE
from tests.bot.core import ANN, BEN, CY, Core, Person, Time

pytestmark = pytest.mark.sqlite
DUMP = Path(__file__).parent / "databases" / "two_migrations.dump"
LETTERS = {"logger": "L", "logjam": "J", "fellers": "F"}
LOBBY, RUNNING, OVER, WAITING = 1, 2, 3, 4
every_kind = pytest.mark.parametrize("kind", LETTERS)


@pytest.fixture
async def old(tmp_path: Path) -> AsyncIterator[Core]:
    """A core on a copy of that database, a moment after it was left."""
    path = tmp_path / "games.db"
    with sqlite3.connect(path) as db:
        db.executescript(DUMP.read_text(encoding="utf-8"))
        db.execute(f"pragma application_id = {SIGNATURE}")
        (latest,) = db.execute("select max(at) from log").fetchone()
    db.close()
    keys = count(10_000)  # wishes that the older version has not heard
    core = await Core.build(path, time=Time(latest + 1.0), keys=keys)
    yield core
    await core.store.close()


async def game(core: Core, kind: str, number: int) -> Game:
    core.kind = kind
    return await core.game(number)


async def the_wait_ends(core: Core) -> None:
    """Two minutes pass, as the calendar and as the processor count them."""
    core.passed += 121
    await core.later(121)


async def plays(core: Core, kind: str, number: int, turns: int) -> None:
    """So many turns by whoever is on turn, each one recorded."""
    chance, rules = Random(number), GAMES[kind].game
    for _ in range(turns):
        it = await game(core, kind, number)
        if it.on_turn is None:
            await the_wait_ends(core)
            it = await game(core, kind, number)
        assert it.on_turn is not None
        sitter, s = it.sitters[it.on_turn], (await core.tables.at(it)).at.state
        words, seat = list[str](), rules.actor(s)
        while rules.actor(s) == seat:
            words.append(str(step := chance.choice(legal(rules, s))))
            s, _ = rules.apply(s, step)
        who = Person(sitter.user, sitter.name)
        answer = await core.say(who, " ".join(words), channel=it.channel)
        assert "Turn played" in answer.text


async def test_every_open_game_is_as_it_was(old: Core) -> None:
    """`lumbercamp check` on it: every row and every checksum."""
    checked = await check(old.store)
    assert (checked.games, checked.wrong) == (9, ())


@every_kind
async def test_a_running_game_goes_on(old: Core, kind: str) -> None:
    await plays(old, kind, RUNNING, 5)
    assert (await check(old.store)).wrong == ()


@every_kind
async def test_a_game_that_waits_goes_on(old: Core, kind: str) -> None:
    """In Logjam for its die: the wait ends, and the next player is called."""
    waits = await game(old, kind, WAITING)
    assert (waits.on_turn is None) == (kind == "logjam")
    await plays(old, kind, WAITING, 3)
    await the_wait_ends(old)
    await old.deliver()
    called = f"your turn in **{LETTERS[kind]}{WAITING}**"
    assert any(called in message.text for message in old.transport.messages)


@every_kind
async def test_a_lobby_is_joined_and_begins(old: Core, kind: str) -> None:
    lobby = await game(old, kind, LOBBY)
    assert "it has started" in (await old.join(CY, channel=lobby.channel)).text
    await plays(old, kind, LOBBY, 3)
    assert (await check(old.store)).wrong == ()


@every_kind
async def test_a_lobby_closes_itself_in_time(old: Core, kind: str) -> None:
    week = 7 * 24 * 3600.0
    assert (await game(old, kind, LOBBY)).status == "lobby"
    old.time.seconds += week
    old.passed += week
    await old.clock.tick()
    assert (await game(old, kind, LOBBY)).status == "cancelled"


@every_kind
async def test_what_is_over_still_verifies_as_far_as_it_can(old: Core, kind: str) -> None:
    """Its hash was not kept when the lobby opened, and its draws have the numbers of rows."""
    over = await game(old, kind, OVER)
    record = parse(records.text(over, await old.store.log(over.id)))
    assert parse(write(record)) == record
    assert (record.commitment, bool(record.promise)) == ("", True)
    verdict = verified(record)
    assert verdict.outcome is Outcome.OLDER, verdict.told
    assert "can be checked only so far" in str(verdict.told)
    assert "Its hash was not kept when the lobby was opened" in str(verdict.told)
    assert "all of them right" in [*replayed(record)][-1]


async def test_somebody_new_may_start_beside_them(old: Core) -> None:
    """Numbers and names go on, and a new game has its commitment."""
    old.kind = "logjam"
    opened = await old.open(ANN, 2, channel=900)
    assert "J5 is open" in opened.text
    await old.join(BEN, channel=900)
    assert (await old.game(5)).commitment
