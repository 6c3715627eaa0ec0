"""Logger: growth, and what the mature trees seed."""

from collections.abc import Iterator
from itertools import product
from random import Random

import pytest

from rules.logger.rules import (
    BOARD,
    CROSSES,
    MATURE,
    NAMES,
    NEIGHBOURS,
    Phase,
    Position,
    Seed,
    legal,
)
from tests.rules.boards import (
    LOGGER,
    after,
    position,
    scattered,
)


def test_a_tree_seeds_no_square_that_is_not_next_to_it() -> None:
    """Logger, 2011 sheet, Growth: an adjacent space. The reason stands by itself, also for a step
    that no candidate is."""
    owing = after(
        position("""
        . . . . .
        . . . . .
        A . M . .
        . . . . .
        . . . . B
    """),
        "a3",
    )
    far = {
        square: Seed(BOARD.by_name["c3"], BOARD.by_name[square]) for square in ("c1", "d4", "e1")
    }
    assert str(LOGGER.why_not(owing, far["c1"])) == "c1 isn't next to the tree on c3"
    assert str(LOGGER.why_not(owing, far["d4"])) == "d4 isn't next to the tree on c3"
    assert str(LOGGER.why_not(owing, far["e1"])) == "e1 isn't next to the tree on c3"


def seedlings(s: Position) -> set[frozenset[str]]:
    """All sets of squares that the mover's choices can fill with seedlings."""
    found, waiting, known = set(), [(s, frozenset[str]())], {s}
    while waiting:
        here, seeded = waiting.pop()
        if here.phase is not Phase.SEED:
            found.add(seeded)
            continue
        for step in legal(here):
            there = LOGGER.apply(here, step)[0]
            if there not in known:
                known.add(there)
                waiting.append((there, seeded | {str(step).split(">")[1]}))
    return found


def maximal_matchings(parents: list[int], free: set[int]) -> Iterator[frozenset[str]]:
    """Each parent with a free neighbour of its own or none, so that no parent with none could
    still be given one: written down as it is said, and tried out for all combinations."""
    options = [[None, *(c for c in NEIGHBOURS[p] if c in free)] for p in parents]
    for chosen in product(*options):
        taken = [c for c in chosen if c is not None]
        distinct = len(set(taken)) == len(taken)
        left = free - set(taken)
        barren = [p for p, c in zip(parents, chosen, strict=True) if c is None]
        if distinct and not any(left & set(NEIGHBOURS[p]) for p in barren):
            yield frozenset(NAMES[c] for c in taken)


@pytest.mark.parametrize("crowd", [0.3, 0.5, 0.7])
def test_the_seedlings_are_exactly_the_maximal_matchings(crowd: float) -> None:
    """Logger, 2011 sheet, Questions and Technicalities: the mover chooses the order where one
    tree can rob another, and every tree seeds if it still can. Compared with all combinations
    on random boards; some of them have fewer seedlings than others of the same board."""
    rng, uneven = Random(int(crowd * 10)), 0
    for _ in range(150):
        s = scattered(rng, 2, crowd=crowd)
        here = s.loggers[s.mover]
        parents = [c for c in CROSSES[here] if s.trees[c] >= MATURE]
        free = {c for c in BOARD.cells if not s.trees[c] and c not in s.loggers}
        expected = set(maximal_matchings(parents, free))
        assert seedlings(after(s, NAMES[here])) == expected
        uneven += len({len(squares) for squares in expected}) > 1
    assert uneven
