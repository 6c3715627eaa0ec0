"""The help: one screen with buttons, and lists of all commands. Both are made of what features
declare; how a turn is said, and what to do when something is wrong, are pages (seeds/help.md).

lc:help:                the one screen
lc:help:commands        the commands of each game
lc:help:anything        the one screen too
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

from bot.core.commands import Command
from bot.core.game import Games
from bot.features.commands import ADMIN, SHARED
from bot.features.feature import Group, Slash, Verb
from bot.messages import lessons
from bot.messages.layout import Button, Layout
from bot.text import help as told
from bot.text.help import CommandEntry
from bot.text.pages import Topic, help_topics
from rules.game import Game
from rules.text import Text

MORE: Final = "more-commands"


def help_page(verbs: Iterable[Verb], games: Games, topic: str) -> Layout:
    """A page of the help by its key; the one screen where there is no such page."""
    verbs, hosted = tuple(verbs), [games[kind].game for kind in games]
    slashes = [verb.slash for verb in verbs if verb.slash is not None]
    topics = (
        Topic("commands", Text("Commands"), told.commands(_of_each(slashes, hosted)), None),
        Topic(MORE, Text("More Commands"), told.commands(_of_all(slashes)), None),
        *help_topics(hosted),
    )
    if (here := next((each for each in topics if each.key == topic), None)) is not None:
        return lessons.help_page(topics, here)
    of_games = [_of_game(verb, game) for verb in verbs if callable(verb.help) for game in hosted]
    others = [Button(verb.help, verb.blank_id()) for verb in verbs if isinstance(verb.help, Text)]
    first = [topic for topic in topics if topic.key != MORE]
    return lessons.help_front(told.front(hosted), of_games, others, first)


def _of_game(verb: Verb, game: Game[Any]) -> Button:
    assert callable(verb.help)
    return Button(verb.help(game), verb.blank_id(game.key), "success")


def _of_each(slashes: Iterable[Slash], games: Sequence[Game[Any]]) -> Iterator[CommandEntry]:
    """The commands of each game, as the first game has them that does."""
    for slash in slashes:
        having = [game for game in games if slash.where == "each game" and slash.only(game)]
        if having:
            only = [game.title for game in having] if len(having) < len(games) else ()
            yield CommandEntry(_command(slash, having[0].key), slash.about, only)


def _of_all(slashes: Iterable[Slash]) -> Iterator[CommandEntry]:
    told = set[Group]()
    for slash in slashes:
        if slash.where != SHARED:
            continue
        if (group := slash.group) is None:
            yield CommandEntry(_command(slash, SHARED), slash.about)
        elif group not in told:  # one line for all of a group
            told.add(group)
            yield CommandEntry(Command(SHARED, group.name.template.removeprefix("/")), group.about)
    # Who manages a server sees these while they type them.
    yield CommandEntry(Command(ADMIN), Text("for server managers"))


def _command(slash: Slash, under: str) -> Command:
    return Command(under, slash.called)
