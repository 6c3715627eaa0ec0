"""The table of personal data: each column of the database that can hold a person's id or name.

column ──> Holds   how it is deleted                     storage/forgetting.py
       └─> Kind    under which heading it is exported    storage/disclosing.py, features/privacy.py

A test lists every other column of the schema as one that holds nobody
(tests/storage/test_people.py). On the disk, people are only in the database: its file, the log
beside it (-wal), and the copies that the bot or the host makes of it.
"""

from collections.abc import Mapping
from enum import Enum, StrEnum
from types import MappingProxyType
from typing import Final, NamedTuple


class Holds(Enum):
    """What a column holds, and what takes its place when a person is forgotten."""

    PERSON = "an id, replaced by a number"
    NAME = "the name of the row's person, replaced by a former player's"
    IDS = "a text that may hold ids, each separate: press:1:6:77"
    OWNER = "the id of the row's owner: the row is deleted with them"
    REFUSED = "the id of a person whom the row's owner blocks in secret: deleted with either"
    CALLED = "an id without use afterwards, which is emptied"
    TYPED = "words about a game, emptied if the person sat there; else treated as IDS, with names"
    SITTERS = "the ids of the people who sat there at the start, in order"
    PLACE = "a channel, or the number for its server: direct messages name a person"


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
    NAMED = "named in"  # another row: the export says where it is


class Column(NamedTuple):
    holds: Holds
    heading: Kind | None  # None: the export leaves the column out, as it is another person's


class Table(NamedTuple):
    # The column by which rows belong to a server, `guild` or `game`. Empty: rows belong to none,
    # and stay when a person is forgotten on one server.
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
)  # tables whose rows are deleted when a server removes the bot


def columns(*kinds: Holds) -> list[tuple[str, str]]:
    """(table, column) of each column that holds one of these."""
    return [
        (name, column)
        for name, table in PEOPLE.items()
        for column, each in table.columns.items()
        if each.holds in kinds
    ]
