"""The games of generic tests by their keys, as the renderer is handed them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import renderer
from renderer import Labels, Picture
from rules.play import Seen
from tests.games import EVERY

HOSTED = renderer.hosted(EVERY)


def draw(key: str, seen: Seen[Any], labels: Labels) -> Picture:
    return renderer.draw(HOSTED[key], seen, labels)


def draw_hand(key: str, seen: Seen[Any], labels: Labels) -> Picture:
    return renderer.draw_hand(HOSTED[key], seen, labels)


def prepare(folder: Path | None = None) -> None:
    """The sprites of all of them."""
    renderer.prepare(HOSTED.values(), folder)
