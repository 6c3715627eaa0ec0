"""A player's draft of a turn, as the store has it."""

from __future__ import annotations

from rules.game import Seat
from storage import Store
from storage.rows import DraftRow


async def draft_in(store: Store, game: int, seat: Seat) -> DraftRow | None:
    """The draft of a seat of a game that there is."""
    row = await store.game(game)
    assert row is not None
    return row.draft(seat)
