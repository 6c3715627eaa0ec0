"""Accidents of requests, and the promises that hold after any of them."""

from typing import Any

from sandbox.world import accident
from tests.acting import Person
from tests.bot.discord.people import People
from tests.guest import Seen
from tests.patience import PATIENCE, until

DEFER = ("POST", "/callback$")
ANSWER = ("PATCH", "/webhooks/.*/messages/@original$")
POST = ("POST", r"/channels/\d+/messages$")
HISTORY = ("GET", r"/channels/\d+/messages$")
EDIT = ("PATCH", r"/channels/\d+/messages/\d+$")
THREAD = ("POST", r"/messages/\d+/threads$")
DIRECT = ("POST", "/users/@me/channels$")


def strike(
    people: People, kind: str, moment: tuple[str, str], *, times: int = 1, done: bool = False
) -> None:
    """Make the next requests of that moment fail. done: they take effect all the same."""
    fault = accident(kind, *moment, seconds=0.02)
    fault.times, fault.done = times, done
    people.world.faults.append(fault)


def have_struck(people: People) -> bool:
    """Every fault that was to happen has happened."""
    return all(fault.times == 0 for fault in people.world.faults)


async def fails(people: People, who: Person, interaction: str) -> None:
    """Discord gives up a request whose acknowledgement met the fault. Pushed before, the clock
    would leave the fault to the next acknowledgement."""
    await until(lambda: have_struck(people))
    await people.of(who).act("clock", add=PATIENCE + 1)
    await people.of(who).outcome(interaction, "failed")


async def nothing_lost(people: People, *, turns: int) -> None:
    """So many turns are in the log, each with its checksum; no board is there twice; buttons
    are on the newest board at most; and nobody has read of an exception."""
    await people.quiet()
    rows = await people.store.log((await people.game()).id)
    assert len([row for row in rows if row.seat >= 0]) == turns
    boards = people.pictures()
    assert len(boards) == len(set(boards))
    for message in (*people.seen("games"), *people.seen()):
        assert "Something went wrong" not in message.text
        assert "Traceback" not in message.text


async def comes(people: People, text: str) -> Seen:
    """The bot's newest message with that text, without anybody's doing: the board before it
    tells it too, as soon as it is a line."""
    await until(lambda: any(text in m.text for m in people.seen()))
    return next(m for m in reversed(people.seen()) if text in m.text)


async def turn(people: People, line: str, **more: Any) -> Seen:
    """The player to move plays a line; return the answer that only they get."""
    return await people.command(await people.mover(), "logger turn", move=line, **more)
