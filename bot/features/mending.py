"""A host of the server mends a table that does not go on by itself.

    /games-admin manage ── what can be done ── its effect in words ──┬── done
                                                                    └── the others are asked: done
                                                                        once all of them accept

Each measure stands in the log of the game, named as what it is, and in that of the server. What it
does is what others do as well: the clock, a seat on offer, a take-back.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import TypeAlias

from bot.core import refusals
from bot.core.commands import Command
from bot.core.effective import line_of, played
from bot.core.game import CHANCE, PAUSED, Game
from bot.core.rows import coded
from bot.core.session import Session, seat_of, stale
from bot.core.table import Table
from bot.domain import seats
from bot.domain.calls import PlayBy
from bot.domain.clocks import granted, more_time
from bot.domain.closing import Closed, closed_by
from bot.domain.computers import newcomers
from bot.domain.consent import Kind, Offer
from bot.domain.guests import REMOVED, guest
from bot.domain.mending import (
    CHOOSE,
    CODE,
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
    announced,
    asker,
    can_be,
    measure_of,
    needs_others,
    possible,
    read,
    timed,
    turn_at,
    turns,
)
from bot.domain.pausing import LONGEST_PAUSE
from bot.domain.posts import Card, NewCard, Turn
from bot.features.consequences import card_of, go_on, stop
from bot.features.feature import (
    OF_A_ROW,
    Complete,
    Feature,
    Field,
    Slash,
    Verb,
    named_game,
)
from bot.features.services import Services
from bot.messages import mending as panels
from bot.messages.courier import Courier, Logged, Made, handles
from bot.messages.layout import Layout
from bot.messages.mending import NOW, PANEL, PICK
from bot.messages.paging import turned
from bot.messages.seats import settled
from bot.text import errors
from bot.text import mending as texts
from rules.errors import Finished, NotYou, Stale, Unavailable
from rules.game import NOBODY, Seat
from rules.history import MODERATOR
from rules.play import checksum
from rules.text import Mention, Text, lines
from rules.words import Word
from storage import (
    Change,
    ClockChange,
    Conflict,
    Former,
    NewTimer,
    PostedAnew,
    Row,
    Sitter,
    Taken,
)

HandOver: TypeAlias = Callable[[Game, Seat, Sitter, Change], Awaitable[Game]]


@coded("hosted")
class MeasureLogged(Logged):
    """Tells in the log of the server what somebody who manages it has done to a table. whom: who
    was removed from a lobby, 0: nobody."""

    what: str
    seat: Seat
    user: int
    whom: int

    def line(self, game: Game | None) -> Text:
        assert game is not None
        who = Mention(self.user, Text("someone"))
        return texts.line(game, Measure(self.what, self.seat), who, self.whom)


class Mending:
    """Shows what can be done, asks, and does it. hand_over: gives a seat to somebody else."""

    def __init__(self, at: Services, hand_over: HandOver) -> None:
        self._at, self._store, self._commits = at, at.store, at.commits
        self._hand_over = hand_over
        at.consent.add(Kind(MODERATOR, self._wish, self._agreed))

    async def show(self, session: Session) -> Layout:
        """How a table stands, and what can be done about it. Raises Finished."""
        game = session.found
        if not game.live:
            raise Finished(refusals.finished(game))
        return panels.panel(game, possible(game, await self._rows(game), session.channel))

    async def pick(self, session: Session) -> Layout:
        """What a measure does, before it is done. Raises Refused."""
        game, page = session.found, turned(session.words)
        measure = CHOOSE if page is not None else read(session.words)
        rows = await self._possible(session, game, measure)
        assert measure is not None
        if measure == CHOOSE:
            return panels.turns(game, turns(game, rows), page or 0)
        return panels.confirm(game, measure, turn_at(game, rows, measure), session.user)

    async def do(self, session: Session, measure: str) -> Layout:
        """Do it, or ask those who have to agree. Raises Refused; then nothing has changed."""
        game, wanted = session.found, read(measure)
        session = replace(session, key=f"{NOW}:{game.id}:{session.n}:{measure}:{session.user}")

        async def first(*_: int) -> Layout:
            asks = wanted is not None and needs_others(game, session.user, wanted)
            return Layout(texts.asked(game) if asks else texts.did(game))

        return await self._commits.once(session.key, self._do(session, wanted), first)

    async def _do(self, session: Session, measure: Measure | None) -> Layout:
        game = session.found
        await self._possible(session, game, measure)
        assert measure is not None
        if needs_others(game, session.user, measure):
            return await self._ask(session, measure)
        said = Change(announced(game, measure), session.key)
        await self._perform(game, measure, said, session.user, session.channel)
        return Layout(texts.did(game))

    async def _possible(self, session: Session, game: Game, measure: Measure | None) -> list[Row]:
        """The rows of the game. Raises Refused where a measure cannot be done."""
        if not game.live:
            raise Finished(refusals.finished(game))
        rows = await self._rows(game)
        if stale(session, game):
            raise Stale(refusals.stale(game))
        if measure is None or not can_be(game, rows, session.channel, measure):
            raise Unavailable(texts.not_possible(game))
        return rows

    async def _rows(self, game: Game) -> list[Row]:
        return await self._store.log(game.id)

    # the others

    async def _ask(self, session: Session, measure: Measure) -> Layout:
        """Ask all who have to agree. Raises Refused."""
        game, mine = session.found, seat_of(session.found, session.user)
        if game.status == "lobby":
            raise NotYou(texts.not_your_lobby(game))
        seat = NOBODY if mine is None else mine
        await self._at.consent.open(game, measure.asked, seat, session.key)
        return Layout(texts.asked(game))

    def _wish(self, table: Table, rows: list[Row], offer: Offer) -> Text:
        measure = measure_of(offer)
        return texts.wish(table.game, measure, str(played(rows, measure.row) + 1))

    async def _agreed(self, game: Game, offer: Offer, said: Change) -> None:
        """All have agreed to a measure. said: the last of them. Raises Refused."""
        measure, rows = measure_of(offer), await self._rows(game)
        if not can_be(game, rows, game.place, measure):
            raise Unavailable(texts.not_possible(game))
        said = replace(said, lines=(*said.lines, *announced(game, measure)))
        await self._perform(game, measure, said, asker(rows, offer), game.place)

    # what is done

    async def _perform(
        self, game: Game, measure: Measure, said: Change, user: int, channel: int
    ) -> None:
        """said: the rows by which it stands in the log. Raises Refused."""
        whom = game.sitters[measure.seat].user if measure.what == REMOVE else 0
        log = MeasureLogged(measure.what, measure.seat, user, whom).encode()
        measures: Mapping[str, Callable[[Game, Measure, Change], Awaitable[None]]] = {
            END: partial(self._end, user=user),
            PAUSE: self._pause,
            RESUME: self._resume,
            TIME: self._give_time,
            SKIP: self._skip,
            REPLACE: self._offer,
            COMPUTER: self._seat_computer,
            UNDO: self._take_back,
            MOVE: partial(self._move, channel=channel),
            REMOVE: self._remove,
        }
        try:
            await measures[measure.what](game, measure, replace(said, posts=(*said.posts, log)))
        except Conflict as late:
            raise Stale(refusals.stale(game)) from late

    async def _aside(self, game: Game, measure: Measure, said: Change, *posts: str) -> None:
        """What leaves the position as it is, and is told in a line of its own."""
        told = Mended(measure.what, measure.seat, 0).encode()
        posts = (told, *posts, *card_of(game), *said.posts)
        await self._commits.commit(game, replace(said, aside=True, posts=posts))

    async def _end(self, game: Game, measure: Measure, said: Change, user: int) -> None:
        row = closed_by(game, user) if game.status == "playing" else Closed()
        rows = (*said.lines, line_of(Word("cancel")))
        posts = (Card().encode(), row.encode(), *said.posts)
        await self._commits.commit(
            game, replace(said, lines=rows, status="cancelled", on_turn=None, posts=posts)
        )

    async def _pause(self, game: Game, measure: Measure, said: Change) -> None:
        told = Mended(measure.what, measure.seat, 0).encode()
        said = replace(said, posts=(told, *said.posts))
        now, away = self._at.now(), await self._at.heartbeat.away(game.guild)
        timer = NewTimer(PAUSED, now + LONGEST_PAUSE)
        await self._commits.commit(game, stop(game, said, timer, now, away))

    async def _resume(self, game: Game, measure: Measure, said: Change) -> None:
        told = Mended(measure.what, measure.seat, 0).encode()
        said = replace(said, posts=(told, *said.posts))
        await self._commits.commit(game, go_on(game, said, self._at.now()))

    async def _give_time(self, game: Game, measure: Measure, said: Change) -> None:
        more = more_time(game)
        clocks = tuple(granted(game, seat, more) for seat in timed(game, measure))
        await self._aside(game, measure, said.plus(ClockChange(clocks)), PlayBy().encode())

    async def _skip(self, game: Game, measure: Measure, said: Change) -> None:
        await self._at.clocks.play(game, measure.seat, said)

    async def _offer(self, game: Game, measure: Measure, said: Change) -> None:
        offer = seats.offered(game, measure.seat, seats.BY_MODERATOR, self._at.now())
        await self._commits.commit(game, offer.of(replace(said, aside=True)))

    async def _seat_computer(self, game: Game, measure: Measure, said: Change) -> None:
        there: tuple[Sitter | Former, ...] = (*game.sitters, *game.former)
        (now,) = newcomers(texts.level_of(game), 1, there, said.key)
        offers = line_of(Word("offer", measure.seat, seats.BY_MODERATOR))
        told = Mended(measure.what, measure.seat, 0).encode()
        said = replace(said, lines=(*said.lines, offers), posts=(told, *said.posts))
        await self._hand_over(game, measure.seat, now, said)

    async def _take_back(self, game: Game, measure: Measure, said: Change) -> None:
        there = await self._at.tables.at(game, measure.row)
        undone = line_of(Word("undo", row=measure.row), checksum(there.at.state))
        change = replace(
            said,
            lines=(*said.lines, undone),
            on_turn=there.actor,
            done=(*said.done, CHANCE),
            posts=(Turn().encode(), *card_of(game), *said.posts),
        )
        await self._commits.commit(game, change.plus(PostedAnew()))

    async def _move(self, game: Game, measure: Measure, said: Change, channel: int) -> None:
        board = () if game.on_turn is None else (Turn().encode(),)
        posts = (NewCard().encode(), *board, *said.posts)
        change = replace(said, aside=True, channel=channel, home=channel, posts=posts)
        try:
            await self._commits.commit(game, change.plus(PostedAnew()))
        except Taken as taken:
            there = await self._at.tables.game(taken.game)
            raise Unavailable(errors.no_room(game, there)) from None

    async def _remove(self, game: Game, measure: Measure, said: Change) -> None:
        gone = game.sitters[measure.seat]
        told = Mended(measure.what, measure.seat, gone.user).encode()
        change = replace(
            said,
            lines=(*said.lines, line_of(Word("quit"))),
            sitters=tuple(each for each in game.sitters if each is not gone),
            timers=(guest(game, gone.user, REMOVED, self._at.now()),),
            posts=(Card().encode(), told, *said.posts),
        )
        await self._commits.commit(game, change)

    # what is told

    async def tell(self, row: Mended, courier: Courier) -> Made:
        """The line at the table; whose seat a computer has can come back by it."""
        game = await courier.game()
        said = texts.line(game, Measure(row.what, row.seat), texts.A_HOST, row.whom)
        if row.what != COMPUTER:
            return await courier.at_table(Layout(said), game)
        panel = settled(game, row.seat)
        return await courier.at_table(replace(panel, text=lines(said, panel.text)), game)


def feature(at: Services, mending: Mending, names: Complete) -> Feature:
    """names: offers open games."""
    press = partial(Verb, way=Command("games-admin", "manage"), manages=True, instead_of_own=True)
    return Feature(
        verbs=(
            Verb(
                PANEL,
                mending.show,
                OF_A_ROW,
                slash=Slash(
                    "games-admin",
                    Text("/manage"),
                    Text("Manage a game: pause or end it, add time, skip a turn, change seats"),
                    (named_game(names),),
                ),
                any_row=True,
                instead_of_own=True,
                manages=True,
            ),
            press(PICK, mending.pick, OF_A_ROW),
            press(NOW, mending.do, (*OF_A_ROW, Field("measure", CODE))),
        ),
        rows=(handles(Mended, mending.tell),),
    )
