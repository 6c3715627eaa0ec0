"""A person's settings: the table of `/games settings`, and what the rest of the bot reads of it.
Vacations stand as `from/until`, in seconds since 1970, and muted games by their ids.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final, NamedTuple

import storage
from bot.table.commands import Command
from bot.table.game import Game
from bot.table.names import game_name
from bot.table.settings import (
    BOTH_AT_ONCE,
    OFF,
    ON,
    QUIET,
    TIME_ZONE,
    USUAL_QUIET,
    Pickable,
    Setting,
    Settings,
    choice,
    hours,
    language,
    no_setting,
    quiet_choices,
    quiet_reader,
    spelled,
    switch,
    table,
    with_or_without,
    zone_of,
    zone_read,
    zones_offered,
)
from rules.errors import Unavailable
from rules.text import NOTHING, Listed, Moment, Text

TEXT_FIRST: Final = "text_first"
PINGS: Final = "pings"
REMINDERS: Final = "reminders"
NEXT: Final = "next"
BUNDLE: Final = "bundle"
HIDDEN: Final = storage.HIDDEN  # the store uses it in its tables
MUTED: Final = "muted"
VACATION: Final = "vacation"
HOLIDAYS: Final = "holidays"
HERE, DIRECT, BOTH, NONE = "here", "dm", "both", "none"


class Vacation(NamedTuple):
    """A time from one moment to another, in seconds since 1970."""

    begin: float
    end: float


class PersonView(NamedTuple):
    """Someone with their settings, as their panel shows them."""

    settings: Settings
    games: Sequence[tuple[Game, Text]] = ()  # that can be muted, each with its name in a list
    away: Vacation | None = None  # the vacation they're on
    languages: Mapping[str, str] = MappingProxyType({})  # own names, by code


def _zone(of: PersonView) -> Text:
    if zone_of(of.settings) is not None:
        return Text("Your time zone is {zone}.", zone=of.settings[TIME_ZONE])
    command = Command("games", "settings", "time_zone:")
    return Text("You haven't set a time zone. Set one with {command}.", command=command)


def _quiet(of: PersonView) -> Text:
    if zone_of(of.settings) is None:
        return Text("Without a time zone, you have no quiet hours.")
    if (quiet := quiet_of(of.settings)) is None:
        return Text("You have no quiet hours.")
    return Text(
        "Your quiet hours are {hours}: I won't notify you then, and your clocks will stop.",
        hours=spelled(quiet),
    )


def _quiet_menu(of: PersonView) -> Text:
    if zone_of(of.settings) is None:
        return Text("Quiet hours: set your time zone first")
    quiet = quiet_of(of.settings)
    return Text("Quiet hours: {hours}", hours=spelled(quiet) if quiet else Text("none"))


def _muted(of: PersonView) -> Text:
    games = [game for game, _ in of.games if game.id in muted(of.settings)]
    if not games:
        return NOTHING
    if len(games) > 8:
        return Text("You've muted {n} games; the menu shows which.", n=len(games))
    return Text("You've muted {games}.", games=Listed(map(game_name, games)))


def _mute_menu(of: PersonView) -> Text:
    if not of.games:
        return Text("You have no games to mute")
    games = [game for game, _ in of.games if game.id in muted(of.settings)]
    names = Listed(map(game_name, games), "unit") if games else Text("none")
    return Text("Muted games: {games}", games=names if len(games) <= 8 else str(len(games)))


def _mute_choices(of: PersonView) -> Sequence[Pickable]:
    ways = ("+", Text("mute")), ("-", Text("muted (pick to unmute)"))
    each = ((game, name, ways[game.id in muted(of.settings)]) for game, name in of.games)
    return [Pickable(f"{sign}{game.id}", name, hint) for game, name, (sign, hint) in each]


def _mute_read(of: PersonView, said: str) -> str:
    """Leave out finished games."""
    mine = {str(game.id) for game, _ in of.games}
    if said[:1] not in ("+", "-") or said[1:] not in mine:
        raise Unavailable(no_setting(MUTED))
    now = with_or_without(of.settings.get(MUTED, "").split(), said)
    return " ".join(sorted(mine.intersection(now), key=int))


def _away(of: PersonView) -> Text:
    if of.away is None:
        return NOTHING
    return Text("You're on vacation until {time}.", time=Moment(of.away.end, "f"))


def _notified(of: PersonView) -> bool:
    return PERSONAL[PINGS].chosen(of) != NONE


# In the order of the panel.
# fmt: off
PERSONAL: Final[Mapping[str, Setting[PersonView]]] = table((
    choice(PINGS, lambda how: Text("Notifications: {how}", how=how), {
        HERE: (Text("in the game's channel"),
            Text("When it's your turn, I'll mention you in the game's channel.")),
        DIRECT: (Text("by direct message"), Text(
            "When it's your turn, I'll send you a direct message with a link to the board.")),
        BOTH: (Text("in the channel and by direct message"), Text(
            "When it's your turn, I'll mention you in the game's channel and send you a "
            "direct message with a link to the board.")),
        NONE: (Text("none"), Text(
            "I won't notify or remind you at all. {mine} shows when it's your turn.",
            mine=Command("games", "mine"))),
    }, reminders=True),
    choice(REMINDERS, lambda how: Text("Reminders: {how}", how=how), {
        "two": (Text("two per turn"),
            Text("I'll remind you halfway through your time and near the end.")),
        "one": (Text("one per turn"), Text("I'll remind you once, near the end of your time.")),
        "three": (Text("three per turn"), Text(
            "I'll remind you halfway through your time, near the end, and just before it runs "
            "out.")),
        "daily": (Text("one a day, at most three per turn"),
            Text("I'll remind you once a day, up to three times per turn.")),
        OFF: (Text("none"), Text("I won't send you reminders.")),
    }, only=_notified, reminders=True),
    switch(BUNDLE, joins=True, only=_notified, within=REMINDERS,
        on=(Text("Combine Reminders"), Text(
            "If several games are waiting for you, you'll get one reminder for all of them.")),
        off=(Text("Send Reminders Separately"),
            Text("You'll get a separate reminder for each game."))),
    switch(NEXT, within=PINGS,
        on=(Text("Notify Me When I'm Next"), Text(
            "In games with three or more players, I'll send you a silent message when you're "
            "next.")),
        off=(Text("Don't Notify Me When I'm Next"),
            Text("I won't let you know when you're next."))),
    Setting(TIME_ZONE, _zone, read=zone_read, near=zones_offered,
        option="time_zone", about=Text("Your time zone, such as Europe/Berlin"),
        clocks=True, reminders=True),
    Setting(QUIET, _quiet, USUAL_QUIET, joins=True, menu=_quiet_menu, choices=quiet_choices,
        read=quiet_reader(Text("I need your time zone first. Set both at once: {command}.",
            command=Command("games", "settings", BOTH_AT_ONCE))),
        option="quiet_hours",
        about=Text("Hours without notifications, such as 22:00-08:00, or off"),
        clocks=True, reminders=True),
    Setting(MUTED, _muted, menu=_mute_menu, choices=_mute_choices, read=_mute_read, reminders=True),
    Setting(VACATION, _away),  # `/games vacation` sets it and the next one
    Setting(HOLIDAYS, lambda of: NOTHING),
    switch(TEXT_FIRST,
        on=(Text("Turn On Text Mode"), Text(
            "Text mode is on: messages describe everything in words before the picture.")),
        off=(Text("Turn Off Text Mode"),
            Text("Text mode is off: messages are short, and the picture shows the rest."))),
    language(Pickable("discord", Text("same as Discord")),
        lambda name: Text(
            "Direct messages, and replies only you can see, are in {language}.", language=name),
        NOTHING, about=Text("Language for replies only you can see")),
    switch(HIDDEN,
        on=(Text("Hide My Name in Standings"), Text(
            "Your name is hidden in the standings, and nobody else can see your profile.")),
        off=(Text("Show My Name in Standings"), NOTHING)),
))
# fmt: on


def chosen(settings: Settings, name: str) -> str:
    """The value of a setting with choices; one that this version doesn't know counts as unset."""
    return PERSONAL[name].chosen(PersonView(settings))


def on(settings: Settings, name: str) -> bool:
    """Whether a person has a setting on."""
    return settings.get(name) == ON


def text_first(settings: Settings) -> bool:
    """Whether a person plays by ear: everything in words, and pictures second."""
    return on(settings, TEXT_FIRST)


def quiet_of(settings: Settings) -> tuple[int, int] | None:
    """A person's quiet hours in minutes since midnight in their zone, or None."""
    if zone_of(settings) is None:
        return None
    return hours(settings.get(QUIET, USUAL_QUIET))


def vacation_of(settings: Settings) -> Vacation | None:
    """A person's latest vacation. It may be over."""
    return _span(settings.get(VACATION, ""))


def holidays_of(settings: Settings) -> tuple[Vacation, ...]:
    """Earlier vacations that still count for the days of a year."""
    spans = map(_span, settings.get(HOLIDAYS, "").split(";"))
    return tuple(span for span in spans if span is not None)


def _span(said: str) -> Vacation | None:
    try:
        begin, end = map(float, said.split("/"))
    except ValueError:
        return None
    return Vacation(begin, end)


def away(settings: Settings, at: float) -> Vacation | None:
    """The vacation that a person is on at a moment, or None."""
    span = vacation_of(settings)
    return span if span is not None and span.begin <= at < span.end else None


def muted(settings: Settings) -> frozenset[int]:
    """The games in which a person isn't notified."""
    return frozenset(int(each) for each in settings.get(MUTED, "").split() if each.isdecimal())
