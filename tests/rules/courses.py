"""Rivers as drawings, who is where on them, and turns there.

    river('''
        # # # . . . # # #      row 1; lanes a to i; the start spaces are d1, e1 and f1
        # # . 3 . . # # #      row 2; a digit is a current (0 n, 1 ne, 2 se, 3 s, 4 sw, 5 nw)
    ''')

Rows of the thirteen that are not drawn are a straight channel, three lanes wide; the goal spaces
are d13, e12 and f13. Further drawings are further segments.
"""

from __future__ import annotations

from rules.fellers import Fellers
from rules.fellers.position import ABSENT, FIGURES, HOME, SHORE, Phase, Position
from rules.fellers.river import Course, Segment, join, read_all
from rules.game import NATURE, Event, Setup
from rules.play import perform
from seeds import rivers

FELLERS = Fellers(read_all(rivers()))
CHANNEL = "###...###"
MOUTH = "###.=.###"
OFF_RIVER = {"shore": SHORE, "home": HOME, "absent": ABSENT}


def river(*drawings: str) -> Course:
    """The course of some drawings, one segment each; without any, a single straight channel."""
    return join([_segment(i, drawing) for i, drawing in enumerate(drawings or ("",))])


def _segment(i: int, drawing: str) -> Segment:
    rows = ["".join(line.split()) for line in drawing.strip().splitlines() if line.strip()]
    rows += [CHANNEL] * (12 - len(rows)) + [MOUTH] * (len(rows) < 13)
    return Segment("ABCD"[i], "Drawn", i + 1, "front", "For a test.", tuple(rows))


def position(
    course: Course,
    card: str = "",
    *,
    seats: int = 2,
    mover: int = 0,
    logs: str = "",
    hand: str = "",
    **figures: str,
) -> Position:
    """A turn of the mover's, who has played the card, if there is one, and has then named nobody.

    figures: by code the name of a cell, `home` or `absent`; the others are on the shore. Nobody
    holds anything but the mover, who holds the hand; his deck is without it and the card."""
    opened = FELLERS.new(Setup(seats, {"course": "A+D"}))
    at = list(opened.figures)
    for code, name in figures.items():
        at[FIGURES.index(code)] = OFF_RIVER.get(name, course.by_name.get(name, ABSENT))
    s = changed(
        opened,
        course=course,
        phase=Phase.PLAY,
        mover=mover,
        figures=tuple(at),
        logs=tuple(sorted(course.by_name[name] for name in logs.split())),
    )
    s = holding(s, mover, f"{hand} {card}")
    return after(s, card) if card else s


def holding(s: Position, seat: int, hand: str) -> Position:
    """A seat has drawn these cards."""
    held, deck = sorted(hand.split()), list(s.decks[seat])
    for card in held:
        deck.remove(card)
    hands = _put(s.hands, seat, tuple(held))
    return changed(s, hands=hands, decks=_put(s.decks, seat, tuple(deck)))


def changed(s: Position, **fields: object) -> Position:
    """The same with other fields."""
    return Position(**{name: getattr(s, name) for name in s._fields} | fields)


def say(s: Position, line: str) -> tuple[Position, list[Event]]:
    """Where a line of words leads; each must be legal."""
    return perform(FELLERS, s, line)


def after(s: Position, line: str) -> Position:
    return say(s, line)[0]


def choices(s: Position) -> list[str]:
    """The legal words."""
    return [str(step) for step in FELLERS.legal(s)]


def at(s: Position, code: str) -> str:
    """Where a lumberjack is."""
    cell = s.figures[FIGURES.index(code)]
    return name(s, cell) if cell >= 0 else next(w for w, n in OFF_RIVER.items() if n == cell)


def logs(s: Position) -> set[str]:
    return {name(s, cell) for cell in s.logs}


def drawn(s: Position) -> str:
    """Where everything is that is on the river or home."""
    there = [f"{code} {at(s, code)}" for code in FIGURES if at(s, code) not in ("shore", "absent")]
    return f"{' · '.join(there)}; logs: {' '.join(sorted(logs(s))) or 'none'}"


def name(s: Position, cell: int) -> str:
    assert s.course is not None
    return s.course.names[cell]


def dealt(s: Position) -> Position:
    """Let nature speak as long as she may, always with the first of her words."""
    while FELLERS.actor(s) == NATURE:
        s, _ = FELLERS.apply(s, FELLERS.legal(s)[0])
    return s


def opening(seats: int, course: str = "A+D") -> Position:
    """The first turn of a game."""
    return dealt(FELLERS.new(Setup(seats, {"course": course})))


def cards(s: Position, seat: int) -> list[str]:
    """The cards of a seat: hand, deck and discards, without those out of the game."""
    return sorted((*s.hands[seat], *s.decks[seat], *s.discards[seat]))


def _put(
    bags: tuple[tuple[str, ...], ...], seat: int, bag: tuple[str, ...]
) -> tuple[tuple[str, ...], ...]:
    return (*bags[:seat], bag, *bags[seat + 1 :])
