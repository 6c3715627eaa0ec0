"""What another language costs: whole turns at German tables beside those at English ones, typed in
words, and the memory of all languages there are.

Each of the two bots has a sandbox of its own, and they take turns.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import AsyncExitStack
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import median

from bot.messages.languages import languages
from rules import GAMES
from rules.play import spelled
from tests.bench.measuring import Effort, Row, paired
from tests.bench.processes import Bot, bot, people, sandbox
from tests.bench.script import Turn
from tests.bench.stock import SAID, stocked
from tests.bench.turns import Table

TABLES = 8
ROUNDS = 12  # a table
# What has spoken and read some languages, as a bot has after a while, says its megabytes.
SPEAKS = """
import bot.app
from contextlib import suppress
from sys import argv
from bot.messages.languages import ENGLISH_ALONE, languages
from bot.messages.page_texts import topics
from rules import GAMES
from rules.drafting import draft
from rules.errors import Refused
from rules.game import Setup
from rules.text import Moment, lines
from rules.voice import PLAIN
from tests.bench.masses import resident

spoken = languages() if argv[2:] else ENGLISH_ALONE
for code in argv[1:]:
    voice = spoken.voice(code, PLAIN)
    voice.say(lines(Moment(0, "F"), *(each.words for each in topics("help"))))
    for kind in GAMES.values():
        with suppress(Refused):
            draft(kind.at((), (code, "en")), kind.game.new(Setup(2)), "abc")
print(resident("self"))
"""


async def rows(effort: Effort, folder: Path) -> list[Row]:
    async with AsyncExitStack() as stack:
        german, english = [await _spoken(stack, folder / code, code) for code in ("de", "en")]
        await german.round()  # warm
        await english.round()
        rounds = effort.of(ROUNDS, 1)
        pair = paired([(await german.round(), await english.round()) for _ in range(rounds)])
    what = "a turn in German ÷ one in English, processor time of the bot"
    return [Row(what, pair.ratio, detail=pair.detail), _memory(effort.of(5, 1))]


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


def _memory(times: int) -> Row:
    """Of all languages there are, beside English alone."""
    pairs = [(_speaking("en", *languages().names), _speaking("en")) for _ in range(times)]
    ours, alone = (median(each) for each in zip(*pairs, strict=True))
    what = "resident memory for all other languages"
    return Row(what, ours - alone, " MB", detail=f"{ours:.0f} MB to {alone:.0f} MB")


def _speaking(*codes: str) -> float:
    """Megabytes of a process that speaks some languages."""
    command = (sys.executable, "-c", SPEAKS, *codes)
    return float(subprocess.run(command, capture_output=True, check=True, text=True).stdout)


def in_words(language: str) -> Iterator[Turn]:
    """The turns that are said, as people type them in a language."""
    kind = GAMES["logger"]
    texts = kind.texts.speaking(language)
    for turn in SAID:
        words, s = list[str](), turn.before
        for word in turn.line.split():
            step = spelled(kind.game, s)[word]
            words.append((texts.phrased(s, step) or (word,))[0])
            s, _ = kind.game.apply(s, step)
        yield replace(turn, line=", ".join(words))
