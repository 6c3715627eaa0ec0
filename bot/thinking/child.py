"""A process that thinks: one position after another, until its input ends.

    4 bytes: length ── question and arguments, pickled ──> 4 bytes ── the answer in JSON

A fault of the rules, or a search that uses up its memory, ends only this process.
"""

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
from pathlib import Path
from typing import Any, BinaryIO, Final

from players import LEVELS, Turned, advice, choose, first_look, share_of, turning_points
from rules import GAMES
from rules.game import GameRules, Step
from rules.play import read

LENGTH: Final = struct.Struct(">I")
ASIDE: Final = 0.001  # seconds of thinking before it yields the processor
MEMORY: Final = 128 << 20  # bytes that it may use
ENOUGH = 80 << 20  # bytes after which a review ends; a table that grows may take the rest at once


def main() -> None:
    _modest()
    serve(sys.stdin.buffer, sys.stdout.buffer)


def _modest() -> None:
    """Lower the priority and limit the memory, if the system can."""
    with suppress(ImportError, OSError, ValueError, AttributeError):
        import resource

        os.nice(5)  # the bot's own process goes before this one
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def serve(
    asked: BinaryIO, told: BinaryIO, answers: Mapping[str, Callable[..., Any]] | None = None
) -> None:
    """Answer questions."""
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
    """Yield the processor often, if the system can. Otherwise it switches only each 4 ms, which
    would delay the event loop."""
    thinking = True

    def step_aside(*_: object) -> None:
        if thinking:
            others_first()
            signal.setitimer(signal.ITIMER_REAL, ASIDE)  # only now, as yielding may have taken long

    try:
        others_first = os.sched_yield
        signal.signal(signal.SIGALRM, step_aside)
    except (AttributeError, ValueError):  # another system; or a thread, as in tests
        yield
        return
    signal.setitimer(signal.ITIMER_REAL, ASIDE)
    try:
        yield
    finally:
        thinking = False  # a signal under way no longer sets the timer
        signal.setitimer(signal.ITIMER_REAL, 0)


def turn(kind: str, seen: Any, level: str, seed: int, seconds: float) -> str:
    """Choose a whole turn, as in the log; a level's positions may run out before the seconds."""
    return _line(choose(GAMES[kind].game, seen, LEVELS[level], seed, _over(seconds)))


def best(kind: str, seen: Any, level: str, seed: int, seconds: float) -> list[tuple[Any, ...]]:
    """Find good whole turns, best first, each as a bot.table.computers.GoodTurn."""
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
) -> list[tuple[Any, ...]]:
    """The turns that lost the most, each as a bot.table.computers.BetterTurn."""
    game: GameRules[Any] = GAMES[kind].game
    played = [(seen, _steps(game, seen, line)) for seen, line in turns]
    found = review(game, played, seed, over=_over(seconds))
    return [(t.n, _line(t.better.steps), share_of(game, t.better.value), t.lost) for t in found]


def _steps(game: GameRules[Any], s: Any, line: str) -> list[Step]:
    steps = []
    for word in line.split():
        steps.append(step := read(game, s, word))
        s, _ = game.apply(s, step)
    return steps


def _line(steps: Iterable[Step]) -> str:
    return " ".join(map(str, steps))


def _over(seconds: float) -> Callable[[], bool]:
    """A check whether that much time has passed since now."""
    until = time.monotonic() + seconds
    return lambda: time.monotonic() > until


def _thorough(
    game: GameRules[Any],
    turns: Sequence[tuple[Any, Sequence[Step]]],
    seed: int,
    over: Callable[[], bool],
) -> list[Turned]:
    """The turning points by a whole search, in a process of its own: few turns get so much time
    that it would use up the memory."""
    return turning_points(game, turns, seed, lambda: over() or _memory() > ENOUGH)


def _memory() -> int:
    """The bytes in use, if the system says it."""
    try:  # getrusage would count what the bot used before this process began
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
    except OSError:
        return 0
    return pages * os.sysconf("SC_PAGE_SIZE")


ANSWERS: Final[Mapping[str, Callable[..., Any]]] = {
    "turn": turn,
    "best": best,
    "turned": partial(_reviewed, _thorough),
    "glimpse": partial(_reviewed, first_look),  # as a short first look sees it
}

if __name__ == "__main__":
    main()
