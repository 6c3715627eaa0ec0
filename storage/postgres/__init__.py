"""The engine PostgreSQL. It does the same pieces of work as SQLite."""
