"""A server's settings: the table of `/games-admin setup`, and what the rest of the bot reads of it.

channels      500 501            where games may be opened; not set: everywhere
starters      managers | 77      who may open games: a role's id; not set: everybody
person        3                  open games that one person may host; not set: as the bot has it
server        20                 open games of the server
log           500                where the bot says what server managers do
puzzles       off | 500          no puzzles there, or the channel in which one is posted each day
puzzle_hour   9                  at which hour
logger.pace   long               an option of a game where nobody says anything else
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Final, NamedTuple

from bot.core.calendar import Calendar, Quiet
from bot.core.commands import Command
from bot.core.guilds import Channel, Role
from bot.domain.hours import (
    BOTH_AT_ONCE,
    QUIET,
    TIME_ZONE,
    hours,
    quiet_choices,
    quiet_reader,
    zone_of,
    zone_read,
    zones_offered,
)
from bot.domain.settings import (
    NOT_SET,
    OFF,
    ON,
    Pickable,
    Setting,
    Settings,
    language,
    said_of,
    switch,
    table,
    with_or_without,
)
from rules.errors import Unavailable, quoted
from rules.text import (
    NOTHING,
    Listed,
    Name,
    Place,
    Plural,
    Strong,
    Text,
    notation,
)
from storage import NO_LIMITS, Limits

CHANNELS: Final = "channels"
THREADS: Final = "threads"
STARTERS: Final = "starters"
MANAGERS: Final = "managers"
EVERYBODY: Final = "everybody"  # as someone may type it
PERSON, SERVER = "person", "server"
LOG: Final = "log"
SPECTATORS: Final = "spectators"
PUZZLES, PUZZLE_HOUR = "puzzles", "puzzle_hour"
NUMBERS: Final = ("1", "2", "3", "5", "10", "20", "50", "100")
WHERE, WHO, NIGHT, RECORD = "where", "who", "quiet", "log"  # pages


class ServerView(NamedTuple):
    """A server with its settings, as its panels show them."""

    settings: Settings
    here: Channel | None = None  # the channel of the panel
    channels: Sequence[Channel] = ()
    roles: Sequence[Role] = ()
    limits: Limits = NO_LIMITS  # of open games, whatever the server sets
    languages: Mapping[str, str] = MappingProxyType({})  # own names, by code
    boards: bool = False  # they can be opened in a browser


def _channels(of: ServerView) -> Text:
    if not (allowed := channels_of(of.settings)):
        return Text("Games can start in any channel.")
    places = Listed(map(Place, allowed), "or")
    return Text("Games can start only in {channels}.", channels=places)


def _channels_menu(of: ServerView) -> Text:
    if channels_of(of.settings):
        return Text("Channels for games")
    return Text("Channels for games: all")


def _channel_picks(of: ServerView) -> Sequence[Pickable]:
    allowed = channels_of(of.settings)
    return [Pickable(f"{c.id}", _hash(c), NOTHING, c.id in allowed) for c in of.channels]


def _channel_buttons(of: ServerView) -> Sequence[Pickable]:
    allowed, found = channels_of(of.settings), list[Pickable]()
    if of.here and of.here.id in allowed:
        found.append(Pickable(f"-{of.here.id}", Text("Block This Channel")))
    elif of.here:
        found.append(Pickable(f"+{of.here.id}", Text("Allow This Channel")))
    return [*found, Pickable(NOT_SET, Text("Allow All Channels"))] if allowed else found


def _channels_read(of: ServerView, said: str) -> str:
    """Leaves out channels that were deleted."""
    there = {f"{each.id}" for each in of.channels}
    wanted = with_or_without(map(str, channels_of(of.settings)), said)
    if not (known := [each for each in wanted if each in there]) and said[:1] != "-":
        raise Unavailable(NO_CHANNEL)
    return " ".join(known)


def _hash(channel: Channel) -> Text:
    return Text("#{name}", name=Name(channel.name))


def _starters(of: ServerView) -> Text:
    value = of.settings.get(STARTERS, "")
    if not value:
        return Text("Anyone can start games.")
    if value == MANAGERS:
        return Text("Only server managers can start games.")
    called = value[1:] if value.startswith("@") else ""
    if not (role := called or role_named(of.roles, value)):
        return Text("The role that can start games no longer exists. Choose another.")
    return Text(
        "Only server managers and members with the {role} role can start games.",
        role=Strong(Name(role)),
    )


def role_named(roles: Sequence[Role], role: str) -> str:
    """The name of a role, by its id as it's stored; empty: it doesn't exist."""
    return next((each.name for each in roles if f"{each.id}" == role), "")


def _starter_picks(of: ServerView) -> Sequence[Pickable]:
    roles = [Pickable(f"{role.id}", Name(role.name)) for role in of.roles]
    roles.sort(key=lambda pick: pick.value != of.settings.get(STARTERS))
    managers = Pickable(MANAGERS, Text("Server managers only"))
    return (Pickable(NOT_SET, Text("Everyone")), managers, *roles)


def _starters_read(of: ServerView, said: str) -> str:
    """A role by its id, as it's offered, or by its name, as it may be typed."""
    if said == EVERYBODY:
        return ""
    named = {each.name.casefold(): f"{each.id}" for each in reversed(of.roles)}
    if said == MANAGERS or role_named(of.roles, said):
        return said
    if (role := named.get(said.removeprefix("@").casefold())) is None:
        raise Unavailable(
            Text(
                "{typed} isn't a role on this server. Start typing, then pick one from the list.",
                typed=quoted(said),
            )
        )
    return role


def _limit(
    name: str, most: Callable[[Limits], int], menu: Text, usual: Text, said: Callable[[Text], Text]
) -> Setting[ServerView]:
    """How many open games there may be. most: the bot's own limit; 0: none."""

    def told(of: ServerView) -> Text:
        n = number_of(of.settings, name)
        return said(Plural("{n} open game", "{n} open games", n=n)) if n else usual

    def fewer(of: ServerView) -> Sequence[Pickable]:
        limit = most(of.limits)
        numbers = [Pickable(n, notation(n)) for n in NUMBERS if not limit or int(n) < limit]
        return (Pickable(NOT_SET, Text("the bot's own limit")), *numbers)

    return Setting(name, told, page=WHO, menu=lambda of: menu, choices=fewer)


def _quiet_menu(of: ServerView) -> Text:
    if zone_of(of.settings) is None:
        return Text("Quiet hours: set the server's time zone first")
    return Text("Quiet hours")


def _log_picks(of: ServerView) -> Sequence[Pickable]:
    now = channel_of(of.settings, LOG)
    channels = sorted(of.channels, key=lambda each: each.id != now)
    picks = (Pickable(f"{each.id}", _hash(each)) for each in channels)
    return (Pickable(NOT_SET, Text("No log channel")), *picks)


def _log_here(of: ServerView) -> Sequence[Pickable]:
    return [Pickable(f"{of.here.id}", Text("Use This Channel for the Log"))] if of.here else []


def _log_read(of: ServerView, said: str) -> str:
    if said not in (f"{each.id}" for each in of.channels):
        raise Unavailable(NO_CHANNEL)
    return said


# In the order of the panel.
# fmt: off
SERVERS: Final[Mapping[str, Setting[ServerView]]] = table((
    Setting(CHANNELS, _channels, page=WHERE, menu=_channels_menu, choices=_channel_picks,
        several=True, buttons=_channel_buttons, read=_channels_read),
    switch(THREADS, page=WHERE,
        on=(Text("Threads Only"), Text("Each game gets its own thread.")),
        off=(Text("Make Threads Optional"),
            Text("Games run in the channel, or in a thread if you ask for one."))),
    Setting(STARTERS, _starters, page=WHO, menu=lambda of: Text("Who can start games"),
        choices=_starter_picks, read=_starters_read,
        option="who_can_start", about=Text("Who can start games: a role, or managers only")),
    _limit(PERSON, lambda limits: limits.person, Text("Open games per person"),
        Text("Limit on open games per person: the bot's default."),
        lambda games: Text("Limit per person: {games}.", games=games)),
    _limit(SERVER, lambda limits: limits.server, Text("Open games on this server"),
        Text("Limit on this server's open games: the bot's default."),
        lambda games: Text("Limit on this server: {games}.", games=games)),
    switch(SPECTATORS, page=WHO, only=lambda of: of.boards,
        on=(Text("Allow Spectators"), Text(
            "If everyone here can read a game's channel, anyone with the link can watch that "
            "game in a browser. Hands stay hidden.")),
        off=(Text("Turn Off Spectators"), Text("Only players can watch a game in a browser."))),
    language(Pickable(NOT_SET, Text("same as the server's language on Discord")),
        lambda name: Text("New games are in {language}.", language=name),
        Text("New games use the server's Discord language."),
        page=WHERE, about=Text("Default language for new games")),
    Setting(TIME_ZONE, said_of(TIME_ZONE,
            lambda zone: Text("The server's time zone is {zone}.", zone=zone),
            Text("The server's time zone isn't set. Set it with {command}.",
                command=Command("games-admin", "setup", "time_zone:Europe/Berlin"))),
        page=NIGHT, read=lambda of, typed: zone_read(typed),
        near=zones_offered,
        option="time_zone", about=Text("The server's time zone, such as Europe/Berlin")),
    Setting(QUIET, said_of(QUIET, lambda hours: Text(
            "The server's quiet hours are {hours}: nobody gets a reminder then.", hours=hours),
            Text("The server has no quiet hours.")),
        OFF, page=NIGHT, menu=_quiet_menu, choices=quiet_choices,
        read=quiet_reader(Text(
            "I need the server's time zone first. Set both at once: {command}.",
            command=Command("games-admin", "setup", BOTH_AT_ONCE))),
        option="quiet_hours", about=Text("Hours without reminders, such as 22:00-08:00, or off")),
    Setting(LOG, said_of(LOG, lambda channel: Text(
            "The server log is in {channel}. It has one line for everything a server manager "
            "does.", channel=Place(int(channel))),
            Text("The server log is switched off.")),
        page=RECORD, menu=lambda of: Text("Log channel"), choices=_log_picks,
        buttons=_log_here, read=_log_read),
))
# Each page with its title and a note.
PAGES: Final = {
    WHERE: (Text("Where"),
        Text("This applies to everyone, and to the threads in those channels too.")),
    WHO: (Text("Who and How Many"),
        Text("Anyone can join games, and practise in direct messages with me.")),
    NIGHT: (Text("Quiet Hours"),
        Text("Your members have their own quiet hours too, and only those stop their clocks.")),
    RECORD: (Text("Log"),
        Text("Each entry in the log says who did what, without notifying anyone.")),
}
# fmt: on
NO_CHANNEL: Final = Text("I don't know that channel, or it isn't a text channel.")


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
