"""A position of Forest Fellers: the pieces on the river, the cards, the phase, and the names.

A seat's cards are in its hand, deck and discards. Discards are open, so players who count know the
cards of the others, but not which of them are in the hand.
"""

from collections.abc import Iterable, Mapping
from enum import StrEnum
from functools import lru_cache
from types import MappingProxyType
from typing import NamedTuple

from rules.fellers.river import Course
from rules.game import NOBODY, Lot, Seat
from rules.names import letters, letters_of
from rules.text import Text
from rules.voice import Voice

# A lumberjack's code: the letter of its colour (k is black), then man or woman. The log has these
# for ever; people are shown letters of their own language.
FIGURES = ("gm", "gw", "ym", "yw", "rm", "rw", "bm", "bw", "kw", "wm")

VALUES = (1, 2, 2, 3, 3, 4, 4, 5)  # the eight cards of a lumberjack (our ruling)
JOKER, REACH = "j", 3  # the beaver moves any lumberjack of one's own up to three
HIDDEN = "?"  # a card that may not be seen
HAND = 3  # cards
ROUNDS = 400  # after so many the race is counted out (our ruling)

# The places of a lumberjack off the river.
SHORE = -1  # not yet on the river
HOME = -2  # off over the finish
ABSENT = -3  # not in this race, or taken off because its player has left

NONE = -1  # no lumberjack

Bags = tuple[tuple[str, ...], ...]  # by seat its cards

_PLACES = {SHORE: "shore", HOME: "home", ABSENT: "absent"}


class Phase(StrEnum):
    """The next decision or draw."""

    COURSE = "course"  # nature chooses the segments
    DEAL = "deal"  # nature deals the first hands, card by card, seat by seat
    PLAY = "play"  # the mover plays a card
    PICK = "pick"  # the mover names the lumberjack that the card is for
    MOVE = "move"  # the mover walks it, step by step
    FLOAT = "float"  # the mover says which thing floats next
    DRAW = "draw"  # nature draws for the mover
    OVER = "over"


class Position(NamedTuple):
    """A whole position; `repr` hides the hands. A card is a lumberjack's code and a number, `gm4`,
    or JOKER; HIDDEN if it may not be seen. A bag of cards is in alphabetical order."""

    course: Course | None  # None: nature has still to choose it
    phase: Phase
    mover: Seat
    owners: tuple[Seat, ...]  # by lumberjack (the order of FIGURES) a seat, or NOBODY
    figures: tuple[int, ...]  # by lumberjack a cell, SHORE, HOME or ABSENT
    logs: tuple[int, ...]  # their cells in ascending order
    hands: Bags
    decks: Bags
    discards: Bags
    left: tuple[bool, ...]  # by seat, if it was given up
    winner: Seat = NOBODY
    round: int = 1  # counted by the order of the seats
    card: str = ""  # being played
    figure: int = NONE  # the lumberjack that moves
    steps: int = 0  # that it may still make
    moved: bool = False  # it has made a step
    pending: tuple[int, ...] = ()  # cells of things that must still try to float, ascending

    def __repr__(self) -> str:
        unshown = ("course", "hands", "decks")  # large, or secret
        shown = (f"{name}={x!r}" for name, x in self._asdict().items() if name not in unshown)
        return f"Position({', '.join(shown)})"

    def __hash__(self) -> int:
        return hash(self[1:])  # a race has one course, which is large

    def __str__(self) -> str:
        figures = zip(FIGURES, self.figures, self.owners, strict=True)
        words = [f"{self.course.title if self.course else '?'} {self.phase} {self.mover}"]
        words += [f"round {self.round} winner {self.winner}"]
        words += [f"{code}{owner}:{self.spot(at)}" for code, at, owner in figures if at != ABSENT]
        words += [f"logs {_listed(self.spot(at) for at in self.logs)}"]
        for title, bags in (("hand", self.hands), ("deck", self.decks), ("gone", self.discards)):
            words += [f"{title} {'/'.join(map(_listed, bags))}"]
        words += [f"left {''.join('ny'[left] for left in self.left)}"]
        words += [f"card {self.card or '-'} {self.figure} {self.steps} {'ny'[self.moved]}"]
        words += [f"floats {_listed(self.spot(at) for at in self.pending)}"]
        return " ".join(words)

    def spot(self, at: int) -> str:
        """The name of a cell or of another place of a lumberjack."""
        return self.course.names[at] if at >= 0 and self.course else _PLACES[at]

    def where(self, thing: str) -> int:
        """The cell of a thing to float, given a lumberjack's code or the name of a log's cell."""
        assert self.course is not None, "nothing floats before there is a course"
        if thing in FIGURES:
            return self.figures[FIGURES.index(thing)]
        return self.course.by_name[thing]

    def team(self, seat: Seat) -> tuple[int, ...]:
        """The lumberjacks of a seat, as places in FIGURES."""
        return _team(self.owners, seat)

    def homecomers(self, seat: Seat) -> int:
        """How many lumberjacks of a seat are home."""
        return [self.figures[i] for i in self.team(seat)].count(HOME)

    def all_home(self, seat: Seat) -> bool:
        """True if every lumberjack of a seat is home."""
        return HOME in self.figures and self.homecomers(seat) == len(self.team(seat))

    def to_go(self, seat: Seat) -> int:
        """The fewest steps that the lumberjacks of a seat still need; 0 without a course."""
        if self.course is None:
            return 0
        on = [self.figures[i] for i in self.team(seat) if self.figures[i] != HOME]
        return sum(self.course.shore if at == SHORE else self.course.steps[at] for at in on)

    def occupied_cells(self) -> set[int]:
        """The cells on which a lumberjack or a log is."""
        found = {*self.figures, *self.logs}
        found.difference_update(_PLACES)
        return found


def worth(card: str) -> int:
    """How many steps a card is good for."""
    return REACH if card == JOKER else int(card[2:])


@lru_cache(256)
def _team(owners: tuple[Seat, ...], seat: Seat) -> tuple[int, ...]:
    return tuple(i for i, owner in enumerate(owners) if owner == seat)


def _listed(words: Iterable[str]) -> str:
    return ",".join(words) or "-"


def pack(codes: tuple[str, ...]) -> tuple[str, ...]:
    """Eight cards for each of these lumberjacks and a joker (Forest Fellers rules, Preparation)."""
    return tuple(sorted([*(f"{code}{n}" for code in codes for n in VALUES), JOKER]))


def view(s: Position, seat: Seat | None) -> Position:
    """Blank the hands and decks of others, also when the game is over. A player can work out their
    own deck from their hand and discards."""
    return s._replace(hands=_blanked(s.hands, seat), decks=_blanked(s.decks, seat))


def world(s: Position, seat: Seat, draw: Lot) -> Position:
    """Deal the others a hand from the cards they haven't discarded."""
    hands, decks = list(s.hands), list(s.decks)
    for other, gone in enumerate(s.left):
        if other == seat or gone:
            continue
        deck, hand = list(pack(tuple(FIGURES[i] for i in s.team(other)))), list[str]()
        for card in s.discards[other]:
            deck.remove(card)
        for _ in s.hands[other]:
            hand.append(draw(deck))
            deck.remove(hand[-1])
        hands[other], decks[other] = tuple(sorted(hand)), tuple(deck)
    return s._replace(hands=tuple(hands), decks=tuple(decks))


def _blanked(bags: Bags, seat: Seat | None) -> Bags:
    return tuple(bag if owner == seat else (HIDDEN,) * len(bag) for owner, bag in enumerate(bags))


# A thing of each colour, by the letter that it has in the log.
COLOURS: Mapping[str, Text] = {
    "g": Text("grass"),
    "y": Text("honey"),
    "r": Text("rose"),
    "b": Text("brook"),
    "k": Text("coal"),
    "w": Text("wool"),
}


@lru_cache(64)
def colour_letters(voice: Voice) -> Mapping[str, str]:
    """A voice's letters for the colours, by those in the log."""
    return MappingProxyType(initials(map(voice.say, COLOURS.values())))


def initials(names: Iterable[str]) -> dict[str, str]:
    """A capital letter for each colour: the first of its name that tells it apart (rules.names),
    isn't another's in the log, and makes no direction with m or w. Otherwise it is the one in the
    log."""
    own = list[str]()
    for code, name in zip(COLOURS, names, strict=True):
        barred = {*COLOURS, "n", "s"} - {code}  # sw is a direction, so it can be no woman
        free = (letter for letter in letters_of(name) if letter.lower() not in barred)
        own.append("".join((*free, code.upper())))
    return dict(zip(COLOURS, letters(tuple(own)), strict=True))


def spelt(word: str, known: Mapping[str, str]) -> str:
    """A word of the log with the letters people know: `hm4` for `ym4`."""
    mark, bare = word[: word.startswith(":")], word.removeprefix(":")
    if bare[:2] not in FIGURES or bare[2:] not in ("", *"12345"):
        return word
    return f"{mark}{known[bare[0]]}{bare[1:]}"


# A lumberjack within a sentence, and where its name stands first or alone.
CALLED = {
    "gm": Text("grass man"),
    "gw": Text("grass woman"),
    "ym": Text("honey man"),
    "yw": Text("honey woman"),
    "rm": Text("rose man"),
    "rw": Text("rose woman"),
    "bm": Text("brook man"),
    "bw": Text("brook woman"),
    "kw": Text("coal woman"),
    "wm": Text("wool man"),
    "km": Text("coal man"),  # nobody; named for the refusal
    "ww": Text("wool woman"),  # nobody
}
TITLED = {
    "gm": Text("Grass man"),
    "gw": Text("Grass woman"),
    "ym": Text("Honey man"),
    "yw": Text("Honey woman"),
    "rm": Text("Rose man"),
    "rw": Text("Rose woman"),
    "bm": Text("Brook man"),
    "bw": Text("Brook woman"),
    "kw": Text("Coal woman"),
    "wm": Text("Wool man"),
}


def lumberjack_name(code: str) -> Text:
    """A lumberjack's name: `grass man`."""
    return CALLED[code]


def card_name(card: str) -> Text:
    """`gw4` is grass woman 4."""
    if card == JOKER:
        return Text("the beaver")
    return Text("{jack} {n}", jack=lumberjack_name(card[:2]), n=int(card[2:]))


def card_title(card: str) -> Text:
    """A card's name where it stands alone."""
    if card == JOKER:
        return Text("Beaver")
    return Text("{jack} {n}", jack=TITLED[card[:2]], n=int(card[2:]))


def card_listed(card: str) -> Text:
    """A card's name in a list without articles."""
    return Text("beaver") if card == JOKER else card_name(card)
