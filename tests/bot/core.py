"""The core of the bot, put together as in bot/discord/client.py but for Discord: the real store,
rules and pictures, a transport of paper, and a clock that only a test moves."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from bot.app import HOSTED
from bot.features.boards import BoardVerbs
from bot.features.feature import OF_A_ROW
from bot.features.lobbies import begin
from bot.features.lobby import Lobby
from bot.features.orders import Orders
from bot.features.personal import Personal, Vacations
from bot.features.queries import Queries
from bot.features.registry import Factory, every_feature
from bot.features.seats import Seats
from bot.features.services import Services
from bot.features.standings import Profiles, Standings
from bot.features.turn_builder import TurnBuilder
from bot.features.undo import Undo
from bot.features.verbs import NO_VALUES, Verbs, press_intent
from bot.features.whereabouts import Whereabouts
from bot.messages.boundary import answer_to
from bot.messages.courier import Direct
from bot.messages.languages import ENGLISH_ALONE, Languages
from bot.messages.layout import Layout, Message
from bot.outbox.calls import Calls
from bot.outbox.clock import TimerRunner
from bot.outbox.queue import Delivery, Outbox
from bot.table.computers import Mind
from bot.table.game import Game, Games
from bot.table.intent import Contribution, Intent, Rights, Session, Target
from bot.table.settings import UNKNOWN, Hosting
from bot.table.table import ReplayState, Table, Tables
from bot.thinking.worker import Thinker, Thinking
from renderer import Hosted
from rules.dice import Chance
from rules.game import NO_OPTIONS
from storage import BEGINS, NO_LIMITS, TABLE, Change, GameRow, Line, Sitter, Store
from tests.bot.minds import QuickMind
from tests.bot.transport import Killed, PaperGuilds, PaperTransport
from tests.games import EVERY
from tests.hosted import HOSTED as EVERY_HOSTED
from tests.storage.samples import waiting
from tests.stores import STORES

Patch = pytest.MonkeyPatch
Captured = pytest.CaptureFixture[str]
GUILD, CHANNEL, OTHER_CHANNEL = 900, 500, 501
CHANCE = Chance(b"chance")  # for tables that are made up


@dataclass(frozen=True)
class Person:
    id: int
    name: str


ANN, BEN, CY, DEE = Person(11, "Ann"), Person(12, "Ben"), Person(13, "Cy"), Person(14, "Dee")
EVE = Person(99, "Eve")  # never plays
UNHURRIED = {"pace": "none"}  # no clock, but where a test is about one
PEOPLE = (ANN, BEN, CY, DEE)
EVERY_GAME = Games(EVERY_HOSTED)  # and the examples of docs/new-game.md
SIX = (*PEOPLE, Person(15, "Eda"), Person(16, "Flo"))


def stored(kind: str, *names: str, **columns: Any) -> Game:
    """A running game's row, for this number of people."""
    sitters = tuple(Sitter(11 + seat, name) for seat, name in enumerate(names))
    row = Game(
        id=1,
        kind=kind,
        edition="1",
        number=1,
        options={"players": str(len(names))},
        seed=bytes(32),
        commitment="",
        guild=GUILD,
        home=CHANNEL,
        channel=CHANNEL,
        host=11,
        status="playing",
        sitters=sitters,
        n=9,
        on_turn=0,
        created=0.0,
        changed=0.0,
        hosted=EVERY_HOSTED[kind],
    )
    return replace(row, **columns)


@dataclass
class Time:
    """Seconds since 1970 that pass only when a test says so."""

    seconds: float = 1_000_000.0

    def __call__(self) -> float:
        return self.seconds


def idle(games: Games = HOSTED, hosting: Hosting = UNKNOWN) -> Services:
    """Services that do nothing."""
    nothing: Any = None
    handed = nothing, NO_LIMITS, nothing, nothing, nothing, nothing, nothing, hosting
    return Services(nothing, Tables(nothing, games), Time(), *handed)


def declared(*more: Factory, games: Games = HOSTED, hosting: Hosting = UNKNOWN) -> Verbs:
    """All verbs, with those of further features, without effect."""
    services = idle(games, hosting)
    return Verbs([*every_feature(services), *(make(services) for make in more)], services.turns)


# Verbs of the buttons below posts and panels about a game.
DECLARED = declared()
PRESSED = tuple(v.name for v in DECLARED if v.id == OF_A_ROW and v.instead != "panel")


def wanted(**given: Any) -> Intent:
    """A wish, its target and its rights given by their fields."""
    parts = {
        name: of(**{f.name: given.pop(f.name) for f in fields(of) if f.name in given})
        for name, of in {"target": Target, "rights": Rights}.items()
    }
    return Intent(**given, **parts)


async def drained(outbox: Outbox) -> None:
    """Wait until no delivery is under way."""
    while outbox._busy:
        await asyncio.gather(*outbox._busy)
        await asyncio.sleep(0)  # let finished tasks leave: gather may not wait for them


async def thought_out(worker: Thinking | Thinker) -> None:
    """Wait until no thought is under way, nor a reply to a played turn."""
    await worker.collect()
    while worker._busy:
        await asyncio.gather(*worker._busy.values())
        if isinstance(worker, Thinking):
            await worker.collect()


@dataclass
class Core:
    """Everything but Discord."""

    store: Store
    path: Path | str
    transport: PaperTransport = field(default_factory=PaperTransport)
    time: Time = field(default_factory=Time)
    naps: list[float] = field(default_factory=list)
    kind: str = "logger"  # the game that is played here
    keys: Iterator[int] = field(default_factory=lambda: count(1))  # of wishes, for one database
    games: Games = HOSTED  # the games that can be played here
    mind: Mind = field(default_factory=QuickMind)  # of the computers
    unseen: bool = True  # posts that announce a start (see begin)
    passed: float = 0.0  # seconds that a wait takes, whatever the time is set to
    connected: bool = True  # whether Discord's events arrive
    guilds: PaperGuilds = field(default_factory=PaperGuilds)  # Discord's news of servers
    languages: Languages = ENGLISH_ALONE  # the languages spoken here

    def __post_init__(self) -> None:
        self.transport.now = self.time
        self.tables = Tables(self.store, self.games)
        direct, minds = Direct(self.transport), (self.mind, self.mind)
        handed = self.time, self.wake, NO_LIMITS, direct, *minds, self.there, self.guilds, UNKNOWN
        services = Services(self.store, self.tables, *handed, self.languages)
        features = every_feature(services)
        self.verbs = Verbs(features, services.turns)
        self.services = Cases(services, self.verbs)
        self.services.hear(features)
        self.turns, commits = self.services.turns, self.services.commits
        self.calls = Calls(
            commits, self.services.clocks, self.services.reminders.later, services.consent.kinds
        )
        delivery = Delivery(
            commits,
            self.transport,
            self.calls,
            gone=self.services.seats.on_departure,
            begin=partial(begin, self.services),
            voices=self.languages,
            rows=[each for feature in features for each in feature.rows],
        )
        self.outbox = Outbox(self.store, delivery, self.sleep)
        self.thinking = Thinking(self.store, self.services.computers.play, self.mind, self.sleep)
        waits, postpone = (
            [kind for feature in features for kind in feature.timers],
            self.services.commits.postpone,
        )
        look = self.services.uptime.look
        self.clock = TimerRunner(self.store, waits, postpone, self.time, lambda: self.passed, look)

    async def drained(self) -> None:
        await drained(self.outbox)

    def there(self) -> bool:
        """Whether people can be heard and spoken to."""
        return self.connected and self.outbox.speaks

    def wake(self, game: GameRow | None, timers: Collection[str]) -> None:
        """Note that something can be posted."""
        if game is None:
            return self.outbox.wake()
        seen = [post for post in game.posts if post.kind != BEGINS or not self.unseen]
        self.outbox.wake(seen)
        if timers:
            self.clock.hear(game)

    @classmethod
    async def build(cls, path: Path | str = ":memory:", **more: Any) -> Core:
        time = more.pop("time", Time())
        return cls(await STORES.open(path, time), path, time=time, **more)

    async def sleep(self, seconds: float) -> None:
        """Time passes at once."""
        self.naps.append(seconds)
        self.time.seconds += seconds
        await asyncio.sleep(0)

    async def again(self) -> Core:
        """Start another process on the same file, after this one has ended."""
        await self.store.close()
        same = {
            "games": self.games,
            "transport": self.transport,
            "time": self.time,
            "kind": self.kind,
            "keys": self.keys,
            "mind": self.mind,
        }
        return await Core.build(self.path, **same)

    def hosts(self, games: Games) -> None:
        """From now on these games can be played here."""
        self.games, told = games, self.outbox._told
        self.__post_init__()
        self.outbox._told = told

    def over(self, store: Any) -> Core:
        """The same core with something between it and its store."""
        made = replace(self, store=store)
        made.tables._cache, made.outbox._told = self.tables._cache, self.outbox._told
        return made

    # wishes

    def wish(self, who: Person, words: str = "", **more: Any) -> Intent:
        """A person's wish, with a new key each time, and a number as the contribution to chance."""
        number = next(self.transport.ids)
        given: dict[str, Any] = {
            "key": str(number),
            "given": Contribution(number),
            "guild": GUILD,
            "channel": CHANNEL,
        } | more
        return wanted(user=who.id, called=who.name, words=words, **given)

    async def say(self, who: Person, words: str = "", **more: Any) -> Message:
        return await answer_to(self.turns.say(self.wish(who, words, **more)))

    async def play(self, *lines: str) -> None:
        """Say each of these as the player to move."""
        for line in lines:
            answer = await self.say(await self.mover(), line)
            assert "Turn played" in answer.text, answer.text

    async def tell(self, *lines: str) -> None:
        """Say lines, and deliver the posts after each."""
        for line in lines:
            await self.play(line)
            await self.deliver()

    async def later(self, seconds: float) -> None:
        """Let time pass, and do everything that is due."""
        self.time.seconds += seconds
        await self.clock.tick()

    async def open(
        self,
        who: Person = ANN,
        players: int = 2,
        *,
        thread: bool = False,
        options: Mapping[str, str] = NO_OPTIONS,
        language: str = "",
        **more: Any,
    ) -> Message:
        wish = self.wish(who, **{"kind": self.kind} | more)
        options = {**UNHURRIED, **options}
        opening = self.services.lobby.open(
            wish, players, thread=thread, options=options, language=language
        )
        return await answer_to(opening)

    async def practice(self, who: Person = ANN, level: str = "easy", **more: Any) -> Message:
        players, thread = more.pop("players", 0), more.pop("thread", False)
        wish = self.wish(who, **{"kind": self.kind} | more)
        return await answer_to(self.services.lobby.practice(wish, level, players, thread=thread))

    async def do(
        self,
        who: Person,
        verb: str,
        words: str = "",
        values: Mapping[str, Any] = NO_VALUES,
        **more: Any,
    ) -> Message:
        """A command, or with n=… the button of that row."""
        wish = self.wish(who, words, **more)
        wish = wish if "key" in more else press_intent(wish, self.verbs[verb])
        return await answer_to(self.verbs.do(verb, wish, values))

    async def push(self, who: Person, id_: str, words: str = "", **more: Any) -> Message:
        """A button, or words picked in a menu, as bot/discord/buttons.py reads their id."""
        verb, about, values = self.verbs.read(id_)
        return await self.do(who, verb.name, words, values, **{**about, **more})

    async def join(self, who: Person, **more: Any) -> Message:
        return await self.lobby("join", self.wish(who, **more))

    def other_luck(self, n: int) -> None:
        """Skip ids of presses and posts, with which chance draws."""
        for _ in range(n):
            next(self.transport.ids)

    async def begin(self) -> None:
        """Announce a start at once, unseen: the test is about later events."""
        for post in await waiting(self.store):
            if post.kind == BEGINS and self.unseen:
                message = next(self.transport.ids)
                await begin(self.services, await self.tables.game(post.game), message)
                await self.store.note_sent(post, message, CHANNEL)

    async def leave(self, who: Person, **more: Any) -> Message:
        return await self.lobby("leave", self.wish(who, **more))

    async def start(self, who: Person, **more: Any) -> Message:
        return await self.lobby("start", self.wish(who, **more))

    async def cancel(self, who: Person, **more: Any) -> Message:
        return await self.lobby("cancel", self.wish(who, **more))

    async def lobby(self, verb: str, wish: Intent) -> Message:
        """As a button or a command does it: find the game, then the verb."""

        return await self.done(self.verbs[verb].do, wish)

    async def computers(self, who: Person, **more: Any) -> Message:
        """Add Computer, of a lobby."""
        return await self.done(self.services.computers.show_computers, self.wish(who, **more))

    async def details(self, who: Person = ANN, **more: Any) -> str:
        """The text of Details."""
        return (await self.do(who, "details", **more)).text

    async def seat(self, who: Person, level: str, **more: Any) -> Message:
        """One more sits down."""
        seats = self.services.computers
        return await self.done(lambda it: seats.seat(it, level), self.wish(who, **more))

    async def unseat(self, who: Person, pressed: str, **more: Any) -> Message:
        """Take one of them out again. pressed: the button's label."""
        seats, user = self.services.computers, -int(pressed.split(":")[-1])
        return await self.done(lambda it: seats.unseat(it, user), self.wish(who, **more))

    async def done(self, verb: Callable[[Session], Awaitable[Layout]], wish: Intent) -> Message:
        async def work() -> Layout:
            return await verb(await self.turns.find(wish))

        answer = await answer_to(work())
        await self.begin()
        return answer

    # -- contents

    async def game(self, number: int = 1, kind: str = "") -> Game:
        row = await self.store.find_by_name(GUILD, kind or self.kind, number)
        assert row is not None
        return self.games.from_row(row)

    async def table(self, number: int = 1) -> Table:
        return await self.tables.at(await self.game(number))

    async def mover(self, number: int = 1) -> Person:
        game = await self.game(number)
        assert game.on_turn is not None
        return Person(game.sitters[game.on_turn].user, game.sitters[game.on_turn].name)

    async def waiting(self, number: int = 1) -> Person:
        """A player at the table who isn't to move."""
        mover = await self.mover(number)
        others = [s for s in (await self.game(number)).sitters if s.user != mover.id]
        return Person(others[0].user, others[0].name)

    async def seated(self, *people: Person, **more: Any) -> Game:
        """A running game of these people."""
        await self.open(people[0], len(people), **more)
        for person in people[1:]:
            await self.join(person)
        return await self.game()

    async def table_of(self, kind: str, hosted: Mapping[str, Hosted] = EVERY_HOSTED) -> Game:
        """A running game of any kind, of as few people as it takes."""
        self.kind = kind
        self.hosts(Games(hosted))
        return await self.seated(*SIX[: EVERY[kind].game.fewest])

    async def put(self, position: Any, number: int = 1) -> Game:
        """Go on from another position, which is posted; the game's log knows nothing of it."""
        game = await self.game(number)
        before, put = await self.store.latest(game.id, "turn"), (Line(TABLE, "put", ""),)
        change = Change(put, f"put{next(self.keys)}", on_turn=position.mover, posts=("turn",))
        game = self.games.from_row(await self.store.commit(game.id, game.n, change))
        self.wake(game, ())
        since = before.n if before else 0
        self.tables.remember(game.id, game.n, ReplayState(position, (), 9, CHANCE, since))
        await self.deliver()
        return game

    async def log(self, number: int = 1) -> list[str]:
        return [row.text for row in await self.store.log((await self.game(number)).id)]

    async def deliver(self) -> None:
        """Let computers think, and the outbox deliver. Raise Killed if a delivery dies, even while
        rows are collected; then stop waiting."""
        self.transport.killed = False
        await thought_out(self.thinking)
        await self.outbox.collect()
        await self.drained()
        if self.transport.killed:
            raise Killed

    def posts(self, channel: int = CHANNEL) -> list[str]:
        return [message.text for message in self.transport.in_channel(channel)]


# -- The use cases by their names, for tests that act without buttons and commands.


class Found:
    """A use case that looks up the game of each wish, as bot/features/verbs.py does.

    only: the names of the verbs with a game; empty: all of them
    """

    def __init__(self, case: Any, at: Services, only: Collection[str] = ()) -> None:
        self._case, self._turns, self._only = case, at.turns, only

    def __getattr__(self, name: str) -> Any:
        verb = getattr(self._case, name)

        async def found(wish: Intent, *what: Any, **more: Any) -> Any:
            return await verb(await self._turns.find(wish), *what, **more)

        return found if not self._only or name in self._only else verb


class Done:
    """Verbs by their names, done like a press or a command."""

    def __init__(self, verbs: Verbs, **names: str) -> None:
        self._verbs, self._names = verbs, names

    def __getattr__(self, name: str) -> Any:
        return partial(self._verbs.do, self._names[name])


class Cases(Services):
    """A use case for each verb."""

    def __init__(self, at: Services, verbs: Verbs) -> None:
        vars(self).update(vars(at))
        self.verbs = verbs
        self.boards: Any = Found(BoardVerbs(at), at)
        self.builder: Any = Found(TurnBuilder(at), at, ("hand",))
        self.move: Any = Done(verbs, here="move")
        self.offers: Any = Found(at.consent, at)
        self.orders: Any = Found(Orders(at), at)
        self.profiles = Profiles(at)
        self.resign: Any = Done(verbs, resign="quit")
        self.standings = Standings(at)
        self.undo: Any = Found(Undo(at), at)
        self.lobby: Lobby = getattr(verbs["open"].do, "__self__")  # noqa: B009
        self.personal = Personal(at)
        self.queries: Any = Found(Queries(at), at, ("record", "film", "verify"))
        self.seats: Any = Found(Seats(at), at, ("substitute", "take", "let", "back"))
        self.undo_window = Undo(at)
        self.vacations = Vacations(at)
        self.whereabouts = Whereabouts(at)
