"""The core of the bot, put together as in bot/discord/client.py but for Discord: the real store,
rules and pictures, a transport of paper, and a clock that only a test moves."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from functools import partial
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bot.app import HOSTED
from bot.features.feature import OF_A_ROW
from bot.features.lobbies import begin
from bot.features.registry import Factory, every_feature
from bot.features.services import Services
from bot.features.verbs import NO_VALUES, Verbs, press_intent
from bot.messages.boundary import answer_to
from bot.messages.courier import Direct
from bot.messages.languages import ENGLISH_ALONE, Languages
from bot.messages.layout import Message, SaidButton
from bot.ops.replay import tell
from bot.ops.upkeep import check
from bot.outbox.calls import Calls
from bot.outbox.clock import TimerRunner
from bot.outbox.queue import Delivery, Outbox
from bot.table import records
from bot.table.computers import Mind
from bot.table.game import Game, Games
from bot.table.intent import Contribution, Intent, Meant, Rights, Target, with_game_name
from bot.table.seats import SEAT_OFFER_LASTS, open_seats
from bot.table.settings import UNKNOWN, Hosting
from bot.table.table import ReplayState, Table, Tables
from bot.thinking.worker import Thinker, Thinking
from renderer import Hosted
from rules.dice import Chance
from rules.game import NATURE, NO_OPTIONS
from rules.record import parse
from rules.voice import ENGLISH
from storage import BEGINS, NO_LIMITS, TABLE, Change, GameRow, Line, Sitter, Store
from tests.acting import ANN, SIX, Person
from tests.bot.minds import QuickMind
from tests.bot.panels import button, find_button, word_buttons
from tests.bot.playing import any_turn, turn
from tests.bot.transport import DIRECT, Killed, PaperGuilds, PaperTransport, Posted
from tests.drafts import draft_in
from tests.games import EVERY
from tests.hosted import HOSTED as EVERY_HOSTED
from tests.storage.samples import waiting
from tests.stores import STORES

Patch = pytest.MonkeyPatch
Captured = pytest.CaptureFixture[str]
GUILD, CHANNEL, OTHER_CHANNEL = 900, 500, 501
CHANCE = Chance(b"chance")  # for tables that are made up


UNHURRIED = {"pace": "none"}  # no clock, but where a test is about one
EVERY_GAME = Games(EVERY_HOSTED)  # and the examples of docs/new-game.md


def game_row(kind: str, *names: str, **columns: Any) -> Game:
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


def null_services(games: Games = HOSTED, hosting: Hosting = UNKNOWN) -> Services:
    """Services that do nothing."""
    nothing: Any = None
    handed = nothing, NO_LIMITS, nothing, nothing, nothing, nothing, nothing, hosting
    return Services(nothing, Tables(nothing, games), Time(), *handed)


def all_verbs(*more: Factory, games: Games = HOSTED, hosting: Hosting = UNKNOWN) -> Verbs:
    """All verbs, with those of further features, without effect."""
    services = null_services(games, hosting)
    return Verbs([*every_feature(services), *(make(services) for make in more)], services.turns)


# Verbs of the buttons below posts and panels about a game.
VERBS = all_verbs()
ROW_VERBS = tuple(v.name for v in VERBS if v.id == OF_A_ROW and v.instead != "panel")


def make_intent(**given: Any) -> Intent:
    """A wish, its target and its rights given by their fields."""
    parts = {
        name: of(**{f.name: given.pop(f.name) for f in fields(of) if f.name in given})
        for name, of in {"target": Target, "rights": Rights}.items()
    }
    return Intent(**given, **parts)


async def drain(outbox: Outbox) -> None:
    """Wait until no delivery is under way."""
    while outbox._busy:
        await asyncio.gather(*outbox._busy)
        await asyncio.sleep(0)  # let finished tasks leave: gather may not wait for them


async def finish_thinking(worker: Thinking | Thinker) -> None:
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
    hosting: Hosting = UNKNOWN

    def __post_init__(self) -> None:
        self.transport.now = self.time
        self.shown = dict[int, Message]()  # the last answer to each person
        self._begins = False  # whether starts are announced
        self.tables = Tables(self.store, self.games)
        direct, minds = Direct(self.transport), (self.mind, self.mind)
        handed = self.time, self.wake, NO_LIMITS, direct, *minds, self.there, self.guilds
        said = self.hosting, self.languages
        self.services = services = Services(self.store, self.tables, *handed, *said)
        features = every_feature(services)
        self.verbs = Verbs(features, services.turns)
        services.hear(features)
        self.turns, commits = services.turns, services.commits
        later, kinds = services.reminders.later, services.consent.kinds
        self.calls = Calls(commits, services.clocks, later, kinds)
        delivery = Delivery(
            commits,
            self.transport,
            self.calls,
            gone=services.on_departure,
            begin=partial(begin, services),
            voices=self.languages,
            rows=[each for feature in features for each in feature.rows],
            echoes=services.elsewhere.echoes,
        )
        self.outbox = Outbox(self.store, delivery, self.sleep)
        self.thinking = Thinking(self.store, services.computers.play, self.mind, self.sleep)
        waits = [kind for feature in features for kind in feature.timers]
        look = self.time, lambda: self.passed, services.uptime.look
        self.clock = TimerRunner(self.store, waits, commits.postpone, *look)

    async def drain(self) -> None:
        await drain(self.outbox)

    def there(self) -> bool:
        """Whether people can be heard and spoken to."""
        return self.connected and self.outbox.speaks

    def wake(self, game: GameRow | None, timers: Collection[str]) -> None:
        """Note that something can be posted."""
        if game is None:
            return self.outbox.wake()
        seen = [post for post in game.posts if post.kind != BEGINS or not self.unseen]
        self._begins |= len(seen) < len(game.posts)
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

    def host(self, games: Games) -> None:
        """From now on these games can be played here."""
        self.games, told = games, self.outbox._told
        self.__post_init__()
        self.outbox._told = told

    def wrap(self, store: Any) -> Core:
        """The same core with something between it and its store."""
        made = replace(self, store=store)
        made.tables._cache, made.outbox._told = self.tables._cache, self.outbox._told
        return made

    # -- wishes

    def wish(self, who: Person, words: str = "", **more: Any) -> Intent:
        """A person's wish, with a new key each time, and a number as the contribution to chance."""
        number = next(self.transport.ids)
        given: dict[str, Any] = {
            "key": str(number),
            "given": Contribution(number),
            "guild": GUILD,
            "channel": CHANNEL,
        } | more
        return make_intent(user=who.id, called=who.name, words=words, **given)

    async def answer(
        self, verb: str, wish: Intent, values: Mapping[str, Any] = NO_VALUES
    ) -> Message:
        """What a verb answers to a wish."""
        return self._show(wish, await answer_to(self.verbs.do(verb, wish, values)))

    def _show(self, wish: Intent, answer: Message) -> Message:
        self.shown[wish.user] = answer
        return answer

    async def say(self, who: Person, words: str = "", **more: Any) -> Message:
        wish = self.wish(who, words, **more)
        return self._show(wish, await answer_to(self.verbs.say(wish, self.turns.say)))

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

    async def play_any(self, turns: int, seed: int = 1) -> None:
        """Play this number of turns of any game, each any legal one; roll dice at their time."""
        chance = Random(seed)
        for _ in range(turns):
            await self.tell(any_turn(await self.table(), chance))
            if (await self.table()).actor == NATURE:
                await self.pass_time(1000)
                await self.deliver()

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
        """A lobby without a clock, unless `options` has one."""
        wish = self.wish(who, **{"kind": self.kind} | more)
        table = {"players": players, "thread": thread, "language": language}
        return await self.answer("open", wish, table | UNHURRIED | dict(options))

    async def practice(self, who: Person = ANN, level: str = "easy", **more: Any) -> Message:
        players, thread = more.pop("players", 0), more.pop("thread", False)
        wish = self.wish(who, **{"kind": self.kind} | more)
        table = {"level": level, "players": players, "thread": thread}
        return await self.answer("practice", wish, table)

    async def do(
        self,
        who: Person,
        verb: str,
        words: str = "",
        values: Mapping[str, Any] = NO_VALUES,
        **more: Any,
    ) -> Message:
        """A verb by its name, or with n=… the button of that row."""
        wish = self.wish(who, words, **more)
        wish = wish if "key" in more else press_intent(wish, self.verbs[verb])
        return await self._begin(verb, wish, values)

    async def command(self, who: Person, name: str, /, **said: Any) -> Message:
        """A command by its full name, as bot/discord/commands.py reads it; anything but its
        options is a field of the wish."""
        asked = self.verbs.typed_command(f"/{name}")
        assert asked is not None, f"there is no /{name}"
        verb, slash, words, name = asked.verb, asked.verb.slash, "", ""
        assert slash is not None
        values = dict[str, Any]()
        for option in slash.options_of(self.games[asked.kind].game if asked.kind else None):
            value = said.pop(option.name, option.default)
            assert value is not None, f"{option.name} is required"
            if option.words:
                words = value
            elif option.names:
                name = value
            else:
                values[option.argument] = value
        target = {"kind": asked.kind, "meant": verb.game or Meant.ANY}
        wish = with_game_name(self.wish(who, words, **target | said), name, self.games)
        return await self._begin(verb.name, wish, values)

    async def complete(self, who: Person, verb: str, typed: str, **more: Any) -> dict[str, str]:
        """What the command of a verb suggests for a text: by value, in words."""
        slash = self.verbs[verb].slash
        assert slash is not None
        options = slash.options_of(self.games[self.kind].game)
        complete = next(option.complete for option in options if option.complete)
        found = await complete(self.wish(who, typed, **more), ENGLISH)
        return {choice.value: choice.say_in(ENGLISH).label for choice in found}

    async def push(
        self, who: Person, pushed: SaidButton | str, words: str = "", **more: Any
    ) -> Message:
        """A button that isn't greyed, or words picked in a menu, as bot/discord/buttons.py reads
        their id; alone, an id may be forged."""
        if not isinstance(pushed, str):
            assert not pushed.off, pushed.label
            pushed = pushed.id
        verb, about, values = self.verbs.read(pushed)
        return await self.do(who, verb.name, words, values, **{**about, **more})

    async def press(
        self, who: Person, label: str, under: Message | Posted | None = None, **more: Any
    ) -> Message:
        """A button of that label: of a message, or of the last one that they see."""
        if under is None:
            under = self.shown.get(who.id)
            if under is None or not find_button(under, label):
                await self.deliver()
                here = reversed(self.transport.in_channel(more.get("channel", CHANNEL)))
                under = next((each for each in here if find_button(each, label)), None)
            assert under is not None, f"{who.name} sees no {label}"
        return await self.push(who, button(under, label), **more)

    async def pick(
        self, who: Person, word: str, under: Message | None = None, **more: Any
    ) -> Message:
        """A choice of one of a panel's menus, or the button that says the word."""
        panel = under or self.shown[who.id]
        menus = (m for m in panel.menus if word in [choice.value for choice in m.choices])
        if (menu := next(menus, None)) is None:
            return await self.push(who, (await word_buttons(self.tables, panel))[word], **more)
        return await self.push(who, menu.id, word, **more)

    async def touch(self, who: Person, *spots: str) -> Message:
        """At the table a spot is touched by picking it after Take Turn."""
        panel = await self.do(who, "take")
        for spot in spots:
            panel = await self.pick(who, spot, panel)
        return panel

    async def resign(self, who: Person, **more: Any) -> Message:
        """Leave for good: asked once more they mean it, and nobody takes the seat."""
        asked = await self.do(who, "resign", **more)
        (leave,) = (each for each in asked.buttons if each.label.startswith("Resign from "))
        answer = await self.push(who, leave)
        if open_seats(await self.tables.game(self.verbs.read(leave.id).about["game"])):
            await self.pass_time(SEAT_OFFER_LASTS)
        return answer

    async def join(self, who: Person, **more: Any) -> Message:
        return await self.do(who, "join", **more)

    async def details(self, who: Person = ANN, **more: Any) -> str:
        """The text of Details."""
        return (await self.do(who, "details", **more)).text

    def other_luck(self, n: int) -> None:
        """Skip ids of presses and posts, with which chance draws."""
        for _ in range(n):
            next(self.transport.ids)

    async def _begin(self, verb: str, wish: Intent, values: Mapping[str, Any]) -> Message:
        """A verb's answer; a start is announced."""
        self._begins = False
        answer = await self.answer(verb, wish, values)
        if self._begins:
            await self.announce()
        return answer

    async def announce(self) -> None:
        """Announce each start at once, unseen: the test is about later events."""
        for post in await waiting(self.store):
            if post.kind == BEGINS:
                message = next(self.transport.ids)
                await begin(self.services, await self.tables.game(post.game), message)
                await self.store.note_sent(post, message, CHANNEL)

    # -- what happens

    async def pass_time(self, seconds: float) -> None:
        """Let time pass, and do everything that is due."""
        self.time.seconds += seconds
        await self.clock.tick()

    async def restart(self) -> None:
        """End this process, and start another one on the same file."""
        await self.store.close()
        self.store = await STORES.open(self.path, self.time)
        self.__post_init__()

    async def kill(self) -> None:
        """Die in the middle of all deliveries, and start another process."""
        await self.outbox.close(0)
        await self.restart()

    # -- contents

    async def board(self) -> Posted:
        """The newest board, once every post is out."""
        await self.deliver()
        return [message for message in self.transport.messages if message.posted][-1]

    async def news(self, who: Person) -> list[str]:
        """The texts of everything that notified somebody, once every post is out."""
        await self.deliver()
        messages, own = self.transport.messages, DIRECT + who.id
        seen = [m.text for m in messages if who.id in m.pings or m.channel == own]
        return seen + [text for user, text in self.transport.told if user == who.id]

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

    async def seats(self) -> list[Person]:
        """The players, by seat."""
        return [Person(sitter.user, sitter.name) for sitter in (await self.game()).sitters]

    async def begin(self, *people: Person, lines: int = 0, **more: Any) -> Game:
        """A running game of these people, after this number of the usual first turns."""
        await self.open(people[0], len(people), **more)
        for person in people[1:]:
            await self.join(person)
        await self.play(*("a1", "e5", "a5")[: min(3, len(people), lines)])
        for _ in range(lines - 3 if len(people) > 2 else lines - 2):
            await self.play(turn(await self.table(), Random(1)))
        return await self.game()

    async def table_of(self, kind: str, hosted: Mapping[str, Hosted] = EVERY_HOSTED) -> Game:
        """A running game of any kind, of as few people as it takes."""
        self.kind = kind
        self.host(Games(hosted))
        return await self.begin(*SIX[: EVERY[kind].game.fewest])

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

    async def draft(self) -> str | None:
        """The mover's."""
        game = await self.game()
        kept = await draft_in(self.store, game.id, game.on_turn or 0)
        return kept.line if kept else None

    async def log(self, number: int = 1) -> list[str]:
        return [row.text for row in await self.store.log((await self.game(number)).id)]

    async def deliver(self) -> None:
        """Let computers think, and the outbox deliver. Raise Killed if a delivery dies, even while
        rows are collected; then stop waiting."""
        self.transport.killed = False
        await finish_thinking(self.thinking)
        await self.outbox.collect()
        await self.drain()
        if self.transport.killed:
            raise Killed

    def posts(self, channel: int = CHANNEL) -> list[str]:
        return [message.text for message in self.transport.in_channel(channel)]


async def is_sound(core: Core) -> None:
    """The log rebuilds the position, every checksum holds, and the two commands agree."""
    game, now = await core.game(), await core.table()
    fresh = await Tables(core.store, core.games).at(game)
    assert (fresh.at.state, fresh.at.turns) == (now.at.state, now.at.turns)
    assert (await check(core.store, core.games)).wrong == ()
    *_, account = tell(parse(records.text(game, await core.store.log(game.id))))
    assert "checksums, all correct" in account
