"""What happened in Forest Fellers, told: each mover's name once and then his deeds.

played grass woman 4: entered at d1, then s, se to e3 · shoved a log e3 to e4 ·
honey man floated e7 to e9 · Dee's rose man is home
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from rules.english import Names, listed
from rules.fellers.chart import bearing
from rules.fellers.position import HAND, JOKER, ROUNDS, called
from rules.game import Event, Seat

LOG, OFF = "log", "off"
WALK = ("enters", "steps")
MOVING = (*WALK, "plays", "shoves")


def story(events: Sequence[Event], names: Names) -> str:
    """See rules.english.English."""
    lines = [*_beforehand(events)]
    for seat, deeds in groupby(_with_teller(events), key=lambda pair: pair[0]):
        told = _deeds([event for _, event in deeds], seat, names)
        lines.append(f"{names[seat]}: {' · '.join(told)}.")
    return "\n".join(lines)


def _beforehand(events: Sequence[Event]) -> Iterator[str]:
    """What nature did for everybody. A seat's first card is one of the deal."""
    for event in events:
        if event.verb == "chooses":
            yield f"The course is {'+'.join(event.at)}."
    if any(event.verb == "draws" and event.n < HAND for event in events):
        yield "Everybody drew three cards."


def _with_teller(events: Iterable[Event]) -> Iterator[tuple[Seat, Event]]:
    """Each event that is told, with the seat whose line it stands in: a rival comes home by
    the mover's doing."""
    mover: Seat | None = None
    for event in events:
        if event.verb not in ("chooses", "draws"):
            mover = event.seat if event.verb != "finishes" or mover is None else mover
            yield mover, event


def _deeds(events: list[Event], mover: Seat, names: Names) -> Iterator[str]:
    """The sentences of one mover. Steps are told together, and so are the shoves among them."""
    floating = (i for i, event in enumerate(events) if event.verb in ("floats", "stuck"))
    end = next(floating, len(events))
    move, after = events[:end], events[end:]
    yield from _move(move)
    others = [event for event in move if event.verb not in MOVING]
    for verb, group in groupby((*others, *after), key=lambda event: event.verb):
        yield from _tell(verb, list(group), mover, names)


def _move(events: Sequence[Event]) -> Iterator[str]:
    """The card, the way and the shoves of a move."""
    cards = [event.at[0] for event in events if event.verb == "plays"]
    who = next((event.at[0] for event in events if event.verb in (*WALK, "stays")), "")
    played = [f"played {card_name(card)}{_whose(card, who)}" for card in cards]
    walk = [event for event in events if event.verb in WALK]
    if played or walk:
        yield ": ".join([*played, *([_route(walk)] if walk else [])])
    if shoves := shoved(events):
        yield f"shoved {listed(shoves)}"


def card_name(card: str) -> str:
    """`gw4` is grass woman 4."""
    return "the beaver" if card == JOKER else f"{called(card[:2])} {card[2:]}"


def _whose(card: str, figure: str) -> str:
    """Whom it moved, where the card does not say it."""
    return "" if not figure or card.startswith(figure) else f" on {called(figure)}"


def shoved(events: Iterable[Event]) -> list[str]:
    """What was shoved, each thing once however often it was: `a log e5 to e7`; not what is
    where it was."""
    chains: list[list[str]] = []
    for _, step in groupby(_shoves(events), key=lambda pair: pair[0]):
        _lengthen(chains, [at for _, at in step])
    gone = [chain for chain in chains if chain[-1] != chain[1]]
    return [f"{_thing(chain[0])} {chain[1]} {ending(chain)}" for chain in gone]


def _shoves(events: Iterable[Event]) -> Iterator[tuple[tuple[int, int], tuple[str, ...]]]:
    """Each shove, with the step that it is of: of which walk or float, and which space of that."""
    begun = 0
    for event in events:
        begun += event.verb in (*WALK, "floats")
        if event.verb == "shoves":
            yield (begun, event.n), event.at


def _lengthen(chains: list[list[str]], shoves: Iterable[tuple[str, ...]]) -> None:
    """Add the shoves of one step. A log is where an earlier step has left it; what lies where
    one of this step ends is another log, shoved out of its way."""
    earlier = list(chains)
    for thing, origin, to in shoves:
        known = earlier if thing == LOG else chains
        found = next((chain for chain in known if (chain[0], chain[-1]) == (thing, origin)), None)
        if found is None:
            chains.append([thing, origin, to])
            continue
        found.append(to)
        if thing == LOG:
            earlier.remove(found)


def _route(walk: Sequence[Event]) -> str:
    """`entered at d1, then s, se to e3`, `from e5 s, se to f7`, `from e24 s, over the finish`."""
    entered = [event for event in walk if event.verb == "enters"]
    steps = [event.at for event in walk if event.verb == "steps"]
    if not steps:
        return f"entered at {entered[0].at[1]}"
    begin = f"entered at {entered[0].at[1]}, then" if entered else f"from {steps[0][1]}"
    arrows = ", ".join(bearing(origin, to) or ending((to,)) for _, origin, to in steps)
    return f"{begin} {arrows}" + (f" to {steps[-1][2]}" if steps[-1][2] != OFF else "")


def _thing(thing: str) -> str:
    return "a log" if thing == LOG else called(thing)


def ending(path: Sequence[str]) -> str:
    """`to e7`, or `over the finish`."""
    return "over the finish" if path[-1] == OFF else f"to {path[-1]}"


def _tell(verb: str, events: list[Event], mover: Seat, names: Names) -> Iterator[str]:
    match verb:
        case "shoves":
            if shoves := shoved(events):
                yield f"it shoved {listed(shoves)}"
        case "gets":
            yield f"drew {listed([card_name(event.at[0]) for event in events])}"
        case _:
            for event in events:
                yield _sentence(event, mover, names)


def _sentence(event: Event, mover: Seat, names: Names) -> str:
    at = event.at
    match event.verb:
        case "stays":
            return f"{called(at[0])} stayed"
        case "finishes":
            whose = "" if event.seat == mover else f"{names[event.seat]}'s "
            return f"{whose}{called(at[0])} is home"
        case "loses":
            return f"the log from {at[1]} is out of the game"
        case "floats":
            return f"{_thing(at[0])} floated {at[1]} {ending(at)}"
        case "stuck":
            what = "the log" if at[0] == LOG else called(at[0])
            return f"{what} on {at[1]} could not float"
        case "reshuffles":
            return "shuffled the discards into a new deck"
        case "wins":
            return "has everybody home and wins"
        case "ends":
            return f"after {ROUNDS} rounds the game is over"
        case "leaves":
            return "left the game"
    raise ValueError(f"no sentence for {event.verb}")
