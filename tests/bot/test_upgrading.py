"""Upgrading with games running: a version that would bend a game does not start, and a backup is
put back with one command.

Source: issue 12, item 7; docs/hosting.md, Upgrade and Restore.
"""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from bot.ops import check, logs, service
from bot.ops import command_line as command
from bot.ops.service import Unstartable
from bot.ops.settings import Settings
from bot.ops.upkeep import restore_text
from storage import Restored, SqliteStore, setting
from tests.bot.core import Captured, Patch
from tests.bot.test_tools import made_by_a_bot
from tests.storage.files import folder_of

CONFIG = 78


@pytest.fixture
def database(tmp_path: Path, monkeypatch: Patch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(logs, "configure", lambda level: None)
    monkeypatch.setenv("DISCORD_TOKEN", "a.b.c")
    monkeypatch.setenv("LUMBERCAMP_DATABASE", str(tmp_path / "games.db"))
    return tmp_path / "games.db"


@pytest.fixture
def served(monkeypatch: Patch) -> list[str]:
    """Says each time that the bot would be serving."""
    times = list[str]()

    async def serve(store: SqliteStore, settings: Settings, ready: str, rules: str) -> None:
        times.append(ready)
        await store.set(service.RULES, rules)

    monkeypatch.setattr(command, "serve", serve)
    return times


def other_rules(path: Path) -> None:
    """As if the file had been left by a version with other rules."""

    async def set_() -> None:
        store = await SqliteStore.open(path)
        await store.set(service.RULES, "other")
        await store.close()

    asyncio.run(set_())


def test_a_version_that_would_bend_a_game_does_not_start(
    database: Path, served: list[str], capsys: Captured
) -> None:
    """It says which game, and what to do; the file is as it was."""
    made_by_a_bot(database, bent=True)
    before = folder_of(database)
    assert command.main(["run"]) == CONFIG
    said = capsys.readouterr().err
    assert served == []
    assert folder_of(database) == before
    assert "\nL1 on server 900 (game 1): row 3: it isn't this seat's turn.\n" in said
    assert "Start the previous version again" in said
    assert "LUMBERCAMP_START_ANYWAY=1" in said


def test_a_host_may_start_it_all_the_same(
    database: Path, served: list[str], monkeypatch: Patch
) -> None:
    made_by_a_bot(database, bent=True)
    monkeypatch.setenv("LUMBERCAMP_START_ANYWAY", "1")
    assert command.main(["run"]) == 0
    assert served == ["Lumbercamp is on Discord."]


def test_games_that_go_on_as_they_were_keep_no_version_from_starting(
    database: Path, served: list[str]
) -> None:
    """What has been looked at once is not looked at again with the same rules."""
    made_by_a_bot(database, bent=False)
    other_rules(database)
    assert command.main(["run"]) == 0
    assert setting(database, service.RULES) == check.rules_of_today()
    assert served


def test_with_the_rules_of_before_nothing_is_replayed(
    database: Path, served: list[str], monkeypatch: Patch
) -> None:

    async def never(*_: object) -> None:
        raise AssertionError

    made_by_a_bot(database, bent=False)
    assert command.main(["run"]) == 0
    monkeypatch.setattr(check, "check", never)
    assert command.main(["run"]) == 0
    other_rules(database)
    assert command.main(["run"]) == command.OUR_FAULT


async def test_a_game_of_another_edition_of_the_rules_differs(
    tmp_path: Path, monkeypatch: Patch
) -> None:
    await asyncio.to_thread(made_by_a_bot, tmp_path / "games.db", bent=False)
    monkeypatch.setattr("rules.logger.Logger.rules_version", 2)
    with pytest.raises(Unstartable, match="it uses edition 1 of the rules, but this version"):
        await check.before_start(tmp_path / "games.db")


# back again


def test_a_restore_says_what_is_there_now_and_where_the_other_one_is(
    database: Path, capsys: Captured
) -> None:
    made_by_a_bot(database, bent=False)
    assert command.main(["backup", "copy.db"]) == 0
    capsys.readouterr()
    assert command.main(["restore", "copy.db"]) == 0
    said = capsys.readouterr().out
    assert said.startswith(f"Restored {database} from copy.db: 1 open game, last turn ")
    assert f"The previous database is now {database}.replaced. " in said
    assert command.main(["restore", "none.db"]) == CONFIG
    assert "There's no database" in capsys.readouterr().err


def test_a_restore_says_when_the_version_before_is_meant() -> None:
    older = str(restore_text(Path("games.db"), Restored(2, 1_000_000.0, 1, None), "copy.db"))
    assert "2 open games, last turn 12 January 1970" in older
    assert "would upgrade it (1 migration)" in older
    assert "install that version first" in older
    empty = restore_text(Path("games.db"), Restored(0, 0.0, 0, None), "copy.db")
    assert str(empty) == "Restored games.db from copy.db: no games."
