"""Bots started quickly: one process with all imports and pictures forks them.

    test ── {"env": …, "folder": …, "trace": …, …} ──> server ── fork ──> `lumbercamp run`
         <── {"forked": pid}                                  │
         <── {"gone": pid, "code": …}               <──────────────┘ SIGCHLD

A bot that is forked is at its first request some hundred milliseconds earlier than one that has to
import discord.py. Its boards are blank; otherwise it is the real command.
"""

from __future__ import annotations

import asyncio
import contextlib
import gc
import json
import os
import signal
import sys
from collections.abc import AsyncIterator, Callable
from io import BytesIO
from pathlib import Path
from typing import Any

from PIL import Image

from bot.features.puzzles.puzzle import puzzles_of
from bot.messages.languages import languages
from bot.ops.settings import Settings
from bot.ops.upkeep import rules_of_today
from bot.table.computers import Mind
from renderer import Picture
from rules import GAMES
from rules.voice import ENGLISH
from storage import migrating
from tests import sprites
from tests.bot.discord.process import ROOT
from tests.bot.minds import LeastMind
from tests.crash import deaths
from tests.crash.tripwire import Tripwire, watch
from tests.patience import PATIENCE

Json = dict[str, Any]

# -- in the server's process


def main() -> None:
    from bot.__main__ import main as bot

    sprites.ready()
    languages()
    for kind in GAMES:
        puzzles_of(kind)
    ENGLISH.list_items(["a", "b"], "and")  # reads Babel's data of English
    rules_of_today()
    gc.collect()
    gc.freeze()
    gc.set_threshold(100_000)  # a bot lives too briefly to have anything collected
    alive = set[int]()
    signal.signal(signal.SIGCHLD, lambda *_: _reap(alive))
    _say({"ready": True})
    for line in sys.stdin:
        asked = json.loads(line)
        with _undisturbed():
            if (pid := os.fork()) == 0:
                _be(bot, asked)
            alive.add(pid)
            _say({"forked": pid})
    for pid in [*alive]:  # nobody is left to look after them
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)


@contextlib.contextmanager
def _undisturbed() -> Any:
    signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGCHLD])
    yield
    signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGCHLD])


def _reap(alive: set[int]) -> None:
    with contextlib.suppress(ChildProcessError):
        while (found := os.waitpid(-1, os.WNOHANG))[0]:
            alive.discard(found[0])
            _say({"gone": found[0], "code": os.waitstatus_to_exitcode(found[1])})


def _say(what: Json) -> None:
    os.write(1, f"{json.dumps(what)}\n".encode())


def _be(bot: Any, asked: Json) -> None:
    """The bot's own process, from here to its end."""
    code = 70
    try:
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGCHLD])
        os.chdir(asked["folder"])
        log = os.open("log.txt", os.O_WRONLY | os.O_CREAT | os.O_APPEND)
        for stream, file in ((0, os.open(os.devnull, os.O_RDONLY)), (1, log), (2, log)):
            os.dup2(file, stream)
        os.environ.update(asked["env"])
        _shorten(asked["grace"])
        if "moment" in asked:
            _mortal(asked)
        else:
            _tripped(asked)
        code = bot(["run"])
    finally:
        os._exit(code)


def _tripped(asked: Json) -> None:
    _thinks_with(LeastMind())
    database = Path(asked["env"]["LUMBERCAMP_DATABASE"])
    wire = Tripwire(Path(asked["trace"]), asked["wire"], database)

    def begin() -> None:
        wire.count_posts()
        watch(wire.passes, wire.arm)

    _as_it_runs(begin)


def _mortal(asked: Json) -> None:
    """Beside another bot, where it dies at a moment of its own."""
    if asked["step"]:
        steps = (*migrating.migrations(), migrating.Migration(9001, "adds", asked["step"]))
        migrating.migrations = lambda: steps
    death = deaths.Death(asked["moment"], asked["count"], asked["signal"])
    _thinks_with(deaths.Sleepy(death))
    deaths.wait_for(death)
    if asked["moment"] in ("start", "step"):
        _as_it_runs(lambda: deaths.count_steps(death))


def _shorten(grace: float) -> None:
    """Let turns wait for chance so long, and draw blank boards; a thread paints them as ever."""
    import bot.app
    import bot.features.turns
    import bot.messages.cards
    import bot.messages.layouts

    bot.features.turns.wait_of = lambda game: grace or 1e-6  # type: ignore[attr-defined]

    png = BytesIO()
    Image.new("P", (8, 8)).save(png, "PNG")
    picture = Picture(png.getvalue(), "A board.")
    bot.messages.layouts.draw = lambda *_: picture  # type: ignore[attr-defined]
    bot.messages.cards.draw_lobby = lambda *_: picture  # type: ignore[attr-defined]
    bot.app.draw_sprites = lambda *_: iter(())  # type: ignore[attr-defined]


def _thinks_with(mind: Mind) -> None:
    import bot.ops.service

    setattr(bot.ops.service, "Processes", lambda *_: mind)  # noqa: B010 of another module


def _as_it_runs(watched: Callable[[], None]) -> None:
    """Run `watched` in the bot's loop before anything else."""
    from bot.ops import service

    run = service.run

    async def begun(settings: Settings, ready: str = "") -> None:
        watched()
        await run(settings, ready)

    service.run = begun


# -- in the test's process


class Bot:
    """A bot that was forked. `gone` has its exit code in the end."""

    def __init__(self, pid: int) -> None:
        self.pid = pid
        self.gone: asyncio.Future[int] = asyncio.get_running_loop().create_future()

    def tell(self, number: int) -> None:
        if not self.gone.done():
            with contextlib.suppress(ProcessLookupError):
                os.kill(self.pid, number)

    async def kill(self, number: int = signal.SIGKILL) -> int:
        self.tell(number)
        async with asyncio.timeout(PATIENCE):
            return await asyncio.shield(self.gone)


class ForkServer:
    """The near end of the server's process."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process
        self._bots: dict[int, Bot] = {}
        self._starts: asyncio.Queue[Bot] = asyncio.Queue()
        self._one_by_one = asyncio.Lock()

    async def start(self, folder: Path, env: dict[str, str], grace: float, **how: Any) -> Bot:
        """Start a bot in a folder. grace: seconds that it lets a turn wait for chance; how: of one
        alone, its trace and its wire (see `tripwire`); of one beside another (see `deaths`), its
        moment, and how often that comes before it dies."""
        asked: Json = {"folder": str(folder), "env": env, "grace": grace, **how}
        assert self._process.stdin is not None
        async with self._one_by_one:
            self._process.stdin.write(f"{json.dumps(asked)}\n".encode())
            return await self._starts.get()  # it may be gone by now

    async def listen(self) -> None:
        assert self._process.stdout is not None
        async for line in self._process.stdout:
            said = json.loads(line)
            if "forked" in said:
                bot = self._bots[said["forked"]] = Bot(said["forked"])
                self._starts.put_nowait(bot)
            elif "gone" in said:
                self._bots.pop(said["gone"]).gone.set_result(said["code"])


@contextlib.asynccontextmanager
async def fork_server() -> AsyncIterator[ForkServer]:
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "tests.crash.forking"),
        cwd=ROOT,
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
    )
    assert process.stdout is not None
    assert process.stdin is not None
    await process.stdout.readline()
    it = ForkServer(process)
    listener = asyncio.create_task(it.listen())
    try:
        yield it
    finally:
        process.stdin.close()
        await process.wait()
        listener.cancel()
        await asyncio.gather(listener, return_exceptions=True)


if __name__ == "__main__":
    main()
