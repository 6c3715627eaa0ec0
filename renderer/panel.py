"""The panel at the right of every picture: the game, the turn, and a card a seat.

L7          turn 12     title
Logger  final round
┌──────────────────┐
│ ☺  Ana        +2 │    figure, name, last gain
│    8       ∩ ∩   │    score, tokens in hand
│ ● ● ● ● ● ● ○ ○  │    progress to the goal
│▓▓▓▓ to move ▓▓▓▓▓│    only on the cards that need it
└──────────────────┘
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import TypeAlias

from PIL import Image

from renderer.lettering import fitted, headroom, run, width
from renderer.paint import Sheet
from renderer.palette import RGB, indexed, tint

LEFT, TOP, WIDE, BOTTOM = 862, 16, 320, 892
RIGHT = LEFT + WIDE
CARD, STRIP, GAP, PAD = 150, 38, 14, 12
TABLE, CREAM, MUTED = tint("table", 2), tint("paper", 1), tint("paper", 4)
INK = tint("ink", 0)

Drawing: TypeAlias = tuple[Callable[..., Image.Image], *tuple[float, ...]]  # painter, measures


@dataclass(frozen=True, slots=True)
class Card:
    """What a seat's card shows. figure: a sprite of 96 px; token: a sprite, `tokens` times;
    strip: words at its foot ("to move"), or none; ramp: the seat's colours."""

    figure: Drawing
    name: str
    score: int
    goal: int
    gain: int
    token: Drawing
    tokens: int
    strip: str
    ramp: str


def title(on: Image.Image, game: str, kind: str, turn: str, news: str) -> None:
    """The head of the panel: the game's name and kind at left, turn and news at right."""
    room = WIDE - width(turn, 36) - 16
    size = next((n for n in (62, 54, 46, 40) if width(game, n) <= room), 34)
    rise = round(0.81 * (size - 36))  # so that all sizes stand on one line
    _write(on, (LEFT, TOP + 17 - rise), fitted(game, size, room), size, (CREAM, TABLE))
    _write(on, (RIGHT, TOP + 17), turn, 36, (CREAM, TABLE), 1)
    _write(on, (LEFT, TOP + 60), kind, 30, (MUTED, TABLE))
    _write(on, (RIGHT, TOP + 60), news, 30, (tint("gold", 2), TABLE), 1)


def cards(on: Image.Image, rows: Sequence[Card]) -> None:
    """The cards of all seats from the top down."""
    y = TOP + 108
    highs = [CARD + (STRIP if card.strip else 0) for card in rows]
    gap = min(GAP, (BOTTOM - y - sum(highs)) // max(1, len(rows) - 1))
    for card, high in zip(rows, highs, strict=True):
        _card(on, card, y)
        y += high + gap


def _card(on: Image.Image, card: Card, y: int) -> None:
    paper = tint("paper", 1 if card.strip else 3)
    on.paste(blank(card.figure, card.ramp, bool(card.strip)), (LEFT - 8, y - 3))
    left, right = LEFT + 108, RIGHT - PAD
    score = str(card.score)
    _write(on, (left, y + 44), score, 58, (INK, paper))
    if card.tokens:
        row = tokens(card.token, card.tokens, right - left - width(score, 58) - 8, paper)
        on.paste(row, (right - row.width, y + 62))
    gain = f"+{card.gain}" if card.gain else ""
    _write(on, (right, y + 11), gain, 32, (tint("leaf", 0), paper), 1)
    room = right - left - (width(gain, 32) + 8 if gain else 0)
    _write(on, (left, y + 11), fitted(card.name, 32, room), 32, (INK, paper))
    on.paste(pips(min(card.score, card.goal), card.goal, paper), (LEFT + PAD, y + 114))
    if card.strip:
        middle = (LEFT + RIGHT) // 2, y + CARD + 4
        _write(on, middle, card.strip, 30, _strip_inks(card.ramp)[::-1], 0.5)


@lru_cache(256)
def tokens(token: Drawing, count: int, room: int, paper: RGB) -> Image.Image:
    """Tokens in hand side by side, overlapping where there is little room, in places of the
    palette."""
    sprite = _sprite(token)
    wide = sprite.width
    step = max(8, min(wide + 4, (room - wide) // max(1, count - 1)))
    row = Image.new("RGB", (wide + step * (count - 1), sprite.height), paper)
    for n in range(count):
        row.paste(sprite, (n * step, 0), sprite)
    return indexed(row)


def _sprite(drawing: Drawing) -> Image.Image:
    paint, *measures = drawing
    return paint(*measures)


@cache
def blank(figure: Drawing, ramp: str, active: bool) -> Image.Image:
    """A card with nothing but its figure on the table, in places of the palette."""
    high = CARD + (STRIP if active else 0)
    sheet = Sheet(WIDE + 16, high + 11)
    ground = _strip_inks(ramp)[0] if active else tint("paper", 3)
    sheet.rounded((8, 3, WIDE + 8, high + 3), 14, ground)
    if active:
        sheet.rounded((12, 7, WIDE + 4, CARD + 1), 10, tint("paper", 1))
        sheet.rounded((12, CARD - 19, WIDE + 4, CARD + 1), 0, tint("paper", 1))
    shade = [(12, 9), (WIDE + 10, 9), (WIDE + 10, high + 7), (12, high + 7)]
    sheet.shadow(shade, tint("table", 0), 0.9, 3)
    table = Image.new("RGB", (WIDE + 16, high + 11), TABLE)
    for sprite, at in ((sheet.sprite(), (0, 0)), (_sprite(figure), (14, 11))):
        table.paste(sprite, at, sprite)
    return indexed(table)


def _strip_inks(ramp: str) -> tuple[RGB, RGB]:
    """Ground and ink of a strip in the seat's colour."""
    return (tint(ramp, 2), INK) if ramp == "gold" else (tint(ramp, 1), tint("paper", 0))


@cache
def pips(full: int, goal: int, paper: RGB) -> Image.Image:
    """So many log ends of the goal, the rest as empty rings."""
    wide, high = WIDE - 2 * PAD, 28
    sheet, step = Sheet(wide, high), wide / goal
    half = min(12.0, step / 2 - 2)
    for n in range(goal):
        x, y = (n + 0.5) * step, high / 2
        box = (x - half, y - half, x + half, y + half)
        if n >= full:
            sheet.ring(box, tint("paper", 5), 2.5)
            continue
        sheet.ellipse(box, tint("wood", 1))
        for inner, shade in ((3.0, 5), (6.0, 4), (8.0, 5)):
            sheet.ellipse(
                (x - half + inner, y - half + inner, x + half - inner, y + half - inner),
                tint("wood", shade),
            )
    strip = Image.new("RGB", (wide, high), paper)
    drawn = sheet.sprite()
    strip.paste(drawn, mask=drawn)
    return indexed(strip)


def _write(
    on: Image.Image,
    at: tuple[int, int],
    text: str,
    size: int,
    inks: tuple[RGB, RGB],
    anchor: float = 0,
) -> None:
    """Text in an ink on a ground; anchor: the share of its width that is left of `at`."""
    if text:
        piece = run(text, size, *inks)
        on.paste(piece, (at[0] - round(anchor * piece.width), at[1] - headroom(size)))
