"""/games profile: how somebody plays on this server."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from statistics import median

from bot.features.feature import Feature, Slash, SlashOption, Verb
from bot.features.services import Services
from bot.messages.layout import Choice, Drawing, Layout, narrowed
from bot.messages.posts import counted, strength
from bot.table.intent import Intent
from bot.table.names import bare, lasting
from bot.table.rows import word_of
from renderer import RatingCourse, draw_course
from rules.errors import Unavailable, quoted
from rules.game import TABLE, Played, Seat
from rules.text import (
    NOTHING,
    Joined,
    Name,
    Plural,
    Small,
    Strong,
    Text,
    lines,
    notation,
    sentences,
)
from rules.voice import Voice
from storage import ALL, EVER, Row, Standing


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

    async def named(self, intent: Intent, _: Voice) -> list[Choice]:
        """The players whose names fit while somebody types."""
        names = {each.user: bare(each.name) for each in await self._players(intent)}
        known = {Choice(str(n), Joined("", (Name(name),))): name for n, name in names.items()}
        return narrowed(known, intent.words)

    async def _meant(self, intent: Intent, who: str) -> tuple[int, str]:
        wanted = who.strip("<@!>").casefold()
        if wanted in ("", str(intent.user)):
            return intent.user, intent.called
        for each in await self._players(intent):
            if wanted in (str(each.user), bare(each.name).casefold()):
                return each.user, each.name
        nobody = Text(
            "Nobody called {name} has finished a game on this server. Choose one of the names "
            "suggested as you type.",
            name=quoted(who),
        )
        raise Unavailable(nobody)

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
                game = self._tables.games.of(each.game)
                if frames := self._tables.frames(game, rows):
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
        head = Text("{game}: {counted}.", game=game, counted=counted(line))
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


def feature(at: Services) -> Feature:
    profiles = Profiles(at)
    player = SlashOption("player", Text("Player (default: you)"), complete=profiles.named)
    about = Text("Show a player's stats and rating history")
    slash = Slash("games", Text("/profile"), about, (player,))
    return Feature(verbs=(Verb("profile", profiles.show, slash=slash, game=None),))
