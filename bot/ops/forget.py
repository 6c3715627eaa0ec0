"""`lumbercamp forget USER`: a person becomes "former player 1" in all that the bot has stored."""

from __future__ import annotations

import sys

from bot.app import HOSTED
from bot.core.effective import line_of
from bot.core.game import Games, is_private
from bot.ops.check import called
from bot.ops.opened import Place, opened
from rules.history import Word
from rules.text import Plural, Text
from storage import Change, Forgotten, Store

STILL_PLAYS = 1


async def run(database: Place, user: int, games: Games = HOSTED) -> int:
    """Do so and say what came of it; the exit code. Raises StoreError."""
    store = await opened(database)
    try:
        await _end_practice(store, user)
        done = await store.forget(user)
        rows = [await store.game(game) for game in done.open]
    finally:
        await store.close()
    if rows:
        names = ", ".join(called(games, row) for row in rows if row)
        print(_unchanged(names), file=sys.stderr)
        return STILL_PLAYS
    print(_told(done))
    return 0


async def _end_practice(store: Store, user: int) -> None:
    """Games in direct messages, which nobody but that person can end; unless others are open."""
    rows = await store.games_of(user)
    if all(map(is_private, rows)):
        for row in rows:
            cancelled = Change(
                (line_of(Word("cancel")),), f"forgotten:{row.id}", status="cancelled", on_turn=None
            )
            await store.commit(row.id, row.n, cancelled)


def _unchanged(names: str) -> Text:
    return Text(
        "That person is still playing in {names}. End those games first (`/games cancel game:L7`).",
        names=names,
    )


def _told(done: Forgotten) -> Text:
    if not done.games:
        return Text("That person isn't in any game. Their settings were deleted.")
    return Plural(
        'That person is now "former player {number}" in {n} game. Older backups still name them.',
        'That person is now "former player {number}" in {n} games. Older backups still name them.',
        number=done.number,
        n=done.games,
    )
