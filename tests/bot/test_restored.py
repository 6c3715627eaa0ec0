"""A backup is put back: the boards of the turns that are played again are posted.

Source: issue 9, item 18. The numbers of the outbox come again after a restore, and the channel
still holds the boards of the turns that were lost.
"""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from bot.delivery.transport import TransientError
from storage import backup
from tests.bot.hall import ANN, BEN, Hall
from tests.bot.test_outbox import plays

MINUTES = 120.0  # for which a host is busy with the restore; Discord remembers a nonce for longer


async def copied(hall: Hall, how: str, to: Path) -> Hall:
    """By the command, beside the running bot; or the file itself, while the bot is stopped."""
    if how == "backup":
        backup(hall.path, to)
        return hall
    await hall.store.close()
    shutil.copy(hall.path, to)
    return await hall.again()


async def restored(hall: Hall, copy: Path) -> Hall:
    """As docs/hosting.md says."""
    await hall.store.close()
    for beside in Path(hall.path).parent.glob("games.db*"):
        beside.unlink()
    shutil.copy(copy, hall.path)
    hall.time.seconds += MINUTES
    return await hall.again()


@pytest.mark.parametrize("how", ["backup", "plain copy"])
@pytest.mark.parametrize("lost", [0, 1, 3])
async def test_the_next_board_after_a_restore_is_posted(
    lasting: Hall, tmp_path: Path, how: str, lost: int
) -> None:
    """Not swallowed as a repetition of the one that bore its number before, and neither taken for
    that one when Discord's first answers are lost."""
    await lasting.seated(ANN, BEN)
    await lasting.deliver()
    hall = await copied(lasting, how, tmp_path / "copy.db")
    for line in ("a1", "e5"):
        await plays(hall, line)
        await hall.deliver()
    hall = await restored(hall, tmp_path / "copy.db")
    hall.transport.fail("post", *(TransientError("busy") for _ in range(lost)))
    mover = await plays(hall, "a5")
    await hall.deliver()
    newest = hall.transport.messages[-1]
    assert len(hall.posts()) == 5
    assert "took corner a5" in newest.text
    assert newest.pings == (mover.id,)
    assert newest.buttons
    await hall.store.close()
