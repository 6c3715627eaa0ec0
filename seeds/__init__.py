"""Data, not code: the rules of each game by topics, the help, recorded games (records/), lessons
(lessons/), puzzles (puzzles/), how the page of a game looks and steps (replay/), and the segments
of Forest Fellers' rivers (rivers/).

    logger.md       in English
    de/logger.md    the same page in another language, topic for topic
"""

from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path

FOLDER = Path(str(files("seeds")))


def rivers() -> Mapping[str, str]:
    """The text of each shipped segment (docs/rivers.md) by the name of its file, `a.txt`."""
    found = (path for path in (FOLDER / "rivers").iterdir() if path.name.endswith(".txt"))
    return {path.name: path.read_text(encoding="utf-8") for path in sorted(found, key=str)}


def page(name: str, language: str = "") -> str | None:
    """The text of a page, in English or in a language such as `de` or `pt_BR`; None: there is
    none."""
    path = FOLDER / language / f"{name}.md"
    return path.read_text(encoding="utf-8") if path.is_file() else None


def lessons(game: str) -> tuple[str, ...]:
    """The texts of a game's lessons, in their order: `lessons/logger-1.txt` …"""
    found = (FOLDER / "lessons").glob(f"{game}-[0-9].txt")
    return tuple(path.read_text(encoding="utf-8") for path in sorted(found))


def puzzles(game: str) -> tuple[str, ...]:
    """The texts of a game's puzzles, in their order: `puzzles/logger-01.txt` …"""
    found = (FOLDER / "puzzles").glob(f"{game}-[0-9][0-9].txt")
    return tuple(path.read_text(encoding="utf-8") for path in sorted(found))


def record(name: str) -> str:
    """The text of a shipped record. Raises OSError where there is none."""
    return (FOLDER / "records" / f"{name}.txt").read_text(encoding="utf-8")


def part(name: str) -> str:
    """A part of the page that a game becomes: `page.css`, `page.js`."""
    return (FOLDER / "replay" / name).read_text(encoding="utf-8")
