"""Drafts: typed words become a turn, or the nearest lines that could be meant.

A draft keeps the words that were said. A step that is part of every completion, at any moment,
fills itself in; players may still say it. If one word of a line is refused, the whole line is.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from functools import lru_cache
from itertools import islice, product
from typing import Any, Generic, NamedTuple

from rules.english import English, next_part, normal_spelling, question_in
from rules.errors import SHOWN, Finished, Illegal, Question, Refused, Unclear, Unread, quote
from rules.game import NOBODY, Event, GameRules, S, Seat, Step, Stop, WrongPhase
from rules.input import SLIGHT
from rules.play import steps_by_words
from rules.text import NOTHING, Code, Listed, Text, sentences

LINE_LENGTH = 2000  # the most characters of a line


@dataclass(frozen=True, slots=True)
class Kind(Generic[S]):
    """A game and its texts."""

    game: GameRules[S]
    texts: English[S]
    also: tuple[str, ...] = ()  # more languages to read lines in

    def is_question(self, text: str) -> bool:
        """Whether the line is a question in one of the languages."""
        return any(
            question_in(text, each.texts.speech.talk.asking) is not None for each in self.read_in()
        )

    def read_in(self) -> Iterator[Kind[S]]:
        """The game in each language that lines are read in, the language of its texts first."""
        yield self
        for language in self.also:
            if (texts := self.texts.speaking(language)).language != self.texts.language:
                yield replace(self, texts=texts, also=())

    def spelt(self, words: Iterable[object]) -> str:
        """Words of the log as people type them at this table."""
        return " ".join(self.texts.spelt(str(word)) for word in words)


@lru_cache(256)
def at_table(
    kind: Kind[Any], letters: tuple[str, ...], languages: tuple[str, ...] = ()
) -> Kind[Any]:
    """The game at one table. letters: of the seats; languages: typed there, the first one is for
    suggestions."""
    first, *others = dict.fromkeys((*languages, kind.texts.language))
    return replace(kind, texts=kind.texts.with_letters(letters).speaking(first), also=tuple(others))


class Draft(NamedTuple, Generic[S]):
    """A turn, perhaps unfinished."""

    said: tuple[str, ...]  # the player's words
    words: tuple[str, ...]  # also those that had filled themselves in
    steps: tuple[Step, ...]  # every step, also those that filled themselves in
    state: S  # the position after the steps
    events: tuple[Event, ...]
    complete: bool

    @property
    def line(self) -> str:
        """Every step in words, as the log has them."""
        return " ".join(map(str, self.steps))


def draft(
    kind: Kind[S],
    s: S,
    text: str,
    *,
    kept: Iterable[str] = (),
    typed: bool = True,
    hints: bool = True,
) -> Draft[S]:
    """The turn that a line makes in position `s`. Raises Unread, Illegal, Question or Finished.

    A line that has a meaning in any language of the kind is read. After an open-ended word, a typed
    line implies a legal `.` at its end, or before a word that is only legal after it.
    kept: earlier words of the turn; typed: False for buttons, which imply no `.`; hints: whether a
    refusal lists legal words, which takes most of the time."""
    if kind.game.actor(s) == NOBODY:
        raise Finished.because("The game is over.")
    if len(text) > LINE_LENGTH:
        long = Text("Your text is longer than {n} characters, so I didn't read it.", n=LINE_LENGTH)
        raise Unread(sentences(long, kind.texts.choices(s)))
    kept = tuple(kept)

    def read(kind: Kind[S], hints: bool) -> Draft[S]:
        return _Reading(kind, s, typed=typed, hints=hints).draft(text, kept)

    if not (typed and text and kind.also):
        return read(kind, hints)
    kinds, found = (*kind.read_in(),), dict[str, Draft[S]]()
    for each in kinds:
        with suppress(Refused):
            try:
                made = read(each, False)
            except Unclear:  # it gets help, since the answer lists its readings
                made = read(each, hints)
            found.setdefault(made.line, made)
    if len(found) > 1:
        said = [Code(kind.spelt(each.said[len(kept) :])) for each in found.values()]
        raise Illegal(sentences(_several(said), kind.texts.choices(s)))
    if found:
        return next(iter(found.values()))
    refused = list[Refused]()
    for each in kinds:
        try:
            return read(each, hints)
        except Refused as why:
            refused.append(why)

    def far(refused: Refused) -> float:
        """How far a refusal is from understanding the line, for comparisons."""
        if isinstance(refused, Unread):
            return 3 - refused.near
        return 0 if isinstance(refused, Question) else 1

    raise min(refused, key=far)  # of the nearest language


def _several(said: Iterable[Code]) -> Text:
    """The refusal of a line with several meanings, each as a line."""
    return Text("I can read that in more than one way. Send {lines}.", lines=Listed(said, "or"))


class _Reading(Generic[S]):
    """The reading of a line, word by word."""

    def __init__(self, kind: Kind[S], s: S, *, typed: bool, hints: bool = True) -> None:
        self.kind, self.start, self.state, self.typed, self.hints = kind, s, s, typed, hints
        self.done = False  # the turn is complete: another seat speaks
        self.mine = s  # the last position of this turn, which phrases are about
        self.seat: Seat = kind.game.actor(s)
        self.kept: tuple[str, ...] = ()
        self.heard: list[str] = []  # the phrases so far, as typed
        self.near = 0.0  # the likeness of the line and its whole correction
        self.part = ""  # the phrase under way
        self.said: list[str] = []
        self.words: list[str] = []
        self.before = 0  # the number of kept words in `said`
        self.steps: list[Step] = []
        self.events: list[Event] = []
        self.filled: tuple[tuple[S, Step], ...] = ()  # filled in, not yet said, with its position
        self.again: list[str] = []  # words said although they had filled themselves in last
        self.fill()

    def draft(self, text: str, kept: tuple[str, ...]) -> Draft[S]:
        """The draft of a whole line after the kept words. Raises Refused."""
        question = question_in(text, self.kind.texts.speech.talk.asking)
        self.read(text if question is None else question, kept)
        if question is not None:
            raise Question(self.kind.spelt(self.said))
        said = (*self.said,), (*self.words,), (*self.steps,)
        return Draft(*said, self.state, (*self.events,), self.done)

    def read(self, text: str, kept: tuple[str, ...]) -> None:
        """Take the kept words, then a whole line. Raises Unread or Illegal."""
        self.kept = kept
        for word in kept:
            self.part = self.kind.texts.spelt(word)
            self.say(word)
        self.before = len(self.said)
        rest = self.kind.texts.plain(text)
        while rest:
            words, after = self.next_words(rest)
            self.part = normal_spelling(rest.removesuffix(after).strip(" ,"))
            for word in words:
                self.say(word)
            self.heard.append(self.part)
            rest = next_part(after)
        self.imply_stop()

    def next_words(self, text: str) -> tuple[tuple[str, ...], str]:
        """The words of the next phrase, and the rest. Raises Unread or Illegal."""
        try:
            words, rest = self.kind.texts.parse(self.mine, text)
            if self.filled and words and not (self.due_step(words[0]) or self.legal_now(words[0])):
                words, rest = self.naming(text) or (words, rest)
        except Unclear as unclear:
            return self.playable_way(unclear), unclear.rest
        except Illegal as refused:
            if named := self.naming(text):
                return named
            raise Illegal(sentences(refused.text, self.choices())) from refused
        if not words:
            unread = Text("I can't read {text}.", text=quote(normal_spelling(text)))
            raise self.unread(unread, text)
        return words, rest

    def playable_way(self, unclear: Unclear) -> tuple[str, ...]:
        """The only reading with which the line can be played. Raises Unclear if several or none
        can, with each of them as a line."""
        if not self.hints:
            raise unclear
        said, rest = self.said[self.before :], normal_spelling(next_part(unclear.rest))
        lines = {
            way: ", ".join(filter(None, (self.kind.spelt((*said, *way)), rest)))
            for way in unclear.ways
        }
        able = [way for way, line in lines.items() if self.playable(line)]
        if len(able) == 1:
            return able[0]
        several = _several(Code(lines[way]) for way in able or unclear.ways)
        raise Illegal(sentences(several, self.choices()))

    def naming(self, text: str) -> tuple[tuple[str, ...], str] | None:
        """Read a phrase again in the positions where filled-in steps were due, or in another order
        of these steps: `a1 to a1` means staying only before the trees grow."""
        for before, step in self.filled:
            with suppress(Illegal):
                words, rest = self.kind.texts.parse(before, text)
                if words[:1] == (str(step),):
                    return words, rest
        with suppress(Illegal):
            s, *_ = self.last
            for step in self.reordered():
                s, _ = self.kind.game.apply(s, step)
            words, rest = self.kind.texts.parse(s, text)
            if words and self.reordered(words[0]):
                return words, rest
        return None

    def say(self, word: str) -> None:
        """Take one canonical word. Raises Unread or Illegal."""
        step = self.legal_now(word)
        if step is None and self.imply_stop(word):
            step = self.legal_now(word)
        if step is not None:
            self.said.append(word)
            self.take(step)
            self.fill()
        elif held := self.due_step(word):  # it may be said once, at any time
            self.filled = tuple(pair for pair in self.filled if pair is not held)
            self.again.append(word)
        elif not self.say_again(word):
            if word in steps_by_words(self.kind.game, self.mine):
                raise Illegal(sentences(self.refusal(word), self.choices()))
            unread = Text("I can't read {word} here.", word=quote(self.part))
            raise self.unread(unread, self.part)
        self.words.append(word)

    def due_step(self, word: str) -> tuple[S, Step] | None:
        """The filled-in step of this word, not yet said, and where it was due."""
        held = [pair for pair in self.filled if str(pair[1]) == word]
        return held[0] if held else None

    def reordered(self, *more: str) -> list[Step]:
        """The last filled-in steps in the player's order, then more words. No steps: not legal.

        The turn ends alike in any order, but the words may differ: a thing that was shoved before
        it floats begins elsewhere."""
        game, (s, *_), steps = self.kind.game, self.last, list[Step]()
        for word in (*self.again, *more):
            words = {str(x): x for x in game.legal(s)} if game.actor(s) == self.seat else {}
            if word not in words:
                return []
            steps.append(words[word])
            s, _ = game.apply(s, words[word])
        return steps

    def say_again(self, word: str) -> bool:
        """Take a word that is legal in another order of the last filled-in steps."""
        if not (steps := self.reordered(word)):
            return False
        self.state, steps_before, events_before, self.filled = self.last
        self.mine = self.state
        del self.steps[steps_before:], self.events[events_before:]
        for step in steps:
            self.said.append(str(step))
            self.take(step)
        self.fill()
        return True

    def legal_now(self, word: str) -> Step | None:
        """The step of a word that is legal; none is when the turn is complete."""
        game, s = self.kind.game, self.state
        step = None if self.done else steps_by_words(game, s).get(word)
        return step if step is not None and game.why_not(s, step) is None else None

    def refusal(self, word: str) -> Text:
        """Why the word isn't legal, where it was in time, perhaps before a filled-in step."""
        game, here = self.kind.game, [] if self.done else [self.state]
        places = [*here, *(s for s, _ in reversed(self.filled))]
        steps = ((s, steps_by_words(game, s).get(word)) for s in places)
        reasons = [why for s, step in steps if step and (why := game.why_not(s, step))]
        timely = [why for why in reasons if not isinstance(why, WrongPhase)]
        if self.done and not timely:
            return Text("{word} isn't needed here.", word=quote(self.part))
        why = (timely or reasons)[0]
        return Text("{word} isn't legal: {reason}.", word=quote(self.part), reason=why)

    def imply_stop(self, before: str | None = None) -> bool:
        """Take a legal `.` after an open-ended word of a typed line. before: only if this word, not
        legal yet, becomes legal by it."""
        last = self.typed and self.said and self.steps[-1].open_ended
        stop = self.legal_now(str(Stop())) if last else None
        if stop is None or not (before is None or self.comes_after_stop(before)):
            return False
        self.said.append(str(stop))
        self.words.append(str(stop))
        self.take(stop)
        self.fill()
        return True

    def comes_after_stop(self, word: str) -> bool:
        """Whether the word becomes legal after `.` and the steps that fill themselves in then."""
        game, after = self.kind.game, self.state
        filled: Step | None = Stop()
        while filled is not None:
            after, _ = game.apply(after, filled)
            if game.actor(after) != self.seat:
                return False
            if word in map(str, game.legal(after)):
                return True
            filled = game.forced_step(after)
        return False

    def take(self, step: Step) -> None:
        before = self.state
        self.state, events = self.kind.game.apply(before, step)
        self.done = self.kind.game.actor(self.state) != self.seat
        self.mine = before if self.done else self.state
        self.steps.append(step)
        self.events += events

    def fill(self) -> None:
        """Take the steps that fill themselves in."""
        self.last, self.again = (self.state, len(self.steps), len(self.events), self.filled), []
        while not self.done and (step := self.kind.game.forced_step(self.state)) is not None:
            self.filled += ((self.state, step),)
            self.take(step)

    def unread(self, unread: Text, text: str) -> Unread:
        """The refusal of an unreadable text, with the nearest playable lines or the legal words."""
        if not self.hints or self.done:
            return Unread(sentences(unread, self.choices()))
        if near := list(islice(self.nearest(text), 3)):
            lines = Listed(map(Code, near), "or")
            meant = sentences(unread, Text("Did you mean {words}?", words=lines))
            return Unread(sentences(meant, self.choices()), meant, self.near)
        return Unread(sentences(unread, self.kind.texts.manner(self.mine), self.choices()), unread)

    def nearest(self, text: str) -> Iterator[str]:
        """Playable lines near the typed one: the whole line corrected, or the phrases so far with a
        near phrase. A long line is cut to its new phrase."""
        speech, now = self.kind.texts.speech, self.ways(self.state).values()
        whole = corrections(text, speech.telling | SLIGHT)
        right = next(
            filter(self.playable, (self.after_heard(normal_spelling(line)) for line in whole)), None
        )
        if right is not None:
            self.near = alike(self.after_heard(normal_spelling(text)), right)
            yield right
            return
        near = nearest(text, now, speech.slips) or nearest(text, self.later(), speech.slips)
        for phrases in near[:6]:
            new = ", ".join(phrases)
            if self.playable(line := self.after_heard(new)):
                yield line if len(line) <= SHOWN else new

    def after_heard(self, line: str) -> str:
        """The phrases so far, then this line."""
        return ", ".join((*self.heard, line))

    def ways(self, s: S, before: tuple[str, ...] = ()) -> dict[str, Phrased]:
        """The phrases of each legal word, its notation last."""
        texts, steps = self.kind.texts, {str(x): x for x in self.kind.game.legal(s)}
        return {
            word: Phrased((*texts.phrase_step(s, step), texts.spelt(word)), before)
            for word, step in steps.items()
        }

    def later(self) -> Iterator[Phrased]:
        """The phrases after one more step, the step with the shortest phrase first; of 12 steps."""
        ways = self.ways(self.state)
        for word in sorted(ways, key=lambda word: len(ways[word].phrases[0]))[:12]:
            ahead = _Reading(self.kind, self.state, typed=True, hints=False)
            ahead.say(word)
            if not ahead.done:
                yield from self.ways(ahead.state, ways[word].phrases[:1]).values()

    def playable(self, line: str) -> bool:
        """Whether the line would be taken, or only asked about."""
        reading = _Reading(self.kind, self.start, typed=True, hints=False)
        try:
            reading.read(line, self.kept)
        except Unclear:
            return True
        except Refused:
            return False
        return True

    def choices(self) -> Text:
        if not self.hints:
            return NOTHING
        if self.done:
            line = quote(self.kind.spelt(self.steps))
            return Text("{line} completes the turn.", line=line)
        return sentences(self.kind.texts.choices(self.state))


# The phrases nearest to a line that cannot be read. A synonym (`walk` for go) or a slip (`up` for
# north) counts as the word that it means, also if it is mistyped. Likeness goes from 0 to 1.

_BEGUN = 0.8  # the likeness of a word and its beginning


class Phrased(NamedTuple):
    """The phrases of a step."""

    phrases: tuple[str, ...]
    before: tuple[str, ...] = ()  # a phrase for the step before it


def nearest(typed: str, ways: Iterable[Phrased], slips: Mapping[str, str]) -> list[tuple[str, ...]]:
    """The near phrases, the nearest first, each after the phrases before it. Of the typed line the
    first eight words count."""
    words = [_meant(word, slips) for word in typed.replace(" , ", " ").split()[:8]]
    found = []
    for way in ways:
        close, phrase = max(((_close(words, x), x) for x in way.phrases), key=lambda pair: pair[0])
        if close >= 0.5:
            found.append((close, (*way.before, phrase)))
    best = max((close for close, _ in found), default=0.0)
    found.sort(key=lambda each: -each[0])  # those that are as near stay in their order
    return [phrases for close, phrases in found if close >= 0.85 * best]


def corrections(typed: str, known: Collection[str]) -> Iterator[str]:
    """At most 12 corrections of a line with up to three mistyped words, the likeliest first.

    known: every word that a turn can have."""
    words = typed.split(" ")
    strange = (i for i, word in enumerate(words) if word.isalpha() and word not in known)
    places = [i for i in strange if len(words[i]) > 1]
    found = [_likest(words[i], known) for i in places]
    if len(found) in (1, 2, 3) and all(found):
        for meant in islice(product(*found), 12):
            swapped = dict(zip(places, meant, strict=True))
            yield " ".join(swapped.get(i, word) for i, word in enumerate(words))


def _likest(word: str, known: Collection[str]) -> list[str]:
    """The four known words that are most like a word, the likest first."""

    def short(other: str) -> float:
        """The likeness of two words of two letters."""
        if len(word) != 2 or len(other) != 2:
            return 0.0
        same = word[0] == other[0] or word[1] == other[1]
        return _BEGUN if word == other[::-1] else 0.5 * same

    pairs = ((alike(word, each) or short(each), each) for each in known)
    near = sorted((-close, len(each), each) for close, each in pairs if close)
    own = [word] if len(word) == 2 else []  # may be a code of the game
    return own + [each for *_, each in near[:4]]


def _meant(word: str, slips: Mapping[str, str]) -> tuple[str, ...]:
    """A word and the words that it may mean, also if it is mistyped."""
    if word in slips:
        return word, slips[word]
    return (word, *(meant for slip, meant in slips.items() if alike(word, slip) >= 0.7))


def _close(words: list[tuple[str, ...]], phrase: str) -> float:
    """The nearness of a phrase to the beginning of the typed line, from 0 to 1. Its first word, the
    verb, counts twice, and each word that was not typed costs a tenth."""
    known = phrase.split()
    begun = words[: len(known)]
    shared = [max(alike(word, each) for word in some for each in known) for some in begun]
    near = (sum(shared) + shared[0]) / (len(shared) + 1)
    return near - 0.1 * (len(known) - len(begun))


@lru_cache(4096)
def alike(word: str, other: str) -> float:
    """The likeness of two words, 0 if it is small."""
    found = SequenceMatcher(None, word, other, autojunk=False).ratio()
    begun = _BEGUN if len(word) > 1 and other.startswith(word) else 0.0
    return max(found, begun) if found >= 0.6 else begun
