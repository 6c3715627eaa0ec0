"""Which sessions are a process's, and how those of one that is frozen are ended.

The server waits without a bound for more of what is sent in one go (a pipeline), and the system of
a process that is frozen answers for it. So others end its sessions:

in the middle of a write          whoever waited for its locks in vain, once it has said nothing for
                                  as long as the server bears that outside of a pipeline
while another takes its place     who takes it. It gets no session any more, so what it wanted to
                                  write is not written when it wakes
"""

import secrets
from dataclasses import dataclass, field
from typing import Any, Final

import psycopg

from storage import places
from storage.engine import Db
from storage.errors import ON_SERVER, Unwritable

REPLACED: Final = "another process has taken over from this one"
OURS: Final = "lumbercamp"  # what the name of every session begins with
END: Final = 1000  # ms until a session that is ended is gone
# Between two pipelines a session is not "active": the server bounds that, unless it is told not to.
BORNE: Final = "current_setting('idle_in_transaction_session_timeout')::interval"
SILENT: Final = f"""select pg_terminate_backend(pid, {END}) from pg_stat_activity
where datname = current_database() and pid != pg_backend_pid()
and starts_with(application_name, '{OURS}') and wait_event = 'ClientRead' and state = 'active'
and state_change < clock_timestamp() - {BORNE}""".encode()
THEIRS: Final = f"""select pg_terminate_backend(pid, {END}) from pg_stat_activity
where datname = current_database() and application_name = ?"""


@dataclass
class Process:
    """One that uses the database. place: which it has of those that one has at a time."""

    name: str = field(default_factory=lambda: secrets.token_hex(8))
    place: str | None = None

    def must_have_its_place(self, db: Db) -> None:
        """Raises Unwritable where another has it."""
        if self.place is not None and places.holder(db, self.place) != self.name:
            raise Unwritable(ON_SERVER, REPLACED)


def named(process: str) -> str:
    """How a session of that process is called; "": of one that looks, or holds a place."""
    return f"{OURS} {process}".rstrip()


def end_silent(raw: psycopg.Connection[Any]) -> None:
    """End all that are in the middle of a write and that nothing was heard of for too long."""
    raw.execute(SILENT)


def end(db: Db, process: str) -> None:
    """End all of another process; what it had not committed is undone."""
    db.execute(THEIRS, (named(process),))
