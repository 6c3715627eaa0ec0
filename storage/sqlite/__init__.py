"""The engine SQLite: the file and the process that may use it, and the thread that asks it.

store.py      a store in a file or in memory; one piece of work, one hop
opening.py    checks, locks and permissions of the file
reading.py    a snapshot or a backup of a file that may be in use, and a backup put in its place
copying.py    a file to copy from or to
"""
