"""The sandbox's doors for accidents, by which also a bot in another process can be tested.

Discord's pitfalls: a 429 without Via is taken for a ban, JSON is exactly `application/json`.
"""

from __future__ import annotations

import aiohttp
import pytest

from tests.bot.discord.system import System
from tests.faults.accidents import nothing_lost, turn
from tests.guest import GuestError


async def test_the_next_request_gets_the_accident(system: System) -> None:
    """Once, with its code in the body; then Discord answers as ever."""
    mine = {"Authorization": f"Bot {system.world.token}"}
    async with aiohttp.ClientSession(f"{system.world.api}/", headers=mine) as session:
        for kind, status in (("429", 429), ("429 global", 429), ("503", 503), ("10008", 404)):
            fault = {"method": "GET", "path": "/users/@me$", "seconds": 0.01}
            await system.people["Ann"].act("fault", kind=kind, **fault)
            async with session.get("users/@me") as answer:
                assert answer.headers["Content-Type"] == "application/json"
                body, headers = await answer.json(), answer.headers
                assert answer.status == status
            async with session.get("users/@me") as answer:
                assert answer.status == 200
            if status == 429:
                assert headers["Via"]
                assert body["retry_after"] == float(headers["Retry-After"]) == 0.01
                everywhere = "X-RateLimit-Global" in headers
                assert body["global"] == everywhere == kind.endswith("global")
            else:
                assert str(body["code"]) == {"503": "0"}.get(kind, kind)


async def test_accidents_can_be_called_off(system: System) -> None:
    await system.begin("Ann", "Ben")
    ann = system.people["Ann"]
    await ann.act("fault", kind="503", method="POST", path="/messages$", times=99)
    await ann.act("fault")
    await turn(system, "a1")
    await nothing_lost(system, turns=1)


SENSELESS = [
    ("fault", {"kind": "418", "method": "GET", "path": "x"}, "kind must be one of 429"),
    ("fault", {"kind": "500", "method": "GET", "path": "("}, "isn't a regular expression"),
    ("fault", {"kind": "500", "method": "GET"}, "path is missing"),
    ("gateway", {"do": "explode"}, "must be close, reconnect, invalid or forgotten"),
]


async def test_an_accident_that_makes_no_sense_is_refused(system: System) -> None:
    ann, games = system.people["Ann"], {"channel": system.id("games")}
    for act, asked, sentence in [*SENSELESS, ("thread", games, "That isn't a thread.")]:
        with pytest.raises(GuestError, match=sentence):
            await ann.act(act, **asked)
    assert system.world.faults == []
