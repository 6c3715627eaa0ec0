"""A table of phrases, by which a game reads typed lines. A phrase stands for words, legal or not.

    PHRASES = Phrases(
        (r"(?:bid )?([0-9]) (?:x|times) ([1-6])s?", lambda s, m: (f"{m[1]}x{m[2]}",)),
        (r"liar|challenge|call", lambda s, m: ("!",)),
    )

A language's phrases are regular expressions for plain text (rules.english.plain), with names in
braces. The first one that fits counts, so longer ones come first. Words on both sides of a comma
belong to two steps, unless the phrase itself has the comma. A verb without its square ends the line
(`$`), or it would hide a slip in what follows.

Directions have numbers, as people type them:

    2 s, 3 se        s s se se se        a number belongs to one direction, beside it in its part
    south and 3 sw   s sw sw sw
    s 2 se           s s se, s se se     unclear, so both readings count

A part ends at a comma; rules.english.plain writes one for each sign or word between parts.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property, lru_cache
from itertools import islice, product
from typing import Final, Generic, NamedTuple, TypeAlias, TypeVar

from rules.errors import Illegal, Unclear
from rules.talk import Talk
from rules.text import Code, Listed, Text

S = TypeVar("S")
P = TypeVar("P")  # a position, perhaps with more
Words = tuple[str, ...]
Meaning: TypeAlias = Callable[[S, re.Match[str]], Words]
Named: TypeAlias = dict[str, str]  # the named parts of a phrase, in notation
Meant: TypeAlias = Callable[[S, Named], Words]  # no words: another phrase is meant

# Words of phrases that say nothing on their own.
_SLIGHT = """a an the at by but for from in it into my mine own of on onto that them this to with
 your i s als am an auf bei bis das dem den der die ein eine einen eins für ich ihn im in ins mein
 meine meinen mich mit nach um vom von vor zu au avec c d dans de des du en et ici je jusqu l la le
 les ma mes mon par pour que sans se sur te un une à al con del el es este ir las lo los me mi mis
 para por su una uno y ya then card cell gap thing which whose kind letter"""
SLIGHT = frozenset(_SLIGHT.split())
_NAMED = re.compile(r"\{([a-z ]+)\}")
# Letters with accents may be typed without them.
_ACCENTS = str.maketrans(
    {
        letter: f"[{letter}{unicodedata.normalize('NFD', letter)[0]}]"
        for letter in "áàâãåąéèêëęěíìîïóòôõúùûůñńçćčśšźžżýřďťň"
    }
    | {"ä": "(?:ä|ae|a)", "ö": "(?:ö|oe|o)", "ü": "(?:ü|ue|u)"}
)

SEVERAL = 3  # the most readings of a way; more than one is unclear
LEGS = 40  # the most legs of a way


class _Leg(NamedTuple):
    """Some steps in one direction."""

    side: str
    n: int = 1
    counted: bool = False  # the player typed the number


Way: TypeAlias = tuple[_Leg, ...]


class _Read(NamedTuple):
    """The beginning of a part."""

    way: Way = ()
    number: int = 0  # a number that waits for its direction
    free: bool = False  # the last direction may still take a number

    def after(self, side: str, n: int) -> Iterator[_Read]:
        """The readings with the next item: a direction, a number or both."""
        if not side:
            if not self.number:
                yield _Read(self.way, n)
            if self.free:
                yield _Read((*self.way[:-1], self.way[-1]._replace(n=n, counted=True)))
        elif not n:
            leg = _Leg(side, self.number, True) if self.number else _Leg(side)
            yield _Read((*self.way, leg), free=not self.number)
        elif not self.number:
            yield _Read((*self.way, _Leg(side, n, True)))


class Ways:
    """A reader of directions in one language."""

    def __init__(
        self,
        sides: Mapping[str, str],
        counts: Mapping[str, str],
        words: Mapping[str, str],
        *,
        squares: bool = True,
    ) -> None:
        """sides, counts: a regular expression for each direction and number; words: the same for
        unit (squares or steps), toward (`to the`), times and twice; squares: the board has squares,
        so `e2` does not mean two steps east."""
        self._side, self._count = sign_reader(sides), sign_reader(counts)
        known = {name: words.get(name) or "(?!)" for name in ("unit", "toward", "times", "twice")}
        known["side"] = "|".join(sorted(sides.values(), key=len, reverse=True))
        known["n"] = "|".join(("[1-9]", *counts.values()))
        forms = _ITEMS if squares else (*_ITEMS, "<s{side}><n[1-9]>")
        items = [re.sub(r"\{(\w+)\}", lambda m: f"(?:{known[m[1]]})", each) for each in forms]
        named = (re.sub(r"<(\w)(.*?)>", rf"(?P<\g<1>{i}>\2)", x) for i, x in enumerate(items))
        self._item = re.compile(f"(?:{'|'.join(named)})(?= |$)")
        item = "(?:" + re.sub(r"<\w(.*?)>", r"(?:\1)", "|".join(items)) + ")(?= |$)"
        no_square = r"(?![a-z]\d)" if squares else ""  # passes over most lines at once
        self.part = f"{no_square}{item}(?: {item})*"
        self.pattern = f"{self.part}(?: , {self.part})*"
        self._read = lru_cache(256)(self._read_item)  # most items are one of a few words

    def readings(self, text: str) -> list[Way]:
        """The readings of a way, none if a number has no direction. Raises Illegal."""
        if text.count(" ") > 2 * LEGS:
            raise Illegal.because("That's more steps than anyone can take.")
        parts = [self._readings(part) for part in text.split(" , ")]
        every = (tuple(leg for part in way for leg in part) for way in product(*parts))
        found: dict[tuple[str, ...], Way] = {}
        for way in islice(every, SEVERAL**2):
            found.setdefault(course(way), way)
        return list(found.values())[:SEVERAL]

    def _readings(self, part: str) -> list[Way]:
        found = [_Read()]
        for item in self._item.finditer(part):
            few: dict[tuple[bool, bool], list[_Read]] = {}  # by state, as any ending is possible
            for read in (read for known in found for read in known.after(*self._read(item[0]))):
                few.setdefault((bool(read.number), read.free), []).append(read)
            found = [read for reads in few.values() for read in reads[:SEVERAL]]
        return [read.way for read in found if not read.number]

    def _read_item(self, item: str) -> tuple[str, int]:
        """The direction and the number of an item of a part, or an empty text and 0."""
        (match,) = self._item.finditer(item)
        said = {name[0]: text for name, text in match.groupdict().items() if text}
        n = 2 if "t" in said else int(self._count(said.get("n", "0")))
        return self._side(said.get("s", "")), n


# Items of a part: <s…> is the direction, <n…> its number, <t…> a word for twice.
_ITEMS = (
    "<n{n}> ?x ?<s{side}>",
    "<s{side}> ?x ?<n{n}>(?: {times})?",
    "<s{side}> <n{n}> {times}",
    "<s{side}> <t{twice}>",
    "<n[1-9]><s{side}>",
    "<n{n}>(?: {unit})? {toward} <s{side}>",
    "(?:{toward} )?<s{side}>",
    "<n{n}>(?: {unit})?",
)


def sign_reader(table: Mapping[str, str]) -> Callable[[str], str]:
    """A reader of typed words, by a pattern for each sign; notation stands for itself."""
    known = [(sign, re.compile(typed).fullmatch) for sign, typed in table.items()]

    @lru_cache(256)
    def sign(said: str) -> str:
        return next((sign for sign, fits in known if fits(said)), said)

    return sign


def course(way: Way) -> tuple[str, ...]:
    """The direction of each step."""
    return tuple(leg.side for leg in way for _ in range(leg.n))


@dataclass(frozen=True, eq=False)
class Language:
    """The words of one language, as data."""

    phrases: tuple[tuple[str, str], ...]  # meanings, each with a pattern with names in braces
    groups: Mapping[str, str]  # patterns for the names in braces
    sides: Mapping[str, str] = field(default_factory=dict)  # for n, e, s, w, the usual word first
    counts: tuple[str, ...] = ()  # words for 1, 2, 3 …
    said: Mapping[str, str] = field(default_factory=dict)  # a template to suggest each kind of step
    slips: Mapping[str, str] = field(default_factory=dict)  # slips, by a word of `said`
    talk: Talk = field(default_factory=Talk)  # the words of all games

    @cached_property
    def ways(self) -> Ways:
        """The reader of directions with numbers."""
        words = self.compass
        sides = {s: any_of({word: s for word in words if words[word] == s}) for s in self.sides}
        counts = {str(n): re.escape(word) for n, word in enumerate(self.counts, 1)}
        return Ways(sides, counts, self.parts)

    @property
    def parts(self) -> Mapping[str, str]:
        """The patterns for names in braces, with those of all games."""
        return {**self.talk.counting, **self.groups}

    @property
    def compass(self) -> dict[str, str]:
        """Each word for a side, with n, e, s or w."""
        said = [(word, side) for side, words in self.sides.items() for word in words.split("|")]
        return (
            {side: side for side in self.sides}
            | {_plainer(word): side for word, side in said}
            | dict(said)
        )

    @cached_property
    def telling(self) -> frozenset[str]:
        """Every word of the tables that a turn can have."""
        tables = [table for table in vars(self).values() if isinstance(table, Mapping)]
        said = [word for table in (*tables, self.parts) for row in table.items() for word in row]
        phrases = (said for _, said in self.phrases)
        words = " ".join(
            (*phrases, *self.compass, *self.counts, *(x for x in said if isinstance(x, str)))
        )
        forms = (re.sub(optional, "", words) for optional in (r"[?]", r"\w[?]|\[\w+\]"))
        return frozenset(re.findall(r"[^\W\d_]+", " ".join(forms))) - SLIGHT

    def side(self, side: str) -> str:
        """The usual word for n, e, s or w."""
        return self.sides[side].partition("|")[0]

    def phrase_step(self, kind: str, **named: str) -> Words:
        """A step of this kind in words."""
        return (self.said[kind].format(**named),)

    def pattern(self, said: str, known: Mapping[str, str]) -> str:
        """A phrase with its names in braces replaced, by the game's patterns or the language's."""
        parts = {**self.parts, **known}
        while _NAMED.search(said):
            said = _NAMED.sub(lambda name: parts[name[1]], said)
        return said.translate(_ACCENTS)


def strip_accents(line: str) -> str:
    """A line without accents: `zuruck` for zurück. ae, oe and ue count as ä, ö and ü."""
    return _plainer(re.sub("([aou])e", r"\1", line))


def _plainer(line: str) -> str:
    return "".join(c for c in unicodedata.normalize("NFD", line) if not unicodedata.combining(c))


def clear(meaning: Callable[[Way], Words], readings: Iterable[Way]) -> Words:
    """The meaning of a way's only possible reading.

    Raises Unclear if several are possible, Illegal if none is."""
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


def read_by(
    language: Language,
    rows: Iterable[tuple[str, str]],
    known: Mapping[str, str],
    meanings: Mapping[str, Meant[P]],
    named: Callable[[S, re.Match[str]], tuple[P, Named] | None],
    between: str = "",
) -> Phrases[S]:
    """The phrases of a language.

    rows: meanings with patterns; known: patterns for names in braces; named: the position and the
    named parts of a matching phrase, None if it isn't a phrase there; between: the separator of two
    directions. A `way` comes as its directions, one a step, with `counted` if a number was typed.
    """

    def read(meaning: Meant[P]) -> Meaning[S]:
        def words(s: S, m: re.Match[str]) -> Words:
            if (found := named(s, m)) is None:
                return ()
            position, said = found
            if not said.get("way"):
                return meaning(position, said)

            def gone(way: Way) -> Words:
                counted = "yes" if any(leg.counted for leg in way) else ""
                return meaning(
                    position, said | {"way": between.join(course(way)), "counted": counted}
                )

            return clear(gone, language.ways.readings(said["way"]))

        return words

    return Phrases(*((language.pattern(said, known), read(meanings[x])) for x, said in rows))


def only(ways: Sequence[str], several: Callable[[Listed], Text], none: Text | None = None) -> Words:
    """The only one of some ways. Raises Illegal for several, or for none with a reason."""
    if len(ways) > 1:
        raise Illegal(several(Listed(map(Code, ways), "or")))
    if not ways and none:
        raise Illegal(none)
    return tuple(ways)


def any_of(words: Iterable[str]) -> str:
    """A pattern for one of these words, the longest first."""
    return f"(?:{'|'.join(sorted(map(re.escape, words), key=len, reverse=True)) or '(?!)'})"


class Phrases(Generic[S]):
    """Patterns for whole words of a plain text, each with its meaning.

    The first one that matches and means something counts, so longer ones come first. A meaning
    returns no words if another phrase is meant, and may raise Illegal."""

    def __init__(self, *table: tuple[str, Meaning[S]]) -> None:
        self._table = table
        # Compiling one takes a millisecond, and few are ever typed.
        self._phrase = cache(lambda pattern: re.compile(rf"(?:{pattern})(?= |$)"))
        # All phrases in one pattern, each before a group with its number. Groups around them would
        # hide their first letters, which rule out most.
        unnamed = (re.sub(r"\(\?P<\w+>", "(?:", pattern) for pattern, _ in table)
        parts = (f"(?:{pattern})(?= |$)(?P<_{i}>)" for i, pattern in enumerate(unnamed))
        self._opening = re.compile("|".join(parts)).match
        # Each line is read twice: once to see if it is a turn, then step by step.
        self._first = lru_cache(64)(self._find_first)

    def parse(self, s: S, text: str) -> tuple[Words, str]:
        """The words of the phrase that opens a plain text, none if there is none, and the rest."""
        for pattern, meaning in self._table[self._first(text) :]:
            if (match := self._phrase(pattern).match(text)) is None:
                continue
            rest = text[match.end() :].lstrip()
            try:
                words = meaning(s, match)
            except Unclear as unclear:
                raise Unclear(unclear.ways, rest) from None
            if words:
                return words, rest
        return (), text

    def _find_first(self, text: str) -> int:
        """The number of the first phrase that can open a text, in any position."""
        first = self._opening(text)
        return int(first.lastgroup[1:]) if first and first.lastgroup else len(self._table)


# A side in words with its arrow is one side, as the bot prints it: `S ↓`.
_TWICE = [
    re.compile(
        rf"(\b(?:{words})\b) *[{arrows}]\ufe0f?(?![ ]*\w)|[{arrows}]\ufe0f? *(\b(?:{words})\b)",
        re.I,
    )
    for words, arrows in (
        ("n|north|up|norden|nord|oben|hoch|haut|norte|arriba", "↑⬆⇧🔼"),
        ("s|south|down|süden|süd|unten|runter|sud|bas|sur|abajo", "↓⬇⇩🔽"),
        ("w|west|left|westen|links|ouest|gauche|oeste|izquierda", "←⬅⇦"),
        ("e|east|right|osten|ost|rechts|est|droite|este|derecha", "→➡⇨"),
        *(("ne|northeast", "↗"), ("se|southeast", "↘")),
        *(("sw|southwest", "↙"), ("nw|northwest", "↖")),
    )
]
_SIGNS: Final = str.maketrans(
    dict.fromkeys("↑⬆⇧⇑🔼⏫", " n ")
    | dict.fromkeys("↓⬇⇩⇓🔽⏬", " s ")
    | dict.fromkeys("←⬅⇦⇐◀⟵", " w ")
    | dict.fromkeys("➡⇨🠖▶►", "→")  # may only join two squares: english.plain decides
    | {"↗": " ne ", "↘": " se ", "↙": " sw ", "↖": " nw "}
    | dict.fromkeys("\xa1«»„“”‟〝〞「」『』{}[]", " ")
    | dict.fromkeys("\u201a\u2018\u2019\u201b\xb4\u02bc\uff07", "'")
    | dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212\u2043\ufe58\u2796\u2500", "-")
    | dict.fromkeys("\u2800\u3164\u115f\u1160\v\f\x1c\x1d\x1e\x1f", " ")
    | dict.fromkeys("\x85\u2028\u2029\r", "\n")
    | dict.fromkeys("❓❔🤔🤷", "?")
    | {"。": ".", "、": ",", "❗": "!", "❕": "!", "\u2795": "+", "✖": "x", "•": "* ", "…": ", "}
)
# Pictures that could be part of a turn stay, so the bot asks about the line.
_TELLING = "🌱🌲🌳🌴🌿🪴🪵🪓🦫🛑✋🚫❌⛔⏸🔙🔚🆙👆👇👈👉☝👨👩♀♂🔴🟠🟡🟢🔵🟣🟤⚫⚪🟥🟧🟨🟩🟦🟪🟫⬛⬜"
_PICTURE = (
    rf"(?![{_TELLING}](?!\u200d))[\u231a\u231b\u23e9-\u23fa\u2600-\u2793\u2b50\u2b55"
    r"\U0001f300-\U0001f7ff\U0001f900-\U0001faff]"
)
_AFTER = "[\ufe0e\ufe0f\U0001f3fb-\U0001f3ff]"
_PICTURES = re.compile(
    rf"<a?:\w+:\d+>|(?<!\S):(?!arrow)[a-z_]{{3,}}:(?!\S)|[\U0001f1e6-\U0001f1ff]{{2}}"
    rf"|{_PICTURE}{_AFTER}*(?:\u200d.{_AFTER}*)*"
)
_UNSEEN = re.compile(
    "[\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f\xad\u034f\u061c\u180b-\u180f\u200b-\u200f\u202a-\u202e"
    "\u2060-\u206f\ufe00-\ufe0f\ufeff\ufff9-\ufffb\u20e3\U000e0000-\U000e0fff]"
)
_FACES = re.compile(
    r"(?<![^\s)])(?:>?[:;=]'?[-o^]?(?:[)(\]\[|/\\]+|[DPpOo])|[xX]D+|\^[_-]?\^|-[_.]-|o/|\\o/|</?3)"
    r"(?=[\s.,!]|$)|(?<=\w)[:;]-?[DP](?=\s|$)"
)
_FENCE = re.compile(
    r"```(?:(?:text|txt|plain|plaintext|md|markdown|py|python|js|javascript|ts|json|yaml|yml|toml"
    r"|ini|diff|ansi|sh|bash|shell|cpp|cs|css|html|xml|sql|java|rust|rs|ruby|php|lua|fix|http|tex)"
    r"[ \t]*\n)?",
    re.IGNORECASE,
)


@lru_cache(64)  # called several times for each line
def tidy_line(text: str) -> str:
    """A typed line without invisible signs, quotes, emoticons and list marks; its words stay as
    they are: `> **a3**; plant ⬆️ 👍` means `a3; plant n`."""
    if text.isascii() and _plain(text):
        return text
    for twice in () if text.isascii() else _TWICE:
        text = twice.sub(r"\1\2", text)
    text = _PICTURES.sub(" ", text.translate(_SIGNS))
    text = unicodedata.normalize("NFKC", _UNSEEN.sub("", text))
    struck, single = re.compile(r"~~.+?~~", re.DOTALL), r"(?<!\w)'|'(?!\w)"
    text = re.sub(single, " ", _FACES.sub(" ", struck.sub(" ", _FENCE.sub("\n", text))))
    mentions = r"^(?:\s*<@[!&]?\d+>)+|(?:<@[!&]?\d+>\s*)+$"
    text = re.sub(mentions, " ", "\n".join(_unmarked(text))).strip()
    return re.sub(r"(?:[\s,:/\\=|]|\s-+|\s!+|\s\.{2,})+$", "", text)


# Most lines have no sign to clean.
_plain = re.compile(
    r"(?!.*(?:[xX]D|-[_.]-|;-?[)DPpOo](?:\W|$)))[a-zA-Z+!?][\w ,;+!.()?>-]*\w[+!.)?]*(?: \.)?"
).fullmatch


def _unmarked(text: str) -> list[str]:
    """The lines of a text without quotes above the player's own lines, and without list marks.

    Only numbers that count from 1. are list marks: `2. s` may be two steps south."""
    lines = [line.strip() for line in text.split("\n")]
    own = [line for line in lines if line and not line.startswith("> ")]
    found, n = list[str](), 1
    for line in own or lines:
        mark = re.match(r"(?:(?:[-*#]|-#|>>?>?)[ \t]+|#{1,3}(?= ))+", line)
        line = line[mark.end() :] if mark else line
        item = re.match(r"(\d{1,2})[.)][ \t]+", line)
        if item and int(item[1]) == n:
            line, n = line[item.end() :], n + 1
        found.append(line)
    return found


# Words that take back the words before them, or cast doubt on them.
_DOUBTS = """not no never or maybe perhaps if unless except but wait stop undo cancel instead rather
 sure unsure jk kidding joke joking example test nicht kein keine oder vielleicht falls wenn außer
 ausser warte zurück statt lieber doch scherz beispiel pas non ou peut sauf si attends annule plutôt
 blague exemple o quizás quizas tal salvo espera mejor broma ejemplo"""
DOUBTS: Final = frozenset(_DOUBTS.split())


def without_asides(text: str, telling: Container[str]) -> str:
    """A line without idle remarks in brackets, such as `(sry, phone)`.

    A remark with a number, a word of `telling` or a word of doubt stays."""

    def shown(aside: re.Match[str]) -> str:
        words = re.findall(r"[^\W\d_]+", aside[1].casefold())
        tells = [w for w in words if w in DOUBTS or w in telling or (len(w) == 1 and w != "i")]
        idle = not any(c.isdigit() or c in "?+>@:" for c in aside[1])
        return " " if idle and words and not tells else aside[0]

    return re.sub(r"\(([^()]*)\)?", shown, text)
