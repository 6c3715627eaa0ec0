"""What `lumbercamp run` and `lumbercamp think` do until they are asked to stop: keep a client
connected, to Discord or to the sandbox, or only think for computers."""

from __future__ import annotations

import asyncio
import gc
import json
import logging
import socket
import sys
import threading
import time
from asyncio.subprocess import Process
from collections.abc import AsyncIterator, Callable, Coroutine, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from ipaddress import ip_network
from typing import Any, NamedTuple, TypeVar

import aiohttp
import discord

from bot import metrics
from bot.app import HOSTED, App, draw
from bot.discord.activity import Identity
from bot.discord.base import log_fields
from bot.discord.client import Lumbercamp
from bot.messages.languages import languages
from bot.ops import stopping
from bot.ops.backups import every_night
from bot.ops.health import Health, serve_health
from bot.ops.settings import DISCORD, HOST, Settings, SettingsError, Unstartable, closing_store
from bot.ops.smtp import SmtpServer
from bot.ops.upkeep import RULES, before_start, refuse_changes, rules_of_today
from bot.table.game import DAY
from bot.table.settings import Hosting
from bot.table.table import Tables
from bot.thinking.processes import Processes, beside_the_bot, cores
from bot.thinking.worker import Thinker
from storage import Lease, Limits, SqliteStore, Store, Superseded

NEW_LOOP: Callable[[], asyncio.AbstractEventLoop] | None
try:
    from uvloop import new_event_loop as NEW_LOOP
except ImportError:  # Windows, or a machine without a wheel
    NEW_LOOP = None

log = logging.getLogger(__name__)

PAUSES = (1, 2, 5, 15, 60)  # seconds before a connection is tried again
REQUEST = 6.0  # seconds for a request to Discord while other bots stand by
RENEWAL, RENEWALS = 0.1, 20  # seconds to wait for a late renewal, and how often
SENDER = "lumbercamp@sandbox.example"  # of e-mails in the sandbox
TRY_AGAIN = 75  # EX_TEMPFAIL: another start may well work


T = TypeVar("T")


def run_loop(work: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine like asyncio.run(), on uvloop's loop if it's installed."""
    with asyncio.Runner(loop_factory=NEW_LOOP) as runner:
        return runner.run(work)


async def serve(store: Store, settings: Settings, ready: str) -> None:
    """Serve Discord, or its stand-in, until SIGTERM, SIGINT or SIGHUP. Tries for ever to reach a
    server. Raises Unstartable or StoreError."""
    discord.http.Route.BASE = settings.api
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # the bot only writes
    stop, health = stopping.stop_event(), Health(store, settings.database, settings.backups)
    async with listening(settings) as door, serve_health(health, settings.health_port):
        if door is not None:
            ready = f"{ready}\nBoards open at {door.address}"
        await until(stop.wait(), Service(store, settings, ready, health, door).serve_when_free())


async def until(end: Coroutine[Any, Any, Any], serving: Coroutine[Any, Any, None]) -> bool:
    """Serve until `end` is over, and return True; or until the work ends first, and return False.
    Raises the work's exceptions."""
    work, ended = asyncio.create_task(serving), asyncio.create_task(end)
    try:
        await asyncio.wait((work, ended), return_when=asyncio.FIRST_COMPLETED)
        over = ended.done()
    finally:
        for task in (work, ended):
            task.cancel()
        await asyncio.wait((work, ended), timeout=stopping.BOUND)
    if not over:
        work.result()
    return over


@dataclass(frozen=True)
class Service:
    """A bot on Discord. ready: printed once it's connected; door: the socket for browsers."""

    store: Store
    settings: Settings
    ready: str
    health: Health
    door: Door | None = None
    since: float = field(default_factory=time.time)

    async def serve_when_free(self) -> None:
        """Serve, as soon as no other process does."""
        taken = threading.Event()

        def waits() -> None:
            self.health.standby = True
            print("Another bot is running on this database. This one is on standby.", flush=True)
            # Draw now, so no table waits for pictures after the takeover.
            draw(HOSTED, self.settings.database.with_name("sprites"), taken.is_set)

        async def lost(lease: Lease) -> None:
            await lease.wait_until_lost()
            stopping.bound(TRY_AGAIN)

        try:
            await self.store.take_over(waits)
        finally:
            taken.set()
        self.health.standby = False
        await self.store.set(RULES, rules_of_today())
        async with every_night(self.settings):
            serving = self.keep_connected()
            if self.store.lease is None:
                await serving
            else:
                log.info("serves")
                if await until(lost(self.store.lease), serving):
                    raise Superseded

    async def keep_connected(self) -> None:
        """Keep a client connected. Raises Unstartable."""
        store, settings, tries = self.store, self.settings, 0
        asked = settings.thinkers or 1  # one process for computers at least, for hints
        thinkers = beside_the_bot(asked)
        if thinkers < asked:
            told = {"asked": asked, "processes": thinkers}
            log.warning(
                "computers have fewer processes: each needs a core beside the bot", extra=told
            )
        identity = Identity(settings.client_secret or "")
        hosting = Hosting(
            settings.host or "",
            self.since,
            lambda: self.health.backup_age,
            None if settings.night is None else settings.names_kept * DAY,
            self.door.address if self.door else "",
            activity=self.door is not None and settings.activity,
            mail=settings.smtp,
            reachable=settings.reachable or (),
        )
        while True:
            app = App(
                store,
                Announced,
                now=store.now,
                limits=Limits(settings.games_per_person, settings.games_per_server),
                sprites=settings.database.with_name("sprites"),
                languages=languages(settings.language),
                ready=self.ready,
                mind=Processes(thinkers),
                hosting=hosting,
                night=settings.night,
                thinking=settings.thinkers != 0,
                lease=store.lease,
                message_content=settings.message_content,
            )
            client = identity.client = self.health.client = app.client
            try:
                async with _pages(app, self.door, settings, identity):
                    return await _stay(client, settings.token or "")
            except discord.LoginFailure:
                where = "Discord" if settings.api == DISCORD else settings.api
                raise Unstartable(
                    f"{where} rejected the token. Reset it in the developer portal (Bot, Reset "
                    "Token) and copy it to DISCORD_TOKEN. To try the sandbox, unset DISCORD_TOKEN."
                ) from None
            except discord.PrivilegedIntentsRequired:
                raise Unstartable(
                    "The Message Content intent is off for this bot. Turn it on in the developer "
                    "portal, or unset LUMBERCAMP_MESSAGE_CONTENT. Without it, everything works "
                    "except turns typed as plain messages."
                ) from None
            except (OSError, aiohttp.ClientError, discord.DiscordException, AttributeError) as lost:
                log.warning("cannot connect", extra=log_fields(lost))
                if not tries:
                    print(f"Can't reach {settings.api}. I'll keep trying.", flush=True)
            await asyncio.sleep(PAUSES[min(tries, len(PAUSES) - 1)])
            tries += 1


async def _stay(client: Lumbercamp, token: str) -> None:
    """Stay connected until the library gives up, and close the client."""
    connection = asyncio.create_task(client.start(token))
    try:
        # Not awaited directly: the library swallows a cancellation while it reconnects.
        await asyncio.wait((connection,))
    finally:
        await client.close()
        connection.cancel()
        await asyncio.wait((connection,), timeout=1.0)  # it may not react
    connection.result()


class Announced(Lumbercamp):
    """A client that prints once that it's connected."""

    def __init__(self, *parts: Any, ready: str, lease: Lease | None = None, **options: Any) -> None:
        # limit: no limit on connections, as with the library's own connector.
        connector = Counted(limit=0) if lease is None else Fenced(lease, limit=0)
        options |= {"guild_ready_timeout": 0.5, "connector": connector}
        if lease is not None:
            options["held"] = lambda: lease.lasts() > 0
        super().__init__(*parts, **options)
        self._line = ready

    async def on_ready(self) -> None:
        """Print the line the first time."""
        await super().on_ready()
        if self._line:
            # Exclude the objects so far from garbage collection, which would take a twentieth of a
            # second without any answers.
            gc.collect()
            gc.freeze()
            print(self._line, flush=True)
            self._line = ""


class Counted(aiohttp.TCPConnector):
    """Counts each request to Discord by its answer's status, when its connection is free again.
    aiohttp's own trace would run six times a request, a fifth of its time."""

    async def connect(
        self, req: aiohttp.ClientRequest, *how: Any, **more: Any
    ) -> aiohttp.connector.Connection:
        def count() -> None:
            status = req.response.status if req.response else None  # None: it was lost
            metrics.requests.labels(str(status or "none")).inc()

        def freed() -> None:
            # A short answer frees the connection just before its status is noted.
            req.loop.call_soon(count)

        try:
            connection = await super().connect(req, *how, **more)
        except BaseException:
            metrics.requests.labels("none").inc()
            raise
        connection.add_callback(freed)
        return connection


class Fenced(Counted):
    """Sends no request that could outlast the lease: another bot may speak after its end. Cuts off
    slower requests; a later look shows whether they arrived."""

    def __init__(self, lease: Lease, **options: Any) -> None:
        super().__init__(**options)
        self._lease = lease

    async def connect(
        self, req: aiohttp.ClientRequest, *how: Any, **more: Any
    ) -> aiohttp.connector.Connection:
        connection = await super().connect(req, *how, **more)
        for _ in range(RENEWALS):
            if self._lease.lasts() >= REQUEST:
                break
            await asyncio.sleep(RENEWAL)
        else:
            connection.close()
            raise ConnectionAbortedError("another bot may be speaking by now")
        if "Upgrade" not in req.headers:  # else it's the gateway's, which only listens
            connection.add_callback(req.loop.call_later(REQUEST, connection.close).cancel)
        return connection


class Door(NamedTuple):
    """A socket, and its public address."""

    socket: socket.socket
    address: str


@asynccontextmanager
async def listening(settings: Settings) -> AsyncIterator[Door | None]:
    """Listen, if an address is set. Raises Unstartable."""
    if not settings.web:
        yield None
        return
    host, port = settings.web_port or (HOST, 8125)
    with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as bound:
        try:
            bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            bound.bind((host, port))
        except OSError as error:
            raise Unstartable(
                f"Can't open boards in a browser: port {port} on {host} isn't available "
                f"({(error.strerror or 'unknown reason').lower()}). Set LUMBERCAMP_WEB_PORT to "
                "another port, or unset LUMBERCAMP_WEB."
            ) from error
        address = settings.web
        if address.endswith(":0"):
            address = f"{address[:-1]}{bound.getsockname()[1]}"
        yield Door(bound, address)


@asynccontextmanager
async def _pages(
    app: App[Announced], door: Door | None, settings: Settings, identity: Identity
) -> AsyncIterator[None]:
    """Serve the pages while the block runs, if an address is set: only then import bot/web."""
    if door is None:
        yield
        return
    from bot.web.server import Web

    presence = identity if settings.activity else None
    # A stand-in for Discord offers no sign-in for browsers.
    signs_in = identity if settings.client_secret and settings.api == DISCORD else None
    pages = Web(app.services, app.verbs, door.address, presence, signs_in, identity.key)
    app.woken.append(pages.hub.wake)
    async with pages.serve(door.socket):
        yield


def worker_settings(env: Mapping[str, str]) -> Settings:
    """An engine worker's settings: never a token, even if one is set. Raises SettingsError."""
    names = (f"LUMBERCAMP_{name}" for name in ("DATABASE", "HEALTH_PORT", "LOG_LEVEL", "THINKERS"))
    settings = Settings.read({name: env[name] for name in names if name in env})
    if settings.server is None:
        raise SettingsError(
            "An engine worker needs a PostgreSQL database, since only one process can use a file. "
            "Set LUMBERCAMP_DATABASE to postgresql://… (docs/many-machines.md), or let the bot "
            "compute turns."
        )
    if settings.thinkers == 0:
        raise SettingsError("LUMBERCAMP_THINKERS is 0, so this worker would have nothing to do.")
    return settings


async def think(settings: Settings) -> None:
    """Think for computers until SIGTERM, SIGINT or SIGHUP, by default with a process on each core,
    beside bots on the same database: send nothing, and leave turns for the bot to play. Raises
    StoreError, Unstartable."""
    assert settings.server is not None
    async with closing_store(settings.server.share()) as store:

        async def same_rules() -> bool:
            """Whether the bot on this database plays by the rules of this version."""
            return await store.setting(RULES) in (None, rules_of_today())

        if not await same_rules():
            raise Unstartable(
                "The bots on this database play by another version's rules, so this worker didn't "
                "start. Run the same version everywhere, and start the bots first."
            )
        stop, thinkers = stopping.stop_event(), settings.thinkers or cores()
        thinking = Thinker(store, Tables(store, HOSTED), Processes(thinkers), same_rules)
        async with serve_health(Health(store, speaks=False), settings.health_port):
            print(f"Engine worker ready: {thinkers} positions at a time.", flush=True)
            try:
                await until(stop.wait(), thinking.run())
            finally:
                await thinking.close()


async def run(settings: Settings, ready: str = "") -> None:
    """Serve until SIGTERM, SIGINT or SIGHUP. ready: printed once the bot is connected."""
    async with closing_store(_opened(settings, "sandbox" if ready else "discord")) as store:
        await serve(store, settings, ready or "Lumbercamp is on Discord.")


async def _opened(settings: Settings, mine: str) -> Store:
    """Open the database, unless it has the other side's games: Discord's and the sandbox's never
    share one. Files have separate places; a server may be named by mistake. Raises Unstartable."""
    if settings.server is None:
        if not settings.start_anyway:
            await before_start(settings.database)
        return await SqliteStore.open(settings.database)
    store = await settings.server.share()
    try:
        there = await store.setting("serves")  # the side that owns the games
        if there is None:
            await store.set("serves", mine)
        elif there != mine and there == "discord":
            raise Unstartable(
                "The database on the server holds Discord games, so the sandbox didn't start on "
                "it. Set DISCORD_TOKEN, or choose another database."
            )
        elif there != mine:
            raise Unstartable(
                "The database on the server holds sandbox games, so the bot didn't start on it. "
                "Choose another database."
            )
        # The database is migrated by now; migrations only add to its tables.
        if not settings.start_anyway and await store.setting(RULES) not in (None, rules_of_today()):
            await refuse_changes(store)
    except BaseException:
        await store.close()
        raise
    return store


async def run_sandbox(settings: Settings) -> None:
    """Serve a bot and, as a process beside it, the stand-in for Discord, which watches the pipe
    between them and ends when this process ends in any way. Raises Unstartable, StoreError."""
    # By default the second port after the chat's, so an open board finds the next process too; or
    # any other, if that one is taken.
    try:
        port = _free(settings.sandbox_port and settings.sandbox_port + 2)
    except (OSError, OverflowError):
        port = _free(0)
    settings = replace(settings, web_port=settings.web_port or (HOST, port))
    async with _stand_in(settings) as (there, ended):
        address = there["address"]
        local = replace(
            settings,
            token=there["token"],
            client_secret=there["secret"],
            api=f"{address}/api/v10",
            place=settings.server or settings.sandbox_folder / "lumbercamp.db",
            web="http://127.0.0.1:0" if settings.web is None else settings.web,
            smtp=settings.smtp or SmtpServer.read(f"smtp://{there['smtp']}/?from={SENDER}"),
            reachable=settings.reachable or (ip_network(HOST),),  # there is everybody's inbox
        )
        welcome = (
            "No DISCORD_TOKEN found, so this is the sandbox: the same bot with a local stand-in "
            f"for Discord.\nOpen {address}/ in a browser and type /logger start. Press Ctrl-C to "
            "stop; your games are saved."
        )
        serving = asyncio.create_task(run(local, welcome))
        gone = asyncio.create_task(ended.wait())
        await asyncio.wait((serving, gone), return_when=asyncio.FIRST_COMPLETED)
        gone.cancel()
        if not serving.done():
            serving.cancel()
            await asyncio.wait((serving,))
            raise Unstartable("The sandbox stopped, so the bot stopped too. Your games are saved.")
        await serving


def _free(port: int) -> int:
    """A free port; 0: any. Raises OSError."""
    with socket.socket() as one:
        if sys.platform != "win32":  # there it would take a port that another process has
            one.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        one.bind(("127.0.0.1", port))
        return int(one.getsockname()[1])


@asynccontextmanager
async def _stand_in(settings: Settings) -> AsyncIterator[tuple[dict[str, str], Process]]:
    """What the stand-in says of itself as it starts, and its process. Raises Unstartable."""
    how = [] if settings.message_content else ["--no-message-content"]
    if settings.activity and settings.web_port:
        how += ["--activity", f"http://127.0.0.1:{settings.web_port[1]}"]
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "sandbox", "--while-stdin-open", *how),
        *("--port", str(settings.sandbox_port), "--folder", str(settings.sandbox_folder)),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        start_new_session=True,  # Ctrl-C is for the bot, which then closes the pipe
    )
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        line = await process.stdout.readline()
        if not line:
            raise Unstartable(
                "The sandbox didn't start, for the reason above. To change its port or folder, set "
                "LUMBERCAMP_SANDBOX_PORT or LUMBERCAMP_SANDBOX_FOLDER."
            )
        yield json.loads(line), process
    finally:
        process.stdin.close()
        await process.wait()
