"""Databases full of games. One game is played through the store; the others are copies of it.

stocked(path, channels)        an open game in each channel
    finished=90_000            and as many finished games
    told=True                  their boards have been posted
finish(path, channel)          a whole game that has ended there
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Sequence
from contextlib import closing
from dataclasses import replace
from itertools import chain
from pathlib import Path

from bot.table.rows import ResultPost
from rules import GAMES
from rules.drafting import draft
from rules.game import TABLE
from rules.play import checksum
from sandbox.model import GUILD_ID, PEOPLE
from storage import Change, GameRow, Line, Sitter, SqliteStore
from tests.bench.script import LOGGER, game, long_game
from tests.rules.games import Turn
from tests.storage.samples import lobby, waiting

GUILD = int(GUILD_ID)
ANN, BEN = (Sitter(int(user), name) for user, name in [*PEOPLE.items()][:2])
SCRIPT = long_game(2, 40)  # the turns at every table
PLAYED = 12  # turns that are in the log already
# The others, as players say them: a turn without a choice is played by the bot.
SAID = [turn for turn in SCRIPT[PLAYED:] if not draft(GAMES["logger"], turn.before, "").complete]

_COPIES = (
    "insert into games (id, kind, number, edition, options, seed, guild, home, channel, host, n,"
    " status, on_turn, created, changed, commitment, stands, language)"
    " select c.id, kind, number + c.k, edition, options, seed, guild, c.channel, c.channel, host,"
    " n, c.status, case c.status when 'playing' then on_turn end, created, changed, commitment,"
    " stands, language"
    " from copies c, games g where g.id = 1 order by c.id",
    "insert into seats (game, seat, user, name, left, computer)"
    " select c.id, seat, user, name, left, computer from copies c, seats where game = 1"
    " order by c.id, seat",
    "insert into log (game, n, seat, text, mark, key, at, post)"
    " select c.id, n, seat, text, mark, key || ':' || c.k, at, post"
    " from copies c, log where game = 1 order by c.id, n",
    "insert into outbox (game, n, kind, nonce, state, message, at)"
    " select c.id, n, kind, nonce, state, message + 1000 * c.k, at"
    " from copies c, outbox where game = 1"
    " order by c.id, n",
)


async def stocked(
    path: Path, channels: Sequence[int], *, finished: int = 0, told: bool = False, against: str = ""
) -> None:
    """A database where each channel has an open game. against: the level of a computer in Ben's
    place."""
    store = await SqliteStore.open(path)
    try:
        await _play(store, channels[0], told, against)
    finally:
        await store.close()
    live = ((channel, "playing") for channel in channels[1:])
    over = ((channels[n % len(channels)], "over") for n in range(finished))
    _copy(path, chain(live, over))


async def _play(store: SqliteStore, channel: int, told: bool, against: str) -> None:
    other = Sitter(-2, "Birch", computer=against) if against else BEN
    row = await _begin(store, channel, other)
    for turn in SCRIPT[:PLAYED]:
        row = await store.commit(row.id, row.n, change(turn, f"key {row.n}", told=told))
    for post in await waiting(store):
        await store.note_sent(post, 100 + post.id)


async def _begin(store: SqliteStore, channel: int, other: Sitter) -> GameRow:
    edition = str(LOGGER.rules_version)
    opened = lobby(
        f"open {channel}", edition=edition, guild=GUILD, host=ANN, home=channel, channel=channel
    )
    row = await store.create(opened)
    said = Line(TABLE, "join 8", ""), Line(TABLE, "start 0 1", "")
    start = Change(said, f"start {channel}", (ANN, other), status="playing", on_turn=0)
    return await store.commit(row.id, row.n, start)


async def finish(path: Path, channel: int, seed: int) -> None:
    """Add a random game that was played to its end, with its result to be posted."""
    store = await SqliteStore.open(path)
    try:
        row, turns = await _begin(store, channel, BEN), [*game(2, seed)]
        for turn in turns:
            said = change(turn, f"key {channel} {row.n}", told=False)
            if turn is turns[-1]:
                said = replace(said, status="over", posts=(ResultPost().encode(),))
            row = await store.commit(row.id, row.n, said)
    finally:
        await store.close()


def change(turn: Turn, key: str, *, told: bool = True) -> Change:
    """The bot's commit for a turn that does not end the game."""
    line = Line(turn.seat, turn.line, checksum(turn.after))
    posts = ("turn",) if told else ()
    return Change((line,), key, on_turn=LOGGER.actor(turn.after), posts=posts)


def _copy(path: Path, games: Iterable[tuple[int, str]]) -> None:
    """Copies of game 1 by (channel, status), in one transaction without a sync."""
    copies = [(k + 1, k, *game) for k, game in enumerate(games, 1)]
    with closing(sqlite3.connect(path)) as db:
        db.execute("pragma synchronous = off")
        db.execute("create temp table copies (id integer primary key, k, channel, status)")
        db.executemany("insert into copies values (?, ?, ?, ?)", copies)
        for sql in _COPIES:
            db.execute(sql)
        db.commit()
