"""A game's language: typed lines become words, positions and events become sentences.

It gets only views, and never decides on legality.
"""

import re
from collections.abc import Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import groupby
from typing import Any, Generic, NamedTuple, Self, TypeAlias

from rules.deeds import Plan, Tense, Tenses
from rules.game import NATURE, NOBODY, Declared, Event, GameRules, S, Seat, Step
from rules.input import Language, Phrases, Words, any_of, tidy_line, without_asides
from rules.talk import TALKS
from rules.text import NOTHING, Code, Joined, Listed, Name, Text, lines, notation
from rules.voice import Argument

Names: TypeAlias = Sequence[Argument]  # by seat


@dataclass(frozen=True, slots=True)
class Choice:
    """A word to pick."""

    word: str
    label: Text  # its name below the title of its group
    hint: Text  # its result
    why: Text = NOTHING  # the reason if it is not legal; it is then greyed in its place


@dataclass(frozen=True, slots=True)
class ChoiceGroup:
    """A kind of word that is due, with its legal ways."""

    title: Text
    ways: tuple[Choice, ...]
    why: Text = NOTHING  # why there is no way
    row: bool = False  # a row of buttons for at most five fixed ways; more become a menu


def way_name(group: ChoiceGroup, way: Choice) -> Text:
    """A way's name with the title of its group, except in a row."""
    label: Text = way.label
    return label if group.row or label == group.title else Joined(" ", (group.title, label))


class Brief(NamedTuple):
    """A turn in a few words for one reader."""

    told: Text
    weight: int = 0  # heavier turns come first, and the lightest are left out first
    core: Text = NOTHING  # the most important part, for a turn that is too long


# Weights for a reader. TELLING: points or losses; OURS: the turn moved the reader's pieces;
# DECIDING: it took them or brought them home.
QUIET, TELLING, OURS, DECIDING = range(4)


class English(Declared, Generic[S]):
    """The texts of one game. The defaults of its methods use the game's own words: its legal words,
    its scores and the text of its position. That is enough to play by."""

    game: GameRules[S]
    phrases: Phrases[S] = Phrases()  # phrases, in addition to the words of the steps
    squares: Text = NOTHING  # a sentence that explains the names of squares
    language: str = "en"  # the language of the phrases
    # every known one; without phrases, no words are typed beside directions
    languages: Mapping[str, Language] = {
        "en": Language((), {}, talk=TALKS["en"]._replace(counting={}))
    }
    untold: frozenset[str] = frozenset()  # verbs of events without a sentence of their own
    deeds: Mapping[str, Tenses] = {}  # the sentences of events, by verb

    @property
    def speech(self) -> Language:
        """The phrases of `language`."""
        return self.languages[self.language]

    def speaking(self, language: str) -> Self:
        """The same texts for lines in another language, if `languages` has it."""
        if language == self.language or language not in self.languages:
            return self
        other = copy(self)
        vars(other)["language"] = language
        return other

    def with_letters(self, letters: Sequence[str]) -> Self:
        """The texts with a table's letters of seats; the log has A for the first seat."""
        return self

    def spelt(self, word: str) -> str:
        """A canonical word as people type it at this table, with its letters of seats."""
        return word

    def plain(self, text: str) -> str:
        """A typed line for `parse`, see `plain`. A line of courtesies keeps them."""
        speech = self.speech
        text = without_asides(tidy_line(text), speech.telling) if "(" in text else text
        between, idle, opening, *_ = speech.talk
        return plain(text, between, idle, opening) or plain(text, between)

    def manner(self, s: S) -> Text:
        """A sentence on how to type a turn, after an unreadable line."""
        return Text("Send one of the words shown.")

    def parse(self, s: S, text: str) -> tuple[Words, str]:
        """The canonical words of the phrase that opens a plain text, and the rest of the text. No
        words: it cannot be read.

        By default one of `phrases`, or else a word of any step that could be said here, also of an
        illegal one."""
        words, rest = self.phrases.parse(s, text)
        if words:
            return words, rest
        known = {str(step).casefold(): step for step in self.game.candidates(s)}
        first, _, rest = text.partition(" ")
        if first in known:
            return (str(known[first]),), rest
        return (), text

    def phrase_step(self, s: S, step: Step) -> Words:
        """Phrases for a step, in addition to its notation, for suggestions."""
        return ()

    def call(self, s: S) -> Text:
        """A sentence that the mover must know first, such as their roll, or an empty text."""
        return NOTHING

    def hand(self, s: S, seat: Seat) -> Text:
        """A sentence on what only this seat sees in its view, or an empty text."""
        return NOTHING

    def hands(self, s: S, names: Names) -> Text:
        """Every seat's secrets, for everyone once the game is over, or an empty text."""
        return NOTHING

    def choices(self, s: S) -> Text:
        """A sentence to the mover on the legal words."""
        match self.game.actor(s):
            case actor if actor == NOBODY:
                return Text("The game is over.")
            case actor if actor == NATURE:
                return Text("Next, dice will be rolled or cards will be drawn.")
        words = [Code(str(step)) for step in self.game.legal(s)]
        return Text("You can play {words}.", words=Listed(words, "or"))

    def summary(self, s: S) -> Text:
        """A sentence to the mover on their whole turn."""
        return self.choices(s)

    def offers(self, s: S) -> tuple[ChoiceGroup, ...]:
        """The legal words by kind, for players who pick instead of typing. By default one row of
        the bare words."""
        words = map(str, self.game.legal(s) if self.game.actor(s) >= 0 else ())
        ways = tuple(Choice(word, notation(word), NOTHING) for word in words)
        return (ChoiceGroup(Text("Choose what to do"), ways, row=True),) if ways else ()

    def story(self, events: Sequence[Event], names: Names) -> Text:
        """The story of some events: each mover's name, then their deeds.

        By default a line for each event, by `deeds`, or with its raw parts: `Ann: bids 3x4.`"""
        told = ((names[e.seat], self._did(e, names)) for e in events if e.seat >= 0)
        return lines(*(Text("{name}: {deed}.", name=name, deed=deed) for name, deed in told))

    def brief(self, s: S, events: Sequence[Event], names: Names, reader: Seat) -> Brief:
        """A row in a few words for a player who was away, without a full stop, or an empty text.

        s: the current position. By default all events, each player's after their name; another
        player's turn with an event of the reader's has the weight OURS."""
        told = [e for e in events if e.seat >= 0]
        if not told:
            return Brief(NOTHING)
        ours = told[0].seat != reader and any(e.seat == reader for e in told)
        said = [
            Text("{name}: {deeds}", name=names[seat], deeds=Joined(", ", deeds))
            for seat, group in groupby(told, lambda e: e.seat)
            for deeds in [[self._did(event, names) for event in group]]
        ]
        return Brief(Joined(" · ", said), OURS if ours else QUIET)

    def _did(self, event: Event, names: Names) -> Argument:
        if deed := self.deeds.get(event.verb):
            return deed.past(event, name=names[event.seat])
        return " ".join([event.verb, *event.at, *([str(event.n)] if event.n else [])])

    def plan(self, events: Sequence[Event], names: Names) -> Plan:
        """A turn before it is played, for its player: instructions and consequences, in order.

        By default by `deeds`. A turn without any deed is shown by its words."""
        told = (event for event in events if event.verb in self.deeds)
        return Plan(self.deeds[e.verb].phrase(Tense.AHEAD, e, name=names[e.seat]) for e in told)

    def primer(self, s: S) -> Text:
        """A short sentence at this point for a beginner, or an empty text."""
        return NOTHING

    def standing(self, s: S, names: Names) -> Text:
        """The scores and other counts, in a line."""
        told = (
            Text("{name} {n}", name=name, n=score[0]) if score else Text("{name} left", name=name)
            for name, score in zip(names, self.game.scores(s), strict=False)
        )
        return Text("Scores: {scores}.", scores=Joined(" · ", told))

    def chance(self, s: S, names: Names) -> Text:
        """The mover's roll or draw, or an empty text."""
        return NOTHING

    def news(self, s: S, names: Names) -> Text:
        """A sentence to everyone when the end is near, or an empty text."""
        return NOTHING

    def pieces(self, s: S, names: Names) -> Text:
        """The whole position, a line for each kind of piece: enough to play by."""
        return notation(str(s))

    def rows(self, s: S, names: Names) -> Text:
        """The whole position, row by row."""
        return self.pieces(s, names)

    def occupants(self, s: S, names: Names) -> Mapping[str, Text]:
        """Each place by its name, which comes first: `c3 seedling`. Empty without places."""
        return {}


def story(texts: English[Any], events: Sequence[Event], names: Names) -> Text:
    """The story of some events, cached for the answer, the message and the picture."""
    known = (name if isinstance(name, Text) else Name(str(name)) for name in names)
    return _story(texts, tuple(events), tuple(known))


def lately(told: Argument, turns: int) -> Text:
    """A story with its heading. turns: the number of turns played."""
    if not told:
        return NOTHING
    if not turns:
        return Text("Before the first turn: {story}", story=told)
    return Text("Last turn: {story}", story=told)


@lru_cache(256)
def _story(texts: English[Any], events: tuple[Event, ...], names: tuple[Any, ...]) -> Text:
    return texts.story(events, names)


def parse_line(english: English[S], s: S, text: str) -> tuple[str, ...] | None:
    """The canonical words of a whole line, None if a part cannot be read. Raises Illegal."""
    question = question_in(text, english.speech.talk.asking)
    said, rest = list[str](), english.plain(text if question is None else question)
    while rest:
        words, rest = english.parse(s, rest)
        if not words:
            return None
        said += words
        rest = next_part(rest)
    return tuple(said)


def next_part(text: str) -> str:
    """A plain text without its leading separator."""
    return text.lstrip(" ,").removeprefix("-> ").removeprefix("- ")


def normal_spelling(text: str) -> str:
    """A plain text in normal spelling."""
    return text.replace(" , ", ", ")


@lru_cache(64)  # called four times for each line
def plain(text: str, between: str = TALKS["en"].between, idle: str = "", opening: str = "") -> str:
    """A typed line in small letters, without marks and courtesies, its parts separated by ` , `.

    A comma, a full stop, "then" or a new line separates parts: `2 s , 3 se`.
    between: the language's words that separate parts; idle: its empty words; opening: a pattern for
    an empty beginning of a part."""
    text = tidy_line(text).casefold()
    for sign, instead in _SIGNS if _SIGNED.search(text) else ():
        text = sign.sub(instead, text)
    separating, begun, courteous, empty = _patterns(between, idle, opening)
    words = separating.sub(" , ", text).split()
    text = " ".join(words)
    if not begun.isdisjoint(words):
        text = courteous.sub(" ", text)
    parts = [" ".join(empty.sub("", part).split()) for part in text.split(",")]
    text = " , ".join(filter(None, parts)).removesuffix(" -").rstrip(" ,")
    if "→" in text:  # east, with nothing to point at, or from
        east = r" ?→(?= ,|$| →| [+x!])|(?:(?<=, )|(?<=→ )|^)→"
        text = re.sub(east, " e", text).replace("→", "->").strip()
    return text


# Marks without a meaning, and signs with several forms, in this order.
_SIGNS = tuple(
    (re.compile(sign), instead)
    for sign, instead in (
        (r"→", " → "),
        (r"[\u2190-\u2191\u2193-\u21ff\u27f0-\u27ff\u2794-\u27be]|[-=]+>", " -> "),  # point on
        (r"(?<=\w) ?\*(?!\*) ?(?=[1-9](?![*\w]))|(?<=[1-9])\*(?=[a-z])|\u00d7", "x"),
        (r"[`*_~|\"]+", " "),
        (r"(?<=\w)!(?=[a-z][1-9])", " !"),
    )
)
_SIGNED = re.compile(r"[^\w ,;+.()?>\n:&!]|_|!(?<=\w.)")


@lru_cache
def _patterns(
    between: str, idle: str, opening: str
) -> tuple[re.Pattern[str], frozenset[str], re.Pattern[str], re.Pattern[str]]:
    """Separators; the first words of courtesies, and whole ones; empty beginnings of a part."""
    signs = (  # each before what must stand around it, so most of a text is passed over at once
        r"[,;()\n]|\.(?<!\S.)\.+(?=\s)|\+(?<=\s.)(?=\s+[^\W\d_]{2})|&(?<=\s.)(?=\s)|:(?<=\w.)"
        r"|[.!?](?<=[\w)].)[.!?]*(?=\s|$)|\s(?<=[\w)].)\s*(?:\?+(?=\s|$)|:(?=\s))"
    )
    words, longest = any_of(between.split("|")), any_of(idle.split("|"))
    return (
        re.compile(rf"{signs}|\b{words}\b"),
        frozenset(re.findall(r"(?<![^|])[^ |]+", idle)),
        re.compile(rf"(?<![-'\w]){longest}(?![-'\w])"),
        re.compile(rf"^ *(?:{opening or '(?!)'})(?= |$)"),
    )


def question_in(text: str, asking: str) -> str | None:
    """A question without its question words and marks, None for a line that does not ask.

    asking: a pattern for the beginning of a question in its language."""
    text, marks = _MARK.subn(",", tidy_line(text))
    said = text.strip(" ,")
    if opens := _asks(asking)(said):
        return said[opens.end() :]
    return said if said and marks else None


_asks = cache(lambda asking: re.compile(rf"(?is)\W*(?:{asking or '(?!)'})\b(?=.*\w)").match)
_MARK = re.compile(r"[?\u00bf\u037e\u061f\uff1f\u203d\u2047-\u2049]")
