"""What somebody may have meant by words that cannot be read: the phrases that come nearest.

Each step that could be said is known by some phrases, its notation among them. A phrase is as near
as its words are to those that were typed; a word that a phrase says in another way (`walk` for go),
or a slip (`up` where north is meant), counts as the word that it stands for, also mistyped.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from difflib import SequenceMatcher
from functools import lru_cache
from itertools import islice, product
from typing import NamedTuple

LIKE = 0.6  # how much two words have in common at least, of 1
NEAR = 0.5  # and two phrases
SURE = 0.7  # and a word with one that stands for another
BESIDE = 0.85  # how near the others are, measured by the nearest
MISSING = 0.1  # what each word costs that was not typed
BEGUN = 0.8  # how much a word has in common with one that it begins
FIRST = 2  # how often the first word counts: it says what is to be done
READ = 8  # words that are compared
MISTYPED = 3  # words of a line that are put right at most
CLOSEST, SEVERAL = 4, 12  # words that one may be a slip for, and lines that are tried
SHORT = 0.5  # how much words of two letters have in common that share one of them


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


def corrected(typed: str, known: Collection[str]) -> Iterator[str]:
    """A line with known words in place of those that are not, the likeliest line first. known:
    every word that can be a part of a turn."""
    words = typed.split(" ")
    strange = [i for i, word in enumerate(words) if word.isalpha() and word not in known]
    found = [_likest(words[i], known) for i in strange if len(words[i]) > 1]
    if not found or len(found) > MISTYPED or not all(found):
        return
    places = [i for i in strange if len(words[i]) > 1]
    for meant in islice(product(*found), SEVERAL):
        swapped = dict(zip(places, meant, strict=True))
        yield " ".join(swapped.get(i, word) for i, word in enumerate(words))


def _likest(word: str, known: Collection[str]) -> list[str]:
    """The known words that one may be a slip for, the likest first."""
    pairs = ((alike(word, each) or _short(word, each), each) for each in known)
    near = sorted((-close, len(each), each) for close, each in pairs if close)
    own = [word] if len(word) == 2 else []  # it may be a code of the game
    return own + [each for *_, each in near[:CLOSEST]]


def _short(word: str, other: str) -> float:
    """How much two words of two letters have in common."""
    if len(word) != 2 or len(other) != 2:
        return 0.0
    same = word[0] == other[0] or word[1] == other[1]
    return BEGUN if word == other[::-1] else SHORT * same


def _meant(word: str, slips: Mapping[str, str]) -> tuple[str, ...]:
    """A word, and those that it may stand for: all alike, if it is mistyped."""
    if word in slips:
        return word, slips[word]
    return (word, *(meant for slip, meant in slips.items() if alike(word, slip) >= SURE))


def _close(words: list[tuple[str, ...]], phrase: str) -> float:
    """How near a phrase is to the beginning of what was typed, from 0 to 1."""
    known = phrase.split()
    begun = words[: len(known)]
    shared = [max(alike(word, each) for word in some for each in known) for some in begun]
    near = (sum(shared) + (FIRST - 1) * shared[0]) / (len(shared) + FIRST - 1)
    return near - MISSING * (len(known) - len(begun))


@lru_cache(4096)
def alike(word: str, other: str) -> float:
    """How much two words have in common; 0 where it is little."""
    found = SequenceMatcher(None, word, other, autojunk=False).ratio()
    begun = BEGUN if len(word) > 1 and other.startswith(word) else 0.0
    return max(found, begun) if found >= LIKE else begun
