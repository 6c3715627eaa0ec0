"""Where a command finds its store: in a file, or in a database on a server."""

from __future__ import annotations

from pathlib import Path
from typing import TypeAlias

from bot.ops.service import Unstartable
from storage import Address, Missing, SqliteStore, Store

Place: TypeAlias = Path | Address
SERVES = "serves"  # the setting that says whose games are in a database on a server


def place_name(place: Place) -> str:
    """Name a place in the middle of a sentence."""
    return "the database on the server" if isinstance(place, Address) else str(place)


async def open_store(place: Place) -> Store:
    """A store that is there already, for this process alone. Raises StoreError."""
    if isinstance(place, Address):
        return await place.open()
    if not place.exists():
        raise Missing(place)
    return await SqliteStore.open(place)


async def open_snapshot(place: Place) -> Store:
    """What is stored, to be read also while the bot runs. Raises StoreError."""
    return await (place.look() if isinstance(place, Address) else SqliteStore.snapshot(place))


async def keep_apart(store: Store, *, sandbox: bool) -> None:
    """The games of Discord and those of the sandbox are in no database together. A file is either's
    by its place; a server may be named by mistake. Raises Unstartable."""
    mine, there = "sandbox" if sandbox else "discord", await store.setting(SERVES)
    if there is None:
        await store.set(SERVES, mine)
    elif there != mine:
        raise Unstartable(OTHERS[there])


OTHERS = {
    "discord": "The database on the server holds Discord games, so the sandbox didn't start on it. "
    "Set DISCORD_TOKEN, or choose another database.",
    "sandbox": "The database on the server holds sandbox games, so the bot didn't start on it. "
    "Choose another database.",
}
