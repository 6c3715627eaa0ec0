"""What the mover of Forest Fellers may say next, kind by kind, for those who pick instead of
type. A hand that cannot be seen offers nothing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rules.english import Choice, ChoiceGroup, counted, listed
from rules.fellers.effects import apply
from rules.fellers.position import (
    FIGURES,
    HIDDEN,
    HOME,
    JOKER,
    SHORE,
    Phase,
    Position,
    called,
    spot,
    worth,
)
from rules.fellers.reasons import why_not
from rules.fellers.steps import GOES, STOP, Enter, legal
from rules.fellers.story import card_name, ending, shoved
from rules.game import Event, Step
from rules.hexes import COMPASS

BEHIND = "your hand is behind the button"
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
            return (ChoiceGroup("Play", tuple(_card(s, card) for card in cards), BEHIND, row=True),)
        case Phase.PICK:
            return (ChoiceGroup("Move", tuple(_pick(s, step) for step in legal(s)), row=True),)
        case Phase.MOVE:
            return (*_walk(s), ChoiceGroup("Stop", (_stop(s),), row=True))
        case Phase.FLOAT:
            ways = tuple(_float(s, step) for step in legal(s))
            return (ChoiceGroup("Float", ways, row=len(ways) <= ROW),)
    return ()


def _card(s: Position, card: str) -> Choice:
    label = card_name(card).removeprefix("the ").capitalize()
    upto = counted(worth(card), "step")
    at = HOME if card == JOKER else s.figures[FIGURES.index(card[:2])]
    if card == JOKER:
        return Choice(card, label, f"any of yours, up to {upto}")
    if at == HOME:
        return Choice(card, label, f"another of yours, up to {upto}")
    return Choice(card, label, f"up to {upto} {_from(s, at)}")


def _pick(s: Position, step: Step) -> Choice:
    code, upto = str(step), counted(worth(s.card), "step")
    at = s.figures[FIGURES.index(code)]
    return Choice(code, called(code).capitalize(), f"up to {upto} {_from(s, at)}")


def _from(s: Position, at: int) -> str:
    return "from the shore" if at == SHORE else f"from {spot(s, at)}"


def _walk(s: Position) -> tuple[ChoiceGroup, ...]:
    if s.figures[s.figure] == SHORE and s.course is not None:
        enters = (Enter(cell, s.course.names[cell]) for cell in s.course.starts)
        ways = tuple(_stride(s, step, str(step)) for step in enters)
        return (ChoiceGroup("Enter at", ways, row=True),)
    rows = (("Upstream", UPSTREAM), ("Downstream", DOWNSTREAM))
    return tuple(
        ChoiceGroup(
            title, tuple(_stride(s, GOES[COMPASS.index(w)], _arrow(w)) for w in words), row=True
        )
        for title, words in rows
    )


def _arrow(word: str) -> str:
    return f"{word.upper()} {ARROWS[word]}"


def _stride(s: Position, step: Step, label: str) -> Choice:
    why = why_not(s, step) or ""
    return Choice(str(step), label, "not possible" if why else outcome(s, step), why)


def _stop(s: Position) -> Choice:
    label = "Stop Here" if s.moved else "Stay"
    return Choice(str(STOP), label, outcome(s, STOP) or "nothing is on a current")


def _float(s: Position, step: Step) -> Choice:
    thing = str(step)[1:]
    label = called(thing) if thing in FIGURES else f"log on {thing}"
    return Choice(str(step), label.capitalize(), outcome(s, step))


def outcome(s: Position, step: Step) -> str:
    """What comes of a legal step: where to, what is shoved, and what floats after it."""
    after, events = apply(s, step)
    parts = [*_path(events)]
    if shoves := shoved(events):
        parts.append(f"shoves {listed(shoves)}")
    if s.phase is Phase.MOVE and after.phase is Phase.FLOAT:
        parts.append(_afloat(after))
    return "; ".join(parts)


def _path(events: Sequence[Event]) -> Iterator[str]:
    for event in events:
        match event.verb:
            case "enters" | "steps":
                yield ending(event.at)
            case "floats":
                yield f"from {event.at[1]} {ending(event.at)}"
            case "stuck":
                yield f"stays on {event.at[1]}, blocked"
            case "wins":
                yield "and the race is won"


def _afloat(s: Position) -> str:
    """What the currents reach once the move is over."""
    things = [
        called(str(step)[1:]) if str(step)[1:] in FIGURES else f"the log on {str(step)[1:]}"
        for step in legal(s)
    ]
    if len(things) > FEW:
        return f"then {len(things)} things are on currents"
    return f"then {listed(things)} {'is' if len(things) == 1 else 'are'} on a current"
