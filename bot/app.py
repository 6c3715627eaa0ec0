"""The composition root: it makes every part and hands it to the parts that need it. A test puts the
same parts together around another transport."""

import threading
import time
from collections.abc import Callable, Collection, Coroutine, Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, Generic, TypeVar

from bot.discord.client import Lumbercamp
from bot.discord.transport import DiscordGuilds, DiscordTransport
from bot.features.absences import Absences
from bot.features.lobbies import begin
from bot.features.registry import Factory, every_feature
from bot.features.services import Services
from bot.features.verbs import Verbs
from bot.messages.courier import Direct, Transport
from bot.messages.languages import ENGLISH_ALONE, Languages
from bot.messages.layout import PAINTER
from bot.outbox.calls import Calls
from bot.outbox.clock import TimerRunner
from bot.outbox.queue import Delivery, Outbox
from bot.table.computers import Mind
from bot.table.game import THINK, Games
from bot.table.settings import UNKNOWN, Hosting
from bot.table.table import Tables
from bot.thinking.processes import Processes
from bot.thinking.worker import Thinking
from renderer import draw_sprites, host_games
from rules import GAMES
from storage import NO_LIMITS, GameRow, Limits, Store

HOSTED = Games(host_games(GAMES))  # the games of an App that gets no others

Client = TypeVar("Client", bound=Lumbercamp)


def draw(games: Games, folder: Path | None, enough: Callable[[], bool]) -> None:
    """Draw the pieces of pictures in the background, one at a time, so boards can be drawn in
    between. Stop once `enough` is true."""
    pieces = draw_sprites(games.hosted, folder)

    def one() -> None:
        for _ in pieces:
            if not enough():
                PAINTER.submit(one)
            return

    PAINTER.submit(one)


class App(Generic[Client]):
    """The bot."""

    def __init__(
        self,
        store: Store,
        client: Callable[..., Client],  # the class that listens to Discord
        *,
        games: Games = HOSTED,
        features: Iterable[Factory] = (),  # in addition to the usual ones
        now: Callable[[], float] = time.time,  # seconds, for timers
        passed: Callable[[], float] = time.monotonic,  # seconds that only grow
        limits: Limits = NO_LIMITS,  # of open games
        sprites: Path | None = None,  # the folder that stores drawn pieces for the next start
        languages: Languages = ENGLISH_ALONE,
        transport: Transport | None = None,  # of posts; None: Discord
        mind: Mind | None = None,  # thinks for computers
        reviewer: Mind | None = None,  # reviews games
        hosting: Hosting = UNKNOWN,  # who hosts the bot, and since when
        night: int | None = None,  # the hour at which to look for people who left; None: never
        thinking: bool = True,  # whether computers think in this process
        **options: Any,  # for the client
    ) -> None:
        self.store, self.games, self.sprites = store, games, sprites
        self._leaving = threading.Event()
        self.tables = Tables(store, games, language=languages.language)
        discord = DiscordTransport()
        told = transport or discord
        direct, thinks = Direct(told, languages), mind or Processes()
        # A mind of its own, not kept running: no turn waits for the review of a whole game.
        self._reviewer = reviewer or Processes(patience=90.0, kept=False)
        guilds, minds = DiscordGuilds(told, languages), (thinks, self._reviewer)
        handed = store, self.tables, now, self.wake, limits, direct, *minds, self.is_online, guilds
        self.services = Services(*handed, hosting, languages)
        self.features = [*every_feature(self.services), *(make(self.services) for make in features)]
        self.services.hear(self.features)
        self.verbs = Verbs(self.features, self.services.turns)
        services, commits = self.services, self.services.commits
        kinds, under = services.consent.kinds, self.verbs.under
        calls = Calls(commits, services.clocks, services.reminders.later, kinds, under)
        rows = [each for feature in self.features for each in feature.rows]
        telling = commits, told, calls, services.on_departure, partial(begin, services)
        spoken, echoes = services.servers.language, services.elsewhere.echoes
        self.outbox = Outbox(store, Delivery(*telling, languages, spoken, rows, echoes))
        timers = [kind for feature in self.features for kind in feature.timers]
        self.clock = TimerRunner(store, timers, commits.postpone, now, passed, services.uptime.look)
        self.thinking = Thinking(
            store, services.computers.play, thinks, now=passed, thinks=thinking
        )
        self.woken: list[Callable[[], None]] = []  # called after each commit
        self._night: Absences | None = None
        if night is not None:
            self._night = Absences(self.services, night)
        self.client = client(self.services, self.verbs, self, **options)
        discord.client = guilds.client = self.client

    def is_online(self) -> bool:
        """Whether the bot can hear and reach people now."""
        return self.client.connected and self.outbox.speaks

    def wake(self, game: GameRow | None = None, timers: Collection[str] = ()) -> None:
        """Wake the outbox, the clock and the computers after a commit. timers: the kinds that it
        set in this game."""
        self.outbox.wake(None if game is None else game.posts)
        for wake in self.woken:
            wake()
        if game is not None and timers:
            self.clock.hear(game)
        if THINK in timers:
            self.thinking.wake()

    # for the client: see bot.discord.base.Background

    def works(self) -> Iterator[Coroutine[Any, Any, None]]:
        """The loops that run as long as the client."""
        # In the background: a board waits only for its own pieces.
        draw(self.games, self.sprites, self._leaving.is_set)
        yield from (self.outbox.run(), self.outbox.watch(), self.clock.run())
        yield from (self.services.clocks.run(), self.thinking.run())
        yield from (each.works() for each in self.features if each.works)
        if self._night is not None:
            yield self._night.run()

    async def retry(self, guild: int) -> None:
        """Retry a server's parked posts, as its permissions have changed."""
        await self.outbox.retry(guild=guild)

    def hurry(self) -> None:
        """Wake everything that sleeps: the connection is back."""
        self.outbox.hurry()
        self.services.clocks.hurry()

    async def close(self) -> None:
        """Finish posts in progress and close everything. Pending posts stay in the store."""
        self._leaving.set()
        await self.thinking.close()
        await self._reviewer.close()
        await self.outbox.close()
