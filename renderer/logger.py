"""Logger's picture: the board with the marks of the last turn, the legend, the panel."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any, NamedTuple

from PIL import Image

from renderer import figures, forest, frame, marks, panel
from renderer.board import Board
from renderer.figures import SIDE
from renderer.kept import kept
from renderer.lettering import SMALLEST, run
from renderer.palette import indexed, lay, tint
from renderer.picture import HEIGHT, WIDTH, Labels
from rules.drafting import Kind
from rules.game import Event, Game
from rules.logger.effects import GOAL
from rules.logger.position import BOARD, EMPTY, PROTESTED, UNPLACED, Phase, Position
from rules.play import Seen

PLACE = Board(20, 16, SIDE, BOARD.columns, BOARD.rows)
TABLE = tint("table", 2)


class Scene(NamedTuple):
    """A square: what stands there, a ring under it, or the tree that fell there."""

    tree: int = EMPTY
    seat: int = UNPLACED
    ringed: bool = False
    fallen: str = ""  # n, e, s or w
    freed: bool = False
    letter: str = ""  # of who stands here


def drawn(kind: Kind[Any], seen: Seen[Position], labels: Labels) -> Image.Image:
    """The picture in places of the palette."""
    s, picture = seen.state, empty().copy()
    for cell, scene in enumerate(_scenes(s, seen.events, labels.letters)):
        if scene != Scene():
            picture.paste(square(cell, scene), PLACE.corner(cell))
    for event in seen.events:
        _mark(picture, s, event)
    for name, numbers in labels.numbered:
        _number(picture, BOARD.by_name[name], marks.number(numbers))
    _head(picture, kind.game, s, labels)
    panel.cards(picture, [_card(kind, seen, labels, seat) for seat in range(len(s.points))])
    return picture


@kept()
def _painted() -> Image.Image:
    """The table with the empty board and the legend, RGB."""
    picture = Image.new("RGB", (WIDTH, HEIGHT), TABLE)
    PLACE.paint(picture)
    forest.paint(picture, panel.Column())
    _legend(picture)
    return picture


@kept()
def empty() -> Image.Image:
    """The picture before anything stands on it."""
    picture = indexed(_painted())
    for stage, x in enumerate(range(PLACE.left + 14, PLACE.left + PLACE.width, 205), 1):
        word = run(LEGEND[stage], SMALLEST, tint("paper", 1), TABLE)
        picture.paste(word, (x + 56, LEGEND_TOP + 6))
    return picture


LEGEND_TOP, LEGEND_SHARE = 844, 0.37
LEGEND = {1: "seedling", 2: "sapling", 3: "mature", 4: "guarded"}


def _legend(picture: Image.Image) -> None:
    """Which tree is which, under the board."""
    for stage, x in enumerate(range(PLACE.left + 14, PLACE.left + PLACE.width, 205), 1):
        sprite = figures.tree(stage, LEGEND_SHARE)
        picture.paste(sprite, (x, LEGEND_TOP), sprite)


@lru_cache(1024)
def square(cell: int, scene: Scene) -> Image.Image:
    """A square with what stands on it, in places of the palette."""
    x, y = PLACE.corner(cell)
    ground = _painted().crop((x, y, x + SIDE, y + SIDE))
    for sprite in _sprites(scene):
        ground.paste(sprite, mask=sprite)
    return indexed(ground)


def _sprites(scene: Scene) -> list[Image.Image]:
    """From back to front."""
    sprites = []
    if scene.ringed:
        sprites.append(marks.ring(62, 119) if scene.seat >= 0 else marks.ring(46, 115))
    if scene.fallen:
        sprites.append(figures.log(scene.fallen, scene.freed))
    if scene.tree:
        sprites.append(figures.tree(scene.tree))
    if scene.seat >= 0:
        sprites.append(figures.logger(scene.seat, scene.letter))
    return sprites


def _scenes(s: Position, events: tuple[Event, ...], letters: Sequence[str]) -> list[Scene]:
    ringed = {name for e in events if e.verb in ("stands", "stays", "plants") for name in e.at}
    ringed |= {e.at[1] for e in events if e.verb == "walks"}
    freed = {name for e in events if e.verb == "frees" for name in e.at}
    fallen = {name: _fall(s, e) for e in events if e.verb == "chops" for name in e.at}
    scenes = []
    for cell, tree in enumerate(s.trees):
        name = BOARD.names[cell]
        seat = s.loggers.index(cell) if cell in s.loggers else UNPLACED
        if seat >= 0:
            scenes.append(Scene(tree, seat, name in ringed, letter=letters[seat]))
        elif tree:
            scenes.append(Scene(tree, seat, name in ringed))
        else:
            scenes.append(Scene(fallen=fallen.get(name, ""), freed=name in freed))
    return scenes


def _fall(s: Position, chop: Event) -> str:
    """The direction in which a row fell: along it, away from its logger."""
    first, *others = (BOARD.by_name[name] for name in chop.at)
    if others:
        return BOARD.bearing(first, others[0]) or ""
    return BOARD.bearing(s.loggers[chop.seat], first) or "e"


def _mark(picture: Image.Image, s: Position, event: Event) -> None:
    cells = [BOARD.by_name[name] for name in event.at]
    match event.verb:
        case "walks" | "seeds":
            arrow = marks.walk if event.verb == "walks" else marks.seed
            a, b = (PLACE.corner(cell) for cell in cells)
            dx, dy = (b[0] - a[0]) // SIDE, (a[1] - b[1]) // SIDE
            lay(arrow(dx, dy), picture, (min(a[0], b[0]), min(a[1], b[1])))
        case "grows" if s.trees[cells[0]]:  # it may have been felled since
            x, y = PLACE.corner(cells[0])
            lower = 66 if s.trees[cells[0]] == PROTESTED else 3  # below the cap
            lay(marks.growth(), picture, (x + SIDE - 42, y + lower))
        case "protests":
            lay(marks.rays(), picture, PLACE.corner(cells[0]))


def _number(picture: Image.Image, cell: int, sign: Image.Image) -> None:
    """At the lower left of a square, where neither face nor letter is hidden."""
    x, y = PLACE.corner(cell)
    lay(sign, picture, (x + 3, y + SIDE - sign.height - 3))


def _head(picture: Image.Image, game: Game[Any], s: Position, labels: Labels) -> None:
    over = s.phase is Phase.OVER
    news = "game over" if over else "final round" if max(s.points) >= GOAL else ""
    panel.title(picture, labels.game, game.title, f"turn {labels.turn}", news)


def _card(kind: Kind[Any], seen: Seen[Position], labels: Labels, seat: int) -> panel.Card:
    s = seen.state
    return replace(
        frame.card(kind, seen, labels, seat),
        score=str(s.points[seat]),
        gain=sum(e.n for e in seen.events if e.verb == "chops" and e.seat == seat),
        foot=(panel.pips, min(s.points[seat], GOAL), GOAL),
        token=(figures.cap, 46, 40),
        tokens=s.supply[seat],
    )


def prepare(kind: Kind[Any]) -> None:
    """Draw the empty board and every figure once."""
    empty()
    for stage in LEGEND:
        figures.tree(stage)
    for seat in range(kind.game.most):
        figures.unlettered(seat)
        figures.unlettered(seat, frame.CARD_FIGURE)
    for direction in "nesw":
        figures.log(direction, False)
