"""`/games-admin setup`: those who may manage a server say how games are played there.

    front ──> a page for each subject ──> a menu or a button ──> set, with a line of the log
          └─> a page for each game: what its tables agree on where nobody says anything else

The settings are the rows in bot/domain/servers.py, and the options of each game. A button says what
something will be, so it may be pressed twice; a value that doesn't change has no line in the log.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial
from typing import Any, Final
from urllib.parse import quote, unquote

from bot.core.commands import Command
from bot.core.game import Game
from bot.core.intent import Intent
from bot.core.rows import coded
from bot.domain.agreed import table_options
from bot.domain.servers import (
    PAGES,
    SERVERS,
    STARTERS,
    ServerView,
    role_named,
    usual_of,
)
from bot.domain.settings import LANGUAGE, NOT_SET, Settings, no_setting, wanted
from bot.features.feature import Feature, Field, Slash, Verb, number
from bot.features.services import Services
from bot.features.settings import buttons, in_menu, menus, options, told, typed
from bot.messages.courier import Logged
from bot.messages.layout import Button, Choice, Layout, Menu
from bot.messages.paging import some, turned
from bot.text.options import meant
from bot.text.servers import doer
from rules.errors import Unavailable
from rules.game import Game as Rules
from rules.game import Option
from rules.text import Code, Joined, Small, Strong, Text, lines, notation

INTEGRATIONS: Final = Text(
    "This doesn't affect open games. In Server Settings, under Integrations, you can also "
    "limit each command to certain channels, roles and members."
)
NOTHING_SET: Final = Text("Default settings: anyone can start games, in any channel.")
TITLE: Final = Text("Games on this server")
NAME_LENGTH: Final = 60  # characters of a name in a line of the log


@coded("set_up")
class SetUp(Logged):
    """Somebody has set something for the server's tables. value: as it is shown, quoted as in an
    address; empty: it is set no more. title: of the game that it is about."""

    by: int
    name: str
    value: str
    title: str

    def line(self, game: Game | None) -> Text:
        value, title = unquote(self.value), unquote(self.title)
        if self.name in SERVERS:
            what = SERVERS[self.name].said(ServerView({self.name: value} if value else {}))
        elif value:
            what = Text(
                "{game}: {option} is {value} by default.",
                game=title,
                option=Code(self.name),
                value=Code(value),
            )
        else:
            option = Code(self.name)
            what = Text("{game}: {option} is back to its default.", game=title, option=option)
        who = doer(self.by)
        return Text("{who} changed the game settings here. {what}", who=who, what=what)


class Setup:
    """Shows and changes what a server has set."""

    def __init__(self, at: Services) -> None:
        self._servers, self._guilds, self._games, self._at = at.servers, at.guilds, at.games, at

    async def show(self, intent: Intent, page: str = "", part: int = 0) -> Layout:
        """A page; the front where there is no such page. What was picked on a game's page is the
        option whose values are offered. part: the page of the longest menu there."""
        of = await self._of(intent)
        if page in PAGES:
            return page_of(of, page, part)
        if page in self._games:
            return of_game(of, self._games[page].game, intent.words, part)
        return front(of, (self._games[kind].game for kind in self._games))

    async def by_command(
        self, intent: Intent, page: str = "", part: int = 0, **said: str
    ) -> Layout:
        """What was typed is set; then a page is shown. Raises Unavailable; then nothing is set."""
        if values := typed(SERVERS, await self._of(intent), said):
            await self._keep(intent, values)
        return await self.show(intent, page, part)

    async def pick(self, intent: Intent, name: str, part: int = 0) -> Layout:
        """Set what was picked from a menu, or turn to another page of it. Raises Unavailable."""
        said = intent.words
        if (there := turned(said)) is not None:
            return await self._page_of(intent, name, there)
        if name in SERVERS and SERVERS[name].several:  # those that the menu has no room for stay
            of = await self._of(intent)
            shown = {pick.value for pick in in_menu(SERVERS[name], of, part)[1]}
            others = of.settings.get(name, "").split()
            said = " ".join([*said.split(), *(each for each in others if each not in shown)])
        return await self.set(intent, name, said or NOT_SET, part)

    async def set(self, intent: Intent, name: str, value: str, part: int = 0) -> Layout:
        """One thing is so from now on. Raises Unavailable."""
        if "." not in name:
            of = await self._of(intent)
            await self._keep(intent, {name: wanted(SERVERS, of, name, value or NOT_SET)})
            return await self._page_of(intent, name, part)
        kind, _, option = name.partition(".")
        options = offered(self._games[kind].game) if kind in self._games else []
        chosen = next((each for each in options if each.name == option), None)
        if chosen is None or value not in (NOT_SET, *values_of(chosen)):
            raise Unavailable(no_setting(name))
        said, stored = ("", None) if value == NOT_SET else (chosen.said(value), value)
        title = self._games[kind].game.title
        line = SetUp(intent.user, chosen.shown, quote(said, safe=""), quote(title, safe=""))
        await self._servers.set(intent.guild, {name: stored}, line)
        return await self._page_of(intent, name, part)

    async def _page_of(self, intent: Intent, name: str, part: int) -> Layout:
        """The page on which something is set."""
        kind, dot, option = name.partition(".")
        if dot and kind in self._games:
            return of_game(await self._of(intent), self._games[kind].game, option, part)
        return await self.show(intent, SERVERS[name].page if name in SERVERS else "", part)

    async def _keep(self, intent: Intent, values: Mapping[str, str | None]) -> None:
        lines = [self._line(intent, name, value or "") for name, value in values.items()]
        await self._servers.set(intent.guild, values, *lines)

    def _line(self, intent: Intent, name: str, value: str) -> SetUp:
        if name == STARTERS and (role := role_named(self._guilds.roles(intent.guild), value)):
            value = f"@{role[:NAME_LENGTH]}"
        if name == LANGUAGE:
            value = self._at.languages.names.get(value, value)
        return SetUp(intent.user, name, quote(value, safe=""), "")

    async def _of(self, intent: Intent) -> ServerView:
        return self.around(intent, await self._servers.settings(intent.guild))

    def around(self, intent: Intent, settings: Settings) -> ServerView:
        """A server as Discord has it at this moment."""
        return ServerView(
            settings,
            self._guilds.channel(intent.guild, intent.parent or intent.channel),
            self._guilds.channels(intent.guild),
            self._guilds.roles(intent.guild),
            self._at.limits,
            self._at.languages.names,
            bool(self._at.boards_at),
        )


def page_id(page: str) -> str:
    return f"lc:setup:{page}"


BACK: Final = Button(Text("Back"), page_id(""))


def front(of: ServerView, games: Iterable[Rules[Any]]) -> Layout:
    """Everything that is set, and the way to each page."""
    games = tuple(games)
    said = [row.said(of) for name, row in SERVERS.items() if name in of.settings]
    for game in games:
        if usual := _agreed(of, game):
            said.append(Joined(": ", (notation(game.title), usual)))
    listed: list[Text] = [Joined(" ", ("-", each)) for each in said]
    pages = tuple(Button(label, page_id(page)) for page, (label, _) in PAGES.items())
    theirs = [Button(notation(game.title), page_id(game.key)) for game in games]
    check = Button(Text("Check Channels"), "lc:check", "primary")
    text = lines(Strong(TITLE), *(listed or [NOTHING_SET]), Small(INTEGRATIONS))
    return Layout(text, rows=(pages,), buttons=(*theirs, check))


def page_of(of: ServerView, name: str, part: int = 0) -> Layout:
    """A page of settings. part: the page of its longest menu."""
    rows = {row.name: row for row in SERVERS.values() if row.page == name}
    title, note = PAGES[name]
    return Layout(
        lines(Strong(title), *told(rows, of), Small(note)),
        menus=tuple(menus(rows, of, "pick", part)),
        buttons=(*buttons(rows, of, "rule", lambda to: f"{page_id(name)}:{to}", part), BACK),
    )


def of_game(of: ServerView, game: Rules[Any], chosen: str, part: int = 0) -> Layout:
    """The options of a game where nobody says anything else. chosen: the option whose values are
    offered."""
    usual, options = usual_of(of.settings, game.key), {o.name: o for o in offered(game)}
    choices = tuple(
        Choice(name, _is(option, usual.get(name, option.default)))
        for name, option in options.items()
    )
    menus = [Menu(page_id(game.key), Text("Choose a default to change"), choices)]
    text = Text(
        "Defaults for {game}, unless someone picks something else.",
        game=Strong(notation(game.title)),
    )
    if option := options.get(chosen):
        menus.append(_values(game, option, usual, part))
        text = lines(text, Joined(": ", (Code(option.shown), option.about)))
    return Layout(text, menus=tuple(menus), buttons=(BACK,))


def _values(game: Rules[Any], option: Option, usual: Mapping[str, str], part: int) -> Menu:
    values = [Choice(each, _value(option, each)) for each in values_of(option)]
    unset = Choice(NOT_SET, Text("default: {value}", value=option.said(option.default)))
    title = _is(option, usual.get(option.name, option.default))
    return Menu(f"lc:pick:{game.key}.{option.name}", title, some((unset, *values), part))


def _value(option: Option, value: str) -> Text:
    meaning, said = option.meaning.get(value), option.said(value)
    return notation(said) if meaning is None else meant(said, meaning)


def _is(option: Option, value: str) -> Text:
    return Text("{option}: {value}", option=option.shown, value=option.said(value))


def offered(game: Rules[Any]) -> list[Option]:
    """The options that have values to pick."""
    return [option for option in (*game.options, *table_options(game)) if values_of(option)]


def values_of(option: Option) -> tuple[str, ...]:
    return option.choices or tuple(option.meaning)


def _agreed(of: ServerView, game: Rules[Any]) -> Text:
    usual = usual_of(of.settings, game.key)
    return Joined(
        ", ",
        (
            Text("{option} {value}", option=each.shown, value=each.said(usual[each.name]))
            for each in offered(game)
            if each.name in usual
        ),
    )


def feature(at: Services) -> Feature:
    setup = Setup(at)
    blank = ServerView({}, languages=at.languages.names)
    slash = Slash(
        "games-admin",
        Text("/setup"),
        Text("Set up games on this server: channels, who can start them, quiet hours, log"),
        options(SERVERS, blank, lambda wish: setup.around(wish, {})),
    )
    name, value = Field("name", "[a-z_.]{1,64}"), Field("value", "[a-z0-9+-]{1,32}")
    part = number("part", 3)._replace(optional=True)
    managed = partial(
        Verb, way=Command("games-admin", "setup"), game=False, instead=True, manages=True
    )
    return Feature(
        verbs=(
            managed("setup", setup.by_command, (Field("page", "[a-z]{0,32}"), part), slash=slash),
            managed("rule", setup.set, (name, value)),
            managed("pick", setup.pick, (name, part)),
        )
    )
