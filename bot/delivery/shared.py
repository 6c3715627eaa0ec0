"""A board that somebody shows to everybody, once the outbox sends it."""

from __future__ import annotations

from bot.core.game import Game
from bot.core.table import Tables
from bot.domain.boards import Shared, SharedByStranger, board_at, boards, page_of
from bot.messages.boards import public
from bot.messages.layout import Layout
from storage import Store


async def shared(
    store: Store, tables: Tables, wish: Shared | SharedByStranger, game: Game
) -> Layout | None:
    """As everybody may see it. None: it was taken back meanwhile."""
    rows = await store.log(game.id)
    board = board_at(rows, wish.n)
    if board is None:
        return None
    return public(await page_of(tables, game, boards(rows), board, None), wish.user)
