"""The games of generic tests by their keys, as the renderer is handed them."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from typing import Any

from PIL import Image

import renderer
from renderer import Labels, Picture
from renderer.places import bounds
from rules.play import Seen
from tests.games import EVERY

HOSTED = renderer.host_games(EVERY)


def draw(key: str, seen: Seen[Any], labels: Labels) -> Picture:
    return renderer.draw(HOSTED[key], seen, labels)


def draw_hand(key: str, seen: Seen[Any], labels: Labels) -> Picture:
    return renderer.draw_hand(HOSTED[key], seen, labels)


def box_of(key: str, seen: Seen[Any], labels: Labels, name: str) -> tuple[int, int, int, int]:
    """Where a place is in a picture: left, top, right, bottom."""
    places = renderer.surface(HOSTED[key], seen, labels).places
    left, top, right, bottom = bounds(place for place in places if place.names[0] == name)
    return round(left), round(top), round(right), round(bottom)


def rgb(picture: Picture) -> Image.Image:
    """The pixels of a picture."""
    return Image.open(BytesIO(picture.png)).convert("RGB")


def prepare(folder: Path | None = None) -> None:
    """The sprites of all of them."""
    for _ in renderer.draw_sprites(HOSTED.values(), folder):
        pass
