"""A turn as it is being said: what people type becomes a line of steps.

Only what was *said* is kept; a step that is part of every legal completion, and whose moment
makes no difference, fills itself in. Saying such a step all the same is fine. A line is all
or nothing: when one word is refused, nothing of it counts.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import islice
from typing import Any, Generic, NamedTuple, TypeVar, cast

from rules.english import English, asked, next_part, shown
from rules.errors import SHOWN, Finished, Illegal, Question, Refused, Unclear, Unread, quoted
from rules.game import NOBODY, Event, Game, Seat, Step, Stop, WrongPhase
from rules.input import SLIGHT
from rules.nearest import Way, alike, corrected, nearest
from rules.play import legal, spelled
from rules.text import NOTHING, Code, Listed, Text, sentences

S = TypeVar("S")

LINE_LENGTH = 2000  # characters of a line that is read at all
SUGGESTED, TRIED = 3, 6  # lines that are suggested, and phrases that are looked at for them
AHEAD = 12  # steps after which it is looked further


@dataclass(frozen=True, slots=True)
class Kind(Generic[S]):
    """A game and its texts. also: languages in which a line is read besides that of the texts."""

    game: Game[S]
    texts: English[S]
    also: tuple[str, ...] = ()

    def at(self, letters: Sequence[str], languages: Sequence[str] = ()) -> Kind[S]:
        """This game and its texts at a table where each seat goes by a letter, and where these
        languages are typed: in the first one lines are suggested."""
        return cast("Kind[S]", _at(self, tuple(letters), tuple(languages)))

    def asked(self, text: str) -> bool:
        """The line only asks, in one of the languages."""
        return any(asked(text, each.texts.speech.asking) is not None for each in self.read_in())

    def read_in(self) -> Iterator[Kind[S]]:
        """This game in each language in which a line is read, that of its texts first."""
        yield self
        for language in self.also:
            if (texts := self.texts.speaking(language)).language != self.texts.language:
                yield replace(self, texts=texts, also=())

    def spelt(self, words: Iterable[object]) -> str:
        """Words of the log as people type them at this table."""
        return " ".join(self.texts.spelt(str(word)) for word in words)


@lru_cache(256)
def _at(kind: Kind[Any], letters: tuple[str, ...], languages: tuple[str, ...]) -> Kind[Any]:
    first, *others = dict.fromkeys((*languages, kind.texts.language))
    return replace(kind, texts=kind.texts.lettered(letters).speaking(first), also=tuple(others))


@dataclass(frozen=True, slots=True)
class Draft(Generic[S]):
    """A turn, perhaps unfinished. said: the words that were said; steps: the whole line, with
    what filled itself in; state and events: what the line leads to so far."""

    said: tuple[str, ...]
    steps: tuple[Step, ...]
    state: S
    events: tuple[Event, ...]
    complete: bool

    @property
    def line(self) -> str:
        """The whole line in words, as it stands in the log."""
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
    """What a line leads to when the actor of `s` says it, after the words that were kept. An
    open-ended word that a typed line stops after, or goes on from to what is legal only after
    `.`, has said `.` where that is legal; buttons never imply it.

    A line is read in each language of the kind; what it means in one of them counts.

    Raises Unread or Illegal, with what can be said instead (hints: unless nobody reads it, for
    that takes longer than the rest), Question where the line only asks, or Finished; then nothing
    of it counts."""
    if kind.game.actor(s) == NOBODY:
        raise Finished(Text("The game is over."))
    if len(text) > LINE_LENGTH:
        long = Text("Your text is longer than {n} characters, so I didn't read it.", n=LINE_LENGTH)
        raise Unread(sentences(long, kind.texts.choices(s)))
    kinds = (*kind.read_in(),) if typed and text else (kind,)
    reading = _Line(s, text, tuple(kept), typed, hints)
    found = dict[tuple[str, ...], Draft[S]]()
    for each in kinds if len(kinds) > 1 else ():
        with suppress(Refused):
            read = reading.tried(each)
            found.setdefault(tuple(map(str, read.steps)), read)
    if len(found) > 1:
        raise _ambiguous(kind, s, found.values(), len(reading.kept))
    return next(iter(found.values())) if found else reading.understood(kinds)


@dataclass(frozen=True, slots=True)
class _Line(Generic[S]):
    """A line, to be read in one language or another."""

    state: S
    text: str
    kept: tuple[str, ...]
    typed: bool
    hints: bool

    def read(self, kind: Kind[S], *, hints: bool) -> Draft[S]:
        """Raises Refused, with what can be said instead where hints are wanted."""
        return _draft(kind, self.state, self.text, self.kept, typed=self.typed, hints=hints)

    def tried(self, kind: Kind[S]) -> Draft[S]:
        """The draft that the line makes in one language, or Refused. A refusal names nothing that
        could be said instead, since finding that takes longest, unless the line is Unclear: then
        the ways that may be meant are its answer."""
        try:
            return self.read(kind, hints=False)
        except Unclear:
            return self.read(kind, hints=self.hints)

    def understood(self, kinds: Sequence[Kind[S]]) -> Draft[S]:
        """Raises Refused, by the language that has understood most, where none could read it."""
        refused = list[Refused]()
        for kind in kinds:
            try:
                return self.read(kind, hints=self.hints)
            except Refused as why:
                refused.append(why)
        raise min(refused, key=_how_little)


def _how_little(refused: Refused) -> float:
    """How little of a line was understood: what only asks was, and what is not legal."""
    if isinstance(refused, Unread):
        return 3 - refused.near
    return 0 if isinstance(refused, Question) else 1


def _ambiguous(kind: Kind[S], s: S, found: Iterable[Draft[S]], kept: int) -> Illegal:
    """A line that says one thing in one language, and another one in the next."""
    said = [Code(kind.spelt(each.said[kept:])) for each in found]
    several = Text("I can read that in more than one way. Send {lines}.", lines=Listed(said, "or"))
    return Illegal(sentences(several, kind.texts.choices(s)))


def _draft(
    kind: Kind[S], s: S, text: str, kept: Iterable[str], *, typed: bool, hints: bool
) -> Draft[S]:
    reading = _Reading(kind, s, typed=typed, hints=hints)
    reading.keep(kept)
    question = asked(text, kind.texts.speech.asking)
    reading.read(text if question is None else question)
    if question is not None:
        raise Question(kind.spelt(reading.said))
    return reading.draft()


class _Fill(NamedTuple, Generic[S]):
    """Where a line stood before something filled itself in."""

    state: S
    mine: S
    steps: int
    events: int
    filled: tuple[tuple[S, Step], ...]


class _Reading(Generic[S]):
    """The line so far, while it is being read."""

    def __init__(self, kind: Kind[S], s: S, *, typed: bool, hints: bool = True) -> None:
        """hints: what is refused is answered with what may be meant and what can be said."""
        self.kind, self.start, self.state, self.typed, self.hints = kind, s, s, typed, hints
        self.mine = s  # the latest position that is still of this turn: phrases speak of that
        self.seat: Seat = kind.game.actor(s)
        self.kept: tuple[str, ...] = ()
        self.heard: list[str] = []  # the phrases so far, as they were typed
        self.near = 0.0  # how near the line is that is suggested for all of it
        self.part = ""  # the one that is being read
        self.said: list[str] = []
        self.before = 0  # how many of them were kept
        self.steps: list[Step] = []
        self.events: list[Event] = []
        self.filled: list[tuple[S, Step]] = []  # not yet said, with the positions before them
        self.known: tuple[S, list[str]] | None = None  # a position, and what can be said there
        self.again: list[str] = []  # what has filled itself in last, as far as it was said too
        self.fill()

    @property
    def done(self) -> bool:
        """The turn is complete: somebody else is to speak."""
        return self.kind.game.actor(self.state) != self.seat

    def keep(self, words: Iterable[str]) -> None:
        """Take words that were said before. Raises Unread or Illegal."""
        self.kept = tuple(words)
        for word in self.kept:
            self.part = self.kind.texts.spelt(word)
            self.say(word)
        self.before = len(self.said)

    def read(self, text: str) -> None:
        """Take a whole line. Raises Unread or Illegal."""
        rest = self.kind.texts.plain(text)
        while rest:
            words, after = self.next_words(rest)
            self.part = shown(rest.removesuffix(after).strip(" ,"))
            for word in words:
                self.say(word)
            self.heard.append(self.part)
            rest = next_part(after)
        self.imply_stop()

    def next_words(self, text: str) -> tuple[tuple[str, ...], str]:
        """The words of the next phrase and what is left of the text. A phrase that says nothing
        legal now may name what filled itself in. Raises Unread or Illegal."""
        try:
            words, rest = self.kind.texts.parse(self.mine, text)
            if words and not self.legal_now(words[0]):
                words, rest = self.naming(text) or (words, rest)
        except Unclear as unclear:
            return self.playable_way(unclear), unclear.rest
        except Illegal as refused:
            if named := self.naming(text):
                return named
            raise Illegal(sentences(refused.text, self.choices())) from refused
        if not words:
            unread = Text("I can't read {text}.", text=quoted(shown(text)))
            raise self.unread(unread, text)
        return words, rest

    def playable_way(self, unclear: Unclear) -> tuple[str, ...]:
        """The only reading of a phrase with which the line can be played. Raises Unclear, where
        there are more or none, with each of them as a line."""
        if not self.hints:
            raise unclear
        lines = {way: self.continued(way, unclear.rest) for way in unclear.ways}
        able = [way for way, line in lines.items() if self.playable(line)]
        if len(able) == 1:
            return able[0]
        said = [Code(lines[way]) for way in able or unclear.ways]
        several = Text(
            "I can read that in more than one way. Send {lines}.", lines=Listed(said, "or")
        )
        raise Illegal(sentences(several, self.choices()))

    def continued(self, words: Iterable[str], rest: str) -> str:
        """What was said so far, with these words and what follows, as a line to be typed."""
        said = self.said[self.before :]
        return ", ".join(filter(None, (self.kind.spelt((*said, *words)), shown(next_part(rest)))))

    def naming(self, text: str) -> tuple[tuple[str, ...], str] | None:
        """Re-read a phrase whose step was filled in automatically, where that step was due: `a1 to
        a1` is staying there, and something else once it has grown; or a phrase that is a word of
        the step in another order."""
        for before, step in self.filled:
            with suppress(Illegal):
                words, rest = self.kind.texts.parse(before, text)
                if words[:1] == (str(step),):
                    return words, rest
        with suppress(Illegal):
            words, rest = self.kind.texts.parse(self.in_order(self.reordered()), text)
            if words and self.reordered(words[0]):
                return words, rest
        return None

    def say(self, word: str) -> None:
        """Take one canonical word. Raises Unread or Illegal."""
        if self.may_imply() and self.comes_after_stop(word):
            self.imply_stop()
        if self.was_filled(word) or self.say_anew(word):
            return
        step = spelled(self.kind.game, self.mine).get(word)
        if step is None:
            unread = Text("I can't read {word} here.", word=quoted(self.part))
            raise self.unread(unread, self.part)
        if not self.legal_now(word):
            raise Illegal(sentences(self.refusal(word), self.choices()))
        self.said.append(word)
        self.take(step)
        self.fill()

    def was_filled(self, word: str) -> bool:
        """The word filled itself in already, so it may be said once, at any time."""
        held = next((pair for pair in self.filled if str(pair[1]) == word), None)
        if held is None or self.legal_now(word):
            return False
        self.filled.remove(held)
        self.again.append(word)
        return True

    def reordered(self, *more: str) -> list[Step]:
        """The steps of the words that were said of what filled itself in last, and of some more, if
        they can be said in this order. Whatever the order, the turn ends alike, but the words may
        be others: what is shoved before it floats begins elsewhere. Else nothing."""
        game, s, steps = self.kind.game, self.last.state, list[Step]()
        for word in (*self.again, *more):
            words = {str(x): x for x in legal(game, s)} if game.actor(s) == self.seat else {}
            if word not in words:
                return []
            steps.append(words[word])
            s, _ = game.apply(s, words[word])
        return steps

    def in_order(self, steps: Iterable[Step]) -> S:
        """The position after these steps where something last began to fill itself in."""
        s = self.last.state
        for step in steps:
            s, _ = self.kind.game.apply(s, step)
        return s

    def say_anew(self, word: str) -> bool:
        """Take a word that is legal where what filled itself in last is said in another order."""
        if self.legal_now(word) or not (steps := self.reordered(word)):
            return False
        self.state, self.mine = self.last.state, self.last.mine
        self.filled = [*self.last.filled]
        del self.steps[self.last.steps :], self.events[self.last.events :]
        for step in steps:
            self.said.append(str(step))
            self.take(step)
        self.fill()
        return True

    def legal_now(self, word: str) -> bool:
        return word in self.legal_words()

    def legal_words(self) -> list[str]:
        """What can be said next: nothing when the turn is complete."""
        if self.known is None or self.known[0] is not self.state:
            steps = [] if self.done else legal(self.kind.game, self.state)
            self.known = self.state, [str(step) for step in steps]
        return self.known[1]

    def refusal(self, word: str) -> Text:
        """That it is not legal, and why not, from the position at which the word would have been
        in time: that may be one before a step that filled itself in."""
        game, here = self.kind.game, [] if self.done else [self.state]
        places = [*here, *(s for s, _ in reversed(self.filled))]
        steps = ((s, spelled(game, s).get(word)) for s in places)
        reasons = [why for s, step in steps if step and (why := game.why_not(s, step))]
        timely = [why for why in reasons if not isinstance(why, WrongPhase)]
        if self.done and not timely:
            return Text("{word} isn't needed here.", word=quoted(self.part))
        why = (timely or reasons)[0]
        return Text("{word} isn't legal: {reason}.", word=quoted(self.part), reason=why)

    def may_imply(self) -> bool:
        """An open-ended word of a typed line came last, and `.` is legal."""
        last = self.typed and self.said and self.steps[-1].open_ended
        return bool(last) and self.legal_now(str(Stop()))

    def imply_stop(self) -> None:
        """Take the `.` that was not said."""
        if self.may_imply():
            self.said.append(str(Stop()))
            self.take(Stop())
            self.fill()

    def comes_after_stop(self, word: str) -> bool:
        """The word is not legal now, but would be after `.` and what fills itself in then."""
        game, after = self.kind.game, self.state
        if self.legal_now(word):
            return False
        filled: Step | None = Stop()
        while filled is not None:
            after, _ = game.apply(after, filled)
            if game.actor(after) != self.seat:
                return False
            if word in map(str, legal(game, after)):
                return True
            filled = game.forced(after)
        return False

    def take(self, step: Step) -> None:
        before = self.state
        self.state, events = self.kind.game.apply(before, step)
        self.mine = before if self.done else self.state
        self.steps.append(step)
        self.events += events

    def fill(self) -> None:
        """Take all that needs no saying."""
        at = self.state, self.mine, len(self.steps), len(self.events), tuple(self.filled)
        self.last, self.again = _Fill(*at), []
        while not self.done and (step := self.kind.game.forced(self.state)) is not None:
            self.filled.append((self.state, step))
            self.take(step)

    def unread(self, unread: Text, text: str) -> Unread:
        """That it cannot be read; the nearest lines that can be played, or else how a turn is said;
        then all that can be said."""
        if not self.hints or self.done:
            return Unread(sentences(unread, self.choices()))
        if near := list(islice(self.nearest(text), SUGGESTED)):
            lines = Listed(map(Code, near), "or")
            meant = sentences(unread, Text("Did you mean {words}?", words=lines))
            return Unread(sentences(meant, self.choices()), meant, self.near)
        return Unread(sentences(unread, self.kind.texts.manner(self.mine), self.choices()), unread)

    def nearest(self, text: str) -> Iterator[str]:
        """Lines that come near to what was typed: all of it with its slips put right; what has been
        heard of it, and what can be said next, or else after that. Where that is long, the new part
        alone."""
        speech, now = self.kind.texts.speech, self.ways(self.state).values()
        whole = corrected(text, speech.telling | SLIGHT)
        right = next(filter(self.playable, (self.after_heard(shown(line)) for line in whole)), None)
        if right is not None:
            self.near = alike(self.after_heard(shown(text)), right)
            yield right
            return
        near = nearest(text, now, speech.slips) or nearest(text, self.later(), speech.slips)
        for phrases in near[:TRIED]:
            new = ", ".join(phrases)
            if self.playable(line := self.after_heard(new)):
                yield line if len(line) <= SHOWN else new

    def after_heard(self, line: str) -> str:
        """What has been understood so far, and then this."""
        return ", ".join((*self.heard, line))

    def ways(self, s: S, before: tuple[str, ...] = ()) -> dict[str, Way]:
        """By each legal word, how it can be said: in words, and last in notation."""
        texts, steps = self.kind.texts, {str(x): x for x in legal(self.kind.game, s)}
        return {
            word: Way((*texts.phrased(s, step), texts.spelt(word)), before)
            for word, step in steps.items()
        }

    def later(self) -> Iterator[Way]:
        """What can be said after one step more, the step that is said shortest first."""
        ways = self.ways(self.state)
        for word in sorted(ways, key=lambda word: len(ways[word].phrases[0]))[:AHEAD]:
            ahead = _Reading(self.kind, self.state, typed=True, hints=False)
            ahead.say(word)
            if not ahead.done:
                yield from self.ways(ahead.state, ways[word].phrases[:1]).values()

    def playable(self, line: str) -> bool:
        """Whoever says this now is not refused, or asked which of its readings is meant."""
        reading = _Reading(self.kind, self.start, typed=True, hints=False)
        try:
            reading.keep(self.kept)
            reading.read(line)
        except Unclear:
            return True
        except Refused:
            return False
        return True

    def choices(self) -> Text:
        if not self.hints:
            return NOTHING
        if self.done:
            line = quoted(self.kind.spelt(self.steps))
            return Text("{line} completes the turn.", line=line)
        return sentences(self.kind.texts.choices(self.state))

    def draft(self) -> Draft[S]:
        return Draft(tuple(self.said), tuple(self.steps), self.state, tuple(self.events), self.done)
