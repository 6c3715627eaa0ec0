"""`lumbercamp think`: a process that only thinks for computers, beside bots on the same database.

It has no token and sends nothing: it leaves turns for the bot to play. It may run on any machine
that reaches the database, any number of times. A killed process loses nothing: another one thinks
when its claim is over.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Final

from bot.app import HOSTED
from bot.ops import stopping
from bot.ops.check import rules_of_today
from bot.ops.health import Health, served
from bot.ops.service import RULES, Unstartable, until
from bot.ops.settings import Settings, SettingsError, opened
from bot.table.table import Tables
from bot.thinking.processes import Processes, cores
from bot.thinking.worker import Thinker
from storage import Store

# All its settings: never a token, even if one is set.
HEARD: Final = (
    "LUMBERCAMP_DATABASE",
    "LUMBERCAMP_HEALTH_PORT",
    "LUMBERCAMP_LOG_LEVEL",
    "LUMBERCAMP_THINKERS",
)


def settings_of(env: Mapping[str, str]) -> Settings:
    """Its settings. Raises SettingsError."""
    settings = Settings.read({name: env[name] for name in HEARD if name in env})
    if settings.server is None:
        raise SettingsError(ONLY_SERVERS)
    if settings.thinkers == 0:
        raise SettingsError("LUMBERCAMP_THINKERS is 0, so this worker would have nothing to do.")
    return settings


async def run(settings: Settings) -> None:
    """Think until SIGTERM, SIGINT or SIGHUP. Raises StoreError, Unstartable."""
    assert settings.server is not None
    async with opened(settings.server.share()) as store:
        if not await _same_rules(store):
            raise Unstartable(OTHER_RULES)
        await think(store, settings)


async def think(store: Store, settings: Settings) -> None:
    """Think with the requested number of processes, by default one on each core."""
    stop = stopping.asked()
    thinkers = settings.thinkers or cores()
    same = partial(_same_rules, store)
    thinking = Thinker(store, Tables(store, HOSTED), Processes(thinkers), same)
    async with served(Health(store, speaks=False), settings.health_port):
        print(f"Engine worker ready: {thinkers} positions at a time.", flush=True)
        try:
            await until(stop.wait(), thinking.run())
        finally:
            await thinking.close()


async def _same_rules(store: Store) -> bool:
    """Whether the bot on this database plays by the rules of this version."""
    return await store.setting(RULES) in (None, rules_of_today())


ONLY_SERVERS: Final = (
    "An engine worker needs a PostgreSQL database, since only one process can use a file. Set "
    "LUMBERCAMP_DATABASE to postgresql://… (docs/many-machines.md), or let the bot compute turns."
)
OTHER_RULES: Final = (
    "The bots on this database play by another version's rules, so this worker didn't start. "
    "Run the same version everywhere, and start the bots first."
)
