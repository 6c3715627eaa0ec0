"""Which table of a server is meant: of one game or of all, of a month or for ever.

It stands in the ids of a panel's parts and in the kind of the row that has it posted, and nowhere
else: `logger:2026-11`, `all:ever`.
"""

from __future__ import annotations

import re
import time
from typing import NamedTuple, Self

from bot.core.rows import OutboxRow, coded
from renderer import Course
from rules.text import Text
from storage import ALL, EVER, NEW, RATING, WINS, Order, Rating, Standing

FIRST = 5  # rated games of somebody; until then nothing is said of their rating
AT_ONCE = 10  # lines of a table that are shown
SCALE = 60  # openskill's 25 is shown as 1,500
_ALL, _EVER = "all", "ever"
_MONTH = re.compile(r"[0-9]{4}-(0[1-9]|1[0-2])")


class Scope(NamedTuple):
    """A game by its key, or ALL; a month such as 2026-11, or EVER; and who stands first."""

    kind: str = ALL
    month: str = EVER
    by: Order = WINS

    @classmethod
    def of(cls, kind: str, month: str, by: str = WINS) -> Self:
        """From what stands in an id or was picked; what is no month is for ever, and of all games
        there are no ratings."""
        kind = ALL if kind == _ALL else kind
        order = RATING if kind and by == RATING else WINS
        return cls(kind, month if _MONTH.fullmatch(month) else EVER, order)

    @property
    def parts(self) -> tuple[str, str]:
        """As it stands in an id."""
        return self.kind or _ALL, self.month or _EVER

    def post(self, channel: int, panel: int) -> str:
        """The kind of the row that has the table of a panel posted in a channel."""
        row = RatingsPosted if self.by == RATING else TablePosted
        return row(channel, panel, *self.parts).encode()


@coded("table")
class TablePosted(OutboxRow):
    """Posts the table of a panel in a channel; kind and month as in an id."""

    channel: int
    panel: int
    kind: str
    month: str
    aside = True


@coded("ratings")
class RatingsPosted(OutboxRow):
    """Posts that table with the highest ratings first."""

    channel: int
    panel: int
    kind: str
    month: str
    aside = True


class Ranking(NamedTuple):
    """A table as somebody asks for it. own: their line, also where it is not among the first;
    hidden: nobody else sees it; total: how many lines the whole table has; page: which of its
    pages is shown."""

    scope: Scope
    first: tuple[Standing, ...]
    own: Standing | None = None
    hidden: bool = False
    total: int = 0
    page: int = 0

    @property
    def shown(self) -> tuple[Standing, ...]:
        """The lines of the page."""
        return self.first[self.page * AT_ONCE :]


class Profile(NamedTuple):
    """How somebody plays a game: their line in its table, what it says of so many of their last
    games, in how many seconds they usually answer (None: not known yet), their ratings."""

    title: str
    line: Standing
    last: int
    figures: tuple[Text, ...]
    usual: float | None
    course: Course


def months(now: float, many: int = 12) -> list[str]:
    """This month and those before it, in UTC, as tables count them."""
    today = time.gmtime(now)
    counted = (today.tm_year * 12 + today.tm_mon - 1 - back for back in range(many))
    return [f"{n // 12:04}-{n % 12 + 1:02}" for n in counted]


def strength(rating: Rating) -> int:
    """A rating as it is shown."""
    return round(rating.mu * SCALE)


def doubt(rating: Rating) -> int:
    """By how much it is off at most, two times of three, in steps of ten."""
    return round(rating.sigma * SCALE / 10) * 10


def provisional(rating: Rating) -> bool:
    """Too few rated games for a word about it."""
    return rating.games < FIRST


def tendency(rating: Rating) -> int:
    """1: somebody is better than an average player five times of six, by what is believed; -1: as
    surely not as good; 0: neither."""
    off = (rating.mu - NEW.mu) / rating.sigma
    return int(off > 1) - int(off < -1)
