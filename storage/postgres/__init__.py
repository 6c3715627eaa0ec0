"""The engine PostgreSQL. It does the same pieces of work as SQLite.

store.py         a store on a server
connection.py    its connection on a thread: transactions, and a new connection after a loss
lease.py         which of several processes may speak and write, and the server's clock
dialect.py       statements and errors, from and into PostgreSQL's words
opening.py       checks of the database before it is used, its migrations, its other roles
copying.py       a database to copy from or to
"""
