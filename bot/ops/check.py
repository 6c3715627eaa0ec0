"""`lumbercamp check`: every open game replayed with the code that is installed.

It reads a copy in memory, brought to this version's shape, so it may be run beside the bot and
before an upgrade: what it finds is what the new version would do.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path

from bot.games.names import spoken
from bot.games.table import replayed
from rules import GAMES
from rules.errors import Unavailable
from rules.game import NATURE, NOBODY, Setup
from rules.play import Broken
from storage import GameRow, SqliteStore, Store

DIFFERS = 1


@dataclass(frozen=True, slots=True)
class Checked:
    """How many games are open, and a sentence for each that differs."""

    games: int
    wrong: tuple[str, ...]

    def __str__(self) -> str:
        fine = self.games - len(self.wrong)
        if self.wrong:
            return f"{fine} of {self.games} open games are fine, {len(self.wrong)} not."
        return f"All open games are fine: {self.games}." if self.games else "No game is open."


async def run(database: Path) -> int:
    """Check the games in a database file and print what differs; the exit code.

    Raises StoreError when the file cannot be read."""
    store = await SqliteStore.snapshot(database)
    try:
        checked = await check(store)
    finally:
        await store.close()
    for sentence in checked.wrong:
        print(sentence, file=sys.stderr)
    print(checked)
    return DIFFERS if checked.wrong else 0


async def check(store: Store) -> Checked:
    """Replay every open game of a store."""
    games = await store.open_games()
    found = [(game, await _difference(store, game)) for game in games]
    return Checked(len(games), tuple(f"{_called(g)}: {why}." for g, why in found if why))


async def _difference(store: Store, game: GameRow) -> str | None:
    """The first thing that today's rules see differently, without a full stop."""
    if game.kind not in GAMES:
        return f"the game {game.kind} is not known to this version"
    try:
        if game.status == "lobby":
            GAMES[game.kind].game.new(Setup(int(game.options["players"]), game.options))
            return None
        state = replayed(game, await store.log(game.id), game.n).state
    except (Broken, Unavailable) as broken:
        return str(broken).rstrip(".")
    except Exception as bug:  # one game that breaks the rules must not hide the others
        return f"replaying it fails ({type(bug).__name__})"
    actor = GAMES[game.kind].game.actor(state)
    if actor == NOBODY:
        return f"row {game.n}: by these rules the game is over"
    return (
        None
        if actor == (NATURE if game.on_turn is None else game.on_turn)
        else f"row {game.n}: it is seat {actor + 1}'s turn"
    )


def _called(game: GameRow) -> str:
    name = spoken(game) if game.kind in GAMES else f"{game.kind} {game.number}"
    return f"{name} on server {game.guild} (game {game.id})"
