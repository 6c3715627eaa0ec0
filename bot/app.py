"""The composition root: every part is made here and handed to those who need it.

    store ──> tables ──> use cases ──> Discord's client     people speak
                 └─────> outbox   <─── transport            people hear
                 ├─────> clock                              time passes
                 └─────> thinking <── mind                  computers think

Nothing else builds a part of its own, so a test or another platform puts the same parts together
around another transport.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Collection, Coroutine, Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, Generic, TypeVar

from bot.discord.client import Lumbercamp
from bot.discord.guilds import DiscordGuilds
from bot.discord.transport import DiscordTransport
from bot.features.absences import Absences
from bot.features.lobbies import begin
from bot.features.registry import Factory, every_feature
from bot.features.services import Services
from bot.features.verbs import Verbs
from bot.messages.languages import ENGLISH_ALONE, Languages, Voices
from bot.messages.layout import PAINTER
from bot.outbox.calls import Calls
from bot.outbox.clock import Clock
from bot.outbox.posts import Delivery
from bot.outbox.queue import Outbox
from bot.outbox.transport import DirectMessages, Membership, Transport
from bot.table.computers import Mind, Minds
from bot.table.game import THINK, Games
from bot.table.hosting import UNKNOWN, Hosting
from bot.table.table import Tables
from bot.thinking.processes import REVIEW_PATIENCE, Processes
from bot.thinking.worker import Thinking
from renderer import draw_sprites, hosted
from rules import GAMES
from storage import NO_LIMITS, GameRow, Limits, Store

HOSTED = Games(hosted(GAMES))  # what is hosted, unless something else is handed in

Client = TypeVar("Client", bound=Lumbercamp)


def draw(games: Games, folder: Path | None, enough: Callable[[], bool]) -> None:
    """Have the pieces of pictures drawn, one after the other, each behind what waits to be drawn by
    then. enough: nobody needs the rest."""
    pieces = draw_sprites(games.hosted, folder)

    def one() -> None:
        for _ in pieces:
            if not enough():
                PAINTER.submit(one)
            return

    PAINTER.submit(one)


class App(Generic[Client]):
    """The bot. client: which class listens to Discord, with what it is given besides; games: those
    that are hosted; features: more than the usual ones; now: what time it is, in seconds, for
    all that is due some day; passed: seconds that only ever grow; limits: of open games; sprites:
    the folder in which what was drawn is kept for the next start; language: of what everybody
    reads, one of the languages; transport: how people are told, where that is not by Discord; mind:
    what thinks for computers; reviewer: what looks back at games; hosting: by whom, and since
    when; night: the hour at which who is gone is looked for, None: nobody is; thinking:
    computers think here; options: what the client is given."""

    def __init__(
        self,
        store: Store,
        client: Callable[..., Client],
        *,
        games: Games = HOSTED,
        features: Iterable[Factory] = (),
        now: Callable[[], float] = time.time,
        passed: Callable[[], float] = time.monotonic,
        limits: Limits = NO_LIMITS,
        sprites: Path | None = None,
        languages: Languages = ENGLISH_ALONE,
        language: str = "en",
        transport: Transport | None = None,
        mind: Mind | None = None,
        reviewer: Mind | None = None,
        hosting: Hosting = UNKNOWN,
        night: int | None = None,
        thinking: bool = True,
        **options: Any,
    ) -> None:
        self.store, self.games, self.sprites = store, games, sprites
        self._leaving = threading.Event()
        self.tables = Tables(store, games, language=language)
        discord, voices = DiscordTransport(), Voices(languages, language)
        told = transport or discord
        direct, thinks = DirectMessages(told, voices), mind or Processes()
        # Of its own, and seldom there: nobody who plays waits until a whole game was looked at.
        self._reviewer = reviewer or Processes(patience=REVIEW_PATIENCE, kept=False)
        guilds, minds = DiscordGuilds(told, voices), Minds(thinks, self._reviewer)
        handed = store, self.tables, now, self.wake, limits, direct, minds, self.there, guilds
        self.cases = Services(*handed, hosting, languages)
        more = (make(self.cases) for make in features)
        self.features = [*every_feature(self.cases), *more]
        self.cases.hear(self.features)
        self.verbs = Verbs(self.features, self.cases.turns)
        cases, commits = self.cases, self.cases.commits
        kinds, under = cases.consent.kinds, self.verbs.under
        calls = Calls(store, self.tables, now, cases.reminders.later, kinds, under)
        rows = [each for feature in self.features for each in feature.rows]
        telling = store, self.tables, told, commits.place, calls, cases.gone, partial(begin, cases)
        self.outbox = Outbox(
            store, Delivery(*telling, cases.clocks, voices, cases.servers.language, rows)
        )
        timers = [kind for feature in self.features for kind in feature.timers]
        look = self.cases.uptime.look
        self.clock = Clock(store, timers, commits.postpone, now, passed, look)
        play = self.cases.computers.play
        self.thinking = Thinking(store, play, thinks, now=passed, thinks=thinking)
        self.voices, self.members = voices, Membership(told)
        self.woken: list[Callable[[], None]] = []  # called after each commit
        self._night = None if night is None else Absences(self.cases, self.members, night)
        self.client = client(self.cases, self.verbs, self, **options)
        self.client.voices = voices
        discord.client = guilds.client = self.client

    def there(self) -> bool:
        """Whether people can be heard and spoken to at this moment."""
        return self.client.connected and self.outbox.speaks

    def wake(self, game: GameRow | None = None, timers: Collection[str] = ()) -> None:
        """Something was committed: there may be something to tell. timers: the kinds of those that
        were set with it, in this game."""
        self.outbox.wake(None if game is None else game.posts)
        for wake in self.woken:
            wake()
        if game is not None and timers:
            self.clock.hear(game)
        if THINK in timers:
            self.thinking.wake()

    # what the client needs of it: see bot.discord.base.Background

    def works(self) -> Iterator[Coroutine[Any, Any, None]]:
        """What runs as long as the client does."""
        # Beside the start; a board waits for no more than its own pieces.
        draw(self.games, self.sprites, self._leaving.is_set)
        yield from (self.outbox.run(), self.outbox.watch(), self.clock.run())
        yield self.cases.clocks.run()
        yield self.thinking.run()
        if self._night is not None:
            yield self._night.run()

    async def retry(self, guild: int) -> None:
        """Retry a server's parked posts, as its permissions have changed."""
        await self.outbox.retry(guild=guild)

    def hurry(self) -> None:
        """The connection is there again: nothing sleeps on."""
        self.outbox.hurry()
        self.cases.clocks.hurry()

    async def close(self) -> None:
        """Finish posts in progress and close everything. Pending posts stay in the store."""
        self._leaving.set()
        await self.thinking.close()
        await self._reviewer.close()
        await self.outbox.close()
