"""What happened in Logjam, told: a line for the roll-off, the set-up and each mover.

    Roll-off: Ann 5, Ben 3. Ann begins.
    On the river: 12 logs.
    Ann rolled 2: pushed from b3 to b4 · moved log b4-d4 to b5-d5 · crushed Cy on d5.

Names come once for each mover; what happens to others is told among his deeds.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from rules.english import Names, counted
from rules.game import NATURE, Event, Seat

STARTS = {"rolls", "leaves", "ends"}  # verbs that never belong to what was told before
SUFFERED = {"captured", "carried", "crushed", "exits", "returns", "wins", "slides", "drifts"}


def story(events: Sequence[Event], names: Names) -> str:
    """What happened. A roll that nothing has come of yet is told only if it is all there is:
    who is called is told his roll."""
    told = events[:-1] if len(events) > 1 and events[-1].verb == "rolls" else events
    return "\n".join(
        line
        for setting, group in groupby(told, key=_setting)
        for line in _lines(setting, list(group), names)
    )


def stacks(squares: Sequence[str]) -> list[str]:
    """`c5 (2)`, `d7`: each square once, with how many stand there if it is more than one."""
    return [
        f"{square} ({n})" if (n := squares.count(square)) > 1 else square
        for square in dict.fromkeys(squares)
    ]


def _setting(event: Event) -> str:
    """What kind of lines tells this event."""
    if event.verb in ("rolls_off", "begins"):
        return "roll-off"
    if event.verb == "lays" and event.seat == NATURE:
        return "river"
    return "start" if event.verb == "stands" else "turns"


def _lines(setting: str, events: list[Event], names: Names) -> Iterator[str]:
    match setting:
        case "roll-off":
            yield _roll_off(events, names)
        case "river":
            yield f"On the river: {counted(len(events), 'log')}."
        case "start" if len(events) > 1:
            yield f"On the starting row: {_placed(events, names)}."
        case _:
            yield from (_turn(turn, names) for turn in _turns(events))


def _roll_off(events: list[Event], names: Names) -> str:
    """`Roll-off: Ann 5, Ben 5, Cy 2; again Ann 1, Ben 4. Ben begins.`"""
    goes, last = list[list[str]](), len(names)
    for event in events:
        if event.verb == "rolls_off":
            if event.seat <= last:  # seats roll in order, so this is another go
                goes.append([])
            goes[-1].append(f"{names[event.seat]} {event.n}")
            last = event.seat
    rolled = "; again ".join(", ".join(go) for go in goes)
    parts = [f"Roll-off: {rolled}."] if goes else []
    return " ".join(parts + [f"{names[e.seat]} begins." for e in events if e.verb == "begins"])


def _placed(events: list[Event], names: Names) -> str:
    """`Ann a1 (2), c1 · Ben b1`."""
    squares: dict[Seat, list[str]] = {}
    for event in events:
        squares.setdefault(event.seat, []).append(event.at[0])
    camps = sorted(squares.items())
    return " · ".join(f"{names[seat]} {', '.join(stacks(sorted(at)))}" for seat, at in camps)


def _turns(events: list[Event]) -> list[list[Event]]:
    """One list for each mover; what others suffer belongs to the mover who did it."""
    turns: list[list[Event]] = []
    for event in events:
        if turns and not _opens(event, turns[-1]):
            turns[-1].append(event)
        else:
            turns.append([event])
    return turns


def _opens(event: Event, turn: list[Event]) -> bool:
    """The event begins a turn of its own."""
    if event.verb in STARTS:
        return True
    return event.verb not in SUFFERED and event.seat != turn[0].seat


def _turn(events: list[Event], names: Names) -> str:
    """`Ann rolled 5: b3 to d6.`"""
    first, seat = events[0], events[0].seat
    if first.verb == "ends":
        return "All rounds have been played, so the game is over and what is home counts."
    if first.verb != "rolls":
        return f"{names[seat]}: {_deeds(events, seat, names)}."
    if len(events) == 1:
        return f"{names[seat]}: rolled {first.n}."
    return f"{names[seat]} rolled {first.n}: {_deeds(events[1:], seat, names)}."


def _deeds(events: list[Event], mover: Seat, names: Names) -> str:
    """Everything of one mover; those sent back are told together. Of a shift it is enough to
    tell where the log went."""
    deeds: list[str] = []
    for verb, group in groupby(events, key=lambda event: event.verb):
        if verb == "returns":
            deeds += _returned(list(group), names)
        else:
            deeds += [_deed(event, mover, names) for event in group if verb != "shifts"]
    return " · ".join(deeds)


def _returned(events: list[Event], names: Names) -> Iterator[str]:
    """`Cy back to a1 (2), c1`."""
    for seat in sorted({event.seat for event in events}):
        squares = sorted(event.at[0] for event in events if event.seat == seat)
        yield f"{names[seat]} back to {', '.join(stacks(squares))}"


def _deed(event: Event, mover: Seat, names: Names) -> str:
    at, who = event.at, names[event.seat]
    many = f" ({event.n})" if event.n > 1 else ""
    match event.verb:
        case "lays":
            return f"laid a log on {at[0]}-{at[-1]}"
        case "stands":
            return f"stood a logger on {at[0]}"
        case "runs" | "captures":
            return f"{at[0]} to {at[1]}"
        case "rests":
            return "did nothing"
        case "exits":
            return f"{'' if event.seat == mover else f'{who} '}home from {at[0]}{many}"
        case "captured":
            return f"captured {who} on {at[0]}{many}"
        case "pushes":
            return f"pushed from {at[0]} to {at[1]}"
        case "slides":
            old, new = at[: len(at) // 2], at[len(at) // 2 :]
            return f"moved log {old[0]}-{old[-1]} to {new[0]}-{new[-1]}"
        case "drifts":
            return f"moved log {at[0]}-{at[-1]} out of the game"
        case "carried":
            return f"carried {who} from {at[0]} to {at[1]}{many}"
        case "crushed":
            return f"crushed {who} on {at[0]}{many}"
        case "wins":
            return f"all loggers of {who} are home"
        case "leaves":
            return "left the game"
    raise ValueError(f"no sentence for {event.verb}")
