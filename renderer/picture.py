"""A picture's labels and its result, and the words for who moves and who won."""

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
    """The words as a picture shows them: in English if the font lacks a letter."""
    words = voice.say(said)
    return words if legible(words) else ENGLISH.say(said)


def tell(
    kind: Kind[Any], seen: Seen[Any], names: tuple[str, ...], voice: Voice, *, ahead: bool = False
) -> str:
    """Describe the events of the last turn. ahead: of a turn that isn't played yet."""
    return _told(cast("Any", kind.texts), seen.events, names, voice, ahead)


@lru_cache(256)
def _told(
    texts: Any, events: tuple[Event, ...], names: tuple[str, ...], voice: Voice, ahead: bool
) -> str:
    return voice.say(plan_text(texts.plan(events, names)) if ahead else story(texts, events, names))


def plan_text(plan: Plan) -> Text:
    """The words for a turn that isn't played yet."""
    return Text("This turn: {plan}.", plan=plan) if plan else NOTHING


@dataclass(frozen=True)
class Labels:
    """What stands in a picture beside the position."""

    game: Argument  # the game's name, "L7"
    names: tuple[str, ...]  # display names by seat, as people wrote them
    turn: int  # the number of the turn, 0 in a lobby
    # Squares to pick next, numbered from 1 as in the menu; "" for a choice without a square.
    targets: tuple[str, ...] = ()
    voice: Voice = ENGLISH  # says every word
    computers: frozenset[int] = frozenset()  # the seats of computers
    spots: tuple[str, ...] = ()  # squares that get a mark without a number
    ahead: bool = False  # the picture shows a turn that isn't played yet

    def with_voice(self, voice: Voice) -> Self:
        """These labels in a voice's words, without markup."""
        return replace(self, voice=_plain(voice))

    def say(self, said: Argument) -> str:
        """The words as the picture shows them."""
        return say(said, self.voice)

    def story(self, kind: Kind[Any], seen: Seen[Any]) -> str:
        """The last turn in words, as the picture shows them."""
        words = tell(kind, seen, self.display_names, self.voice, ahead=self.ahead)
        return (
            words
            if legible(words)
            else tell(kind, seen, self.display_names, ENGLISH, ahead=self.ahead)
        )

    @property
    def when(self) -> Text:
        """The turn's number in words, or "lobby"."""
        return Text("turn {n}", n=self.turn) if self.turn else Text("lobby")

    @property
    def letters(self) -> tuple[str, ...]:
        """The letter of each seat, on its pieces and beside its name."""
        return letters(self.names)

    @property
    def display_names(self) -> tuple[str, ...]:
        """The names as a picture can show them."""
        return _drawn(self.names, self.letters, self.voice)

    @property
    def alt_names(self) -> tuple[str, ...]:
        """The names as an alt text says them."""
        return _spoken(self.names, self.voice)

    @property
    def numbers(self) -> Iterator[tuple[str, str]]:
        """Each square to mark, with its numbers: `3`, `3 5`, or "" for none."""
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
    """A PNG or a GIF, with its alt text."""

    png: bytes  # 1200 px wide and usually 900 high; the bytes of a GIF for a film
    alt: str  # at most 1024 characters


def victors(game: Game[Any], s: Any) -> tuple[Seat, ...]:
    """The seats with the best score of a finished game; several after a draw."""
    return winners(game, s) if game.actor(s) == NOBODY else ()


def win_text(best: Names) -> Text:
    """`Ben won`, `a draw of Ana and Ben`."""
    if len(best) == 1:
        return Text("{name} won", name=best[0])
    return Text("a draw between {names}", names=Listed(best))


def strip_texts(game: Game[Any], s: Any) -> list[Text]:
    """The words on each seat's card: "to move", "won", "draw", "left", or nothing."""
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
