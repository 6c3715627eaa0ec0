"""The phrases nearest to a line that cannot be read.

A synonym (`walk` for go) or a slip (`up` for north) counts as the word that it means, also if it is
mistyped.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from difflib import SequenceMatcher
from functools import lru_cache
from itertools import islice, product
from typing import NamedTuple

_LIKE = 0.6  # the least likeness of two near words, of 1
NEAR = 0.5  # the least likeness of two near phrases
SURE = 0.7  # the least likeness to a slip or synonym
BESIDE = 0.85  # the least nearness beside the nearest phrase
_MISSING = 0.1  # the cost of each word that was not typed
BEGUN = 0.8  # the likeness of a word and its beginning
FIRST = 2  # the weight of the first word, the verb
READ = 8  # words compared
_MISTYPED = 3  # the most corrected words of a line
CLOSEST, SEVERAL = 4, 12  # corrections of a word, and corrected lines
SHORT = 0.5  # the likeness of two-letter words with a common letter


class Phrased(NamedTuple):
    """The phrases of a step."""

    phrases: tuple[str, ...]
    before: tuple[str, ...] = ()  # a phrase for the step before it


def nearest(typed: str, ways: Iterable[Phrased], slips: Mapping[str, str]) -> list[tuple[str, ...]]:
    """The near phrases, the nearest first, each after the phrases before it."""
    words = [_meant(word, slips) for word in typed.replace(" , ", " ").split()[:READ]]
    found = []
    for way in ways:
        close, phrase = max(((_close(words, x), x) for x in way.phrases), key=lambda pair: pair[0])
        if close >= NEAR:
            found.append((close, (*way.before, phrase)))
    best = max((close for close, _ in found), default=0.0)
    found.sort(key=lambda each: -each[0])  # those that are as near stay in their order
    return [phrases for close, phrases in found if close >= BESIDE * best]


def corrected(typed: str, known: Collection[str]) -> Iterator[str]:
    """Corrections of a line, the likeliest first. known: every word that a turn can have."""
    words = typed.split(" ")
    strange = [i for i, word in enumerate(words) if word.isalpha() and word not in known]
    found = [_likest(words[i], known) for i in strange if len(words[i]) > 1]
    if not found or len(found) > _MISTYPED or not all(found):
        return
    places = [i for i in strange if len(words[i]) > 1]
    for meant in islice(product(*found), SEVERAL):
        swapped = dict(zip(places, meant, strict=True))
        yield " ".join(swapped.get(i, word) for i, word in enumerate(words))


def _likest(word: str, known: Collection[str]) -> list[str]:
    """The known words like a word, the likest first."""

    def short(other: str) -> float:
        """The likeness of two words of two letters."""
        if len(word) != 2 or len(other) != 2:
            return 0.0
        same = word[0] == other[0] or word[1] == other[1]
        return BEGUN if word == other[::-1] else SHORT * same

    pairs = ((alike(word, each) or short(each), each) for each in known)
    near = sorted((-close, len(each), each) for close, each in pairs if close)
    own = [word] if len(word) == 2 else []  # may be a code of the game
    return own + [each for *_, each in near[:CLOSEST]]


def _meant(word: str, slips: Mapping[str, str]) -> tuple[str, ...]:
    """A word and the words that it may mean, also if it is mistyped."""
    if word in slips:
        return word, slips[word]
    return (word, *(meant for slip, meant in slips.items() if alike(word, slip) >= SURE))


def _close(words: list[tuple[str, ...]], phrase: str) -> float:
    """The nearness of a phrase to the beginning of the typed line, from 0 to 1."""
    known = phrase.split()
    begun = words[: len(known)]
    shared = [max(alike(word, each) for word in some for each in known) for some in begun]
    near = (sum(shared) + (FIRST - 1) * shared[0]) / (len(shared) + FIRST - 1)
    return near - _MISSING * (len(known) - len(begun))


@lru_cache(4096)
def alike(word: str, other: str) -> float:
    """The likeness of two words, 0 if it is small."""
    found = SequenceMatcher(None, word, other, autojunk=False).ratio()
    begun = BEGUN if len(word) > 1 and other.startswith(word) else 0.0
    return max(found, begun) if found >= _LIKE else begun
