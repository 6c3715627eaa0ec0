"""A small game with chance and secrets, to try the engine on something that is not Logger.

A turn: nature rolls (1, 1, 2 or 3), the mover plays that many cards from his hidden hand (with a
3 as many as he likes, but one at least), nature draws as many hidden cards for him from the bag.

    1 2 3   nature's roll          +b +r   play a blue or a red card
    b r     nature's draw          .       enough (after a 3)

    ROLL ──> PLAY ──> DRAW ──> ROLL of the next seat, or OVER when all cards are played
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import ClassVar

from rules.drafting import Kind
from rules.english import Choice, ChoiceGroup, English, Names
from rules.game import NATURE, NOBODY, Event, GameRules, Seat, Setup, Step, Stop
from rules.text import NOTHING, Listed, Text, sentences

NAMES = {"b": Text("blue"), "r": Text("red")}


class Due(StrEnum):
    ROLL, PLAY, DRAW, OVER = "roll", "play", "draw", "over"


@dataclass(frozen=True, slots=True)
class Cards:
    """Hands, a bag and the cards played."""

    due: Due
    mover: Seat
    hands: tuple[str, ...]  # letters in order, `?` for hidden ones
    bag: str  # likewise
    played: str = ""
    roll: int = 0
    left: int = 0  # cards still to play or draw this turn


@dataclass(frozen=True, slots=True)
class Nature(Step):
    """A roll or a drawn card."""

    what: str

    def __str__(self) -> str:
        return self.what


@dataclass(frozen=True, slots=True)
class Play(Step):
    open_ended: ClassVar[bool] = True
    card: str

    def __str__(self) -> str:
        return f"+{self.card}"


class CardGame(GameRules[Cards]):
    key, title, letter = "cards", "Cards", "C"
    fewest, most = 2, 2
    hidden_information = True
    final: Text = Text("you draw a card right after your turn")

    def opening(self, setup: Setup) -> Cards:
        return Cards(Due.ROLL, 0, ("br", "rr"), "bbbrrrrr")

    def actor(self, s: Cards) -> Seat:
        return {Due.PLAY: s.mover, Due.OVER: NOBODY}.get(s.due, NATURE)

    def candidates(self, s: Cards) -> Sequence[Step]:
        match s.due:
            case Due.ROLL:
                return [Nature(face) for face in "1123"]
            case Due.DRAW:
                return [Nature(card) for card in s.bag]
        return [Play("b"), Play("r"), Stop()]

    def why_not(self, s: Cards, step: Step) -> Text | None:
        if s.due is Due.OVER:
            return Text("the game is over")
        if isinstance(step, Play):
            return None if step.card in s.hands[s.mover] else Text("you have no such card")
        enough = not isinstance(step, Stop) or (s.roll == 3 and s.left < 3)
        return None if enough else Text("you must play a card")

    def apply(self, s: Cards, step: Step) -> tuple[Cards, list[Event]]:
        match step:
            case Play(card):
                hand = s.hands[s.mover].replace(card, "", 1)
                played = "".join(sorted(s.played + card))
                s = replace(self._hold(s, hand), played=played, left=s.left - 1)
                return self._onward(s), [Event("plays", s.mover, (card,))]
            case Nature(face) if s.due is Due.ROLL:
                rolled = replace(s, due=Due.PLAY, roll=int(face), left=int(face))
                return self._onward(rolled), [Event("rolls", s.mover, (), int(face))]
            case Nature(card):
                hand = "".join(sorted(s.hands[s.mover] + card))
                drawn = replace(self._hold(s, hand), bag=s.bag.replace(card, "", 1))
                events = [Event("draws", s.mover), Event("gets", s.mover, (card,), only=s.mover)]
                return self._onward(drawn), events
        return self._onward(replace(s, left=0)), []

    def _hold(self, s: Cards, hand: str) -> Cards:
        return replace(s, hands=(*s.hands[: s.mover], hand, *s.hands[s.mover + 1 :]))

    def _onward(self, s: Cards) -> Cards:
        """Whatever is due now: more cards, more draws, the next seat or the end."""
        if s.due is Due.PLAY and s.left and s.hands[s.mover]:
            return s
        if s.bag and len(s.hands[s.mover]) < 2:
            return replace(s, due=Due.DRAW, left=0)
        if not any(s.hands):
            return replace(s, due=Due.OVER, left=0)
        return replace(s, due=Due.ROLL, mover=1 - s.mover, roll=0, left=0)

    def view(self, s: Cards, seat: Seat | None) -> Cards:
        hands = tuple(h if i == seat else "?" * len(h) for i, h in enumerate(s.hands))
        return replace(s, hands=hands, bag="?" * len(s.bag))

    def scores(self, s: Cards) -> tuple[tuple[int, ...], ...]:
        return tuple((-len(hand),) for hand in s.hands)


class CardEnglish(English[Cards]):
    """Words only, and hardly a sentence."""

    game = CardGame()
    squares = Text("There are no squares.")

    def manner(self, s: Cards) -> Text:
        return Text("Say one word.")

    def hand(self, s: Cards, seat: Seat) -> Text:
        held = s.hands[seat]
        cards = Listed(NAMES[card] for card in held)
        return Text("Your hand: {cards}.", cards=cards or Text("nothing"))

    def offers(self, s: Cards) -> tuple[ChoiceGroup, ...]:
        """Both cards in a row, and to stop where that is allowed."""
        why = {x: self.game.why_not(s, x) or NOTHING for x in (Play("b"), Play("r"))}
        row = [Choice(str(x), NAMES[x.card], NOTHING, why[x]) for x in why]
        done = (Choice(".", Text("Done"), Text("no more cards")),) * (Stop() in self.game.legal(s))
        stop = ChoiceGroup(Text("Done"), done, Text("you must play a card"))
        return ChoiceGroup(Text("Play"), tuple(row), row=True), stop

    def story(self, events: Sequence[Event], names: Names) -> Text:
        return sentences(*(word for e in events for word in (names[e.seat], e.verb, *e.at)))

    def standing(self, s: Cards, names: Names) -> Text:
        return sentences(s.played)

    def pieces(self, s: Cards, names: Names) -> Text:
        return sentences(*s.hands)


CARDS = Kind(CardGame(), CardEnglish())
