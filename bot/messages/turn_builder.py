"""The panels of the turn builder, made from what the player to move may see."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

import renderer
from bot.messages import answers, layouts
from bot.messages.answers import HINT, missed, not_played, turn
from bot.messages.choices import (
    BUTTONS,
    Focus,
    Good,
    TurnPoint,
    asides,
    at_table,
    controls,
    offered,
    spots,
    targets,
    unsay,
)
from bot.messages.fitting import Stacked
from bot.messages.layout import Button, Drawing, Layout
from bot.messages.layouts import LONGEST_ID, button_id
from bot.table.names import game_name
from bot.table.seats import good_turns
from bot.table.settings import text_first
from bot.table.table import Table
from rules.drafting import Draft
from rules.game import NATURE, GameRules, Seat
from rules.play import checksum, legal, look
from rules.text import NOTHING, Strong, Text, sentences

PLACES: Final = r"\d{1,4}(?:\.\d{1,4}){0,40}"  # a turn in the id of a button (see `plan`)


ROLLED: Final = Text("Once you confirm, the die is rolled and you can't undo your turn.")


def confirm_id(table: Table, seat: Seat, after: Any) -> str:
    """The id of a confirming button: game, row, and a checksum of the position after the turn."""
    return f"lc:confirm:{table.game.id}:{table.n}:{seen_mark(table, seat, after)}"


def seen_mark(table: Table, seat: Seat, after: Any) -> str:
    """The checksum of what the seat sees. One of the whole position would let the player test
    guesses about others' cards."""
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
    """The seat's hand, then good whole turns and every next word, as far as there is room; with a
    picture of the hand or of the draft.

    drafted, good: from what the seat sees.
    suggested: whether a computer ordered the good turns.
    """
    said = len(drafted.said)
    due = offered(table.kind, drafted.state)
    place = TurnPoint(at_table(table, said), said, due, good, suggested)
    rows, menus, buttons = controls(place, focus)
    building = (
        sentences(
            Text("It's your turn in {game}.", game=table.game),
            Text("Your choices are saved as you pick them. Nothing is played until you confirm."),
        ),
        answers.begun(table, drafted),
        table.kind.texts.choices(drafted.state),
        *(
            Text("{kind} isn't possible: {reason}.", kind=offer.title, reason=offer.why)
            for offer in place.offers
            if not offer.ways
        ),
    )
    board = _board(table, seat, drafted.state)
    held, asides_ = table.kind.texts.hand(drafted.state, seat), asides(place.offers)
    orders = not_played(table, seat)
    text = Stacked([*orders, held, *building, *asides_, board], spare=[board])
    hands = table.kind.game.hidden_information and not drafted.said
    so_far = _so_far(table, seat, drafted, targets(place, focus), spots(place, focus))
    shown = hand_picture(table, seat) if hands else so_far
    file = _file(table, "hand" if hands else "preview")
    if good_turns(table.game) and len(buttons) < BUTTONS:
        buttons = (*buttons, hint_button(table))
    return Layout(text, shown, file, buttons, menus=menus, rows=rows)


def hand(table: Table, seat: Seat) -> Layout:
    """The hand of a seat while it is another player's turn."""
    seen = table.seen(seat).state
    where = Text("{game}, turn {n}.", game=Strong(table.game), n=table.number)
    board, whose = _board(table, seat, seen), sentences(where, answers.whose(table))
    text = Stacked([table.kind.texts.hand(seen, seat), whose, board], spare=[board])
    picture = hand_picture(table, seat)
    return Layout(text, picture, _file(table, "hand") if picture else "")


def hand_picture(table: Table, seat: Seat) -> Drawing | None:
    """The picture of a hand. None in a game without hands."""
    if not table.kind.game.hidden_information:
        return None
    return Drawing(renderer.draw_hand, (table.game.hosted, table.seen(seat), table.labels))


def _file(table: Table, what: str) -> str:
    """The name of a picture's file."""
    return f"{game_name(table.game)}-{table.n}-{what}.png"


def preview(table: Table, seat: Seat, drafted: Draft[Any]) -> Layout:
    """A whole turn in words and as a picture, with the button that confirms it."""
    picture = _so_far(table, seat, drafted)
    confirm = Button(Text("Confirm Turn"), confirm_id(table, seat, drafted.state), "success")
    board = _board(table, seat, drafted.state)
    would = Text(
        "Your turn in {game} would be {turn}.",
        game=table.game,
        turn=answers.drafted_turn(table, drafted),
    )
    last = ROLLED if _rolls(table, drafted.state) else Text("Confirm to play it.")
    text = Stacked([would, last, board], spare=[board])
    said = len(drafted.said)
    buttons = (confirm, *unsay(TurnPoint(at_table(table, said), said, ())))
    return Layout(text, picture, _file(table, "preview"), buttons=buttons)


def plan(table: Table, label: Text, words: Sequence[str]) -> tuple[Button, ...]:
    """A button that puts a turn, or its beginning, into the turn builder of the player to move.
    Empty if an id has no room for it.

    Its id names no card: each step stands as its place among the legal ones, such as 2.0.0.5.
    """
    game, state, places = table.kind.game, table.mine, list[str]()
    for word in words:
        steps = legal(game, state)
        place = [*map(str, steps)].index(word)
        places.append(str(place))
        state, _ = game.apply(state, steps[place])
    id_ = f"{button_id('plan', table.game.id, table.n)}:{'.'.join(places)}"
    return (Button(label, id_),) if len(id_) <= LONGEST_ID else ()


def words_at(game: GameRules[Any], s: Any, places: str) -> tuple[str, ...]:
    """The words at these places (see `plan`). Raises LookupError if a place has none, or the turn
    ends earlier."""
    said, seat = list[str](), game.actor(s)
    for place in map(int, places.split(".")):
        if game.actor(s) != seat:
            raise LookupError("the turn is over before")
        step = legal(game, s)[place]
        said.append(str(step))
        s, _ = game.apply(s, step)
    return tuple(said)


def hint_button(table: Table) -> Button:
    return Button(HINT, button_id("hint", table.game.id, table.n))


def _so_far(
    table: Table,
    seat: Seat,
    drafted: Draft[Any],
    numbers: tuple[str, ...] = (),
    marked: tuple[str, ...] = (),
) -> Drawing:
    """The position after a draft, with the squares that can be picked next."""
    seen = look(table.kind.game, drafted.state, drafted.events, seat)
    name = Text("{game} preview", game=table.game)
    labels = replace(table.labels, game=name, targets=numbers, spots=marked, ahead=True)
    return layouts.painted(table.game.hosted, seen, labels)


def _board(table: Table, seat: Seat, state: Any) -> Text:
    """The picture in words, for a player who has text first."""
    wanted = text_first(table.game.sitters[seat].settings)
    return answers.position(table, state) if wanted else NOTHING


def only_turn(table: Table, line: str, after: Any) -> Layout:
    """The only legal turn, with a button that plays it."""
    confirm = Button(Text("Play It"), confirm_id(table, table.actor, after), "success")
    only = Text(
        "There's only one legal turn in {game} now: {turn}.",
        game=table.game,
        turn=turn(table, line),
    )
    rolled = ROLLED if _rolls(table, after) else NOTHING
    return Layout(Stacked([sentences(only, rolled), *missed(table)]), buttons=(confirm,))


def _rolls(table: Table, after: Any) -> bool:
    """Whether a die is rolled after the turn. It won't wait: the player has seen the turn."""
    return table.kind.game.chance_waits and table.kind.game.actor(after) == NATURE
