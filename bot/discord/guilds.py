"""Servers as Discord's client knows them: channels, roles, and missing rights."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from typing import Final

import discord

from bot.messages.languages import Voices
from bot.messages.layout import Message
from bot.outbox.transport import Transport, TransportError
from bot.table.servers import ChannelInfo, NoThreads, Role
from rules.text import Text

RIGHTS: Final = discord.Permissions(309237763072)  # the rights in the link in README.md
FILES: Final = frozenset({"Embed Links", "Attach Files"})
_IN_THREADS: Final = frozenset({"Send Messages In Threads", "Create Public Threads"})
# A right, and the rights that a channel lacks without it, whatever else is set there.
WITH: Final = {
    "View Channels": FILES | _IN_THREADS | {"Send Messages", "Read Message History"},
    "Send Messages": FILES,
}


class DiscordGuilds:
    """See bot.table.servers.Guilds. client: set before the first question."""

    client: discord.Client

    def __init__(self, transport: Transport, voices: Voices) -> None:
        self._transport, self._voices = transport, voices

    def channels(self, guild: int) -> list[ChannelInfo]:
        there = self.client.get_guild(guild)
        return [_channel(each, there.me) for each in there.text_channels] if there else []

    def channel(self, guild: int, channel: int) -> ChannelInfo | None:
        there = self.client.get_guild(guild)
        found = there and there.get_channel_or_thread(channel)
        if there is None or not isinstance(found, discord.TextChannel | discord.Thread):
            return None
        return _channel(found, there.me)

    def public(self, guild: int, channel: int) -> bool:
        there = self.client.get_guild(guild)
        found = there and there.get_channel_or_thread(channel)
        if there is None or not isinstance(found, discord.TextChannel | discord.Thread):
            return False
        if isinstance(found, discord.Thread) and (found.is_private() or found.parent is None):
            return False
        everybody = found.permissions_for(there.default_role)
        return everybody.view_channel and everybody.read_message_history and not found.is_nsfw()

    def no_threads(self, guild: int, channel: int) -> NoThreads | None:
        there = self.client.get_guild(guild)
        found = there and there.get_channel_or_thread(channel)
        if there is None or found is None:
            return None
        if isinstance(found, discord.Thread):
            return NoThreads.THREAD
        if not isinstance(found, discord.TextChannel):
            return NoThreads.KIND
        if _IN_THREADS & {*lacking(found.permissions_for(there.me))}:
            return NoThreads.RIGHT
        return None

    def roles(self, guild: int) -> list[Role]:
        there = self.client.get_guild(guild)
        given = [r for r in there.roles if not (r.is_default() or r.managed)] if there else []
        return [Role(role.id, role.name) for role in reversed(given)]

    def language(self, guild: int) -> str:
        there = self.client.get_guild(guild)
        return there.preferred_locale.value if there else ""

    async def tried(self, channel: int, said: Text, language: str) -> Text | None:
        test = Message(self._voices.of(language).say(said), silent=True)
        try:
            message = await self._transport.post(channel, test, secrets.token_hex(12))
            await self._transport.delete(channel, message)
        except TransportError as refused:
            return refused.why
        return None


def _channel(channel: discord.TextChannel | discord.Thread, me: discord.Member) -> ChannelInfo:
    """A channel with its missing rights, without those that another missing right would restore."""
    missing = [*lacking(channel.permissions_for(me))]
    with_it = next((WITH[each] for each in WITH if each in missing), frozenset())
    return ChannelInfo(
        channel.id, channel.name, tuple(each for each in missing if each not in with_it)
    )


def lacking(has: discord.Permissions) -> Iterator[str]:
    """The missing rights, by Discord's names."""
    for name, wanted in RIGHTS:
        if wanted and not (has.administrator or getattr(has, name)):
            yield "View Channels" if name == "read_messages" else name.replace("_", " ").title()
