"""The picture of a lobby: the game's opening board, and who sits down beside it."""

from __future__ import annotations

from PIL import Image

from renderer import figures, frame, panel
from renderer.palette import nearest
from renderer.panel import Seating
from renderer.picture import Labels
from rules.text import Text

MARGIN = 12  # px of table around the seats
OPEN = Text("open seat")


def drawn(board: Image.Image, labels: Labels, seats: int, seating: Seating) -> Image.Image:
    """An opening board, in places of the palette, with the seats in place of its own. labels: of
    those who have sat down; seating: where the seats are on this board."""
    cards = [_card(labels, seat) for seat in range(max(seats, len(labels.names)))]
    columns, top = seating.columns, seating.top
    low = board.height if len(columns) == 1 else seating.low(len(cards))
    picture = board.crop((0, 0, board.width, low))
    for n, column in enumerate(columns):
        ground = (column.left - MARGIN, top - MARGIN, column.right + MARGIN + 6, low)
        picture.paste(nearest(panel.TABLE), ground)
        panel.cards(picture, cards[n :: len(columns)], column, low - MARGIN, top)
    return picture


def _card(labels: Labels, seat: int) -> panel.Card:
    """Who has sat down, or a shadow where somebody may."""
    there = seat < len(labels.names)
    letter = labels.letters[seat] if there else ""
    share = frame.CARD_FIGURE
    figure = (figures.logger, seat, letter, share) if there else (figures.vacant, share)
    return panel.Card(
        figure=figure,
        name=labels.drawn[seat] if there else labels.say(OPEN),
        score="",
        gain=0,
        strip="",
        ramp=figures.SEATS[seat],
        foot=(frame.nothing,),
    )
