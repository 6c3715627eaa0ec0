"""Rows as they stand in the store: those of a log, which of them count and how their turns were
made; and typed values for posts of the outbox, `Rang(1)` for `rang:1`, and for payloads of timers,
which have no prefix. The rows that every game has stand here, others in their feature's module."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from inspect import get_annotations
from typing import ClassVar, Final, Self, TypeVar, dataclass_transform

from bot.table.game import FLEETING, Game
from rules import history
from rules.game import TABLE, Seat
from storage import BEGINS, BOARD, Change, GameRow, Line, Row, Timer

KINDS: Final[dict[str, type[OutboxRow]]] = {}  # all declared rows of the outbox, by prefix


class Undecodable(ValueError):
    """A text that no row or timer was ever written with."""


class Coded:
    """A value that is one text in the store: its prefix, if it has one, and its fields."""

    __slots__ = ()
    prefix: ClassVar[str] = ""
    types: ClassVar[Mapping[str, Callable[[str], int | str]]] = {}  # by field name

    def encode(self) -> str:
        """The stored text."""
        head = (self.prefix,) if self.prefix else ()
        return ":".join((*head, *(str(getattr(self, name)) for name in self.types)))

    @classmethod
    def decode(cls, text: str) -> Self:
        """Read a stored text. Raises Undecodable."""
        head = f"{cls.prefix}:" if cls.prefix and cls.types else cls.prefix
        parts = text.removeprefix(head).split(":") if cls.types else []
        try:
            value = cls(*(of(part) for of, part in zip(cls.types.values(), parts, strict=True)))
            if value.encode() == text:
                return value
        except ValueError:
            pass
        raise Undecodable(f"{text!r} is no {cls.__name__}")


class OutboxRow(Coded):
    """A kind of rows of the outbox."""

    __slots__ = ()
    aside: ClassVar[bool] = False  # no later post or call of the game waits for it
    edits: ClassVar[bool] = False  # shows the newest state: a later one makes it needless
    matters: ClassVar[bool] = True  # somebody misses it if it can't be delivered
    loud: ClassVar[bool] = False  # mentions somebody
    reminds: ClassVar[bool] = False  # reminds a player of a turn
    overtaken: ClassVar[bool] = False  # later rows don't wait if it fails for long
    patience: ClassVar[int | None] = None  # most tries; None: any number
    outside: ClassVar[bool] = False  # asks a machine other than Discord's: no row waits for it


class EditRow(OutboxRow):
    """A kind of rows that edit the message of a row with the same fields."""

    __slots__ = ()
    aside = True
    posted: ClassVar[type[OutboxRow]]

    @property
    def line(self) -> str:
        """The row that posted the message, as it is stored."""
        return self.encode().replace(self.prefix, self.posted.prefix, 1)


AnyCoded = TypeVar("AnyCoded", bound=Coded)


@dataclass_transform(frozen_default=True)
def code(prefix: str = "") -> Callable[[type[AnyCoded]], type[AnyCoded]]:
    """Declare a value with fields of int and str. Register a row of the outbox by its prefix."""

    def declare(plain: type[AnyCoded]) -> type[AnyCoded]:
        declared = dataclass(frozen=True, slots=True)(plain)
        declared.prefix, declared.types = prefix, get_annotations(plain, eval_str=True)
        if issubclass(declared, OutboxRow):
            head = f"{prefix}:" if declared.types else prefix
            assert head not in KINDS, prefix
            KINDS[head] = declared
        return declared

    return declare


def row_class(kind: str) -> type[OutboxRow]:
    """The class of a row of the outbox, or OutboxRow itself for an undeclared one."""
    head, sign, _ = kind.partition(":")
    return KINDS.get(head + sign, OutboxRow)


def decode(kind: str) -> OutboxRow:
    """A row of the outbox. Raises Undecodable."""
    known = row_class(kind)
    if known is OutboxRow:
        raise Undecodable(f"{kind!r} is no row of the outbox")
    return known.decode(kind)


@dataclass(frozen=True, slots=True)
class TimerKind:
    """A kind of timer."""

    name: str
    # the most seconds that it is set for, or a function of the game
    longest: float | Callable[[GameRow], float]
    # commits the effect, and that the timer is done or set again; raises Conflict if somebody else
    # was first, and the clock tries again
    handler: Callable[[GameRow, Timer], Awaitable[None]]


NO_CHOICE = "alone"


def word_of(row: Row | Line) -> history.Word:
    """What the table says by a row, if anything."""
    return history.table_word(row.seat, row.text)


def line_of(word: history.Word, mark: str = "", post: int = 0) -> Line:
    """A row by which the table says a word."""
    return Line(TABLE, str(word), mark, post)


def effective_rows(rows: list[Row], n: int) -> list[history.Told]:
    """The rows up to row n that make up the position after it."""
    return history.effective((r.n, r.seat, r.text, r.mark) for r in rows if r.n <= n)


def turn_number(rows: list[Row], n: int) -> int:
    """The turn number at row n. Redoing an undone turn keeps its number."""
    return sum(row[1] >= 0 for row in effective_rows(rows, n))


def takes_back(row: Row) -> bool:
    """Whether a row takes back earlier ones."""
    return word_of(row).verb == "undo"


def untyped_turns(rows: Sequence[Row]) -> dict[int, str]:
    """How turns were made that nobody typed at that moment, by row: the table's word before them.
    NO_CHOICE: the turn had no alternative, and its row has no key. EXPIRED: the seat was given up
    as its time had run out."""
    said = [(row.n, row.seat, row.text) for row in rows if row.seat == TABLE]
    words = history.announcements(said)
    turns = [row for row in rows if row.seat >= 0 and (row.n in words or row.key is None)]
    how = {row.n: words.get(row.n, NO_CHOICE) for row in turns}
    return how | dict.fromkeys(history.expired_seats_of(said), history.EXPIRED)


def expired_seats(rows: Iterable[Row]) -> frozenset[Seat]:
    """The seats that were given up because their time ran out."""
    return frozenset(history.expired_seats_of((row.n, row.seat, row.text) for row in rows).values())


def without_choice(rows: Sequence[Row]) -> set[int]:
    """The rows of turns that had no alternative."""
    return {n for n, how in untyped_turns(rows).items() if how == NO_CHOICE}


def taken_back(change: Change) -> int | None:
    """The row to which a change takes the game back, or None."""
    return next((word.row for word in map(word_of, change.lines) if word.verb == "undo"), None)


OFFERED_AFTER: Final = 2  # missed turns in a row


@code("played")
class ClockPlayed(OutboxRow):
    """Posts the line of a turn that the clock played, with a button."""

    row: int


@code("came")
class CameBack(EditRow):
    """Edits that line: the player is back."""

    row: int
    posted = ClockPlayed


def missed_turns(rows: Sequence[Row], seat: Seat) -> int:
    """How many of a seat's last turns in a row the clock played."""
    how, times = untyped_turns(rows), 0
    for row in reversed(rows):
        word = word_of(row)
        if word.seat == seat and word.verb in (history.HERE, "takeover", "back"):
            break
        if row.seat == seat and how.get(row.n, "") not in (history.TIMEOUT, NO_CHOICE):
            break
        times += row.seat == seat and how[row.n] == history.TIMEOUT
    return times


POSTED: Final = "posted"  # the payload of the timer for a wait that was posted
FIRST_GAMES: Final = 2  # of a kind, with more explanations for the player


@code("lobby")
class NewCard(OutboxRow):
    """Posts the lobby message of a game."""


@code("card")
class LobbyEdit(OutboxRow):
    """Edits the lobby message to the state of the game."""

    aside = edits = True


@code("thread")
class OpenThread(OutboxRow):
    """Opens the thread of a game."""


@code(BEGINS)
class Begins(OutboxRow):
    """Announces the start. The announcement begins the game."""


@code(BOARD)
class TurnPost(OutboxRow):
    """Posts the board, and mentions the player to move."""

    loud = True


@code("result")
class ResultPost(OutboxRow):
    """Posts the result of a game."""


@code("waits")
class ChanceWait(OutboxRow):
    """Posts that a turn waits for chance, and can be undone until then."""

    aside = True
    matters = False


@code("call")
class MorningCall(OutboxRow):
    """Mentions the player to move in the game's channel at the end of their night."""

    loud = True


@code("dm")
class Letter(OutboxRow):
    """Notifies the player to move by direct message."""

    loud = overtaken = True


@code("next")
class Follows(OutboxRow):
    """Tells the next player, without a sound."""

    matters = False


@code("remind")
class Reminder(OutboxRow):
    """Reminds the player to move."""

    loud = reminds = True
    matters = False


@code("fell")
class OrdersFell(OutboxRow):
    """Tells a player that none of their premoves was played."""

    seat: Seat
    matters = False


@code("asks")
class AsksLater(OutboxRow):
    """Mentions a player who was asked for something at night. row: the request in the log."""

    row: int
    seat: Seat


@code("spent")
class RemindersSpent(OutboxRow):
    """Deletes the reminders of a finished turn. since: the row that started the turn."""

    since: int
    aside = True


@code("play_by")
class PlayBy(OutboxRow):
    """Corrects all messages that say when the clock of a turn ends."""

    aside = True


@code("turns")
class TurnsShown(OutboxRow):
    """Edits or posts the turn list of a channel, or deletes it if it isn't wanted there."""

    channel: int
    aside = edits = True
    matters = False


@code("away")
class Away(OutboxRow):
    """Deletes an answer of ours."""

    channel: int
    message: int
    aside = True


@code()
class Fleeting(Coded):
    """An answer of ours, its reader, and whether it refused (1): the payload of its timer."""

    channel: int
    message: int
    reader: int
    refusal: int = 0

    @property
    def post(self) -> str:
        """The row that deletes it."""
        return Away(self.channel, self.message).encode()


def refused_before(game: Game, reader: int) -> bool:
    """Whether a refusal to a reader can still be read in the channel."""
    answers = (Fleeting.decode(t.payload) for t in game.timers if t.kind == FLEETING)
    return any(answer.refusal and answer.reader == reader for answer in answers)
