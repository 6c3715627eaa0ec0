"""`lumbercamp verify` and `lumbercamp replay` answer any text with a sentence (decision 6)."""

import io
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random

import pytest

from bot.__main__ import main
from tests.bot.core import Captured, Patch

ROOT = Path(__file__).parents[3]
TEXTS = [
    path.read_text(encoding="utf-8")
    for folder in ("seeds/records", "tests/records")
    for path in sorted((ROOT / folder).glob("*.txt"))
]
DEMO = (ROOT / "seeds/records/logger-two.txt").read_text(encoding="utf-8")
MUCH = 60_000  # characters; a demo told turn by turn has up to 20,000

NUMBERS = ("0", "-1", "9" * 9, "9" * 5000, "\u00b2", "\u0663", "1x1", "99999x99999", "")
COUNTED = ("undo", "leave", "start", "join", "takeover", "back", "premove", "timeout", "accept")
WORDS = (
    *(f"{word} {n}" for word in COUNTED for n in NUMBERS),
    *("start 0 1 rematch", "offer 0 timeout", "ask end 0", "ask undo 1", "draw", "end", "cancel"),
    *("open", "quit", "computer", "computer easy", "expire", "a1", "?", ".", "a1 " * 300),
)
HEADS = (
    *(f"option {name} {n or 'x'}" for name in ("board", "logs", "course") for n in NUMBERS),
    *("seed 00", "seed " + "00" * 900, "commitment " + "ab" * 32),
    *("former A 3 X", "former B 999999999 Y", "seat C Zed", "seat A \x1b[2J", "option setup x"),
    *("game logjam edition 1", "game fellers edition 1", "game chess edition 1"),
)  # fmt: skip

Change = Callable[[Random, list[str]], None]


def cut(chance: Random, lines: list[str]) -> None:
    """Drop a line, say one twice, or end one early."""
    at = chance.randrange(len(lines))
    left = lines[at][: chance.randrange(len(lines[at]) + 1)]
    lines[at : at + 1] = chance.choice([[], [lines[at]] * 2, [left]])


def spoilt(chance: Random, lines: list[str]) -> None:
    at = chance.randrange(len(lines))
    words = lines[at].split(" ")
    words[chance.randrange(len(words))] = chance.choice([*NUMBERS, "chance", "game", "Z", "#"])
    lines[at] = " ".join(words)


def reworded(chance: Random, lines: list[str]) -> None:
    """Change a row's words, but keep to the form."""
    rows = [at for at, line in enumerate(lines) if line[:1].isdigit()]
    if rows:
        at = chance.choice(rows)
        speaker = chance.choice(["game", "game", "chance", "A", "B"])
        lines[at] = f"{lines[at].split(' ')[0]} {speaker} {chance.choice(WORDS)}"


def headed(chance: Random, lines: list[str]) -> None:
    lines[chance.randrange(1, 8) : 0] = [chance.choice(HEADS)]


CHANGES: Sequence[Change] = (cut, cut, cut, spoilt, *(reworded,) * 6, *(headed,) * 3)


def mutated(seed: int) -> str:
    chance = Random(seed)
    lines = chance.choice(TEXTS).split("\n")
    for _ in range(chance.choice([1, 1, 1, 2])):
        chance.choice(CHANGES)(chance, lines)
    return "\n".join(lines)


def answer(command: str, text: str, monkeypatch: Patch, capsys: Captured) -> tuple[int, str]:
    """The exit code and the output."""
    content = io.BytesIO(text.encode("utf-8", "surrogatepass"))
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(content))
    code = main([command, "-"])
    said = capsys.readouterr()
    return code, said.out + said.err


@pytest.mark.slow
@pytest.mark.no_cover
def test_a_record_with_anything_in_it_is_answered_with_sentences(
    monkeypatch: Patch, capsys: Captured
) -> None:
    """Each record is changed somewhere; main() lets no bug through."""
    for seed in range(16):
        text = mutated(seed)
        for command in ("verify", "replay"):
            code, said = answer(command, text, monkeypatch, capsys)
            assert code in (0, 1, 2, 3), seed
            assert said.strip().endswith((".", ")")), (seed, said[-200:])
            assert len(said) < MUCH, seed


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("4 A a1 #", "4 game undo " + "9" * 1500 + " #", "is wrong: 'undo 9999"),
        ("seat A Ann", "seat A " + "x" * 10_000_000, "larger than 8 MB"),
    ],
)
def test_absurd_input_is_told_in_a_sentence(
    old: str, new: str, why: str, monkeypatch: Patch, capsys: Captured
) -> None:
    """Lines of a wrong form: tests/rules/test_record.py."""
    assert old in DEMO
    for command in ("verify", "replay"):
        code, said = answer(command, DEMO.replace(old, new, 1), monkeypatch, capsys)
        assert code == 1
        assert why in said
        assert len(said) < 1000
