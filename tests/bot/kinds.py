"""Other games at the same tables, without pictures of their own."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import Any

import pytest

import renderer
from bot.messages import layouts
from bot.messages.choices import offered, ways
from bot.tables.turn_builder import _drafted
from renderer import Picture
from rules import GAMES
from rules.drafting import Kind
from rules.game import NO_OPTIONS
from storage import GameRow
from tests.bot.controls import Controls
from tests.bot.core import ANN, BEN, GUILD, PEOPLE, Core, Person


def register(monkeypatch: pytest.MonkeyPatch, *kinds: Kind[Any], picture: bytes = b"") -> None:
    """The registry with some games more, as far as the bot can see."""
    known = {**GAMES, **{kind.game.key: kind for kind in kinds}}
    modules = [module for name, module in sys.modules.items() if name.startswith("bot.")]
    for module in modules:
        if hasattr(module, "GAMES"):
            monkeypatch.setattr(module, "GAMES", known)

    def draw(kind: str, *seen: Any) -> Picture:
        return renderer.draw(kind, *seen) if kind in GAMES else Picture(picture, kind)

    monkeypatch.setattr(layouts, "draw", draw)


async def seated(core: Core, kind: str, options: Mapping[str, str] = NO_OPTIONS) -> Controls:
    """Ann and Ben at a game of that kind, the first of it."""
    await core.open(ANN, 2, kind=kind, options=options)
    await core.join(BEN)
    return Controls(core)


async def game(core: Core, kind: str) -> GameRow:
    found = await core.store.named(GUILD, kind, 1)
    assert found is not None
    return found


async def turn_of(core: Core, kind: str) -> tuple[Person, Person]:
    """Who is on turn, and the other."""
    now = await game(core, kind)
    assert now.on_turn is not None
    mover = next(p for p in PEOPLE if p.id == now.sitters[now.on_turn].user)
    return mover, BEN if mover == ANN else ANN


async def due(core: Core, kind: str, *words: str) -> list[str]:
    """All words that are offered after these, legal or not, in order."""
    table = await core.tables.at(await game(core, kind))
    now = _drafted(table, table.actor, words)
    return [way.word for way in ways(offered(table.kind, now.state))]


async def line(core: Core, kind: str) -> str:
    """What the mover has said so far."""
    now = await game(core, kind)
    kept = await core.store.draft(now.id, now.on_turn or 0)
    return kept.line if kept else ""
