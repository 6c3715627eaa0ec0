"""Players' names: a letter for each, and invisible signs in them.

A letter marks a player's pieces, on the board and in words:

    Ana, Ben, Cy      A B C     the first letter, where these differ
    Ann, Amy, Bob     N M B     else the next one that tells the names apart
    Ann, Ann, 張三    A N B     else a free letter, in the order of the seats

The log never uses these letters. Invisible signs could make two names look the same.
"""

import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache
from string import ascii_uppercase
from typing import Final

ENOUGH = 200  # characters of a name that count for its letter


@lru_cache(256)
def letters(names: tuple[str, ...]) -> tuple[str, ...]:
    """A different letter for each of at most 26 players. The same names get the same letters."""
    spelt = [letters_of(name) for name in names]
    given = _telling(spelt)
    for seat, own in sorted(enumerate(spelt), key=lambda each: not each[1]):
        if seat not in given:
            taken = given.values()
            given[seat] = next(x for x in (*own, *ascii_uppercase) if x not in taken)
    return tuple(given[seat] for seat in range(len(names)))


@lru_cache(4096)
def letters_of(name: str) -> str:
    """The different letters of a name, without accents."""
    plain = unicodedata.normalize("NFKD", name[:ENOUGH]).upper()
    return "".join(dict.fromkeys(c for c in plain if c in ascii_uppercase))


def obvious(name: str, letter: str) -> bool:
    """Whether the letter is the first one of the name."""
    return letters_of(name)[:1] == letter


def _telling(spelt: Sequence[str]) -> dict[int, str]:
    """The seats that a comparison of the names, letter by letter, gives a letter of their own."""
    given: dict[int, str] = {}
    for nth in range(max(map(len, spelt), default=0)):
        due = {seat: own[nth] for seat, own in enumerate(spelt) if seat not in given and own[nth:]}
        wanted = [*due.values(), *given.values()]
        given |= {seat: letter for seat, letter in due.items() if wanted.count(letter) == 1}
    return given


_PICTURE: Final = "[\u2190-\u21ff\u2300-\u23ff\u2460-\u27bf\u2b00-\u2bff\U0001f000-\U0001faff]"
# Arabic, Syriac, Thaana, N'Ko; the scripts of India; Tibetan, Burmese, Khmer, Mongolian.
_SCRIPTS: Final = "[\u0600-\u0dff\u0f00-\u109f\u1780-\u18af\ufb50-\ufdff\ufe70-\ufefc]"
_HAN: Final = "[\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]"
_JOINERS: Final = "\u200c\u200d"
_JOINED: Final = re.compile(
    rf"(?<={_PICTURE})\u200d(?={_PICTURE})"
    rf"|(?<={_PICTURE}\ufe0f)\u200d(?={_PICTURE})"
    rf"|(?<={_SCRIPTS})[{_JOINERS}](?={_SCRIPTS})"
    "|(?<=\U0001f3f4)[\U000e0030-\U000e0039\U000e0061-\U000e007a]{1,6}\U000e007f"
    rf"|(?<={_PICTURE}|[\xa9\xae\u203c\u2049\u2122\u2139\u3030\u303d\u3297\u3299])[\ufe0e\ufe0f]"
    "|(?<=[#*0-9])\ufe0f(?=\u20e3)"
    rf"|(?<={_HAN})[\ufe00-\ufe02\U000e0100-\U000e01ef]"
)


def stray_signs(text: str) -> frozenset[int]:
    """The indices of control characters, and of joiners, tags and selectors that shape nothing."""

    def joins(found: re.Match[str]) -> bool:
        """Whether the sign shapes its neighbours. Letters must be on both sides of a joiner."""
        before, after = text[found.start() - 1], text[found.end() : found.end() + 1]
        if found[0] not in _JOINERS or re.match(_PICTURE, after):
            return True
        return all(unicodedata.category(c)[0] in "LM" for c in (before, after))

    shaping = {n for x in _JOINED.finditer(text) if joins(x) for n in range(*x.span())}
    selector = re.compile("[\ufe00-\ufe0f\U000e0100-\U000e01ef]")
    hidden = (
        n for n, c in enumerate(text) if unicodedata.category(c)[0] == "C" or selector.match(c)
    )
    return frozenset(hidden) - shaping
