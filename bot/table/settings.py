"""Settings as tables: a row says everything about one setting, so adding a row adds a setting.

    switch(HIDDEN, on=(label, sentence), off=(label, sentence))              a button
    choice(PINGS, title, {HERE: (label, sentence), DIRECT: …})               a menu
    Setting(QUIET, said=…, read=…, option="quiet_hours", about=…)            typed in a command

A person's rows stand here, a server's in bot/features/setup.py. Vacations are stored as
`from/until`, in seconds since 1970, and muted games by their ids.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from ipaddress import IPv4Network, IPv6Network
from types import MappingProxyType
from typing import Any, Final, Generic, NamedTuple, Protocol, TypeAlias, TypeVar
from zoneinfo import ZoneInfo, available_timezones

import storage
from bot.table.game import Game
from bot.table.mail import MailServer
from bot.table.names import Command, game_name
from rules.errors import Unavailable, quote
from rules.text import NOTHING, Code, Listed, Moment, Text, notation, sentences


@dataclass(frozen=True, slots=True)
class Hosting:
    """How a bot is run."""

    host: str = ""  # the host's public name
    since: float | None = None  # seconds since 1970
    # The age of the newest copy of the database in seconds; None if no copy is known.
    backup_age: Callable[[], float | None] = lambda: None
    # Seconds without a game after which a person is forgotten on a server. 0: never; None: never,
    # even if they have left it.
    names_kept: float | None = None
    boards_at: str = ""  # the address where boards are opened in a browser; empty: nowhere
    activity: bool = False  # whether the button opens the Activity instead of a link
    mail: MailServer | None = None  # None: nobody gets e-mails
    # Private networks in which people may be notified.
    reachable: tuple[IPv4Network | IPv6Network, ...] = ()


UNKNOWN: Final = Hosting()


Settings: TypeAlias = Mapping[str, str]  # by name, as they stand in the store
OFF, ON = "off", "on"
LANGUAGE: Final = "language"
NOT_SET: Final = "unset"  # in an id, for the default


class Pickable(NamedTuple):
    """A value that can be picked."""

    value: str
    label: Text
    hint: Text = NOTHING
    chosen: bool = False


class Owner(Protocol):
    """Whose settings these are: a person (below) or a server (bot/features/setup.py)."""

    @property
    def settings(self) -> Settings: ...
    @property
    def languages(self) -> Mapping[str, str]: ...  # own names, by code


Of = TypeVar("Of", bound=Owner, contravariant=True)
Said: TypeAlias = tuple[Text, Text]  # a value: its label, and the sentence while it's set


@dataclass(frozen=True, slots=True)
class Setting(Generic[Of]):
    """One setting. A value is valid if `read` accepts it or, without `read`, if it's a choice."""

    name: str  # in the store and in ids
    said: Callable[[Of], Text]  # how it's set, in a sentence; NOTHING: not worth one
    default: str = NOT_SET  # the value that isn't stored
    joins: bool = False  # the sentence continues the line of the row before
    only: Callable[[Of], bool] = lambda of: True  # whether the panel shows it

    page: str = ""  # of the panel
    choices: Callable[[Of], Sequence[Pickable]] = lambda of: ()
    menu: Callable[[Of], Text] | None = None  # the title of the menu with the choices
    several: bool = False  # whether several can be picked
    buttons: Callable[[Of], Sequence[Pickable]] = lambda of: ()
    within: str = ""  # the menu that shows its buttons

    read: Callable[[Of, str], str] | None = None  # the stored form; raises Unavailable
    option: str = ""  # of the command
    about: Text = NOTHING  # the option's description
    near: Callable[[str], Sequence[Pickable]] | None = None  # suggestions while someone types

    clocks: bool = False  # clocks depend on it
    reminders: bool = False  # reminders depend on it

    def read_value(self, of: Of, said: str) -> str | None:
        """A value as it's stored; None: the default. Raises Unavailable."""
        if said in (self.default, NOT_SET):
            return None
        if self.read is not None:
            said = self.read(of, said)
        elif said not in (pick.value for pick in self.choices(of)):
            raise Unavailable(no_setting(self.name))
        return said if said not in ("", self.default) else None

    def chosen(self, of: Of) -> str:
        """The value of a setting with choices. One that this version doesn't know counts as
        unset."""
        value = of.settings.get(self.name, self.default)
        return value if value in (pick.value for pick in self.choices(of)) else self.default


def choice(
    name: str, menu: Callable[[Text], Text], values: Mapping[str, Said], **more: Any
) -> Setting[Any]:
    """One of a few values, the default first. menu: the title, of the label of the value."""
    picks = tuple(Pickable(value, label) for value, (label, _) in values.items())
    row: Setting[Any]

    def title(of: Owner) -> Text:
        return menu(values[row.chosen(of)][0])

    def said(of: Owner) -> Text:
        return values[row.chosen(of)][1]

    row = Setting(name, said, picks[0].value, choices=lambda of: picks, menu=title, **more)
    return row


def switch(name: str, *, on: Said, off: Said, **more: Any) -> Setting[Any]:
    """On or off, off by default. Each label is on the button that switches to that value."""
    picks = {OFF: Pickable(OFF, off[0]), ON: Pickable(ON, on[0])}

    def said(of: Owner) -> Text:
        return (on if of.settings.get(name) == ON else off)[1]

    def other(of: Owner) -> tuple[Pickable, ...]:
        return (picks[OFF if of.settings.get(name) == ON else ON],)

    return Setting(name, said, OFF, choices=lambda of: [*picks.values()], buttons=other, **more)


def language(
    default: Pickable, said: Callable[[str], Text], unset: Text, **more: Any
) -> Setting[Any]:
    """A language setting."""

    def told(of: Owner) -> Text:
        code = of.settings.get(LANGUAGE, "")
        return said(of.languages.get(code, code)) if code else unset

    def names(of: Owner) -> Sequence[Pickable]:
        found = [Pickable(code, notation(name)) for code, name in of.languages.items()]
        return [default, *found] if len(found) > 1 else []

    return Setting(LANGUAGE, told, default.value, choices=names, option="language", **more)


def table(rows: Iterable[Setting[Of]]) -> Mapping[str, Setting[Of]]:
    return {row.name: row for row in rows}


def stored_value(rows: Mapping[str, Setting[Any]], of: Owner, name: str, said: str) -> str | None:
    """A value as it's stored; None: the default. Raises Unavailable."""
    if name not in rows:
        raise Unavailable(no_setting(name))
    return rows[name].read_value(of, said)


def with_or_without(listed: Iterable[str], said: str) -> list[str]:
    """A list with one more entry (`+500`) or one less (`-500`), or with the named entries only."""
    if said[:1] not in ("+", "-"):
        return list(dict.fromkeys(said.split()))
    others = [each for each in listed if each != said[1:]]
    return [*others, said[1:]] if said[0] == "+" else others


def no_setting(name: str) -> Text:
    return Text(
        "You can't set {name} like that any more. The panel shows what you can set.",
        name=quote(name),
    )


TIME_ZONE: Final = "time_zone"
QUIET: Final = "quiet"
USUAL_QUIET: Final = "22:00-08:00"
BOTH_AT_ONCE: Final = "time_zone:Europe/Berlin quiet_hours:22:00-08:00"  # in a command


def zone_of(settings: Settings) -> ZoneInfo | None:
    """The time zone, if it's set and this machine knows it."""
    name = settings.get(TIME_ZONE, "")
    return ZoneInfo(name) if name and name in zones() else None


def hours(said: str) -> tuple[int, int] | None:
    """Two times of a day (`22:00-08:00`, `22-8`), in minutes since midnight; None: they're not."""
    time = r"([01]?\d|2[0-3])(?::([0-5]\d))?"
    found = re.fullmatch(rf"{time}\s*(?:-|\u2013|to)\s*{time}", said.strip().casefold())
    if found is None:
        return None
    begin, end = (int(found[i]) * 60 + int(found[i + 1] or 0) for i in (1, 3))
    return (begin, end) if begin != end else None


def hours_text(quiet: tuple[int, int]) -> str:
    """Quiet hours as they are stored and shown."""
    return "-".join(f"{at // 60:02}:{at % 60:02}" for at in quiet)


def quiet_choices(of: Owner) -> Sequence[Pickable]:
    if zone_of(of.settings) is None:
        return ()
    offered = (USUAL_QUIET, "20:00-08:00", "21:00-07:00", "23:00-07:00", "00:00-09:00")
    return (*(Pickable(each, notation(each)) for each in offered), Pickable(OFF, Text("none")))


def quiet_reader(zone_first: Text) -> Callable[[Owner, str], str]:
    """Read quiet hours that were typed. zone_first: the reason to refuse them without a zone."""

    def read(of: Owner, typed: str) -> str:
        if zone_of(of.settings) is None:
            raise Unavailable(zone_first)
        if (night := hours(typed)) is not None:
            return hours_text(night)
        if typed.strip().casefold() == OFF:
            return OFF
        raise Unavailable(
            Text(
                "I can't read {typed} as quiet hours. Write them like {hours}, or {off}.",
                typed=quote(typed),
                hours=Code(USUAL_QUIET),
                off=Code(OFF),
            )
        )

    return read


def zone_read(_: Owner, typed: str) -> str:
    """The time zone that was typed. Raises Unavailable, with zones of similar names."""
    wanted = "_".join(typed.split()).casefold()
    found = next((zone for zone in zones() if zone.casefold() == wanted), None)
    if found is not None:
        return found
    how = Text(
        "Time zones are named after a city, such as {zone}. Start typing yours to find it.",
        zone=Code("Europe/Berlin"),
    )
    if near := _zones_like(typed, 3):
        how = Text("Did you mean {zones}?", zones=Listed(map(Code, near), "or"))
    raise Unavailable(sentences(Text("I don't know the time zone {zone}.", zone=quote(typed)), how))


def zones_offered(typed: str) -> Sequence[Pickable]:
    """The time zones that someone may mean while they type."""
    return [Pickable(zone, notation(zone)) for zone in _zones_like(typed, 25)]


@cache
def zones() -> frozenset[str]:
    """The time zones that this machine knows and that are named after a place, or UTC."""
    regions = re.compile(
        "(Africa|America|Antarctica|Arctic|Asia|Atlantic|Australia|Europe|Indian|Pacific)/|UTC$"
    )
    return frozenset(filter(regions.match, available_timezones()))


def _zones_like(typed: str, most: int) -> list[str]:
    """The zones with a similar name: those that begin like it or have a place that does, then
    those with all its words in them, then those spelled almost like it."""
    wanted, ordered = "_".join(typed.casefold().split()), sorted(zones())
    places = {z: (z.casefold(), *z.casefold().split("/")[1:]) for z in ordered}
    begun = [z for z in ordered if any(p.startswith(wanted) for p in places[z])]
    within = [z for z in ordered if all(w in z.casefold() for w in wanted.split("_"))]
    known = {place: z for z in ordered for place in places[z]}
    near = [known[place] for place in get_close_matches(wanted, known, most, 0.6)]
    return list(dict.fromkeys((*begun, *within, *near)))[:most]


TEXT_FIRST: Final = "text_first"
PINGS: Final = "pings"
REMINDERS: Final = "reminders"
NEXT: Final = "next"
ELSEWHERE: Final = "elsewhere"
BUNDLE: Final = "bundle"
ALERTS: Final = "alerts"  # with a server and a game: ON, or BLOCKED
BLOCKED: Final = "blocked"  # Discord blocked the last direct message
HIDDEN: Final = storage.HIDDEN  # the store uses it in its tables
MISTAKES: Final = "mistakes"
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
        hours=hours_text(quiet),
    )


def _quiet_menu(of: PersonView) -> Text:
    if zone_of(of.settings) is None:
        return Text("Quiet hours: set your time zone first")
    quiet = quiet_of(of.settings)
    return Text("Quiet hours: {hours}", hours=hours_text(quiet) if quiet else Text("none"))


def _muted(of: PersonView) -> Text:
    games = [game for game, _ in of.games if game.id in muted_games(of.settings)]
    if not games:
        return NOTHING
    if len(games) > 8:
        return Text("You've muted {n} games; the menu shows which.", n=len(games))
    return Text("You've muted {games}.", games=Listed(map(game_name, games)))


def _mute_menu(of: PersonView) -> Text:
    if not of.games:
        return Text("You have no games to mute")
    games = [game for game, _ in of.games if game.id in muted_games(of.settings)]
    names = Listed(map(game_name, games), "unit") if games else Text("none")
    return Text("Muted games: {games}", games=names if len(games) <= 8 else str(len(games)))


def _mute_choices(of: PersonView) -> Sequence[Pickable]:
    ways = ("+", Text("mute")), ("-", Text("muted (pick to unmute)"))
    each = ((game, name, ways[game.id in muted_games(of.settings)]) for game, name in of.games)
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


def _alerts(of: PersonView) -> Text:
    if BLOCKED not in (value for name, value in of.settings.items() if name.startswith(ALERTS)):
        return NOTHING
    return Text(
        "Discord blocked my last alert about a new game, so I've paused your alerts. Allow direct "
        "messages in the privacy settings of a server we share, then turn one on to resume."
    )


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
    # Not stored: it leads to the contacts (bot/features/elsewhere.py).
    Setting(ELSEWHERE, lambda of: NOTHING, within=PINGS,
        buttons=lambda of: (Pickable(ON, Text("Notify Me Elsewhere")),)),
    switch(MISTAKES, only=_notified, within=PINGS,
        on=(Text("Send Me My Mistakes"), Text(
            "The morning after a game, I'll message you the turn that cost you most, as a "
            "puzzle.")),
        off=(Text("Don't Send Me My Mistakes"), NOTHING)),
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
    Setting(ALERTS, _alerts),  # only says that they rest
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


def is_on(settings: Settings, name: str) -> bool:
    """Whether a person has a setting on."""
    return settings.get(name) == ON


def quiet_of(settings: Settings) -> tuple[int, int] | None:
    """A person's quiet hours in minutes since midnight in their zone, or None."""
    return None if zone_of(settings) is None else hours(settings.get(QUIET, USUAL_QUIET))


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


def muted_games(settings: Settings) -> frozenset[int]:
    """The games in which a person isn't notified."""
    return frozenset(int(each) for each in settings.get(MUTED, "").split() if each.isdecimal())
