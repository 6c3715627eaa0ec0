"""What a board says: who is called, and what happened since the last board that was posted."""

from __future__ import annotations

from dataclasses import dataclass

from bot.core.game import Game
from bot.core.table import Table, Tables
from bot.delivery.printed import taken_back
from bot.domain import records
from bot.domain.personal import text_first
from bot.text import posts, stories
from rules.text import NOTHING, Code, Text
from storage import Post, Telling

FIRST_GAMES = 2  # of a kind, in which a line explains what is due


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
            return posts.turn_in_words(table, story or undone, self.digest)
        learning = self.told.begun < FIRST_GAMES
        why = NOTHING if story else undone
        return posts.turn(table, why, learning=learning, digest=self.digest)

    @property
    def digest(self) -> Text:
        """What this board says of all rows so far (see rules/digest.py)."""
        table = self.table
        return Code(records.board(table.game, self.told.rows, table.n))


async def board_of(tables: Tables, game: Game, post: Post, told: Telling) -> Board:
    """The board of a row of a game. Raises Broken."""
    return Board(tables, await tables.at(game, post.n, told.rows), told)
