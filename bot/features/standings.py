"""A server's standings: of one game or of all, of a month or of all time, for the person who asks
and, if they share it, for everybody.

lc:ranks:logger:2026-11:game      a menu: another game, for that month; so `month`
lc:ranks:logger:2026-11:post      posts this table; `sort` shows the other order, `2` the third page
lc:ranks:logger:2026-11:post:rating      with the highest ratings first, and not the most won
"""

from __future__ import annotations

import re
import time
from collections.abc import Awaitable, Mapping
from contextlib import suppress
from functools import partial
from itertools import starmap
from typing import Any, Final, NamedTuple, Self

from bot.features.feature import OF_A_ROW, Behind, Feature, Field, Slash, SlashOption, Value, Verb
from bot.features.services import Services
from bot.messages import answers
from bot.messages.courier import Courier, Made, PermanentError, handles
from bot.messages.layout import Button, Choice, Layout, Menu, span, turning
from bot.messages.posts import FIRST, counted
from bot.table.intent import Intent, Session
from bot.table.names import bare
from bot.table.rows import OutboxRow, coded
from rules.errors import Unavailable
from rules.game import GameRules as Rules
from rules.text import NOTHING, Name, Rank, Small, Strong, Text, lines, notation, sentences
from storage import ALL, EVER, RATING, WINS, Order, SeenTable, Standing

AT_ONCE: Final = 10  # lines of a page
_ALL, _EVER = "all", "ever"


class Scope(NamedTuple):
    """A game by its key, or ALL; a month such as 2026-11, or EVER; and the order."""

    kind: str = ALL
    month: str = EVER
    by: Order = WINS

    @classmethod
    def of(cls, kind: str, month: str, by: str = WINS) -> Self:
        """From an id or a choice. Not a month: all time. All games together have no ratings."""
        kind = ALL if kind == _ALL else kind
        order = RATING if kind and by == RATING else WINS
        known = re.fullmatch("[0-9]{4}-(0[1-9]|1[0-2])", month)
        return cls(kind, month if known else EVER, order)

    @property
    def parts(self) -> tuple[str, str]:
        """The parts of an id."""
        return self.kind or _ALL, self.month or _EVER


@coded("table")
class TablePosted(OutboxRow):
    """Posts the table of a panel in a channel."""

    channel: int
    panel: int
    kind: str  # as in an id, like the month
    month: str
    aside = True


@coded("ratings")
class RatingsPosted(OutboxRow):
    """Posts that table with the highest ratings first."""

    channel: int
    panel: int
    kind: str
    month: str
    aside = True


class Standings:
    """Shows and posts tables."""

    def __init__(self, at: Services) -> None:
        self._at, self._store, self._tables = at, at.store, at.tables

    async def of_game(self, intent: Intent, sort: str = WINS) -> Layout:
        """The game in this channel, and the table of its kind."""
        here, stands = await self._store.here(intent.channel), NOTHING
        if here and here.kind == intent.target.kind and here.status in ("playing", "over"):
            stands = answers.game_standing(await self._tables.at(self._tables.games.of(here)))
        return await self.show(intent, Scope.of(intent.target.kind or "", "", sort), stands)

    async def show(
        self, intent: Intent, scope: Scope, note: Text = NOTHING, page: int = 0
    ) -> Layout:
        """A page of a table, with the asker's own line. note: the state of the game in this
        channel, or the result of the last press. Raises Unavailable if its game isn't hosted."""
        games = self._tables.games
        if scope.kind and scope.kind not in games:
            raise Unavailable(Text("I don't host that game any more. Choose another."))
        most = (min(page, 999) + 1) * AT_ONCE
        seen = await self._store.table_of(intent.user, intent.guild, *scope, most)
        page = min(page, max(len(seen.first) - 1, 0) // AT_ONCE)
        post = Button(Text("Post Publicly"), _id(scope, "post"), off=not seen.first)
        other = Text("Sort by Rating") if scope.by == WINS else Text("Sort by Wins")
        sort = (Button(other, _id(scope, "sort")),) if scope.kind else ()
        pages = -(-seen.total // AT_ONCE)
        turns = turning(lambda to: _id(scope, str(to)), page, pages)

        def menu(what: str, title: Text, choices: Mapping[str, Text]) -> Menu:
            return Menu(_id(scope, what), title, tuple(starmap(Choice, choices.items())))

        every, ever = Text("All games"), Text("All time")
        kinds = {_ALL: every, **{key: notation(games[key].game.title) for key in games}}
        times = {_EVER: ever, **{each: _month(each) for each in months(self._at.now())}}
        now = _month(scope.month) if scope.month else ever
        menus = (
            menu("game", Text("Game: {game}", game=kinds[scope.parts[0]]), kinds),
            menu("month", Text("Period: {time}", time=now), times),
        )
        text = lines(note, told(scope, seen, games[scope.kind].game if scope.kind else None, page))
        return Layout(text, menus=menus, buttons=(*sort, post), rows=(turns,))

    async def post(self, intent: Intent, scope: Scope, panel: int) -> Layout:
        """Post the table in this channel, once for each panel, game, month and order. Raises
        Unavailable."""
        if intent.muted:
            raise Unavailable(answers.MUTED)
        first = await self._store.standings(intent.guild, scope.kind, scope.month, by=scope.by)
        note = NOTHING
        if first:  # it is posted after the posts of the last game
            note = Text("Posted in this channel.")
            game = await self._tables.game(max(line.latest for line in first))
            row = RatingsPosted if scope.by == RATING else TablePosted
            kind = row(intent.channel, panel, *scope.parts).encode()
            await self._at.commits.tell_once(game, kind)
        return await self.show(intent, scope, note=note)

    async def posted(self, row: TablePosted | RatingsPosted, courier: Courier) -> Made:
        """Post a table for everybody, or never: a late table would be out of date."""
        by = RATING if isinstance(row, RatingsPosted) else WINS
        guild, scope = (await courier.game()).guild, Scope.of(row.kind, row.month, by)
        seen = await self._store.table_of(0, guild, *scope)  # nobody's own line
        text = told(scope, seen, self._tables.games[scope.kind].game if scope.kind else None)
        with suppress(PermanentError):
            return await courier.in_channel(row.channel, Layout(text))
        return None


def months(now: float, many: int = 12) -> list[str]:
    """This month and the ones before it, in UTC, as tables count them."""
    today = time.gmtime(now)
    counted = (today.tm_year * 12 + today.tm_mon - 1 - back for back in range(many))
    return [f"{n // 12:04}-{n % 12 + 1:02}" for n in counted]


def _id(scope: Scope, what: str) -> str:
    """The id of a part of the panel, for the shown table."""
    by = (scope.by,) if scope.by != WINS else ()
    return ":".join(("lc", "ranks", *scope.parts, what, *by))


def _month(said: str) -> Text:
    """`November 2026`, of 2026-11."""
    year, _, number = said.partition("-")
    names = (
        *(Text("January"), Text("February"), Text("March"), Text("April"), Text("May")),
        *(Text("June"), Text("July"), Text("August"), Text("September"), Text("October")),
        *(Text("November"), Text("December")),
    )
    return Text("{month} {year}", month=names[int(number) - 1], year=year)


def told(scope: Scope, table: SeenTable, game: Rules[Any] | None, page: int = 0) -> Text:
    """The lines of a page, and the asker's own. game: None if the table is of all games."""
    shown = table.first[page * AT_ONCE :]
    rows = [_line(line) for line in shown]
    title = notation(game.title) if game else Text("All games")
    if scope.month:
        head = Text("{title} on this server, {month}", title=title, month=_month(scope.month))
    else:
        head = Text("{title} on this server", title=title)
    foot = NOTHING
    if table.total > len(rows):
        first = page * AT_ONCE
        foot = Small(span(first + 1, first + len(rows), table.total))
    elif not rows and scope.month:
        foot = Text("Nobody finished a game here that month.")
    elif not rows:
        foot = Text("Nobody has finished a game here yet.")
    own, mine = table.own, NOTHING
    if own and table.hidden:
        mine = Text("You (hidden): {counted}. Only you can see this.", counted=counted(own))
    elif own and own.user not in {line.user for line in shown}:
        mine = Text("You: {line}", line=_line(own))
    legend = Text(
        "Only games between people count. If players are tied on wins, the one with fewer "
        "games ranks higher."
    )
    rated = Text(
        "A rating is provisional for the first {n} rated games. Then it's shown in words, "
        "and after about twenty games as a number.",
        n=FIRST,
    )
    if scope.kind and scope.by == RATING:
        legend = Text("Sorted by rating. Players whose rating isn't shown yet come last.")
    small = Small(sentences(legend, rated if scope.kind else NOTHING))
    return lines(Strong(head), *rows, foot, mine, small)


def _line(line: Standing) -> Text:
    place, name = Rank(line.place), Name(bare(line.name))
    return Text("{place} {name}: {counted}", place=place, name=name, counted=counted(line))


def feature(at: Services) -> Feature:
    standings = Standings(at)

    def found(session: Session) -> Awaitable[Layout]:
        return standings.of_game(session.about(kind=session.found.kind))

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
    name, here = Text("/leaderboard"), Text("Show this server's standings for this game")
    server = Text("Show this server's standings, by game and month")
    each, every = Slash("each game", name, here, (sort,)), Slash("games", name, server)
    return Feature(
        verbs=(
            Verb("standings", found, OF_A_ROW, more=Behind(0, 2, Text("Standings")), on_page=True),
            Verb("score", standings.of_game, slash=each, game=None),
            Verb("table", partial(standings.show, scope=Scope()), slash=every, game=None),
            Verb("ranks", panel, fields, game=None, instead="panel", on_page=True),
        ),
        rows=(handles(TablePosted, standings.posted), handles(RatingsPosted, standings.posted)),
    )
