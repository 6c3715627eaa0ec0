"""Sprites that the processes of all tests share: a state of the code draws them once, in seconds of
processor at the first start of a bot, and loads them in some hundredths at the others."""

from __future__ import annotations

from pathlib import Path

from tests.hosted import prepare

NAME = "sprites"  # of the folder beside a database
FOLDER = Path(__file__).parents[1] / ".pytest_cache" / NAME


def ready() -> None:
    """Load them into this process, or a test would wait for them."""
    prepare(FOLDER)


def beside(database: Path) -> None:
    """For a bot with this database, unless there is something of its own."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    kept = database.with_name(NAME)
    if database.parent.is_dir() and not kept.exists():
        kept.symlink_to(FOLDER)
