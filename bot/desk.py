"""What can be looked up: what a turn could be, the record, and where one's games are."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from bot import building, panels, replies
from bot.clerk import Clerk
from bot.intent import Intent
from bot.panel import Choice, Panel
from bot.table import Table
from rules.english import plain
from rules.errors import Refused
from rules.play import perform, turns
from rules.record import Entry, Record, write
from storage import Game, Row, Store

MOST = 25  # choices that Discord shows
LOOKED_AT = 4000  # turns of a position that are looked at for them
LOBBY_ONLY = ("players", "order")  # options that no rules know
LABEL = 100  # characters of a choice


class Desk:
    """Answers questions; changes nothing."""

    def __init__(self, store: Store, clerk: Clerk) -> None:
        self._store, self._clerk = store, clerk

    async def options(self, intent: Intent) -> Panel:
        """What is legal for this person now, and what it leads to. Raises Refused."""
        table, _ = await self._clerk.turn(intent)
        few = list(islice(turns(table.kind.game, table.at.state), LOOKED_AT + 1))
        if len(few) == 1:
            line = " ".join(map(str, few[0][0]))
            return building.only_turn(table, line)
        count = f"more than {LOOKED_AT}" if len(few) > LOOKED_AT else str(len(few))
        return Panel(replies.options(table, count))

    async def complete(self, intent: Intent) -> list[Choice]:
        """Whole legal turns that have all that was typed in them, in words and in notation."""
        try:
            table, _ = await self._clerk.turn(intent)
        except Refused:
            return []
        wanted = plain(intent.words).split()
        found = (c for c in _turns(table) if _fits(c, wanted))
        return list(islice(found, MOST))

    async def record(self, intent: Intent) -> Panel:
        """The game as text, a file. Raises Refused."""
        game = await self._clerk.find(intent)
        text = recorded(game, await self._store.log(game.id))
        return panels.record(game, text)

    async def mine(self, intent: Intent) -> Panel:
        """All games of one person, those that wait for him first."""
        games = await self._store.games_of(intent.user)
        return Panel(replies.my_games(games, intent.user))

    async def here(self, intent: Intent) -> Panel:
        """The server's open games."""
        return Panel(replies.server_games(await self._store.games_on(intent.guild)))


def recorded(game: Game, rows: list[Row]) -> str:
    """The record of a game; the seed only when it is over."""
    entries = tuple(Entry(row.n, row.seat, row.text, row.mark) for row in rows)
    names = tuple(sitter.name for sitter in game.sitters)
    options = {key: value for key, value in game.options.items() if key not in LOBBY_ONLY}
    seed = game.seed.hex() if game.status == "over" else ""
    return write(Record(game.kind, int(game.edition), names, entries, options, seed))


def _fits(choice: Choice, wanted: list[str]) -> bool:
    text = f"{choice.label} {choice.value}".casefold()
    return all(word in text for word in wanted)


def _turns(table: Table) -> Iterator[Choice]:
    """Every whole turn as a choice, lazily."""
    for steps, _ in islice(turns(table.kind.game, table.at.state), LOOKED_AT):
        line = " ".join(map(str, steps))
        _, events = perform(table.kind.game, table.at.state, line)
        story = table.kind.english.story(events, table.names).partition(": ")[2]
        if len(line) <= LABEL:
            label = story if len(story) <= LABEL else f"{story[: LABEL - 1]}…"
            yield Choice(line, label)
