"""The store: games, their logs, drafts and the outbox, kept as rows; it knows no rules.

contract.py    the verbs, which every store has
rows.py        what goes in and comes out          errors.py     what can go wrong
store.py       the verbs over SQLite
  thread.py    one piece of work, one hop          opening.py    whose file is it, may we write
  games.py     drafts.py     settings.py           migrating.py  migrations/*.sql, in order
  outbox.py    orders.py     timers.py             trouble.py    SQLite's errors -> our sentences
  clocks.py
  cache.py     games and logs that need not be read again
  ratings.py   ratings and tables of a server      rating.py     who seems how strong
holding.py     locks and rights of the file
reading.py     a copy in memory, or a backup, of a file that may be in use
restoring.py   a backup put back in its place
"""

from storage.contract import Store
from storage.errors import (
    Already,
    Busy,
    Conflict,
    Damaged,
    Full,
    Lost,
    Missing,
    NotCopied,
    NotOurs,
    NotRestored,
    NotUpgraded,
    StoreError,
    Taken,
    TooNew,
    Unreadable,
    Unwritable,
)
from storage.rating import NEW, Rating
from storage.reading import backup, setting
from storage.restoring import Restored, restore
from storage.rows import (
    ALL,
    BEGINS,
    BOARD,
    EVER,
    HIDDEN,
    KEEP,
    NATURE,
    NO_LIMITS,
    TABLE,
    Call,
    Census,
    Change,
    ClockRow,
    DraftRow,
    Finished,
    Former,
    GameRow,
    Keep,
    Limits,
    Line,
    LostSeat,
    Moved,
    NewGame,
    NewPost,
    NewTimer,
    OrderRow,
    Post,
    Rated,
    Result,
    Row,
    Sitter,
    Spent,
    Standing,
    Status,
    Telling,
    Timer,
)
from storage.store import SqliteStore

__all__ = [
    "ALL",
    "BEGINS",
    "BOARD",
    "EVER",
    "HIDDEN",
    "KEEP",
    "NATURE",
    "NEW",
    "NO_LIMITS",
    "TABLE",
    "Already",
    "Busy",
    "Call",
    "Census",
    "Change",
    "ClockRow",
    "Conflict",
    "Damaged",
    "DraftRow",
    "Finished",
    "Former",
    "Full",
    "GameRow",
    "Keep",
    "Limits",
    "Line",
    "Lost",
    "LostSeat",
    "Missing",
    "Moved",
    "NewGame",
    "NewPost",
    "NewTimer",
    "NotCopied",
    "NotOurs",
    "NotRestored",
    "NotUpgraded",
    "OrderRow",
    "Post",
    "Rated",
    "Rating",
    "Restored",
    "Result",
    "Row",
    "Sitter",
    "Spent",
    "SqliteStore",
    "Standing",
    "Status",
    "Store",
    "StoreError",
    "Taken",
    "Telling",
    "Timer",
    "TooNew",
    "Unreadable",
    "Unwritable",
    "backup",
    "restore",
    "setting",
]
