"""What the help says: what this is, in a few lines, and each command with what it is for."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from bot.core.commands import Command
from rules.game import Game
from rules.text import Joined, Listed, Strong, Text, lines


class CommandEntry(NamedTuple):
    """A command in a list. only: the titles of the games that have it, where not all do."""

    command: Command
    about: Text
    only: Sequence[str] = ()


def front(games: Sequence[Game[Any]]) -> Text:
    """What this is, and how somebody begins. Phones show no more than a few lines above the
    buttons."""
    what = Text(
        "Play board games with {name}, right here, one turn at a time. Pick a game to see "
        "how it works and practise against the computer.",
        name=Strong("Lumbercamp"),
    )
    begin = Text(
        "Start a game with {starts}. When it's your turn I'll mention you: press {button}, "
        "or reply with your turn.",
        starts=Listed([Command(game.key, "start") for game in games], "or"),
        button=Strong(Text("Take Turn")),
    )
    return lines(what, begin)


def commands(entries: Iterable[CommandEntry]) -> Text:
    """A command a line."""
    return Joined("\n", map(_line, entries))


def _line(entry: CommandEntry) -> Text:
    if not entry.only:
        return Text("{command}: {about}", command=entry.command, about=entry.about)
    return Text(
        "{command} ({games}): {about}",
        command=entry.command,
        games=Listed(entry.only),
        about=entry.about,
    )
