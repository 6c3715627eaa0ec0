"""Functions to play any game. A replay reads exact words only; rules.drafting reads typed lines."""

import hashlib
from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import count, islice
from typing import Final, Generic, TypeAlias

from rules.dice import pick
from rules.errors import SHOWN, Illegal, Unavailable, Unread, quote
from rules.game import (
    NATURE,
    NOBODY,
    TABLE,
    Event,
    Frame,
    GameRules,
    Leave,
    S,
    Seat,
    Setup,
    Step,
    Stop,
    Vocabulary,
)
from rules.history import BrokenLog, LogCourse, Word, table_word
from rules.record import Entry, Record
from rules.text import Code, Listed, Text

Way: TypeAlias = tuple[tuple[Step, ...], S]  # a whole turn, and the position after it
TRIED = 400  # steps tried for an example, or whole turns in games with `whole`
_Due: TypeAlias = tuple[tuple[int, ...], int, tuple[Step, ...], S]  # the least comes first


@dataclass(frozen=True, slots=True)
class Seen(Generic[S]):
    """A seat's view of a position and its events, the source of all pictures and sentences."""

    state: S
    events: tuple[Event, ...]
    seat: Seat | None  # None: a stranger


def agree(game: GameRules[S], seats: int, wanted: Mapping[str, str]) -> dict[str, str]:
    """A table's options with all defaults. Raises Unavailable with the possible ones."""
    known = {option.name: option for option in game.options}
    for name, value in wanted.items():
        if not known:
            raise Unavailable.because(
                "{game} has no options, so I can't set {option}.",
                game=game.title,
                option=quote(name),
            )
        if name not in known:
            raise Unavailable.because(
                "{game} has no option {option}. You can set {options}.",
                game=game.title,
                options=Listed(map(Code, known)),
                option=quote(name),
            )
        if len(value) > SHOWN:
            raise Unavailable.because(
                "{value} is too long for {option}.", value=quote(value), option=Code(name)
            )
    agreed = {n: " ".join(wanted.get(n, option.default).split()) for n, option in known.items()}
    game.new(Setup(seats, agreed))
    return agreed


def steps_by_words(game: GameRules[S], s: S) -> Mapping[str, Step]:
    """The candidates by their words."""
    steps = game.candidates(s)
    return steps.by_word if isinstance(steps, Vocabulary) else {str(x): x for x in steps}


def read(game: GameRules[S], s: S, word: str) -> Step:
    """The candidate that this canonical word means, legal or not. Raises Unread."""
    step = steps_by_words(game, s).get(word)
    if step is None:
        raise Unread(Text("I can't read {word} here.", word=quote(word)))
    return step


def perform(game: GameRules[S], s: S, line: str) -> tuple[S, list[Event]]:
    """A line of canonical words from the log, all said by one seat. Raises Unread or Illegal."""
    events: list[Event] = []
    seat = game.actor(s)
    for word in line.split():
        if game.actor(s) != seat:
            raise Illegal.because("{word}: the turn had already ended.", word=quote(word))
        step = read(game, s, word)
        if reason := game.why_not(s, step):
            raise Illegal.because("{word}: {reason}.", word=quote(word), reason=reason)
        s, more = game.apply(s, step)
        events += more
    return s, events


def answer(game: GameRules[S], s: S, key: bytes, n: int) -> tuple[str, S, list[Event]]:
    """Nature's nth answer: its line, the position after it, and its events.

    An answer is one row of the log, with words of one kind: logs of a river, then in another row a
    roll."""
    steps: list[Step] = []
    events: list[Event] = []
    while game.actor(s) == NATURE:
        outcomes = game.legal(s)
        if steps and type(outcomes[0]) is not type(steps[0]):
            break
        step = pick(key, n, len(steps), outcomes)
        s, more = game.apply(s, step)
        steps.append(step)
        events += more
    return " ".join(map(str, steps)), s, events


def answers(game: GameRules[S], s: S, key: bytes, n: int) -> Iterator[tuple[str, S, list[Event]]]:
    """Nature's answers from the nth on, until a player speaks or the game is over."""
    while game.actor(s) == NATURE:
        line, s, events = answer(game, s, key, n)
        yield line, s, events
        n += 1


MOVES: Final = "moves"  # the option for the moves before the first row: `0 a1; 1 e5`
PLACE: Final = "place"  # the option for the host's seat, in a game that continues another


def moves_of(rows: Iterable[tuple[int, Seat, str, str]]) -> str:
    """The rows that count as the option for a game that continues from there."""
    return "; ".join(f"{seat} {line}" for _, seat, line, _ in rows)


def beginning(game: GameRules[S], setup: Setup) -> S:
    """The position in which a game begins: the opening, or one of another game. Raises
    BrokenLog."""
    s, seats = game.new(setup), {str(seat): seat for seat in (*range(setup.seats), NATURE)}
    for n, row in enumerate(filter(None, setup.options.get(MOVES, "").split("; ")), 1):
        seat, _, line = row.partition(" ")
        s, _ = _spoken(game, s, n, seats.get(seat, TABLE), line)
    return s


def seats_from(setup: Setup) -> tuple[int, ...]:
    """Each seat's place in the lobby, in a game that continues another: the host has the chosen
    seat, and the others have the rest in order."""
    order = [*range(1, setup.seats)]
    order.insert("0123456789".find(setup.options[PLACE]), 0)
    return tuple(order)


def replay(
    game: GameRules[S],
    setup: Setup,
    rows: Iterable[tuple[int, Seat, str, str]],
    start: S | None = None,
) -> Iterator[Frame[S]]:
    """A frame for each row (n, seat, line, checksum) of a log.

    start: the position before the first row, if that is not the opening. Raises BrokenLog at the
    first row that isn't a legal, whole turn of its seat, or has another checksum."""
    before = beginning(game, setup) if start is None else start
    after = [(0, before)]
    for n, seat, line, expected in rows:
        if seat == TABLE:
            s, events = _table_word(game, after, n, line)
        else:
            s, events = _spoken(game, before, n, seat, line)
        if expected and (found := checksum(s)) != expected:
            raise BrokenLog(
                Text(
                    "row {n}: the position has checksum {found}, not {expected}",
                    n=n,
                    found=found,
                    expected=expected,
                )
            )
        after.append((n, s))
        yield Frame(n, seat, line, before, s, tuple(events))
        before = s


def frames(game: GameRules[S], record: Record) -> Iterator[Frame[S]]:
    """A frame for each row of a record. Raises BrokenLog, also for a misplaced row of the table."""
    course = LogCourse(len(record.names))

    def taken(entry: Entry) -> tuple[int, Seat, str, str]:
        course.take(entry.n, entry.seat, entry.line)
        return entry.n, entry.seat, entry.line, entry.checksum

    setup = Setup(len(record.names), record.options)
    for frame in replay(game, setup, map(taken, record.entries)):
        if course.begun and game.actor(frame.after) == NOBODY:
            course.note_end()
        yield frame


def _spoken(game: GameRules[S], s: S, n: int, seat: Seat, line: str) -> tuple[S, list[Event]]:
    """A row that a player or nature said."""
    if game.actor(s) != seat:
        raise BrokenLog(Text("row {n}: it isn't this seat's turn", n=n))
    try:
        after, events = perform(game, s, line)
    except (Unread, Illegal) as refused:
        # Chance's words may be a hidden card, so they are not repeated.
        why = refused.text if seat != NATURE else Text("that draw or roll isn't possible here")
        raise BrokenLog(Text("row {n}: {why}", n=n, why=why)) from None
    # Nature's next word of another kind belongs in another row.
    if game.actor(after) == seat and (
        seat != NATURE or type(game.legal(s)[0]) is type(game.legal(after)[0])
    ):
        raise BrokenLog(Text("row {n}: the turn isn't finished", n=n))
    return after, events


def _table_word(
    game: GameRules[S], after: list[tuple[int, S]], n: int, line: str
) -> tuple[S, list[Event]]:
    """The position after a row of the table: a departure or an undo; others change nothing."""
    s = after[-1][1]
    match table_word(TABLE, line):
        case Word("leave", seat) if seat in {i for i, x in enumerate(game.scores(s)) if x}:
            if game.actor(s) != NOBODY:
                return game.apply(s, Leave(seat))
        case Word("undo", row=row) if row < n:
            return next(state for earlier, state in reversed(after) if earlier <= row), []
        case Word(verb) if verb not in ("leave", "undo", ""):
            return s, []
    raise BrokenLog(Text("row {n}: {line} isn't possible here", n=n, line=Code(line)))


def winners(game: GameRules[S], s: S) -> tuple[Seat, ...]:
    """The seats with the best score, or after an agreed draw all seats that were not given up."""
    scores = game.comparable(s)
    if game.agreed:
        return tuple(seat for seat, score in enumerate(scores) if score)
    return tuple(seat for seat, score in enumerate(scores) if score == max(scores))


def play_unattended(game: GameRules[S], s: S) -> tuple[str, S]:
    """The line that the bot plays for an actor without time, and the position after it."""
    seat, words = game.actor(s), list[str]()
    while game.actor(s) == seat:
        step = game.unattended_step(s)
        words.append(str(step))
        s, _ = game.apply(s, step)
    return " ".join(words), s


def look(game: GameRules[S], s: S, events: Iterable[Event], seat: Seat | None) -> Seen[S]:
    """A seat's view: the only way from a true position to anyone's eyes."""
    visible = tuple(e for e in events if e.only is None or e.only == seat)
    return Seen(game.view(s, seat), visible, seat)


def checksum(s: object) -> str:
    """A short checksum of a position, from its text."""
    return hashlib.blake2s(str(s).encode(), digest_size=4).hexdigest()


def turns(game: GameRules[S], s: S) -> Iterator[Way[S]]:
    """The actor's whole turns, lazily. Of turns to equal positions only the first found counts."""
    return (way for way in turns_tried(game, s) if way is not None)


def ordinary(game: GameRules[S], s: S) -> Way[S] | None:
    """An example of a whole turn, None without any: one of the shortest of those found first.

    The position alone decides which, and never a best turn by `appeal` if there is another."""
    seat, whole = game.actor(s), game.whole(s)
    ways: Iterator[Way[S] | None] = turns_tried(game, s) if whole is None else whole
    if not (found := [way for way in islice(ways, TRIED) if way is not None]):
        return None
    appeals = [game.appeal(way[1], seat) for way in found]
    best = max(appeals)
    others = [way for way, appeal in zip(found, appeals, strict=True) if appeal < best]
    telling = [way for way in others if way[0] != (Stop(),)] or others or found
    short = min(len(steps) for steps, _ in telling)
    some = [way for way in telling if len(way[0]) == short]
    return some[int(checksum(s), 16) % len(some)]


def turns_tried(game: GameRules[S], s: S) -> Iterator[Way[S] | None]:
    """The turns of `turns`, and None for each step that completes none, so callers can count.

    First steps take turns, each with its best position first, so the first turns are varied."""
    seat, known, ages = game.actor(s), {s}, count()
    due: deque[list[_Due[S]]] = deque([[((), 0, (), s)]])
    while due:
        heap = due.popleft()
        _, _, steps, here = heappop(heap)
        for step in game.legal(here):
            there, _ = game.apply(here, step)
            if there in known:
                yield None
                continue
            known.add(there)
            if game.actor(there) != seat:
                yield (*steps, step), there
                continue
            yield None
            worth = tuple([-n for n in game.comparable(there)[seat]])
            entry = worth, -next(ages), (*steps, step), there
            heappush(heap, entry) if steps else due.append([entry])
        if heap:
            due.append(heap)
