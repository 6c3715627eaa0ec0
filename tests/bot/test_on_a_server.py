"""The commands on a database on a server: those that work, and the sentence of those that do not.

Source: issue 28, B; docs/many-machines.md.
"""

import asyncio
from collections.abc import Iterator

import pytest

from bot import __main__ as command
from bot.ops import check, logs, sandbox
from bot.ops.settings import Settings
from storage import Address, Store
from tests import postgres
from tests.bot.core import Captured, Patch
from tests.storage.samples import lobby

pytest.importorskip("psycopg")
pytestmark = pytest.mark.skipif(not postgres.programs(), reason="there is no PostgreSQL")
CONFIG = 78


@pytest.fixture
def address(monkeypatch: Patch) -> Iterator[str]:
    monkeypatch.setattr(logs, "configure", lambda level: None)
    monkeypatch.setenv("DISCORD_TOKEN", "a.b.c")
    with postgres.database() as name:
        monkeypatch.setenv("LUMBERCAMP_DATABASE", postgres.server().url(name))
        yield postgres.server().url(name)


@pytest.fixture(autouse=True)
def served(monkeypatch: Patch) -> list[str]:
    """Says each time that the bot would be serving, and opens a lobby of a game of long ago."""
    times = list[str]()

    async def serve(store: Store, settings: Settings, ready: str) -> None:
        times.append(ready)
        if len(times) == 1:
            await store.create(lobby(kind="chess"))

    monkeypatch.setattr(command, "serve", serve)
    return times


def _set(address: str, key: str, value: str) -> None:
    async def set_() -> None:
        store = await Address(address).open()
        await store.set(key, value)
        await store.close()

    asyncio.run(set_())


def test_its_address_is_read_and_told_to_nobody(address: str) -> None:
    settings = Settings.read({"LUMBERCAMP_DATABASE": address, "DISCORD_TOKEN": "a.b"})
    assert settings.server == Address(address)
    assert settings.backups is None  # PostgreSQL makes them
    assert address not in repr(settings)


def test_a_bot_serves_what_is_there(address: str, served: list[str], capsys: Captured) -> None:
    assert command.main(["run"]) == 0
    assert command.main(["run"]) == 0
    assert len(served) == 2
    assert command.main(["check"]) == check.DIFFERS
    assert "0 of 1 open games are fine" in capsys.readouterr().out
    assert command.main(["ratings", "rebuild"]) == 0
    assert command.main(["reports"]) == 0
    assert command.main(["forget", "123456789012345678"]) == 0
    assert "No game names that person" in capsys.readouterr().out


def test_a_version_that_would_bend_a_game_does_not_start(
    address: str, served: list[str], capsys: Captured
) -> None:
    assert command.main(["run"]) == 0
    _set(address, check.RULES, "other")
    assert command.main(["run"]) == CONFIG
    assert "would not go on as they were" in capsys.readouterr().err
    assert len(served) == 1


def test_the_sandbox_and_discord_share_no_database(
    address: str, served: list[str], monkeypatch: Patch, capsys: Captured
) -> None:
    """Where a token is missing by mistake, the sandbox would play on with people's games."""

    async def run(settings: Settings, bot: sandbox.Run) -> None:
        await bot(settings, "the sandbox")

    monkeypatch.setattr(sandbox, "run", run)
    assert command.main(["run"]) == 0
    monkeypatch.setenv("DISCORD_TOKEN", "")
    assert command.main(["run"]) == CONFIG
    assert "Set DISCORD_TOKEN" in capsys.readouterr().err
    assert len(served) == 1


@pytest.mark.parametrize("words", ["backup x.db", "restore x.db"])
def test_what_works_on_files_alone_says_so(address: str, words: str, capsys: Captured) -> None:
    assert command.main(words.split()) == CONFIG
    said = capsys.readouterr().err
    assert "Copies are made of files alone" in said
    assert address not in said
