"""How people type a standing order: words as data, a table for each language. A line is read in all
of them, since each begins with a word of its own.

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


def _forms(begins: str, then: str) -> tuple[str, str]:
    """What an order looks like, with a comma before its second half, and without."""
    start, end = rf"\s*(?:(?:{begins})\s+)?(?P<condition>.+?)", rf"(?:{then})\b[\s,:]*(?P<line>.+)"
    return rf"{start}\s*[,;:]\s*{end}", rf"{start}\s+{end}"


ENGLISH = Words(
    begins=r"\s*if\b",
    order=_forms("if", "then"),
    anything=r"(?:(?:plays?|does?|says?) )?(?:anything(?: else)?|whatever|any turn)",
    they=("they", "he", "she"),
    said=((r"\bgoes\b", "go"), (r"\bdoes\b", "do"), (r"\b([a-z]{2,}[^s\W])s\b", r"\1")),
)
# A verb at the end of a clause is read as an infinitive.
GERMAN = Words(
    begins=r"\s*(?:wenn|falls)\b",
    order=_forms("wenn|falls", "dann"),
    anything=r"(?:irgend(?:et)?was|irgendein zug|egal was|was auch immer|jeder zug)"
    r"(?: (?:passiert|kommt|spielt|macht|tut))?",
    they=("sie", "er"),
    said=(
        (r"\b(g|z)(e|ie)ht$", r"\1\2hen"),
        (r"\b(g|z)(e|ie)ht\b", r"\1\2h"),
        (r"\b(bleib|pflanz|schütz|schuetz)t$", r"\1en"),
        (r"\b(bleib|pflanz|schütz|schuetz)t\b", r"\1e"),
        (r"\bfällt$", "fällen"),
        (r"\bfällt\b", "fälle"),
        (r"\bläuft\b", "laufe"),
    ),
)
FRENCH = Words(
    begins=r"\s*s(?:i\b|['\u2019](?:il|elle|on)\b)",
    order=_forms("si", "alors"),
    anything=r"(?:n'importe (?:quoi|quel coup)|quoi que ce soit|quoi qu'(?:il|elle|on) \w+)",
    they=("s'il", "s'elle", "s'on", "il", "elle", "on"),
    said=((r"\babat\b", "abats"), (r"\bcourt\b", "cours"), (r"\bsort\b", "sors")),
)
SPANISH = Words(
    begins=r"\s*si\b",
    order=_forms("si", "entonces"),
    anything=r"(?:(?:hace|juega) )?(?:cualquier (?:cosa|jugada)|lo que sea"
    r"|(?:haga|juegue) lo que \w+)",
    they=("él", "ella"),
    said=((r"\bva\b", "ve"), (r"\bse queda\b", "quédate")),
)
ALL = (ENGLISH, GERMAN, FRENCH, SPANISH)
# Begins like a condition, and asks for a turn politely.
POLITE = (
    r"\s*(?:if you (?:like|please)|if possible|(?:wenn|falls) möglich|s['\u2019]il (?:te|vous) pla"
    r"|si (?:tu veux|possible|quieres|es posible))"
)


def is_order(text: str) -> bool:
    """A line that begins like a standing order; no turn does."""
    if re.match(POLITE, text, re.IGNORECASE):
        return False
    return any(re.match(words.begins, text, re.IGNORECASE) for words in ALL)


def ordered(text: str, player: str) -> Ordering | None:
    """What a line orders, None: it is no standing order. player: the name of whoever is on turn."""
    return next(filter(None, (_ordered(text, player, words) for words in ALL)), None)


def _ordered(text: str, player: str, words: Words) -> Ordering | None:
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


def readings(condition: str) -> Iterator[str]:
    """A condition as it was typed, and as its player would say it."""
    yield condition
    for words in ALL:
        own = condition
        for of_somebody, oneself in words.said:
            own = re.sub(of_somebody, oneself, own)
        if own != condition:
            yield own
