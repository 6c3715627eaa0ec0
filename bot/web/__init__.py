"""The web: the page of a table, which works without scripts, and acts on it: a press or a typed
line becomes an Intent, as on Discord. server.py has the routes."""
