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
        print(f"{named(place)} is of level {planned.found}. There was nothing to do.")
    elif dry:
        print(f"{named(place)} would go {_steps(planned)}.{_before(place, planned)}")
        print("Nothing was changed.")
    else:
        await _migrate(place)
        print(f"{named(place)} went {_steps(planned)}.{_after(place, planned)}")
    return 0


async def _migrate(place: Place) -> None:
    if not isinstance(place, Address):
        await before_start(place)
    store = await (place.share() if isinstance(place, Address) else opened(place))
    await store.close()


def _steps(planned: Upgrade) -> str:
    last = planned.missing[-1].number
    names = ", ".join(f"{step.number:04}_{step.name}" for step in planned.missing)
    return f"from level {planned.found} to {last} ({names})"


def _before(place: Place, planned: Upgrade) -> str:
    if not isinstance(place, Address):
        return " The bot has to be stopped for it."
    if planned.works_with <= planned.found or not planned.found:
        return " Bots that use it now can go on beside it."
    return " Bots of older versions have to be stopped before; none uses it now."


def _after(place: Place, planned: Upgrade) -> str:
    if isinstance(place, Address):
        return " Start the bots of this version, one after the other."
    return f" What it was before is in {planned.copy}." if planned.copy else ""
