"""Seats that computers play: who they are, and when it is theirs to think.

    it is a computer's turn ──> timer "think"; no board is posted, for nobody has to look at it
    it has thought          ──> its row, and the board for the next person, which tells both turns

Which seats are a computer's is written down with the seat (`Sitter.computer`), also of those of
before; whoever counts results asks that.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any, Final, NamedTuple, TypeAlias

import players
from bot.core.calendar import DAY
from bot.core.effective import line_of, word_of
from bot.core.game import ABANDONED, THINK, Game
from bot.core.policies import Moment
from bot.core.table import Table
from rules.game import Seat
from rules.history import Word, remark
from rules.text import Text
from storage import BOARD, KEEP, Change, Former, GameRow, Line, NewTimer, Row, Sitter

# How well they play, the weakest first, as it is said.
LEVELS: Final[Mapping[str, Text]] = {level.key: level.name for level in players.LEVELS.values()}
USUAL: Final = "medium"
EASIEST: Final = next(iter(LEVELS))
ABANDONED_AFTER: Final = 14 * DAY  # seconds without a turn of the only person at the table
STRONGEST: Final = [*LEVELS][-1]
HINT: Final = remark("hint")  # somebody is told good turns of theirs
NO_HINTS: Final[Mapping[Seat, int]] = MappingProxyType({})

# Their names; each is one and the same computer at every table, by its place.
TREES: Final = (
    "Alder",
    "Birch",
    "Cedar",
    "Elm",
    "Fir",
    "Hazel",
    "Juniper",
    "Larch",
    "Maple",
    "Oak",
    "Pine",
    "Rowan",
    "Spruce",
    "Willow",
)


class Problem(NamedTuple):
    """What a computer is handed: which game, the position as its seat sees it, how well it plays,
    and a seed, which is the same for the same position."""

    kind: str
    seen: Any
    level: str
    seed: int


# What thinks of a position: a whole turn as it stands in the log, None: it has come to nothing.
Think: TypeAlias = Callable[[Problem], Awaitable[str | None]]


def newcomers(
    level: str, count: int, there: Iterable[Sitter | Former], key: str
) -> tuple[Sitter, ...]:
    """So many computers, none of which has sat there yet; the letters of people's names are left
    to them, as far as that goes. key: of the wish, by which the first of them is picked."""
    there = tuple(there)
    first = int.from_bytes(hashlib.sha256(key.encode()).digest()[:4])
    taken = {sitter.user for sitter in there}
    letters = {sitter.name[:1].upper() for sitter in there}
    free = [tree for tree in range(len(TREES)) if _user(tree) not in taken]
    apart = [tree for tree in free if TREES[tree][0] not in letters]
    free = apart if len(apart) >= count else free
    picked = [free[(first + i) % len(free)] for i in range(count)]
    return tuple(Sitter(_user(tree), TREES[tree], computer=level) for tree in picked)


def _user(tree: int) -> int:
    """Whom the store knows it by: nobody on Discord has such a number."""
    return -1 - tree


def sits(sitter: Sitter) -> Line:
    """The row of the lobby by which a computer has a seat."""
    return line_of(Word("computer", what=sitter.computer))


def people(sitters: Iterable[Sitter]) -> tuple[Sitter, ...]:
    """Those who are no computers."""
    return tuple(sitter for sitter in sitters if not sitter.computer)


def alone(game: GameRow) -> bool:
    """One person plays, against computers."""
    return game.status == "playing" and len(people(game.sitters)) == 1


def in_company(game: GameRow) -> bool:
    """Others are there whom one can call, or who could wait for a substitute."""
    return not alone(game)


def computers(game: GameRow) -> frozenset[Seat]:
    """The seats that computers play."""
    return frozenset(seat for seat, sitter in enumerate(game.sitters) if sitter.computer)


def anybody(game: GameRow, but: Seat | None = None) -> bool:
    """Somebody plays there still who is no computer, besides that seat."""
    staying = (s for seat, s in enumerate(game.sitters) if seat != but and not s.left)
    return bool(people(staying))


def schedule_computer(game: GameRow, change: Change, moment: Moment) -> Change:
    """A change, after which a computer thinks if it is its turn."""
    status = change.status or game.status
    seat = game.on_turn if change.on_turn is KEEP else change.on_turn
    after = game if change.sitters is None else replace(game, sitters=change.sitters)
    if status != "playing" or seat is None or not after.sitters[seat].computer:
        change = replace(change, done=(*change.done, THINK)) if _thinks(game) else change
        return _patient(after, change, seat, moment.now)
    posts = tuple(kind for kind in change.posts if kind != BOARD)
    if _thinks(game) and (change.aside or not change.lines):
        return replace(change, posts=posts)
    due = NewTimer(THINK, 0.0)  # at once, whatever a machine's clock shows by then
    return replace(change, posts=posts, timers=(*change.timers, due))


def _patient(game: GameRow, change: Change, seat: Seat | None, now: float) -> Change:
    """A change that also limits the wait, where one person plays against computers."""
    begins = change.lines and not change.aside and change.status not in ("over", "cancelled")
    if seat is None or not begins or not computers(game) or anybody(game, but=seat):
        return change
    return replace(change, timers=(*change.timers, NewTimer(ABANDONED, now + ABANDONED_AFTER)))


def _thinks(game: GameRow) -> bool:
    return game.due(THINK) is not None


def hints(rows: Iterable[Row]) -> Mapping[Seat, int]:
    """In how many turns each seat has asked for hints."""
    return Counter(word.seat for word in map(word_of, rows) if word.verb == HINT)


def key_of(game: Game) -> str:
    """The key of what a computer plays now."""
    return f"agent:{game.id}:{game.stands}"


def seed_of(game: Game, seat: Seat, seen: Any) -> int:
    """The seed with which a seat thinks about a position: the same when it comes again."""
    said = f"{game.commitment} {seat} {seen}"
    return int.from_bytes(hashlib.sha256(said.encode()).digest()[:8])


def position(table: Table) -> Problem:
    """What the computer on turn is handed: nothing that its seat does not see."""
    game, seat = table.game, table.actor
    level = game.sitters[seat].computer
    return Problem(game.kind, table.mine, level, seed_of(game, seat, table.mine))
