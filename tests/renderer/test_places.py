"""Places: each lies where the picture shows the thing, names the thing, and says only what the
picture shows. docs/new-game.md, "A picture"; docs/decisions.md, 77."""

from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest
from PIL import Image, ImageChops, ImageDraw

import renderer
from bot.messages.languages import languages
from renderer import Labels, Place, Surface
from renderer.fellers import plate
from renderer.palette import to_palette
from renderer.places import bounds
from rules.game import NATURE, Setup, Stop
from rules.play import Seen, look, steps_by_words
from rules.touching import touchable
from rules.voice import PLAIN
from tests.games import EVERY, every_kind
from tests.hosted import HOSTED, rgb
from tests.renderer.gallery import COUNTS, OURS, crowd_labels, labels, late_view
from tests.renderer.legible import paint_nothing
from tests.renderer.rivers import FELLERS, opening
from tests.rules.games import by_chance
from tests.rules.keep import Table

BOARDS: dict[str, tuple[dict[str, str], ...]] = {
    "logjam": ({"board": "6x8"}, {"board": "12x16"}),
    "fellers": ({"course": "A"}, {"course": "A+D+F+H"}),
}
LOOK = 24  # px: the least for a finger


def surface(kind: str, seen: Seen[Any], *, hand: bool = False) -> Surface:
    return renderer.surface(HOSTED[kind], seen, table_labels(kind, seen), hand=hand)


def table_labels(kind: str, seen: Seen[Any]) -> Labels:
    return labels(kind, len(EVERY[kind].game.scores(seen.state)))


def draw_in_german(kind: str, seen: Seen[Any]) -> Image.Image:
    """In a language with longer words than the surface is asked in, which change no place."""
    voice = languages().voice("de", PLAIN)
    return rgb(renderer.draw(HOSTED[kind], seen, table_labels(kind, seen), voice))


def mask_places(size: tuple[int, int], *places: Place, wider: int = 0) -> Image.Image:
    """A mask of some places, or of their surroundings too."""
    mask = Image.new("L", size)
    pen = ImageDraw.Draw(mask)
    for place in places:
        pen.polygon(place.outline, 255)
        pen.line([*place.outline, *place.outline[:2]], 255, 2 * wider, "curve")
    return mask


def moves(kind: str, options: dict[str, str], seed: int) -> Iterator[tuple[Any, Any]]:
    """Positions of a game at random, as everybody sees them, without the marks of a turn."""
    game = EVERY[kind].game
    for said in by_chance(game, game.new(Setup(game.fewest, options)), seed):
        yield look(game, said.before, (), None), look(game, said.after, (), None)


@pytest.mark.slow
@pytest.mark.parametrize("kind", OURS)
def test_a_place_is_where_its_thing_is_seen(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A thing whose place has changed has changed the picture there, and nothing but that and its
    closest neighbourhood on the board, whatever its language: on the largest boards."""
    monkeypatch.setattr(plate, "empty", lambda course, *_: to_palette(paint_nothing(course)))
    told = 0
    for before, after in islice(moves(kind, BOARDS.get(kind, [{}])[-1], 4), 30, 2000, 40):
        old, new = surface(kind, before), surface(kind, after)
        changed = [b for a, b in zip(old.places, new.places, strict=True) if a != b]
        pair = draw_in_german(kind, before), draw_in_german(kind, after)
        apart = ImageChops.difference(*pair).convert("L").point([0, *(255,) * 255])
        assert {each.size for each in pair} == {new.size} == {old.size}
        for place in changed:
            there = ImageChops.multiply(apart, mask_places(apart.size, place))
            assert sum(there.histogram()[1:]) > 100, place.label
        apart.paste(0, mask=mask_places(apart.size, *changed, wider=16))
        assert apart.crop(bounds(new.places)).getbbox() is None
        told += len(changed)
        if told > 1:
            return
    assert told


@every_kind
def test_no_two_places_lie_on_each_other_and_all_lie_on_the_board(kind: str) -> None:
    found = surface(kind, late_view(kind, max(COUNTS[kind])))
    taken = Image.new("L", found.size)
    for place in found.places:
        inner = [_shrink_corner(place, point) for point in place.outline]
        left, top, right, bottom = map(round, bounds((place,)))
        box, one = (left, top, right, bottom), Image.new("L", (right - left, bottom - top))
        ImageDraw.Draw(one).polygon([(x - left, y - top) for x, y in inner], 255)
        assert ImageChops.multiply(one, taken.crop(box)).getbbox() is None, place
        taken.paste(255, box, one)
    (a, b, c, d), all_ = found.board, bounds(found.places) if found.places else found.board
    assert (a <= all_[0], b <= all_[1], c >= all_[2], d >= all_[3]) == (True,) * 4


def _shrink_corner(place: Place, point: tuple[float, float]) -> tuple[float, float]:
    """A corner, a px nearer to the middle."""
    (x, y), (left, top, right, bottom) = point, bounds((place,))
    a, b = (left + right) / 2, (top + bottom) / 2
    return x + (a > x) * 2 - (a < x) * 2, y + (b > y) * 2 - (b < y) * 2


@pytest.mark.parametrize(
    ("kind", "options"), [(kind, each) for kind in EVERY for each in BOARDS.get(kind, ({},))]
)
def test_a_finger_finds_each_place_on_a_phone(kind: str, options: dict[str, str]) -> None:
    """24 px each (WCAG 2.5.8) where the board is as wide as a page of 360 px; only Forest Fellers'
    river and the largest boards of Logjam are wider, and move under the finger."""
    _, seen = next(islice(moves(kind, options, 1), 20 if kind in OURS else 3, None))
    wide = surface(kind, seen).width(LOOK)
    assert wide <= (500 if kind == "fellers" or options == {"board": "12x16"} else 360)


# Words without a place, by the kinds of their steps, and why: these are buttons beside the picture.
# Stop: nothing further, or nothing, which is nowhere. Pick: a lumberjack who is ashore stands on no
# space. Play: such a one's card, and the beaver's, which is for several, where the hand is not
# shown beside the board.
NOWHERE = {"fellers": {"Stop", "Pick", "Play"}, "logjam": {"Stop"}, "logger": {"Stop"}}


@pytest.mark.slow
@every_kind
def test_every_word_that_is_offered_has_a_place_or_is_known_for_having_none(kind: str) -> None:
    """In a game at random; with the hand beside the board every card has its place."""
    game, found = EVERY[kind].game, set[str]()
    for n, said in enumerate(islice(by_chance(game, game.new(Setup(game.fewest)), 8), 160)):
        if said.seat != NATURE and n % 8 < 2:
            found |= set(_placeless(kind, look(game, said.before, (), said.seat)))
    assert found <= NOWHERE.get(kind, set())


def _placeless(kind: str, seen: Seen[Any]) -> Iterator[str]:
    """The kinds of words without a place on the board; none of them is a card of the hand."""
    game = EVERY[kind].game
    board = [name for place in surface(kind, seen).places for name in place.names]
    hand = [name for place in surface(kind, seen, hand=True).places for name in place.names]
    steps = steps_by_words(game, seen.state)
    for way in touchable(EVERY[kind], seen.state, frozenset(board)):
        if not way.at:
            step = steps[way.words[0]]
            assert isinstance(step, Stop) or str(step) in hand or type(step).__name__ == "Pick"
            yield type(step).__name__


def test_a_card_of_a_hand_lies_where_it_is_drawn() -> None:
    s = opening(2)
    hands = ("gm2", "gm3", "gw2"), ("gm2", "gm4", "gw2")
    seen = [look(FELLERS, s._replace(hands=(hand, s.hands[1])), (), 0) for hand in hands]
    table = labels("fellers", 2)
    opened = [rgb(renderer.draw_hand(HOSTED["fellers"], each, table)) for each in seen]
    cards = surface("fellers", seen[0], hand=True)
    assert [place.names for place in cards.places] == [("gm2",), ("gm3",), ("gw2",)]
    assert {each.size for each in opened} == {cards.size}
    apart = ImageChops.difference(*opened).convert("L")
    assert ImageChops.multiply(apart, mask_places(cards.size, cards.places[1])).getbbox()
    apart.paste(0, mask=mask_places(cards.size, cards.places[1]))
    assert apart.getbbox() is None


def test_places_tell_nothing_that_is_hidden() -> None:
    """Hidden cards change nothing: the places of the board are the same for everybody else, and the
    places of a hand are for its seat only (docs/decisions.md, 5)."""
    s = opening(2)
    given = s._replace(hands=(s.hands[1], s.hands[0]), decks=(s.decks[1], s.decks[0]))
    for eyes in (None, 1):
        exchanged = given._replace(hands=(given.hands[0], s.hands[1])) if eyes else given
        pair = [look(FELLERS, each, (), eyes) for each in (s, exchanged)]
        assert s.hands[0] != exchanged.hands[0]
        assert surface("fellers", pair[0]) == surface("fellers", pair[1])
        both = [surface("fellers", each, hand=True) for each in pair]
        assert both[0] == both[1]
        assert bool(both[0].places) == bool(eyes)
    tables = [Table((n, 2), (False, False), (0, 1), (False, False)) for n in (4, 6)]
    stranger = [surface("keep", look(EVERY["keep"].game, each, (), None)) for each in tables]
    assert stranger[0] == stranger[1]
    assert [place.names for place in stranger[0].places] == [("keep",), ("again",)]


@every_kind
def test_a_place_says_what_is_there_in_the_language_of_whoever_asks(kind: str) -> None:
    """With the names of the players, which an alt text says too."""
    seen, voice = late_view(kind, EVERY[kind].game.fewest), languages().voice("de", PLAIN)
    for place in renderer.surface(HOSTED[kind], seen, crowd_labels(kind, 3), voice).places:
        assert voice.say(place.label)
        assert place.names[0] in (voice.say(place.label), *voice.say(place.label).split(",")) or (
            voice.say(place.label).startswith((place.names[0] + " ", "über", "die", "der"))
        )
