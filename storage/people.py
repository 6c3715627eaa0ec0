"""The one table of personal data: each column that can hold a person's id or name.

column ──> Holds   how it is deleted                     storage/forgetting.py
       └─> Kind    under which heading it is exported    storage/disclosing.py, bot/text/privacy.py

A test declares every other column of the schema to hold nobody (tests/storage/test_people.py).
On the disk people stand in the database only: its file, the log beside it (-wal) and the copies
that the bot or the host makes of it.
"""

from collections.abc import Mapping
from enum import Enum, StrEnum
from types import MappingProxyType
from typing import Final, NamedTuple


class Holds(Enum):
    """What stands in a column, and what comes in its place once the person is forgotten."""

    PERSON = "an id, whose place a number takes"
    NAME = "the name of the row's one person, which becomes a former player's"
    IDS = "a text in which ids may stand, each alone: press:1:6:77"
    OWNER = "the id of whom the whole row belongs to: it goes with them"
    REFUSED = "the id of whom its owner does not play with, and is not told so: it goes with both"
    CALLED = "an id that is of no use afterwards, and is emptied"
    TYPED = "words about a game, emptied if they sat there; else their name is replaced, and as IDS"
    SITTERS = "the ids of all who sat there at the end, in order"
    PLACE = "a channel, or what stands for its server: direct messages name who they are with"


class Kind(StrEnum):
    """A heading of the export. Each has a statement and a name for people."""

    SEATS = "seats"
    SEATS_BEFORE = "seats before"
    TURNS = "turns"
    TURNS_BEFORE = "turns before"
    PRESSES = "presses"
    DRAFTS = "drafts"
    ORDERS = "orders"
    RESULTS = "results"
    RATINGS = "ratings"
    TABLES = "tables"
    CALLS = "calls"
    POSTS = "posts asked for"
    REPORTS = "reports"
    ABSENCES = "absences"
    PUZZLES = "puzzles"
    REFUSED = "refused people"
    BARRED = "barred on"
    LINKS = "links"
    BROWSERS = "browsers"
    SETTINGS = "settings"
    NAMED = "named in"  # another row, of which the export says where it is


class Column(NamedTuple):
    """told: None where the export leaves the column out, since it is another person's."""

    holds: Holds
    told: Kind | None


class Table(NamedTuple):
    """belongs: by which column its rows belong to a server, `guild` or `game`; "": to none, and so
    they stay where somebody is forgotten on one server alone."""

    belongs: str
    columns: Mapping[str, Column]


def _table(belongs: str = "", **columns: tuple[Holds, Kind | None]) -> Table:
    return Table(belongs, MappingProxyType({name: Column(*each) for name, each in columns.items()}))


PEOPLE: Final[Mapping[str, Table]] = {
    "games": _table(
        "guild",
        host=(Holds.PERSON, Kind.NAMED),
        options=(Holds.IDS, Kind.NAMED),
        guild=(Holds.PLACE, Kind.SEATS),
        home=(Holds.PLACE, Kind.SEATS),
        channel=(Holds.PLACE, Kind.SEATS),
    ),
    "seats": _table("game", user=(Holds.PERSON, Kind.SEATS), name=(Holds.NAME, Kind.SEATS)),
    "former_sitters": _table(
        "game",
        user=(Holds.PERSON, Kind.SEATS_BEFORE),
        name=(Holds.NAME, Kind.SEATS_BEFORE),
    ),
    "log": _table("game", key=(Holds.IDS, Kind.PRESSES)),
    "keys": _table("game", key=(Holds.IDS, Kind.NAMED)),
    "drafts": _table("game", key=(Holds.IDS, Kind.NAMED)),
    "timers": _table("game", payload=(Holds.IDS, Kind.NAMED)),
    "outbox": _table(
        "game",
        kind=(Holds.IDS, Kind.POSTS),
        why=(Holds.IDS, Kind.NAMED),
        called=(Holds.CALLED, Kind.CALLS),
        channel=(Holds.PLACE, Kind.CALLS),
    ),
    "endings": _table("guild", people=(Holds.SITTERS, Kind.SEATS), guild=(Holds.PLACE, Kind.SEATS)),
    "ratings": _table(
        "guild", user=(Holds.PERSON, Kind.RATINGS), guild=(Holds.PLACE, Kind.RATINGS)
    ),
    "tallies": _table("guild", user=(Holds.PERSON, Kind.TABLES), guild=(Holds.PLACE, Kind.TABLES)),
    "server_settings": _table("guild", value=(Holds.IDS, Kind.NAMED)),
    "reports": _table("game", user=(Holds.OWNER, Kind.REPORTS), said=(Holds.TYPED, Kind.NAMED)),
    "blocks": _table(user=(Holds.OWNER, Kind.REFUSED), other=(Holds.REFUSED, None)),
    "bars": _table("guild", user=(Holds.OWNER, Kind.BARRED)),
    "settings": _table(key=(Holds.IDS, Kind.NAMED), value=(Holds.IDS, Kind.NAMED)),
    "personal_settings": _table(user=(Holds.OWNER, Kind.SETTINGS)),
    "absences": _table("guild", user=(Holds.OWNER, Kind.ABSENCES)),
    "links": _table(user=(Holds.OWNER, Kind.LINKS)),
    "browsers": _table(user=(Holds.OWNER, Kind.BROWSERS)),
    "puzzle_tries": _table(user=(Holds.OWNER, Kind.PUZZLES)),
}
OF_A_SERVER: Final = (
    "server_settings",
    "absences",
    "bars",
)  # whose rows go where the bot was removed


def columns(*kinds: Holds) -> list[tuple[str, str]]:
    """(table, column) of each that holds something of these kinds."""
    return [
        (name, column)
        for name, table in PEOPLE.items()
        for column, each in table.columns.items()
        if each.holds in kinds
    ]
