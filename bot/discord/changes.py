"""What Discord tells of a server, after which a post that was refused may be allowed.

    role, channel, thread, our own membership, the server itself ──> its parked posts are tried
    a lost connection is there again                             ──> nothing sleeps on
    somebody is banned                                           ──> their seats are offered
    a session begins, so that what was said before did not come  ──> its channels are looked into

None of it needs a privileged intent. Whatever is missed is found by the outbox's look every hour.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final

import discord

from bot.discord.base import Base
from bot.messages.boundary import Broken, guarded

EVENTS: Final = (
    "guild_role_update",
    "guild_role_delete",
    "guild_channel_create",
    "guild_channel_update",
    "raw_thread_update",
    "thread_create",
    "thread_join",
    "member_update",
    "guild_update",
    "guild_join",
    "guild_available",
)
BEGUN: Final = "shard_ready"
CONNECTED: Final = ("resumed", BEGUN)


def listen(client: Base, look_back: Callable[[int], None]) -> None:
    """Let what runs beside the client know of these events. look_back: called with a shard whose
    session has begun."""

    async def changed(*what: Any) -> None:
        with client.serving():
            await client.background.retry(guild_of(what[-1]))

    async def connected(*_: Any) -> None:
        client.background.hurry()

    async def begun(shard: int) -> None:
        await connected()
        look_back(shard)

    async def banned(guild: discord.Guild, person: discord.abc.User) -> None:
        with client.serving(), suppress(Broken):
            await guarded(client.cases.gone(person.id, guild.id, banned=True))

    client.on_member_ban = banned  # type: ignore[attr-defined]
    for events, listener in ((EVENTS, changed), (CONNECTED, connected), ((BEGUN,), begun)):
        for event in events:
            setattr(client, f"on_{event}", listener)


def guild_of(what: Any) -> int:
    """The server that an event is about. what: a role, a channel, a thread, a member, a server,
    or raw news of a thread."""
    if hasattr(what, "guild_id"):
        return int(what.guild_id)
    return int(getattr(what, "guild", what).id)
