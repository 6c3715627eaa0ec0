"""What a server has set for its games, in words: a sentence for each thing."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from bot.core.commands import Command
from bot.domain.agreed import LABELLED
from bot.domain.personal import QUIET, TIME_ZONE
from bot.domain.servers import (
    CHANNELS,
    LANGUAGE,
    LOG,
    MANAGERS,
    NAMES,
    PERSON,
    SERVER,
    SPECTATORS,
    STARTERS,
    THREADS,
    Settings,
)
from bot.text.languages import own_name
from rules.game import Option
from rules.text import (
    NOTHING,
    Code,
    Joined,
    Listed,
    Name,
    Place,
    Plural,
    Small,
    Strong,
    Text,
    lines,
    notation,
)

Say = Callable[[str], Text]  # of a value as it is shown, a role as `@name`; empty: it is not set
HOW: Final = Command("games-admin", "setup", "time_zone:Europe/Berlin")
INTEGRATIONS: Final = Text(
    "This doesn't affect open games. In Server Settings, under Integrations, you can also "
    "limit each command to certain channels, roles and members."
)

NOTHING_SET: Final = Text("Default settings: anyone can start games, in any channel.")


def summary(shown: Settings, usual: Mapping[str, Text]) -> Text:
    """All that is set, and nothing else. shown: as it is shown, by name; usual: what tables of a
    game agree on where nobody says anything else."""
    said = [item(said_of(name, shown[name])) for name in NAMES if name in shown]
    games = [item(Joined(": ", (notation(game), each))) for game, each in usual.items()]
    title = Strong(Text("Games on this server"))
    return lines(title, *(*said, *games) or (NOTHING_SET,), Small(INTEGRATIONS))


def item(text: Text) -> Text:
    """A line of a list."""
    return Joined(" ", ("-", text))


def said_of(name: str, value: str) -> Text:
    """What a setting comes to."""
    return _SAID[name](value)


def _channels(value: str) -> Text:
    if not value:
        return Text("Games can start in any channel.")
    places = Listed((Place(int(each)) for each in value.split()), "or")
    return Text("Games can start only in {channels}.", channels=places)


def _threads(value: str) -> Text:
    if value:
        return Text("Each game gets its own thread.")
    return Text("Games run in the channel, or in a thread if you ask for one.")


def _starters(value: str) -> Text:
    if not value:
        return Text("Anyone can start games.")
    if value == MANAGERS:
        return Text("Only server managers can start games.")
    if not value.startswith("@"):
        return Text("The role that can start games no longer exists. Choose another.")
    role = Strong(Name(value.removeprefix("@")))
    return Text("Only server managers and members with the {role} role can start games.", role=role)


def _person(value: str) -> Text:
    if not value:
        return Text("Limit on open games per person: the bot's default.")
    games = Plural("{n} open game", "{n} open games", n=int(value))
    return Text("Limit per person: {games}.", games=games)


def _server(value: str) -> Text:
    if not value:
        return Text("Limit on this server's open games: the bot's default.")
    games = Plural("{n} open game", "{n} open games", n=int(value))
    return Text("Limit on this server: {games}.", games=games)


def _spectators(value: str) -> Text:
    if not value:
        return Text("Only players can watch a game in a browser.")
    return Text(
        "If everyone here can read a game's channel, anyone with the link can watch that "
        "game in a browser. Hands stay hidden."
    )


def _language(value: str) -> Text:
    if not value:
        return Text("New games use the server's Discord language.")
    return Text("New games are in {language}.", language=own_name(value))


def _zone(value: str) -> Text:
    if not value:
        return Text("The server's time zone isn't set. Set it with {command}.", command=HOW)
    return Text("The server's time zone is {zone}.", zone=value)


def _quiet(value: str) -> Text:
    if not value:
        return Text("The server has no quiet hours.")
    return Text("The server's quiet hours are {hours}: nobody gets a reminder then.", hours=value)


def _log(value: str) -> Text:
    if not value:
        return Text("The server log is switched off.")
    return Text(
        "The server log is in {channel}. It has one line for everything a server manager does.",
        channel=Place(int(value)),
    )


_SAID: Mapping[str, Say] = MappingProxyType(
    {
        CHANNELS: _channels,
        THREADS: _threads,
        STARTERS: _starters,
        PERSON: _person,
        SERVER: _server,
        SPECTATORS: _spectators,
        LANGUAGE: _language,
        TIME_ZONE: _zone,
        QUIET: _quiet,
        LOG: _log,
    }
)


def usual(option: Option, value: str) -> Text:
    """What a table agrees on where nobody says anything else."""
    return Text("{option} {value}", option=option.shown, value=option.said(value))


def game_page(game: str, chosen: Option | None) -> Text:
    """Above the menus of a game. chosen: the option whose values are offered."""
    head = Text(
        "Defaults for {game}, unless someone picks something else.",
        game=Strong(notation(game)),
    )
    if chosen is None:
        return head
    return lines(head, Joined(": ", (Code(chosen.shown), chosen.about)))


def changed(who: Text, what: Text) -> Text:
    """A line of the server's log."""
    return Text("{who} changed the game settings here. {what}", who=who, what=what)


def usual_changed(game: str, name: str, value: str) -> Text:
    """name: of the option, as it is stored; value: the same; empty: the default."""
    labelled = LABELLED.get(name)
    option = Code(labelled.shown if labelled else name)
    if not value:
        return Text("{game}: {option} is back to its default.", game=game, option=option)
    return Text(
        "{game}: {option} is {value} by default.",
        game=game,
        option=option,
        value=Code(labelled.said(value) if labelled else value),
    )


SERVER_ZONE_FIRST: Final = Text(
    "I need the server's time zone first. Set both at once: {command}.",
    command=Command("games-admin", "setup", "time_zone:Europe/Berlin quiet_hours:22:00-08:00"),
)
NO_CHANNEL: Final = Text("I don't know that channel, or it isn't a text channel.")


def no_starters(typed: Text) -> Text:
    return Text(
        "{typed} isn't a role on this server. Start typing, then pick one from the list.",
        typed=typed,
    )


PAGES: Mapping[str, Text] = MappingProxyType(
    {
        "where": Text("Where"),
        "who": Text("Who and How Many"),
        "quiet": Text("Quiet Hours"),
        "log": Text("Log"),
    }
)
PAGE_OF: Mapping[str, str] = MappingProxyType(
    {
        CHANNELS: "where",
        THREADS: "where",
        LANGUAGE: "where",
        STARTERS: "who",
        PERSON: "who",
        SERVER: "who",
        SPECTATORS: "who",
        TIME_ZONE: "quiet",
        QUIET: "quiet",
        LOG: "log",
    }
)


def page(name: str, shown: Settings, *, boards: bool = False) -> Text:
    """Above the menus of a page: what is set of it. boards: they can be opened in a browser."""
    names = [each for each in NAMES if boards or each != SPECTATORS]
    said = [said_of(each, shown.get(each, "")) for each in names if PAGE_OF[each] == name]
    return lines(Strong(PAGES[name]), *said, _NOTES.get(name, NOTHING))


_NOTES: Mapping[str, Text] = MappingProxyType(
    {
        "where": Small(Text("This applies to everyone, and to the threads in those channels too.")),
        "who": Small(Text("Anyone can join games, and practise in direct messages with me.")),
        "quiet": Small(
            Text("Your members have their own quiet hours too, and only those stop their clocks.")
        ),
        "log": Small(Text("Each entry in the log says who did what, without notifying anyone.")),
    }
)
