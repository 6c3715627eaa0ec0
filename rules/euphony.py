"""Where two words meet: what a language changes there, which no template can know.

French: le coup de Ana ──> le coup d'Ana, and a space before : and ;
Spanish: Ana y Inés ──> Ana e Inés, Ana o Óscar ──> Ana u Óscar
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final

# What somebody is called by in a template. A square keeps its letter apart: de e1.
_OF: Final = re.compile(r"\b([Dd])e (?=\{(names?|who|person|people|players|before|host|other)\})")
_MARKS: Final = r"(?:<[^>]*>|[^\w<])*"  # of a medium, before the first letter
_VOWEL: Final = re.compile(_MARKS + "[aeiouàâäáãéèêëíîïóôöúùûüœæ]", re.IGNORECASE)
_LIKE_Y: Final = re.compile(_MARKS + "(?:[ií]|h[ií](?![aeo]))", re.IGNORECASE)
_LIKE_O: Final = re.compile(_MARKS + "(?:h?[oó]|8)", re.IGNORECASE)


def elided(translated: str, said: Mapping[str, str]) -> str:
    """A French template for the names that come into it."""
    names = _of(translated)
    if not any(_VOWEL.match(said.get(name, "")) for name in names):
        return translated
    return _OF.sub(
        lambda of: f"{of[1]}'" if _VOWEL.match(said.get(of[2], "")) else of[0], translated
    )


def spaced(separator: str) -> str:
    """A French colon or semicolon stands apart from the word before it."""
    return f"\N{NO-BREAK SPACE}{separator}" if separator[:1] in (":", ";") else separator


@lru_cache(1024)
def _of(translated: str) -> frozenset[str]:
    return frozenset(of[2] for of in _OF.finditer(translated))


def joined(row: str, said: Sequence[str]) -> str:
    """A Spanish row of numbered braces for the words that come into it, the last of which may
    begin like the word before it."""
    last = f"{{{len(said) - 1}}}"
    if not said or f" {last}" not in row:
        return row
    if _LIKE_Y.match(said[-1]):
        return row.replace(f" y {last}", f" e {last}")
    return row.replace(f" o {last}", f" u {last}") if _LIKE_O.match(said[-1]) else row
