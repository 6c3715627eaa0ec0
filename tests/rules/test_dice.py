"""Nature's choices: fair, repeatable, and open to everybody's check."""

import hashlib
import hmac
from collections import Counter
from itertools import permutations, product

from rules.dice import SPAN, Chance, chance_key, commitment, pick, shuffle

SEED = bytes(range(32))


def drawn(seed: bytes, n: int, at: int, attempt: int) -> int:
    """A draw as docs/decisions.md describes it, worked out once more."""
    digest = hmac.new(seed, f"{n}:{at}:{attempt}".encode(), hashlib.sha256).digest()
    return int.from_bytes(digest[:8], "big")


def test_a_choice_is_what_the_formula_says() -> None:
    """docs/decisions.md, 4: so anybody can check a roll once the seed is known."""
    for seed, n, at in product((SEED, b"other"), range(10), range(10)):
        assert pick(seed, n, at, range(6)) == drawn(seed, n, at, 0) % 6


def test_draws_that_would_favour_an_outcome_are_drawn_again() -> None:
    """docs/decisions.md, 4: with this number of outcomes a fifth of the draws is thrown away."""
    many = range(SPAN * 2 // 5)
    fair, attempts = len(many) * 2, Counter[int]()
    for n in range(300):
        attempt = next(k for k in range(99) if drawn(SEED, n, 0, k) < fair)
        assert pick(SEED, n, 0, many) == drawn(SEED, n, 0, attempt) % len(many)
        attempts[attempt] += 1
    assert 30 < 300 - attempts[0] < 90


def test_every_order_is_about_equally_likely() -> None:
    """docs/decisions.md, 4: all 24 orders of four, 2,400 times."""
    counts = Counter(shuffle(SEED, n, "abcd") for n in range(2400))
    assert set(counts) == set(permutations("abcd"))
    assert sum((count - 100) ** 2 / 100 for count in counts.values()) < 49.7


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
    assert chance_key(SEED, ["7", "5"]) == expected
    assert len({chance_key(SEED, given) for given in (["5", "7"], ["75"], ["7", "5"], [])}) == 4
