"""A server's standings: of one game or of all, of a month or of all time, for the person who asks
and, if they share it, for everybody; and the profile of one player.

lc:ranks:logger:2026-11:game      a menu: another game, for that month; so `month`
lc:ranks:logger:2026-11:post      posts this table; `sort` shows the other order, `2` the third page
lc:ranks:logger:2026-11:post:rating      with the highest ratings first, and not the most won
"""

import asyncio
import re
import time
from collections.abc import Awaitable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from itertools import starmap
from statistics import median
from typing import Any, Final, NamedTuple, Self

from bot.features.feature import OF_A_ROW, Behind, Feature, Field, Slash, SlashOption, Value, Verb
from bot.features.services import Services
from bot.messages import answers
from bot.messages.courier import Courier, Made, PermanentError, handles
from bot.messages.layout import Button, Choice, Drawing, Layout, Menu, span, suggestions, turning
from bot.messages.posts import FIRST, standing_line, strength
from bot.table.intent import Intent, Session
from bot.table.names import bare, lasting
from bot.table.rows import OutboxRow, code, word_of
from renderer import RatingCourse, draw_course
from rules.errors import Unavailable, quote
from rules.game import TABLE, Played, Seat
from rules.game import GameRules as Rules
from rules.text import (
    NOTHING,
    Joined,
    Name,
    Plural,
    Rank,
    Small,
    Strong,
    Text,
    lines,
    notation,
    sentences,
)
from rules.voice import Voice
from storage import ALL, EVER, RATING, WINS, Order, Row, SeenTable, Standing

AT_ONCE: Final = 10  # lines of a page
_ALL, _EVER = "all", "ever"


class Scope(NamedTuple):
    """A game by its key, or ALL; a month such as 2026-11, or EVER; and the order."""

    kind: str = ALL
    month: str = EVER
    by: Order = WINS

    @classmethod
    def read(cls, kind: str, month: str, by: str = WINS) -> Self:
        """From an id or a choice. Not a month: all time. All games together have no ratings."""
        kind = ALL if kind == _ALL else kind
        order = RATING if kind and by == RATING else WINS
        return cls(kind, month if re.fullmatch("[0-9]{4}-(0[1-9]|1[0-2])", month) else EVER, order)

    @property
    def parts(self) -> tuple[str, str]:
        """The parts of an id."""
        return self.kind or _ALL, self.month or _EVER


@code("table")
class TablePosted(OutboxRow):
    """Posts the table of a panel in a channel."""

    channel: int
    panel: int
    kind: str  # as in an id, like the month
    month: str
    by: str
    aside = True


class Standings:
    """Shows and posts tables."""

    def __init__(self, at: Services) -> None:
        self._at, self._store, self._tables = at, at.store, at.tables

    async def of_game(self, intent: Intent, sort: str = WINS) -> Layout:
        """The game in this channel, and the table of its kind."""
        here, stands = await self._store.game_in_channel(intent.channel), NOTHING
        if here and here.kind == intent.target.kind and here.status in ("playing", "over"):
            stands = answers.game_standing(await self._tables.at(self._tables.games.from_row(here)))
        return await self.show(intent, Scope.read(intent.target.kind or "", "", sort), stands)

    async def show(
        self, intent: Intent, scope: Scope, note: Text = NOTHING, page: int = 0
    ) -> Layout:
        """A page of a table, with the asker's own line. note: the state of the game in this
        channel, or the result of the last press. Raises Unavailable if its game isn't hosted."""
        games = self._tables.games
        if scope.kind and scope.kind not in games:
            raise Unavailable.because("I don't host that game any more. Choose another.")
        most = (min(page, 999) + 1) * AT_ONCE
        seen = await self._store.table_of(intent.user, intent.guild, *scope, most)
        page = min(page, max(len(seen.first) - 1, 0) // AT_ONCE)
        post = Button(Text("Post Publicly"), _id(scope, "post"), off=not seen.first)
        other = Text("Sort by Rating") if scope.by == WINS else Text("Sort by Wins")
        sort = (Button(other, _id(scope, "sort")),) if scope.kind else ()
        turns = turning(lambda to: _id(scope, str(to)), page, -(-seen.total // AT_ONCE))

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
        text = lines(
            note, page_lines(scope, seen, games[scope.kind].game if scope.kind else None, page)
        )
        return Layout(text, menus=menus, buttons=(*sort, post), rows=(turns,))

    async def post(self, intent: Intent, scope: Scope, panel: int) -> Layout:
        """Post the table here, once for each panel, game, month and order. Raises Unavailable."""
        if intent.muted:
            raise Unavailable(answers.MUTED)
        first = await self._store.standings(intent.guild, scope.kind, scope.month, by=scope.by)
        note = NOTHING
        if first:  # it is posted after the posts of the last game
            note = Text("Posted in this channel.")
            game = await self._tables.game(max(line.latest for line in first))
            kind = TablePosted(intent.channel, panel, *scope.parts, scope.by).encode()
            await self._at.commits.tell_once(game, kind)
        return await self.show(intent, scope, note=note)

    async def post_table(self, row: TablePosted, courier: Courier) -> Made:
        """Post a table for everybody, or never: a late table would be out of date."""
        guild, scope = (await courier.game()).guild, Scope.read(row.kind, row.month, row.by)
        seen = await self._store.table_of(0, guild, *scope)  # nobody's own line
        text = page_lines(scope, seen, self._tables.games[scope.kind].game if scope.kind else None)
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


def page_lines(scope: Scope, table: SeenTable, game: Rules[Any] | None, page: int = 0) -> Text:
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
        mine = Text("You (hidden): {counted}. Only you can see this.", counted=standing_line(own))
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
    return Text("{place} {name}: {counted}", place=place, name=name, counted=standing_line(line))


def feature(at: Services) -> Feature:
    standings = Standings(at)

    def found(session: Session) -> Awaitable[Layout]:
        return standings.of_game(session.with_target(kind=session.found.kind))

    async def panel(wish: Intent, kind: str, month: str, what: str, by: str = WINS) -> Layout:
        match what:
            case "post":
                return await standings.post(wish, Scope.read(kind, month, by), wish.panel)
            case _ if what.isdecimal():
                return await standings.show(wish, Scope.read(kind, month, by), page=int(what))
            case "sort":
                by = WINS if by == RATING else RATING
            case "game":
                kind = wish.words
            case _:
                month = wish.words
        return await standings.show(wish, Scope.read(kind, month, by))

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
        rows=(handles(TablePosted, standings.post_table),),
    )


class Profiles:
    """Shows profiles to one person."""

    def __init__(self, at: Services) -> None:
        self._store, self._tables = at.store, at.tables

    async def show(self, intent: Intent, player: str = "") -> Layout:
        """The profile of the person who asks, or of another one by name, id or mention. Raises
        Unavailable; hidden people are unknown to all others."""
        user, name = await self._meant(intent, player.strip())
        found = [await self._of(intent.guild, kind, user) for kind in self._tables.games]
        profiles = [profile for profile in found if profile is not None]
        if not profiles:
            return Layout(Text("{name} hasn't finished a game here yet.", name=Name(bare(name))))
        head = Strong(Text("{name} on this server", name=Name(bare(name))))
        text = lines(head, *(part for told, _ in profiles for part in told))
        courses = tuple(course for _, course in profiles)
        if all(len(course.ratings) < 2 for course in courses):
            return Layout(text)
        return Layout(text, Drawing(draw_course, (bare(name), courses)), "ratings.png")

    async def complete_names(self, intent: Intent, _: Voice) -> list[Choice]:
        """The players whose names fit while somebody types."""
        names = {each.user: bare(each.name) for each in await self._players(intent)}
        known = {Choice(str(n), Joined("", (Name(name),))): name for n, name in names.items()}
        return suggestions(known, intent.words)

    async def _meant(self, intent: Intent, who: str) -> tuple[int, str]:
        wanted = who.strip("<@!>").casefold()
        if wanted in ("", str(intent.user)):
            return intent.user, intent.called
        for each in await self._players(intent):
            if wanted in (str(each.user), bare(each.name).casefold()):
                return each.user, each.name
        raise Unavailable.because(
            "Nobody called {name} has finished a game on this server. Choose one of the names "
            "suggested as you type.",
            name=quote(who),
        )

    async def _players(self, intent: Intent) -> list[Standing]:
        """People who have finished a game here and aren't hidden."""
        most = 10_000  # to search for a name
        return await self._store.standings(intent.guild, ALL, EVER, most)

    async def _of(
        self, guild: int, kind: str, user: int
    ) -> tuple[tuple[Text, Text], RatingCourse] | None:
        """The profile for one game: their line in its table, how they played their last games, and
        their ratings over time. None: they have played none."""
        line = (await self._store.table_of(user, guild, kind)).own
        if line is None:
            return None
        course = await self._store.rating_history(user, guild, kind)
        shown = tuple(strength(x.rating) for x in course if x.rating.sure)
        ended = await self._store.finished_games(user, guild, kind, 20)
        logs = [await self._store.log(each.game.id) for each in ended]
        answers = [
            wait for each, rows in zip(ended, logs, strict=True) for wait in waits(rows, each.seat)
        ]
        rules = self._tables.games[kind].game

        def measured() -> tuple[Text, ...]:
            """The figures of the games that the rules can still follow."""
            played = list[Played]()
            for each, rows in zip(ended, logs, strict=True):
                if frames := self._tables.frames(self._tables.games.from_row(each.game), rows):
                    played.append(Played(frames, each.seat, each.won))
            return tuple(rules.figures(played)) if played else ()

        told = await asyncio.to_thread(measured)
        figures = usual = NOTHING
        if told:
            figures = Plural(
                "In the last game: {told}.",
                "In the last {n} games: {told}.",
                n=len(ended),
                told=Joined("; ", told),
            )
        if len(answers) >= 5:  # fewer show no habit
            usual = Text("Usually plays a turn within {time}.", time=lasting(median(answers)))
        game = Strong(notation(rules.title))
        head = Text("{game}: {counted}.", game=game, counted=standing_line(line))
        return (head, Small(sentences(figures, usual))), RatingCourse(rules.title, shown)


def waits(rows: Sequence[Row], seat: Seat) -> Iterator[float]:
    """The seconds before each turn that a seat played itself. A turn by the clock, by a premove or
    without a choice (a row without a key) doesn't count."""
    # The table's words after which a turn begins; with its other words, the wait continues.
    begins = ("start", "undo", "leave", "takeover")
    since: float | None = None
    for row in rows:
        if row.seat == seat and row.key is not None and since is not None:
            yield max(0.0, row.at - since)
        if row.seat != TABLE or word_of(row).verb in begins:
            since = row.at


def profile(at: Services) -> Feature:
    profiles = Profiles(at)
    player = SlashOption("player", Text("Player (default: you)"), complete=profiles.complete_names)
    about = Text("Show a player's stats and rating history")
    slash = Slash("games", Text("/profile"), about, (player,))
    return Feature(verbs=(Verb("profile", profiles.show, slash=slash, game=None),))
