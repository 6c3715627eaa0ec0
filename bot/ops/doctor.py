"""`lumbercamp doctor`: finds mistakes in a host's setup, before the bot starts or beside it. It
changes nothing, and sends Discord two requests if there is a token."""

import os
import shutil
import time
from collections.abc import AsyncIterator, Mapping
from email.utils import parsedate_to_datetime
from http import HTTPStatus
from pathlib import Path
from typing import Final, NamedTuple

import aiohttp
from aiosmtplib import SMTPException
from discord import Permissions

from bot.app import HOSTED
from bot.discord.transport import lacking
from bot.ops.settings import Place, Settings, SettingsError, closing_store, open_snapshot
from bot.ops.smtp import SmtpServer
from bot.ops.upkeep import check
from renderer.lettering import lost_fonts
from storage import StoreError

SERVERS: Final = 200  # servers whose permissions are checked


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
    return 1 if wrong else 0


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
        others = settings.server.others()  # roles that could take the bot's locks
        said = "only the bot's own role can connect to the database"
        if others:
            said = (
                f"{', '.join(others)} can connect to the database, and so could stop the bot. Run "
                "`revoke connect on database … from …` (docs/many-machines.md)"
            )
        yield Finding(not others, "access", said)
    yield _folder("disk", settings.database.parent)
    if settings.backups:
        yield _folder("backups", settings.backups)
    lost = ", ".join(path.name for path in lost_fonts())
    said = f"can't open {lost}. Reinstall the bot" if lost else "all fonts can be opened"
    yield Finding(not lost, "fonts", said)
    if settings.smtp is not None:
        yield await _mail_server(settings.smtp)
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
        async with closing_store(open_snapshot(path)) as store:
            checked = await check(store, HOSTED)
    except StoreError as error:
        return Finding(False, "database", str(error))
    wrong = "".join(f" {each}" for each in checked.wrong)
    return Finding(not checked.wrong, "database", f"{path}: {str(checked).lower()}{wrong}")


def _folder(about: str, folder: Path) -> Finding:
    there = next(each for each in (folder, *folder.resolve().parents) if os.path.exists(each))
    free = shutil.disk_usage(there).free
    if not (there.is_dir() and os.access(there, os.W_OK | os.X_OK)):
        return Finding(False, about, f"can't write to {folder}: no access to {there}")
    if free < 200_000_000:  # bytes; with less a disk counts as full
        return Finding(False, about, f"only {free // 1_000_000} MB free in {folder}")
    return Finding(True, about, f"{free // 1_000_000_000} GB free in {folder}")


async def _mail_server(server: SmtpServer) -> Finding:
    try:
        await server.check()
    except (SMTPException, OSError, ValueError) as failed:
        said = f"can't sign in to {server.host} ({type(failed).__name__}). Check LUMBERCAMP_SMTP"
        return Finding(False, "e-mail", said)
    return Finding(True, "e-mail", f"{server.host} accepts the bot")


async def _discord(settings: Settings) -> AsyncIterator[Finding]:
    headers, timeout = {"Authorization": f"Bot {settings.token}"}, aiohttp.ClientTimeout(total=20)
    try:
        async with aiohttp.ClientSession(headers=headers, timeout=timeout) as session:
            async with session.get(f"{settings.api}/applications/@me") as answer:
                try:
                    date = parsedate_to_datetime(answer.headers.get("Date", ""))
                except ValueError:
                    yield Finding(True, "clock", "Discord sent no date")
                else:
                    late = abs(time.time() - date.timestamp())
                    said = f"the system clock is {late:.0f} s off. Use NTP"
                    right = late <= 30.0  # seconds of harmless difference from Discord's clock
                    yield Finding(right, "clock", "the system clock is right" if right else said)
                if answer.status == HTTPStatus.UNAUTHORIZED:
                    said = "Discord rejected it. Copy it again from the developer portal"
                    yield Finding(False, "token", said)
                    return
                answer.raise_for_status()
                application = await answer.json()
            yield Finding(True, "token", f"belongs to {application['name']}")
            if settings.message_content:
                allowed = bool(application.get("flags", 0) & (1 << 18 | 1 << 19))
                said = "is on" if allowed else "is off. Turn it on in the developer portal"
                yield Finding(allowed, "intent", f"Message Content {said}")
            async with session.get(f"{settings.api}/users/@me/guilds?limit={SERVERS}") as answer:
                answer.raise_for_status()
                servers = await answer.json()
            if not servers:
                said = "the bot isn't on a server yet. The invite link is in README.md"
                yield Finding(False, "permissions", said)
            for server in servers:
                missing = ", ".join(lacking(Permissions(int(server["permissions"]))))
                said = "all granted (a channel may still deny some)"
                if missing:
                    said = f"missing: {missing}. Someone with Manage Roles can grant them"
                yield Finding(
                    not missing, "permissions", f"{server['name']} ({server['id']}): {said}"
                )
    except (aiohttp.ClientError, OSError, TimeoutError) as lost:
        why = type(lost).__name__
        yield Finding(False, "Discord", f"can't reach {settings.api} ({why})")
