"""A database file is for one process, by whatever name, and for its owner alone."""

import errno
import os
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest

from storage import Busy
from storage.sqlite import holding
from tests.storage.files import opened_once, outside, store_in
from tests.storage.samples import lobby


@pytest.mark.parametrize("link", [Path.symlink_to, Path.hardlink_to])
async def test_a_second_store_on_the_file_is_refused_until_the_first_is_closed(
    tmp_path: Path, link: Callable[[Path, Path], None]
) -> None:
    """Each would hold the other's posts for its own; also by another name of the file."""
    path, alias = tmp_path / "games.db", tmp_path / "alias.db"
    async with store_in(path) as first:
        link(alias, path)
        for name in (path, tmp_path / "x" / ".." / "games.db", alias):
            with pytest.raises(Busy, match="in use by another process"):
                await opened_once(name)
        game = await first.create(lobby())
    async with store_in(alias) as second:
        assert await second.game(game.id) == game


async def test_a_hard_link_is_refused_to_another_process(tmp_path: Path) -> None:
    """Linux: the lock is on the file itself, which has no name."""
    path, alias = tmp_path / "games.db", tmp_path / "alias.db"
    async with store_in(path):
        alias.hardlink_to(path)
        assert outside("open", alias).stderr.startswith("Busy: ")
    assert outside("open", alias).stdout == "opened\n"


async def test_a_file_system_without_such_locks_will_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """There the name is locked, as it is on other systems."""
    path = tmp_path / "games.db"

    def none(*_: object) -> None:
        raise OSError(errno.ENOLCK, "no locks available")

    monkeypatch.setattr(holding, "fcntl", SimpleNamespace(flock=none, LOCK_EX=2, LOCK_NB=4))
    async with store_in(path):
        assert outside("open", path).stderr.startswith("Busy: ")


def modes(path: Path) -> dict[str, str]:
    return {each.name: oct(each.stat().st_mode & 0o777) for each in path.parent.iterdir()}


NAMES = ("games.db", "games.db-wal", "games.db-shm", "games.db.lock")


async def test_a_database_is_for_its_owner_alone(tmp_path: Path) -> None:
    """It holds the seeds of running games, whatever the process would let others see."""
    path = tmp_path / "games.db"
    before = os.umask(0)
    try:
        async with store_in(path) as store:
            await store.create(lobby())
            assert modes(path) == dict.fromkeys(NAMES, "0o600")
    finally:
        os.umask(before)


async def test_an_old_database_is_closed_to_others_and_that_is_logged(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "games.db"
    await opened_once(path)
    assert caplog.messages == []
    for each in (path, tmp_path / "games.db.lock"):
        each.chmod(0o644)
    async with store_in(path):
        assert modes(path) == dict.fromkeys(NAMES, "0o600") | {"games.db.lock": "0o644"}
    assert caplog.messages == ["others could read the database; now its owner alone can"]


async def test_the_rights_of_somebody_elses_file_are_theirs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "games.db"
    await opened_once(path)
    path.chmod(0o640)
    monkeypatch.setattr(os, "geteuid", lambda: path.stat().st_uid + 1)
    await opened_once(path)
    assert modes(path)["games.db"] == "0o640"
