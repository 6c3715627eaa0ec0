"""How people type a standing order: words as data, for one language; another one is another table.

if Ben walks to c3, then c5 +c4
   └── condition ──┘     └─ line ─┘
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from rules.english import plain, shown


class Ordering(NamedTuple):
    """What was typed. condition: None where any turn is meant."""

    condition: str | None
    line: str


@dataclass(frozen=True)
class Words:
    """A language. begins: with what such a line begins; order: what it looks like, the clearest
    form first; anything: what is said for any turn; they: who may be meant by the player on turn,
    besides their name; said: a verb as it is said of somebody, and as one says it oneself."""

    begins: str
    order: tuple[str, ...]
    anything: str
    they: tuple[str, ...]
    said: tuple[tuple[str, str], ...]


ENGLISH = Words(
    begins=r"\s*if\b",
    order=(
        r"\s*(?:if\s+)?(?P<condition>.+?)\s*[,;:]\s*then\b[\s,:]*(?P<line>.+)",
        r"\s*(?:if\s+)?(?P<condition>.+?)\s+then\b[\s,:]*(?P<line>.+)",
    ),
    anything=r"(?:(?:plays?|does?|says?) )?(?:anything(?: else)?|whatever|any turn)",
    they=("they", "he", "she"),
    said=((r"\bgoes\b", "go"), (r"\bdoes\b", "do"), (r"\b([a-z]{2,}[^s\W])s\b", r"\1")),
)


def is_order(text: str, words: Words = ENGLISH) -> bool:
    """A line that begins like a standing order; no turn does."""
    return re.match(words.begins, text, re.IGNORECASE) is not None


def ordered(text: str, player: str, words: Words = ENGLISH) -> Ordering | None:
    """What a line orders, None: it is no standing order. player: the name of whoever is on turn."""
    found = (re.fullmatch(form, text, re.IGNORECASE | re.DOTALL) for form in words.order)
    match = next(filter(None, found), None)
    if match is None:
        return None
    condition = _without_name(shown(plain(match["condition"])), player, words)
    anything = re.fullmatch(words.anything, condition) is not None
    return Ordering(None if anything else condition, match["line"].strip())


def _without_name(condition: str, player: str, words: Words) -> str:
    for name in (plain(player), *words.they):
        if name and condition.startswith(f"{name} "):
            return condition.removeprefix(f"{name} ")
    return condition


def readings(condition: str, words: Words = ENGLISH) -> Iterator[str]:
    """A condition as it was typed, and as its player would say it."""
    yield condition
    own = condition
    for of_somebody, oneself in words.said:
        own = re.sub(of_somebody, oneself, own)
    if own != condition:
        yield own
