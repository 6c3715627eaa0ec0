"""The processes that think: each has its own death, and a turn comes all the same (decision 38)."""

from __future__ import annotations

import asyncio
import io
import os
import pickle
import signal
import sys
import time
from collections.abc import AsyncIterator
from math import inf
from pathlib import Path
from statistics import median

import pytest

import players
from bot.table.computers import ALONE, LEVELS, Problem, SearchLost, Waits
from bot.thinking import child
from bot.thinking.processes import LEAST, MOST, WITHIN, Processes, Queue, Urgency, beside_the_bot
from rules import GAMES
from rules.game import Setup
from rules.play import perform
from tests.bot.core import Patch
from tests.bot.faulty_transport import Passage
from tests.patience import PATIENCE

LOGGER = GAMES["logger"].game
OPENING = Problem("logger", LOGGER.new(Setup(2)), "easy", 1)
SILENT = (sys.executable, "-c", "import sys; sys.stdin.buffer.read()")


@pytest.fixture
async def processes() -> AsyncIterator[Processes]:
    it = Processes()
    yield it
    await it.close()


@pytest.mark.slow
async def test_a_process_thinks_survives_a_death_and_ends_with_its_bot(
    processes: Processes,
) -> None:
    first, *_ = await asyncio.gather(*(processes.turn(OPENING) for _ in range(3)))
    state, _ = perform(LOGGER, OPENING.seen, first)
    assert LOGGER.actor(state) == 1
    (process,) = processes._all  # there is room for one
    process.send_signal(signal.SIGKILL)
    await process.wait()
    with pytest.raises(SearchLost):
        await processes.turn(OPENING)
    assert await processes.turn(OPENING) == first
    (other,) = processes._all
    assert other.pid != process.pid
    await knows_more_than_one_good_turn(processes)
    assert other.stdin is not None
    other.stdin.close()  # as when the bot is killed: nothing thinks on without it
    assert await other.wait() == 0


async def knows_more_than_one_good_turn(processes: Processes) -> None:
    """Hints: the best turns, the best first; each of them and the feared reply are legal."""
    ways = await processes.best(OPENING)
    assert len({way.line for way in ways}) == len(ways) == 3
    for way in ways:
        after, _ = perform(LOGGER, OPENING.seen, way.line)
        assert LOGGER.actor(after) == 1
        assert LOGGER.actor(perform(LOGGER, after, way.answer)[0]) == 0


def test_a_core_is_left_to_the_bot() -> None:
    """Players never wait for thoughts, for any number of computers."""
    for asked, cores, processes in ((4, 1, 1), (4, 2, 1), (2, 4, 2), (4, 4, 3), (32, 8, 7)):
        assert beside_the_bot(asked, cores) == processes


async def test_one_that_hangs_is_ended() -> None:
    hanging = Processes(command=SILENT, patience=0.2)
    with pytest.raises(SearchLost, match="TimeoutError"):
        await hanging.turn(OPENING)
    assert hanging._all == set()
    await hanging.close()


async def test_a_process_knows_no_token(monkeypatch: Patch, tmp_path: Path) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "secret")
    told = tmp_path / "told"
    spy = f"import os; open({str(told)!r}, 'w').write(' '.join(os.environ))"
    spying = Processes(command=(sys.executable, "-c", spy))
    with pytest.raises(SearchLost):
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
    """And only while it thinks: the event loop is as late as others let it wait."""
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


@pytest.mark.parametrize("enough", [0, 1 << 40])
def test_a_review_ends_before_its_memory_does(enough: int, monkeypatch: Patch) -> None:
    """A killed search would find nothing, at each try."""
    monkeypatch.setattr(child, "turning_points", lambda *said: [said[3]()])
    monkeypatch.setattr(child, "ENOUGH", enough)
    ends = child._thorough(GAMES["logger"].game, [], 1, lambda: False)
    assert [*map(bool, ends)] == [enough == 0]
    assert signal.getitimer(signal.ITIMER_REAL) == (0, 0)


@pytest.mark.slow
def test_it_takes_no_more_memory_than_it_may() -> None:
    greedy = "from bot.thinking.child import _modest; _modest(); x = bytearray(1 << 28)"
    code = os.spawnv(os.P_WAIT, sys.executable, [sys.executable, "-c", greedy])
    assert code != 0 or sys.platform != "linux"


# -- Who is thought for first, with a clock of the test's own.

HINT, TURN, SUGGESTION, REVIEW = Urgency
LATE = 0.01  # seconds; a sum of many parts


class Asked:
    """Questions to a queue, each thought of as long as it may be, or as a level takes."""

    def __init__(self, places: int) -> None:
        self.clock = Passage()
        self.clock.passed = 0.0
        self.queue = Queue(places, self.clock)
        self.answered: list[str] = []
        self.waited: dict[Urgency, list[float]] = {rank: [] for rank in Urgency}
        self.thought: dict[str, float] = {}
        self._tasks: list[asyncio.Task[None]] = []

    def ask(
        self, rank: Urgency, name: str, at: float = 0.0, takes: float = 99.0, waits: Waits = ALONE
    ) -> None:
        self._tasks.append(asyncio.create_task(self._ask(rank, name, at, takes, waits)))

    async def _ask(self, rank: Urgency, name: str, at: float, takes: float, waits: Waits) -> None:
        await self.clock.sleep(at)
        async with self.queue.place(rank, waits) as seconds:
            self.thought[name] = seconds
            await self.clock.sleep(min(seconds, takes))
        self.answered.append(name)
        self.waited[rank].append(self.clock() - at)

    async def all(self) -> None:
        await self.clock.settled()
        while self.clock.next < inf:
            self.clock.passed = self.clock.next
            self.clock.awake()
            await self.clock.settled()
        await asyncio.gather(*self._tasks)


async def test_suggestions_keep_no_turn_waiting_and_cost_half_a_second() -> None:
    """Each Take Turn asks for them, and a panel does without them."""
    asked = Asked(1)
    asked.ask(TURN, "first", 0.0, takes=1)
    asked.ask(SUGGESTION, "suggestion", 0.1)
    asked.ask(TURN, "second", 0.2, takes=1)
    await asked.all()
    assert asked.answered == ["first", "second", "suggestion"]
    assert asked.thought["suggestion"] == MOST[SUGGESTION] == 0.5
    assert asked.thought["second"] == MOST[TURN]


async def test_hints_go_before_turns_and_turns_in_the_order_of_asking() -> None:
    asked = Asked(1)
    asked.ask(REVIEW, "review", 0.25, takes=1)
    for n in range(4):
        asked.ask(TURN, f"turn {n}", n / 10, takes=1)
    asked.ask(HINT, "hint", 0.35, takes=1)
    await asked.all()
    assert asked.answered == ["turn 0", "hint", "turn 1", "turn 2", "turn 3", "review"]


@pytest.mark.parametrize("places", [1, 3])
async def test_ten_tables_are_answered_in_time_and_so_are_hints(places: int) -> None:
    """The waiting ones share the time, and the last one doesn't get only the rest. A hint waits for
    one turn at most, and thinks less the longer it waited."""
    asked = Asked(places)
    for n in range(10):
        asked.ask(TURN, f"turn {n}", n / 1000)  # each at its own moment
        asked.ask(TURN, f"later {n}", 30.0 + n / 2)
    for n, at in enumerate((0.1, 5.0, 31.0, 33.3)):
        asked.ask(HINT, f"hint {n}", at)
    await asked.all()
    assert max(asked.waited[TURN]) <= WITHIN[TURN] + LATE
    assert max(asked.waited[HINT]) <= MOST[TURN] + LEAST[HINT] + LATE
    assert median(asked.waited[HINT]) <= 2
    assert min(asked.thought.values()) > 1.5 * LEAST[TURN]
    assert asked.thought["turn 9"] > asked.thought[f"turn {places}"] / 4


async def test_what_waits_in_the_store_counts_as_well() -> None:
    """The claims of other processes show how many help."""
    asked = Asked(1)
    behind = (0.0,) * 9
    asked.ask(TURN, "alone", 10.0, waits=Waits(0.0, behind))
    asked.ask(TURN, "helped", 20.0, waits=Waits(0.0, behind, elsewhere=4))
    asked.ask(TURN, "late", 30.0, waits=Waits(6.5, behind))
    asked.ask(HINT, "hint", 30.1)
    asked.ask(TURN, "last", 40.0, waits=Waits(99.0, behind))
    asked.ask(HINT, "hour", 3_600.0)  # others have done the waiting work long ago
    await asked.all()
    assert asked.thought["alone"] == pytest.approx(WITHIN[TURN] / 10)
    assert asked.thought["helped"] == min(MOST[TURN], WITHIN[TURN] / 2)
    assert asked.thought["late"] == pytest.approx(WITHIN[TURN] - 6.5)
    assert asked.thought["hint"] < 1
    assert asked.thought["hour"] == MOST[HINT]
    assert asked.thought["last"] == LEAST[TURN]


async def test_who_gives_up_waiting_loses_no_place() -> None:
    queue = Queue(1, Passage())

    async def waits() -> None:
        async with queue.place(TURN):
            pass

    async with queue.place(TURN):
        early, late, last = (asyncio.create_task(waits()) for _ in range(3))
        await asyncio.sleep(0)
        early.cancel()
        await asyncio.sleep(0)
    late.cancel()
    await last
    async with queue.place(TURN) as seconds:
        assert seconds == MOST[TURN]
    assert early.cancelled()
    assert late.cancelled()
