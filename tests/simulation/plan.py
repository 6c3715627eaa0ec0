"""The plan of a simulation: the number of people and tables, the time span and the seed."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime

HOUR = 3600.0
DAY = 24 * HOUR

# Clocks change in Europe on 29 March and on 25 October 2026, in America on 8 March and on
# 1 November, on Lord Howe Island on 5 April and on 4 October, by half an hour.
SPRING = datetime(2026, 3, 1, 6, tzinfo=UTC)
AUTUMN = datetime(2026, 10, 1, 6, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Habits:
    """How often people do something beside their turns."""

    regrets: float = 0.04  # take a turn back at once
    asks: float = 0.08  # ask the others for something
    orders: float = 0.1  # give a premove
    leaves: float = 0.005  # have enough
    travels: float = 0.2  # how many go on vacation
    mends: float = 0.0  # how often a day a manager mends a table


@dataclass(frozen=True, slots=True)
class Plan:
    seed: int = 1
    people: int = 40
    tables: int = 20
    days: float = 60
    begins: datetime = SPRING
    trouble: float = 1.0  # how often the bot, or Discord, is out of order, beside the usual
    leisure: float = 1.0  # how long people take to answer, beside the usual
    paces: tuple[str, ...] = ("brisk", "steady", "relaxed", "relaxed", "long", "none")
    kinds: tuple[str, ...] = ("logger", "logger", "fellers", "fellers", "logjam")  # of the tables
    seats: tuple[int, ...] = (2, 2, 2, 3, 3, 4)  # likewise
    computers: float = 0.15  # the share of tables at which two seats are theirs
    habits: Habits = Habits()

    @property
    def start(self) -> float:
        """In seconds since 1970."""
        return self.begins.timestamp()

    @property
    def end(self) -> float:
        return self.start + self.days * DAY

    @property
    def title(self) -> str:
        return (
            f"{self.people} people at {self.tables} tables, {self.days:g} days from "
            f"{self.begins:%d %B %Y}, seed {self.seed}"
        )


def whole(seed: int, days: float = 60) -> Plan:
    """The whole simulation: in spring, with every other seed in autumn."""
    begins, habits = SPRING if seed % 2 else AUTUMN, Habits(mends=0.05)
    return Plan(seed=seed, days=days, begins=begins, habits=habits)
