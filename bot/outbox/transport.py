"""The outbox's interface to the outside world. bot/discord/transport.py is Discord's."""

from __future__ import annotations

from collections.abc import Collection
from contextlib import suppress
from typing import Protocol

from bot.messages.courier import PermanentError as PermanentError
from bot.messages.courier import TransientError as TransientError
from bot.messages.courier import TransportError as TransportError
from bot.messages.languages import IN_ENGLISH, Voices
from bot.messages.layout import Message
from bot.table.browsers import Member
from rules.text import Text

LONG = 8  # tries, a quarter of an hour; then another route is used


class Transport(Protocol):
    """Sends and changes messages. Channels, messages and users are Discord's ids. Every method
    raises TransientError or PermanentError."""

    # A new message, once for each nonce while Discord remembers it (minutes); if possible a reply
    # to a message of the channel, without a ping to its author.
    async def post(
        self, channel: int, panel: Message, nonce: str, reply: int | None = None
    ) -> int: ...

    # A message of our own with this panel's file, button or text, posted since then (seconds, by
    # the clock of `made`). but: other messages to skip.
    async def found(
        self, channel: int, panel: Message, since: float, but: Collection[int] = ()
    ) -> int | None: ...

    # When a message was made, in seconds since 1970 by the clock that issues the ids.
    def made(self, message: int) -> float: ...
    async def edit(self, channel: int, message: int, panel: Message) -> None: ...

    # Remove the buttons of a message; a line replaces its whole content.
    async def strip(self, channel: int, message: int, line: str = "") -> None: ...
    async def delete(self, channel: int, message: int) -> None: ...

    # Whether at least `under` messages follow a message.
    async def buried(self, channel: int, message: int, under: int) -> bool: ...

    # Open the thread under a message; return the existing one if there is one.
    async def thread(self, channel: int, message: int, name: str) -> int: ...
    async def here(self, guild: int, user: int) -> bool: ...
    async def member(self, guild: int, user: int) -> Member: ...  # with its rights now
    async def serves(self, guild: int) -> bool: ...  # whether the bot is on that server

    # The channel of direct messages with a person; it exists even if they accept none.
    async def direct(self, user: int) -> int: ...
    async def tell(self, user: int, text: str) -> None: ...


class DirectMessages:
    """Direct messages sent at once, without the outbox, as their sender waits for the result."""

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
    """Membership of servers (see features/absences.py)."""

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
