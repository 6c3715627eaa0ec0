"""Two pages on loopback for monitoring, only if a port for them is set: /healthz answers 200 if the
bot can serve or stands by, else 503 with the reason; /metrics has the numbers of bot/metrics.py."""

import asyncio
import logging
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from aiohttp import web
from prometheus_client.exposition import CONTENT_TYPE_LATEST, generate_latest

from bot import metrics
from bot.ops.backups import age
from bot.ops.settings import HOST, Unstartable
from storage import Census, Store, Unwritable

ANSWER_SECONDS = 2.0  # seconds for the store's answer
UNKNOWN = float("nan")
SILENT = "the database isn't responding"

log = logging.getLogger(__name__)


class Health:
    """Reports the bot's health. `client`: the current one, set for every new connection; backups:
    the folder of the bot's own copies; speaks: whether it speaks to Discord."""

    def __init__(
        self,
        store: Store,
        database: Path | None = None,
        backups: Path | None = None,
        *,
        speaks: bool = True,
    ) -> None:
        self._store, self._database, self._backups = store, database, backups
        self._speaks = speaks
        self.client: Any = None  # a bot.discord.client.Lumbercamp
        self.standby = False

    async def why_not(self) -> str | None:
        """Why the bot can't serve now; None: it can."""
        waits = self.standby or not self._speaks
        if not waits and (self.client is None or not self.client.connected):
            return "not connected to Discord"
        try:
            await asyncio.wait_for(self._store.probe(), ANSWER_SECONDS)
        except Unwritable as full:
            log.warning("cannot write", extra={"why": full.why})
            return f"can't write to the database: {full.reason}"
        except Exception:  # any failure means it doesn't answer; the turns log it
            return SILENT
        return SILENT if await self._census() is None else None

    @property
    def backup_age(self) -> float | None:
        """Seconds since the bot's newest copy; None: it has made none."""
        if self._database is None or self._backups is None:
            return None
        return age(self._database, self._backups, time.time())

    async def numbers(self) -> bytes:
        """All numbers in Prometheus' format; an unknown one is NaN or left out."""
        client = self.client
        metrics.connected.set(client is not None and client.connected)
        metrics.latency.set(UNKNOWN if client is None else client.latency)
        metrics.servers.set(UNKNOWN if client is None else len(client.guilds))
        metrics.standby.set(self.standby)
        metrics.reconnects.counted = self._store.reconnects
        old = self.backup_age
        metrics.backup_age.set(UNKNOWN if old is None else old)
        census = await self._census()
        metrics.games.clear()
        for (kind, status), n in census.games.items() if census else ():
            metrics.games.labels(kind, status).set(n)
        metrics.waiting.set(census.waiting if census else UNKNOWN)
        metrics.parked.set(census.parked if census else UNKNOWN)
        return generate_latest(metrics.REGISTRY)

    async def _census(self) -> Census | None:
        try:
            return await asyncio.wait_for(self._store.census(), ANSWER_SECONDS)
        except Exception:  # any failure means it doesn't answer; the turns log it
            return None


@asynccontextmanager
async def serve_health(health: Health, port: int | None) -> AsyncIterator[int | None]:
    """Serve the pages on loopback (port 0: any free one), or not at all for None; yield the port.
    Raises Unstartable."""
    if port is None:
        yield None
        return

    async def healthz(_: web.Request) -> web.Response:
        why, old = await health.why_not(), health.backup_age
        said: dict[str, Any] = {"healthy": True} if why is None else {"healthy": False, "why": why}
        said |= {} if old is None else {"backup_age": round(old)}
        said |= {"standby": True} if health.standby else {}
        return web.json_response(said, status=200 if why is None else 503)

    async def numbers(_: web.Request) -> web.Response:
        kind = {"Content-Type": CONTENT_TYPE_LATEST}
        return web.Response(body=await health.numbers(), headers=kind)

    pages = web.Application()
    pages.add_routes([web.get("/healthz", healthz), web.get("/metrics", numbers)])
    # Unpacking a compressed body would block the loop that serves Discord.
    runner = web.AppRunner(pages, access_log=None, shutdown_timeout=1, auto_decompress=False)
    await runner.setup()
    try:
        try:
            await web.TCPSite(runner, HOST, port).start()
        except OSError as error:
            raise Unstartable(
                f"Can't serve the health page: port {port} on {HOST} isn't available "
                f"({(error.strerror or 'unknown reason').lower()}). Set LUMBERCAMP_HEALTH_PORT to "
                "another port, or unset it."
            ) from error
        yield int(runner.addresses[0][1])
    finally:
        await runner.cleanup()
