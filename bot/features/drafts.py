"""Drafts: the turn that a player has begun to say, in any way."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import Any

from bot.table.table import Table
from rules.drafting import Draft, draft
from rules.errors import Refused
from rules.game import Seat
from rules.play import look

Words = tuple[str, ...]


def kept(table: Table, seat: Seat) -> Draft[Any]:
    """The draft as the seat sees it; empty if it belongs to another position or is no longer
    legal."""
    row = table.game.draft(seat)
    if row is not None and not table.game.past(row.n):
        with suppress(Refused):
            return drafted_of(table, seat, tuple(row.line.split()))
    return drafted_of(table, seat, ())


def drafted_of(table: Table, seat: Seat, words: Words) -> Draft[Any]:
    """A draft from the seat's view: nature has no part in it, so its line is the same."""
    drafted = draft(table.kind, table.mine, "", kept=words, typed=False)
    return as_seen(table, seat, drafted)


def as_seen(table: Table, seat: Seat, drafted: Draft[Any]) -> Draft[Any]:
    seen = look(table.kind.game, drafted.state, drafted.events, seat)
    return replace(drafted, state=seen.state, events=seen.events)
