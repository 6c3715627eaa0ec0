"""Commands by the names that people type.

@Bot /games join  ──> the command of that name: a line, in which Discord sees no command
@Bot /logger join ──> the same one: it is found wherever it stands, also without its group
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple

from bot.features.feature import Slash, Verb, Where
from bot.table.commands import Command
from bot.table.game import Games
from rules.english import plain

SHARED: Final = "games"  # the command under which stands what games share
ADMIN: Final = "games-admin"  # that of those who manage a server

_GROUPS: Final[Mapping[str, Where]] = {SHARED: SHARED, ADMIN: ADMIN}


class Named(NamedTuple):
    """What a name means. kind: the game under which it was looked for, if under one; command: how
    it is called."""

    verb: Verb
    kind: str | None
    command: Command


class Typed(NamedTuple):
    """A line that names a command. slash: it begins with one; rest: the line without the game,
    `resign` of `logger resign`."""

    named: Named
    slash: bool
    rest: str


def named(verbs: Iterable[Verb], games: Games, under: str, name: str) -> Named | None:
    """The command of a name, wherever it stands. under: a game's key, `games`, or nothing."""
    kind = under if under in games else None
    where: Where = "each game" if kind else _GROUPS.get(under, "")
    fitting = [
        (verb, slash)
        for verb in verbs
        if (slash := verb.slash)
        and name in (slash.called, slash.called.rpartition(" ")[2])
        and _is_there(slash, kind, games)
    ]
    if not fitting:
        return None
    verb, slash = min(fitting, key=lambda each: (each[1].called != name, each[1].where != where))
    group = kind or "" if slash.where == "each game" else slash.where
    return Named(verb, kind, Command(group, slash.called) if group else Command(slash.called))


def _is_there(slash: Slash, kind: str | None, games: Games) -> bool:
    """A game has the command, or no game is asked for and it belongs to none."""
    return slash.where != "each game" if kind is None else slash.only(games[kind].game)


def typed(verbs: Iterable[Verb], games: Games, line: str) -> Typed | None:
    """The command that a line begins with: with a slash, or with a game's name or `games`."""
    words = plain(line)
    slash, words = words.startswith("/"), words.removeprefix("/")
    first, _, rest = words.partition(" ")
    if first in games or first in _GROUPS:
        names = (" ".join(rest.split()[:n]) for n in (2, 1))  # the longer one is in a group
        found = next(filter(None, (named(verbs, games, first, name) for name in names)), None)
    else:
        found, rest = named(verbs, games, "", first) if slash else None, words
    return None if found is None else Typed(found, slash, rest)
