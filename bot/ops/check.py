"""`lumbercamp check`: every open game replayed with the installed code, in a temporary copy. The
bot makes the same check when its rules have changed, and doesn't start if a game would change."""

from __future__ import annotations

import hashlib
import sys
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path

from bot.app import HOSTED
from bot.ops.settings import Place, Unstartable, open_snapshot, opened
from bot.table.game import Games
from bot.table.names import game_name
from bot.table.table import replayed
from rules.errors import Unavailable
from rules.game import NATURE, NOBODY, Setup
from rules.history import BrokenLog, State, misplaced
from storage import GameRow, Store, every_open_game, setting

DIFFERS = 1
RULES = "rules"  # the setting with the rules of the bot's last start


@dataclass(frozen=True, slots=True)
class Checked:
    """The number of open games, and a sentence for each that differs."""

    games: int
    wrong: tuple[str, ...]

    def __str__(self) -> str:
        fine = self.games - len(self.wrong)
        if self.wrong:
            return f"{fine} of {self.games} open games are fine. Problems: {len(self.wrong)}."
        return f"All open games are fine ({self.games})." if self.games else "No open games."


async def run(database: Place) -> int:
    """Check the games in a database and print the differences; return the exit code.

    Raises StoreError if the database can't be read."""
    async with opened(open_snapshot(database)) as store:
        checked = await check(store)
    for sentence in checked.wrong:
        print(sentence, file=sys.stderr)
    print(checked)
    return DIFFERS if checked.wrong else 0


async def before_start(database: Path) -> None:
    """Check another version's games before any of them is changed. Raises Unstartable if one would
    continue differently, and StoreError."""
    if not database.is_file() or setting(database, RULES) == rules_of_today():
        return
    async with opened(open_snapshot(database)) as store:
        await refuse_changes(store)


async def refuse_changes(store: Store) -> None:
    """Raise Unstartable if an open game would continue differently."""
    checked = await check(store)
    way_out = (
        "Start the previous version again and let those games finish there, or cancel them "
        "(`/games cancel game:L7`). Please report the lines above. To start this version anyway, "
        "set LUMBERCAMP_START_ANYWAY=1; those games may then get stuck."
    )
    if checked.wrong:
        head = (
            "These open games would play out differently with this version, so the bot didn't "
            "start:"
        )
        raise Unstartable("\n".join((head, *checked.wrong, way_out)))


@cache
def rules_of_today() -> str:
    """A checksum of everything that decides how a game continues."""
    known = hashlib.blake2s(digest_size=16)
    rules, seeds = (Path(str(files(package))) for package in ("rules", "seeds"))
    for folder, kinds in ((rules, "*.py"), (seeds / "rivers", "*.txt")):
        for file in sorted(folder.rglob(kinds)):
            known.update(f"{file.relative_to(folder).as_posix()}\n".encode())
            known.update(file.read_bytes())
    return known.hexdigest()


async def check(store: Store, games: Games = HOSTED) -> Checked:
    """Replay every open game of a store."""
    count, wrong = 0, list[str]()
    async for row in every_open_game(store):
        count += 1
        if why := await _difference(store, games, row):
            wrong.append(f"{game_label(games, row)}: {why}.")
    return Checked(count, tuple(wrong))


async def _difference(store: Store, games: Games, row: GameRow) -> str | None:
    """The first difference under today's rules, without a full stop."""
    if row.kind not in games:
        return f"this version doesn't know the game {row.kind}"
    game = games.of(row)
    if row.edition != str(game.rules.rules_version):
        version = game.rules.rules_version
        return (
            f"it uses edition {row.edition} of the rules, but this version plays edition {version}"
        )
    try:
        if game.status == "lobby":
            game.rules.new(Setup(int(game.options["players"]), game.options))
            return None
        rows = await store.log(game.id)
        if (place := misplaced(((row.seat, row.text) for row in rows), State.UNOPENED)) is not None:
            return f"row {rows[place].n}: `{rows[place].text}` isn't possible here"
        state = replayed(game, rows, game.n).state
    except (BrokenLog, Unavailable) as broken:
        return str(broken).rstrip(".")
    except Exception as bug:  # a game that breaks the rules must not hide the others
        return f"it can't be replayed ({type(bug).__name__})"
    actor = game.rules.actor(state)
    if actor == NOBODY:
        return f"row {game.n}: under these rules the game is over"
    return (
        None
        if actor == (NATURE if game.on_turn is None else game.on_turn)
        else f"row {game.n}: it's seat {actor + 1}'s turn"
    )


def game_label(games: Games, row: GameRow) -> str:
    """A game's name for a host, also if its kind isn't hosted here."""
    name = game_name(games.of(row)) if row.kind in games else f"{row.kind} {row.number}"
    return f"{name} on server {row.guild} (game {row.id})"
