"""The boards of a game: who is called, and what happened since the last board that was posted.

A board that the game has left behind is not sent any more; the next post tells its story too,
unless it was sent already and is found.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial

from bot.messages import layouts, posts, results, stories
from bot.messages.courier import Courier, Handles, Made, handles
from bot.messages.hints import to_try
from bot.messages.layout import PAINTER, Layout, beside
from bot.outbox.calls import Calls
from bot.outbox.lateness import Lateness
from bot.outbox.printed import Printed, by_a_host, taken_back
from bot.table import records
from bot.table.closing import Closed, ClosedBy, started
from bot.table.coaching import good_turns
from bot.table.computers import alone
from bot.table.effective import effective_rows
from bot.table.game import Game
from bot.table.personal import text_first
from bot.table.posts import FIRST_GAMES, Ending, Turn
from bot.table.table import Table, Tables
from rules.game import NATURE
from rules.text import NOTHING, Code, Text
from storage import BOARD, Post, Row, Store, Telling

TIPS = 3  # games of a kind, in which it is told what to try next


@dataclass(frozen=True, slots=True)
class Board:
    """A game at the row of a post, and what the store has told of it."""

    tables: Tables
    table: Table
    told: Telling

    async def story(self) -> Text:
        """What happened since the last board that was posted."""
        posted, rows = self.told.posted, self.told.rows
        since = await self.tables.since(self.table, posted[0].n if posted else 0, rows)
        return stories.happened(since)

    async def call(self) -> Text:
        """The words of a turn post, as the player on turn likes them: with all that happened, or
        why it is their turn once more, if nothing did."""
        table = self.table
        in_words = text_first(table.game.sitters[table.actor].settings)
        undone = taken_back(table, self.told.rows, stories.taken_back)
        story = await self.story() if in_words or undone else NOTHING
        if in_words:
            said = story or undone
            return posts.turn_in_words(table, said, advice=self.advice, digest=self.digest)
        why = undone if not story or by_a_host(self.told.rows, table.n) else NOTHING
        return posts.turn(table, why, advice=self.advice, digest=self.digest)

    @property
    def advice(self) -> Text:
        """To who has hardly played the game: what is due, and in practice once what to try next."""
        if self.told.begun < TIPS and alone(self.table.game) and good_turns(self.table.game):
            rows, seat = effective_rows(self.told.rows, self.table.n), self.table.actor
            said = [n for n, by, *_ in rows if by == seat]
            if len(said) == 1:
                drawn = any(by == NATURE and n > said[0] for n, by, *_ in rows)
                return to_try(undo=not drawn)
        if self.told.begun >= FIRST_GAMES:
            return NOTHING
        return self.table.kind.texts.primer(self.table.seen().state)

    @property
    def digest(self) -> Text:
        """What this board says of all rows so far (see rules/record.py)."""
        table = self.table
        return Code(records.board(table.game, self.told.rows, table.n))


async def board_of(tables: Tables, game: Game, post: Post, told: Telling) -> Board:
    """The board of a row of a game. Raises BrokenLog."""
    return Board(tables, await tables.at(game, post.n, told.rows), told)


@dataclass(frozen=True, slots=True)
class Boards:
    """What becomes of the rows of boards, and of those by which a game ends."""

    store: Store
    tables: Tables
    calls: Calls
    late: Lateness
    printed: Printed

    @property
    def rows(self) -> tuple[Handles, ...]:
        return (
            handles(Turn, self.turn),
            handles(Ending, self.result),
            handles(Closed, self.closed),
            handles(ClosedBy, self.closed),
        )

    async def turn(self, _: Turn, courier: Courier) -> Made:
        post = courier.post
        told = await self.store.telling(post.game)
        game = self.tables.games.of(told.game)
        if game.past(post.n):
            return await self._left_behind(courier, game, told) if courier.again else None
        now = self.late.as_if_called(game)
        board = await board_of(self.tables, now, post, told._replace(game=now))
        before = next(iter(told.posted), None)
        if before is not None and (before.n, before.channel) == (post.n, game.place):
            await self.late.arrived(post, game)
            return None  # it is there already: the game was moved to and fro
        panel = layouts.turn(board.table, await board.call(), self.calls.under)
        mentions = await self.calls.by_board(game, before, told.rows, again=courier.again)
        panel = panel if mentions else replace(panel, pings=())
        sent = await courier.at_table(panel, game, told.rows)
        await self.late.arrived(post, game)
        retire = partial(self.printed.retire, game, told.posted, post.n, told.rows)
        return sent._replace(called=next(iter(panel.pings), None), cosmetic=retire)

    async def _left_behind(self, courier: Courier, game: Game, told: Telling) -> Made:
        """A board that may have been posted before the game moved on. If it was, the next one
        need not tell its story, and no board before the newest keeps its buttons."""
        post = courier.post
        sent = await courier.found(game.place, layouts.traces(game, post.n))
        if sent is None:
            return None
        boards, n = told.posted, post.n
        if boards and boards[0].n > n:
            mine = replace(post, message=sent.message, channel=sent.channel)
            earlier = await self.store.latest(game.id, BOARD, before=post.id)
            boards, n = [mine, *([earlier] if earlier else [])], boards[0].n
        return sent._replace(cosmetic=partial(self.printed.retire, game, boards, n, told.rows))

    async def result(self, _: Ending, courier: Courier) -> Made:
        post = courier.post
        told = await self.store.telling(post.game)
        game = self.tables.games.of(told.game)
        board, rows = await board_of(self.tables, game, post, told), told.rows
        panel = await self._ended(board.table, rows)
        sent = await courier.at_table(panel, game, rows)
        return sent._replace(cosmetic=partial(self.printed.retire, game, told.posted, post.n, rows))

    async def _ended(self, table: Table, rows: list[Row]) -> Layout:
        """The last post of a game, with what it has done to the ratings. The whole game is looked
        at once more in the thread that draws: for a long one that takes as long as its picture."""
        game, ending = table.game, await beside(PAINTER, self.tables.ending, table, rows)
        moved = await self.store.rating_changes(game.id)
        aftermath = results.aftermath(table, ending.moment, moved, rows)
        return layouts.result(table, aftermath, ending, Code(records.board(game, rows, table.n)))

    async def closed(self, row: Closed | ClosedBy, courier: Courier) -> Made:
        game = await courier.game()
        begun = started(await self.store.log(game.id))
        by = row.user if isinstance(row, ClosedBy) else None
        sent = await courier.at_table(layouts.closed(game, begun=begun, by=by), game)
        last = await self.store.latest(game.id, BOARD)
        return sent._replace(cosmetic=partial(self.printed.retire, game, [last] if last else []))

    async def finish(self, post: Post) -> None:
        """Retire the board before one that was sent just before a process died."""
        told = await self.store.telling(post.game)
        boards, before = list[Post](), post.id
        while len(boards) < 2 and (one := await self.store.latest(post.game, BOARD, before)):
            boards.append(one)
            before = one.id
        game = self.tables.games.of(told.game)
        await self.printed.retire(game, boards, post.n, told.rows)
