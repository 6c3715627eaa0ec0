"""The tables timers and thoughts: the moments at which something happens to a game, and computers'
turns that other processes work out. An outage is credited by moving timers."""

from collections.abc import Collection, Iterable, Mapping
from typing import Final

from storage.engine import Db
from storage.rows import PAGE, NewTimer, Thought, Timer
from storage.verbs import StoreBase, insert, reads, writes

COLUMNS: Final = "timers.id, timers.game, timers.kind, timers.due, timers.payload"
THOUGHTS: Final = (
    f"select {COLUMNS}, until, seed, line from timers left join thoughts on timer = timers.id"
)


class TimerVerbs(StoreBase):
    @reads
    def next_timer(self, db: Db, kinds: Collection[str]) -> Timer | None:
        """The timer of these kinds that is due first."""
        if not kinds:
            return None
        # In the order of the index, which ends the search at the first row of these kinds.
        where = f"where kind in ({', '.join('?' * len(kinds))}) order by due, id limit 1"
        return next(iter(_timers(db, where, *kinds)), None)

    @reads
    def due_timers(
        self, db: Db, kinds: Collection[str], ended: Collection[int] = (), most: int = 100
    ) -> list[Timer]:
        """At most `most` timers of these kinds that are due, earliest first, and the timers with
        the ids `ended`, which the caller found to be over early."""
        found = _due(db, self.now(), kinds, most) if kinds else []
        if ended:
            found += _timers(db, f"where id in ({', '.join('?' * len(ended))})", *ended)
        return sorted({*found}, key=lambda timer: (timer.due, timer.id))

    @reads
    def timers_after(self, db: Db, after: int = 0, most: int = PAGE) -> list[Timer]:
        """At most `most` timers with higher ids than `after`, in order of id."""
        return _timers(db, "where id > ? order by id limit ?", after, most)

    @reads
    def newest_timer(self, db: Db) -> int:
        """The highest id of a timer; 0: there is none."""
        ((id_,),) = db.execute("select coalesce(max(id), 0) from timers")
        return int(id_)

    @reads
    def thoughts(self, db: Db, kind: str) -> list[Thought]:
        """The due timers of a kind, with what other processes thought about them."""
        sql = f"{THOUGHTS} where kind = ? and due <= ? order by due, timers.id limit ?"
        rows = db.execute(sql, (kind, self.now(), 1000)).fetchall()
        return [Thought(Timer(*row[:5]), row[5] or 0.0, row[6] or "", row[7] or "") for row in rows]

    @writes
    def claim_thoughts(
        self, db: Db, kind: str, seconds: float, most: int, but: Collection[int] = ()
    ) -> list[Timer]:
        """At most `most` due timers of a kind about which no process thinks, earliest first,
        without those with the ids `but`. For `seconds` no other process gets them."""
        found = _due(db, self.now(), (kind,), most + len(but))
        return [timer for timer in found if timer.id not in but]

    @writes
    def leave_thought(self, db: Db, thought: Thought) -> None:
        """Save the turn found for a claimed timer. Without a line the timer is free again."""
        if thought.line:
            sql = "update thoughts set seed = ?, line = ? where timer = ?"
            db.execute(sql, (thought.seed, thought.line, thought.timer.id))
        else:
            sql = "delete from thoughts where timer = ? and line = ''"
            db.execute(sql, (thought.timer.id,))


def write(db: Db, game: int, timers: Iterable[NewTimer]) -> None:
    """Set timers. Of several with the same kind and payload, the last one counts."""
    # Not an update: a timer that is set again is another one, with another id.
    named = {(timer.kind, timer.payload): timer.due for timer in timers}
    same = "delete from timers where game = ? and kind = ? and payload = ?"
    db.executemany(same, [(game, kind, payload) for kind, payload in named])
    rows = [(game, *name, due) for name, due in named.items()]
    insert(db, "timers", "game, kind, payload, due", rows)


def move(db: Db, dues: Mapping[int, float]) -> None:
    """Set other ends for timers, by their ids. A change that deletes one of them still does."""
    game = "id = (select game from timers where timers.id = ?)"
    sql = f"update games set version = version + 1 where {game}"
    db.executemany(sql, [(timer,) for timer in dues])
    rows = [(due, timer) for timer, due in dues.items()]
    db.executemany("update timers set due = ? where id = ?", rows)


def drop(db: Db, game: int, done: Iterable[Timer | str]) -> None:
    """Delete these timers of a game, or all of these kinds."""
    for timer in done:
        if isinstance(timer, Timer):
            db.execute("delete from timers where id = ? and game = ?", (timer.id, game))
        else:
            db.execute("delete from timers where game = ? and kind = ?", (game, timer))


def _due(db: Db, at: float, kinds: Collection[str], most: int) -> list[Timer]:
    marks = ", ".join("?" * len(kinds))
    where = f"where due <= ? and kind in ({marks}) order by due, id limit ?"
    return _timers(db, where, at, *kinds, most)


def _timers(db: Db, where: str, *values: object) -> list[Timer]:
    return [Timer(*row) for row in db.execute(f"select {COLUMNS} from timers {where}", values)]
