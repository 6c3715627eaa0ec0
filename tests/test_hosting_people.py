"""What docs/hosting.md promises to somebody who wants to be forgotten, by its own lines."""

import asyncio
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

from storage import Change, Former, SqliteStore
from tests.storage.samples import ANN, BEN, CY, GUILD, finished, lobby

ROOT = Path(__file__).parents[1]


async def forget(path: Path, person: int) -> str:
    """The very lines of the page, for that person; what they print."""
    page = (ROOT / "docs/hosting.md").read_text(encoding="utf-8")
    lines = re.findall(r"<<'END'\n(.*?)\n    END", page, re.DOTALL)[0].replace("\n    ", "\n")
    script = lines.strip().replace("/data/lumbercamp.db", str(path))
    script = re.sub(r"PERSON = \d+", f"PERSON = {person}", script)
    done = await asyncio.to_thread(
        subprocess.run, [sys.executable, "-"], input=script, capture_output=True, text=True
    )
    assert done.stderr == ""
    return done.stdout


async def test_people_can_be_forgotten_and_stay_apart(tmp_path: Path) -> None:
    """docs/hosting.md: nothing of a person is left, and two who were forgotten are two rows of
    the standings, in the games that they share as well."""
    path = tmp_path / "lumbercamp.db"
    ann, ben = replace(ANN, user=7**20), replace(BEN, user=7**21)
    order = {"players": "2", "order": f"{ben.user} {ann.user}"}
    store = await SqliteStore.open(path)
    game = await finished(store, "a", (ann, ben), (3, True), (10, False), channel=1)
    before = Former(1, 1, ann.user, ann.name)  # who has handed over a seat
    await store.commit(game.id, game.n, Change((), "", former=(before,)))
    await finished(store, "b", (ben, CY), (4, True), (1, False), channel=1, options=order)
    await store.set_personal(ann.user, "text_first", "on")
    await store.close()
    for person in (ann, ben):
        assert (await forget(path, person.user)).startswith("0 seats of that person are left")
    store = await SqliteStore.open(path)
    standings = await store.standings(GUILD, "logger")
    games = [await store.game(n) for n in (1, 2)]
    await store.close()
    assert [(s.user, s.name, s.games, s.won) for s in standings] == [
        (-1, "former player 1", 1, 1),
        (-2, "former player 2", 2, 1),
        (CY.user, CY.name, 1, 0),
    ]
    assert [game and game.host for game in games] == [-1, -2]
    held = path.read_bytes()
    for person in (ann, ben):
        assert str(person.user).encode() not in held
        assert person.user.to_bytes(8) not in held
    assert ann.name.encode() not in held


async def test_nobody_is_forgotten_by_halves(tmp_path: Path) -> None:
    """docs/hosting.md: in the middle of a game nothing is changed, so that a person does not
    become two."""
    path = tmp_path / "lumbercamp.db"
    store = await SqliteStore.open(path)
    await finished(store, "a", (ANN, BEN), (3, True), (10, False), channel=1)
    running = await store.create(lobby("b", host=ANN, channel=2))
    before = await store.standings(GUILD, "logger")
    await store.close()
    assert (await forget(path, ANN.user)).startswith("1 seats of that person are left")
    store = await SqliteStore.open(path)
    after = await store.standings(GUILD, "logger"), await store.game(running.id)
    await store.close()
    assert after == (before, running)
