"""A backup is put back: the boards of the turns that are played again are posted.

Source: issue 9, item 18. The numbers of the outbox come again after a restore, and the channel
still holds the boards of the turns that were lost.
"""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from bot.delivery.transport import TransientError
from rules.text import Text
from storage import backup
from tests.bot.core import ANN, BEN, Core
from tests.bot.test_outbox import plays

MINUTES = 120.0  # for which a host is busy with the restore; Discord remembers a nonce for longer


async def copied(core: Core, how: str, to: Path) -> Core:
    """By the command, beside the running bot; or the file itself, while the bot is stopped."""
    if how == "backup":
        backup(core.path, to)
        return core
    await core.store.close()
    shutil.copy(core.path, to)
    return await core.again()


async def restored(core: Core, copy: Path) -> Core:
    """As docs/hosting.md says."""
    await core.store.close()
    for beside in Path(core.path).parent.glob("games.db*"):
        beside.unlink()
    shutil.copy(copy, core.path)
    core.time.seconds += MINUTES
    return await core.again()


@pytest.mark.parametrize("how", ["backup", "plain copy"])
@pytest.mark.parametrize("lost", [0, 1, 3])
async def test_the_next_board_after_a_restore_is_posted(
    lasting: Core, tmp_path: Path, how: str, lost: int
) -> None:
    """Not swallowed as a repetition of the one that bore its number before, and neither taken for
    that one when Discord's first answers are lost."""
    await lasting.seated(ANN, BEN)
    await lasting.deliver()
    core = await copied(lasting, how, tmp_path / "copy.db")
    for line in ("a1", "e5"):
        await plays(core, line)
        await core.deliver()
    core = await restored(core, tmp_path / "copy.db")
    core.transport.fail("post", *(TransientError(Text("busy")) for _ in range(lost)))
    mover = await plays(core, "a5")
    await core.deliver()
    newest = core.transport.messages[-1]
    assert len(core.posts()) == 5
    assert "took corner a5" in newest.text
    assert newest.pings == (mover.id,)
    assert newest.buttons
    await core.store.close()
