"""A hand of cards, for the eyes of its owner only. A card shows its most steps, its lumberjack, and
from where to where it gets; one that may move others has a line for each of them."""

from functools import cache, lru_cache
from typing import Any, NamedTuple

from PIL import Image

from renderer.fellers import sprites
from renderer.fellers.plate import TABLE
from renderer.fellers.seats import deck_text, used_text
from renderer.lettering import fit, headroom, width
from renderer.paint import PaintSheet
from renderer.palette import flatten, lay, tint, to_palette
from renderer.panel import INK, write
from renderer.picture import WIDTH, Labels, say
from renderer.places import Place, Surface, bounds, box
from rules.drafting import Kind
from rules.fellers.position import (
    FIGURES,
    HIDDEN,
    HOME,
    JOKER,
    SHORE,
    Phase,
    Position,
    card_title,
    colour_letters,
    lumberjack_name,
    worth,
)
from rules.fellers.river import Course
from rules.fellers.rules import STOP, apply, legal
from rules.game import Seat
from rules.play import Seen
from rules.text import Joined, Text
from rules.voice import ENGLISH, Argument, Voice

HEIGHT = 716
WIDE, HIGH, TOP, GAP = 360, 592, 96, 30  # px: a card, where it begins, between two
PAPER = tint("paper", 1)
NAME, WORD = 48, 42  # px: letters
MIDDLE = 10 + WIDE // 2  # of a card
SMALL, ROW = 65, 66  # px: one of several, the height of its line
ROOM = WIDE - 24  # px: for the words of a card


class CardMove(NamedTuple):
    """A lumberjack that a card moves."""

    code: str
    here: str  # its space, or "shore"
    there: str  # the farthest space it gets to, or "home"


def draw(kind: Kind[Any], seen: Seen[Position], labels: Labels) -> Image.Image:
    """Draw the cards of the seat. Raises ValueError if there are none, or they are hidden."""
    s, seat = seen.state, seen.seat
    if seat is None or not s.hands[seat] or HIDDEN in s.hands[seat]:
        raise ValueError("there is no hand that may be seen")
    picture = to_palette(Image.new("RGB", (WIDTH, HEIGHT), TABLE))
    cream, muted = (tint("paper", 1), TABLE), (tint("paper", 3), TABLE)
    head = labels.say(Joined("  ", (labels.game, Text("your hand"))))
    write(picture, (32, 18), fit(head, 52, 700), 52, cream)
    room = WIDTH - 96 - width(fit(head, 52, 700), 52)
    counts = labels.say(
        Joined("  ·  ", (deck_text(len(s.decks[seat])), used_text(len(s.discards[seat]))))
    )
    write(picture, (WIDTH - 32, 28), fit(counts, WORD, room), WORD, muted, 1)
    for name, (x, y) in zip(s.hands[seat], _corners(len(s.hands[seat])), strict=True):
        picture.paste(card(name, ways(s, seat, name), labels.voice), (x - 10, y - 4))
    return picture


def _corners(cards: int) -> list[tuple[int, int]]:
    left = (WIDTH - cards * (WIDE + GAP) + GAP) // 2
    return [(left + n * (WIDE + GAP), TOP) for n in range(cards)]


def surface(kind: Kind[Any], seen: Seen[Position], labels: Labels) -> Surface:
    """The places of the cards, for the seat that sees them."""
    held = () if seen.seat is None else seen.state.hands[seen.seat]
    cards = tuple(
        Place((name,), box(*corner, WIDE, HIGH), card_title(name))
        for name, corner in zip(held, _corners(len(held)), strict=True)
    )
    left, top, right, bottom = map(round, bounds(cards)) if cards else (0, 0, WIDTH, HEIGHT)
    return Surface((WIDTH, HEIGHT), (left, top, right, bottom), cards)


def ways(s: Position, seat: Seat, name: str) -> tuple[CardMove, ...]:
    """The lumberjacks that a card can move: its own, or with the beaver or at home any."""
    own = [] if name == JOKER else [FIGURES.index(name[:2])]
    if not own or s.figures[own[0]] == HOME:
        own = [figure for figure in s.team(seat) if s.figures[figure] != HOME]
    reached = ((figure, _farthest(s, seat, figure, name)) for figure in own)
    return tuple(CardMove(FIGURES[i], s.spot(s.figures[i]), s.spot(to)) for i, to in reached)


@lru_cache(128)
def card(name: str, whom: tuple[CardMove, ...], voice: Voice = ENGLISH) -> Image.Image:
    """A card on the table, in places of the palette. whom: the lumberjacks it can move; voice: of
    its words."""
    beaver = name == JOKER
    single = not beaver and [way.code for way in whom] == [name[:2]]
    whole = _blank("wood" if beaver else sprites.RAMPS[name[0]]).copy()
    share, letter = 1.75 if single else 1.25, "" if beaver else colour_letters(voice)[name[0]]
    sprite = sprites.beaver(share) if beaver else sprites.figure(name[:2], letter, share)
    lay(sprite, whole, (MIDDLE - sprite.width // 2, 124))
    write(whole, (42, 26), str(worth(name)), 116, (INK, PAPER))
    title, y = Text("beaver") if beaver else lumberjack_name(name[:2]), 128 + sprite.height
    size = NAME if width(say(title, voice), NAME) <= ROOM else WORD
    shown = _fit(title, voice, size)
    write(whole, (MIDDLE, y), shown, size, (INK, PAPER), 0.5, headroom(size), 0)
    if single:
        here, there = whom[0].here, whom[0].there
        place = Text("on the shore") if here == "shore" else Text("at {place}", place=here)
        goes = Text("gets home") if there == "home" else Text("gets to {place}", place=there)
        goes = Text("gets no nearer") if there == here else goes
        for n, said in enumerate((place, goes)):
            words, at = _fit(said, voice, WORD), (MIDDLE, y + 66 + 54 * n)
            write(whole, at, words, WORD, (tint("wood", 2), PAPER), 0.5)
    else:
        _several(whole, whom, y + 58, voice)
    side, count, row = 22, worth(name), PaintSheet(170, 26)  # a dot for each step
    for n in range(count):
        x = 170 - (side + 4) * (count - n)
        row.ellipse((x, 2, x + side, 2 + side), tint("river", 5))
        row.ellipse((x + 3, 5, x + side - 3, side - 1), tint("river", 2))
    whole.paste(flatten(row.sprite(), PAPER), (WIDE - 190, 56))
    return whole


def _fit(said: Argument, voice: Voice, size: int, room: int = ROOM) -> str:
    return fit(say(said, voice), size, room)


def _several(on: Image.Image, whom: tuple[CardMove, ...], top: int, voice: Voice) -> None:
    """Draw a line for each of several lumberjacks, with its farthest space."""
    named = {"shore": Text("shore"), "home": Text("home")}
    for n, way in enumerate(whom):
        y = top + ROW * n
        small = sprites.figure(way.code, colour_letters(voice)[way.code[0]], SMALL / sprites.SIDE)
        on.paste(flatten(small, PAPER), (36, y))
        here, there = (named.get(place, place) for place in (way.here, way.there))
        goes = Text("{start} to {end}", start=here, end=there)
        if way.there == way.here:
            goes = Text("stays on {place}", place=here)
        words = _fit(goes, voice, WORD, ROOM - SMALL)
        write(on, (44 + SMALL, y + 14), words, WORD, (tint("wood", 2), PAPER))


@cache
def _blank(ramp: str) -> Image.Image:
    """Paper with a border of the lumberjack's colour, on the table."""
    sheet = PaintSheet(WIDE + 20, HIGH + 20)
    border = tint(ramp, 2 if ramp in ("gold", "wood") else 1)
    sheet.tile((10, 4, WIDE + 10, HIGH + 4), 28, tint("ink", 0))
    sheet.tile((13, 7, WIDE + 7, HIGH + 1), 25, border)
    sheet.tile((25, 19, WIDE - 5, HIGH - 11), 16, PAPER)
    shade = [(18, 12), (WIDE + 14, 12), (WIDE + 14, HIGH + 12), (18, HIGH + 12)]
    return flatten(sheet.shadow(shade, tint("table", 0), 0.9, 3).sprite(), TABLE)


def _farthest(s: Position, seat: Seat, figure: int, card: str) -> int:
    """The nearest cell to the finish it can step to, HOME, or its own. Uses nothing hidden."""
    assert s.course is not None, "nobody has cards before there is a course"
    ready = s._replace(mover=seat, phase=Phase.MOVE, card=card, figure=figure, moved=False)
    due, known = [ready._replace(steps=worth(card), pending=())], set[Position]()
    best = _left(s.course, s.figures[figure]), s.figures[figure]
    while due:
        here = due.pop()
        at = here.figures[figure]
        left = _left(s.course, at)
        if left < best[0]:
            best = left, at
        if here.phase is not Phase.MOVE or left - here.steps >= best[0] or here in known:
            continue
        known.add(here)
        ends = (apply(here, step)[0] for step in legal(here) if step != STOP)
        due += sorted(ends, key=lambda end: _left(s.course, end.figures[figure]), reverse=True)
    return best[1]


def _left(course: Course | None, at: int) -> int:
    """The fewest steps from here off the board."""
    assert course is not None
    if at == HOME:
        return 0
    return course.shore if at == SHORE else course.steps[at]
