"""People as they are, where they live, when they sleep, how soon they answer, when they leave; and
how they play: mostly at random, but in a race rather on than back, or it would never end."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, time
from math import inf, log
from random import Random
from typing import Any
from zoneinfo import ZoneInfo

from bot.table.computers import ALONE, Problem, Waits
from bot.table.table import Table
from rules import GAMES
from rules.game import GameRules, Step
from tests.bot.minds import QuickMind
from tests.rules import races
from tests.simulation.plan import DAY, HOUR, Plan

ZONES = (
    "",  # has never said
    "Europe/Berlin",
    "America/New_York",
    "Asia/Kolkata",
    "Australia/Lord_Howe",  # half an hour of summer time
    "America/Los_Angeles",
    "Europe/London",
)
QUIET = ("", "off", "23:30-06:45", "20:00-10:00", "13:00-14:30")  # "": the default
TEMPERS = (300.0, HOUR, 3 * HOUR, 9 * HOUR)  # seconds until an answer, in the middle
PINGS = ("here", "here", "here", "here", "dm", "both", "none")
REMINDERS = ("two", "two", "one", "three", "daily", "off")
LIKES = ("next", "bundle", "text_first")
MORNING, BEDTIME = time(7), time(23)

Absence = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Person:
    id: int
    name: str
    zone: str
    quiet: str
    temper: float  # seconds in which they answer, more or less
    sleeps: bool  # they don't answer at night
    forgets: float  # how often they do not answer a call
    pings: str = "here"
    reminders: str = "two"
    likes: tuple[str, ...] = ()  # other settings that are on
    gone: tuple[Absence, ...] = ()  # when they are not there at all
    vacations: tuple[Absence, ...] = ()  # the announced ones of these
    early: bool = False  # they are back before the first of them is over, and say so
    departs: bool = False  # the last time they are gone they leave the server

    def answers(self, now: float, chance: Random) -> float:
        """When they would answer a message of now; inf: never."""
        return self.there(now + chance.lognormvariate(log(self.temper), 0.8), chance)

    def there(self, at: float, chance: Random) -> float:
        """The first time from then on at which they are there and awake."""
        for begin, end in self.gone:
            if begin <= at < end:
                at = end + chance.uniform(0, HOUR)
        while self.sleeps and at < inf and not self._awake(at):
            at += chance.uniform(0.2, 1) * HOUR
        return at

    def _awake(self, at: float) -> bool:
        local = datetime.fromtimestamp(at, ZoneInfo(self.zone or "UTC")).time()
        return MORNING <= local < BEDTIME


def crowd(plan: Plan, chance: Random) -> tuple[Person, ...]:
    return tuple(_person(plan, chance, number) for number in range(plan.people))


def _person(plan: Plan, chance: Random, number: int) -> Person:
    vacations = tuple(_vacations(plan, chance)) if chance.random() < plan.habits.travels else ()
    early = chance.random() < 0.3
    there = [
        (a, a + (b - a) / 2) if early and n == 0 else (a, b) for n, (a, b) in enumerate(vacations)
    ]
    gone = sorted([*_absences(plan, chance), *there])
    return Person(
        id=101 + number,
        name=f"P{number}",
        zone=ZONES[number % len(ZONES)],
        quiet=chance.choice(QUIET) if number % len(ZONES) else "",
        temper=chance.choice(TEMPERS) * plan.leisure,
        sleeps=chance.random() < 0.7,
        forgets=chance.choice((0, 0.02, 0.1)),
        pings=chance.choice(PINGS),
        reminders=chance.choice(REMINDERS),
        likes=tuple(name for name in LIKES if chance.random() < 0.3),
        gone=tuple(gone),
        vacations=vacations,
        early=early,
        departs=any(end == inf for _, end in gone) and chance.random() < 0.5,
    )


def _absences(plan: Plan, chance: Random) -> Iterator[Absence]:
    """One in four vanishes, and every other of these comes back."""
    if chance.random() < 0.25:
        begin = plan.start + chance.uniform(0.1, 0.8) * plan.days * DAY
        yield begin, begin + chance.uniform(1, 9) * DAY if chance.random() < 0.5 else inf


def _vacations(plan: Plan, chance: Random) -> Iterator[Absence]:
    """One or two, some days apart; whole hours, as somebody would say it."""
    begin = plan.start + chance.uniform(0, 0.4) * plan.days * DAY
    for _ in range(chance.randint(1, 2)):
        begin = datetime.fromtimestamp(begin, UTC).replace(minute=0, second=0).timestamp()
        end = begin + min(chance.randint(1, 14) * DAY, plan.days * DAY / 4)
        yield begin, end
        begin = end + chance.uniform(1, 3) * DAY


EAGER = 0.9  # of the steps in a race lead on


def any_order(table: Table, seat: int, chance: Random) -> str:
    """A premove of a seat for its next turn, empty if it cannot be foreseen: a possible turn after
    one of the turns that may come before it. It waits for any turn, for that one, or for any with
    the same beginning."""
    rules = table.kind.game
    if rules.key != "logger" or table.actor in (seat, -1, -2):
        return ""
    condition, after = whole_turn(rules, table.at.state, chance)
    if rules.actor(after) != seat:
        return ""
    condition = chance.choice(("anything", condition, condition.split()[0]))
    return f"if {condition}, then {whole_turn(rules, after, chance)[0]}"


def whole_turn(rules: GameRules[Any], state: Any, chance: Random) -> tuple[str, Any]:
    actor, said = rules.actor(state), list[str]()
    while rules.actor(state) == actor:
        said.append(str(step := _step(rules, state, actor, chance)))
        state, _ = rules.apply(state, step)
    return " ".join(said), state


def _step(rules: GameRules[Any], state: Any, seat: int, chance: Random) -> Step:
    if rules.key == "fellers":
        return races.choose(chance, state, EAGER)
    steps = rules.legal(state)
    if rules.key == "logjam" and chance.random() < EAGER:
        return max(steps, key=lambda step: rules.scores(rules.apply(state, step)[0])[seat])
    return chance.choice(steps)


class SimulatedMind(QuickMind):
    """Which turn it is, the position's own seed says."""

    async def turn(self, position: Problem, waits: Waits = ALONE) -> str:
        return whole_turn(GAMES[position.kind].game, position.seen, Random(position.seed))[0]
