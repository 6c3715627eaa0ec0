"""The store: games, their logs, and the posts about them, as rows. It knows no rules of games.

store.py       class Store: its verbs come from the files below, each with its contract and its SQL
  games.py       commits.py      seats.py        timers.py      outbox.py      ratings.py
  settings.py    absences.py     blocks.py       browsers.py    puzzles.py     reports.py
  people.py      the columns that hold a person; forgetting people, and exports of their data
verbs.py       how a verb is written               cache.py      games and logs of the last turns
engine.py      what an engine does for the verbs   sqlite/       postgres/
rows.py        the values that go in and come out  rating.py     ratings, from results
errors.py      what can go wrong                   copying.py    from one database to another
migrating.py   migrations/*.sql, in order          server.py     a database on a server
"""

from storage.absences import THE_BOT as THE_BOT
from storage.copying import Source as Source
from storage.copying import Target as Target
from storage.copying import copy as copy
from storage.engine import Lease as Lease
from storage.errors import Already as Already
from storage.errors import Altered as Altered
from storage.errors import Busy as Busy
from storage.errors import Conflict as Conflict
from storage.errors import Damaged as Damaged
from storage.errors import Full as Full
from storage.errors import InDoubt as InDoubt
from storage.errors import Lost as Lost
from storage.errors import Missing as Missing
from storage.errors import NoDriver as NoDriver
from storage.errors import NotCopied as NotCopied
from storage.errors import NotMoved as NotMoved
from storage.errors import NotOurs as NotOurs
from storage.errors import NotRestored as NotRestored
from storage.errors import NotUpgraded as NotUpgraded
from storage.errors import Outdating as Outdating
from storage.errors import StoreError as StoreError
from storage.errors import Superseded as Superseded
from storage.errors import Taken as Taken
from storage.errors import TooNew as TooNew
from storage.errors import Unreachable as Unreachable
from storage.errors import Unreadable as Unreadable
from storage.errors import Unwritable as Unwritable
from storage.migrating import Upgrade as Upgrade
from storage.people import Kind as Kind
from storage.people import word as word
from storage.rating import NEW as NEW
from storage.rating import Rating as Rating
from storage.rows import ALL as ALL
from storage.rows import ANSWER as ANSWER
from storage.rows import BEGINS as BEGINS
from storage.rows import BOARD as BOARD
from storage.rows import EVER as EVER
from storage.rows import HIDDEN as HIDDEN
from storage.rows import HINT as HINT
from storage.rows import KEEP as KEEP
from storage.rows import NATURE as NATURE
from storage.rows import NO_LIMITS as NO_LIMITS
from storage.rows import PAGE as PAGE
from storage.rows import RATING as RATING
from storage.rows import TABLE as TABLE
from storage.rows import WINS as WINS
from storage.rows import Apart as Apart
from storage.rows import Browser as Browser
from storage.rows import Call as Call
from storage.rows import Census as Census
from storage.rows import Change as Change
from storage.rows import ClockChange as ClockChange
from storage.rows import ClockRow as ClockRow
from storage.rows import DraftRow as DraftRow
from storage.rows import Finished as Finished
from storage.rows import Forgotten as Forgotten
from storage.rows import Former as Former
from storage.rows import GameRow as GameRow
from storage.rows import Handover as Handover
from storage.rows import Limits as Limits
from storage.rows import Line as Line
from storage.rows import Link as Link
from storage.rows import MadeFor as MadeFor
from storage.rows import Moved as Moved
from storage.rows import NewGame as NewGame
from storage.rows import NewPost as NewPost
from storage.rows import NewReport as NewReport
from storage.rows import NewTimer as NewTimer
from storage.rows import Order as Order
from storage.rows import OrderFates as OrderFates
from storage.rows import OrderRow as OrderRow
from storage.rows import Post as Post
from storage.rows import PostedAnew as PostedAnew
from storage.rows import PuzzleTry as PuzzleTry
from storage.rows import Report as Report
from storage.rows import Result as Result
from storage.rows import Row as Row
from storage.rows import SeatsDrawn as SeatsDrawn
from storage.rows import Seen as Seen
from storage.rows import Sitter as Sitter
from storage.rows import Somebody as Somebody
from storage.rows import Speaks as Speaks
from storage.rows import Spent as Spent
from storage.rows import Standing as Standing
from storage.rows import Status as Status
from storage.rows import Telling as Telling
from storage.rows import Thought as Thought
from storage.rows import Timer as Timer
from storage.rows import Version as Version
from storage.server import Address as Address
from storage.sqlite.copying import copied_from as copied_from
from storage.sqlite.copying import moved_to as moved_to
from storage.sqlite.reading import Restored as Restored
from storage.sqlite.reading import backup as backup
from storage.sqlite.reading import restore as restore
from storage.sqlite.reading import setting as setting
from storage.sqlite.reading import upgrade as upgrade
from storage.sqlite.store import SqliteStore as SqliteStore
from storage.store import Store as Store
from storage.store import every_open_game as every_open_game
from storage.store import timers_in_pages as timers_in_pages
from storage.store import within as within
