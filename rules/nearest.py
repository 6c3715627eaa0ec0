"""What somebody may have meant by words that cannot be read: the phrases that come nearest.

Each step that could be said is known by some phrases, its notation among them. A phrase is as near
as its words are to those that were typed; a word that a phrase says in another way (`walk` for go),
or a slip (`up` where north is meant), counts as the word that it stands for, also mistyped.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from difflib import SequenceMatcher
from functools import lru_cache
from typing import NamedTuple

LIKE = 0.6  # how much two words have in common at least, of 1
NEAR = 0.5  # and two phrases
SURE = 0.7  # and a word with one that stands for another
BESIDE = 0.7  # how near the others are, measured by the nearest
MISSING = 0.1  # what each word costs that was not typed
BEGUN = 0.8  # how much a word has in common with one that it begins
FIRST = 2  # how often the first word counts: it says what is to be done
READ = 8  # words that are compared


class Way(NamedTuple):
    """A step that could be said, its phrases, and what is to be said before it."""

    phrases: tuple[str, ...]
    before: tuple[str, ...] = ()


def nearest(typed: str, ways: Iterable[Way], slips: Mapping[str, str]) -> list[tuple[str, ...]]:
    """What to say for each way that has a near phrase, the nearest first."""
    words = [_meant(word, slips) for word in typed.replace(" , ", " ").split()[:READ]]
    found = []
    for way in ways:
        close, phrase = max(((_close(words, x), x) for x in way.phrases), key=lambda pair: pair[0])
        if close >= NEAR:
            found.append((close, (*way.before, phrase)))
    best = max((close for close, _ in found), default=0.0)
    found.sort(key=lambda each: -each[0])  # those that are as near stay in their order
    return [phrases for close, phrases in found if close >= BESIDE * best]


def _meant(word: str, slips: Mapping[str, str]) -> tuple[str, ...]:
    """A word, and those that it may stand for: all alike, if it is mistyped."""
    if word in slips:
        return word, slips[word]
    return (word, *(meant for slip, meant in slips.items() if _alike(word, slip) >= SURE))


def _close(words: list[tuple[str, ...]], phrase: str) -> float:
    """How near a phrase is to the beginning of what was typed, from 0 to 1."""
    known = phrase.split()
    begun = words[: len(known)]
    alike = [max(_alike(word, each) for word in some for each in known) for some in begun]
    near = (sum(alike) + (FIRST - 1) * alike[0]) / (len(alike) + FIRST - 1)
    return near - MISSING * (len(known) - len(begun))


@lru_cache(4096)
def _alike(word: str, other: str) -> float:
    """How much two words have in common; 0 where it is little."""
    found = SequenceMatcher(None, word, other, autojunk=False).ratio()
    begun = BEGUN if len(word) > 1 and other.startswith(word) else 0.0
    return max(found, begun) if found >= LIKE else begun
