"""A file that has lost its games, or a part of them, is told at the start and left as it is."""

from pathlib import Path

import pytest

from storage import Damaged, Lost, SqliteStore
from tests.storage.files import folder_of, opened_once, refused, store_in
from tests.storage.samples import lobby, turn


async def test_an_empty_file_is_refused(tmp_path: Path) -> None:
    """Its games are gone, and a bot that began anew would say so to nobody."""
    path = tmp_path / "games.db"
    path.touch()
    sentence = await refused(path, Lost)
    assert "the file is empty" in sentence
    assert "delete what's left to start over" in sentence


async def test_a_log_whose_file_is_gone_is_refused(tmp_path: Path) -> None:
    """SQLite would throw its turns away, or play them into the new file."""
    path = tmp_path / "games.db"
    (tmp_path / "games.db-wal").write_bytes(b"the turns of today")
    assert "the log of its last turns" in await refused(path, Lost)


@pytest.mark.parametrize("crashed", [False, True])
async def test_pages_of_zeros_inside_are_refused(tmp_path: Path, crashed: bool) -> None:
    """A disk that forgot two pages: the first turn that needs them would find out, too late."""
    path, copy = tmp_path / "games.db", tmp_path / "copy" / "games.db"
    copy.parent.mkdir()
    async with store_in(path) as store:
        await _many_turns(store)
        for name, content in folder_of(path).items() if crashed else ():
            if not name.endswith(("-shm", ".lock")):
                (copy.parent / name).write_bytes(content)
    if not crashed:
        copy.write_bytes(path.read_bytes())
    content = copy.read_bytes()
    pages = len(content) // 4096
    assert pages > 10
    for page in (pages - 6, pages - 5):  # of the log
        content = content[: page * 4096] + bytes(4096) + content[(page + 1) * 4096 :]
    copy.write_bytes(content)
    with pytest.raises(Damaged, match="is damaged"):
        await opened_once(copy)
    assert copy.read_bytes() == content


async def _many_turns(store: SqliteStore) -> None:
    game = await store.create(lobby())
    for i in range(100):
        game = await store.commit(game.id, game.n, turn(f"key {i}", "c3 " * 200))
    await store._thread.execute_fetchall("pragma wal_checkpoint(truncate)")
    await store.commit(game.id, game.n, turn("last"))
