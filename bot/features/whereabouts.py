"""Finding one's way: where one's games are, which of them waits longest, what is played here.

Whose turn it is, since when and until when is told by the game's row, as everywhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from typing import Final

from bot.core.calendar import DAY
from bot.core.commands import Command
from bot.core.effective import out_of_time
from bot.core.game import CLOCK, Game
from bot.core.intent import Intent
from bot.features.feature import PAGE, Feature, Slash, Verb
from bot.features.services import Services
from bot.messages.layout import Layout
from bot.messages.paging import Pages
from bot.messages.seats import ways_back
from bot.text import lists
from bot.text.fitting import Folded
from bot.text.lists import Entry, waits_for
from bot.text.lost import LostEntry, lost_seat
from bot.text.stories import moves_since
from rules.text import NOTHING, Text
from storage import BOARD, GameRow

AT_ONCE: Final = 8  # games of a page
MINE, HERE = "minepage", "nearbypage"  # verbs that turn to a page
TOLD_FOR: Final = 7 * DAY  # for which somebody is told what became of a seat of theirs
RETOLD: Final = 5  # games that wait for whoever asks, of which is told what happened


class Whereabouts:
    """Answers where games are; changes nothing."""

    def __init__(self, at: Services) -> None:
        self._store, self._tables, self._now = at.store, at.tables, at.now
        self._apart = at.apart

    async def mine(self, intent: Intent, page: int = 0) -> Layout:
        """All games of one person, those first that wait for them, and of these those first whose
        time ends soonest; and what became of the seats that they have lost lately."""
        games = self._hosted(await self._store.games_of(intent.user))
        ordered = sorted(games, key=lambda game: _urgent(game, intent.user))
        entries = await self._linked(ordered, page)
        for place, entry in enumerate(entries[:RETOLD]):
            if waits_for(entry.game, intent.user):
                entries[place] = entry._replace(missed=await self._missed(entry.game))
        lost = await self._lost(intent.user)
        none = NOTHING if entries else lists.no_games(self._tables.games.first)
        told = [*(lists.my_game(each, intent.user) for each in entries), *map(lost_seat, lost)]
        buttons = ways_back(lost, intent.user, intent.guild)
        return Layout(none, buttons=buttons, pages=_pages(told, page, MINE))

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

    async def here(self, intent: Intent, page: int = 0) -> Layout:
        """The server's open games, but for lobbies of people whom who asks does not play with."""
        games = self._hosted(await self._store.games_on(intent.guild))
        games = await self._apart.seen(intent.user, intent.guild, games)
        told = [lists.open_game(each) for each in await self._linked(games, page)]
        none = NOTHING if told else lists.NO_GAME_HERE
        return Layout(none, pages=_pages(told, page, HERE))

    async def _linked(self, games: Sequence[Game], page: int = 0) -> list[Entry]:
        """The games, each with its newest board where it stands on this page or before."""
        end = (min(page, len(games) // AT_ONCE) + 1) * AT_ONCE
        boards = [await self._store.latest(game.id, BOARD) for game in games[:end]]
        found = [Entry(game, board) for game, board in zip(games, boards, strict=False)]
        return [*found, *map(Entry, games[end:])]

    async def _missed(self, game: Game) -> Text:
        """What has happened since the last turn of whoever is on turn, in a line."""
        table = await self._tables.at(game)
        return Folded(moves_since(table)) if table.returning else NOTHING

    def _hosted(self, rows: Iterable[GameRow]) -> list[Game]:
        """Those of the games that are hosted here."""
        games = self._tables.games
        return [games.of(row) for row in rows if row.kind in games]


def _pages(told: Sequence[Text], page: int, verb: str) -> Pages | None:
    return Pages(told, page, lambda to: f"lc:{verb}:{to}", most=AT_ONCE) if told else None


def _urgent(game: Game, user: int) -> tuple[bool, float, float]:
    due = game.due(CLOCK)
    return not waits_for(game, user), float("inf") if due is None else due, game.changed


def feature(at: Services) -> Feature:
    where = Whereabouts(at)
    mine = Text("List your open games on all servers, your turns first")
    waiting = Text("Jump to the game that has waited longest for you")
    here = Text("List this server's open games")
    asking, slash = partial(Verb, game=False), partial(Slash, "games")
    turn_to = partial(asking, id=PAGE, instead_of_own=True)
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
            turn_to(MINE, where.mine, way=Command("games", "mine"), anywhere=True),
            asking("next", where.next, slash=slash(Text("/next"), waiting), anywhere=True),
            asking("nearby", where.here, slash=slash(Text("/here"), here)),
            turn_to(HERE, where.here, way=Command("games", "here")),
        )
    )
