"""The turn builder: panels made from what the player to move may see. The next words fill the
five rows of a message: rows of buttons for offers whose ways are few and always the same; menus of
good whole turns and of other offers; buttons for offers with a single way, Step Back, Start Over.

Ids name a way by its place among all ways of the position, never by its word, which may be a card
in a hand. A closer look at one offer stands only in ids.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain
from typing import Any, NamedTuple, TypeAlias

import renderer
from bot.messages import answers
from bot.messages.answers import catch_up, not_played, turn
from bot.messages.fitting import Stacked
from bot.messages.layout import MOST_CHOICES, Button, Drawing, Layout, Menu
from bot.messages.layout import Choice as MenuChoice
from bot.messages.layouts import LONGEST_ID, button_id, buttons_of, drawing
from bot.table.game import Game
from bot.table.lessons import Scene
from bot.table.names import Command, game_name
from bot.table.seats import good_turns
from bot.table.settings import TEXT_FIRST, is_on
from bot.table.table import Table
from renderer import Hosted, Labels
from rules.drafting import Draft, Kind, draft
from rules.english import Choice, ChoiceGroup, way_name
from rules.errors import Refused, Unavailable
from rules.game import NATURE, NOBODY, GameRules, Seat
from rules.play import checksum, look, perform
from rules.text import NOTHING, Code, Joined, Listed, Plural, Strong, Text, lines, sentences
from rules.voice import Argument

ROWS = 5  # in a message; a menu fills one
BUTTONS = 5  # in a row
WHOLE = "="  # the first sign of a whole turn's mark; no word begins with it
_ALL_OPTIONS = Text("All Options")
_ALL_OFFERS = -1  # all offers, in place of the number of one


class Good(NamedTuple):
    """A whole turn."""

    mark: str  # its value in the menu
    line: str  # in notation, as people type it
    name: Text  # in a menu
    left: int  # words of it that the draft lacks


class Focus(NamedTuple):
    """The part of the choices to show: one offer, or all of them."""

    offer: int  # or ALL_OFFERS
    first: int = 0  # the first way or offer to show


@dataclass(frozen=True, slots=True)
class TurnPoint:
    """A point in the building of a turn."""

    id: Callable[..., str]  # makes the id of a part of the builder from a verb and numbers
    said: int  # the number of words before
    offers: tuple[ChoiceGroup, ...]  # to choose from
    good: tuple[Good, ...] = ()  # complete turns
    # whether a search found the complete turns, so they aren't in the order of the board
    suggested: bool = True


def at_table(
    table: Table,
    said: int,
    offers: tuple[ChoiceGroup, ...] = (),
    good: tuple[Good, ...] = (),
    suggested: bool = True,
) -> TurnPoint:
    """A point in a turn at a table. Its ids: verb, game, row, number of words so far."""

    def sentence(verb: str, *numbers: int) -> str:
        return ":".join(map(str, ("lc", verb, table.game.id, table.n, said, *numbers)))

    return TurnPoint(sentence, said, offers, good, suggested)


Controls = tuple[tuple[tuple[Button, ...], ...], tuple[Menu, ...], tuple[Button, ...]]


def choice_groups(kind: Kind[Any], state: Any) -> tuple[ChoiceGroup, ...]:
    """The next choices. An illegal way stays in a row of buttons but not in a menu. A row with
    too many buttons for a message becomes a menu."""
    offers = [*kind.texts.offers(state)]
    narrow = [i for i, o in enumerate(offers) if o.row and len(o.ways) <= BUTTONS]
    all_fit = len(narrow) == len(offers) < ROWS
    rows = narrow[: ROWS - 1 if all_fit else ROWS - 2]
    for i, offer in enumerate(offers):
        if i not in rows:
            ways = tuple(way for way in offer.ways if not way.why)
            why = offer.why or Joined("; ", dict.fromkeys(way.why for way in offer.ways if way.why))
            offers[i] = replace(offer, row=False, ways=ways, why=why)
    return tuple(offers)


def ways(offers: Sequence[ChoiceGroup]) -> list[Choice]:
    """All ways of a position, in the order by which buttons name them."""
    return [way for offer in offers for way in offer.ways]


def targets(place: TurnPoint, focus: Focus | None = None) -> tuple[str, ...]:
    """The square for each way of a menu, where the picture has its number: the last in its word.
    "" for a button or a hidden offer. Empty if the numbers would cover the board."""
    found = tuple(
        "" if offer.row or len(offer.ways) == 1 or not _looked_at(focus, i) else _target(way)
        for i, offer in enumerate(place.offers)
        for way in offer.ways
    )
    return found if sum(map(bool, found)) <= MOST_CHOICES else ()


def spots(place: TurnPoint, focus: Focus | None = None) -> tuple[str, ...]:
    """The squares that can be picked. The picture also marks those without a number."""
    offers = (offer for i, offer in enumerate(place.offers) if _looked_at(focus, i))
    found = (_target(way) for offer in offers for way in offer.ways if not way.why)
    return tuple(dict.fromkeys(filter(None, found)))


def _looked_at(focus: Focus | None, offer: int) -> bool:
    return focus is None or focus.offer in (_ALL_OFFERS, offer)


def _target(way: Choice) -> str:
    return next(reversed(re.findall(r"[a-z][0-9]{1,2}", way.word)), "")


def looked_at(value: str) -> Focus | None:
    """The part of the choices that a menu's value asks for, or None for a word. No word begins
    with its sign: `>3` looks at an offer, `>>30` shows the offers from a number on."""
    found = re.fullmatch(r"(>>?)([0-9]{1,3})", value)
    if found is None:
        return None
    n = int(found[2])
    return Focus(n) if found[1] == ">" else Focus(_ALL_OFFERS, n)


def controls(place: TurnPoint, focus: Focus | None = None) -> Controls:
    """The buttons and menus for all offers, or for one only."""
    focus = focus or Focus(_ALL_OFFERS)
    further = focus.first if focus.offer == _ALL_OFFERS else 0
    if 0 <= focus.offer < len(place.offers) and focus.first < len(place.offers[focus.offer].ways):
        return _close(place, focus)
    # The offers with a single way that fit next to Step Back and Start Over.
    lone = [i for i, offer in enumerate(place.offers) if len(offer.ways) == 1][: BUTTONS - 2]
    rows = tuple(
        tuple(
            Button(way.label, place.id("press", _index(place, i) + k), "primary", off=bool(way.why))
            for k, way in enumerate(offer.ways)
        )
        for i, offer in enumerate(place.offers)
        if offer.row and i not in lone
    )
    rest = [i for i, offer in enumerate(place.offers) if not offer.row and i not in lone]
    buttons = tuple(
        Button(way_name(offer, way), place.id("press", _index(place, i)), off=bool(way.why))
        for i, offer, way in ((i, place.offers[i], place.offers[i].ways[0]) for i in lone)
    )
    back = (Button(_ALL_OPTIONS, place.id("look")),) if further else ()
    room = ROWS - 1 - len(rows)
    good: tuple[Menu, ...] = ()
    if place.good and room > bool(rest) and not further:
        choices = tuple(MenuChoice(each.mark, each.name, Code(each.line)) for each in place.good)
        title = Text("Suggestions") if place.suggested else Text("Complete Turns")
        good = (Menu(place.id("say9"), title, choices),)
    menus = (*good, *_menus(place, rest, room - len(good), further))
    return rows, menus, (*(back or buttons), *unsay(place))


def asides(offers: Sequence[ChoiceGroup]) -> Iterator[Text]:
    """The texts that buttons have no room for: why rows are greyed, and hints about words."""
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
        if len(offer.ways) == 1 and not offer.row and offer.ways[0].hint:
            yield Text(
                "{what}: {hint}.", what=way_name(offer, offer.ways[0]), hint=offer.ways[0].hint
            )


def _hinted(label: Text, hint: Text) -> Text:
    return Text("{what}: {hint}", what=label, hint=hint)


def _index(place: TurnPoint, i: int) -> int:
    """The index of an offer's first way among all."""
    return len(ways(place.offers[:i]))


def _menus(place: TurnPoint, rest: Sequence[int], room: int, further: int) -> tuple[Menu, ...]:
    """A menu for each offer, greyed if it has no legal way; the text says so too. If they need
    too much room, menus of offers, from `further` on."""
    possible = [i for i in rest if place.offers[i].ways]
    if len(possible) > room and (packed := _packed(place, possible, room)):
        return tuple(_menu(place, number, some) for number, some in enumerate(packed))
    if len(possible) > room:
        return _of_offers(place, possible, room, further)
    closed = [i for i in rest if i not in possible][: room - len(possible)]
    return tuple(_menu(place, number, [i]) for number, i in enumerate(sorted((*possible, *closed))))


def _menu(place: TurnPoint, number: int, some: Sequence[int]) -> Menu:
    """A menu of an offer, or of several that fit."""
    if len(some) > 1:
        titles = Joined(" · ", (place.offers[i].title for i in some))
        each = (_choices(place, i, 0, place.offers[i].ways, joint=True) for i in some)
        return Menu(place.id(f"say{number}"), titles, tuple(chain.from_iterable(each)))
    (i,) = some
    offer, shown = place.offers[i], place.offers[i].ways
    title = offer.title if shown else _hinted(offer.title, offer.why)
    more: tuple[MenuChoice, ...] = ()
    if len(shown) > MOST_CHOICES:
        more = (MenuChoice(f">{i}", Text("More… ({n})", n=len(shown) - MOST_CHOICES + 1)),)
        shown = shown[: MOST_CHOICES - 1]
    return Menu(place.id(f"say{number}"), title, (*_choices(place, i, 0, shown), *more))


def _packed(place: TurnPoint, possible: Sequence[int], room: int) -> list[list[int]]:
    """Group offers that can share menus, in order, so all fit. Empty if they can't."""
    packed: list[list[int]] = [[]]
    for i in possible:
        if sum(len(place.offers[k].ways) for k in (*packed[-1], i)) > MOST_CHOICES and packed[-1]:
            packed.append([])
        packed[-1].append(i)
    fits = len(packed) <= room and all(len(place.offers[i].ways) <= MOST_CHOICES for i in possible)
    return packed if fits else []


def _of_offers(
    place: TurnPoint, possible: Sequence[int], room: int, first: int
) -> tuple[Menu, ...]:
    """As many menus of offers as fit. If more are left, the last choice shows the next ones."""
    first = first if first < len(possible) else 0
    end, left = first + room * MOST_CHOICES, possible[first:]
    more: tuple[MenuChoice, ...] = ()
    if len(possible) > end:
        end -= 1
        more = (MenuChoice(f">>{end}", Text("More… ({n})", n=len(possible) - end)),)
    offers = ((i, place.offers[i]) for i in left[: end - first])
    choices = (
        MenuChoice(f">{i}", o.title, Plural("{n} option", "{n} options", n=len(o.ways)))
        for i, o in offers
    )
    shown = (*choices, *more)
    parts = [shown[at : at + MOST_CHOICES] for at in range(0, len(shown), MOST_CHOICES)]
    menus = list[Menu]()
    for number, part in enumerate(parts):
        first_label, last = part[0].label, part[-1].label
        title = Text("Choose what to do: {first} … {last}", first=first_label, last=last)
        if len(parts) == 1:
            title = Text("Choose what to do")
        menus.append(Menu(place.id(f"say{number}"), title, part))
    return tuple(menus)


def _close(place: TurnPoint, focus: Focus) -> Controls:
    """One offer, as many of its ways as fit, and the way back to all offers."""
    title, all_ways = place.offers[focus.offer].title, place.offers[focus.offer].ways
    end = focus.first + (ROWS - 1) * MOST_CHOICES
    shown, menus = all_ways[focus.first : end], list[Menu]()
    for at in range(0, len(shown), MOST_CHOICES):
        part = shown[at : at + MOST_CHOICES]
        first, last = part[0].label, part[-1].label
        span = Text("{title}: {first} … {last}", title=title, first=first, last=last)
        if first == last:
            span = _hinted(title, first)
        choices = _choices(place, focus.offer, focus.first + at, part, focus)
        menus.append(Menu(place.id(f"say{len(menus)}"), span, choices))
    buttons = [Button(_ALL_OPTIONS, place.id("look"))]
    if left := len(all_ways[end:]):
        buttons.append(Button(Text("More… ({n})", n=left), place.id("look", focus.offer, end)))
    return (), tuple(menus), (*buttons, *unsay(place))


def _choices(
    place: TurnPoint,
    i: int,
    first: int,
    shown: Sequence[Choice],
    focus: Focus | None = None,
    *,
    joint: bool = False,
) -> tuple[MenuChoice, ...]:
    """Some ways of an offer from one of them on, with their numbers in the picture.
    joint: the menu has other offers too."""
    start, squares, offer = _index(place, i) + first, targets(place, focus), place.offers[i]
    labels = [way_name(offer, way) if joint else way.label for way in shown]
    return tuple(
        MenuChoice(
            way.word, Joined(" · ", (n + 1, label)) if squares and squares[n] else label, way.hint
        )
        for n, (way, label) in enumerate(zip(shown, labels, strict=True), start)
    )


def unsay(place: TurnPoint) -> tuple[Button, ...]:
    """Step Back and Start Over, greyed before the first word."""
    return (
        Button(Text("Step Back"), place.id("back"), off=not place.said),
        Button(Text("Start Over"), place.id("over"), off=not place.said),
    )


Path: TypeAlias = tuple[int, ...]


class Press(NamedTuple):
    """A pressed part of a builder."""

    path: Path = ()  # picked before
    verb: str = "open"  # of the part
    numbers: tuple[int, ...] = ()  # of the part, if it is a button
    chosen: str = ""  # the value, if it is a menu


def said_by(path: Path) -> str:
    """A path as in an id."""
    return ".".join(map(str, path))


def offers(kind: Kind[Any], begun: Scene, drafted: Draft[Any]) -> tuple[ChoiceGroup, ...]:
    """The next choices. At the start of a lesson that names its first word, only that one."""
    due, only = choice_groups(kind, drafted.state), begun.only
    if drafted.said or not only:
        return due
    fitting = ((offer, [way for way in offer.ways if way.word == only][:1]) for offer in due)
    return tuple(replace(offer, ways=tuple(ways)) for offer, ways in fitting if ways)


def build_draft(kind: Kind[Any], begun: Scene, path: Path) -> Draft[Any]:
    """Pick these ways one after the other. Raises Refused or LookupError."""
    words: tuple[str, ...] = ()
    drafted = draft(kind, begun.state, "", typed=False)
    for place in path:
        words = (*words, _due(kind, begun, drafted)[place].word)
        drafted = draft(kind, begun.state, "", kept=words, typed=False)
    return drafted


def path_of(kind: Kind[Any], begun: Scene, words: Iterable[str]) -> Path:
    """The path that picks these words. Raises Refused, or ValueError if one can't be picked."""
    path: Path = ()
    for word in words:
        due = _due(kind, begun, build_draft(kind, begun, path))
        path = (*path, [way.word for way in due].index(word))
    return path


def then(kind: Kind[Any], begun: Scene, press: Press) -> tuple[Path, Focus | None]:
    """The path and the focus after a press. Raises Refused, LookupError or ValueError if the
    press makes no sense."""
    return follow(press, lambda path: _due(kind, begun, build_draft(kind, begun, path)))


def follow(press: Press, due: Callable[[Path], Sequence[Choice]]) -> tuple[Path, Focus | None]:
    """The path and the focus after a press. due: the choices at the end of a path."""
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
    for word in chosen.split():  # several at once from a page
        path = (*path, [way.word for way in due(path)].index(word))
    return path, None


def _due(kind: Kind[Any], begun: Scene, drafted: Draft[Any]) -> list[Choice]:
    return [] if drafted.complete else ways(offers(kind, begun, drafted))


class Built(NamedTuple):
    """A turn so far."""

    path: Path  # to it
    drafted: Draft[Any]
    focus: Focus | None = None


@dataclass(frozen=True, slots=True)
class Exercise:
    """A turn that one person builds apart from any table, as in a lesson."""

    hosted: Hosted
    kind: Kind[Any]  # in the person's language
    begun: Scene
    names: Sequence[Argument]  # of the players by seat
    id: str  # how the ids of the builder begin
    title: Text
    labels: Labels
    file: str  # the name of the picture

    def part(self, path: Path = (), verb: str = "open", *numbers: int) -> str:
        """The id of a part of the builder."""
        return ":".join(map(str, (self.id, said_by(path), verb, *numbers)))

    @property
    def hand(self) -> Text:
        """The hand of the exercise's player."""
        if not self.kind.game.hidden_information:
            return NOTHING
        return self.kind.texts.hand(self.begun.state, self.begun.seat)

    def after(self, line: str) -> Any:
        """The position after a turn, before chance answers."""
        return perform(self.kind.game, self.begun.state, line)[0]

    def turn(self, line: str, s: Any = None) -> Text:
        """A turn as in the log, in words. s: another position before it."""
        _, events = perform(self.kind.game, s or self.begun.state, line)
        plan = self.kind.texts.plan(events, self.names)
        return answers.plan_text(plan, self.kind.spelt(line.split()))

    def story(self, line: str) -> Argument:
        """The story of a turn."""
        _, events = perform(self.kind.game, self.begun.state, line)
        return self.kind.texts.story(events, self.names)

    def why(self, after: Any) -> Text:
        """The reasons for a turn, if there are any."""
        reasons = self.kind.game.reasons(self.begun.state, after, self.begun.seat)
        return Text("Why: {reasons}.", reasons=Joined(" · ", reasons)) if reasons else NOTHING

    def build(self, press: Press) -> Built:
        """The turn after a press. A press that makes no sense starts it again."""
        try:
            path, focus = then(self.kind, self.begun, press)
            return Built(path, build_draft(self.kind, self.begun, path), focus)
        except (Refused, LookupError, ValueError):
            return Built((), build_draft(self.kind, self.begun, ()))

    def read(self, line: str) -> Built:
        """A typed turn; a whole one needs no path. Raises Refused."""
        drafted = draft(self.kind, self.begun.state, line)
        if drafted.complete:
            return Built((), drafted)
        try:
            path = path_of(self.kind, self.begun, drafted.said)
        except (Refused, LookupError, ValueError) as unknown:
            raise Unavailable.because(
                "That isn't a complete turn yet, and I couldn't load it. Type the complete turn."
            ) from unknown
        return Built(path, build_draft(self.kind, self.begun, path))

    def building(self, built: Built, told: Sequence[Text], ways: Sequence[Button]) -> Layout:
        """The builder after a part of a turn. ways: more buttons; Start Over gives way to them."""
        path, drafted, focus = built
        plan = answers.so_far(self.kind.texts.plan(drafted.events, self.names))
        place = TurnPoint(
            partial(self.part, path), len(path), offers(self.kind, self.begun, drafted)
        )
        rows, menus, buttons = controls(place, focus)
        possible = [button for button in buttons if not button.off]
        buttons = (*possible[: BUTTONS - 1], *ways)[:BUTTONS]
        marks = targets(place, focus), spots(place, focus)
        told = (*told, plan)
        return self.panel(drafted, told, buttons, *marks, menus=menus, rows=rows)

    def panel(
        self,
        drafted: Draft[Any],
        told: Sequence[Text],
        buttons: tuple[Button, ...],
        numbered: tuple[str, ...] = (),
        marked: tuple[str, ...] = (),
        **more: Any,
    ) -> Layout:
        """Lines under the title, with the board after the words so far or the turn before."""
        events = drafted.events or self.begun.events
        seen = look(self.kind.game, drafted.state, events, self.begun.seat)
        ahead = bool(drafted.events) and not drafted.complete
        labels = replace(self.labels, targets=numbered, spots=marked, ahead=ahead)
        picture = drawing(self.hosted, seen, labels)
        return Layout(lines(Strong(self.title), *told), picture, self.file, buttons, **more)


def confirm_id(table: Table, seat: Seat, after: Any) -> str:
    """The id of a confirming button: game, row, and a checksum of the position after the turn."""
    return f"{button_id('confirm', table.game.id, table.n)}:{seen_mark(table, seat, after)}"


def seen_mark(table: Table, seat: Seat, after: Any) -> str:
    """The checksum of what the seat sees. One of the whole position would let the player test
    guesses about others' cards."""
    return checksum(table.kind.game.view(after, seat))


def builder(
    table: Table,
    seat: Seat,
    drafted: Draft[Any],
    good: tuple[Good, ...] = (),
    focus: Focus | None = None,
    *,
    suggested: bool = True,
) -> Layout:
    """The seat's hand, then good whole turns and every next word, as far as there is room; with a
    picture of the hand or of the draft. drafted, good: from what the seat sees. suggested: whether
    a computer ordered the good turns."""
    said = len(drafted.said)
    place = at_table(table, said, choice_groups(table.kind, drafted.state), good, suggested)
    rows, menus, buttons = controls(place, focus)
    building = (
        sentences(
            Text("It's your turn in {game}.", game=table.game),
            Text("Your choices are saved as you pick them. Nothing is played until you confirm."),
        ),
        answers.draft_effects(table, drafted),
        table.kind.texts.choices(drafted.state),
        *(
            Text("{kind} isn't possible: {reason}.", kind=offer.title, reason=offer.why)
            for offer in place.offers
            if not offer.ways
        ),
    )
    board = _board(table, seat, drafted.state)
    held, orders = table.kind.texts.hand(drafted.state, seat), not_played(table, seat)
    text = Stacked([*orders, held, *building, *asides(place.offers), board], spare=[board])
    hands = table.kind.game.hidden_information and not drafted.said
    so_far = draft_picture(table, seat, drafted, targets(place, focus), spots(place, focus))
    shown = hand_picture(table, seat) if hands else so_far
    file = _file(table, "hand" if hands else "preview")
    if good_turns(table.game) and len(buttons) < BUTTONS:
        buttons = (*buttons, *buttons_of(table.game, table.n, "hint"))
    return Layout(text, shown, file, buttons, menus=menus, rows=rows)


def hand(table: Table, seat: Seat) -> Layout:
    """The hand of a seat while it is another player's turn."""
    seen = table.view_of(seat).state
    where = Text("{game}, turn {n}.", game=Strong(table.game), n=table.number)
    board, whose = _board(table, seat, seen), sentences(where, answers.whose_turn(table))
    text = Stacked([table.kind.texts.hand(seen, seat), whose, board], spare=[board])
    picture = hand_picture(table, seat)
    return Layout(text, picture, _file(table, "hand") if picture else "")


def hand_picture(table: Table, seat: Seat) -> Drawing | None:
    """The picture of a hand. None in a game without hands."""
    if not table.kind.game.hidden_information:
        return None
    return Drawing(renderer.draw_hand, (table.game.hosted, table.view_of(seat), table.labels))


def _file(table: Table, what: str) -> str:
    """The name of a picture's file."""
    return f"{game_name(table.game)}-{table.n}-{what}.png"


def preview(table: Table, seat: Seat, drafted: Draft[Any]) -> Layout:
    """A whole turn in words and as a picture, with the button that confirms it."""
    picture = draft_picture(table, seat, drafted)
    confirm = Button(Text("Confirm Turn"), confirm_id(table, seat, drafted.state), "success")
    board = _board(table, seat, drafted.state)
    would = Text(
        "Your turn in {game} would be {turn}.",
        game=table.game,
        turn=answers.drafted_turn(table, drafted),
    )
    last = _rolled(table, drafted.state) or Text("Confirm to play it.")
    text = Stacked([would, last, board], spare=[board])
    buttons = (confirm, *unsay(at_table(table, len(drafted.said))))
    return Layout(text, picture, _file(table, "preview"), buttons=buttons)


def plan(table: Table, label: Text, words: Sequence[str]) -> tuple[Button, ...]:
    """A button that puts a turn, or its beginning, into the turn builder of the player to move.
    Empty if an id has no room for it.
    Its id names no card: each step stands as its place among the legal ones, such as 2.0.0.5."""
    game, state, places = table.kind.game, table.mine, list[str]()
    for word in words:
        steps = game.legal(state)
        place = [*map(str, steps)].index(word)
        places.append(str(place))
        state, _ = game.apply(state, steps[place])
    id_ = f"{button_id('plan', table.game.id, table.n)}:{'.'.join(places)}"
    return (Button(label, id_),) if len(id_) <= LONGEST_ID else ()


def words_at(game: GameRules[Any], s: Any, places: str) -> tuple[str, ...]:
    """The words at these places (see `plan`). Raises LookupError if a place has none, or the turn
    ends earlier."""
    said, seat = list[str](), game.actor(s)
    for place in map(int, places.split(".")):
        if game.actor(s) != seat:
            raise LookupError("the turn is over before")
        step = game.legal(s)[place]
        said.append(str(step))
        s, _ = game.apply(s, step)
    return tuple(said)


def draft_picture(
    table: Table,
    seat: Seat,
    drafted: Draft[Any],
    numbers: tuple[str, ...] = (),
    marked: tuple[str, ...] = (),
) -> Drawing:
    """The position after a draft, with the squares that can be picked next."""
    seen = look(table.kind.game, drafted.state, drafted.events, seat)
    name = Text("{game} preview", game=table.game)
    labels = replace(table.labels, game=name, targets=numbers, spots=marked, ahead=True)
    return drawing(table.game.hosted, seen, labels)


def _board(table: Table, seat: Seat, state: Any) -> Text:
    """The picture in words, for a player who has text first."""
    wanted = is_on(table.game.sitters[seat].settings, TEXT_FIRST)
    return answers.position(table, state) if wanted else NOTHING


def only_turn(table: Table, line: str, after: Any) -> Layout:
    """The only legal turn, with a button that plays it."""
    confirm = Button(Text("Play It"), confirm_id(table, table.actor, after), "success")
    only = Text(
        "There's only one legal turn in {game} now: {turn}.",
        game=table.game,
        turn=turn(table, line),
    )
    told = [sentences(only, _rolled(table, after)), *catch_up(table)]
    return Layout(Stacked(told), buttons=(confirm,))


def _rolled(table: Table, after: Any) -> Text:
    """Whether a die is rolled after the turn. It won't wait: the player has seen the turn."""
    if table.kind.game.chance_waits and table.kind.game.actor(after) == NATURE:
        return Text("Once you confirm, the die is rolled and you can't undo your turn.")
    return NOTHING


def check_premove(table: Table, seat: Seat, *, seen: bool = False) -> None:
    """Raise Unavailable if no premove can be set now. seen: the turn before it must be seen."""
    game = table.game
    if table.actor == seat:
        raise Unavailable.because(
            "It's your turn in {game}, so just play it. Premoves are for when the player before "
            "you is thinking.",
            game=game,
        )
    if table.actor < 0:
        raise Unavailable(_chance(game))
    if seen and game.rules.hidden_information:
        raise Unavailable.because(
            "You can't see the previous player's hand in {game}, so a premove must start with `if "
            "anything, then`, followed by a complete turn.",
            game=game,
        )


def table_after(table: Table, state: Any, seat: Seat | None = None) -> Table:
    """The table after a turn. Raises Unavailable unless that seat, or any, plays next."""
    after = replace(table, at=table.at.then(state, ()))
    match after.actor:
        case actor if actor == NATURE:
            raise Unavailable(_chance(table.game))
        case actor if actor == NOBODY:
            raise Unavailable(no_next_turn(table.game))
        case actor if seat not in (None, actor):
            raise Unavailable.because(
                "In {game}, {other} plays after {name}, so you aren't next. Set your premove once "
                "it's {other}'s turn.",
                name=table.names[table.actor],
                other=table.names[actor],
                game=table.game,
            )
    return after


def build_premove(table: Table, seat: Seat, press: Press) -> tuple[Draft[Any], TurnPoint, Layout]:
    """The builder of a premove after a press: a turn of the player before, then the seat's own, and
    both once more for a follow-up. Raises Refused, LookupError or ValueError."""
    check_premove(table, seat, seen=True)
    path, focus = follow(press, lambda path: ways(_offers(*premove_turns(table, seat, path)[-1])))
    turns = premove_turns(table, seat, path, further=press.verb == "on")
    here, drafted = turns[-1]

    def part(verb: str, *numbers: int) -> str:
        said = "lc", "premove", table.game.id, table.n, said_by(path), verb, *numbers
        return ":".join(map(str, said))

    offers = _offers(here, drafted)
    if offers and len(said_by(path)) > 50:  # characters; an id has room for a few more
        raise Unavailable.because(
            "This premove is too long to build here. Type it with {command}.",
            command=Command(table.game.kind, "premove"),
        )
    place = TurnPoint(part, len(path), offers)
    rows, menus, buttons = controls(place, focus)
    told = [
        Text("{name}: {deed}.", name=at.names[at.actor], deed=answers.drafted_turn(at, each))
        for at, each in turns
        if each.complete
    ]
    if drafted.complete:
        more = (Button(Text("Add Follow-up"), part("on")),) if len(turns) == 2 else ()
        done = f"lc:setpremove:{table.game.id}:{table.n}:{said_by(path)}"
        buttons = (Button(Text("Set Premove"), done, "success"), *more, *buttons)
    else:
        ask = Text("Which turn do you expect from {name}?", name=here.names[here.actor])
        ask = Text("What will you play then?") if here.actor == seat else ask
        told += [Strong(ask), answers.so_far(here.kind.texts.plan(drafted.events, here.names))]
    marks = targets(place, focus), spots(place, focus)
    picture = draft_picture(here, seat, drafted, *marks)
    file = f"{game_name(table.game)}-premove.png"
    return drafted, place, Layout(lines(*told), picture, file, buttons, menus=menus, rows=rows)


def _offers(table: Table, drafted: Draft[Any]) -> tuple[ChoiceGroup, ...]:
    return () if drafted.complete else choice_groups(table.kind, drafted.state)


def premove_turns(
    table: Table, seat: Seat, path: Path, *, further: bool = False
) -> list[tuple[Table, Draft[Any]]]:
    """The turns that pick these ways one after the other, each with the table before it. The last
    one may be unfinished. further: begin the turn that a follow-up answers, too. Raises Refused or
    LookupError."""
    turns = [(table, draft(table.kind, table.mine, "", typed=False))]
    begins = (1, 2, 3) if further else (1, 3)  # after which turns the next one begins unasked
    for way in (*path, None):
        here, drafted = turns[-1]
        while drafted.complete and (way is not None or len(turns) in begins):
            here = table_after(here, drafted.state, seat if len(turns) % 2 else None)
            drafted = draft(here.kind, here.mine, "", typed=False)
            turns.append((here, drafted))
        if way is not None:
            words = (*drafted.said, ways(_offers(here, drafted))[way].word)
            turns[-1] = here, draft(here.kind, here.mine, "", kept=words, typed=False)
    if len(turns) > 4:
        raise LookupError("no follow-up has one of its own")
    return turns


def no_next_turn(game: Game) -> Text:
    """The reason why nobody plays after a turn."""
    return Text("That turn would end {game}, so there's nothing to play after it.", game=game)


def _chance(game: Game) -> Text:
    return Text(
        "You can't set a premove in {game}: a die will be rolled before your next turn.", game=game
    )
