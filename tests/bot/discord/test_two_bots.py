"""Two bots on one database, at one Discord: whoever hears what, a game has one result.

Source: issue 28, Must hold ("Correct without ranges") and Faults 5 and 6. What the store promises
of it: tests/storage/test_postgres_link.py.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bot.app import App
from bot.thinking.worker import BESIDE_OTHERS
from sandbox.founding import BOT_ID
from sandbox.gateway import Intent, Session
from storage import Shards
from tests import postgres
from tests.bot.discord import system as systems
from tests.bot.discord.system import System, running_system
from tests.bot.discord.watching import Witness, is_there, until
from tests.sensible import sensible

pytest.importorskip("psycopg")
pytestmark = pytest.mark.skipif(not postgres.programs(), reason="there is no PostgreSQL")

from storage.postgres.store import PostgresStore  # noqa: E402

LETTERS = {"logger": "L", "logjam": "J", "fellers": "F"}
LONGEST = 300  # turns
ONE, OTHER, BOTH = "one", "the other", "both"


class Process:
    """One bot: its app, and the line on which it hears."""

    def __init__(self, app: App[Witness], token: str) -> None:
        self.app = app
        self._token = token
        self._line: asyncio.Task[None] | None = None

    async def start(self) -> None:
        await self.app.client.login(self._token)
        self._line = asyncio.create_task(self.app.client.connect())
        await until(lambda: is_there(self.app.client))

    async def stop(self) -> None:
        assert self._line is not None
        await self.app.client.close()
        await asyncio.gather(self._line, return_exceptions=True)
        await self.app.store.close()


class Pair(System):
    """Two bots, neither of which knows of the other. Once `chance` is there, what people do is
    heard by one of them or by both."""

    chance: Random | None = None

    async def start(self) -> None:
        """Both, for all servers."""
        self.heard, self.told = Counter[str](), list[str]()
        self.world.gateway.listeners = self._heard(self.world.gateway.listeners)  # type: ignore[method-assign]
        self.bots = [await self.another() for _ in range(2)]
        self._first()

    async def another(self, shards: Shards | None = None) -> Process:
        """One more bot. shards: its part of the servers."""
        chance, self.chance = self.chance, None  # what it is told as it comes is for it alone
        store = await PostgresStore.share(postgres.kept(), self.now)
        store.duties = BESIDE_OTHERS
        options: dict[str, Any] = {} if shards is None else {"shards": shards}
        mind, plain = self.mind, self.message_content
        app = App(
            store,
            Witness,
            games=self.games,
            now=self.now,
            message_content=plain,
            mind=mind,
            reviewer=mind,
            **options,
        )
        made = Process(app, self.world.token)
        await made.start()
        self.chance = chance
        return made

    def _first(self) -> None:
        """What looks into a bot looks into the first one."""
        self.app = self.bots[0].app
        self.bot = self.app.client

    async def stop(self) -> None:
        for each in self.bots:
            await each.stop()

    async def divided(self, *parts: Shards | None) -> list[Process]:
        """Bots for these parts of the servers beside those that there are; the former ones."""
        before = self.bots
        self.bots = [await self.another(part) for part in parts]
        self._first()
        self.bots += before
        return before

    async def leave(self, bots: list[Process]) -> None:
        """These are stopped."""
        self.bots = [each for each in self.bots if each not in bots]
        for each in bots:
            await each.stop()

    def pass_time(self, seconds: float) -> None:
        super().pass_time(seconds)
        for each in self.bots:
            each.app.clock.wake()

    async def under(self, message: str, channel: str) -> str:
        await until(lambda: any(each.app.client.done_with[message] for each in self.bots))
        return ""

    def _heard(self, listeners: Any) -> Any:
        def heard(intent: Intent, *, private: bool) -> list[Session]:
            there: list[Session] = listeners(intent, private=private)
            if self.chance is None or len(there) < 2 or intent == Intent.GUILDS:
                return there
            who = self.chance.choice((ONE, OTHER, BOTH))
            self.heard[who] += 1
            return {ONE: there[:1], OTHER: there[1:], BOTH: there}[who]

        return heard

    # a game

    async def line(self) -> tuple[str, str]:
        """Who is on turn in #games, and a sensible turn of theirs as one types it."""
        who = await self.mover("games")
        at = await self.app.cases.turns.tables.at(await self.game("games"))
        way = sensible(at.kind.game, at.at.state)
        assert way is not None
        return who, at.kind.spelt(way[0])

    async def takes_a_turn(self, kind: str, door: int) -> None:
        """Whoever is on turn, through one of the doors."""
        game, (who, line) = await self.game("games"), await self.line()
        if door % 3 == 0:
            told = await self.slash(who, "games", f"{kind} turn", move=line)
            self.told.append(told["id"])
        elif door % 3 == 1:
            await self.say(who, "games", f"<@{BOT_ID}> {line}")
        else:
            await self.say(who, "games", line)

        async def counted() -> bool:
            return (await self.game("games")).n > game.n

        await until(counted)

    async def goes_on(self) -> bool:
        """Wait until somebody can choose; False: the game is over."""

        async def settled() -> bool:
            game = await self.game("games")
            if game.status == "over" or game.on_turn is not None:
                return True
            self.pass_time(60)
            return False

        await until(settled)
        return (await self.game("games")).status != "over"


@pytest.fixture
async def pair(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Pair]:
    postgres.emptied()
    monkeypatch.setattr(systems, "System", Pair)
    async with running_system(tmp_path) as it:
        assert isinstance(it, Pair)
        yield it


async def begins(pair: Pair, kind: str, *names: str) -> None:
    """A lobby by a command, and everybody joins by its button."""
    await pair.slash(names[0], "games", f"{kind} start", players=len(names))
    card = await pair.post("games", "lobby")
    for name in names[1:]:
        told = await pair.press(name, card, "Join")
        assert "You're in" in told["content"], told["content"]
    await pair.post("games")


async def plays_on(pair: Pair, kind: str, turns: int = LONGEST) -> int:
    """That many turns, or fewer where the game ends; how many there were."""
    for turn in range(turns):
        await pair.takes_a_turn(kind, turn)
        if not await pair.goes_on():
            return turn + 1
    return turns


async def has_one_result(pair: Pair, kind: str, names: tuple[str, ...], turns: int) -> None:
    """All that was said is there once, was told once and in order, and counts once."""
    game = await pair.game("games")
    assert game.status == "over"
    rows = await pair.store.log(game.id)
    assert [row.n for row in rows] == [*range(1, game.n + 1)]
    said = [row for row in rows if row.seat >= 0 and row.n > len(names) + 1]
    assert len(said) >= turns
    assert len({row.key for row in said if row.key}) == len([row for row in said if row.key])
    await pair.quiet()
    private = pair.world.messages[pair.id("games")]
    told = {id_: private[id_].content for id_ in pair.told}
    assert all("Turn played" in text for text in told.values()), told
    shown = [int(name.split("-")[1].removesuffix(".png")) for name in pair.pictures("games")]
    assert shown == sorted(set(shown)), "each board once, and in order"
    texts = [message["content"] for message in pair.seen("games")]
    assert len([text for text in texts if "1 is over: " in text]) == 1
    assert not [text for text in texts if "Something went wrong" in text]
    await is_rated_as_a_rebuild_has_it(pair, kind, names, games=1)


async def is_rated_as_a_rebuild_has_it(
    pair: Pair, kind: str, names: tuple[str, ...], games: int
) -> None:
    store, guild = pair.store, (await pair.game("games")).guild
    users = [int(pair.people[name].id) for name in names]

    async def rated() -> Any:
        return await store.standings(guild), [await store.course(u, guild, kind) for u in users]

    before = await rated()
    assert {row.games for row in before[0]} == {games}
    await store.rebuild_ratings()
    assert await rated() == before


@pytest.mark.parametrize(
    ("kind", "seed"),
    [
        ("logger", 1),
        pytest.param("logjam", 2, marks=pytest.mark.slow),
        pytest.param("fellers", 3, marks=pytest.mark.slow),
    ],
)
async def test_a_game_that_two_bots_hear_has_one_result(pair: Pair, kind: str, seed: int) -> None:
    """From the lobby to the ratings, by commands, buttons, mentions and plain lines, each heard by
    one of the two bots or by both."""
    pair.chance = Random(seed)
    await begins(pair, kind, "Ann", "Ben")
    turns = await plays_on(pair, kind)
    assert turns < LONGEST
    assert min(pair.heard[who] for who in (ONE, OTHER, BOTH)) > 2, pair.heard
    await has_one_result(pair, kind, ("Ann", "Ben"), turns)


HALVES = Shards(0, 0, 2), Shards(1, 1, 2)


async def test_a_server_changes_its_bot_while_a_game_is_played_there(pair: Pair) -> None:
    """From bots for all servers to two for a half each, to two others, and back; each time the old
    and the new ones are there together for some turns. Somebody's vacation is begun in direct
    messages, which the other half hears, and told at the table."""
    pair.chance = Random(4)
    names = "Ann", "Ben", "Cy"
    await begins(pair, "logger", *names)
    turns = await plays_on(pair, "logger", 3)
    for parts, away in ((HALVES, "Ann"), (HALVES, "Ben"), ((None, None), "")):
        former = await pair.divided(*parts)
        turns += await plays_on(pair, "logger", 3)
        await pair.leave(former)
        turns += await plays_on(pair, "logger", 3)
        if away:
            await _goes_on_vacation(pair, away)
    await plays_on(pair, "logger")
    await has_one_result(pair, "logger", names, turns)


async def _goes_on_vacation(pair: Pair, who: str) -> None:
    assert HALVES[1].hear((await pair.game("games")).guild)
    direct = await pair.people[who].dm()
    days = await pair.people[who].complete(direct, "games vacation", "until", until="")
    told = await pair.slash(who, direct, "games vacation", until=days[3]["value"])
    assert "You're on vacation until" in told["content"]
    await pair.quiet()
    line = f"{who} is on vacation until"
    assert len([m for m in pair.seen("games") if line in m["content"]]) == 1
