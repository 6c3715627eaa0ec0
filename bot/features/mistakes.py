"""The turn that cost a player most, as a private puzzle on the morning after the game.

    a game ends ──> a timer for each player who wants it, up to the end of their next night
    it's due    ──> a row of the outbox, which searches, stores the puzzle and sends it

A puzzle is a personal setting: only its owner's presses find it, and it is exported and deleted
with the others. The ids of buttons hold the game and the words so far, and nothing of the answer.
"""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import astuple, replace
from functools import partial
from itertools import pairwise
from typing import Any, Final, NamedTuple

from bot.features.feature import OF_A_BUILDER, Feature, Form, Verb, number
from bot.features.services import Services
from bot.messages.courier import Courier, Made, PermanentError, TransientError, handles
from bot.messages.layout import Button, Layout
from bot.messages.turn_builder import Built, Exercise, Press
from bot.table.clocks import calendar_of
from bot.table.commit import CommitMoment, Policy
from bot.table.computers import HINT, STRONGEST, PlayedGame, Problem, SearchLost, seed_of
from bot.table.game import DAY, HOUR, Game, is_private
from bot.table.intent import Intent
from bot.table.lessons import Scene
from bot.table.names import Command, game_name
from bot.table.reminders import calm, in_peace
from bot.table.rows import Coded, OutboxRow, TimerKind, code, untyped_turns, word_of
from bot.table.settings import LANGUAGE, MISTAKES, is_on
from bot.table.table import Table
from rules.drafting import Draft, draft
from rules.errors import Unavailable
from rules.game import Frame, Seat
from rules.play import perform
from rules.text import Small, Strong, Text, sentences
from storage import Change, GameRow, NewTimer, Row, Sitter, Timer

KIND: Final = "mistake"
STORED: Final = 5  # puzzles of a person, the newest ones
# Shares of the win:
_COST: Final = 0.1  # the least that a turn gave away
_EQUAL: Final = 0.02  # the most that a turn gives away and is as good as the best


@code(KIND)
class MistakeLetter(OutboxRow):
    """Sends a player their costliest turn."""

    seat: Seat
    aside = outside = True
    matters = False
    patience = 20  # tries, in six hours


@code()
class Mistake(Coded):
    """A turn that gave something away, as a personal setting."""

    row: int  # of the log
    better: int  # games that its player wins of 100 after the better turn
    played: int  # and after the turn
    good: str  # better turns as in the log, the best first, with `|` between them


class _Puzzle(NamedTuple):
    """A mistake, from the board as its player saw it."""

    mistake: Mistake
    table: Table  # before the turn
    line: str  # of the turn, as in the log
    exercise: Exercise

    @property
    def ask(self) -> Text:
        played = self.exercise.turn(self.line)
        return Text("You played {turn}. Find the better turn.", turn=played)

    def builder(self, built: Built) -> Layout:
        """The builder after a part of a turn."""
        stop = Text("To stop these messages, use {settings}.", settings=_SETTINGS)
        begins = () if built.drafted.said else (self.exercise.hand, Small(stop))
        return self.exercise.building(built, (self.ask, *begins), self.ways)

    @property
    def ways(self) -> tuple[Button, ...]:
        typed = Button(Text("Type My Turn"), f"lc:mistakeline:{self.table.game.id}")
        return typed, Button(Text("Show the Answer"), self.exercise.part((), "show"))

    def verdict(self, drafted: Draft[Any]) -> Layout:
        """The judgement of a whole turn, by the position that it leads to."""
        after = self.exercise.after
        if drafted.state in map(after, self.mistake.good.split("|")):
            return self.solution(drafted.line)
        wrong = Text("That's a legal turn, but not the one we're after.")
        if drafted.state == after(self.line):
            wrong = Text("That's the turn you played.")
        told = sentences(wrong, self.exercise.story(drafted.line)), self.ask
        again = Button(Text("Try Again"), self.exercise.part(), "success")
        return self.exercise.panel(drafted, told, (again, *self.ways))

    def solution(self, solved: str = "") -> Layout:
        """The better turn, or theirs if it's as good, and why the turn that was played is worse."""
        at, (_, better, less, good) = self.exercise, astuple(self.mistake)
        line = solved or good.split("|")[0]
        shown = draft(at.kind, at.begun.state, "", kept=line.split())
        head = Text("Here's the turn: {plan}.", plan=Strong(at.turn(line)))
        if solved:
            head = Strong(Text("That's it!"))
        n, game, told = at.begun.turn, self.table.game, at.story(self.line)
        was = Text("Turn {n} of {game}, as it was played. {story}", n=n, game=game, story=told)
        wins = Text(
            "By a computer's judgement, the better turn wins about {n} games in 100, and yours "
            "about {played}.",
            n=better,
            played=less,
        )
        why = at.why(shown.state)
        return at.panel(shown, (sentences(head, at.story(line)), why, was, Small(wins)), ())


_SETTINGS: Final = Command("games", "settings")


def _setting(game: int | str) -> str:
    """The name of the personal setting with the puzzle from a game."""
    return f"{KIND}_{game}"


class _Mistakes:
    """Finds, sends and judges puzzles."""

    def __init__(self, at: Services) -> None:
        self._at, self._store, self._tables = at, at.store, at.tables
        # At most one search at a time, so people who ask for turning points wait for one only.
        self._searching = asyncio.Lock()

    async def due(self, row: GameRow, timer: Timer) -> None:
        """Send a player their mistake, or wait for the end of their night. Raises Conflict."""
        game, seat = self._tables.games.from_row(row), int(timer.payload)
        then = calm(game, game.sitters[seat], self._at.now())
        change = Change((), f"{KIND}:{timer.id}", done=(timer,))
        if then > self._at.now():
            change = replace(change, timers=(NewTimer(KIND, then, timer.payload),))
        else:
            change = replace(change, posts=(MistakeLetter(seat).encode(),))
        await self._at.commits.commit(game, change)

    async def send(self, row: MistakeLetter, courier: Courier) -> Made:
        """Send the puzzle, if there is one. A second try after a death sends the same puzzle."""
        game = await courier.game()
        user, name = game.sitters[row.seat].user, _setting(game.id)
        if not _wanted(game, row.seat):
            return None
        # Discord blocks direct messages, or the bot has left the server.
        with suppress(PermanentError):
            there = is_private(game) or await courier.transport.is_member(game.guild, user)
            if there and name not in await self._store.personal(user):
                await self._search(game, row.seat)
            # The search took long: a person who has deleted their data meanwhile gets nothing.
            if not _wanted(await courier.game(), row.seat):
                await self._store.set_personal(user, name, None)
            elif there and (puzzle := await self._puzzle(game, user)):
                return await courier.direct(user, puzzle.builder(puzzle.exercise.build(Press())))
        return None

    async def _search(self, game: Game, seat: Seat) -> None:
        """Store a player's mistake, if there is one. Raises TransientError."""
        try:
            async with self._searching:
                mistake = await self._find(game, seat)
        except SearchLost as lost:
            raise TransientError(Text("the search failed")) from lost
        if mistake is None:
            return
        user, prefix = game.sitters[seat].user, _setting("")
        await self._store.set_personal(user, _setting(game.id), mistake.encode())
        names = [name for name in await self._store.personal(user) if name.startswith(prefix)]
        others = {int(name.removeprefix(prefix)) for name in names} - {game.id}
        for each in sorted(others)[: 1 - STORED]:  # those of the oldest games
            await self._store.set_personal(user, _setting(each), None)

    async def _find(self, game: Game, seat: Seat) -> Mistake | None:
        """The turn that cost a player most, if two searches agree that it was a mistake. Raises
        SearchLost."""
        rows, rules = await self._store.log(game.id), game.rules
        own = _own_turns(rows, self._tables.frames(game, rows), seat)
        played = tuple((rules.view(turn.before, seat), turn.line) for turn in own)
        asked, mind = PlayedGame(game.kind, played, seed_of(game, seat, "")), self._at.reviewer
        found = await mind.find_turning_points(asked) if own else []
        worst = max(found, key=lambda each: each.lost, default=None)
        if worst is None or worst.lost < _COST:
            return None
        seen, line = played[worst.turn]
        others = await mind.best(Problem(game.kind, seen, STRONGEST, seed_of(game, seat, seen)))
        good = dict.fromkeys((worst.better, *(each.line for each in others if each.lost <= _EQUAL)))
        ends = {each: perform(rules, seen, each)[0] for each in (*good, line)}
        if any(ends[each] == ends[line] for each in good):
            return None
        better, less = round(100 * worst.share), round(100 * worst.lost)
        return Mistake(own[worst.turn].n, better, better - less, "|".join(good))

    async def _puzzle(self, game: Game, user: int, language: str = "") -> _Puzzle | None:
        """A person's puzzle from a game. language: of the turns that they type."""
        own = await self._store.personal(user)
        if (stored := own.get(_setting(game.id))) is None:
            return None
        mistake = Mistake.decode(stored)
        (row, *_) = await self._store.log(game.id, after=mistake.row - 1)
        table = await self._tables.at(game, mistake.row - 1)
        if said := own.get(LANGUAGE) or language:
            table = table.heard_by(said, alone=True)
        seen = table.view_of(row.seat)
        begun = Scene(seen.state, row.seat, table.number, seen.events)
        title = Text("{game}: your costliest turn", game=game)
        file = f"{game_name(game)}-{mistake.row}-mistake.png"
        told = table.names, f"lc:{KIND}:{game.id}", title, table.labels, file
        return _Puzzle(mistake, table, row.text, Exercise(game.hosted, table.kind, begun, *told))

    async def press(self, wish: Intent, game_id: int, **said: Any) -> Layout:
        """The puzzle after a press or a typed turn. Raises Refused. said: fields of the press."""
        row, puzzle = await self._store.game(game_id), None
        if row is not None and row.kind in self._tables.games:
            game = self._tables.games.from_row(row)
            puzzle = await self._puzzle(game, wish.user, wish.language)
        if puzzle is None:  # another person's, too
            raise Unavailable.because(
                "I don't have that puzzle any more. I store your newest {n}, and only for you.",
                n=STORED,
            )
        if said.get("verb") == "show":
            return puzzle.solution()
        press = Press(chosen=wish.words, **said)
        built = puzzle.exercise.build(press) if said else puzzle.exercise.read(wish.words)
        return puzzle.verdict(built.drafted) if built.drafted.complete else puzzle.builder(built)


def _own_turns(rows: Sequence[Row], frames: Sequence[Frame[Any]], seat: Seat) -> list[Frame[Any]]:
    """The turns that the seat's present player has chosen at the board without a hint."""
    words = [(row.n, word_of(row)) for row in rows]
    mine = [(n, word.verb) for n, word in words if word.seat == seat]
    hints = [n for n, verb in mine if verb == HINT]
    since = max((n for n, verb in mine if verb == "takeover"), default=0)
    steps = pairwise((0, *(frame.n for frame in frames)))
    helped = {now for before, now in steps if any(before < n < now for n in hints)}
    others = {*untyped_turns(rows), *helped}
    return [f for f in frames if f.seat == seat and f.n > since and f.n not in others]


def _morning(game: Game, sitter: Sitter, now: float) -> float:
    """The end of a player's next night, or the same hour tomorrow if they have no quiet hours."""
    awake = calendar_of(game, sitter).awake
    hours = (now + n * HOUR for n in range(25))
    return next((end for at in hours if (end := awake(at)) > at), now + DAY)


def _schedule(game: Game, change: Change, moment: CommitMoment) -> Change:
    """Set a timer for each player who wants their mistake, as the game ends."""
    if change.status != "over":
        return change
    timers = tuple(
        NewTimer(KIND, _morning(game, sitter, moment.now), f"{seat}")
        for seat, sitter in enumerate(change.sitters or game.sitters)
        if is_on(sitter.settings, MISTAKES)
    )
    return replace(change, timers=(*change.timers, *timers))


def _wanted(game: Game, seat: Seat) -> bool:
    """Whether a player still wants their mistake. A person without data wants nothing."""
    sitter = game.sitters[seat]
    return is_on(sitter.settings, MISTAKES) and not in_peace(game, sitter)


def feature(at: Services) -> Feature:
    mistakes, game = _Mistakes(at), number("game_id", 18)
    answer = Text("Your answer, typed as in a game")
    form = Form(Text("Your turn"), answer, Text("Your complete turn on one line"), 200)
    own = partial(Verb, way=_SETTINGS, game=None, anywhere=True)
    return Feature(
        verbs=(
            own(KIND, mistakes.press, (game, *OF_A_BUILDER), instead="panel"),
            own("mistakeline", mistakes.press, (game,), form=form),
        ),
        timers=(TimerKind(KIND, 60 * DAY, mistakes.due),),  # a day, and a vacation on top of it
        policies=(Policy(_schedule, status=True),),
        rows=(handles(MistakeLetter, mistakes.send),),
    )
