"""Games of the same people that end in the same moment at two bots: each counts, in one order.

Source: issue 28, Fault 5; docs/many-machines.md, How it is asked ("the lock of its server").
"""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from tests import postgres
from tests.bot.core import ANN, BEN, GUILD, Core, Person, Time
from tests.sensible import sensible

pytest.importorskip("psycopg")
pytestmark = pytest.mark.skipif(not postgres.programs(), reason="there is no PostgreSQL")

from storage.postgres.store import PostgresStore  # noqa: E402
from storage.rating import FEWEST_TURNS, MOST_REMATCHES  # noqa: E402

GAMES = MOST_REMATCHES + 3


async def two_bots() -> tuple[Core, Core]:
    address, time = postgres.emptied(), Time()
    one, other = [
        Core(await PostgresStore.share(address, time, time), "", time=time) for _ in range(2)
    ]
    other.transport, other.keys = one.transport, one.keys
    other.__post_init__()
    return one, other


async def game_of_some_turns(core: Core, number: int) -> None:
    """Ann and Ben have played for as long as counts."""
    there: Any = {"channel": 600 + number}
    await core.open(ANN, 2, **there)
    await core.join(BEN, **there)
    for _ in range(2 * FEWEST_TURNS):
        table = await core.table(number)
        way = sensible(table.kind.game, table.at.state)
        assert way is not None
        line = table.kind.spelt(way[0])
        answer = await core.say(await core.mover(number), line, **there)
        assert "Turn played" in answer.text, answer.text


async def resigns(core: Core, number: int, who: Person) -> str:
    game = await core.game(number)
    wish = core.wish(who, channel=600 + number, n=game.n, game=game.id)
    return (await core.done(core.cases.resign.resign, wish)).text


async def rated(core: Core) -> Any:
    courses = [await core.store.course(who.id, GUILD, "logger") for who in (ANN, BEN)]
    return await core.store.standings(GUILD), courses


async def test_games_that_end_at_once_at_two_bots_are_rated_as_a_rebuild_has_it() -> None:
    """More of them than may be rated; the last turn of each is resigning, by one or the other."""
    one, other = await two_bots()
    try:
        for number in range(1, GAMES + 1):
            await game_of_some_turns(one, number)
        ends = [
            resigns((one, other)[number % 2], number, (ANN, BEN)[number % 3 == 0])
            for number in range(1, GAMES + 1)
        ]
        told = await asyncio.gather(*ends)
        assert all("You've left" in text for text in told), told
        standings, courses = await rated(one)
        assert {row.games for row in standings} == {GAMES}
        assert len(courses[0]) == MOST_REMATCHES
        await other.store.rebuild_ratings()
        assert await rated(one) == (standings, courses)
    finally:
        for core in (one, other):
            await core.store.close()
