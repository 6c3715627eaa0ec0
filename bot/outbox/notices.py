"""Lines that stand between the boards of a game: what somebody asks for, which seats are offered.

Each is posted once, as long as it can be answered, and edited when something has come of it.
Nothing hangs on such an edit: the buttons answer politely anyway.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TypeAlias, TypeVar

from bot.messages import clocks, consent, seats
from bot.messages.courier import Courier, Handles, Made, handles
from bot.messages.layout import Layout
from bot.outbox.calls import Calls
from bot.table.absence import CameBack, ClockPlayed, missed, skipped
from bot.table.consent import OfferAnswered, OfferMade, offer_at, open_offer
from bot.table.effective import out_of_time
from bot.table.game import Game
from bot.table.rows import OutboxRow
from bot.table.seats import SeatOffered, SeatReopened, SeatSettled, open_seats
from bot.table.table import Table, Tables
from storage import Row, Store

AnyRow = TypeVar("AnyRow", bound=OutboxRow)
Edit: TypeAlias = OfferAnswered | SeatSettled | SeatReopened | CameBack
AnyEdit = TypeVar("AnyEdit", bound=Edit)
# What a line says, as a row of the outbox has it; None: nothing any more. The number is the row of
# the log for which that was written.
Said: TypeAlias = Callable[[AnyRow, Game, int], Awaitable[Layout | None]]


@dataclass(frozen=True, slots=True)
class Notices:
    """What becomes of these rows."""

    store: Store
    tables: Tables
    calls: Calls

    @property
    def rows(self) -> tuple[Handles, ...]:
        return (
            self._line(SeatOffered, self._offered),
            self._line(OfferMade, self._asked),
            self._line(ClockPlayed, self._played),
            self._edit(OfferAnswered, self._answered),
            self._edit(SeatSettled, self._settled),
            self._edit(SeatReopened, self._offered),
            self._edit(CameBack, self._came),
        )

    def _line(self, row: type[AnyRow], said: Said[AnyRow]) -> Handles:
        """A kind of rows that post a line."""

        async def post(row: AnyRow, courier: Courier) -> Made:
            game = await courier.game()
            line = await said(row, game, courier.post.n)
            return None if line is None else await courier.at_table(line, game)

        return handles(row, post)

    def _edit(self, row: type[AnyEdit], said: Said[AnyEdit]) -> Handles:
        """A kind of rows that have a line say how it stands now."""

        async def edit(row: AnyEdit, courier: Courier) -> Made:
            game = await courier.game()
            line = await self.store.latest(game.id, row.line.encode())
            if line is None or line.message is None:
                return None
            if (panel := await said(row, game, courier.post.n)) is not None:
                await courier.edit(line.channel or game.place, line.message, panel)
            return None

        return handles(row, edit)

    async def _asked(self, row: OfferMade, game: Game, _: int) -> Layout | None:
        offer = open_offer(game)
        if offer is None or offer.row != row.row:
            return None
        table, rows = await self._then(game, row.row)
        line = consent.request(table, rows, self.calls.kinds[offer.kind], offer)
        return await self.calls.by_line(line, row, game)

    async def _answered(self, row: OfferAnswered, game: Game, _: int) -> Layout:
        table, rows = await self._then(game, row.row)
        offer = offer_at(rows, row.row)
        return consent.news(table, rows, self.calls.kinds[offer.kind], offer)

    async def _offered(self, row: SeatOffered | SeatReopened, game: Game, n: int) -> Layout | None:
        return seats.offer(game, row.seat, n) if row.seat in open_seats(game) else None

    async def _settled(self, row: SeatSettled, game: Game, _: int) -> Layout | None:
        if row.seat in open_seats(game):
            return None
        expired = row.seat in out_of_time(await self.store.log(game.id))
        return seats.settled(game, row.seat, expired=expired)

    async def _played(self, row: ClockPlayed, game: Game, _: int) -> Layout | None:
        """One that is not told in time has been told by the next board."""
        table, rows = await self._then(game, row.row)
        (seat,) = table.at.absent
        times = missed([row for row in rows if row.n <= table.n], seat)
        return clocks.played(table, seat, times, skipped=skipped(rows, row.row))

    async def _came(self, row: CameBack, game: Game, _: int) -> Layout | None:
        table, rows = await self._then(game, row.row)
        return clocks.came(table, *table.at.absent, skipped=skipped(rows, row.row))

    async def _then(self, game: Game, row: int) -> tuple[Table, list[Row]]:
        return await self.tables.at(game, row), await self.store.log(game.id)
