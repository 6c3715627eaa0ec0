"""Statements that are sent to a server together, and what it answers.

    execute ┐
    execute ├─ wait here ── somebody looks at an answer, or all is asked ──> sent, and answered
    execute ┘

The library's own pipeline hands each of them to the system by itself, and makes all anew for it
that a cursor can do. For the small statements of a turn that is most of what they cost a bot, so
this one uses what lies below it (psycopg.pq), and each statement is prepared when it is first used.
"""

from collections import deque
from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import count
from types import TracebackType
from typing import Any, Final, Self

import psycopg
from psycopg.abc import PQGen
from psycopg.adapt import PyFormat, Transformer
from psycopg.errors import error_from_result
from psycopg.generators import fetch_many, send
from psycopg.pq import ExecStatus, TransactionStatus
from psycopg.pq.abc import PGresult

from storage.postgres.dialect import names, translated

KEPT: Final = 200  # prepared statements of a connection
AT_ONCE: Final = 1000  # statements; the wait for all of them is one, with one bound
GOOD: Final = {ExecStatus.TUPLES_OK, ExecStatus.COMMAND_OK}


class Answer:
    """What a statement has found or changed; who looks at it waits for it."""

    __slots__ = ("_pipeline", "_rows", "result")

    def __init__(self, pipeline: "Pipeline") -> None:
        self._pipeline = pipeline
        self._rows: Iterator[tuple[Any, ...]] | None = None
        self.result: PGresult | None = None

    def fetchone(self) -> tuple[Any, ...] | None:
        return next(iter(self), None)

    def fetchall(self) -> list[tuple[Any, ...]]:
        return [*self]

    def __iter__(self) -> Iterator[tuple[Any, ...]]:
        if self._rows is None:
            self._rows = iter(self._pipeline.rows(self._looked()))
        return self._rows

    @property
    def rowcount(self) -> int:
        """Negative where the connection was lost before the answer came."""
        found = self._looked()
        return -1 if found is None else found.command_tuples or 0

    @property
    def description(self) -> list[tuple[str]]:
        found = self._looked()
        assert found is not None
        return [((found.fname(column) or b"").decode(),) for column in range(found.nfields)]

    def _looked(self) -> PGresult | None:
        if self.result is None:
            self._pipeline.settle()
        return self.result


class Pipeline:
    """A connection as pieces of work know it, each within `with`."""

    def __init__(self, raw: psycopg.Connection[Any]) -> None:
        raw.prepare_threshold = None  # what is prepared from now on is prepared here
        self._raw, self._db, self._values = raw, raw.pgconn, Transformer(raw)
        self._asked = deque[Answer]()
        self._prepared = dict[tuple[bytes, tuple[int, ...]], bytes]()
        self._numbers, self._failed = count(), False

    def __enter__(self) -> Self:
        self._db.enter_pipeline_mode()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        try:
            with suppress(*([psycopg.Error] if error else [])):
                self.settle()
        finally:
            self._asked.clear()
            if not self._raw.closed:
                self._db.exit_pipeline_mode()

    def execute(self, sql: str | bytes, values: Any = ()) -> Answer:
        """sql: for both engines; in bytes, as PostgreSQL says it."""
        if len(self._asked) >= AT_ONCE:
            self.settle()
        if isinstance(sql, str):
            values = [values[name] for name in names(sql)] if isinstance(values, dict) else values
            sql = translated(sql)
        elif not values:  # `begin` and the like, which would be no shorter
            self._db.send_query_params(sql, None)
            return self._ask()
        written = self._values.dump_sequence(values, [PyFormat.AUTO] * len(values))
        types, formats = self._values.types or (), self._values.formats
        name = self._prepared.get((sql, types)) or self._prepare(sql, types)
        self._db.send_query_prepared(name, written, formats)
        return self._ask()

    def executemany(self, sql: str, rows: Iterable[Any]) -> None:
        for row in rows:
            self.execute(sql, row)

    def settle(self) -> None:
        """Wait until all that was asked is answered. Raises the first error among the answers."""
        # Not for what was sent alone. A server that has answered that waits for more without any
        # bound, and keeps all locks of a bot that is frozen then.
        if self._asked:
            self._raw.wait(self._answers())

    def rows(self, result: PGresult | None) -> list[tuple[Any, ...]]:
        assert result is not None
        self._values.set_pgresult(result)
        return self._values.load_rows(0, result.ntuples, tuple)

    def roll_back(self) -> None:
        """Undo what was done within `with`, after it. Raises what psycopg raises."""
        # Not by the library, which lets go of all that is prepared then, if any of it is its own.
        if self._db.transaction_status != TransactionStatus.IDLE:
            self._raw.execute(b"rollback")
        if self._failed:  # perhaps at a statement that has to be prepared anew
            self._failed = False
            self._prepared.clear()
            self._raw.execute(b"deallocate all")

    def _prepare(self, sql: bytes, types: tuple[int, ...]) -> bytes:
        if len(self._prepared) == KEPT:
            self._prepared.clear()
            self._db.send_query_params(b"deallocate all", None)
            self._ask()
        name = self._prepared[sql, types] = b"asked_%d" % next(self._numbers)
        self._db.send_prepare(name, sql, types)
        self._ask()
        return name

    def _ask(self) -> Answer:
        answer = Answer(self)
        self._asked.append(answer)
        return answer

    def _answers(self) -> PQGen[None]:
        self._db.pipeline_sync()
        yield from send(self._db)
        failed: psycopg.Error | None = None
        while self._asked and (results := (yield from fetch_many(self._db))):
            answer, result = self._asked.popleft(), results[0]
            if result.status in GOOD:
                answer.result = result
            elif failed is None:
                failed, self._failed = error_from_result(result), True
        yield from fetch_many(self._db)  # that was all
        if self._asked:  # nobody knows any more which answer is whose
            self._raw.close()
            raise psycopg.OperationalError("not all was answered")
        if failed:
            raise failed
