"""A player of Forest Fellers without the program's own state: the rules, written once more, a
listener's memory, and their lines.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from random import Random

OFF = "off"
SPELT = ("n", "ne", "se", "s", "sw", "nw")
NUMBERS = r"(\d+)(?:-(\d+))?"
GATES = (
    r"^Start: (.*?)\.(?: You can't go back up the rapids: (.*?)\.)? "
    r"Steps over the finish: (.*?)\.$"
)


@dataclass
class River:
    """A listener's memory.

    ways: from a space by direction to another, or off
    figures: where each lumberjack is
    logs: their spaces
    far: steps to the finish
    """

    ways: dict[str, dict[str, str]]
    starts: list[str]
    figures: dict[str, str]
    logs: set[str]
    far: dict[str, int]

    @property
    def taken(self) -> set[str]:
        return self.logs | set(self.figures.values())


def beside(space: str, way: str) -> str:
    """The space in that direction; a, c, e, g and i lie half a space lower."""
    x, y = ord(space[0]), int(space[1:])
    if way in ("n", "s"):
        return f"{space[0]}{y + (1 if way == 's' else -1)}"
    low = space[0] in "acegi"
    dy = (1 if low else 0) if way[0] == "s" else (0 if low else -1)
    return f"{chr(x + (1 if way[1] == 'e' else -1))}{y + dy}"


def heard(text: str) -> River:
    """The river from the sentences about where everything is."""
    water = set[str]()
    for first, last, lanes in re.findall(rf"^{NUMBERS}: ([a-i, -]+)$", text, re.M):
        for row in range(int(first), int(last or first) + 1):
            water |= {f"{lane}{row}" for lane in _lanes(lanes)}
    ways = {at: {w: beside(at, w) for w in SPELT if beside(at, w) in water} for at in water}
    gates = re.search(GATES, text, re.M)
    assert gates, text
    for at, closed in _leading(gates[2] or ""):
        ways[at].pop(closed, None)
    for at, out in _leading(gates[3]):
        ways[at][out] = OFF
    camps = text[: text.index("Logs by lane")]
    found = re.findall(r"((?:grass|honey|rose|brook|coal|wool) (?:wo)?man) (\w+)", camps)
    logs = re.search(r"^Logs by lane: (.*)\.$", text, re.M)
    assert logs, text
    lying = {f"{lane[0]}{row}" for lane in logs[1].split("; ") for row in re.findall(r"\d+", lane)}
    return River(ways, re.findall(r"[a-i]\d+", gates[1]), dict(found), lying, _far(ways))


def _lanes(text: str) -> set[str]:
    spans = (part.split("-") for part in text.split(", "))
    return {chr(c) for span in spans for c in range(ord(span[0]), ord(span[-1]) + 1)}


def _leading(text: str) -> list[tuple[str, str]]:
    parts = [part.split(" ", 1) for part in text.split("; ") if part]
    return [(at, way) for at, ways in parts for way in re.findall(r"\b[ns][ew]?\b", ways)]


def _far(ways: dict[str, dict[str, str]]) -> dict[str, int]:
    before: dict[str, list[str]] = {}
    for at, leading in ways.items():
        for there in leading.values():
            before.setdefault(there, []).append(at)
    far, due = {OFF: 0}, [OFF]
    for there in due:
        for at in before.get(there, []):
            if at not in far:
                far[at] = far[there] + 1
                due.append(at)
    return far


def shoved(river: River, taken: set[str], at: str, way: str) -> list[str] | None:
    """The spaces of a step and of the pushes that it causes; None if it isn't possible."""
    line = [river.ways[at].get(way, "")]
    while line[-1] in taken:
        line.append(river.ways[line[-1]].get(way, ""))
    return None if line[-1] == "" or len(line) > 3 else line


def walked(river: River, who: str, steps: int) -> tuple[int, str]:
    """The distance of a lumberjack's walk, and its words: straight on while the way is free."""
    at, taken, words = river.figures[who], river.taken, list[str]()
    if at == "ashore":
        free = [start for start in river.starts if start not in taken]
        if not free:
            return 0, "stay"
        at = min(free, key=lambda start: river.far[start])
        words.append(f"enter at {at}")
    taken = taken - {at}
    before = river.far[at] + len(words)
    while len(words) < steps and at != OFF:
        lines = {way: shoved(river, taken, at, way) for way in SPELT}
        ways = [way for way, line in lines.items() if line and len(line) == 1]
        ways = ways or [way for way, line in lines.items() if line and not words]
        near = [way for way in ways if river.far[river.ways[at][way]] < river.far[at]]
        if not near:
            break
        words.append(near[0])
        at = river.ways[at][near[0]]
        if len(lines[near[0]] or []) > 1:
            break  # the pieces that were shoved have moved
    end = [] if at == OFF or len(words) == steps else ["stop"]
    return before - river.far[at], ", ".join([*words, *end])


def spoken(river: River, hand: str, mine: list[str], chance: Random) -> str:
    """A line for one of the cards in the hand."""
    ways = []
    for card in hand.split(", "):
        jack, steps = (card[:-2], int(card[-1])) if card[-1].isdigit() else ("", 3)
        home = jack != "" and river.figures[jack] == "home"
        for who in [jack] if jack and not home else [x for x in mine if river.figures[x] != "home"]:
            gain, words = walked(river, who, steps)
            whom = "" if who == jack else f" on {who}"
            ways.append((gain, f"play {card}{whom}: {words}"))
    best = max(gain for gain, _ in ways)
    return chance.choice([words for gain, words in ways if gain == best or chance.random() < 0.1])
