"""The parts of every game's picture around its board: the table, the far forest, the head, the
cards; and the whole picture of a game that nobody has drawn, in words."""

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from typing import Any

from PIL import Image

from renderer import figures, panel
from renderer.lettering import LEAST, fit, width
from renderer.paint import PaintSheet
from renderer.palette import Canvas, flatten, put, tint, to_palette
from renderer.picture import HEIGHT, WIDTH, Labels, plan_text, strip_texts
from renderer.places import Place, Surface, box
from rules.drafting import Kind
from rules.english import Choice
from rules.game import NOBODY
from rules.play import Seen
from rules.text import NOTHING, Text

LEFT, TOP, ROOM = 32, 32, panel.LEFT - 64  # px: the game's own part, and its greatest width
TILE, EDGE, BETWEEN, ROWS = 96, 28, 16, 4  # px: a word to pick; rows of them
CARD_FIGURE = 104 / figures.SIDE  # the share of a figure on a card
LINE = 54  # px: from line to line
OVER = Text("game over")
BESIDE = panel.Column()


def empty_picture(kind: Kind[Any], seen: Seen[Any], labels: Labels) -> Image.Image:
    """The picture without the game's own part."""
    picture, over = table(), kind.game.actor(seen.state) == NOBODY
    title(picture, kind.game.title, labels, OVER if over else NOTHING)
    panel.cards(picture, plain_cards(kind, seen, labels))
    return picture


def title(
    on: Image.Image, kind: str, labels: Labels, news: Text, at: panel.Column = BESIDE
) -> None:
    """Write the panel's head: the game's name and kind at left, turn and news at right. If a line
    has no room for both, the turn moves down and the news replaces the kind."""
    game, turn, told = labels.say(labels.game), labels.say(labels.when), labels.say(news)
    room = at.wide - width(turn, LEAST) - 14
    size = next((n for n in (62, 54, 46, LEAST) if width(game, n) <= room), 0)
    first = [(game, 0.0, size or LEAST, panel.CREAM), (turn, 1.0, LEAST, panel.CREAM)]
    if not size:
        first, kind, told = first[:1], told or kind, turn
    if told and width(kind, LEAST) + width(told, LEAST) + 14 > at.wide:
        kind = ""
    below = [(kind, 0.0, LEAST, panel.MUTED), (told, 1.0, LEAST, tint("gold", 2))]
    for line, y in ((first, panel.TOP + 14), (below, panel.TOP + 64)):
        for text, anchor, letters, ink in line:
            rise = round(0.81 * (letters - LEAST))  # all sizes stand on one line
            x, words = at.right if anchor else at.left, fit(text, letters, at.wide)
            panel.write(on, (x, y - rise), words, letters, (ink, panel.TABLE), anchor)


def plain_cards(
    kind: Kind[Any], seen: Seen[Any], labels: Labels, coats: Sequence[panel.Coat] = ()
) -> list[panel.SeatCard]:
    """A card for each seat, with the first of its scores. Adapt it by `_replace`."""
    game, s = kind.game, seen.state
    told = zip(
        coats or logger_coats(s, labels),
        game.scores(s),
        labels.display_names,
        strip_texts(game, s),
        strict=True,
    )
    return [
        panel.SeatCard(
            figure=coat.figure,
            name=name,
            score=str(score[0]) if score else "",
            gain=0,
            strip=labels.say(strip) if strip else "",
            ramp=coat.ramp,
            computer=seat in labels.computers,
        )
        for seat, (coat, score, name, strip) in enumerate(told)
    ]


def logger_coats(_: Any, labels: Labels) -> list[panel.Coat]:
    """The coat of each seat where loggers are its pieces."""
    return [
        panel.Coat(
            figures.SEATS[seat],
            figures.coat(seat)[0],
            figures.SEATS[seat] in figures.BRIGHT,
            (figures.logger, seat, letter, CARD_FIGURE),
        )
        for seat, letter in enumerate(labels.letters)
    ]


def draw_words(kind: Kind[Any], seen: Seen[Any], labels: Labels) -> Image.Image:
    """Draw a game without pictures: the position in words, and tiles for the possible words."""
    picture, tiles = empty_picture(kind, seen, labels), list(_tiles(kind, seen, labels))
    low = min((top for _, _, (_, top) in tiles), default=HEIGHT - TOP)
    lines = labels.say(kind.texts.pieces(seen.state, labels.display_names)).split("\n")
    for n, line in enumerate(lines[: (low - TOP) // LINE]):
        at, inks = (LEFT, TOP + n * LINE), (panel.CREAM, panel.TABLE)
        panel.write(picture, at, fit(line, LEAST, ROOM), LEAST, inks)
    for _, said, at in tiles:
        put(_tile(said), picture, at)
    return picture


def surface(kind: Kind[Any], seen: Seen[Any], labels: Labels) -> Surface:
    """The places of the possible words."""
    places = tuple(
        Place((way.word,), box(*at, _tile(said).width, TILE), way.label)
        for way, said, at in _tiles(kind, seen, labels)
    )
    return Surface((WIDTH, HEIGHT), (0, 0, panel.LEFT, HEIGHT), places)


def _tiles(
    kind: Kind[Any], seen: Seen[Any], labels: Labels
) -> Iterator[tuple[Choice, str, tuple[int, int]]]:
    """The possible words (none in a lobby), as written, and their places, row by row."""
    offers = kind.texts.offers(seen.state) if labels.turn else ()
    rows, x = list[list[tuple[Choice, str, int]]]([[]]), LEFT
    for way in (way for offer in offers for way in offer.ways if not way.why):
        said = fit(labels.say(way.label), LEAST, ROOM - 2 * EDGE)
        if x + (wide := _tile(said).width) > LEFT + ROOM:
            rows, x = [*rows, []], LEFT
        rows[-1].append((way, said, x))
        x += wide + BETWEEN
    top = HEIGHT - TOP - min(len(rows), ROWS) * (TILE + BETWEEN)
    for n, row in enumerate(rows[:ROWS]):
        yield from ((way, said, (x, top + n * (TILE + BETWEEN))) for way, said, x in row)


@lru_cache(256)
def _tile(said: str) -> Image.Image:
    """A word on a piece of paper to pick up, in places of the palette."""
    wide = max(TILE, width(said, LEAST) + 2 * EDGE)
    sheet = PaintSheet(wide, TILE).tile((0, 0, wide, TILE), 16, panel.INK)
    sheet.tile((4, 4, wide - 4, TILE - 4), 13, tint("paper", 1))
    tile = flatten(sheet.sprite(), panel.TABLE)
    at, inks = (wide // 2, (TILE - LEAST) // 2 - 4), (panel.INK, tint("paper", 1))
    panel.write(tile, at, said, LEAST, inks, 0.5)
    return tile


def note(
    on: Image.Image,
    kind: Kind[Any],
    seen: Seen[Any],
    labels: Labels,
    goal: Text,
    room: tuple[int, int],
    at: panel.Column = BESIDE,
) -> None:
    """Write the goal and the last turn under the cards, a line for each player. If that doesn't
    fit, use few words that begin with what matters, if need be without the goal. room: the upper
    and the lower end."""
    aim, told = labels.say(goal), labels.story(kind, seen)
    lines = [aim, *told.split("\n")]
    if not panel.holds(lines, *room, at):
        names = labels.display_names
        nobody = len(names)  # no seat: everybody reads the same story
        brief = labels.say(
            plan_text(kind.texts.plan(seen.events, names).shortly)
            if labels.ahead
            else kind.texts.brief(seen.state, seen.events, names, nobody).told
        )
        ways = ([aim, brief], [brief], [aim])
        lines = next((way for way in ways if panel.holds(way, *room, at)), [])
    panel.note(on, lines, *room, at)


def table() -> Canvas:
    """The picture before anything is on it: the table and its far forest."""
    return _table().copy()


@cache
def _table() -> Canvas:
    picture = Image.new("RGB", (WIDTH, HEIGHT), panel.TABLE)
    panel.forest(picture, panel.Column())
    return Canvas.copy_of(to_palette(picture))
