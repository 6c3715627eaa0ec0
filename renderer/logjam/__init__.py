"""Logjam's picture: the river with the marks of the last turn, and the panel."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from PIL import Image

from renderer import figures, frame, panel
from renderer.figures import die
from renderer.logjam import marks, sprites
from renderer.logjam.marks import NOWHERE, SETUP, LogPart, WaterContent, parts, route, scenes
from renderer.logjam.river import RiverBoard, placement, tall
from renderer.marks import tag
from renderer.palette import Canvas, lay, put, tint, to_palette
from renderer.picture import WIDTH, Labels
from renderer.places import Place, Surface, box
from renderer.shelf import sprite_cache
from rules.drafting import Kind
from rules.game import Seat
from rules.logjam.position import Phase, Position
from rules.play import Seen
from rules.text import NOTHING, Text

DIE = 76  # px
BOARDS = 8  # empty boards that are cached, by size
ROWS = Text("finish"), Text("start")


def draw(kind: Kind[Any], seen: Seen[Position], labels: Labels) -> Image.Image:
    """The picture in places of the palette."""
    s, events = seen.state, seen.events
    river, column = placement(s.terms.columns, s.terms.rows)
    picture, places = _ground(river, tuple(map(labels.say, ROWS))).copy(), _places(river)
    by_name, letters = s.terms.grid.by_name, (*labels.letters, "")  # the last one is of NOWHERE
    for log in s.logs:
        whole, corner = _log(river, log)
        put(whole, picture, corner)
    for cell, scene in scenes(s, events).items():
        like, corner = places[cell]
        put(square(river, like, scene, letters[scene.seat], letters[scene.lost]), picture, corner)
    for event in events:
        if event.verb == "exits" and (way := route(s, event.seat, by_name[event.at[0]], None)):
            letter = labels.letters[event.seat]  # in the falling water, over the column it left by
            home = marks.gone_sign(event.seat, letter, river.side)
            lay(home, picture, river.beyond(way[-1] % river.columns))
    for name, numbers in labels.numbers:
        if (picked := by_name.get(name)) is not None:
            sign, (x, y) = tag(numbers, river.side), river.corner(picked)
            # In the middle of the square, or above the letter there.
            if any(picked in cells for cells in (*s.loggers, *s.logs)):
                at = x + river.side - sign.width, y - 4
            else:
                at = x + (river.side - sign.width) // 2, y + (river.side - sign.height) // 2
            lay(sign, picture, at)
    frame.title(picture, kind.game.title, labels, _news(s), column)
    plain = enumerate(frame.plain_cards(kind, seen, labels))
    panel.cards(picture, [_card(seen, seat, card) for seat, card in plain], column)
    return picture


def surface(kind: Kind[Any], seen: Seen[Position], labels: Labels) -> Surface:
    """The places of the squares, each named also by the log on it, and of the falls beyond them."""
    s, told = seen.state, kind.texts.occupants(seen.state, labels.alt_names)
    (river, _), names = placement(s.terms.columns, s.terms.rows), s.terms.grid.names
    on = {cell: (names[log[0]],) for log in s.logs for cell in log[1:]}
    squares = (
        Place(
            (name, *on.get(cell, ())), box(*river.corner(cell), river.side, river.side), told[name]
        )
        for cell, name in enumerate(names)
    )
    off = Place(("off",), box(*river.falls), told["off"])
    return Surface((WIDTH, tall(river)), river.whole, (*squares, off))


def ground(kind: Kind[Any], seen: Seen[Position], labels: Labels) -> Image.Image:
    river, _ = placement(seen.state.terms.columns, seen.state.terms.rows)
    return _ground(river, tuple(map(labels.say, ROWS))).copy()


@sprite_cache(BOARDS)
def _painted(river: RiverBoard) -> Image.Image:
    """The table with the empty river, RGB."""
    picture = Image.new("RGB", (WIDTH, tall(river)), tint("table", 2))
    river.paint(picture)
    panel.forest(picture, placement(river.columns, river.rows)[1])
    return picture


@lru_cache(BOARDS)
def _ground(river: RiverBoard, rows: tuple[str, ...]) -> Canvas:
    return Canvas.copy_of(empty(river, rows))


@sprite_cache(0)
def empty(river: RiverBoard, rows: tuple[str, ...]) -> Image.Image:
    """The picture before anything is on the river. rows: ROWS in a language."""
    picture = _painted(river).copy()
    river.sign(picture, *rows)
    return to_palette(picture)


@lru_cache(BOARDS)
def _places(river: RiverBoard) -> tuple[tuple[int, tuple[int, int]], ...]:
    """For each square the first one with the same water, and its corner."""
    first: dict[bytes, int] = {}
    cells = range(river.columns * river.rows)
    alike = (first.setdefault(_water(river, cell).tobytes(), cell) for cell in cells)
    return tuple((like, river.corner(cell)) for cell, like in enumerate(alike))


def _water(river: RiverBoard, cell: int) -> Image.Image:
    x, y = river.corner(cell)
    return _painted(river).crop((x, y, x + river.side, y + river.side))


@lru_cache(4096)
def square(
    river: RiverBoard, like: int, scene: WaterContent, letter: str, lost: str
) -> Image.Image:
    """A square on the water of another. letter, lost: of the logger there, and of a crushed one."""
    ground = _water(river, like)
    for sprite in _sprites(scene, letter, lost, river.side):
        ground.paste(sprite, mask=sprite)
    return to_palette(ground)


@lru_cache(512)
def _log(river: RiverBoard, log: tuple[int, ...]) -> tuple[Image.Image, tuple[int, int]]:
    """A log with nothing else on its squares, put together from them (they are often known), and
    its corner."""
    places, side = _places(river), river.side
    (left, low), (right, top) = places[log[0]][1], places[log[-1]][1]
    whole = Image.new("L", (right - left + side, low - top + side))
    for cell, content in parts(log).items():
        like, (x, y) = places[cell]
        put(square(river, like, content, "", ""), whole, (x - left, y - top))
    return whole, (left, top)


def _sprites(scene: WaterContent, letter: str, lost: str, side: int) -> Iterator[Image.Image]:
    """The sprites of a square, from back to front."""
    if scene.ghost:
        yield _piece(marks.ghost(*scene.ghost[:2], side), scene.ghost, side)
    if scene.drift and not scene.many:
        yield marks.drift(scene.drift, side)
    if scene.come is not None and scene.go:
        yield marks.trail(scene.come, scene.go, scene.begins, side)
    if scene.source:
        yield marks.source(side)
    if scene.log:
        yield _piece(sprites.log(*scene.log[:2], side), scene.log, side)
    if scene.ringed:
        yield marks.bright(side) if not scene.log else marks.laying_mark(side)
    if scene.burst:
        yield marks.burst(side)
    if scene.many:
        yield sprites.loggers(scene.seat, letter, scene.many, side)
    if scene.tip and scene.go:
        yield marks.head(scene.go, side)
    if scene.lost != NOWHERE:
        yield marks.lost_sign(scene.lost, lost, side)
    if scene.returned:
        yield marks.return_mark(side)


def _piece(whole: Image.Image, part: LogPart, side: int) -> Image.Image:
    """The square of a log that a part is."""
    x, y = (part.nth, 0) if part.across else (0, part.length - 1 - part.nth)
    return whole.crop((x * side, y * side, (x + 1) * side, (y + 1) * side))


def _news(s: Position) -> Text:
    match s.phase:
        case Phase.OVER:
            return frame.OVER
        case Phase.LOGS:
            return Text("logs to lay: {n}", n=len(s.unused))
        case Phase.ROLLOFF | Phase.LOGGERS:
            return Text("set-up")
    return NOTHING


def _card(seen: Seen[Position], seat: Seat, plain: panel.SeatCard) -> panel.SeatCard:
    s, face = seen.state, 0  # the seat's roll, if it still counts
    if s.phase in SETUP:
        face = s.rolls[seat]
    elif s.mover == seat and s.phase in (Phase.MOVE, Phase.RETURN):
        face = s.roll
    return plain._replace(
        score=f"{s.home[seat]}/{s.terms.each}",
        gain=sum(e.n for e in seen.events if e.verb == "exits" and e.seat == seat),
        foot=(sprites.row, seat, s.home[seat], len(s.loggers[seat]), s.hand[seat]),
        aside=(die, face, DIE) if face else None,
    )


def seats(s: Position, _: Labels) -> panel.Seating:
    """The seats' place beside this river."""
    return panel.Seating((placement(s.terms.columns, s.terms.rows)[1],))


def prepare(kind: Kind[Any]) -> Iterator[object]:
    """Draw the usual river and everything that is on it once, one after another."""
    river, _ = placement(10, 12)
    _places(river)
    yield _ground(river, tuple(map(str, ROWS)))
    for seat in range(kind.game.most):
        yield figures.bare_logger(seat, frame.CARD_FIGURE)
        for count in (1, 2):
            yield sprites.crew(seat, count, river.side)
    for length in (2, 3, 4):
        for across in (True, False):
            yield sprites.log(across, length, river.side)
    yield from panel.prepare(kind.game.most)
