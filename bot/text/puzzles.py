"""What people are told of the puzzle of a day: what is asked, what a turn is worth, and one line to
share that gives nothing away."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from bot.core.calendar import DAY
from bot.core.commands import Command
from bot.domain.lessons import Scene
from bot.domain.puzzles import Judged, Puzzle
from bot.text.plans import planned, so_far
from bot.text.servers import doer
from rules.drafting import Draft, Kind
from rules.game import Game
from rules.play import perform
from rules.text import (
    NOTHING,
    Code,
    Joined,
    Name,
    Place,
    Plural,
    Small,
    Strong,
    Text,
    lines,
    sentences,
)
from rules.voice import Argument, Voice
from storage import ANSWER, HINT, PuzzleTry

SIGN: Final = "🧩"
PUZZLE: Final = Command("puzzle")
SETUP: Final = Command("games-admin", "puzzles")


class Day(Text):
    """A day, counted since 1970, in words also where a medium would tell its reader's own time."""

    __slots__ = ("day",)

    def __init__(self, day: int) -> None:
        super().__init__("{day}")
        self.day = day

    def said(self, voice: Voice) -> str:
        return voice.medium.words(voice.moment((self.day + 0.5) * DAY, "D"))


class Asked(NamedTuple):
    """A puzzle of a day as one person has it. tries: what they have done at it."""

    kind: Kind[Any]
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
    def n(self) -> int:
        """How many whole turns they have tried."""
        return sum(each.did not in (HINT, ANSWER) for each in self.tries)

    @property
    def solved(self) -> bool:
        return any(each.solved for each in self.tries)

    @property
    def told(self) -> bool:
        """They have seen the answer, and did not find it."""
        return any(each.did == ANSWER for each in self.tries)

    @property
    def hinted(self) -> bool:
        return any(each.did == HINT for each in self.tries)

    def after(self, line: str) -> Any:
        return perform(self.kind.game, self.begun.state, line)[0]


OFF_HERE: Final = Text(
    "Puzzles are turned off on this server. Solve them in direct messages with me: {puzzle}.",
    puzzle=PUZZLE,
)
NONE: Final = Text("There are no puzzles for the games I host.")
ASK: Final = Text("Find the best turn. It's clearly better than every other turn.")
TYPE: Final = Text("Type My Turn")
HINT_LABEL: Final = Text("Hint")
ANSWER_LABEL: Final = Text("Show the Answer")
AFTER_A_TRY: Final = Text("You can get a hint or the answer after your first try.")
NOT_WHOLE: Final = Text(
    "That isn't a complete turn yet, and I couldn't load it. Type the complete turn."
)


def none_of(game: Game[Any]) -> Text:
    return Text("There are no puzzles for {game}.", game=game.title)


def passed(day: int) -> Text:
    """Of a puzzle of another day, in whose place today's is shown."""
    return Text("The puzzle for {day} is over. Here's today's.", day=Day(day))


def head(asked: Asked) -> Text:
    return Strong(
        Text(
            "{sign} {game}: puzzle for {day}",
            sign=SIGN,
            game=asked.kind.game.title,
            day=Day(asked.day),
        )
    )


def invitation(asked: Asked) -> Text:
    """For everybody."""
    return lines(
        head(asked),
        sentences(Text("{name} to move.", name=asked.me), ASK),
        _hand(asked),
        Small(Text("Only you can see your answer. More puzzles: {puzzle}.", puzzle=PUZZLE)),
    )


def building(asked: Asked, drafted: Draft[Any], note: Text = NOTHING) -> Text:
    """What is asked, and what was said of it."""
    plan = asked.kind.texts.plan(drafted.events, asked.names)
    where = Small(
        Text(
            "This is from a game between computers. You can see only what {name} could see.",
            name=asked.me,
        )
    )
    you = sentences(Text("You're {name}.", name=asked.me), ASK)
    begins = NOTHING if drafted.said else lines(_hand(asked), where)
    return lines(head(asked), note, you, so_far(plan), begins)


def _hand(asked: Asked) -> Text:
    """What is held there, which belongs to the puzzle alone."""
    kind, begun = asked.kind, asked.begun
    return kind.texts.hand(begun.state, begun.seat) if kind.game.hidden_information else NOTHING


def hint(asked: Asked) -> Text:
    """What the best turn brings, or how it begins where nothing of that is to be told."""
    game, best, s = asked.kind.game, asked.puzzle.best.line, asked.begun.state
    if reasons := game.reasons(s, asked.after(best), asked.begun.seat):
        return Text("Hint: the best turn {reasons}.", reasons=Joined(" · ", reasons))
    first, *more = best.split()
    if not more:
        return Text(
            "Hint: the best turn is a single step. Look at the possible replies to each turn."
        )
    _, events = perform(game, s, first)
    return Text(
        "Hint: the best turn starts with {plan}.", plan=asked.kind.texts.plan(events, asked.names)
    )


def missed(asked: Asked, drafted: Draft[Any], judged: Judged | None) -> Text:
    """Another turn: what came of it, and what is feared of it."""
    plan = asked.kind.texts.plan(drafted.events, asked.names)
    line = asked.kind.spelt(drafted.line.split())
    return lines(
        head(asked),
        Text("{turn} is a legal turn, but not the best one.", turn=Strong(planned(plan, line))),
        _why_not(asked, judged),
        Plural("You've tried {n} turn.", "You've tried {n} turns.", asked.n),
    )


def _why_not(asked: Asked, judged: Judged | None) -> Text:
    best = asked.puzzle.best.share
    if judged is None:
        n = len(asked.puzzle.turns)
        return Text("Your turn isn't among the {n} best that the analysis found.", n=n)
    wins = Text(
        "Your turn wins about {n} games in 100. The best turn wins about {best}.",
        n=judged.share,
        best=best,
    )
    if not judged.then:
        return wins
    reply = _turn(asked, asked.after(judged.line), judged.then[0])
    return sentences(Text("The danger is the reply {reply}.", reply=reply), wins)


def _turn(asked: Asked, s: Any, line: str) -> Text:
    _, events = perform(asked.kind.game, s, line)
    plan = asked.kind.texts.plan(events, asked.names)
    return planned(plan, asked.kind.spelt(line.split()))


def solved(asked: Asked, streak: int) -> Text:
    """The best turn, why, and the line to share."""
    _, events = perform(asked.kind.game, asked.begun.state, asked.puzzle.best.line)
    story = asked.kind.texts.story(events, asked.names)
    return lines(
        head(asked),
        sentences(Strong(Text("That's it!")), story),
        _why(asked),
        Code(shared(asked, streak)),
        Small(Text("Copy this to share it. It doesn't give the answer away.")),
    )


def answer(asked: Asked) -> Text:
    """The best turn, for who was told it."""
    best = _turn(asked, asked.begun.state, asked.puzzle.best.line)
    return lines(head(asked), Text("Here's the turn: {plan}.", plan=Strong(best)), _why(asked))


def _why(asked: Asked) -> Text:
    """What the best turn brings, what follows, and how much less the next best one wins."""
    best, second = asked.puzzle.turns[:2]
    game, seat, after = asked.kind.game, asked.begun.seat, asked.after(best.line)
    reasons = Joined(" · ", game.reasons(asked.begun.state, after, seat))
    wins = Text(
        "The best turn wins about {n} games in 100, and the next best wins {second}.",
        n=best.share,
        second=second.share,
    )
    brings = Text("Why: {reasons}.", reasons=reasons) if reasons else NOTHING
    return lines(brings, _line(asked, after, best.then), wins)


def _line(asked: Asked, s: Any, then: Sequence[str]) -> Text:
    """What is taken to follow."""
    if not then:
        return NOTHING
    reply = _turn(asked, s, then[0])
    if len(then) == 1:
        return Text("The best reply is {reply}.", reply=reply)
    after, _ = perform(asked.kind.game, s, then[0])
    mine = _turn(asked, after, then[1])
    return Text("The best reply is {reply}; then you play {mine}.", reply=reply, mine=mine)


def shared(asked: Asked, streak: int) -> Text:
    """The line to share: it tells no turn."""
    tries = Plural("{n} try", "{n} tries", asked.n)
    return Text(
        "{sign} {game}, puzzle for {day}: {tries} · {streak}",
        sign=SIGN,
        game=asked.kind.game.title,
        day=Day(asked.day),
        tries=Text("{tries} and a hint", tries=tries) if asked.hinted else tries,
        streak=Plural("{n}-day streak", "{n}-day streak", streak),
    )


# how a server has it


def setting(*, allowed: bool, channel: int | None, hour: int, zone: str) -> Text:
    """What a server has set."""
    if not allowed:
        return Text("Puzzles are off on this server, so {puzzle} doesn't work here.", puzzle=PUZZLE)
    anybody = Text("Anyone here can use {puzzle} to get the puzzle of the day.", puzzle=PUZZLE)
    if channel is None:
        return lines(anybody, Text("The daily puzzle isn't posted in any channel."))
    where = Text(
        "It's posted daily at {hour}:00 ({zone}) in {channel}.",
        hour=hour,
        zone=zone,
        channel=Place(channel),
    )
    return lines(anybody, where)


NO_CHANNEL: Final = Text("That channel doesn't exist, or I can't see it.")
NO_HOUR: Final = Text("The hour must be a number from 0 to 23.")


def changed(user: int, value: str) -> Text:
    """In the server's log. value: a channel's id, an hour behind a colon, or a word."""
    who = doer(user)
    if value.startswith("at "):
        return Text("{who} moved the puzzle of the day to {hour}:00.", who=who, hour=value[3:])
    if value.isdecimal():
        there = Place(int(value))
        return Text("{who} chose {channel} for the puzzle of the day.", who=who, channel=there)
    if value == "off":
        return Text("{who} turned puzzles off.", who=who)
    return Text("{who} turned puzzles on, without a daily post.", who=who)
