"""Genuine games for the forger: their rows, and the boards that everybody saw; and their seal."""

import asyncio
import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from random import Random

from bot.table.records import public_record
from rules import GAMES as KINDS
from rules.game import TABLE, Setup
from rules.play import checksum, replay
from rules.record import Entry, Record
from tests.acting import ANN, BEN, CY, DEE, Person
from tests.bot.core import Core
from tests.bot.features import test_consent as offers
from tests.bot.features import test_seats as seats
from tests.bot.playing import any_turn

BOARD = re.compile(r"`([A-Z][0-9]+:([0-9]+):[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4})`")
TURNS = 9
# The parts of each game other than its turns.
GAMES = {
    "logger": ("logger", 2, "resign"),
    "logjam": ("logjam", 2, "resign"),
    "fellers": ("fellers", 2, "resign"),
    "three": ("logger", 3, "resign"),
    "idle": ("logjam", 3, "idle"),
    "whole": ("logger", 2, "whole"),
    "drawn": ("logger", 2, "drawn"),
    "again": ("logger", 3, "again"),
    "handed": ("logger", 2, "handed"),
    "undone": ("logger", 2, "undone"),
}


@dataclass
class Genuine:
    """A game as it was played: by row the words of its boards, and the people they called."""

    record: Record
    boards: dict[int, str] = field(default_factory=dict)
    called: dict[int, str] = field(default_factory=dict)

    @property
    def last(self) -> str:
        return self.boards[max(self.boards)]

    def rows(self, *words: str) -> list[Entry]:
        table = (e for e in self.record.entries if e.seat == TABLE)
        return [entry for entry in table if entry.line.split()[0] in words]


@cache
def genuine(name: str) -> Genuine:
    """A game, which is played once."""
    return asyncio.run(_played(*GAMES[name]))


async def _played(kind: str, people: int, how: str) -> Genuine:
    core = await Core.build()
    core.kind = kind
    there, number = (ANN, BEN, CY)[:people], 1
    await core.begin(*there)
    if how == "again":
        await _left(core, there, 1)
        for person in there:
            await core.do(person, "again", game=1)
        number = 2
    game = await _seen(core, number, there, how)
    await core.store.close()
    return game


async def _seen(core: Core, number: int, there: Sequence[Person], how: str) -> Genuine:
    game, chance = Genuine(Record(core.kind, 1, (), ())), Random(1)
    await _look(core, game, number)
    for turn in range(200 if how == "whole" else TURNS):
        if (await core.game(number)).status != "playing":
            break
        if how == "handed" and turn == TURNS // 2:
            await seats.wished(core, ANN)
            await core.press(DEE, "Take Over")
        line = "." if how == "idle" else any_turn(await core.table(number), chance)
        await core.say(await core.mover(number), line)
        core.time.seconds += 121
        await core.clock.tick()
        await _look(core, game, number)
    await _finished(core, number, there, how)
    await _look(core, game, number)
    row = await core.game(number)
    assert row.status == "over", how
    game.record = public_record(row, await core.store.log(row.id))
    return game


async def _look(core: Core, game: Genuine, number: int) -> None:
    """Post everything that waits, and note the words of the boards."""
    await core.deliver()
    people = {person.id: person.name for person in (ANN, BEN, CY, DEE)}
    for message in core.transport.messages:
        for digest, row in BOARD.findall(message.text):
            if digest.split(":")[0].endswith(str(number)):
                game.boards[int(row)] = digest
                if len(message.pings) == 1:
                    game.called[int(row)] = people[message.pings[0]]


async def _finished(core: Core, number: int, there: Sequence[Person], how: str) -> None:
    if how == "drawn":
        await offers.ask(core, there[0], "end")
        await core.press(there[1], "Accept")
    elif how == "undone":
        asker, other = await core.mover(), await core.waiting()
        await offers.ask(core, asker, "undo")
        await core.press(other, "Accept")
    if how != "whole":
        staying = (DEE, BEN) if how == "handed" else there
        await _left(core, staying, number)


async def _left(core: Core, there: Sequence[Person], number: int) -> None:
    """All but the last resign, one after the other."""
    letter = (await core.game(number)).rules.letter
    for person in there[:-1]:
        if (await core.game(number)).status == "playing":
            await core.resign(person, name=f"{letter}{number}")


def vouched(record: Record, rows: Sequence[Entry]) -> Record:
    """The record of these rows, with unbroken numbers and checksums that fit."""
    numbered = [entry._replace(n=n) for n, entry in enumerate(rows, 1)]
    told = ((e.n, e.seat, e.line, "") for e in numbered)
    played = replay(KINDS[record.kind].game, Setup(len(record.names), record.options), told)
    entries = (
        entry._replace(checksum=checksum(frame.after) if entry.checksum else "")
        for entry, frame in zip(numbered, played, strict=True)
    )
    return replace(record, entries=tuple(entries))
