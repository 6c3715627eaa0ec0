"""A player of Logjam without the program's own state: the rules, written once more, a listener's
memory, and their lines.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from random import Random

Square = tuple[int, int]


@dataclass
class Board:
    """A listener's memory. loggers: the owner of each one, by square."""

    columns: int
    rows: int
    logs: list[set[Square]]
    loggers: dict[Square, str]
    roll: int

    def open_to(self, me: str, square: Square) -> bool:
        inside = 1 <= square[0] <= self.columns and 1 <= square[1] <= self.rows
        return inside and not self.log_on(square) and self.loggers.get(square, me) == me

    def log_on(self, square: Square) -> bool:
        return any(square in log for log in self.logs)


def square(name: str) -> Square:
    return ord(name[0]) - 96, int(name[1:])


def named(square: Square) -> str:
    return f"{chr(96 + square[0])}{square[1]}"


def heard(text: str) -> Board:
    """The board from the sentences about where everything is; names have one word here."""
    size = re.search(r"^The board has columns a to (\w) and rows 1 to (\d+)\.$", text, re.M)
    lying = re.search(r"^Logs: (.*)\.$", text, re.M)
    roll = re.search(r"rolled (\d)\.", text)
    assert size, text
    assert lying, text
    ends = [] if lying[1] == "none" else [log.split("-") for log in lying[1].split(", ")]
    logs = [_between(square(a), square(b)) for a, b in ends]
    loggers = {}
    for who, where in re.findall(r"^(\w+(?: \(\w\))?): (.*)\.$", text, re.M):
        for name in () if who == "Logs" else re.findall(r"[a-l][0-9]+", where):
            loggers[square(name)] = who
    columns, rows = square(f"{size[1]}{size[2]}")
    return Board(columns, rows, logs, loggers, int(roll[1]) if roll else 0)


def _between(a: Square, b: Square) -> set[Square]:
    return {(x, y) for x in range(a[0], b[0] + 1) for y in range(a[1], b[1] + 1)}


def beside(square: Square) -> list[Square]:
    x, y = square
    return [(x, y + 1), (x + 1, y), (x - 1, y), (x, y - 1)]


def spoken(board: Board, me: str, chance: Random) -> str:
    """A capture where there is one, or else the run that gains the most rows."""
    mine = [at for at, who in board.loggers.items() if who == me]
    others = set(board.loggers.values()) - {me}
    if board.roll == 1 and chance.random() < 0.7:
        near = [(at, to) for at in mine for to in beside(at) if board.loggers.get(to) in others]
        if near:
            at, to = chance.choice(near)
            return f"take {named(to)} from {named(at)}"
    ways = [way for at in mine for way in runs(board, me, at)]
    if not ways:
        return "do nothing"
    best = max(gain for gain, _ in ways)
    return chance.choice([words for gain, words in ways if gain >= best - (chance.random() < 0.1)])


def runs(board: Board, me: str, start: Square) -> list[tuple[int, str]]:
    """Rows gained, and how it is said."""
    reached, edge = {start}, {start}
    ways: list[tuple[int, str]] = []
    for _ in range(board.roll):
        if any(y == board.rows for _, y in edge):
            ways.append((99, f"run {named(start)} off"))
        edge = {to for at in edge for to in beside(at) if board.open_to(me, to)} - reached
        reached |= edge
    there = [(to[1] - start[1], f"{named(start)} to {named(to)}") for to in reached - {start}]
    return ways + there


def known(words: str, name: str) -> str:
    """The name of a player at this table: `Amy (M)`, if M is on their pieces."""
    found = re.search(rf"It's ({name}(?: \(\w\))?)'s turn", words)
    assert found, words
    return found[1]


def letter(name: str) -> str:
    """The letters on their pieces, worked out from their names."""
    return name[-2] if name.endswith(")") else name[0]


def said(words: str, me: str, chance: Random) -> str:
    """In the set-up anything that the text names, and then a move."""
    if lay := re.search(r"You can lay a log of .*, for example `(.*?)`", words):
        return f"lay a log on {lay[1]}"
    if stand := re.search(r"You can place .* on (.*)\.", words):
        return f"logger to {chance.choice(re.findall(r'[a-l]1', stand[1]))}"
    return spoken(heard(words), me, chance)


def offered(answer: str, mine: str) -> list[str]:
    """The squares to send somebody back to; with several colours, by their letters."""
    parts = re.findall(r"of (\w+?)(?:'s)? loggers to ([a-l0-9, or]+)", answer.split("Send back")[1])
    if len(parts) > 1:
        (example,) = re.findall(r"for example `(.*?)`", answer)
        whose = {mine if who == "your" else who: where for who, where in parts}
        assert example.split("@")[1] in re.findall(r"[a-l]1\b", whose[example[0]])
        return [f"{who}@{at}" for who in whose for at in re.findall(r"[a-l]1\b", whose[who])]
    return [f"send back to {name}" for name in re.findall(r"[a-l]1\b", parts[0][1])]
