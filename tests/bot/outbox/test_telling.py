"""After any trouble at Discord, in the bot's process or on the host's machine, the player to move
gets a call within an hour, though nobody does anything.

LUMBERCAMP_FUZZ=100000   a random sequence of troubles for each 50 of that, instead of 4
"""

import os
import re
from collections import Counter
from dataclasses import replace
from math import inf
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bot.discord.transport import told_apart
from bot.features import undo
from bot.messages import layout
from bot.messages.courier import LONG, PermanentError
from bot.outbox.boards import Boards
from bot.outbox.queue import Outbox
from bot.table.settings import DIRECT, PINGS
from storage import Post, outbox
from tests.acting import ANN, BEN
from tests.bot.core import Patch
from tests.bot.faulty_transport import AtOnce, Table, Trouble
from tests.stores import STORES

SEQUENCES = int(os.environ.get("LUMBERCAMP_FUZZ", "200")) // 50
STEPS = 14
HOUR = 3600.0
NUMBER = re.compile(r"(?:^|\. )(\d+) · ")  # of a turn, in a printed line


@pytest.fixture(autouse=True)
def _quick(monkeypatch: Patch) -> None:
    """No hour passes while a picture is drawn."""
    monkeypatch.setattr("bot.outbox.queue.LOOK", 300.0)
    monkeypatch.setattr(layout, "PAINTER", AtOnce())


@pytest.mark.slow
async def test_the_player_on_turn_is_called_whatever_happened(tmp_path: Path) -> None:
    for number in range(SEQUENCES):
        if found := await complaint(tmp_path, number):
            pytest.fail(found)


async def complaint(folder: Path, number: int) -> str:
    """The faults after the sequence of this number; "" if there are none."""
    home = folder / f"{number}"
    home.mkdir()
    kind = "logjam" if number % 3 == 2 else "logger"
    table = Table(home / "games.db", Random(number), kind, harsh=number % 2 == 0)
    await table.wake()
    try:
        await befall(table)
        wrong = await missing(table) or misled(table) or await untidy(table)
    finally:
        await table.die()
        STORES.release(table.path, table.copy)
    return f"sequence {number}: {wrong}\n" + "\n".join(table.told) if wrong else ""


async def befall(table: Table) -> None:
    """Random things, then nothing for an hour."""
    may = {
        table.plays: 8,
        table.goes_wrong: 3,
        table.is_over: 2,
        table.is_killed: 1,
        table.is_killed_soon: 2,
        table.is_copied: 1,
        table.is_restored: 1,
        table.is_rolled_back: 1,
        table.is_set_back: 1,
        table.waits: 4,
    }
    begin = [table.opens, table.joins]
    for _ in range(STEPS):
        first = begin and table.chance.random() < 0.6
        (verb,) = [begin.pop(0)] if first else table.chance.choices([*may], [*may.values()])
        if (await table.core.store.open_games()) or verb == table.opens:
            table.told.append(verb.__name__)
            await verb()
    table.transport.troubles.clear()
    table.transport._before.clear()
    table.transport._after.clear()
    await table.passes(HOUR)


async def missing(table: Table) -> str:
    """The missing call in words; "" if none is."""
    game = await table.core.store.game(1)
    if game is None:
        return ""
    if game.status == "playing" and game.on_turn is None:
        return "chance never spoke"
    kind = {"lobby": "lobby", "playing": "turn", "over": "result"}[game.status]
    post = await table.core.store.latest(game.id, kind)
    if post is None or (kind == "turn" and post.n != game.n):
        return f"row {game.n} was never told"
    message = table.transport.message(post.message or 0)
    if message.at < table.calls.get(post.n, 0):
        return f"the post of row {game.n} is older than the row"
    if kind == "turn" and message.pings != (game.sitters[game.on_turn or 0].user,):
        return f"row {game.n} called {message.pings}"
    return ""


def misled(table: Table) -> str:
    """A host who was asked to act where nobody could, or asked again and again."""
    if table.transport.told and not table.lasting:
        return f"written to: {table.transport.told}"
    return ""


async def untidy(table: Table) -> str:
    """The posts and prints that came twice or not at all, if only Discord and the process
    failed."""
    game = await table.core.store.game(1)
    if table.restored or table.lasting or game is None or table.transport.unseen >= LONG:
        return ""  # nor if nobody could look for longer than anyone waits
    boards = [m for m in table.transport.messages if m.posted]
    twice = [file for file, n in Counter(m.posted for m in boards).items() if n > 1]
    old = [m for m in boards[:-1] if m.id not in table.transport.kept]
    live = [m.id for m in old if m.buttons or m.file]
    played = [row.seat for row in await table.core.store.log(game.id) if row.seat >= 0]
    printed = [int(n) for m in old for n in NUMBER.findall(m.text)]
    due = len(played) if len(boards) > 1 else 0  # the first board is a board until there is another
    if not table.transport.kept and printed != list(range(1, due + 1)):
        return f"{len(played)} turns were printed as {[m.text for m in old]}"
    if printed != sorted(set(printed)):
        return f"printed out of order, or twice: {[m.text for m in old]}"
    return f"posted twice: {twice}" if twice else f"still boards: {live}" if live else ""


@pytest.mark.slow
@pytest.mark.parametrize(
    "verbs",
    [
        ("find_copy", "edit", "strip", "delete", "is_buried"),
        ("thread", "is_member", "direct", "tell"),
    ],
)
async def test_whichever_route_fails_for_good_somebody_is_still_called(
    tmp_path: Path, verbs: tuple[str, ...]
) -> None:
    """Questions, edits and deletions hold up no call."""
    table = Table(tmp_path / "games.db", Random(1), "logger", harsh=False)
    table.transport.troubles |= dict.fromkeys(verbs, Trouble(500))
    await table.wake()
    try:
        await table.core.open(ANN, 2, thread=True)
        if "direct" in verbs:
            for person in (ANN, BEN):
                await table.core.store.set_personal(person.id, PINGS, DIRECT)
        await table.joins()
        await table.passes(HOUR)
        assert await called(table), "at the beginning"
        sent = len(table.transport.messages)
        await table.passes(25 * HOUR)
        assert "direct" in verbs or len(table.transport.messages) > sent, "a reminder comes"
        await table.core.say(await table.core.mover(), "a1", game=1)
        await table.is_killed()
        await table.passes(HOUR)
        assert await called(table), "after a turn and a kill"
    finally:
        await table.die()


async def test_a_refusal_that_the_bot_does_not_know_lasts() -> None:
    """So its row is parked, and the host is written to."""

    async def post() -> None:
        raise Trouble(400, 20031).answer()

    with pytest.raises(PermanentError, match="Discord rejected it"):
        await told_apart(post)()


async def called(table: Table) -> bool:
    game = await table.core.store.game(1)
    assert game is not None
    user, since = game.sitters[game.on_turn or 0].user, table.calls[game.n]
    return any(m.at >= since and user in m.pings for m in table.transport.messages)


async def _never(*_: object, **__: object) -> None:
    """15: parked posts never came back; 20: rows left behind were not looked for."""


def _numbered(id_: int, *row: Any, **more: Any) -> Post:
    """18: a post's nonce was its number, which comes again after a restore of a backup."""
    return replace(Post(id_, *row, **more), nonce=f"1-{id_}")


FAULTS: dict[str, tuple[object, str, object, int]] = {
    "15": (Outbox, "retry", _never, 0),
    "18": (outbox, "Post", _numbered, 28),
    "20": (Boards, "_left_behind", _never, 27),
    "21": (undo, "wait_of", lambda _: inf, 191),
}


@pytest.mark.slow
@pytest.mark.sqlite  # on a server, the search takes minutes
@pytest.mark.parametrize("fault", FAULTS)
async def test_a_fault_that_is_planted_again_is_found(
    tmp_path: Path, monkeypatch: Patch, fault: str
) -> None:
    """first: the sequence that finds it, unless another change shifts the events."""
    where, name, instead, first = FAULTS[fault]
    monkeypatch.setattr(where, name, instead)
    for number in (*range(first, 200), *range(first)):
        if await complaint(tmp_path, number):
            return
    pytest.fail("nothing was found")
