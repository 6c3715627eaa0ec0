"""A server's settings, as the bot reads them. Their table is in bot/features/setup.py.

channels      500 501            where games may be opened; not set: everywhere
starters      managers | 77      who may open games: a role's id; not set: everybody
person        3                  open games that one person may host; not set: as the bot has it
server        20                 open games of the server
log           500                where the bot says what server managers do
puzzles       off | 500          no puzzles there, or the channel in which one is posted each day
puzzle_hour   9                  at which hour
season_pauses on                 players may agree on a pause in a season
logger.pace   long               an option of a game where nobody says anything else
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import Final, NamedTuple, Protocol

from bot.table.calendar import Calendar, Quiet
from bot.table.settings import ON, QUIET, Settings, hours, zone_of
from rules.text import Text
from storage import Limits


class Channel(NamedTuple):
    """A channel or thread. lacking: the bot's rights that are missing there, by Discord's names."""

    id: int
    name: str
    lacking: tuple[str, ...] = ()


class Role(NamedTuple):
    """A role that people can have, by a name that people gave it."""

    id: int
    name: str


class NoThreads(Enum):
    """Why a channel takes no threads of ours."""

    THREAD = "it is one"
    KIND = "its kind holds none"
    RIGHT = "the bot lacks a right"


class Guilds(Protocol):
    """Servers, as they are at this moment; of one that is not known nothing is."""

    def channels(self, guild: int) -> Sequence[Channel]:
        """The text channels of a server that the bot knows, in their order."""
        ...

    def channel(self, guild: int, channel: int) -> Channel | None:
        """A text channel of a server, or a thread there."""
        ...

    def public(self, guild: int, channel: int) -> bool:
        """Everybody on a server may read one of its channels or threads. Of what is not known at
        this moment nothing is public."""
        ...

    def no_threads(self, guild: int, channel: int) -> NoThreads | None:
        """Why the bot can open no thread in a channel; None: it can, as far as is known."""
        ...

    def roles(self, guild: int) -> Sequence[Role]:
        """The roles that members of a server may have been given, the highest first."""
        ...

    def language(self, guild: int) -> str:
        """Which one Discord has a server in, as `de` or `pt-BR`; empty where that is not known."""
        ...

    async def tried(self, channel: int, said: Text, language: str) -> Text | None:
        """Post something in a channel, in a language, and take it away. Why that did not work;
        None: it did."""
        ...


CHANNELS: Final = "channels"
THREADS: Final = "threads"
STARTERS: Final = "starters"
MANAGERS: Final = "managers"
PERSON, SERVER = "person", "server"
LOG: Final = "log"
SPECTATORS: Final = "spectators"
SEASON_PAUSES: Final = "season_pauses"
PUZZLES, PUZZLE_HOUR = "puzzles", "puzzle_hour"


def role_named(roles: Sequence[Role], role: str) -> str:
    """The name of a role, by its id as it's stored; empty: it doesn't exist."""
    return next((each.name for each in roles if f"{each.id}" == role), "")


def channel_of(settings: Settings, name: str) -> int | None:
    """A channel that was set; None: none was."""
    return number_of(settings, name) or None


def number_of(settings: Settings, name: str) -> int:
    """A number that was set; 0: none was."""
    said = settings.get(name, "")
    return int(said) if said.isdecimal() else 0


def channels_of(settings: Settings) -> tuple[int, ...]:
    """The channels in which games may be opened; none: in all."""
    return tuple(int(each) for each in settings.get(CHANNELS, "").split() if each.isdecimal())


def threads_only(settings: Settings) -> bool:
    """Whether each game gets its own thread."""
    return settings.get(THREADS) == ON


def limits_of(settings: Settings, host: Limits) -> Limits:
    """How many open games there may be: what the bot's host allows at most, and no more than the
    server has set."""
    return Limits(
        _lower(host.person, number_of(settings, PERSON)),
        _lower(host.server, number_of(settings, SERVER)),
    )


def _lower(*limits: int) -> int:
    return min(filter(None, limits), default=0)


def usual_of(settings: Settings, kind: str) -> dict[str, str]:
    """What a table of a kind agrees on where nobody says anything else, by option."""
    head = f"{kind}."
    return {n.removeprefix(head): v for n, v in settings.items() if n.startswith(head)}


def quiet_until(settings: Settings, at: float) -> float:
    """This moment, or the end of the server's quiet hours in which it lies."""
    zone, quiet = zone_of(settings), hours(settings.get(QUIET, ""))
    if zone is None or quiet is None:
        return at
    return Calendar(zone, Quiet(*quiet)).awake(at)
