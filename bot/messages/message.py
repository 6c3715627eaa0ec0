"""What is shown to people, before anything knows of Discord."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any, Literal

from renderer import Picture

Style = Literal["primary", "secondary", "success", "danger"]


@dataclass(frozen=True, slots=True)
class Button:
    """A button: its label, and the id that says what it does (at most 100 characters)."""

    label: str
    id: str
    style: Style = "secondary"
    off: bool = False  # shown greyed


@dataclass(frozen=True, slots=True)
class Choice:
    """One line of a menu: what it says when picked, what it is called, what comes of it."""

    value: str
    label: str
    hint: str = ""
    chosen: bool = False  # already, where several can be


@dataclass(frozen=True, slots=True)
class Menu:
    """A menu of at most 25 choices, one of which is picked, or with `several` any number; without a
    choice it is shown greyed."""

    id: str
    title: str
    choices: tuple[Choice, ...]
    several: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class InWords:
    """A picture in words, which hardly anybody needs: they are put together by its `str`."""

    say: Callable[[], str]

    def __str__(self) -> str:
        return self.say()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, InWords) and str(self) == str(other)

    def __hash__(self) -> int:
        return hash(str(self))


@dataclass(frozen=True, slots=True)
class Message:
    """A message: its text in Discord's markdown, a picture and the name of its file, rows of
    at most five buttons, menus, one row of buttons more, and the ids of the people that it may
    ping. Rows, menus and the last row are five at most."""

    text: str
    picture: Picture | None = None
    file: str = ""
    buttons: tuple[Button, ...] = ()
    pings: tuple[int, ...] = ()
    plain: InWords | None = None  # after the text, where the picture may not be attached
    quiet: bool = False  # worth telling only where nobody else hears it
    fleeting: bool = False  # in a channel it is taken away again
    refusal: bool = False  # it tells why nothing was done
    menus: tuple[Menu, ...] = ()
    rows: tuple[tuple[Button, ...], ...] = ()  # above the menus
    silent: bool = False  # it makes no sound, whomever it calls
    document: str = ""  # the text of an attached file; `file` is its name
    page: bytes = b""  # another file of that name, for a browser
    # What stands in its place later, where an answer can be edited; compared with nothing.
    then: Callable[[], Awaitable[Any]] | None = field(default=None, compare=False)
