"""Whether chance was fair: every roll, draw and seat of a record drawn again from its seed.

commitment (on the lobby's card) ──SHA-256── mark, seed (at the end)
                                              │   HMAC with what each joiner contributed
                                              │   and the post that the row names
                                              └──> key ──HMAC──> seats, rolls, draws

A record can show that chance followed from a seed and from the joins in it. That this is the seed
of the lobby's card, only the card can show; so the verdict says what to compare. In a game that an
older version opened, chance could have been steered: it is checked as far as that goes, and the
verdict never calls it fair.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from typing import Any

from bot.core.contribution import Contribution
from bot.domain.conduct import amiss, cut_short, ended, measures
from rules.dice import SEED, Chance, Form, commitment, keyed, promise, shuffled
from rules.errors import Refused
from rules.game import NATURE, NOBODY, TABLE, Game, Setup
from rules.history import CLOSING, FIRST_WORDS, BrokenLog, contributions
from rules.play import answer, frames
from rules.record import Entry, Record, who
from rules.text import NOTHING, Code, Listed, Plural, Text, lines, sentences


class Outcome(Enum):
    """What became of drawing a game again."""

    FAIR = "fair"  # all of it is as the record says
    WRONG = "wrong"
    OLDER = "older"  # nothing differs, in a form that shows only so much
    CLOSED = "closed"  # nothing differs, and the game was not played to its end


EPOCH = 1_420_070_400_000  # milliseconds since 1970 at which Discord's ids begin
LEAST = 20  # digits of a card's hash
AMISS = 60.0  # seconds by which two presses may be written down the other way round


@dataclass(frozen=True, slots=True)
class Verdict:
    """What was drawn again, in sentences."""

    outcome: Outcome
    told: Text

    @property
    def fair(self) -> bool:
        """Chance was fair, as far as the game was played; of a game of an older form nobody can
        know that."""
        return self.outcome in (Outcome.FAIR, Outcome.CLOSED)


def verified(rules: Game[Any], record: Record, card: str = "", now: float | None = None) -> Verdict:
    """Draw everything again that chance decided in a finished game of these rules. card: the
    hash that the lobby's card showed, where somebody has kept it; now: seconds since 1970, where
    that is known."""
    shown, card = record.commitment or record.promise, card.replace(" ", "")
    if card and not (shown.startswith(card) and len(card) >= LEAST):
        return Verdict(Outcome.WRONG, _another_card(card, shown))
    if not record.seed:
        return Verdict(Outcome.WRONG, _no_seed(shown))
    seed = bytes.fromhex(record.seed)
    if why := _not_committed(record, seed):
        return Verdict(Outcome.WRONG, why)
    try:
        differing = [*_rows(record), *_numbers(record, now), *_seats(record, seed)]
        differing += [*_answers(rules, record, seed), *amiss(rules, record)]
    except (BrokenLog, Refused) as broken:
        why = Text("The record cannot be followed ({why}).", why=broken.text)
        return Verdict(Outcome.WRONG, why)
    if differing:
        return Verdict(Outcome.WRONG, lines(*differing))
    account = sentences(ended(record), measures(record), _account(record, compared=bool(card)))
    if record.chance is Form.BY_POSTS:
        return Verdict(Outcome.CLOSED if cut_short(record) else Outcome.FAIR, account)
    return Verdict(Outcome.OLDER, sentences(_only_so_far(), account))


def _another_card(card: str, shown: str) -> Text:
    if not shown:
        return Text("The record does not say which seed was committed to, so no card fits it.")
    return Text(
        "This is not the game of that card: it shows {card}, and the record says {shown}.",
        card=card,
        shown=shown,
    )


def _no_seed(shown: str) -> Text:
    hashed = Text("Its hash is {hash}.", hash=shown) if shown else NOTHING
    return sentences(Text("The seed is shown when the game is over."), hashed)


def _not_committed(record: Record, seed: bytes) -> Text:
    """Why this is not the seed that was committed to; nothing: it is, or nobody knows."""
    if len(seed) != SEED:
        return Text(
            "The seed has {n} bytes, and a game's seed has {usual}.", n=len(seed), usual=SEED
        )
    if record.chance is Form.BY_POSTS:
        same = commitment(seed) == record.commitment
    else:
        same = (record.commitment or record.promise) in ("", promise(seed))
    if same:
        return NOTHING
    return Text("The seed is not the one that was committed to: its SHA-256 differs.")


def _only_so_far() -> Text:
    return Text(
        "This game has an older form, which can be checked only so far: it does not show that "
        "chance was fair."
    )


# what was drawn again


def _account(record: Record, *, compared: bool) -> Text:
    return sentences(
        _card(record, compared), _seating(record), _chance_said(record), _joiners(record)
    )


def _seating(record: Record) -> Text:
    starts = [entry.word for entry in record.entries if entry.word.places]
    if not starts:
        return Text("The game was never started, so no seats were drawn.")
    again = starts[0].what == "again"
    if again and record.before:
        return Text(
            "The seats were not drawn: they moved on by one from the game before, where they were, "
            "by their seats now, {before}.",
            before=" ".join(map(who, record.before)),
        )
    if again:
        return Text(
            "The seats were not drawn: the record says that they moved on by one from the game "
            "before, which it does not hold."
        )
    return Text("The seats were drawn from the seed.")


def _chance_said(record: Record) -> Text:
    noted = _noted(record)
    spoken = [e for e in record.entries if e.seat == NATURE and (not noted or e.n < noted)]
    words = sum(len(entry.line.split()) for entry in spoken)
    if not words and not noted:
        return Text("Nothing else was left to chance.")
    drawn = Plural("{n} roll or draw", "{n} rolls and draws", n=words)
    rows = Plural("{n} row", "{n} rows", n=len(spoken))
    again = Text("Drawn again as well: {drawn} in {rows} of chance.", drawn=drawn, rows=rows)
    return sentences(again, _up_to(noted)) if noted else again


def _noted(record: Record) -> int:
    """In a game whose draws have the numbers of rows, the first row with a word that this form did
    not have: whoever could write it could shift all that was drawn after it. 0: there is none."""
    if record.chance is not Form.BY_ROW:
        return 0
    verbs = ((e.n, e.word.verb) for e in record.entries)
    return next((n for n, verb in verbs if verb and verb not in FIRST_WORDS), 0)


def _up_to(noted: int) -> Text:
    return Text(
        "Row {n} is a note of a later version, which shifts all that is drawn after it, so nothing "
        "from there on was drawn again.",
        n=noted,
    )


def _joiners(record: Record) -> Text:
    if record.chance is Form.BY_ROW:
        return Text(
            "This game is older than contributions: whoever knew its seed knew all draws "
            "beforehand."
        )
    given = contributions((entry.seat, entry.line) for entry in record.entries)
    if not given:
        return Text("Nobody but the host joined, so the seed alone decided.")
    mixed = Text(
        "Mixed in was what those gave who opened and joined: {given}.",
        given=Listed(given),
    )
    if record.chance is Form.BY_POSTS:
        return sentences(mixed, _posts(record))
    known = Text("Who knew the seed and made up one of these numbers could choose all draws by it.")
    return sentences(mixed, known)


def _posts(record: Record) -> Text:
    """The posts that were mixed in, for who compares some with their links."""
    posts = [entry for entry in record.entries if entry.post]
    if not posts:
        return Text("Nothing was posted yet, so nothing else was.")
    ends = dict.fromkeys((posts[0], posts[-1]))
    some = [Text("{post} of row {n}", post=str(each.post), n=each.n) for each in ends]
    return Text(
        "So were the numbers of posts: compare some with the last number of the post's link, such "
        "as {some}.",
        some=Listed(some),
    )


def _card(record: Record, compared: bool) -> Text:
    if compared:
        return Text("The seed is the one of that card.")
    if record.commitment:
        return Text(
            "The seed is the one that was committed to, if the card with which the game was "
            "opened shows the first digits of {hash}.",
            hash=record.commitment,
        )
    if record.promise:
        return Text(
            "Its hash was not kept when the lobby was opened, so the seed is the one that was "
            "promised only if the card of the lobby showed {hash}.",
            hash=record.promise,
        )
    return Text("The record does not say which seed was promised.")


# what differs


def _rows(record: Record) -> Iterator[Text]:
    """Whether it is a whole game, from the lobby's first row on."""
    if not record.entries or record.entries[0].n != 1:
        yield Text("The record does not begin with row 1, so its lobby is not known.")


def _numbers(record: Record, now: float | None) -> Iterator[Text]:
    """What is wrong with the ids that a game was drawn with. They are times: those of presses and
    of posts only grow, and a start that somebody has joined is announced after the last press."""
    if record.chance is not Form.BY_POSTS:
        if first := next((entry for entry in record.entries if entry.post), None):
            yield Text("Row {n} names a post, which this form does not have.", n=first.n)
        return
    yield from _presses(record)
    yield from _posts_in_order(record)
    newest = max([0, *map(_press, record.entries), *(entry.post for entry in record.entries)])
    if now is not None and _made_at(newest) > now + AMISS:
        yield Text("The record names a post or a press that is still to come.")


def _presses(record: Record) -> Iterator[Text]:
    """Those that opened and joined, and the start after them."""
    before, joined = 0, False
    for entry in record.entries:
        verb = entry.word.verb
        if verb in ("open", "join"):
            joined, press = joined or verb == "join", _press(entry)
            if not press or _made_at(press) < _made_at(before) - AMISS:
                yield _no_press(entry)
            before = max(before, press)
        elif verb == "start" and joined and entry.post <= before:
            yield Text("Row {n} names no post that came after all who joined.", n=entry.n)


def _press(entry: Entry) -> int:
    """The id of the press that a row of the lobby names; 0: none that Discord makes."""
    said = entry.word
    given = Contribution.of(said.what) if said.verb in ("open", "join") else None
    return given.id if given else 0


def _posts_in_order(record: Record) -> Iterator[Text]:
    """The posts that rows were drawn with: none goes back, and no other row names any."""
    before = 0
    for entry in record.entries:
        if entry.post < before if _drawn(entry) else entry.post:
            yield Text(
                "Row {n} names the post {post}, with which it cannot have been drawn.",
                n=entry.n,
                post=str(entry.post),
            )
        before = max(before, entry.post)


def _drawn(entry: Entry) -> bool:
    """A row in which chance has a part."""
    return entry.seat == NATURE or entry.word.verb == "start"


def _made_at(number: int) -> float:
    """When Discord made an id, in seconds since 1970."""
    return ((number >> 22) + EPOCH) / 1000


def _no_press(entry: Entry) -> Text:
    return Text(
        "Row {n}: {line} does not name a press that Discord has numbered, after those before it.",
        n=entry.n,
        line=Code(entry.line),
    )


def _seats(record: Record, seed: bytes) -> Iterator[Text]:
    """The order of the seats, where it was drawn."""
    chance, noted = _source(record, seed), _noted(record)
    for entry in record.entries:
        if 0 < noted < entry.n:
            return
        said = entry.word
        places, again = said.places, said.what == "again"
        drawn = shuffled(chance.after(entry.post), chance.seating(entry.n), range(len(places)))
        if places and not again and drawn != places:
            seats = " ".join(map(str, places))
            yield Text("Row {n}: the seats {seats} were not drawn.", n=entry.n, seats=seats)


def _source(record: Record, seed: bytes) -> Chance:
    if record.chance is Form.BY_ROW:
        return Chance(seed, record.chance)
    given = contributions((e.seat, e.line) for e in record.entries)
    return Chance(keyed(seed, given), record.chance)


def _answers(rules: Game[Any], record: Record, seed: bytes) -> Iterator[Text]:
    """What nature said, row by row, and that the game was played to its end."""
    chance, answered, closed, last = _source(record, seed), 0, False, rules.new(_setup(record))
    noted, posts = _noted(record), {entry.n: entry.post for entry in record.entries}
    for frame in frames(rules, record):
        if frame.seat == NATURE and (not noted or frame.n < noted):
            number = chance.number(answered, frame.n)
            drawn, *_ = answer(rules, frame.before, chance.after(posts[frame.n]), number)
            answered += 1
            if drawn != frame.line:
                yield _otherwise(frame.n, frame.line, drawn)
        closed = closed or (frame.seat == TABLE and frame.line in CLOSING)
        last = frame.after
    if rules.actor(last) != NOBODY and not closed:
        yield Text("The record ends before the game does: rows are missing after the last one.")


def _otherwise(n: int, said: str, drawn: str) -> Text:
    return Text(
        "Row {n}: chance said {said}, but the seed gives {drawn}.",
        n=n,
        said=Code(said),
        drawn=Code(drawn),
    )


def _setup(record: Record) -> Setup:
    return Setup(len(record.names), record.options)
