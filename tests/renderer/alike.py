"""Whether the same boards, drawn again, are the same."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from io import BytesIO

from PIL import Image, ImageChops

from renderer import Picture


def unlike(first: Sequence[Picture], others: Iterable[Sequence[Picture]]) -> list[str]:
    """Which are not as they were drawn first, and in what: a difference that comes once in many
    runs has to say by itself where to look."""
    return [
        f"board {n}, drawn for the {time}. time: {_apart(board, again)}"
        for time, drawn in enumerate(others, 2)
        for n, (board, again) in enumerate(zip(first, drawn, strict=True))
        if board != again
    ]


def _apart(board: Picture, again: Picture) -> str:
    """In what two pictures differ that are not the same."""
    if board.png == again.png:
        return f"the words are {again.alt!r}, and were {board.alt!r}"
    if box := ImageChops.difference(_rgb(board), _rgb(again)).getbbox():
        return f"the pixels in {box} differ"
    return f"the same pixels in {len(again.png)} bytes, and in {len(board.png)} at first"


def _rgb(picture: Picture) -> Image.Image:
    return Image.open(BytesIO(picture.png)).convert("RGB")
