"""What Windows does not have is not asked of it.

It knows no owner's id, opens no folder, and flushes no file that is open for reading only: here
the same is taken away from the system that the tests run on.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

import pytest

from storage import backup
from tests.storage.files import opened_once, store_in
from tests.storage.samples import lobby


@pytest.fixture
def windows(monkeypatch: pytest.MonkeyPatch) -> None:
    readers, opens, flushes = set[int](), os.open, os.fsync

    def files_only(path: Any, flags: int, *more: Any, **others: Any) -> int:
        if Path(path).is_dir():
            raise PermissionError(13, "Permission denied", str(path))
        opened = opens(path, flags, *more, **others)
        (readers.discard if flags & (os.O_RDWR | os.O_WRONLY) else readers.add)(opened)
        return opened

    def writable_only(opened: int) -> None:
        if opened in readers:
            raise OSError(9, "Bad file descriptor")
        flushes(opened)

    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.delattr(os, "geteuid")
    monkeypatch.setattr(os, "open", files_only)
    monkeypatch.setattr(os, "fsync", writable_only)


@pytest.mark.usefixtures("windows")
async def test_a_database_is_made_opened_again_and_copied(tmp_path: Path) -> None:
    """Issue 11, item 10: the README says how it is run on Windows."""
    path, copy = tmp_path / "games.db", tmp_path / "copy.db"
    async with store_in(path) as store:
        game = await store.create(lobby())
        backup(path, copy)
    path.chmod(0o666)  # as Windows shows every file that may be written
    await opened_once(path)
    async with store_in(copy) as again:
        assert await again.game(game.id) == game
