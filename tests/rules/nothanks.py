"""No Thanks!, for three to five: cards are turned over for everybody, and chips that nobody sees
move. The player to move pays a chip, which hands the question on, or takes the card with all the
chips on it, and is asked about the next one. Of a run of cards the lowest counts; each chip takes
off a point. The fewest points win.

    pay  take           a player's words                        17      nature turns a card over
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from rules.deeds import Deed, Deeds, Tenses
from rules.drafting import Kind
from rules.english import English, Names
from rules.game import (
    NATURE,
    NOBODY,
    Event,
    GameRules,
    Leave,
    Lot,
    Seat,
    Setup,
    Step,
    WrongPhase,
    put,
)
from rules.text import Listed, Text, lines
from tests.rules.keep import Say

CARDS, UNSEEN, CHIPS = tuple(range(3, 36)), 9, 11
NONE, HIDDEN = 0, -1  # in place of a card, of chips
PAY, TAKE = Say("pay"), Say("take")


class Offer(NamedTuple):
    """A card that is offered to the mover."""

    deck: tuple[int, ...]  # cards not turned over so far
    card: int
    pot: int  # the chips on the card
    mover: Seat
    cards: tuple[tuple[int, ...] | None, ...]  # by seat; None for a player who has left
    chips: tuple[int, ...]  # by seat

    @property
    def here(self) -> list[Seat]:
        return [seat for seat, cards in enumerate(self.cards) if cards is not None]


class Turn(Say):
    """A card, turned over by nature."""


class NoThanks(GameRules[Offer]):
    key, title, letter = "chips", "No Thanks!", "Y"  # others than if somebody adds the game
    fewest, most = 3, 5
    hidden_information = True
    lowest_wins = True

    def opening(self, setup: Setup) -> Offer:
        return Offer(CARDS, NONE, 0, 0, ((),) * setup.seats, (CHIPS,) * setup.seats)

    def actor(self, s: Offer) -> Seat:
        if len(s.here) == 1 or (s.card == NONE and len(s.deck) == UNSEEN):
            return NOBODY
        return s.mover if s.card else NATURE

    def candidates(self, s: Offer) -> Iterable[Step]:
        return (PAY, TAKE) if self.actor(s) != NATURE else [Turn(str(card)) for card in s.deck]

    def why_not(self, s: Offer, step: Step) -> Text | None:
        if self.actor(s) == NOBODY:
            return WrongPhase("the game is over")
        return Text("you have no chips") if step == PAY and not s.chips[s.mover] else None

    def apply(self, s: Offer, step: Step) -> tuple[Offer, list[Event]]:
        match step:
            case Turn(word):
                deck = tuple(card for card in s.deck if str(card) != word)
                return s._replace(deck=deck, card=int(word)), [Event("is asked", s.mover, (word,))]
            case Say("pay"):
                paid = s._replace(pot=s.pot + 1, chips=_more(s, -1), mover=_next(s, s.mover))
                return paid, [Event("pays", s.mover)]
            case Say("take"):
                cards = put(s.cards, s.mover, (*(s.cards[s.mover] or ()), s.card))
                taken = s._replace(card=NONE, pot=0, cards=cards, chips=_more(s, s.pot))
                return taken, [Event("takes", s.mover, (str(s.card),), s.pot)]
            case Leave(seat):
                mover = _next(s, seat) if seat == s.mover else s.mover
                left = s._replace(cards=put(s.cards, seat, None), mover=mover)
                return left, [Event("leaves", seat)]
        raise self.unknown(step)

    def view(self, s: Offer, seat: Seat | None) -> Offer:
        if self.actor(s) == NOBODY:
            return s
        chips = (n if owner == seat else HIDDEN for owner, n in enumerate(s.chips))
        return s._replace(chips=tuple(chips))

    def world(self, s: Offer, seat: Seat, draw: Lot) -> Offer:
        seen = self.view(s, seat)
        chips = [max(n, 0) for n in seen.chips]
        hidden = [owner for owner, n in enumerate(seen.chips) if n == HIDDEN]
        for _ in range(CHIPS * len(chips) - sum(chips) - s.pot if hidden else 0):
            chips[draw(hidden)] += 1
        return s._replace(chips=tuple(chips))

    def scores(self, s: Offer) -> tuple[tuple[int, ...], ...]:
        each = zip(s.cards, s.chips, strict=True)
        return tuple(() if cards is None else (_points(cards, n),) for cards, n in each)


def _points(cards: tuple[int, ...], chips: int) -> int:
    return sum(card for card in cards if card - 1 not in cards) - max(chips, 0)


def _more(s: Offer, n: int) -> tuple[int, ...]:
    """The chips, with n more for the player to move."""
    chips = s.chips[s.mover]
    return put(s.chips, s.mover, HIDDEN if chips == HIDDEN else chips + n)


def _next(s: Offer, seat: Seat) -> Seat:
    """The seat that is asked after this one."""
    return min(s.here, key=lambda each: (each - seat - 1) % len(s.cards))


DEEDS = {
    "pays": Tenses(Deed("paid a chip"), Deed("pay a chip")),
    "takes": Tenses(
        Deeds("took {square} with {n} chip", "took {square} with {n} chips"),
        Deeds("take {square} with {n} chip", "take {square} with {n} chips"),
    ),
}


class NoThanksEnglish(English[Offer]):
    game = NoThanks()
    deeds = DEEDS

    def call(self, s: Offer) -> Text:
        return Text("Card {card}, with chips: {n}.", card=s.card, n=s.pot)

    def hand(self, s: Offer, seat: Seat) -> Text:
        return Text("Your chips: {n}.", n=s.chips[seat])

    def pieces(self, s: Offer, names: Names) -> Text:
        return lines(*map(_held, names, s.cards))


def _held(name: object, cards: tuple[int, ...] | None) -> Text:
    return Text("{name}: {cards}.", name=str(name), cards=Listed(map(str, sorted(cards or ()))))


KIND = Kind(NoThanks(), NoThanksEnglish())
