"""A PostgreSQL of the tests' own: in a folder that goes with them, reached by a socket in it.

It is there where the server's programs are (Debian: `apt install postgresql`); each process of the
tests starts one when a test first asks for it. PostgreSQL does not run as root, so root starts it
for another user.
"""

import atexit
import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tests.patience import PATIENCE

if TYPE_CHECKING:  # its driver may not be there
    from storage.postgres.connection import Raw
    from storage.postgres.store import PostgresStore

OURS = "lumber"  # the user that owns all databases here
OWNER = "postgres"  # the user of Debian's package
QUICK = ("fsync=off", "full_page_writes=off", "synchronous_commit=off")  # nothing here has to last
QUICKEST = "file_copy"  # how a server makes a database
EMPTY = """do $$ declare each text; begin
set local session_replication_role = replica;  -- in any order; to truncate takes far longer
for each in select tablename from pg_tables
where schemaname = 'public' and tablename not in ('migrations', 'lease') loop
    execute format('delete from %I', each);
end loop;
for each in select sequencename from pg_sequences
where schemaname = 'public' and last_value is not null loop
    perform setval(quote_ident(each)::regclass, 1, false);
end loop;
if to_regclass('lease') is not null then
    update lease set epoch = 0, expires = '-infinity';
end if;
end $$"""
ENDED = "pg_terminate_backend(pid, 5000) from pg_stat_activity"  # and waited for, 5 s
TABLES = "select tablename from pg_tables where schemaname = 'public'"
COUNTED = """select column_name from information_schema.columns
where table_schema = 'public' and table_name = %s and is_identity = 'YES'"""
_databases = count(1)
_shared = dict["Server", "Raw"]()  # connections that `shared_store` keeps
_free = list[str]()  # databases that have our tables and are free


@cache
def programs() -> Path | None:
    """The folder of the server's programs, of the newest version that is here."""
    found = [*Path("/usr/lib/postgresql").glob("*/bin/initdb")]
    if found:
        return max(found, key=lambda path: int(path.parts[-3])).parent
    there = shutil.which("initdb")
    return Path(there).resolve().parent if there else None


class Server:
    """One cluster; `stop` and `start` are a restart, `stop(dead=True)` is a crash."""

    def __init__(self, *settings: str) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="lumbercamp-postgres-"))
        self.settings = settings
        self._process: subprocess.Popen[bytes] | None = None
        self._as: dict[str, Any] = {}
        if os.geteuid() == 0:
            self._as = {"user": OWNER, "group": OWNER, "extra_groups": ()}
            shutil.chown(self.folder, OWNER, OWNER)
        how = ("-U", OURS, "-A", "trust", "-N", "-E", "UTF8")
        self._run("initdb", "-D", self.folder / "cluster", *how)

    def url(self, database: str = "postgres", *, host: Path | None = None, user: str = OURS) -> str:
        return f"postgresql://{user}@/{database}?host={host or self.folder}"

    def start(self) -> None:
        at = ("listen_addresses=", f"unix_socket_directories={self.folder}")
        options = [word for each in (*at, *self.settings) for word in ("-c", each)]
        with (self.folder / "log").open("ab") as log:
            self._process = subprocess.Popen(
                [self._program("postgres"), "-D", self.folder / "cluster", *options],
                stdout=log,
                stderr=log,
                cwd=self.folder,
                **self._as,
            )
        until = time.monotonic() + PATIENCE
        while not self._ready():
            assert self._process.poll() is None, (self.folder / "log").read_text()
            assert time.monotonic() < until, "PostgreSQL does not start"
            time.sleep(0.02)

    def stop(self, *, dead: bool = False) -> None:
        """dead: without a word to anybody, as when the machine goes down."""
        if raw := _shared.pop(self, None):
            raw.pgconn.finish()
        if self._process is not None:
            self._process.send_signal(signal.SIGQUIT if dead else signal.SIGINT)
            self._process.wait(PATIENCE)
            self._process = None

    @contextmanager
    def frozen(self) -> Iterator[None]:
        """Freeze it while the block runs; its connections stay."""
        assert self._process is not None
        main = self._process.pid
        os.kill(main, signal.SIGSTOP)
        others = Path(f"/proc/{main}/task/{main}/children").read_text(encoding="ascii").split()
        for each in others:
            os.kill(int(each), signal.SIGSTOP)
        try:
            yield
        finally:
            for each in (*others, str(main)):
                os.kill(int(each), signal.SIGCONT)

    def end(self) -> None:
        self.stop(dead=True)
        shutil.rmtree(self.folder, ignore_errors=True)

    def execute(
        self, *statements: str, database: str = "postgres", values: Sequence[object] = ()
    ) -> list[Any]:
        """The rows of the last statement. values: its arguments."""
        import psycopg

        with psycopg.connect(self.url(database), autocommit=True) as db:
            for statement in statements:
                found = db.execute(statement.encode(), values or None)
            return found.fetchall() if found.description else []

    def _ready(self) -> bool:
        asked = [str(self._program("pg_isready")), "-q", "-h", str(self.folder)]
        return subprocess.run(asked, check=False).returncode == 0

    def _run(self, program: str, *words: object) -> None:
        asked = [str(self._program(program)), *map(str, words)]
        done = subprocess.run(
            asked, cwd=self.folder, capture_output=True, text=True, check=False, **self._as
        )
        assert done.returncode == 0, done.stderr

    def _program(self, name: str) -> Path:
        folder = programs()
        assert folder is not None, "PostgreSQL's server programs are not here"
        return folder / name


@cache
def server() -> Server:
    """The server of this process's tests; it ends with them."""
    made = Server(*QUICK)
    atexit.register(made.end)
    made.start()
    return made


def end() -> None:
    """End the shared one, if a test has asked for it. A process of tests that is about to end has
    ten seconds left, which a busy machine may need for something else."""
    if server.cache_info().currsize:
        server().end()


@contextmanager
def database(how: str = f"strategy {QUICKEST}") -> Iterator[str]:
    """The name of a new, empty database."""
    name = f"t{next(_databases)}"
    server().execute(f"create database {name} {how}")
    yield name
    server().execute(f"drop database {name} with (force)")


@contextmanager
def database_with_tables() -> Iterator[str]:
    """The name of a new database with our tables, which a program takes far longer to make."""
    with database(_like_model()) as name:
        yield name


@cache
def _like_model() -> str:
    """How a database is made that has our tables."""
    server().execute("create database model")
    _have_tables(server().url("model"))
    return f"template model strategy {QUICKEST}"


def taken() -> str:
    """The name of a database with empty tables, until it is `free` again: a new one takes longer
    than most tests."""
    if _free:
        name = _free.pop()
        server().execute(f"select {ENDED} where datname = '{name}'")
        server().execute(EMPTY, database=name)
        return name
    name = f"t{next(_databases)}"
    server().execute(f"create database {name} {_like_model()}")
    return name


def free(name: str) -> None:
    _free.append(name)


def copy(name: str, to: str) -> None:
    """Copy a database into another one. Others may be in it; nobody uses the target."""
    import psycopg

    with psycopg.connect(server().url(name)) as db, psycopg.connect(server().url(to)) as new:
        db.execute("set transaction isolation level repeatable read")
        new.execute(EMPTY)
        new.execute("set session_replication_role = replica")  # in any order
        for (table,) in db.execute(TABLES).fetchall():
            if table not in ("migrations", "lease"):
                _copy_table(db, new, table)


def _have_tables(address: str) -> None:
    from storage.migrating import migrations
    from storage.postgres import opening

    with opening.connect(address) as raw:
        opening.prepare(raw, migrations(), 0.0)


def _copy_table(db: Any, new: Any, table: str) -> None:
    with (
        db.cursor().copy(f"copy {table} to stdout") as old,
        new.cursor().copy(f"copy {table} from stdin") as into,
    ):
        for rows in old:
            into.write(rows)
    for (column,) in new.execute(COUNTED, (table,)).fetchall():
        counted = f"setval(pg_get_serial_sequence('{table}', '{column}'), max({column}))"
        new.execute(f"select {counted} from {table}")


async def shared_store(now: Callable[[], float]) -> "PostgresStore":
    """A store with empty tables, on a connection that stays: a server plans again for each new
    one, which takes longer than most tests."""
    from storage.postgres.connection import Connection
    from storage.postgres.store import PostgresStore

    if server() not in _shared:
        _shared[server()] = _connection_that_stays()
    raw = _shared[server()]
    raw.execute(EMPTY.encode())
    connection = Connection(lambda: raw)
    connection.alone = True
    await connection.start()
    return PostgresStore(connection, now)


def _connection_that_stays() -> "Raw":
    from storage.postgres import opening

    raw = opening.connect(_shared_place())
    raw.close = lambda: None  # type: ignore[method-assign]
    return raw


@cache
def _shared_place() -> str:
    server().execute(f"create database shared {_like_model()}")
    return server().url("shared")


@cache
def kept() -> str:
    server().execute(f"create database kept {_like_model()}")
    return server().url("kept")


def emptied() -> str:
    """The address of a database that is never given back. Nobody is in it, or one of before would
    hold it a moment longer."""
    address = kept()
    ended = f"select {ENDED} where datname = 'kept' and pid != pg_backend_pid()"
    server().execute(ended, EMPTY, database="kept")
    return address
