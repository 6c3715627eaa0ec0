"""Where people stand in the database: each column that holds an id or a name of somebody.

Whoever forgets somebody goes by this. Of every other column a test wants it said that nobody can
stand there (tests/storage/test_people.py).
"""

from collections.abc import Mapping
from enum import Enum
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
    TYPED = "words about a game, which may name who sits there: they are emptied; else as IDS"
    SITTERS = "the ids of all who sat there at the end, in order"
    PLACE = "a channel, or what stands for its server: direct messages name who they are with"


class Table(NamedTuple):
    """belongs: by which column its rows belong to a server, `guild` or `game`; "": to none, and so
    they stay where somebody is forgotten on one server alone."""

    belongs: str
    columns: Mapping[str, Holds]


def _table(belongs: str = "", **columns: Holds) -> Table:
    return Table(belongs, MappingProxyType(columns))


PEOPLE: Final[Mapping[str, Table]] = {
    "games": _table(
        "guild",
        host=Holds.PERSON,
        options=Holds.IDS,
        guild=Holds.PLACE,
        home=Holds.PLACE,
        channel=Holds.PLACE,
    ),
    "seats": _table("game", user=Holds.PERSON, name=Holds.NAME),
    "former_sitters": _table("game", user=Holds.PERSON, name=Holds.NAME),
    "log": _table("game", key=Holds.IDS),
    "drafts": _table("game", key=Holds.IDS),
    "timers": _table("game", payload=Holds.IDS),
    "outbox": _table(
        "game", kind=Holds.IDS, why=Holds.IDS, called=Holds.CALLED, channel=Holds.PLACE
    ),
    "endings": _table("guild", people=Holds.SITTERS, guild=Holds.PLACE),
    "ratings": _table("guild", user=Holds.PERSON, guild=Holds.PLACE),
    "tallies": _table("guild", user=Holds.PERSON, guild=Holds.PLACE),
    "server_settings": _table("guild", value=Holds.IDS),
    "reports": _table("game", user=Holds.OWNER, said=Holds.TYPED),
    "blocks": _table(user=Holds.OWNER, other=Holds.REFUSED),
    "bars": _table("guild", user=Holds.OWNER),
    "settings": _table(key=Holds.IDS, value=Holds.IDS),
    "personal_settings": _table(user=Holds.OWNER),
    "absences": _table("guild", user=Holds.OWNER),
    "links": _table(user=Holds.OWNER),
    "browsers": _table(user=Holds.OWNER),
    "puzzle_tries": _table(user=Holds.OWNER),
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
        for column, holds in table.columns.items()
        if holds in kinds
    ]
