"""The help: one screen with buttons, pages from seeds/help.md, and lists of all commands."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

from bot.features.feature import Group, Slash, Verb
from bot.messages.layout import Button, Layout
from bot.messages.pages import MOST_ROWS, Topic, help_topics, in_rows, others, words
from bot.table.game import Games
from bot.table.names import Command
from rules.game import GameRules
from rules.text import Joined, Listed, Strong, Text, lines

SHARED: Final = "games"  # the command of what games share
ADMIN: Final = "games-admin"  # the command of server managers


def help_page(verbs: Iterable[Verb], games: Games, topic: str) -> Layout:
    """The help page with this key; the one screen if there is no such page."""
    verbs, hosted = tuple(verbs), [games[kind].game for kind in games]
    slashes = [verb.slash for verb in verbs if verb.slash is not None]
    topics = (
        Topic("commands", Text("Commands"), Joined("\n", _of_each(slashes, hosted)), None),
        Topic("more-commands", Text("More Commands"), Joined("\n", _of_all(slashes)), None),
        *help_topics(hosted),
    )
    if (here := next((each for each in topics if each.key == topic), None)) is not None:
        back = Button(Text("Help"), "lc:help:", "success")
        buttons = [back, *others("lc:help:", topics, here)]
        return Layout(words("Lumbercamp", here), rows=in_rows(buttons))
    of_games = [
        Button(verb.help(game), verb.blank_id(game.key), "success")
        for verb in verbs
        if callable(verb.help)
        for game in hosted
    ]
    more = [Button(verb.help, verb.blank_id()) for verb in verbs if isinstance(verb.help, Text)]
    shown = (each for each in topics if each.key != "more-commands")
    more += [Button(each.title, f"lc:help:{each.key}") for each in shown]
    last = in_rows(more)
    first = in_rows(of_games)[: MOST_ROWS - len(last)]  # the last of too many get no button
    what = Text(
        "Play board games with {name}, right here, one turn at a time. Pick a game to see "
        "how it works and practise against the computer.",
        name=Strong("Lumbercamp"),
    )
    begin = Text(
        "Start a game with {starts}. When it's your turn I'll mention you: press {button}, "
        "or reply with your turn.",
        starts=Listed([Command(game.key, "start") for game in hosted], "or"),
        button=Strong(Text("Take Turn")),
    )
    return Layout(lines(what, begin), rows=(*first, *last))  # phones show only a few lines of it


def _of_each(slashes: Iterable[Slash], games: Sequence[GameRules[Any]]) -> Iterator[Text]:
    """A line for each command that games have, named as in the first game with that command."""
    for slash in slashes:
        having = [game for game in games if slash.where == "each game" and slash.only(game)]
        if having:
            command = Command(having[0].key, slash.called)
            if len(having) == len(games):
                yield _line(command, slash.about)
                continue
            in_these = Listed([game.title for game in having])
            about = slash.about
            yield Text("{command} ({games}): {about}", command=command, games=in_these, about=about)


def _of_all(slashes: Iterable[Slash]) -> Iterator[Text]:
    """A line for each command that games share; one for a whole group."""
    groups = set[Group]()
    for slash in slashes:
        if slash.where != SHARED:
            continue
        if (group := slash.group) is None:
            yield _line(Command(SHARED, slash.called), slash.about)
        elif group not in groups:
            groups.add(group)
            name = group.name.template.removeprefix("/")
            yield _line(Command(SHARED, name), group.about)
    # People who manage a server see these while they type them.
    yield _line(Command(ADMIN), Text("for server managers"))


def _line(command: Command, about: Text) -> Text:
    return Text("{command}: {about}", command=command, about=about)
