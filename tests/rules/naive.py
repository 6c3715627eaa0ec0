"""The rules of Logger a second time, deliberately naive, to check the first.

Nothing is shared with rules/: squares are pairs (column, row), the board is a dictionary from
squares to letters, and a whole turn is made of all walks, all sets of seedlings tried out one by
one, and all actions. Slow, and plain enough to be compared with the rule texts by eye.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, product
from typing import TypeAlias

from rules.logger.rules import Phase, Position

Square: TypeAlias = tuple[int, int]
Forest: TypeAlias = dict[Square, str]  # s T M G, only where a tree stands

ALL = list(product(range(5), range(5)))
MG = ("M", "G")
GROWN = {"s": "T", "T": "M", "M": "M", "G": "G"}


@dataclass(frozen=True)
class Table:
    """A position between two turns, in a form that can be compared."""

    forest: frozenset[tuple[Square, str]]
    loggers: tuple[Square, ...]
    points: tuple[int, ...]
    hands: tuple[int, ...]
    mover: int
    over: bool
    changed: bool


def table(s: Position) -> Table:
    """A position of rules/ in this form."""
    places = {(i % 5, i // 5): ".sTMG"[stage] for i, stage in enumerate(s.trees)}
    forest = frozenset((xy, sign) for xy, sign in places.items() if sign != ".")
    loggers = tuple((c % 5, c // 5) for c in s.loggers)
    over = s.phase is Phase.OVER
    return Table(forest, loggers, s.points, s.supply, s.mover, over, s.stirred)


def beside(xy: Square) -> list[Square]:
    x, y = xy
    return [other for other in [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)] if other in ALL]


def results(t: Table) -> set[Table]:
    """Every position that a whole turn can lead to."""
    found = set()
    for walked in walks(t):
        for grown in growths(walked):
            found |= {finished(t, acted) for _, acted in actions(grown)}
    return found


def last_words(t: Table) -> dict[str, set[Square]]:
    """Every single action that a whole turn can end with, and from where."""
    found: dict[str, set[Square]] = {}
    for walked in walks(t):
        for grown in growths(walked):
            for name, _ in actions(grown):
                if name and " " not in name:
                    found.setdefault(name, set()).add(grown.loggers[t.mover])
    return found


def walks(t: Table) -> Iterator[Table]:
    """Every walk: stay, or one or two steps, each onto a square without tree and logger."""
    blocked = {xy for xy, _ in t.forest} | set(t.loggers)
    here = t.loggers[t.mover]
    once = {xy for xy in beside(here) if xy not in blocked}
    twice = {xy for middle in once for xy in beside(middle) if xy not in blocked}
    for xy in {here} | once | twice:
        loggers = (*t.loggers[: t.mover], xy, *t.loggers[t.mover + 1 :])
        yield changed(t, dict(t.forest), loggers=loggers)


def growths(t: Table) -> Iterator[Table]:
    """Everything in row and column grows; then every set of seedlings, each old mature tree
    giving one or none, in which no tree that gave none has a free neighbour left."""
    here, before = t.loggers[t.mover], dict(t.forest)
    cross = [xy for xy in before if (xy[0] == here[0]) != (xy[1] == here[1])]
    grown = before | {xy: GROWN[before[xy]] for xy in cross}
    free = set(ALL) - set(grown) - set(t.loggers)
    parents = [xy for xy in cross if before[xy] in MG]
    for children in product(*[[None, *(set(beside(p)) & free)] for p in parents]):
        taken = [c for c in children if c is not None]
        unable = all(
            child is not None or not set(beside(parent)) & free - set(taken)
            for parent, child in zip(parents, children, strict=True)
        )
        if len(taken) == len(set(taken)) and unable:
            yield changed(t, grown | dict.fromkeys(taken, "s"))


def actions(t: Table) -> list[tuple[str, Table]]:
    """Every action by name; "nothing" only if there is none."""
    found = [*plants(t), *protests(t), *chops(t)]
    return found or [("", t)]


def plants(t: Table) -> Iterator[tuple[str, Table]]:
    forest = dict(t.forest)
    for xy in beside(t.loggers[t.mover]):
        if xy not in forest and xy not in t.loggers:
            yield "+" + name(xy), changed(t, forest | {xy: "s"})


def protests(t: Table) -> Iterator[tuple[str, Table]]:
    forest, hand = dict(t.forest), t.hands[t.mover]
    trees = sorted(xy for xy in forest if forest[xy] == "M")
    for n in range(1, hand + 1):
        for chosen in combinations(trees, n):
            hands = (*t.hands[: t.mover], hand - n, *t.hands[t.mover + 1 :])
            words = " ".join("!" + name(xy) for xy in chosen)
            yield words, changed(t, forest | dict.fromkeys(chosen, "G"), hands=hands)


def chops(t: Table) -> Iterator[tuple[str, Table]]:
    forest, (x, y) = dict(t.forest), t.loggers[t.mover]
    for dx, dy in [(1, 0), (-1, 0), (0, 1), (0, -1)]:
        if forest.get((x + dx, y + dy)) != "M":
            continue
        felled, left = list[Square](), dict(forest)
        while forest.get(behind := (x + dx * (len(felled) + 1), y + dy * (len(felled) + 1))) in MG:
            felled.append(behind)
        freed = sum(left.pop(xy) == "G" for xy in felled)
        points, hands = list(t.points), list(t.hands)
        points[t.mover] += len(felled)
        hands[t.mover] += freed
        chopped = changed(t, left, points=tuple(points), hands=tuple(hands))
        yield "x" + name(felled[0]), chopped


def finished(start: Table, t: Table) -> Table:
    """The next seat's turn, or the end of the round and perhaps of the game."""
    stirred = t.changed or (t.forest, t.loggers) != (start.forest, start.loggers)
    last = t.mover == len(t.loggers) - 1
    over = last and (max(t.points) >= 10 or not stirred)
    mover = 0 if last else t.mover + 1
    kept = stirred and (over or not last)
    return Table(t.forest, t.loggers, t.points, t.hands, mover, over, kept)


def name(xy: Square) -> str:
    return "abcde"[xy[0]] + str(xy[1] + 1)


def changed(
    t: Table,
    forest: Forest,
    loggers: tuple[Square, ...] | None = None,
    points: tuple[int, ...] | None = None,
    hands: tuple[int, ...] | None = None,
) -> Table:
    """The same with another forest, and perhaps more."""
    return Table(
        frozenset(forest.items()),
        loggers or t.loggers,
        points or t.points,
        hands or t.hands,
        t.mover,
        t.over,
        t.changed,
    )
