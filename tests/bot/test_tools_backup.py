"""`lumbercamp backup`, and back again; the copy itself is proved in tests/storage."""

import asyncio
import subprocess
import sys
from pathlib import Path

import pytest

from bot.__main__ import main
from storage import SqliteStore
from tests.patience import PATIENCE
from tests.storage.samples import lobby, turn

ROOT = Path(__file__).parents[2]


@pytest.fixture
def database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LUMBERCAMP_DATABASE", "games.db")
    monkeypatch.setenv("DISCORD_TOKEN_FILE", str(tmp_path / "not for us"))
    monkeypatch.setenv("LUMBERCAMP_DISCORD_API", "only with a token")
    return tmp_path / "games.db"


async def backed_up(path: Path) -> subprocess.CompletedProcess[str]:
    """The command as another process, as a nightly job runs it."""
    return await asyncio.to_thread(
        subprocess.run,
        [sys.executable, "-m", "bot", "backup", str(path)],
        cwd=ROOT,
        env={"LUMBERCAMP_DATABASE": str(path.parent / "games.db"), "PATH": ""},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )


async def test_a_backup_beside_the_running_bot_brings_every_turn_back(tmp_path: Path) -> None:
    """docs/hosting.md, Backup and Restore: kill, remove, copy back, start."""
    path = tmp_path / "games.db"
    bot = await SqliteStore.open(path)
    game = await bot.create(lobby())
    game = await bot.commit(game.id, 1, turn("a"))
    done = await backed_up(tmp_path / "copy.db")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == f"{path} is backed up in {tmp_path / 'copy.db'}; the copy is sound.\n"
    await bot.commit(game.id, 2, turn("lost"))
    await bot.close()
    for file in tmp_path.glob("games.db*"):
        file.unlink()
    (tmp_path / "games.db").write_bytes((tmp_path / "copy.db").read_bytes())
    bot = await SqliteStore.open(path)
    assert await bot.game(game.id) == game
    assert (await bot.commit(game.id, 2, turn("played again"))).n == 3
    await bot.close()


def test_a_second_backup_of_the_same_name_is_refused(
    database: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async def made() -> None:
        store = await SqliteStore.open(database)
        await store.close()

    asyncio.run(made())
    assert main(["backup", "copy.db"]) == 0
    before = Path("copy.db").read_bytes()
    assert main(["backup", "copy.db"]) == 78
    assert capsys.readouterr().err == (
        f"No backup was made in {database.parent / 'copy.db'}: there is something of that name "
        "already. The database is unchanged. Name another file for the backup, or make room "
        "for it.\n"
    )
    assert Path("copy.db").read_bytes() == before


def test_without_a_database_there_is_no_backup(
    database: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["backup", "copy.db"]) == 78
    assert capsys.readouterr().err.startswith(f"There is no database {database}. ")
    assert list(database.parent.iterdir()) == []
