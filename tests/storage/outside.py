"""Write to a database turn after turn, saying the row of each, until the process is killed:
`python -m tests.storage.outside <path>`."""

import asyncio
import sys

from storage import Sitter, SqliteStore
from tests.storage.samples import lobby, turn


async def write(path: str) -> None:
    store = await SqliteStore.open(path)
    game = await store.create(lobby(host=Sitter(1, "Ann"), posts=("turn", "card")))
    while True:
        change = turn(f"key {game.n}", "c3 " * 40, "5", posts=("turn", "card"))
        game = await store.commit(game.id, game.n, change)
        print(game.n, flush=True)


if __name__ == "__main__":
    asyncio.run(write(sys.argv[1]))
