"""A whole game as text: the one form for log, export, fixture and bug report.

    lumbercamp record 1
    game logger edition 1
    seat A Ann
    seat B Ben
    former B 12 Bob                 before row 12, which handed the seat over, it was Bob's
    option setup quick
    commitment 41aa…                the SHA-256 of the seed, as on the lobby's card
    seed 9f3c…                      only when the game is over
                                    (an empty line, then a line per log row)
    4 A a1 #5b1c99d0                row number, who, the words, a checksum of the position
    5 B e5 #0c77aa12
    6 nature 3 #11d2ab40
    7 table undo 5

Who is a seat's letter, `nature`, or `table` for what happens to any game (only a take-back and
a departure have a checksum there). Row numbers only grow; the rows before the first turn are the
lobby's.

`promise` in place of `commitment` (or neither) marks an older game: the hash was not kept when the
lobby opened, and chance was drawn by the numbers of rows, without contributions.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from string import ascii_uppercase
from typing import NamedTuple

from rules.game import NATURE, NO_OPTIONS, TABLE, Seat

FORM = "lumbercamp record 1"
UNSEEN = "?"  # a word of nature that only one seat may know, while the game is played
_OTHERS = {"nature": NATURE, "table": TABLE}
_ROW = re.compile(r"([0-9]{1,9}) ([A-Z]|nature|table) ([^#]*?)(?: #([0-9a-f]{8}))?")


class Corrupt(Exception):
    """A text that is not a whole, sound record; says which line and why."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One row of a game's log; checksum is empty where no position is vouched for."""

    n: int
    seat: Seat
    line: str
    checksum: str = ""


class Formerly(NamedTuple):
    """Who sat on a seat before the row by which others have taken it over."""

    seat: Seat
    until: int
    name: str


@dataclass(frozen=True, slots=True)
class Record:
    """A game: what it is, who sat where, and all that happened. It has a commitment, or in an
    older game a promise, or neither."""

    kind: str
    edition: int
    names: tuple[str, ...]
    entries: tuple[Entry, ...]
    options: Mapping[str, str] = field(default_factory=lambda: NO_OPTIONS)
    seed: str = ""
    commitment: str = ""
    promise: str = ""
    former: tuple[Formerly, ...] = ()

    def named(self, n: int) -> tuple[str, ...]:
        """Who sat where when row n was said."""
        names = list(self.names)
        for each in reversed(self.former):
            if n < each.until:
                names[each.seat] = each.name
        return tuple(names)


def who(seat: Seat) -> str:
    """How a row names its speaker."""
    return ascii_uppercase[seat] if seat >= 0 else "nature" if seat == NATURE else "table"


def write(record: Record) -> str:
    """The record as text; names are kept to one line."""
    head = [FORM, f"game {record.kind} edition {record.edition}"]
    head += [f"seat {who(i)} {' '.join(name.split())}" for i, name in enumerate(record.names)]
    head += [f"former {who(f.seat)} {f.until} {' '.join(f.name.split())}" for f in record.former]
    head += [f"option {key} {value}" for key, value in sorted(record.options.items())]
    head += [f"commitment {record.commitment}"] if record.commitment else []
    head += [f"promise {record.promise}"] if record.promise else []
    head += [f"seed {record.seed}"] if record.seed else []
    rows = [
        f"{e.n} {who(e.seat)} {e.line}" + (f" #{e.checksum}" if e.checksum else "")
        for e in record.entries
    ]
    return "\n".join([*head, "", *rows, ""])


def parse(text: str) -> Record:
    """The record that a text holds. Raises Corrupt."""
    lines = text.rstrip().splitlines()
    if not lines or lines[0].strip() != FORM:
        raise Corrupt(f"line 1: a record begins with `{FORM}`")
    blank = next((i for i, line in enumerate(lines) if not line.strip()), len(lines))
    game = re.fullmatch(r"game (\w+) edition ([0-9]{1,9})", lines[1] if blank > 1 else "")
    if game is None:
        raise Corrupt("line 2: expected `game KIND edition NUMBER`")
    seats, options, chance, former = _head(lines[:blank])
    entries = _rows(lines, blank + 1, len(seats))
    return Record(game[1], int(game[2]), seats, entries, options, **chance, former=former)


_Head = tuple[tuple[str, ...], dict[str, str], dict[str, str], tuple[Formerly, ...]]


def _head(lines: list[str]) -> _Head:
    """The seats, the options, of chance the seed and its hash, and who sat there before."""
    former: list[Formerly] = []
    names: list[str] = []
    options: dict[str, str] = {}
    chance: dict[str, str] = {}
    for i, line in enumerate(lines[2:], 3):
        match line.split(" ", 2):
            case ["seat", letter, name] if letter == who(len(names)):
                names.append(name)
            case ["former", letter, words] if found := _formerly(letter, words, len(names)):
                former.append(found)
            case ["option", key, value]:
                options[key] = value
            case ["seed" | "commitment" | "promise" as key, value] if re.fullmatch(
                "([0-9a-f]{2})+", value
            ):
                chance[key] = value
            case _:
                expected = "a seat in order, an option, the commitment or the seed"
                raise Corrupt(f"line {i}: expected {expected}")
    return tuple(names), options, chance, tuple(former)


def _formerly(letter: str, words: str, seats: int) -> Formerly | None:
    """Somebody who sat there before, where it is so written."""
    until, _, name = words.partition(" ")
    if letter not in ascii_uppercase[:seats] or not re.fullmatch("[0-9]{1,9}", until):
        return None
    return Formerly(ascii_uppercase.index(letter), int(until), name)


def _rows(lines: list[str], start: int, seats: int) -> tuple[Entry, ...]:
    entries: list[Entry] = []
    for i, line in enumerate(lines[start:], start + 1):
        found = _ROW.fullmatch(line.rstrip())
        if found is None:
            raise Corrupt(f"line {i}: expected a row such as `4 A a1 #5b1c99d0`")
        entry = Entry(int(found[1]), _seat(found[2]), found[3], found[4] or "")
        if entry.seat >= seats:
            raise Corrupt(f"line {i}: nobody sits on seat {found[2]}")
        if entries and entry.n <= entries[-1].n:
            raise Corrupt(f"line {i}: row {entry.n} does not come after row {entries[-1].n}")
        entries.append(entry)
    return tuple(entries)


def _seat(name: str) -> Seat:
    return _OTHERS[name] if name in _OTHERS else ascii_uppercase.index(name)
