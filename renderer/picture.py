"""A picture's labels and its result, and people's names as it shows them. Characters that no font
has are left out. If most of the letters would be lost, or one of a script that needs them all, the
picture calls the player by their piece, "Player A"."""

import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import Any, Self, cast

from renderer.lettering import drawable, latin, legible
from renderer.scripts import JOINERS
from rules.deeds import Plan
from rules.drafting import Kind
from rules.english import Names, story
from rules.game import NOBODY, Event, GameRules, Seat
from rules.names import letters, obvious, stray_signs
from rules.play import Seen, winners
from rules.text import NOTHING, Listed, Text, in_place_of
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
    """The texts in a picture beside the position."""

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
        ways = (
            tell(kind, seen, self.display_names, voice, ahead=self.ahead)
            for voice in (self.voice, ENGLISH)
        )
        words = next(ways)
        return words if legible(words) else next(ways)

    @property
    def when(self) -> Text:
        """The turn's number in words, or "lobby"."""
        return Text("turn {n}", n=self.turn) if self.turn else Text("lobby")

    @cached_property
    def letters(self) -> tuple[str, ...]:
        """The letter of each seat, on its pieces and beside its name."""
        return letters(self.names)

    @cached_property
    def display_names(self) -> tuple[str, ...]:
        """The names as a picture can show them."""
        pairs = zip(self.names, self.letters, strict=True)
        return tuple(legible_name(name, letter, self.voice) for name, letter in pairs)

    @cached_property
    def alt_names(self) -> tuple[str, ...]:
        """The names as an alt text says them."""
        return alt_names(self.names, SHORT, self.voice)

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


@dataclass(frozen=True, slots=True)
class Picture:
    """A PNG or a GIF, with its alt text."""

    png: bytes  # 1200 px wide and usually 900 high; the bytes of a GIF for a film
    alt: str  # at most 1024 characters


def victors(game: GameRules[Any], s: Any) -> tuple[Seat, ...]:
    """The seats with the best score of a finished game; several after a draw."""
    return winners(game, s) if game.actor(s) == NOBODY else ()


def win_text(best: Names) -> Text:
    """`Ben won`, `a draw of Ana and Ben`."""
    if len(best) == 1:
        return Text("{name} won", name=best[0])
    return Text("a draw between {names}", names=Listed(best))


def strip_texts(game: GameRules[Any], s: Any) -> list[Text]:
    """The words on each seat's card: "to move", "won", "draw", "left", or nothing."""
    mover, best = game.actor(s), victors(game, s)

    def of(seat: Seat, score: tuple[int, ...]) -> Text:
        if seat == mover or not score:
            return Text("to move") if seat == mover else Text("left")
        won = Text("won") if len(best) == 1 else Text("draw")
        return won if seat in best else NOTHING

    return [of(seat, score) for seat, score in enumerate(game.scores(s))]


NAME_LENGTH = 32  # characters: the limit of Discord
SHORT = 24  # characters of a short name


@lru_cache(1024)
def legible_name(name: str, letter: str, voice: Voice = ENGLISH) -> str:
    """The name in letters that a font has. letter: on the player's pieces."""
    if nameless := in_place_of(name):
        return voice.say(nameless)
    clean = _clean(unicodedata.normalize("NFKC", name))
    kept, marks = "", 0  # marks and joiners stay only inside words of their script
    for c in clean:
        if c in JOINERS or unicodedata.category(c)[0] == "M":
            marks += 1
            fits = kept and not latin(kept[-1]) and marks <= 4 and (c in JOINERS or drawable(c))
            kept += c if fits else ""
        elif drawable(c):
            kept, marks = kept + c, 0
    kept = kept.strip(JOINERS)
    legible, every = (sum(c.isalnum() for c in text) for text in (kept, clean))
    whole = legible == every or all(map(latin, kept))
    enough = legible and 2 * legible >= every and whole
    return " ".join(kept.split()) if enough else _player(letter, voice)


@lru_cache(1024)
def alt_names(
    names: tuple[str, ...], longest: int = NAME_LENGTH, voice: Voice = ENGLISH
) -> tuple[str, ...]:
    """The names for an alt text: without invisible characters, no longer than `longest`, all
    different. The letter of the pieces is added unless the name begins with it. Names that run from
    right to left don't turn the text around them."""
    signs = letters(names)
    clean = list[str]()
    for name, letter in zip(names, signs, strict=True):
        said = " ".join(_clean(unicodedata.normalize("NFC", name)).split())
        visible = any(unicodedata.category(c)[0] in "LNPS" for c in said)
        nameless = in_place_of(name)
        clean.append(
            voice.say(nameless) if nameless else said if visible else _player(letter, voice)
        )
    short = [n if len(n) <= longest else n[: longest - 1].rstrip() + "…" for n in clean]
    folded = [name.casefold() for name in short]
    apart = [
        name
        if folded.count(name.casefold()) == 1
        and (name == _player(letter, voice) or obvious(name, letter))
        else f"{name} ({letter})"
        for name, letter in zip(short, signs, strict=True)
    ]
    backward = {
        name for name in apart if any(unicodedata.bidirectional(c) in ("R", "AL") for c in name)
    }
    return tuple(f"\u2068{name}\u2069" if name in backward else name for name in apart)


def _clean(text: str) -> str:
    """The text without controls, marks of direction, invisible characters and invalid ones."""
    spaced = "".join(" " if c.isspace() else c for c in text[:200])
    hidden, blank = stray_signs(spaced), "\u115f\u1160\u2800\u3164\uffa0"  # look like nothing
    return "".join(c for n, c in enumerate(spaced) if n not in hidden and c not in blank)


def _player(letter: str, voice: Voice) -> str:
    return voice.say(Text("Player {letter}", letter=letter))
