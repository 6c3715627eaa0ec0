"""Anything at all is typed, in every phase: it is refused with a sentence, or it is a turn.

LUMBERCAMP_FUZZ=100000   as many lines as that, instead of 5,000
"""

import os
from collections import Counter
from random import Random

from rules.drafting import LONGEST, draft
from rules.errors import Refused
from rules.logger.position import Phase, Position
from tests.rules.boards import KIND, words
from tests.rules.games import positions

LINES = int(os.environ.get("LUMBERCAMP_FUZZ", "5000"))

PHRASES = (
    *("move", "go to", "stay", "plant", "chop", "protest", "grow", "to", "and", "then", "done"),
    *(
        "north",
        "south",
        "n",
        "w",
        "a seedling",
        "the tree on",
        "from",
        "corner",
        ">",
        "+",
        "x",
        "!",
    ),
)
MARKUP = ("**", "```", "<@1>", "@everyone", "# ", "> ", "||", "[a](b)", "\\", "<#2>", "&amp;", "`")
DIGITS = "٠١٢٣٤٥१२३४५１２３４５①②③④⑤¹²³Ⅳ𝟏𝟐"
ODD = "\u200b\u202e\u2028\ufeff\x00\x1b\u0301\U0001f332ßİ\u017f\ufb01\ud800"


def some(rng: Random) -> str:
    """A line of one kind or another."""
    match rng.randrange(8):
        case 0:
            return rng.randbytes(rng.randrange(60)).decode("latin-1")
        case 1:
            return "".join(chr(rng.randrange(0x110000)) for _ in range(rng.randrange(30)))
        case 2:
            return " ".join(rng.choice((*MARKUP, *words())) for _ in range(rng.randrange(9)))
        case 3:
            return "".join(rng.choice("abcdexyz+!>. " + DIGITS) for _ in range(rng.randrange(20)))
        case 4:
            return " ".join(rng.choice((*PHRASES, *words())) for _ in range(rng.randrange(12)))
        case 5:
            return mangled(rng, " ".join(rng.sample(words(), 4)))
        case 6:
            return "".join(rng.choice(ODD + "a1 b2,;.") for _ in range(rng.randrange(40)))
    return rng.choice(("a1 ", "stay ", "🌲", "x", ".", "! ", "\n", "protest d4 ")) * 10_000


def mangled(rng: Random, line: str) -> str:
    """A line with some letters gone, doubled or exchanged."""
    letters = list(line)
    for _ in range(rng.randrange(1, 4)):
        at = rng.randrange(len(letters))
        letters[at] = rng.choice(("", letters[at] * 2, letters[at].upper(), rng.choice(line)))
    return "".join(letters)


def everywhere() -> dict[Phase, list[Position]]:
    """Positions of random games, by phase."""
    found: dict[Phase, list[Position]] = {phase: [] for phase in Phase}
    for seed in range(12):
        for s in positions(2 + seed % 3, seed):
            found[s.phase].append(s)
    return found


def test_whatever_is_typed_is_answered_with_a_sentence() -> None:
    """rules/errors.py: only a refusal is for players, anything else is a bug; and of a line over
    2,000 characters nothing is read."""
    rng, places, seen = Random(2008), everywhere(), Counter[str]()
    assert min(len(found) for found in places.values()) > 0
    for i in range(LINES):
        phase = list(Phase)[i % len(Phase)]
        line = some(rng)
        try:
            draft(KIND, rng.choice(places[phase]), line)
        except Refused as refusal:
            seen[type(refusal).__name__] += 1
            check_sentence(str(refusal), line)
        else:
            seen["taken"] += 1
            assert len(line) <= LONGEST
    assert seen.keys() == {"Illegal", "Unread", "Finished", "taken"}


def check_sentence(sentence: str, line: str) -> None:
    """One short paragraph of plain sentences, whatever stood in the line."""
    assert sentence[0].isupper() or sentence[0] == "`"
    assert sentence.endswith(".")
    assert sentence.isprintable()
    assert len(sentence) < 700
    assert "```" not in sentence
    if len(line) > LONGEST:
        assert "2,000 characters" in sentence or sentence.startswith("The game is over")
