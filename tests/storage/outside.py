"""Other processes' work on a database, run as `python -m tests.storage.outside`.

write <path>            open, then commit turn after turn, saying the row of each
open <path> [--nobody]  open and close, perhaps with the rights of nobody, saying how that went
die <path> <where>      open, and be killed on the way
"""

import asyncio
import os
import signal
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NoReturn

from storage import Sitter, SqliteStore, StoreError
from storage.sqlite import opening
from tests.storage.samples import lobby, turn

NOBODY = 65_534


def say(words: object) -> None:
    print(words, flush=True)


async def write(path: str) -> None:
    store = await SqliteStore.open(path)
    game = await store.create(lobby(host=Sitter(1, "Ann"), posts=("turn", "card")))
    while True:
        change = turn(f"key {game.n}", "c3 " * 40, "5", posts=("turn", "card"))
        game = await store.commit(game.id, game.n, change)
        say(game.n)


async def open_once(path: Path | str) -> None:
    await (await SqliteStore.open(path)).close()


def drop_rights() -> None:
    """Become nobody, after everything that will be imported was: nobody may not be allowed to read
    the folder where Python lies, and some of it is imported when a file is opened."""
    with TemporaryDirectory() as folder:
        for _ in range(2):
            asyncio.run(open_once(Path(folder) / "games.db"))
    os.setgroups([])
    os.setuid(NOBODY)


def killed(*_: object) -> NoReturn:
    os.kill(os.getpid(), signal.SIGKILL)
    raise AssertionError("still alive")


def main(what: str, path: str, *more: str) -> None:
    if what == "write":
        asyncio.run(write(path))
    if what == "die":
        setattr(opening, more[0], killed)
    elif more:
        drop_rights()
    try:
        asyncio.run(open_once(path))
    except StoreError as error:
        sys.exit(f"{type(error).__name__}: {error}")
    say("opened")


if __name__ == "__main__":
    main(*sys.argv[1:])
