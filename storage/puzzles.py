"""The table puzzle_tries: each person's tries at the puzzle of a day."""

from storage.engine import Db
from storage.rows import ANSWER, PuzzleTry
from storage.verbs import Verbs, reads, writes


class PuzzleVerbs(Verbs):
    @reads
    def puzzle_tries(self, db: Db, user: int, day: int, kind: str) -> list[PuzzleTry]:
        """A person's tries at a day's puzzle of a game, in order."""
        sql = (
            'select did, solved from puzzle_tries where "user" = ? and day = ? and kind = ?'
            " order by at, did"
        )
        return [PuzzleTry(did, bool(solved)) for did, solved in db.execute(sql, (user, day, kind))]

    @writes
    def try_puzzle(self, db: Db, user: int, day: int, kind: str, new: PuzzleTry) -> None:
        """Save a try. A repeated one counts once, and after the solution or the answer no try
        counts."""
        over = f"solved = 1 or did = '{ANSWER}'"
        sql = (
            'insert into puzzle_tries ("user", day, kind, did, solved, at) select ?, ?, ?, ?, ?, ?'
            ' where not exists (select 1 from puzzle_tries where "user" = ? and day = ?'
            f" and kind = ? and ({over})) on conflict do nothing"
        )
        puzzle = (user, day, kind)
        db.execute(sql, (*puzzle, new.did, new.solved, self.now(), *puzzle))

    @reads
    def puzzle_days(self, db: Db, user: int) -> list[int]:
        """The days on which a person solved a puzzle, latest first."""
        sql = (
            'select distinct day from puzzle_tries where "user" = ? and solved = 1'
            " order by day desc"
        )
        return [day for (day,) in db.execute(sql, (user,))]
