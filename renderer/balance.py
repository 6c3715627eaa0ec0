"""Who stood better, turn by turn: between two a line that rises towards the one and falls towards
the other; among more everybody's share of the win, which together fill the chart.

(A) ┌─────|24|────┐       1 ┌────────────┐
    │   _/ |  \\   │         │ (A) ___/‾‾‾│
  0 │──/───|───\\──│         │____/  (B)  │
    │      |    ‾‾│         │   (C)  \\___│
(B) └─────────────┘       0 └────────────┘
  turn 0    turn 34
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate, pairwise
from typing import Any, NamedTuple

from PIL import Image

from renderer import frame, panel
from renderer.chart import DISC, MUTED, PAPER, Chart, Plot, disc, paper, spread
from renderer.figures import INK
from renderer.lettering import LEAST, fit, width
from renderer.paint import Point
from renderer.palette import lay, tint
from renderer.picture import Labels, victors, win_text
from rules.drafting import Kind
from rules.play import Seen
from rules.text import Text

Box = tuple[int, int, int, int]

SHEET, CURVE = (20, 16, 838, 884), (40, 172, 818, 866)  # px: the paper, and the curve on it
HEAD = 62  # px: letters of the headline
LEFT, RIGHT, ABOVE, BELOW = 76, 24, 62, 66  # px round the chart, for what is written there
EDGE, MARK = 7, 3  # px: lines between areas, and at marked turns


class Balance(NamedTuple):
    """shares: by turn and seat, from before the first turn on, how much of the win everybody is
    taken to have; those of a turn add up to one. marked: turns that are pointed at."""

    shares: tuple[tuple[float, ...], ...]
    marked: tuple[int, ...] = ()

    @property
    def leads(self) -> list[float]:
        """Between two, turn by turn: from -1, where the second has won, to 1, the first."""
        return [first - second for first, second in self.shares]


def draw(
    kind: Kind[Any], seen: Seen[Any], labels: Labels, balance: Balance, coats: Sequence[panel.Coat]
) -> Image.Image:
    """The picture of a game that is over, in places of the palette: who has won, and the curve.
    coats: what the seats wear on the board."""
    picture = frame.table()
    frame.title(picture, kind.game.title, labels, frame.OVER)
    panel.cards(picture, seat_cards(kind, seen, labels, coats))
    left, top, right, bottom = SHEET
    picture.paste(paper(right - left, bottom - top), SHEET[:2])
    best = [labels.display_names[seat] for seat in victors(kind.game, seen.state)]
    room = right - left - 48
    head, below = (labels.say(said) for said in (win_text(best), measure_text(balance)))
    at = left + 24
    panel.write(picture, (at, top + 18), fit(head, HEAD, room), HEAD, (INK, PAPER), tight=True)
    panel.write(picture, (at, 112), fit(below, LEAST, room), LEAST, (MUTED, PAPER), tight=True)
    curve(picture, CURVE, balance, labels, coats)
    return picture


def seat_cards(
    kind: Kind[Any], seen: Seen[Any], labels: Labels, coats: Sequence[panel.Coat] = ()
) -> Sequence[panel.Card]:
    """The seats' cards. Where words under each have no room, as when many share a draw, there are
    none: the headline tells how it ended."""
    cards = frame.plain_cards(kind, seen, labels, coats)
    return [card._replace(strip="") for card in cards] if panel.overlap(cards) else cards


def measure_text(balance: Balance) -> Text:
    """What the curve shows."""
    if len(balance.shares[0]) == 2:
        return Text("who was ahead")
    return Text("each player's chance of winning")


def curve(
    on: Image.Image, box: Box, balance: Balance, labels: Labels, coats: Sequence[panel.Coat]
) -> None:
    """The curve, with all that is written around it, in a part of the paper; labels: whose letters
    stand at it."""
    left, top, right, bottom = box
    two = len(balance.shares[0]) == 2
    chart = Chart((left + LEFT, top + ABOVE, right - RIGHT, bottom - BELOW), -1 if two else 0, 1)
    plot = chart.plot()
    (_lead if two else _areas)(plot, chart, balance, coats)
    marks = _marks(plot, chart, balance)
    plot.lay(on)
    signs = [disc(*each) for each in zip(coats, labels.letters, strict=True)]
    (_beside_two if two else _beside_more)(on, chart, balance, signs)
    for turn, x in marks:
        at = x, top + ABOVE - LEAST - 12
        panel.write(on, at, str(turn), LEAST, (INK, PAPER), 0.5, tight=True)
    chart.turns(on, len(balance.shares) - 1, labels)


def _lead(on: Plot, chart: Chart, balance: Balance, coats: Sequence[panel.Coat]) -> None:
    """The line, and what lies between it and the middle in the colour of who stood better."""
    left, top, right, bottom = chart.box
    middle = (top + bottom) / 2
    line = chart.points(balance.leads)
    closed = [(left, middle), *line, (right, middle)]
    on.area(closed, coats[0].ink, high=middle)
    on.area(closed, coats[1].ink, low=middle)
    on.line([(left, middle), (right, middle)], INK, 2)
    on.line(line, INK, EDGE)


def _areas(on: Plot, chart: Chart, balance: Balance, coats: Sequence[panel.Coat]) -> None:
    """The shares one below the other, the first seat's on top; the lines between them are dark at
    their edges and light in the middle, so that they are seen on all colours."""
    edges = _edges(chart, balance)
    for coat, (above, below) in zip(coats, pairwise(edges), strict=True):
        on.area([*above, *reversed(below)], coat.ink)
    for wide, ink in ((EDGE + 2 * MARK, INK), (EDGE - MARK, tint("paper", 0))):
        for edge in edges[1:-1]:
            on.line(edge, ink, wide)
    for edge in (edges[0], edges[-1]):
        on.line(edge, INK, EDGE)


def _edges(chart: Chart, balance: Balance) -> list[list[Point]]:
    """Above the first share, between each two, and below the last."""
    left = [[1.0, *(1 - share for share in accumulate(turn))] for turn in balance.shares]
    return [chart.points(values) for values in zip(*left, strict=True)]


def _marks(on: Plot, chart: Chart, balance: Balance) -> list[tuple[int, int]]:
    """An upright line at each marked turn, light in the middle as those between areas are; each
    turn with the place for its number."""
    left, top, right, bottom = chart.box
    step = (right - left) / max(1, len(balance.shares) - 1)
    turns = [turn for turn in balance.marked if turn < len(balance.shares)]
    places = [left + turn * step for turn in turns]
    for x in places:
        for wide, ink in ((3 * MARK, INK), (MARK, tint("paper", 0))):
            on.upright(round(x), top, bottom, wide, ink)
    room = max([width(str(turn), LEAST) for turn in turns], default=0)
    apart = spread(places, room + 14)
    over = max(0.0, max(apart, default=0.0) + room / 2 - right - RIGHT)
    return [(turn, round(x - over)) for turn, x in zip(turns, apart, strict=True)]


def _beside_two(
    on: Image.Image, chart: Chart, balance: Balance, signs: Sequence[Image.Image]
) -> None:
    """Towards whom the line rises and falls."""
    left, top, _, bottom = chart.box
    for seat, y in enumerate((top, bottom - 2 * DISC)):
        lay(signs[seat], on, (left - LEFT + 8, y))
    _level(on, chart, "0", (top + bottom) // 2)


def _beside_more(
    on: Image.Image, chart: Chart, balance: Balance, signs: Sequence[Image.Image]
) -> None:
    """Whose each area is, said where it is highest; and what they add up to."""
    _, top, _, bottom = chart.box
    _level(on, chart, "1", top)
    _level(on, chart, "0", bottom)
    edges = _edges(chart, balance)
    for seat, (above, below) in enumerate(pairwise(edges)):
        x, y = _roomiest(chart, above, below)
        lay(signs[seat], on, (round(x) - DISC, round(y) - DISC))


def _roomiest(chart: Chart, above: Sequence[Point], below: Sequence[Point]) -> Point:
    """The middle of an area where it is highest, so far from both ends that a disc has room."""
    left, _, right, _ = chart.box
    high = max(range(len(above)), key=lambda n: below[n][1] - above[n][1])
    x = min(max(above[high][0], left + DISC + EDGE), right - DISC - EDGE)
    return x, (_height(above, x) + _height(below, x)) / 2


def _height(line: Sequence[Point], x: float) -> float:
    """Where a line is at x."""
    before, after = next((pair for pair in pairwise(line) if pair[1][0] >= x), line[-2:])
    share = (x - before[0]) / ((after[0] - before[0]) or 1)
    return before[1] + share * (after[1] - before[1])


def _level(on: Image.Image, chart: Chart, text: str, y: int) -> None:
    at = chart.box[0] - 16, y - 24
    panel.write(on, at, text, LEAST, (MUTED, PAPER), 1, spare=4, tight=True)
