"""Settings as tables: a row says everything about one setting, so adding a row adds a setting.

    switch(HIDDEN, on=(label, sentence), off=(label, sentence))              a button
    choice(PINGS, title, {HERE: (label, sentence), DIRECT: …})               a menu
    Setting(QUIET, said=…, read=…, option="quiet_hours", about=…)            typed in a command

A person's rows are in personal.py, a server's in bot/features/setup.py.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from typing import Any, Final, Generic, NamedTuple, Protocol, TypeAlias, TypeVar
from zoneinfo import ZoneInfo, available_timezones

from rules.errors import Unavailable, quoted
from rules.text import NOTHING, Code, Listed, Text, notation, sentences

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
    """Whose settings these are: a person (personal.py) or a server (bot/features/setup.py)."""

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

    def wanted(self, of: Of, said: str) -> str | None:
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

    usual = default.value
    return Setting(LANGUAGE, told, usual, choices=names, option="language", **more)


def table(rows: Iterable[Setting[Of]]) -> Mapping[str, Setting[Of]]:
    return {row.name: row for row in rows}


def wanted(rows: Mapping[str, Setting[Any]], of: Owner, name: str, said: str) -> str | None:
    """A value as it's stored; None: the default. Raises Unavailable."""
    if name not in rows:
        raise Unavailable(no_setting(name))
    return rows[name].wanted(of, said)


def with_or_without(listed: Iterable[str], said: str) -> list[str]:
    """A list with one more entry (`+500`) or one less (`-500`), or with the named entries only."""
    if said[:1] not in ("+", "-"):
        return list(dict.fromkeys(said.split()))
    others = [each for each in listed if each != said[1:]]
    return [*others, said[1:]] if said[0] == "+" else others


def no_setting(name: str) -> Text:
    return Text(
        "You can't set {name} like that any more. The panel shows what you can set.",
        name=quoted(name),
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


def spelled(quiet: tuple[int, int]) -> str:
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
            return spelled(night)
        if typed.strip().casefold() == OFF:
            return OFF
        raise Unavailable(
            Text(
                "I can't read {typed} as quiet hours. Write them like {hours}, or {off}.",
                typed=quoted(typed),
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
    unknown = Text("I don't know the time zone {zone}.", zone=quoted(typed))
    raise Unavailable(sentences(unknown, how))


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
    wanted = "_".join(typed.casefold().split())
    ordered = sorted(zones())
    places = {z: (z.casefold(), *z.casefold().split("/")[1:]) for z in ordered}
    begun = [z for z in ordered if any(p.startswith(wanted) for p in places[z])]
    within = [z for z in ordered if all(w in z.casefold() for w in wanted.split("_"))]
    known = {place: z for z in ordered for place in places[z]}
    near = [known[place] for place in get_close_matches(wanted, known, most, 0.6)]
    return list(dict.fromkeys((*begun, *within, *near)))[:most]
