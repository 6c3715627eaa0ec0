"""A puzzle: a position with one clearly best turn, out of a game of computers (`make puzzles`), and
its messages.

    puzzle fellers
    made by make puzzles: game 7 of computers      its origin
    best 84 c3 +b2 | d4 xe4 | c2 !d4 .             its player wins 84 of 100 such games; then the
    other 41 c3 +b3 | d4 xd3                       feared reply, and the turn after that
                                                   (an empty line, then a record up to the position)
    lumbercamp record 1
    …

The other turns are the ones that the analysis looked at, the second best first. The ids of buttons
hold the words so far (bot/messages/turn_builder.py), and nothing of the answer."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import cache
from typing import Any, Final, NamedTuple

import seeds
from bot.messages import turn_builder
from bot.messages.layout import Button, InWords, Layout
from bot.messages.turn_builder import Built
from bot.table.game import DAY
from bot.table.lessons import Scene
from bot.table.names import Command
from renderer import Hosted, Labels
from rules.drafting import Draft, Kind, draft
from rules.game import GameRules
from rules.play import perform
from rules.record import Record, parse
from rules.text import NOTHING, Code, Joined, Name, Plural, Small, Strong, Text, lines, sentences
from rules.voice import Argument, Voice
from storage import ANSWER, PuzzleTry
from storage import HINT as HINTED

PUZZLE: Final = Command("puzzle")
_ASK: Final = Text("Find the best turn. It's clearly better than every other turn.")


class Judged(NamedTuple):
    """A turn, with its judgement by the analysis."""

    line: str  # as in the log
    share: int  # games that its player wins, of 100
    then: tuple[str, ...] = ()  # the likely reply; after the best turn its answer too


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A puzzle's file."""

    kind: str
    made: str
    turns: tuple[Judged, ...]  # the best one first
    record: Record

    @property
    def best(self) -> Judged:
        return self.turns[0]


def read(text: str) -> Puzzle:
    """The puzzle of a file. Raises ValueError if it isn't a puzzle, or Corrupt."""
    head, _, record = text.partition("\n\n")
    (puzzle, kind), (made, where), *turns = (line.split(" ", 1) for line in head.splitlines())
    verbs = [verb for verb, _ in turns]
    if (puzzle, made, verbs) != ("puzzle", "made", ["best", *["other"] * (len(turns) - 1)]):
        raise ValueError("a puzzle has its game, its origin, and its turns, the best first")
    judged = list[Judged]()
    for _, said in turns:
        turn, *then = said.split(" | ")
        share, _, line = turn.partition(" ")
        judged.append(Judged(line, int(share), tuple(then)))
    return Puzzle(kind, where, tuple(judged), parse(record))


@cache
def puzzles_of(kind: str) -> Sequence[Puzzle]:
    """The puzzles of a game, from its files."""
    return tuple(map(read, seeds.puzzles(kind)))


def today(now: float) -> int:
    """The current day, counted since 1970."""
    return int(now // DAY)


def of_day(kind: str, day: int) -> Puzzle:
    """A game's puzzle of a day. After the last one, the first one follows."""
    found = puzzles_of(kind)
    return found[day % len(found)]


def game_of_day(kinds: Sequence[str], day: int) -> str:
    """The game of a day's puzzle if no game is named."""
    return kinds[day % len(kinds)]


def judgement(game: GameRules[Any], puzzle: Puzzle, scene: Scene, after: Any) -> Judged | None:
    """The judgement of a whole turn, by the position it leads to, however it was said. None: the
    analysis didn't look at it."""
    ends = ((turn, perform(game, scene.state, turn.line)[0]) for turn in puzzle.turns)
    return next((turn for turn, end in ends if end == after), None)


def streak(solved: Collection[int], day: int) -> int:
    """The number of consecutive days with a solved puzzle, up to this day, or up to the day before
    while this one can still be solved."""
    last, n = day if day in solved else day - 1, 0
    while last - n in solved:
        n += 1
    return n


class Day(Text):
    """A day, counted since 1970, in words even if the medium can show its reader's own time."""

    __slots__ = ("day",)

    def __init__(self, day: int) -> None:
        super().__init__("{day}")
        self.day = day

    def say_in(self, voice: Voice) -> str:
        return voice.medium.words(voice.moment((self.day + 0.5) * DAY, "D"))


class Asked(NamedTuple):
    """A puzzle of a day as one person has it."""

    hosted: Hosted
    kind: Kind[Any]  # in the language of the person
    puzzle: Puzzle
    begun: Scene
    day: int
    tries: Sequence[PuzzleTry] = ()

    @property
    def names(self) -> tuple[Argument, ...]:
        return tuple(map(Name, self.puzzle.record.names))

    @property
    def me(self) -> Argument:
        return self.names[self.begun.seat]

    @property
    def key(self) -> str:
        """The key of its game."""
        return self.kind.game.key

    @property
    def n(self) -> int:
        """The number of whole turns that they have tried."""
        return sum(each.did not in (HINTED, ANSWER) for each in self.tries)

    @property
    def solved(self) -> bool:
        return any(each.solved for each in self.tries)

    @property
    def done(self) -> bool:
        """Whether they have found the answer, or seen it without finding it."""
        return self.solved or any(each.did == ANSWER for each in self.tries)

    @property
    def exercise(self) -> turn_builder.Exercise:
        head = Text(
            "{sign} {game}: puzzle for {day}",
            sign="🧩",
            game=self.kind.game.title,
            day=Day(self.day),
        )
        date = f"{datetime.fromtimestamp(self.day * DAY, UTC).date()}"
        labels = Labels(date, self.puzzle.record.names, self.begun.turn)
        id_, file = f"lc:puzzle:{self.key}:{self.day}", f"{self.key}-puzzle-{date}.png"
        told = self.names, id_, head, labels, file
        return turn_builder.Exercise(self.hosted, self.kind, self.begun, *told)


def invitation(asked: Asked) -> Layout:
    """The puzzle's position for everybody, without a turn."""
    who = sentences(Text("{name} to move.", name=asked.me), _ASK)
    private = Small(Text("Only you can see your answer. More puzzles: {puzzle}.", puzzle=PUZZLE))
    solve = Button(Text("Solve It"), asked.exercise.part(), "success")
    opening = draft(asked.kind, asked.begun.state, "", typed=False)
    panel = asked.exercise.panel(opening, (who, asked.exercise.hand, private), (solve,))
    rows = asked.kind.texts.rows(asked.begun.state, asked.names)
    return replace(panel, plain=InWords(lines, (panel.text, rows)))


def building(asked: Asked, built: Built, note: Text = NOTHING) -> Layout:
    """The builder, after a part of a turn."""
    where = Text(
        "This is from a game between computers. You can see only what {name} could see.",
        name=asked.me,
    )
    you = sentences(Text("You're {name}.", name=asked.me), _ASK)
    begins = NOTHING if built.drafted.said else lines(asked.exercise.hand, Small(where))
    return asked.exercise.building(built, (note, you, begins), _ways(asked))


def miss_panel(asked: Asked, drafted: Draft[Any], judged: Judged | None) -> Layout:
    """A turn that isn't the best one: its result, and its danger."""
    if judged is None:
        n = len(asked.puzzle.turns)
        why_not = Text("Your turn isn't among the {n} best that the analysis found.", n=n)
    else:
        why_not = Text(
            "Your turn wins about {n} games in 100. The best turn wins about {best}.",
            n=judged.share,
            best=asked.puzzle.best.share,
        )
    if judged is not None and judged.then:
        reply = asked.exercise.turn(judged.then[0], asked.exercise.after(judged.line))
        why_not = sentences(Text("The danger is the reply {reply}.", reply=reply), why_not)
    turn = Strong(asked.exercise.turn(drafted.line))
    legal = Text("{turn} is a legal turn, but not the best one.", turn=turn)
    tried = Plural("You've tried {n} turn.", "You've tried {n} turns.", asked.n)
    again = Button(Text("Try Again"), asked.exercise.part(), "success")
    return asked.exercise.panel(drafted, (legal, why_not, tried), (again, *_ways(asked)))


def solution(asked: Asked, streak: int) -> Layout:
    """The best turn, and why it is best; if it was found, with a line to share."""
    s, best = asked.begun.state, asked.puzzle.best.line
    said = [Text("Here's the turn: {plan}.", plan=Strong(asked.exercise.turn(best))), _why(asked)]
    if asked.solved:
        _, events = perform(asked.kind.game, s, best)
        tries = Plural("{n} try", "{n} tries", asked.n)
        helped = any(each.did == HINTED for each in asked.tries)
        shared = Text(
            "{sign} {game}, puzzle for {day}: {tries} · {streak}",
            sign="🧩",
            game=asked.kind.game.title,
            day=Day(asked.day),
            tries=Text("{tries} and a hint", tries=tries) if helped else tries,
            streak=Plural("{n}-day streak", "{n}-day streak", streak),
        )
        said = [
            sentences(Strong(Text("That's it!")), asked.kind.texts.story(events, asked.names)),
            _why(asked),
            Code(shared),
            Small(Text("Copy this to share it. It doesn't give the answer away.")),
        ]
    practise = Button(Text("Practise"), f"lc:practice:{asked.key}")
    return asked.exercise.panel(draft(asked.kind, s, "", kept=best.split()), said, (practise,))


def hint_text(asked: Asked) -> Text:
    """The reasons for the best turn, or its first step if there are none."""
    game, best, s = asked.kind.game, asked.puzzle.best.line, asked.begun.state
    if reasons := game.reasons(s, asked.exercise.after(best), asked.begun.seat):
        return Text("Hint: the best turn {reasons}.", reasons=Joined(" · ", reasons))
    first, *more = best.split()
    if more:
        _, events = perform(game, s, first)
        plan = asked.kind.texts.plan(events, asked.names)
        return Text("Hint: the best turn starts with {plan}.", plan=plan)
    return Text("Hint: the best turn is a single step. Look at the possible replies to each turn.")


def _why(asked: Asked) -> Text:
    """The reasons for the best turn, the expected line, and how often the next best turn wins."""
    best, second = asked.puzzle.turns[:2]
    after, then = asked.exercise.after(best.line), NOTHING
    wins = Text(
        "The best turn wins about {n} games in 100, and the next best wins {second}.",
        n=best.share,
        second=second.share,
    )
    if best.then:
        reply = asked.exercise.turn(best.then[0], after)
        then = Text("The best reply is {reply}.", reply=reply)
    if len(best.then) > 1:
        replied, _ = perform(asked.kind.game, after, best.then[0])
        mine = asked.exercise.turn(best.then[1], replied)
        then = Text("The best reply is {reply}; then you play {mine}.", reply=reply, mine=mine)
    return lines(asked.exercise.why(after), then, wins)


def _ways(asked: Asked) -> tuple[Button, ...]:
    """Buttons to type a turn, and after a try for help."""
    typed = Button(Text("Type My Turn"), f"lc:puzzleline:{asked.key}:{asked.day}")
    if not asked.n:
        return (typed,)
    hint = Button(Text("Hint"), asked.exercise.part((), "hint"))
    return typed, hint, Button(Text("Show the Answer"), asked.exercise.part((), "show"))
