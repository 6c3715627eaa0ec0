"""The picture of a lobby: the game's opening board, and who sits down beside it."""

from __future__ import annotations

from typing import Any

from PIL import Image

from renderer import figures, frame, naming, panel
from renderer.palette import nearest
from renderer.panel import Column
from renderer.picture import Labels
from rules.drafting import Kind

PANEL_GAP = 12  # px of table at the left of the panel


def drawn(
    kind: Kind[Any], board: Image.Image, labels: Labels, seats: int, column: Column
) -> Image.Image:
    """An opening board, in places of the palette, with the seats in place of its panel. labels:
    of those who have sat down; column: where the panel of this board is."""
    picture = board.copy()
    ground = (column.left - PANEL_GAP, 0, picture.width, picture.height)
    picture.paste(nearest(panel.TABLE), ground)
    panel.title(picture, labels.game, kind.game.title, "lobby", "", column)
    rows = [_card(labels, seat) for seat in range(max(seats, len(labels.names)))]
    panel.cards(picture, rows, column)
    return picture


def _card(labels: Labels, seat: int) -> panel.Card:
    """Who has sat down, or a shadow where somebody may."""
    there = seat < len(labels.names)
    letter = labels.letters[seat] if there else ""
    share = frame.CARD_FIGURE
    figure = (figures.logger, seat, letter, share) if there else (figures.vacant, share)
    return panel.Card(
        figure=figure,
        name=naming.drawn(labels.names[seat], letter) if there else "open seat",
        score="",
        gain=0,
        strip="",
        ramp=figures.SEATS[seat],
        foot=(frame.nothing,),
    )
