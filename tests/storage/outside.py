"""Other processes' work on a database, run as `python -m tests.storage.outside`.

write <path>            open, then commit turn after turn, saying the row of each
write <path> --bytes N  the same where no file may grow beyond N bytes
open <path>             open and close, saying how that went
open <path> --nobody    the same with the rights of nobody
die <path> <where>      open, and be killed on the way
"""

import asyncio
import os
import resource
import signal
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NoReturn

from storage import NewGame, Sitter, StoreError
from storage.sqlite import opening
from tests.storage.files import store_in
from tests.storage.samples import lobby, turn

NOBODY = 65_534


def say(words: object) -> None:
    print(words, flush=True)


async def write(path: str) -> None:
    async with store_in(path) as store:
        game = await store.create(_first())
        while True:
            change = turn(f"key {game.n}", "c3 " * 40, "5", posts=("turn", "card"))
            game = await store.commit(game.id, game.n, change)
            say(game.n)


def _first() -> NewGame:
    return lobby(host=Sitter(1, "Ann"), posts=("turn", "card"))


async def open_once(path: str) -> None:
    async with store_in(path):
        say("opened")


async def warm_up() -> None:
    """Import everything for opening a file, some of it late in Python: nobody may not be allowed to
    read the folder where Python lies."""
    with TemporaryDirectory() as folder:
        for _ in range(2):
            async with store_in(Path(folder) / "games.db"):
                pass


def drop_rights() -> None:
    """Become nobody, after everything that will be imported was."""
    asyncio.run(warm_up())
    os.setgroups([])
    os.setuid(NOBODY)


def killed(*_: object) -> NoReturn:
    os.kill(os.getpid(), signal.SIGKILL)
    raise AssertionError("still alive")


def die(path: str, where: str) -> None:
    setattr(opening, where, killed)
    asyncio.run(open_once(path))


def arguments() -> Namespace:
    parser = ArgumentParser()
    parser.add_argument("what", choices=["write", "open", "die"])
    parser.add_argument("path")
    parser.add_argument("where", nargs="?")
    parser.add_argument("--bytes", type=int)
    parser.add_argument("--nobody", action="store_true")
    return parser.parse_args()


def main() -> None:
    asked = arguments()
    if asked.bytes is not None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (asked.bytes, asked.bytes))
    if asked.nobody:
        drop_rights()
    doing: dict[str, Callable[[], None]] = {
        "write": lambda: asyncio.run(write(asked.path)),
        "open": lambda: asyncio.run(open_once(asked.path)),
        "die": lambda: die(asked.path, asked.where),
    }
    try:
        doing[asked.what]()
    except StoreError as error:
        sys.exit(f"{type(error).__name__}: {error}")


if __name__ == "__main__":
    main()
