"""How Forest Fellers is told: what can be done, what happened, and where everything stands."""

from __future__ import annotations

from collections.abc import Iterator

from rules.base import BaseEnglish
from rules.english import Names, counted, listed
from rules.fellers import chart, input
from rules.fellers.offers import offers, outcome
from rules.fellers.position import (
    FIGURES,
    HIDDEN,
    HOME,
    JOKER,
    Phase,
    Position,
    called,
    homecomers,
    spot,
    team,
)
from rules.fellers.steps import Enter, Go, legal
from rules.fellers.story import card_name, story
from rules.game import Seat

TOLD = 8  # floats of which it is told what comes of them
UNSEEN = (
    "You play one of your three cards, move its lumberjack up to its number of steps, and the "
    "currents follow."
)
MANNER = (
    "Say it like `gm4 s se .` or `grass man 4: s, se, stop`; "
    "directions are n, ne, se, s, sw and nw."
)
THEN = (
    "A card moves its lumberjack up to its number of steps, or not at all; the beaver moves any "
    "of yours up to 3. Then the currents follow."
)


class FellersEnglish(BaseEnglish[Position]):
    """See rules.english.English. Whose hand a state shows is the state's own affair: where it
    is hidden, every text is the same whatever it holds."""

    parse, offers, story = staticmethod(input.parse), staticmethod(offers), staticmethod(story)
    squares = (
        "Lanes a to i from the left, rows 1, 2, 3 … downstream; a, c, e, g and i lie half a space "
        "lower. To the n, ne, se, s, sw and nw of e5 are e4, f5, f6, e6, d6, d5; "
        "of d5: d4, e4, e5, d6, c5, c4."
    )

    def manner(self, s: Position) -> str:
        return MANNER

    def call(self, s: Position) -> str:
        unseen = s.phase is Phase.PLAY and HIDDEN in s.hands[s.mover]
        return "Open your hand with the button." if unseen else ""

    def hand(self, s: Position, seat: Seat) -> str:
        if not s.hands[seat] or HIDDEN in s.hands[seat]:
            return ""
        cards = ", ".join(card_name(card).removeprefix("the ") for card in s.hands[seat])
        return f"Your hand: {cards}. {counted(len(s.decks[seat]), 'card')} in your deck."

    def choices(self, s: Position) -> str:
        match s.phase:
            case Phase.PLAY if HIDDEN in s.hands[s.mover]:
                return UNSEEN
            case Phase.PLAY:
                return f"You can play {listed(list(_cards(s)), 'or')}."
            case Phase.PICK:
                whom = [called(str(step)) for step in legal(s)]
                return f"Say whom {card_name(s.card)} is for: {listed(whom, 'or')}."
            case Phase.MOVE:
                return _steps(s)
            case Phase.FLOAT:
                return f"Say what floats next: {listed(list(_floats(s)), 'or')}."
            case Phase.OVER:
                return "The game is over."
        return "The cards are being dealt."

    def summary(self, s: Position) -> str:
        seen = s.phase is Phase.PLAY and HIDDEN not in s.hands[s.mover]
        return f"{self.choices(s)} {THEN}" if seen else self.choices(s)

    def standing(self, s: Position, names: Names) -> str:
        home = [f"{name} {_home(s, seat)}" for seat, name in enumerate(names)]
        cards = [
            f"{name} {len(s.decks[seat])}/{len(s.hands[seat])}/{len(s.discards[seat])}"
            for seat, name in enumerate(names)
            if not s.left[seat]
        ]
        return f"Home: {' · '.join(home)}. Deck/hand/discards: {' · '.join(cards)}."

    def news(self, s: Position, names: Names) -> str:
        if s.phase is Phase.OVER:
            return ""
        away = {
            seat: len(team(s, seat)) - homecomers(s, seat)
            for seat in range(len(names))
            if not s.left[seat]
        }
        last = [names[seat] for seat, n in away.items() if n == 1]
        waiting = [names[seat] for seat, n in away.items() if not n]
        has = "has" if len(last) == 1 else "each have"
        told = [f"{listed(last)} {has} one lumberjack to go."] if last else []
        told += [f"{name} has everybody home and waits for a turn to win." for name in waiting]
        return " ".join(told)

    def pieces(self, s: Position, names: Names) -> str:
        lines = [
            f"{name}: {', '.join(_places(s, seat))}."
            for seat, name in enumerate(names)
            if not s.left[seat]
        ]
        if s.course is not None:
            logs = chart.by_lane(s.course.names[cell] for cell in s.logs)
            lines += [f"Logs by lane: {logs or 'none'}."]
            lines += [f"Currents (first space, then arrows): {chart.currents(s.course) or 'none'}."]
        return "\n".join(lines)

    def rows(self, s: Position, names: Names) -> str:
        """The river itself: what moves on it is with the pieces."""
        if s.course is None:
            return "The course is not chosen yet."
        return f"{chart.gates(s.course)}\nWater, row by row:\n{chart.shape(s.course)}"


def _home(s: Position, seat: Seat) -> str:
    return "left" if s.left[seat] else f"{homecomers(s, seat)}/{len(team(s, seat))}"


def _places(s: Position, seat: Seat) -> Iterator[str]:
    """`grass man e5`, `grass woman ashore`, `coal woman home`."""
    for figure in team(s, seat):
        where = spot(s, s.figures[figure]).replace("shore", "ashore")
        yield f"{called(FIGURES[figure])} {where}"


def _cards(s: Position) -> Iterator[str]:
    """The cards in the mover's hand, each once."""
    for card in dict.fromkeys(s.hands[s.mover]):
        home = card != JOKER and s.figures[FIGURES.index(card[:2])] == HOME
        yield f"{card_name(card)} (for another of yours)" if home else card_name(card)


def _steps(s: Position) -> str:
    steps, left = legal(s), counted(s.steps, "step")
    sides = [str(step) for step in steps if isinstance(step, Go)]
    starts = [step.name for step in steps if isinstance(step, Enter)]
    whom = called(FIGURES[s.figure])
    stop = "say `.` to stop here" if s.moved else "say `.` to stay"
    if sides:
        return f"With {whom} you can go {listed(sides, 'or')} ({left} left), or {stop}."
    if starts:
        return f"With {whom} you can enter at {listed(starts, 'or')} ({left} left), or {stop}."
    return f"There is no step for {whom}; {stop}."


def _floats(s: Position) -> Iterator[str]:
    """Each with what comes of it, where they are few enough for one message."""
    steps = legal(s)
    few = len(steps) <= TOLD
    return (f"`{step}` ({outcome(s, step)})" if few else f"`{step}`" for step in steps)
