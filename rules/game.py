"""What a board game is here: a pure machine that is fed one small step at a time.

A game never sees a clock, a file or a random generator. Chance is a seat like the others,
NATURE, whose steps stand in the log. Six methods carry every game, and it may override more:

    new ──> state ──> actor: who speaks now? ── NOBODY: it is over, read the scores
              ^                 │
              └── apply <── a step out of candidates for which why_not finds no reason
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, ClassVar, Generic, NamedTuple, Protocol, TypeAlias, TypeVar

from rules.declared import Declared
from rules.errors import Unavailable
from rules.foresight import foreseen
from rules.text import NOTHING, Plural, Text

Seat: TypeAlias = int  # 0 is the first player
Lot: TypeAlias = Callable[[Sequence[Any]], Any]  # one of several, as random.Random.choice picks
NATURE: Seat = -1
NOBODY: Seat = -2
TABLE: Seat = -3  # in a log only: what happens to any game (undo, leave, cancel, …)

NO_OPTIONS: Mapping[str, str] = MappingProxyType({})
NO_MEANING: Mapping[str, Text] = MappingProxyType({})
TIE_BREAK = 1e-3  # how little a part of a score counts beside the one before it


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
    default alters no running one.

    label, labels: the name and the values as people see and type them, where records have other
    words."""

    name: str
    about: Text
    default: str
    choices: tuple[str, ...] = ()
    meaning: Mapping[str, Text] = field(default_factory=lambda: NO_MEANING, hash=False)
    label: str = ""
    labels: Mapping[str, str] = field(default_factory=lambda: NO_OPTIONS, hash=False)

    @property
    def shown(self) -> str:
        """The name that people see and type."""
        return self.label or self.name

    def said(self, value: str) -> str:
        """A value as people see and choose it."""
        return self.labels.get(value, value)


class Step:
    """One thing said. Its str() is its notation; the parser is a look-up of that."""

    __slots__ = ()
    open_ended: ClassVar[bool] = False  # more of the kind may follow until `.` is said


@dataclass(frozen=True, slots=True)
class Stop(Step):
    """The end of an open-ended series of steps."""

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


@dataclass(frozen=True, slots=True)
class Frame(Generic[S]):
    """A row of a log as the rules followed it: what was said, the positions before and after it,
    and what came of it."""

    n: int
    seat: Seat
    line: str
    before: S
    after: S
    events: tuple[Event, ...]


class Played(NamedTuple):
    """A game that is over, from one of its seats."""

    frames: tuple[Frame[Any], ...]
    seat: Seat
    won: bool

    def events(self, *verbs: str) -> Iterator[Event]:
        """The facts of these kinds, of all seats, in order."""
        return (e for frame in self.frames for e in frame.events if e.verb in verbs)

    def mine(self, *verbs: str) -> Iterator[Event]:
        """Those of its own seat."""
        return (event for event in self.events(*verbs) if event.seat == self.seat)


Remark: TypeAlias = tuple[int, Text]  # how remarkable, and in words


In = TypeVar("In", contravariant=True)
P = TypeVar("P")  # a position at the beginning of a turn, as a machine has it
Turn = TypeVar("Turn")  # a tuple that begins with what the turn is worth to its mover


class Machine(Protocol[In, P, Turn]):
    """A game for two without chance and secrets, in a form that is quick to look ahead in: exactly
    the whole turns of the rules, and `worth` of the mover less that of the other; inf is a game
    that is won, 0 a draw. One serves one search."""

    def place(self, s: In) -> P:
        """A position at the beginning of a turn, in that form."""

    def turns(self, here: P) -> list[Turn]:
        """Every whole turn of the mover, the best at first sight in front."""

    def after(self, here: P, turn: Turn) -> P | None:
        """Where one of them leads; None: the game is over."""

    def best(self, here: P, enough: float) -> tuple[float, int]:
        """What the best of them is worth, or the first that is worth enough; and how many were
        looked at."""


Luck: TypeAlias = Iterator[float]  # endless, from 0 up to 1: what nature says comes of it, in order


class Playouts(Protocol[In]):
    """A game in a form in which it is played on many times as fast as by the rules, everybody
    playing what is sensible at first sight. One serves one search.

    to_the_end: it is played on until it is over; sight: as how many games that are played on it
    counts how good a turn looks before."""

    to_the_end: bool
    sight: int

    def seems(self, s: In) -> Sequence[float] | None:
        """What each seat is taken to win at first sight, after a turn and by what its player may
        see. None: as the game's `worth` says."""

    def ended(self, s: In, luck: Luck) -> tuple[Sequence[float], int]:
        """What each seat is taken to win of a game that is played on from between two turns, as
        shares that add up to one; and as how many positions that were looked at it counts. The
        first of `luck` is nature's first word."""


class Dice(Protocol[In, P]):
    """A game for two without secrets in which a die is rolled before each turn, in a form that is
    quick to look ahead in. One serves one search."""

    def place(self, s: In) -> P:
        """A position between two turns of a game that is not over, in that form."""

    def over(self, here: P) -> bool:
        """Whether the game is over there."""

    def share(self, here: P) -> float:
        """What the next seat is taken to win, from 0 to 1; has won, where the game is over."""

    def answers(self, here: P) -> Sequence[Sequence[P]]:
        """By face of the die, the positions after the next seat's turns: at least one, and all that
        are worth looking at."""


class Game(Declared, ABC, Generic[S]):
    """The rules of one game, which derives from this class. What is abstract here is what it has to
    write; what has a default it overrides where that is not so; other names are refused
    (rules.declared). States are immutable values; whenever a turn is complete, str() is the whole
    position."""

    key: str
    title: str
    letter: str  # games are called L7, J3, F12
    sign: str = "🎲"  # an emoji that stands for it
    fewest: int
    most: int
    rules_version: int = 1  # grows with every change that alters what a running game may do
    options: tuple[Option, ...] = ()  # what a table may agree on
    hidden_information: bool = False  # there is something that only one seat may see
    chance_waits: bool = False  # nature rolls for the next turn only when the last one stands
    final: Text = NOTHING  # why no turn can be taken back ("a card is drawn at once")
    draws: Collection[int] = ()  # how many may agree on a draw while they play
    curve: tuple[int, Text] = (0, Text("points"))  # the part of a score that is shown by turn
    lead: float = 3.0  # of worth, by which a seat that is ahead of one other wins 73 games of 100
    level_ratings: tuple[int, ...] = ()  # of computers among themselves, the weakest level first
    lowest_wins: bool = False  # the fewest points win; tie-breaks are greatest first as ever
    tie_breaks: tuple[Text, ...] = ()  # what each part of a score after the points means
    agreed: bool = False  # the players have agreed on a draw, see rules.ending.drawn

    def new(self, setup: Setup) -> S:
        """The opening, for a number of seats that is possible. Raises Unavailable."""
        if not self.fewest <= setup.seats <= self.most:
            raise Unavailable(self._seats())
        return self.opening(setup)

    def _seats(self) -> Text:
        if self.fewest == self.most:
            return Text("{game} is for {n} players.", game=self.title, n=self.most)
        return Text(
            "{game} is for {fewest} to {most} players.",
            game=self.title,
            fewest=self.fewest,
            most=self.most,
        )

    @abstractmethod
    def opening(self, setup: Setup) -> S:
        """The position before anybody, nature included, has done anything, for so many seats.

        Raises Unavailable when an option is not possible."""

    @abstractmethod
    def actor(self, s: S) -> Seat:
        """Who speaks now: a seat, NATURE or, when the game is over, NOBODY."""

    @abstractmethod
    def candidates(self, s: S) -> Iterable[Step]:
        """Everything that could be said here, legal or not. Unique, except that nature's
        candidates may repeat: repeats are weights."""

    @abstractmethod
    def why_not(self, s: S, step: Step) -> Text | None:
        """The reason that forbids this candidate now (no capital, no full stop), or None."""

    @abstractmethod
    def apply(self, s: S, step: Step) -> tuple[S, list[Event]]:
        """The position after a legal step, or after Leave, and what came of it. Deterministic.

        Raises TypeError for a step that is none of this game's (`unknown`)."""

    @abstractmethod
    def scores(self, s: S) -> tuple[tuple[int, ...], ...]:
        """Per seat its points, then its tie-breaks; the greatest tuple wins, or where `lowest_wins`
        the one with the fewest points. A seat that has left has nothing: ()."""

    def comparable(self, s: S) -> tuple[tuple[int, ...], ...]:
        """The scores as they are compared: the greatest is the best."""
        scores = self.scores(s)
        if not self.lowest_wins:
            return scores
        return tuple((-score[0], *score[1:]) if score else () for score in scores)

    def view(self, s: S, seat: Seat | None) -> S:
        """What this seat (None: a stranger) may know, as a state with the rest blanked. By default
        everybody sees everything."""
        return s

    def shown(self, s: S) -> bool:
        """All that was drawn or chosen in secret so far has been shown to everybody, such as
        dice after a showdown: the record of a running game then holds it. Never, unless a game
        says so."""
        return False

    def unit(self, n: int) -> Text:
        """So many of what scores count: `1 point`, `2 points`."""
        return Plural("{n} point", "{n} points", n=n)

    def unknown(self, step: Step) -> TypeError:
        """What `apply` raises for a step of another game."""
        return TypeError(f"{type(step).__name__} is no step of {self.title}")

    # What is known without a search. A test proves that a search would find the same.

    def legal(self, s: S) -> list[Step]:
        """Exactly the candidates without a reason, in their order; nature's with their weights as
        repeats."""
        return [step for step in self.candidates(s) if self.why_not(s, step) is None]

    def forced(self, s: S) -> Step | None:
        """A step that needs no saying: it is part of every legal completion of the turn, and it
        makes no difference when it is said. None: there is a choice. A game finds exactly what
        rules.foresight.foreseen finds by looking ahead; or any step, where whatever is said ends
        in one position (rules.foresight.converges)."""
        return foreseen(self, s)

    def whole(self, s: S) -> Iterator[tuple[tuple[Step, ...], S]] | None:
        """Exactly the positions that rules.play.turns finds, each once with a way that leads
        there, and faster: computer players look at some ten thousand of them in a turn. What a turn
        can begin with comes in rotation, so that the first of them are of all kinds. None: they
        have to be searched for."""
        return None

    def machine(self, s: S) -> Machine[S, Any, Any] | None:
        """What looks ahead of this position many times faster than the rules, where a game for two
        has something of the kind. None: the rules look ahead themselves."""
        return None

    def dice(self, s: S) -> Dice[S, Any] | None:
        """What looks ahead of this position where a die is rolled before each turn, where a game
        for two has something of the kind. None: what may come of a turn is played on."""
        return None

    def playouts(self, s: S) -> Playouts[S] | None:
        """What plays on from positions like this one, where chance or secrets decide too. None:
        computer players look some rounds ahead by the rules, and go by `worth`."""
        return None

    # What a turn is worth, for examples, hints and computer players.

    def worth(self, s: S, seat: Seat) -> float:
        """How well a seat stands, by a simple measure of the game's own: more is better, and only
        positions of one game and seat are compared. Examples are chosen by it, and it guides
        computer players, who look at how far a seat is ahead of the best of the others. By default
        the score as one number."""
        return sum(part * TIE_BREAK**i for i, part in enumerate(self.comparable(s)[seat]))

    def catch(self, before: S, after: S, seat: Seat) -> int:
        """What a seat visibly gets by a turn of its own, as anybody at the table sees at once:
        points, pieces that come home, rivals that are put back. More is better. Also the easiest
        computer takes the most of it. By default by how much the points have changed."""
        then, now = self.comparable(before)[seat], self.comparable(after)[seat]
        return now[0] - then[0]

    def appeal(self, s: S, seat: Seat) -> float:
        """How well a seat stands for what players are shown first, where what looks ahead needs
        another measure than who learns the game. By default `worth`."""
        return self.worth(s, seat)

    def liking(self, s: S, seat: Seat) -> float:
        """How a position looks to a seat whose player begins to learn the game and forgets half of
        it, in the units of `worth`: what the easiest computer goes by now and then. By default
        `worth`."""
        return self.worth(s, seat)

    def world(self, s: S, seat: Seat, draw: Lot) -> S:
        """A whole position that looks to this seat as this one does: what it cannot see is drawn
        among all that it knows to be possible. Computer players think about such positions. A game
        where something stays hidden from whoever is on turn needs it."""
        return s

    def offhand(self, s: S) -> Step | None:
        """The next legal step of a turn that is sensible at first sight, found many times faster
        than by looking at all turns: what computer players take the others to play. None: they
        look at all turns."""
        return None

    def idea(self, steps: Sequence[Step]) -> Sequence[Step]:
        """The part of a turn that makes it another idea than the next one: of turns that share
        it, only the best is suggested. By default all of its steps."""
        return steps

    def reasons(self, before: S, after: S, seat: Seat) -> Sequence[Text]:
        """What a turn has changed for a seat, by the parts of its worth, what matters most first,
        each in a few words: "makes a row of three next turn". For hints."""
        return ()

    def unattended(self, s: S) -> Step:
        """The next legal step of the turn that is played for the actor when their time is over:
        whatever changes least, and never a choice that only they could make well. By default no
        more as soon as that can be said, and before that the first legal step."""
        options = self.legal(s)
        return next((step for step in options if isinstance(step, Stop)), options[0])

    # What is told of a game that is over.

    def gained(self, frame: Frame[S]) -> int:
        """By how much the score of whoever spoke has become better, as far as the curve shows
        it."""
        part, _ = self.curve
        before, after = (self.comparable(s)[frame.seat] for s in (frame.before, frame.after))
        return after[part] - before[part] if before and after else 0

    def moment(self, frame: Frame[S]) -> Remark:
        """What was remarkable in a turn. By default how many points it brought."""
        n = self.gained(frame)
        return n, Plural("best turn: {n} point", "best turn: {n} points", n=n)

    def figures(self, games: Sequence[Played]) -> Iterable[Text]:
        """What is worth knowing of how somebody plays, counted in one or more games of theirs."""
        return ()
