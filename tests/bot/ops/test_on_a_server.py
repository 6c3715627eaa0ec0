"""The commands work on a database on a server as docs/many-machines.md says; tests/storage proves
the rows."""

import asyncio
import re
import signal
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from bot import app
from bot.ops import backups, logs, service, stopping, upkeep
from bot.ops import command_line as command
from bot.ops.settings import Settings
from storage import Address, Store
from tests import postgres
from tests.bot.core import Captured, Patch
from tests.patience import PATIENCE
from tests.stops import surviving
from tests.storage.files import store_in
from tests.storage.samples import lobby, waiting

pytest.importorskip("psycopg")
pytestmark = pytest.mark.skipif(not postgres.programs(), reason="there is no PostgreSQL")
CONFIG = 78
SERVE = service.serve  # the real one


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
        await store.take_over(lambda: None)
        await store.set(upkeep.RULES, upkeep.rules_of_today())
        if len(times) == 1:
            await store.create(lobby(kind="chess"))

    monkeypatch.setattr(service, "serve", serve)
    return times


def _set(address: str, key: str, value: str) -> None:
    async def set_() -> None:
        store = await Address(address).open()
        await store.set(key, value)
        await store.close()

    asyncio.run(set_())


def test_a_bot_serves_what_is_there(
    address: str, served: list[str], capsys: Captured, monkeypatch: Patch
) -> None:
    """Without a token by mistake, the sandbox would play on with people's games."""

    async def run(settings: Settings) -> None:
        await service.run(settings, "the sandbox")

    monkeypatch.setattr(service, "run_sandbox", run)
    assert command.main(["run"]) == 0
    with monkeypatch.context() as mistaken:
        mistaken.setenv("DISCORD_TOKEN", "")
        assert command.main(["run"]) == CONFIG
    assert "Set DISCORD_TOKEN" in capsys.readouterr().err
    assert command.main(["run"]) == 0
    assert len(served) == 2
    assert command.main(["check"]) == upkeep.DIFFERS
    assert "0 of 1 open games are fine" in capsys.readouterr().out
    assert command.main(["ratings", "rebuild"]) == 0
    assert command.main(["reports"]) == 0
    assert command.main(["forget", "123456789012345678"]) == 0
    assert "That person isn't in any game" in capsys.readouterr().out


async def test_a_spare_draws_before_it_is_needed(
    address: str, tmp_path: Path, monkeypatch: Patch
) -> None:
    """Or the first board after a take-over would wait for all pieces of pictures."""
    drawn: asyncio.Future[object] = asyncio.Future()
    noted, loop = drawn.set_result, asyncio.get_running_loop()

    def prepared(games: object, folder: Path) -> Iterator[None]:
        loop.call_soon_threadsafe(noted, folder)
        yield

    monkeypatch.setattr(app, "draw_sprites", prepared)
    monkeypatch.chdir(tmp_path)
    settings = Settings.read({"LUMBERCAMP_DATABASE": address, "DISCORD_TOKEN": "a.b.c"})
    assert settings.server is not None
    store, holder = await settings.server.share(), await settings.server.share()
    await holder.take_over(lambda: None)
    with surviving():
        spare = asyncio.create_task(SERVE(store, settings, ""))
        try:
            async with asyncio.timeout(PATIENCE):
                assert await drawn == Path("data/sprites")
        finally:
            signal.raise_signal(signal.SIGTERM)
            await spare
            await holder.close()
            await store.close()


def test_a_backup_is_a_file_and_the_way_back_leads_to_an_empty_database(
    address: str, tmp_path: Path, capsys: Captured, monkeypatch: Patch
) -> None:
    """Beside a bot, too, and by the night's command. Lobby messages are edited afterwards."""
    asyncio.run(_backed_up(address, tmp_path))
    said = capsys.readouterr().out
    assert f"Backed up the database on the server to {tmp_path}/a.db" in said
    (nightly,) = (tmp_path / "copies").iterdir()
    assert re.fullmatch(r"lumbercamp-\d{4}-\d\d-\d\d\.db", nightly.name)
    assert command.main(["restore", str(nightly)]) == CONFIG
    assert "it already holds data" in capsys.readouterr().err
    with postgres.database() as empty:
        url = postgres.server().url(empty)
        monkeypatch.setenv("LUMBERCAMP_DATABASE", url)
        assert command.main(["restore", str(nightly)]) == 0
        assert "Restored the database" in (said := capsys.readouterr().out)
        assert "1 open game" in said
        assert asyncio.run(_waiting(url)) == ["card"]


async def _waiting(address: str) -> list[str]:
    store = await Address(address).open()
    kinds = [post.kind for post in await waiting(store)]
    await store.close()
    return kinds


async def _backed_up(address: str, folder: Path) -> None:
    store = await Address(address).open()
    await store.create(lobby(kind="chess"))
    for words in (f"{folder}/a.db", f"--keep 2 {folder}/copies"):
        assert await asyncio.to_thread(command.main, ["backup", *words.split()]) == 0
    await store.close()


async def test_the_bot_makes_copies_of_a_server_where_its_host_names_a_folder(
    tmp_path: Path, monkeypatch: Patch
) -> None:
    """A process of its own makes them, with the command of the test above."""
    asked: asyncio.Future[tuple[str, ...]] = asyncio.Future()

    async def started(*words: str, env: Mapping[str, str], **_: object) -> None:
        asked.set_result((*words[2:], env["LUMBERCAMP_DATABASE"]))
        raise OSError

    monkeypatch.setattr(asyncio, "create_subprocess_exec", started)
    address, folder = "postgresql://lumber@there/games", str(tmp_path)
    env = {"DISCORD_TOKEN": "a.b", "LUMBERCAMP_DATABASE": address}
    assert Settings.read(env).backups is None
    assert address not in repr(Settings.read(env))
    async with backups.every_night(Settings.read(env | {"LUMBERCAMP_BACKUPS": folder})):
        assert await asked == ("bot", "backup", "--keep", "14", folder, address)


async def test_a_bot_waits_for_a_command_that_works_on_the_server(
    address: str, capsys: Captured, monkeypatch: Patch
) -> None:
    """It ends with the code that restarts it (docs/many-machines.md); a command is given again."""
    from storage.postgres import opening

    monkeypatch.setattr(opening, "_BOUNDS", opening._BOUNDS.replace(b"= '2s'", b"= '50ms'"))
    store = await Address(address).open()
    for words, code in ((["run"], 75), (["ratings", "rebuild"], CONFIG)):
        assert await asyncio.to_thread(command.main, words) == code
        assert "is in use" in capsys.readouterr().err
    await store.close()


def test_what_only_thinks_has_no_token_and_waits_until_it_is_asked_to_stop(
    address: str, served: list[str], monkeypatch: Patch, capsys: Captured
) -> None:
    """Beside a bot, and not where the bots have other rules."""
    monkeypatch.setenv("LUMBERCAMP_THINKERS", "3")
    monkeypatch.setenv("LUMBERCAMP_HEALTH_PORT", "0")
    monkeypatch.setattr(stopping, "stop_event", stopped)
    assert command.main(["run"]) == 0
    assert command.main(["think"]) == 0
    assert "Engine worker ready: 3 positions at a time." in capsys.readouterr().out
    assert (
        service.worker_settings({"DISCORD_TOKEN": "a.b", "LUMBERCAMP_DATABASE": address}).token
        is None
    )
    _set(address, upkeep.RULES, "other")
    assert command.main(["think"]) == CONFIG
    assert "another version's rules" in capsys.readouterr().err


def stopped() -> asyncio.Event:
    """Ask for a stop at once."""
    asyncio.get_running_loop().call_soon((stop := asyncio.Event()).set)
    return stop


def _filled(path: Path, **columns: str) -> None:
    async def fill() -> None:
        async with store_in(path) as store:
            await store.create(lobby(**columns))

    asyncio.run(fill())


def test_what_has_come_of_a_move_is_said(tmp_path: Path, address: str, capsys: Captured) -> None:
    path = tmp_path / "games.db"
    _filled(path, kind="chess")
    assert command.main(["move", str(path), address]) == 0
    said = capsys.readouterr()
    assert f"Copied {path} to the database on the server" in said.out
    assert "Set LUMBERCAMP_DATABASE to the new place" in said.out
    assert "chess" in said.err
    assert command.main(["move", str(path), address]) == CONFIG
    assert "it already holds data" in capsys.readouterr().err
    assert command.main(["move", address, address]) == CONFIG
    assert address not in "".join(capsys.readouterr())


def test_a_game_that_goes_on_otherwise_there_stops_a_move(
    tmp_path: Path, address: str, capsys: Captured, monkeypatch: Patch
) -> None:
    path, found = tmp_path / "games.db", iter([upkeep.Checked(1, ("L1",)), upkeep.Checked(1, ())])
    _filled(path)

    async def checked(_: Store) -> upkeep.Checked:
        return next(found)

    monkeypatch.setattr(upkeep, "check", checked)
    assert command.main(["move", str(path), address]) == CONFIG
    assert "open games would play out differently there" in capsys.readouterr().err
    assert postgres.server().execute(
        "select count(*) from pg_tables where schemaname = 'public'",
        database=address.split("/")[3].split("?")[0],
    ) == [(0,)]
