"""How a game is spoken: what people type becomes words, what happened becomes sentences.

Each game has one English. It is told only what somebody may see, and it never decides what
is legal. Names come from the table and are used as they are given.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final, NamedTuple, Protocol, Self, TypeAlias, TypeVar, cast

from rules.game import Event, Seat, Step
from rules.text import NOTHING, Joined, Name, Text
from rules.voice import Argument

S = TypeVar("S")
S_contra = TypeVar("S_contra", contravariant=True)

Names: TypeAlias = Sequence[Argument]  # by seat

# English, see rules.input.Language.
BETWEEN: Final = ("then", "and")
IDLE: Final = ("please", "pls", "kindly", "thanks", "thank you", "just")
OPENING: Final = (
    r"(?:my|this) (?:move|turn)(?: is)?|let's|let us"
    r"|i(?: will|'ll| want to| would like to|'d like to| am going to|'m going to)?"
    r"(?= (?!back\b|to\b|goes\b)[a-z]{2})"
)
ASKING: Final = (
    r"(?:(?:can|could|may|might|must|should|shall|would|will|do|did) (?:i|we|you)"
    r"|what (?:about|if)(?: i| we)?|how about|what happens (?:if|when)(?: i| we)?"
    r"|is it (?:ok|okay|legal|possible|allowed) (?:to|if i))"
)
_SIGNS_BETWEEN = (
    r"[,;()\n]+|(?<=\s)&(?=\s)|(?<=[\w)])[.!?]+(?=\s|$)|(?<=[\w)])\s+\?+(?=\s|$)|(?<=\w):"
)


@dataclass(frozen=True, slots=True)
class Choice:
    """A legal word, what it is called where its kind is known, and what comes of it."""

    word: str
    label: Text
    hint: Text
    why: Text = NOTHING  # not legal now, for this reason: shown greyed where it keeps its place


@dataclass(frozen=True, slots=True)
class ChoiceGroup:
    """A kind of word that is due, with the legal ways, or else why there is none.

    row: the ways are few and always the same (cards in a hand, directions), at most five: a
    row of buttons instead of a menu."""

    title: Text
    ways: tuple[Choice, ...]
    why: Text = NOTHING
    row: bool = False


def named(group: ChoiceGroup, way: Choice) -> Text:
    """A way where its kind is not told beside it; one of a row speaks for itself."""
    label: Text = way.label
    return label if group.row or label == group.title else Joined(" ", (group.title, label))


class Brief(NamedTuple):
    """A turn in a few words, as one reader is told of it, and how much it matters to them: what
    matters more is told first, and what matters least is left out first."""

    told: Text
    weight: int = 0


# How much a turn matters to a reader. TELLING: there were points, or somebody lost something;
# OURS: it moved what is the reader's; DECIDING: it took that from them, or brought it home.
QUIET, TELLING, OURS, DECIDING = range(4)


class English(Protocol[S_contra]):
    """What people say and hear in one game."""

    @property
    def squares(self) -> Text:
        """How the squares are named, in a sentence."""
        ...

    def manner(self, s: S_contra) -> Text:
        """How to say what is due, in a sentence for who could not be understood."""
        ...

    def lettered(self, letters: Sequence[str]) -> Self:
        """The same at a table where each seat goes by a letter (rules.letters). Who has not been
        lettered takes A for the first seat, as the log does."""
        ...

    def spelt(self, word: str) -> str:
        """A canonical word as people type it at this table: the log names seats by letters of
        its own."""
        ...

    def parse(self, s: S_contra, text: str) -> tuple[tuple[str, ...], str]:
        """The canonical words of the phrase that opens the text, and the rest of the text.

        The text is `plain`. No words: the opening cannot be read."""
        ...

    @property
    def asking(self) -> str:
        """With what a question begins that has no question mark, as a regular expression."""
        ...

    def plain(self, text: str) -> str:
        """A typed line as `parse` reads it: see `plain`."""
        ...

    @property
    def slips(self) -> Mapping[str, str]:
        """Words that stand in no phrase, and those that may be meant by them."""
        ...

    def phrased(self, s: S_contra, step: Step) -> tuple[str, ...]:
        """A step as people would type it, besides its notation, to suggest it to them."""
        ...

    def call(self, s: S_contra) -> Text:
        """What the mover must know before anything else, as a sentence to them, or an empty
        text: their roll, or that their hand is behind a button."""
        ...

    def hand(self, s: S_contra, seat: Seat) -> Text:
        """What a state that this seat sees shows to nobody else, as a sentence to them, or an
        empty text."""
        ...

    def hands(self, s: S_contra, names: Names) -> Text:
        """What each seat holds that only it could see, told to everybody once the game is over, or
        an empty text."""
        ...

    def choices(self, s: S_contra) -> Text:
        """What the mover may say next, as a sentence to them."""
        ...

    def summary(self, s: S_contra) -> Text:
        """All that the mover's whole turn could be, as a sentence to them."""
        ...

    def offers(self, s: S_contra) -> tuple[ChoiceGroup, ...]:
        """What the mover may say next, kind by kind, for those who pick instead of type."""
        ...

    def story(self, events: Sequence[Event], names: Names) -> Text:
        """What happened, each mover's name once and then their deeds."""
        ...

    def brief(self, s: S_contra, events: Sequence[Event], names: Names, reader: Seat) -> Brief:
        """What came of one row, in a few words to a player who was away, without a full stop;
        an empty text where it is not worth one. s: the position by now."""
        ...

    def primer(self, s: S_contra) -> Text:
        """What somebody should know at this point who has never played the game, in a short
        sentence, or an empty text."""
        ...

    def standing(self, s: S_contra, names: Names) -> Text:
        """The scores, and what else is counted, in a line."""
        ...

    def news(self, s: S_contra, names: Names) -> Text:
        """What everybody should know about the end being near, or an empty text."""
        ...

    def pieces(self, s: S_contra, names: Names) -> Text:
        """Where everything is, by kind, a line a kind: enough to play from."""
        ...

    def rows(self, s: S_contra, names: Names) -> Text:
        """Where everything is, row by row."""
        ...


def story(texts: English[Any], events: Sequence[Event], names: Names) -> Text:
    """What happened, told once, whoever asks: the answer, the post, its words in the picture."""
    known = (name if isinstance(name, Text) else Name(str(name)) for name in names)
    return _story(cast("Any", texts), tuple(events), tuple(known))


def lately(told: Argument, turns: int) -> Text:
    """A story beside a position, with what it is the story of. turns: that were played."""
    if not told:
        return NOTHING
    if not turns:
        return Text("Before the first turn: {story}", story=told)
    return Text("Last turn: {story}", story=told)


def gist(texts: English[Any], events: Sequence[Event], names: Names) -> Text:
    """What came of one turn in a line, as its player chooses among turns: what it brings first.
    A game that has no words for that (`gist`) tells its story."""
    brief: Callable[[Sequence[Event], Names], Text] | None = getattr(texts, "gist", None)
    if brief is not None:
        return brief(events, names)
    told = story(texts, events, names)
    several = isinstance(told, Joined) and told.separator == "\n"
    return Joined(" · ", cast("Joined", told).parts) if several else told


@lru_cache(256)
def _story(texts: English[Any], events: tuple[Event, ...], names: tuple[Any, ...]) -> Text:
    return texts.story(events, names)


def parse_line(english: English[S], s: S, text: str) -> tuple[str, ...] | None:
    """The canonical words of a whole line, legal or not; None: something in it cannot be read.

    Raises Illegal, for a phrase whose words cannot be."""
    question = asked(text, english.asking)
    said, rest = list[str](), english.plain(text if question is None else question)
    while rest:
        words, rest = english.parse(s, rest)
        if not words:
            return None
        said += words
        rest = next_part(rest)
    return tuple(said)


def next_part(text: str) -> str:
    """A plain text without what separates it from the part before."""
    return text.lstrip(" ,").removeprefix("-> ").removeprefix("- ")


def shown(text: str) -> str:
    """A plain text as people write it."""
    return text.replace(" , ", ", ")


@lru_cache(64)  # of a typed line it is asked four times
def plain(
    text: str, between: tuple[str, ...] = BETWEEN, idle: tuple[str, ...] = (), opening: str = ""
) -> str:
    """A typed line in small letters, without marks and courtesies. What separates its parts (a
    comma, a full stop, "then", a new line …) has become a comma of its own: `2 s , 3 se`.

    between: the words of its language that separate; idle: those that say nothing; opening: with
    what a part may begin that says nothing, as a regular expression."""
    text = unicodedata.normalize("NFKC", text).casefold()
    for sign, instead in _SIGNS:
        text = sign.sub(instead, text)
    words, courteous = _separators(between), _courtesies(idle, opening)
    text = _SPACE.sub(" ", words.sub(" , ", text))
    text = _COMMAS.sub(" , ", courteous.sub(" ", text)) if courteous else _COMMAS.sub(" , ", text)
    return text.strip(" ,")


# Marks that say nothing, and signs that are typed in several ways, in this order.
_SIGNS = tuple(
    (re.compile(sign), instead)
    for sign, instead in (
        (r"[\u2190-\u21ff\u27f0-\u27ff\u2794-\u27be]\ufe0f?|[-=]+>", " -> "),  # all arrows point on
        (r"[\u2010-\u2015\u2212]", "-"),
        (r"(?<=\w) ?\*(?!\*) ?(?=[1-9](?![*\w]))|(?<=[1-9])\*(?=[a-z])|\u00d7", "x"),
        (r"[`*_~|\"\u201c\u201d]+", " "),
        (r"\u2019", "'"),
        (r"(?<=\w)!(?=[a-z][1-9])", " !"),
    )
)
_SPACE = re.compile(r"\s+")
_COMMAS = re.compile(r"\s*,[\s,]*|\s+(?=$)")


@lru_cache
def _separators(between: tuple[str, ...]) -> re.Pattern[str]:
    words = (rf"\b{re.escape(word)}\b" for word in between)
    return re.compile("|".join((_SIGNS_BETWEEN, *words)))


@lru_cache
def _courtesies(idle: tuple[str, ...], opening: str) -> re.Pattern[str] | None:
    """Words that are no part of a turn."""
    words = [rf"\b(?:{'|'.join(map(re.escape, idle))})\b"] if idle else []
    words += [rf"(?:^|(?<=, )) *(?:{opening})(?= |$)"] if opening else []
    return re.compile("|".join(words)) if words else None


def asked(text: str, asking: str) -> str | None:
    """A line that only asks, without what makes it a question; None: it does not. asking: with
    what questions of its language begin, as a regular expression."""
    said = _MARK.sub(",", text).strip(" ,")
    opens = (
        re.match(rf"\W*(?:{asking})\b(?=.*\w)", said, re.IGNORECASE | re.DOTALL) if asking else None
    )
    if opens:
        return said[opens.end() :]
    return said if said and _MARK.search(text) else None


_MARK = re.compile(r"[?\u00bf\u037e\u061f\uff1f\u203d\u2047-\u2049]")
