"""Finding one's way: where one's games are, which of them waits longest, what is played here.

Whose turn it is, since when and until when is told by the game's row, as everywhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from typing import Final

from bot.core.calendar import DAY
from bot.core.effective import out_of_time
from bot.core.game import CLOCK, Game
from bot.core.intent import Intent
from bot.features.feature import Feature, Slash, Verb
from bot.features.services import Services
from bot.messages.layout import Layout
from bot.messages.seats import ways_back
from bot.text import lists
from bot.text.fitting import Folded
from bot.text.lists import Entry, waits_for
from bot.text.lost import LostEntry, lost_seats
from bot.text.stories import moves_since
from rules.text import NOTHING, Text, lines
from storage import BOARD, GameRow

LINKED: Final = 25  # games whose newest board is looked up; no message holds more
TOLD_FOR: Final = 7 * DAY  # for which somebody is told what became of a seat of theirs
RETOLD: Final = 5  # games that wait for whoever asks, of which is told what happened


class Whereabouts:
    """Answers where games are; changes nothing."""

    def __init__(self, at: Services) -> None:
        self._store, self._tables, self._now = at.store, at.tables, at.now
        self._apart = at.apart

    async def mine(self, intent: Intent) -> Layout:
        """All games of one person, those first that wait for them, and of these those first whose
        time ends soonest; and what became of the seats that they have lost lately."""
        games = self._hosted(await self._store.games_of(intent.user))
        ordered = sorted(games, key=lambda game: _urgent(game, intent.user))
        entries = await self._linked(ordered)
        for place, entry in enumerate(entries[:RETOLD]):
            if waits_for(entry.game, intent.user):
                entries[place] = entry._replace(missed=await self._missed(entry.game))
        lost = await self._lost(intent.user)
        told = lists.my_games(entries, intent.user, self._tables.games.first)
        buttons = ways_back(lost, intent.user, intent.guild)
        return Layout(lines(told, lost_seats(lost)) if lost else told, buttons=buttons)

    async def _lost(self, user: int) -> list[LostEntry]:
        """The seats that somebody has lost in the last days."""
        found = list[LostEntry]()
        for each in await self._store.lost_seats(user, self._now() - TOLD_FOR):
            for game in self._hosted([each.game]):
                expired = each.seat in out_of_time(await self._store.log(game.id))
                entry = Entry(game, await self._store.latest(game.id, BOARD))
                found.append(LostEntry(entry, each.seat, each.at, expired))
        return found

    async def next(self, intent: Intent) -> Layout:
        """The way to the game that has waited longest for somebody."""
        games = self._hosted(await self._store.games_of(intent.user))
        waiting = [game for game in games if waits_for(game, intent.user)]
        if not waiting:
            return Layout(lists.NOTHING_WAITS)
        (entry,) = await self._linked([min(waiting, key=lambda game: game.changed)])
        return Layout(lists.next_game(entry))

    async def here(self, intent: Intent) -> Layout:
        """The server's open games, but for lobbies of people whom who asks does not play with."""
        games = self._hosted(await self._store.games_on(intent.guild))
        games = await self._apart.seen(intent.user, intent.guild, games)
        return Layout(lists.server_games(await self._linked(games)))

    async def _linked(self, games: Sequence[Game]) -> list[Entry]:
        boards = [await self._store.latest(game.id, BOARD) for game in games[:LINKED]]
        found = [Entry(game, board) for game, board in zip(games, boards, strict=False)]
        return [*found, *map(Entry, games[LINKED:])]

    async def _missed(self, game: Game) -> Text:
        """What has happened since the last turn of whoever is on turn, in a line."""
        table = await self._tables.at(game)
        return Folded(moves_since(table)) if table.returning else NOTHING

    def _hosted(self, rows: Iterable[GameRow]) -> list[Game]:
        """Those of the games that are hosted here; a row may be older than the choice of them."""
        games = self._tables.games
        return [games.of(row) for row in rows if row.kind in games]


def _urgent(game: Game, user: int) -> tuple[bool, float, float]:
    due = game.due(CLOCK)
    return not waits_for(game, user), float("inf") if due is None else due, game.changed


def feature(at: Services) -> Feature:
    where = Whereabouts(at)
    mine = Text("Your open games on all servers, your turns first")
    waiting = Text("The way to the game that has waited longest for you")
    here = Text("This server's open games")
    asking, slash = partial(Verb, game=False), partial(Slash, "games")
    return Feature(
        verbs=(
            asking(
                "mine",
                where.mine,
                (),
                slash=slash(Text("/mine"), mine),
                help=Text("My Games"),
                anywhere=True,
            ),
            asking("next", where.next, slash=slash(Text("/next"), waiting), anywhere=True),
            asking("nearby", where.here, slash=slash(Text("/here"), here)),
        )
    )
