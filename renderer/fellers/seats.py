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
    colour_letters,
    worth,
)
from rules.game import GameRules
from rules.play import Seen
from rules.text import Text

INK = panel.INK
WORD = 42  # px: the letters of a card
PAD = 14  # px: inside a card
HEAD, ROW, LINE = 60, 96, 48  # px: the name, the lumberjacks, the deck and the used cards
HIGH = HEAD + ROW + LINE  # px: a wide card
FIGURE, SLOT = 70, 184  # px: a lumberjack, and the room for it and its place
PLACES = {SHORE: Text("shore"), HOME: Text("home"), ABSENT: Text("left")}
WIDEST = 400  # px of the widest panel with a line for each lumberjack
TIGHT, NAME, STEP, FOOT = 8, 50, 47, 46  # px: inside such a card, its name, a line, its strip
SMALL = 48  # px: a lumberjack on it
_X, _Y = 8, 3  # px of table at the left of a card and above it


def coats(s: Position, labels: Labels) -> list[panel.Coat]:
    """The coat of each seat, as on the river: that of its first lumberjack."""
    firsts = [FIGURES[s.team(seat)[0]] for seat in range(len(labels.letters))]
    return [
        panel.Coat(
            colours := sprites.RAMPS[first[0]],
            sprites.coat(colours)[0],
            colours in sprites.PALE,
            (sprites.figure, first, letter, CARD_FIGURE),
        )
        for first, letter in zip(firsts, labels.letters, strict=True)
    ]


def deck_text(n: int) -> Text:
    return Text("deck {n}", n=n)


def used_text(n: int) -> Text:
    return Text("used {n}", n=n)


def bottom(s: Position, area: Area) -> int:
    """The lower end of the last card."""
    last = len(s.hands) - 1
    return area.corner(last, [HIGH] * last)[1] + HIGH


class _Card(NamedTuple):
    """The content of a seat's card."""

    ramp: str
    name: str
    said: str  # "to move" and the like, or nothing
    crew: tuple[tuple[str, str, bool], ...]  # each lumberjack, its place, and whether that is home
    played: tuple[str, ...]  # the card just played, and the lumberjack it moved
    held: int | None  # the number in the hand; None: the seat was left
    piles: tuple[int, ...]  # the numbers in the deck and among the used cards
    computer: bool  # nobody sits there

    @property
    def high(self) -> int:
        """The height of a narrow card above its strip."""
        return NAME + STEP * len(self.crew) + 4

    @property
    def whole(self) -> int:
        return self.high + (FOOT if self.said else 0)


def cards(
    on: Image.Image,
    game: GameRules[Any],
    seen: Seen[Position],
    labels: Labels,
    area: Area,
    low: int,
) -> int:
    """Draw the cards of all seats, narrow ones down to `low` at most; return their lower end."""
    s, rows = seen.state, list[_Card]()
    played = {event.seat: event.at for event in seen.events if event.verb == "plays"}
    told = zip(strip_texts(game, s), labels.display_names, coats(s, labels), strict=True)
    for seat, (said, name, coat) in enumerate(told):
        crew, left = [(FIGURES[n], s.figures[n]) for n in s.team(seat)], s.left[seat]
        places = (labels.say(PLACES.get(at) or s.spot(at)) for _, at in crew)
        rows.append(
            _Card(
                ramp=coat.ramp,
                name=name,
                said="" if left or not said else labels.say(said),  # the places show who left
                crew=tuple(
                    (c, where, at == HOME) for (c, at), where in zip(crew, places, strict=True)
                ),
                played=played.get(seat, ()),
                held=None if left else len(s.hands[seat]),
                piles=() if left else (len(s.decks[seat]), len(s.discards[seat])),
                computer=seat in labels.computers,
            )
        )
    if area.wide > WIDEST:
        for seat, card in enumerate(rows):
            _wide_card(on, card, labels, area.corner(seat, [HIGH] * seat), (area.wide, HIGH))
        return bottom(s, area)
    y, spare = area.top, low - area.top - sum(card.whole for card in rows)
    gap = min(12, spare // max(1, len(rows) - 1))
    for card in rows:
        put(_narrow_card(card, area.wide), on, (area.left - _X, y - _Y))
        y += card.whole + gap
    return y - gap


def _wide_card(
    on: Image.Image, card: _Card, labels: Labels, at: tuple[int, int], size: tuple[int, int]
) -> None:
    """Draw the name, at the right "to move", the card played and the hand; and below them the
    lumberjacks with their places, the deck and the used cards."""
    (left, top), (wide, high), said = at, size, fit(card.said, WORD, size[0] // 2)
    paper = tint("paper", 1 if said else 2)
    # Its head is in the seat's colour if it has words.
    ground = panel.card_ground(card.ramp, bool(said), size, (HEAD + 1, high - 1))
    put(ground, on, (left - _X, top - _Y))
    inks = panel.strip_inks(card.ramp)[::-1] if said else (INK, paper)
    start, right, line = left + PAD, left + wide - PAD, top + 9
    if said:
        write(on, (right, line), said, WORD, inks, 1)
        right -= width(said, WORD) + 20
    shown = [chip(*card.played, inks[1])] if card.played else []
    if card.held is not None:
        shown.append(backs(card.held, inks[1]))
    for sprite in shown:
        right -= sprite.width + 12
        put(sprite, on, (right + 6, top + 2 + (HEAD - sprite.height) // 2))
    start += robot(on, (start, line), inks) if card.computer else 0
    write(on, (start, line), fit(card.name, WORD, right - start), WORD, inks)

    left, top, letters = left + PAD, top + HEAD, colour_letters(labels.voice)
    for n, (code, where, home) in enumerate(card.crew):
        x = left + SLOT * n
        put(_figure(code, letters[code[0]], paper, FIGURE), on, (x, top + 12))
        inks, room = (panel.GAINED if home else INK, paper), SLOT - FIGURE - 4
        write(on, (x + FIGURE + 4, top + 26), fit(where, WORD, room), WORD, inks)
    for n, (told, count) in enumerate(zip((deck_text, used_text), card.piles, strict=False)):
        words = fit(labels.say(told(count)), WORD, (196, wide - 2 * PAD - 200)[n])
        write(on, (left + 200 * n, top + ROW - 6), words, WORD, (INK, paper))


@lru_cache(128)
def _figure(code: str, letter: str, paper: RGB, size: int) -> Image.Image:
    return flatten(sprites.figure(code, letter, size / sprites.SIDE), paper)


@lru_cache(256)
def chip(card: str, figure: str, paper: RGB) -> Image.Image:
    """The played card, small: its owner, the lumberjack it moves if another, and the steps."""
    share = 40 / sprites.SIDE
    other = card[:2] if card[:2] != figure else ""
    whose = sprites.figure(other, "", share) if other and card != JOKER else sprites.beaver(share)
    who = [*([whose] if other else []), sprites.figure(figure, "", share)]
    wide, high, step = 42 + 44 * len(who), 46, 43
    sheet = PaintSheet(wide, high).tile((0, 0, wide, high), 8, tint(sprites.RAMPS[figure[0]], 0))
    sheet.tile((3, 3, wide - 3, high - 3), 6, tint("paper", 0))
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
    sheet = PaintSheet(28, 40).tile((0, 0, 27, 39), 5, INK)
    sheet.tile((3, 3, 24, 36), 4, tint("paper", 0))
    sheet.ellipse((9, 9, 18, 18), INK).tile((7, 19, 20, 31), 4, INK)
    return flatten(sheet.sprite(), paper)


@lru_cache(64)
def backs(count: int, paper: RGB) -> Image.Image:
    """`count` cards from behind."""
    sheet = PaintSheet(93, 40)
    for n in range(count):
        x = 31 * n
        sheet.tile((x, 0, x + 27, 39), 5, INK).tile((x + 3, 3, x + 24, 36), 4, tint("wood", 3))
        sheet.tile((x + 9, 12, x + 18, 27), 2, tint("wood", 5))
    return flatten(sheet.sprite(), paper)


@lru_cache(64)
def _narrow_card(card: _Card, wide: int) -> Image.Image:
    """A card with its shadow on the table. Most cards are the same as a turn ago."""
    paper, right = tint("paper", 1 if card.said else 2), _X + wide - TIGHT
    inner = 7, card.whole - FOOT - 1
    on = panel.card_ground(card.ramp, bool(card.said), (wide, card.whole), inner).copy()
    # The name, and the cards at the right, or beside a third lumberjack, or not.
    shown = [chip(*card.played, paper)] if card.played and wide >= ROOMY else []
    if card.held and card.held != HAND and wide >= ROOMY:
        shown.append(fan(card.held, paper))
    left = _X + TIGHT
    left += robot(on, (left, _Y + 8), (INK, paper)) if card.computer else 0
    taken = sum(sprite.width + 8 for sprite in shown)
    beside = left + width(card.name, WORD) + taken <= right
    where = card.crew[-1][1] if len(card.crew) > len(card.piles) else ""
    free = where and _X + TIGHT + SMALL + 2 + width(where, WORD) + taken <= right
    end, high, top = (right, NAME, _Y + 2) if beside else (right, STEP, _Y + NAME + 2 * STEP)
    for sprite in shown if beside or free else ():
        end -= sprite.width
        put(sprite, on, (end, top + (high - sprite.height) // 2))
        end -= 8
    said = fit(card.name, WORD, (end if beside else right) - left)
    write(on, (left, _Y + 8), said, WORD, (INK, paper))

    piles, end = card.piles if wide >= ROOMY else (), right
    if piles:
        end -= width("00", WORD) + max(sign(paper).width for sign in (back, face)) + 8
    for n, (code, where, home) in enumerate(card.crew):
        x, y = _X + TIGHT, _Y + NAME + n * STEP
        put(_figure(code, "", paper, SMALL), on, (x, y))
        inks = panel.GAINED if home else INK, paper
        left = x + SMALL + 2
        words = fit(where, WORD, end - left)
        write(on, (left, y + 4), words, WORD, inks)
    for n, (sign, count) in enumerate(zip((back, face), piles, strict=False)):  # deck, used ones
        y, sprite = _Y + NAME + n * STEP, sign(paper)
        write(on, (right, y + 4), str(count), WORD, (INK, paper), 1)
        put(sprite, on, (right - width("00", WORD) - sprite.width - 4, y + 6))
    if card.said:
        words = fit(card.said, WORD, wide - 2 * TIGHT)
        panel.strip(on, words, card.ramp, (_X + wide // 2, _Y + card.high - 4))
    return on
