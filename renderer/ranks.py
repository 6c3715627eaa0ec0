"""The table of a season: who is where, with their points and what decides between equals.

┌──────────────────────────────────┐
│ Season 3: Logger                 │
│ after round 2 of 6    Pts BH  SB │
│  1  Ana                2   3   2½│
│  2  Ben                1½  3½  2 │
└──────────────────────────────────┘
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from PIL import Image

from renderer import frame, panel
from renderer.chart import MUTED, PAPER, paper
from renderer.figures import INK
from renderer.lettering import LEAST, fit, width
from renderer.palette import tint
from rules.text import NOTHING, Joined, Name, Plural, Rank, Text, lines
from rules.voice import Voice

MARGIN, LEFT = 20, 60  # px: round the sheet of paper, and up to the words on it
HEAD, TOP, ROW = 62, 178, 54  # px: letters of the headline, the first row, from row to row
ROWS = 12  # rows
APART = 28  # px between two columns
FIRST = tint("pine", 1)


class Ranked(NamedTuple):
    """A row. cells: by the columns; gone: they take part no more; first: the champion."""

    place: int
    name: str
    cells: tuple[str, ...]
    gone: bool = False
    first: bool = False


class Ranks(NamedTuple):
    """The whole table. when: how far the season has come; heads: short names of the columns;
    columns: their names in full."""

    title: Text
    when: Text
    heads: tuple[Text, ...]
    columns: tuple[Text, ...]
    rows: tuple[Ranked, ...]


def draw(ranks: Ranks, voice: Voice) -> Image.Image:
    """The picture in places of the palette: the first rows, as many as have room, and no higher
    than these."""
    shown = _shown(ranks)
    lines = len(shown) + (len(shown) < len(ranks.rows))
    table = frame.table()
    picture = table.crop((0, 0, table.width, TOP + lines * ROW + 2 * MARGIN))
    sheet = paper(picture.width - 2 * MARGIN, picture.height - 2 * MARGIN)
    picture.paste(sheet, (MARGIN, MARGIN))
    title = fit(voice.say(ranks.title), HEAD, picture.width - 2 * LEFT)
    panel.write(picture, (LEFT, 2 * MARGIN), title, HEAD, (INK, PAPER), tight=True)
    heads = [voice.say(head) for head in ranks.heads]
    rights = _rights(heads, ranks.rows, picture.width - LEFT)
    room = rights[0] - width(heads[0], LEAST) - APART - LEFT if heads else picture.width - 2 * LEFT
    when = fit(voice.say(ranks.when), LEAST, room)
    panel.write(picture, (LEFT, TOP - ROW), when, LEAST, (MUTED, PAPER), tight=True)
    for right, head in zip(rights, heads, strict=True):
        _ends(picture, right, TOP - ROW, head, MUTED)
    for n, row in enumerate(shown):
        _row(picture, row, rights, TOP + n * ROW, voice)
    if left := len(ranks.rows) - len(shown):
        at = LEFT, TOP + len(shown) * ROW
        panel.write(picture, at, voice.say(_more(left)), LEAST, (MUTED, PAPER), tight=True)
    return picture


def _rights(heads: Sequence[str], rows: Sequence[Ranked], right: int) -> list[int]:
    """Where the columns end, from left to right."""
    wide = [
        max(width(text, LEAST) for text in (head, *(row.cells[n] for row in rows)))
        for n, head in enumerate(heads)
    ]
    return [right - sum(wide[n + 1 :]) - APART * (len(wide) - 1 - n) for n in range(len(wide))]


def _row(on: Image.Image, row: Ranked, rights: Sequence[int], top: int, voice: Voice) -> None:
    ink = MUTED if row.gone else FIRST if row.first else INK
    place = voice.say(Rank(row.place))
    _ends(on, LEFT + width("00.", LEAST), top, place, ink)
    left = LEFT + width("00.", LEAST) + APART
    right = rights[0] - max((width(cell, LEAST) for cell in row.cells[:1]), default=0) - APART
    name, at = fit(voice.say(_named(row)), LEAST, right - left), (left, top)
    panel.write(on, at, name, LEAST, (ink, PAPER), spare=4, tight=True)
    for end, cell in zip(rights, row.cells, strict=True):
        _ends(on, end, top, cell, ink)


def _ends(on: Image.Image, right: int, top: int, text: str, ink: tuple[int, int, int]) -> None:
    panel.write(on, (right, top), text, LEAST, (ink, PAPER), 1, spare=4, tight=True)


def alt(ranks: Ranks) -> Text:
    """The rows of the picture in words."""
    shown = _shown(ranks)
    return lines(
        Text("{title}, {when}.", title=ranks.title, when=ranks.when),
        Text("Each line shows {columns}.", columns=Joined(", ", ranks.columns)),
        *map(_told, shown),
        _more(len(ranks.rows) - len(shown)) if len(shown) < len(ranks.rows) else NOTHING,
    )


def _shown(ranks: Ranks) -> Sequence[Ranked]:
    return ranks.rows if len(ranks.rows) <= ROWS else ranks.rows[: ROWS - 1]


def _more(n: int) -> Text:
    return Plural("and {n} more", "and {n} more", n=n)


def _told(row: Ranked) -> Text:
    values = Joined(", ", row.cells)
    return Text("{place} {name}: {values}.", place=Rank(row.place), name=_named(row), values=values)


def _named(row: Ranked) -> Text:
    name = Name(row.name)
    if row.first:
        return Text("{name}, champion", name=name)
    return Text("{name} (withdrawn)", name=name) if row.gone else name
