"""Invisible signs that shape their visible neighbours, as names may hold them.

    👩 U+200D 🌾                    one picture of two
    می U+200C خواهم                 a word whose parts do not touch
    🏴 U+E0067 … U+E007F            a flag that is spelt out
    ❤ U+FE0F                        a picture in colour

Anywhere else nobody sees them, so two names could look the same.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Final

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
_SELECTORS: Final = re.compile("[\ufe00-\ufe0f\U000e0100-\U000e01ef]")


def unshaped(text: str) -> frozenset[int]:
    """Where a text has joiners, tags and selectors that shape nothing, or other controls."""
    shaping = {n for found in _JOINED.finditer(text) if _joins(text, found) for n in _span(found)}
    return frozenset(n for n, c in enumerate(text) if _hidden(c) and n not in shaping)


def _span(found: re.Match[str]) -> range:
    return range(*found.span())


def _hidden(c: str) -> bool:
    return unicodedata.category(c)[0] == "C" or _SELECTORS.match(c) is not None


def _joins(text: str, found: re.Match[str]) -> bool:
    """Between letters, a joiner has letters or their marks on both sides."""
    if found[0] not in _JOINERS or re.match(_PICTURE, text[found.end()]):
        return True
    beside = text[found.start() - 1], text[found.end()]
    return all(unicodedata.category(c)[0] in "LM" for c in beside)
