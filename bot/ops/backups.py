"""The bot's nightly copies of the database, such as backups/lumbercamp-2026-11-24.db. The bot calls
`lumbercamp backup --keep 14 FOLDER`, as a process must not open a file twice that SQLite has locked
for it."""

import asyncio
import logging
import os
import re
import signal
import sys
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from datetime import date, datetime
from pathlib import Path
from typing import Final

from bot.ops.settings import DEFAULT, Settings
from bot.table.clocks import due
from storage import Address, NotCopied, backup

log = logging.getLogger(__name__)

_AFTER_A_FAILURE: Final = 3600.0  # seconds


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
    """The newest copy's day; None: there is none. Copies with future dates don't count."""
    days = []
    for copy in copies(database, folder):
        with suppress(ValueError):
            days.append(date.fromisoformat(copy.stem[-10:]))
    return max((day for day in days if day <= today), default=None)


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


async def _run(settings: Settings) -> None:
    """Make each copy when it is due, for ever."""
    folder, hour = settings.backups, settings.night
    assert folder is not None
    assert hour is not None
    while True:
        now = datetime.now()
        last = last_day(settings.database, folder, now.date())
        wait = (due(hour, now, last) - now).total_seconds()
        if wait <= 0:
            try:
                wait = 0.0 if await _made(settings, folder) else _AFTER_A_FAILURE
            except OSError as error:  # no room for a process
                log.error("no backup was made", extra={"why": str(error)})
                wait = _AFTER_A_FAILURE
        else:
            wait = min(wait, 600.0)  # the machine's clock may be set forward meanwhile
        await asyncio.sleep(wait)


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
