"""docs/new-game.md and docs/rulings.md belong together with the code and the tests."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from rules.english import English
from rules.game import GameRules
from tests.approved import files, sections

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/new-game.md").read_text(encoding="utf-8")
EXAMPLE = (ROOT / "tests/rules/keep.py").read_text(encoding="utf-8")


def bare(code: str) -> str:
    """The code without indentation and empty lines, which a page has otherwise."""
    return "\n".join(filter(None, map(str.strip, code.split("\n")))) + "\n"


def test_the_page_quotes_the_example() -> None:
    quoted = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    assert len(quoted) > 8
    assert [block for block in quoted if bare(block) not in bare(EXAMPLE)] == []


def test_the_page_names_all_that_a_game_may_say() -> None:
    promised = {*dir(GameRules), *dir(English)}
    promised |= {*GameRules.__annotations__, *English.__annotations__}
    words = set(re.findall(r"\w+", PAGE))
    assert {name for name in promised if not name.startswith("_")} - words == set()


def test_the_files_that_the_page_names_are_there() -> None:
    named = re.findall(r"`((?:rules|renderer|tests|docs|seeds)/[\w/.]+\.\w+)`", PAGE)
    assert named
    assert [path for path in named if not (ROOT / path).exists()] == []


HERE = Path(__file__).parent
TEXT = (HERE.parents[1] / "docs" / "rulings.md").read_text(encoding="utf-8")
RULINGS = re.findall(r"^### (\w+) (\d+): .+\n((?:(?!^#).*\n?)*)", TEXT, re.MULTILINE)
SOURCES = [
    "Logger, 2011 sheet",
    "Logger, Board Game Arena help",
    "Logger, pyramid rules sheet",
    "Logjam rules",
    "Forest Fellers rules",
]


def promises(*files: Path) -> dict[str, str]:
    """The tests of some files with their docstrings."""
    return {
        node.name: ast.get_docstring(node) or ""
        for file in files
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and node.name.startswith("test_")
    }


# Rulings on ratings and on who is asked for a turn.
ELSEWHERE = (
    HERE.parent / "bot" / "features" / "test_unasked.py",
    HERE.parent / "storage" / "test_store_ratings.py",
)


def by_example() -> dict[str, str]:
    """An example is named like a test by its heading."""
    return {
        "test_" + "_".join(re.findall(r"\w+", name.casefold())): text
        for file in files(str(HERE / "test_rules_by_example.py"))
        for name, text in sections(file).items()
        if name
    }


def test_the_rulings_are_numbered_without_a_gap() -> None:
    numbers: dict[str, list[int]] = {}
    for game, n, _ in RULINGS:
        numbers.setdefault(game, []).append(int(n))
    assert numbers == {game: list(range(1, len(found) + 1)) for game, found in numbers.items()}
    assert {"Logger": 20, "Logjam": 23, "Fellers": 25}.items() <= {
        g: len(n) for g, n in numbers.items()
    }.items()


def test_every_ruling_names_tests_that_exist_and_cite_it() -> None:
    cited = promises(*HERE.glob("test_*.py"), *ELSEWHERE) | by_example()
    for game, number, text in RULINGS:
        named, begun = re.findall(r"`(test_\w+)`", text), f"{game} {number}. "
        gone = [name for name in named if name not in cited]
        assert not gone, f"docs/rulings.md, {begun}Name tests that exist and cite it, not {gone}"
        assert any(cited[name].startswith(begun) for name in named), (
            f"begin the docstring of a test that docs/rulings.md names with {begun!r}"
        )


SHEET = "|".join(re.escape(source.removeprefix("Logger, ")) for source in SOURCES)


@pytest.mark.parametrize(
    ("game", "source"),
    [
        ("logger", rf"{SHEET}|Logger \d+"),
        ("logjam", r"Logjam rules, |Logjam \d+"),
        ("fellers", r"Forest Fellers rules, |Fellers \d+"),
        ("example", rf"{SHEET}|(Logger|Logjam|Fellers) \d+"),
    ],
)
def test_every_test_of_a_rule_cites_its_source(game: str, source: str) -> None:
    """A dispute about a rule ends in a test and in a line of the rule texts."""
    spoken = re.compile(rf"test_{game}_(english|phrases)")
    files = [file for file in HERE.glob(f"test_{game}_*.py") if not spoken.match(file.name)]
    told = by_example() if game == "example" else promises(*files)
    known = re.compile(rf"{source}|docs/decisions\.md|rules/game\.py")
    assert [name for name, doc in told.items() if not known.search(doc)] == []
