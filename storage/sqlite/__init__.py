"""The engine SQLite: the file and the process that may use it, and the thread that asks it.

store.py       a store in a file, or in memory
thread.py      one piece of work, one hop
opening.py     checks of the file before it is used
holding.py     locks and permissions of the file
reading.py     a snapshot or a backup of a file that may be in use
restoring.py   a backup in place of a database
"""
