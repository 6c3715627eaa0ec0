"""`lumbercamp migrate`: a database is brought to the shape of this version, and no more is done.

Every start does that by itself. Whoever updates one bot after the other does it before, and sees
what comes of it; with --dry-run nothing is changed.
"""

from __future__ import annotations

from bot.ops.check import before_start
from bot.ops.opened import Place, named, opened
from storage import Address, Upgrade, upgrade


async def run(place: Place, *, dry: bool) -> int:
    """Do so and say what was done, or what would be; the exit code. Raises StoreError and
    Unstartable: then nothing was changed."""
    planned = place.upgrade() if isinstance(place, Address) else upgrade(place)
    if not planned.missing:
        print(f"No migration needed: {named(place)} is at schema level {planned.found}.")
    elif dry:
        print(f"Would migrate {named(place)} {_steps(planned)}.{_before(place, planned)}")
        print("This was a dry run, without changes.")
    else:
        await _migrate(place)
        print(f"Migrated {named(place)} {_steps(planned)}.{_after(place, planned)}")
    return 0


async def _migrate(place: Place) -> None:
    if not isinstance(place, Address):
        await before_start(place)
    store = await (place.share() if isinstance(place, Address) else opened(place))
    await store.close()


def _steps(planned: Upgrade) -> str:
    last = planned.missing[-1].number
    names = ", ".join(f"{step.number:04}_{step.name}" for step in planned.missing)
    return f"from schema level {planned.found} to {last} ({names})"


def _before(place: Place, planned: Upgrade) -> str:
    if not isinstance(place, Address):
        return " Stop the bot first."
    if planned.works_with <= planned.found or not planned.found:
        return " Bots that use it now can keep running."
    return " Keep bots of older versions stopped; none is using it now."


def _after(place: Place, planned: Upgrade) -> str:
    if isinstance(place, Address):
        return " Now start the bots of this version, one after the other."
    return f" The database from before is saved in {planned.copy}." if planned.copy else ""
