"""What bots have written down of when they were there, for the servers of each shard.

    heartbeat        of all servers: the last beat      away        from/until;from/until;…
    heartbeat 3/16   of the servers of one shard        away 3/16

How many shards there are may change: then what was written of others counts for all servers that
may have been among theirs.
"""

from __future__ import annotations

from math import gcd, lcm
from typing import Final

from bot.core.calendar import Span
from storage import Shards, Store, shard_of

LAST, AWAY = "heartbeat", "away"
NUMBERS: Final = "numbers of shards"  # in the store: how many there were at any time


def named(key: str, shards: Shards) -> str:
    """What a setting is called."""
    return key if shards.of == 1 else f"{key} {shards.first}/{shards.of}"


async def last_beat(store: Store, shards: Shards) -> float | None:
    """When a bot was there last for the servers of a connection."""
    return max(map(float, await written(store, LAST, shards)), default=None)


async def spans(store: Store, shards: Shards) -> tuple[Span, ...]:
    """When none was there."""
    kept = await written(store, AWAY, shards)
    return tuple(sorted({_span(said) for each in kept for said in each.split(";") if said}))


async def written(store: Store, key: str, shards: Shards) -> list[str]:
    """What was written of the servers of one connection, or of some of them."""
    return [*(await written_by_name(store, key, shards)).values()]


async def written_by_name(store: Store, key: str, shards: Shards) -> dict[str, str]:
    """What was written of the servers of one connection, or of some of them, by the names of the
    settings that hold it."""
    found = dict[str, str]()
    for of in sorted(await _numbers(store) | {shards.of}):
        step = gcd(of, shards.of)
        for n in range(shards.first % step, of, step):
            name = named(key, Shards(n, n, of))
            if (said := await store.setting(name)) is not None:
                found[name] = said
    return found


async def exactly(store: Store, guild: int) -> Shards:
    """A connection of so many that what is written of its servers is what was of this one."""
    of = lcm(*await _numbers(store))
    return Shards(shard_of(guild, of), shard_of(guild, of), of)


async def count(store: Store, of: int) -> None:
    """Let it be known that there are so many connections."""
    if of not in (known := await _numbers(store)):
        await store.set(NUMBERS, " ".join(map(str, sorted(known | {of}))))


async def _numbers(store: Store) -> set[int]:
    return {1, *map(int, (await store.setting(NUMBERS) or "").split())}


def _span(said: str) -> Span:
    begin, _, end = said.partition("/")
    return float(begin), float(end)
