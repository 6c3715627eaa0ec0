"""A board for one person: its caption, the turn that led to it, and a hand."""

from __future__ import annotations

from bot.messages.answers import happened, whose
from bot.messages.fitting import Stacked
from bot.table.boards import Page
from bot.table.names import game_name, title
from rules.text import NOTHING, Strong, Text, sentences


def beside_picture(page: Page) -> Text:
    """The text beside the picture of a board."""
    story = happened(page.table, page.seat)
    return Stacked((where(page), story, hand(page)), spare=(story,))


def where(page: Page) -> Text:
    """The number of a board, and whose turn it is."""
    mine = Text("This is the board after your last turn.") if page.mine else NOTHING
    return sentences(_turn(page), whose(page.table) if page.last else mine)


def _turn(page: Page) -> Text:
    table = page.table
    game, kind = Strong(game_name(table.game)), title(table.game)
    if table.over:
        return Text(
            "{game} ({title}), final position after {n} turns.",
            game=game,
            title=kind,
            n=table.number,
        )
    if page.last:
        return Text("{game} ({title}), turn {n}.", game=game, title=kind, n=table.number)
    return Text(
        "{game} ({title}), turn {n} of {last}.",
        game=game,
        title=kind,
        n=table.number,
        last=page.turns,
    )


def hand(page: Page) -> Text:
    """The reader's hand at that board. In a finished game, all hands."""
    table, seat = page.table, page.seat
    if page.laid_open:
        return table.kind.texts.hands(table.at.state, table.names)
    if seat is None or not table.kind.game.scores(table.at.state)[seat]:
        return NOTHING
    return table.kind.texts.hand(table.seen(seat).state, seat)
