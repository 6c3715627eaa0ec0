"""The start on Discord. No single request can keep the bot away.

the token is refused (401)          the bot can't start
another of the requests by which    the answer is made up, and the gateway tells the rest;
the library connects is refused     what Discord says in it is needed for nothing else
the commands are refused            games go on; they are sent again later
"""

from __future__ import annotations

import asyncio
import base64
import binascii
import logging
from collections.abc import Awaitable, Callable, Iterator
from itertools import chain, repeat
from typing import Any, Final

import aiohttp
import discord
from discord.http import Route

from bot.discord.base import Base, log_fields
from storage import StoreError

log = logging.getLogger(__name__)

PATIENCE: Final = 10.0  # seconds in which Discord answers a request of the start
PAUSES: Final = (60.0, 300.0, 1800.0)  # seconds until the commands are sent again; the last repeats
REFUSED: Final = (
    "Discord did not take the commands ({why}). Games go on; I'll send the commands again in "
    "{minutes:.0f} min."
)
LOST: Final = (OSError, TimeoutError, aiohttp.ClientError, discord.DiscordException, StoreError)

Json = dict[str, Any]
Sleep = Callable[[float], Awaitable[None]]


def start_anyway(client: Base) -> None:
    """Answer in Discord's place the requests of the start that it refuses or leaves open."""
    request = client.http.request

    async def asked(route: Route, **more: Any) -> Any:
        substitute = SUBSTITUTES.get(route.path) if route.method == "GET" else None
        if substitute is None:
            return await request(route, **more)
        try:
            async with asyncio.timeout(PATIENCE):
                return await request(route, **more)
        except (discord.HTTPException, discord.RateLimited, TimeoutError) as refused:
            bot = _bot_id(client.http.token or "")
            if bot is None or getattr(refused, "status", 0) == 401:
                raise
            log.warning("started without an answer", extra=log_fields(refused))
            return substitute(bot)

    client.http.request = asked  # type: ignore[method-assign]


def _bot_id(token: str) -> str | None:
    """The bot's id, which is the first part of a token."""
    first = token.partition(".")[0]
    try:
        said = base64.urlsafe_b64decode(first + "=" * (-len(first) % 4)).decode("ascii")
    except (binascii.Error, ValueError):
        return None
    return said if said.isdigit() else None


def _user(bot: str) -> Json:
    """The bot as a user."""
    return {"id": bot, "username": "Lumbercamp", "discriminator": "0", "avatar": None, "bot": True}


def _application(bot: str) -> Json:
    """The bot's application, whose id is the same except for bots of before 2016."""
    names = {"id": bot, "name": "Lumbercamp", "description": "", "icon": None, "verify_key": ""}
    return {**names, "bot_public": True, "bot_require_code_grant": False, "owner": _user(bot)}


def _gateway(bot: str) -> Json:
    """Where the gateway is, and one connection to it."""
    limit = {"total": 1, "remaining": 1, "reset_after": 0, "max_concurrency": 1}
    url = str(discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY)
    return {"url": url, "shards": 1, "session_start_limit": limit}


SUBSTITUTES: Final[dict[str, Callable[[str], Json]]] = {
    "/users/@me": _user,
    "/oauth2/applications/@me": _application,
    "/gateway/bot": _gateway,
}


async def send_commands(
    send: Callable[[], Awaitable[None]], first: asyncio.Event, sleep: Sleep = asyncio.sleep
) -> None:
    """Send the commands to Discord until it takes them. first: set after the first try."""
    pauses: Iterator[float] = chain(PAUSES, repeat(PAUSES[-1]))
    for pause in pauses:
        try:
            return await send()
        except LOST as refused:
            fields = log_fields(refused)
            log.warning("commands not taken", extra=fields)
            why = ", ".join(f"{name} {value}" for name, value in fields.items() if name != "why")
            print(REFUSED.format(why=why or fields["why"], minutes=pause / 60), flush=True)
        finally:
            first.set()
        await sleep(pause)
