"""Data, not code: a page of rules for each game, the help, and recorded games (records/)."""
