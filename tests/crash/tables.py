"""Tables at which people play on, whatever happens to the bots; a silent one is named.

Nobody says a line again unless it was refused: the next bot must find it. People give a command
again if it fails or gets no answer.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Collection
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import combinations, cycle
from random import Random
from typing import Any, Final

from bot.app import HOSTED
from bot.table.game import FLEETING, Game
from bot.table.rows import Fleeting
from bot.table.table import Tables
from sandbox import World
from sandbox.model import BOT_ID, Message
from storage import Store
from tests.guest import Guest
from tests.patience import PATIENCE, until
from tests.sensible import sensible

LOOKS: Final = 0.5  # seconds between two looks without news
RESTS: Final = 0.2  # seconds after a turn at a table: more turns would prove nothing more
IMPATIENT: Final = 4.0  # seconds until somebody gives their command again
DOORS: Final = ("mention", "plain", "reply", "command")
WAITS: Final = """select 'post', kind, state, 0 from outbox
where game = {0} and state != 'sent'
union all select 'timer', kind, '', due from timers where game = {0}"""


@dataclass(eq=False)
class Table:
    """One channel, in which the same people play again and again."""

    kind: str
    people: tuple[Guest, ...]
    channel: str
    name: str
    computer: bool = False  # against one
    boards: list[str] = field(default_factory=list)  # the files with which they were posted
    turns: int = 0  # that people have made, and that counted
    doing: str = "nothing yet"
    news: asyncio.Event = field(default_factory=asyncio.Event)

    def called(self, game: Game) -> bool:
        return bool(self.boards) and self.boards[-1].endswith(f"-{game.n}.png")


class Club:
    """All tables of a world. store: shows where they are."""

    def __init__(self, world: World, people: dict[str, Guest], store: Store, luck: Random) -> None:
        self.world, self.people, self._store, self._luck = world, people, store, luck
        self._replayed = Tables(store, HOSTED)
        self.tables = list[Table]()
        self.closes = False  # nobody begins another turn
        self.posts = 0  # that the bots have made for everybody
        self._playing = list[asyncio.Task[None]]()
        self._listen()

    def _listen(self) -> None:
        add = self.world.add

        def noted(thing: Any) -> None:
            add(thing)
            if isinstance(thing, Message) and thing.author == BOT_ID and thing.only is None:
                for table in self.tables:
                    if table.channel == thing.channel:
                        self.posts += 1
                        self._posted(table, thing)

        self.world.add = noted  # type: ignore[method-assign]

    def _posted(self, table: Table, message: Message) -> None:
        files = [str(each["filename"]) for each in message.attachments]
        table.boards += [name for name in files if "-lobby" not in name]
        table.news.set()

    async def opens(self, kinds: Collection[str]) -> None:
        """Open a table of each kind, with two people each; every fourth is against a computer."""
        pairs = cycle(combinations(self.people.values(), 2))
        for number, (kind, people) in enumerate(zip(kinds, pairs, strict=False)):
            made = (await people[0].act("channel", name=f"table-{number}"))["channel"]
            computer = number % 4 == 3
            there = people[:1] if computer else people
            self.tables.append(Table(kind, there, made["id"], made["name"], computer))
        self.open()

    def open(self) -> None:
        self.closes = False
        self._playing = [asyncio.create_task(self._plays(table)) for table in self.tables]

    async def close(self) -> None:
        """Finish everything that was begun, and wait until it is posted."""
        self.closes = True

        def late() -> list[Table]:
            tasks = zip(self.tables, self._playing, strict=True)
            return [table for table, task in tasks if not task.done()]

        await self.until(lambda: not late(), late)
        deadline = time.monotonic() + PATIENCE
        while untold := [each for each in self.tables if _due(await self._waits(each))]:
            assert time.monotonic() < deadline, [await self.told(table) for table in untold]
            await asyncio.sleep(0.1)

    def unanswered(self) -> set[str]:
        """The commands that have no known result yet."""
        asked = self.world.interactions.items()
        return {key for key, each in asked if each.state in ("sent", "thinking")}

    async def is_refused(self, table: Table) -> None:
        """Somebody says a line that nobody can read, and gets an answer. By then the store has its
        row to delete that answer some day, the last effect of the line."""
        said = await self._says(table, table.people[0], "blub", "mention")
        await until(lambda: self._refused(table, said) and self._goes(table, said))

    async def _goes(self, table: Table, said: str) -> bool:
        """Whether it is noted that the answer to a line is to go."""
        game = await self.game(table)
        timers = () if game is None else game.timers
        noted = [Fleeting.decode(timer.payload) for timer in timers if timer.kind == FLEETING]
        return {str(each.message) for each in noted} >= {m.id for m in self._under(table, said)}

    async def answered(self, lost: Collection[str]) -> None:
        """Wait until all commands are answered but those that a bot has lost: if one was given
        twice, the second may still save a draft when the first has counted."""
        await until(lambda: not self.unanswered().difference(lost))

    def leave(self) -> None:
        for task in self._playing:
            task.cancel()

    # everything there

    async def game(self, table: Table) -> Game | None:
        self._store._cache.invalidate()  # others write it
        row = await self._store.game_in_channel(int(table.channel))
        return None if row is None else HOSTED.from_row(row)

    async def all_go_on(self) -> None:
        """Wait until somebody has made a turn at each table that counted."""
        before = Counter({table: table.turns for table in self.tables})

        def silent() -> list[Table]:
            return [table for table in self.tables if table.turns == before[table]]

        await self.until(lambda: not silent(), silent)

    async def until(self, what: Callable[[], bool], missing: Callable[[], list[Table]]) -> None:
        deadline = time.monotonic() + PATIENCE
        while not what():
            for task in self._playing:
                if task.done():
                    task.result()
            assert time.monotonic() < deadline, [await self.told(table) for table in missing()]
            await asyncio.sleep(0.05)

    async def _waits(self, table: Table) -> list[Any]:
        game = await self.game(table)
        return [] if game is None else await self._store._thread.read(_rows(WAITS.format(game.id)))

    async def told(self, table: Table) -> str:
        """Describe a silent table: the last deed, the game, what waits, and the last messages."""
        game, last = await self.game(table), [*self.world.messages[table.channel].values()][-4:]
        texts, waits = [message.content for message in last], await self._waits(table)
        return f"#{table.name}: {table.doing}\n{game}\nwaits: {waits}\nsaid: {texts}"

    # acts of people

    async def _plays(self, table: Table) -> None:
        while not self.closes:
            table.news.clear()
            game = await self.game(table)
            if game is None or game.status not in ("lobby", "playing"):
                await self._open(table)
            elif game.status == "lobby":
                await self._join(table)
            elif self._may_play(table, game):
                await self._turn(table, game)
            else:
                await self._news(table)

    def _may_play(self, table: Table, game: Game) -> bool:
        """Somebody is called; some act without a call."""
        if game.on_turn is None or game.sitters[game.on_turn].user <= 0:
            return False
        return table.called(game) or self._luck.random() < 0.1

    async def _news(self, table: Table) -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(LOOKS):
                await table.news.wait()

    async def _open(self, table: Table) -> None:
        async def open_now() -> bool:
            game = await self.game(table)
            return game is not None and game.status in ("lobby", "playing")

        how: dict[str, Any] = (
            {"level": "easy", "thread": False} if table.computer else {"players": 2}
        )
        verb = "practice" if table.computer else "start"
        await self._commands(table, table.people[0], f"{table.kind} {verb}", open_now, **how)

    async def _join(self, table: Table) -> None:
        async def begun() -> bool:
            game = await self.game(table)
            return game is not None and game.status != "lobby"

        if table.computer:  # a bot has died between its lobby and its beginning
            while not await begun():
                await self._press_start(table)
                await self._news(table)
        else:
            await self._commands(table, table.people[-1], "games join", begun)

    async def _press_start(self, table: Table) -> None:
        table.doing = f"{table.people[0].name} presses Start"
        for message in await table.people[0].history(table.channel):
            for each in message.buttons:
                if each.get("custom_id", "").startswith("lc:start:"):
                    await table.people[0].press(message, each["custom_id"])

    async def _turn(self, table: Table, game: Game) -> None:
        """The player to move makes a sensible turn; it counts."""
        at = await self._replayed.at(game)
        way = sensible(at.kind.game, at.at.state)
        assert way is not None
        line, door = at.kind.spelt(way[0]), self._luck.choice(DOORS)
        user = str(game.sitters[game.on_turn or 0].user)
        who = next(each for each in table.people if each.id == user)

        async def counted() -> bool:
            now = await self.game(table)
            return now is not None and (now.id, now.n) > (game.id, game.n)

        if door == "command":
            await self._commands(table, who, f"{table.kind} turn", counted, move=line)
        else:
            if door == "reply" and not table.called(game):
                door = "mention"  # the board of where the game stands is not there
            said = await self._says(table, who, line, door)
            while not await counted():
                if self._refused(table, said):
                    said = await self._says(table, who, line, door)
                table.news.clear()
                await self._news(table)
        table.turns += 1
        await asyncio.sleep(RESTS)

    async def _says(self, table: Table, who: Guest, line: str, door: str) -> str:
        """Once and for all; the message."""
        table.doing = f"{who.name} said {line!r} by {door}"
        board = await self._board(table, who) if door == "reply" else None
        if door == "mention":
            line = f"<@{BOT_ID}> {line}"
        return str((await who.say(table.channel, line, reply_to=board))["id"])

    def _refused(self, table: Table, said: str) -> str:
        """A bot's answer under a line; a board isn't an answer."""
        return "\n".join(m.content for m in self._under(table, said))

    def _under(self, table: Table, said: str) -> list[Message]:
        there = self.world.messages[table.channel].values()
        under = [m for m in there if (m.reference or {}).get("message_id") == said]
        return [m for m in under if m.author == BOT_ID and not m.attachments]

    async def _board(self, table: Table, who: Guest) -> str | None:
        there = [m for m in await who.history(table.channel) if m["author"]["id"] == BOT_ID]
        return next((m["id"] for m in reversed(there) if m["attachments"]), None)

    async def _commands(
        self,
        table: Table,
        who: Guest,
        command: str,
        done: Callable[[], Awaitable[bool]],
        **options: Any,
    ) -> None:
        """Repeat a command until its purpose is reached; wait a while for each answer."""
        while not await done():
            table.doing = f"{who.name} gives /{command} {options}"
            asked = await who.slash(table.channel, command, **options)
            deadline = time.monotonic() + IMPATIENT
            while time.monotonic() < deadline and asked in self.unanswered():
                await asyncio.sleep(0.05)

    # its effects

    async def check(self) -> None:
        """Each board was posted once, and in order in its game; each result once; nothing broke;
        open games are sound."""
        for table in self.tables:
            numbers = [(name.split("-")[0], _number(name)) for name in table.boards]
            for name in {name for name, _ in numbers}:
                mine = [number for each, number in numbers if each == name]
                assert mine == sorted(set(mine)), (table.name, table.boards)
            texts = [m.content for m in self.world.messages[table.channel].values()]
            over = Counter(
                line for text in texts for line in text.split("\n") if " is over: " in line
            )
            assert not [line for line, times in over.items() if times > 1], over
            assert not [text for text in texts if "Something went wrong" in text], table.name
            if (game := await self.game(table)) is not None and game.status == "playing":
                await self._replayed.at(game)


def _number(board: str) -> int:
    return int(board.split("-")[1].removesuffix(".png"))


def _due(waits: list[Any]) -> list[Any]:
    return [row for row in waits if row[0] == "post" or row[1] in ("chance", "think")]


def _rows(statement: str) -> Callable[[Any], list[Any]]:
    return lambda db: list(db.execute(statement).fetchall())
