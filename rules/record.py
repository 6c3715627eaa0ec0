"""A whole game as text: the one form for log, export, fixture and bug report.

    lumbercamp record 1             the version of this format
    game logger edition 1
    name L7                         what it is called where it was played
    seat A Ann
    seat B Ben
    former B 12 Bob                 before row 12, which handed the seat over, it was Bob's
    option setup quick
    before B A                      in a rematch: who sat where in the game before, seat by seat
    commitment 41aa…                the SHA-256 of mark and seed, as in the lobby message
    seed 9f3c…                      only when the game is over
                                    (an empty line, then a line per log row)
    3 game start 1 0 @1573844352738787328
    4 A a1 #5b1c99d0                row number, who, the words, a checksum of the position
    5 B e5 #0c77aa12
    6 chance 3 @1573844352739000320 #11d2ab40       … and the newest post when it was drawn
    7 game undo 5

Who is a seat's letter, `chance`, or `game` for what happens to any game (only an undo and a
departure have a checksum there). Row numbers only grow; the rows before the first turn are the
lobby's.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from string import ascii_uppercase
from typing import NamedTuple

from rules.game import NATURE, NO_OPTIONS, TABLE, Seat
from rules.words import Word, table_word

VERSION = 1
HEAD = f"lumbercamp record {VERSION}"
UNSEEN = "?"  # a word that only one seat may know, while the game is played
ROW_LENGTH = 2000  # characters of a line; what is longer is no row of a game
NAME = 200  # characters of a name
_OTHERS = {"chance": NATURE, "game": TABLE}
_ROW = re.compile(
    r"([0-9]{1,9}) ([A-Z]|chance|game) ([^#]*?)(?: @([0-9]{1,20}))?(?: #([0-9a-f]{8}))?"
)


class Corrupt(Exception):
    """A text that is not a whole, sound record; says which line and why."""


class OtherVersion(Corrupt):
    """A record in a version of the format that this program doesn't know."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One row of a game's log; checksum is empty where no position is vouched for. post: the id of
    the message with which it was drawn; 0: with none."""

    n: int
    seat: Seat
    line: str
    checksum: str = ""
    post: int = 0

    @property
    def word(self) -> Word:
        """What the table says by it, if it does."""
        return table_word(self.seat, self.line)


class Formerly(NamedTuple):
    """Who sat on a seat before the row by which others have taken it over."""

    seat: Seat
    until: int
    name: str


@dataclass(frozen=True, slots=True)
class Record:
    """A game: its kind, its players and its rows. name: such as L7, where that is
    known; before: of a rematch, who sat on each seat in the game before, by their seats in this
    one."""

    kind: str
    edition: int
    names: tuple[str, ...]
    entries: tuple[Entry, ...]
    options: Mapping[str, str] = field(default_factory=lambda: NO_OPTIONS)
    seed: str = ""
    commitment: str = ""
    former: tuple[Formerly, ...] = ()
    name: str = ""
    before: tuple[Seat, ...] = ()

    def named(self, n: int) -> tuple[str, ...]:
        """Who sat where when row n was said."""
        names = list(self.names)
        for each in reversed(self.former):
            if n < each.until:
                names[each.seat] = each.name
        return tuple(names)


def who(seat: Seat) -> str:
    """How a row names its speaker."""
    return ascii_uppercase[seat] if seat >= 0 else "chance" if seat == NATURE else "game"


def write(record: Record) -> str:
    """The record as text; names are kept to one line."""
    head = [HEAD, f"game {record.kind} edition {record.edition}"]
    head += [f"name {record.name}"] if record.name else []
    head += [f"seat {who(i)} {_on_one_line(name)}" for i, name in enumerate(record.names)]
    head += [f"former {who(f.seat)} {f.until} {_on_one_line(f.name)}" for f in record.former]
    head += [f"option {key} {value}" for key, value in sorted(record.options.items())]
    head += [f"before {' '.join(map(who, record.before))}"] if record.before else []
    head += [f"commitment {record.commitment}"] if record.commitment else []
    head += [f"seed {record.seed}"] if record.seed else []
    rows = [
        f"{e.n} {who(e.seat)} {e.line}"
        + (f" @{e.post}" if e.post else "")
        + (f" #{e.checksum}" if e.checksum else "")
        for e in record.entries
    ]
    return "\n".join([*head, "", *rows, ""])


def _on_one_line(name: str) -> str:
    return " ".join(name.split())[:NAME].rstrip()


def parse(text: str) -> Record:
    """The record that a text holds. Raises Corrupt."""
    lines = text.rstrip().splitlines()
    _known(lines[0] if lines else "")
    blank = next((i for i, line in enumerate(lines) if not line.strip()), len(lines))
    game = re.fullmatch(r"game (\w+) edition ([0-9]{1,9})", lines[1] if blank > 1 else "")
    if game is None:
        raise Corrupt("line 2: expected `game KIND edition NUMBER`")
    seats, options, chance, former = _head(lines[:blank])
    before = _before(lines[:blank], len(seats))
    entries = _rows(lines, blank + 1, len(seats))
    if long := next((i for i, line in enumerate(lines, 1) if len(line) > ROW_LENGTH), 0):
        raise Corrupt(f"line {long}: it has more than {ROW_LENGTH} characters")
    return Record(
        game[1],
        int(game[2]),
        seats,
        entries,
        options,
        **chance,
        former=former,
        before=before,
    )


def _known(head: str) -> None:
    """Raise Corrupt unless this is the head of a record, OtherVersion unless of this version."""
    found = re.fullmatch("lumbercamp record ([1-9][0-9]{0,8})", head.strip())
    if found is None:
        raise Corrupt(f"line 1: a record begins with `{HEAD}`")
    if int(found[1]) != VERSION:
        raise OtherVersion(
            f"it has version {found[1]} of the record format, and this Lumbercamp reads "
            f"version {VERSION}"
        )


_Head = tuple[tuple[str, ...], dict[str, str], dict[str, str], tuple[Formerly, ...]]


def _head(lines: list[str]) -> _Head:
    """The seats, the options, the game's name, its seed and the hash of that, and who sat there
    before."""
    former: list[Formerly] = []
    names: list[str] = []
    options: dict[str, str] = {}
    chance: dict[str, str] = {}
    for i, line in enumerate(lines[2:], 3):
        match line.split(" ", 2):
            case ["seat" | "former", _, name] if len(name) > NAME + len("999999999 "):
                raise Corrupt(f"line {i}: the name has more than {NAME} characters")
            case ["seat", letter, name] if letter == ascii_uppercase[len(names) :][:1]:
                names.append(name)
            case ["former", letter, words] if found := _formerly(letter, words, len(names)):
                former.append(found)
            case ["option", key, value]:
                options[key] = value
            case ["seed" | "commitment" as key, value] if re.fullmatch("([0-9a-f]{2})+", value):
                chance[key] = value
            case ["name", name] if re.fullmatch("[A-Z][0-9]{1,9}", name):
                chance["name"] = name
            case ["before", *_]:
                pass
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


def _before(lines: list[str], seats: int) -> tuple[Seat, ...]:
    """Who sat where in the game before, where that is written. Raises Corrupt."""
    for i, line in enumerate(lines, 1):
        match line.split(" "):
            case ["before", *letters] if sorted(letters) == list(ascii_uppercase[:seats]):
                return tuple(map(ascii_uppercase.index, letters))
            case ["before", *_]:
                raise Corrupt(f"line {i}: expected each seat of the game before once")
    return ()


def _rows(lines: list[str], start: int, seats: int) -> tuple[Entry, ...]:
    entries: list[Entry] = []
    for i, line in enumerate(lines[start:], start + 1):
        found = _ROW.fullmatch(line.rstrip())
        if found is None:
            raise Corrupt(f"line {i}: expected a row such as `4 A a1 #5b1c99d0`")
        entry = Entry(int(found[1]), _seat(found[2]), found[3], found[5] or "", int(found[4] or 0))
        if entry.seat >= seats:
            raise Corrupt(f"line {i}: nobody sits on seat {found[2]}")
        if entries and entry.n <= entries[-1].n:
            raise Corrupt(f"line {i}: row {entry.n} does not come after row {entries[-1].n}")
        entries.append(entry)
    return tuple(entries)


def _seat(name: str) -> Seat:
    return _OTHERS[name] if name in _OTHERS else ascii_uppercase.index(name)
