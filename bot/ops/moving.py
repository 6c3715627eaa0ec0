"""`lumbercamp move FROM TO`: all that is stored, from a file to a server, back, or to another."""

from __future__ import annotations

import asyncio
import sys
from contextlib import AbstractContextManager

from bot.ops.check import Checked, check
from bot.ops.places import Place, place_name
from bot.ops.settings import SettingsError
from storage import (
    Address,
    NotMoved,
    Source,
    Target,
    copied_from,
    copy,
    moved_to,
    within,
)
from storage.server import located


def place(text: str) -> Place:
    """A file, or a database on a server, as somebody names it. Raises SettingsError."""
    try:
        return located(text)
    except ValueError as wrong:
        raise SettingsError(str(wrong)) from None


def move(here: Place, there: Place) -> int:
    """Do so and say what came of it; the exit code. Raises StoreError: then the place to which
    should be moved is as it was. The place from which is that in any case."""
    if here == there:
        raise NotMoved(there, "it's the database to move")
    with _source(here) as source, _target(there) as target:
        rows = copy(source, target)
        checked = _replayed(source, target)
    for sentence in checked.wrong:
        print(sentence, file=sys.stderr)
    print(f"Copied {here} to {place_name(there)}: {rows} rows, all compared. {checked}")
    print(GO_ON)
    return 0


GO_ON = (
    "Set LUMBERCAMP_DATABASE to the new place and start the bot. The old database is unchanged: "
    "keep it until all is well. Don't start a bot on it, or its games would be played twice."
)


def _source(place: Place) -> AbstractContextManager[Source]:
    if isinstance(place, Address):
        return place.copied_from(alone=True)
    return copied_from(place, alone=True)


def _target(place: Place) -> AbstractContextManager[Target]:
    return place.copied_to(NotMoved) if isinstance(place, Address) else moved_to(place, NotMoved)


def _replayed(source: Source, target: Target) -> Checked:
    """The open games as they go on there. One with which this version cannot go on is no fault of
    a copy, where it says the same of what was copied."""
    checked = asyncio.run(check(within(target.db)))
    if checked.wrong and checked != asyncio.run(check(within(source.db))):
        raise target.failure("open games would play out differently there")
    return checked
