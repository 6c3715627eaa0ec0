"""Every clock adds up, whatever happens at a table and in whichever order.

Source: issue 12, "Must hold". The book beside the game counts in another way: what everybody had
when a turn began, and what has passed since, by the calendars of then.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

import pytest

from bot.domain.calendars import calendar_of
from bot.domain.clocks import running
from storage import GameRow
from tests.bot.controls import Controls, is_sound
from tests.bot.core import ANN, BEN, CY, Core, Person
from tests.bot.playing import turn

H = 3600.0
START, TURN, CAP = 24 * H, 4 * H, 72 * H
PEOPLE = {who.id: who for who in (ANN, BEN, CY)}
ZONES = ("Europe/Berlin", "Australia/Lord_Howe", "America/New_York", None)


@dataclass
class Book:
    """left: by seat, without what has passed of the turn that is due; thought: about it so far;
    turns: those that could be taken back, each with what everybody had before it and what was
    thought about it."""

    left: list[float]
    now: float
    thought: float = 0.0
    turns: list[tuple[list[float], float]] = field(default_factory=list)

    def passes(self, game: GameRow, seconds: float) -> None:
        """Time, before it has passed."""
        clock = running(game)
        assert clock is not None
        calendar = calendar_of(game, game.sitters[clock.seat])
        self.thought += calendar.passed(self.now, self.now + seconds)
        self.now += seconds

    def said(self, seat: int) -> None:
        cost = min(self.left[seat], self.thought)
        self.turns.append(([*self.left], cost))
        rest = self.left[seat] - cost
        self.left[seat] = max(rest, min(CAP, rest + TURN))
        self.thought = 0.0

    def taken_back(self, seat: int) -> None:
        self.left, cost = self.turns.pop()
        self.left[seat] = max(H, self.left[seat] - cost)
        self.thought = 0.0

    def agrees(self, game: GameRow) -> None:
        """With what the game says, to the second."""
        clock = running(game)
        assert clock is not None
        calendar = calendar_of(game, game.sitters[clock.seat])
        for each in game.clocks:
            left = each.left
            if each.since is not None:
                left -= min(left, calendar.passed(each.since, self.now))
            mine = self.left[each.seat]
            mine -= min(mine, self.thought) if each == clock else 0.0
            assert left == pytest.approx(mine, abs=1.0), each.seat


@pytest.mark.parametrize("seed", range(12))
async def test_every_clock_adds_up(core: Core, seed: int) -> None:
    rng = Random(seed)
    core.time.seconds = 1_774_000_000.0 + seed * 86_400  # daylight saving begins and ends in these
    for who in PEOPLE.values():
        await core.store.set_personal(who.id, "time_zone", rng.choice(ZONES))
    options = {"pace": "brisk", "weekends": rng.choice(("run", "stop"))}
    game = await core.seated(*PEOPLE.values(), options=options)
    book = Book([START] * 3, core.time())
    for _ in range(70):
        game = await core.game()
        if game.status != "playing" or game.on_turn is None:
            break
        await _happens(core, game, book, rng)
        game = await core.game()
        if game.status == "playing":
            book.agrees(game)
    await is_sound(core)


async def _happens(core: Core, game: GameRow, book: Book, rng: Random) -> None:
    seat = game.on_turn or 0
    mover = PEOPLE[game.sitters[seat].user]
    what = rng.choice(("wait", "wait", "say", "say", "say", "undo", "hours", "look"))
    if what == "wait":
        seconds = rng.uniform(0, 9 * H)
        book.passes(game, seconds)
        core.time.seconds += seconds
    elif what == "say":
        await core.say(mover, turn(await core.table(), rng))
        book.said(seat)
    elif what == "undo" and book.turns:
        before = (seat - 1) % 3
        answer = await Controls(core).undo(PEOPLE[game.sitters[before].user])
        if "is taken back" in answer.text or (await core.game()).on_turn == before:
            book.taken_back(before)
    elif what == "hours":
        await _other_hours(core, mover, rng)
    else:
        await core.clock.tick()
        if (await core.log())[-2].startswith("absent"):
            book.said(seat)


async def _other_hours(core: Core, who: Person, rng: Random) -> None:
    name, value = rng.choice(
        (
            ("quiet", "23:30-06:15"),
            ("quiet", "off"),
            ("time_zone", rng.choice(ZONES)),
            ("vacation", f"{core.time()!r}/{core.time() + rng.uniform(0, 90 * H)!r}"),
            ("vacation", None),
        )
    )
    write = core.store.set_personal(who.id, name, value)
    await core.cases.clocks.by_other_hours(who.id, write)
