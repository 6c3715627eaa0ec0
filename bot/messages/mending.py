"""A table that a host of the server mends, as messages that the host alone can see."""

from __future__ import annotations

from collections.abc import Iterable

from bot.core.game import Game
from bot.domain.closing import party
from bot.domain.mending import Measure, TurnBack, needs_others
from bot.messages.layout import Button, Choice, Layout, Menu
from bot.messages.layouts import button_id
from bot.messages.paging import some
from bot.text import mending as texts
from rules.text import NOTHING, Text, lines

PANEL, PICK, NOW = "mend", "mendpick", "mendnow"


def panel(game: Game, measures: Iterable[Measure]) -> Layout:
    """How a table stands, and what can be done about it."""
    choices = tuple(Choice(measure.code, texts.label(game, measure)) for measure in measures)
    menu = Menu(button_id(PICK, game.id, game.n), Text("What do you want to do?"), choices)
    return Layout(texts.panel(game), menus=(menu,) if choices else ())


def turns(game: Game, backs: Iterable[TurnBack], page: int = 0) -> Layout:
    """To which turn the game is to be taken back, the last ones first."""
    choices = [Choice(Measure("undo", row=back.row).code, texts.turn(game, back)) for back in backs]
    menu = Menu(
        button_id(PICK, game.id, game.n),
        Text("Back to which turn?"),
        some(choices[::-1], page),
    )
    return Layout(texts.which_turn(game), menus=(menu,), buttons=(_back(game),))


def confirm(game: Game, measure: Measure, back: TurnBack | None, user: int) -> Layout:
    """What a measure does, asked before it is done. back: the turn to which the game is taken back;
    user: who would do it."""
    asks = needs_others(game, user, measure)
    why = texts.with_others(game, party=party(game, user)) if asks else NOTHING
    said = lines(texts.effect(game, measure, str(back.number) if back else ""), why)
    label = texts.ASK_THEM if asks else texts.DO_IT
    do = Button(label, f"{button_id(NOW, game.id, game.n)}:{measure.code}", "danger")
    return Layout(said, buttons=(do, _back(game)))


def _back(game: Game) -> Button:
    return Button(texts.NOT_NOW, button_id(PANEL, game.id, game.n))
