"""The last picture of a game: who has won, the ranking, the scores turn by turn, its best moment.

┌──────────────────────┐  L7      turn 31
│ Ben won              │  Logger
│ 12 ┤           ___/B │  ┌─────────────┐
│    │   ___/‾‾‾‾‾‾‾ A │  │ ☺ Ben    12 │   the ranking
│  0 └───────────── 31 │  │ ☺ Ana    10 │
│ longest row: …       │  └─────────────┘
└──────────────────────┘
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PIL import Image

from renderer import figures, frame, panel
from renderer.figures import BRIGHT, INK, SEATS
from renderer.lettering import LEAST, fitted, stencil, width, wrapped
from renderer.outcome import victors, won
from renderer.paint import SCALE, Point, Sheet, oval
from renderer.palette import indexed, lay, tint
from renderer.picture import Labels
from rules.drafting import Kind
from rules.ending import Ending
from rules.english import Names
from rules.play import Seen
from rules.text import NOTHING, Text

BOX = (20, 16, 838, 884)  # px: the sheet of paper
PAPER = tint("paper", 1)
HEAD, LINE = 62, 50  # px: letters of the headline; from line to line
CHART = (116, 190, 730, 690)  # px: where the curve is, from its least to its best score
DISC = 26  # px: half of a disc with a letter


def drawn(kind: Kind[Any], seen: Seen[Any], labels: Labels, ending: Ending) -> Image.Image:
    """The picture in places of the palette."""
    picture = frame.table()
    frame.title(picture, kind.game.title, labels, frame.OVER)
    panel.cards(picture, [frame.card(kind, seen, labels, seat) for seat in ranking(kind, seen)])
    picture.paste(_paper(), BOX[:2])
    room = BOX[2] - BOX[0] - 48
    best = [labels.drawn[seat] for seat in victors(kind.game, seen.state)]
    headline, measured = fitted(labels.say(won(best)), HEAD, room), labels.say(ending.measured)
    panel.write(picture, (BOX[0] + 24, BOX[1] + 18), headline, HEAD, (INK, PAPER), tight=True)
    panel.write(picture, (BOX[0] + 24, 112), measured, LEAST, (MUTED, PAPER), tight=True)
    _chart(picture, ending.scores or [[0] * len(labels.names)], labels)
    for n, line in enumerate(wrapped(labels.say(moment(ending, labels.drawn)), LEAST, room, 2)):
        at = BOX[0] + 24, 774 + n * LINE
        panel.write(picture, at, line, LEAST, (INK, PAPER), tight=True)
    return picture


MUTED = tint("wood", 2)


def ranking(kind: Kind[Any], seen: Seen[Any]) -> list[int]:
    """The seats, the best first; who has left comes last."""
    scores = kind.game.scores(seen.state)
    return sorted(range(len(scores)), key=lambda seat: scores[seat], reverse=True)


def moment(ending: Ending, names: Names) -> Text:
    """What was most remarkable, whose it was and when, if anything was."""
    best = ending.moment
    if best is None:
        return NOTHING
    return Text(
        "{moment}: {name}, turn {turn}",
        moment=best.told,
        name=names[best.seat],
        turn=best.turn,
    )


def _paper() -> Image.Image:
    wide, high = BOX[2] - BOX[0], BOX[3] - BOX[1]
    sheet = Sheet(wide, high).rounded((0, 0, wide, high), 16, tint("wood", 2))
    sheet.rounded((5, 5, wide - 5, high - 5), 12, PAPER)
    ground = Image.new("RGB", (wide, high), panel.TABLE)
    sprite = sheet.sprite()
    ground.paste(sprite, mask=sprite)
    return indexed(ground)


def _chart(on: Image.Image, scores: Sequence[Sequence[int]], labels: Labels) -> None:
    """A line a seat, with its letter at the end; least and best score, first and last turn."""
    least = min(map(min, scores), default=0)
    best = max(1 + least, max(map(max, scores), default=1))
    left, top, right, bottom = CHART
    sheet = Sheet(BOX[2] - 10, bottom + 40)
    for y in (top, (top + bottom) / 2, bottom):
        sheet.line([(left, y), (right, y)], tint("paper", 3), 2)
    letters = labels.letters
    seats = range(len(letters))
    lines = [_line([turn[seat] for turn in scores], least, best) for seat in seats]
    for seat, points in enumerate(lines):
        sheet.line(points, INK, 13).line(points, _ink(seat), 8)
    for seat, y in enumerate(_apart([points[-1][1] for points in lines])):
        _disc(sheet, seat, letters[seat], (right + 22 + DISC, y))
    lay(sheet.sprite(), on, (0, 0))
    _scale(on, (least, best), len(scores) - 1, labels)


def _scale(on: Image.Image, span: tuple[int, int], turns: int, labels: Labels) -> None:
    """The numbers beside and below the curve."""
    left, top, right, bottom = CHART
    for n, y in zip(span, (bottom, top), strict=True):
        text, at = str(abs(n)), (left - 16, y - 24)
        panel.write(on, at, text, LEAST, (MUTED, PAPER), 1, spare=4, tight=True)
    first, last = (labels.say(Text("turn {n}", n=n)) for n in (0, turns))
    at = right, bottom + 22
    panel.write(on, at, last, LEAST, (MUTED, PAPER), 1, tight=True)
    if width(last, LEAST) + width(first, LEAST) < right - left - 40:
        panel.write(on, (left, bottom + 22), first, LEAST, (MUTED, PAPER), tight=True)


def _line(values: Sequence[int], least: int, best: int) -> list[Point]:
    """The points of a curve; a single one is drawn as level."""
    left, top, right, bottom = CHART
    values = values if len(values) > 1 else [*values, *values]
    step, rise = (right - left) / (len(values) - 1), (bottom - top) / (best - least)
    return [(left + n * step, bottom - (value - least) * rise) for n, value in enumerate(values)]


def _apart(heights: Sequence[float]) -> list[float]:
    """The same heights, so far moved that no disc covers another, from the top down."""
    placed, free = list(heights), float("-inf")
    for seat in sorted(range(len(heights)), key=lambda seat: heights[seat]):
        placed[seat] = free = max(heights[seat], free + 2 * DISC + 4)
    over = max(0.0, max(placed) - CHART[3] - DISC)
    return [y - over for y in placed]


def _disc(sheet: Sheet, seat: int, letter: str, at: Point) -> None:
    (x, y), mask = at, stencil(letter, LEAST)
    sheet.polygon(oval(x, y, DISC, DISC), INK).polygon(oval(x, y, DISC - 3, DISC - 3), _ink(seat))
    corner = round(x * SCALE - mask.width / 2), round(y * SCALE - mask.height / 2)
    sheet.paint.paste(INK if SEATS[seat] in BRIGHT else tint("paper", 0), corner, mask)


def _ink(seat: int) -> tuple[int, int, int]:
    return figures.coat(seat)[0]
