"""What the mover may say next as buttons and menus, in the five rows that a message has.

    rows      a row of buttons for each offer whose ways are few and always the same
    menus     one of good whole turns; one for each other offer; where those find no room, menus of
              several offers, or else of offers to look at
    buttons   offers with a single way, then Step Back and Start Over

Looking closer at one offer is no word said: it is kept nowhere but in the ids. Ids name a way by
its place among all ways of the position, never by its word, which may be a card in a hand.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple, TypeAlias

from bot.messages.layout import MOST_CHOICES, Button, Menu
from bot.messages.layout import Choice as MenuChoice
from bot.table.lessons import Scene
from bot.table.table import Table
from rules.drafting import Draft, Kind, draft
from rules.english import Choice, ChoiceGroup, named
from rules.text import Code, Joined, Listed, Plural, Text

ROWS = 5  # in a message; a menu takes a whole one
BUTTONS = 5  # in a row
PAGE = (ROWS - 1) * MOST_CHOICES  # ways of one offer that are shown at once
WHOLE = "="  # how the mark of a whole turn begins; no word begins like this
LOOK = re.compile(r">([0-9]{1,3})")  # a choice that looks at an offer; no word begins like this
FURTHER = re.compile(r">>([0-9]{1,3})")  # and one that looks at the offers after so many
SQUARE = re.compile(r"[a-z][0-9]{1,2}")
ALL_OPTIONS = Text("All Options")
BEST = 9  # in the id of the menu of whole turns
ALL_OFFERS = -1  # in place of an offer: all of them


class Good(NamedTuple):
    """A whole turn: its mark, in notation, and as a menu names it."""

    mark: str
    line: str
    name: Text


class Focus(NamedTuple):
    """One offer is looked at, from one of its ways on; or all offers, from one of them on."""

    offer: int
    first: int = 0


@dataclass(frozen=True, slots=True)
class Place:
    """A point in the building of a turn: how many words were said, and what is due there. id: what
    a part of the builder says there, made of a verb and numbers. suggested: the complete turns were
    found by looking ahead, and stand in no order of the board."""

    id: Callable[..., str]
    said: int
    offers: tuple[ChoiceGroup, ...]
    good: tuple[Good, ...] = ()
    suggested: bool = True


def at_table(table: Table, said: int) -> Callable[..., str]:
    """What parts of a table's builder say: verb, game, row, how many words had been said."""

    def sentence(verb: str, *numbers: int) -> str:
        return ":".join(map(str, ("lc", verb, table.game.id, table.n, said, *numbers)))

    return sentence


Controls = tuple[tuple[tuple[Button, ...], ...], tuple[Menu, ...], tuple[Button, ...]]


def offered(kind: Kind[Any], state: Any) -> tuple[ChoiceGroup, ...]:
    """What is due. A way that is not legal keeps its place in a row, and has none in a menu. A row
    that a message has no room for is a menu."""
    offers = kind.texts.offers(state)
    narrow = [i for i, o in enumerate(offers) if o.row and len(o.ways) <= BUTTONS]
    all_fit = len(narrow) == len(offers) < ROWS
    rows = narrow[: ROWS - 1 if all_fit else ROWS - 2]
    return tuple(o if i in rows else _of_a_menu(o) for i, o in enumerate(offers))


def _of_a_menu(offer: ChoiceGroup) -> ChoiceGroup:
    ways = tuple(way for way in offer.ways if not way.why)
    why = offer.why or Joined("; ", dict.fromkeys(way.why for way in offer.ways if way.why))
    return replace(offer, row=False, ways=ways, why=why)


def ways(offers: Sequence[ChoiceGroup]) -> list[Choice]:
    """All ways of a position, in the order by which buttons name them."""
    return [way for offer in offers for way in offer.ways]


def targets(place: Place, focus: Focus | None = None) -> tuple[str, ...]:
    """The square of each way of a menu, by which the picture numbers them: the last that its word
    names. "": none, as for a button, or for an offer that is not looked at; nothing where so many
    numbers would hide the board."""
    found = tuple(
        "" if offer.row or _single(offer) or not _looked_at(focus, i) else _target(way)
        for i, offer in enumerate(place.offers)
        for way in offer.ways
    )
    return found if sum(map(bool, found)) <= MOST_CHOICES else ()


def spots(place: Place, focus: Focus | None = None) -> tuple[str, ...]:
    """The squares that may be picked: those without a number are marked in the picture as well."""
    offers = (offer for i, offer in enumerate(place.offers) if _looked_at(focus, i))
    found = (_target(way) for offer in offers for way in offer.ways if not way.why)
    return tuple(dict.fromkeys(filter(None, found)))


def _looked_at(focus: Focus | None, offer: int) -> bool:
    return focus is None or focus.offer in (ALL_OFFERS, offer)


def _target(way: Choice) -> str:
    return next(reversed(SQUARE.findall(way.word)), "")


def looked_at(value: str) -> Focus | None:
    """What a choice of a menu looks at; None: it is a word."""
    if further := FURTHER.fullmatch(value):
        return Focus(ALL_OFFERS, int(further[1]))
    found = LOOK.fullmatch(value)
    return Focus(int(found[1])) if found else None


def controls(place: Place, focus: Focus | None = None) -> Controls:
    """Rows of buttons, menus and the last row of buttons; or those of one offer alone."""
    further = focus.first if focus is not None and focus.offer == ALL_OFFERS else 0
    if focus is not None and not further and focus.first < len(_ways_at(place, focus.offer)):
        return _close(place, focus)
    # Offers with a single way that find room beside Step Back and Start Over.
    lone = [i for i, offer in enumerate(place.offers) if _single(offer)][: BUTTONS - 2]
    rows = tuple(
        _row(place, i) for i, offer in enumerate(place.offers) if offer.row and i not in lone
    )
    rest = [i for i, offer in enumerate(place.offers) if not offer.row and i not in lone]
    buttons = tuple(
        Button(named(offer, way), place.id("press", _index(place, i)), off=bool(way.why))
        for i, offer, way in ((i, place.offers[i], place.offers[i].ways[0]) for i in lone)
    )
    back = (Button(ALL_OPTIONS, place.id("look")),) if further else ()
    room = ROWS - 1 - len(rows)
    good = _good(place) if room > bool(rest) and not further else ()
    menus = (*good, *_menus(place, rest, room - len(good), further))
    return rows, menus, (*(back or buttons), *unsay(place))


def _good(place: Place) -> tuple[Menu, ...]:
    """Complete turns, each one pick."""
    if not place.good:
        return ()
    choices = (MenuChoice(good.mark, good.name, Code(good.line)) for good in place.good)
    title = Text("Suggestions") if place.suggested else Text("Complete Turns")
    return (Menu(place.id(f"say{BEST}"), title, tuple(choices)),)


def asides(offers: Sequence[ChoiceGroup]) -> Iterator[Text]:
    """What buttons cannot hold: why a row's are greyed, and what comes of those with a word
    of their own."""
    reasons: dict[Text, list[Text]] = {}
    for way in (way for offer in offers if offer.row for way in offer.ways if way.why):
        reasons.setdefault(way.why, []).append(way.label)
    for offer in (offer for offer in offers if offer.row):
        hints = (_hinted(way.label, way.hint) for way in offer.ways if way.hint and not way.why)
        yield Joined(" · ", dict.fromkeys(hints))  # two cards of a hand may be alike
    for why, labels in reasons.items():
        one = Text("{what} isn't possible: {reason}.", what=labels[0], reason=why)
        many = Text("{what} aren't possible: {reason}.", what=Listed(labels), reason=why)
        yield one if len(labels) == 1 else many
    for offer in offers:
        if _single(offer) and not offer.row and offer.ways[0].hint:
            yield Text("{what}: {hint}.", what=named(offer, offer.ways[0]), hint=offer.ways[0].hint)


def _hinted(label: Text, hint: Text) -> Text:
    return Text("{what}: {hint}", what=label, hint=hint)


def _ways_at(place: Place, i: int) -> tuple[Choice, ...]:
    return place.offers[i].ways if 0 <= i < len(place.offers) else ()


def _single(offer: ChoiceGroup) -> bool:
    return len(offer.ways) == 1


def _row(place: Place, i: int) -> tuple[Button, ...]:
    """The ways of an offer, each a button, greyed where it is not legal."""
    first = _index(place, i)
    return tuple(
        Button(way.label, place.id("press", first + k), "primary", off=bool(way.why))
        for k, way in enumerate(place.offers[i].ways)
    )


def _index(place: Place, i: int) -> int:
    """Of an offer's first way among all."""
    return len(ways(place.offers[:i]))


def _menus(place: Place, rest: Sequence[int], room: int, further: int) -> tuple[Menu, ...]:
    """A menu for each offer, greyed without a legal way, which the text tells as well; where
    they find no room, menus of offers, from one of them on."""
    possible = [i for i in rest if place.offers[i].ways]
    if len(possible) > room and (packed := _packed(place, possible, room)):
        return tuple(_joint(place, number, some) for number, some in enumerate(packed))
    if len(possible) > room:
        return _of_offers(place, possible, room, further)
    closed = [i for i in rest if i not in possible][: room - len(possible)]
    shown = sorted((*possible, *closed))
    return tuple(_menu(place, number, i) for number, i in enumerate(shown))


def _menu(place: Place, number: int, i: int) -> Menu:
    offer, shown = place.offers[i], place.offers[i].ways
    title = offer.title if shown else _hinted(offer.title, offer.why)
    more: tuple[MenuChoice, ...] = ()
    if len(shown) > MOST_CHOICES:
        more = (MenuChoice(f">{i}", _more(len(shown) - MOST_CHOICES + 1)),)
        shown = shown[: MOST_CHOICES - 1]
    return Menu(place.id(f"say{number}"), title, (*_choices(place, i, 0, shown), *more))


def _packed(place: Place, possible: Sequence[int], room: int) -> list[list[int]]:
    """Offers that can share menus, in their order, so that all find room; or none."""
    packed: list[list[int]] = [[]]
    for i in possible:
        if sum(len(place.offers[k].ways) for k in (*packed[-1], i)) > MOST_CHOICES and packed[-1]:
            packed.append([])
        packed[-1].append(i)
    fits = len(packed) <= room and all(len(place.offers[i].ways) <= MOST_CHOICES for i in possible)
    return packed if fits else []


def _joint(place: Place, number: int, some: Sequence[int]) -> Menu:
    """A menu of several offers."""
    if len(some) == 1:
        return _menu(place, number, some[0])
    titles = Joined(" · ", (place.offers[i].title for i in some))
    choices = [
        choice for i in some for choice in _choices(place, i, 0, place.offers[i].ways, joint=True)
    ]
    return Menu(place.id(f"say{number}"), titles, tuple(choices))


def _of_offers(place: Place, possible: Sequence[int], room: int, first: int) -> tuple[Menu, ...]:
    """As many menus of offers as find room; where more are left, the last choice goes on."""
    first = first if first < len(possible) else 0
    end, left = first + room * MOST_CHOICES, possible[first:]
    more: tuple[MenuChoice, ...] = ()
    if len(possible) > end:
        end -= 1
        more = (MenuChoice(f">>{end}", _more(len(possible) - end)),)
    offers = ((i, place.offers[i]) for i in left[: end - first])
    choices = [
        MenuChoice(f">{i}", o.title, Plural("{n} option", "{n} options", n=len(o.ways)))
        for i, o in offers
    ]
    shown = (*choices, *more)
    parts = [shown[at : at + MOST_CHOICES] for at in range(0, len(shown), MOST_CHOICES)]
    return tuple(
        Menu(place.id(f"say{number}"), _named(part, len(parts)), part)
        for number, part in enumerate(parts)
    )


def _named(part: Sequence[MenuChoice], parts: int) -> Text:
    if parts == 1:
        return Text("Choose what to do")
    first, last = part[0].label, part[-1].label
    return Text("Choose what to do: {first} … {last}", first=first, last=last)


def _more(n: int) -> Text:
    return Text("More… ({n})", n=n)


def _close(place: Place, focus: Focus) -> Controls:
    """One offer alone, as many of its ways as find room, and the way back to all offers."""
    title, all_ways = place.offers[focus.offer].title, _ways_at(place, focus.offer)
    end = focus.first + PAGE
    shown = all_ways[focus.first : end]
    parts = [shown[at : at + MOST_CHOICES] for at in range(0, len(shown), MOST_CHOICES)]
    menus = (
        Menu(
            place.id(f"say{number}"),
            _span(title, part),
            _choices(place, focus.offer, focus.first + number * MOST_CHOICES, part, focus),
        )
        for number, part in enumerate(parts)
    )
    buttons = [Button(ALL_OPTIONS, place.id("look"))]
    if len(all_ways) > end:
        more = place.id("look", focus.offer, end)
        buttons.append(Button(_more(len(all_ways) - end), more))
    return (), tuple(menus), (*buttons, *unsay(place))


def _span(title: Text, part: Sequence[Choice]) -> Text:
    first, last = part[0].label, part[-1].label
    if first == last:
        return _hinted(title, first)
    return Text("{title}: {first} … {last}", title=title, first=first, last=last)


def _choices(
    place: Place,
    i: int,
    first: int,
    shown: Sequence[Choice],
    focus: Focus | None = None,
    *,
    joint: bool = False,
) -> tuple[MenuChoice, ...]:
    """Some ways of an offer from one of them on, with their numbers in the picture. joint: the
    menu is not of this offer alone."""
    start, squares, offer = _index(place, i) + first, targets(place, focus), place.offers[i]
    labels = [named(offer, way) if joint else way.label for way in shown]
    return tuple(
        MenuChoice(
            way.word, Joined(" · ", (n + 1, label)) if squares and squares[n] else label, way.hint
        )
        for n, (way, label) in enumerate(zip(shown, labels, strict=True), start)
    )


def unsay(place: Place) -> tuple[Button, ...]:
    """Step Back and Start Over, greyed while nothing has been said."""
    return (
        Button(Text("Step Back"), place.id("back"), off=not place.said),
        Button(Text("Start Over"), place.id("over"), off=not place.said),
    )


Path: TypeAlias = tuple[int, ...]


class Press(NamedTuple):
    """A part of a builder that was pressed: what had been picked, what the part is for, and its
    numbers or (of a menu) what was chosen."""

    path: Path = ()
    verb: str = "open"
    numbers: tuple[int, ...] = ()
    chosen: str = ""


def said_by(path: Path) -> str:
    """As it stands in an id."""
    return ".".join(map(str, path))


def offers(kind: Kind[Any], begun: Scene, drafted: Draft[Any]) -> tuple[ChoiceGroup, ...]:
    """What is due; at the beginning of a scene that names it, one word alone."""
    due, only = offered(kind, drafted.state), begun.only
    if drafted.said or not only:
        return due
    fitting = ((offer, [way for way in offer.ways if way.word == only][:1]) for offer in due)
    return tuple(replace(offer, ways=tuple(ways)) for offer, ways in fitting if ways)


def built(kind: Kind[Any], begun: Scene, path: Path) -> Draft[Any]:
    """What was said by picking these ways one after the other. Raises Refused or LookupError."""
    words: tuple[str, ...] = ()
    drafted = draft(kind, begun.state, "", typed=False)
    for place in path:
        words = (*words, _due(kind, begun, drafted)[place].word)
        drafted = draft(kind, begun.state, "", kept=words, typed=False)
    return drafted


def path_of(kind: Kind[Any], begun: Scene, words: Iterable[str]) -> Path:
    """The places at which these words are picked. Raises Refused, or ValueError where one of them
    cannot be picked."""
    path: Path = ()
    for word in words:
        due = _due(kind, begun, built(kind, begun, path))
        path = (*path, [way.word for way in due].index(word))
    return path


def then(kind: Kind[Any], begun: Scene, press: Press) -> tuple[Path, Focus | None]:
    """What has been picked after a press, and what is looked at. Raises Refused, LookupError or
    ValueError where the press makes no sense."""
    path, verb, numbers, chosen = press
    match verb:
        case "press":
            return (*path, *numbers), None
        case "back":
            return path[:-1], None
        case "over" | "open":
            return (), None
        case "look":
            return path, Focus(*numbers) if numbers else None
    if (focus := looked_at(chosen)) is not None:
        return path, focus
    words = [way.word for way in _due(kind, begun, built(kind, begun, path))]
    return (*path, words.index(chosen)), None


def _due(kind: Kind[Any], begun: Scene, drafted: Draft[Any]) -> list[Choice]:
    return [] if drafted.complete else ways(offers(kind, begun, drafted))
