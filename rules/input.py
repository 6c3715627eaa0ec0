"""A table of phrases: how a game reads what people type.

    PHRASES = Phrases(
        (r"(?:bid )?([0-9]) (?:x|times) ([1-6])s?", lambda s, m: (f"{m[1]}x{m[2]}",)),
        (r"liar|challenge|call", lambda s, m: ("!",)),
    )

A phrase stands for words, legal or not; that they are legal is no business of its.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Generic, TypeVar

S = TypeVar("S")
Words = tuple[str, ...]


class Phrases(Generic[S]):
    """Patterns for whole words of a plain text, each with what it means; the first that fits and
    means something counts, so the longer ones come first.

    A meaning may return no words, for some other phrase is meant, and may raise Illegal."""

    def __init__(self, *table: tuple[str, Callable[[S, re.Match[str]], Words]]) -> None:
        self._table = tuple(
            (re.compile(rf"(?:{pattern})(?= |$)"), meaning) for pattern, meaning in table
        )

    def parse(self, s: S, text: str) -> tuple[Words, str]:
        """The words of the phrase that opens a plain text, and the rest; none: it cannot be
        read."""
        for pattern, meaning in self._table:
            if (match := pattern.match(text)) and (words := meaning(s, match)):
                return words, text[match.end() :].lstrip()
        return (), text
