"""The tables of settings: named values of the bot, of people and of servers."""

from collections.abc import Collection, Iterable, Mapping
from typing import TypeAlias

from storage import outbox
from storage.engine import Db
from storage.rows import Post
from storage.verbs import StoreBase, reads, writes

ByPerson: TypeAlias = dict[int, dict[str, str]]  # the settings of people, by name


class SettingVerbs(StoreBase):
    @reads
    def setting(self, db: Db, key: str) -> str | None:
        """A value of the bot."""
        return read(db, key)

    @writes
    def set(self, db: Db, key: str, value: str) -> None:
        """Set a value of the bot, in place of an earlier one."""
        write(db, key, value)

    async def personal(self, user: int) -> Mapping[str, str]:
        """A person's settings, by name. A game that is read has those of its sitters."""
        found, since = self._cache.person(user), self._cache.writes
        if found is None:
            found = await self._thread.read(lambda db: of_people(db, [user])[user])
            self._cache.keep_person(since, user, found)
        return found

    async def set_personal(self, user: int, name: str, value: str | None) -> None:
        """Set a person's value, in place of an earlier one; None: back to the default."""
        self._cache.forget_person(user)
        await self._thread.write(
            lambda db: _write(db, "personal_settings", '"user"', user, {name: value})
        )

    @reads
    def people_with(self, db: Db, name: str, value: str, most: int) -> ByPerson:
        """The settings of at most `most` people who have set this value."""
        sql = 'select "user" from personal_settings where name = ? and value = ? limit ?'
        return of_people(db, [user for (user,) in db.execute(sql, (name, value, most))])

    @reads
    def server(self, db: Db, guild: int) -> Mapping[str, str]:
        """A server's settings for its tables, by name."""
        return _of_server(db, guild)

    @reads
    def servers_with(self, db: Db, name: str) -> list[int]:
        """The servers that have set a value."""
        sql = "select guild from server_settings where name = ? order by guild"
        return [guild for (guild,) in db.execute(sql, (name,))]

    @writes
    def set_server(
        self, db: Db, guild: int, values: Mapping[str, str | None], kinds: Collection[str] = ()
    ) -> tuple[Post, ...] | None:
        """Set a server's values, in place of earlier ones (None: back to the default), and write
        posts of these kinds about it. None: there was nothing to change, and no post is written.
        Without values the posts are written in any case."""
        now = _of_server(db, guild)
        other = {name: value for name, value in values.items() if now.get(name) != value}
        if values and not other:
            return None
        _write(db, "server_settings", "guild", guild, other)
        at = self.now()
        return outbox.write(db, -guild, int(at), kinds, at)


def read(db: Db, key: str) -> str | None:
    found = db.execute("select value from settings where key = ?", (key,)).fetchone()
    return found and str(found[0])


def write(db: Db, key: str, value: str) -> None:
    sql = (
        "insert into settings (key, value) values (?, ?)"
        " on conflict (key) do update set value = excluded.value"
    )
    db.execute(sql, (key, value))


def of_people(db: Db, users: Iterable[int]) -> ByPerson:
    """The settings of each of these people. Computers and former players have none."""
    found = {user: dict[str, str]() for user in users}
    if people := [user for user in found if user > 0]:
        marks = ", ".join("?" * len(people))
        sql = f'select "user", name, value from personal_settings where "user" in ({marks})'
        for user, name, value in db.execute(sql, people):
            found[user][name] = value
    return found


def collect(people: ByPerson, user: int, name: str | None, value: str | None) -> None:
    """Add a row of an outer join to people's settings; no name: the person has none."""
    own = people.setdefault(user, {})
    if name is not None and value is not None:
        own[name] = value


def _of_server(db: Db, guild: int) -> dict[str, str]:
    sql = "select name, value from server_settings where guild = ?"
    return dict(db.execute(sql, (guild,)).fetchall())


def _write(db: Db, table: str, column: str, owner: int, values: Mapping[str, str | None]) -> None:
    for name, value in values.items():
        if value is None:
            db.execute(f"delete from {table} where {column} = ? and name = ?", (owner, name))
        else:
            sql = (
                f"insert into {table} ({column}, name, value) values (?, ?, ?)"
                f" on conflict ({column}, name) do update set value = excluded.value"
            )
            db.execute(sql, (owner, name, value))
