"""What is PostgreSQL's alone; the pieces of work are the same as SQLite's.

store.py         a store on a server
connections.py   several connections: which one a verb goes to
link.py          one of them, on a thread of its own: transactions, locks, what if it is lost
dialect.py       a statement as PostgreSQL says it
opening.py       is it ours, may we write, the migrations that it lacks
clock.py         what time it is there
places.py        a place that one process has at a time
access.py        which other roles may connect
failures.py      what a server complains of, in our words
"""
