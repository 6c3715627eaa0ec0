"""Approved texts (tests/approved.py): what is not said any more is found, and so is what is new."""

import ast
from pathlib import Path

import pytest

from tests.approved import FOLDER, TESTS, Approved, Example, compare, sections

FILES = sorted(FOLDER.rglob("*.txt"))
TEXT = "## one\nWhy.\n\na\nb\n    ab\n\n    twice\nc\n    c\n\n## two\nx\n"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    file = tmp_path / "approved.txt"
    file.write_text(TEXT)
    return file


def accepted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUMBERCAMP_APPROVE", "1")
    monkeypatch.delenv("PYTEST_XDIST_WORKER", raising=False)


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(FOLDER)))
def test_every_approved_text_is_read_by_a_test(file: Path) -> None:
    """Issue 26, item 7: nothing is left over of tests that are gone."""
    place = TESTS / file.relative_to(FOLDER)
    (test,) = (p for p in (place.with_suffix(".py"), place.parent.with_suffix(".py")) if p.exists())
    source = test.read_text(encoding="utf-8")
    takers = {
        node.name
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and "approved" in {argument.arg for argument in node.args.args}
    }
    names = {name.partition("[")[0] for name in sections(file) if name}
    assert "examples(__file__)" in source or names <= takers, names - takers


def test_what_is_said_otherwise_is_shown_line_by_line(file: Path) -> None:
    """Issue 26, item 7: a clear difference."""
    compare(file, "two", "x")
    with pytest.raises(pytest.fail.Exception, match=r"approved.txt, two: .*\n(.*\n)*-x\n\+y"):
        compare(file, "two", "y")


def test_examples_are_answered_block_by_block(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Lines that stand together are one situation; what is accepted leaves all else as it was."""
    one = Example(file, "one", sections(file)["one"])
    one.judge({"a\nb": "ab\n\ntwice", "c": "c"}.__getitem__)
    with pytest.raises(pytest.fail.Exception, match=r"\+    silence"):
        one.judge(lambda block: "silence")
    with pytest.raises(pytest.fail.Exception, match=r"a\n\+    1\n b"):
        one.judge(lambda block: ["1", "2"] if "a" in block else ["c"])
    accepted(monkeypatch)
    one.judge(lambda block: "d" if block == "c" else "ab\n\ntwice")
    assert file.read_text() == TEXT.replace("    c", "    d")


def test_a_transcript_says_what_it_is_of(
    file: Path, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A reader of the file alone sees why, in which situation, and what is said."""
    said = Approved(request.node)
    said.file, said.about = file, "Why not?"
    said("Nobody came", "Nobody came.\nSo be it.")
    with pytest.raises(pytest.fail.Exception, match=r"\+    So be it"):
        said.judge()
    accepted(monkeypatch)
    said.judge()
    written = "## {}\nWhy not?\n\nNobody came\n    Nobody came.\n    So be it.\n"
    assert file.read_text() == f"{TEXT}\n{written.format(request.node.name)}"
