"""The Activity: the bot's pages (bot/web) in a frame of Discord's client. Only Discord says who is
there, as a client's own claims can be forged. The token is used once and never stored.
"""

import asyncio
import hmac
import logging
import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from typing import Any, Final
from urllib.parse import urlencode, urlsplit, urlunsplit

import aiohttp
import discord
from discord.http import Route

from bot.discord.base import UNHEARD, Interaction
from bot.messages.boundary import Broken, guard
from bot.table.browsers import ActivityAddress, Later, Present
from rules.errors import Refused

log = logging.getLogger(__name__)

IN_TIME: Final = 1.5  # seconds: opening is the first answer, for which Discord grants 3
ENTRY_POINT: Final = {"type": 4, "handler": 2}  # a command that Discord itself answers


async def launch(
    interaction: Interaction, note: Callable[[str], Awaitable[None]] | None = None
) -> bool:
    """Open the Activity. False: it didn't open, and there is no answer yet. note: notes the table
    to show, before the Activity opens and then under its id; if it refuses, the caller says why."""

    async def noting(instance: str) -> bool:
        try:
            if note is not None:
                await note(instance)
        except Refused:
            return False
        return True

    async def noted(instance: str) -> bool:
        with suppress(Broken, TimeoutError):
            return await asyncio.wait_for(guard(noting(instance)), IN_TIME)
        return False

    client = interaction.client
    client.heard.append(interaction.id)
    with client.serving():
        if not await noted(""):
            return False
        try:
            said = await interaction.response.launch_activity()
        except UNHEARD as refused:
            log.info("not launched", extra={"why": type(refused).__name__})
            return False
        if said.activity_id is not None:
            await noted(said.activity_id)
        return True


def with_entry_point(
    commands: Sequence[dict[str, Any]], there: Sequence[dict[str, Any]]
) -> list[dict[str, Any]]:
    """Return our commands with the one that opens the Activity, under its id and name in Discord's
    list (there) and otherwise like ours, if we have one."""
    accepted = (  # Discord shows more fields
        *("type", "handler", "name", "name_localizations", "description"),
        *("description_localizations", "default_member_permissions", "integration_types"),
        *("contexts", "nsfw"),
    )
    own = next(filter(is_entry_point, commands), {})
    found = [each for each in commands if not is_entry_point(each)]
    for each in filter(is_entry_point, there):
        as_there = {name: each[name] for name in accepted if name in each}
        found.append({**as_there, **own, "id": each["id"], "name": each["name"]})
    return found


def is_entry_point(command: Any) -> bool:
    """Whether a command opens the Activity; both definitions and calls have this type."""
    return bool(command.get("type") == ENTRY_POINT["type"])


PATIENCE: Final = 10.0  # seconds


class Identity:
    """Identifies people through Discord: a code becomes a token, and that a person. If Discord
    asks for a pause, no requests are made until it ends.

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
    def frame(self) -> ActivityAddress:
        """The frame's origin; in the sandbox it's on this machine."""
        api = urlsplit(Route.BASE)
        if api.hostname == "discord.com":
            origin = f"https://{self.application}.discordsays.com"
            sites = (f"https://{each}" for each in ("discord.com", "*.discord.com"))
            older = (f"https://{each}" for each in ("discordapp.com", "*.discordapp.com"))
            return ActivityAddress(origin, " ".join((*sites, *older, origin)))
        there = f"http://{self.application}.discordsays.localhost:{api.port}"
        return ActivityAddress(there, f"http://{api.netloc}")

    def asks(self, redirect: str, state: str) -> str:
        """The address where Discord asks for consent to share a person's identity."""
        asked = {
            "client_id": str(self.application),
            "response_type": "code",
            "scope": "identify",
            "redirect_uri": redirect,
            "state": state,
        }
        return urlunsplit(("https", "discord.com", "/oauth2/authorize", urlencode(asked), ""))

    async def signed_in(self, code: str, redirect: str) -> int | None:
        """The user for a code that Discord sent to an address; None: the code isn't valid."""
        try:
            return await self._user(code, redirect_uri=redirect)
        except UNHEARD as refused:
            log.info("nobody signed in", extra={"why": type(refused).__name__})
            return None

    async def present(self, code: str, instance: str) -> Present | None:
        """The user for a code, and where the instance is; None: the user isn't in it."""
        path = "/applications/{application}/activity-instances/{instance}"
        try:
            user = await self._user(code)
            route = Route("GET", path, application=self.application, instance=instance)
            async with asyncio.timeout(PATIENCE):  # the library waits as long as Discord asks
                there: Any = await self.client.http.request(route)
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
        async with aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(PATIENCE)) as session:
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
        if answer.status != 429 and (answer.status < 500 or after is None):
            return
        seconds = 0.0
        with suppress(ValueError):
            seconds = float(after or "")
        seconds = min(seconds, 24 * 3600.0) if seconds > 0 else 60.0  # also if it isn't a number
        self._paused = self._passed() + seconds
        log.warning("Discord takes no sign-ins for a while", extra={"why": answer.status})
        raise Later(seconds)
