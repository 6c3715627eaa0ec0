"""What is PostgreSQL's alone; the pieces of work are the same as SQLite's.

store.py         a store on a server
connection.py    its connection, on a thread of its own: transactions, and what if it is lost
lease.py         which of several processes may speak and write
dialect.py       a statement as PostgreSQL says it
opening.py       is it ours, may we write, the migrations that it lacks
clock.py         what time it is there
access.py        which other roles may connect
failures.py      what a server complains of, in our words
"""
