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
        "The ratings and tables of {n} game are worked out anew.",
        "The ratings and tables of {n} games are worked out anew.",
        n=games,
    )
    print(done)
    return 0
