"""A lesson: a position, a task for the player to move, and the check of a turn.

    lesson Domino                           its title
    ask Fell a whole row in one turn.       the task, in words
    say a3, chop b3                         a solution, as people type it
    only a3                                 optional: the turn must begin with this word
    goal chops, gain 3                      the checks: events of the turn, or points
    learned A row falls as one.             the sentence after a solution
                                            (an empty line, then a record up to the position)

Goals: `gain 2` (the first part of the score grows by 2), `chops` (the turn has such an event),
`pushes 2` (exactly two such events), `chops c3 d3` (one of them names these squares).
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import IO, Any, NamedTuple

import seeds
from rules.drafting import Kind, draft
from rules.game import NATURE, Event, GameRules, Seat
from rules.history import effective
from rules.play import frames
from rules.record import Record, parse
from rules.text import Text
from rules.voice import Voice

PARTS = ("lesson", "ask", "say", "only", "goal", "learned")
TOLD = ("lesson", "ask", "say", "learned")  # translated parts


class _Paragraph(Text):
    """A paragraph of a data file, which a language's catalogue may have."""

    __slots__ = ()

    def __init__(self, words: str) -> None:
        super().__init__(words)

    def say_in(self, voice: Voice) -> str:
        return voice.medium.words(voice.catalogue.gettext(self.template))


class Goal(NamedTuple):
    """One thing that a turn has to do."""

    verb: str  # of an event, or `gain`
    squares: tuple[str, ...]  # named by one such event
    times: int | None  # the number of such events, or points; None: at least one event

    def is_reached(self, events: Iterable[Event], gained: int) -> bool:
        if self.verb == "gain":
            return gained == self.times
        found = [e for e in events if e.verb == self.verb and {*self.squares} <= {*e.at}]
        return bool(found) if self.times is None else len(found) == self.times


@dataclass(frozen=True, slots=True)
class Lesson:
    """The contents of a file."""

    title: Text
    ask: Text
    say: Text
    only: str
    goals: tuple[Goal, ...]
    learned: Text
    record: Record


class Scene(NamedTuple):
    """The start of a lesson, as the player to move sees it."""

    state: Any  # the position
    seat: Seat  # to move
    turn: int  # its number
    events: tuple[Event, ...]  # of the turn before
    only: str = ""  # the word that the turn must begin with; "": any


def read(text: str) -> Lesson:
    """Read the lesson in a file. Raises ValueError if it isn't one, or Corrupt."""
    said, record = _parts(text)
    # A lesson may leave `only` out.
    if tuple(said) != tuple(part for part in PARTS if part in said or part != "only"):
        raise ValueError(f"a lesson begins with {', '.join(PARTS)}, and not {', '.join(said)}")
    title, ask, say, learned = (_Paragraph(said[part]) for part in TOLD)
    goals = list[Goal]()
    for words in said["goal"].split(","):
        verb, *more = words.split()
        squares = tuple(word for word in more if not re.fullmatch("[0-9]+", word))
        times = [int(word) for word in more if word not in squares]
        goals.append(Goal(verb, squares, times[0] if times else None))
    return Lesson(title, ask, say, said.get("only", ""), tuple(goals), learned, parse(record))


def extract_texts(
    file: IO[bytes], *_: object, **__: object
) -> Iterator[tuple[int, None, str, list[str]]]:
    """The texts of a file for translators, in the form that Babel asks of an extractor: the
    line's number, the function (none), the words, and comments on them."""
    said, _record = _parts(file.read().decode("utf-8"))
    yield from ((1, None, said[part], []) for part in TOLD)


def _parts(text: str) -> tuple[dict[str, str], str]:
    """The texts of a lesson, by the first word of each line, and its record."""
    head, _, record = text.partition("\n\n")
    return dict(line.split(" ", 1) for line in head.splitlines()), record


@cache
def lessons_of(kind: str) -> Sequence[Lesson]:
    """The lessons of a game, from its files."""
    return tuple(map(read, seeds.lessons(kind)))


def scene(kind: Kind[Any], lesson: Lesson) -> Scene:
    """The start of a lesson. Raises BrokenLog if its record is wrong."""
    start = scene_after(kind, lesson.record)
    return start._replace(only=draft(kind, start.state, lesson.only).said[0] if lesson.only else "")


def scene_after(kind: Kind[Any], record: Record) -> Scene:
    """The position at the end of a record. Raises BrokenLog if the record is wrong."""
    rules, events = kind.game, tuple[Event, ...]()
    state: Any = None
    for frame in frames(rules, record):
        state = frame.after
        events = (*events, *frame.events) if frame.seat == NATURE else frame.events
    rows = effective((e.n, e.seat, e.line, e.checksum) for e in record.entries)
    seat, turns = rules.actor(state), sum(seat >= 0 for _, seat, *_ in rows)
    return Scene(rules.view(state, seat), seat, turns + 1, events)


def solves(
    game: GameRules[Any], lesson: Lesson, begun: Scene, after: Any, events: Iterable[Event]
) -> bool:
    """Whether a whole turn reaches all goals."""
    before, now = (game.comparable(s)[begun.seat][0] for s in (begun.state, after))
    told = list(events)
    return all(goal.is_reached(told, now - before) for goal in lesson.goals)
