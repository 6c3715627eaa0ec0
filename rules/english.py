"""How a game is spoken: what people type becomes words, what happened becomes sentences.

Each game has one English. It is told only what somebody may see, and it never decides what
is legal. Names come from the table and are used as they are given.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from types import MappingProxyType
from typing import Any, Final, Generic, NamedTuple, Self, TypeAlias, TypeVar

from rules.deeds import NO_DEEDS, Plan, Tense, Tenses
from rules.game import NATURE, NOBODY, Declared, Event, Game, Seat, Step
from rules.input import Language, Phrases, Words
from rules.text import NOTHING, Code, Joined, Listed, Name, Text, lines, notation
from rules.typed import COURTESIES, tidied, without_asides
from rules.voice import Argument

S = TypeVar("S")

Names: TypeAlias = Sequence[Argument]  # by seat

# English, see rules.input.Language.
BETWEEN: Final = ("then", "and")
IDLE: Final = (
    *COURTESIES,
    *("kindly", "thank you", "thanks a lot", "just", "sorry for the wait", "sorry for the delay"),
)
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
SPEECH: Final = Language((), {}, between=BETWEEN, idle=IDLE, opening=OPENING, asking=ASKING)
_SIGNS_BETWEEN = (
    r"[,;()\n]+|(?<!\S)\.{2,}(?=\s)|(?<=\s)\+(?=\s+[^\W\d_]{2})|(?<=\s)&(?=\s)|(?<=[\w)])[.!?]+(?=\s|$)|(?<=[\w)])\s+\?+(?=\s|$)|(?<=\w):"
    r"|(?<=[\w)])\s+:(?=\s)"
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
    matters more is told first, and what matters least is left out first. core: the part that
    matters most, where the turn is too long; NOTHING: all of it."""

    told: Text
    weight: int = 0
    core: Text = NOTHING


# How much a turn matters to a reader. TELLING: there were points, or somebody lost something;
# OURS: it moved what is the reader's; DECIDING: it took that from them, or brought it home.
QUIET, TELLING, OURS, DECIDING = range(4)


class English(Declared, Generic[S]):
    """What players of one game read and type. Each game derives from it and overrides what differs.
    The defaults use the game's own words: its legal words, its scores and the text of its position.
    That is enough to play by until someone writes better sentences."""

    game: Game[S]
    phrases: Phrases[S] = Phrases()  # what people may type besides the words of the steps
    squares: Text = NOTHING  # a sentence that says how squares are named
    language: str = "en"  # the language whose phrases are read and suggested
    languages: Mapping[str, Language] = MappingProxyType({"en": SPEECH})  # every one there is
    untold: frozenset[str] = frozenset()  # verbs of events that are told only with others
    deeds: Mapping[str, Tenses] = NO_DEEDS  # by verb, how an event is told

    @property
    def speech(self) -> Language:
        """The phrases of `language`."""
        return self.languages[self.language]

    def speaking(self, language: str) -> Self:
        """The same texts, which read lines in another language, if `languages` has it."""
        if language == self.language or language not in self.languages:
            return self
        other = copy(self)
        vars(other)["language"] = language
        return other

    def lettered(self, letters: Sequence[str]) -> Self:
        """The English of a table where each seat goes by a letter (rules.names). Who has not been
        lettered takes A for the first seat, as the log does. By default nothing speaks of
        letters."""
        return self

    def spelt(self, word: str) -> str:
        """A canonical word as people type it at this table: the log names seats by letters of
        its own."""
        return word

    def plain(self, text: str) -> str:
        """A typed line as `parse` reads it: see `plain`. Courtesies alone are no empty line."""
        speech = self.speech
        text = without_asides(tidied(text), speech.telling) if "(" in text else text
        bare = plain(text, speech.between, speech.idle, speech.opening)
        return bare or plain(text, speech.between)

    def manner(self, s: S) -> Text:
        """How to say what is due, in a sentence for who could not be understood."""
        return Text("Send one of the words shown.")

    def parse(self, s: S, text: str) -> tuple[Words, str]:
        """The canonical words of the phrase that opens the text, and the rest of the text. By
        default one of `phrases`, or else a word of any step that could be said here, legal or not.

        The text is `plain`. No words: the opening cannot be read."""
        words, rest = self.phrases.parse(s, text)
        if words:
            return words, rest
        first, _, rest = text.partition(" ")
        known = {str(step).casefold(): str(step) for step in self.game.candidates(s)}
        return ((known[first],), rest) if first in known else ((), text)

    def phrased(self, s: S, step: Step) -> Words:
        """A step as people would type it, besides its notation, to suggest it to them."""
        return ()

    def call(self, s: S) -> Text:
        """What the mover must know before anything else, as a sentence to them, or an empty
        text: their roll, or that their hand is behind a button."""
        return NOTHING

    def hand(self, s: S, seat: Seat) -> Text:
        """What a state that this seat sees shows to nobody else, as a sentence to them, or an
        empty text."""
        return NOTHING

    def hands(self, s: S, names: Names) -> Text:
        """What each seat holds that only it could see, told to everybody once the game is over, or
        an empty text."""
        return NOTHING

    def choices(self, s: S) -> Text:
        """What the mover may say next, as a sentence to them."""
        match self.game.actor(s):
            case actor if actor == NOBODY:
                return Text("The game is over.")
            case actor if actor == NATURE:
                return Text("Next, dice will be rolled or cards will be drawn.")
        words = [Code(str(step)) for step in self.game.legal(s)]
        return Text("You can play {words}.", words=Listed(words, "or"))

    def summary(self, s: S) -> Text:
        """All that the mover's whole turn could be, as a sentence to them."""
        return self.choices(s)

    def offers(self, s: S) -> tuple[ChoiceGroup, ...]:
        """What the mover may say next, kind by kind, for those who pick instead of type."""
        if self.game.actor(s) < 0:
            return ()
        kinds: dict[str, list[Choice]] = {}
        for step in self.game.legal(s):
            way = Choice(str(step), notation(str(step)), NOTHING)
            kinds.setdefault(type(step).__name__, []).append(way)
        return tuple(ChoiceGroup(notation(title), tuple(ways)) for title, ways in kinds.items())

    def story(self, events: Sequence[Event], names: Names) -> Text:
        """What happened, each mover's name once and then their deeds. By default a line an event,
        by `deeds`, or else as it stands, `Ann: bids 3x4.`: whose, the verb, where, the number."""
        told = [(names[e.seat], e) for e in events if e.seat >= 0]
        return lines(
            *(Text("{name}: {deed}.", name=name, deed=self._did(e, names)) for name, e in told)
        )

    def brief(self, s: S, events: Sequence[Event], names: Names, reader: Seat) -> Brief:
        """What came of one row, in a few words to a player who was away, without a full stop;
        an empty text where it is not worth one. s: the position by now. By default the events in a
        row, a name before what is of one player; a turn of somebody else that did something to
        the reader matters to them."""
        told = [e for e in events if e.seat >= 0]
        if not told:
            return Brief(NOTHING)
        ours = told[0].seat != reader and any(e.seat == reader for e in told)
        each = groupby(told, lambda e: e.seat)
        said = Joined(
            " · ",
            (
                Text("{name}: {deeds}", name=names[seat], deeds=self._all_done(deeds, names))
                for seat, deeds in each
            ),
        )
        return Brief(said, OURS if ours else QUIET)

    def _all_done(self, events: Iterable[Event], names: Names) -> Text:
        return Joined(", ", (self._did(event, names) for event in events))

    def _did(self, event: Event, names: Names) -> Argument:
        deed = self.deeds.get(event.verb)
        return deed.past(event, name=names[event.seat]) if deed else _as_it_stands(event)

    def plan(self, events: Sequence[Event], names: Names) -> Plan:
        """What comes of a turn that is not yet played, as its player is told it: what they do in
        the imperative, and what follows from that, in the order of doing. By default by `deeds`;
        events that are not in them are left out, and a turn without any is told by its words."""
        told = (event for event in events if event.verb in self.deeds)
        return Plan(self.deeds[e.verb].phrase(Tense.AHEAD, e, name=names[e.seat]) for e in told)

    def primer(self, s: S) -> Text:
        """What somebody should know at this point who has never played the game, in a short
        sentence, or an empty text."""
        return NOTHING

    def standing(self, s: S, names: Names) -> Text:
        """The scores, and what else is counted, in a line."""
        told = map(_score, names, self.game.scores(s))
        return Text("Scores: {scores}.", scores=Joined(" · ", told))

    def chance(self, s: S, names: Names) -> Text:
        """What chance has brought the player to move, such as a roll, or an empty text."""
        return NOTHING

    def news(self, s: S, names: Names) -> Text:
        """What everybody should know about the end being near, or an empty text."""
        return NOTHING

    def pieces(self, s: S, names: Names) -> Text:
        """Where everything is, by kind, a line a kind: enough to play from."""
        return notation(str(s))

    def rows(self, s: S, names: Names) -> Text:
        """Where everything is, row by row."""
        return self.pieces(s, names)

    def occupants(self, s: S, names: Names) -> Mapping[str, Text]:
        """What is at each place that words name, by that name, the name first: `c3 seedling`. For
        a game that has no places of its own it is empty."""
        return {}


def _score(name: Argument, score: tuple[int, ...]) -> Text:
    return Text("{name} {n}", name=name, n=score[0]) if score else Text("{name} left", name=name)


def _as_it_stands(event: Event) -> str:
    return " ".join([event.verb, *event.at, *([str(event.n)] if event.n else [])])


def story(texts: English[Any], events: Sequence[Event], names: Names) -> Text:
    """What happened, told once, whoever asks: the answer, the post, its words in the picture."""
    known = (name if isinstance(name, Text) else Name(str(name)) for name in names)
    return _story(texts, tuple(events), tuple(known))


def lately(told: Argument, turns: int) -> Text:
    """A story beside a position, with what it is the story of. turns: that were played."""
    if not told:
        return NOTHING
    if not turns:
        return Text("Before the first turn: {story}", story=told)
    return Text("Last turn: {story}", story=told)


@lru_cache(256)
def _story(texts: English[Any], events: tuple[Event, ...], names: tuple[Any, ...]) -> Text:
    return texts.story(events, names)


def parse_line(english: English[S], s: S, text: str) -> tuple[str, ...] | None:
    """The canonical words of a whole line, legal or not; None: something in it cannot be read.

    Raises Illegal, for a phrase whose words cannot be."""
    question = asked(text, english.speech.asking)
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
    text = tidied(text).casefold()
    for sign, instead in _SIGNS if _SIGNED.search(text) else ():
        text = sign.sub(instead, text)
    text = _SPACE.sub(" ", _separators(between).sub(" , ", text))
    begun, courteous = _courtesies(idle)
    if not begun.isdisjoint(text.split()):
        text = courteous.sub(" ", text)
    text = _SPACE.sub(" ", _opening(opening).sub(" ", text))
    text = _COMMAS.sub(" , ", text).strip(" ,").removesuffix(" -").rstrip(" ,")
    return _ON.sub("->", _EAST.sub(" e", text)).strip() if "→" in text else text


# Marks that say nothing, and signs that are typed in several ways, in this order.
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
_SIGNED = re.compile(r"[^\w ,;+.()?>\n:&]|_")
_SPACE = re.compile(r"\s+")
_EAST = re.compile(r" ?→(?= ,|$| →| [+x!])|(?:(?<=, )|(?<=→ )|^)→")  # nothing to point at, or from
_ON = re.compile("→")
_COMMAS = re.compile(r"\s*,[\s,]*|\s+(?=$)")


@lru_cache
def _separators(between: tuple[str, ...]) -> re.Pattern[str]:
    words = (rf"\b{re.escape(word)}\b" for word in between)
    return re.compile("|".join((_SIGNS_BETWEEN, *words)))


@lru_cache
def _courtesies(idle: tuple[str, ...]) -> tuple[frozenset[str], re.Pattern[str]]:
    """Words that are no part of a turn, and with what each begins."""
    longest = sorted(map(re.escape, idle), key=len, reverse=True)
    words = re.compile(rf"(?<![-'\w])(?:{'|'.join(longest) or '(?!)'})(?![-'\w])")
    return frozenset(word.split()[0] for word in idle), words


@lru_cache
def _opening(words: str) -> re.Pattern[str]:
    """With what a part may begin that says nothing."""
    return re.compile(rf"(?:^|(?<=, )) *(?:{words or '(?!)'})(?= |$)")


def asked(text: str, asking: str) -> str | None:
    """A line that only asks, without what makes it a question; None: it does not. asking: with
    what questions of its language begin, as a regular expression."""
    text = tidied(text)
    said = _MARK.sub(",", text).strip(" ,")
    opens = (
        re.match(rf"\W*(?:{asking})\b(?=.*\w)", said, re.IGNORECASE | re.DOTALL) if asking else None
    )
    if opens:
        return said[opens.end() :]
    return said if said and _MARK.search(text) else None


_MARK = re.compile(r"[?\u00bf\u037e\u061f\uff1f\u203d\u2047-\u2049]")
