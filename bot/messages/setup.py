"""The panels on which a server is set up: a front, and a page for each subject and each game.

buttons    lc:setup:<page>                    lc:rule:<what>:<what it will be>
menus      lc:pick:<what>                     lc:setup:<game>, which picks an option
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from bot.core.guilds import Channel, Role
from bot.domain.agreed import table_options
from bot.domain.personal import OFF, ON, QUIET, zone_of
from bot.domain.servers import (
    CHANNELS,
    LOG,
    MANAGERS,
    PERSON,
    SERVER,
    SPECTATORS,
    STARTERS,
    THREADS,
    Settings,
    channel_of,
    channels_of,
    threads_only,
    usual_of,
)
from bot.messages.layout import MOST_CHOICES, Button, Choice, Layout, Menu
from bot.messages.paging import some, turning
from bot.messages.personal import QUIET_HOURS
from bot.text import setup as texts
from bot.text.options import meant
from bot.text.paging import span
from rules.game import Game, Option
from rules.text import NOTHING, Joined, Name, Text, notation
from storage import Limits

NOT_SET: Final = "unset"  # what stands in an id for a value that is taken away
EVERYBODY: Final = Text("Everyone")
MANAGING: Final = Text("Server managers only")
NUMBERS: Final = ("1", "2", "3", "5", "10", "20", "50", "100")


class Around(NamedTuple):
    """What a panel is made of. shown: the settings as they are shown, a role by its name; here: the
    channel in which it is asked for; channels and roles: those of the server; limits: how many open
    games there may be at most, whatever the server sets; boards: they can be opened in a
    browser; part: the page of its longest menu."""

    settings: Settings
    shown: Settings
    here: Channel | None
    channels: Sequence[Channel]
    roles: Sequence[Role]
    limits: Limits
    boards: bool = False
    part: int = 0


def page_id(page: str) -> str:
    return f"lc:setup:{page}"


def rule_id(name: str, value: str) -> str:
    """What a button says that sets something: what it will be."""
    return f"lc:rule:{name}:{value}"


def pick_id(name: str) -> str:
    return f"lc:pick:{name}"


def front(around: Around, games: Iterable[Game[Any]]) -> Layout:
    """All that is set, and the way to each page."""
    games = tuple(games)
    usual = {game.title: told for game in games if (told := _usual(around.settings, game))}
    pages = [Button(label, page_id(page)) for page, label in texts.PAGES.items()]
    theirs = [Button(notation(game.title), page_id(game.key)) for game in games]
    check = Button(Text("Check Channels"), "lc:check", "primary")
    text = texts.summary(around.shown, usual)
    return Layout(text, rows=(tuple(pages),), buttons=(*theirs, check))


def _usual(settings: Settings, game: Game[Any]) -> Text:
    usual, options = usual_of(settings, game.key), {o.name: o for o in offered(game)}
    told = [texts.usual(options[name], usual[name]) for name in options if name in usual]
    return Joined(", ", told) if told else NOTHING


def offered(game: Game[Any]) -> list[Option]:
    """What can be agreed on by picking a value."""
    return [option for option in (*game.options, *table_options(game)) if values_of(option)]


def values_of(option: Option) -> tuple[str, ...]:
    return option.choices or tuple(option.meaning)


def where(around: Around) -> Layout:
    """In which channels, and in threads or not."""
    allowed, threads = channels_of(around.settings), threads_only(around.settings)
    shown = shown_channels(around)
    choices = tuple(Choice(str(c.id), _channel(c), chosen=c.id in allowed) for c in shown)
    of, n, part = pick_id(CHANNELS), len(around.channels), _part(around)
    title = Text("Channels for games: all")
    turns: tuple[Button, ...] = ()
    if n > len(shown):
        first = part * MOST_CHOICES
        among = span(first + 1, first + len(shown), n)
        title = Text("Channels for games ({among})", among=among)
        of = f"{of}:{part}"
        pages = -(-n // MOST_CHOICES)
        turns = turning(lambda to: f"{page_id('where')}:{to}", part, pages)
    menu = Menu(of, title, choices, several=True)
    buttons = [
        *turns,
        *_this_channel(around, allowed),
        Button(
            Text("Make Threads Optional") if threads else Text("Threads Only"),
            rule_id(THREADS, OFF if threads else ON),
        ),
    ]
    if allowed:
        buttons.append(Button(Text("Allow All Channels"), rule_id(CHANNELS, NOT_SET)))
    return _page("where", around, (menu,), buttons)


def shown_channels(around: Around) -> list[Channel]:
    """As many as a menu can show: those of a part, in the server's order. Where all of them find
    room, those that are chosen stand first."""
    if len(around.channels) <= MOST_CHOICES:
        allowed = channels_of(around.settings)
        return sorted(around.channels, key=lambda each: each.id not in allowed)
    first = _part(around) * MOST_CHOICES
    return list(around.channels[first : first + MOST_CHOICES])


def _part(around: Around) -> int:
    return min(around.part, max(len(around.channels) - 1, 0) // MOST_CHOICES)


def _this_channel(around: Around, allowed: Sequence[int]) -> list[Button]:
    if around.here is None:
        return []
    here = str(around.here.id)
    if around.here.id in allowed:
        return [Button(Text("Block This Channel"), rule_id("forbid", here))]
    return [Button(Text("Allow This Channel"), rule_id("allow", here))]


def who(around: Around) -> Layout:
    """Who opens games, and how many there may be."""
    roles = sorted(around.roles, key=lambda each: str(each.id) != around.settings.get(STARTERS))
    named = [Choice(str(each.id), Name(each.name)) for each in roles]
    everybody = Choice(NOT_SET, EVERYBODY)
    managers = Choice(MANAGERS, MANAGING)
    starters = some((everybody, managers, *named), around.part)
    menus = (
        Menu(pick_id(STARTERS), Text("Who can start games"), starters),
        Menu(pick_id(PERSON), Text("Open games per person"), _numbers(around.limits.person)),
        Menu(pick_id(SERVER), Text("Open games on this server"), _numbers(around.limits.server)),
    )
    return _page("who", around, menus, _watching(around) if around.boards else ())


def _watching(around: Around) -> tuple[Button, ...]:
    if SPECTATORS in around.settings:
        return (Button(Text("Turn Off Spectators"), rule_id(SPECTATORS, OFF)),)
    return (Button(Text("Allow Spectators"), rule_id(SPECTATORS, ON)),)


def _numbers(most: int) -> tuple[Choice, ...]:
    """Fewer than there may be anyway. most: 0: any number."""
    usual = Choice(NOT_SET, Text("the bot's own limit"))
    return (usual, *(Choice(n, notation(n)) for n in NUMBERS if not most or int(n) < most))


def quiet(around: Around) -> Layout:
    """When nobody is reminded."""
    if zone_of(around.settings) is None:
        return _page("quiet", around, ())
    hours = [Choice(each, notation(each)) for each in QUIET_HOURS]
    menu = Menu(pick_id(QUIET), Text("Quiet hours"), (*hours, Choice(NOT_SET, Text("none"))))
    return _page("quiet", around, (menu,))


def log(around: Around) -> Layout:
    """Where it is said what those have done who manage the server."""
    now = channel_of(around.settings, LOG)
    shown = sorted(around.channels, key=lambda each: each.id != now)
    channels = [Choice(str(each.id), _channel(each)) for each in shown]
    choices = some((Choice(NOT_SET, Text("No log channel")), *channels), around.part)
    menu = Menu(pick_id(LOG), Text("Log channel"), choices)
    here = around.here
    buttons = (
        [Button(Text("Use This Channel for the Log"), rule_id(LOG, str(here.id)))] if here else []
    )
    return _page("log", around, (menu,), buttons)


PAGES: Final[Mapping[str, Any]] = {"where": where, "who": who, "quiet": quiet, "log": log}


def of_game(around: Around, game: Game[Any], chosen: str) -> Layout:
    """What its tables agree on where nobody says anything else. chosen: the option whose values
    are offered."""
    usual, options = usual_of(around.settings, game.key), {o.name: o for o in offered(game)}
    choices = tuple(
        Choice(name, _is(option, usual.get(name, option.default)))
        for name, option in options.items()
    )
    menus = [Menu(page_id(game.key), Text("Choose a default to change"), choices)]
    if option := options.get(chosen):
        menus.append(_values(game, option, usual, around.part))
    return Layout(texts.game_page(game.title, option), menus=tuple(menus), buttons=(BACK,))


def _values(game: Game[Any], option: Option, usual: Mapping[str, str], part: int) -> Menu:
    values = [Choice(each, _value(option, each)) for each in values_of(option)]
    unset = Choice(NOT_SET, Text("default: {value}", value=option.said(option.default)))
    title = _is(option, usual.get(option.name, option.default))
    return Menu(pick_id(f"{game.key}.{option.name}"), title, some((unset, *values), part))


def _value(option: Option, value: str) -> Text:
    meaning, said = option.meaning.get(value), option.said(value)
    return notation(said) if meaning is None else meant(said, meaning)


def _is(option: Option, value: str) -> Text:
    return Text("{option}: {value}", option=option.shown, value=option.said(value))


def _channel(channel: Channel) -> Text:
    return Text("#{name}", name=Name(channel.name))


BACK: Final = Button(Text("Back"), page_id(""))


def _page(
    name: str, around: Around, menus: tuple[Menu, ...], buttons: Iterable[Button] = ()
) -> Layout:
    return Layout(
        texts.page(name, around.shown, boards=around.boards), menus=menus, buttons=(*buttons, BACK)
    )
