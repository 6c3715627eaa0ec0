"""Everything that a feature adds to the bot. A verb is declared once: bot/discord makes buttons,
menus and commands from it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Coroutine, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal, NamedTuple, TypeAlias

from bot.messages.courier import Handles
from bot.messages.layout import Choice, Layout
from bot.table.commit import Policy
from bot.table.intent import Intent, Meant, Session
from bot.table.names import Command
from bot.table.rows import TimerKind
from rules.game import GameRules as Rules
from rules.text import Text
from rules.voice import Voice
from storage import GameRow

Do: TypeAlias = Callable[..., Awaitable[Layout]]
Complete: TypeAlias = Callable[[Intent, Voice], Awaitable[Iterable[Choice]]]


class Field(NamedTuple):
    """A part of a button's id between two colons, an argument of the verb."""

    name: str  # of the argument; empty: no argument
    pattern: str
    read: Callable[[str], Any] = str  # the argument, of the text in the id
    optional: bool = False  # it may be missing; then there is no argument

    @property
    def source(self) -> str:
        """As a regular expression."""
        found = f":(?P<{self.name}>{self.pattern})" if self.name else f":{self.pattern}"
        return f"(?:{found})?" if self.optional else found


def number(name: str, digits: int) -> Field:
    """A number with at most this many digits."""
    return Field(name, rf"\d{{1,{digits}}}", int)


GAME, ROW = "game", "n"  # fields that say what an Intent is about
PAGE: Final = (number("page", 6),)  # of a list (bot/messages/layout.py)
OF_A_ROW: Final = (number(GAME, 18), number(ROW, 18))
KIND: Final = Field("kind", "[a-z]{1,32}")


def _numbers(sign: str) -> Callable[[str], tuple[int, ...]]:
    return lambda said: tuple(map(int, filter(None, said.split(sign))))


OF_A_BUILDER: Final = (  # a turn that is built apart from any table (bot/messages/turn_builder.py)
    Field("path", "[0-9.]{0,60}", _numbers(".")),
    Field("verb", r"[a-z]{1,5}\d?", lambda said: said.rstrip("0123456789")),
    Field("numbers", r"\d{1,4}(?::\d{1,4})?", _numbers(":"), optional=True),
)


class Value(NamedTuple):
    """A value that can be chosen for an option."""

    value: str | int
    meaning: Text | None = None  # said beside it
    label: str = ""  # the value as people see it; empty: as it is

    @property
    def shown(self) -> str:
        return self.label or f"{self.value}"


@dataclass(frozen=True, slots=True)
class SlashOption:
    """An option of a command."""

    name: str
    about: Text  # its description
    type: type[str] | type[int] | type[bool] = str
    default: str | int | bool | None = ""  # None: required
    values: tuple[Value, ...] = ()  # empty: any
    complete: Complete | None = None  # suggests values for the typed text
    words: bool = False  # it becomes the words of the Intent
    names: bool = False  # it names the game
    into: str = ""  # the verb's argument; empty: the one with its name

    @property
    def argument(self) -> str:
        return self.into or self.name


Where: TypeAlias = Literal["each game", "games", "games-admin", ""]
Options: TypeAlias = tuple[SlashOption, ...]


class Group(NamedTuple):
    """Commands within another command, which counts them as one of its 25."""

    name: Text
    about: Text


ASK: Final = Group(
    Text("/ask"),
    Text("Invite or remind players, or ask for more time, a substitute or an early end"),
)
REVIEW: Final = Group(Text("/review"), Text("Replay, download or verify a game"))
BOT: Final = Group(
    Text("/bot"), Text("See who runs this bot, manage your data, read the terms of use")
)


@dataclass(frozen=True, slots=True)
class Slash:
    """A slash command."""

    # Under each game (`/logger undo`), `/games`, `/games-admin` (see Verb.manages), or on its own.
    where: Where
    name: Text  # written `/undo`: translators see what it is
    about: Text  # its description
    options: Options | Callable[[Rules[Any]], Options] = ()  # a function: they differ by game
    only: Callable[[Rules[Any]], bool] = lambda game: True  # the games that have it
    group: Group | None = None  # as in `/games season join`

    @property
    def called(self) -> str:
        """The English name behind that of its group: `season join`."""
        names = (self.group.name, self.name) if self.group else (self.name,)
        return " ".join(name.template.removeprefix("/") for name in names)

    def options_of(self, game: Rules[Any] | None) -> Options:
        if not callable(self.options):
            return self.options
        assert game is not None
        return self.options(game)


def named_game(complete: Complete | None = None, *, required: bool = False) -> SlashOption:
    """The option that names a game, perhaps of another channel."""
    about = Text("Game name, such as L7 (default: this channel's game)")
    if required:
        about = Text("Game name, such as L7")
    return SlashOption(
        "game", about, default=None if required else "", complete=complete, names=True
    )


class Behind(NamedTuple):
    """A button of the panel More."""

    row: Literal[0, 1]  # 0: the upper row, of five at most; 1: the lower ones
    place: int  # in the order of its row
    label: Text
    only: Callable[[Any], bool] = lambda game: True  # the games that have it


class Form(NamedTuple):
    """A question before a verb is done, with a text as the answer."""

    title: Text
    label: Text  # of the field
    hint: Text  # in the empty field
    most: int  # characters


@dataclass(frozen=True, slots=True)
class Verb:
    """A wish that people have a button, a command or a line for."""

    name: str  # the ids of its buttons begin with it
    # Takes a Session if it is about a game, else an Intent; and, by name, the fields of the id or
    # the options of the command.
    do: Do

    # How people say it
    id: tuple[Field, ...] | None = None  # the fields of its buttons; None: no buttons
    numbered: bool = False  # a digit follows the name: one message has several
    slash: Slash | None = None  # its command
    way: Command | None = None  # to use in place of a command of its own
    typed: Collection[str] = ()  # lines that mean it unless the game reads them as a turn
    opens: Callable[[str], bool] | None = None  # whether a line means it, before the game reads it
    line: bool = False  # its words are a turn, or a line that means another verb
    form: Form | None = None  # what its buttons ask first; the answer becomes the words
    more: Behind | None = None  # its place behind More
    under: Text | None = None  # its button under the newest board
    # Its button on the screen of the help, or one for each game, whose key is the id's first field.
    help: Text | Callable[[Rules[Any]], Text] | None = None

    # Its game, and the people who may use it
    game: Meant | None = Meant.ANY  # the game it finds without a name; None: no game
    anywhere: bool = False  # also in direct messages without a game
    # Only for people who may manage the server now, there and about its own games; all others are
    # refused before any look-up.
    manages: bool = False
    # A page may use it too, in a browser or in the Activity. Only verbs about the page's own table
    # and verbs that teach: a stolen cookie must not reach a person's data or settings, other games
    # or a server.
    on_page: bool = False
    # "": each press is its own wish, about the button's row; any row: about the game as it is now;
    # or presses count once for each person and row, or once for each panel.
    press: Literal["", "any row", "once a row", "once a panel"] = ""

    # Where its answer appears
    instead: Literal["", "panel", "own"] = ""  # of the panel; own: only of a private panel
    # Its buttons open the Activity: this notes what to show there. Takes the Session and the
    # Activity's id, "" before it is open.
    launch: Callable[[Session, str], Awaitable[None]] | None = None

    def __post_init__(self) -> None:
        if self.slash is not None and self.slash.where == "games-admin" and not self.manages:
            raise ValueError(f"the verb {self.name} stands among those of managers and is none")
        if self.manages and (self.typed or self.opens or self.line):
            raise ValueError(f"the verb {self.name} asks for a right, and no line carries one")

    @property
    def everywhere(self) -> bool:
        """Whether it answers in direct messages too, if only to say who may use it."""
        return self.anywhere or self.manages

    @property
    def source(self) -> str:
        """The ids of its buttons, as a regular expression."""
        fields = "".join(field.source for field in self.id or ())
        digit = r"\d" if self.numbered else ""
        return f"lc:{self.name}{digit}{fields}"

    def blank_id(self, *values: str) -> str:
        """The id of a button with these values for its first fields; the others are empty."""
        fields = [*values, *[""] * (len(self.id or ()) - len(values))]
        return ":".join(["lc", self.name, *fields])


@dataclass(frozen=True, slots=True)
class Feature:
    """Everything that one feature adds."""

    verbs: Sequence[Verb] = ()  # wishes that people press, command or type
    timers: Sequence[TimerKind] = ()
    policies: Sequence[Policy] = ()  # additions to each commit
    rows: Sequence[Handles] = ()  # handlers of posts
    # called when a person has left a server: with both, and whether they were banned
    gone: Callable[[int, int, bool], Awaitable[None]] | None = None
    # called with each game that was changed; no notification may wait for it
    hear: Callable[[GameRow], None] | None = None
    works: Callable[[], Coroutine[Any, Any, None]] | None = None  # runs as long as the client
    # Where people have to play each other, as in a season: the servers where two people meet, and
    # how to take a person out of a server's.
    meetings: Callable[[int, int], Awaitable[list[int]]] | None = None
    withdraw: Callable[[int, int], Awaitable[None]] | None = None
