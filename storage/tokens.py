"""The table tokens: words with which programs read games and calendars read deadlines. A token
belongs to a server or, if its server is 0, to its person. Only its hash is stored."""

from collections.abc import Collection

from storage import outbox
from storage.engine import Db
from storage.rows import Token
from storage.verbs import StoreBase, insert, reads, writes

MOST = 10  # tokens of a server, and of a person
_READ = 'select id, "user", guild, kind, made, used from tokens where'


class TokenVerbs(StoreBase):
    @writes
    def add_token(
        self, db: Db, hash_: str, user: int, guild: int, kind: str, posts: Collection[str] = ()
    ) -> bool:
        """Add a token, and write posts of these kinds about its server. False: its owner has too
        many, and nothing is written."""
        if len(_of(db, user, guild)) >= MOST:
            return False
        at = self.now()
        insert(db, "tokens", 'hash, "user", guild, kind, made', [(hash_, user, guild, kind, at)])
        outbox.write(db, -guild, int(at), posts, at)
        return True

    @writes
    def end_token(
        self, db: Db, token: int, user: int, guild: int, posts: Collection[str] = ()
    ) -> None:
        """End a token of this owner, and write posts; if it is theirs."""
        if token in [each.id for each in _of(db, user, guild)]:
            db.execute("delete from tokens where id = ?", (token,))
            at = self.now()
            outbox.write(db, -guild, int(at), posts, at)

    @reads
    def token(self, db: Db, hash_: str) -> Token | None:
        """The token with this hash."""
        found = db.execute(f"{_READ} hash = ?", (hash_,)).fetchone()
        return found and Token(*found)

    @reads
    def tokens_of(self, db: Db, user: int, guild: int) -> list[Token]:
        """The tokens of a server or, if it is 0, of a person, oldest first."""
        return _of(db, user, guild)

    @writes
    def note_token(self, db: Db, token: int) -> None:
        """Note that a token is in use."""
        db.execute("update tokens set used = ? where id = ?", (self.now(), token))


def _of(db: Db, user: int, guild: int) -> list[Token]:
    where, owner = ("guild = ?", guild) if guild else ('"user" = ? and guild = 0', user)
    return [Token(*row) for row in db.execute(f"{_READ} {where} order by id", (owner,))]
