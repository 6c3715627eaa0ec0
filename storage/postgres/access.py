"""Which roles of a server may connect to the bot's database, besides its own.

Each of them may take the locks by which bots share the database, whatever its tables allow.
"""

from __future__ import annotations

from contextlib import closing
from typing import Final

import psycopg

from storage.postgres.failures import failure
from storage.postgres.opening import connect

EVERYBODY: Final = "PUBLIC"
# A superuser and the database's owner can do anything, so nothing can be mended about them.
FOUND: Final = """
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


def others(address: str) -> list[str]:
    """Their names; EVERYBODY: all roles that there are and will be. Raises Unwritable."""
    try:
        with closing(connect(address)) as raw:
            return [str(name) for (name,) in raw.execute(FOUND.encode(), (EVERYBODY,))]
    except psycopg.Error as error:
        raise failure(error) from None
