"""What is SQLite's alone: the file and who may use it, and the thread on which it is asked.

store.py       a store in a file, or in memory
thread.py      one piece of work, one hop
opening.py     whose file is it, may we write
holding.py     locks and rights of the file
reading.py     a passing copy, or a backup, of a file that may be in use
restoring.py   a backup put back in its place
"""
