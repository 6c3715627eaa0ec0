"""/games profile: how somebody plays on this server. Their line in each table, figures of their
last games, how soon they answer, and their ratings over time."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from statistics import median
from typing import NamedTuple

from bot.features.feature import Feature, Slash, SlashOption, Verb
from bot.features.services import Services
from bot.messages.layout import Choice, Drawing, Layout
from bot.messages.lists import narrowed
from bot.messages.results import counted, strength
from bot.table.effective import word_of
from bot.table.intent import Intent
from bot.table.names import bare, lasting
from renderer import Course, draw_course
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
from storage import ALL, EVER, Finished, Row, Standing

LAST = 20  # games of a kind to look at
FEWEST = 5  # answers that make a habit
KNOWN = 10_000  # most people to search for a name
# The table's words after which a turn begins; with its other words, the wait continues.
_TURNS = ("start", "undo", "leave", "takeover")


class Profile(NamedTuple):
    """How somebody plays a game."""

    title: str
    line: Standing  # in the table of the game
    last: int  # the number of games behind the figures
    figures: tuple[Text, ...]
    usual: float | None  # seconds until a usual answer; None: not known yet
    course: Course  # of their ratings


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
        text = lines(head, *(part for profile in profiles for part in _told(profile)))
        courses = tuple(profile.course for profile in profiles)
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
        raise Unavailable(
            Text(
                "Nobody called {name} has finished a game on this server. Choose one of the names "
                "suggested as you type.",
                name=quoted(who),
            )
        )

    async def _players(self, intent: Intent) -> list[Standing]:
        """People who have finished a game here and aren't hidden."""
        return await self._store.standings(intent.guild, ALL, EVER, KNOWN)

    async def _of(self, guild: int, kind: str, user: int) -> Profile | None:
        """The profile for one game; None: they have played none."""
        line = (await self._store.table_of(user, guild, kind)).own
        if line is None:
            return None
        course = await self._store.rating_history(user, guild, kind)
        shown = tuple(strength(x.rating) for x in course if x.rating.sure)
        ended = await self._store.finished_games(user, guild, kind, LAST)
        logs = [await self._store.log(each.game.id) for each in ended]
        answers = [
            wait for each, rows in zip(ended, logs, strict=True) for wait in waits(rows, each.seat)
        ]
        usual = median(answers) if len(answers) >= FEWEST else None
        rules = self._tables.games[kind].game
        followed = await asyncio.to_thread(self._followed, ended, logs)
        told = await asyncio.to_thread(lambda: tuple(rules.figures(followed) if followed else ()))
        return Profile(rules.title, line, len(ended), told, usual, Course(rules.title, shown))

    def _followed(self, ended: list[Finished], logs: list[list[Row]]) -> list[Played]:
        """The games that the rules can still follow."""
        games = (self._tables.games.of(each.game) for each in ended)
        frames = [self._tables.frames(game, rows) for game, rows in zip(games, logs, strict=True)]
        pairs = zip(frames, ended, strict=True)
        return [Played(each, end.seat, end.won) for each, end in pairs if each]


def waits(rows: Sequence[Row], seat: Seat) -> Iterator[float]:
    """The seconds before each turn that a seat played itself. A turn by the clock, by a premove or
    without a choice (a row without a key) doesn't count."""
    since: float | None = None
    for row in rows:
        if row.seat == seat and row.key is not None and since is not None:
            yield max(0.0, row.at - since)
        if row.seat != TABLE or word_of(row).verb in _TURNS:
            since = row.at


def _told(game: Profile) -> tuple[Text, Text]:
    line = Text("{game}: {counted}.", game=Strong(notation(game.title)), counted=counted(game.line))
    figures = usual = NOTHING
    if game.figures:
        figures = Plural(
            "In the last game: {told}.",
            "In the last {n} games: {told}.",
            n=game.last,
            told=Joined("; ", game.figures),
        )
    if game.usual is not None:
        usual = Text("Usually plays a turn within {time}.", time=lasting(game.usual))
    return line, Small(sentences(figures, usual))


def feature(at: Services) -> Feature:
    profiles = Profiles(at)
    player = SlashOption("player", Text("Player (default: you)"), complete=profiles.named)
    about = Text("Show a player's stats and rating history")
    slash = Slash("games", Text("/profile"), about, (player,))
    return Feature(verbs=(Verb("profile", profiles.show, slash=slash, game=None),))
