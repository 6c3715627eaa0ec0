"""The engine SQLite: the file and the process that may use it, and the thread that asks it."""
