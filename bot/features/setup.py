"""`/games-admin setup`: server managers choose how games are played on their server; and
`/games-admin permissions`, which posts a message in each channel and deletes it.

A front page leads to a page for each subject, with the rows of SERVERS, and for each game, with the
defaults of its tables. A button holds the new value, so it may be pressed twice; a value that
doesn't change has no line in the log.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from functools import partial
from types import MappingProxyType
from typing import Any, Final, NamedTuple
from urllib.parse import quote as url_quote
from urllib.parse import unquote

from bot.features.feature import PAGE, Feature, Field, Slash, Verb, number
from bot.features.services import Services
from bot.features.settings import buttons, in_menu, menus, options, read_settings, setting_lines
from bot.messages.answers import value_text
from bot.messages.courier import Logged, doer
from bot.messages.layout import Button, Choice, Layout, Menu, page_picked, some, span, turning
from bot.table import servers
from bot.table.game import Game
from bot.table.intent import Intent
from bot.table.names import Command
from bot.table.rows import TurnsShown, code
from bot.table.settings import (
    BOTH_AT_ONCE,
    LANGUAGE,
    NOT_SET,
    OFF,
    QUIET,
    TIME_ZONE,
    Owner,
    Pickable,
    Setting,
    Settings,
    language,
    no_setting,
    quiet_choices,
    quiet_reader,
    stored_value,
    switch,
    table,
    with_or_without,
    zone_of,
    zone_read,
    zones_offered,
)
from bot.table.table_options import FORUM, every_option
from rules.errors import Unavailable, quote
from rules.game import GameRules, Option
from rules.text import (
    NOTHING,
    ChannelName,
    Code,
    Joined,
    Listed,
    Name,
    Plural,
    Small,
    Strong,
    Text,
    lines,
    notation,
    sentences,
)
from storage import NO_LIMITS, Limits


class ServerView(NamedTuple):
    """A server with its settings, as its panels show them."""

    settings: Settings
    here: servers.ChannelInfo | None = None  # the channel of the panel
    channels: Sequence[servers.ChannelInfo] = ()
    forums: Sequence[servers.ChannelInfo] = ()
    roles: Sequence[servers.Role] = ()
    limits: Limits = NO_LIMITS  # of open games, whatever the server sets
    languages: Mapping[str, str] = MappingProxyType({})  # own names, by code
    boards: bool = False  # they can be opened in a browser


def _picks(of: ServerView, chosen: Collection[int]) -> list[Pickable]:
    """The channels of the server."""
    return [_pick(each, chosen=each.id in chosen) for each in of.channels]


def _pick(each: servers.ChannelInfo, *, chosen: bool = False) -> Pickable:
    return Pickable(f"{each.id}", Text("#{name}", name=Name(each.name)), NOTHING, chosen)


def _channel_buttons(of: ServerView) -> Sequence[Pickable]:
    allowed, found = servers.channels_of(of.settings), list[Pickable]()
    if of.here and of.here.id in allowed:
        found.append(Pickable(f"-{of.here.id}", Text("Block This Channel")))
    elif of.here:
        found.append(Pickable(f"+{of.here.id}", Text("Allow This Channel")))
    return [*found, Pickable(NOT_SET, Text("Allow All Channels"))] if allowed else found


def _channels_read(of: ServerView, said: str) -> str:
    """Leaves out channels that were deleted."""
    there = {f"{each.id}" for each in of.channels}
    wanted = with_or_without(map(str, servers.channels_of(of.settings)), said)
    if not (known := [each for each in wanted if each in there]) and said[:1] != "-":
        raise Unavailable(_NO_CHANNEL)
    return " ".join(known)


def _starters(of: ServerView) -> Text:
    value = of.settings.get(servers.STARTERS)
    if not value:
        return Text("Anyone can start games.")
    if value == servers.MANAGERS:
        return Text("Only server managers can start games.")
    called = value[1:] if value.startswith("@") else ""
    if not (role := called or servers.role_named(of.roles, value)):
        return Text("The role that can start games no longer exists. Choose another.")
    return Text(
        "Only server managers and members with the {role} role can start games.",
        role=Strong(Name(role)),
    )


def _starter_picks(of: ServerView) -> Sequence[Pickable]:
    roles = [Pickable(f"{role.id}", Name(role.name)) for role in of.roles]
    roles.sort(key=lambda pick: pick.value != of.settings.get(servers.STARTERS))
    managers = Pickable(servers.MANAGERS, Text("Server managers only"))
    return (Pickable(NOT_SET, Text("Everyone")), managers, *roles)


def _starters_read(of: ServerView, said: str) -> str:
    """A role by its id, as it's offered, or by its name, as it may be typed."""
    if said == "everybody":
        return ""
    named = {each.name.casefold(): f"{each.id}" for each in reversed(of.roles)}
    if said == servers.MANAGERS or servers.role_named(of.roles, said):
        return said
    if (role := named.get(said.removeprefix("@").casefold())) is None:
        raise Unavailable.because(
            "{typed} isn't a role on this server. Start typing, then pick one from the list.",
            typed=quote(said),
        )
    return role


def _limit(
    name: str, most: Callable[[Limits], int], menu: Text, usual: Text, said: Callable[[Text], Text]
) -> Setting[ServerView]:
    """The setting of a limit on open games. most: the bot's own limit; 0: none."""

    def told(of: ServerView) -> Text:
        n = servers.number_of(of.settings, name)
        return said(Plural("{n} open game", "{n} open games", n=n)) if n else usual

    def fewer(of: ServerView) -> Sequence[Pickable]:
        limit, numbers = most(of.limits), (1, 2, 3, 5, 10, 20, 50, 100)
        picks = (Pickable(f"{n}", notation(f"{n}")) for n in numbers if not limit or n < limit)
        return (Pickable(NOT_SET, Text("the bot's own limit")), *picks)

    return Setting(name, told, page="who", menu=lambda of: menu, choices=fewer)


def _log_read(of: ServerView, said: str) -> str:
    if said not in (f"{each.id}" for each in of.channels):
        raise Unavailable(_NO_CHANNEL)
    return said


def _turns_read(of: ServerView, said: str) -> str:
    there = next(each for each in of.channels if f"{each.id}" == _log_read(of, said))
    if missing := servers.without_posts(there):
        raise Unavailable.because(
            "I can't post in {channel}. Missing permissions: {rights}. A channel manager can "
            "grant them.",
            channel=ChannelName(there.id),
            rights=Listed([Strong(Text("{right}", right=each)) for each in missing]),
        )
    return said


def _said_of(name: str, said: Callable[[str], Text], unset: Text) -> Callable[[Owner], Text]:
    """A sentence about a value, or that there is none."""

    def sentence(of: Owner) -> Text:
        return said(value) if (value := of.settings.get(name)) else unset

    return sentence


# In the order of the panel.
# fmt: off
SERVERS: Final[Mapping[str, Setting[ServerView]]] = table((
    Setting(servers.CHANNELS, lambda of: Text("Games can start only in {channels}.",
                channels=Listed(map(ChannelName, servers.channels_of(of.settings)), "or"))
            if servers.channels_of(of.settings) else Text("Games can start in any channel."),
        page="where", choices=lambda of: _picks(of, servers.channels_of(of.settings)), several=True,
        menu=lambda of: Text("Channels for games") if servers.channels_of(of.settings)
            else Text("Channels for games: all"),
        buttons=_channel_buttons, read=_channels_read),
    switch(servers.THREADS, page="where",
        on=(Text("Threads Only"), Text("Each game gets its own thread.")),
        off=(Text("Make Threads Optional"),
            Text("Games run in the channel, or in a thread if you ask for one."))),
    Setting(FORUM, _said_of(FORUM,
            lambda forum: Text("Each game gets its own post in {forum}.",
                forum=ChannelName(int(forum))),
            Text("Games don't get posts in a forum.")),
        page="where", only=lambda of: bool(of.forums or of.settings.get(FORUM)),
        menu=lambda of: Text("Forum for games"),
        choices=lambda of: (Pickable(NOT_SET, Text("No forum")), *map(_pick, of.forums))),
    Setting(servers.STARTERS, _starters, page="who", menu=lambda of: Text("Who can start games"),
        choices=_starter_picks, read=_starters_read,
        option="who_can_start", about=Text("Who can start games: a role, or managers only")),
    _limit(servers.PERSON, lambda limits: limits.person, Text("Open games per person"),
        Text("Limit on open games per person: the bot's default."),
        lambda games: Text("Limit per person: {games}.", games=games)),
    _limit(servers.SERVER, lambda limits: limits.server, Text("Open games on this server"),
        Text("Limit on this server's open games: the bot's default."),
        lambda games: Text("Limit on this server: {games}.", games=games)),
    switch(servers.SPECTATORS, page="who", only=lambda of: of.boards,
        on=(Text("Allow Spectators"), Text(
            "If everyone here can read a game's channel, anyone with the link can watch that "
            "game in a browser. Hands stay hidden.")),
        off=(Text("Turn Off Spectators"), Text("Only players can watch a game in a browser."))),
    switch(servers.SEASON_PAUSES, page="who",
        on=(Text("Allow Pauses in Seasons"), Text("Players can agree to pause a season game.")),
        off=(Text("No Pauses in Seasons"), Text("Only moderators can pause season games."))),
    language(Pickable(NOT_SET, Text("same as the server's language on Discord")),
        lambda name: Text("New games are in {language}.", language=name),
        Text("New games use the server's Discord language."),
        page="where", about=Text("Default language for new games")),
    Setting(TIME_ZONE, _said_of(TIME_ZONE,
            lambda zone: Text("The server's time zone is {zone}.", zone=zone),
            Text("The server's time zone isn't set. Set it with {command}.",
                command=Command("games-admin", "setup", "time_zone:Europe/Berlin"))),
        page="quiet", read=zone_read,
        near=zones_offered,
        option="time_zone", about=Text("The server's time zone, such as Europe/Berlin")),
    Setting(QUIET, _said_of(QUIET, lambda hours: Text(
            "The server's quiet hours are {hours}: nobody gets a reminder then.", hours=hours),
            Text("The server has no quiet hours.")),
        OFF, page="quiet", choices=quiet_choices,
        menu=lambda of: Text("Quiet hours") if zone_of(of.settings)
            else Text("Quiet hours: set the server's time zone first"),
        read=quiet_reader(Text(
            "I need the server's time zone first. Set both at once: {command}.",
            command=Command("games-admin", "setup", BOTH_AT_ONCE))),
        option="quiet_hours", about=Text("Hours without reminders, such as 22:00-08:00, or off")),
    Setting(servers.LOG, _said_of(servers.LOG, lambda channel: Text(
            "The server log is in {channel}. It has one line for everything a server manager "
            "does.", channel=ChannelName(int(channel))),
            Text("The server log is switched off.")),
        page="log", menu=lambda of: Text("Log channel"),
        choices=lambda of: (Pickable(NOT_SET, Text("No log channel")), *sorted(
            _picks(of, ()), key=lambda each: each.value != of.settings.get(servers.LOG))),
        buttons=lambda of: [Pickable(f"{of.here.id}", Text("Use This Channel for the Log"))]
            if of.here else [],
        read=_log_read),
    Setting(servers.TURNS, _said_of(servers.TURNS, lambda channel: Text(
            "The turn list is in {channel}.", channel=ChannelName(int(channel))),
            Text("The turn list isn't posted in any channel.")),
        page="turns", menu=lambda of: Text("Channel for the turn list"),
        choices=lambda of: (Pickable(NOT_SET, Text("Don't post it")), *_picks(of, ())),
        buttons=lambda of: [Pickable(f"{of.here.id}", Text("Post It Here"))] if of.here else [],
        read=_turns_read),
))
# Each page with its title and a note.
PAGES: Final = {
    "where": (Text("Where"),
        Text("This applies to everyone, and to the threads in those channels too.")),
    "who": (Text("Who and How Many"),
        Text("Anyone can join games, and practise in direct messages with me.")),
    "quiet": (Text("Quiet Hours"),
        Text("Your members have their own quiet hours too, and only those stop their clocks.")),
    "log": (Text("Log"),
        Text("Each entry in the log says who did what, without notifying anyone.")),
    "turns": (Text("Turn List"),
        Text("It names the player to move in each running game, without pings. Games in channels "
            "that some members can't read are left out.")),
}
# fmt: on
_NO_CHANNEL: Final = Text("I don't know that channel, or it isn't a text channel.")


@code("set_up")
class SetUp(Logged):
    """Says that somebody has changed a setting of the server's tables."""

    by: int
    name: str
    value: str  # as shown, quoted as in an address; empty: the default
    title: str  # of the setting's game

    def line(self, game: Game | None) -> Text:
        value, title = unquote(self.value), unquote(self.title)
        option, now = Code(self.name), Code(value)
        what = Text("{game}: {option} is back to its default.", game=title, option=option)
        if self.name in SERVERS:
            what = SERVERS[self.name].said(ServerView({self.name: value} if value else {}))
        elif value:
            what = Text(
                "{game}: {option} is {value} by default.", game=title, option=option, value=now
            )
        return Text("{who} changed the game settings here. {what}", who=doer(self.by), what=what)


class _ServerSetup:
    """Shows and changes the settings of a server."""

    def __init__(self, at: Services) -> None:
        self._servers, self._guilds, self._games, self._at = at.servers, at.guilds, at.games, at

    async def show(self, intent: Intent, page: str = "", part: int = 0) -> Layout:
        """Show a page, or the front if there is no such page. A pick on a game's page is the option
        whose values are offered. part: the page of the longest menu there."""
        of = await self._of(intent)
        if page in self._games:
            return _of_game(of, self._games[page].game, intent.words, part)
        if page not in PAGES:
            return _front(of, [self._games[kind].game for kind in self._games])
        rows = {row.name: row for row in SERVERS.values() if row.page == page}
        title, note = PAGES[page]
        return Layout(
            lines(Strong(title), *setting_lines(rows, of), Small(note)),
            menus=tuple(menus(rows, of, "pick", part)),
            buttons=(*buttons(rows, of, "rule", lambda to: f"lc:setup:{page}:{to}", part), BACK),
        )

    async def by_command(
        self, intent: Intent, page: str = "", part: int = 0, **said: str
    ) -> Layout:
        """Set the typed values, then show a page. Raises Unavailable; then nothing is set."""
        if values := read_settings(SERVERS, await self._of(intent), said):
            await self._keep(intent, values)
        return await self.show(intent, page, part)

    async def pick(self, intent: Intent, name: str, part: int = 0) -> Layout:
        """Set a value picked from a menu, or turn the menu's page. Raises Unavailable."""
        said = intent.words
        if (there := page_picked(said)) is not None:
            return await self._page_of(intent, name, there)
        if name in SERVERS and SERVERS[name].several:  # picks that the menu has no room for stay
            of = await self._of(intent)
            shown = {pick.value for pick in in_menu(SERVERS[name], of, part)[1]}
            others = of.settings.get(name, "").split()
            said = " ".join([*said.split(), *(each for each in others if each not in shown)])
        return await self.set(intent, name, said or NOT_SET, part)

    async def set(self, intent: Intent, name: str, value: str, part: int = 0) -> Layout:
        """Change one setting. Raises Unavailable."""
        if "." not in name:
            of = await self._of(intent)
            await self._keep(intent, {name: stored_value(SERVERS, of, name, value or NOT_SET)})
            return await self._page_of(intent, name, part)
        kind, _, option = name.partition(".")
        chosen = (
            options_with_values(self._games[kind].game).get(option) if kind in self._games else None
        )
        if chosen is None or value not in (NOT_SET, *values_of(chosen)):
            raise Unavailable(no_setting(name))
        said, stored = ("", None) if value == NOT_SET else (chosen.value_label(value), value)
        title = self._games[kind].game.title
        line = SetUp(intent.user, chosen.shown, url_quote(said, safe=""), url_quote(title, safe=""))
        await self._servers.set(intent.guild, {name: stored}, line)
        return await self._page_of(intent, name, part)

    async def _page_of(self, intent: Intent, name: str, part: int) -> Layout:
        """The page of a setting."""
        kind, dot, option = name.partition(".")
        if dot:
            return await self.show(replace(intent, words=option), kind, part)
        return await self.show(intent, SERVERS[name].page if name in SERVERS else "", part)

    async def _keep(self, intent: Intent, values: Mapping[str, str | None]) -> None:
        shown, roles = {name: value or "" for name, value in values.items()}, self._guilds.roles
        if role := servers.role_named(roles(intent.guild), shown.get(servers.STARTERS, "")):
            shown[servers.STARTERS] = f"@{role[:60]}"
        if code := shown.get(LANGUAGE):
            shown[LANGUAGE] = self._at.languages.names.get(code, code)
        lines = [SetUp(intent.user, n, url_quote(said, safe=""), "") for n, said in shown.items()]
        lists = list[TurnsShown]()
        if servers.TURNS in values:
            before = (await self._at.store.server(intent.guild)).get(servers.TURNS)
            places = {before, values[servers.TURNS]}
            lists = [TurnsShown(int(each)) for each in places if each]
        await self._servers.set(intent.guild, values, *lines, *lists)

    async def _of(self, intent: Intent) -> ServerView:
        return self.around(intent, await self._at.store.server(intent.guild))

    def around(self, intent: Intent, settings: Settings) -> ServerView:
        """A server as it is on Discord now."""
        return ServerView(
            settings,
            self._guilds.channel(intent.guild, intent.parent or intent.channel),
            self._guilds.channels(intent.guild),
            self._guilds.forums(intent.guild),
            self._guilds.roles(intent.guild),
            self._at.limits,
            self._at.languages.names,
            bool(self._at.hosting.boards_at),
        )


BACK: Final = Button(Text("Back"), "lc:setup:")


def _front(of: ServerView, games: Sequence[GameRules[Any]]) -> Layout:
    """All values that were set, and the buttons of the pages."""
    said = [row.said(of) for name, row in SERVERS.items() if name in of.settings]
    for game in games:
        usual = servers.usual_of(of.settings, game.key)
        agreed = [
            Text("{option} {value}", option=each.shown, value=each.value_label(usual[each.name]))
            for each in options_with_values(game).values()
            if each.name in usual
        ]
        if agreed:
            said.append(Joined(": ", (notation(game.title), Joined(", ", agreed))))
    listed: list[Text] = [Joined(" ", ("-", each)) for each in said]
    none = Text("Default settings: anyone can start games, in any channel.")
    more = Text(
        "This doesn't affect open games. In Server Settings, under Integrations, you can also "
        "limit each command to certain channels, roles and members."
    )
    pages = tuple(Button(label, f"lc:setup:{page}") for page, (label, _) in PAGES.items())
    theirs = [Button(notation(game.title), f"lc:setup:{game.key}") for game in games]
    check = Button(Text("Check Channels"), "lc:check", "primary")
    text = lines(Strong(Text("Games on this server")), *(listed or [none]), Small(more))
    return Layout(text, rows=(pages,), buttons=(*theirs, check))


def _of_game(of: ServerView, game: GameRules[Any], chosen: str, part: int) -> Layout:
    """The defaults of a game's options. chosen: the option whose values are offered."""
    usual, options = servers.usual_of(of.settings, game.key), options_with_values(game)
    titles = dict[str, Text]()
    for name, each in options.items():
        value = each.value_label(usual.get(name, each.default))
        titles[name] = Text("{option}: {value}", option=each.shown, value=value)
    choices = tuple(Choice(name, title) for name, title in titles.items())
    menus = [Menu(f"lc:setup:{game.key}", Text("Choose a default to change"), choices)]
    of_it = Strong(notation(game.title))
    text = Text("Defaults for {game}, unless someone picks something else.", game=of_it)
    if option := options.get(chosen):
        default = Text("default: {value}", value=option.value_label(option.default))
        values = [Choice(NOT_SET, default)]
        for value in values_of(option):
            meaning, said = option.meaning.get(value), option.value_label(value)
            values.append(Choice(value, value_text(said, meaning) if meaning else notation(said)))
        menus.append(Menu(f"lc:pick:{game.key}.{chosen}", titles[chosen], some(values, part)))
        text = lines(text, Joined(": ", (Code(option.shown), option.about)))
    return Layout(text, menus=tuple(menus), buttons=(BACK,))


def options_with_values(game: GameRules[Any]) -> dict[str, Option]:
    """The options that have values to pick, by name."""
    return {each.name: each for each in (*game.options, *every_option(game)) if values_of(each)}


def values_of(option: Option) -> tuple[str, ...]:
    return option.choices or tuple(option.meaning)


async def check(at: Services, intent: Intent, page: int = 0) -> Layout:
    """Check the channels of a page; nothing is tried in the others."""
    most = 5  # channels of a page, with a post tried in each
    settings = await at.store.server(intent.guild)
    allowed, log = servers.channels_of(settings), servers.channel_of(settings, servers.LOG)
    forum = servers.channel_of(settings, FORUM)
    wanted = [*dict.fromkeys(filter(None, (*(allowed or (intent.channel,)), log, forum)))]
    parts = range(0, len(wanted), most)
    first = parts[min(page, len(parts) - 1)]
    language = await at.servers.language(intent.guild)
    here = wanted[first : first + most]
    checked = [await _channel_line(at, intent.guild, each, language) for each in here]
    about = Text("Games can start in any channel. I checked this one:")
    if allowed:
        about = Text("I checked the game channels and the log channel:")
    fine = all(good for _, good in checked)
    grant = Text(
        "To fix one channel, open its settings, then Permissions, then my role. To fix all "
        "channels, open Server Settings, then Roles."
    )
    text = lines(about, *(line for line, _ in checked), NOTHING if fine else Small(grant))
    if len(parts) > 1:
        text = lines(text, Small(span(first + 1, first + len(checked), len(wanted))))
    turns = turning(lambda to: f"lc:checkpage:{to}", first // most, len(parts))
    return Layout(text, rows=(turns,))


async def _channel_line(at: Services, guild: int, number: int, language: str) -> tuple[Text, bool]:
    """A line about a channel, and whether its permissions are complete."""
    good, forums = False, {each.id: each for each in at.guilds.forums(guild)}
    if (channel := forums.get(number) or at.guilds.channel(guild, number)) is None:
        setup = Command("games-admin", "setup")
        told = Text(
            "I can't find this channel any more. Choose another one with {setup}.", setup=setup
        )
    else:
        tried = {"View Channels", "Send Messages"}.isdisjoint(channel.lacking)
        testing = Text("Testing whether I can post here. I'll delete this right away.")
        tries = tried and number not in forums  # a test would open a post
        refused = await at.guilds.try_posting(channel.id, testing, language) if tries else None
        rights = [Strong(Text("{right}", right=each)) for each in channel.lacking]
        missing = Text("Missing permissions: {rights}.", rights=Listed(rights))
        if not tried:
            told = Text("I can't post there at all.")
        elif refused is not None:
            told = Text("The test message failed: {why}.", why=refused)
        else:
            told = Text("The test message worked.")
        told = sentences(missing if rights else NOTHING, NOTHING if number in forums else told)
        if not rights and refused is None:
            told, good = Text("nothing is missing, and the test message worked."), True
            if number in forums:
                told = Text("nothing is missing.")
    return Joined(" ", ("-", Joined(": ", (ChannelName(number), told)))), good


def feature(at: Services) -> Feature:
    setup, blank = _ServerSetup(at), ServerView({}, languages=at.languages.names)
    slash = Slash(
        "games-admin",
        Text("/setup"),
        Text("Set up games on this server: channels, who can start them, quiet hours, log"),
        options(SERVERS, blank, lambda wish: setup.around(wish, {})),
    )
    name, value = Field("name", "[a-z_.]{1,64}"), Field("value", "[a-z0-9+-]{1,32}")
    part = number("part", 3)._replace(optional=True)
    way = Command("games-admin", "setup")
    managed = partial(Verb, way=way, game=None, instead="panel", manages=True)
    return Feature(
        verbs=(
            managed("setup", setup.by_command, (Field("page", "[a-z]{0,32}"), part), slash=slash),
            managed("rule", setup.set, (name, value)),
            managed("pick", setup.pick, (name, part)),
        )
    )


def permissions(at: Services) -> Feature:
    """The check of the channels, whose command stands behind those of puzzles."""
    about = Text("Check which permissions I'm missing in the game channels")
    slash = Slash("games-admin", Text("/permissions"), about)
    look = partial(check, at)
    way, managers = Command("games-admin", "permissions"), partial(Verb, game=None, manages=True)
    turn = managers("checkpage", look, PAGE, instead="own", way=way)
    return Feature(verbs=(managers("check", look, (), slash=slash), turn))
