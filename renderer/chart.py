"""Charts and tables on a sheet of paper. They are large, so only the corners of the paper and the
inked parts of a line are painted at four times their size."""

from collections.abc import Sequence
from dataclasses import replace
from functools import cache, lru_cache
from itertools import accumulate, pairwise
from math import ceil, floor
from typing import Any, NamedTuple

from PIL import Image, ImageDraw

from renderer import figures, frame, panel
from renderer.figures import INK
from renderer.lettering import LEAST, fit, stencil, width
from renderer.paint import SCALE, PaintSheet, Point, clip, oval, polyline
from renderer.palette import RGB, encode, flatten, lay, tint, to_palette
from renderer.picture import Labels, Picture, victors, win_text
from rules.drafting import Kind
from rules.play import Seen
from rules.text import NOTHING, Joined, Name, Plural, Rank, Text, lines
from rules.voice import ENGLISH, PLAIN, Voice

PAPER, MUTED = tint("paper", 1), tint("wood", 2)
ROUND = 8  # px: by which a thick line is wider than the chart
DISC = 26  # px: half of a disc with a letter
CORNER, STRIP = 24, 32  # px: a piece of paper with a corner in it; the painted part of a line


def paper(wide: int, high: int) -> Image.Image:
    """A sheet with round corners, in places of the palette."""
    small, c = _small(), CORNER
    sheet = small.resize((wide, high), Image.Resampling.NEAREST, (c, c, c + 1, c + 1))
    for left, x in ((0, 0), (c, wide - c)):
        rim = small.crop((left, c, left + c, c + 1)).resize((c, high))
        sheet.paste(rim, (x, 0))
    for top, y in ((0, 0), (c, high - c)):
        rim = small.crop((c, top, c + 1, top + c)).resize((wide, c))
        sheet.paste(rim, (0, y))
        for left, x in ((0, 0), (c, wide - c)):
            sheet.paste(small.crop((left, top, left + c, top + c)), (x, y))
    return sheet


@cache
def _small() -> Image.Image:
    """The smallest sheet of paper, which is all corners."""
    side = 2 * CORNER
    sheet = PaintSheet(side, side).tile((0, 0, side, side), 16, tint("wood", 2))
    sheet.tile((5, 5, side - 5, side - 5), 12, PAPER)
    return flatten(sheet.sprite(), panel.TABLE)


class Plot:
    """An empty part of the paper, RGB. Points are measured from the corner of the picture."""

    def __init__(self, box: tuple[int, int, int, int]) -> None:
        self._at = left, top = box[:2]
        self._paint = Image.new("RGB", (box[2] - left, box[3] - top), PAPER)

    def block(self, left: int, top: int, right: int, bottom: int, ink: RGB) -> None:
        """Fill a rectangle, its last row and column too."""
        x, y = self._at
        ImageDraw.Draw(self._paint).rectangle((left - x, top - y, right - x, bottom - y), fill=ink)

    def area(self, points: Sequence[Point], ink: RGB, low: float = 0, high: float = 1e9) -> None:
        """Fill a closed line between two heights. Its edges are rough: draw a line over each."""
        x, y = self._at
        mask = Image.new("L", self._paint.size)
        ImageDraw.Draw(mask).polygon([(px - x, py - y) for px, py in points], 255)
        top, bottom = max(0, round(low - y)), min(mask.height, round(high - y))
        self._paint.paste(ink, (0, top), mask.crop((0, top, mask.width, bottom)))

    def line(self, points: Sequence[Point], ink: RGB, width: float) -> None:
        """A line with round joints and ends, from left to right."""
        x, y = self._at
        points = [(px - x, py - y) for px, py in points]
        first, last = floor(points[0][0] - width), ceil(points[-1][0] + width)
        for left in range(max(0, first), min(last, self._paint.width), STRIP):
            # The part in this strip is painted a bit beyond, and cut.
            part = clip(points, left - width, left + STRIP + width)
            heights = [py for _, py in part]
            top, bottom = floor(min(heights) - width), ceil(max(heights) + width)
            mask = Image.new("L", (STRIP * SCALE, (bottom - top) * SCALE))
            pen = ImageDraw.Draw(mask)
            polyline(pen, [(px - left, py - top) for px, py in part], 255, width)
            self._paint.paste(ink, (left, top), mask.reduce(SCALE))

    def lay(self, on: Image.Image) -> None:
        """Put the plot on the picture, in places of the palette."""
        on.paste(to_palette(self._paint), self._at)


class Chart(NamedTuple):
    """The place of the lines, in pixels, from the least number to the best."""

    box: tuple[int, int, int, int]
    least: int
    best: int

    def plot(self) -> Plot:
        """An empty plot of paper with the chart's grid."""
        left, top, right, bottom = self.box
        plot = Plot((left - ROUND, top - ROUND, right + ROUND, bottom + ROUND))
        for y in (top, (top + bottom) // 2, bottom):
            plot.block(left, y - 1, right - 1, y, tint("paper", 3))
        return plot

    def line(self, on: Plot, values: Sequence[int], ink: RGB, steps: int | None = None) -> Point:
        """Draw a line of values, and return its end. steps: see `points`."""
        points = self.points(values, steps)
        on.line(points, INK, 13)
        on.line(points, ink, 8)
        return points[-1]

    def points(self, values: Sequence[float], steps: int | None = None) -> list[Point]:
        """The points of a line. steps: the steps of a line over the whole width."""
        left, _, right, bottom = self.box
        values = values if len(values) > 1 else [*values, *values]
        step = (right - left) / max(1, steps or len(values) - 1)
        rise = (bottom - self.box[1]) / (self.best - self.least)
        start = right - (len(values) - 1) * step
        return [
            (start + n * step, bottom - (value - self.least) * rise)
            for n, value in enumerate(values)
        ]

    def scale(self, on: Image.Image, least: str, best: str, last: str = "") -> None:
        """Write the least and best number beside the lines, and the name of the last step below."""
        _, top, right, bottom = self.box
        _level(on, self, least, bottom)
        _level(on, self, best, top)
        panel.write(on, (right, bottom + 22), last, LEAST, (MUTED, PAPER), 1)

    def turns(self, on: Image.Image, last: int, labels: Labels) -> None:
        """Write the first and the last turn below the lines, the first if it has room."""
        left, _, right, bottom = self.box
        words = [labels.say(Text("turn {n}", n=n)) for n in (0, last)]
        first, end = (width(each, LEAST) for each in words)
        ends = [(left, 0.0), (right, 1.0)] if first + end < right - left - 40 else [(right, 1.0)]
        for (x, anchor), said in zip(reversed(ends), reversed(words), strict=False):
            panel.write(on, (x, bottom + 22), said, LEAST, (MUTED, PAPER), anchor, spare=0)


def spread(heights: Sequence[float], apart: float) -> list[float]:
    """Heights, moved down until any two are `apart` pixels apart."""
    placed, free = list(heights), float("-inf")
    for i in sorted(range(len(heights)), key=heights.__getitem__):
        placed[i] = free = max(heights[i], free + apart)
    return placed


@lru_cache(64)
def disc(coat: panel.Coat, letter: str) -> Image.Image:
    """A seat's letter in its colour, as a sprite."""
    sheet, sign = (PaintSheet(2 * DISC, 2 * DISC) for _ in range(2))
    mask = stencil(letter, LEAST)
    sheet.polygon(oval(DISC, DISC, DISC, DISC), INK)
    sheet.polygon(oval(DISC, DISC, DISC - 3, DISC - 3), coat.ink)
    sign.paint.paste(INK if coat.dark else tint("paper", 0), sheet.middle(mask), mask)
    return sheet.add(sign if coat.dark else sign.outline(INK, 3)).sprite()


HEAD = 62  # px: letters of the headline
MARGIN = 20  # px round the sheet of paper


class RatingCourse(NamedTuple):
    """A game's title and a person's ratings after each game, the first ones first."""

    title: str
    ratings: tuple[int, ...]


def draw_course(name: str, courses: Sequence[RatingCourse], voice: Voice = ENGLISH) -> Picture:
    """A person's ratings over time, in each game where they have one."""
    voice, courses = replace(voice, medium=PLAIN), [each for each in courses if each.ratings]
    picture = frame.table()
    picture.paste(paper(picture.width - 2 * MARGIN, picture.height - 2 * MARGIN), (MARGIN, MARGIN))
    head = voice.say(Text("{name}'s ratings", name=Name(name)))
    shown = fit(head, HEAD, picture.width - 4 * MARGIN)
    panel.write(picture, (3 * MARGIN, 2 * MARGIN), shown, HEAD, (INK, PAPER))
    least = min(min(course.ratings) for course in courses)
    best = max(least + 1, *(max(course.ratings) for course in courses))
    most = max(len(course.ratings) for course in courses)
    box = _, _, right, _ = 170, 150, 850, 740
    chart = Chart(box, least, best)
    plot = chart.plot()
    ends = [
        chart.line(plot, course.ratings, figures.coat(n)[0], most - 1)
        for n, course in enumerate(courses)
    ]
    plot.lay(picture)
    for course, y in zip(courses, spread([y for _, y in ends], 52), strict=True):
        title = fit(course.title, LEAST, picture.width - right - 3 * MARGIN)
        panel.write(picture, (right + 16, round(y) - LEAST // 2), title, LEAST, (INK, PAPER))
    games = voice.say(Joined("", (_games(most),)))
    chart.scale(picture, voice.say(least), voice.say(best), games)
    told = (
        Text(
            "{game}: {games} took the rating from {first} to {last} (lowest {least}, highest "
            "{best}).",
            game=course.title,
            games=_games(len(course.ratings)),
            first=course.ratings[0],
            last=course.ratings[-1],
            least=min(course.ratings),
            best=max(course.ratings),
        )
        for course in courses
    )
    whole = lines(Text("{name}'s rating history.", name=Name(name)), *told)
    return Picture(encode(picture), voice.say(whole))


def _games(n: int) -> Text:
    return Plural("the last rated game", "the last {n} rated games", n=n)


SHEET, CURVE = (20, 16, 838, 884), (40, 172, 818, 866)  # px: the paper, and the curve on it
LEFT, RIGHT, ABOVE, BELOW = 76, 24, 62, 66  # px round the chart, for its words
EDGE, MARK = 7, 3  # px: lines between areas, and at marked turns


class Balance(NamedTuple):
    """Who stood better, turn by turn."""

    # everybody's expected share of the win by turn and seat, from before the first turn; those of a
    # turn add up to one
    shares: tuple[tuple[float, ...], ...]
    marked: tuple[int, ...] = ()  # turns to point at

    @property
    def leads(self) -> list[float]:
        """Between two players, turn by turn: from 1, the first has won, to -1, the second has."""
        return [first - second for first, second in self.shares]


def draw_balance(
    kind: Kind[Any], seen: Seen[Any], labels: Labels, balance: Balance, coats: Sequence[panel.Coat]
) -> Image.Image:
    """Draw the winner and the curve. coats: of the seats on the board."""
    picture = frame.table()
    frame.title(picture, kind.game.title, labels, frame.OVER)
    cards = frame.plain_cards(kind, seen, labels, coats)
    if panel.overlap(cards):  # without strips: many share a draw
        cards = [card._replace(strip="") for card in cards]
    panel.cards(picture, cards)
    left, top, right, bottom = SHEET
    picture.paste(paper(right - left, bottom - top), SHEET[:2])
    best = [labels.display_names[seat] for seat in victors(kind.game, seen.state)]
    room = right - left - 48
    two = len(balance.shares[0]) == 2
    measured = Text("who was ahead") if two else Text("each player's chance of winning")
    head, below = (labels.say(said) for said in (win_text(best), measured))
    at = left + 24
    panel.write(picture, (at, top + 18), fit(head, HEAD, room), HEAD, (INK, PAPER))
    panel.write(picture, (at, 112), fit(below, LEAST, room), LEAST, (MUTED, PAPER))
    curve(picture, CURVE, balance, labels, coats)
    return picture


def curve(
    on: Image.Image,
    box: tuple[int, int, int, int],
    balance: Balance,
    labels: Labels,
    coats: Sequence[panel.Coat],
) -> None:
    """Draw the curve and the words around it in a part of the paper. labels: of the seats."""
    left, top, right, bottom = box
    two = len(balance.shares[0]) == 2
    chart = Chart((left + LEFT, top + ABOVE, right - RIGHT, bottom - BELOW), -1 if two else 0, 1)
    plot = chart.plot()
    (_lead if two else _areas)(plot, chart, balance, coats)
    marks = _marks(plot, chart, balance)
    plot.lay(on)
    signs = [disc(*each) for each in zip(coats, labels.letters, strict=True)]
    if two:  # the player for whom the line rises, and the one for whom it falls
        lay(signs[0], on, (left + 8, top + ABOVE))
        lay(signs[1], on, (left + 8, bottom - BELOW - 2 * DISC))
        _level(on, chart, "0", (top + ABOVE + bottom - BELOW) // 2)
    else:
        _beside_more(on, chart, balance, signs)
    for turn, x in marks:
        panel.write(on, (x, top + ABOVE - LEAST - 12), str(turn), LEAST, (INK, PAPER), 0.5)
    chart.turns(on, len(balance.shares) - 1, labels)


def _lead(on: Plot, chart: Chart, balance: Balance, coats: Sequence[panel.Coat]) -> None:
    """Draw the line, and colour the area up to the middle for the seat that stood better."""
    left, top, right, bottom = chart.box
    middle = (top + bottom) / 2
    line = chart.points(balance.leads)
    closed = [(left, middle), *line, (right, middle)]
    on.area(closed, coats[0].ink, high=middle)
    on.area(closed, coats[1].ink, low=middle)
    on.line([(left, middle), (right, middle)], INK, 2)
    on.line(line, INK, EDGE)


def _areas(on: Plot, chart: Chart, balance: Balance, coats: Sequence[panel.Coat]) -> None:
    """Draw the shares, the first seat's on top. The lines between them show on all colours."""
    edges = _edges(chart, balance)
    for coat, (above, below) in zip(coats, pairwise(edges), strict=True):
        on.area([*above, *reversed(below)], coat.ink)
    for wide, ink in ((EDGE + 2 * MARK, INK), (EDGE - MARK, tint("paper", 0))):
        for edge in edges[1:-1]:
            on.line(edge, ink, wide)
    for edge in (edges[0], edges[-1]):
        on.line(edge, INK, EDGE)


def _edges(chart: Chart, balance: Balance) -> list[list[Point]]:
    """The lines above the first share, between each two, and below the last."""
    left = [[1.0, *(1 - share for share in accumulate(turn))] for turn in balance.shares]
    return [chart.points(values) for values in zip(*left, strict=True)]


def _marks(on: Plot, chart: Chart, balance: Balance) -> list[tuple[int, int]]:
    """Draw a line at each marked turn, and return the turns with the places of their numbers."""
    left, top, right, bottom = chart.box
    step = (right - left) / max(1, len(balance.shares) - 1)
    turns = [turn for turn in balance.marked if turn < len(balance.shares)]
    places = [left + turn * step for turn in turns]
    for x in places:
        for wide, ink in ((3 * MARK, INK), (MARK, tint("paper", 0))):
            start = round(x) - wide // 2
            on.block(start, top, start + wide - 1, bottom, ink)
    room = max([width(str(turn), LEAST) for turn in turns], default=0)
    apart = spread(places, room + 14)
    over = max(0.0, max(apart, default=0.0) + room / 2 - right - RIGHT)
    return [(turn, round(x - over)) for turn, x in zip(turns, apart, strict=True)]


def _beside_more(
    on: Image.Image, chart: Chart, balance: Balance, signs: Sequence[Image.Image]
) -> None:
    """Put each seat's sign where its area is highest, and the sum at the side."""
    _, top, _, bottom = chart.box
    _level(on, chart, "1", top)
    _level(on, chart, "0", bottom)
    edges = _edges(chart, balance)
    for seat, (above, below) in enumerate(pairwise(edges)):
        # Where it is highest, far enough from both ends for a disc.
        left, _, right, _ = chart.box
        high = max(range(len(above)), key=lambda n: below[n][1] - above[n][1])
        x = min(max(above[high][0], left + DISC + EDGE), right - DISC - EDGE)
        y = (_height(above, x) + _height(below, x)) / 2
        lay(signs[seat], on, (round(x) - DISC, round(y) - DISC))


def _height(line: Sequence[Point], x: float) -> float:
    before, after = next((pair for pair in pairwise(line) if pair[1][0] >= x), line[-2:])
    share = (x - before[0]) / ((after[0] - before[0]) or 1)
    return before[1] + share * (after[1] - before[1])


def _level(on: Image.Image, chart: Chart, text: str, y: int) -> None:
    panel.write(on, (chart.box[0] - 16, y - 24), text, LEAST, (MUTED, PAPER), 1)


INDENT = 60  # px: up to the words on the sheet
ROWS_TOP, ROW = 178, 54  # px: the first row, from row to row
ROWS = 12  # rows
BETWEEN = 28  # px between two columns


class Ranked(NamedTuple):
    """A row of the table."""

    place: int
    name: str
    cells: tuple[str, ...]  # by column
    gone: bool = False  # whether the player has left the season
    first: bool = False  # whether the player is the champion


class Ranks(NamedTuple):
    """A season's table."""

    title: Text
    when: Text  # how far the season has come
    heads: tuple[Text, ...]  # short names of the columns
    columns: tuple[Text, ...]
    rows: tuple[Ranked, ...]


def draw_ranks(ranks: Ranks, voice: Voice = ENGLISH) -> Picture:
    """The table of a season: the first rows, as many as fit, no higher than they need."""
    voice = replace(voice, medium=PLAIN)
    shown = ranks.rows if len(ranks.rows) <= ROWS else ranks.rows[: ROWS - 1]
    more = len(ranks.rows) - len(shown)
    rest = Plural("and {n} more", "and {n} more", n=more) if more else NOTHING
    table = frame.table()
    high = ROWS_TOP + (len(shown) + bool(more)) * ROW + 2 * MARGIN
    picture = table.crop((0, 0, table.width, high))
    sheet = paper(picture.width - 2 * MARGIN, picture.height - 2 * MARGIN)
    picture.paste(sheet, (MARGIN, MARGIN))
    title = fit(voice.say(ranks.title), HEAD, picture.width - 2 * INDENT)
    panel.write(picture, (INDENT, 2 * MARGIN), title, HEAD, (INK, PAPER))
    heads = [voice.say(head) for head in ranks.heads]
    rights = _rights(heads, ranks.rows, picture.width - INDENT)
    room = rights[0] - width(heads[0], LEAST) - BETWEEN - INDENT
    when = fit(voice.say(ranks.when), LEAST, room)
    panel.write(picture, (INDENT, ROWS_TOP - ROW), when, LEAST, (MUTED, PAPER))
    for right, head in zip(rights, heads, strict=True):
        _ends(picture, right, ROWS_TOP - ROW, head, MUTED)
    for n, row in enumerate(shown):
        top, ink = ROWS_TOP + n * ROW, MUTED if row.gone else tint("pine", 1) if row.first else INK
        left = INDENT + width("00.", LEAST)
        _ends(picture, left, top, voice.say(Rank(row.place)), ink)
        left += BETWEEN
        right = rights[0] - width(row.cells[0], LEAST) - BETWEEN
        name = fit(voice.say(_named(row)), LEAST, right - left)
        panel.write(picture, (left, top), name, LEAST, (ink, PAPER))
        for end, cell in zip(rights, row.cells, strict=True):
            _ends(picture, end, top, cell, ink)
    low = ROWS_TOP + len(shown) * ROW
    panel.write(picture, (INDENT, low), voice.say(rest), LEAST, (MUTED, PAPER))
    told = (
        Text(
            "{place} {name}: {values}.",
            place=Rank(row.place),
            name=_named(row),
            values=Joined(", ", row.cells),
        )
        for row in shown
    )
    header = Text("{title}, {when}.", title=ranks.title, when=ranks.when)
    columns = Text("Each line shows {columns}.", columns=Joined(", ", ranks.columns))
    return Picture(encode(picture), voice.say(lines(header, columns, *told, rest)))


def _rights(heads: Sequence[str], rows: Sequence[Ranked], right: int) -> list[int]:
    """The right edges of the columns, from left to right."""
    wide = [
        max(width(text, LEAST) for text in (head, *(row.cells[n] for row in rows)))
        for n, head in enumerate(heads)
    ]
    return [right - sum(wide[n + 1 :]) - BETWEEN * (len(wide) - 1 - n) for n in range(len(wide))]


def _ends(on: Image.Image, right: int, top: int, text: str, ink: tuple[int, int, int]) -> None:
    panel.write(on, (right, top), text, LEAST, (ink, PAPER), 1)


def _named(row: Ranked) -> Text:
    name = Name(row.name)
    if row.first:
        return Text("{name}, champion", name=name)
    return Text("{name} (withdrawn)", name=name) if row.gone else name
