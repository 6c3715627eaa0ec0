"""Board games as pure machines that take one small step at a time.

A game never sees a clock, a file or a random generator. Chance is a seat like the others, NATURE,
whose steps stand in the log. Six methods carry every game, and it may override more:

    new ──> state ──> actor: who speaks now? ── NOBODY: it is over, read the scores
              ^                 │
              └── apply <── a step out of candidates for which why_not finds no reason
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from inspect import get_annotations
from types import MappingProxyType
from typing import Any, ClassVar, Generic, NamedTuple, Protocol, TypeAlias, TypeVar

from rules.errors import Unavailable
from rules.text import NOTHING, Plural, Text

Seat: TypeAlias = int  # 0 is the first player
Lot: TypeAlias = Callable[[Sequence[Any]], Any]  # one of several, as random.Random.choice picks
NATURE: Seat = -1
NOBODY: Seat = -2
TABLE: Seat = -3  # in a log only: rows of any game (undo, leave, cancel, …)

NO_OPTIONS: Mapping[str, str] = MappingProxyType({})
NO_MEANING: Mapping[str, Text] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Setup:
    """The number of seats, and the game's own options by name."""

    seats: int
    options: Mapping[str, str] = field(default_factory=lambda: NO_OPTIONS)


@dataclass(frozen=True, slots=True)
class Option:
    """An option that a table agrees on before the game begins."""

    name: str
    about: Text
    default: str  # stored with every game, so a later default changes no running one
    choices: tuple[str, ...] = ()  # to pick from; none: any text that `GameRules.new` takes
    meaning: Mapping[str, Text] = field(default_factory=lambda: NO_MEANING, hash=False)  # of values
    # The name and the values as people see and type them, where records have other words.
    label: str = ""
    labels: Mapping[str, str] = field(default_factory=lambda: NO_OPTIONS, hash=False)

    @property
    def shown(self) -> str:
        """The name that people see and type."""
        return self.label or self.name

    def value_label(self, value: str) -> str:
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
    """A seat is given up for good. It is a word of the table, not of a turn, legal until the game
    is over, and every game's `apply` handles it."""

    seat: Seat

    def __str__(self) -> str:
        return f"leave {self.seat}"


class Event(NamedTuple):
    """A fact about a step, for the story and for the marks in the picture."""

    verb: str
    seat: Seat
    at: tuple[str, ...] = ()  # squares, in the order that the verb needs
    n: int = 0  # points, a stage or a count
    only: Seat | None = None  # the one seat that may know of it; None: everybody


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
    """A row of a log with the positions before and after it, and its events."""

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
        """The events with these verbs, in order."""
        return (e for frame in self.frames for e in frame.events if e.verb in verbs)

    def mine(self, *verbs: str) -> Iterator[Event]:
        """The same of its own seat."""
        return (event for event in self.events(*verbs) if event.seat == self.seat)


Remark: TypeAlias = tuple[int, Text]  # how remarkable, and in words

In = TypeVar("In", contravariant=True)
P = TypeVar("P")  # a position at the beginning of a turn, in a machine's form
Turn = TypeVar("Turn")  # a tuple that begins with the turn's value to its mover
Luck: TypeAlias = Iterator[float]  # endless, from 0 up to 1: nature's choices, in order

# Computers search a game in one of three ways with different questions, so a fast form of a game is
# one of three protocols. One object serves one search.


class Machine(Protocol[In, P, Turn]):
    """A fast form of a game for two without chance and secrets, for looking ahead turn by turn. It
    has exactly the whole turns of the rules. Values are `worth` of the mover less that of the
    other; inf is a won game, 0 a draw."""

    def place(self, s: In) -> P:
        """The fast form of a position at the beginning of a turn."""

    def turns(self, here: P) -> list[Turn]:
        """Every whole turn of the mover, the best at first sight first."""

    def after(self, here: P, turn: Turn) -> P | None:
        """The position after a turn; None: the game is over."""

    def best(self, here: P, enough: float) -> tuple[float, int]:
        """The value of the best turn, or the first worth `enough`, and how many were seen."""


class Dice(Protocol[In, P]):
    """A fast form of a game for two without secrets, with a roll before each turn."""

    def place(self, s: In) -> P:
        """The fast form of a position between two turns of a game that isn't over."""

    def is_over(self, here: P) -> bool:
        """True if the game is over."""

    def share(self, here: P) -> float:
        """The next seat's chance of winning, from 0 to 1, also of a game that is over."""

    def answers(self, here: P) -> Sequence[Sequence[P]]:
        """By face, the positions after the next seat's turns: one at least, all worth seeing."""


class Playouts(Protocol[In]):
    """A fast form of a game for playing it on many times, by turns that look sensible."""

    to_the_end: bool  # it is played on until it is over
    sight: int  # the number of playouts that a turn's look at first sight counts as

    def seems(self, s: In) -> Sequence[float] | None:
        """Each seat's share at first sight, by its player's view; None: use `worth`."""

    def play_out(self, s: In, luck: Luck) -> tuple[Sequence[float], int]:
        """Each seat's share of a game played on from between two turns (they add up to one), and
        the number of positions that this counts as. The first of `luck` is nature's first word."""


class Declared:
    """A class whose subclasses may define only the public names that it declares, so a misspelt one
    is refused when the class is made: `Keep.wroth: GameRules has no such part, perhaps worth.`"""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        declaring = cls.__mro__[cls.__mro__.index(Declared) - 1]
        known = {*dir(declaring), *get_annotations(declaring)}
        for each in (each for each in cls.__mro__ if not issubclass(declaring, each)):
            for name in (*vars(each), *get_annotations(each)):
                if not name.startswith("_") and name not in known:
                    near = get_close_matches(name, known, 1)
                    raise TypeError(
                        f"{cls.__name__}.{name}: {declaring.__name__} has no such part"
                        f"{''.join(f', perhaps {x}' for x in near)}. Names of its own begin with _."
                    )


class GameRules(Declared, ABC, Generic[S]):
    """The rules of one game, which derives from this class. It writes the abstract methods and
    overrides the wrong defaults. States are immutable values; whenever a turn is complete, str() is
    the whole position.

    Its parts by their users: the rules, hints, computers, pictures and reviews."""

    key: str
    title: str
    letter: str  # games are called L7, J3, F12
    sign: str = "🎲"  # an emoji that stands for it
    fewest: int
    most: int
    rules_version: int = 1  # grows with every change that alters what a running game may do
    options: tuple[Option, ...] = ()  # options that a table may agree on
    hidden_information: bool = False  # only one seat may see some of it
    chance_waits: bool = False  # nature rolls for the next turn only when the last one stands
    final: Text = NOTHING  # why no turn can be taken back ("a card is drawn at once")
    draws: Collection[int] = ()  # numbers of players who may agree on a draw
    lowest_wins: bool = False  # the fewest points win; tie-breaks are greatest first as ever
    tie_breaks: tuple[Text, ...] = ()  # what each part of a score after the points means
    agreed: bool = False  # the players have agreed on a draw, see rules.ending.drawn
    # For computers
    lead: float = 3.0  # of worth, by which a seat that is ahead of one other wins 73 games of 100
    level_ratings: tuple[int, ...] = ()  # of computers among themselves, the weakest level first
    # For pictures
    curve: tuple[int, Text] = (0, Text("points"))  # the part of a score that is shown by turn

    # The rules

    def new(self, setup: Setup) -> S:
        """The opening, for a possible number of seats. Raises Unavailable."""
        if not self.fewest <= setup.seats <= self.most:
            raise Unavailable(
                Text("{game} is for {n} players.", game=self.title, n=self.most)
                if self.fewest == self.most
                else Text(
                    "{game} is for {fewest} to {most} players.",
                    game=self.title,
                    fewest=self.fewest,
                    most=self.most,
                )
            )
        return self.opening(setup)

    @abstractmethod
    def opening(self, setup: Setup) -> S:
        """The position before anybody has done anything. Raises Unavailable for an
        impossible option."""

    @abstractmethod
    def actor(self, s: S) -> Seat:
        """The seat to speak: a player's, NATURE or, when the game is over, NOBODY."""

    @abstractmethod
    def candidates(self, s: S) -> Iterable[Step]:
        """All steps that could be said here, legal or not, each once. Nature's may repeat as
        weights."""

    @abstractmethod
    def why_not(self, s: S, step: Step) -> Text | None:
        """The reason against this candidate (no capital, no full stop), or None if it is legal."""

    @abstractmethod
    def apply(self, s: S, step: Step) -> tuple[S, list[Event]]:
        """The position after a legal step, or after Leave, and its events. Deterministic. Raises
        TypeError for a step of another game (`unknown`)."""

    @abstractmethod
    def scores(self, s: S) -> tuple[tuple[int, ...], ...]:
        """By seat its points, then its tie-breaks. The greatest tuple wins, or with `lowest_wins`
        the one with the fewest points. A seat that has left has ()."""

    def comparable(self, s: S) -> tuple[tuple[int, ...], ...]:
        """The scores, changed if necessary to make the greatest the best."""
        scores = self.scores(s)
        if not self.lowest_wins:
            return scores
        return tuple((-score[0], *score[1:]) if score else () for score in scores)

    def view(self, s: S, seat: Seat | None) -> S:
        """Blank everything that this seat (None: a stranger) may not know; by default nothing."""
        return s

    def secrets_known(self, s: S) -> bool:
        """True if every secret so far is known to everybody, as after a showdown. The record of a
        running game then holds them. By default never."""
        return False

    def unit(self, n: int) -> Text:
        """A number of the units of a score: `1 point`, `2 points`."""
        return Plural("{n} point", "{n} points", n=n)

    def unknown(self, step: Step) -> TypeError:
        """The error that `apply` raises for a step of another game."""
        return TypeError(f"{type(step).__name__} is no step of {self.title}")

    def unattended_step(self, s: S) -> Step:
        """The next legal step of a turn played for a player whose time is over. It changes little.
        By default `.` as soon as it is legal, before that the first legal step."""
        options = self.legal(s)
        return next((step for step in options if isinstance(step, Stop)), options[0])

    # The rules again, faster. A test proves that a search would find the same.

    def legal(self, s: S) -> list[Step]:
        """The candidates without a reason against them, in their order."""
        return [step for step in self.candidates(s) if self.why_not(s, step) is None]

    def forced_step(self, s: S) -> Step | None:
        """A step that needs no saying, as it is part of every completion of the turn and its moment
        makes no difference: exactly what `foreseen` finds, or any step if the turn `converges`.
        None: there is a choice."""
        return foreseen(self, s)

    def whole(self, s: S) -> Iterator[tuple[tuple[Step, ...], S]] | None:
        """Each position that rules.play.turns finds, once, with a way there, but faster: computers
        look at ten thousand in a turn. First steps come in rotation, so the first positions are of
        all kinds. None: search for them."""
        return None

    # For hints: examples, suggestions and their reasons

    def appeal(self, s: S, seat: Seat) -> float:
        """How well a seat stands for choosing examples, if that differs from `worth`."""
        return self.worth(s, seat)

    def idea(self, steps: Sequence[Step]) -> Sequence[Step]:
        """The steps that make a turn another idea. Of turns that share them, only the best is
        suggested. By default all steps."""
        return steps

    def reasons(self, before: S, after: S, seat: Seat) -> Sequence[Text]:
        """The changes of a turn for a seat, the most important first, in a few words each."""
        return ()

    # For computers

    def worth(self, s: S, seat: Seat) -> float:
        """How well a seat stands; more is better. Only positions of one game and seat are compared.
        Computers go by a seat's lead over the best of the others. By default the score, each part
        a thousandth of the one before it."""
        return sum(part * 1e-3**i for i, part in enumerate(self.comparable(s)[seat]))

    def catch(self, before: S, after: S, seat: Seat) -> int:
        """The visible gain of a seat's turn: points, pieces home, rivals sent back. The easiest
        computer takes the most of it. By default the points won; a loss counts 0."""
        then, now = self.comparable(before)[seat], self.comparable(after)[seat]
        return max(0, now[0] - then[0])

    def liking(self, s: S, seat: Seat) -> float:
        """How a beginner, who forgets half of the game, likes a position, in units of `worth`."""
        return self.worth(s, seat)

    def world(self, s: S, seat: Seat, draw: Lot) -> S:
        """A whole position that looks the same to this seat, with its unknown parts drawn from all
        possible ones. A game with `hidden_information` needs it."""
        return s

    def offhand(self, s: S) -> Step | None:
        """The next step of a turn that is sensible at first sight, found without looking at all
        turns. Computers expect others to play it. None: they look at all turns."""
        return None

    def machine(self, s: S) -> Machine[S, Any, Any] | None:
        """The fast form for looking ahead turn by turn. None: go by the rules."""
        return None

    def dice(self, s: S) -> Dice[S, Any] | None:
        """The fast form for looking ahead roll by roll. None: play on instead."""
        return None

    def playouts(self, s: S) -> Playouts[S] | None:
        """The fast form for playing on. None: play some rounds by the rules and go by `worth`."""
        return None

    # For pictures of a finished game, and reviews

    def gain(self, frame: Frame[S]) -> int:
        """By how much a turn improved its player's score, in the part that `curve` shows."""
        part, _ = self.curve
        before, after = (self.comparable(s)[frame.seat] for s in (frame.before, frame.after))
        return after[part] - before[part] if before and after else 0

    def moment(self, frame: Frame[S]) -> Remark:
        """How remarkable a turn was, and why. By default the points it won."""
        n = self.gain(frame)
        return n, Plural("best turn: {n} point", "best turn: {n} points", n=n)

    def figures(self, games: Sequence[Played]) -> Iterable[Text]:
        """Statistics of a person's play, from some of their games."""
        return ()


def closer_home(own: int, rivals: int) -> Iterator[Text]:
    """The steps by which a turn brings a seat, and its rivals together, nearer home."""
    if own > 0:
        yield Plural("comes {n} step closer to home", "comes {n} steps closer to home", n=own)
    elif own < 0:
        yield Plural("goes {n} step back", "goes {n} steps back", n=-own)
    if rivals < 0:
        yield Plural("costs rivals {n} step", "costs rivals {n} steps", n=-rivals)
    elif rivals > 0:
        yield Plural("saves rivals {n} step", "saves rivals {n} steps", n=rivals)


# Steps of a turn that leave no choice, found by looking ahead.

MOST_POSITIONS = 200  # positions looked at before a step is taken to be a choice


def foreseen(game: GameRules[S], s: S, patience: int = MOST_POSITIONS) -> Step | None:
    """The first forced step, found by looking at `patience` positions at most."""
    options, known = game.legal(s), dict[tuple[S, Step], S]()
    if len(options) == 1:
        return options[0]

    def then(s: S, step: Step) -> S:
        if (s, step) not in known:
            known[s, step] = game.apply(s, step)[0]
        return known[s, step]

    def commute(s: S, x: Step, y: Step) -> bool:
        """True if either may be said first in the same turn, and the position is the same."""
        seat, after_y = game.actor(s), then(s, y)
        if game.actor(after_y) != seat or game.why_not(after_y, x) is not None:
            return False
        after_x = then(s, x)
        if game.actor(after_x) != seat or game.why_not(after_x, y) is not None:
            return False
        return then(after_y, x) == then(after_x, y)

    def inevitable(x: Step) -> bool:
        """True if every way from `s` says `x` sooner or later: no other step gets in its way."""
        nonlocal patience
        waiting, seen = [s], {s}
        while waiting:
            here = waiting.pop()
            patience -= 1
            others = [y for y in game.legal(here) if y != x]
            if patience < 0 or not all(commute(here, x, y) for y in others):
                return False
            fresh = {then(here, y) for y in others} - seen
            seen |= fresh
            waiting += fresh
        return True

    return next((x for x in options if patience > 0 and inevitable(x)), None)


def converges(game: GameRules[S], s: S, patience: int = MOST_POSITIONS) -> bool:
    """True if all ways to play the turn end in one position, looking at `patience` at most."""
    seat, known, end = game.actor(s), {s}, None
    waiting = [(s, iter(game.legal(s)))]
    while waiting and patience > len(known):
        here, steps = waiting[-1]
        if (step := next(steps, None)) is None:
            waiting.pop()
            continue
        there, _ = game.apply(here, step)
        if there in known:
            continue
        if game.actor(there) == seat:
            known.add(there)
            waiting.append((there, iter(game.legal(there))))
        elif end is None:
            end = there
        elif end != there:
            return False
    return not waiting and end is not None
