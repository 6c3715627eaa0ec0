"""What thinks, as the rest knows it: a position goes in, whole turns come out."""

from __future__ import annotations

from typing import Any, Final, NamedTuple, Protocol

from bot.table.computers import Problem


class PlayedGame(NamedTuple):
    """A finished game to look back at."""

    kind: str
    turns: tuple[tuple[Any, str], ...]  # what the player saw before a turn, and its line in the log
    seed: int  # for what is drawn while thinking


class GoodTurn(NamedTuple):
    """A good turn, suggested to a person."""

    line: str  # the whole turn as in the log
    share: float  # the expected share of the win, from 0 to 1
    lost: float = 0.0  # how much less that is than with the best turn
    sure: bool = False  # the win or loss was followed to the end of the game
    only: bool = False  # all other turns give away too much
    answer: str = ""  # the next seat's most dangerous reply; empty: none


class BetterTurn(NamedTuple):
    """A turn that gave something away: which of those handed in, and what was better."""

    turn: int
    better: str


class Waits(NamedTuple):
    """How long people have waited for computers' turns, in seconds: for this one, and for those
    that come after it, in their order. elsewhere: how many turns other processes think of."""

    this: float = 0.0
    behind: tuple[float, ...] = ()
    elsewhere: int = 0


ALONE: Final = Waits()


class Lost(Exception):
    """Nothing came of a thought: its process died, or took too long or too much."""


class Minds(NamedTuple):
    """Who thinks of what: player, of turns; reviewer, of games that are over."""

    player: Mind
    reviewer: Mind


class Mind(Protocol):
    """Thinks of as many positions at once as it has room for; others wait, hints before turns. The
    more wait, the shorter each is thought of."""

    room: int

    async def turn(self, position: Problem, waits: Waits = ALONE) -> str:
        """A whole turn of the seat that sees this, as it stands in the log. Raises Lost."""
        ...

    async def best(self, position: Problem) -> list[GoodTurn]:
        """Good whole turns of that seat, the best first, three at most. Raises Lost."""
        ...

    async def suggested(self, position: Problem) -> list[GoodTurn]:
        """The same with half a second of thinking, after the turns that wait. Raises Lost."""
        ...

    async def turned(self, game: PlayedGame) -> list[BetterTurn]:
        """The turns of a game that gave most away, in order, three at most. Raises Lost."""
        ...

    async def glimpsed(self, game: PlayedGame) -> list[BetterTurn]:
        """The same as a first look of a second or two has it, for somebody who waits. Raises
        Lost."""
        ...

    async def close(self) -> None:
        """Nothing is thought of any more."""
        ...
