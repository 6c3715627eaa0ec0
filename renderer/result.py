"""The pictures at both ends of a game: its lobby, and its last board with the places, the scores
turn by turn and its best moment. If a game has its seats below the board, so has the result."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from PIL import Image

from renderer import figures, frame, panel
from renderer.chart import DISC, MUTED, PAPER, Chart, disc, paper, spread
from renderer.figures import INK, robot
from renderer.lettering import LEAST, break_lines, fit, width
from renderer.paint import PaintSheet
from renderer.palette import flatten, lay, nearest, put, tint
from renderer.panel import GAP, TABLE, Coat, Column, Seating
from renderer.picture import Labels, victors, win_text
from rules.drafting import Kind
from rules.ending import Ending, seats_by_place
from rules.game import Seat
from rules.play import Seen
from rules.text import Rank, Text

MARGIN = 12  # px of table around the seats
HEAD, LINE, PAD = 54, 48, 10  # px: the heading, a line below it, the space inside a row
ROW, TWO, BETWEEN = 56, 100, 6  # px: a row of one line and of two, and from row to row
NARROW = 400  # px: a column in which a row has two lines, unless there are many
ROOMY = 330  # px: a curve with room for words beside it
AROUND, BELOW = 20, 74  # px of paper around the curve and its words, and below it


class ResultRow(NamedTuple):
    """A row of the places."""

    nth: int  # the place
    seat: Seat
    score: str
    first: bool  # whether the seat has won or shares the win


def draw(
    board: Image.Image,
    seating: Seating,
    kind: Kind[Any],
    seen: Seen[Any],
    labels: Labels,
    ending: Ending,
    coats: Sequence[Coat],
) -> Image.Image:
    """Draw the last board, with places and curve at the seats of `seating`."""
    rows, columns = places(kind, seen), seating.columns
    low = seating.low or board.height
    if len(columns) > 1:
        low = seating.top + HEAD + len(rows) * (ROW + BETWEEN) + MARGIN
    picture = board.crop((0, 0, board.width, max(low, 0 if len(columns) > 1 else board.height)))
    for column in columns:
        ground = (column.left - MARGIN, seating.top - MARGIN, column.right + MARGIN + 6, low)
        picture.paste(nearest(TABLE), ground)
    best = [labels.display_names[seat] for seat in victors(kind.game, seen.state)]
    headline = fit(
        labels.say(win_text(best) if len(best) == 1 else Text("a draw")), LEAST, columns[0].wide
    )
    inks = tint("gold", 2), TABLE
    panel.write(picture, (columns[0].left, seating.top), headline, LEAST, inks)
    end, few = seating.top + HEAD, len(rows) < panel.MANY
    high = TWO if columns[0].wide < NARROW and few else ROW
    for row in rows:
        _row(picture, row, labels, coats[row.seat], columns[0], (end, high))
        end += high + BETWEEN
    top = end + MARGIN if len(columns) == 1 else seating.top
    _course(picture, (columns[-1], top, low - MARGIN), ending, labels, coats)
    return picture


def places(kind: Kind[Any], seen: Seen[Any]) -> list[ResultRow]:
    """Everybody in their place, the first ones first; players who left last, without a place."""
    game, s = kind.game, seen.state
    scores, first = game.scores(s), victors(game, s)
    there = [
        ResultRow(n, seat, str(scores[seat][0]), seat in first)
        for n, seats in seats_by_place(game, s).items()
        for seat in seats
    ]
    gone = [ResultRow(0, seat, "", False) for seat, score in enumerate(scores) if not score]
    return there + gone


def _row(
    on: Image.Image, row: ResultRow, labels: Labels, coat: Coat, column: Column, at: tuple[int, int]
) -> None:
    """Draw a row's place, letter, name and score. A high row has two lines. at: top and height."""
    top, high = at
    inks = panel.strip_inks(coat.ramp)[::-1] if row.first else (INK, tint("paper", 2))
    put(_ground(inks[1], column.wide, high), on, (column.left, top))
    left, right, line = column.left + PAD, column.right - PAD, top + 6
    below = line + high - ROW
    if row.nth:
        rank = labels.say(Rank(row.nth))
        panel.write(on, (left, line), rank, LEAST, inks)
        left += width(rank, LEAST) + 8
    sign = disc(coat, labels.letters[row.seat])
    if high == ROW:
        lay(sign, on, (left, top + (ROW - 2 * DISC) // 2))
        left += 2 * DISC + 8
        right -= width(row.score, LEAST) + 8
    else:
        lay(sign, on, (column.left + PAD, below - 4))
    panel.write(on, (column.right - PAD, below), row.score, LEAST, inks, 1)
    left += robot(on, (left, line), inks) if row.seat in labels.computers else 0
    name = fit(labels.display_names[row.seat], LEAST, right - left)
    panel.write(on, (left, line), name, LEAST, inks)


@lru_cache(32)
def _ground(ink: tuple[int, int, int], wide: int, high: int) -> Image.Image:
    """An empty row on the table, in places of the palette."""
    return flatten(PaintSheet(wide, high).tile((0, 0, wide, high), 12, ink).sprite(), TABLE)


def _course(
    on: Image.Image,
    room: tuple[Column, int, int],
    ending: Ending,
    labels: Labels,
    coats: Sequence[Coat],
) -> None:
    """Draw the course of the game, as far as it fits: the curve on paper, the moment below it."""
    column, top, low = room
    said, best = "", ending.moment
    if best is not None:
        name = labels.display_names[best.seat]
        words = Text("{moment} ({name}, turn {turn})", moment=best.told, name=name, turn=best.turn)
        said = labels.say(words)
    lines = break_lines(said, LEAST, column.wide) if said else ()
    if lines and len(lines) <= 3 and low - top - len(lines) * LINE - GAP >= ROOMY:
        low -= len(lines) * LINE
        for n, line in enumerate(lines):
            panel.write(on, (column.left, low + n * LINE), line, LEAST, (panel.CREAM, TABLE))
        low -= GAP
    if low - top >= 190:
        on.paste(paper(column.wide, low - top), (column.left, top))
        _curve(on, (column.left, top, column.right, low), ending, labels, coats)


def _curve(
    on: Image.Image,
    sheet: tuple[int, int, int, int],
    ending: Ending,
    labels: Labels,
    coats: Sequence[Coat],
) -> None:
    """Draw a line for each seat, with its letter at the end, and the numbers of both axes."""
    scores = ending.scores or [[0] * len(labels.names)]
    least = min(map(min, scores), default=0)
    best = max(1 + least, max(map(max, scores), default=1))
    left, top, right, bottom = sheet
    beside = 16 + max(width(ending.show_score(n), LEAST) for n in (least, best))
    worded = bottom - top >= ROOMY
    above = top + 2 * AROUND + (LINE if worded else 0)
    box = left + AROUND + beside, above, right - AROUND - 2 * DISC, bottom - BELOW
    chart = Chart(box, least, best)
    if worded:
        measured = fit(labels.say(ending.measured), LEAST, right - left - 2 * PAD)
        panel.write(on, (left + PAD, top + 12), measured, LEAST, (MUTED, PAPER))
    plot = chart.plot()
    ends = [
        chart.line(plot, [turn[seat] for turn in scores], coat.ink)
        for seat, coat in enumerate(coats)
    ]
    plot.lay(on)
    apart = min(2 * DISC + 4, (bottom - top - 2 * DISC - 2 * PAD) / max(1, len(ends) - 1))
    discs = spread([y for _, y in ends], apart)
    over = max(0.0, max(discs) + DISC + PAD - bottom)  # no disc is beyond the paper
    for seat, y in enumerate(y - over for y in discs):
        lay(disc(coats[seat], labels.letters[seat]), on, (right - PAD - 2 * DISC, round(y) - DISC))
    chart.scale(on, ending.show_score(least), ending.show_score(best))
    chart.turns(on, len(scores) - 1, labels)


HIGH = 112  # px: a card


def draw_lobby(board: Image.Image, labels: Labels, seats: int, seating: Seating) -> Image.Image:
    """Draw a board with seats in place of its own: people without the hat of a seat, which is
    drawn later, and shadows. labels: of the people seated."""
    columns, top, many = seating.columns, seating.top, max(seats, len(labels.names))
    high, rows = board.height, -(-many // len(columns))
    if len(columns) > 1:
        high = top + rows * (HIGH + GAP)
    step = min(HIGH + GAP, (high - top - HIGH) // max(1, rows - 1))
    picture = board.crop((0, 0, board.width, high))
    for column in columns:
        low = seating.low or high
        ground = (column.left - MARGIN, top - MARGIN, column.right + MARGIN + 6, low)
        picture.paste(nearest(panel.TABLE), ground)
    for seat in range(many):
        row, nth = divmod(seat, len(columns))
        column, y = columns[nth], top + row * step
        there, narrow = seat < len(labels.names), column.wide < 240
        share, beside = (64 / figures.SIDE, 74) if narrow else (frame.CARD_FIGURE, panel.TEXT)
        letter = labels.letters[seat] if there else ""
        figure = (figures.guest, letter, share) if there else (figures.empty_seat, share)
        picture.paste(
            panel.blank(figure, "wood", False, column.wide, HIGH), (column.left - 8, y - 3)
        )
        name = labels.display_names[seat] if there else labels.say(Text("open"))
        left, below = column.left + beside, y + (HIGH - LEAST) // 2 - 4
        inks = INK, tint("paper", 2)
        left += robot(picture, (left, below), inks) if seat in labels.computers else 0
        words = fit(name, LEAST, column.right - panel.PAD - left)
        panel.write(picture, (left, below), words, LEAST, inks)
    return picture
