"""What goes into a picture beside the game itself, and what comes out; who moves and who won."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Self, cast

from renderer import naming
from renderer.lettering import legible
from rules.deeds import Plan
from rules.drafting import Kind
from rules.english import Names, story
from rules.game import NOBODY, Event, Game, Seat
from rules.names import letters
from rules.play import Seen, winners
from rules.text import NOTHING, Listed, Text
from rules.voice import ENGLISH, PLAIN, Argument, Voice

WIDTH, HEIGHT = 1200, 900  # 4:3, because phones crop square pictures


def say(said: Argument, voice: Voice) -> str:
    """The words as they are drawn; in English where the font lacks a letter of them."""
    words = voice.say(said)
    return words if legible(words) else ENGLISH.say(said)


def tell(
    kind: Kind[Any], seen: Seen[Any], names: tuple[str, ...], voice: Voice, *, ahead: bool = False
) -> str:
    """What happened, in words: those on a picture are mostly those of its alt text. ahead: it has
    not happened yet."""
    return _told(cast("Any", kind.texts), seen.events, names, voice, ahead)


@lru_cache(256)
def _told(
    texts: Any, events: tuple[Event, ...], names: tuple[str, ...], voice: Voice, ahead: bool
) -> str:
    return voice.say(plan_text(texts.plan(events, names)) if ahead else story(texts, events, names))


def plan_text(plan: Plan) -> Text:
    """A turn that is not played yet, under the board that it leads to."""
    return Text("This turn: {plan}.", plan=plan) if plan else NOTHING


@dataclass(frozen=True)
class Labels:
    """What the table calls itself: the game ("L7"), display names by seat as people wrote
    them, and the number of the turn, 0 in a lobby. targets: the squares that may be picked next,
    numbered from 1 on the board as in the menu beside it; "" where a choice is of no square; spots:
    those that are marked at least, where numbers would be too many or a button picks them. voice:
    in whose words everything is said; computers: the seats on which nobody sits; ahead: what is
    shown is a turn that is not played yet."""

    game: Argument
    names: tuple[str, ...]
    turn: int
    targets: tuple[str, ...] = ()
    voice: Voice = ENGLISH
    computers: frozenset[int] = frozenset()
    spots: tuple[str, ...] = ()
    ahead: bool = False

    def with_voice(self, voice: Voice) -> Self:
        """These labels, said by a voice; a picture and its alt text have no markup."""
        return replace(self, voice=_plain(voice))

    def say(self, said: Argument) -> str:
        """The words as they are drawn."""
        return say(said, self.voice)

    def story(self, kind: Kind[Any], seen: Seen[Any]) -> str:
        """What happened, as it is drawn."""
        words = tell(kind, seen, self.display_names, self.voice, ahead=self.ahead)
        return (
            words
            if legible(words)
            else tell(kind, seen, self.display_names, ENGLISH, ahead=self.ahead)
        )

    @property
    def when(self) -> Text:
        """Which turn it is; before the first there is a lobby."""
        return Text("turn {n}", n=self.turn) if self.turn else Text("lobby")

    @property
    def letters(self) -> tuple[str, ...]:
        """By seat, what its pieces carry and what stands beside its name."""
        return letters(self.names)

    @property
    def display_names(self) -> tuple[str, ...]:
        """The names as a picture can show them."""
        return _drawn(self.names, self.letters, self.voice)

    @property
    def alt_names(self) -> tuple[str, ...]:
        """The names as they are said beside little else: an alt text marks nobody's name."""
        return _spoken(self.names, self.voice)

    @property
    def numbers(self) -> Iterator[tuple[str, str]]:
        """Each square that may be picked, with its number or numbers: `3`, `3 5`; "": none."""
        found: dict[str, list[str]] = {square: [] for square in self.spots}
        for n, square in enumerate(self.targets, 1):
            found.setdefault(square, []).append(str(n))
        return ((square, " ".join(numbers)) for square, numbers in found.items() if square)


@lru_cache(64)
def _plain(voice: Voice) -> Voice:
    return replace(voice, medium=PLAIN)


@lru_cache(256)
def _drawn(names: tuple[str, ...], letters: tuple[str, ...], voice: Voice) -> tuple[str, ...]:
    pairs = zip(names, letters, strict=True)
    return tuple(naming.legible_name(name, letter, voice) for name, letter in pairs)


@lru_cache(256)
def _spoken(names: tuple[str, ...], voice: Voice) -> tuple[str, ...]:
    return naming.alt_names(names, naming.SHORT, voice)


@dataclass(frozen=True, slots=True)
class Picture:
    """A PNG, 1200 px wide and as a rule 900 high, and what it shows in at most 1024 characters.
    A film is one too: its bytes are a GIF's."""

    png: bytes
    alt: str


def victors(game: Game[Any], s: Any) -> tuple[Seat, ...]:
    """The seats with the best score when the game is over, several for a draw; else none."""
    return winners(game, s) if game.actor(s) == NOBODY else ()


def win_text(best: Names) -> Text:
    """`Ben won`, `a draw of Ana and Ben`."""
    if len(best) == 1:
        return Text("{name} won", name=best[0])
    return Text("a draw between {names}", names=Listed(best))


def strip_texts(game: Game[Any], s: Any) -> list[Text]:
    """What the cards say of their seats: "to move", "won", "draw", "left", or nothing."""
    mover, best = game.actor(s), victors(game, s)

    def of(seat: Seat, score: tuple[int, ...]) -> Text:
        if seat == mover:
            return TO_MOVE
        if not score:
            return LEFT
        if seat not in best:
            return NOTHING
        return WON if len(best) == 1 else DRAW

    return [of(seat, score) for seat, score in enumerate(game.scores(s))]


TO_MOVE, WON, DRAW, LEFT = Text("to move"), Text("won"), Text("draw"), Text("left")
