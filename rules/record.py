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

Row numbers only grow. Of the table's rows, only an undo and a departure have a checksum.

Every board shows the digest of the record up to its row, so nobody can change the record later
without being found out. It is an HMAC under the seed, which stays unknown until the game is over,
of the record without commitment, seed, checksums, chance's answers, and names, since people may be
forgotten.
"""

import hmac
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from string import ascii_uppercase
from typing import NamedTuple

from rules.game import NATURE, NO_OPTIONS, TABLE, Seat
from rules.history import Word, table_word

VERSION = 1
HEAD = f"lumbercamp record {VERSION}"
UNSEEN = "?"  # stands for a word that only one seat may know while the game lasts
_ROW_LENGTH = 2000  # characters of the longest line
NAME = 200  # characters of the longest name
_OTHERS = {"chance": NATURE, "game": TABLE}
_ROW = re.compile(
    r"([0-9]{1,9}) ([A-Z]|chance|game) ([^#]*?)(?: @([0-9]{1,20}))?(?: #([0-9a-f]{8}))?"
)


class Corrupt(Exception):
    """A text is not a whole, sound record; says which line and why."""


class OtherVersion(Corrupt):
    """A record in a version of the format that this program doesn't know."""


class Entry(NamedTuple):
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

    def text(self, line: str) -> str:
        """The row with these words, without its checksum."""
        post = f" @{self.post}" if self.post else ""
        return f"{self.n} {speaker_name(self.seat)} {line}{post}"


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

    def names_at(self, n: int) -> tuple[str, ...]:
        """Each seat's player at row n."""
        names = list(self.names)
        for each in reversed(self.former):
            if n < each.until:
                names[each.seat] = each.name
        return tuple(names)

    def head(self) -> list[str]:
        """The lines before the rows, each name on one line."""
        named = [(f"seat {speaker_name(i)}", name) for i, name in enumerate(self.names)]
        named += [(f"former {speaker_name(f.seat)} {f.until}", f.name) for f in self.former]
        head = [HEAD, f"game {self.kind} edition {self.edition}"]
        head += [f"name {self.name}"] if self.name else []
        head += [f"{of} {' '.join(name.split())[:NAME].rstrip()}" for of, name in named]
        head += [f"option {key} {value}" for key, value in sorted(self.options.items())]
        before = " ".join(map(speaker_name, self.before))
        last = {"before": before, "commitment": self.commitment, "seed": self.seed}
        return [*head, *(f"{name} {said}" for name, said in last.items() if said)]


def speaker_name(seat: Seat) -> str:
    """A row's name for its speaker."""
    return ascii_uppercase[seat] if seat >= 0 else "chance" if seat == NATURE else "game"


def write(record: Record) -> str:
    """The record as text."""
    rows = [e.text(e.line) + (f" #{e.checksum}" if e.checksum else "") for e in record.entries]
    return "\n".join([*record.head(), "", *rows, ""])


def parse(text: str) -> Record:
    """Read a record. Raises Corrupt."""
    lines = text.rstrip().splitlines()
    version = re.fullmatch("lumbercamp record ([1-9][0-9]{0,8})", lines[0].strip() if lines else "")
    if version is None:
        raise Corrupt(f"line 1: a record begins with `{HEAD}`")
    if int(version[1]) != VERSION:
        raise OtherVersion(
            f"it has version {version[1]} of the record format, and this Lumbercamp reads "
            f"version {VERSION}"
        )
    blank = next((i for i, line in enumerate(lines) if not line.strip()), len(lines))
    game = re.fullmatch(r"game (\w+) edition ([0-9]{1,9})", lines[1] if blank > 1 else "")
    if game is None:
        raise Corrupt("line 2: expected `game KIND edition NUMBER`")
    head = _head(Record(game[1], int(game[2]), (), ()), lines[:blank])
    entries = _rows(lines, blank + 1, len(head.names))
    if long := next((i for i, line in enumerate(lines, 1) if len(line) > _ROW_LENGTH), 0):
        raise Corrupt(f"line {long}: it has more than {_ROW_LENGTH} characters")
    return replace(head, entries=entries)


def _head(record: Record, lines: list[str]) -> Record:
    """The record with what its head says below the game. Raises Corrupt."""
    names, former, options = list[str](), list[Formerly](), dict[str, str]()
    chance, before = dict[str, str](), dict[int, list[str]]()
    for i, line in enumerate(lines[2:], 3):
        match line.split(" ", 2):
            case ["seat" | "former", _, name] if len(name) > NAME + len("999999999 "):
                raise Corrupt(f"line {i}: the name has more than {NAME} characters")
            case ["seat", letter, name] if letter == ascii_uppercase[len(names) :][:1]:
                names.append(name)
            case ["former", letter, words] if letter in ascii_uppercase[: len(names)] and (
                until := re.match("([0-9]{1,9})(?: |$)", words)
            ):
                seat = ascii_uppercase.index(letter)
                former.append(Formerly(seat, int(until[1]), words[until.end() :]))
            case ["option", key, value]:
                options[key] = value
            case ["seed" | "commitment" as key, value] if re.fullmatch("([0-9a-f]{2})+", value):
                chance[key] = value
            case ["name", name] if re.fullmatch("[A-Z][0-9]{1,9}", name):
                chance["name"] = name
            case ["before", *_]:
                before.setdefault(i, line.split(" ")[1:])
            case _:
                expected = "a seat in order, an option, the commitment or the seed"
                raise Corrupt(f"line {i}: expected {expected}")
    for i, letters in [*before.items()][:1]:  # the first one counts
        if sorted(letters) != list(ascii_uppercase[: len(names)]):
            raise Corrupt(f"line {i}: expected each seat of the game before once")
        record = replace(record, before=tuple(map(ascii_uppercase.index, letters)))
    seed, commitment, name = (chance.get(key, "") for key in ("seed", "commitment", "name"))
    record = replace(record, seed=seed, commitment=commitment, name=name)
    return replace(record, names=tuple(names), former=tuple(former), options=options)


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


def digest(record: Record, seed: bytes, n: int) -> str:
    """The digest of a game's rows up to row n, such as `3f9a-12c0-77de`."""
    left_out = ("seat ", "former ", "commitment ", "seed ")
    head = [line for line in record.head() if not line.startswith(left_out)]
    rows = [e.text(UNSEEN if e.seat == NATURE else e.line) for e in record.entries if e.n <= n]
    said = "\n".join([*head, "", *rows, ""])
    # hmac.digest() takes half as long in a loop, but twice as long between other work.
    digits = hmac.new(seed, said.encode(), "sha256").hexdigest()
    return "-".join((digits[:4], digits[4:8], digits[8:12]))
