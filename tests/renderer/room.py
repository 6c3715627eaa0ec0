"""Whether words have room on pictures: words cut short, and words over something else."""

import re
import sys
from collections.abc import Callable
from gettext import NullTranslations
from itertools import combinations
from typing import Any, NamedTuple

import pytest
from PIL import Image

from renderer import lettering, panel

_NAMED = re.compile(r"(\{[^}]*\})")


class Room(NamedTuple):
    """How the words of a drawing fit."""

    cut: set[str]  # shortened words, in full
    over: set[tuple[str, str]]  # pairs of words of which one lies over the other


class Longer(NullTranslations):
    """English with words half as long again."""

    def gettext(self, message: str) -> str:
        letters = sum(map(len, _NAMED.split(message)[::2]))
        return message + "e" * ((letters + 1) // 2)

    def ngettext(self, one: str, many: str, n: int) -> str:
        return self.gettext(one if n == 1 else many)


class _Box(NamedTuple):
    """Words on a sheet, and where their ink is there, in pixels."""

    text: str
    left: int
    top: int
    right: int
    bottom: int

    def meets(self, other: "_Box") -> bool:
        beside = self.right <= other.left or other.right <= self.left
        return not (beside or self.bottom <= other.top or other.bottom <= self.top)


def room(draw: Callable[[], object]) -> Room:
    """How the words of a drawing fit, drawn from scratch."""
    cut, sheets = set[str](), list[tuple[Image.Image, _Box]]()
    fit, write = lettering.fit, panel.write

    def _fit(text: str, size: int, room: int) -> str:
        told = fit(text, size, room)
        cut.update([text] * (told != text))
        return told

    def _write(on: Image.Image, at: Any, text: str, size: int, *more: Any, **named: Any) -> None:
        _, anchor = (*more, 0)[:2]
        left = at[0] - round(anchor * lettering.width(text, size))
        first, top, last, low = map(round, lettering.font(size).getbbox(text))
        sheets.append((on, _Box(text, left + first, at[1] + top, left + last, at[1] + low)))
        write(on, at, text, size, *more, **named)

    with pytest.MonkeyPatch.context() as patch:
        for name, module in list(sys.modules.items()):
            if name.split(".")[0] == "renderer":
                for known, theirs, ours in (("fit", fit, _fit), ("write", write, _write)):
                    if getattr(module, known, None) is theirs:
                        patch.setattr(module, known, ours)
        draw()
    pairs = combinations(sheets, 2)
    over = {(a.text, b.text) for (on, a), (under, b) in pairs if on is under and a.meets(b)}
    return Room(cut, over)
