"""A process that thinks: one position after the other, until its input ends.

    4 bytes: how long ── what is asked, and a Position, pickled ──> 4 bytes ── the answer in JSON

It is given nothing else: no database, no token, no clock of a game. It knows the rules and the
players, and nothing of the bot; a fault of the rules, or of a search that takes all the memory that
it may have, ends this process alone.
"""

from __future__ import annotations

import json
import os
import pickle
import signal
import struct
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from typing import Any, BinaryIO, Final

from players import LEVELS, Turned, advice, choose, glimpsed, turning_points
from rules import GAMES
from rules.game import Game, Step
from rules.play import read

LENGTH: Final = struct.Struct(">I")
MEMORY: Final = 128 << 20  # bytes; the largest search so far needs a third of them
POLITE: Final = 5  # whoever plays goes before whoever thinks
ASIDE: Final = 0.001  # seconds of thinking; then whoever waits for the processor may have it


def main() -> None:
    _modest()
    serve(sys.stdin.buffer, sys.stdout.buffer)


def _modest() -> None:
    """Take no more than is left, where the system knows such bounds."""
    with suppress(ImportError, OSError, ValueError, AttributeError):
        import resource

        os.nice(POLITE)
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def serve(
    asked: BinaryIO, told: BinaryIO, answers: Mapping[str, Callable[..., Any]] | None = None
) -> None:
    """Answer what is asked."""
    while head := asked.read(LENGTH.size):
        (size,) = LENGTH.unpack(head)
        question, *about = pickle.loads(asked.read(size))
        with _stepping_aside():
            answer = (answers or ANSWERS)[question](*about)
        said = json.dumps(answer).encode()
        told.write(LENGTH.pack(len(said)) + said)
        told.flush()


@contextmanager
def _stepping_aside() -> Iterator[None]:
    """Meanwhile others may go first each moment, where the system can be told so. By itself it
    looks only each 4 ms who waits, and so late the event loop would be."""
    thinking = True

    def step_aside(*_: object) -> None:
        if thinking:
            others_first()
            signal.setitimer(signal.ITIMER_REAL, ASIDE)  # only now, for that may have taken long

    try:
        others_first = os.sched_yield
        signal.signal(signal.SIGALRM, step_aside)
    except (AttributeError, ValueError):  # another system; or a thread, which tests have
        yield
        return
    signal.setitimer(signal.ITIMER_REAL, ASIDE)
    try:
        yield
    finally:
        thinking = False  # a signal that is on its way sets no timer any more
        signal.setitimer(signal.ITIMER_REAL, 0)


def turn(kind: str, seen: Any, level: str, seed: int, seconds: float) -> str:
    """A whole turn, as it stands in the log; a level's positions may be over before the seconds."""
    return _line(choose(GAMES[kind].game, seen, LEVELS[level], seed, _over(seconds)))


def best(kind: str, seen: Any, level: str, seed: int, seconds: float) -> list[tuple[Any, ...]]:
    """Good whole turns, the best first, each as a bot.table.computers.GoodTurn."""
    begun, limits = time.monotonic(), LEVELS[level]

    def passed() -> float:
        return (time.monotonic() - begun) / seconds

    found = advice(GAMES[kind].game, seen, seed, limits.positions, limits.pace, passed)
    return [
        (_line(way.steps), way.share, way.lost, way.sure, found.only, _line(way.answer))
        for way in found.good
    ]


def _reviewed(
    review: Callable[..., list[Turned]],
    kind: str,
    turns: Sequence[tuple[Any, str]],
    seed: int,
    seconds: float,
) -> list[tuple[int, str]]:
    """The turns that gave most away, by their place, with what was better."""
    game: Game[Any] = GAMES[kind].game
    played = [(seen, _steps(game, seen, line)) for seen, line in turns]
    found = review(game, played, seed, over=_over(seconds))
    return [(point.n, _line(point.better.steps)) for point in found]


def _steps(game: Game[Any], s: Any, line: str) -> list[Step]:
    steps = []
    for word in line.split():
        steps.append(step := read(game, s, word))
        s, _ = game.apply(s, step)
    return steps


def _line(steps: Iterable[Step]) -> str:
    return " ".join(map(str, steps))


def _over(seconds: float) -> Callable[[], bool]:
    """Whether so much time has passed since now."""
    until = time.monotonic() + seconds
    return lambda: time.monotonic() > until


turned = partial(_reviewed, turning_points)
ANSWERS: Final[Mapping[str, Callable[..., Any]]] = {
    "turn": turn,
    "best": best,
    "turned": turned,
    "glimpse": partial(_reviewed, glimpsed),  # as a first short look has it
}

if __name__ == "__main__":
    main()
