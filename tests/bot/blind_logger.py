"""A player of Logger without the program's own state: the rules, written once more, a listener's
memory, and their lines.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from random import Random

SQUARES = [f"{column}{row}" for row in range(1, 6) for column in "abcde"]


@dataclass
class Board:
    """A listener's memory. tree: 1, 2, 3 by square; guarded among the 3."""

    loggers: dict[str, str]
    tree: dict[str, int]
    guarded: set[str]
    hands: dict[str, int]

    def free(self, square: str) -> bool:
        return square not in self.tree and square not in self.loggers.values()


def heard(text: str) -> Board:
    """The board from the sentences about where everything is; names have one word here."""

    def squares(title: str) -> list[str]:
        found = re.search(rf"^{title}: (.*)\.$", text, re.MULTILINE)
        assert found is not None, (title, text)
        return [] if found[1] == "none" else found[1].split(", ")

    loggers = dict(one.split(" ", 1) for one in squares("Loggers"))
    hands = re.search(r"Protesters in hand: ([^.\n]*)\.", text)
    assert hands is not None, text
    tree = dict.fromkeys(squares("Mature trees") + squares("Guarded mature trees"), 3)
    tree |= dict.fromkeys(squares("Saplings"), 2) | dict.fromkeys(squares("Seedlings"), 1)
    count = {name: int(n) for name, n in (one.split() for one in hands[1].split(" · "))}
    return Board(loggers, tree, set(squares("Guarded mature trees")), count)


def beside(square: str) -> list[str]:
    x, y = ord(square[0]), int(square[1])
    around = [(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)]
    return [at for at in (f"{chr(a)}{b}" for a, b in around) if at in SQUARES]


def spoken(board: Board, me: str, chance: Random) -> str:
    """A turn that is legal as far as one can hear: a chop where there is one, else anything."""
    here = board.loggers[me]
    if here not in SQUARES:
        taken = board.loggers.values()
        return f"corner {chance.choice([c for c in ('a1', 'a5', 'e1', 'e5') if c not in taken])}"
    near = [at for at in beside(here) if board.free(at)]
    far = [at for one in near for at in beside(one) if board.free(at)]
    ways = [_turn(board, me, to, chance) for to in dict.fromkeys([here, *near, *far])]
    return chance.choice([way for way in ways if "chop" in way] or ways)


def _turn(board: Board, me: str, to: str, chance: Random) -> str:
    """Walk there, let the trees grow and seed, and act."""
    words = [f"go to {to}"]
    tree, loggers = dict(board.tree), board.loggers | {me: to}
    cross = [at for at in SQUARES if at != to and (at[0] == to[0] or at[1] == to[1])]
    seeding = [at for at in cross if tree.get(at) == 3]
    tree |= {at: tree[at] + 1 for at in cross if tree.get(at, 3) < 3}
    for source in seeding:
        near = [at for at in beside(source) if at not in tree and at not in loggers.values()]
        if near:
            seedling = chance.choice(near)
            tree[seedling] = 1
            words.append(f"grow {source} to {seedling}")
    return "; ".join([*words, *_action(board, me, Board(loggers, tree, board.guarded, {}), chance)])


def _action(before: Board, me: str, now: Board, chance: Random) -> list[str]:
    around = beside(now.loggers[me])
    if axe := [at for at in around if now.tree.get(at) == 3 and at not in now.guarded]:
        return [f"chop {chance.choice(axe)}"]
    bare = [f"plant {at}" for at in around if now.free(at)]
    tall = [at for at, stage in now.tree.items() if stage == 3 and at not in now.guarded]
    bare += [f"protest {at}; done" for at in tall[:1] if before.hands[me]]
    return [chance.choice(bare)] if bare else []
