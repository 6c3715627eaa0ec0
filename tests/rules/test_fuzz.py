"""Anything at all is typed, in every phase of every game: it is refused with a sentence, or it is
a turn."""

import re
from collections import Counter
from random import Random

import pytest

from rules.drafting import LINE_LENGTH, draft
from rules.errors import Refused
from tests.rules.everywhere import PHASES, Places, anywhere, by_phase, everywhere
from tests.rules.keep import KIND

LINES = 90

PHRASES = {
    "logger": (
        *("move", "go to", "stay", "plant", "chop", "protest", "grow", "to", "and", "then"),
        *("north", "south", "n", "w", "a seedling", "the tree on", "from", "corner", "done"),
        *(">", "+", "x", "!"),
    ),
    "logjam": (
        *("run", "go", "off", "home", "capture", "take", "push", "shift", "the log on", "to"),
        *("north", "east", "e", "w", "with", "from", "send back", "a's logger", "b", "pass"),
        *("lay a log on", "stand a logger on", "nothing", "x", ">", "+", "@", "-", "."),
    ),
    "fellers": (
        *("play", "grass man", "coal", "honey woman 3", "kw", "the beaver", "joker", "on"),
        *("green man", "yellow"),
        *("south", "se", "s2", "n x3", "east", "west", "enter at", "left", "middle start"),
        *("float", "the log on", "first", ":", "gm4:", "red's", "stop", "stay here", "4", "."),
    ),
}
MARKUP = ("**", "```", "<@1>", "@everyone", "# ", "> ", "||", "[a](b)", "\\", "<#2>", "&amp;", "`")
DIGITS = "٠١٢٣٤٥१२३४५１２３４５①②③④⑤¹²³Ⅳ𝟏𝟐"
ODD = "\u200b\u202e\u2028\ufeff\x00\x1b\u0301\U0001f332ßİ\u017f\ufb01\ud800"
LONG = ("a1 ", "stay ", "🌲", "x", ".", "! ", "\n", "protest d4 ", "s ", "b3-c5 ", ":gm", "@a1 ")


def some(rng: Random, words: list[str], phrases: tuple[str, ...]) -> str:
    """A line of one kind or another."""
    match rng.randrange(9):
        case 0:
            return rng.randbytes(rng.randrange(60)).decode("latin-1")
        case 1:
            return "".join(chr(rng.randrange(0x110000)) for _ in range(rng.randrange(30)))
        case 2:
            return " ".join(rng.choices((*MARKUP, *words), k=rng.randrange(9)))
        case 3:
            return "".join(rng.choices("abcdexyz+!>.:@- " + DIGITS, k=rng.randrange(20)))
        case 4 | 5:
            return " ".join(rng.choices((*phrases, *phrases, *words), k=rng.randrange(9)))
        case 6:
            return mangled(rng, " ".join(rng.choices(words, k=4)))
        case 7:
            return "".join(rng.choices(ODD + "a1 b2,;.", k=rng.randrange(40)))
    return rng.choice(LONG) * 10_000


def mangled(rng: Random, line: str) -> str:
    """A line with some letters gone, doubled or exchanged."""
    letters = list(line)
    for _ in range(rng.randrange(1, 4)):
        at = rng.randrange(len(letters))
        letters[at] = rng.choice(("", letters[at] * 2, letters[at].upper(), rng.choice(line)))
    return "".join(letters)


@pytest.mark.slow
@pytest.mark.no_cover
@pytest.mark.parametrize("name", PHASES)
def test_whatever_is_typed_is_answered_with_a_sentence(name: str) -> None:
    """rules/errors.py: only a refusal is for players, any other error is a bug. In each phase."""
    assert PHASES[name] <= everywhere()[name].by_phase.keys()
    try_lines(everywhere()[name], PHRASES.get(name.split()[0], ()))


@pytest.mark.no_cover
def test_a_game_is_tried_without_positions_and_phrases_of_its_own() -> None:
    """docs/new-game.md: a game that is registered is typed at."""
    try_lines(by_phase(KIND, anywhere(KIND)), ())


def try_lines(places: Places, phrases: tuple[str, ...]) -> None:
    """Try lines of all kinds, in every phase."""
    rng, seen, words = Random(2008), Counter[str](), places.words
    for i in range(LINES):
        phase = list(places.by_phase)[i % len(places.by_phase)]
        line = some(rng, words, phrases or tuple(words))
        seen[said(places, rng.choice(places.by_phase[phase]), line)] += 1
    assert seen.keys() == {"Illegal", "Unread", "Finished", "taken"}


def said(places: Places, state: object, line: str) -> str:
    """How a line is answered, after a look at the sentence."""
    try:
        draft(places.kind, state, line)
    except Refused as refusal:
        check_sentence(str(refusal), line)
        return type(refusal).__name__
    assert len(line) <= LINE_LENGTH
    return "taken"


def check_sentence(sentence: str, line: str) -> None:
    """One short paragraph of plain sentences, whatever stood in the line."""
    assert re.match(r"[A-Z`]|[a-i][0-9]", sentence), (sentence, line)
    assert sentence.endswith("."), (sentence, line)
    assert sentence.isprintable(), (sentence, line)
    assert len(sentence) < 700, (sentence, line)
    assert "```" not in sentence
    assert "  " not in sentence, (sentence, line)
    assert "None" not in sentence
    if len(line) > LINE_LENGTH:
        assert "2,000 characters" in sentence or sentence.startswith("The game is over")
