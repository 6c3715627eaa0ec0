"""docs/new-game.md: what it quotes is what is played."""

import re
from pathlib import Path

from rules.english import English
from rules.game import Game

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/new-game.md").read_text(encoding="utf-8")
EXAMPLE = (ROOT / "tests/rules/keep.py").read_text(encoding="utf-8")


def bare(code: str) -> str:
    """Without indentation and empty lines, which a page has otherwise."""
    return "\n".join(filter(None, map(str.strip, code.split("\n")))) + "\n"


def test_the_page_quotes_the_example() -> None:
    quoted = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    assert len(quoted) > 8
    assert [block for block in quoted if bare(block) not in bare(EXAMPLE)] == []


def test_the_page_names_all_that_a_game_may_say() -> None:
    """Every word of the protocols and of the defaults."""
    promised = {*dir(Game), *dir(English)}
    promised |= {*Game.__annotations__, *English.__annotations__}
    words = set(re.findall(r"\w+", PAGE))
    assert {name for name in promised if not name.startswith("_")} - words == set()


def test_the_files_that_the_page_names_are_there() -> None:
    named = re.findall(r"`((?:rules|renderer|tests|docs|seeds)/[\w/.]+\.\w+)`", PAGE)
    assert named
    assert [path for path in named if not (ROOT / path).exists()] == []
