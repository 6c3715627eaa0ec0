"""`lumbercamp doctor`: finds mistakes in a host's setup, before the bot starts or beside it.

ok   database    data/lumbercamp.db: all open games are fine (3).
!!   permissions Forest Friends (900): missing: Attach Files. …

It changes nothing, and sends Discord two requests if there is a token.
"""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import AsyncIterator, Iterator, Mapping
from email.utils import parsedate_to_datetime
from http import HTTPStatus
from pathlib import Path
from typing import Any, Final, NamedTuple

import aiohttp
from discord import Permissions

from bot.app import HOSTED
from bot.discord.guilds import lacking
from bot.ops.check import check
from bot.ops.settings import Place, Settings, SettingsError, open_snapshot, opened
from renderer.lettering import lost_fonts
from storage import StoreError

WRONG: Final = 1
ROOM: Final = 200_000_000  # bytes; with less a disk counts as full
LATE: Final = 30.0  # seconds of harmless difference from Discord's clock
SERVERS: Final = 200  # servers whose permissions are checked
# Flags of an application that may read message content.
CONTENT: Final = 1 << 18 | 1 << 19
ANSWER_WITHIN: Final = aiohttp.ClientTimeout(total=20)  # seconds


class Finding(NamedTuple):
    """A result. fine: needs no action; about: a word; said: a sentence without a capital."""

    fine: bool
    about: str
    said: str

    def __str__(self) -> str:
        return f"{'ok' if self.fine else '!!':4} {self.about:11} {self.said}"


async def run(env: Mapping[str, str]) -> int:
    """Check everything and print the findings; return the exit code."""
    wrong = 0
    async for finding in findings(env):
        print(finding)
        wrong += not finding.fine
    print(f"Problems found: {wrong}." if wrong else "No problems found.")
    return WRONG if wrong else 0


async def findings(env: Mapping[str, str]) -> AsyncIterator[Finding]:
    """The findings for an environment, in the order of the bot's start."""
    try:
        settings = Settings.read(env)
    except SettingsError as wrong:
        yield Finding(False, "settings", str(wrong))
        return
    yield Finding(True, "settings", "all settings are valid")
    database = await _database(settings.server or settings.database)
    yield database
    if settings.server is not None and database.fine:
        machine = settings.server.holder()  # the speaking bot's machine; none may be running yet
        said = "no bot is running on this database"
        yield Finding(True, "bot", f"the bot on {machine} is speaking" if machine else said)
        yield _access(settings.server.others())
    for finding in _folders(settings):
        yield finding
    lost = ", ".join(path.name for path in lost_fonts())
    said = f"can't open {lost}. Reinstall the bot" if lost else "all fonts can be opened"
    yield Finding(not lost, "fonts", said)
    if settings.token is None:
        yield Finding(True, "token", "not set, so `run` starts the sandbox")
        return
    async for finding in _discord(settings):
        yield finding


async def _database(path: Place) -> Finding:
    # os.path, as a Path would raise PermissionError.
    if isinstance(path, Path) and not os.path.exists(path):
        return Finding(True, "database", f"{path} will be created at the first start")
    try:
        async with opened(open_snapshot(path)) as store:
            checked = await check(store, HOSTED)
    except StoreError as error:
        return Finding(False, "database", str(error))
    wrong = "".join(f" {each}" for each in checked.wrong)
    return Finding(not checked.wrong, "database", f"{path}: {str(checked).lower()}{wrong}")


def _access(others: list[str]) -> Finding:
    """The finding on roles that could take the bots' locks."""
    if not others:
        return Finding(True, "access", "only the bot's own role can connect to the database")
    said = (
        f"{', '.join(others)} can connect to the database, and so could stop the bot. Run "
        "`revoke connect on database … from …` (docs/many-machines.md)"
    )
    return Finding(False, "access", said)


def _folders(settings: Settings) -> Iterator[Finding]:
    named = {"disk": settings.database.parent}
    if settings.backups:
        named["backups"] = settings.backups
    for about, folder in named.items():
        above = (folder, *folder.resolve().parents)
        there = next(each for each in above if os.path.exists(each))
        free = shutil.disk_usage(there).free
        if not (there.is_dir() and os.access(there, os.W_OK | os.X_OK)):
            yield Finding(False, about, f"can't write to {folder}: no access to {there}")
        elif free < ROOM:
            yield Finding(False, about, f"only {free // 1_000_000} MB free in {folder}")
        else:
            yield Finding(True, about, f"{free // 1_000_000_000} GB free in {folder}")


async def _discord(settings: Settings) -> AsyncIterator[Finding]:
    headers = {"Authorization": f"Bot {settings.token}"}
    try:
        async with aiohttp.ClientSession(headers=headers, timeout=ANSWER_WITHIN) as session:
            async for finding in _asked(session, settings):
                yield finding
    except (aiohttp.ClientError, OSError, TimeoutError) as lost:
        why = type(lost).__name__
        yield Finding(False, "Discord", f"can't reach {settings.api} ({why})")


async def _asked(session: aiohttp.ClientSession, settings: Settings) -> AsyncIterator[Finding]:
    async with session.get(f"{settings.api}/applications/@me") as answer:
        yield _clock(answer.headers.get("Date", ""))
        if answer.status == HTTPStatus.UNAUTHORIZED:
            said = "Discord rejected it. Copy it again from the developer portal"
            yield Finding(False, "token", said)
            return
        answer.raise_for_status()
        application = await answer.json()
    yield Finding(True, "token", f"belongs to {application['name']}")
    if settings.message_content:
        allowed = bool(application.get("flags", 0) & CONTENT)
        said = "is on" if allowed else "is off. Turn it on in the developer portal"
        yield Finding(allowed, "intent", f"Message Content {said}")
    async with session.get(f"{settings.api}/users/@me/guilds?limit={SERVERS}") as answer:
        answer.raise_for_status()
        for finding in _rights(await answer.json()):
            yield finding


def _clock(date: str) -> Finding:
    try:
        late = abs(time.time() - parsedate_to_datetime(date).timestamp())
    except ValueError:
        return Finding(True, "clock", "Discord sent no date")
    if late > LATE:
        return Finding(False, "clock", f"the system clock is {late:.0f} s off. Use NTP")
    return Finding(True, "clock", "the system clock is right")


def _rights(servers: list[dict[str, Any]]) -> Iterator[Finding]:
    if not servers:
        yield Finding(
            False, "permissions", "the bot isn't on a server yet. The invite link is in README.md"
        )
    for server in servers:
        has = Permissions(int(server["permissions"]))
        where = f"{server['name']} ({server['id']})"
        if missing := ", ".join(lacking(has)):
            said = f"missing: {missing}. Someone with Manage Roles can grant them"
            yield Finding(False, "permissions", f"{where}: {said}")
        else:
            said = "all granted (a channel may still deny some)"
            yield Finding(True, "permissions", f"{where}: {said}")
