"""The store: games, their logs, and the posts about them, as rows. It knows no rules of games. Its
verbs stand in a file for each subject, each with its contract and its SQL (verbs.py)."""

from storage.copying import CopyEnd as CopyEnd
from storage.copying import copy as copy
from storage.engine import Lease as Lease
from storage.errors import *  # noqa: F403 every error
from storage.migrating import Upgrade as Upgrade
from storage.people import THE_BOT as THE_BOT
from storage.people import ExportKind as ExportKind
from storage.people import word as word
from storage.rating import NEW as NEW
from storage.rating import Rating as Rating
from storage.rows import *  # noqa: F403 every value
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
from storage.store import store_within as store_within
from storage.store import timers_in_pages as timers_in_pages
from storage.terminal import progress as progress
