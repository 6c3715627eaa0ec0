"""Keeps everything in one SQLite file and a folder of attachments.

    <folder>/discord.db     kept(kind, id, body)   one JSON row per thing
    <folder>/files/<id>     the bytes of an attachment

Every write is its own transaction in the write-ahead log: it survives the death of the process
(not of the machine, which nobody needs here).
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Collection
from pathlib import Path
from typing import Any, TypeVar

from sandbox.model import Record

R = TypeVar("R", bound=Record)

_SCHEMA = """
create table if not exists kept (
    kind text not null, id text not null, body text not null, primary key (kind, id)
) without rowid
"""


class Store:
    """One open folder. Opening raises `OSError` when it cannot be used or is in use."""

    def __init__(self, folder: Path) -> None:
        self.files = folder / "files"
        self.files.mkdir(parents=True, exist_ok=True)
        self._db = _open(folder / "discord.db")
        self.closed = False

    def keep(self, thing: Record) -> None:
        self._write(thing.kind, thing.id, thing.to_json())

    def forget(self, thing: Record) -> None:
        self._db.execute("delete from kept where kind = ? and id = ?", (thing.kind, thing.id))

    def all(self, of: type[R]) -> list[R]:
        """Everything of one kind, oldest first."""
        query = "select body from kept where kind = ? order by length(id), id"
        rows = self._db.execute(query, (of.kind,)).fetchall()
        return [of.from_json(json.loads(body)) for (body,) in rows]

    def setting(self, name: str, default: Any = None) -> Any:
        query = "select body from kept where kind = 'setting' and id = ?"
        row = self._db.execute(query, (name,)).fetchone()
        return default if row is None else json.loads(row[0])

    def set(self, name: str, value: Any) -> None:
        self._write("setting", name, value)

    def close(self) -> None:
        self.closed = True
        self._db.close()

    def _write(self, kind: str, key: str, body: Any) -> None:
        text = json.dumps(body, ensure_ascii=False, separators=(",", ":"))
        self._db.execute("insert or replace into kept values (?, ?, ?)", (kind, key, text))

    # -- attachments

    def save_file(self, key: str, content: bytes) -> None:
        (self.files / key).write_bytes(content)

    def drop_files_but(self, keys: Collection[str]) -> None:
        for file in self.files.iterdir():
            if file.name not in keys:
                file.unlink()

    def drop_file(self, key: str) -> None:
        (self.files / key).unlink(missing_ok=True)


def _open(path: Path) -> sqlite3.Connection:
    db = sqlite3.connect(path, isolation_level=None, timeout=0)
    try:
        # Exclusive: two sandboxes on one folder would overwrite each other's memory.
        db.execute("pragma locking_mode = exclusive")
        db.execute("pragma journal_mode = wal")
        db.execute("pragma synchronous = off")
        db.execute(_SCHEMA)
    except sqlite3.Error as error:
        db.close()
        if "locked" in str(error):
            raise OSError(f"another sandbox is running in the folder {path.parent}") from error
        raise OSError(f"can't use the sandbox's file {path.name}: {error}") from error
    return db
