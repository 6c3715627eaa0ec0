"""What a table may agree on before a game of Logjam, and how it is read.

The rules text that we had has lost its equipment list, so the size of the board and the logs
are ours (docs/rulings.md, Logjam 1).
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from rules.errors import Unavailable
from rules.game import Option
from rules.logjam.position import Terms
from rules.logjam.steps import LENGTHS
from rules.text import Code, Listed, Text

COLUMNS, ROWS = range(6, 13), range(8, 17)
MOST_LOGS = 16

OPTIONS: tuple[Option, ...] = (
    Option(
        "loggers",
        Text("Loggers of each player; more make a longer game"),
        "3",
        ("3", "4", "5"),
    ),
    Option(
        "setup",
        Text("quick: chance lays the logs and stands the loggers; classic: the players do"),
        "quick",
        ("quick", "classic"),
        {
            "quick": Text("chance lays the logs and stands the loggers"),
            "classic": Text("you lay the logs and stand your loggers, one in turn"),
        },
    ),
    Option("board", Text("Columns x rows: 6 to 12 columns, 8 to 16 rows"), "10x12"),
    Option("logs", Text("The length of each log, 2 to 5, at most 16 logs"), "222233334444"),
)


def terms(options: Mapping[str, str]) -> Terms:
    """What was agreed on. Raises Unavailable with what is possible."""
    said = {option.name: options.get(option.name, option.default) for option in OPTIONS}
    for option in OPTIONS:
        if option.choices and said[option.name] not in option.choices:
            raise Unavailable(
                Text(
                    "For {option} say {values}.",
                    option=option.name,
                    values=Listed(option.choices, "or"),
                )
            )
    columns, rows = _board(said["board"])
    return Terms(
        columns, rows, _lengths(said["logs"]), int(said["loggers"]), said["setup"] == "quick"
    )


def _board(text: str) -> tuple[int, int]:
    """Columns and rows. Six columns hold six colours and more than the longest log, and eight
    rows leave five for the logs, so every size goes with every number of players."""
    size = re.fullmatch(r"\s*([0-9]{1,2})\s*[x×]\s*([0-9]{1,2})\s*", text.casefold())
    if size and int(size[1]) in COLUMNS and int(size[2]) in ROWS:
        return int(size[1]), int(size[2])
    raise Unavailable(
        Text(
            "A board is columns x rows, such as {size}, with 6 to 12 columns and 8 to 16 rows.",
            size=Code("10x12"),
        )
    )


def _lengths(text: str) -> tuple[int, ...]:
    """The lengths in ascending order."""
    digits = text.strip()
    if 0 < len(digits) <= MOST_LOGS and set(digits) <= set(map(str, LENGTHS)):
        return tuple(sorted(map(int, digits)))
    raise Unavailable(
        Text(
            "The logs are a row of lengths, such as {lengths}: 1 to 16 logs, each 2 to 5 long.",
            lengths=Code("222233334444"),
        )
    )
