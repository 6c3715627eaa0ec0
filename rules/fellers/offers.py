"""What the mover of Forest Fellers may say next, kind by kind, for those who pick instead of
type. A hand that cannot be seen offers nothing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rules.english import Choice, ChoiceGroup
from rules.fellers.effects import apply
from rules.fellers.naming import TITLED, called, card_title
from rules.fellers.position import (
    FIGURES,
    HIDDEN,
    HOME,
    JOKER,
    SHORE,
    Phase,
    Position,
    spot,
    worth,
)
from rules.fellers.steps import GOES, STOP, Enter, legal, why_not
from rules.fellers.story import LOG, OFF, shoved_to
from rules.game import Event, Step
from rules.hexes import COMPASS
from rules.text import NOTHING, Joined, Listed, Plural, Text, notation

BEHIND = Text("press the button to open your hand")
UPSTREAM, DOWNSTREAM = ("nw", "n", "ne"), ("sw", "s", "se")
ARROWS = {"nw": "↖", "n": "↑", "ne": "↗", "sw": "↙", "s": "↓", "se": "↘"}
FEW = 2  # things on currents that a hint names
ROW = 5  # buttons in a row, at most


def offers(s: Position) -> tuple[ChoiceGroup, ...]:
    """The kinds of words that are due. Directions and start spaces keep their places; those that
    are not legal say why."""
    match s.phase:
        case Phase.PLAY:
            cards = (card for card in s.hands[s.mover] if card != HIDDEN)
            ways = tuple(_card(s, card) for card in cards)
            return (ChoiceGroup(Text("Play"), ways, BEHIND, row=True),)
        case Phase.PICK:
            ways = tuple(_pick(s, step) for step in legal(s))
            return (ChoiceGroup(Text("Move"), ways, row=True),)
        case Phase.MOVE:
            return (*_walk(s), ChoiceGroup(Text("Stop"), (_stop(s),), row=True))
        case Phase.FLOAT:
            ways = tuple(_float(s, step) for step in legal(s))
            return (ChoiceGroup(Text("Float"), ways, row=len(ways) <= ROW),)
    return ()


def _card(s: Position, card: str) -> Choice:
    at = HOME if card == JOKER else s.figures[FIGURES.index(card[:2])]
    if card == JOKER:
        return Choice(card, card_title(card), _any(worth(card)))
    whom = _another(worth(card)) if at == HOME else _upto(s, card, at)
    return Choice(card, card_title(card), whom)


def _any(n: int) -> Text:
    return Plural(
        "any of your lumberjacks, up to {n} step", "any of your lumberjacks, up to {n} steps", n
    )


def _another(n: int) -> Text:
    return Plural(
        "another of your lumberjacks, up to {n} step",
        "another of your lumberjacks, up to {n} steps",
        n,
    )


def _pick(s: Position, step: Step) -> Choice:
    code = str(step)
    return Choice(code, TITLED[code], _upto(s, s.card, s.figures[FIGURES.index(code)]))


def _upto(s: Position, card: str, at: int) -> Text:
    """How far a card takes who is there."""
    n, place = worth(card), spot(s, at)
    if at == SHORE:
        return Plural("up to {n} step from the shore", "up to {n} steps from the shore", n)
    return Plural("up to {n} step from {place}", "up to {n} steps from {place}", n, place=place)


def _walk(s: Position) -> tuple[ChoiceGroup, ...]:
    if s.figures[s.figure] == SHORE and s.course is not None:
        enters = (Enter(cell, s.course.names[cell]) for cell in s.course.starts)
        ways = tuple(_stride(s, step, notation(str(step))) for step in enters)
        return (ChoiceGroup(Text("Enter at"), ways, row=True),)
    rows = ((Text("Upstream"), UPSTREAM), (Text("Downstream"), DOWNSTREAM))
    return tuple(
        ChoiceGroup(
            title, tuple(_stride(s, GOES[COMPASS.index(w)], _arrow(w)) for w in words), row=True
        )
        for title, words in rows
    )


def _arrow(word: str) -> Text:
    return notation(f"{word.upper()} {ARROWS[word]}")


def _stride(s: Position, step: Step, label: Text) -> Choice:
    if why := why_not(s, step):
        return Choice(str(step), label, Text("not possible"), why)
    return Choice(str(step), label, outcome(s, step) or Text("a free space"))


def _stop(s: Position) -> Choice:
    label = Text("Stop Here") if s.moved else Text("Stay")
    return Choice(str(STOP), label, outcome(s, STOP) or Text("nothing is on a current"))


def _float(s: Position, step: Step) -> Choice:
    thing = str(step)[1:]
    label = TITLED[thing] if thing in FIGURES else Text("Log on {place}", place=thing)
    return Choice(str(step), label, outcome(s, step))


def outcome(s: Position, step: Step) -> Text:
    """What comes of a legal step: where to, unless the step says it, what is shoved, and what
    floats after it."""
    after, events = apply(s, step)
    shoves = shoved_to(events)
    floating = s.phase is Phase.MOVE and after.phase is Phase.FLOAT
    parts = [*_path(events), Text("shoves {things}", things=Listed(shoves)) if shoves else NOTHING]
    return Joined("; ", [*parts, _afloat(after) if floating else NOTHING])


def _path(events: Sequence[Event]) -> Iterator[Text]:
    for event in events:
        match event.verb:
            case "steps" if event.at[-1] == OFF:
                yield Text("over the finish")
            case "steps":
                yield Text("to {place}", place=event.at[-1])
            case "floats":
                yield _floated(event)
            case "stuck" if event.at[0] == LOG:
                yield Text("blocked, so it stays")
            case "stuck":
                yield Text("is blocked and stays on {place}", place=event.at[1])
            case "wins":
                yield Text("and you win the race")


def _floated(event: Event) -> Text:
    """Where something floats; a log goes by the name of its space already."""
    thing, start, *_, end = event.at
    match thing == LOG, end == OFF:
        case True, True:
            return Text("over the finish")
        case True, False:
            return Text("to {place}", place=end)
        case False, True:
            return Text("from {start} over the finish", start=start)
    return Text("from {start} to {end}", start=start, end=end)


def _afloat(s: Position) -> Text:
    """What the currents reach once the move is over."""
    things = [_thing(str(step)[1:]) for step in legal(s)]
    if len(things) > FEW:
        return Text("then {n} pieces are on currents", n=len(things))
    if len(things) > 1:
        return Text("then {things} are on a current", things=Listed(things))
    return Text("then {thing} is on a current", thing=things[0])


def _thing(thing: str) -> Text:
    return called(thing) if thing in FIGURES else Text("the log on {place}", place=thing)
