"""How a row of the outbox becomes messages: the courier for its handler, the registry, and the
interface to Discord (bot/discord/transport.py).

    handles(Card, card)        the row "card" ──> await card(Card(), courier)

Every verb may raise a TransportError: then the whole row is tried again later, or parked.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Sequence
from contextlib import suppress
from typing import Any, NamedTuple, Protocol, TypeAlias, TypeVar

from bot.messages.languages import IN_ENGLISH, Voices
from bot.messages.layout import Layout, Message
from bot.table.browsers import Member
from bot.table.game import CLOCK, Game
from bot.table.names import seated
from bot.table.rows import OutboxRow
from rules.text import Mention, Moment, Text
from storage import Post, Row


class ReminderFacts(NamedTuple):
    """The facts for a reminder of a turn."""

    draft: bool  # whether the player has a draft
    last: bool  # whether the clock played their turn before, too
    end: bool = False  # whether this is the last reminder


def mention(game: Game) -> Text:
    """Mention the player to move by name."""
    seat = game.on_turn or 0
    return Mention(game.sitters[seat].user, seated(game.sitters)[seat])


def otherwise(game: Game, *, last: bool) -> Text:
    """The consequence if nobody does anything."""
    due = game.due(CLOCK)
    if due is None:
        return Text("There's no clock, but the others are waiting.")
    until, left = Moment(due, "f"), Moment(due, "R")
    if last:
        return Text(
            "Play by {time} ({left}), or I'll play your turn for you again and offer your "
            "seat to others.",
            time=until,
            left=left,
        )
    return Text("Play by {time} ({left}), or I'll play your turn for you.", time=until, left=left)


DRAFT = Text("You have a saved draft. Continue it with the buttons under the board.")
Cosmetic: TypeAlias = Callable[[], Awaitable[None]]


class TransportError(Exception):
    """A message couldn't be delivered. why: without content, to follow a colon."""

    def __init__(self, why: Text) -> None:
        super().__init__(why)
        self.why = why


class TransientError(TransportError):
    """The next try may work. counted: Discord blocks bots that get too many answers of this kind.
    after: seconds to wait, as far as Discord said."""

    def __init__(self, why: Text, *, counted: bool = False, after: float | None = None) -> None:
        super().__init__(why)
        self.counted, self.after = counted, after


class PermanentError(TransportError):
    """No try works until somebody changes something: a right is missing, or the channel or
    message is gone."""


class Sent(NamedTuple):
    """The message made from a row."""

    channel: int
    message: int
    called: int | None = None  # the one person whom it mentions
    cosmetic: Cosmetic | None = None  # to do later, after all mentions


Made: TypeAlias = Sent | None  # None: no message is needed


class Courier(Protocol):
    """Delivers one row, whose message is sent exactly once. Every verb may raise a TransportError:
    then the whole row is tried again later, or parked."""

    @property
    def post(self) -> Post: ...  # the row as it is stored

    @property
    def again(self) -> bool: ...  # whether it may have been sent before

    # The game as it is now. A row about a server has none.
    async def game(self) -> Game: ...

    # Post where the game is played, or in a channel.
    # rows: of the log. If the last one was typed in that channel, the post replies to it.
    async def at_table(self, panel: Layout, game: Game, rows: Sequence[Row] = ()) -> Sent: ...
    async def in_channel(self, channel: int, panel: Layout, rows: Sequence[Row] = ()) -> Sent: ...
    async def direct(self, user: int, panel: Layout) -> Sent: ...

    # The message that was already sent for the row. None if the search isn't possible for long,
    # unless `surely` is set.
    async def found(self, channel: int, panel: Layout, *, surely: bool = False) -> Made: ...

    # Change a message of ours if it exists and can be reached.
    async def edit(self, channel: int, message: int, panel: Layout) -> None: ...
    async def delete(self, channel: int, message: int) -> None: ...


class Prompt(OutboxRow):
    """Reminds the player to move for a feature's own reason, with the feature's text. It is sent
    like other reminders, without a handler."""

    __slots__ = ()
    loud = reminds = True
    matters = False

    def text(self, game: Game, board: Post | None, waits: ReminderFacts) -> Text:
        """The text of the message."""
        raise NotImplementedError


class Logged(OutboxRow):
    """A line in the log of a server, with a feature's text, about a game or the server. It is
    posted in the server's log channel, if it has one, without pings or a handler."""

    __slots__ = ()
    aside = True
    matters = False

    def line(self, game: Game | None) -> Text:
        """The text. game: None if it is about the server."""
        raise NotImplementedError


def doer(user: int) -> Mention:
    """The person with whom a line of a server's log begins; it doesn't notify them."""
    return Mention(user, Text("A moderator"))


AnyRow = TypeVar("AnyRow", bound=OutboxRow)


class Handles(NamedTuple):
    """A kind of row, and its handler."""

    row: type[OutboxRow]
    handler: Callable[[Any, Courier], Awaitable[Made]]


def handles(row: type[AnyRow], handler: Callable[[AnyRow, Courier], Awaitable[Made]]) -> Handles:
    """Register a handler."""
    return Handles(row, handler)


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


class Direct:
    """Discord, asked at once, without the outbox, as somebody waits. None: it doesn't answer."""

    def __init__(self, transport: Transport, voices: Voices = IN_ENGLISH) -> None:
        self.transport, self._voices = transport, voices

    async def reaches(self, user: int, text: Text, language: str = "") -> bool | None:
        """Write to somebody in their language. False: they take no direct messages."""
        try:
            await self.transport.tell(user, self._voices.of(language).say(text))
        except PermanentError:
            return False
        except TransientError:
            return None
        return True

    async def opens(self, user: int) -> int | None:
        """The channel of direct messages with a person."""
        with suppress(TransportError):
            return await self.transport.direct(user)
        return None

    async def here(self, guild: int, user: int) -> bool | None:
        """Whether a person is on a server."""
        with suppress(TransportError):
            return await self.transport.here(guild, user)
        return None

    async def member(self, guild: int, user: int) -> Member | None:
        """A person on a server, with their rights now."""
        with suppress(TransportError):
            return await self.transport.member(guild, user)
        return None

    async def serves(self, guild: int) -> bool | None:
        """Whether the bot is on a server."""
        with suppress(TransportError):
            return await self.transport.serves(guild)
        return None
