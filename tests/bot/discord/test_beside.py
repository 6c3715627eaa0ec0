"""What Discord counts of all processes of a bot together, they do one after the other.

Source: issue 28, C 10; Discord, Gateway (Rate Limiting), Rate Limits (Global Rate Limit).
"""

from __future__ import annotations

from typing import Any

import pytest

from bot.discord import beside
from bot.discord.beside import BETWEEN, Share, identify, share_requests, tell_commands
from bot.ops.service import _shards
from bot.ops.settings import Settings
from storage import Unwritable
from tests.bot.core import Core
from tests.storage.samples import Clock


class Slept:
    """Whoever sleeps has time pass."""

    def __init__(self) -> None:
        self.clock = Clock()

    async def __call__(self, seconds: float) -> None:
        self.clock.passed += seconds


async def test_no_more_begin_in_a_second_than_are_granted() -> None:
    """Whatever second one looks at."""
    slept = Slept()
    share, begun = Share(12, slept.clock.steady, slept), list[float]()
    for n in range(200):
        slept.clock.passed += 0.3 * (n % 7 == 0)
        await share.turn()
        begun.append(slept.clock.passed)
    assert all(later - first >= 1 - 1e-9 for first, later in zip(begun, begun[12:], strict=False))
    assert begun[11] - begun[0] < 1, "those that are granted wait for nothing"


async def test_requests_are_shared_by_the_number_of_processes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What is not asked by way of the client, as an answer to an interaction, has no part in it."""
    turns = list[int]()

    class Counted(Share):
        def __init__(self, most: int) -> None:
            super().__init__(most)
            turns.append(most)

        async def turn(self) -> None:
            turns.append(0)

    class Http:
        async def request(self, *what: Any, **more: Any) -> Any:
            return what, more

    class Client:
        http = Http()

    monkeypatch.setattr(beside, "Share", Counted)
    client: Any = Client()
    share_requests(client, 4)
    assert await client.http.request("GET", form=1) == (("GET",), {"form": 1})
    assert turns == [12, 0]


async def test_connections_identify_one_after_the_other(core: Core) -> None:
    """In each row that Discord grants; where the database does not answer, as the library does."""
    slept = list[float]()

    async def sleep(seconds: float) -> None:
        slept.append(round(seconds))

    for row in (0, 0, 1, 0):
        await identify(core.store, row, sleep)
    assert slept == [0, 5, 0, 10]

    class Gone:
        async def queue(self, what: str, seconds: float) -> float:
            raise Unwritable("x", "gone")

    gone: Any = Gone()
    await identify(gone, 0, sleep)
    assert slept[-1] == BETWEEN


async def test_commands_are_told_once_and_when_they_are_others(core: Core) -> None:
    told = list[str]()

    class Client:
        application_id = 7

    class Tree:
        client = Client()
        names = "a"

        async def payload(self) -> list[dict[str, str]]:
            return [{"name": name} for name in self.names]

        async def tell(self) -> None:
            told.append(self.names)

    tree: Any = Tree()

    async def slow(_: float) -> None:
        """Another process was faster."""
        await tell_commands(core.store, tree, _nothing)

    for names in ("a", "a", "ab", "ab"):
        tree.names = names
        await tell_commands(core.store, tree, _nothing)
    tree.names = "c"
    await tell_commands(core.store, tree, slow)
    assert told == ["a", "ab", "c"]


async def _nothing(_: float) -> None:
    pass


@pytest.mark.parametrize("of", [1, 2, 3, 5, 16])
def test_every_connection_is_of_one_process(of: int) -> None:
    class Placed:
        number = 0

    env = {"LUMBERCAMP_SHARDS": "16", "LUMBERCAMP_RANGES": str(of), "DISCORD_TOKEN": "a.b"}
    settings = Settings.read({**env, "LUMBERCAMP_DATABASE": "postgresql:///x"})
    place: Any = Placed()
    place.of, numbers, sizes = of, list[int](), set[int]()
    for place.number in range(1, of + 1):
        shards = _shards(settings, place)
        assert shards is not None
        numbers += range(shards.first, shards.last + 1)
        sizes.add(shards.last - shards.first + 1)
    assert numbers == [*range(16)]
    assert max(sizes) - min(sizes) <= 1
