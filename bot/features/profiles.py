"""What is worth knowing of how somebody plays here: their line in each table, what each game says
of their last games, how soon they answer, and the course of their ratings."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from statistics import median

from bot.core.effective import word_of
from bot.core.intent import Intent
from bot.core.names import bare
from bot.domain.standings import Profile, strength
from bot.features.feature import Feature, Slash, SlashOption, Verb
from bot.features.services import Services
from bot.messages import standings as panels
from bot.messages.layout import Choice, Layout
from bot.messages.paging import narrowed
from bot.text import profiles as texts
from renderer import Course
from rules.errors import Unavailable
from rules.game import TABLE, Played, Seat
from rules.text import Joined, Name, Text
from rules.voice import Voice
from storage import ALL, EVER, Finished, Row, Standing

LAST = 20  # games of a kind that are looked at
FEWEST = 5  # answers that make a habit
KNOWN = 10_000  # people among whom a name is looked for
# What the table says when it becomes somebody's turn; all else of it lets them wait on.
_TURNS = ("start", "undo", "leave", "takeover")


class Profiles:
    """Shows them to one person."""

    def __init__(self, at: Services) -> None:
        self._store, self._tables = at.store, at.tables

    async def show(self, intent: Intent, player: str = "") -> Layout:
        """Of somebody on this server: who asks, or who is meant by a name, an id or a mention.
        Raises Unavailable; whoever is hidden is unknown to all others."""
        user, name = await self._meant(intent, player.strip())
        found = [await self._of(intent.guild, kind, user) for kind in self._tables.games]
        profiles = [profile for profile in found if profile is not None]
        return panels.profile(name, profiles)

    async def named(self, intent: Intent) -> list[Choice]:
        """Who may be meant while somebody types."""
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
        raise Unavailable(texts.unknown(who))

    async def _players(self, intent: Intent) -> list[Standing]:
        """Who has finished a game here and is not hidden."""
        return await self._store.standings(intent.guild, ALL, EVER, KNOWN)

    async def _of(self, guild: int, kind: str, user: int) -> Profile | None:
        """Of one game; None: they have played none."""
        line = await self._store.standing(user, guild, kind)
        if line is None:
            return None
        course = await self._store.course(user, guild, kind)
        shown = tuple(strength(x.rating) for x in course if x.rating.sure)
        ended = await self._store.played(user, guild, kind, LAST)
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
        """The games as the rules follow them, but for those that they cannot."""
        games = (self._tables.games.of(each.game) for each in ended)
        frames = [self._tables.frames(game, rows) for game, rows in zip(games, logs, strict=True)]
        pairs = zip(frames, ended, strict=True)
        return [Played(each, end.seat, end.won) for each, end in pairs if each]


def waits(rows: Sequence[Row], seat: Seat) -> Iterator[float]:
    """How long somebody takes to answer: the seconds before each turn that a seat has said itself.
    What the clock, an order or the want of a choice has played (a row without a key) is none."""
    since: float | None = None
    for row in rows:
        if row.seat == seat and row.key is not None and since is not None:
            yield max(0.0, row.at - since)
        if row.seat != TABLE or word_of(row).verb in _TURNS:
            since = row.at


def feature(at: Services) -> Feature:
    profiles = Profiles(at)

    async def named(wish: Intent, voice: Voice) -> list[Choice]:
        return await profiles.named(wish)

    player = SlashOption("player", Text("Player (default: you)"), complete=named)
    about = Text("Show a player's stats and rating history")
    slash = Slash("games", Text("/profile"), about, (player,))
    return Feature(verbs=(Verb("profile", profiles.show, slash=slash, game=False),))
