"""A whole turn: a typed line, a durable commit, a picture, a post. Beside it a bot that answers
every line with one and the same picture; each has a sandbox of its own, and they take turns. Then
turns at German tables beside those at English ones, typed in words; and the turn that ends a game,
with its result, ratings and a last picture, beside another turn of the same game.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import AsyncExitStack
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path
from time import perf_counter

from renderer import Labels
from rules import GAMES
from rules.drafting import draft
from rules.play import Seen, steps_by_words
from tests.bench.measuring import Effort, Row, paired, spoken
from tests.bench.processes import Bot, People, bot, people, sandbox
from tests.bench.script import Turn, game
from tests.bench.stock import PLAYED, SAID, SCRIPT, stocked
from tests.hosted import draw

TABLES = 8
ROUNDS = 20  # a table
SPOKEN_ROUNDS = 12
ENDINGS = 9  # tables; the first one doesn't count: its pictures find no letter drawn before
SHORTEST = 24  # turns
LAST = 3  # turns said in each game: for the board before, another one, and the last


async def rows(effort: Effort, folder: Path) -> list[Row]:
    return [
        *await _beside_static(effort, folder),
        await _in_german(effort, folder),
        await _endings(effort, folder),
    ]


async def _beside_static(effort: Effort, folder: Path) -> list[Row]:
    async with AsyncExitStack() as stack:
        bots, tables = [], []
        for kind in ("lumbercamp", "static"):
            there = await stack.enter_async_context(sandbox(folder / kind))
            folk = await stack.enter_async_context(people(there))
            channels = await folk.channels(TABLES)
            file = folder / f"{kind}.file"
            await (stocked(file, channels) if kind == "lumbercamp" else _drawn(file))
            bots.append(await stack.enter_async_context(bot(kind, there, file)))
            tables.append([Table(folk, str(each)) for each in channels])
        return await _measured(effort, bots, tables)


async def _drawn(file: Path) -> None:
    """A board in the middle of the same game."""
    turn = SCRIPT[PLAYED + 10]
    picture = draw("logger", Seen(turn.after, turn.events, None), Labels("L7", ("Ann", "Ben"), 22))
    file.write_bytes(picture.png)


class Table:
    """A channel where the turns are said, line by line."""

    def __init__(self, folk: People, channel: str, said: Iterable[Turn] = SAID) -> None:
        self._folk, self._channel = folk, channel
        self._turns = iter(said)
        self._board: str | None = None

    async def turn(self, *, strips: bool) -> float:
        """Seconds from the line to the post. strips: the bot then takes the buttons off the
        board before, and that is waited for, but not counted."""
        turn, folk, before = next(self._turns), self._folk, self._board
        stripped = folk.next("message_edit", before) if strips and before else None
        posted = folk.next("message", self._channel)
        start = perf_counter()
        await folk.by_seat[turn.seat].say(self._channel, turn.line)
        event = await folk.patiently(posted)
        taken = perf_counter() - start
        self._board = event["message"]["id"]
        if stripped is not None:
            await folk.patiently(stripped)
        return taken


async def _measured(effort: Effort, bots: list[Bot], tables: list[list[Table]]) -> list[Row]:
    ours, static = tables
    for table, other in zip(ours, static, strict=True):  # warm
        await table.turn(strips=True)
        await other.turn(strips=False)
    for each in bots:
        await each.health()
    turns = effort.of(ROUNDS, 1)
    rounds = [
        (await table.turn(strips=True), await other.turn(strips=False))
        for _ in range(turns)
        for table, other in zip(ours, static, strict=True)
    ]
    used = [(await each.health())["cpu"] / len(rounds) for each in bots]
    pair = paired(rounds)
    what = "whole durable turn ÷ a bot's static picture of the same size"
    return [
        Row(what, pair.ratio, detail=pair.detail),
        Row(
            f"{what}, processor",
            used[0] / used[1],
            detail=f"{spoken(used[0])} to {spoken(used[1])}",
        ),
    ]


# -- another language


async def _in_german(effort: Effort, folder: Path) -> Row:
    async with AsyncExitStack() as stack:
        german, english = [await _spoken(stack, folder / code, code) for code in ("de", "en")]
        await german.round()  # warm
        await english.round()
        rounds = effort.of(SPOKEN_ROUNDS, 1)
        pair = paired([(await german.round(), await english.round()) for _ in range(rounds)])
    what = "a turn in German ÷ one in English, processor time of the bot"
    return Row(what, pair.ratio, detail=pair.detail)


@dataclass(frozen=True, slots=True)
class Spoken:
    """A bot whose tables all speak one language."""

    bot: Bot
    tables: list[Table]

    async def round(self) -> float:
        """Its processor time of a turn, when each table has played one more."""
        await self.bot.health()
        for table in self.tables:
            await table.turn(strips=True)
        used: float = (await self.bot.health())["cpu"]
        return used / len(self.tables)


async def _spoken(stack: AsyncExitStack, folder: Path, language: str) -> Spoken:
    there = await stack.enter_async_context(sandbox(folder))
    folk = await stack.enter_async_context(people(there))
    channels, file = await folk.channels(TABLES), folder.with_suffix(".db")
    await stocked(file, channels, language=language)
    said = [*in_words(language)]
    tables = [Table(folk, str(channel), said) for channel in channels]
    return Spoken(await stack.enter_async_context(bot("lumbercamp", there, file)), tables)


def in_words(language: str) -> Iterator[Turn]:
    """The turns, as people type them in a language."""
    kind = GAMES["logger"]
    texts = kind.texts.speaking(language)
    for turn in SAID:
        words, s = list[str](), turn.before
        for word in turn.line.split():
            step = steps_by_words(kind.game, s)[word]
            words.append((texts.phrased(s, step) or (word,))[0])
            s, _ = kind.game.apply(s, step)
        yield replace(turn, line=", ".join(words))


# -- the last turn


async def _endings(effort: Effort, folder: Path) -> Row:
    played = _whole_game()
    async with sandbox(folder / "endings") as there, people(there) as folk:
        channels = await folk.channels(effort.of(ENDINGS, 2))
        await stocked(folder / "endings.db", channels, played=played[:-LAST])
        async with bot("lumbercamp", there, folder / "endings.db") as served:
            used = [await _ended(served, folk, str(each), played[-LAST:]) for each in channels]
    pair = paired(used[1:])
    what = "the turn that ends a game ÷ another turn, processor"
    return Row(what, pair.ratio, detail=pair.detail)


def _whole_game() -> list[Turn]:
    """A whole random game whose last turns are typed, since each leaves a choice."""
    games = ([*game(2, seed)] for seed in count())
    return next(
        played
        for played in games
        if len(played) >= SHORTEST and not any(map(_forced, played[-LAST:]))
    )


def _forced(turn: Turn) -> bool:
    return draft(GAMES["logger"], turn.before, "").complete


async def _ended(served: Bot, folk: People, channel: str, turns: list[Turn]) -> tuple[float, float]:
    """Seconds of processor for the turn that ends a game and for the one before it, each until the
    board before has lost its buttons."""
    board, used = "", [0.0]
    for turn in turns:
        await served.health()
        posted = folk.next("message", channel)
        stripped = folk.next("message_edit", board) if board else None
        await folk.by_seat[turn.seat].say(channel, turn.line)
        board = (await folk.patiently(posted))["message"]["id"]
        if stripped is not None:
            await folk.patiently(stripped)
        used.append((await served.health())["cpu"])
    *_, other, last = used
    return last, other
