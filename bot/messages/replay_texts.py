"""What stands on the page that a game becomes: which board each is, how it came about, and where
everything is."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from bot.messages.answers import GAME_OVER, whose
from bot.messages.results import ranking
from bot.messages.stories import happened, parts, winning
from bot.table.game import Game
from bot.table.names import game_name, players, title
from bot.table.records import NO_TABLE
from bot.table.table import Table
from rules.game import Seat
from rules.text import Joined, Strong, Text, sentences
from rules.voice import Argument


def heading(game: Game) -> Text:
    """What the page is of."""
    return Joined(" · ", ((game_name(game),) if game.number != NO_TABLE else ()) + (title(game),))


def title_of(game: Game) -> Text:
    """What a browser calls it."""
    return Joined(" · ", (heading(game), players(game)))


def ending(last: Table, expired: Collection[Seat] = ()) -> Iterator[Text]:
    """How the game has ended, or how it stands. expired: whose time had run out."""
    if not last.over:
        yield whose(last)
        yield last.kind.texts.standing(last.seen().state, last.names)
        return
    verdict = winning([last.names[seat] for seat in last.winners()])
    yield sentences(GAME_OVER, Strong(Text("{verdict}.", verdict=verdict)))
    yield ranking(last, expired)


def which(table: Table, last: Table) -> Text:
    """Which board it is among all of its game."""
    turns = last.at.turns
    if table.n == last.n and table.over:
        return Text("After the last of {n} turns", n=turns)
    if not table.at.turns:
        return Text("Before the first turn")
    return Text("After turn {n} of {last}", n=table.at.turns, last=last.at.turns)


def story(table: Table) -> Iterator[Argument]:
    """What has led to a board; and when its game is over what everybody held."""
    yield from parts(happened(table))
    if table.game.status == "over":
        yield table.kind.texts.hands(table.at.state, table.names)


def line(table: Table) -> Text:
    """What has led to a board, in a line of the list of turns."""
    told = tuple(parts(happened(table)))
    return Joined(" ", told) if told else Text("Before the first turn")


def position(table: Table) -> Iterator[Argument]:
    """Where everything is, all in words."""
    texts, state, names = table.kind.texts, table.seen().state, table.names
    yield texts.squares
    yield texts.pieces(state, names)
    yield texts.rows(state, names)
    yield texts.standing(state, names)
    yield texts.news(state, names)
