"""Who is thought for first, and that nobody waits long, with a clock of the test's own.

Source: issue 31, item 5 and "Must hold"; docs/decisions.md, 74.
"""

from __future__ import annotations

import asyncio
from heapq import heappop, heappush
from itertools import count

import pytest

from bot.table.computers import ALONE, Waits
from bot.thinking.processes import LEAST, MOST, WITHIN, Queue, Rank, each_of

HINT, TURN, SUGGESTION, REVIEW = Rank
LATE = 0.01  # seconds; what is added up of many parts


class Clock:
    """Seconds that pass as soon as nobody has anything to do before them."""

    def __init__(self) -> None:
        self.time = 0.0
        self._sleeping: list[tuple[float, int, asyncio.Event]] = []
        self._count = count()

    def now(self) -> float:
        return self.time

    async def sleep(self, seconds: float) -> None:
        woken = asyncio.Event()
        heappush(self._sleeping, (self.time + seconds, next(self._count), woken))
        await woken.wait()

    async def run(self, *tasks: asyncio.Task[None]) -> None:
        while not all(task.done() for task in tasks):
            for _ in range(20):  # everybody comes to what they wait for
                await asyncio.sleep(0)
            if self._sleeping:
                self.time, _, woken = heappop(self._sleeping)
                woken.set()
        await asyncio.gather(*tasks)


class Asked:
    """Questions to a queue, each thought of as long as it may be, or as a level takes."""

    def __init__(self, places: int) -> None:
        self.clock = Clock()
        self.queue = Queue(places, self.clock.now)
        self.answered: list[str] = []
        self.waited: dict[Rank, list[float]] = {rank: [] for rank in Rank}
        self.thought: dict[str, float] = {}
        self._tasks: list[asyncio.Task[None]] = []

    def ask(
        self, rank: Rank, name: str, at: float = 0.0, takes: float = 99.0, waits: Waits = ALONE
    ) -> None:
        self._tasks.append(asyncio.create_task(self._ask(rank, name, at, takes, waits)))

    async def _ask(self, rank: Rank, name: str, at: float, takes: float, waits: Waits) -> None:
        await self.clock.sleep(at)
        async with self.queue.place(rank, waits) as seconds:
            self.thought[name] = seconds
            await self.clock.sleep(min(seconds, takes))
        self.answered.append(name)
        self.waited[rank].append(self.clock.time - at)

    async def all(self) -> None:
        await self.clock.run(*self._tasks)


async def test_suggestions_keep_no_turn_waiting_and_cost_half_a_second() -> None:
    """Issue 44, item 6: each Take Turn asks for them, and a panel does without them."""
    asked = Asked(1)
    asked.ask(TURN, "first", 0.0, takes=1)
    asked.ask(SUGGESTION, "suggestion", 0.1)
    asked.ask(TURN, "second", 0.2, takes=1)
    await asked.all()
    assert asked.answered == ["first", "second", "suggestion"]
    assert asked.thought["suggestion"] == MOST[SUGGESTION] == 0.5
    assert asked.thought["second"] == MOST[TURN]


async def test_hints_go_before_turns_and_turns_in_the_order_of_asking() -> None:
    """Issue 31, item 5: and whoever looks back at a game comes last."""
    asked = Asked(1)
    asked.ask(REVIEW, "review", 0.25, takes=1)
    for n in range(4):
        asked.ask(TURN, f"turn {n}", n / 10, takes=1)
    asked.ask(HINT, "hint", 0.35, takes=1)
    await asked.all()
    assert asked.answered == ["turn 0", "hint", "turn 1", "turn 2", "turn 3", "review"]


@pytest.mark.parametrize("places", [1, 2, 3])
async def test_ten_tables_are_answered_in_time_and_so_are_hints(places: int) -> None:
    """Issue 31, "Must hold": where all ask in one moment, or one after the other, and every thought
    takes as long as it may. Those that waited have their time shared out, and the last one is not
    left with what remains."""
    asked = Asked(places)
    for n in range(10):
        asked.ask(TURN, f"turn {n}")
        asked.ask(TURN, f"later {n}", 30.0 + n / 2)
    for n, at in enumerate((0.1, 5.0, 31.0, 33.3)):
        asked.ask(HINT, f"hint {n}", at)
    await asked.all()
    for rank in (HINT, TURN):
        assert max(asked.waited[rank]) <= WITHIN[rank] + LATE
    assert min(asked.thought.values()) > 1.5 * LEAST[TURN]
    assert asked.thought["turn 9"] > asked.thought[f"turn {places}"] / 4


async def test_who_is_alone_has_all_the_time_of_their_level() -> None:
    asked = Asked(1)
    asked.ask(TURN, "a")
    asked.ask(HINT, "b", 50.0)
    asked.ask(REVIEW, "c", 99.0)
    await asked.all()
    assert asked.thought == {"a": MOST[TURN], "b": MOST[HINT], "c": MOST[REVIEW]}


async def test_what_waits_in_the_store_counts_as_well() -> None:
    """A worker claims no more turns than there is room for; the others have waited there. Those
    that other processes think of show how many help."""
    asked = Asked(1)
    behind = (0.0,) * 9
    asked.ask(TURN, "alone", 10.0, waits=Waits(0.0, behind))
    asked.ask(TURN, "helped", 20.0, waits=Waits(0.0, behind, elsewhere=4))
    asked.ask(TURN, "late", 30.0, waits=Waits(6.5, behind))
    asked.ask(HINT, "hint", 30.1)
    asked.ask(TURN, "last", 40.0, waits=Waits(99.0, behind))
    asked.ask(HINT, "hour", 3_600.0)  # what waited then, others have done long ago
    await asked.all()
    assert asked.thought["alone"] == pytest.approx(WITHIN[TURN] / 10)
    assert asked.thought["helped"] == min(MOST[TURN], WITHIN[TURN] / 2)
    assert asked.thought["late"] == pytest.approx(WITHIN[TURN] - 6.5)
    assert asked.thought["hint"] < 1
    assert asked.thought["hour"] == MOST[HINT]
    assert asked.thought["last"] == LEAST[TURN]


async def test_a_machine_that_is_too_small_thinks_a_little_all_the_same() -> None:
    """A hundred at once: the last ones wait longer, and none is played blindly."""
    asked = Asked(1)
    for n in range(100):
        asked.ask(TURN, f"turn {n}")
    await asked.all()
    assert asked.answered == [f"turn {n}" for n in range(100)]
    assert min(asked.thought.values()) == LEAST[TURN]


def test_each_may_take_what_leaves_time_for_all() -> None:
    """The first one whose time would be over says how long a thought may be."""
    assert each_of([8.0], 0.0, 1) == 8.0
    assert each_of([8.0, 2.0, 9.0], 0.0, 1) == 1.0
    assert each_of([8.0, 8.0, 8.0], 2.0, 2) == 3.0


async def test_who_gives_up_waiting_loses_no_place() -> None:
    """Also at the moment at which it would be theirs: the next one has it."""
    queue = Queue(1, Clock().now)

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
