"""SIGKILL at every await point between a player's word and the finished post: the turn is there
exactly once or was refused, the board was posted exactly once, and the draft is still there.

No list of await points stands here: a bot that lives writes down each moment at which one of its
tasks begins, is left or continues, and the state of the world by then. Moments between which no
message was posted and the database stayed as it was leave the next bot the same world; in a row of
such moments one bot dies at the first, and Discord remembers the nonces of its posts. Once there
are posts another one dies at the last, where the next change is under way, and Discord has
forgotten them. Where tasks race, a moment does not come in every life: then the bot dies at its
neighbour in the same world.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import TypeAlias

import pytest

from storage.engine import Engine
from tests.crash.forking import ForkServer
from tests.crash.scenes import JamLine, Scene, SlashLine
from tests.crash.trial import Template, Trial, tried

# A trial reads the writes of a life from its file, so this is for SQLite only.
pytestmark = [pytest.mark.slow, pytest.mark.sqlite, pytest.mark.asyncio(loop_scope="module")]

AT_ONCE = 5  # bots; they wait for each other's answers more than they compute
TRIES = 3  # a moment that hangs on a race between tasks does not come up every time
NEAR = 4  # moments at one end of a world, one of which must come
FORGOTTEN = 3600.0  # seconds, after which no nonce is remembered

# Moments that come in one life and not in the next: the look for lines that were missed may still
# be under way, as may the first beat, which is written once the bot is connected; and a connection
# is opened only where none is idle.
BY_CHANCE = (
    *("lines.look", "lines._look", "lines._listen", "lines._answered_late"),
    *("features/clocks.run", "aiohttp/connector"),
)

# A deferred write is flushed after a fifth of a second at the latest: in a slow life oftener than
# in a fast one. There is at least one flush, after the last post.
OFTENER_WHERE_SLOW = f"storage/engine.{Engine._flush.__name__}"


Moments: TypeAlias = tuple[str, ...]  # of the same world, the best one first
Death: TypeAlias = tuple[Moments, bool]  # whether Discord forgets the nonces


@pytest.mark.parametrize("scene", [SlashLine, JamLine])
async def test_nothing_is_lost_or_told_twice_wherever_the_bot_is_killed(
    scene: type[Scene], bots: ForkServer, tmp_path: Path
) -> None:
    template = await scene().build(tmp_path / "template")
    deaths = await live(scene(), template, tmp_path / "lived", bots)
    gate, missed, forgotten = asyncio.Semaphore(AT_ONCE), set[Moments](), 0

    async def killed(folder: Path, death: Death) -> None:
        nonlocal forgotten
        moments, forgets = death
        async with gate:
            for attempt, moment in enumerate(each for each in moments for _ in range(TRIES)):
                try:
                    async with tried(template, folder.with_suffix(f".{attempt}"), bots) as trial:
                        posts = await dies(scene(), trial, moment, forgets)
                except Exception as failed:
                    failed.add_note(f"killed at {moment}, nonce forgotten: {forgets}")
                    raise
                if posts is not None:
                    forgotten += forgets and posts > 0
                    return
        missed.add(moments)

    await gather(killed(tmp_path / f"{number}", death) for number, death in enumerate(deaths))
    by_itself = {moments for moments, _ in deaths if OFTENER_WHERE_SLOW in moments[0]}
    assert not missed - by_itself
    assert not by_itself or by_itself - missed
    assert forgotten


async def live(scene: Scene, template: Template, folder: Path, bots: ForkServer) -> list[Death]:
    """Where to kill, from the life of a bot that is not killed, from the word to the post."""
    async with tried(template, folder, bots) as trial:
        await trial.start()
        await scene.speak(trial)
        await trial.until(lambda: scene.done(trial))
        lived = trial.trace.read_text(encoding="utf-8").splitlines()
        await end_well(scene, trial)
    return choose_deaths(lived)


def choose_deaths(lived: Iterable[str]) -> list[Death]:
    """A death near the beginning of each world that there was on the way, and one near its end."""
    told = (line.split(" ", 1) for line in lived)
    steady = [(world, at) for world, at in told if not any(part in at for part in BY_CHANCE)]
    deaths = list[Death]()
    for world, same in groupby(steady, key=itemgetter(0)):
        moments = [at for _, at in same]
        deaths.append((tuple(moments[:NEAR]), False))
        if not world.startswith("0:"):
            deaths.append((tuple(moments[: -NEAR - 1 : -1]), True))
    return deaths


async def dies(scene: Scene, trial: Trial, moment: str, forgotten: bool) -> int | None:
    """Kill at that moment, start again and look; how many posts had gone out by then, or None when
    the moment did not come."""
    before = len(trial.world.nonces)
    await trial.start(wire=moment)
    await scene.speak(trial)
    await trial.until(lambda: trial.bot.gone.done() or scene.done(trial))
    await trial.heard()  # the last moments come while it answers that
    if not trial.bot.gone.done():
        return None
    await trial.until(lambda: not trial.world.online)
    posts = len(trial.world.nonces) - before
    scene.check_told(trial)
    trial.world.add_time(FORGOTTEN if forgotten else 0)
    await trial.start_unready()
    await end_well(scene, trial)
    return posts


async def end_well(scene: Scene, trial: Trial) -> None:
    """All posts go out; the word said again changes nothing or counts now."""
    await trial.until(lambda: trial.told)
    scene.check_told(trial)
    await scene.again(trial)
    await trial.until(lambda: scene.counted(trial) and trial.told)
    await trial.heard()
    await trial.until(lambda: len(trial.calls()) <= 1)  # old boards are retired after the call
    await trial.stop()
    scene.check_end(trial)


async def gather(work: Iterable[object]) -> None:
    """Await everything; when one part fails, leave the rest."""
    async with asyncio.TaskGroup() as group:
        for each in work:
            group.create_task(each)  # type: ignore[arg-type]
