"""What a server has set for its games, in words: a sentence for each thing."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from bot.core.commands import Command
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
    "Games that are open stay as they are. Discord's own page, Server Settings, Integrations, can "
    "keep each command to channels, roles and members besides."
)

NOTHING_SET: Final = Text("Nothing is set: everybody can open games, in every channel.")


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
        return Text("Games can be opened in every channel.")
    places = Listed((Place(int(each)) for each in value.split()), "or")
    return Text("Games can be opened in {channels} alone.", channels=places)


def _threads(value: str) -> Text:
    if value:
        return Text("Each game is played in a thread of its own.")
    return Text("A game is played in the channel, or in a thread where somebody asks for one.")


def _starters(value: str) -> Text:
    if not value:
        return Text("Everybody can open games.")
    if value == MANAGERS:
        return Text("Only people who may manage the server open games.")
    if not value.startswith("@"):
        return Text("The role whose members may open games is gone; choose another.")
    role = Strong(Name(value.removeprefix("@")))
    return Text(
        "Only members with the role {role} open games, and who manages the server.", role=role
    )


def _person(value: str) -> Text:
    if not value:
        return Text("One person may host as many open games as whoever runs me allows.")
    games = Plural("{n} open game", "{n} open games", n=int(value))
    return Text("One person may host {games} at once.", games=games)


def _server(value: str) -> Text:
    if not value:
        return Text("The server may have as many open games as whoever runs me allows.")
    games = Plural("{n} open game", "{n} open games", n=int(value))
    return Text("The server may have {games} at once.", games=games)


def _spectators(value: str) -> Text:
    if not value:
        return Text("Only who plays sees the board of a game in a browser.")
    return Text(
        "Whoever has its link may watch a game in a browser, where everybody here may read its "
        "channel; hands stay hidden."
    )


def _language(value: str) -> Text:
    if not value:
        return Text("New tables are told in the language that Discord has for the server.")
    return Text("New tables are told in {language}.", language=own_name(value))


def _zone(value: str) -> Text:
    if not value:
        return Text("The server's time zone is not known; {command} sets it.", command=HOW)
    return Text("The server's time zone is {zone}.", zone=value)


def _quiet(value: str) -> Text:
    if not value:
        return Text("The server has no quiet hours.")
    return Text("From {hours} nobody is reminded of a turn.", hours=value)


def _log(value: str) -> Text:
    if not value:
        return Text("There is no log.")
    return Text(
        "The log is {channel}: a line there for each thing that managers of the server do.",
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
    return Text("{option} {value}", option=option.name, value=value)


def game_page(game: str, chosen: Option | None) -> Text:
    """Above the menus of a game. chosen: the option whose values are offered."""
    head = Text(
        "What tables of {game} agree on where nobody says anything else.",
        game=Strong(notation(game)),
    )
    if chosen is None:
        return head
    return lines(head, Joined(": ", (Code(chosen.name), chosen.about)))


def changed(who: Text, what: Text) -> Text:
    """A line of the server's log."""
    return Text("{who} has changed how games are played here. {what}", who=who, what=what)


def usual_changed(game: str, option: str, value: str) -> Text:
    if not value:
        return Text("{game}: {option} is as usual.", game=game, option=Code(option))
    return Text(
        "{game}: {option} is {value} where nobody says anything else.",
        game=game,
        option=Code(option),
        value=Code(value),
    )


SERVER_ZONE_FIRST: Final = Text(
    "The quiet hours were not changed: the server's time zone is not known yet. Say it with them, "
    "{command}.",
    command=Command("games-admin", "setup", "time_zone:Europe/Berlin quiet:22:00-08:00"),
)
NO_CHANNEL: Final = Text(
    "I do not know that channel, or nobody writes messages in it, so nothing was changed."
)


def no_starters(typed: Text) -> Text:
    return Text(
        "{typed} is no role of this server, so nothing was changed. Choose one of those that are "
        "offered while you type.",
        typed=typed,
    )


PAGES: Mapping[str, Text] = MappingProxyType(
    {
        "where": Text("Where"),
        "who": Text("Who And How Many"),
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
        "where": Small(
            Text("That holds for everybody, and in the threads of those channels as well.")
        ),
        "who": Small(Text("Everybody can join, and practise in direct messages with me.")),
        "quiet": Small(
            Text("Everybody's own quiet hours hold besides, and only those stop their clocks.")
        ),
        "log": Small(Text("Each line names who did it, and calls nobody.")),
    }
)
