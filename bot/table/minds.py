"""What thinks, as the rest knows it: a position goes in, whole turns come out."""

from __future__ import annotations

from typing import Any, Final, NamedTuple, Protocol

from bot.table.computers import Problem


class PlayedGame(NamedTuple):
    """A game to look back at: of each turn what its player saw before it, and the turn as it stands
    in the log; and a seed."""

    kind: str
    turns: tuple[tuple[Any, str], ...]
    seed: int


class GoodTurn(NamedTuple):
    """A whole turn, as it stands in the log, for whoever asks what is good. share: what it is taken
    to win, from 0 to 1; lost: how much of the win it gives away beside the best; sure: that it wins
    or loses was followed to the end; only: all others give away too much; answer: the turn of the
    next seat that is feared most, or nothing."""

    line: str
    share: float
    lost: float = 0.0
    sure: bool = False
    only: bool = False
    answer: str = ""


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
