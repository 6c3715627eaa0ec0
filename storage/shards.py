"""Whose servers are heard over some connections to Discord, as statements ask for it."""

from typing import Final

from storage.rows import WHOLE, Shards

# Of a row of `games`: how many connections there are, the first and the last one that count.
HEARD: Final = "case when guild < 0 then 0 else (guild >> 22) % ? end between ? and ?"


def numbers(shards: Shards) -> tuple[int, ...]:
    """The values of HEARD."""
    return shards.of, shards.first, shards.last


def of_game(shards: Shards) -> tuple[str, tuple[int, ...]]:
    """The condition that a row with the column `game` is about a game on such a server, and its
    values."""
    if shards == WHOLE:
        return "true", ()
    return f"exists (select 1 from games where id = game and {HEARD})", numbers(shards)
