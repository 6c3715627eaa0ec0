"""Connect to a database on a server, or raise the reason and leave it as it was. Missing migrations
are done in one transaction under a lock, so two programs that start together do them once."""

import logging
from collections.abc import Sequence
from contextlib import closing
from typing import Any, Final

import psycopg
from psycopg.conninfo import conninfo_to_dict

from storage import errors, migrating
from storage.migrating import Migration, Upgrade, note
from storage.postgres.connection import Raw, closed_on_failure, statements
from storage.postgres.dialect import BadAddress, failure, migration_to_postgres, numbers_for_truth

HOLDS, MIGRATES = int.from_bytes(b"LUMBhold", "big"), int.from_bytes(b"LUMBmigr", "big")
LEVEL: Final = int.from_bytes(b"LEVL", "big")  # with its level, of a program that shares it
OLDEST: Final = 150_000  # PostgreSQL 15
# Bounds on every wait, after which the server ends it. A frozen process holds no lock longer.
_BOUNDS: Final = b"""
set statement_timeout = '5s';
set lock_timeout = '2s';
set idle_in_transaction_session_timeout = '5s';
set client_min_messages = 'error'
"""
# All statements find their rows by an index, whatever their values, so each is planned once. In a
# large table the server would rather plan some of them each time, or compile them to machine code
# first; both take longer than the statements.
_PLANS: Final = b"set plan_cache_mode = force_generic_plan; set jit = off"
_REACHING: Final[dict[str, Any]] = {
    "connect_timeout": 3,
    "tcp_user_timeout": 10_000,
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "client_encoding": "utf8",
}
# Needed only on a server: a mark that the tables are ours; how often each connection wrote, to
# find out whether a commit without an answer was done; and the lease. Its epoch is a key, so a
# renewal doesn't wait for a write, and a takeover does.
OWN: Final = b"""
comment on table migrations is 'Lumbercamp';
create table writers (
    name text primary key,
    writes integer not null,
    at timestamptz not null default now()
);
create table lease (
    epoch bigint primary key,
    holder text not null,
    expires timestamptz not null
);
insert into lease values (0, '', '-infinity');
"""
# How many programs share the database that aren't known to have at least that level.
_OLDER: Final = """
with held as (
    select pid, classid::bigint as first, objid::bigint as second, objsubid as words from pg_locks
    where locktype = 'advisory' and granted and pid != pg_backend_pid()
    and database = (select oid from pg_database where datname = current_database())
)
select count(*) from held where words = 1 and first = %s and second = %s and pid not in (
    select pid from held where words = 2 and first = %s and second >= %s
)
"""
# Objects that could restore or store a deleted name. Extensions may bring such views.
_ADDED: Final = """
select 'the trigger ' || tgname from pg_trigger join pg_class c on c.oid = tgrelid
where not tgisinternal and relnamespace = current_schema()::regnamespace
union all
select 'the rule ' || rulename from pg_rules
where schemaname = current_schema() and rulename != '_RETURN'
union all
select 'the view ' || relname from pg_class c
where relkind = 'm' and relnamespace = current_schema()::regnamespace
and not exists (select 1 from pg_depend where objid = c.oid and deptype = 'e')
"""
# Roles that may connect, but superusers and the owner, who can do anything. Each of them can take
# the locks by which bots share the database, whatever its tables allow.
CONNECT: Final = """
with ours as (select datdba, datacl from pg_database where datname = current_database())
select %s where exists (
    select 1 from ours, aclexplode(coalesce(datacl, acldefault('d', datdba))) as granted
    where granted.grantee = 0 and granted.privilege_type = 'CONNECT'
)
union all (
    select rolname::text from pg_roles, ours
    where rolcanlogin and not rolsuper and rolname != current_user and pg_roles.oid != datdba
    and has_database_privilege(pg_roles.oid, current_database(), 'CONNECT') order by rolname
)
"""

# psycopg logs errors that it ignores, with the address.
logging.getLogger("psycopg").setLevel(logging.CRITICAL)


def connect(address: str) -> Raw:
    """A connection in autocommit mode, with a bound on every wait. Raises what psycopg raises."""
    try:
        ports = str(conninfo_to_dict(address).get("port", "")).split(",")
        wrong = [port for port in ports if port and not 0 < int(port) < 65_536]
    except (psycopg.ProgrammingError, ValueError):
        raise BadAddress from None
    if wrong:
        raise BadAddress
    raw = Raw.connect(address, autocommit=True, application_name="lumbercamp", **_REACHING)
    with closed_on_failure(raw):
        raw.execute(_BOUNDS)
        raw.execute(_PLANS)
        numbers_for_truth(raw)
    return raw


def hold(raw: Raw, *, alone: bool = True) -> None:
    """Hold the database as long as the connection lasts, alone or with others. Raises Busy."""
    try:
        # It waits as long as for any lock: a server may not know yet that a bot died.
        if alone:
            raw.execute(b"select pg_advisory_lock(%s)", (HOLDS,))
        else:
            both = b"select pg_advisory_lock_shared(%s), pg_advisory_lock_shared(%s::int, %s::int)"
            raw.execute(both, (HOLDS, LEVEL, _known(migrating.migrations())))
    except psycopg.errors.LockNotAvailable:
        raise errors.Busy(errors.ON_SERVER) from None


def prepare(raw: Raw, steps: Sequence[Migration], at: float, *, alone: bool = True) -> None:
    """Bring the database through `steps`. Raises Unwritable, NotOurs, TooNew or Outdating."""
    if raw.info.server_version < OLDEST:
        raise errors.Unwritable(errors.ON_SERVER, "PostgreSQL 15 or newer is needed")
    if one(raw, "show server_encoding") != "UTF8":
        raise errors.Unwritable(errors.ON_SERVER, "its encoding isn't UTF8")
    if one(raw, "show transaction_read_only") == "on":
        raise errors.Unwritable(errors.ON_SERVER, "it's read-only, as a standby is")
    with raw.unbound(), raw.transaction():
        raw.execute("set local statement_timeout = 0")
        raw.execute("select pg_advisory_xact_lock(%s)", (MIGRATES,))
        found, db = _level(raw), statements(raw)
        _must_know(raw, steps, found, whole=alone)
        missing = [step for step in steps if step.number > found]
        if missing and found:
            _outdates_nobody(raw, max(step.works_with for step in missing))
        for step in missing:
            raw.execute(migration_to_postgres(step.sql).encode())
            note(db, step, at)
        if not found:
            raw.execute(OWN)


def rejoin(raw: Raw, steps: Sequence[Migration]) -> None:
    """Share the database on another connection: a newer program may have changed it meanwhile.
    Raises NotOurs or TooNew."""
    with raw.transaction():
        raw.execute("select pg_advisory_xact_lock_shared(%s)", (MIGRATES,))
        _must_know(raw, steps, _level(raw), whole=False)


def look(raw: Raw, steps: Sequence[Migration], *, whole: bool = False) -> None:
    """Prepare for reading only. whole: refuse tables of newer programs. Raises NotOurs, TooNew or
    Unreadable."""
    raw.execute("set default_transaction_read_only = on")
    found = _level(raw)
    _must_know(raw, steps, found, whole=whole)
    if found < _known(steps):
        raise errors.Unreadable(errors.ON_SERVER, "this version hasn't been started on it yet")


def upgrade(raw: Raw, steps: Sequence[Migration]) -> Upgrade:
    """What `prepare` would do on a shared database. Raises NotOurs, TooNew or Outdating."""
    raw.execute("set default_transaction_read_only = on")
    found = _level(raw)
    _must_know(raw, steps, found, whole=False)
    missing = tuple(step for step in steps if step.number > found)
    planned = Upgrade(found, missing)
    if missing and found:
        _outdates_nobody(raw, planned.works_with)
    return planned


def _must_know(raw: Raw, steps: Sequence[Migration], found: int, *, whole: bool) -> None:
    """Raise TooNew if a program with these steps can't use a database of that level, Altered if
    someone added to it. whole: the program must know all of its steps."""
    if (added := raw.execute(_ADDED.encode()).fetchone()) is not None:
        raise errors.Altered(errors.ON_SERVER, f"{added[0]} isn't part of Lumbercamp")
    known = _known(steps)
    needed = "select coalesce(max(works_with), 0) from migrations where number > %s"
    if found > known and (whole or int(one(raw, needed, known)) > known):
        raise errors.TooNew(errors.ON_SERVER, found, known)


def _outdates_nobody(raw: Raw, level: int) -> None:
    """Raise Outdating if a program below that level uses the database."""
    if one(raw, _OLDER, HOLDS >> 32, HOLDS & 0xFFFFFFFF, LEVEL, level):
        raise errors.Outdating(errors.ON_SERVER)


def _known(steps: Sequence[Migration]) -> int:
    """The level of a program with these steps."""
    return max(step.number for step in steps)


def _level(raw: Raw) -> int:
    """The newest migration that the database has been through; 0: it is empty."""
    if one(raw, "select obj_description(to_regclass('migrations')) = 'Lumbercamp'"):
        return int(one(raw, "select max(number) from migrations"))
    if one(raw, "select count(*) from pg_tables where schemaname = current_schema()"):
        raise errors.NotOurs(errors.ON_SERVER)
    return 0


def one(raw: Raw, sql: str, *values: object) -> Any:
    """The only value that a statement finds."""
    found = raw.execute(sql.encode(), values).fetchone()
    assert found is not None
    return found[0]


def others(address: str) -> list[str]:
    """The other roles that may connect to the database; PUBLIC: every role. Raises Unwritable."""
    try:
        with closing(connect(address)) as raw:
            return [str(name) for (name,) in raw.execute(CONNECT.encode(), ("PUBLIC",))]
    except psycopg.Error as error:
        raise failure(error) from None
