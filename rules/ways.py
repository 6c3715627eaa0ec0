"""Directions with numbers, as people type them.

    2 s, 3 se        s s se se se        a number belongs to one direction, beside it in its part
    south and 3 sw   s sw sw sw
    s 2 se           s s se, s se se     unclear, so both readings count

A part ends at a comma; rules.english.plain writes one for each sign or word between parts.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import islice, product
from typing import NamedTuple, TypeAlias

from rules.errors import Illegal
from rules.text import Text

SEVERAL = 3  # the most readings of a way; more than one is unclear
LEGS = 40  # the most legs of a way


class _Leg(NamedTuple):
    """Some steps in one direction."""

    side: str
    n: int = 1
    counted: bool = False  # the player typed the number


Way: TypeAlias = tuple[_Leg, ...]


class _Read(NamedTuple):
    """The beginning of a part."""

    way: Way = ()
    number: int = 0  # a number that waits for its direction
    free: bool = False  # the last direction may still take a number

    def after(self, side: str, n: int) -> Iterator[_Read]:
        """The readings with the next item: a direction, a number or both."""
        if not side:
            if not self.number:
                yield _Read(self.way, n)
            if self.free:
                yield _Read((*self.way[:-1], self.way[-1]._replace(n=n, counted=True)))
        elif not n:
            leg = _Leg(side, self.number, True) if self.number else _Leg(side)
            yield _Read((*self.way, leg), free=not self.number)
        elif not self.number:
            yield _Read((*self.way, _Leg(side, n, True)))


class Ways:
    """A reader of directions in one language."""

    def __init__(
        self,
        sides: Mapping[str, str],
        counts: Mapping[str, str],
        words: Mapping[str, str],
        *,
        squares: bool = True,
    ) -> None:
        """sides, counts: a regular expression for each direction and number; words: the same for
        unit (squares or steps), toward (`to the`), times and twice; squares: the board has squares,
        so `e2` does not mean two steps east."""
        self._sides, self._counts = sides, counts
        known = {name: words.get(name) or "(?!)" for name in ("unit", "toward", "times", "twice")}
        known["side"] = "|".join(sorted(sides.values(), key=len, reverse=True))
        known["n"] = "|".join(("[1-9]", *counts.values()))
        forms = _ITEMS if squares else (*_ITEMS, "<s{side}><n[1-9]>")
        items = [re.sub(r"\{(\w+)\}", lambda m: f"(?:{known[m[1]]})", each) for each in forms]
        named = (re.sub(r"<(\w)(.*?)>", rf"(?P<\g<1>{i}>\2)", x) for i, x in enumerate(items))
        self._item = re.compile(f"(?:{'|'.join(named)})(?= |$)")
        item = "(?:" + re.sub(r"<\w(.*?)>", r"(?:\1)", "|".join(items)) + ")(?= |$)"
        self.part = f"{item}(?: {item})*"
        self.pattern = f"{self.part}(?: , {self.part})*"

    def readings(self, text: str) -> list[Way]:
        """The readings of a way, none if a number has no direction. Raises Illegal."""
        if text.count(" ") > 2 * LEGS:
            raise Illegal(Text("That's more steps than anyone can take."))
        parts = [self._readings(part) for part in text.split(" , ")]
        every = (tuple(leg for part in way for leg in part) for way in product(*parts))
        found: dict[tuple[str, ...], Way] = {}
        for way in islice(every, SEVERAL**2):
            found.setdefault(course(way), way)
        return list(found.values())[:SEVERAL]

    def _readings(self, part: str) -> list[Way]:
        found = [_Read()]
        for item in self._item.finditer(part):
            said = {name[0]: text for name, text in item.groupdict().items() if text}
            side = meant(said.get("s", ""), self._sides)
            n = 2 if "t" in said else int(meant(said.get("n", "0"), self._counts))
            few: dict[
                tuple[bool, bool], list[_Read]
            ] = {}  # of each state, so any ending is possible
            for read in (read for known in found for read in known.after(side, n)):
                few.setdefault((bool(read.number), read.free), []).append(read)
            found = [read for reads in few.values() for read in reads[:SEVERAL]]
        return [read.way for read in found if not read.number]


# Items of a part: <s…> is the direction, <n…> its number, <t…> a word for twice.
_ITEMS = (
    "<n{n}> ?x ?<s{side}>",
    "<s{side}> ?x ?<n{n}>(?: {times})?",
    "<s{side}> <n{n}> {times}",
    "<s{side}> <t{twice}>",
    "<n[1-9]><s{side}>",
    "<n{n}>(?: {unit})? {toward} <s{side}>",
    "(?:{toward} )?<s{side}>",
    "<n{n}>(?: {unit})?",
)


def meant(said: str, table: Mapping[str, str]) -> str:
    """The sign of a typed word, by a table of patterns; notation stands for itself."""
    return next((sign for sign, typed in table.items() if re.fullmatch(typed, said)), said)


def course(way: Way) -> tuple[str, ...]:
    """The direction of each step."""
    return tuple(leg.side for leg in way for _ in range(leg.n))
