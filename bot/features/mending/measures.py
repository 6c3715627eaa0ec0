"""What a moderator can do to a game: when it is possible, its sentences, and what it does.

    row "moderator skip 1" ── row "timeout 1" ── the turn
    row "ask moderator-undo-5" ── rows "accept 0", … ── row "moderator undo" ── row "undo 5"

Each measure is one declaration in ACTIONS. Nothing here knows more than everyone may see.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, NamedTuple, TypeAlias

from bot.features.consequences import card_of, close, go_on, stop, take_back
from bot.features.services import Services
from bot.messages import errors
from bot.table.agreed import substitute_of
from bot.table.clocks import LONGEST_PAUSE, granted, more_time, paused
from bot.table.commit import Closed, closed_by, party
from bot.table.computers import LEVELS, USUAL, anybody, newcomers
from bot.table.effective import effective_rows, line_of, without_choice
from bot.table.game import PAUSED, Game
from bot.table.names import game_name, lasting, seated
from bot.table.posts import Card, NewCard, PlayBy, Turn
from bot.table.refusals import Filled
from bot.table.seats import (
    BY_MODERATOR,
    REMOVED,
    SEAT_OFFER_LASTS,
    guest,
    offered,
    open_seats,
    unrated,
)
from rules.errors import Unavailable
from rules.game import NOBODY, TABLE, Seat
from rules.history import MODERATOR, TO_A_SEAT, Word
from rules.text import NOTHING, Mention, Place, Text, sentences
from rules.voice import Argument
from storage import Change, ClockChange, Former, Line, NewTimer, PostedAnew, Row, Sitter, Taken

END, MOVE, REMOVE, PAUSE, RESUME, UNDO = "end", "move", "remove", "pause", "resume", "undo"
TIME, SKIP, REPLACE, COMPUTER = TO_A_SEAT
CODE: Final = "[a-z]{1,12}(?:-[0-9]{1,9})?"


class Measure(NamedTuple):
    """A measure, as a moderator picks it."""

    what: str
    seat: Seat = NOBODY  # NOBODY: for everyone, or for no seat. In a lobby: a place
    row: int = 0  # the row to which the game is taken back

    @property
    def code(self) -> str:
        """The measure in ids and in requests: `pause`, `skip-1`, `undo-5`."""
        number = self.row if self.what == UNDO else self.seat
        return self.what if number < 0 or self == CHOOSE else f"{self.what}-{number}"


CHOOSE: Final = Measure(UNDO)  # the turn is still to be chosen


def read(code: str) -> Measure | None:
    """The measure of a code, or None if there is none."""
    if re.fullmatch(CODE, code) is None:
        return None
    what, sign, said = code.partition("-")
    number = int(said) if sign else NOBODY
    if what not in ACTIONS or (sign and what not in (*TO_A_SEAT, UNDO, REMOVE)):
        return None
    return Measure(what, row=max(number, 0)) if what == UNDO else Measure(what, number)


def announced(game: Game, measure: Measure) -> tuple[Line, ...]:
    """The rows that name a measure in the log, before its effect."""
    if measure.what == TIME:
        return tuple(line_of(Word(MODERATOR, seat, TIME)) for seat in timed(game, measure))
    seat = measure.seat if measure.what in TO_A_SEAT else NOBODY
    return (line_of(Word(MODERATOR, seat, measure.what)),)


def possible(game: Game, rows: Sequence[Row], channel: int) -> Iterator[Measure]:
    """The measures that are possible now. channel: in which a moderator asks."""
    if game.status == "lobby" and not game.settled:
        yield Measure(END)
        people = [place for place, each in enumerate(game.sitters) if not each.computer]
        if len(people) > 1:  # someone has to stay
            yield from (Measure(REMOVE, place) for place in people)
    if game.status == "playing":
        yield Measure(RESUME if paused(game) else PAUSE)
        yield from _to_seats(game)
        if any(turns(game, rows)):
            yield CHOOSE
        yield Measure(END)
    if game.live and game.channel != channel:
        yield Measure(MOVE)


def _to_seats(game: Game) -> Iterator[Measure]:
    seat, clocks = game.on_turn, timed(game, Measure(TIME))
    if seat is not None and not game.sitters[seat].computer:
        yield Measure(SKIP, seat)
    if len(clocks) > 1:
        yield Measure(TIME)
    yield from (Measure(TIME, each) for each in clocks)
    here = [i for i, each in enumerate(game.sitters) if not (each.left or each.computer)]
    yield from (Measure(REPLACE, each) for each in here if each not in open_seats(game))
    yield from (Measure(COMPUTER, each) for each in here if anybody(game, but=each))


def timed(game: Game, measure: Measure) -> tuple[Seat, ...]:
    """The seats that get more time: one, or all people with a clock."""
    there = (c.seat for c in game.clocks if measure.seat in (NOBODY, c.seat))
    people = [not (each.left or each.computer) for each in game.sitters]
    return tuple(seat for seat in there if people[seat])


class TurnBack(NamedTuple):
    """A turn to which a game can be taken back."""

    number: int
    seat: Seat
    row: int  # after which it began


def turns(game: Game, rows: Sequence[Row]) -> Iterator[TurnBack]:
    """The turns in which someone had a choice, since the last departure."""
    counting, alone = effective_rows([*rows], game.n), without_choice(rows)
    fixed, number = max((row[0] for row in counting if row[1] == TABLE), default=0), 0
    for n, seat, *_ in counting:
        number += seat >= 0
        if seat >= 0 and n > fixed and n not in alone:
            yield TurnBack(number, seat, n - 1)


def turn_at(game: Game, rows: Sequence[Row], measure: Measure) -> TurnBack | None:
    """The turn to which a measure takes the game back, if there is one."""
    return next((turn for turn in turns(game, rows) if turn.row == measure.row), None)


def can_be(game: Game, rows: Sequence[Row], channel: int, measure: Measure) -> bool:
    """Whether a measure is possible now."""
    if measure.what == UNDO and measure != CHOOSE:
        return game.status == "playing" and turn_at(game, rows, measure) is not None
    return measure in possible(game, rows, channel)


def needs_others(game: Game, user: int, measure: Measure) -> bool:
    """Whether the others have to agree: the moderator has a part in the game, or ratings depend on
    the measure. Any player may do what MOVE and the END of a lobby do."""
    if measure.what == MOVE or (measure.what == END and game.status == "lobby"):
        return False
    return party(game, user) or (measure.what == UNDO and not unrated(game))


class Case(NamedTuple):
    """A measure, for its sentences."""

    game: Game
    measure: Measure
    turn: str = ""  # the number of the turn that the game is taken back to
    who: Argument = Text("A moderator")
    whom: int = 0  # the person who was removed from a lobby

    @property
    def name(self) -> Argument:
        """The measure's player."""
        seat, sitters = self.measure.seat, self.game.sitters
        if self.whom or seat not in range(len(sitters)):
            return Mention(self.whom, Text("someone")) if self.whom else Text("someone")
        return seated(sitters)[seat]

    @property
    def time(self) -> Text:
        """How long it lasts, or how much time it gives."""
        lasts = {PAUSE: LONGEST_PAUSE, REPLACE: SEAT_OFFER_LASTS}.get(self.measure.what)
        return lasting(more_time(self.game) if lasts is None else lasts)

    @property
    def level(self) -> str:
        """The computer that takes a seat: the one on which the table has agreed."""
        return substitute_of(self.game) or USUAL


class AboutCase(Filled[Case]):
    """A sentence about a measure."""

    __slots__ = ()
    known: Mapping[str, Callable[[Case], Argument]] = {
        "game": lambda case: game_name(case.game),
        "level": lambda case: LEVELS[case.level],
        "n": lambda case: case.turn,
        "name": lambda case: case.name,
        "place": lambda case: Place(case.game.place),
        "time": lambda case: case.time,
        "who": lambda case: case.who,
    }


@dataclass(frozen=True, slots=True)
class Intervention:
    """A measure that is being carried out."""

    at: Services
    case: Case
    said: Change  # the rows and posts that name the measure
    user: int  # the moderator
    channel: int  # where they asked for it

    @property
    def game(self) -> Game:
        return self.case.game

    @property
    def seat(self) -> Seat:
        return self.case.measure.seat

    async def commit(self, change: Change) -> None:
        await self.at.commits.commit(self.game, change)


# How each is carried out. Each raises Conflict if someone was faster.


async def _end(it: Intervention) -> None:
    post = closed_by(it.game, it.user) if it.game.status == "playing" else Closed()
    await it.commit(close(it.said, post=post))


async def _pause(it: Intervention) -> None:
    now, away = it.at.now(), await it.at.uptime.look()
    await it.commit(stop(it.game, it.said, NewTimer(PAUSED, now + LONGEST_PAUSE), now, away))


async def _resume(it: Intervention) -> None:
    await it.commit(go_on(it.game, it.said, it.at.now()))


async def _give_time(it: Intervention) -> None:
    game, more = it.game, more_time(it.game)
    clocks = tuple(granted(game, seat, more) for seat in timed(game, it.case.measure))
    posts = (*it.said.posts, PlayBy().encode(), *card_of(game))
    await it.commit(replace(it.said, aside=True, posts=posts).plus(ClockChange(clocks)))


async def _skip(it: Intervention) -> None:
    await it.at.clocks.play(it.game, it.seat, it.said)


async def _replace(it: Intervention) -> None:
    said = replace(it.said, aside=True)
    await it.commit(offered(it.game, it.seat, BY_MODERATOR, it.at.now(), said))


async def _seat_computer(it: Intervention) -> None:
    game, said = it.game, it.said
    there: tuple[Sitter | Former, ...] = (*game.sitters, *game.former)
    (now,) = newcomers(it.case.level, 1, there, said.key)
    offers = line_of(Word("offer", it.seat, BY_MODERATOR))
    await it.at.departure.hand_over(game, it.seat, now, replace(said, lines=(*said.lines, offers)))


async def _take_back(it: Intervention) -> None:
    there = await it.at.tables.at(it.game, it.case.measure.row)
    await it.commit(take_back(there, it.said))


async def _move(it: Intervention) -> None:
    board = () if it.game.on_turn is None else (Turn().encode(),)
    posts = (NewCard().encode(), *board, *it.said.posts)
    to = it.channel
    change = replace(it.said, aside=True, channel=to, home=to, posts=posts)
    try:
        await it.commit(change.plus(PostedAnew()))
    except Taken as taken:
        there = await it.at.tables.game(taken.game)
        raise Unavailable(errors.no_room(it.game, there)) from None


async def _remove(it: Intervention) -> None:
    game, said = it.game, it.said
    gone = game.sitters[it.seat]
    change = replace(
        said,
        lines=(*said.lines, line_of(Word("quit"))),
        sitters=tuple(each for each in game.sitters if each is not gone),
        timers=(guest(game, gone.user, REMOVED, it.at.now()),),
        posts=(Card().encode(), *said.posts),
    )
    await it.commit(change)


Say: TypeAlias = Callable[[Case], Text]


def _by_status(lobby: AboutCase, game: AboutCase) -> Say:
    return lambda it: (lobby if it.game.status == "lobby" else game)(it)


def _by_seat(everyone: AboutCase, one: AboutCase) -> Say:
    return lambda it: (everyone if it.measure.seat == NOBODY else one)(it)


def _with_rating(said: AboutCase) -> Say:
    rating = AboutCase(
        "{name} won't be rated, unless the game is waiting for {name} after they ran out of "
        "time: then they're rated last."
    )
    return lambda it: sentences(said(it), NOTHING if unrated(it.game) else rating(it))


class Action(NamedTuple):
    """One thing that a moderator can do."""

    label: Say  # in the menu
    effect: Say  # before it is done
    line: Say  # afterwards, to everyone
    do: Callable[[Intervention], Awaitable[None]]
    posted: bool = False  # whether the line is posted in the game too, as its only post


ACTIONS: Final[Mapping[str, Action]] = {
    PAUSE: Action(
        label=AboutCase("Pause the game"),
        effect=AboutCase(
            "Pause {game}? Clocks and reminders will stop for up to {time}, or until a "
            "moderator resumes the game. Players can still take their turns."
        ),
        line=AboutCase("{who} paused {game}. Clocks are stopped."),
        do=_pause,
        posted=True,
    ),
    RESUME: Action(
        label=AboutCase("Resume the game"),
        effect=AboutCase(
            "Resume {game}? The clock will start again for the player whose turn it is."
        ),
        line=AboutCase("{who} resumed {game}."),
        do=_resume,
        posted=True,
    ),
    TIME: Action(
        label=_by_seat(AboutCase("More time for everyone"), AboutCase("More time for {name}")),
        effect=_by_seat(
            AboutCase("Give everyone in {game} another {time} on the clock?"),
            AboutCase("Give {name} another {time} on the clock in {game}?"),
        ),
        line=_by_seat(
            AboutCase("{who} gave everyone in {game} more time."),
            AboutCase("{who} gave {name} more time in {game}."),
        ),
        do=_give_time,
        posted=True,
    ),
    SKIP: Action(
        label=AboutCase("Skip {name}'s turn"),
        effect=AboutCase(
            "Skip {name}'s turn in {game}? I'll play the turn that changes the least for "
            "them, just as if they'd run out of time. It counts as a missed turn."
        ),
        line=AboutCase("{who} skipped {name}'s turn in {game}."),
        do=_skip,
    ),
    REPLACE: Action(
        label=AboutCase("Find a new player for {name}'s seat"),
        effect=_with_rating(
            AboutCase(
                "Offer {name}'s seat in {game} to others for {time}? {name} will keep playing "
                "until someone takes it, and will keep the seat if nobody does."
            )
        ),
        line=AboutCase("{who} offered {name}'s seat in {game} to others."),
        do=_replace,
    ),
    COMPUTER: Action(
        label=AboutCase("Let a computer play for {name}"),
        effect=_with_rating(
            AboutCase(
                "Let a computer ({level}) play for {name} in {game} from now on? {name} can come "
                "back at any time."
            )
        ),
        line=AboutCase("{who} let a computer, {name}, take over a seat in {game}."),
        do=_seat_computer,
        posted=True,
    ),
    UNDO: Action(
        label=AboutCase("Go back to an earlier turn…"),
        effect=AboutCase(
            "Take {game} back to turn {n}? The same player will play that turn again, "
            "later turns won't count, and clocks will go back too. Dice will be rolled "
            "again, and cards drawn again."
        ),
        line=AboutCase("{who} took {game} back to an earlier turn."),
        do=_take_back,
    ),
    END: Action(
        label=_by_status(AboutCase("Close the lobby"), AboutCase("End the game")),
        effect=_by_status(
            AboutCase("Close the lobby of {game}?"),
            AboutCase(
                "End {game} for everyone? Nobody will win, it won't be rated, and I'll reveal "
                "the seed. You can't undo this."
            ),
        ),
        line=AboutCase("{who} ended {game}. Nobody won."),
        do=_end,
    ),
    MOVE: Action(
        label=AboutCase("Move the game to this channel"),
        effect=AboutCase("Move {game} and its board to this channel?"),
        line=AboutCase("{who} moved {game} to {place}."),
        do=_move,
    ),
    REMOVE: Action(
        label=AboutCase("Remove {name} from the lobby"),
        effect=AboutCase("Remove {name} from the lobby of {game}? They won't be able to rejoin."),
        line=AboutCase("{who} removed {name} from the lobby of {game}."),
        do=_remove,
        posted=True,
    ),
}
