"""Typed values for plain text in the store: kinds of the outbox and payloads of timers.

    @coded("rang")
    class Rang(OutboxRow):         Rang(1).encode()          "rang:1"
        seat: Seat                 Rang.decode("rang:1")     Rang(1)

A payload has no prefix, as a timer has a kind of its own. A class stands in its feature's module,
and the handler of a row is registered with the outbox.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from inspect import get_annotations
from typing import ClassVar, Final, Self, TypeVar, dataclass_transform

from storage import GameRow, Timer

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
def coded(prefix: str = "") -> Callable[[type[AnyCoded]], type[AnyCoded]]:
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
