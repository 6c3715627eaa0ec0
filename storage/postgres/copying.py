"""A database on a server to copy from, and one to copy to in one transaction. Neither has a time
limit, as the person who moves millions of rows waits for it."""

import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

import psycopg

from storage import migrating
from storage.copying import BATCH, CopiedTable, Failed, Row
from storage.errors import ON_SERVER, InDoubt, StoreError, Unreadable
from storage.migrating import Upgrade
from storage.postgres import opening
from storage.postgres.connection import READING, Raw, statements
from storage.postgres.dialect import failure, why


class ServerEnd:
    """An end of a copy (storage.copying.CopyEnd)."""

    def __init__(self, raw: Raw, failed: Failed) -> None:
        self._raw, self.db, self._failed = raw, statements(raw), failed

    def rows(self, table: CopiedTable) -> Iterator[Row]:
        declare = f"declare a_part no scroll cursor for select {table.columns} from {table.name}"
        with _in_our_words():
            self._raw.execute(declare.encode())
            while part := self._raw.execute(f"fetch {BATCH} from a_part".encode()).fetchall():
                yield from part
            self._raw.execute(b"close a_part")

    def last(self, table: CopiedTable) -> int:
        given = f"select case when is_called then last_value else 0 end from {self._ids(table)}"
        most = f"select coalesce(max(id), 0) from {table.name}"
        return max(int(opening.one(self._raw, sql)) for sql in (given, most))

    def storable(self, row: Row) -> Row:
        return tuple(value.replace("\0", "") if isinstance(value, str) else value for value in row)

    def fill(self, table: CopiedTable, rows: Iterable[Row]) -> None:
        into = f"copy {table.name} ({table.columns}) from stdin"
        try:
            with self._raw.cursor() as cursor, cursor.copy(into.encode()) as sent:
                for row in rows:
                    sent.write_row(row)
        except (psycopg.errors.IntegrityError, psycopg.errors.DataError) as error:
            said = f"a row of {table.name} can't be stored there ({error.sqlstate})"
            raise self.failure(said) from None

    def continue_ids(self, table: CopiedTable, last: int) -> None:
        sql = b"select setval(%s, greatest(%s, 1), %s > 0)"
        self._raw.execute(sql, (self._ids(table), last, last))

    def failure(self, reason: str) -> StoreError:
        return self._failed(ON_SERVER, reason)

    def _ids(self, table: CopiedTable) -> str:
        """The sequence with the ids of a table."""
        return str(opening.one(self._raw, "select pg_get_serial_sequence(%s, 'id')", table.name))


@contextmanager
def copied_from(address: str, *, alone: bool) -> Iterator[ServerEnd]:
    """A database as it is at this moment. alone: no bot may have it meanwhile. Raises NotOurs,
    TooNew, Busy, Unreadable or Unwritable; the database is then, and afterwards, as it was."""
    with _in_our_words(), _connected(address) as raw:
        if alone:
            opening.hold(raw)
        opening.look(raw, migrating.migrations(), whole=True)
        raw.execute(READING)
        yield ServerEnd(raw, Unreadable)


@contextmanager
def copied_to(address: str, failed: Failed) -> Iterator[ServerEnd]:
    """A database that nobody else has, in one transaction with the steps that it lacks: everything
    is there at the end, or it is as it was. Raises what failed makes, NotOurs, TooNew, Busy,
    Unwritable or InDoubt."""
    with _in_our_words(), _connected(address) as raw:
        opening.hold(raw)
        raw.execute(b"begin")
        opening.prepare(raw, migrating.migrations(), time.time())
        yield ServerEnd(raw, failed)
        try:
            raw.execute(b"commit")
        except psycopg.OperationalError as lost:
            raise InDoubt(ON_SERVER, why(lost) or "") from None


def upgrade(address: str) -> Upgrade:
    """What this version would do to the schema. Raises NotOurs, TooNew, Outdating or Unwritable."""
    with _in_our_words(), _connected(address) as raw:
        return opening.upgrade(raw, migrating.migrations())


@contextmanager
def _connected(address: str) -> Iterator[Raw]:
    raw = opening.connect(address)
    try:
        raw.execute(b"set statement_timeout = 0; set idle_in_transaction_session_timeout = 0")
        with raw.unbound():
            yield raw
    finally:
        raw.close()


@contextmanager
def _in_our_words() -> Iterator[None]:
    try:
        yield
    except psycopg.Error as error:
        raise failure(error) from None
