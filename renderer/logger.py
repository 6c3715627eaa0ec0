"""Logger's picture: the board with the marks of the last turn, the legend, the panel."""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from PIL import Image, ImageChops

from renderer import figures, frame, lettering, marks, panel
from renderer.board import SquareBoard
from renderer.figures import SIDE
from renderer.lettering import LEAST, side_by_side, width
from renderer.palette import Canvas, Stamp, lay, put, stamp, tint, to_palette
from renderer.picture import WIDTH, Labels, say
from renderer.places import MovingThing, Place, Surface, appear, box, vanish
from renderer.shelf import sprite_cache
from rules.drafting import Kind
from rules.game import Event
from rules.logger.rules import BOARD, EMPTY, GOAL, GONE, PROTESTED, UNPLACED, Phase, Position
from rules.play import Seen
from rules.squares import COMPASS, OPPOSITE
from rules.text import NOTHING, Text
from rules.voice import Voice

PLACE = SquareBoard(20, 16, SIDE, BOARD.columns, BOARD.rows)
HEIGHT = 944  # px: the legend has two lines
LOW = HEIGHT - 8  # px: where the panel ends
LEGEND = (
    *(Text("seedling"), Text("sapling"), Text("mature"), Text("guarded")),
    *(Text("felled"), Text("walked"), Text("seeded"), Text("grew")),
)
BESIDE = 7  # px between a sign and its word
AROUND, UNDER = (62, 119), (46, 115)  # a ring's half width and its middle: of a logger, of a tree
_CORNERS = tuple(map(PLACE.corner, BOARD.cells))


class SquareContent(NamedTuple):
    """The content of a square: a piece, a ring under it, or the tree that fell there."""

    tree: int = EMPTY
    seat: int = UNPLACED
    ringed: bool = False
    fallen: str = ""  # n, e, s or w
    freed: bool = False


BARE = SquareContent()


def draw(kind: Kind[Any], seen: Seen[Position], labels: Labels) -> Image.Image:
    """The picture in places of the palette."""
    s, letters, picture = seen.state, labels.letters, _ground(_legend_in(labels.voice)).copy()
    shown = _scenes(s, seen.events)
    for cell, scene in enumerate(shown):
        if scene != BARE:
            put(square(cell, scene), picture, _CORNERS[cell])
        if scene.seat >= 0:
            _letter(scene.seat, letters[scene.seat]).put(picture, _CORNERS[cell])
    for event in seen.events:
        _mark(picture, s, event, shown)
    for name, numbers in labels.numbers:
        if name in BOARD.by_name:
            cell, sign = BOARD.by_name[name], marks.number(numbers)
            # At the lower left, far enough out to leave a letter there alone: its px from the left.
            (x, y), seat = _CORNERS[cell], shown[cell].seat
            letter = letters[seat] if seat >= 0 else ""
            left = min(3, {"M": 43, "W": 36}.get(letter, 45) - sign.width) if letter else 3
            lay(sign, picture, (x + left, y + SIDE - sign.height - 3))
    frame.title(picture, kind.game.title, labels, _news(s, labels))
    plain = enumerate(frame.plain_cards(kind, seen, labels))
    low = panel.cards(picture, [_card(seen, seat, card) for seat, card in plain], low=LOW)
    frame.note(picture, kind, seen, labels, Text("goal: {n} points", n=GOAL), (low, LOW))
    return picture


def surface(kind: Kind[Any], seen: Seen[Position], labels: Labels) -> Surface:
    told = kind.texts.occupants(seen.state, labels.alt_names)
    squares = (
        Place((name,), box(*_CORNERS[cell], SIDE, SIDE), told[name])
        for name, cell in BOARD.by_name.items()
    )
    return Surface((WIDTH, HEIGHT), PLACE.whole, tuple(squares))


def ground(kind: Kind[Any], seen: Seen[Position], labels: Labels) -> Image.Image:
    return _ground(_legend_in(labels.voice)).copy()


def movements(event: Event) -> Iterator[MovingThing]:
    """The movements in an event: of a logger, of a tree or of the protester on it."""
    match event.verb:
        case "walks":
            yield MovingThing(f"logger {event.seat}", ((event.at[0],), (event.at[1],)))
        case "stands":
            yield appear(f"logger {event.seat}", event.at)
        case "grows":
            yield MovingThing("tree", (event.at, event.at))
        case "plants" | "seeds":
            yield appear("tree", event.at[-1:])
        case "protests":
            yield appear("protester", event.at)
        case "chops":
            yield from (vanish("tree", (name,)) for name in event.at)


@sprite_cache()
def _painted() -> Image.Image:
    """The table with the empty board and the legend, RGB."""
    picture = Image.new("RGB", (WIDTH, HEIGHT), panel.TABLE)
    PLACE.paint(picture)
    panel.forest(picture, panel.Column())
    return picture


@lru_cache(64)
def _legend_in(voice: Voice) -> tuple[str, ...]:
    """The words of LEGEND; a voice is more than its language."""
    return tuple(say(word, voice) for word in LEGEND)


@lru_cache(8)
def _ground(legend: tuple[str, ...]) -> Canvas:
    return Canvas.copy_of(empty(legend))


@sprite_cache(0)
def empty(legend: tuple[str, ...]) -> Image.Image:
    """The picture before anything stands on it, with the legend in two lines under the board.
    legend: the words of LEGEND in a language."""
    painted, ink = _painted().copy(), tint("paper", 1)
    trees = [_trimmed(figures.tree(stage, 0.32)) for stage in (1, 2, 3, 4)]
    felled = _trimmed(figures.log("e", False, 0.32))
    others = list[Image.Image]()  # as high as the line
    for whole in map(_trimmed, (marks.walk("e"), marks.seed(1, 0), marks.growth())):
        share = min(60 / whole.width, 36 / whole.height)
        size = round(whole.width * share), round(whole.height * share)
        others.append(whole.resize(size, Image.Resampling.LANCZOS))
    for n, signs in enumerate((trees, [felled, *others])):
        room = PLACE.width - 16 - sum(sprite.width + BESIDE for sprite in signs)
        fit = side_by_side(legend[4 * n : 4 * n + 4], LEAST, room)
        gap = (room - sum(width(w, LEAST) for w in fit)) // (len(signs) - 1)
        x, y = PLACE.left + 8, 842 + 50 * n
        for sprite, word in zip(signs, fit, strict=True):
            painted.paste(sprite, (x, y + (46 - sprite.height) // 2), sprite)
            # Over the picture: the first line stands in the frame's shadow.
            lettering.paint(painted, (x + sprite.width + BESIDE, y - 1), word, LEAST, ink)
            x += sprite.width + BESIDE + width(word, LEAST) + gap
    return to_palette(painted)


def _trimmed(sprite: Image.Image) -> Image.Image:
    """A sprite without the empty space around it."""
    return sprite.crop(sprite.getchannel("A").point(lambda a: 255 * (a > 60)).getbbox())


@lru_cache(1024)
def square(cell: int, scene: SquareContent) -> Image.Image:
    """A square with its content but no letter, in places of the palette."""
    x, y = _CORNERS[cell]
    ground = _painted().crop((x, y, x + SIDE, y + SIDE))
    for sprite in _sprites(scene):
        ground.paste(sprite, mask=sprite)
    return to_palette(ground)


def _sprites(scene: SquareContent) -> list[Image.Image]:
    """The sprites of a square, from back to front."""
    sprites = []
    if scene.ringed:
        sprites.append(marks.ring(*(AROUND if scene.seat >= 0 else UNDER)))
    if scene.fallen:
        sprites.append(figures.log(scene.fallen, scene.freed))
    if scene.tree:
        sprites.append(figures.tree(scene.tree))
    if scene.seat >= 0:
        sprites.append(figures.bare_logger(scene.seat))
    return sprites


@lru_cache(256)
def _letter(seat: int, letter: str) -> Stamp:
    """The letter on a logger. It lies on the coat, so the ground never shines through."""
    bare, named = map(to_palette, (figures.bare_logger(seat), figures.logger(seat, letter)))
    cover = ImageChops.difference(bare, named).point([0] + [255] * 255)
    box = cover.getbbox() or (0, 0, 1, 1)
    return Stamp(named.crop(box), cover.crop(box), box[:2])


def _scenes(s: Position, events: Iterable[Event]) -> list[SquareContent]:
    # The squares that a logger came to or planted, fallen trees with their directions, freed ones.
    ringed, fallen, freed = set[int](), dict[int, str](), set[int]()
    for event in events:
        cells = [BOARD.by_name[name] for name in event.at]
        match event.verb:
            case "stands" | "stays" | "plants":
                ringed.update(cells)
            case "walks":
                ringed.add(cells[1])
            case "frees":
                freed.update(cells)
            case "chops":
                # A row falls along itself, away from its logger.
                start = cells[0] if len(cells) > 1 else s.loggers[event.seat]
                way = BOARD.bearing(start, cells[1] if len(cells) > 1 else cells[0])
                fallen |= dict.fromkeys(cells, way or ("" if len(cells) > 1 else "e"))
    scenes = [
        SquareContent(tree, ringed=cell in ringed)
        if tree
        else SquareContent(fallen=fallen.get(cell, ""), freed=cell in freed)
        if fallen or freed
        else BARE
        for cell, tree in enumerate(s.trees)
    ]
    for seat, cell in enumerate(s.loggers):
        if cell >= 0:
            scenes[cell] = SquareContent(s.trees[cell], seat, cell in ringed)
    return scenes


def _mark(picture: Image.Image, s: Position, event: Event, shown: Sequence[SquareContent]) -> None:
    cells = [BOARD.by_name[name] for name in event.at]
    match event.verb:
        case "walks":
            went, passed = way(s, cells[0], cells[1], shown), cells[:1]
            for side in went:
                passed.append(BOARD.toward(passed[-1], side) or 0)
            _under(picture, (marks.walk, went), passed, passed, shown)
        case "seeds":
            a, b = (_CORNERS[cell] for cell in cells)
            dx, dy = (b[0] - a[0]) // SIDE, (a[1] - b[1]) // SIDE
            _under(picture, (marks.seed, dx, dy), cells, cells[:1], shown)
        case "grows" if s.trees[cells[0]]:  # it may have been felled since
            x, y = _CORNERS[cells[0]]
            lower = 66 if s.trees[cells[0]] == PROTESTED else 3  # below the cap
            _stamp((marks.growth,)).put(picture, (x + SIDE - 42, y + lower))
        case "protests":
            _stamp((marks.rays,)).put(picture, _CORNERS[cells[0]])


@lru_cache(512)
def _stamp(mark: panel.Drawing, over: tuple[tuple[int, int, SquareContent], ...] = ()) -> Stamp:
    """A mark of the last turn, ready to put on the meadow. over: pieces that hide it, each with
    the place of its square from the mark's corner."""
    if over:
        places, whole, inset = _stamp(mark)
        cover = whole.copy()
        for x, y, scene in over:
            cover.paste(0, (x - inset[0], y - inset[1]), _cover(scene))
        return Stamp(places, cover, inset)
    draw, *measures = mark
    return stamp(draw(*measures), tint("meadow", 2))


def way(s: Position, start: int, end: int, shown: Sequence[SquareContent]) -> str:
    """The sides by which a logger went: straight if the way was free, else around a corner, over
    a square that was free then. A square planted or seeded since has a ring or is a seedling."""
    if side := BOARD.bearing(start, end):
        return side * (1 if end in BOARD.neighbours[start] else 2)
    between = [c for c in BOARD.neighbours[start] if c in BOARD.neighbours[end]]
    over = min(between, key=lambda c: (c in s.loggers, s.trees[c], bool(shown[c].fallen)))
    return (BOARD.bearing(start, over) or "") + (BOARD.bearing(over, end) or "")


def _under(
    picture: Image.Image,
    arrow: panel.Drawing,
    span: Iterable[int],
    cells: Iterable[int],
    shown: Sequence[SquareContent],
) -> None:
    """Draw an arrow on the ground of its span, under the pieces on some squares."""
    x, y = map(min, *(_CORNERS[cell] for cell in span))
    over = ((_CORNERS[cell][0] - x, _CORNERS[cell][1] - y, shown[cell]) for cell in cells)
    _stamp(arrow, tuple(over)).put(picture, (x, y))


@lru_cache(256)
def _cover(scene: SquareContent) -> Image.Image:
    """The pixels in its square where a scene hides the ground. Shadows don't."""
    cover = Image.new("L", (SIDE, SIDE))
    for sprite in _sprites(scene):
        solid = sprite.getchannel("A").point([255 * (a > 200) for a in range(256)])
        cover.paste(255, mask=solid)
    return cover


def _news(s: Position, labels: Labels) -> Text:
    if s.phase is Phase.OVER:
        return frame.OVER
    if max(s.points) >= GOAL:
        return Text("final round")
    # The round, as long as everybody plays. Three corners are taken at most: the last of four is
    # nobody's choice.
    seats = len(s.points)
    if GONE in s.loggers or labels.turn <= min(seats, 3):
        return NOTHING
    return Text("round {n}", n=(labels.turn - min(seats, 3) - 1) // seats + 1)


def _card(seen: Seen[Position], seat: int, plain: panel.SeatCard) -> panel.SeatCard:
    s = seen.state
    return plain._replace(
        score=str(s.points[seat]),
        gain=sum(e.n for e in seen.events if e.verb == "chops" and e.seat == seat),
        foot=(panel.pips, min(s.points[seat], GOAL), GOAL),
        token=(figures.protester, 52, 58),
        tokens=s.supply[seat],
    )


def prepare(kind: Kind[Any]) -> Iterator[object]:
    """Draw the empty board and every figure once, one after another."""
    yield _ground(tuple(map(str, LEGEND)))
    for stage in range(1, figures.GUARDED + 1):
        yield figures.tree(stage)
    for seat in range(kind.game.most):
        yield figures.bare_logger(seat)
        yield figures.bare_logger(seat, frame.CARD_FIGURE)
    for wide, middle in (AROUND, UNDER):
        yield marks.ring(wide, middle)
    for mark in (marks.growth, marks.rays):
        yield _stamp((mark,))
    for side, (dx, dy) in COMPASS.items():
        yield _stamp((marks.seed, dx, dy))
        for on in ("", *COMPASS):
            if on != OPPOSITE[side]:
                yield _stamp((marks.walk, side + on))
    for direction in "nesw":
        for freed in (False, True):
            yield figures.log(direction, freed)
    yield from panel.prepare(kind.game.most)
