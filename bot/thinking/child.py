"""A process that thinks: one position after the other, until its input ends.

    4 bytes: how long ── a pickled Position ──> 4 bytes ── the turn, as it stands in the log

It is given nothing else: no database, no token, no clock of a game. It knows the rules and the
players, and nothing of the bot; a fault of the rules, or of a search that takes all the memory that
it may have, ends this process alone.
"""

from __future__ import annotations

import pickle
import struct
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any, BinaryIO, Final

from players import LEVELS, choose
from rules import GAMES

LENGTH: Final = struct.Struct(">I")
SECONDS: Final = 5.0  # for a turn; a level's positions are over long before that on most machines
MEMORY: Final = 128 << 20  # bytes; the largest search so far needs a third of them
POLITE: Final = 10  # whoever plays goes before whoever thinks


def main() -> None:
    _modest()
    serve(sys.stdin.buffer, sys.stdout.buffer)


def _modest() -> None:
    """Take no more than is left, where the system knows such bounds."""
    with suppress(ImportError, OSError, ValueError, AttributeError):
        import os
        import resource

        os.nice(POLITE)
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def serve(asked: BinaryIO, told: BinaryIO, thought: Callable[..., str] | None = None) -> None:
    """Answer what is asked."""
    while head := asked.read(LENGTH.size):
        (size,) = LENGTH.unpack(head)
        line = (thought or turn)(*pickle.loads(asked.read(size))).encode()
        told.write(LENGTH.pack(len(line)) + line)
        told.flush()


def turn(kind: str, seen: Any, level: str, seed: int) -> str:
    """A whole turn, as it stands in the log."""
    until = time.monotonic() + SECONDS
    steps = choose(GAMES[kind].game, seen, LEVELS[level], seed, lambda: time.monotonic() > until)
    return " ".join(map(str, steps))


if __name__ == "__main__":
    main()
