"""A server's tables, for whoever asks and, when they want it, for everybody."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from bot.core.intent import Intent
from bot.core.session import Session
from bot.domain.standings import AT_ONCE, Ranking, Scope, months
from bot.features.feature import (
    OF_A_ROW,
    Behind,
    Feature,
    Field,
    Slash,
    SlashOption,
    Value,
    Verb,
)
from bot.features.services import Services
from bot.messages import standings as panels
from bot.messages.layout import Layout
from bot.text import answers, errors
from bot.text import standings as texts
from rules.errors import Unavailable
from rules.text import NOTHING, Text
from storage import RATING, WINS

LAST_PAGE: Final = 999


class Standings:
    """Shows tables and has them posted."""

    def __init__(self, at: Services) -> None:
        self._store, self._tables = at.store, at.tables
        self._commits, self._now = at.commits, at.now

    async def of_game(self, intent: Intent, sort: str = WINS) -> Layout:
        """The game in this channel, and the table of its kind."""
        scope = Scope.of(intent.kind or "", "", sort)
        return await self.show(intent, scope, await self._here(intent))

    async def show(
        self,
        intent: Intent,
        scope: Scope,
        here: Text = NOTHING,
        note: Text = NOTHING,
        page: int = 0,
    ) -> Layout:
        """A page of a table, with the asker's own line. Raises Unavailable when its game is not
        hosted."""
        if scope.kind and scope.kind not in self._tables.games:
            raise Unavailable(texts.NO_SUCH_GAME)
        most = (min(page, LAST_PAGE) + 1) * AT_ONCE
        seen = await self._store.table_of(
            intent.user, intent.guild, scope.kind, scope.month, scope.by, most
        )
        last = max(len(seen.first) - 1, 0) // AT_ONCE
        table = Ranking(scope, *seen, min(page, last))
        return panels.panel(table, self._tables.games, months(self._now()), here, note)

    async def post(self, intent: Intent, scope: Scope, panel: int) -> Layout:
        """Have the table posted in this channel, once for each panel and what it shows. panel: by
        what it is known. Raises Unavailable."""
        if intent.muted:
            raise Unavailable(errors.MUTED)
        first = await self._store.standings(intent.guild, scope.kind, scope.month, by=scope.by)
        if first:  # it is told behind what there is to tell of the last game
            game = await self._tables.game(max(line.latest for line in first))
            await self._commits.tell_once(game, scope.post(intent.channel, panel))
        return await self.show(intent, scope, note=texts.POSTED if first else NOTHING)

    async def _here(self, intent: Intent) -> Text:
        here = await self._store.here(intent.channel)
        if here is None or here.kind != intent.kind or here.status not in ("playing", "over"):
            return NOTHING
        table = await self._tables.at(self._tables.games.of(here))
        return answers.game_standing(table)


def feature(at: Services) -> Feature:
    standings = Standings(at)

    async def found(session: Session) -> Layout:
        return await standings.of_game(replace(session, kind=session.found.kind))

    async def all_games(wish: Intent) -> Layout:
        return await standings.show(wish, Scope())

    async def panel(wish: Intent, kind: str, month: str, what: str, by: str = WINS) -> Layout:
        match what:
            case "post":
                return await standings.post(wish, Scope.of(kind, month, by), wish.panel)
            case _ if what.isdecimal():
                return await standings.show(wish, Scope.of(kind, month, by), page=int(what))
            case "sort":
                by = WINS if by == RATING else RATING
            case "game":
                kind = wish.words
            case _:
                month = wish.words
        return await standings.show(wish, Scope.of(kind, month, by))

    fields = (
        Field("kind", "[a-z]{1,32}"),
        Field("month", r"ever|\d{4}-(?:0[1-9]|1[0-2])"),
        Field("what", r"game|month|post|sort|\d{1,4}"),
        Field("by", RATING, optional=True),
    )
    first = (Value(WINS, Text("most wins")), Value(RATING, Text("highest rating")))
    sort = SlashOption("sort", Text("Sort by"), default=WINS, values=first)
    here = Text("Show this server's standings for this game")
    server = Text("Show this server's standings, by game and month")
    return Feature(
        verbs=(
            Verb(
                "standings",
                found,
                OF_A_ROW,
                more=Behind(0, 2, Text("Standings")),
                on_page=True,
            ),
            Verb(
                "score",
                standings.of_game,
                slash=Slash("each game", Text("/leaderboard"), here, (sort,)),
                game=False,
            ),
            Verb(
                "table", all_games, slash=Slash("games", Text("/leaderboard"), server), game=False
            ),
            Verb("ranks", panel, fields, game=False, instead=True, on_page=True),
        )
    )
