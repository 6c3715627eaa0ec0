"""A game in one line of signs, to show to friends: who was ahead, and how it ended, as somebody at
the table saw it.

    🌲 L7 ⬛⬛🟨🟨🟩🟩⬛🟩🟩🟩 🏆

It names nobody and tells no score, so whoever gets it may still want to see the game. It is the
same whoever asks, but for the seat from which it is seen.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from bot.core.names import game_name
from bot.core.sentences import About
from bot.core.table import Table
from rules.ending import Ending, placed
from rules.game import Seat
from rules.text import Code, Small, Text, lines

SQUARES: Final = 10  # of the line: each stands for an equal part of the game
AHEAD, LEVEL, BEHIND = "🟩", "🟨", "⬛"
WON, DRAWN, LEFT = "🏆", "🤝", "🏳️"
PLACES: Final = {2: "🥈", 3: "🥉"}
LAST = "🏁"  # of all other places

not_over = About("You can share {game} once it's over.")


def told(table: Table, ending: Ending, seat: Seat) -> Text:
    """The line, to be copied, and what its squares mean."""
    how = Text(
        "Copy this to share it. From {name}'s seat: {ahead} ahead, {level} level, {behind} behind.",
        name=table.names[seat],
        ahead=AHEAD,
        level=LEVEL,
        behind=BEHIND,
    )
    return lines(Code(line(table, ending, seat)), Small(how))


def line(table: Table, ending: Ending, seat: Seat) -> str:
    """The whole line, as it is in every language."""
    squares = "".join(_squares(_worth(table, ending), seat))
    return " ".join((table.kind.game.sign, game_name(table.game), squares, _end(table, seat)))


def _worth(table: Table, ending: Ending) -> Sequence[Sequence[int]]:
    """The scores by turn and seat as they are compared: the greatest is the best."""
    game = table.kind.game
    few = -1 if game.lowest_wins and game.curve[0] == 0 else 1
    return [[few * score for score in scores] for scores in ending.scores]


def _squares(worth: Sequence[Sequence[int]], seat: Seat) -> Iterator[str]:
    """How the seat stood beside the best of the others, at the end of each part of the game."""
    last = len(worth) - 1
    for turn in sorted({-(-n * last // SQUARES) for n in range(1, SQUARES + 1)}):
        mine = worth[turn][seat]
        best = max(score for other, score in enumerate(worth[turn]) if other != seat)
        yield LEVEL if mine == best else AHEAD if mine > best else BEHIND


def _end(table: Table, seat: Seat) -> str:
    places = placed(table.kind.game, table.at.state)
    n = next((n for n, seats in places.items() if seat in seats), 0)
    if n == 1:
        return WON if len(places[1]) == 1 else DRAWN
    return PLACES.get(n, LAST) if n else LEFT
