"""`lumbercamp rivers check`: what it draws and says, and its exit codes: 0 fine, 1 wrong,
2 unreadable.

Source: README.md, Commands; docs/rivers.md.
"""

from pathlib import Path

import pytest

from bot.__main__ import main
from seeds import rivers

Captured = pytest.CaptureFixture[str]
TRIAL = """Z Trial: board 9, back
A segment to try things on.

# # # . . . # # #
# # # . . . # # #
# # # o 0 o # # #
# # # . 0 . # # #
# # # . . . # # #
# # # . . . # # #
# # # o . o # # #
# # # . . . # # #
# # # . . . # # #
# # # . . . # # #
# # # . . . # # #
# # # . . . # # #
# # # . = . # # #
"""


def saved(folder: Path, name: str, text: str) -> str:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return str(path)


def test_the_shipped_segments_are_fine(capsys: Captured) -> None:
    """Without a file: all twelve, and every course of two that they make."""
    assert main(["rivers", "check"]) == 0
    said = capsys.readouterr()
    assert said.out.count("\nfine\n") == 12
    assert said.out.endswith("12 segments are fine; 120 courses of two can be raced.\n")
    assert said.err == ""


def test_a_segment_is_drawn_with_its_hexes(tmp_path: Path, capsys: Captured) -> None:
    """Each row on two lines, the even lanes half a space lower; currents are arrows."""
    assert main(["rivers", "check", saved(tmp_path, "z.txt", TRIAL)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "Z Trial: board 9, back, 4 logs"
    assert lines[2:9] == [
        "    a b c d e f g h i",
        " 1    #   .   .   #",
        "    #   #   .   #   #",
        " 2    #   .   .   #",
        "    #   #   .   #   #",
        " 3    #   o   o   #",
        "    #   #   ↑   #   #",
    ]
    assert lines[-2:] == ["", "1 segment is fine; 0 courses of two can be raced."]


def test_what_is_wrong_is_said_with_file_line_and_column(tmp_path: Path, capsys: Captured) -> None:
    """All that is wrong, each on a line of its own; the drawing is there all the same."""
    path = saved(tmp_path, "z.txt", TRIAL.replace("o 0 o", "o 4 2"))
    assert main(["rivers", "check", path]) == 1
    said = capsys.readouterr()
    assert "    #   #   ↙   #   #" in said.out
    assert "\nfine\n" not in said.out
    assert said.err.splitlines() == [
        f"{path}: a segment has 4 to 22 logs, this one 3",
        f"{path}: line 6, column 11: the current on f3 leads to no space of the segment",
    ]


def test_what_is_no_segment_is_said_without_a_drawing(tmp_path: Path, capsys: Captured) -> None:
    path = saved(tmp_path, "z.txt", TRIAL.replace("0", "?", 1))
    assert main(["rivers", "check", path]) == 1
    said = capsys.readouterr()
    assert said.err == f"{path}: line 6, column 9: the sign '?' means nothing\n"
    assert said.out == "0 segments are fine; 0 courses of two can be raced.\n"


@pytest.mark.parametrize(
    ("content", "why"), [(None, "no such file or directory"), (b"\xff\xfe\xff", "it is not text")]
)
def test_a_file_that_cannot_be_read(
    content: bytes | None, why: str, tmp_path: Path, capsys: Captured
) -> None:
    """The others are looked at all the same."""
    path = tmp_path / "x.txt"
    if content is not None:
        path.write_bytes(content)
    sound = saved(tmp_path, "a.txt", rivers()["a.txt"])
    assert main(["rivers", "check", str(path), sound]) == 2
    said = capsys.readouterr()
    assert said.err == f"{path} was not read: {why}.\n"
    assert "1 segment is fine" in said.out


def test_segments_that_cannot_lie_in_one_box(tmp_path: Path, capsys: Captured) -> None:
    """A letter names one segment, and a board has one front."""
    path = saved(tmp_path, "a.txt", rivers()["a.txt"])
    assert main(["rivers", "check", path, path]) == 1
    assert capsys.readouterr().err.splitlines() == [
        "Two segments have the letter A.",
        "Two segments have the side board 1, front.",
    ]


@pytest.mark.parametrize("argv", [["rivers"], ["rivers", "draw"]])
def test_a_verb_that_is_not_one(argv: list[str], capsys: Captured) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(argv)
    assert stopped.value.code == 2
    assert "usage: lumbercamp rivers" in capsys.readouterr().err
