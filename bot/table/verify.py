"""Whether chance was fair: draw every roll, card and seat of a record again from its seed, as
rules/dice.py has drawn them.

A record can show that chance followed from a seed and from its joins. Only the lobby message shows
that this seed is its own; so the verdict says what to compare.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import islice
from typing import Any

from bot.table.intent import Contribution
from rules.consent import disagreeing
from rules.dice import SEATING, SEED, Chance, chance_key, commitment, shuffle
from rules.errors import Refused, quote
from rules.game import NATURE, NOBODY, TABLE, GameRules, Setup
from rules.history import CLOSING, MODERATOR, BrokenLog, contributions
from rules.play import PLACE, answer, beginning, frames, seats_from, turns
from rules.record import Entry, Record, digest, speaker_name
from rules.text import NOTHING, Code, Listed, Name, Plural, Text, lines, sentences


def _amiss(rules: GameRules[Any], record: Record) -> Iterator[Text]:
    """What in a record can't have happened. Raises BrokenLog."""
    befores = dict[int, Any]()

    def forced(n: int) -> bool:
        if not befores:
            befores.update((frame.n, frame.before) for frame in frames(rules, record))
        return len(list(islice(turns(rules, befores[n]), 2))) == 1

    yield from disagreeing(record, forced)
    # The seats of a rematch aren't drawn.
    starts = (row for row in record.entries if row.word.verb == "start")
    start = next((row for row in starts if row.word.what == "rematch"), None)
    seats = len(record.names)
    if start is None:
        if record.before:
            yield Text("The record lists the previous game's seats, but this game isn't a rematch.")
    elif not record.before:
        yield Text("Row {n}: the record doesn't say who sat where in the previous game.", n=start.n)
    elif record.before != tuple((seat - 1) % seats for seat in range(seats)):
        yield Text(
            "Row {n}: the seats should have rotated by one since the previous game, "
            "but they didn't.",
            n=start.n,
        )


def closing(record: Record) -> Entry | None:
    """The row that ended a game early, if there is one."""
    return next((e for e in record.entries if e.seat == TABLE and e.line in CLOSING), None)


def measures(record: Record) -> Text:
    """The measures of moderators in a game, except its end. NOTHING if there are none."""
    end = closing(record)
    told = () if end is None else (end.n - 1,)  # the row before the end belongs to it
    rows = [e for e in record.entries if e.word.verb == MODERATOR and e.n not in told]
    if not rows:
        return NOTHING
    some = [Text("{line} in row {n}", line=Code(e.line), n=e.n) for e in rows[:10]]
    more = [Text("{n} more", n=len(rows) - 10)] if len(rows) > 10 else []
    return Text("A moderator stepped in: {measures}.", measures=Listed([*some, *more]))


def ending_text(record: Record) -> Text:
    """How a game ended that wasn't played to its end, or NOTHING."""
    row = closing(record)
    if row is None:
        return NOTHING
    told = {
        "draw": Text("Everyone agreed to a draw (row {n}).", n=row.n),
        "end": Text("Everyone agreed to end the game early (row {n}).", n=row.n),
        "expire": Text("The lobby expired (row {n}).", n=row.n),
    }
    if row.line in told:
        return told[row.line]
    if any(e.n == row.n - 1 and e.word.verb == MODERATOR for e in record.entries):
        return Text("A moderator ended the game (row {n}). Nobody won.", n=row.n)
    return Text(
        "The game was closed early, without a winner (row {n}). If a moderator closed it, "
        "the message in the channel says who.",
        n=row.n,
    )


class Outcome(Enum):
    """The result of drawing a game again."""

    FAIR = "fair"  # everything is as in the record
    WRONG = "wrong"
    CLOSED = "closed"  # nothing differs, and the game was not played to its end


_AMISS = 60.0  # seconds by which two presses may be logged in the wrong order


@dataclass(frozen=True, slots=True)
class Verdict:
    """The result of drawing a game again, in sentences."""

    outcome: Outcome
    told: Text

    @property
    def fair(self) -> bool:
        """Whether chance was fair, as far as the game was played."""
        return self.outcome in (Outcome.FAIR, Outcome.CLOSED)


def verify(
    rules: GameRules[Any], record: Record, card: str = "", now: float | None = None
) -> Verdict:
    """Draw again everything that chance decided in a finished game. card: the hash in the lobby
    message, if a reader saved it; now: seconds since 1970, if known."""
    card = card.replace(" ", "")
    if why := _not_committed(record, card):
        return Verdict(Outcome.WRONG, why)
    seed = bytes.fromhex(record.seed)
    try:
        differing = [*_numbers(record, now), *_seats(record, seed)]
        differing += [*_answers(rules, record, seed), *_amiss(rules, record)]
    except (BrokenLog, Refused) as broken:
        why = Text("The record can't be replayed ({why}).", why=broken.text)
        return Verdict(Outcome.WRONG, why)
    if differing:
        return Verdict(Outcome.WRONG, lines(*differing))
    account = sentences(
        ending_text(record), measures(record), _account(record, compared=bool(card))
    )
    end = closing(record)
    early = end is not None and end.line != "draw"
    return Verdict(Outcome.CLOSED if early else Outcome.FAIR, account)


def _not_committed(record: Record, card: str) -> Text:
    """Why a record's seed isn't the committed one, or NOTHING if it is."""
    shown = record.commitment
    unknown = Text(
        "The record doesn't include the seed's hash, so the seed can't be checked against a "
        "lobby message."
    )
    if card and not (shown.startswith(card) and len(card) >= 20):
        other = Text(
            "This game isn't from that lobby: the lobby showed {card}, but the record says "
            "{shown}.",
            card=card,
            shown=shown,
        )
        return other if shown else unknown
    if not record.seed:
        later = Text("I'll reveal the seed when the game ends.")
        mark = Text("The seed's hash is {hash}.", hash=shown)
        return sentences(later, mark) if shown else unknown
    seed = bytes.fromhex(record.seed)
    if len(seed) != SEED:
        return Text(
            "The seed is {n} bytes long, but a game's seed should have {usual}.",
            n=len(seed),
            usual=SEED,
        )
    if not shown:
        return unknown
    if commitment(seed) == record.commitment:
        return NOTHING
    return Text("This isn't the seed promised in the lobby message: its SHA-256 hash is different.")


def _account(record: Record, *, compared: bool) -> Text:
    """The draws of a record, checked again. compared: with the lobby's hash."""
    committed = Text(
        "If the lobby message shows the first digits of {hash}, the seed hasn't been changed "
        "since then.",
        hash=record.commitment,
    )
    if compared:
        committed = Text("The seed matches that lobby.")
    starts = [entry.word for entry in record.entries if entry.word.places]
    seats = Text("The seats were drawn at random, using the seed.")
    if not starts:
        seats = Text("The game never started, so no seats were drawn.")
    elif starts[0].what == "rematch":
        seats = Text(
            "The seats weren't drawn: they've rotated by one since the previous game, when "
            "the order was {before} (in this game's seat letters).",
            before=" ".join(map(speaker_name, record.before)),
        )
    elif starts[0].what == "from":
        seats = Text("The seats weren't drawn: the host chose one, as the game began from another.")
    spoken = [e for e in record.entries if e.seat == NATURE]
    words = sum(len(entry.line.split()) for entry in spoken)
    drawn = Plural("{n} roll or draw", "{n} rolls and draws", n=words)
    rows = Plural("{n} row", "{n} rows", n=len(spoken))
    rechecked = Text("I also rechecked {drawn} in {rows}.", drawn=drawn, rows=rows)
    chance = rechecked if words else Text("Nothing else was random.")
    return sentences(committed, seats, chance, _mixed(record))


def _mixed(record: Record) -> Text:
    """The numbers that were mixed in, for readers who compare some with their links."""
    given = contributions((entry.seat, entry.line) for entry in record.entries)
    if not given:
        return Text("Only the host joined, so all the randomness came from the seed.")
    joiners = Text(
        "The draws also depend on a number for each person who opened or joined the lobby: "
        "{given}.",
        given=Listed(given),
    )
    posts = [entry for entry in record.entries if entry.post]
    if not posts:
        return sentences(joiners, Text("There were no messages yet, so nothing else was mixed in."))
    ends = dict.fromkeys((posts[0], posts[-1]))
    some = [Text("{post} (row {n})", post=str(each.post), n=each.n) for each in ends]
    messages = Text(
        "The IDs of the game's messages were mixed in too. Compare a few, such as {some}, "
        "with the last number in each message's link.",
        some=Listed(some),
    )
    return sentences(joiners, messages)


def _numbers(record: Record, now: float | None) -> Iterator[Text]:
    """Check that the record begins with the lobby's first row, and the ids that the game was drawn
    with: they are times. Those of presses and of posts only grow, a joined game's start comes after
    the last press, and no other row names a post."""
    if not record.entries or record.entries[0].n != 1:
        yield Text("The record doesn't start at row 1, so the rows from the lobby are missing.")
    before, joined = 0, False
    for entry in record.entries:
        verb = entry.word.verb
        if verb in ("open", "join"):
            joined, press = joined or verb == "join", _press(entry)
            if not press or _made_at(press) < _made_at(before) - _AMISS:
                yield Text(
                    "Row {n}: {line} isn't a Discord interaction ID, or is older than the IDs "
                    "before it.",
                    n=entry.n,
                    line=Code(entry.line),
                )
            before = max(before, press)
        elif verb == "start" and joined and entry.post <= before:
            yield Text(
                "Row {n} should point to a message posted after everyone joined, but it doesn't.",
                n=entry.n,
            )
    before = 0
    for entry in record.entries:
        drawn = entry.seat == NATURE or entry.word.verb == "start"
        if entry.post < before if drawn else entry.post:
            yield Text(
                "Row {n} says its draw came from message {post}, but that message gives a "
                "different draw.",
                n=entry.n,
                post=str(entry.post),
            )
        before = max(before, entry.post)
    newest = max([0, *map(_press, record.entries), *(entry.post for entry in record.entries)])
    if now is not None and _made_at(newest) > now + _AMISS:
        yield Text("The record refers to a message or click from the future.")


def _press(entry: Entry) -> int:
    """The id of the press that a row of the lobby names, or 0 if Discord can't have made it."""
    said = entry.word
    given = Contribution.parse(said.what) if said.verb in ("open", "join") else None
    return given.id if given else 0


def _made_at(number: int) -> float:
    """When Discord made an id, in seconds since 1970. Its ids count milliseconds since 2015."""
    return ((number >> 22) + 1_420_070_400_000) / 1000


def _seats(record: Record, seed: bytes) -> Iterator[Text]:
    """Check the order of the seats, if it was drawn."""
    chance = _source(record, seed)
    for entry in record.entries:
        said = entry.word
        places, again = said.places, said.what == "rematch"
        drawn = shuffle(chance.after(entry.post), SEATING, range(len(places)))
        if said.what == "from" and PLACE in record.options:
            drawn = seats_from(Setup(len(places), record.options))
        if places and not again and drawn != places:
            seats = " ".join(map(str, places))
            yield Text(
                "Row {n}: the seed doesn't produce the seat order {seats}.", n=entry.n, seats=seats
            )


def _source(record: Record, seed: bytes) -> Chance:
    return Chance(chance_key(seed, contributions((e.seat, e.line) for e in record.entries)))


def _answers(rules: GameRules[Any], record: Record, seed: bytes) -> Iterator[Text]:
    """Check nature's rows, and that the game was played to its end."""
    chance, answered, closed = _source(record, seed), 0, False
    last = beginning(rules, Setup(len(record.names), record.options))
    posts = {entry.n: entry.post for entry in record.entries}
    for frame in frames(rules, record):
        if frame.seat == NATURE:
            answered += 1
            drawn, *_ = answer(rules, frame.before, chance.after(posts[frame.n]), answered)
            if drawn != frame.line:
                yield Text(
                    "Row {n}: the record says {said}, but the seed gives {drawn}.",
                    n=frame.n,
                    said=Code(frame.line),
                    drawn=Code(drawn),
                )
        closed = closed or (frame.seat == TABLE and frame.line in CLOSING)
        last = frame.after
    if rules.actor(last) != NOBODY and not closed:
        yield Text("The record stops before the game ends: rows are missing at the end.")


_BOARD = re.compile(r"([a-z])([0-9]{1,9}):([0-9]{1,9}):([0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4})")


def with_boards(
    rules: GameRules[Any], record: Record, verdict: Verdict, boards: Sequence[str]
) -> Verdict:
    """A verdict that also compares boards with the record. Without a seed it can't."""
    if not record.seed:
        return verdict
    found = [_compared(rules, record, board) for board in boards[:50]]
    outcome = verdict.outcome if all(fits for fits, _ in found) else Outcome.WRONG
    hint = NOTHING
    if record.entries and not (found or outcome is Outcome.WRONG):
        n = record.entries[-1].n
        hint = Text(
            "Only the posted boards can prove that these turns were played. Each board ends with "
            "a code; the code in the result is {last}.",
            last=Code(f"{record.name}:{n}:{digest(record, bytes.fromhex(record.seed), n)}"),
        )
    return Verdict(outcome, lines(*(said for _, said in found), sentences(verdict.told, hint)))


def _compared(rules: GameRules[Any], record: Record, board: str) -> tuple[bool, Text]:
    """Whether a board fits the record, and a sentence that says so."""
    if (found := _BOARD.fullmatch(board.strip(" `\t\n").lower())) is None:
        return False, Text(
            "{board} isn't a board code. A code looks like {example}.",
            board=quote(board),
            example=Code("L7:31:3f9a-12c0-77de"),
        )
    name, n, digits = f"{found[1]}{found[2]}".upper(), int(found[3]), found[4].replace("-", "")
    shown = Code(f"{name}:{n}")
    if name != (record.name or name) or name[0] != rules.letter:
        return False, Text(
            "Board {board} belongs to another game; this is the record of {game}.",
            board=shown,
            game=record.name or rules.title,
        )
    last = record.entries[-1].n if record.entries else 0
    if n > last:
        return False, Text(
            "Board {board} doesn't match: the record ends at row {last}, so rows are missing or "
            "have been replaced.",
            board=shown,
            last=last,
        )
    if digest(record, bytes.fromhex(record.seed), n).replace("-", "") != digits:
        return False, Text(
            "Board {board} doesn't match: an option, the seed, or a row up to row {n} was "
            "different when the board was posted.",
            board=shown,
            n=n,
        )
    fits = Text("Board {board} matches: rows 1 to {n} are unchanged.", board=shown, n=n)
    return True, sentences(fits, *_whose(rules, record, n))


def _whose(rules: GameRules[Any], record: Record, n: int) -> Iterator[Text]:
    """Whom the board must have notified, to compare names."""
    try:
        after = next((frame.after for frame in frames(rules, record) if frame.n == n), None)
    except (BrokenLog, Refused):
        return
    if after is not None and (seat := rules.actor(after)) >= 0:
        yield Text("It was {name}'s turn.", name=Name(record.names_at(n)[seat]))
