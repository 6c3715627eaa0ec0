"""A core for each test, in memory and, where a test opens it again, in a file."""

from __future__ import annotations

import hashlib
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

import storage.store
from bot.features import turning_points
from bot.messages import cards, layouts
from bot.ops import health
from renderer import Balance, Hosted, Labels, Picture, alt
from rules.ending import Ending
from rules.play import Seen
from rules.voice import Voice
from tests import sprites
from tests.acting import ANN, BEN
from tests.bot.core import Core
from tests.bot.discord.searching import unpainted
from tests.patience import PATIENCE
from tests.sandbox.client import png


@pytest.fixture(scope="session", autouse=True)
def _sprites() -> None:
    """Draw the sprites once, before any test waits for them."""
    sprites.ready()


@pytest.fixture(scope="session", autouse=True)
def _patient_health() -> None:
    """Call no bot unhealthy, and no fresh write old, because the machine is busy."""
    health.ANSWER_SECONDS = PATIENCE
    storage.store.RECENTLY = PATIENCE


class Seeds:
    """Stands in for `secrets` in a lobby: the same seeds in every run."""

    def __init__(self) -> None:
        self._made = 0

    def token_bytes(self, length: int) -> bytes:
        self._made += 1
        return hashlib.sha256(b"%d" % self._made).digest()[:length]


@pytest.fixture(autouse=True)
def _seeds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.features.lobbies.secrets", Seeds())


@pytest.fixture
def painted() -> None:
    """Let the test have pictures as they are, not small ones."""


@pytest.fixture(autouse=True)
def _small_pictures(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Alt texts are true, and pixels are looked at in tests/renderer."""
    if request.path.parent.name in ("discord", "web") or "painted" in request.fixturenames:
        return
    unpainted(monkeypatch)
    pixels = png()

    def draw_lobby(what: Hosted, state: Any, labels: Labels, seats: int, voice: Voice) -> Picture:
        return Picture(pixels, alt.lobby(what.kind, state, labels.with_voice(voice), seats))

    def draw_result(
        what: Hosted, seen: Seen[Any], labels: Labels, ending: Ending, voice: Voice
    ) -> Picture:
        return Picture(pixels, alt.result(what.kind, seen, labels.with_voice(voice), ending))

    def draw_balance(
        what: Hosted, seen: Seen[Any], labels: Labels, shown: Balance, voice: Voice
    ) -> Picture:
        return Picture(pixels, alt.balance(what.kind, seen, labels.with_voice(voice), shown))

    monkeypatch.setattr(turning_points, "draw_balance", draw_balance)
    monkeypatch.setattr(cards, "draw_lobby", draw_lobby)
    monkeypatch.setattr(layouts, "draw_result", draw_result)


@pytest.fixture
async def core() -> AsyncIterator[Core]:
    it = await Core.build()
    yield it
    await it.store.close()


@pytest.fixture
async def lasting(tmp_path: Path) -> AsyncIterator[Core]:
    """A core on a file; `await lasting.restart()` is the next process."""
    it = await Core.build(tmp_path / "games.db")
    yield it
    await it.store.close()


@pytest.fixture
async def two(core: Core) -> Core:
    """Ann and Ben at their first turn."""
    await core.begin(ANN, BEN)
    return core


@pytest.fixture
async def opening(two: Core) -> Core:
    """And its board is there."""
    await two.deliver()
    return two
