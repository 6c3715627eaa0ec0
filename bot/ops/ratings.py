"""`lumbercamp ratings rebuild`: all ratings and tables worked out anew, from the results alone."""

from __future__ import annotations

from bot.ops.opened import Place, opened
from rules.text import Plural


async def rebuild(database: Place) -> int:
    """Do so and say of how many games; the exit code. Raises StoreError."""
    store = await opened(database)
    try:
        games = await store.rebuild_ratings()
    finally:
        await store.close()
    done = Plural(
        "Rebuilt all ratings and standings from {n} game.",
        "Rebuilt all ratings and standings from {n} games.",
        n=games,
    )
    print(done)
    return 0
