"""Other games at the same tables, without pictures of their own: they are handed in."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.features.drafts import drafted_of
from bot.messages.choices import offered, ways
from bot.table.game import Game, Games
from renderer import hosted
from rules import GAMES
from rules.drafting import Kind
from rules.game import NO_OPTIONS
from tests.bot.controls import Controls
from tests.bot.core import ANN, BEN, SIX, Core, Person
from tests.drafts import draft_in


def hosting(*kinds: Kind[Any]) -> Games:
    """The games of today and some more, which are drawn in words."""
    return Games(hosted({**GAMES, **{kind.game.key: kind for kind in kinds}}))


async def seated(core: Core, kind: str, options: Mapping[str, str] = NO_OPTIONS) -> Controls:
    """As few people as it takes at a game of that kind, the first of it."""
    first, *others = SIX[: core.games.drawn(kind).kind.game.fewest]
    await core.open(first, 1 + len(others), kind=kind, options=options)
    for other in others:
        await core.join(other)
    return Controls(core)


async def game(core: Core, kind: str) -> Game:
    return await core.game(kind=kind)


async def turn_of(core: Core, kind: str) -> tuple[Person, Person]:
    """Who is on turn, and the other."""
    now = await game(core, kind)
    assert now.on_turn is not None
    mover = next(p for p in SIX if p.id == now.sitters[now.on_turn].user)
    return mover, BEN if mover == ANN else ANN


async def due(core: Core, kind: str, *words: str) -> list[str]:
    """All words that are offered after these, legal or not, in order."""
    table = await core.tables.at(await game(core, kind))
    now = drafted_of(table, table.actor, words)
    return [way.word for way in ways(offered(table.kind, now.state))]


async def line(core: Core, kind: str) -> str:
    """What the mover has said so far."""
    now = await game(core, kind)
    kept = await draft_in(core.store, now.id, now.on_turn or 0)
    return kept.line if kept else ""
