"""The table outbox: posts, written in the transaction of a turn and sent after it. A post waits
until it is sent, or is parked until someone changes something, and tried every hour. One that waits
when a process takes the database over may be out already: the bot looks for its message first."""

import secrets
from collections.abc import Collection
from itertools import chain
from typing import Final

from storage.engine import Db
from storage.rows import LASTING, PAGE, Call, Post
from storage.verbs import StoreBase, reads, writes

_QUEUE: Final = "indexed by outbox_queue where state = 'waiting'"
_PARKED: Final = "indexed by outbox_parked where state = 'parked'"
_SENT: Final = "message is not null"


class OutboxVerbs(StoreBase):
    @reads
    def waiting(self, db: Db, after: int = 0, most: int = PAGE) -> list[Post]:
        """At most `most` posts that wait to be sent, with higher ids than `after`, in order of id.
        Those that aren't `fresh` may have been sent: look for their messages."""
        return _posts(db, f"{_QUEUE} and id > ? order by id limit ?", after, most)

    @reads
    def under_way(self, db: Db, games: Collection[int]) -> list[Post]:
        """All waiting posts about these games, in order of id."""
        if not games:
            return []
        marks = ", ".join("?" * len(games))
        return _posts(db, f"where state = 'waiting' and game in ({marks}) order by id", *games)

    async def note_sent(
        self,
        post: Post,
        message: int | None,
        channel: int | None = None,
        called: int | None = None,
        echoes: Collection[str] = (),
    ) -> None:
        """Note that a post became this message in this channel; None: it needed no message.
        called: the person whom it mentions; echoes: kinds of posts to write with it. Every later
        verb knows it, but it is durable only with the next write, or a moment later. After a death
        in between, the message must be looked for."""
        self._cache.note_message(post, message)
        values = (message, channel, called, self.now(), post.id)

        def note(db: Db) -> None:
            unsent = "select 1 from outbox where id = ? and state <> 'sent'"
            if echoes and db.execute(unsent, (post.id,)).fetchone():
                write(db, post.game, post.n, echoes, self.now())
            if message is None:
                db.execute("delete from outbox where id = ?", (post.id,))  # nothing would read it
                return
            columns = "state = 'sent', message = ?, channel = ?, called = ?, at = ?"
            db.execute(f"update outbox set {columns} where id = ?", values)
            if post.kind in LASTING:
                db.execute("update games set version = version + 1 where id = ?", (post.game,))

        self._thread.defer(note)

    @reads
    def calls(self, db: Db, game: int, since: int) -> list[Call]:
        """The mentions in posts about a game since a row, in order."""
        where = f"game = ? and n >= ? and {_SENT} and called is not null"
        sql = f"select kind, called, at from outbox where {where} order by id"
        return [Call(*row) for row in db.execute(sql, (game, since))]

    @reads
    def calling_posts(self, db: Db, game: int, since: int, before: int) -> list[Post]:
        """The posts about a game that mention someone, from row `since` to before row `before`."""
        where = f"where game = ? and n >= ? and n < ? and {_SENT} and called is not null"
        return _posts(db, f"{where} order by id", game, since, before)

    @reads
    def servers_of_calls(self, db: Db, user: int, kind: str) -> list[int]:
        """The servers with a game about which a post of this kind mentioned a person."""
        sql = (
            "select distinct guild from outbox join games on games.id = outbox.game"
            f" where called = ? and outbox.kind = ? and {_SENT}"
        )
        return [guild for (guild,) in db.execute(sql, (user, kind))]

    @reads
    def last_call(self, db: Db, user: int, aside: str) -> float | None:
        """When a person was mentioned last, leaving out posts of kinds such as `aside:77`."""
        sql = "select max(at) from outbox where called = ? and kind not like ?"
        last: float | None = db.execute(sql, (user, f"{aside}:%")).fetchone()[0]
        return last

    @reads
    def call_kinds(self, db: Db, user: int, alike: str, since: float) -> list[str]:
        """The kinds, of those that begin with `alike` (such as `invites:77:`, with the person's
        id), of posts that mentioned a person after a moment, or that aren't sent yet."""
        waits = "and game > 0 and kind like ?"  # about games, not servers
        sql = (
            "select kind from outbox indexed by outbox_called"
            " where called = ? and at > ? and kind like ?"
            f" union all select kind from outbox {_QUEUE} {waits}"
            f" union all select kind from outbox {_PARKED} {waits}"
        )
        begun = f"{alike}%"
        return [kind for (kind,) in db.execute(sql, (user, since, begun, begun, begun))]

    @writes
    def note_try(self, db: Db, post: Post, why: str) -> None:
        """Count a failed try. why: the reason, without content or secrets."""
        sql = "update outbox set tries = tries + 1, why = ?, at = ? where id = ?"
        db.execute(sql, (why, self.now(), post.id))

    @writes
    def park(self, db: Db, post: Post, why: str) -> list[Post]:
        """Park a post, which counts as a try. Returns the parked posts of the same game."""
        before = _posts(db, "where state = 'parked' and game = ? order by id", post.game)
        sql = "update outbox set state = 'parked', tries = tries + 1, why = ?, at = ? where id = ?"
        db.execute(sql, (why, self.now(), post.id))
        return before

    @writes
    def retry(self, db: Db, seconds: float = 0, guild: int | None = None) -> list[Post]:
        """The parked posts that were tried at least so many seconds ago, in order of id; they
        count as tried now, and stay parked until they are sent. guild: only those about this server
        and its games. With seconds, posts that were tried very often are left out."""
        # SQLite would rather walk through all posts, as they are in order. A post that was tried
        # in the future was tried before the machine's clock was set back.
        at = self.now()
        where, values = f"{_PARKED} and (at <= ? or at > ?)", [at - seconds, at]
        if seconds:
            where += " and tries < 1000"  # in more than a month of hours
        if guild is not None:
            where += " and (game = ? or game in (select id from games where guild = ?))"
            values += [-guild, guild]
        found = _posts(db, f"{where} order by id", *values)
        db.executemany("update outbox set at = ? where id = ?", [(at, post.id) for post in found])
        return found

    @reads
    def post_by_message(self, db: Db, message: int) -> Post | None:
        """The post that became this message."""
        return _first(db, "where message = ? order by id desc limit 1", message)

    @reads
    def latest(self, db: Db, game: int, kind: str, before: int = 2**62) -> Post | None:
        """A game's last post of a kind that became a message. before: of those with lower ids."""
        where = f"where game = ? and kind = ? and {_SENT} and id < ? order by id desc limit 1"
        return _first(db, where, game, kind, before)

    @reads
    def last_messages(self, db: Db, before: int) -> list[tuple[int, float]]:
        """The last three messages of posts with ids below `before`, each with when it was noted."""
        where = f"where id < ? and {_SENT} order by id desc limit 3"
        return db.execute(f"select message, at from outbox {where}", (before,)).fetchall()

    @reads
    def sent_lately(self, db: Db, seconds: float) -> list[Post]:
        """The boards and results that became messages within so many seconds before the last
        message of all, in order of id; the newest thousand posts are looked at."""
        # By the primary key: there is no index of moments, and the clock may have been set back.
        newest = f"id > (select max(id) from outbox) - 1000 and {_SENT}"
        since = f"at >= (select at from outbox where {newest} order by id desc limit 1) - ?"
        kinds = "kind in ('turn', 'result')"
        return _posts(db, f"where {newest} and {kinds} and {since} order by id", seconds)

    @writes
    def tell_once(self, db: Db, game: int, kind: str, alike: str = "") -> bool:
        """Write a post of this kind about a game as it is. False: there is one that waits, is
        parked or became a message. alike: one post counts for all kinds that begin so."""
        there = (
            f"select id from outbox indexed by outbox_latest where {_SENT} and {{which}}"
            f" union select id from outbox {_PARKED} and {{which}}"
            f" union select id from outbox {_QUEUE} and {{which}}"
        ).format(which="game = ? and kind >= ? and kind < ?")
        # From the first text with this beginning to the first one after them; or one text alone.
        first, behind = (alike, f"{alike}\U0010ffff") if alike else (kind, f"{kind}\1")
        if db.execute(there, 3 * (game, first, behind)).fetchone():
            return False
        write_now(db, game, kind, self.now())
        return True


def write(db: Db, game: int, n: int, kinds: Collection[str], at: float) -> tuple[Post, ...]:
    """Write posts of these kinds about a game at row `n`; about a server: its id below zero, and
    the second in which they are written."""
    if not kinds:
        return ()
    new = [(game, n, kind, at, secrets.token_hex(12)) for kind in kinds]
    marks = ", ".join(["(?, ?, ?, ?, ?)"] * len(new))
    sql = f"insert into outbox (game, n, kind, at, nonce) values {marks} returning nonce, id"
    ids = dict(db.execute(sql, [*chain.from_iterable(new)]).fetchall())
    return tuple(Post(ids[nonce], game, n, kind, 0, None, nonce) for _, _, kind, _, nonce in new)


def write_now(db: Db, game: int, kind: str, at: float) -> None:
    """Write a post about a game as it is."""
    (n,) = db.execute("select n from games where id = ?", (game,)).fetchone()
    write(db, game, n, [kind], at)


def count(db: Db) -> tuple[int, int]:
    """How many posts wait, and how many are parked."""
    sql, those = "select count(*) from outbox", (_QUEUE, _PARKED)
    (waiting,), (parked,) = (db.execute(f"{sql} {each}").fetchone() for each in those)
    return waiting, parked


def last_two(db: Db, game: int, kind: str) -> list[Post]:
    """A game's last two posts of a kind that became messages, latest first."""
    where = f"where game = ? and kind = ? and {_SENT} order by id desc limit 2"
    return _posts(db, where, game, kind)


def repost(db: Db, at: float) -> None:
    """After a restore, let Discord show what the database holds: post the newest board of each
    running game again, and edit each lobby's message. A board that is still right is found, not
    posted twice."""
    boards = (
        "select max(outbox.id) from outbox join games on games.id = outbox.game where status ="
        f" 'playing' and outbox.kind = 'turn' and {_SENT} group by outbox.game"
    )
    columns = "state = 'waiting', message = null, channel = null, called = null, tries = tries + 1"
    sql = f"update outbox set {columns}, nonce = ? where id = ?"
    for (post,) in db.execute(boards).fetchall():
        db.execute(sql, (secrets.token_hex(12), post))
    for (game,) in db.execute("select id from games where status = 'lobby'").fetchall():
        write_now(db, game, "card", at)


def _first(db: Db, where: str, *values: object) -> Post | None:
    return next(iter(_posts(db, where, *values)), None)


def _posts(db: Db, where: str, *values: object) -> list[Post]:
    sql = f"select id, game, n, kind, tries, message, nonce, channel from outbox {where}"
    return [Post(*row) for row in db.execute(sql, values)]
