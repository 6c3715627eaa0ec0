"""The cards of the seats in the panel: whose lumberjacks are where, and how many cards there are.

┌──────────────────┐
│ Ana      ☺4 home │    name, the card just played
│  ☺    ☺    ☺     │    her lumberjacks
│ e12 shore home   │    where they are
│ ▯▯▯ deck 14 used 3    cards in hand, in the deck, played
│▓▓▓▓ to move ▓▓▓▓▓│
└──────────────────┘
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

from PIL import Image

from renderer import naming, panel
from renderer.fellers import sprites
from renderer.lettering import SMALLEST, fitted, headroom, run, width
from renderer.outcome import called
from renderer.paint import Sheet
from renderer.palette import RGB, indexed, lay, tint
from renderer.panel import write
from renderer.picture import Labels
from rules.fellers.position import ABSENT, FIGURES, HOME, JOKER, SHORE, Position, spot, team, worth
from rules.game import Event, Game, Seat
from rules.play import Seen

INK = panel.INK
LEFT, RIGHT = panel.LEFT + panel.PAD, panel.LEFT + panel.WIDE - panel.PAD
HEAD, FIGURE, SLOT = 52, 54, 90  # px: name, a lumberjack, the room for one
CHIP = 32  # px: a lumberjack on the card that was played
LINE = 32  # px: a line of words
FEW = 2  # so many lumberjacks leave room for the counts beside them
PLACES = {SHORE: "shore", HOME: "home", ABSENT: "left"}


@dataclass(frozen=True, slots=True)
class Card:
    """What a seat's card shows; strip: words at its foot ("to move"), or none; played: the event
    of the card that it has just played, if it has."""

    s: Position
    seat: Seat
    name: str
    strip: str
    played: Event | None

    @property
    def crew(self) -> tuple[int, ...]:
        """The seat's lumberjacks, as places in FIGURES."""
        return team(self.s, self.seat)

    @property
    def ramp(self) -> str:
        return sprites.RAMPS[FIGURES[self.crew[0]][0]]

    @property
    def paper(self) -> RGB:
        return tint("paper", 1 if self.strip else 2)

    @property
    def low(self) -> int:
        """The height without the strip."""
        high = HEAD + FIGURE + LINE + 6
        return high if len(self.crew) <= FEW else high + LINE + 2

    @property
    def high(self) -> int:
        return self.low + (panel.STRIP if self.strip else 0)

    def paint(self, on: Image.Image, top: int) -> None:
        """Put the card on a picture, `top` px from its upper edge."""
        blank = panel.blank((crew, *self.crew), self.ramp, bool(self.strip), panel.WIDE, self.low)
        on.paste(blank, (panel.LEFT - 8, top - 3))
        self._head(on, top)
        self._places(on, top + HEAD + FIGURE)
        if not self.s.left[self.seat]:
            self._counts(on, top + HEAD)
        if self.strip:
            middle = (LEFT + RIGHT) // 2, top + self.low + 4
            write(on, middle, self.strip, 30, panel.strip_inks(self.ramp)[::-1], 0.5)

    def _head(self, on: Image.Image, top: int) -> None:
        """The name, and the card that was played."""
        right = RIGHT
        if self.played:
            chip = _chip(*self.played.at, self.paper)
            right -= chip.width + 8
            on.paste(chip, (right + 8, top + 5))
        name = fitted(self.name, 32, right - LEFT)
        write(on, (LEFT, top + 11), name, 32, (INK, self.paper), spare=4)

    def _places(self, on: Image.Image, top: int) -> None:
        """Where each lumberjack is, below it."""
        for n, figure in enumerate(self.crew):
            at = self.s.figures[figure]
            where = PLACES[at] if at in PLACES else spot(self.s, at)
            middle = panel.LEFT + 6 + SLOT * n + SLOT // 2
            ink = tint("leaf", 0) if at == HOME else INK
            write(on, (middle, top), where, SMALLEST, (ink, self.paper), 0.5, spare=4)

    def _counts(self, on: Image.Image, top: int) -> None:
        """How many cards there are in the hand, in the deck and among the discards: beside the
        lumberjacks, or below them when there are many; top: where the lumberjacks begin."""
        deck = f"deck {len(self.s.decks[self.seat])}"
        used = f"used {len(self.s.discards[self.seat])}"
        x, y = LEFT + FEW * SLOT + 6, top + FIGURE
        places = (x, top - 7), (x, y - LINE - 1), (x, y)
        if len(self.crew) > FEW:
            y += LINE + 1
            places = (LEFT, y + 3), (LEFT + 76, y), (RIGHT - width(used, SMALLEST), y)
        for text, at in zip((deck, used), places[1:], strict=True):
            write(on, at, text, SMALLEST, (INK, self.paper), spare=4)
        on.paste(backs(len(self.s.hands[self.seat]), self.paper), places[0])


def cards(on: Image.Image, game: Game[Any], seen: Seen[Position], labels: Labels) -> None:
    """The cards of all seats from the top down."""
    s = seen.state
    played = {event.seat: event for event in seen.events if event.verb == "plays"}
    rows = [
        Card(
            s,
            seat,
            naming.drawn(name, labels.letters[seat]),
            _strip(game, s, seat),
            played.get(seat),
        )
        for seat, name in enumerate(labels.names)
    ]
    top = panel.TOP + 108
    room = panel.BOTTOM - top - sum(card.high for card in rows)
    for card in rows:
        card.paint(on, top)
        top += card.high + min(panel.GAP, room // max(1, len(rows) - 1))


def _strip(game: Game[Any], s: Position, seat: Seat) -> str:
    """Who has left needs no strip: it stands below his lumberjacks."""
    return "" if s.left[seat] else called(game, s, seat)


@cache
def crew(*figures: int) -> Image.Image:
    """The lumberjacks of a seat side by side, below the room for its name."""
    row = Image.new("RGBA", (SLOT * len(figures), HEAD + FIGURE))
    for n, figure in enumerate(figures):
        sprite = sprites.figure(FIGURES[figure], FIGURE / sprites.SIDE)
        row.paste(sprite, (SLOT * n + (SLOT - FIGURE) // 2, HEAD - 12))
    return row


@cache
def _chip(card: str, figure: str, paper: RGB) -> Image.Image:
    """The card that was played, small: whose it is, the beaver's too; whom it moves, if that is
    another; how far at most."""
    share = CHIP / sprites.SIDE
    other = card[:2] if card[:2] != figure else ""
    whose = sprites.figure(other, share) if other and card != JOKER else sprites.beaver(share)
    who = [*([whose] if other else []), sprites.figure(figure, share)]
    wide, high = 38 + 36 * len(who), CHIP + 6
    sheet = Sheet(wide, high).rounded((0, 0, wide, high), 8, tint(sprites.RAMPS[figure[0]], 0))
    chip = flat(sheet.rounded((3, 3, wide - 3, high - 3), 6, tint("paper", 0)).sprite(), paper)
    for n, sprite in enumerate(who):
        lay(sprite, chip, (5 + 35 * n, 3))
    number = run(str(worth(card)), 30, INK, tint("paper", 0))
    above = headroom(30) + 2
    digit = number.crop((0, above, number.width, above + CHIP - 1))
    chip.paste(digit, (wide - 10 - digit.width, 4))
    return chip


@cache
def backs(count: int, paper: RGB) -> Image.Image:
    """So many cards, seen from behind."""
    sheet = Sheet(70, 28)
    for n in range(count):
        x = 22 * n
        sheet.rounded((x, 0, x + 19, 27), 4, INK).rounded(
            (x + 2, 2, x + 17, 25), 3, tint("wood", 3)
        )
        sheet.rounded((x + 6, 8, x + 13, 19), 2, tint("wood", 5))
    return flat(sheet.sprite(), paper)


def flat(sprite: Image.Image, paper: RGB) -> Image.Image:
    """A sprite on paper, in places of the palette."""
    ground = Image.new("RGB", sprite.size, paper)
    ground.paste(sprite, mask=sprite)
    return indexed(ground)
