"""What is read of a server's tables and of ratings: plain values, which never change."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple, TypeAlias

from storage.rating import Rating

# What puts somebody first in a table: most won, or the highest rating that is sure; those whose
# rating is not come after these, by what they have won.
Order: TypeAlias = Literal["wins", "rating"]
WINS: Final[Order] = "wins"
RATING: Final[Order] = "rating"


@dataclass(frozen=True, slots=True)
class Standing:
    """A line of a server's table: games among people that are over, those that were won, and how
    many of the last ones in a row. place: those with as many wins in as many games share one;
    name: the one used last; rating: None in the table of all games; latest: their last game."""

    place: int
    user: int
    name: str
    games: int
    won: int
    streak: int
    rating: Rating | None
    latest: int


class SeenTable(NamedTuple):
    """A server's table as somebody sees it. first: its first lines; own: theirs, also where they
    are not among these; hidden: they are in no table that others see; total: how many lines
    the table has."""

    first: tuple[Standing, ...]
    own: Standing | None
    hidden: bool
    total: int


class Rated(NamedTuple):
    """A rated game of somebody, when it ended, and what is believed of their strength since."""

    game: int
    at: float
    rating: Rating


class Moved(NamedTuple):
    """What a game has done to the ratings of those who are not hidden. unrated: why nothing, if it
    is not rated, but for those who have given up their seats; changes: by person, before and after
    it."""

    unrated: str
    changes: Mapping[int, tuple[Rating, Rating]]
