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
from functools import lru_cache
from typing import Any, NamedTuple

from PIL import Image

from renderer import panel
from renderer.fellers import sprites
from renderer.fellers.layout import ROOMY, Area
from renderer.fellers.seats import PLACES, WORD, back, chip, face, fan, ramp, strips
from renderer.figures import robot
from renderer.lettering import fit, width
from renderer.paint import PaintSheet
from renderer.palette import RGB, flatten, put, tint
from renderer.panel import INK, write
from renderer.picture import Labels
from rules.fellers.position import FIGURES, HAND, HOME, Position, spot, team
from rules.game import Game
from rules.play import Seen

WIDEST = 400  # px of a panel in which seats are drawn like this
PAD, HEAD, LINE, FOOT = 8, 50, 47, 46  # px: inside a card, its name, a lumberjack, its strip
FIGURE, BETWEEN = 48, 12  # px: a lumberjack, and from card to card at most


class NarrowCard(NamedTuple):
    """What a seat's card shows. said: on its strip, if it has one; crew: each lumberjack, where it
    is, and whether that is home; played: the card that was, and whom it moved; fan: how many are in
    the hand, if that is told; piles: how many are in the deck and among the used ones; computer:
    nobody sits there."""

    ramp: str
    name: str
    said: str
    crew: tuple[tuple[str, str, bool], ...]
    played: tuple[str, ...]
    fan: int
    piles: tuple[int, ...]
    computer: bool

    @property
    def high(self) -> int:
        """How high it is above its strip."""
        return HEAD + LINE * len(self.crew) + 4

    @property
    def whole(self) -> int:
        return self.high + (FOOT if self.said else 0)


def cards(
    on: Image.Image, game: Game[Any], seen: Seen[Position], labels: Labels, area: Area, low: int
) -> int:
    """The cards of all seats. low: where they must end; returns where they do."""
    rows, y = _cards(game, seen, labels), area.top
    spare = low - y - sum(card.whole for card in rows)
    gap = min(BETWEEN, spare // max(1, len(rows) - 1))
    for card in rows:
        put(_card(card, area.wide), on, (area.left - _X, y - _Y))
        y += card.whole + gap
    return y - gap


def _cards(game: Game[Any], seen: Seen[Position], labels: Labels) -> list[NarrowCard]:
    s, told = seen.state, strips(game, seen.state, labels)
    played = {event.seat: event.at for event in seen.events if event.verb == "plays"}
    rows = []
    for seat, (said, name) in enumerate(zip(told, labels.display_names, strict=True)):
        crew, left, held = team(s, seat), s.left[seat], len(s.hands[seat])
        rows.append(
            NarrowCard(
                ramp=ramp(s, seat),
                name=name,
                said=said,
                crew=tuple(_whereabouts(s, figure, labels) for figure in crew),
                played=played.get(seat, ()),
                fan=0 if left or held == HAND else held,
                piles=() if left else (len(s.decks[seat]), len(s.discards[seat])),
                computer=seat in labels.computers,
            )
        )
    return rows


def _whereabouts(s: Position, figure: int, labels: Labels) -> tuple[str, str, bool]:
    at = s.figures[figure]
    return FIGURES[figure], labels.say(PLACES.get(at) or spot(s, at)), at == HOME


_X, _Y = 8, 3  # px of table at the left of a card and above it


@lru_cache(64)
def _card(card: NarrowCard, wide: int) -> Image.Image:
    """A card with its shadow on the table: most of a table's are as they were a turn ago."""
    paper, right = tint("paper", 1 if card.said else 2), _X + wide - PAD
    on = _blank(card.ramp, bool(card.said), wide, card.whole).copy()
    _head(on, card, wide, paper)
    piles, end = card.piles if wide >= ROOMY else (), right
    if piles:
        end -= width("00", WORD) + max(sign(paper).width for sign in (back, face)) + 8
    for n, (code, where, home) in enumerate(card.crew):
        x, y = _X + PAD, _Y + HEAD + n * LINE
        put(_figure(code, paper), on, (x, y))
        inks = panel.GAINED if home else INK, paper
        left = x + FIGURE + 6
        words = fit(where, WORD, end - left)
        write(on, (left, y + 4), words, WORD, inks, spare=4, tight=True)
    if piles:
        _counts(on, piles, (right, _Y + HEAD), paper)
    if card.said:
        words = fit(card.said, WORD, wide - 2 * PAD)
        panel.strip(on, words, card.ramp, (_X + wide // 2, _Y + card.high - 4))
    return on


def _head(on: Image.Image, card: NarrowCard, wide: int, paper: RGB) -> None:
    """The name, and at the right what is shown of the cards; where both have no room, that stands
    beside a third lumberjack, or is left out."""
    right, shown = _X + wide - PAD, []
    if wide >= ROOMY:
        shown += [chip(*card.played, paper)] if card.played else []
        shown += [fan(card.fan, paper)] if card.fan else []
    left = _X + PAD
    left += robot(on, (left, _Y + 8), (INK, paper)) if card.computer else 0
    taken = sum(sprite.width + 8 for sprite in shown)
    beside = left + width(card.name, WORD) + taken <= right
    where = card.crew[-1][1] if len(card.crew) > len(card.piles) else ""
    free = where and _X + PAD + FIGURE + 6 + width(where, WORD) + taken <= right
    end, high, top = (right, HEAD, _Y + 2) if beside else (right, LINE, _Y + HEAD + 2 * LINE)
    for sprite in shown if beside or free else ():
        end -= sprite.width
        put(sprite, on, (end, top + (high - sprite.height) // 2))
        end -= 8
    said = fit(card.name, WORD, (end if beside else right) - left)
    write(on, (left, _Y + 8), said, WORD, (INK, paper), spare=2, tight=True)


def _counts(on: Image.Image, piles: Sequence[int], at: tuple[int, int], paper: RGB) -> None:
    """How many cards there are in the deck and among those that were used."""
    for n, (sign, count) in enumerate(zip((back, face), piles, strict=True)):
        x, y = at[0] - width("00", WORD), at[1] + n * LINE
        write(on, (at[0], y + 4), str(count), WORD, (INK, paper), 1, spare=4, tight=True)
        sprite = sign(paper)
        put(sprite, on, (x - sprite.width - 4, y + 6))


@lru_cache(64)
def _blank(ramp: str, active: bool, wide: int, high: int) -> Image.Image:
    """An empty card on the table, in places of the palette; active: with a strip and a border in
    the seat's colour."""
    sheet = PaintSheet(wide + 16, high + 11)
    ground = panel.strip_inks(ramp)[0] if active else tint("paper", 2)
    sheet.rounded((8, 3, wide + 8, high + 3), 14, ground)
    if active:
        low = high - FOOT - 1
        sheet.rounded((12, 7, wide + 4, low), 10, tint("paper", 1))
        sheet.rounded((12, low - 19, wide + 4, low), 0, tint("paper", 1))
    shade = [(12, 9), (wide + 10, 9), (wide + 10, high + 7), (12, high + 7)]
    return flatten(sheet.shadow(shade, tint("table", 0), 0.9, 3).sprite(), panel.TABLE)


@lru_cache(64)
def _figure(code: str, paper: RGB) -> Image.Image:
    return flatten(sprites.figure(code, "", FIGURE / sprites.SIDE), paper)
