"""`lumbercamp think`: a process that only thinks for computers, beside bots on the same database.
It has no token and sends nothing: it leaves turns for the bot to play."""

from __future__ import annotations

from collections.abc import Mapping

from bot.app import HOSTED
from bot.ops import stopping
from bot.ops.check import rules_of_today
from bot.ops.health import Health, served
from bot.ops.service import RULES, Unstartable, until
from bot.ops.settings import Settings, SettingsError, opened
from bot.table.table import Tables
from bot.thinking.processes import Processes, cores
from bot.thinking.worker import Thinker


def settings_of(env: Mapping[str, str]) -> Settings:
    """Its settings: never a token, even if one is set. Raises SettingsError."""
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


async def run(settings: Settings) -> None:
    """Think until SIGTERM, SIGINT or SIGHUP, by default with a process on each core. Raises
    StoreError, Unstartable."""
    assert settings.server is not None
    async with opened(settings.server.share()) as store:

        async def same_rules() -> bool:
            """Whether the bot on this database plays by the rules of this version."""
            return await store.setting(RULES) in (None, rules_of_today())

        if not await same_rules():
            raise Unstartable(
                "The bots on this database play by another version's rules, so this worker didn't "
                "start. Run the same version everywhere, and start the bots first."
            )
        stop = stopping.asked()
        thinkers = settings.thinkers or cores()
        thinking = Thinker(store, Tables(store, HOSTED), Processes(thinkers), same_rules)
        async with served(Health(store, speaks=False), settings.health_port):
            print(f"Engine worker ready: {thinkers} positions at a time.", flush=True)
            try:
                await until(stop.wait(), thinking.run())
            finally:
                await thinking.close()
