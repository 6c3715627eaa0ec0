"""Which cards of Forest Fellers there are, and what a seat knows of them.

A deck is whole in hand, deck and discards together. Discards lie open, so whoever counts knows
what the others hold or have still to draw, and not which of it is where.
"""

from __future__ import annotations

from rules.fellers.position import FIGURES, HIDDEN, JOKER, VALUES, Bags, Position, team
from rules.game import Lot, Seat


def pack(codes: tuple[str, ...]) -> tuple[str, ...]:
    """Eight cards for each of these lumberjacks and a joker (Forest Fellers rules, Preparation)."""
    return tuple(sorted([*(f"{code}{n}" for code in codes for n in VALUES), JOKER]))


def view(s: Position, seat: Seat | None) -> Position:
    """Hands and decks of others are blanked, also when the game is over. One's own deck is
    what one has neither in hand nor among the discards, so it is no secret to oneself."""
    return s._replace(hands=_blanked(s.hands, seat), decks=_blanked(s.decks, seat))


def world(s: Position, seat: Seat, draw: Lot) -> Position:
    """The others hold some of what they have not discarded, as if they had just drawn it."""
    hands, decks = list(s.hands), list(s.decks)
    for other, gone in enumerate(s.left):
        if other != seat and not gone:
            hands[other], decks[other] = _drawn(s, other, draw)
    return s._replace(hands=tuple(hands), decks=tuple(decks))


def _drawn(s: Position, seat: Seat, draw: Lot) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """A hand of as many cards as the seat holds, and the deck that is left then."""
    deck = list(pack(tuple(FIGURES[i] for i in team(s, seat))))
    for card in s.discards[seat]:
        deck.remove(card)
    hand = list[str]()
    for _ in s.hands[seat]:
        hand.append(draw(deck))
        deck.remove(hand[-1])
    return tuple(sorted(hand)), tuple(deck)


def _blanked(bags: Bags, seat: Seat | None) -> Bags:
    return tuple(bag if owner == seat else (HIDDEN,) * len(bag) for owner, bag in enumerate(bags))
