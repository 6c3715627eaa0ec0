"""The cards of the seats: their lumberjacks' places, and their numbers of cards. In a narrow panel
beside two segments there is a line for each lumberjack."""

from functools import lru_cache
from typing import Any, NamedTuple

from PIL import Image

from renderer import panel
from renderer.fellers import sprites
from renderer.fellers.layout import ROOMY, Area
from renderer.figures import robot
from renderer.frame import CARD_FIGURE
from renderer.lettering import fit, width
from renderer.paint import PaintSheet
from renderer.palette import RGB, flatten, nearest, put, tint
from renderer.panel import write
from renderer.picture import Labels, strip_texts
from rules.fellers.position import (
    ABSENT,
    FIGURES,
    HAND,
    HOME,
    JOKER,
    SHORE,
    Position,
    lettered,
    spot,
    team,
    worth,
)
from rules.game import GameRules, Seat
from rules.play import Seen
from rules.text import Text

INK, TABLE = panel.INK, panel.TABLE
WORD = 42  # px: the letters of a card
PAD = 14  # px: inside a card
HEAD, ROW, LINE = 60, 96, 48  # px: the name, the lumberjacks, a line below three of them
FIGURE, SLOT = 70, 184  # px: a lumberjack, and the room for it and its place
PLACE, COUNT = SLOT - FIGURE - 4, 196  # px: the room for a place, and for a count
PLACES = {SHORE: Text("shore"), HOME: Text("home"), ABSENT: Text("left")}


def ramp(s: Position, seat: Seat) -> str:
    """The colours of a seat: those of its first lumberjack."""
    return sprites.RAMPS[_first(s, seat)[0]]


def _first(s: Position, seat: Seat) -> str:
    return FIGURES[team(s, seat)[0]]


def coats(s: Position, labels: Labels) -> list[panel.Coat]:
    """The coat of each seat, as on the river."""
    return [
        panel.Coat(
            colours := ramp(s, seat),
            sprites.coat(colours)[0],
            colours in sprites.PALE,
            (sprites.figure, _first(s, seat), letter, CARD_FIGURE),
        )
        for seat, letter in enumerate(labels.letters)
    ]


def deck_text(n: int) -> Text:
    return Text("deck {n}", n=n)


def used_text(n: int) -> Text:
    return Text("used {n}", n=n)


def height(s: Position, seat: Seat) -> int:
    return HEAD + ROW + (LINE if len(team(s, seat)) > 2 else 4)


def bottom(s: Position, area: Area) -> int:
    """The lower end of the last card."""
    highs = [height(s, seat) for seat in range(len(s.hands))]
    last = len(highs) - 1
    return area.corner(last, highs)[1] + highs[last]


def cards(
    on: Image.Image, game: GameRules[Any], seen: Seen[Position], labels: Labels, area: Area
) -> None:
    s = seen.state
    played = {event.seat: event.at for event in seen.events if event.verb == "plays"}
    highs = [height(s, seat) for seat in range(len(s.hands))]
    for seat, strip in enumerate(strips(game, s, labels)):
        said, (left, top) = fit(strip, WORD, area.wide // 2), area.corner(seat, highs)
        inner = HEAD + 1, highs[seat] - 1  # its head is in the seat's colour if it has words
        ground = panel.card_ground(ramp(s, seat), bool(said), (area.wide, highs[seat]), inner)
        put(ground, on, (left - 8, top - 3))
        paper = tint("paper", 1 if said else 2)
        ink, head = panel.strip_inks(ramp(s, seat))[::-1] if said else (INK, paper)
        _head(on, s, seat, said, played.get(seat, ()), labels, (ink, head), (left, top, area.wide))
        _crew(on, s, seat, labels, (INK, paper), (left + PAD, top + HEAD))


def _head(
    on: Image.Image,
    s: Position,
    seat: Seat,
    said: str,
    played: tuple[str, ...],
    labels: Labels,
    inks: tuple[RGB, RGB],
    at: tuple[int, int, int],
) -> None:
    """Write the name, and at the right "to move", the card played and the hand. at: with width."""
    left, right, top = at[0] + PAD, at[0] + at[2] - PAD, at[1] + 9
    if said:
        write(on, (right, top), said, WORD, inks, 1, spare=2)
        right -= width(said, WORD) + 20
    shown = [chip(*played, inks[1])] if played else []
    if not s.left[seat]:
        shown.append(backs(len(s.hands[seat]), inks[1]))
    for sprite in shown:
        right -= sprite.width + 12
        put(sprite, on, (right + 6, at[1] + 2 + (HEAD - sprite.height) // 2))
    left += robot(on, (left, top), inks) if seat in labels.computers else 0
    name = fit(labels.display_names[seat], WORD, right - left)
    write(on, (left, top), name, WORD, inks, spare=2)


def _crew(
    on: Image.Image,
    s: Position,
    seat: Seat,
    labels: Labels,
    inks: tuple[RGB, RGB],
    at: tuple[int, int],
) -> None:
    """Draw the lumberjacks with their places, and count the deck and the discards."""
    (left, top), crew, letters = at, team(s, seat), lettered(labels.voice)
    for n, figure in enumerate(crew):
        place, x, code = s.figures[figure], left + SLOT * n, FIGURES[figure]
        where = fit(labels.say(PLACES.get(place) or spot(s, place)), WORD, PLACE)
        put(_figure(code, letters[code[0]], inks[1], FIGURE), on, (x, top + 12))
        ink = panel.GAINED if place == HOME else inks[0]
        write(on, (x + FIGURE + 4, top + 26), where, WORD, (ink, inks[1]))
    counts = deck_text(len(s.decks[seat])), used_text(len(s.discards[seat]))
    for n, count in enumerate(() if s.left[seat] else counts):
        few = left + 2 * SLOT, top + 6 + 44 * n
        there = few if len(crew) <= 2 else (left + 200 * n, top + ROW - 6)
        write(on, there, fit(labels.say(count), WORD, COUNT), WORD, inks, spare=4)


def strips(game: GameRules[Any], s: Position, labels: Labels) -> list[str]:
    """The strip of each seat. Empty for a seat that was left: the line of lumberjacks shows
    that."""
    told = zip(strip_texts(game, s), s.left, strict=True)
    return ["" if left or not said else labels.say(said) for said, left in told]


@lru_cache(128)
def _figure(code: str, letter: str, paper: RGB, size: int) -> Image.Image:
    return flatten(sprites.figure(code, letter, size / sprites.SIDE), paper)


@lru_cache(256)
def chip(card: str, figure: str, paper: RGB) -> Image.Image:
    """The played card, small: its owner, the lumberjack it moves if that is another, and the
    steps."""
    share = 40 / sprites.SIDE
    other = card[:2] if card[:2] != figure else ""
    whose = sprites.figure(other, "", share) if other and card != JOKER else sprites.beaver(share)
    who = [*([whose] if other else []), sprites.figure(figure, "", share)]
    wide, high, step = 42 + 44 * len(who), 46, 43
    sheet = PaintSheet(wide, high).rounded((0, 0, wide, high), 8, tint(sprites.RAMPS[figure[0]], 0))
    sheet.rounded((3, 3, wide - 3, high - 3), 6, tint("paper", 0))
    chip = sheet.sprite()
    for n, sprite in enumerate(who):
        chip.alpha_composite(sprite, (5 + step * n, 3))
    chip = flatten(chip, paper)
    digit = sprites.number(worth(card), WORD, INK)
    place = wide - 9 - digit.width, (high - digit.height) // 2
    chip.paste(flatten(digit, tint("paper", 0)), place)
    return chip


@lru_cache(8)
def back(paper: RGB) -> Image.Image:
    """A card from behind, for the deck."""
    return backs(1, paper).crop((0, 0, 28, 40))


@lru_cache(64)
def fan(count: int, paper: RGB) -> Image.Image:
    """`count` cards in a hand, one over the other."""
    sprite = back(paper)
    shown = Image.new("L", (28 + 10 * max(0, count - 1), 40), nearest(paper))
    for n in range(count):
        shown.paste(sprite, (10 * n, 0))
    return shown


@lru_cache(8)
def face(paper: RGB) -> Image.Image:
    """An open card, for the used ones."""
    sheet = (
        PaintSheet(28, 40)
        .rounded((0, 0, 27, 39), 5, INK)
        .rounded((3, 3, 24, 36), 4, tint("paper", 0))
    )
    sheet.ellipse((9, 9, 18, 18), INK).rounded((7, 19, 20, 31), 4, INK)
    return flatten(sheet.sprite(), paper)


@lru_cache(64)
def backs(count: int, paper: RGB) -> Image.Image:
    """`count` cards from behind."""
    sheet = PaintSheet(93, 40)
    for n in range(count):
        x = 31 * n
        sheet.rounded((x, 0, x + 27, 39), 5, INK).rounded(
            (x + 3, 3, x + 24, 36), 4, tint("wood", 3)
        )
        sheet.rounded((x + 9, 12, x + 18, 27), 2, tint("wood", 5))
    return flatten(sheet.sprite(), paper)


WIDEST = 400  # px of the widest panel with such cards
TIGHT, NAME, STEP, FOOT = 8, 50, 47, 46  # px: inside a card, its name, a lumberjack, its strip
SMALL, BETWEEN = 48, 12  # px: a lumberjack, and from card to card at most


class _NarrowCard(NamedTuple):
    """The content of a seat's card."""

    ramp: str
    name: str
    said: str  # on its strip, if it has one
    crew: tuple[tuple[str, str, bool], ...]  # each lumberjack, its place, and whether that is home
    played: tuple[str, ...]  # the card just played, and the lumberjack it moved
    fan: int  # the number in the hand, if shown
    piles: tuple[int, ...]  # the numbers in the deck and among the used cards
    computer: bool  # nobody sits there

    @property
    def high(self) -> int:
        """The height above the strip."""
        return NAME + STEP * len(self.crew) + 4

    @property
    def whole(self) -> int:
        return self.high + (FOOT if self.said else 0)


def narrow_cards(
    on: Image.Image,
    game: GameRules[Any],
    seen: Seen[Position],
    labels: Labels,
    area: Area,
    low: int,
) -> int:
    """Draw the cards of all seats, and return their lower end. low: the lowest end."""
    s, told = seen.state, strips(game, seen.state, labels)
    played = {event.seat: event.at for event in seen.events if event.verb == "plays"}
    rows, y = [], area.top
    for seat, (said, name) in enumerate(zip(told, labels.display_names, strict=True)):
        crew = ((FIGURES[figure], s.figures[figure]) for figure in team(s, seat))
        left, held = s.left[seat], len(s.hands[seat])
        rows.append(
            _NarrowCard(
                ramp=ramp(s, seat),
                name=name,
                said=said,
                crew=tuple(
                    (code, labels.say(PLACES.get(at) or spot(s, at)), at == HOME)
                    for code, at in crew
                ),
                played=played.get(seat, ()),
                fan=0 if left or held == HAND else held,
                piles=() if left else (len(s.decks[seat]), len(s.discards[seat])),
                computer=seat in labels.computers,
            )
        )
    spare = low - y - sum(card.whole for card in rows)
    gap = min(BETWEEN, spare // max(1, len(rows) - 1))
    for card in rows:
        put(_narrow_card(card, area.wide), on, (area.left - _X, y - _Y))
        y += card.whole + gap
    return y - gap


_X, _Y = 8, 3  # px of table at the left of a card and above it


@lru_cache(64)
def _narrow_card(card: _NarrowCard, wide: int) -> Image.Image:
    """A card with its shadow on the table. Most cards are the same as a turn ago."""
    paper, right = tint("paper", 1 if card.said else 2), _X + wide - TIGHT
    inner = 7, card.whole - FOOT - 1
    on = panel.card_ground(card.ramp, bool(card.said), (wide, card.whole), inner).copy()
    # The name, and the cards at the right, or beside a third lumberjack, or not.
    shown = [chip(*card.played, paper)] if card.played and wide >= ROOMY else []
    shown += [fan(card.fan, paper)] if card.fan and wide >= ROOMY else []
    left = _X + TIGHT
    left += robot(on, (left, _Y + 8), (INK, paper)) if card.computer else 0
    taken = sum(sprite.width + 8 for sprite in shown)
    beside = left + width(card.name, WORD) + taken <= right
    where = card.crew[-1][1] if len(card.crew) > len(card.piles) else ""
    free = where and _X + TIGHT + SMALL + 6 + width(where, WORD) + taken <= right
    end, high, top = (right, NAME, _Y + 2) if beside else (right, STEP, _Y + NAME + 2 * STEP)
    for sprite in shown if beside or free else ():
        end -= sprite.width
        put(sprite, on, (end, top + (high - sprite.height) // 2))
        end -= 8
    said = fit(card.name, WORD, (end if beside else right) - left)
    write(on, (left, _Y + 8), said, WORD, (INK, paper), spare=2, tight=True)

    piles, end = card.piles if wide >= ROOMY else (), right
    if piles:
        end -= width("00", WORD) + max(sign(paper).width for sign in (back, face)) + 8
    for n, (code, where, home) in enumerate(card.crew):
        x, y = _X + TIGHT, _Y + NAME + n * STEP
        put(_figure(code, "", paper, SMALL), on, (x, y))
        inks = panel.GAINED if home else INK, paper
        left = x + SMALL + 6
        words = fit(where, WORD, end - left)
        write(on, (left, y + 4), words, WORD, inks, spare=4, tight=True)
    for n, (sign, count) in enumerate(zip((back, face), piles, strict=False)):  # deck, used ones
        y, sprite = _Y + NAME + n * STEP, sign(paper)
        write(on, (right, y + 4), str(count), WORD, (INK, paper), 1, spare=4, tight=True)
        put(sprite, on, (right - width("00", WORD) - sprite.width - 4, y + 6))
    if card.said:
        words = fit(card.said, WORD, wide - 2 * TIGHT)
        panel.strip(on, words, card.ramp, (_X + wide // 2, _Y + card.high - 4))
    return on
