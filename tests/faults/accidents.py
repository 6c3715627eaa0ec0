"""Accidents of requests, and the promises that hold after any of them."""

from __future__ import annotations

from typing import Any

from sandbox.world import accident
from tests.bot.discord.system import Json, System, buttons
from tests.bot.discord.watching import until
from tests.patience import PATIENCE

DEFER = ("POST", "/callback$")
ANSWER = ("PATCH", "/webhooks/.*/messages/@original$")
POST = ("POST", r"/channels/\d+/messages$")
HISTORY = ("GET", r"/channels/\d+/messages$")
EDIT = ("PATCH", r"/channels/\d+/messages/\d+$")
THREAD = ("POST", r"/messages/\d+/threads$")
DIRECT = ("POST", "/users/@me/channels$")


def happens(
    system: System, kind: str, moment: tuple[str, str], *, times: int = 1, done: bool = False
) -> None:
    """Make the next requests of that moment fail. done: they take effect all the same."""
    fault = accident(kind, *moment, seconds=0.02)
    fault.times, fault.done = times, done
    system.world.faults.append(fault)


def struck(system: System) -> bool:
    """Every fault that was to happen has happened."""
    return all(fault.times == 0 for fault in system.world.faults)


async def fails(system: System, who: str, asked: str) -> None:
    """Discord gives up a request whose acknowledgement met the fault. Pushed before, the clock
    would leave the fault to the next acknowledgement."""
    await until(lambda: struck(system))
    await system.people[who].act("clock", add=PATIENCE + 1)
    await system.people[who].outcome(asked, "failed")


async def nothing_lost(system: System, channel: str = "games", *, turns: int) -> None:
    """So many turns are in the log, each with its checksum; no board is there twice; buttons
    are on the newest board at most; and nobody has read of an exception."""
    await system.quiet()
    rows = await system.store.log((await system.game(channel)).id)
    assert len([row for row in rows if row.seat >= 0]) == turns
    boards = pictures(system, channel)
    assert len(boards) == len(set(boards))
    for place in ("games", channel):
        for message in system.seen(place):
            assert "Something went wrong" not in message["content"]
            assert "Traceback" not in message["content"]


async def comes(system: System, text: str, channel: str = "games") -> Json:
    """The bot's newest message with that text, without anybody's doing: the board before it
    tells it too, as soon as it is a line."""
    await until(lambda: any(text in m["content"] for m in system.seen(channel)))
    return next(m for m in reversed(system.seen(channel)) if text in m["content"])


def pictures(system: System, channel: str = "games") -> list[str]:
    """The files of all boards as they were posted, oldest first."""
    return system.pictures(channel)


def last_has_buttons(messages: list[Json]) -> bool:
    return [bool(buttons(m)) for m in messages] == [False] * (len(messages) - 1) + [True]


async def turn(system: System, line: str, channel: str = "games", **more: Any) -> Json:
    """The player to move plays a line; return the answer that only they get."""
    who = await system.mover(channel)
    return await system.slash(who, channel, "logger turn", move=line, **more)
