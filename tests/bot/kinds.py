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
from tests.bot.desks import Desks
from tests.bot.hall import ANN, BEN, GUILD, PEOPLE, Hall, Person


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


async def seated(hall: Hall, kind: str, options: Mapping[str, str] = NO_OPTIONS) -> Desks:
    """Ann and Ben at a game of that kind, the first of it."""
    await hall.open(ANN, 2, kind=kind, options=options)
    await hall.join(BEN)
    return Desks(hall)


async def game(hall: Hall, kind: str) -> GameRow:
    found = await hall.store.named(GUILD, kind, 1)
    assert found is not None
    return found


async def turn_of(hall: Hall, kind: str) -> tuple[Person, Person]:
    """Who is on turn, and the other."""
    now = await game(hall, kind)
    assert now.on_turn is not None
    mover = next(p for p in PEOPLE if p.id == now.sitters[now.on_turn].user)
    return mover, BEN if mover == ANN else ANN


async def due(hall: Hall, kind: str, *words: str) -> list[str]:
    """All words that are offered after these, legal or not, in order."""
    table = await hall.tables.at(await game(hall, kind))
    now = _drafted(table, table.actor, words)
    return [way.word for way in ways(offered(table.kind, now.state))]


async def line(hall: Hall, kind: str) -> str:
    """What the mover has said so far."""
    now = await game(hall, kind)
    kept = await hall.store.draft(now.id, now.on_turn or 0)
    return kept.line if kept else ""
