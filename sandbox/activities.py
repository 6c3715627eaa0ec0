"""Activities: the application's page in a frame of the client, and sign-in there. The page talks to
the Activity through the shell, a page of the frame's own origin, since the Activity's SDK listens
only to Discord's origins and its own."""

import secrets
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

import aiohttp
from aiohttp import web

from sandbox.limits import ENTRY_POINT
from sandbox.model import Channel, Json, Person
from sandbox.state import SandboxState

SAYS = "discordsays.localhost"  # in place of discordsays.com; browsers find it on this machine


@dataclass(slots=True)
class Instance:
    """An open Activity in a channel."""

    id: str
    launch: str
    location: Json
    users: list[str] = field(default_factory=list)


class Activities:
    """Activities, codes and tokens. target: the application's URL mapping; empty: it has no
    Activity."""

    def __init__(self, state: SandboxState, target: str) -> None:
        self._state, self.target = state, target
        self.secret = secrets.token_urlsafe(24)
        self.instances: dict[str, Instance] = {}
        self._codes: dict[str, tuple[str, str, float]] = {}
        self._tokens: dict[str, str] = {}

    def with_entry_point(self, commands: list[Json]) -> list[Json]:
        """The commands, with Discord's own one that opens the Activity, if there is one."""
        if not self.target or any(each["type"] == ENTRY_POINT for each in commands):
            return commands
        nothing = ("name_localizations", "description_localizations", "contexts")
        entry = {
            "id": self._state.new_id(),
            "application_id": self._state.bot_id,
            "version": self._state.new_id(),
            "type": ENTRY_POINT,
            "name": "launch",
            "description": "",
            **dict.fromkeys((*nothing, "default_member_permissions")),
            "dm_permission": True,
            "integration_types": [0],
            "nsfw": False,
            "handler": 2,  # Discord opens the Activity, and doesn't ask the bot
        }
        return [*commands, entry]

    @property
    def origin(self) -> str:
        """The frame's origin."""
        port = urlsplit(self._state.address).port
        return f"http://{self._state.bot_id}.{SAYS}:{port}"

    def join(self, person: Person, channel: Channel) -> Instance:
        """The instance of a channel, which a person joins, or a new one."""
        guild, place = self._state.guild_id, {"channel_id": channel.id}
        location = {"id": f"gc-{guild}-{channel.id}", "kind": "gc", **place, "guild_id": guild}
        if channel.is_private:
            location = {"id": f"pc-{channel.id}", "kind": "pc", **place}
        it = next((each for each in self.instances.values() if each.location == location), None)
        if it is None:
            launch = self._state.new_id()
            it = Instance(f"i-{launch}-{location['id']}", launch, location)
            self.instances[it.id] = it
        if person.id not in it.users:
            it.users.append(person.id)
        return it

    def leave(self, person: Person, instance: str) -> None:
        """Leave an instance; the last person ends it."""
        it = self.instances.get(instance)
        if it is not None and person.id in it.users:
            it.users.remove(person.id)
            if not it.users:
                del self.instances[instance]

    def authorize(self, person: Person, redirect: str = "") -> str:
        """A code for a person; redirect: its address, empty: an Activity."""
        code = secrets.token_urlsafe(22)
        self._codes[code] = person.id, redirect, self._state.clock.now() + 60
        return code

    def token(self, code: str, redirect: str = "") -> str | None:
        """Exchange a code for a token, once, if the address is the same."""
        person, sent, until = self._codes.pop(code, ("", "", 0.0))
        if self._state.clock.now() >= until or sent != redirect:
            return None
        token = secrets.token_urlsafe(22)
        self._tokens[token] = person
        return token

    def person(self, token: str) -> Person | None:
        """The token's person."""
        return self._state.people.get(self._tokens.get(token, ""))


FRAMED: Final = web.RequestKey("framed", bool)  # set for answers in the frame

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


def install(app: web.Application, activities: Activities) -> None:
    """Answer requests to the frame's host before all other routes."""

    @web.middleware
    async def at_the_frame(request: web.Request, handler: Handler) -> web.StreamResponse:
        if not request.host.partition(":")[0].endswith(f".{SAYS}"):
            return await handler(request)
        request[FRAMED] = True
        if shell := {"/.client": "shell.html", "/.client.js": "shell.js"}.get(request.path):
            file = Path(__file__).parent / "page" / shell
            return web.FileResponse(file, headers={"Cache-Control": "no-cache"})
        if request.host != activities.origin.removeprefix("http://"):
            raise web.HTTPNotFound(text="This application has no Activity here.")
        return await _passed_on(request, activities.target)

    app.middlewares.append(at_the_frame)


async def _passed_on(request: web.Request, target: str) -> web.StreamResponse:
    """Stream the server's own answer, with the proxy's policy in addition to its own."""
    if not target:
        raise web.HTTPNotFound(text="This application has no Activity.")

    def without(headers: Any) -> Any:
        """Remove headers that only apply between two servers."""
        passed = headers.copy()
        for name in ("Host", "Connection", "Keep-Alive", "Transfer-Encoding", "Content-Length"):
            passed.popall(name, None)
        return passed

    asked = without(request.headers)
    asked["X-Forwarded-For"], asked["X-Forwarded-Proto"] = request.remote or "", "https"
    timeout, jar = aiohttp.ClientTimeout(total=None, connect=10), aiohttp.DummyCookieJar()
    session = aiohttp.ClientSession(timeout=timeout, cookie_jar=jar, auto_decompress=False)
    # Discord, networking: unmapped addresses are blocked, except its own API and pictures.
    policy = (
        "default-src 'self' 'unsafe-inline' 'unsafe-eval' blob: data:; connect-src 'self' "
        "https://discord.com/api/; img-src 'self' blob: data: https://cdn.discordapp.com"
    )
    try:
        async with (
            session,
            session.request(
                request.method,
                target + request.raw_path,
                headers=asked,
                data=await request.read(),
                allow_redirects=False,
            ) as answer,
        ):
            response = web.StreamResponse(status=answer.status, headers=without(answer.headers))
            response.headers.add("Content-Security-Policy", policy)
            await response.prepare(request)
            async for part in answer.content.iter_any():
                await response.write(part)
            return response
    except aiohttp.ClientError:
        raise web.HTTPBadGateway(text="The Activity's own server isn't responding.") from None
