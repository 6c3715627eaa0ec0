"""The bot's nightly copies of the database; it keeps the newest.

backups/lumbercamp-2026-11-24.db    verified; older ones are deleted only after a new one exists

`lumbercamp backup --keep 14 FOLDER` makes one by hand. The bot calls the same command, since a
process must not open a file twice that SQLite has locked for it. A database on a server is only
copied if the host has set a folder for copies.
"""

from __future__ import annotations

import asyncio
import logging
import os
import re
import signal
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from datetime import date, datetime
from pathlib import Path
from typing import Final

from bot.ops.settings import DEFAULT, Settings
from bot.table.calendar import due
from storage import Address, NotCopied, backup

log = logging.getLogger(__name__)

Sleep = Callable[[float], Awaitable[None]]
LONGEST_NAP: Final = 600.0  # seconds; the machine's clock may be set forward meanwhile
AFTER_A_FAILURE: Final = 3600.0  # seconds


def copies(database: Path, folder: Path) -> list[Path]:
    """Our copies of a database in a folder, oldest first."""
    name = re.compile(rf"{re.escape(database.stem)}-\d{{4}}-\d\d-\d\d\.db")
    try:
        return sorted(file for file in folder.iterdir() if name.fullmatch(file.name))
    except OSError:
        return []  # no such folder yet, or no permission to look into it


def back_up(place: Path | Address, file: Path) -> None:
    """Copy a database, even while bots use it. Raises NotCopied, and the errors documented in
    storage.sqlite.reading.backup or storage.postgres.copying."""
    if isinstance(place, Address):
        place.backup(file)
    else:
        backup(place, file)


def make(place: Path | Address, folder: Path, keep: int, today: date) -> Path:
    """Make today's copy, and delete all but the newest `keep`. Raises the errors of `back_up`, with
    nothing deleted."""
    database = DEFAULT if isinstance(place, Address) else place
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise NotCopied(folder, (error.strerror or "unknown reason").lower()) from error
    made = folder / f"{database.stem}-{today.isoformat()}.db"
    back_up(place, made)
    for old in copies(database, folder)[:-keep]:
        if old != made:  # some may have future dates, from a wrong clock
            old.unlink()
    return made


def age(database: Path, folder: Path, now: float) -> float | None:
    """Seconds since the newest copy; None: there is none."""
    made = [copy.stat().st_mtime for copy in copies(database, folder)]
    return max(0.0, now - max(made)) if made else None


def last_day(database: Path, folder: Path, today: date) -> date | None:
    """The newest copy's day; None: there is none. Copies with future dates, from a wrong clock,
    don't count."""
    names = [copy.stem[-10:] for copy in copies(database, folder)]
    return max((day for day in map(_day, names) if day and day <= today), default=None)


def _day(name: str) -> date | None:
    try:
        return date.fromisoformat(name)
    except ValueError:
        return None


@asynccontextmanager
async def every_night(settings: Settings) -> AsyncIterator[None]:
    """Make copies every night while the block runs, if the settings say so."""
    task = asyncio.create_task(_run(settings)) if settings.backups else None
    try:
        yield
    finally:
        if task:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)


async def _run(settings: Settings, sleep: Sleep = asyncio.sleep) -> None:
    """Sleep until the next copy is due, and make it, for ever."""
    while True:
        try:
            wait = await _next(settings)
        except OSError as error:  # no room for a process
            log.error("no backup was made", extra={"why": str(error)})
            wait = AFTER_A_FAILURE
        await sleep(wait)


async def _next(settings: Settings) -> float:
    """Make a copy if one is due; return the seconds until the next check."""
    now, folder, hour = datetime.now(), settings.backups, settings.night
    assert folder is not None
    assert hour is not None
    last = last_day(settings.database, folder, now.date())
    wait = (due(hour, now, last) - now).total_seconds()
    if wait <= 0 and not await _made(settings, folder):
        return AFTER_A_FAILURE
    return max(0.0, min(wait, LONGEST_NAP))


async def _made(settings: Settings, folder: Path) -> bool:
    keep = str(settings.backups_kept)
    place = settings.server.url if settings.server else str(settings.database)
    started = time.monotonic()
    child = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "bot", "backup", "--keep", keep, str(folder)),
        env={**os.environ, "LUMBERCAMP_DATABASE": place},
        stdout=asyncio.subprocess.DEVNULL,
        stderr=asyncio.subprocess.PIPE,
    )
    try:
        _, said = await child.communicate()
    except asyncio.CancelledError:
        with suppress(ProcessLookupError):
            child.send_signal(signal.SIGINT)  # it removes its unfinished file
        await child.wait()
        raise
    if child.returncode:
        log.error("no backup was made", extra={"why": said.decode(errors="replace").strip()})
    else:
        log.info("a backup was made", extra={"seconds": round(time.monotonic() - started, 1)})
    return not child.returncode
