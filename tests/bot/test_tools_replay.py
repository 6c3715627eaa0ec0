"""`lumbercamp replay`: what it tells, and its exit codes: 0 fine, 1 wrong, 2 unreadable."""

import io
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.ops.replay import Wrong, told
from rules.game import NATURE, TABLE
from rules.record import Entry, Record, parse, write

DEMO = Path(__file__).parents[2] / "seeds/records/logger-two.txt"


def demo() -> Record:
    return parse(DEMO.read_text(encoding="utf-8"))


def one_turn_each(*more: Entry) -> Record:
    """Of a game whose record begins after its lobby."""
    rows = (Entry(4, 0, "a1"), Entry(5, 1, "e5"), *more)
    return Record("logger", 1, ("Ann", "Ben"), rows)


def test_a_sound_record_is_told_turn_by_turn(capsys: pytest.CaptureFixture[str]) -> None:
    """README.md: number, who, line and story of each turn, then the scores."""
    assert main(["replay", str(DEMO)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "Logger, edition 1. A Ann, B Ben."
    assert lines[3] == "row 3, table: start 0 1"
    assert lines[4:6] == ["row 4, turn 1, Ann: a1", "    Ann: took corner a1."]
    at = lines.index("row 18, turn 15, Ann: c2 xb2")
    assert "chopped b2 and a2: +2 · took 1 protester from a2." in lines[at + 1]
    assert [line for line in lines if line.startswith("row ")][-1].startswith("row 31, turn 28,")
    assert lines[-3:] == [
        "Scores: Ann 11 · Ben 10. Protesters in hand: Ann 3 · Ben 1.",
        "The game is over: Ann wins.",
        "28 turns. 28 checksums, all of them right.",
    ]


def test_a_record_is_read_from_standard_input(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """With a byte order mark too, as some editors write."""
    content = io.BytesIO(b"\xef\xbb\xbf" + DEMO.read_bytes())
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(content))
    assert main(["replay", "-"]) == 0
    assert "Ann wins" in capsys.readouterr().out


def test_the_first_wrong_turn_ends_it_and_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """What is right before it is told; nothing after it is."""
    path = tmp_path / "wrong.txt"
    path.write_text(DEMO.read_text().replace("9 B c5 +b5 ", "9 B c5 +d5 "), encoding="utf-8")
    assert main(["replay", str(path)]) == 1
    said = capsys.readouterr()
    assert said.err.startswith("Row 9 is wrong (Ben: c5 +d5): `+d5`: ")
    assert said.err.endswith("The rows before it are right.\n")
    assert "row 8, turn 5, Ann: b3 c3>d3 xc3" in said.out
    assert "row 9" not in said.out
    assert "wins" not in said.out


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("lumbercamp record 1\n", "", "line 1: a record begins with"),
        ("8 A b3 ", "8 X b3 ", "line 15: nobody sits on seat X"),
        ("10 A b2", "9 A b2", "line 17: row 9 does not come after row 9"),
    ],
)
def test_a_text_that_is_no_record_is_named_with_its_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], old: str, new: str, sentence: str
) -> None:
    path = tmp_path / "scrap.txt"
    path.write_text(DEMO.read_text().replace(old, new, 1), encoding="utf-8")
    assert main(["replay", str(path)]) == 1
    assert capsys.readouterr().err.startswith(f"{path} is not a sound record: {sentence}")


def test_a_file_that_cannot_be_read_is_another_matter(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "picture.png").write_bytes(b"\x89PNG\xff\xfe")
    reasons = {"picture.png": "it is not text", "gone.txt": "no such file or directory"}
    for name, reason in reasons.items():
        assert main(["replay", str(tmp_path / name)]) == 2
        assert capsys.readouterr().err == f"{tmp_path / name} was not read: {reason}.\n"


def test_what_is_not_known_here_is_said_and_nothing_is_guessed() -> None:
    """A later version may know more games, more seats and more words of the table."""
    with pytest.raises(Wrong, match=r"the game chess is not known here, only .* or logjam"):
        list(told(replace(demo(), kind="chess")))
    with pytest.raises(Wrong, match="Nothing was replayed: Logger is for 2 to 4 players"):
        list(told(replace(demo(), names=("Ann",), entries=())))
    with pytest.raises(Wrong, match=r"Row 6 is wrong: 'shuffle' is no word of the table"):
        list(told(one_turn_each(Entry(6, TABLE, "shuffle"))))
    with pytest.raises(Wrong, match=r"Row 6 is wrong \(nature: 6\): "):
        list(told(one_turn_each(Entry(6, NATURE, "6"))))


def test_the_ending_says_how_it_stands() -> None:
    *_, next_up, account = told(one_turn_each())
    assert next_up == "The game is not over: Ann is next."
    assert account == "2 turns. 0 checksums, all of them right. 2 rows without one."
    *_, closed, _ = told(one_turn_each(Entry(6, TABLE, "cancel")))
    assert closed == "The game was closed before its end."


def test_somebodys_name_cannot_steer_the_terminal() -> None:
    """A record may come from anybody."""
    record = replace(one_turn_each(), names=("A\x1b[31mnn", "B\u202een"))
    text = "\n".join(told(parse(write(record))))
    assert "\x1b" not in text
    assert "\u202e" not in text
