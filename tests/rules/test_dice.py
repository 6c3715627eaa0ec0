"""Nature's choices: fair, repeatable, and open to everybody's check."""

import hashlib
import hmac
from collections import Counter
from itertools import permutations

from hypothesis import given
from hypothesis import strategies as st

from rules.dice import SPAN, Chance, commitment, keyed, pick, shuffled

SEED = bytes(range(32))


def drawn(seed: bytes, n: int, at: int, attempt: int) -> int:
    """A draw as docs/decisions.md describes it, worked out once more."""
    digest = hmac.new(seed, f"{n}:{at}:{attempt}".encode(), hashlib.sha256).digest()
    return int.from_bytes(digest[:8], "big")


def test_a_choice_is_what_the_formula_says() -> None:
    """docs/decisions.md, 4: so anybody can check a roll once the seed is known."""
    for n in range(50):
        assert pick(SEED, n, 3, range(6)) == drawn(SEED, n, 3, 0) % 6


def test_a_choice_depends_on_seed_row_and_place() -> None:
    """docs/decisions.md, 4: the keyed hash of the seed and the place in the log."""
    large = range(1 << 40)
    choices = {
        pick(seed, n, at, large) for seed in (b"a", b"b") for n in range(10) for at in range(10)
    }
    assert len(choices) == 200


def test_all_outcomes_are_about_equally_likely() -> None:
    """docs/decisions.md, 4: 12,000 rolls of a die; chi squared with five degrees of freedom
    stays under 20.5 in 999 of 1,000 fair dice, and this seed is one of them."""
    counts = Counter(pick(SEED, n, at, range(6)) for n in range(2000) for at in range(6))
    assert sum((counts[face] - 2000) ** 2 / 2000 for face in range(6)) < 20.5


def test_draws_that_would_favour_an_outcome_are_drawn_again() -> None:
    """docs/decisions.md, 4: with this number of outcomes a fifth of the draws is thrown away."""
    many = range(SPAN * 2 // 5)
    fair, attempts = len(many) * 2, Counter[int]()
    for n in range(300):
        attempt = next(k for k in range(99) if drawn(SEED, n, 0, k) < fair)
        assert pick(SEED, n, 0, many) == drawn(SEED, n, 0, attempt) % len(many)
        attempts[attempt] += 1
    assert 30 < 300 - attempts[0] < 90


@given(st.binary(min_size=1, max_size=40), st.integers(0, 99), st.lists(st.integers(), max_size=9))
def test_a_shuffle_loses_and_adds_nothing(seed: bytes, n: int, items: list[int]) -> None:
    """docs/decisions.md, 4: the order of seats is drawn like everything else."""
    order = shuffled(seed, n, items)
    assert sorted(order) == sorted(items)
    assert order == shuffled(seed, n, items)


def test_every_order_is_about_equally_likely() -> None:
    """docs/decisions.md, 4: all 24 orders of four, 9,600 times; chi squared with 23 degrees of
    freedom stays under 49.7 in 999 of 1,000."""
    counts = Counter(shuffled(SEED, n, "abcd") for n in range(9600))
    assert set(counts) == set(permutations("abcd"))
    assert sum((count - 400) ** 2 / 400 for count in counts.values()) < 49.7


def test_the_commitment_is_the_hash_of_a_mark_and_the_seed() -> None:
    """docs/decisions.md, 4: shown before the game, when the seed can no longer change."""
    assert commitment(b"forest") == hashlib.sha256(b"lumbercamp 1\nforest").hexdigest()
    assert commitment(b"forest") != commitment(b"forests")


def test_the_newest_post_has_a_part_in_each_draw() -> None:
    """Its number comes from Discord after the seed was fixed (docs/decisions.md, 48)."""
    chance = Chance(b"key")
    assert chance.after(5) == hmac.digest(b"key", b"5", "sha256") != chance.after(6)


def test_chance_is_drawn_from_the_seed_and_from_what_everybody_gave() -> None:
    """docs/decisions.md, 4: the keyed hash of the contributions, a line each, in their order."""
    expected = hmac.new(SEED, b"7\n5", hashlib.sha256).digest()
    assert keyed(SEED, ["7", "5"]) == expected
    assert len({keyed(SEED, given) for given in (["5", "7"], ["75"], ["7", "5"], [])}) == 4
