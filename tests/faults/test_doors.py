"""The sandbox's doors for accidents, by which also a bot in another process can be tested.

Discord's pitfalls: a 429 without Via is taken for a ban, JSON is exactly `application/json`.
"""

from __future__ import annotations

import aiohttp
import pytest

from sandbox.world import KINDS
from tests.bot.discord.system import System
from tests.faults.accidents import nothing_lost, turn
from tests.guest import GuestError

STATUS = {"429": 429, "429 global": 429, "500": 500, "503": 503, "slow": 200}


@pytest.mark.parametrize("kind", KINDS)
async def test_the_next_request_gets_the_accident(system: System, kind: str) -> None:
    """Once, with its code in the body; then Discord answers as ever."""
    ann = system.people["Ann"]
    await ann.act("fault", kind=kind, method="GET", path="/users/@me$", seconds=0.01)
    mine = {"Authorization": f"Bot {system.world.token}"}
    url = f"{system.world.api}/users/@me"
    async with aiohttp.ClientSession(headers=mine) as session:
        async with session.get(url) as answer:
            assert answer.headers["Content-Type"] == "application/json"
            body, headers = await answer.json(), answer.headers
            assert answer.status == STATUS.get(kind, answer.status)
        async with session.get(url) as answer:
            assert answer.status == 200
    if kind.startswith("429"):
        assert headers["Via"]
        assert body["retry_after"] == float(headers["Retry-After"]) == 0.01
        assert body["global"] == ("X-RateLimit-Global" in headers) == kind.endswith("global")
    elif kind not in STATUS:
        assert str(body["code"]) == kind


async def test_accidents_can_be_called_off(system: System) -> None:
    await system.begin("Ann", "Ben")
    ann = system.people["Ann"]
    await ann.act("fault", kind="503", method="POST", path="/messages$", times=99)
    await ann.act("fault")
    await turn(system, "a1")
    await nothing_lost(system, turns=1)


@pytest.mark.parametrize(
    ("act", "asked", "sentence"),
    [
        ("fault", {"kind": "418", "method": "GET", "path": "x"}, "kind must be one of 429"),
        ("fault", {"kind": "500", "method": "GET", "path": "("}, "isn't a regular expression"),
        ("fault", {"kind": "500", "method": "GET"}, "path is missing"),
        ("gateway", {"do": "explode"}, "must be close, reconnect, invalid or forgotten"),
        ("thread", {"channel": "games"}, "That isn't a thread."),
    ],
)
async def test_an_accident_that_makes_no_sense_is_refused(
    system: System, act: str, asked: dict[str, str], sentence: str
) -> None:
    if "channel" in asked:
        asked = {"channel": system.id(asked["channel"])}
    with pytest.raises(GuestError, match=sentence):
        await system.people["Ann"].act(act, **asked)
    assert system.world.faults == []
