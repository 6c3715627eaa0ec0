"""Replays of every record in the project, stepped forwards and backwards: each board is the one
that was posted, and hands stay hidden while a game runs.

Source: issue 14, "Must hold".
"""

from __future__ import annotations

import hashlib
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from bot.boundary import answered
from bot.core.game import Games
from bot.core.table import ReplayState, replayed
from bot.domain.boards import boards
from bot.messages.message import Message
from renderer import Artist, Labels, hosted
from rules import GAMES
from rules.drafting import Kind
from rules.game import TABLE
from rules.play import Seen, replay
from rules.record import Record
from tests.bot.core import CHANNEL, EVE, GUILD, Core, Person
from tests.bot.leaks import leaks_of_a_game, of_panel, secrets_of
from tests.bot.replaying import played
from tests.bot.test_boards import leafed, newest
from tests.bot.test_results import record_of
from tests.bot.transport import PaperTransport
from tests.test_records import every_demo, every_record, record_in

USERS = tuple(range(11, 17))
MIDDLE = 60  # rows of a race after which it is looked at while it runs


class Album(PaperTransport):
    """Keeps the pictures with which boards are posted, by their files."""

    def __init__(self) -> None:
        super().__init__()
        self.pictures: dict[str, bytes] = {}

    async def post(self, channel: int, panel: Message, nonce: str, reply: int | None = None) -> int:
        if panel.picture is not None:
            self.pictures[panel.file] = panel.picture.png
        return await super().post(channel, panel, nonce, reply)


def told_apart(kind: Kind[Any], seen: Seen[Any], labels: Labels) -> Image.Image:
    """A small picture that is another one for everything that it could show."""
    shown = repr((seen.state, seen.events, labels.game, labels.names, labels.turn)).encode()
    return Image.frombytes("L", (8, 8), bytes(b & 63 for b in hashlib.blake2b(shown).digest()))


TOLD_APART = Games(
    {key: each._replace(artist=Artist(told_apart)) for key, each in hosted(GAMES).items()}
)


async def at_the_end(path: Path, record: Record) -> Core:
    """Another process, after the game of a record was played."""
    core = await Core.build(path, games=TOLD_APART, transport=Album(), kind=record.kind)
    remember = core.tables.remember
    await played(core.store, record, USERS, GUILD, CHANNEL, core.deliver, remember)
    return await core.again()


async def first(core: Core, who: Person) -> Message:
    return await answered(core.cases.boards.first(core.wish(who)))


@pytest.mark.slow
@every_record
async def test_each_board_of_a_replay_is_the_one_that_was_posted(
    tmp_path: Path, path: Path
) -> None:
    """Forwards from the first and backwards from the last, in a process that has seen none of
    them; none is left out. Hands lie open, as the game is over."""
    core = await at_the_end(tmp_path / "games.db", record_in(path))
    forth = await leafed(core, EVE, await first(core, EVE), "On", most=200)
    back = await leafed(core, EVE, await newest(core, EVE), "Back", most=200)
    assert forth == back[::-1]
    assert isinstance(core.transport, Album)
    posted = core.transport.pictures
    for page in forth[:-1]:
        assert page.picture is not None
        assert page.picture.png == posted[page.file], page.file
    assert len({page.file for page in forth}) == len(forth)
    open_hands = core.kind == "fellers"
    assert all(("Hands: " in page.text) == open_hands for page in forth)
    await core.store.close()


async def test_nobody_learns_of_a_hand_from_the_replay_of_a_running_game(tmp_path: Path) -> None:
    """Players and a stranger step through all of it; each board tells what they could see then."""
    record = record_of("fellers-three")
    begun = replace(record, entries=record.entries[:MIDDLE])
    core = await at_the_end(tmp_path / "games.db", begun)
    game, rows = await core.game(), await core.store.log(1)
    now = (await core.table()).at.state
    hidden = secrets_of(game, rows, (now, now))
    for user in (*USERS[:3], EVE.id):
        pages = await leafed(core, Person(user, ""), await first(core, EVE), "On", most=200)
        sent = [of_panel(page, user) for page in pages]
        assert await leaks_of_a_game(core.tables, game, rows, sent, hidden) == []
        told = [page for page in pages if "Your hand: " in page.text]
        assert bool(told) == (user != EVE.id)
    await core.store.close()


@every_demo
async def test_a_step_further_goes_on_from_the_step_before(tmp_path: Path, path: Path) -> None:
    """No row is played by the rules again, and everything is as after all of them."""
    core = await at_the_end(tmp_path / "games.db", record_in(path))
    game, rows = await core.game(), await core.store.log(1)
    there, counting = boards(rows), [row for row in rows if row.seat != TABLE]
    followed, stepped = list[int](), list[ReplayState]()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("bot.core.table.replay", noting(followed, replay))
        for board in there:
            stepped.append((await core.tables.at(game, board.n, rows)).at)
    await core.store.close()
    assert sum(followed) <= len(counting)
    assert stepped[::9] == [replayed(game, rows, board.n) for board in there[::9]]


def noting(followed: list[int], played: Any) -> Any:
    """The same, which notes how many rows it is handed."""

    def noted(rules: Any, setup: Any, rows: Any, begun: Any) -> Any:
        followed.append(len(rows))
        return played(rules, setup, rows, begun)

    return noted
