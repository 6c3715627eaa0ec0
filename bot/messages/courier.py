"""How a row of the outbox becomes messages: the courier for its handler, the registry, and the
interface to Discord (bot/discord/transport.py).

    handles(Card, card)        the row "card" ──> await card(Card(), courier)
"""

import logging
from collections.abc import Awaitable, Callable, Collection, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any, NamedTuple, Protocol, TypeAlias, TypeVar

from bot.messages.fitting import WithNote
from bot.messages.languages import ENGLISH_ALONE, Languages
from bot.messages.layout import Layout, Message, render
from bot.table.browsers import Member
from bot.table.game import CLOCK, Game
from bot.table.intent import typed_in
from bot.table.names import names_by_seat
from bot.table.reminders import in_peace
from bot.table.rows import OutboxRow
from bot.table.settings import LANGUAGE
from bot.table.table import Tables
from rules.game import NATURE
from rules.text import ChannelName, Mention, Moment, Small, Text
from storage import Post, Row, Store

log = logging.getLogger(__name__)


class ReminderFacts(NamedTuple):
    """The facts for a reminder of a turn."""

    draft: bool  # whether the player has a draft
    last: bool  # whether the clock played their turn before, too
    end: bool = False  # whether this is the last reminder


def mention(game: Game) -> Text:
    """Mention the player to move by name."""
    seat = game.on_turn or 0
    return Mention(game.sitters[seat].user, names_by_seat(game.sitters)[seat])


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
Look: TypeAlias = Callable[[int, Message, float, Collection[int]], Awaitable[int | None]]


LONG = 8  # tries, a quarter of an hour; then another route is used


class ForumTags(NamedTuple):
    """The tags of a game's post, by their names in lower case."""

    on: frozenset[str]
    off: frozenset[str]  # of the game's other states


class Transport(Protocol):
    """Sends and changes messages. Channels, messages and users are Discord's ids. Every method
    raises TransientError or PermanentError."""

    # A new message, once for each nonce while Discord remembers it (minutes); if possible a reply
    # to a message of the channel, without a ping to its author.
    async def post(
        self, channel: int, panel: Message, nonce: str, reply: int | None = None
    ) -> int: ...

    # A message of our own with this panel's file, button or text, posted since then (seconds, by
    # the clock of `posting_time`). but: other messages to skip.
    async def find_copy(
        self, channel: int, panel: Message, since: float, but: Collection[int] = ()
    ) -> int | None: ...

    # When a message was made, in seconds since 1970 by the clock that issues the ids.
    def posting_time(self, message: int) -> float: ...
    async def edit(self, channel: int, message: int, panel: Message) -> None: ...

    # Remove the buttons of a message; a line replaces its whole content.
    async def strip(self, channel: int, message: int, line: str = "") -> None: ...
    async def delete(self, channel: int, message: int) -> None: ...

    # Whether at least `under` messages follow a message.
    async def is_buried(self, channel: int, message: int, under: int) -> bool: ...

    # Open the thread under a message; return the existing one if there is one.
    async def thread(self, channel: int, message: int, name: str) -> int: ...

    # A new post in a forum, whose first message has the post's id. There is no nonce: look for an
    # earlier one before another try.
    async def open_post(self, forum: int, name: str, panel: Message, tags: ForumTags) -> int: ...

    # A post of our own in a forum: with this panel as its first message, or this name if that
    # message is gone. See `find_copy`.
    async def find_post(
        self, guild: int, name: str, forum: int, panel: Message, since: float, but: Collection[int]
    ) -> int | None: ...

    # Set the tags of a post of our own; any other channel has none.
    async def tag_post(self, post: int, tags: ForumTags) -> None: ...
    async def is_member(self, guild: int, user: int) -> bool: ...
    async def member(self, guild: int, user: int) -> Member: ...  # with its rights now

    # The channels, of these, that a person on a server may read; None: they aren't on it.
    async def readable(self, guild: int, user: int, of: Collection[int]) -> set[int] | None: ...
    async def serves(self, guild: int) -> bool: ...  # whether the bot is on that server

    # The channel of direct messages with a person; it exists even if they accept none.
    async def direct(self, user: int) -> int: ...
    async def tell(self, user: int, text: str) -> None: ...


@dataclass(frozen=True, slots=True)
class Courier:
    """Delivers one row, whose message is sent exactly once. Every verb may raise a TransportError:
    then the whole row is tried again later, or parked."""

    store: Store
    tables: Tables
    transport: Transport
    voices: Languages
    language: str  # of the row's game or server
    # Moves a game from a lost thread to its channel; raises PermanentError.
    go_home: Callable[[Game, Text], Awaitable[None]]
    post: Post  # the row as it is stored
    again: bool  # whether it may have been sent before

    async def game(self) -> Game:
        """The game as it is now. A row about a server has none."""
        return await self.tables.game(self.post.game)

    async def at_table(self, panel: Layout, game: Game, rows: Sequence[Row] = ()) -> Sent:
        """Post where the game is played. If the thread is deleted or locked, continue in its
        channel, unless another game is played there. Players who want to be left in peace aren't
        mentioned. rows: see `in_channel`."""
        deaf = {sitter.user for sitter in game.sitters if in_peace(game, sitter)}
        panel = replace(panel, pings=tuple(user for user in panel.pings if user not in deaf))
        try:
            return await self.in_channel(game.place, panel, rows)
        except PermanentError as closed:
            if game.place == game.home:
                raise
            await self.go_home(game, closed.why)
            gone = Text(
                "I couldn't post in {place}, {game}'s thread ({why}), so the game will continue "
                "in this channel.",
                place=ChannelName(game.place),
                game=game,
                why=closed.why,
            )
            noted = WithNote(panel.text, Small(gone))
            there = replace(self, again=True)
            return await there.in_channel(game.home, replace(panel, text=noted), rows)

    async def in_channel(self, channel: int, panel: Layout, rows: Sequence[Row] = ()) -> Sent:
        """Post in a channel. rows: of the log. If the last one was typed there, the post replies to
        it."""
        if self.again and (sent := await self.find_copy(channel, panel)):
            return sent
        # A chance step after the line has its own key and is skipped.
        typed = (row for row in reversed(rows) if row.n <= self.post.n and row.seat != NATURE)
        reply = typed_in(channel, next((row.key for row in typed if row.key is not None), None))
        said = await render(panel, self.voices.voice_of(self.language))
        return Sent(channel, await self.transport.post(channel, said, self.post.nonce, reply))

    async def direct(self, user: int, panel: Layout) -> Sent:
        there, alone = await self.transport.direct(user), self
        if self.voices.foreign:  # in their chosen language
            own = await self.store.personal(user)
            alone = replace(self, language=own.get(LANGUAGE) or self.language)
        return await alone.in_channel(there, panel)

    async def find_copy(
        self, channel: int, panel: Layout, *, surely: bool = False, look: Look | None = None
    ) -> Made:
        """Look for an earlier copy, but not older than the row: after a backup was restored, boards
        of turns that no longer count may look the same. Skip the messages of earlier rows of its
        kind: the reminders of a turn may be identical. After long failure, a duplicate is better
        than a lost one, unless `surely` is set. look: instead of the transport's find_copy."""
        try:
            post, store, others = self.post, self.store, list[int]()
            before = await store.latest(post.game, post.kind, before=post.id)
            while before is not None and before.message is not None and len(others) < 5:
                others.append(before.message)
                before = await store.latest(post.game, post.kind, before=before.id)
            if post.guild is not None:
                written = float(post.n)
            else:
                (row, *_) = await store.log(post.game, after=post.n - 1)
                written = row.at
            # Message ids have Discord's clock. Each earlier message gives a bound for its lead when
            # the row was written: Discord's clock made it, and ours noted it some time later, so
            # the true lead is at least their difference.
            arrived = await store.last_messages(post.id)
            leads = (self.transport.posting_time(message) - at for message, at in arrived)
            lead = max(leads, default=-86_400.0)  # seconds; before the first one, a guess
            traces = replace(panel, picture=None).say_in(self.voices.voice_of(self.language))
            look = look or self.transport.find_copy
            message = await look(channel, traces, written + lead, others)
            return None if message is None else Sent(channel, message)
        except TransientError as failed:
            if surely or self.post.tries < LONG:
                raise
            log.warning("not looked for", extra={"post": self.post.id, "why": str(failed)})
            return None

    async def edit(self, channel: int, message: int, panel: Layout) -> None:
        """Change a message of ours if it exists and can be reached."""
        try:
            said = await render(panel, self.voices.voice_of(self.language))
            await self.transport.edit(channel, message, said)
        except PermanentError as refused:
            log.info("message not changed", extra={"game": self.post.game, "why": str(refused)})

    async def delete(self, channel: int, message: int) -> None:
        try:
            await self.transport.delete(channel, message)
        except PermanentError as refused:
            log.info("message not taken away", extra={"game": self.post.game, "why": str(refused)})


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


class Direct:
    """Discord, asked at once, without the outbox, as somebody waits. None: it doesn't answer."""

    def __init__(self, transport: Transport, voices: Languages = ENGLISH_ALONE) -> None:
        self.transport, self._voices = transport, voices

    async def reaches(self, user: int, text: Text, language: str = "") -> bool | None:
        """Write to somebody in their language. False: they take no direct messages."""
        try:
            await self.transport.tell(user, self._voices.voice_of(language).say(text))
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

    async def is_member(self, guild: int, user: int) -> bool | None:
        """Whether a person is on a server."""
        with suppress(TransportError):
            return await self.transport.is_member(guild, user)
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
