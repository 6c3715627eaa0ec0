"""A server's settings, as the bot reads them, and servers as Discord knows them. The table of the
settings is in bot/features/setup.py. As stored:

channels      500 501            where games may be opened; not set: everywhere
starters      managers | 77      the role that may open games, by id; not set: everybody
puzzles       off | 500          no puzzles, or the channel in which one is posted each day
turns         500                the channel of the turn list; not set: none
"""

from collections.abc import Sequence
from enum import Enum
from typing import Final, NamedTuple, Protocol

from bot.table.clocks import Calendar
from bot.table.settings import QUIET, Settings, hours, zone_of
from rules.text import Text


class ChannelInfo(NamedTuple):
    """A channel or thread."""

    id: int
    name: str
    lacking: tuple[str, ...] = ()  # the bot's missing rights there, by Discord's names


def without_posts(channel: ChannelInfo) -> list[str]:
    """The missing rights without which the bot can't keep a message up to date in a channel."""
    needed = "View Channels", "Send Messages", "Read Message History"
    return [right for right in needed if right in channel.lacking]


class Role(NamedTuple):
    """A role that people can have, by a name that people gave it."""

    id: int
    name: str


class NoThreads(Enum):
    """Why we can't open threads in a channel."""

    THREAD = "it is one"
    KIND = "its kind holds none"
    RIGHT = "the bot lacks a right"


class Guilds(Protocol):
    """Servers at this moment. An unknown server has nothing."""

    # The text channels of a server that the bot knows, in order.
    def channels(self, guild: int) -> Sequence[ChannelInfo]: ...

    # The forums of a server that the bot knows, in order.
    def forums(self, guild: int) -> Sequence[ChannelInfo]: ...

    # A text channel of a server, or a thread there.
    def channel(self, guild: int, channel: int) -> ChannelInfo | None: ...

    # Whether everybody on a server may read a channel or thread. Unknown ones aren't public.
    def public(self, guild: int, channel: int) -> bool: ...

    # Why the bot can't open a thread in a channel, or None if it can as far as we know.
    def no_threads(self, guild: int, channel: int) -> NoThreads | None: ...

    # The roles that a server's members can be given, the highest first.
    def roles(self, guild: int) -> Sequence[Role]: ...

    # A server's language in Discord, such as `de` or `pt-BR`, or "" if it isn't known.
    def language(self, guild: int) -> str: ...

    # Post something in a channel, in a language, and delete it. The reason if that fails, else
    # None.
    async def try_posting(self, channel: int, said: Text, language: str) -> Text | None: ...


CHANNELS: Final = "channels"
THREADS: Final = "threads"
STARTERS: Final = "starters"
MANAGERS: Final = "managers"
PERSON, SERVER = "person", "server"
LOG: Final = "log"
SPECTATORS: Final = "spectators"
SEASON_PAUSES: Final = "season_pauses"
PUZZLES, PUZZLE_HOUR = "puzzles", "puzzle_hour"
TURNS: Final = "turns"


def role_named(roles: Sequence[Role], role: str) -> str:
    """The name of a role by its stored id, or "" if it doesn't exist."""
    return next((each.name for each in roles if f"{each.id}" == role), "")


def channel_of(settings: Settings, name: str) -> int | None:
    """A channel setting, or None."""
    return number_of(settings, name) or None


def number_of(settings: Settings, name: str) -> int:
    """A number setting, or 0."""
    said = settings.get(name, "")
    return int(said) if said.isdecimal() else 0


def channels_of(settings: Settings) -> tuple[int, ...]:
    """The channels in which games may be opened. Empty: all of them."""
    return tuple(int(each) for each in settings.get(CHANNELS, "").split() if each.isdecimal())


def usual_of(settings: Settings, kind: str) -> dict[str, str]:
    """The usual options for a kind of game on a server."""
    head = f"{kind}."
    return {n.removeprefix(head): v for n, v in settings.items() if n.startswith(head)}


def quiet_until(settings: Settings, at: float) -> float:
    """This moment, or the end of the server's quiet hours around it."""
    zone, quiet = zone_of(settings), hours(settings.get(QUIET, ""))
    return at if zone is None or quiet is None else Calendar(zone, quiet).awake(at)
