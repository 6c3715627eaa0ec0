"""The panel at the right of every picture: the game, the turn, a card a seat, and a far forest."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from PIL import Image

from renderer import figures, lettering, palette
from renderer.figures import SEATS, robot
from renderer.lettering import LEAST, break_lines, fit, headroom, width
from renderer.paint import PaintSheet
from renderer.palette import RGB, Stamp, flatten, lay, put, tint, to_palette
from renderer.shelf import sprite_cache

LEFT, TOP, WIDE, BOTTOM = 862, 16, 320, 892
HEAD = 120  # px of the title
STRIP, GAP, PAD = 52, 12, 12
NARROW = 96  # px: the painted part of a card, beside its corners and their shadows
MANY = 5  # from this many cards, all are low
TABLE, CREAM, MUTED = tint("table", 2), tint("paper", 1), tint("paper", 2)
INK, GAINED = tint("ink", 0), tint("pine", 1)
BRIGHT = {"gold": 2, "white": 1, "green": 2}  # ramps whose strip takes a dark letter, and its shade

# A painter and its measures.
Drawing: TypeAlias = tuple[Callable[..., Image.Image], *tuple[float | str, ...]]


@dataclass(frozen=True, slots=True)
class Column:
    """The place of the panel. left, wide: px."""

    left: int = LEFT
    wide: int = WIDE

    @property
    def right(self) -> int:
        return self.left + self.wide


class SeatCard(NamedTuple):
    """What a seat's card shows."""

    figure: Drawing  # a sprite of 96 px
    name: str
    score: str
    gain: int  # points that the last turn won
    strip: str  # words at the foot of the card ("to move"), or none
    ramp: str  # the seat's colours
    foot: Drawing | None = None  # a sprite whose painter also gets its width
    token: Drawing | None = None  # a sprite, shown `tokens` times
    tokens: int = 0
    aside: Drawing | None = None  # a sprite at the right
    computer: bool = False


class Coat(NamedTuple):
    """How a picture marks a seat's things."""

    ramp: str  # the seat's colours
    ink: RGB  # the colour of its pieces
    dark: bool  # whether letters on them are dark
    figure: Drawing  # one of its pieces, as on a card


class _Sizes(NamedTuple):
    """The layout of a card, in px from its top."""

    high: int
    low: bool  # the foot is beside the score, and the sprite aside is beside the name
    aside: int
    size: int  # of the score's letters
    score: int
    token: int
    foot: int  # its middle


ROOMY = _Sizes(154, low=False, aside=50, size=58, score=44, token=60, foot=134)
LOW = _Sizes(106, low=True, aside=12, size=44, score=47, token=52, foot=76)
TEXT = 112  # px from the left of a card: beside its figure


class Seating(NamedTuple):
    """The places of the seats in a picture."""

    columns: tuple[Column, ...] = (Column(),)  # filled in turn
    top: int = TOP + HEAD
    low: int | None = None  # the lowest end; None: the picture's end


def cards(
    on: Image.Image, rows: Sequence[SeatCard], at: Column = Column(), low: int = BOTTOM
) -> int:
    """Draw the cards from the top down to `low` at most, and return their lower end."""
    y, sizes, highs = TOP + HEAD, LOW if len(rows) >= MANY else ROOMY, _highs(rows)
    gap = min(GAP, (low - y - sum(highs)) // max(1, len(rows) - 1))
    for card, high in zip(rows, highs, strict=True):
        put(_card(card, at.wide, sizes), on, (at.left - _X, y - _Y))
        y += high + gap
    return y - gap


def overlap(rows: Sequence[SeatCard]) -> bool:
    """Whether cards would cover each other's words. A strip's lower edge may be covered."""
    return sum(_highs(rows)) - (BOTTOM - TOP - HEAD) > GAP * (len(rows) - 1)


def _highs(rows: Sequence[SeatCard]) -> list[int]:
    high = (LOW if len(rows) >= MANY else ROOMY).high
    return [high + (STRIP if card.strip else 0) for card in rows]


def note(on: Image.Image, lines: Sequence[str], top: int, low: int, at: Column = Column()) -> None:
    """Write a paragraph each under the cards, as many lines as have room."""
    y, ink = top + GAP, MUTED
    for paragraph in lines:
        texts, most = [*break_lines(paragraph, LEAST, at.wide)], max(0, (low - y) // LINE)
        if len(texts) > most > 0:
            texts[most - 1] += " …"
        for text in texts[:most]:
            shown = fit(text, LEAST, at.wide)
            write(on, (at.left, y), shown, LEAST, (ink, TABLE))
            y += LINE
        y, ink = y + GAP, CREAM


def holds(lines: Sequence[str], top: int, low: int, at: Column = Column()) -> bool:
    """Whether a note has room for all of these words."""
    for line in lines:
        if top > low:
            return False
        top += len(break_lines(line, LEAST, at.wide)) * LINE + GAP
    return top <= low


LINE = 48  # px: from line to line of a note
_X, _Y = 8, 3  # px of table at the left of a card and above it


@lru_cache(64)
def _card(card: SeatCard, wide: int, sizes: _Sizes) -> Image.Image:
    """A card with its shadow. Most cards of a table are the same as a turn ago."""
    x, y, paper = _X, _Y, tint("paper", 1 if card.strip else 2)
    on = blank(card.figure, card.ramp, bool(card.strip), wide, sizes.high).copy()
    left, edge = x + TEXT, x + wide - PAD
    right = edge
    if card.aside is not None:
        sprite = _flat(card.aside, paper)
        put(sprite, on, (edge - sprite.width, y + sizes.aside))
        right -= sprite.width + 10
    write(on, (left, y + sizes.score), card.score, sizes.size, (INK, paper))
    past = left + width(card.score, sizes.size) + 8
    if card.gain:
        text, drop = f"+{card.gain}", round(0.81 * (sizes.size - LEAST))
        write(on, (past, y + sizes.score + drop), text, LEAST, (GAINED, paper))
        past += width(text, LEAST) + 8
    if card.token and card.tokens:
        row = tokens(card.token, card.tokens, right - past, paper)
        put(row, on, (right - row.width, y + sizes.token))
    if card.foot:
        start = past if sizes.low else x + PAD
        row = _flat((*card.foot, right - start), paper)
        put(row, on, (start, y + sizes.foot - row.height // 2))
    left += robot(on, (left, y + 6), (INK, paper)) if card.computer else 0
    name = fit(card.name, LEAST, (right if sizes.low else edge) - left)
    write(on, (left, y + 6), name, LEAST, (INK, paper), spare=0)
    if card.strip:
        said = fit(card.strip, LEAST, wide - 2 * PAD)
        strip(on, said, card.ramp, (x + wide // 2, y + sizes.high))
    return on


def strip(on: Image.Image, text: str, ramp: str, at: tuple[int, int]) -> None:
    """Words on the strip of a card. at: the middle of the strip, and its top."""
    inks = strip_inks(ramp)[::-1]
    write(on, (at[0], at[1] + 2), text, LEAST, inks, 0.5)


@lru_cache(128)
def tokens(token: Drawing, count: int, room: int, paper: RGB) -> Image.Image:
    """Tokens in hand side by side, overlapping if there is little room."""
    sprite = _sprite(token)
    wide = sprite.width
    step = max(8, min(wide + 4, (room - wide) // max(1, count - 1)))
    row = Image.new("RGB", (wide + step * (count - 1), sprite.height), paper)
    for n in range(count):
        row.paste(sprite, (n * step, 0), sprite)
    return to_palette(row)


def _sprite(drawing: Drawing) -> Image.Image:
    paint, *measures = drawing
    return paint(*measures)


@lru_cache(256)
def _flat(drawing: Drawing, paper: RGB) -> Image.Image:
    """A sprite on paper, in places of the palette."""
    return flatten(_sprite(drawing), paper)


@lru_cache(256)
def blank(figure: Drawing, ramp: str, active: bool, wide: int, low: int) -> Image.Image:
    """A card with nothing but its figure. low: the top of its strip."""
    table, person = _stretched(_empty(ramp, active, low), wide + 16), _sprite(figure)
    below = max(-2, min(8, (low - person.height) // 2))
    lay(person, table, (14, 3 + below))
    return table


def _stretched(narrow: Image.Image, wide: int) -> Image.Image:
    """A card without its figure, wider than it was painted: it is the same all along."""
    half, high = narrow.width // 2, narrow.height
    card = narrow.crop((half, 0, half + 1, high)).resize((wide, high), Image.Resampling.NEAREST)
    card.paste(narrow.crop((0, 0, half, high)), (0, 0))
    card.paste(narrow.crop((half, 0, 2 * half, high)), (wide - half, 0))
    return card


@sprite_cache()
def _empty(ramp: str, active: bool, low: int) -> Image.Image:
    """A narrow card without its figure on the table, in places of the palette."""
    return card_ground(ramp, active, (NARROW, low + (STRIP if active else 0)), (7, low + 1))


@lru_cache(64)
def card_ground(
    ramp: str, active: bool, size: tuple[int, int], inner: tuple[int, int]
) -> Image.Image:
    """An empty card, in the seat's colour if active. inner: top and bottom of its paper."""
    (wide, high), (top, bottom) = size, inner
    sheet = PaintSheet(wide + 16, high + 11)
    ground = strip_inks(ramp)[0] if active else tint("paper", 2)
    sheet.tile((8, 3, wide + 8, high + 3), 14, ground)
    if active:
        sheet.tile((12, top, wide + 4, bottom), 10, tint("paper", 1))
        square = (bottom - 20, bottom) if top == 7 else (top, top + 20)  # beside the strip
        sheet.tile((12, square[0], wide + 4, square[1]), 0, tint("paper", 1))
    shade = [(12, 9), (wide + 10, 9), (wide + 10, high + 7), (12, high + 7)]
    return flatten(sheet.shadow(shade, tint("table", 0), 0.9, 3).sprite(), TABLE)


def strip_inks(ramp: str) -> tuple[RGB, RGB]:
    """The ground and ink of a strip in the seat's colour."""
    if ramp in BRIGHT:
        return tint(ramp, BRIGHT[ramp]), INK
    return tint(ramp, 1), tint("paper", 0)


def pips(full: int, goal: int, wide: int) -> Image.Image:
    """A row of log ends, `full` of the goal, with empty rings for the rest."""
    row, end = _pips(False, goal, wide).copy(), round(full * wide / goal)
    row.paste(_pips(True, goal, wide).crop((0, 0, end, row.height)))
    return row


@lru_cache(32)
def _pips(full: bool, goal: int, wide: int) -> Image.Image:
    """A row of log ends, or of empty rings."""
    high = 28
    sheet, step = PaintSheet(wide, high), wide / goal
    half = max(1.0, min(12.0, step / 2 - 2))
    for n in range(goal):
        x, y = (n + 0.5) * step, high / 2
        if not full:
            ring = (x - half, y - half, x + half, y + half)
            sheet.ring(ring, tint("wood", 2), min(3.5, half))
            continue
        for inner, shade in ((0.0, 1), (3.0, 5), (6.0, 4), (8.0, 5)):
            if (reach := half - inner) > 0.3:  # wider than a pixel of paint
                sheet.ellipse((x - reach, y - reach, x + reach, y + reach), tint("wood", shade))
    return sheet.sprite()


def write(
    on: Image.Image,
    at: tuple[int, int],
    text: str,
    size: int,
    inks: tuple[RGB, RGB],
    anchor: float = 0,
    above: int = 0,
    spare: int = 4,
) -> None:
    """Write text in an ink on a ground. anchor: the share of its width to the left of `at`; above:
    rows to paint above the ground, not only the ink; spare: rows to leave out of it below."""
    if text:
        piece, ink, inset = _line(text, size, inks, anchor, above, spare)
        if ink:
            Stamp(piece, ink, inset).put(on, at)
        else:
            put(piece, on, (at[0] + inset[0], at[1] + inset[1]))


@lru_cache(1024)
def _line(
    text: str, size: int, inks: tuple[RGB, RGB], anchor: float, above: int, spare: int
) -> tuple[Image.Image, Image.Image | None, tuple[int, int]]:
    """A written text, the mask of its ink if only ink may be painted, and its place. Only ink is
    painted on the table, where shadows stay, and beyond the rows of ground, such as for an accent
    or a tail."""
    line, (ink, ground) = lettering.coverage(text, size), inks
    top, bottom = headroom(size) - above, line.height - spare
    box = line.getbbox() or (0, top, 1, bottom)
    if covers := ground != TABLE and top <= box[1] and box[3] <= bottom:
        box = 0, top, line.width, bottom
    part, inset = line.crop(box), (box[0] - round(anchor * line.width), box[1] - headroom(size))
    mask = None if covers else part.copy()
    if mask:
        mask.im = mask.im.point(b"\0" + b"\xff" * 255, None)  # Pillow's own `point` is slower
    part.im = part.im.point(palette.ramp(ground, ink), None)
    return part, mask, inset


def prepare(seats: int) -> Iterator[object]:
    """Draw the empty cards of that many seats, and the inks for writing."""
    for ink in (CREAM, MUTED, tint("gold", 2)):
        yield palette.ramp(TABLE, ink)
    for shade in (1, 2):
        for ink in (INK, GAINED):
            yield palette.ramp(tint("paper", shade), ink)
    for seat in SEATS[:seats]:
        yield palette.ramp(*strip_inks(seat))
        for sizes in (ROOMY, LOW) if seats >= MANY else (ROOMY,):
            for active in (False, True):
                yield _empty(seat, active, sizes.high)


def forest(on: Image.Image, column: Column) -> None:
    """Draw tree tops at the foot of an RGB picture, as wide as the panel."""
    forest = Image.new("RGBA", (column.wide + 30, 330))
    behind = (-40, 30, 2.2), (110, 0, 2.4), (20, 90, 2), (200, 80, 2.2)
    for n, (x, y, share) in enumerate((*behind, (-30, 130, 1.8), (140, 140, 1.7))):
        shape = figures.tree(3, share).getchannel("A").point(lambda a: max(0, a - 155) * 255 // 100)
        ink = Image.new("RGBA", shape.size, (*tint("table", 3 if n < 4 else 1), 255))
        forest.paste(ink, (x, y), shape)
    on.paste(forest, (column.left - 12, on.height - forest.height), forest)
