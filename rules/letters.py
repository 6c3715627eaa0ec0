"""The letter by which a player's pieces are known: on the piece, beside the name, in words.

    Ana, Ben, Cy      A B C     the first letter, where these differ
    Ann, Amy, Bob     N M B     else the next one that tells the names apart
    Ann, Ann, 張三    A N B     where no letter does: whichever is left, in the order of the seats

The log speaks of seats and knows nothing of letters.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from functools import lru_cache
from string import ascii_uppercase

ENOUGH = 200  # characters of a name that are looked at


def letters(names: Sequence[str]) -> tuple[str, ...]:
    """A letter from A to Z for each of at most 26 players, no two alike; the same names always
    have the same letters."""
    return _lettered(tuple(names))


@lru_cache(256)
def _lettered(names: tuple[str, ...]) -> tuple[str, ...]:
    spelt = [letters_of(name) for name in names]
    given = _telling(spelt)
    for seat, own in sorted(enumerate(spelt), key=lambda each: not each[1]):
        if seat not in given:
            given[seat] = _first((*own, *ascii_uppercase), given.values())
    return tuple(given[seat] for seat in range(len(names)))


@lru_cache(4096)
def letters_of(name: str) -> str:
    """The letters of a name, without accents, each of them once."""
    plain = unicodedata.normalize("NFKD", name[:ENOUGH]).upper()
    return "".join(dict.fromkeys(c for c in plain if c in ascii_uppercase))


def obvious(name: str, letter: str) -> bool:
    """The letter is to be expected from the name."""
    return letters_of(name)[:1] == letter


def _telling(spelt: Sequence[str]) -> dict[int, str]:
    """The seats whose letter is nobody else's where the names are compared letter by letter."""
    given: dict[int, str] = {}
    for nth in range(max(map(len, spelt), default=0)):
        due = {seat: own[nth] for seat, own in enumerate(spelt) if seat not in given and own[nth:]}
        wanted = [*due.values(), *given.values()]
        given |= {seat: letter for seat, letter in due.items() if wanted.count(letter) == 1}
    return given


def _first(wanted: Iterable[str], taken: Iterable[str]) -> str:
    return next(letter for letter in wanted if letter not in taken)
