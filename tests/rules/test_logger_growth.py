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
    at,
    choices,
    position,
    say,
    scattered,
    squares,
    why_not,
)


def test_every_tree_in_the_row_and_the_column_grows_one_stage() -> None:
    """Logger, 2011 sheet, Growth: the whole row and the whole column of the logger's square."""
    s = position("""
        . . s . .
        . . . . .
        s . A T s
        . T . . .
        . . T . B
    """)
    grown = after(s, "c3")
    assert squares(grown, "T") == {"c5", "a3", "e3", "b2"}
    assert squares(grown, "M") == {"d3", "c1"}
    assert squares(grown, "s") == set()


def test_growth_counts_from_the_new_square() -> None:
    """Logger, 2011 sheet, Gameplay: growth comes after the movement."""
    s = position("""
        . . . . s
        . . . . .
        . . . . .
        . . . . .
        A . s . B
    """)
    assert squares(after(s, "a1"), "T") == {"c1"}
    assert squares(after(s, "a3"), "T") == set()


def test_growth_cannot_be_declined() -> None:
    """Logger, 2011 sheet, Growth: all trees there must grow or seed if able, so there is no
    word for leaving it, and `.` is refused while a tree owes a seedling."""
    s = position("""
        . . . . .
        . . . . .
        A . M . s
        . . . . .
        . . . . B
    """)
    owing = after(s, "a3")
    assert at(owing, "e3") == "T"
    assert owing.phase is Phase.SEED
    assert choices(owing) == {"c3>b3", "c3>d3", "c3>c2", "c3>c4"}
    assert why_not(owing, ".") == "the growth comes first"
    assert why_not(owing, "+a2") == "the growth comes first"


def test_a_mature_tree_seeds_one_square_if_it_can() -> None:
    """Logger, 2011 sheet, Growth: each mature tree there gives one new tree, next to it."""
    s = position("""
        . . . . .
        . . . . .
        A . M . .
        . . . . .
        . . . . B
    """)
    seeded, events = say(s, "a3 c3>c4")
    assert squares(seeded, "s") == {"c4"}
    assert [event.verb for event in events] == ["stays", "seeds"]
    assert seeded.phase is Phase.ACT
    assert why_not(seeded, "c3>c2") == "now plant, chop or protest"


def test_a_mature_tree_without_a_free_neighbour_seeds_nothing() -> None:
    """Logger, 2011 sheet, Growth: "if able"; here trees, a logger and the edge are around e3."""
    s = position("""
        . . . . .
        . . . . s
        A . . s M
        . . . . B
        . . . . .
    """)
    acting = after(s, "a3")
    assert acting.phase is Phase.ACT
    assert squares(acting, "T") == {"d3"}
    assert squares(acting, "s") == {"e4"}


def test_no_tree_grows_twice_in_a_turn() -> None:
    """Logger, 2011 sheet, Growth: all growth is simultaneous, so one stage a turn."""
    s = position("""
        . . . . .
        . . . . .
        A s T . .
        . . . . .
        . . . . B
    """)
    grown = after(s, "a3")
    assert (at(grown, "b3"), at(grown, "c3")) == ("T", "M")


def test_a_new_seedling_does_not_grow_in_the_same_turn() -> None:
    """Logger, 2011 sheet, Growth: not even when it lies in the logger's row or column."""
    s = position("""
        . . . . .
        . . . . .
        A . M . .
        . . . . .
        . . . . B
    """)
    assert at(after(s, "a3 c3>b3"), "b3") == "s"
    assert at(after(s, "a3 c3>d3 +a4"), "d3") == "s"


def test_a_tree_that_matures_now_does_not_seed_now() -> None:
    """Logger, pyramid rules sheet, How to play: simultaneous, so only the trees that were
    mature before seed."""
    s = position("""
        . . . . .
        . . . . .
        A . T . .
        . . . . .
        . . . . B
    """)
    acting = after(s, "a3")
    assert at(acting, "c3") == "M"
    assert acting.phase is Phase.ACT


def test_only_a_tree_that_owes_a_seedling_seeds() -> None:
    """Logger, 2011 sheet, Growth: the mature trees of row and column, onto free neighbours."""
    s = position("""
        . . . . M
        . . . . .
        A T M s .
        . . . . .
        . . . . B
    """)
    owing = after(s, "a3")
    assert choices(owing) == {"c3>c2", "c3>c4"}
    assert why_not(owing, "c3>d3") == "d3 is not free"
    assert why_not(owing, "b3>b2") == "the tree on b3 has nothing to seed now"
    assert why_not(owing, "e5>d5") == "the tree on e5 has nothing to seed now"
    assert why_not(owing, "a1>b1") == "there is no tree on a1"


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
    assert str(LOGGER.why_not(owing, far["c1"])) == "c1 is not next to the tree on c3"
    assert str(LOGGER.why_not(owing, far["d4"])) == "d4 is not next to the tree on c3"
    assert str(LOGGER.why_not(owing, far["e1"])) == "e1 is not next to the tree on c3"


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
