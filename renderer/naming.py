"""People's names as a picture can draw them and as an alt text can say them.

A display name may hold anything that Unicode has. Characters that no font has are left out; when
most of the letters would be lost, or one of a script that needs them all, the picture calls the
player by their piece, "Player A".
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

from renderer.lettering import drawable, latin
from renderer.scripts import JOINERS
from rules.names import letters, obvious, unshaped
from rules.text import Text, in_place_of
from rules.voice import ENGLISH, Voice

NAME_LENGTH = 32  # characters; Discord allows no more
SHORT = 24  # characters of a name beside which little is said
MARKS = 4  # marks and joiners on one letter at most
ENOUGH = 200  # characters that are looked at
_ISOLATE, _END = "\u2068", "\u2069"


def legible_name(name: str, letter: str, voice: Voice = ENGLISH) -> str:
    """The name in letters that a font has; letter: what the player's pieces carry."""
    if nameless := in_place_of(name):
        return voice.say(nameless)
    clean = _clean(unicodedata.normalize("NFKC", name))
    kept = _kept(clean)
    legible, every = (sum(c.isalnum() for c in text) for text in (kept, clean))
    whole = legible == every or all(map(latin, kept))
    enough = legible and 2 * legible >= every and whole
    return " ".join(kept.split()) if enough else _player(letter, voice)


def _kept(clean: str) -> str:
    """The characters that a font has, and of marks and joiners those inside words of their script:
    a Latin letter has its accents already."""
    kept, marks = "", 0
    for c in clean:
        if c in JOINERS or unicodedata.category(c)[0] == "M":
            marks += 1
            fits = kept and not latin(kept[-1]) and marks <= MARKS and (c in JOINERS or drawable(c))
            kept += c if fits else ""
        elif drawable(c):
            kept, marks = kept + c, 0
    return kept.strip(JOINERS)


def alt_names(
    names: Sequence[str], longest: int = NAME_LENGTH, voice: Voice = ENGLISH
) -> tuple[str, ...]:
    """The names for an alt text: nothing invisible in them, none longer than `longest`, no
    two alike. The letter of the pieces is added where the name does not begin with it. Names
    that run from right to left are kept from turning the rest around."""
    signs = letters(names)
    each = zip(names, signs, strict=True)
    short = [_shortened(_spoken(name, letter, voice), longest) for name, letter in each]
    folded = [name.casefold() for name in short]
    apart = [
        name
        if folded.count(name.casefold()) == 1 and _begins(name, letter, voice)
        else f"{name} ({letter})"
        for name, letter in zip(short, signs, strict=True)
    ]
    return tuple(map(_isolated, apart))


def _begins(name: str, letter: str, voice: Voice) -> bool:
    """The letter is to be expected from the name."""
    return name == _player(letter, voice) or obvious(name, letter)


def _spoken(name: str, letter: str, voice: Voice) -> str:
    if nameless := in_place_of(name):
        return voice.say(nameless)
    clean = " ".join(_clean(unicodedata.normalize("NFC", name)).split())
    visible = any(unicodedata.category(c)[0] in "LNPS" for c in clean)
    return clean if visible else _player(letter, voice)


def _clean(text: str) -> str:
    """Without controls, marks of direction, what is invisible or not a character at all."""
    spaced = "".join(" " if c.isspace() else c for c in text[:ENOUGH])
    hidden = unshaped(spaced)
    return "".join(c for n, c in enumerate(spaced) if n not in hidden and c not in _BLANK)


_BLANK = "\u115f\u1160\u2800\u3164\uffa0"  # letters and signs that look like nothing


def _shortened(name: str, longest: int) -> str:
    return name if len(name) <= longest else name[: longest - 1].rstrip() + "…"


def _isolated(name: str) -> str:
    backward = any(unicodedata.bidirectional(c) in ("R", "AL") for c in name)
    return f"{_ISOLATE}{name}{_END}" if backward else name


def _player(letter: str, voice: Voice) -> str:
    return voice.say(Text("Player {letter}", letter=letter))
