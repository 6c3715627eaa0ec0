"""Share Line, under a result: the game as one line of signs to copy. It shows who was ahead, and
how the game ended, as seen from a seat.

    🌲 L7 ⬛⬛🟨🟨🟩🟩⬛🟩🟩🟩 🏆

It names nobody and shows no score, so people who get it may still want to see the game.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Final

from bot.features.feature import OF_A_ROW, Feature, Verb
from bot.features.services import Services
from bot.messages.layout import Layout
from bot.table.names import game_name
from bot.table.session import Session, seat_of
from bot.table.table import Table
from rules.ending import Ending, placed
from rules.errors import Unavailable
from rules.game import Seat
from rules.text import Code, Small, Text, lines

SQUARES: Final = 10  # of the line, each for an equal part of the game
AHEAD, LEVEL, BEHIND = "🟩", "🟨", "⬛"
WON, DRAWN, LEFT = "🏆", "🤝", "🏳️"
PLACES: Final = {2: "🥈", 3: "🥉"}
LAST = "🏁"  # of all other places


def feature(at: Services) -> Feature:
    async def show(session: Session) -> Layout:
        """The line of one's own seat; of the winner's for people without a seat. Raises
        Unavailable."""
        game = session.found
        if game.status != "over":
            raise Unavailable(Text("You can share {game} once it's over.", game=game))
        table, rows = await at.tables.at(game), await at.store.log(game.id)
        ending = await asyncio.to_thread(at.tables.ending, table, rows)
        mine = seat_of(game, session.user)
        seat = table.winners()[0] if mine is None else mine
        how = Text(
            "Copy this to share it. From {name}'s seat: {ahead} ahead, {level} level, {behind} "
            "behind.",
            name=table.names[seat],
            ahead=AHEAD,
            level=LEVEL,
            behind=BEHIND,
        )
        return Layout(lines(Code(line(table, ending, seat)), Small(how)))

    return Feature(verbs=(Verb("line", show, OF_A_ROW, on_page=True),))


def line(table: Table, ending: Ending, seat: Seat) -> str:
    """The whole line, the same in every language."""
    squares = "".join(_squares(table, ending, seat))
    places = placed(table.kind.game, table.at.state)
    place = next((n for n, seats in places.items() if seat in seats), 0)
    if place == 1:
        end = WON if len(places[1]) == 1 else DRAWN
    else:
        end = PLACES.get(place, LAST) if place else LEFT
    return " ".join((table.kind.game.sign, game_name(table.game), squares, end))


def _squares(table: Table, ending: Ending, seat: Seat) -> Iterator[str]:
    """The seat's score beside the best of the others, at the end of each part of the game."""
    game, last = table.kind.game, len(ending.scores) - 1
    sign = -1 if game.lowest_wins and game.curve[0] == 0 else 1  # so the greatest score is the best
    for turn in sorted({-(-n * last // SQUARES) for n in range(1, SQUARES + 1)}):
        worth = [sign * score for score in ending.scores[turn]]
        mine = worth.pop(seat)
        best = max(worth)
        yield LEVEL if mine == best else AHEAD if mine > best else BEHIND
