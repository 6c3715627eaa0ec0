"""The river of Forest Fellers played a second time, deliberately naive, to check the first.

Nothing is shared with rules/ but the drawings of the segments. A place is (lane, height), where
heights count half hexes: a step to the north or south is two of them, any other step one. So a
direction is the same from everywhere, and a straight line needs no table.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

Place = tuple[int, int]

WAYS = ((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1))  # n ne se s sw nw
ROWS = 13


@dataclass(frozen=True)
class Water:
    """A course."""

    signs: tuple[tuple[Place, str], ...]  # the sign drawn on each space
    parts: tuple[tuple[Place, int], ...]  # the segment of each space
    height: int


@dataclass(frozen=True)
class Scene:
    """Where everybody is (logs are numbered), and the lumberjacks at home."""

    things: frozenset[tuple[str, Place]]
    home: frozenset[str]


def water(drawings: list[tuple[str, ...]]) -> Water:
    """The course of these rows; a half space before another segment is whole, and its first."""
    signs, parts = dict[Place, str](), dict[Place, int]()
    for k, rows in enumerate(drawings):
        for y, row in enumerate(rows):
            for x, sign in enumerate(row):
                place = (x, 2 * (k * ROWS + y) + (x % 2 == 0))
                half = sign == "=" and k < len(drawings) - 1
                if sign != "#" and (sign != "=" or half):
                    signs[place], parts[place] = sign, k + half
    return Water(tuple(signs.items()), tuple(parts.items()), 2 * ROWS * len(drawings))


class Play:
    """All possible results of a move and the currents after it."""

    def __init__(self, water: Water) -> None:
        self.signs, self.parts, self.height = dict(water.signs), dict(water.parts), water.height

    def off(self, place: Place, to: Place) -> bool:
        """A step over the finish: from the last row, or into the half space."""
        x, y = to
        return place in self.signs and 3 <= x <= 5 and y >= self.height - (x == 4)

    def move(self, scene: Scene, who: str, way: tuple[int, int], at: Place) -> Scene | None:
        """The scene after somebody has gone one space from `at`, or None if that is impossible."""
        there = {place: thing for thing, place in scene.things}
        there.pop(at, None)
        pushed, here = [who], at
        while True:
            to = (here[0] + way[0], here[1] + way[1])
            if self.off(here, to):
                return self.moved(scene, pushed, at, way, gone=True)
            if to not in self.signs or (here in self.parts and self.parts[to] < self.parts[here]):
                return None
            if to not in there:
                return self.moved(scene, pushed, at, way, gone=False)
            pushed.append(there[to])
            here = to
            if len(pushed) > 3:
                return None

    def moved(
        self, scene: Scene, pushed: list[str], at: Place, way: tuple[int, int], *, gone: bool
    ) -> Scene:
        places = dict(scene.things)
        for i, thing in enumerate(pushed, 1):
            places[thing] = (at[0] + i * way[0], at[1] + i * way[1])
        home = set(scene.home)
        if gone:
            del places[pushed[-1]]
            home.add(pushed[-1])
        return Scene(frozenset(places.items()), frozenset(home))

    def moves(self, scene: Scene, who: str, steps: int) -> set[Scene]:
        """Every scene in which a move of at most this many steps can end."""
        at = dict(scene.things).get(who)
        if steps == 0 or at is None:
            return {scene}
        found = {scene}
        for way in WAYS:
            if (after := self.move(scene, who, way, at)) is not None:
                found |= self.moves(after, who, steps - 1)
        return found

    def current(self, place: Place) -> tuple[int, int] | None:
        sign = self.signs[place]
        return WAYS[int(sign)] if sign.isdigit() else None

    def currents(self, scene: Scene) -> set[Scene]:
        """Every scene in which the floats after a move can end, in any order."""
        due = frozenset(t for t, place in scene.things if self.current(place))
        return set(self.floats(scene, due))

    def floats(self, scene: Scene, due: frozenset[str]) -> Iterator[Scene]:
        if not due:
            yield scene
        for thing in due:
            after, left = self.float(scene, thing), set(due - {thing})
            was, now = dict(scene.things), dict(after.things)
            for other in was.keys() - {thing}:
                if was[other] != now.get(other):
                    left.discard(other)
                    if other in now and self.current(now[other]):
                        left.add(other)
            yield from self.floats(after, frozenset(left))

    def float(self, scene: Scene, thing: str) -> Scene:
        """Where a thing is carried, space by space."""
        at = dict(scene.things).get(thing)
        while at is not None and (way := self.current(at)) is not None:
            after = self.move(scene, thing, way, at)
            if after is None:
                break
            scene, at = after, dict(after.things).get(thing)
        return scene


def positions(scene: Scene) -> object:
    """Everybody's view of a scene: one log is like another."""
    return alike(scene), frozenset(x for x in scene.home if not x.startswith("log"))


def alike(scene: Scene) -> frozenset[tuple[str, Place]]:
    return frozenset(("log" if t.startswith("log") else t, place) for t, place in scene.things)


def results(water: Water, scene: Scene, who: str, steps: int) -> set[object]:
    """All visible results of a card that moves somebody who is on the river."""
    play = Play(water)
    ends = (play.currents(after) for after in play.moves(scene, who, steps))
    return {positions(end) for found in ends for end in found}
