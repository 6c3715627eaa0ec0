"""The Activity: the bot's pages (bot/web) in a frame of Discord's client.

    Open Board ──> what is to be seen is noted ──> the client opens the frame
    /launch    ──> Discord opens it by itself

The command is what Discord calls the Entry Point. It makes one where the host has switched
Activities on, and takes no list of commands that leaves it out.

Who is in an Activity or a browser, Discord says by a code, and by its word on who is there:

    code ──> POST /oauth2/token ──> GET /users/@me ──> a person
                   the instance ──> GET /activity-instances ──> where it is, and who is in it

What a client says of itself counts for nothing: it can pretend. The token is used once and kept
nowhere. Once Discord asks to be left alone, it is, for as long as it says.
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
LEFT_OUT: Final = 50240  # the list of commands was refused, since this one is not in it
# What Discord takes of a command, of all that it shows.
KEPT: Final = (
    *("type", "handler", "name", "description", "name_localizations", "description_localizations"),
    *("default_member_permissions", "integration_types", "contexts", "nsfw"),
)
IN_TIME: Final = 1.5  # seconds: opening it is the first answer, for which there are 3

Json: TypeAlias = dict[str, Any]
# Notes what an Activity is to show: before it is opened, and by the id that it then has.
Note: TypeAlias = Callable[[str], Awaitable[None]]


async def launched(interaction: Interaction, note: Note | None = None) -> bool:
    """Open the Activity. False: it was not, and nothing is answered yet."""
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
    """False: it is refused, which is told as any refusal; or it cannot be noted now."""

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
    """The list with the command that opens the Activity as it is there: under its own id and name,
    and otherwise as ours, where we have one. there: all commands that Discord has."""
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
    """Whether a command is the one that opens the Activity, as it is told or as it is run."""
    return bool(command.get("type") == ENTRY_POINT["type"])


PATIENCE: Final = aiohttp.ClientTimeout(total=10)
DISCORD: Final = "discord.com"
TOO_MANY: Final = 429
CLIENTS: Final = (  # from where the frame may be shown, besides our own Activity
    "https://discord.com https://*.discord.com https://discordapp.com https://*.discordapp.com"
)
PAUSE: Final = 60.0  # seconds, where Discord does not say for how long
LONGEST: Final = 24 * 3600.0


class Identity:
    """Asks Discord. client: set before anything is asked; passed: seconds that only ever grow."""

    client: discord.Client

    def __init__(self, secret: str, passed: Callable[[], float] = time.monotonic) -> None:
        self._secret, self._passed, self._paused = secret, passed, 0.0

    @property
    def key(self) -> bytes:
        """What only processes of this bot can sign with."""
        return hmac.digest(self._secret.encode(), b"sign-in", "sha256")

    @property
    def application(self) -> int:
        """The id of the application; 0 before the client has logged in."""
        return self.client.application_id or 0

    @property
    def frame(self) -> Frame:
        """Where the frame is; in the sandbox it is on this machine."""
        api = urlsplit(Route.BASE)
        if api.hostname == DISCORD:
            origin = f"https://{self.application}.discordsays.com"
            return Frame(origin, f"{CLIENTS} {origin}")
        there = f"http://{self.application}.discordsays.localhost:{api.port}"
        return Frame(there, f"http://{api.netloc}")

    def asks(self, redirect: str, state: str) -> str:
        """The address at which Discord asks somebody whether they agree to say who they are."""
        asked = {
            "client_id": str(self.application),
            "response_type": "code",
            "scope": "identify",
            "redirect_uri": redirect,
            "state": state,
        }
        return urlunsplit(("https", DISCORD, "/oauth2/authorize", urlencode(asked), ""))

    async def signed_in(self, code: str, redirect: str) -> int | None:
        """Whose code it is, which Discord has sent to an address; None: it is nobody's."""
        try:
            return await self._user(code, redirect_uri=redirect)
        except UNHEARD as refused:
            log.info("nobody signed in", extra={"why": type(refused).__name__})
            return None

    async def present(self, code: str, instance: str) -> Present | None:
        """Who has given a code, where they are in the instance; None: nobody who is there."""
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
        """Raises Later: Discord asks to be left alone, and no request goes there until then."""
        after = answer.headers.get("Retry-After")
        if answer.status != TOO_MANY and (answer.status < 500 or after is None):
            return
        seconds = PAUSE
        with suppress(ValueError):
            seconds = float(after or "")
        seconds = min(seconds, LONGEST) if seconds > 0 else PAUSE  # also where it is no number
        self._paused = self._passed() + seconds
        log.warning("Discord takes no sign-ins for a while", extra={"why": answer.status})
        raise Later(seconds)

    async def _instance(self, instance: str) -> Any:
        path = "/applications/{application}/activity-instances/{instance}"
        route = Route("GET", path, application=self.application, instance=instance)
        async with asyncio.timeout(PATIENCE.total):  # the library waits as long as it is told to
            return await self.client.http.request(route)
