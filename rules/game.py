"""What a board game is here: a pure machine that is fed one small step at a time.

A game never sees a clock, a file or a random generator. Chance is a seat like the others,
NATURE, whose steps stand in the log. The same seven methods carry every game:

    new ──> state ──> actor: who speaks now? ── NOBODY: it is over, read the scores
              ^                 │
              └── apply <── a step out of candidates for which why_not finds no reason
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, ClassVar, NamedTuple, Protocol, TypeAlias, TypeVar

from rules.text import Text

Seat: TypeAlias = int  # 0 is the first player
Lot: TypeAlias = Callable[[Sequence[Any]], Any]  # one of several, as random.Random.choice picks
NATURE: Seat = -1
NOBODY: Seat = -2
TABLE: Seat = -3  # in a log only: what happens to any game (undo, leave, cancel, …)

NO_OPTIONS: Mapping[str, str] = MappingProxyType({})
NO_MEANING: Mapping[str, Text] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Setup:
    """How many sit down, and the game's own options by name."""

    seats: int
    options: Mapping[str, str] = field(default_factory=lambda: NO_OPTIONS)


@dataclass(frozen=True, slots=True)
class Option:
    """What a table may agree on before it begins.

    choices: the values to pick from; none: any text that `Game.new` takes; meaning: what some
    values stand for, in a few words. The default is written out in every game, so that a later
    default alters no running one."""

    name: str
    about: Text
    default: str
    choices: tuple[str, ...] = ()
    meaning: Mapping[str, Text] = field(default_factory=lambda: NO_MEANING, hash=False)


class Step:
    """One thing said. Its str() is its notation; the parser is a look-up of that."""

    __slots__ = ()
    open_ended: ClassVar[bool] = False  # more of the kind may follow until `.` is said


@dataclass(frozen=True, slots=True)
class Stop(Step):
    """No more of what was going on."""

    def __str__(self) -> str:
        return "."


@dataclass(frozen=True, slots=True)
class Leave(Step):
    """A seat is given up for good. Nobody says this in a turn: it is a word of the table, legal
    in any phase but the last, and every game's `apply` knows it."""

    seat: Seat

    def __str__(self) -> str:
        return f"leave {self.seat}"


class Event(NamedTuple):
    """A fact that came of a step, for the story and for the marks in the picture.

    seat: whose fact it is; at: squares, in the order that the verb needs; n: a number
    (points, stage, count); only: the one seat that may know of it, None for everybody.
    """

    verb: str
    seat: Seat
    at: tuple[str, ...] = ()
    n: int = 0
    only: Seat | None = None


class WrongPhase(Text):
    """A reason of timing: the word is fine, but another phase is due."""

    __slots__ = ()


class Vocabulary(tuple[Step, ...]):
    """Candidates that never change, with their spelling worked out once."""

    by_word: Mapping[str, Step]

    def __new__(cls, steps: Iterable[Step]) -> Vocabulary:
        made = super().__new__(cls, steps)
        made.by_word = {str(step): step for step in made}
        return made


S = TypeVar("S")
T = TypeVar("T")


def put(values: tuple[T, ...], seat: Seat, value: T) -> tuple[T, ...]:
    """Values by seat, with this one for that seat."""
    return (*values[:seat], value, *values[seat + 1 :])


class Game(Protocol[S]):
    """The rules of one game. States are immutable values; whenever a turn is complete, str() is
    the whole position."""

    key: str
    title: str
    letter: str  # games are called L7, J3, F12
    rules_version: int  # grows with every change that alters what a running game may do
    fewest: int
    most: int
    hidden_information: bool  # there is something that only one seat may see
    chance_waits: bool  # nature rolls for the next turn only when the last one stands for good

    @property
    def options(self) -> tuple[Option, ...]:
        """What a table may agree on."""
        ...

    def new(self, setup: Setup) -> S:
        """The position before anybody, nature included, has done anything.

        Raises Unavailable when the number of seats or an option is not possible."""
        ...

    def actor(self, s: S) -> Seat:
        """Who speaks now: a seat, NATURE or, when the game is over, NOBODY."""
        ...

    def candidates(self, s: S) -> Iterable[Step]:
        """Everything that could be said here, legal or not. Unique, except that nature's
        candidates may repeat: repeats are weights."""
        ...

    def why_not(self, s: S, step: Step) -> Text | None:
        """The reason that forbids this candidate now (no capital, no full stop), or None."""
        ...

    def apply(self, s: S, step: Step) -> tuple[S, list[Event]]:
        """The position after a legal step, or after Leave, and what came of it. Deterministic.

        Raises TypeError for a step that is none of this game's."""
        ...

    def view(self, s: S, seat: Seat | None) -> S:
        """What this seat (None: a stranger) may know, as a state with the rest blanked."""
        ...

    def unit(self, n: int) -> Text:
        """So many of what scores count: `1 point`, `2 points`."""
        ...

    def scores(self, s: S) -> tuple[tuple[int, ...], ...]:
        """Per seat its points, then its tie-breaks; the greatest tuple wins. A seat that has
        left has nothing: ()."""
        ...


class Remarks(Protocol):
    """What a game may say of itself besides. Whatever it leaves out is as usual."""

    final: Text  # why no turn of it can be taken back ("a card is drawn at once"); NOTHING: it can
    draws: Collection[int]  # how many may agree on a draw while they play; none
    curve: tuple[int, Text]  # which part of the scores its last picture shows by turn, and of what
    tie_breaks: tuple[Text, ...]  # what each part of the scores after the points means for who wins


class Shortcuts(Protocol[S]):
    """What a game may offer besides, each on its own. For `legal`, `settled` and `whole`, which
    save a search, a test proves that the search would find the same."""

    def legal(self, s: S) -> list[Step]:
        """Exactly the candidates without a reason, in their order."""
        ...

    def settled(self, s: S) -> Step | None:
        """Exactly what rules.drafting.foreseen finds by looking ahead; or any step, where whatever
        is said ends in one position (rules.drafting.converges)."""
        ...

    def whole(self, s: S) -> Iterator[tuple[tuple[Step, ...], S]]:
        """Exactly the positions that rules.play.turns finds, each once with a way that leads
        there, and faster: computer players look at some ten thousand of them in a turn. What a turn
        can begin with comes in rotation, so that the first of them are of all kinds."""
        ...

    def worth(self, s: S, seat: Seat) -> float:
        """How well a seat stands, by a simple measure of the game's own: more is better, and only
        positions of one game and seat are compared. Examples are chosen by it, and it guides
        computer players, who look at how far a seat is ahead of the best of the others."""
        ...

    def appeal(self, s: S, seat: Seat) -> float:
        """The same for what players are shown first, where what looks ahead needs another measure
        than who learns the game. Without it, `worth`."""
        ...

    def world(self, s: S, seat: Seat, draw: Lot) -> S:
        """A whole position that looks to this seat as this one does: what it cannot see is drawn
        among all that it knows to be possible. Computer players think about such positions. A game
        where something stays hidden from who is on turn needs it."""
        ...

    def reasons(self, before: S, after: S, seat: Seat) -> list[Text]:
        """What a turn has changed for a seat, by the parts of its worth, what matters most first,
        each in a few words: "makes a row of three next turn". For hints."""
        ...

    def offhand(self, s: S) -> Step:
        """The next legal step of a turn that is sensible at first sight, found many times faster
        than by looking at all turns: what computer players take the others to play."""
        ...

    def unattended(self, s: S) -> Step:
        """The next legal step of the turn that is played for the actor when their time is over.
        Without it: no more as soon as that can be said, and before that the first legal step."""
        ...

    def shown(self, s: S) -> bool:
        """All that was drawn or chosen in secret so far has been shown to everybody, such as
        dice after a showdown: the record of a running game then holds it. Never, unless a game
        says so."""
        ...
