"""The Activity: the bot's pages (bot/web) in a frame of Discord's client.

    Open Board ──> note which table to show ──> the client opens the frame
    /launch    ──> Discord opens it

Discord calls /launch the Entry Point command. It creates one if the host has switched Activities
on, and rejects a list of commands without it.

Discord identifies the person in an Activity or a browser:

    code ──> POST /oauth2/token ──> GET /users/@me ──> a person
                   the instance ──> GET /activity-instances ──> its channel, the people in it

A client's own claims count for nothing: they can be forged. The token is used once and never
stored. If Discord asks for a pause, make no requests until it ends.
"""

from __future__ import annotations

import asyncio
import hmac
import logging
import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from typing import Any, Final, TypeAlias
from urllib.parse import urlencode, urlsplit, urlunsplit

import aiohttp
import discord
from discord.http import Route

from bot.discord.answers import UNHEARD
from bot.discord.base import Interaction
from bot.messages.boundary import Broken, guarded
from bot.table.presence import Frame, Later, Present
from rules.errors import Refused

log = logging.getLogger(__name__)

ENTRY_POINT: Final = {"type": 4, "handler": 2}  # a command that Discord itself answers
LEFT_OUT: Final = 50240  # Discord refused a list of commands without the entry point
# The fields of a command that Discord accepts; it shows more.
KEPT: Final = (
    *("type", "handler", "name", "description", "name_localizations", "description_localizations"),
    *("default_member_permissions", "integration_types", "contexts", "nsfw"),
)
IN_TIME: Final = 1.5  # seconds: opening is the first answer, for which Discord grants 3

Json: TypeAlias = dict[str, Any]
# Notes the table for an Activity: before it opens, then under the Activity's id.
Note: TypeAlias = Callable[[str], Awaitable[None]]


async def launched(interaction: Interaction, note: Note | None = None) -> bool:
    """Open the Activity. False: it didn't open, and there is no answer yet."""
    client = interaction.client
    client.heard.append(interaction.id)
    with client.serving():
        if note is not None and not await _noted(note, ""):
            return False
        try:
            said = await interaction.response.launch_activity()
        except UNHEARD as refused:
            why = type(refused).__name__
            log.info("not launched", extra={"why": why})
            return False
        if note is not None and said.activity_id is not None:
            await _noted(note, said.activity_id)
        return True


async def _noted(note: Note, instance: str) -> bool:
    """False: the note was refused (the caller answers with the reason), or can't be saved now."""

    async def noting() -> bool:
        try:
            await note(instance)
        except Refused:
            return False
        return True

    try:
        return await asyncio.wait_for(guarded(noting()), IN_TIME)
    except (Broken, TimeoutError):
        return False


def with_entry_point(commands: Sequence[Json], there: Sequence[Json]) -> list[Json]:
    """Return the list with the command that opens the Activity, under the id and name that it has
    on Discord and otherwise like ours, if we have one. there: Discord's own list of all
    commands."""
    own = [each for each in commands if is_entry_point(each)]
    others = [each for each in commands if not is_entry_point(each)]
    kept = [each for each in there if is_entry_point(each)]
    for each in kept:
        as_there: Json = {name: each[name] for name in KEPT if name in each}
        others.append(
            {**as_there, **(own[0] if own else {}), "id": each["id"], "name": each["name"]}
        )
    return others


def is_entry_point(command: Any) -> bool:
    """Whether a command opens the Activity; both definitions and calls have this type."""
    return bool(command.get("type") == ENTRY_POINT["type"])


PATIENCE: Final = aiohttp.ClientTimeout(total=10)
DISCORD: Final = "discord.com"
TOO_MANY: Final = 429
CLIENTS: Final = (  # sites that may show the frame, in addition to our own Activity
    "https://discord.com https://*.discord.com https://discordapp.com https://*.discordapp.com"
)
PAUSE: Final = 60.0  # seconds, if Discord doesn't say how long
LONGEST: Final = 24 * 3600.0


class Identity:
    """Identifies people through Discord.

    client: set before the first request; passed: a monotonic clock in seconds."""

    client: discord.Client

    def __init__(self, secret: str, passed: Callable[[], float] = time.monotonic) -> None:
        self._secret, self._passed, self._paused = secret, passed, 0.0

    @property
    def key(self) -> bytes:
        """A signing key that only this bot's processes know."""
        return hmac.digest(self._secret.encode(), b"sign-in", "sha256")

    @property
    def application(self) -> int:
        """The id of the application; 0 before the client has logged in."""
        return self.client.application_id or 0

    @property
    def frame(self) -> Frame:
        """The frame's origin; in the sandbox it's on this machine."""
        api = urlsplit(Route.BASE)
        if api.hostname == DISCORD:
            origin = f"https://{self.application}.discordsays.com"
            return Frame(origin, f"{CLIENTS} {origin}")
        there = f"http://{self.application}.discordsays.localhost:{api.port}"
        return Frame(there, f"http://{api.netloc}")

    def asks(self, redirect: str, state: str) -> str:
        """The address where Discord asks for consent to share a person's identity."""
        asked = {
            "client_id": str(self.application),
            "response_type": "code",
            "scope": "identify",
            "redirect_uri": redirect,
            "state": state,
        }
        return urlunsplit(("https", DISCORD, "/oauth2/authorize", urlencode(asked), ""))

    async def signed_in(self, code: str, redirect: str) -> int | None:
        """The user for a code that Discord sent to an address; None: the code isn't valid."""
        try:
            return await self._user(code, redirect_uri=redirect)
        except UNHEARD as refused:
            log.info("nobody signed in", extra={"why": type(refused).__name__})
            return None

    async def present(self, code: str, instance: str) -> Present | None:
        """The user for a code and the place of the instance; None: the user isn't in that
        instance."""
        try:
            user, there = await self._user(code), await self._instance(instance)
        except UNHEARD as refused:
            log.info("nobody in the Activity", extra={"why": type(refused).__name__})
            return None
        if user is None or str(user) not in there["users"]:
            return None
        place = there["location"]
        return Present(user, int(place.get("guild_id") or 0), int(place["channel_id"]))

    async def _user(self, code: str, **more: str) -> int | None:
        if self._passed() < self._paused:
            raise Later(self._paused - self._passed())
        client = {"client_id": str(self.application), "client_secret": self._secret}
        form = client | {"grant_type": "authorization_code", "code": code} | more
        async with aiohttp.ClientSession(timeout=PATIENCE) as session:
            async with session.post(f"{Route.BASE}/oauth2/token", data=form) as answer:
                self._heed(answer)
                if answer.status != 200:
                    return None
                token = (await answer.json())["access_token"]
            bearer = {"Authorization": f"Bearer {token}"}
            async with session.get(f"{Route.BASE}/users/@me", headers=bearer) as answer:
                self._heed(answer)
                return int((await answer.json())["id"]) if answer.status == 200 else None

    def _heed(self, answer: aiohttp.ClientResponse) -> None:
        """Raise Later if Discord asks for a pause, and send no requests until it ends."""
        after = answer.headers.get("Retry-After")
        if answer.status != TOO_MANY and (answer.status < 500 or after is None):
            return
        seconds = PAUSE
        with suppress(ValueError):
            seconds = float(after or "")
        seconds = min(seconds, LONGEST) if seconds > 0 else PAUSE  # also if it isn't a number
        self._paused = self._passed() + seconds
        log.warning("Discord takes no sign-ins for a while", extra={"why": answer.status})
        raise Later(seconds)

    async def _instance(self, instance: str) -> Any:
        path = "/applications/{application}/activity-instances/{instance}"
        route = Route("GET", path, application=self.application, instance=instance)
        async with asyncio.timeout(PATIENCE.total):  # the library waits as long as Discord asks
            return await self.client.http.request(route)
