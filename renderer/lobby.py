"""The picture of a lobby: the game's board, and who sits down beside it."""

from __future__ import annotations

from PIL import Image

from renderer import figures, frame, panel
from renderer.figures import robot
from renderer.lettering import LEAST, fit
from renderer.palette import nearest, tint
from renderer.panel import GAP, INK, PAD, Column, Seating
from renderer.picture import Labels
from rules.text import Text

MARGIN = 12  # px of table around the seats
HIGH = 112  # px: a card
NARROW, SMALL, BESIDE = (
    240,
    64 / figures.SIDE,
    74,
)  # px: a column for smaller figures; where a name begins
OPEN = Text("open")


def draw(board: Image.Image, labels: Labels, seats: int, seating: Seating) -> Image.Image:
    """A board, in places of the palette, with the seats in place of its own. labels: of those who
    have sat down; seating: where the seats are on this board."""
    columns, top, many = seating.columns, seating.top, max(seats, len(labels.names))
    high = board.height
    if len(columns) > 1:
        high = top + -(-many // len(columns)) * (HIGH + GAP)
    picture = board.crop((0, 0, board.width, high))
    for column in columns:
        low = seating.low or high
        ground = (column.left - MARGIN, top - MARGIN, column.right + MARGIN + 6, low)
        picture.paste(nearest(panel.TABLE), ground)
    for seat in range(many):
        row, nth = divmod(seat, len(columns))
        _card(picture, labels, seat, columns[nth], top + row * (HIGH + GAP))
    return picture


def _card(picture: Image.Image, labels: Labels, seat: int, column: Column, y: int) -> None:
    """Who has sat down, without the hat of a seat, since seats are drawn when the game begins; or a
    shadow where somebody may."""
    there, narrow = seat < len(labels.names), column.wide < NARROW
    share, beside = (SMALL, BESIDE) if narrow else (frame.CARD_FIGURE, panel.TEXT)
    letter = labels.letters[seat] if there else ""
    figure = (figures.guest, letter, share) if there else (figures.empty_seat, share)
    blank = panel.blank(figure, "wood", False, column.wide, HIGH)
    picture.paste(blank, (column.left - 8, y - 3))
    name = labels.display_names[seat] if there else labels.say(OPEN)
    (left, top), inks = (column.left + beside, y + (HIGH - LEAST) // 2 - 4), (INK, tint("paper", 2))
    left += robot(picture, (left, top), inks) if seat in labels.computers else 0
    words = fit(name, LEAST, column.right - PAD - left)
    panel.write(picture, (left, top), words, LEAST, inks, tight=True)
