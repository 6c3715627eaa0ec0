"""The engine PostgreSQL. It does the same pieces of work as SQLite.

store.py         a store on a server
connection.py    its connection on a thread: transactions, and a new connection after a loss
lease.py         which of several processes may speak and write
dialect.py       statements in PostgreSQL's words
opening.py       checks of the database before it is used, its migrations, its other roles
clock.py         the time on the server
failures.py      a server's errors in our words
"""
