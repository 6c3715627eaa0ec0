"""The processes that think: each has its own death, and a turn comes all the same.

Source: issue 13, item 4; docs/decisions.md, decision 38. These start real processes.
"""

from __future__ import annotations

import asyncio
import io
import os
import pickle
import signal
import sys
import time
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

import players
from bot.table.computers import LEVELS, Problem
from bot.table.minds import Lost
from bot.thinking import child
from bot.thinking.processes import Processes, beside_the_bot
from rules import GAMES
from rules.game import Setup
from rules.play import perform
from tests.bot.core import Patch
from tests.patience import PATIENCE

LOGGER = GAMES["logger"].game
OPENING = Problem("logger", LOGGER.new(Setup(2)), "easy", 1)
SILENT = (sys.executable, "-c", "import sys; sys.stdin.buffer.read()")


@pytest.fixture
async def processes() -> AsyncIterator[Processes]:
    it = Processes()
    yield it
    await it.close()


async def test_a_process_thinks_and_its_death_is_survived(processes: Processes) -> None:
    """The next thought has a process of its own; the same seed thinks the same there."""
    first = await processes.turn(OPENING)
    state, _ = perform(LOGGER, OPENING.seen, first)
    assert LOGGER.actor(state) == 1
    (process,) = processes._all
    process.send_signal(signal.SIGKILL)
    await process.wait()
    with pytest.raises(Lost):
        await processes.turn(OPENING)
    assert await processes.turn(OPENING) == first
    (other,) = processes._all
    assert other.pid != process.pid


@pytest.mark.parametrize(
    ("asked", "cores", "processes"),
    [(1, 1, 1), (4, 1, 1), (1, 2, 1), (4, 2, 1), (2, 4, 2), (3, 4, 3), (4, 4, 3), (32, 8, 7)],
)
def test_a_core_is_left_to_the_bot(asked: int, cores: int, processes: int) -> None:
    """However many computers think: whoever plays never waits for whoever thinks."""
    assert beside_the_bot(asked, cores) == processes


def test_cores_are_counted() -> None:
    """Those that this process may use, where the system says so."""
    assert 1 <= beside_the_bot(1000) <= max(1, (os.cpu_count() or 1) - 1)


async def test_it_knows_more_than_one_good_turn(processes: Processes) -> None:
    """Hints: the best turns, the best first, each of which can be played, and so can what is
    feared."""
    ways = await processes.best(OPENING)
    assert len({way.line for way in ways}) == len(ways) == 3
    for way in ways:
        after, _ = perform(LOGGER, OPENING.seen, way.line)
        assert LOGGER.actor(after) == 1
        assert LOGGER.actor(perform(LOGGER, after, way.answer)[0]) == 0


async def test_no_more_processes_than_there_is_room_for(processes: Processes) -> None:
    thoughts = [processes.turn(OPENING._replace(seed=seed)) for seed in range(10)]
    assert len(await asyncio.gather(*thoughts)) == 10
    assert len(processes._all) == 1


async def test_one_that_hangs_is_ended(processes: Processes) -> None:
    """No table waits for ever, and nothing is left running."""
    hanging = Processes(command=SILENT, patience=0.2)
    with pytest.raises(Lost, match="TimeoutError"):
        await hanging.turn(OPENING)
    assert hanging._all == set()
    await hanging.close()


async def test_a_process_ends_with_its_bot() -> None:
    """Killed, the bot leaves nothing that thinks on: the input has ended."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "bot.thinking.child", stdin=asyncio.subprocess.PIPE
    )
    assert process.stdin is not None
    process.stdin.close()
    assert await process.wait() == 0


async def test_a_process_knows_no_token(monkeypatch: Patch, tmp_path: Path) -> None:
    """docs/decisions.md, 38: of its surroundings it is told what it needs to run."""
    monkeypatch.setenv("DISCORD_TOKEN", "secret")
    told = tmp_path / "told"
    spy = f"import os; open({str(told)!r}, 'w').write(' '.join(os.environ))"
    spying = Processes(command=(sys.executable, "-c", spy))
    with pytest.raises(Lost):
        await spying.turn(OPENING)
    assert "PYTHONHASHSEED" in told.read_text().split()
    assert "DISCORD_TOKEN" not in told.read_text().split()


def test_the_levels_at_a_table_are_those_of_the_players() -> None:
    assert list(LEVELS) == list(players.LEVELS)


def test_it_answers_until_its_input_ends() -> None:
    asked = [pickle.dumps(("turn", *OPENING._replace(seed=seed))) for seed in (1, 2)]
    wire = b"".join(child.LENGTH.pack(len(each)) + each for each in asked)
    told = io.BytesIO()
    child.serve(io.BytesIO(wire), told, {"turn": lambda *said: f"turn {said[3]}"})
    assert told.getvalue() == b'\0\0\0\x08"turn 1"\0\0\0\x08"turn 2"'


@pytest.mark.skipif(sys.platform == "win32", reason="only where the system can be told so")
def test_who_thinks_steps_aside_again_and_again(monkeypatch: Patch) -> None:
    """And only while it thinks: the event loop is as late as others let it wait (issue 13)."""
    stepped: list[float] = []

    def think(until: float) -> int:
        while len(stepped) < 3 and time.monotonic() < until:
            pass
        return len(stepped)

    def step_aside() -> None:
        assert signal.getitimer(signal.ITIMER_REAL) == (0, 0), "not while it does so already"
        stepped.append(time.monotonic())

    monkeypatch.setattr(os, "sched_yield", step_aside)
    question = pickle.dumps(("think", time.monotonic() + PATIENCE))
    told = io.BytesIO()
    child.serve(io.BytesIO(child.LENGTH.pack(len(question)) + question), told, {"think": think})
    assert told.getvalue()[child.LENGTH.size :] == b"3"
    assert signal.getitimer(signal.ITIMER_REAL) == (0, 0)


def test_it_takes_no_more_memory_than_it_may() -> None:
    """A search that grows without end ends its own process."""
    greedy = "from bot.thinking.child import _modest; _modest(); x = bytearray(1 << 28)"
    code = os.spawnv(os.P_WAIT, sys.executable, [sys.executable, "-c", greedy])
    assert code != 0 or sys.platform != "linux"


def test_only_what_a_seat_sees_is_handed_over() -> None:
    """Nothing of the game's row, its seed or its people is in a position."""
    assert Problem._fields == ("kind", "seen", "level", "seed")
    told: Any = pickle.loads(pickle.dumps(tuple(OPENING)))
    assert told == tuple(OPENING)
