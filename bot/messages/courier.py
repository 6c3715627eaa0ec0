"""How a row of the outbox becomes messages: what its handler is handed, and how it is registered.

    handles(Card, card)        the row "card" ──> await card(Card(), courier)

Every verb may raise a TransportError: then the whole row is tried again later, or parked.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Any, NamedTuple, Protocol, TypeAlias, TypeVar

from bot.messages.layout import Layout
from bot.table.game import CLOCK, Game
from bot.table.names import seated
from bot.table.rows import OutboxRow
from rules.text import Mention, Moment, Text
from storage import Post, Row


class Waits(NamedTuple):
    """What a reminder says of a turn. draft: one is kept; last: the turn before was played for
    them, too; end: there are no more reminders after this one."""

    draft: bool
    last: bool
    end: bool = False


def mention(game: Game) -> Text:
    """The player on turn, called by name."""
    seat = game.on_turn or 0
    return Mention(game.sitters[seat].user, seated(game.sitters)[seat])


def otherwise(game: Game, *, last: bool) -> Text:
    """What happens if nothing happens."""
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
    """A message could not be delivered; why: without content, as it goes on after a colon."""

    def __init__(self, why: Text) -> None:
        super().__init__(why)
        self.why = why


class TransientError(TransportError):
    """It may work when it is tried again."""

    def __init__(self, why: Text, *, counted: bool = False, after: float | None = None) -> None:
        """counted: Discord shuts its door to a bot that gets too many answers of this kind;
        after: seconds to wait, as far as Discord said."""
        super().__init__(why)
        self.counted, self.after = counted, after


class PermanentError(TransportError):
    """It will not work until somebody changes something: a right is missing, or the channel or
    message is gone."""


class Sent(NamedTuple):
    """What a row became."""

    channel: int
    message: int
    called: int | None = None  # the one person whom it has called
    cosmetic: Cosmetic | None = None  # to be done later, behind every call

    @property
    def kept(self) -> tuple[int, int, int | None]:
        """As the store keeps it."""
        return self.message, self.channel, self.called


Made: TypeAlias = Sent | None  # None: no message was needed


class Courier(Protocol):
    """Delivers one row, whose message is sent exactly once."""

    @property
    def post(self) -> Post:
        """The row as it is stored."""
        ...

    @property
    def again(self) -> bool:
        """It may have been sent before."""
        ...

    async def game(self) -> Game:
        """The game that it is about, as it is now; a row about a server has none."""
        ...

    async def at_table(self, panel: Layout, game: Game, rows: Sequence[Row] = ()) -> Sent:
        """Post where the game is played. rows: of the log; where the last one was typed in that
        channel, the post is a reply to it."""
        ...

    async def in_channel(self, channel: int, panel: Layout, rows: Sequence[Row] = ()) -> Sent:
        """Post in a channel."""
        ...

    async def direct(self, user: int, panel: Layout) -> Sent:
        """Send a direct message."""
        ...

    async def found(self, channel: int, panel: Layout, *, surely: bool = False) -> Made:
        """The message that the row became already. Where one cannot look for long, there is none,
        unless it has to be known surely."""
        ...

    async def edit(self, channel: int, message: int, panel: Layout) -> None:
        """Have a message of ours say something else, if it is there and can be reached."""
        ...

    async def delete(self, channel: int, message: int) -> None:
        """Take a message of ours away, if it is there and can be reached."""
        ...


class Prompt(OutboxRow):
    """Reminds the player on turn for a reason of its own, which a feature declares with what it
    says. It is sent as other reminders are (outbox/calls.py): it needs no handler."""

    __slots__ = ()
    loud = reminds = True
    matters = False

    def text(self, game: Game, board: Post | None, waits: Waits) -> Text:
        """What the message says. board: the last one that was posted."""
        raise NotImplementedError


class Logged(OutboxRow):
    """A line in the log of a server, which a feature declares with what it says. It is posted in
    the channel that the server has set for its log, where there is one, and pings nobody; it needs
    no handler. It may be about a game, or about the server (bot/features/servers.py)."""

    __slots__ = ()
    aside = True
    matters = False

    def line(self, game: Game | None) -> Text:
        """What it says. game: None where it is about the server."""
        raise NotImplementedError


def doer(user: int) -> Mention:
    """The person with whom a line of a server's log begins; it doesn't notify them."""
    return Mention(user, Text("A moderator"))


AnyRow = TypeVar("AnyRow", bound=OutboxRow)


class Handles(NamedTuple):
    """A kind of rows, and what becomes of each."""

    row: type[OutboxRow]
    handler: Callable[[Any, Courier], Awaitable[Made]]


def handles(row: type[AnyRow], handler: Callable[[AnyRow, Courier], Awaitable[Made]]) -> Handles:
    """Register a handler."""
    return Handles(row, handler)
