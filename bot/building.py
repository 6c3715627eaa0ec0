"""The panels of the turn builder: menus for the next word, and the preview."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from bot import panels, replies
from bot.names import spoken
from bot.panel import Button, Choice, Menu, Panel, fitted
from bot.table import Table
from rules.drafting import Draft
from rules.english import Offer
from rules.game import Seat
from rules.play import look, mark

MOST = 25  # choices in a menu


def word_id(verb: str, table: Table, said: int) -> str:
    """What a part of the builder says: verb, game, row, and the words that had been said."""
    return f"lc:{verb}:{table.game.id}:{table.n}:{said}"


def confirm_id(table: Table, after: Any) -> str:
    """What a confirming button says: game, row, and a checksum of where the turn leads."""
    return f"lc:confirm:{table.game.id}:{table.n}:{mark(after)}"


def builder(table: Table, drafted: Draft[Any]) -> Panel:
    """A menu for every kind of word that is due; one without a legal way is greyed."""
    said = len(drafted.said)
    offers = table.kind.english.offers(drafted.state)
    menus = tuple(_menu(word_id(f"say{i}", table, said), offer) for i, offer in enumerate(offers))
    text = fitted(replies.building(table, drafted, offers))
    return Panel(text, menus=menus, buttons=_unsay(table, said))


async def preview(table: Table, seat: Seat, drafted: Draft[Any]) -> Panel:
    """The whole turn in words and as the picture that it leads to, to be confirmed."""
    seen = look(table.kind.game, drafted.state, drafted.events, seat)
    labels = replace(table.labels, game=f"{spoken(table.game)} preview")
    picture = await panels.painted(table.game.kind, seen, labels)
    said = len(drafted.said)
    confirm = Button("Confirm Turn", confirm_id(table, drafted.state), "success")
    text = fitted(replies.preview(table, drafted))
    file = f"{spoken(table.game)}-{table.n}-preview.png"
    return Panel(text, picture, file, buttons=(confirm, *_unsay(table, said)))


def _menu(id_: str, offer: Offer) -> Menu:
    choices = tuple(Choice(way.word, way.label, way.hint) for way in offer.ways[:MOST])
    return Menu(id_, offer.title if choices else f"{offer.title}: {offer.why}", choices)


def _unsay(table: Table, said: int) -> tuple[Button, ...]:
    """Back and Start Over, greyed while nothing has been said."""
    return (
        Button("Back", word_id("back", table, said), off=not said),
        Button("Start Over", word_id("over", table, said), off=not said),
    )


def only_turn(table: Table, line: str, after: Any) -> Panel:
    """The one turn that is legal and the position after it, to be played with one press."""
    confirm = Button("Play It", confirm_id(table, after), "success")
    return Panel(replies.only_turn(table, line), buttons=(confirm,))


def confirm_resign(table: Table) -> Panel:
    """Asked before somebody leaves a game for good."""
    game = table.game
    button = Button(f"Resign From {spoken(game)}", f"lc:resign:{game.id}:{game.n}", "danger")
    return Panel(replies.confirm_resign(table), buttons=(button,))
