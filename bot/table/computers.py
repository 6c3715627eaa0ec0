"""Computers at tables, and the protocol of their engines: a position goes in, whole turns come out.

`Sitter.computer` says which seats have one, even after it left.
"""

import asyncio
import hashlib
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable, Mapping
from contextlib import suppress
from typing import Any, Final, NamedTuple, Protocol, TypeAlias

import players
from bot.table.game import DAY, Game
from bot.table.rows import line_of, word_of
from bot.table.table import Table
from rules.game import Seat
from rules.history import Word, remark
from rules.text import Text
from storage import Former, Line, Row, Sitter

# The levels by key, the weakest first.
LEVELS: Final[Mapping[str, Text]] = {level.key: level.name for level in players.LEVELS.values()}
USUAL: Final = "medium"
ABANDONED_AFTER: Final = 14 * DAY  # seconds without a turn of the only person
STRONGEST: Final = [*LEVELS][-1]
HINT: Final = remark("hint")  # a player asked for good turns

# Their names. A name is the same computer at every table, known by its place here.
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
    """A position to think about."""

    kind: str  # the game
    seen: Any  # the position as its seat sees it
    level: str
    seed: int  # the same for the same position


# Finds a whole turn, as the log has it; None if it fails.
Think: TypeAlias = Callable[[Problem], Awaitable[str | None]]


def newcomers(
    level: str, count: int, there: Iterable[Sitter | Former], key: str
) -> tuple[Sitter, ...]:
    """Computers that haven't sat at the table yet, if possible with other initials than the people.
    key: of the request, which picks the first one."""
    there, first = tuple(there), int.from_bytes(hashlib.sha256(key.encode()).digest()[:4])
    taken = {sitter.user for sitter in there}
    letters = {sitter.name[:1].upper() for sitter in there}
    free = [tree for tree in range(len(TREES)) if _user(tree) not in taken]
    apart = [tree for tree in free if TREES[tree][0] not in letters]
    free = apart if len(apart) >= count else free
    picked = [free[(first + i) % len(free)] for i in range(count)]
    return tuple(Sitter(_user(tree), TREES[tree], computer=level) for tree in picked)


def _user(tree: int) -> int:
    """The id of a computer in the store. No person on Discord has a negative id."""
    return -1 - tree


def sits(sitter: Sitter) -> Line:
    """The row that gives a computer a seat in a lobby."""
    return line_of(Word("computer", what=sitter.computer))


def hints(rows: Iterable[Row]) -> Mapping[Seat, int]:
    """The number of turns in which each seat asked for hints."""
    return Counter(word.seat for word in map(word_of, rows) if word.verb == HINT)


def seed_of(game: Game, seat: Seat, seen: Any) -> int:
    """The seed for a position: the same if the position comes again."""
    return int.from_bytes(hashlib.sha256(f"{game.commitment} {seat} {seen}".encode()).digest()[:8])


def position(table: Table) -> Problem:
    """The problem for the computer to move. It holds only what the seat sees."""
    game, seat = table.game, table.actor
    level = game.sitters[seat].computer
    return Problem(game.kind, table.mine, level, seed_of(game, seat, table.mine))


class PlayedGame(NamedTuple):
    """A finished game to look back at."""

    kind: str
    turns: tuple[tuple[Any, str], ...]  # what the player saw before a turn, and its line in the log
    seed: int  # for random choices while thinking


class GoodTurn(NamedTuple):
    """A good turn, suggested to a person."""

    line: str  # the whole turn as in the log
    share: float  # the expected share of the win, from 0 to 1
    lost: float = 0.0  # how much less that is than with the best turn
    sure: bool = False  # the win or loss was followed to the end of the game
    only: bool = False  # all other turns give away too much
    answer: str = ""  # the next seat's most dangerous reply; empty: none


class BetterTurn(NamedTuple):
    """A turn that gave something away."""

    turn: int  # its index among the turns handed in
    better: str  # a better turn
    share: float = 0.0  # the expected share of the win with it
    lost: float = 0.0  # how much less that was after the turn


class Waits(NamedTuple):
    """The seconds that people have waited for computers' turns."""

    this: float = 0.0  # for this turn
    behind: tuple[float, ...] = ()  # for the later ones, in order
    elsewhere: int = 0  # turns that other processes work on


ALONE: Final = Waits()


class SearchLost(Exception):
    """A search failed: its process died, or took too long or too much memory."""


class Mind(Protocol):
    """Analyses as many positions at once as it has room for. The others wait, hints before turns.
    The more wait, the shorter the search. Every method but `close` raises SearchLost."""

    room: int

    # A whole turn for the seat to move, as in the log.
    async def turn(self, position: Problem, waits: Waits = ALONE) -> str: ...

    # The seat's best turns, at most three, the best first.
    async def best(self, position: Problem) -> list[GoodTurn]: ...

    # The same with half a second of search, after the turns that wait.
    async def suggest(self, position: Problem) -> list[GoodTurn]: ...

    # The turns of a game that gave most away, in order, at most three.
    async def find_turning_points(self, game: PlayedGame) -> list[BetterTurn]: ...

    # The same after a second or two, for a reader who waits.
    async def glimpse(self, game: PlayedGame) -> list[BetterTurn]: ...

    async def close(self) -> None: ...


async def wait_for_news(news: asyncio.Event, seconds: float | None) -> None:
    """Wait until there is news, at most for the given seconds."""
    # Not wait_for: before Python 3.12 it swallows a cancellation that meets a wake-up.
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            await news.wait()
