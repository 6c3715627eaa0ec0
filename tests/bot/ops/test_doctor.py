"""`lumbercamp doctor` names each thing that can be wrong with a host's setting up."""

import os
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer

from bot.discord.transport import RIGHTS
from bot.ops.doctor import findings, run
from renderer import lettering, scripts
from storage import Address, Busy, SqliteStore
from tests import postgres
from tests.bot.core import Captured
from tests.storage.samples import lobby

EVERYTHING = RIGHTS.value
NO_FILES = EVERYTHING & ~(1 << 15) & ~(1 << 10)
LONG_AGO = "Tue, 24 Nov 2020 09:00:00 GMT"


@asynccontextmanager
async def discord(
    status: int = 200, flags: int = 0, rights: int | None = EVERYTHING, date: str = ""
) -> AsyncIterator[str]:
    """The address of a Discord that answers so. rights: on the one server; None: it is on none."""
    headers = {"Date": date} if date else {}

    async def application(request: web.Request) -> web.Response:
        assert request.headers["Authorization"] == "Bot abc"
        told = {"name": "Camp", "flags": flags}
        return web.json_response(told, status=status, headers=headers)

    async def guilds(_: web.Request) -> web.Response:
        there = {"id": "9", "name": "Friends", "permissions": f"{rights}"}
        return web.json_response([] if rights is None else [there])

    app = web.Application()
    app.router.add_get("/applications/@me", application)
    app.router.add_get("/users/@me/guilds", guilds)
    async with TestServer(app) as server:
        yield str(server.make_url("")).rstrip("/")


async def wrong(address: str = "", path: Path = Path("x.db"), **env: str) -> list[str]:
    token = {"DISCORD_TOKEN": "abc", "LUMBERCAMP_DISCORD_API": address} if address else {}
    asked = {"LUMBERCAMP_DATABASE": str(path), **token, **env}
    return [f"{each.about}: {each.said}" async for each in findings(asked) if not each.fine]


async def test_where_all_is_well_nothing_has_to_be_mended(tmp_path: Path, capsys: Captured) -> None:
    async with discord() as address:
        env = {"DISCORD_TOKEN": "abc", "LUMBERCAMP_DISCORD_API": address}
        assert await run(env | {"LUMBERCAMP_DATABASE": str(tmp_path / "games.db")}) == 0
    told = capsys.readouterr().out
    assert told.splitlines()[-1] == "No problems found."
    assert "abc" not in told
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("answers", "env", "said"),
    [
        ({"status": 401}, {}, "token: Discord rejected it"),
        (
            {"rights": NO_FILES},
            {},
            "permissions: Friends (9): missing: View Channels, Attach Files.",
        ),
        ({"rights": None}, {}, "permissions: the bot isn't on a server yet"),
        ({"date": LONG_AGO}, {}, "clock: the system clock is "),
        ({}, {"LUMBERCAMP_MESSAGE_CONTENT": "1"}, "intent: Message Content is off"),
        ({"status": 500}, {}, "Discord: can't reach http://"),
        # A bot on few servers may have message content, and be an administrator.
        ({"flags": 1 << 19, "rights": 1 << 3}, {"LUMBERCAMP_MESSAGE_CONTENT": "1"}, ""),
    ],
)
async def test_what_discord_tells_is_looked_through(
    tmp_path: Path, answers: dict[str, int], env: dict[str, str], said: str
) -> None:
    async with discord(**answers) as address:  # type: ignore[arg-type]
        found = await wrong(address, tmp_path / "x.db", **env)
    assert [each.startswith(said) for each in found] == [True] * bool(said)


async def test_what_is_wrong_on_the_machine_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert await wrong(LUMBERCAMP_HEALTH_PORT="no") == [
        "settings: LUMBERCAMP_HEALTH_PORT must be a port number from 0 to 65535."
    ]
    (tmp_path / "x.db").write_text("no database at all, but a text of some length")
    assert "x.db" in (await wrong(path=tmp_path / "x.db"))[0]
    (tmp_path / "file").write_text("")
    (found,) = await wrong(path=tmp_path / "file" / "x.db")
    assert found == f"disk: can't write to {tmp_path / 'file'}: no access to {tmp_path / 'file'}"
    assert await wrong(path=tmp_path / ("x" * 300) / "x.db") == []  # nobody can look there at all
    full = os.statvfs_result((4096, 4096, 9, 9, 9, 9, 9, 9, 0, 255))
    monkeypatch.setattr(os, "statvfs", lambda _: full)
    assert await wrong(path=tmp_path / "y.db") == [f"disk: only 0 MB free in {tmp_path}"]


async def test_open_games_are_replayed(tmp_path: Path) -> None:
    store = await SqliteStore.open(tmp_path / "x.db")
    await store.create(lobby(edition="9"))
    await store.close()
    (found,) = await wrong(path=tmp_path / "x.db")
    assert "problems: 1. L1 on server 900 (game 1): it uses edition 9 of the rules" in found


@pytest.mark.slow
@pytest.mark.skipif(not postgres.programs(), reason="there is no PostgreSQL")
async def test_who_holds_a_server_and_who_could_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """docs/many-machines.md: the bot that speaks, and strangers who could take its locks."""
    psycopg = pytest.importorskip("psycopg")
    from storage.postgres import opening

    monkeypatch.setattr(opening, "_BOUNDS", opening._BOUNDS.replace(b"= '2s'", b"= '50ms'"))
    server = postgres.server()
    server.execute("create role stranger login", "create role bot login")
    with postgres.database("owner bot") as name:
        address = Address(server.url(name, user="bot"))

        async def told(about: str) -> str:
            found = findings({"LUMBERCAMP_DATABASE": address.url})
            return " ".join([str(each) async for each in found if each.about == about])

        store = await address.share()
        assert await told("bot") == "ok   bot         no bot is running on this database"
        await store.take_over(lambda: None)
        speaking = f"ok   bot         the bot on {socket.gethostname()} is speaking"
        assert await told("bot") == speaking
        await store.close()
        assert "!!   access      PUBLIC, stranger can connect to the database" in await told(
            "access"
        )
        with psycopg.connect(server.url(name, user="stranger")) as db:
            db.execute("select pg_advisory_lock(%s)", (opening.HOLDS,))
            with pytest.raises(Busy):
                await address.share()
        server.execute(f"revoke connect on database {name} from public")
        with pytest.raises(psycopg.OperationalError):
            psycopg.connect(server.url(name, user="stranger"))
        said = "ok   access      only the bot's own role can connect to the database"
        assert await told("access") == said
    server.execute("drop role stranger", "drop role bot")


async def test_a_missing_font_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lettering, "FILE", tmp_path / "Lato-Bold.ttf")
    monkeypatch.setitem(scripts.BLOCKS, "Elvish", ())
    (found,) = await wrong(path=tmp_path / "x.db")
    lost = "Lato-Bold.ttf, NotoSansElvish-Bold.ttf"
    assert found == f"fonts: can't open {lost}. Reinstall the bot"
