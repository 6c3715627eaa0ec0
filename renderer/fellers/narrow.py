"""The seats in a narrow panel beside two segments: a line for each lumberjack.

┌────────────┐
│ Ana     ☺4 │    name, the card just played; how many in hand, if they are not three
│ ☺ e12  ▯14 │    a lumberjack and where it is, the deck
│ ☺ shore ▮3 │    another one, the cards that were used
│  to move   │    only on the card that needs it
└────────────┘
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any

from PIL import Image

from renderer import panel
from renderer.fellers import sprites
from renderer.fellers.layout import ROOMY, Area
from renderer.fellers.seats import PLACES, WORD, back, chip, face, fan, flat, strips
from renderer.lettering import fitted, width
from renderer.paint import Sheet
from renderer.palette import RGB, tint
from renderer.panel import INK, write
from renderer.picture import Labels
from rules.fellers.position import FIGURES, HAND, HOME, Position, spot, team
from rules.game import Game, Seat
from rules.play import Seen

WIDEST = 400  # px of a panel in which seats are drawn like this
PAD, HEAD, LINE, FOOT = 8, 50, 47, 46  # px: inside a card, its name, a lumberjack, its strip
FIGURE, BETWEEN = 48, 12  # px: a lumberjack, and from card to card at most


def cards(
    on: Image.Image, game: Game[Any], seen: Seen[Position], labels: Labels, area: Area, low: int
) -> int:
    """The cards of all seats. low: where they must end; returns where they do."""
    s, y = seen.state, area.top
    told = strips(game, s, labels)
    highs = [_height(s, seat) + (FOOT if said else 0) for seat, said in enumerate(told)]
    gap = min(BETWEEN, (low - y - sum(highs)) // max(1, len(highs) - 1))
    played = {event.seat: event.at for event in seen.events if event.verb == "plays"}
    for seat, (said, high) in enumerate(zip(told, highs, strict=True)):
        _card(on, s, seat, said, played.get(seat), labels, replace(area, top=y))
        y += high + gap
    return y - gap


def _card(
    on: Image.Image,
    s: Position,
    seat: Seat,
    said: str,
    played: tuple[str, ...] | None,
    labels: Labels,
    area: Area,
) -> None:
    """A seat's card, from the top of the area down. said: on its strip, if it has one."""
    crew, left, top, right = team(s, seat), area.left, area.top, area.left + area.wide
    ramp, high = sprites.RAMPS[FIGURES[crew[0]][0]], _height(s, seat)
    paper = tint("paper", 1 if said else 2)
    whole = high + (FOOT if said else 0)
    on.paste(_blank(ramp, bool(said), area.wide, whole), (left - 8, top - 3))
    shown = [chip(*played, paper)] if played else []
    if not s.left[seat] and len(s.hands[seat]) != HAND:
        shown.append(fan(len(s.hands[seat]), paper))
    _head(on, labels.drawn[seat], shown if area.wide >= ROOMY else (), area, paper)
    for n, figure in enumerate(crew):
        _lumberjack(on, labels, s, figure, (left + PAD, top + HEAD + n * LINE), paper)
    if area.wide >= ROOMY and not s.left[seat]:
        _counts(on, s, seat, (right - PAD, top + HEAD), paper)
    if said:
        words = fitted(said, WORD, area.wide - 2 * PAD)
        panel.strip(on, words, ramp, (left + area.wide // 2, top + high - 4))


def _height(s: Position, seat: Seat) -> int:
    """How high the card of a seat is above its strip."""
    return HEAD + LINE * len(team(s, seat)) + 4


def _head(on: Image.Image, name: str, shown: Sequence[Image.Image], area: Area, paper: RGB) -> None:
    """The name, and at the right what is shown of the cards, where there is room for both."""
    right = area.left + area.wide - PAD
    for sprite in shown:
        right -= sprite.width
        on.paste(sprite, (right, area.top + 2 + (HEAD - sprite.height) // 2))
        right -= 8
    left = area.left + PAD
    said = fitted(name, WORD, right - left)
    write(on, (left, area.top + 8), said, WORD, (INK, paper), spare=2, tight=True)


def _lumberjack(
    on: Image.Image, labels: Labels, s: Position, figure: int, at: tuple[int, int], paper: RGB
) -> None:
    """A lumberjack, and where it is."""
    where = s.figures[figure]
    ink = tint("leaf", 0) if where == HOME else INK
    word = labels.say(PLACES.get(where) or spot(s, where))
    on.paste(_figure(FIGURES[figure], paper), at)
    write(on, (at[0] + FIGURE + 6, at[1] + 4), word, WORD, (ink, paper), spare=4, tight=True)


def _counts(on: Image.Image, s: Position, seat: Seat, at: tuple[int, int], paper: RGB) -> None:
    """How many cards there are in the deck and among those that were used."""
    piles = (back, len(s.decks[seat])), (face, len(s.discards[seat]))
    for n, (sign, count) in enumerate(piles):
        x, y = at[0] - width("00", WORD), at[1] + n * LINE
        write(on, (at[0], y + 4), str(count), WORD, (INK, paper), 1, spare=4, tight=True)
        sprite = sign(paper)
        on.paste(sprite, (x - sprite.width - 4, y + 6))


@lru_cache(64)
def _blank(ramp: str, active: bool, wide: int, high: int) -> Image.Image:
    """An empty card on the table, in places of the palette; active: with a strip and a border in
    the seat's colour."""
    sheet = Sheet(wide + 16, high + 11)
    ground = panel.strip_inks(ramp)[0] if active else tint("paper", 2)
    sheet.rounded((8, 3, wide + 8, high + 3), 14, ground)
    if active:
        low = high - FOOT - 1
        sheet.rounded((12, 7, wide + 4, low), 10, tint("paper", 1))
        sheet.rounded((12, low - 19, wide + 4, low), 0, tint("paper", 1))
    shade = [(12, 9), (wide + 10, 9), (wide + 10, high + 7), (12, high + 7)]
    return flat(sheet.shadow(shade, tint("table", 0), 0.9, 3).sprite(), panel.TABLE)


@lru_cache(64)
def _figure(code: str, paper: RGB) -> Image.Image:
    return flat(sprites.figure(code, FIGURE / sprites.SIDE), paper)
