"""Whole legal turns while a line is typed; the best for the mover first, where the table has good
turns shown, or else by their notation.

typed ──draft──> what is said so far ──> whole turns ──words──> choices
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain

from bot.features.whole_turns import Allowance, Search, Spot, Steps, WholeTurns
from bot.messages.layout import MOST_CHOICES, Choice
from bot.text.plans import named
from rules.drafting import draft
from rules.errors import Refused
from rules.voice import Voice


def completed(
    known: WholeTurns, place: Spot, typed: str, voice: Voice, *, ranked: bool = True
) -> list[Choice]:
    """The turns that go on from the typed line, and then those that have all its words in
    them, in what the voice says of them or in notation. ranked: the best come first."""
    left, wanted = Allowance(), place.kind.texts.plain(typed).replace(",", " ").split()
    begun = _begun(place, typed) if wanted else None
    going_on = _choices(known.search(place, begun), left, ranked) if begun is not None else ()
    found: dict[str, Choice] = {}
    for choice in chain(going_on, _fitting(known.search(place), wanted, left, voice, ranked)):
        found.setdefault(choice.value, choice)
        if len(found) == MOST_CHOICES:
            break
    return list(found.values())


def _choices(search: Search, left: Allowance, ranked: bool) -> Iterator[Choice]:
    """All turns that can be put into words by now."""
    for line in search.best(left) if ranked else sorted(search.best(left)):
        if (told := search.told(line, left)) is not None:
            spelt = search.spelt(line)
            yield Choice(spelt, named(told, spelt))


def _fitting(
    search: Search, wanted: Sequence[str], left: Allowance, voice: Voice, ranked: bool
) -> Iterator[Choice]:
    for choice in _choices(search, left, ranked):
        text = f"{voice.say(choice.label)} {choice.value}".casefold() if wanted else ""
        if all(word in text for word in wanted):
            yield choice


def _begun(place: Spot, typed: str) -> Steps | None:
    """What a typed line has said already, with what filled itself in; None: nothing. A line that
    is refused is most often one that is not finished: nobody is told what may be meant by it."""
    try:
        drafted = draft(place.kind, place.state, typed, hints=False)
    except Refused:
        return None
    return drafted.steps if drafted.said else None
