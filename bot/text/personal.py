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
            NONE: Text("not at all"),
        },
        REMINDERS: {
            "two": Text("two a turn"),
            "one": Text("one a turn"),
            "three": Text("three a turn"),
            "daily": Text("daily, three at most"),
            OFF: Text("none"),
        },
    }
)
_CALLS: Mapping[str, Text] = MappingProxyType(
    {
        HERE: Text("When it is your turn, you are mentioned where the game is played."),
        DIRECT: Text("When it is your turn, you get a direct message with a link to the board."),
        BOTH: Text(
            "When it is your turn, you are mentioned where the game is played and get a direct "
            "message with a link to the board."
        ),
        NONE: Text(
            "You are not called at all, and not reminded either: {mine} shows when it is your "
            "turn.",
            mine=Command("games", "mine"),
        ),
    }
)
NAMED: Final = 8  # muted games that are named
_REMINDERS: Mapping[str, Text] = MappingProxyType(
    {
        "two": Text("You are reminded at half of the time left and near its end."),
        "one": Text("You are reminded once, near the end of your time."),
        "three": Text("You are reminded at half of the time left, near its end and at the last."),
        "daily": Text("You are reminded once a day, three times a turn at most."),
        OFF: Text("You are not reminded of your turns."),
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
        Small(Text("They are yours alone, in all games on all servers, from the next post on.")),
    )


def _reminders(settings: Settings) -> Text:
    return _REMINDERS[chosen(settings, REMINDERS)]


def _bundle(settings: Settings) -> Text:
    if on(settings, BUNDLE):
        return Text("When several games wait for you, one reminder speaks of all of them.")
    return Text("Each game reminds you for itself.")


def _next(settings: Settings) -> Text:
    if on(settings, NEXT):
        return Text("When you are next, in a game of three or more, you are told without a sound.")
    return Text("You are not told when you are next.")


def _muted(games: Sequence[Game]) -> Text:
    if not games:
        return NOTHING
    if len(games) > NAMED:
        return Text("You've muted {n} games; the menu shows which.", n=len(games))
    return Text("You are called in no way in {games}.", games=Listed(map(game_name, games)))


def _zone(settings: Settings) -> Text:
    zone = settings.get(TIME_ZONE, "")
    if zone_of(settings) is not None:
        return Text("Your time zone is {zone}.", zone=zone)
    command = Command("games", "settings", "time_zone:")
    return Text("Your time zone is not known; {command} sets it.", command=command)


def _quiet(settings: Settings) -> Text:
    if zone_of(settings) is None:
        return Text("As long as it is not, you have no quiet hours.")
    quiet = quiet_of(settings)
    if quiet is None:
        return Text("You have no quiet hours.")
    return Text("From {hours} nobody calls you, and your clocks stand still.", hours=spelled(quiet))


def _away(span: Vacation) -> Text:
    return Text("You are on vacation until {time}.", time=Moment(span.end, "f"))


def _language(settings: Settings) -> Text:
    if chosen := settings.get(LANGUAGE):
        name = own_name(chosen)
        return Text(
            "Answers that only you see, and direct messages, are in {language}.", language=name
        )
    return NOTHING


_TEXT_FIRST = Text(
    "Text first is on: the post that calls you has everything in words and the picture after "
    "them, and what only you are shown says in words where everything stands."
)


_PICTURE_FIRST = Text(
    "Text first is off: you are called in few words, and the picture says the rest."
)


_HIDDEN = Text("Your name is in no standings, and nobody else sees your profile.")


def no_setting(name: str) -> Text:
    """Why nothing was set by a button of another version."""
    return Text(
        "{name} cannot be set like that in this version, so nothing was changed. What can be set "
        "stands in the settings now.",
        name=quoted(name),
    )


def no_zone(typed: str, near: Sequence[str]) -> Text:
    """near: the zones that may have been meant."""
    wanted = quoted(typed)
    unknown = Text("{zone} is no time zone that I know, so nothing was changed.", zone=wanted)
    if near:
        meant = Text("Did you mean {zones}?", zones=Listed(map(Code, near), "or"))
        return sentences(unknown, meant)
    like = Code("Europe/Berlin")
    how = Text("Zones are named after a city, such as {zone}; write yours to see it.", zone=like)
    return sentences(unknown, how)


def no_hours(typed: str) -> Text:
    return Text(
        "{typed} are no quiet hours, so nothing was changed. Write them like {hours}, or {off}.",
        typed=quoted(typed),
        hours=Code("22:00-08:00"),
        off=Code(OFF),
    )


ZONE_FIRST = Text(
    "Your quiet hours were not changed: I do not know your time zone yet. Say it with them, "
    "{command}.",
    command=Command("games", "settings", "time_zone:Europe/Berlin quiet:22:00-08:00"),
)


# The direct message that is sent when somebody chooses direct messages.
DIRECT_TEST = Text(
    "From now on I write to you here when it is your turn, with a link to the board. "
    "{settings} changes that, here as well.",
    settings=Command("games", "settings"),
)


DIRECT_WORKS = Text("I have sent you a direct message, so you can be called there.")


# Discord let no direct message through.
DIRECT_REFUSED = Text(
    "Discord let no direct message from me through to you, so you are called in the game's "
    "channel, as before. Allow direct messages in the privacy settings of a server where we "
    "both are, then choose it again."
)


DIRECT_UNSURE = Text(
    "Discord did not answer when I tried to send you a direct message, so nothing was "
    "changed. Choose it again in a minute."
)
