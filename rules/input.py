"""A table of phrases: how a game reads what people type.

    PHRASES = Phrases(
        (r"(?:bid )?([0-9]) (?:x|times) ([1-6])s?", lambda s, m: (f"{m[1]}x{m[2]}",)),
        (r"liar|challenge|call", lambda s, m: ("!",)),
    )

A phrase stands for words, legal or not; that they are legal is no business of its.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Generic, TypeAlias, TypeVar

from rules.errors import Illegal, Unclear
from rules.text import Code, Listed, Text
from rules.ways import Way, Ways, course

S = TypeVar("S")
P = TypeVar("P")  # the position, where what a phrase is read with is more than that
Words = tuple[str, ...]
Meaning: TypeAlias = Callable[[S, re.Match[str]], Words]
Named: TypeAlias = dict[str, str]  # what a phrase names, in the letters and digits of notation
Meant: TypeAlias = Callable[[S, Named], Words]  # no words: some other phrase is meant

ACCENTED = "áàâãåąéèêëęěíìîïóòôõúùûůñńçćčśšźžżýřďťň"
# Words of phrases that say nothing of a turn when they stand alone.
_SLIGHT = """a an the at by but for from in it into my mine own of on onto that them this to with
 your i s als am an auf bei bis das dem den der die ein eine einen eins für ich ihn im in ins mein
 meine meinen mich mit nach um vom von vor zu au avec c d dans de des du en et ici je jusqu l la le
 les ma mes mon par pour que sans se sur te un une à al con del el es este ir las lo los me mi mis
 para por su una uno y ya then card cell gap thing which whose kind letter"""
SLIGHT = frozenset(_SLIGHT.split())
_NAMED = re.compile(r"\{([a-z ]+)\}")
# Letters with accents may be typed without them.
_ACCENTS = str.maketrans(
    {letter: f"[{letter}{unicodedata.normalize('NFD', letter)[0]}]" for letter in ACCENTED}
    | {"ä": "(?:ä|ae|a)", "ö": "(?:ö|oe|o)", "ü": "(?:ü|ue|u)"}
)


@dataclass(frozen=True, eq=False)
class Language:
    """What people type in one language, as data.

    phrases: what is meant, and how it is said: a regular expression with names in braces; groups:
    what the language puts for such names, perhaps with more of them; sides: the words for n, e, s
    and w, besides these; counts: the words for 1, 2, 3 and so on, besides the digits; said: how a
    kind of step is said, to suggest it; slips: words that `said` does not have, synonyms and
    mistakes, and which ones are meant; between: words that only stand between two steps; idle:
    words that say nothing, wherever they stand; opening: with what a part of a line may begin that
    says nothing; asking: with what a question begins that has no question mark; twice: words of a
    way, see rules.ways."""

    phrases: tuple[tuple[str, str], ...]
    groups: Mapping[str, str]
    sides: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    counts: tuple[str, ...] = ()
    said: Mapping[str, str] = field(default_factory=dict)
    slips: Mapping[str, str] = field(default_factory=dict)
    between: tuple[str, ...] = ()
    idle: tuple[str, ...] = ()
    opening: str = ""
    asking: str = ""

    @cached_property
    def ways(self) -> Ways:
        """How directions are typed, with their numbers."""
        words = self.compass
        sides = {s: any_of({word: s for word in words if words[word] == s}) for s in self.sides}
        counts = {str(n): re.escape(word) for n, word in enumerate(self.counts, 1)}
        return Ways(sides, counts, self.groups)

    @property
    def compass(self) -> dict[str, str]:
        """Every word for a side, with n, e, s or w."""
        said = [(word, side) for side, words in self.sides.items() for word in words]
        return (
            {side: side for side in self.sides}
            | {_plainer(word): side for word, side in said}
            | dict(said)
        )

    @cached_property
    def telling(self) -> frozenset[str]:
        """Every word that may be a part of a turn, as far as the tables write it out."""
        tables = [table for table in vars(self).values() if isinstance(table, Mapping)]
        said = [word for table in tables for row in table.items() for word in row]
        phrases = (said for _, said in self.phrases)
        words = " ".join(
            (*phrases, *self.compass, *self.counts, *(x for x in said if isinstance(x, str)))
        )
        forms = (re.sub(optional, "", words) for optional in (r"[?]", r"\w[?]|\[\w+\]"))
        return frozenset(re.findall(r"[^\W\d_]+", " ".join(forms))) - SLIGHT

    def phrased(self, kinds: Iterable[str], **named: str) -> Words:
        """Steps of these kinds in words, as far as the language has any."""
        return tuple(self.said[kind].format(**named) for kind in kinds if kind in self.said)

    def pattern(self, said: str, known: Mapping[str, str]) -> str:
        """A phrase in which every name has become what it stands for in the game or, if that
        does not know it, in the language."""
        parts = {**self.groups, **known}
        while _NAMED.search(said):
            said = _NAMED.sub(lambda name: parts[name[1]], said)
        return said.translate(_ACCENTS)


def unaccented(line: str) -> str:
    """A line without its accents, as people may type it: `zuruck` for zurück; ä, ö and ü may be ae,
    oe and ue, too."""
    return _plainer(re.sub("([aou])e", r"\1", line))


def _plainer(line: str) -> str:
    return "".join(c for c in unicodedata.normalize("NFD", line) if not unicodedata.combining(c))


def clear(meaning: Callable[[Way], Words], readings: Iterable[Way]) -> Words:
    """What a way means, by its readings: one that cannot be gone is none, if another one can.
    Raises Unclear where there are several, and Illegal where there is none."""
    found, refused = list[Words](), list[Illegal]()
    for way in readings:
        try:
            words = meaning(way)
        except Illegal as illegal:
            refused.append(illegal)
            continue
        if words and words not in found:
            found.append(words)
    if refused and not found:
        raise refused[0]
    if len(found) > 1:
        raise Unclear(found)
    return found[0] if found else ()


def by_way(
    named: dict[str, str], ways: Ways, meaning: Callable[[dict[str, str]], Words], between: str = ""
) -> Words:
    """What a phrase with these groups means, by the readings of its `way`, if it has one: each is
    told as its directions, one a step, and whether a number was said (`counted`)."""
    if not named.get("way"):
        return meaning(named | {"counted": ""})

    def gone(way: Way) -> Words:
        counted = "yes" if any(leg.counted for leg in way) else ""
        return meaning(named | {"way": between.join(course(way)), "counted": counted})

    return clear(gone, ways.readings(named["way"]))


def read_by(
    language: Language,
    rows: Iterable[tuple[str, str]],
    known: Mapping[str, str],
    meanings: Mapping[str, Meant[P]],
    named: Callable[[S, re.Match[str]], tuple[P, Named] | None],
    between: str = "",
) -> Phrases[S]:
    """What can be typed in a language. rows: what is meant, and how it is said; known: what the
    names in braces stand for; named: where a phrase that fits is said and what it names, None: it
    is no phrase there; between: what stands between two directions of a way."""

    def read(meaning: Meant[P]) -> Meaning[S]:
        def words(s: S, m: re.Match[str]) -> Words:
            if (found := named(s, m)) is None:
                return ()
            position, said = found
            return by_way(said, language.ways, lambda said: meaning(position, said), between)

        return words

    return Phrases(*((language.pattern(said, known), read(meanings[x])) for x, said in rows))


def only(ways: Sequence[str], several: Callable[[Listed], Text], none: Text | None = None) -> Words:
    """The only one of some ways. Raises Illegal where there are several, and where there is none
    and that has a reason."""
    if len(ways) > 1:
        raise Illegal(several(Listed(map(Code, ways), "or")))
    if not ways and none:
        raise Illegal(none)
    return tuple(ways)


def any_of(words: Mapping[str, object]) -> str:
    """A pattern for one of these words, the longest first."""
    return f"(?:{'|'.join(sorted(map(re.escape, words), key=len, reverse=True))})"


class Phrases(Generic[S]):
    """Patterns for whole words of a plain text, each with what it means; the first that fits and
    means something counts, so the longer ones come first. A pattern crosses no comma that it does
    not name.

    A meaning may return no words, for some other phrase is meant, and may raise Illegal."""

    def __init__(self, *table: tuple[str, Meaning[S]]) -> None:
        self._table = tuple(
            (re.compile(rf"(?:{pattern})(?= |$)").match, meaning) for pattern, meaning in table
        )
        # A typed line is read twice: whether it is one at all, and then step by step.
        self._fitting = lru_cache(64)(self._fits)

    def parse(self, s: S, text: str) -> tuple[Words, str]:
        """The words of the phrase that opens a plain text, and the rest; none: it cannot be
        read."""
        for match, meaning in self._fitting(text):
            rest = text[match.end() :].lstrip()
            try:
                words = meaning(s, match)
            except Unclear as unclear:
                raise Unclear(unclear.ways, rest) from None
            if words:
                return words, rest
        return (), text

    def _fits(self, text: str) -> tuple[tuple[re.Match[str], Meaning[S]], ...]:
        """The phrases that can open a text, whatever they mean in a position."""
        return tuple([(match, meaning) for fits, meaning in self._table if (match := fits(text))])
