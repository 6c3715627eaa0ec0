"""`lumbercamp ratings rebuild`: all ratings and tables worked out anew, from the results alone."""

from __future__ import annotations

from pathlib import Path

from rules.text import Plural
from storage import Missing, SqliteStore


async def rebuild(database: Path) -> int:
    """Do so and say of how many games; the exit code. Raises StoreError."""
    if not database.exists():
        raise Missing(database)
    store = await SqliteStore.open(database)
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
