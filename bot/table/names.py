"""Names of people, games and commands for display. No name may format, ping or mislead.

Of commands, verbs are translated; games, options and values are not.
"""

import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache

from bot.table.game import Game, is_private
from players import LEVELS
from rules.names import letters, obvious, stray_signs
from rules.text import ChannelName, Listed, Name, Plural, Text, in_place_of
from rules.voice import Voice
from storage import Sitter

NAME_LENGTH = 32
ESCAPED = 40  # characters of a name whose markup is escaped
PEOPLE = 4096  # names remembered in their shown form, as the check of each sign takes time
_MARKUP = re.compile(r"([\\*_~|`>\[\]()#<:/-])")
_BLANK = "\u115f\u1160\u2800\u3164\uffa0"  # letters and signs that look like nothing


@lru_cache(PEOPLE)
def bare(name: str) -> str:
    """A display name on one line, without marks that turn or hide text."""
    short = _seen(_seen(name)[:NAME_LENGTH])  # the cut may leave a joiner at the end
    return short if any(unicodedata.category(c)[0] in "LNPS" for c in short) else "somebody"


def _seen(name: str) -> str:
    hidden = stray_signs(name)
    kept = (" " if n in hidden or c in _BLANK else c for n, c in enumerate(name))
    return " ".join("".join(kept).split())


@lru_cache(PEOPLE)
def escape(name: str) -> str:
    """The bare name with its markup escaped, fit for a message. A name that runs from right to
    left doesn't turn the text next to it."""
    text = _MARKUP.sub(r"\\\1", bare(name)).replace("@", "@\u200b")
    text = text if len(text) <= ESCAPED else text[:ESCAPED].rstrip("\\")
    backward = any(unicodedata.bidirectional(c) in ("R", "AL") for c in text)
    return f"\u2068{text}\u2069" if backward else text


def game_name(game: Game) -> str:
    """What people call a game: L7."""
    return f"{game.rules.letter}{game.number}"


def title(game: Game) -> str:
    """The kind of game in words: Logger."""
    return game.rules.title


def names_by_seat(sitters: Sequence[Sitter]) -> tuple[Text, ...]:
    """The names by seat, with the letter of a player's pieces unless the name begins with it. So
    two players with the same name differ."""
    people = tuple(sitter.name for sitter in sitters)
    return _lettered(tuple(map(bare, people)), people)


@lru_cache(256)
def _lettered(names: tuple[str, ...], people: tuple[str, ...]) -> tuple[Text, ...]:
    """Short names, with letters from the names in full."""
    folded = [name.casefold() for name in names]
    return tuple(
        Name(name)
        if obvious(name, sign) and not in_place_of(name) and folded.count(name.casefold()) == 1
        else Text("{name} ({letter})", name=Name(name), letter=sign)
        for name, sign in zip(names, letters(people), strict=True)
    )


def place_of(game: Game) -> Text:
    """The place where a game is played."""
    return Text("your direct messages with me") if is_private(game) else ChannelName(game.place)


def players(game: Game) -> Text:
    """The names of all players in one list; computers are marked."""
    return Listed(in_full(game.sitters))


def in_full(sitters: Sequence[Sitter]) -> tuple[Text, ...]:
    """The names by seat for an introduction; computers are marked."""
    names, told = names_by_seat(sitters), list[Text]()
    for name, sitter in zip(names, sitters, strict=True):
        level = LEVELS[sitter.computer].name if sitter.computer in LEVELS else sitter.computer
        marked = Text("{name} (computer, {level})", name=name, level=level)
        told.append(marked if sitter.computer else name)
    return tuple(told)


def host(game: Game) -> Text:
    """The name of the host."""
    return names_by_seat(game.sitters)[host_seat(game)]


def brief(sitters: Sequence[Sitter]) -> tuple[Text, ...]:
    """Short names by seat, without markup."""
    names = [bare(sitter.name) for sitter in sitters]
    short = (name if in_place_of(name) else _MARKUP.sub("", name)[:10] for name in names)
    return _lettered(tuple(short), tuple(sitter.name for sitter in sitters))


def options_of(game: Game) -> dict[str, str]:
    """The game's own options of a table."""
    own = {option.name for option in game.rules.options}
    return {name: value for name, value in game.options.items() if name in own}


def host_seat(game: Game) -> int:
    """The host's seat: the player who opened the game, or the first person still there."""
    there = [seat for seat, s in enumerate(game.sitters) if not (s.left or s.computer)]
    opened = (seat for seat in there if game.sitters[seat].user == game.host)
    return next(opened, there[0] if there else 0)


def lasting(seconds: float) -> Text:
    """A length of time: `5 min`, `3 h`, `2 days`."""
    minutes = int(seconds // 60)
    if minutes < 1:
        return Text("less than a minute")
    if minutes < 120:
        return Text("{n} min", n=minutes)
    if minutes < 48 * 60:
        return Text("{n} h", n=minutes // 60)
    return Plural("{n} day", "{n} days", n=minutes // 1440)


class Command(Text):
    """A command to type, such as `/logger turn`, and words that follow as they are. verb: one word,
    or two in a group."""

    __slots__ = ("named", "rest", "verb")

    def __init__(self, named: str, verb: str = "", rest: str = "") -> None:
        super().__init__("/{named} {verb} {rest}")
        self.named, self.verb, self.rest = named, verb, rest

    def say_in(self, voice: Voice) -> str:
        verb = " ".join(said_as_name(f"/{part}", voice) for part in self.verb.split())
        named = f"/{said_as_name(f'/{self.named}', voice)}"
        return voice.medium.code(" ".join(filter(None, (named, verb, self.rest))))

    def key(self) -> tuple[object, ...]:
        return (self.named, self.verb, self.rest)


def said_as_name(name: str, voice: Voice) -> str:
    """The name of a command that a catalogue has as `/join`, as the reader's client shows it. In
    English if the translation can't be typed."""
    said = (voice.named or voice.catalogue).gettext(name).removeprefix("/")
    letters = all(c.isalnum() or c in "-_" or unicodedata.category(c)[0] == "M" for c in said)
    typable = letters and said == said.lower() and 0 < len(said) <= 32
    return said if typable else name.removeprefix("/")
