"""A hand of cards, for the eyes of its owner only.

F3  your hand      deck 14 · used 3
┌───────┐ ┌───────┐ ┌───────┐
│ 4     │ │ 2     │ │ 3     │    how far at most
│   ☺   │ │   ☺   │ │   ☺   │    whom
│ green │ │ green │ │ beaver│
│  man  │ │ woman │ │       │
└───────┘ └───────┘ └───────┘
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Any

from PIL import Image

from renderer.fellers import sprites
from renderer.fellers.plate import TABLE
from renderer.fellers.seats import flat
from renderer.lettering import fitted, headroom, run
from renderer.paint import Sheet
from renderer.palette import indexed, lay, tint
from renderer.panel import INK, write
from renderer.picture import WIDTH, Labels
from rules.drafting import Kind
from rules.fellers.naming import called
from rules.fellers.position import FIGURES, HIDDEN, HOME, JOKER, Position, worth
from rules.play import Seen

HEIGHT = 640
WIDE, HIGH, TOP, GAP = 360, 520, 96, 30  # px: a card, where it begins, between two
PAPER = tint("paper", 1)
MIDDLE, SHARE = 10 + WIDE // 2, 1.75  # of a card; the size of who is on it


def drawn(kind: Kind[Any], seen: Seen[Position], labels: Labels) -> Image.Image:
    """The cards of the seat that sees them, in places of the palette.

    Raises ValueError when there are none, or they may not be seen."""
    s, seat = seen.state, seen.seat
    if seat is None or not s.hands[seat] or HIDDEN in s.hands[seat]:
        raise ValueError("there is no hand that may be seen")
    picture = indexed(Image.new("RGB", (WIDTH, HEIGHT), TABLE))
    cream, muted = (tint("paper", 1), TABLE), (tint("paper", 3), TABLE)
    write(picture, (32, 18), fitted(f"{labels.game}  your hand", 52, 700), 52, cream)
    counts = f"deck {len(s.decks[seat])}  ·  used {len(s.discards[seat])}"
    write(picture, (WIDTH - 32, 32), counts, 36, muted, 1)
    left = (WIDTH - len(s.hands[seat]) * (WIDE + GAP) + GAP) // 2
    for n, name in enumerate(s.hands[seat]):
        home = name != JOKER and s.figures[FIGURES.index(name[:2])] == HOME
        picture.paste(card(name, home), (left + n * (WIDE + GAP) - 10, TOP - 4))
    return picture


@lru_cache(128)
def card(name: str, home: bool) -> Image.Image:
    """A card on the table, in places of the palette; home: its lumberjack needs it no more."""
    beaver = name == JOKER
    whole = _blank("wood" if beaver else sprites.RAMPS[name[0]]).copy()
    sprite = sprites.beaver(SHARE) if beaver else sprites.figure(name[:2], SHARE)
    lay(sprite, whole, (MIDDLE - sprite.width // 2, 124))
    number = run(str(worth(name)), 116, INK, PAPER)
    whole.paste(number.crop((0, headroom(116), number.width, number.height)), (42, 26))
    whose = "any of yours" if beaver else "another of yours" if home else ""
    whom = "beaver" if beaver else str(called(name[:2]))
    write(whole, (MIDDLE, 392), whom, 48, (INK, PAPER), 0.5)
    write(whole, (MIDDLE, 452), whose, 36, (tint("wood", 2), PAPER), 0.5)
    _steps(whole, worth(name))
    return whole


def _steps(on: Image.Image, count: int) -> None:
    """As many dots as there are steps, at the top right."""
    side, row = 22, Sheet(170, 26)
    for n in range(count):
        x = 170 - side * (count - n) - 4 * (count - n)
        row.ellipse((x, 2, x + side, 2 + side), tint("river", 5))
        row.ellipse((x + 3, 5, x + side - 3, side - 1), tint("river", 2))
    on.paste(flat(row.sprite(), PAPER), (WIDE - 190, 56))


@cache
def _blank(ramp: str) -> Image.Image:
    """Paper with a border of the lumberjack's colour, on the table."""
    sheet = Sheet(WIDE + 20, HIGH + 20)
    border = tint(ramp, 2 if ramp in ("gold", "wood") else 1)
    sheet.rounded((10, 4, WIDE + 10, HIGH + 4), 28, tint("ink", 0))
    sheet.rounded((13, 7, WIDE + 7, HIGH + 1), 25, border)
    sheet.rounded((25, 19, WIDE - 5, HIGH - 11), 16, PAPER)
    shade = [(18, 12), (WIDE + 14, 12), (WIDE + 14, HIGH + 12), (18, HIGH + 12)]
    return flat(sheet.shadow(shade, tint("table", 0), 0.9, 3).sprite(), TABLE)
