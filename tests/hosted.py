"""The games of generic tests by their keys, as the renderer is handed them."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from typing import Any

from PIL import Image

import renderer
from renderer import Labels, Picture
from rules.play import Seen
from tests.games import EVERY

HOSTED = renderer.host_games(EVERY)


def draw(key: str, seen: Seen[Any], labels: Labels) -> Picture:
    return renderer.draw(HOSTED[key], seen, labels)


def draw_hand(key: str, seen: Seen[Any], labels: Labels) -> Picture:
    return renderer.draw_hand(HOSTED[key], seen, labels)


def rgb(picture: Picture) -> Image.Image:
    """The pixels of a picture."""
    return Image.open(BytesIO(picture.png)).convert("RGB")


def prepare(folder: Path | None = None) -> None:
    for _ in renderer.draw_sprites(HOSTED.values(), folder):
        pass
