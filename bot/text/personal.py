"""What somebody has set for themselves, in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

from bot.core.commands import Command
from bot.core.game import Game
from bot.core.names import game_name
from bot.domain.personal import (
    BOTH,
    BUNDLE,
    DIRECT,
    HERE,
    HIDDEN,
    LANGUAGE,
    NEXT,
    NONE,
    OFF,
    PINGS,
    REMINDERS,
    TIME_ZONE,
    Settings,
    Vacation,
    chosen,
    on,
    quiet_of,
    spelled,
    text_first,
    zone_of,
)
from bot.text.languages import own_name
from rules.errors import quoted
from rules.text import NOTHING, Code, Listed, Moment, Small, Strong, Text, lines, sentences

# What each value of a setting is called where one of them is picked.
LABELS: Mapping[str, Mapping[str, Text]] = MappingProxyType(
    {
        PINGS: {
            HERE: Text("in the game's channel"),
            DIRECT: Text("by direct message"),
            BOTH: Text("in the channel and by direct message"),
            NONE: Text("none"),
        },
        REMINDERS: {
            "two": Text("two per turn"),
            "one": Text("one per turn"),
            "three": Text("three per turn"),
            "daily": Text("one a day, at most three per turn"),
            OFF: Text("none"),
        },
    }
)
_CALLS: Mapping[str, Text] = MappingProxyType(
    {
        HERE: Text("When it's your turn, I'll mention you in the game's channel."),
        DIRECT: Text(
            "When it's your turn, I'll send you a direct message with a link to the board."
        ),
        BOTH: Text(
            "When it's your turn, I'll mention you in the game's channel and send you a "
            "direct message with a link to the board."
        ),
        NONE: Text(
            "I won't notify or remind you at all. {mine} shows when it's your turn.",
            mine=Command("games", "mine"),
        ),
    }
)
NAMED: Final = 8  # muted games that are named
_REMINDERS: Mapping[str, Text] = MappingProxyType(
    {
        "two": Text("I'll remind you halfway through your time and near the end."),
        "one": Text("I'll remind you once, near the end of your time."),
        "three": Text(
            "I'll remind you halfway through your time, near the end, and just before it runs out."
        ),
        "daily": Text("I'll remind you once a day, up to three times per turn."),
        OFF: Text("I won't send you reminders."),
    }
)


def settings(settings: Settings, muted: Sequence[Game], away: Vacation | None, note: Text) -> Text:
    """All that can be set, and how it is. note: what came of what was just set."""
    calls = chosen(settings, PINGS)
    return lines(
        note,
        Strong(Text("Your settings")),
        sentences(_CALLS[calls], _muted(muted)),
        NOTHING if calls == NONE else sentences(_reminders(settings), _bundle(settings)),
        _next(settings),
        sentences(_zone(settings), _quiet(settings)),
        _away(away) if away else NOTHING,
        _TEXT_FIRST if text_first(settings) else _PICTURE_FIRST,
        _language(settings),
        _HIDDEN if on(settings, HIDDEN) else NOTHING,
        Small(
            Text(
                "Only you can see these settings. They apply to all your games on all "
                "servers, from the next message on."
            )
        ),
    )


def _reminders(settings: Settings) -> Text:
    return _REMINDERS[chosen(settings, REMINDERS)]


def _bundle(settings: Settings) -> Text:
    if on(settings, BUNDLE):
        return Text(
            "If several games are waiting for you, you'll get one reminder for all of them."
        )
    return Text("You'll get a separate reminder for each game.")


def _next(settings: Settings) -> Text:
    if on(settings, NEXT):
        return Text(
            "In games with three or more players, I'll send you a silent message when you're next."
        )
    return Text("I won't let you know when you're next.")


def _muted(games: Sequence[Game]) -> Text:
    if not games:
        return NOTHING
    if len(games) > NAMED:
        return Text("You've muted {n} games; the menu shows which.", n=len(games))
    return Text("You've muted {games}.", games=Listed(map(game_name, games)))


def _zone(settings: Settings) -> Text:
    zone = settings.get(TIME_ZONE, "")
    if zone_of(settings) is not None:
        return Text("Your time zone is {zone}.", zone=zone)
    command = Command("games", "settings", "time_zone:")
    return Text("You haven't set a time zone. Set one with {command}.", command=command)


def _quiet(settings: Settings) -> Text:
    if zone_of(settings) is None:
        return Text("Without a time zone, you have no quiet hours.")
    quiet = quiet_of(settings)
    if quiet is None:
        return Text("You have no quiet hours.")
    return Text(
        "Your quiet hours are {hours}: I won't notify you then, and your clocks will stop.",
        hours=spelled(quiet),
    )


def _away(span: Vacation) -> Text:
    return Text("You're on vacation until {time}.", time=Moment(span.end, "f"))


def _language(settings: Settings) -> Text:
    if chosen := settings.get(LANGUAGE):
        name = own_name(chosen)
        return Text(
            "Direct messages, and replies only you can see, are in {language}.", language=name
        )
    return NOTHING


_TEXT_FIRST = Text("Text mode is on: messages describe everything in words before the picture.")


_PICTURE_FIRST = Text("Text mode is off: messages are short, and the picture shows the rest.")


_HIDDEN = Text("Your name is hidden in the standings, and nobody else can see your profile.")


def no_setting(name: str) -> Text:
    """Why nothing was set by a button of another version."""
    return Text(
        "You can't set {name} like that any more. The panel shows what you can set.",
        name=quoted(name),
    )


def no_zone(typed: str, near: Sequence[str]) -> Text:
    """near: the zones that may have been meant."""
    wanted = quoted(typed)
    unknown = Text("I don't know the time zone {zone}.", zone=wanted)
    if near:
        meant = Text("Did you mean {zones}?", zones=Listed(map(Code, near), "or"))
        return sentences(unknown, meant)
    like = Code("Europe/Berlin")
    how = Text(
        "Time zones are named after a city, such as {zone}. Start typing yours to find it.",
        zone=like,
    )
    return sentences(unknown, how)


def no_hours(typed: str) -> Text:
    return Text(
        "I can't read {typed} as quiet hours. Write them like {hours}, or {off}.",
        typed=quoted(typed),
        hours=Code("22:00-08:00"),
        off=Code(OFF),
    )


ZONE_FIRST = Text(
    "I need your time zone first. Set both at once: {command}.",
    command=Command("games", "settings", "time_zone:Europe/Berlin quiet_hours:22:00-08:00"),
)


# The direct message that is sent when somebody chooses direct messages.
DIRECT_TEST = Text(
    "From now on I'll message you here when it's your turn, with a link to the board. You "
    "can change that with {settings}.",
    settings=Command("games", "settings"),
)


DIRECT_WORKS = Text("I've sent you a direct message to make sure I can reach you.")


# Discord let no direct message through.
DIRECT_REFUSED = Text(
    "Discord blocked my direct message, so I'll keep notifying you in the game's channel. "
    "Allow direct messages in the privacy settings of a server we share, then choose this "
    "again."
)


DIRECT_UNSURE = Text("Discord didn't respond when I tried to message you. Try again in a minute.")
