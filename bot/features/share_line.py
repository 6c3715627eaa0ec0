"""Share Line, under a result: the game as one line of signs to copy, as seen from a seat. It names
nobody and shows no score, so people who get it may still want to see the game.
"""

from __future__ import annotations

import asyncio
from typing import Final

from bot.features.feature import OF_A_ROW, Feature, Verb
from bot.features.services import Services
from bot.messages.layout import Layout
from bot.table.intent import Session, seat_of
from bot.table.names import game_name
from bot.table.table import Table
from rules.ending import Ending, placed
from rules.errors import Unavailable
from rules.game import Seat
from rules.text import Code, Small, Text, lines

SQUARES: Final = 10  # of the line, each for an equal part of the game
AHEAD, LEVEL, BEHIND = "🟩", "🟨", "⬛"


def feature(at: Services) -> Feature:
    async def show(session: Session) -> Layout:
        """The line of one's own seat, or else of the winner's. Raises Unavailable."""
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
    """The whole line, the same in every language: the seat's score beside the best of the others at
    the end of each part of the game, and its place."""
    game, last, squares = table.kind.game, len(ending.scores) - 1, ""
    sign = -1 if game.lowest_wins and game.curve[0] == 0 else 1  # so the greatest score is the best
    for turn in sorted({-(-n * last // SQUARES) for n in range(1, SQUARES + 1)}):
        worth = [sign * score for score in ending.scores[turn]]
        mine = worth.pop(seat)
        best = max(worth)
        squares += LEVEL if mine == best else AHEAD if mine > best else BEHIND
    places = placed(game, table.at.state)
    place = next((n for n, seats in places.items() if seat in seats), 0)
    if place == 1:
        end = "🏆" if len(places[1]) == 1 else "🤝"
    else:
        end = {0: "🏳️", 2: "🥈", 3: "🥉"}.get(place, "🏁")  # 0: they left
    return " ".join((game.sign, game_name(table.game), squares, end))
