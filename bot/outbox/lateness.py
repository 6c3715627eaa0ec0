"""A call that comes late: the clock of whoever is on turn stands still until they were called.

the board is not taken for a minute, or parked ──> their clock stands still, since their turn began
the board is there                             ──> it runs from now on
night for them, and they are called later      ──> nothing: that is no failure
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Protocol

from bot.table.calls import Letter, MorningCall
from bot.table.clocks import held, running
from bot.table.game import Game
from bot.table.posts import Turn
from bot.table.rows import row_class
from storage import BOARD, Post, Store

TIMELY: Final = (Turn, MorningCall, Letter)  # rows until which a clock stands still
PROMPT: Final = 60.0  # seconds within which a call comes at once
SEVERAL: Final = 5  # tries, which take longer than that


class TurnClocks(Protocol):
    """The clock of whoever is on turn, as long as it is their turn."""

    async def stop(self, game: Game, since: float) -> None:
        """They were not called, and should have been since then."""
        ...

    async def start(self, game: Game) -> None:
        """They have been called only now."""
        ...

    def as_if_called(self, game: Game) -> Game:
        """A game as it will be once they are called."""
        ...


class Lateness:
    """Stops and starts clocks. now: seconds since 1970."""

    def __init__(self, store: Store, clocks: TurnClocks, now: Callable[[], float]) -> None:
        self._store, self._clocks, self._now = store, clocks, now

    def as_if_called(self, game: Game) -> Game:
        """What a board says that comes late."""
        return self._clocks.as_if_called(game)

    async def failed(self, post: Post, game: Game, *, parked: bool) -> None:
        """A row was not delivered. parked: nor will it be soon."""
        if row_class(post.kind) not in TIMELY or game.past(post.n) or running(game) is None:
            return
        late = parked or post.tries >= SEVERAL
        if late and not (post.kind == BOARD and await self._board_is_there(game)):
            called = row_class(post.kind) is MorningCall
            await self._clocks.stop(game, self._now() if called else game.changed)

    async def arrived(self, post: Post, game: Game) -> None:
        """A row is done with. game: as it was when that was begun."""
        if row_class(post.kind) not in TIMELY or game.past(post.n):
            return
        waits, long = held(game) is not None, self._now() - game.changed > PROMPT
        if post.kind != BOARD:
            starts = waits and await self._board_is_there(game)
        else:
            starts = waits or (long and not await self._board_is_there(game))
        if starts:
            await self._clocks.start(game)

    async def _board_is_there(self, game: Game) -> bool:
        """The board of this turn was posted, also if it is posted once more."""
        board = await self._store.latest(game.id, BOARD)
        return board is not None and board.n >= game.stands
