"""A whole game as text, for logs, exports, fixtures and bug reports, and its digest.

    lumbercamp record 1             the version of this format
    game logger edition 1
    name L7                         the game's name where it was played
    seat A Ann
    seat B Ben
    former B 12 Bob                 Bob had seat B until row 12 handed it over
    option setup quick
    before B A                      in a rematch: each seat's letter in the game before
    commitment 41aa…                the SHA-256 of mark and seed, as in the lobby message
    seed 9f3c…                      only when the game is over
                                    (an empty line, then a line per log row)
    3 game start 1 0 @1573844352738787328
    4 A a1 #5b1c99d0                row number, who, the words, a checksum of the position
    5 B e5 #0c77aa12
    6 chance 3 @1573844352739000320 #11d2ab40       … and the newest post when it was drawn
    7 game undo 5

A row's speaker is a seat's letter, `chance`, or `game` for rows of the table (of these, only an
undo and a departure have a checksum). Row numbers only grow; the rows before the first turn are
the lobby's.

Every board shows the digest of the record up to its row, so nobody can change the record later
without being found out. It is an HMAC-SHA-256 under the seed, shortened to `3f9a-12c0-77de`, of:

    lumbercamp record 1
    game logjam edition 1
    name J7
    option setup quick

    1 game open 1573844352738787328
    ⋮
    30 chance ? @1573844352739000320
    31 A c1-c3

Names are left out, since people may be forgotten; their contributions to chance and their seats
are in. Chance's answers and checksums are left out: they follow from the seed and the other rows,
and no hidden draw shows in a digest. Nobody can try out secret words, as the seed stays unknown
until the game is over.
"""

from __future__ import annotations

import hmac
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from string import ascii_uppercase
from typing import NamedTuple

from rules.game import NATURE, NO_OPTIONS, TABLE, Seat
from rules.history import Word, table_word

VERSION = 1
HEAD = f"lumbercamp record {VERSION}"
UNSEEN = "?"  # stands for a word that only one seat may know while the game lasts
ROW_LENGTH = 2000  # characters of the longest line
NAME = 200  # characters of the longest name
_OTHERS = {"chance": NATURE, "game": TABLE}
_ROW = re.compile(
    r"([0-9]{1,9}) ([A-Z]|chance|game) ([^#]*?)(?: @([0-9]{1,20}))?(?: #([0-9a-f]{8}))?"
)


class Corrupt(Exception):
    """A text is not a whole, sound record; says which line and why."""


class OtherVersion(Corrupt):
    """A record in a version of the format that this program doesn't know."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One row of a game's log."""

    n: int
    seat: Seat
    line: str
    checksum: str = ""  # of the position after the row
    post: int = 0  # id of the newest message when chance answered, or 0

    @property
    def word(self) -> Word:
        """The table's word, NO_WORD for a turn."""
        return table_word(self.seat, self.line)


class Formerly(NamedTuple):
    """A seat's player before a substitute."""

    seat: Seat
    until: int  # the row that handed the seat over
    name: str


@dataclass(frozen=True, slots=True)
class Record:
    """A game: its kind, its players and its rows."""

    kind: str
    edition: int
    names: tuple[str, ...]
    entries: tuple[Entry, ...]
    options: Mapping[str, str] = field(default_factory=lambda: NO_OPTIONS)
    seed: str = ""
    commitment: str = ""
    former: tuple[Formerly, ...] = ()
    name: str = ""  # such as L7
    before: tuple[Seat, ...] = ()  # in a rematch: each seat's player before, by their seat now

    def named(self, n: int) -> tuple[str, ...]:
        """Each seat's player at row n."""
        names = list(self.names)
        for each in reversed(self.former):
            if n < each.until:
                names[each.seat] = each.name
        return tuple(names)


def who(seat: Seat) -> str:
    """A row's name for its speaker."""
    return ascii_uppercase[seat] if seat >= 0 else "chance" if seat == NATURE else "game"


def write(record: Record) -> str:
    """The record as text, each name on one line."""
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
    """Read a record. Raises Corrupt."""
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
        game[1], int(game[2]), seats, entries, options, **chance, former=former, before=before
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
    """The players, the options, the game's name with seed and commitment, and former players."""
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
    """The player of a `former` line, None if the line is malformed."""
    until, _, name = words.partition(" ")
    if letter not in ascii_uppercase[:seats] or not re.fullmatch("[0-9]{1,9}", until):
        return None
    return Formerly(ascii_uppercase.index(letter), int(until), name)


def _before(lines: list[str], seats: int) -> tuple[Seat, ...]:
    """The seats of the `before` line, empty without one. Raises Corrupt."""
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
        said = found[2]
        seat = _OTHERS[said] if said in _OTHERS else ascii_uppercase.index(said)
        entry = Entry(int(found[1]), seat, found[3], found[5] or "", int(found[4] or 0))
        if entry.seat >= seats:
            raise Corrupt(f"line {i}: nobody sits on seat {found[2]}")
        if entries and entry.n <= entries[-1].n:
            raise Corrupt(f"line {i}: row {entry.n} does not come after row {entries[-1].n}")
        entries.append(entry)
    return tuple(entries)


_LEFT_OUT = ("seat ", "former ", "commitment ", "seed ")
_GROUP, _GROUPS = 4, 3


def digest(record: Record, seed: bytes, n: int) -> str:
    """The digest of a game's rows up to row n: three groups of four digits."""
    digits = hmac.digest(seed, "\n".join(_lines(record, n)).encode(), "sha256").hex()
    return "-".join(digits[i * _GROUP : (i + 1) * _GROUP] for i in range(_GROUPS))


def _lines(record: Record, n: int) -> Iterator[str]:
    known = tuple(
        replace(entry, line=UNSEEN if entry.seat == NATURE else entry.line, checksum="")
        for entry in record.entries
        if entry.n <= n
    )
    lines = write(replace(record, entries=known)).split("\n")
    return (line for line in lines if not line.startswith(_LEFT_OUT))
