"""Lines that stand between the boards of a game: what somebody asks for, which seats are offered.

Each is posted once, as long as it can be answered, and edited when something has come of it.
Nothing hangs on such an edit: the buttons answer politely anyway.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable

from bot.core.effective import out_of_time, told, without_choice
from bot.core.game import Game
from bot.core.table import Table, Tables
from bot.delivery.transport import PermanentError, Transport
from bot.domain.absence import CAME, PLAYED, missed
from bot.domain.offers import ANSWERED, ASKED, Offer, answers_to, offer_at, open_offer
from bot.domain.personal import vacation_of
from bot.domain.seats import OFFERED, REOPENED, SETTLED, open_seats
from bot.domain.vacations import LEAVES, RETURNS
from bot.messages import clocks, offers, seats
from bot.messages.layout import Layout
from bot.text import vacations
from rules.voice import Voice
from storage import Post, Row, Store

log = logging.getLogger(__name__)

Said = Callable[[Post, Game], Awaitable[Layout | None]]


class Notices:
    """What their rows of the outbox become. None: there is nothing to say any more."""

    def __init__(self, store: Store, tables: Tables, transport: Transport, voice: Voice) -> None:
        self._store, self._tables = store, tables
        self._transport, self._voice = transport, voice
        self._posted: dict[str, Said] = {
            ASKED: self._asked,
            OFFERED: self._offered,
            PLAYED: self._played,
            LEAVES: self._leaves,
            RETURNS: self._returns,
        }
        self._edited: dict[str, tuple[str, Said]] = {
            ANSWERED: (ASKED, self._answered),
            SETTLED: (OFFERED, self._settled),
            REOPENED: (OFFERED, self._offered),
            CAME: (PLAYED, self._came),
        }

    async def line(self, post: Post, game: Game) -> Layout | None:
        """The line of such a row."""
        return await self._posted[head_of(post.kind)](post, game)

    async def edit(self, post: Post, game: Game) -> None:
        """Have the line say how it stands now."""
        head, said = self._edited[head_of(post.kind)]
        line = await self._store.latest(game.id, head + post.kind.partition(":")[2])
        if line is None or line.message is None or (panel := await said(post, game)) is None:
            return
        place = line.channel or game.place
        try:
            await self._transport.edit(place, line.message, panel.said(self._voice))
        except PermanentError as refused:
            log.info("line not changed", extra={"game": game.id, "why": str(refused)})

    async def _asked(self, post: Post, game: Game) -> Layout | None:
        offer, row = open_offer(game), _number(post)
        if offer is None or offer.row != row:
            return None
        table, rows = await self._then(game, row)
        return offers.offer(table, offer, last_turn(table, rows, offer))

    async def _answered(self, post: Post, game: Game) -> Layout:
        table, rows = await self._then(game, _number(post))
        offer, still = offer_at(rows, _number(post)), open_offer(game)
        turn = last_turn(table, rows, offer)
        return offers.news(table, offer, turn, answers_to(rows, offer), still=still == offer)

    async def _offered(self, post: Post, game: Game) -> Layout | None:
        seat = _number(post)
        return seats.offer(game, seat, post.n) if seat in open_seats(game) else None

    async def _settled(self, post: Post, game: Game) -> Layout | None:
        seat = _number(post)
        if seat in open_seats(game):
            return None
        expired = seat in out_of_time(await self._store.log(game.id))
        return seats.settled(game, seat, expired=expired)

    async def _played(self, post: Post, game: Game) -> Layout | None:
        """One that is not told in time has been told by the next board."""
        table, rows = await self._then(game, _number(post))
        (seat,) = table.at.absent
        times = missed([row for row in rows if row.n <= table.n], seat)
        return clocks.played(table, seat, times)

    async def _came(self, post: Post, game: Game) -> Layout | None:
        table = await self._tables.at(game, _number(post))
        return clocks.came(table, *table.at.absent)

    async def _leaves(self, post: Post, game: Game) -> Layout | None:
        seat = _number(post)
        span = vacation_of(game.sitters[seat].settings)
        return None if span is None else Layout(vacations.leaves(game, seat, span.end))

    async def _returns(self, post: Post, game: Game) -> Layout | None:
        return Layout(vacations.returns(game, _number(post)))

    async def _then(self, game: Game, row: int) -> tuple[Table, list[Row]]:
        return await self._tables.at(game, row), await self._store.log(game.id)


def head_of(kind: str) -> str:
    """What a row of the outbox is about, without which one it is."""
    head, sign, _ = kind.partition(":")
    return head + sign


def is_line(kind: str) -> bool:
    """A row that posts such a line."""
    return head_of(kind) in (ASKED, OFFERED, PLAYED, LEAVES, RETURNS)


def is_edit(kind: str) -> bool:
    """A row that changes one."""
    return head_of(kind) in (ANSWERED, SETTLED, REOPENED, CAME)


def _number(post: Post) -> int:
    return int(post.kind.partition(":")[2])


def last_turn(table: Table, rows: list[Row], offer: Offer) -> str:
    """The last turn that somebody had said when they asked, as it is typed."""
    counting = {row[0] for row in told(rows, offer.row)}
    counting -= without_choice(rows)
    mine = (r for r in reversed(rows) if r.n in counting and r.seat == offer.seat)
    said = next((row.text for row in mine), "")
    return table.kind.spelt(said.split())
