"""The panels of the turn builder: what can be said next, a hand, and the preview.

All of it is made from what the mover may see.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import renderer
from bot.core.names import game_name
from bot.core.table import Table
from bot.domain.coaching import good_turns
from bot.domain.numbered import numbered
from bot.domain.personal import text_first
from bot.messages import layouts
from bot.messages.choices import (
    BUTTONS,
    Focus,
    Good,
    Place,
    asides,
    at_table,
    controls,
    offered,
    spots,
    targets,
    unsay,
)
from bot.messages.layout import Button, Drawing, Layout
from bot.messages.layouts import LONGEST_ID, button_id
from bot.text import answers
from bot.text.fitting import Stacked, WithNote
from bot.text.hints import HINT
from bot.text.orders import not_played
from rules.drafting import Draft
from rules.game import Seat
from rules.play import checksum, look
from rules.text import NOTHING, Code, Strong, Text, sentences


def confirm_id(table: Table, seat: Seat, after: Any) -> str:
    """What a confirming button says: game, row, and a checksum of where the turn leads."""
    return f"lc:confirm:{table.game.id}:{table.n}:{seen_mark(table, seat, after)}"


def seen_mark(table: Table, seat: Seat, after: Any) -> str:
    """The checksum of what the seat sees: one of the whole position would let the mover try
    out what others hold."""
    return checksum(table.kind.game.view(after, seat))


def builder(
    table: Table,
    seat: Seat,
    drafted: Draft[Any],
    good: tuple[Good, ...] = (),
    focus: Focus | None = None,
    *,
    suggested: bool = True,
) -> Layout:
    """Good whole turns and everything that can be said next, as far as it finds room, under what
    the seat holds; with a picture of that, or of what was said so far. drafted and good: from
    what the seat sees."""
    said = len(drafted.said)
    due = offered(table.kind, drafted.state)
    place = Place(at_table(table, said), said, due, good, suggested)
    rows, menus, buttons = controls(place, focus)
    building = answers.building(table, drafted, place.offers)
    board = _board(table, seat, drafted.state)
    held, asides_ = table.kind.texts.hand(drafted.state, seat), asides(place.offers)
    orders = not_played(table, seat)
    text = Stacked([*orders, held, building, *asides_, board], spare=[board])
    hands = table.kind.game.hidden_information and not drafted.said
    so_far = _so_far(table, seat, drafted, targets(place, focus), spots(place, focus))
    shown = hand_picture(table, seat) if hands else so_far
    file = _hand_file(table) if hands else _preview_file(table)
    if good_turns(table.game) and len(buttons) < BUTTONS:
        buttons = (*buttons, hint_button(table))
    return Layout(text, shown, file, buttons, menus=menus, rows=rows)


def hand(table: Table, seat: Seat) -> Layout:
    """What a seat holds while somebody else is to speak."""
    seen = table.seen(seat).state
    where = Text("{game}, turn {n}.", game=Strong(game_name(table.game)), n=table.number)
    whose = sentences(where, answers.whose(table))
    board = _board(table, seat, seen)
    text = Stacked([table.kind.texts.hand(seen, seat), whose, board], spare=[board])
    return Layout(text, hand_picture(table, seat), _hand_file(table))


def hand_picture(table: Table, seat: Seat) -> Drawing | None:
    """What a seat holds; None in a game without hands."""
    if not table.kind.game.hidden_information:
        return None
    return Drawing(renderer.draw_hand, (table.game.hosted, table.seen(seat), table.labels))


def _hand_file(table: Table) -> str:
    return (
        f"{game_name(table.game)}-{table.n}-hand.png" if table.kind.game.hidden_information else ""
    )


def preview(table: Table, seat: Seat, drafted: Draft[Any]) -> Layout:
    """The whole turn in words and as the picture that it leads to, to be confirmed."""
    picture = _so_far(table, seat, drafted)
    confirm = Button(Text("Confirm Turn"), confirm_id(table, seat, drafted.state), "success")
    board = _board(table, seat, drafted.state)
    text = Stacked([answers.preview(table, drafted), board], spare=[board])
    said = len(drafted.said)
    buttons = (confirm, *unsay(Place(at_table(table, said), said, ())))
    return Layout(text, picture, _preview_file(table), buttons=buttons)


def instead_of(layout: Layout, table: Table, before: Draft[Any]) -> Layout:
    """A panel that shows another draft than the one before, with the way back to that."""
    restore = Text("Restore My Draft")
    back = plan(table, restore, [*map(str, before.steps)])
    note = Text(
        "This replaced your draft {line}. {button} brings it back.",
        line=Code(table.kind.spelt(before.said)),
        button=Strong(restore),
    )
    return replace(layout, text=WithNote(layout.text, note), buttons=(*layout.buttons, *back))


def plan(table: Table, label: Text, words: Sequence[str]) -> tuple[Button, ...]:
    """A button that puts a turn, or its beginning, into the turn builder of the player to move.
    Empty if an id has no room for it."""
    places = numbered(table.kind.game, table.mine, words)
    id_ = f"{button_id('plan', table.game.id, table.n)}:{places}"
    return (Button(label, id_),) if len(id_) <= LONGEST_ID else ()


def hint_button(table: Table) -> Button:
    return Button(HINT, button_id("hint", table.game.id, table.n))


def _so_far(
    table: Table,
    seat: Seat,
    drafted: Draft[Any],
    numbers: tuple[str, ...] = (),
    marked: tuple[str, ...] = (),
) -> Drawing:
    """Where the words that were said lead to, and the squares that may be picked there."""
    seen = look(table.kind.game, drafted.state, drafted.events, seat)
    name = Text("{game} preview", game=game_name(table.game))
    labels = replace(table.labels, game=name, targets=numbers, spots=marked, ahead=True)
    return layouts.painted(table.game.hosted, seen, labels)


def _board(table: Table, seat: Seat, state: Any) -> Text:
    """What the picture shows, for a seat that plays by ear; below what it is asked."""
    by_ear = text_first(table.game.sitters[seat].settings)
    return answers.position(table, state) if by_ear else NOTHING


def _preview_file(table: Table) -> str:
    return f"{game_name(table.game)}-{table.n}-preview.png"


def only_turn(table: Table, line: str, after: Any) -> Layout:
    """The one turn that is legal and the position after it, to be played with one press."""
    confirm = Button(Text("Play It"), confirm_id(table, table.actor, after), "success")
    return Layout(answers.only_turn(table, line, after), buttons=(confirm,))


def confirm_resign(table: Table, seat: Seat) -> Layout:
    """Asked before somebody leaves a game for good."""
    game = table.game
    label = Text("Resign from {game}", game=game_name(game))
    button = Button(label, f"lc:resign:{game.id}:{game.n}", "danger")
    return Layout(answers.confirm_resign(table, seat), buttons=(button,))
