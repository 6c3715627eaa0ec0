"""Lists of any length: pages of entries that fit into a message, and menus of more than 25 choices.

    Pages   entries in the text, with Previous and Next      lc:mine:2
    some    a part of the choices of a menu, which lead on   the value >2

Pages count from 0. A page that isn't there any more becomes the last one.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from bot.messages.fitting import room
from bot.messages.layout import MOST_CHOICES, Button, Choice, Menu, Shown
from rules.text import NOTHING, Small, Text
from rules.voice import Argument, Voice

NO_FIT: Final = 3
AT_ONCE: Final = MOST_CHOICES - 2  # choices of a page of a menu, beside the ways to the others
_TURNED: Final = re.compile(r">([0-9]{1,6})")
Part = tuple[int, int]  # the first entry of a page, and the first of the next one


def span(first: int, last: int, n: int) -> Text:
    """Which entries of how many are shown."""
    return Text("{first}–{last} of {n}", first=first, last=last, n=n)


@dataclass(frozen=True, slots=True)
class Pages:
    """The entries of a list under the text of a message.

    page: which one is shown; id: says what turns to a page, None: nobody can turn; foot: stands
    under the entries; menu: has a choice for each entry, and shows those of the page; most: entries
    of a page.
    """

    entries: Sequence[Argument]
    page: int = 0
    id: Callable[[int], str] | None = None
    foot: Text = NOTHING
    menu: Menu | None = None
    most: int = MOST_CHOICES

    def said(self, head: str, voice: Voice) -> Shown:
        entries, foot = [voice.say(each) for each in self.entries], voice.say(self.foot)
        n = len(entries)
        around = (head, voice.say(Small(span(n, n, n))), foot)
        parts = self._parts([len(each) + 1 for each in entries], sum(map(len, around)) + 3, voice)
        page = min(self.page, len(parts) - 1)
        first, end = parts[page]
        counted = voice.say(Small(span(first + 1, end, n))) if len(parts) > 1 else ""
        text = "\n".join(filter(None, (head, *entries[first:end], counted, foot)))
        buttons = turning(self.id, page, len(parts)) if self.id else ()
        return Shown(text, buttons, self._choices(first, end))

    def _parts(self, long: Sequence[int], taken: int, voice: Voice) -> list[Part]:
        """The pages. long: characters of each entry; taken: those of the text around them."""
        if voice.medium.endless:
            return [(0, len(long))]
        left = most = room(voice) - taken
        starts = [0]
        for at, each in enumerate(long):
            if at > starts[-1] and (each > left or at - starts[-1] == self.most):
                starts.append(at)
                left = most
            left -= each
        return list(zip(starts, [*starts[1:], len(long)], strict=True))

    def _choices(self, first: int, end: int) -> tuple[Menu, ...]:
        if self.menu is None or not self.menu.choices:
            return ()
        return (self.menu.of(self.menu.choices[first:end]),)


def turning(id_: Callable[[int], str], page: int, pages: int) -> tuple[Button, ...]:
    """Previous and Next, none for a single page. id_: says what turns to a page; the two differ,
    since Discord takes no id twice in a message."""
    if pages < 2:
        return ()
    before, after = id_(max(page - 1, 0)), id_(page + 1)
    previous = Button(Text("Previous"), before, off=not page)
    return previous, Button(Text("Next"), after, off=page == pages - 1)


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
