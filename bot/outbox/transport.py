"""What the outbox needs of the world outside: a transport.

bot/discord/transport.py is Discord's."""

from __future__ import annotations

from collections.abc import Collection
from contextlib import suppress
from typing import Protocol

from bot.messages.courier import PermanentError as PermanentError
from bot.messages.courier import TransientError as TransientError
from bot.messages.courier import TransportError as TransportError
from bot.messages.languages import IN_ENGLISH, Voices
from bot.messages.layout import Message
from bot.table.presence import Member
from rules.text import Text

LONG = 8  # tries, a quarter of an hour; after so many a way round is taken


class Transport(Protocol):
    """Sends and changes messages. Channels, messages and users are Discord's ids. Every verb
    raises TransientError or PermanentError."""

    async def post(self, channel: int, panel: Message, nonce: str, reply: int | None = None) -> int:
        """A new message, once for each nonce while Discord remembers it (minutes); where it can be,
        as a reply to a message of the channel, whose author it does not ping."""

    async def found(
        self, channel: int, panel: Message, since: float, but: Collection[int] = ()
    ) -> int | None:
        """A message of our own with this panel's file, button or text, among those since that
        time (in seconds, by the clock of `made`) as far as one can look. but: messages that are
        something else."""

    def made(self, message: int) -> float:
        """When a message was made, in seconds since 1970 by the clock of whoever makes its id."""

    async def edit(self, channel: int, message: int, panel: Message) -> None:
        """Put a panel in place of a message's text, picture and buttons."""

    async def strip(self, channel: int, message: int, line: str = "") -> None:
        """Take the buttons off a message; with a line, that is all that is left of it."""

    async def delete(self, channel: int, message: int) -> None:
        """Take a message of our own away."""

    async def buried(self, channel: int, message: int, under: int) -> bool:
        """Whether so many messages have been posted under one, or more."""

    async def thread(self, channel: int, message: int, name: str) -> int:
        """Open the thread under a message; the same one when it is there already."""

    async def here(self, guild: int, user: int) -> bool:
        """Whether somebody is on a server."""

    async def member(self, guild: int, user: int) -> Member:
        """What somebody may on a server, at this moment."""

    async def serves(self, guild: int) -> bool:
        """Whether the bot is on a server."""

    async def direct(self, user: int) -> int:
        """The channel of direct messages with somebody; that it is there does not say that they
        take any."""

    async def tell(self, user: int, text: str) -> None:
        """A direct message."""


class DirectMessages:
    """Direct messages that are sent at once, as their answer is waited for: they are no rows of the
    outbox (see bot/features/services.py)."""

    def __init__(self, transport: Transport, voices: Voices = IN_ENGLISH) -> None:
        self._transport, self._voices = transport, voices

    async def reaches(self, user: int, text: Text, language: str = "") -> bool | None:
        try:
            await self._transport.tell(user, self._voices.of(language).say(text))
        except PermanentError:
            return False
        except TransientError:
            return None
        return True

    async def opens(self, user: int) -> int | None:
        with suppress(TransportError):
            return await self._transport.direct(user)
        return None


class Membership:
    """Who is on a server (see features/absences.py)."""

    def __init__(self, transport: Transport) -> None:
        self.transport = transport

    async def here(self, guild: int, user: int) -> bool | None:
        with suppress(TransportError):
            return await self.transport.here(guild, user)
        return None

    async def member(self, guild: int, user: int) -> Member | None:
        with suppress(TransportError):
            return await self.transport.member(guild, user)
        return None

    async def serves(self, guild: int) -> bool | None:
        with suppress(TransportError):
            return await self.transport.serves(guild)
        return None
