"""The panel of what somebody sets for themselves.

menus      calls and you are next, reminders and bundle, quiet hours, games to mute
                                                             lc:choose:<what>
buttons    text first, hidden                                lc:set:<what>:<what it will be>
           the end of a vacation, browsers, refused people
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from bot.core.game import Game
from bot.core.names import game_name
from bot.domain.personal import (
    BUNDLE,
    HIDDEN,
    MUTED,
    NEXT,
    OFF,
    ON,
    PINGS,
    QUIET,
    REMINDERS,
    TEXT_FIRST,
    USUAL_QUIET,
    Settings,
    Vacation,
    chosen,
    muted,
    on,
    quiet_of,
    spelled,
    zone_of,
)
from bot.messages.layout import Button, Choice, Layout, Menu
from bot.messages.paging import some
from bot.text import lists, personal
from bot.text.personal import LABELS, NAMED
from rules.text import NOTHING, Listed, Text, notation

QUIET_HOURS: Final = (USUAL_QUIET, "20:00-08:00", "21:00-07:00", "23:00-07:00", "00:00-09:00")
LABELLED: Final = {
    TEXT_FIRST: (Text("Turn On Text Mode"), Text("Turn Off Text Mode")),
    NEXT: (Text("Notify Me When I'm Next"), Text("Don't Notify Me When I'm Next")),
    BUNDLE: (Text("Combine Reminders"), Text("Send Reminders Separately")),
    HIDDEN: (Text("Hide My Name in Standings"), Text("Show My Name in Standings")),
}
BUTTONS: Final = (TEXT_FIRST, HIDDEN)  # Discord takes four menus and one row of five buttons
BACK: Final = Button(Text("End My Vacation"), "lc:vacation:end")
REFUSED: Final = Button(Text("Blocked Players"), "lc:refused")


def settings(
    settings: Settings,
    games: Sequence[Game],
    at: Vacation | None = None,
    note: Text = NOTHING,
    *,
    browsers: bool = False,
    page: int = 0,
) -> Layout:
    """What can be set and how it is, with a menu or a button for each other way. games: those
    that can be muted; at: the vacation of now; note: what came of what was just set; browsers: some
    play for this person; page: of the games that can be muted."""
    unheard = [game for game in games if game.id in muted(settings)]
    text = personal.settings(settings, unheard, at, note)
    menus = (_calls(settings), _reminders(settings), _quiet(settings), _mute(settings, games, page))
    back, playing = (
        [BACK] if at else [],
        [Button(Text("Signed-In Browsers"), "lc:browsers")] if browsers else [],
    )
    buttons = (*_switches(settings), *back, REFUSED, *playing)
    return Layout(text, menus=menus, buttons=buttons)


def set_id(name: str, value: str) -> str:
    """What a button says that sets something: what it will be, so that it may be pressed twice."""
    return f"lc:set:{name}:{value}"


def menu_id(name: str) -> str:
    """What a menu says in which something is picked."""
    return f"lc:choose:{name}"


def _switches(settings: Settings) -> Iterator[Button]:
    for name in BUTTONS:
        label, to = _other_way(settings, name)
        yield Button(label, set_id(name, to))


def _other_way(settings: Settings, name: str) -> tuple[Text, str]:
    """What a switch is called that is as it is now, and what it will be."""
    to_on, to_off = LABELLED[name]
    return (to_off, OFF) if on(settings, name) else (to_on, ON)


def _calls(settings: Settings) -> Menu:
    now = LABELS[PINGS][chosen(settings, PINGS)]
    return Menu(
        menu_id(PINGS), Text("Notifications: {how}", how=now), _values(settings, PINGS, NEXT)
    )


def _reminders(settings: Settings) -> Menu:
    now = LABELS[REMINDERS][chosen(settings, REMINDERS)]
    return Menu(
        menu_id(REMINDERS), Text("Reminders: {how}", how=now), _values(settings, REMINDERS, BUNDLE)
    )


def _values(settings: Settings, name: str, switch: str) -> tuple[Choice, ...]:
    """The values of a setting, and a switch that belongs to it."""
    label, to = _other_way(settings, switch)
    values = [Choice(value, label) for value, label in LABELS[name].items()]
    return (*values, Choice(f"{switch}:{to}", label))


def _quiet(settings: Settings) -> Menu:
    if zone_of(settings) is None:
        return Menu(menu_id(QUIET), Text("Quiet hours: set your time zone first"), ())
    quiet = quiet_of(settings)
    now = spelled(quiet) if quiet else Text("none")
    choices = [Choice(hours, notation(hours)) for hours in QUIET_HOURS]
    title = Text("Quiet hours: {hours}", hours=now)
    return Menu(menu_id(QUIET), title, (*choices, Choice(OFF, Text("none"))))


def _mute(settings: Settings, games: Sequence[Game], page: int) -> Menu:
    if not games:
        return Menu(menu_id(MUTED), Text("You have no games to mute"), ())
    unheard = [game for game in games if game.id in muted(settings)]
    names = Listed(map(game_name, unheard), "unit") if unheard else Text("none")
    shown = names if len(unheard) <= NAMED else str(len(unheard))
    title = Text("Muted games: {games}", games=shown)
    choices = [_muting(settings, game) for game in games]
    return Menu(menu_id(MUTED), title, some(choices, page))


def _muting(settings: Settings, game: Game) -> Choice:
    """A game with what it will be: muted, or heard again."""
    label = lists.named(game)
    if game.id in muted(settings):
        return Choice(f"{game.id}:{OFF}", label, Text("muted (pick to unmute)"))
    return Choice(f"{game.id}:{ON}", label, Text("mute"))
