"""A sandbox of its own for each test, with the real client pointed at it."""

import os
from collections.abc import AsyncIterator
from pathlib import Path

import aiohttp
import pytest

import sandbox
from sandbox import World
from tests.guest import Guest, guests
from tests.sandbox.bare import Bare
from tests.sandbox.client import Bot, connected, point
from tests.sandbox.openapi import judge


@pytest.fixture
async def world(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[World]:
    """Whatever the test does, requests and answers have to agree with Discord's description."""
    async with sandbox.running(tmp_path / "sandbox") as running:
        point(monkeypatch, running.address)
        running.exchanges = []
        yield running
        if os.environ.get("LUMBERCAMP_OPENAPI"):
            assert judge(running) == []


@pytest.fixture
async def people(world: World) -> AsyncIterator[dict[str, Guest]]:
    async with guests(world.address) as everybody:
        yield everybody


@pytest.fixture
async def ann(people: dict[str, Guest]) -> Guest:
    await people["Ann"].listen()
    return people["Ann"]


@pytest.fixture
async def ben(people: dict[str, Guest]) -> Guest:
    await people["Ben"].listen()
    return people["Ben"]


@pytest.fixture
async def bot(world: World) -> AsyncIterator[Bot]:
    async with connected(world) as ready:
        yield ready


@pytest.fixture
async def bare(world: World) -> AsyncIterator[Bare]:
    async with aiohttp.ClientSession() as session:
        yield Bare(session, world)
