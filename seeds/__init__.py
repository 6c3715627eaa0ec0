"""Data, not code: a page of rules for each game, the help, recorded games (records/), and the
segments of Forest Fellers' rivers (rivers/)."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.resources import files


def rivers() -> Mapping[str, str]:
    """The text of each shipped segment (docs/rivers.md) by the name of its file, `a.txt`."""
    found = (path for path in (files("seeds") / "rivers").iterdir() if path.name.endswith(".txt"))
    return {path.name: path.read_text(encoding="utf-8") for path in sorted(found, key=str)}
