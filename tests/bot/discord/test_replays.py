"""A scripted player steps through every record in the project by the real client: On to the end
and Back to the beginning, and each board is the one that was posted. The same without Discord, and
what is hidden then, is in tests/bot/test_boards.py.

Source: issue 14, "Must hold".
"""

from __future__ import annotations

from pathlib import Path

import pytest

from sandbox.founding import GUILD_ID
from tests.bot.discord.system import Json, System, buttons
from tests.bot.discord.test_buttons_game import changed
from tests.bot.replaying import played
from tests.bot.test_boards import TOLD_APART
from tests.test_records import counting, every_record, record_in

pytestmark = pytest.mark.slow

USERS = (1101, 1102, 1103, 1104, 1105)  # who played is not there any more


def board(system: System, message: Json) -> tuple[str, bytes]:
    """The picture that a message shows, by the name of its file."""
    (file,) = message["attachments"]
    return file["filename"], (system.world.store.files / file["id"]).read_bytes()


async def stepped(system: System, page: Json, verb: str) -> tuple[Json, list[tuple[str, bytes]]]:
    """The last of all pages that come as long as the button can be pressed, and their boards."""
    boards = [board(system, page)]
    while True:
        part = next(b for b in buttons(page) if b["custom_id"].startswith(f"lc:{verb}:"))
        if part.get("disabled"):
            return page, boards
        page = await changed(system, "Cy", page, part["custom_id"])
        boards.append(board(system, page))
        assert len(boards) < 100, "there is no end to it"


@every_record
async def test_a_recorded_game_is_stepped_through_forwards_and_backwards(
    system: System, path: Path
) -> None:
    """After a restart, in another channel, by somebody who did not play."""
    system.games = TOLD_APART
    await system.restart()
    posted = list[tuple[str, bytes]]()

    async def deliver() -> None:
        system.app.outbox.wake()
        await system.quiet()
        posted.append(board(system, system.seen("games")[-1]))

    where, remember = (
        (int(GUILD_ID), int(system.id("games"))),
        system.app.cases.turns.tables.remember,
    )
    record = record_in(path)
    game = await played(system.store, record, USERS, *where, deliver, remember)
    await system.restart()
    called = f"{TOLD_APART[game.kind].game.letter}1"
    page = await system.slash("Cy", "lounge", "games replay", game=called)
    page, forth = await stepped(system, page, "later")
    assert forth[:-1] == [each for each in posted if each in forth[:-1]]
    assert len(forth) == 1 + sum(entry.seat >= 0 for entry in counting(record))
    _, back = await stepped(system, page, "earlier")
    assert back == forth[::-1]
