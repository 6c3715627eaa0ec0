"""What moved on the board by the last rows of a log, for the script that shows it (`move.js`).

[n, rows]        the row before them, and each of the rows:
[n, mine, beats] its number, whether whoever looks has said it, and what moved, beat by beat
[[what, way]]    what moves at once, each with the spots of its way (`renderer/places.py`)
"""

from __future__ import annotations

import json
from typing import Final

import renderer
from bot.core.table import Table, Tables
from rules.game import Seat
from storage import Row

ROWS: Final = 12


def moves(tables: Tables, table: Table, rows: list[Row], seat: Seat | None) -> str:
    """As everybody may know it; empty where nothing moved. seat: of whoever looks."""
    before, came = tables.latest(table, rows, ROWS)
    told = [
        (row.n, int(row.seat == seat), beats)
        for row in came
        if (beats := renderer.moves(table.game.hosted, table.public(row.events)))
    ]
    return json.dumps([before, told], separators=(",", ":")) if told else ""
