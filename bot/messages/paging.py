"""Lists of any length: pages of entries that fit into a message, and menus of more than 25 choices.

    Pages   entries in the text, with Previous and Next      lc:mine:2
    some    a part of the choices of a menu, which lead on   the value >2

Pages count from 0. A page that isn't there any more becomes the last one.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final

from bot.messages.layout import MOST_CHOICES, Choice, span
from rules.text import Text

NO_FIT: Final = 3
AT_ONCE: Final = MOST_CHOICES - 2  # choices of a page of a menu, beside the ways to the others
_TURNED: Final = re.compile(r">([0-9]{1,6})")


def some(choices: Sequence[Choice], page: int = 0) -> tuple[Choice, ...]:
    """The choices of a menu: all of them, or those of a page and the ways to the others."""
    n = len(choices)
    if n <= MOST_CHOICES:
        return tuple(choices)
    page = min(page, (n - 1) // AT_ONCE)
    first = page * AT_ONCE
    end = min(first + AT_ONCE, n)
    before = (_way(Text("Back…"), page - 1, n),) if page else ()
    after = (_way(Text("More…"), page + 1, n),) if end < n else ()
    return (*choices[first:end], *before, *after)


def _way(label: Text, page: int, n: int) -> Choice:
    first = page * AT_ONCE
    return Choice(f">{page}", label, span(first + 1, min(first + AT_ONCE, n), n))


def turned(words: str) -> int | None:
    """The page of a menu that somebody has picked in it; None: they have picked something else."""
    found = _TURNED.fullmatch(words.strip())
    return int(found[1]) if found else None


def narrowed(known: Mapping[Choice, str], typed: str) -> list[Choice]:
    """What Discord offers while somebody types: exactly this first, then what begins like it, then
    what holds it. An entry is found by its value too, where many have the same name. known: what
    each is called."""
    wanted = typed.strip().casefold()

    def fits(choice: Choice) -> int:
        names = (known[choice].casefold(), choice.value.casefold())
        tests = (wanted in names, any(n.startswith(wanted) for n in names), wanted in names[0])
        return tests.index(True) if True in tests else NO_FIT

    ordered = sorted(known, key=fits)
    return [choice for choice in ordered[:MOST_CHOICES] if fits(choice) < NO_FIT]
