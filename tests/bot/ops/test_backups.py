"""The bot's automatic copies, the way back from one, and upgrading with games running."""

import asyncio
import os
import re
import shlex
import sqlite3
from contextlib import closing
from datetime import date, datetime
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from bot.__main__ import main
from bot.ops import backups, logs, service, upkeep
from bot.ops import command_line as command
from bot.ops.backups import age, copies, every_night, last_day, make
from bot.ops.health import Health
from bot.ops.settings import Settings, SettingsError
from bot.ops.upkeep import restore_text
from bot.table.clocks import due
from storage import NotCopied, Restored, SqliteStore, restore, setting
from tests.acting import ANN as FIRST
from tests.acting import BEN as SECOND
from tests.bot.core import CHANNEL, Captured, Core, Patch
from tests.bot.ops.test_tools import made_by_a_bot
from tests.patience import until
from tests.storage.files import folder_of, store_in
from tests.storage.samples import ANN, BEN, GUILD, finished

PAGE = Path(__file__).parents[3] / "docs/hosting.md"
CONFIG = 78
EVENING, MORNING = datetime(2026, 11, 24, 22, 0), datetime(2026, 11, 25, 4, 0)
TODAY, YESTERDAY = date(2026, 11, 24), date(2026, 11, 23)


@pytest.mark.parametrize(
    ("now", "last", "then"),
    [
        (EVENING, TODAY, MORNING),
        (MORNING, TODAY, MORNING),
        (MORNING.replace(hour=3), TODAY, MORNING),
        (MORNING, MORNING.date(), MORNING.replace(day=26)),
        (EVENING, YESTERDAY, EVENING),
        (EVENING, None, EVENING),
        (EVENING, date(2027, 1, 1), MORNING),
    ],
    ids=["tonight", "now", "in an hour", "done", "missed", "the first", "a clock set back"],
)
def test_a_copy_is_made_at_its_hour_or_made_up_for(
    now: datetime, last: date | None, then: datetime
) -> None:
    assert due(4, now, last) == then


async def filled(path: Path, key: str = "a") -> None:
    async with store_in(path) as store:
        await finished(store, key, (ANN, BEN), (3, True), (1, False))


async def test_the_newest_are_kept_and_what_is_not_ours_stays(tmp_path: Path) -> None:
    path, folder = tmp_path / "games.db", tmp_path / "copies"
    await filled(path)
    days = [date(2026, 11, day) for day in (1, 2, 5, 9)]
    made = [make(path, folder, 9, day) for day in days]
    for name in ("upgrade-2026-11-01.db", "games-2026-11-01.db.txt", "games-1.db"):
        (folder / name).write_text("mine")
    newest = make(path, folder, 2, TODAY)
    assert newest.name == "games-2026-11-24.db"
    assert copies(path, folder) == [made[-1], newest]
    assert len(list(folder.iterdir())) == 5
    assert newest.stat().st_mode & 0o077 == 0  # the secret seeds of running games


async def test_copies_of_days_to_come_keep_nobody_from_copying(tmp_path: Path) -> None:
    """The machine's clock was wrong then. A file whose name isn't a day isn't a copy."""
    path = tmp_path / "games.db"
    await filled(path)
    future = [make(path, tmp_path, 9, date(2030, 1, day)) for day in (1, 2)]
    (tmp_path / "games-2026-99-99.db").write_bytes(b"")
    assert last_day(path, tmp_path, TODAY) is None
    made = make(path, tmp_path, 1, TODAY)
    assert made.exists()
    assert future[-1].exists()
    assert last_day(path, tmp_path, TODAY) == TODAY


def process(code: int, said: bytes = b"") -> Any:
    """One that ends with this code and these errors."""

    async def communicate() -> tuple[bytes, bytes]:
        return b"", said

    return SimpleNamespace(returncode=code, communicate=communicate)


async def no_room(*_: object, **__: object) -> Any:
    raise BlockingIOError(11, "no room for a process")


async def unable(*_: object, **__: object) -> Any:
    return process(1, b"can't write there\n")


@pytest.mark.parametrize("started", [no_room, unable])
async def test_a_night_without_a_copy_is_told_in_the_log_and_not_the_last(
    started: Any, tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: Patch
) -> None:
    """It is tried again an hour later, not at once."""
    monkeypatch.setattr(asyncio, "create_subprocess_exec", started)
    async with every_night(settings(tmp_path / "x.db", tmp_path)):
        await until(lambda: caplog.records)
        await asyncio.sleep(0)
        (task,) = asyncio.all_tasks() - {asyncio.current_task()}
        assert not task.done()
    (record,) = caplog.records
    assert record.getMessage() == "no backup was made"


async def test_without_a_new_copy_no_old_one_goes(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    await filled(path)
    made = [make(path, tmp_path, 9, day) for day in (YESTERDAY, TODAY)]
    with pytest.raises(NotCopied):
        make(path, tmp_path, 1, TODAY)
    assert copies(path, tmp_path) == made


def settings(path: Path, folder: Path, **more: str) -> Settings:
    env = {"DISCORD_TOKEN": "abc", "LUMBERCAMP_DATABASE": str(path)}
    return Settings.read(env | {"LUMBERCAMP_BACKUPS": str(folder)} | more)


async def test_a_bot_that_runs_copies_what_it_has_open(tmp_path: Path, monkeypatch: Patch) -> None:
    """The night before is missing, so the bot copies at once. Health tells the copy's age."""

    async def begin(*words: str, **_: object) -> Any:
        assert await asyncio.to_thread(command.main, words[3:]) == 0
        return process(0)

    monkeypatch.setenv("LUMBERCAMP_DATABASE", str(tmp_path / "games.db"))
    monkeypatch.setattr(asyncio, "create_subprocess_exec", begin)
    path, folder = tmp_path / "games.db", tmp_path / "copies"
    store = await SqliteStore.open(path)
    await finished(store, "a", (ANN, BEN), (3, True), (1, False))
    health = Health(store, path, folder)
    assert health.backup_age is None
    async with every_night(settings(path, folder)):
        await until(lambda: copies(path, folder))
    assert health.backup_age is not None
    assert age(path, folder, os.stat(copies(path, folder)[0]).st_mtime + 60) == 60
    await finished(store, "b", (ANN, BEN), (3, True), (1, False))  # it holds its file still
    await store.close()
    with closing(sqlite3.connect(copies(path, folder)[0])) as db:
        assert db.execute("select count(*) from games").fetchone() == (1,)


def test_the_sandbox_makes_none_and_a_host_may_make_none(tmp_path: Path) -> None:
    assert Settings.read({}).backups is None
    assert settings(tmp_path / "x.db", tmp_path, LUMBERCAMP_BACKUPS_KEPT="0").backups is None
    told = settings(tmp_path / "x.db", tmp_path, LUMBERCAMP_BACKUP_HOUR="23")
    assert (told.backups, told.backups_kept, told.night) == (tmp_path, 14, 23)
    for hour in ("24", "-1", "four"):
        with pytest.raises(SettingsError, match="LUMBERCAMP_BACKUP_HOUR must be an hour"):
            settings(tmp_path / "x.db", tmp_path, LUMBERCAMP_BACKUP_HOUR=hour)


def test_the_way_back_is_what_the_page_says(
    tmp_path: Path, monkeypatch: Patch, capsys: Captured
) -> None:
    """docs/hosting.md, line by line: the state of the night is back, and later files stay."""
    path, folder = tmp_path / "games.db", tmp_path / "backups"
    monkeypatch.setenv("LUMBERCAMP_DATABASE", str(path))
    asyncio.run(filled(path))
    assert main(["backup", "--keep", "14", str(folder)]) == 0
    asyncio.run(filled(path, "b"))
    (copy,) = copies(path, folder)
    ran = []
    for part in ("## Backup", "## Restore"):
        said = PAGE.read_text(encoding="utf-8").split(part)[1].split("\n## ")[0]
        for line in re.findall(r"^    docker compose run .* bot (.*)$", said, re.MULTILINE):
            words = shlex.split(line.replace("/backups/NAME.db", str(copy)))
            ran.append(words[0])
            assert main(words) == 0
    assert ran == ["check", "restore"]
    told = capsys.readouterr().out
    assert f"Restored {path} from {copy}: " in told
    assert f"The previous database is now {path}.replaced. " in told
    assert asyncio.run(games(path)) == 1
    assert asyncio.run(games(path.with_name("games.db.replaced"))) == 2
    assert main(["restore", "none.db"]) == CONFIG
    assert "There's no database" in capsys.readouterr().err


async def games(path: Path) -> int:
    store = await SqliteStore.snapshot(path)
    found = await store.newest(GUILD, "logger", 9)
    await store.close()
    return len(found)


LINES = ("a1", "e5", "stay; plant a2", "stay; plant e4")


@pytest.mark.slow
@pytest.mark.sqlite
@pytest.mark.parametrize("later", [0, 3], ids=["nothing was played since", "later turns are lost"])
async def test_after_a_restore_the_newest_board_is_the_one_to_play_on(
    later: int, tmp_path: Path
) -> None:
    """Boards that are ahead of the database are replaced; otherwise no board comes twice."""
    path, copy = tmp_path / "games.db", tmp_path / "copy.db"
    core = await Core.build(path)
    await core.begin(FIRST, SECOND)
    await core.deliver()
    for line in LINES[: 3 - later]:
        await core.say(await core.mover(), line)
        await core.deliver()
    backups.back_up(path, copy)
    before = len(core.posts())
    for line in LINES[3 - later : 3]:
        await core.say(await core.mover(), line)
        await core.deliver()
    await core.store.close()
    restore(copy, path)
    await core.restart()
    await core.deliver()
    posts = core.transport.in_channel(CHANNEL)
    assert len(posts) == before + (later + 1 if later else 0)
    assert posts[-1].buttons
    line = LINES[0] if later else LINES[3]
    assert "Turn played" in (await core.say(await core.mover(), line)).text
    await core.store.close()


@pytest.fixture
def database(tmp_path: Path, monkeypatch: Patch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(logs, "configure", lambda level: None)
    monkeypatch.setenv("DISCORD_TOKEN", "a.b.c")
    monkeypatch.setenv("LUMBERCAMP_DATABASE", str(tmp_path / "games.db"))
    return tmp_path / "games.db"


@pytest.fixture
def served(monkeypatch: Patch) -> list[str]:
    times = list[str]()

    async def serve(store: SqliteStore, settings: Settings, ready: str) -> None:
        times.append(ready)
        await store.set(upkeep.RULES, upkeep.rules_of_today())

    monkeypatch.setattr(service, "serve", serve)
    return times


def other_rules(path: Path) -> None:
    """As if the file had been left by a version with other rules."""

    async def set_() -> None:
        async with store_in(path) as store:
            await store.set(upkeep.RULES, "other")

    asyncio.run(set_())


def test_a_version_that_would_bend_a_game_starts_only_where_the_host_says_so(
    database: Path, served: list[str], capsys: Captured, monkeypatch: Patch
) -> None:
    """It names the game and the remedies; the file stays as it was."""
    made_by_a_bot(database, bent=True)
    before = folder_of(database)
    assert command.main(["run"]) == CONFIG
    said = capsys.readouterr().err
    assert served == []
    assert folder_of(database) == before
    assert "\nL1 on server 900 (game 1): row 3: it isn't this seat's turn.\n" in said
    assert "Start the previous version again" in said
    assert "LUMBERCAMP_START_ANYWAY=1" in said
    monkeypatch.setenv("LUMBERCAMP_START_ANYWAY", "1")
    assert command.main(["run"]) == 0
    assert served == ["Lumbercamp is on Discord."]


def test_games_that_go_on_as_they_were_are_checked_once_with_the_same_rules(
    database: Path, served: list[str], monkeypatch: Patch
) -> None:

    async def never(*_: object) -> None:
        raise AssertionError

    made_by_a_bot(database, bent=False)
    other_rules(database)
    assert command.main(["run"]) == 0
    assert setting(database, upkeep.RULES) == upkeep.rules_of_today()
    assert served
    monkeypatch.setattr(upkeep, "check", never)
    assert command.main(["run"]) == 0
    other_rules(database)
    assert command.main(["run"]) == command.OUR_FAULT


def test_a_restore_says_when_the_version_before_is_meant() -> None:
    older = str(restore_text(Path("games.db"), Restored(2, 1_000_000.0, 1, None), "copy.db"))
    assert "2 open games, last turn 12 January 1970" in older
    assert "would upgrade it (1 migration)" in older
    assert "install that version first" in older
    one = str(restore_text(Path("games.db"), Restored(1, 9.0, 0, None), "copy.db"))
    assert one.startswith("Restored games.db from copy.db: 1 open game, last turn ")
    empty = restore_text(Path("games.db"), Restored(0, 0.0, 0, None), "copy.db")
    assert str(empty) == "Restored games.db from copy.db: no games."
