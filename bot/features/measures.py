"""What a moderator can do to a game: one declaration each, with its sentences.

    label: in the menu      effect: before it is done      line: afterwards, to everyone      do

Whether others have to agree first, bot/table/mending.py says.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, replace
from typing import Final, NamedTuple, TypeAlias

from bot.features.consequences import card_of, go_on, stop
from bot.features.services import Services
from bot.messages import errors
from bot.table.agreed import substitute_of
from bot.table.calls import PlayBy
from bot.table.clocks import granted, more_time
from bot.table.closing import Closed, closed_by
from bot.table.computers import LEVELS, USUAL, newcomers
from bot.table.effective import line_of
from bot.table.game import CHANCE, PAUSED, Game
from bot.table.guests import REMOVED, guest
from bot.table.mending import (
    COMPUTER,
    END,
    MOVE,
    PAUSE,
    REMOVE,
    REPLACE,
    RESUME,
    SKIP,
    TIME,
    UNDO,
    Measure,
    Mended,
    timed,
)
from bot.table.names import game_name, lasting, seated
from bot.table.pausing import LONGEST_PAUSE
from bot.table.posts import Card, NewCard, Turn
from bot.table.seats import BY_MODERATOR, SEAT_OFFER_LASTS, offered, unrated
from rules.errors import Unavailable
from rules.game import NOBODY, Seat
from rules.history import Word
from rules.play import checksum
from rules.text import NOTHING, Mention, Place, Text, sentences
from rules.voice import Argument
from storage import Change, ClockChange, Former, NewTimer, PostedAnew, Sitter, Taken

A_HOST: Final = Text("A moderator")
HandOver: TypeAlias = Callable[[Game, Seat, Sitter, Change], Awaitable[Game]]


class Case(NamedTuple):
    """A measure, as its sentences speak of it."""

    game: Game
    measure: Measure
    turn: str = ""  # the number of the turn that the game is taken back to
    who: Argument = A_HOST  # the moderator
    whom: int = 0  # the person who was removed from a lobby

    @property
    def title(self) -> Argument:
        return game_name(self.game)

    @property
    def name(self) -> Argument:
        """The player whom it is about."""
        seat, sitters = self.measure.seat, self.game.sitters
        return seated(sitters)[seat] if seat in range(len(sitters)) else Text("someone")

    @property
    def to_all(self) -> bool:
        return self.measure.seat == NOBODY

    @property
    def level(self) -> str:
        """The computer that takes a seat: the one on which the table has agreed."""
        return substitute_of(self.game) or USUAL


@dataclass(frozen=True, slots=True)
class Intervention:
    """A measure while it is done."""

    at: Services
    hand_over: HandOver  # gives a seat to someone else
    case: Case
    said: Change  # the rows and posts by which the measure is known
    user: int  # the moderator
    channel: int  # where they asked for it

    @property
    def game(self) -> Game:
        return self.case.game

    @property
    def seat(self) -> Seat:
        return self.case.measure.seat

    @property
    def told(self) -> str:
        """The row of the outbox that posts its line."""
        return Mended(self.case.measure.what, self.seat, self.case.whom).encode()

    async def commit(self, change: Change) -> None:
        await self.at.commits.commit(self.game, change)


class Action(NamedTuple):
    """One thing that a moderator can do."""

    label: Callable[[Case], Text]
    effect: Callable[[Case], Text]
    line: Callable[[Case], Text]
    do: Callable[[Intervention], Awaitable[None]]


# What is done. Each raises Conflict if someone was faster.


async def _end(it: Intervention) -> None:
    game, said = it.game, it.said
    row = closed_by(game, it.user) if game.status == "playing" else Closed()
    rows = (*said.lines, line_of(Word("cancel")))
    posts = (Card().encode(), row.encode(), *said.posts)
    await it.commit(replace(said, lines=rows, status="cancelled", on_turn=None, posts=posts))


async def _pause(it: Intervention) -> None:
    now, away = it.at.now(), await it.at.uptime.look()
    said = replace(it.said, posts=(it.told, *it.said.posts))
    await it.commit(stop(it.game, said, NewTimer(PAUSED, now + LONGEST_PAUSE), now, away))


async def _resume(it: Intervention) -> None:
    said = replace(it.said, posts=(it.told, *it.said.posts))
    await it.commit(go_on(it.game, said, it.at.now()))


async def _give_time(it: Intervention) -> None:
    game, more = it.game, more_time(it.game)
    clocks = tuple(granted(game, seat, more) for seat in timed(game, it.case.measure))
    posts = (it.told, PlayBy().encode(), *card_of(game), *it.said.posts)
    await it.commit(replace(it.said, aside=True, posts=posts).plus(ClockChange(clocks)))


async def _skip(it: Intervention) -> None:
    await it.at.clocks.play(it.game, it.seat, it.said)


async def _replace(it: Intervention) -> None:
    offer = offered(it.game, it.seat, BY_MODERATOR, it.at.now())
    await it.commit(offer.of(replace(it.said, aside=True)))


async def _seat_computer(it: Intervention) -> None:
    game, said = it.game, it.said
    there: tuple[Sitter | Former, ...] = (*game.sitters, *game.former)
    (now,) = newcomers(it.case.level, 1, there, said.key)
    offers = line_of(Word("offer", it.seat, BY_MODERATOR))
    said = replace(said, lines=(*said.lines, offers), posts=(it.told, *said.posts))
    await it.hand_over(game, it.seat, now, said)


async def _take_back(it: Intervention) -> None:
    row, said = it.case.measure.row, it.said
    there = await it.at.tables.at(it.game, row)
    change = replace(
        said,
        lines=(*said.lines, line_of(Word("undo", row=row), checksum(there.at.state))),
        on_turn=there.actor,
        done=(*said.done, CHANCE),
        posts=(Turn().encode(), *card_of(it.game), *said.posts),
    )
    await it.commit(change.plus(PostedAnew()))


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
        posts=(Card().encode(), it.told, *said.posts),
    )
    await it.commit(change)


# Sentences with more than one form.


def _ends(it: Case) -> Text:
    if it.game.status == "lobby":
        return Text("Close the lobby of {game}?", game=it.title)
    return Text(
        "End {game} for everyone? Nobody will win, it won't be rated, and I'll reveal the "
        "seed. You can't undo this.",
        game=it.title,
    )


def _gives(it: Case) -> Text:
    more = lasting(more_time(it.game))
    if it.to_all:
        return Text(
            "Give everyone in {game} another {time} on the clock?", game=it.title, time=more
        )
    return Text(
        "Give {name} another {time} on the clock in {game}?",
        name=it.name,
        time=more,
        game=it.title,
    )


def _gave(it: Case) -> Text:
    if it.to_all:
        return Text("{who} gave everyone in {game} more time.", who=it.who, game=it.title)
    return Text("{who} gave {name} more time in {game}.", who=it.who, name=it.name, game=it.title)


def _offers(it: Case) -> Text:
    offers = Text(
        "Offer {name}'s seat in {game} to others for {time}? {name} will keep playing until "
        "someone takes it, and will keep the seat if nobody does.",
        name=it.name,
        game=it.title,
        time=lasting(SEAT_OFFER_LASTS),
    )
    return sentences(offers, _rating_of(it))


def _seats(it: Case) -> Text:
    seats = Text(
        "Let a computer ({level}) play for {name} in {game} from now on? {name} can come "
        "back at any time.",
        level=LEVELS[it.level],
        name=it.name,
        game=it.title,
    )
    return sentences(seats, _rating_of(it))


def _rating_of(it: Case) -> Text:
    """Whether a player is rated whom a moderator replaces."""
    if unrated(it.game):
        return NOTHING
    return Text(
        "{name} won't be rated, unless the game is waiting for {name} after they ran out of "
        "time: then they're rated last.",
        name=it.name,
    )


ACTIONS: Final[Mapping[str, Action]] = {
    PAUSE: Action(
        label=lambda it: Text("Pause the game"),
        effect=lambda it: Text(
            "Pause {game}? Clocks and reminders will stop for up to {time}, or until a "
            "moderator resumes the game. Players can still take their turns.",
            game=it.title,
            time=lasting(LONGEST_PAUSE),
        ),
        line=lambda it: Text("{who} paused {game}. Clocks are stopped.", who=it.who, game=it.title),
        do=_pause,
    ),
    RESUME: Action(
        label=lambda it: Text("Resume the game"),
        effect=lambda it: Text(
            "Resume {game}? The clock will start again for the player whose turn it is.",
            game=it.title,
        ),
        line=lambda it: Text("{who} resumed {game}.", who=it.who, game=it.title),
        do=_resume,
    ),
    TIME: Action(
        label=lambda it: (
            Text("More time for everyone")
            if it.to_all
            else Text("More time for {name}", name=it.name)
        ),
        effect=_gives,
        line=_gave,
        do=_give_time,
    ),
    SKIP: Action(
        label=lambda it: Text("Skip {name}'s turn", name=it.name),
        effect=lambda it: Text(
            "Skip {name}'s turn in {game}? I'll play the turn that changes the least for "
            "them, just as if they'd run out of time. It counts as a missed turn.",
            name=it.name,
            game=it.title,
        ),
        line=lambda it: Text(
            "{who} skipped {name}'s turn in {game}.", who=it.who, name=it.name, game=it.title
        ),
        do=_skip,
    ),
    REPLACE: Action(
        label=lambda it: Text("Find a new player for {name}'s seat", name=it.name),
        effect=_offers,
        line=lambda it: Text(
            "{who} offered {name}'s seat in {game} to others.",
            who=it.who,
            name=it.name,
            game=it.title,
        ),
        do=_replace,
    ),
    COMPUTER: Action(
        label=lambda it: Text("Let a computer play for {name}", name=it.name),
        effect=_seats,
        line=lambda it: Text(
            "{who} let a computer, {name}, take over a seat in {game}.",
            who=it.who,
            name=it.name,
            game=it.title,
        ),
        do=_seat_computer,
    ),
    UNDO: Action(
        label=lambda it: Text("Go back to an earlier turn…"),
        effect=lambda it: Text(
            "Take {game} back to turn {n}? The same player will play that turn again, "
            "later turns won't count, and clocks will go back too. Dice will be rolled "
            "again, and cards drawn again.",
            game=it.title,
            n=it.turn,
        ),
        line=lambda it: Text(
            "{who} took {game} back to an earlier turn.", who=it.who, game=it.title
        ),
        do=_take_back,
    ),
    END: Action(
        label=lambda it: (
            Text("Close the lobby") if it.game.status == "lobby" else Text("End the game")
        ),
        effect=_ends,
        line=lambda it: Text("{who} ended {game}. Nobody won.", who=it.who, game=it.title),
        do=_end,
    ),
    MOVE: Action(
        label=lambda it: Text("Move the game to this channel"),
        effect=lambda it: Text("Move {game} and its board to this channel?", game=it.title),
        line=lambda it: Text(
            "{who} moved {game} to {place}.",
            who=it.who,
            game=it.title,
            place=Place(it.game.place),
        ),
        do=_move,
    ),
    REMOVE: Action(
        label=lambda it: Text("Remove {name} from the lobby", name=it.name),
        effect=lambda it: Text(
            "Remove {name} from the lobby of {game}? They won't be able to rejoin.",
            name=it.name,
            game=it.title,
        ),
        line=lambda it: Text(
            "{who} removed {name} from the lobby of {game}.",
            who=it.who,
            name=Mention(it.whom, Text("someone")),
            game=it.title,
        ),
        do=_remove,
    ),
}
