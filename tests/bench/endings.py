"""The turn that ends a game: its result, ratings, and a last picture. Beside it another turn of the
same game; both are typed, committed, drawn and posted by the real bot."""

from __future__ import annotations

from itertools import count
from pathlib import Path

from rules import GAMES
from rules.drafting import draft
from tests.bench.measuring import Effort, Row, paired
from tests.bench.processes import Bot, People, bot, people, sandbox
from tests.bench.script import Turn, game
from tests.bench.stock import stocked

TABLES = 9  # the first one is not counted: its pictures find no letter drawn before
SHORTEST = 24  # turns
LAST = 3  # turns of each game that are said: for the board before, another one, and the last


async def rows(effort: Effort, folder: Path) -> list[Row]:
    played = whole_game()
    async with sandbox(folder / "endings") as there, people(there) as folk:
        channels = await folk.channels(effort.of(TABLES, 2))
        await stocked(folder / "endings.db", channels, played=played[:-LAST])
        async with bot("lumbercamp", there, folder / "endings.db") as served:
            used = [await _ended(served, folk, str(each), played[-LAST:]) for each in channels]
    pair = paired(used[1:])
    what = "the turn that ends a game ÷ another turn, processor"
    return [Row(what, pair.ratio, detail=pair.detail)]


def whole_game() -> list[Turn]:
    """A whole random game whose last turns are said, since each leaves a choice."""
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
