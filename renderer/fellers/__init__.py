"""Forest Fellers' picture: the river with the marks of the last turn, and the panel."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache, lru_cache
from typing import Any, NamedTuple

from PIL import Image

from renderer import frame, panel
from renderer.fellers import marks, plate, seats, sprites
from renderer.fellers.layout import GAP, LEFT, LINE, TOP, Area, layout_of, middles, seat_area
from renderer.fellers.marks import Trail, ways
from renderer.lettering import fit, width
from renderer.marks import tag
from renderer.palette import Canvas, Stamp, lay, nearest, stamp, tint
from renderer.picture import HEIGHT, WIDTH, Labels
from renderer.places import Place, Surface, box
from rules.drafting import Kind
from rules.fellers.position import FIGURES, Phase, Position, colour_letters
from rules.fellers.river import Course
from rules.game import Event, Setup
from rules.play import Seen
from rules.text import NOTHING, Joined, Text
from rules.voice import ENGLISH

TALL = 1.06  # a lumberjack, in heights of a hex; a log is 0.98
FOOT = 0.44  # where a lumberjack stands below the middle of a place
SIZES, WORD = (58, 52, 46, 42), 42  # px: letters of the game's name, the largest that fit; a word
BETWEEN = 18  # px: from the game to the turn
WATER = tint("river", 2)


def draw(kind: Kind[Any], seen: Seen[Position], labels: Labels) -> Image.Image:
    """The picture in places of the palette."""
    s, head = seen.state, _heading(seen.state, labels)
    area, picture = head.area, _table(seen, labels, head.area)
    if s.course:
        _river(picture, s, s.course, seen.events, colour_letters(labels.voice))
        for name, numbers in labels.numbers:
            if name in s.course.by_name:
                _number(picture, s, s.course, s.course.by_name[name], numbers)
    _head(picture, kind.game.title, head)
    # The seats' public cards and, beside the river, the last turn below them, as far as it fits. A
    # hand has a picture of its own.
    low = layout_of(s.course).plate[3] if area.across == 1 and s.course else picture.height
    end = seats.cards(picture, kind.game, seen, labels, area, low)
    if area.across == 1:
        public = replace(seen, events=tuple(e for e in seen.events if e.only is None))
        goal, at = Text("goal: all home"), panel.Column(area.left, area.wide)
        frame.note(picture, kind, public, labels, goal, (end, low), at)
    return picture


def surface(kind: Kind[Any], seen: Seen[Position], labels: Labels) -> Surface:
    """The places of the spaces, each named also by the lumberjack on it, and of the finish."""
    s, told = seen.state, kind.texts.occupants(seen.state, labels.alt_names)
    size = WIDTH, _high(s, _heading(s, labels).area)
    if not s.course:
        return Surface(size, (0, 0, *size), ())
    course, layout = s.course, layout_of(s.course)
    on = {at: (code,) for code, at in zip(FIGURES, s.figures, strict=True) if at >= 0}
    spaces = (
        Place((name, *on.get(cell, ())), layout.outline(course, cell), told[name])
        for cell, name in enumerate(course.names)
    )
    off = Place(("off",), box(*layout.finish), told["off"])
    return Surface(size, layout.plate, (*spaces, off))


def ground(kind: Kind[Any], seen: Seen[Position], labels: Labels) -> Image.Image:
    return _table(seen, labels, _heading(seen.state, labels).area)


def _table(seen: Seen[Position], labels: Labels, area: Area) -> Canvas:
    s, legend = seen.state, tuple(map(labels.say, plate.LEGEND))
    return _ground(s.course, seen.seat is not None, legend, _high(s, area)).copy()


def _high(s: Position, area: Area) -> int:
    low = seats.bottom(s, area) + 12 if area.wide > seats.WIDEST else 0
    return max(low, layout_of(s.course).height if s.course else HEIGHT)


@lru_cache(32)
def _ground(course: Course | None, private: bool, legend: tuple[str, ...], high: int) -> Canvas:
    """The empty river, and room for the seats below it."""
    table = Image.new("L", (WIDTH, high), nearest(plate.TABLE))
    if course:
        table.paste(plate.empty(course, private, legend))
    return Canvas.copy_of(table)


def _river(
    picture: Image.Image,
    s: Position,
    course: Course,
    events: tuple[Event, ...],
    letters: Mapping[str, str],
) -> None:
    """Draw floats and walks, then the floating pieces, then shoves. letters: of the colours."""
    high, spots = layout_of(course).high, middles(course)
    marked = list(ways(course, events))
    for way in marked:
        if way.kind != "shove":
            _way(picture, course, way)
    moved = (s.figures[FIGURES.index(event.at[1])] for event in events if event.verb == "plays")
    there = (*((cell, "log") for cell in s.logs), *zip(s.figures, FIGURES, strict=True))
    floating = sorted((spots[at], thing) for at, thing in there if at >= 0)
    for (x, y), thing in (*((spots[at], "mark") for at in moved if at >= 0), *floating):
        sprite, (wide, tall) = float_stamp(thing, letters.get(thing[0], ""), high)
        sink = round(high * FOOT - tall / 2) if thing in FIGURES else 0
        sprite.put(picture, (round(x - wide / 2), round(y - tall / 2) + sink))
    for way in marked:
        if way.kind == "shove":
            _way(picture, course, way)


@cache
def float_stamp(thing: str, letter: str, high: int) -> tuple[Stamp, tuple[int, int]]:
    """A thing on the water, or the mark of a moved one, and its size with all the room around it.
    letter: on a lumberjack."""
    if thing == "log":
        sprite = sprites.log(high * 0.98 / sprites.SIDE)
    elif thing == "mark":
        sprite = marks.ring(high)
    else:
        sprite = sprites.figure(thing, letter, high * TALL / sprites.SIDE, wet=True)
    return stamp(sprite, WATER), sprite.size


def _way(picture: Image.Image, course: Course, way: Trail) -> None:
    """Draw an arrow in every column that shows a part of it, cut off at its edges."""
    layout = layout_of(course)
    sprite, (dx, dy) = _arrow(way.kind, marks.shape(way.places), layout.high)
    for column in layout.columns:
        if any(row in column.rows for _, row in way.places):
            x, y = column.middle(way.places[0])
            left, top, (wide, high) = column.left, column.top, column.size
            within = left, top, left + wide, top + high
            sprite.put(picture, (round(x) + dx, round(y) + dy), within)


@lru_cache(256)
def _arrow(kind: str, way: marks.Shape, high: int) -> tuple[Stamp, tuple[int, int]]:
    """An arrow, ready to put on the water."""
    sprite, corner = marks.arrow(kind, way, high)
    return stamp(sprite, WATER), corner


def _number(picture: Image.Image, s: Position, course: Course, cell: int, numbers: str) -> None:
    """Draw a number in the middle of a space to pick, or above the piece there. Without a number
    the space gets a rim, and its name stays legible."""
    high, (x, y) = layout_of(course).high, middles(course)[cell]
    sign = tag(numbers, high) if numbers else plate.choice(high)
    if numbers and (cell in s.figures or cell in s.logs):
        y -= high * 0.4
    lay(sign, picture, (round(x) - sign.width // 2, round(y) - sign.height // 2))


class Heading(NamedTuple):
    """The game and the turn, and the area of the seats' cards below them."""

    game: str
    turn: str
    left: int  # of both
    room: int
    size: int
    lines: int  # 2 if the turn needs its own
    area: Area


def _heading(s: Position, labels: Labels) -> Heading:
    """Both in one line, in smaller letters if need be, else the turn below. Neither is ever cut."""
    left = (layout_of(s.course).title if s.course else LEFT) + 6
    over = Text("over") if s.phase is Phase.OVER else NOTHING
    game, room = labels.say(labels.game), WIDTH - LEFT - 6 - left
    turn = labels.say(Joined(" · ", (labels.when, over)))
    beside = room - width(turn, WORD) - BETWEEN
    area = layout_of(s.course).cards if s.course else seat_area(TOP)
    low = bool(s.course) and area.top == TOP + LINE  # room for two lines
    if not low and (size := next((n for n in SIZES if width(game, n) <= beside), 0)):
        return Heading(game, turn, left, room, size, 1, area)
    size = next((n for n in SIZES if width(game, n) <= room), SIZES[-1])
    area = area._replace(top=TOP + LINE) if area.across == 1 else area
    if not low and width(turn, WORD) > room:
        turn = labels.say(labels.when)  # the cards say that it is over
    return Heading(game, turn, left, room, size, 2, area)


def _head(picture: Image.Image, title: str, head: Heading) -> None:
    """Write the game, its title if there is room, and the turn, at the right or below."""
    cream, muted = (panel.CREAM, plate.TABLE), (panel.MUTED, plate.TABLE)
    rise = round(0.81 * (SIZES[0] - head.size))  # all sizes stand on one line
    game, turn = (
        fit(said, size, head.room) for said, size in ((head.game, head.size), (head.turn, WORD))
    )
    panel.write(picture, (head.left, 8 + rise), game, head.size, cream)
    start = head.left + width(game, head.size) + 24
    room = head.room - (0 if head.lines > 1 else width(turn, WORD) + BETWEEN)
    if start + width(title, WORD) < head.left + room:
        panel.write(picture, (start, 22), title, WORD, muted)
    below = LINE * (head.lines > 1)
    panel.write(picture, (head.left + head.room, 22 + below), turn, WORD, cream, 1)


def places(s: Position, labels: Labels) -> panel.Seating:
    """The seats' place below or beside this river."""
    area = _heading(s, labels).area
    low = layout_of(s.course).plate[3] if s.course and area.across == 1 else None
    lefts = [area.left + n * (area.wide + GAP) for n in range(area.across)]
    return panel.Seating(tuple(panel.Column(left, area.wide) for left in lefts), area.top, low)


def prepare(kind: Kind[Any]) -> Iterator[object]:
    """Paint the course for a first race and every lumberjack once, one after another."""
    course = kind.game.new(Setup(2)).course
    layout, legend = layout_of(course), tuple(map(str, plate.LEGEND))
    for private in (False, True):
        yield _ground(course, private, legend, layout.height)
    letters = colour_letters(ENGLISH)
    for thing in ("log", *FIGURES):
        yield float_stamp(thing, letters.get(thing[0], ""), layout.high)
    for code in FIGURES:
        yield sprites.figure(code, letters[code[0]], seats.FIGURE / sprites.SIDE)
