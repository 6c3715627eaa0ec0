"""What of a picture can be touched: an outline over each place, with what is there and what can be
said of it.

    svg role=group
      polygon role=button, lit        a word that can be said now begins or leads there
      polygon role=img                something is there, and nothing can be done

Without scripts it stays hidden, and the buttons beside the picture do the same: each says by
`data-at` which places it is about, and a script presses it where these are touched.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

import renderer
from bot.messages.layout import Drawing
from bot.messages.medium import labelling
from bot.web.markup import Markup, el
from renderer import Place, Surface
from renderer.places import bounds
from rules.drafting import Draft, Kind
from rules.text import Joined, Plural, Text
from rules.touching import Way, touched
from rules.voice import Voice

BOARD: Final = Text("Board")
HAND: Final = Text("Your hand")
FEW: Final = 3  # ways that are told of a place, each in words
FINGER: Final = 18  # px: the least height of a place; a tap beside it finds it too (`touch.js`)
SIGN: Final = 20.0  # px of the picture: the least radius of a number
IDLE: Final = Text("Nothing to do here right now")


def surface_of(drawing: Drawing, voice: Voice) -> Surface:
    """Where the things of a picture lie that is to be drawn."""
    game, seen, labels = drawing.asked
    hand = drawing.draw is renderer.draw_hand
    return renderer.surface(game, seen, labels, voice, hand=hand)


def ways_at(kind: Kind[Any], drafted: Draft[Any], *surfaces: Surface) -> tuple[Way, ...]:
    """All that can be said next, with the places that it is about."""
    known = [name for each in surfaces for place in each.places for name in place.names]
    return () if drafted.complete else touched(kind, drafted.state, known)


def overlay(
    surface: Surface,
    ways: Sequence[Way],
    voice: Voice,
    called: Text = BOARD,
    numbers: Sequence[str] = (),
) -> Markup | None:
    """The outlines over a picture, which is called so; nothing where it has no places. numbers:
    places in the order of the choices, which carry their numbers where the picture has none."""
    if not surface.places:
        return None
    left, top, right, bottom = surface.board
    wide, high = surface.size
    return el(
        "svg",
        [_place(place, _about(place, ways), voice) for place in surface.places],
        [*_numbers(surface, numbers)],
        viewBox=f"0 0 {wide} {high}",
        class_="places",
        role="group",
        hidden=True,
        aria_label=labelling(voice).say(called),
        data_board=f"{left} {top} {right - left} {bottom - top}",
        data_least=round(surface.width(FINGER)),
        data_idle=labelling(voice).say(IDLE) if ways else None,
    )


def _about(place: Place, ways: Sequence[Way]) -> list[Way]:
    """The ways that are about a place: those that lead there, or else those that touch it."""
    ends = [way for way in ways if way.at and way.at[-1] in place.names]
    return ends or [way for way in ways if set(way.at) & set(place.names)]


def _place(place: Place, about: Sequence[Way], voice: Voice) -> Markup:
    speaks = labelling(voice)
    told = Joined(". ", (place.label, *_told(about)))
    return el(
        "polygon",
        points=" ".join(f"{x:.1f},{y:.1f}" for x, y in place.outline),
        role="button" if about else "img",
        tabindex=-1,
        aria_label=speaks.say(told),
        data_names=" ".join(place.names),
    )


def _numbers(surface: Surface, numbers: Sequence[str]) -> Iterator[Markup]:
    """The number of each choice, in a corner of its place."""
    found: dict[str, list[str]] = {}
    for n, name in enumerate(numbers, 1):
        found.setdefault(name, []).append(str(n))
    for place in surface.places:
        if said := " ".join(n for name in place.names for n in found.get(name, ())):
            left, top, right, bottom = bounds((place,))
            high = max(SIGN, min(right - left, bottom - top) / 6)
            x, y = left + (right - left) / 4, top + high
            wide = high * max(2, len(said) + 0.6)
            yield el(
                "g",
                el(
                    "rect",
                    x=f"{x - wide / 2:.0f}",
                    y=f"{y - high:.0f}",
                    width=f"{wide:.0f}",
                    height=f"{2 * high:.0f}",
                    rx=f"{high:.0f}",
                ),
                el("text", said, x=f"{x:.0f}", y=f"{y:.0f}", font_size=f"{1.5 * high:.0f}"),
                class_="number",
                aria_hidden="true",
            )


def _told(about: Sequence[Way]) -> Iterator[Text]:
    """What can be done at a place: few ways in words, many as their number."""
    if len(about) > FEW:
        yield Plural("{n} option", "{n} options", len(about))
        return
    for way in about:
        yield Joined(": ", (way.label, way.hint))


def about_of(ways: Sequence[Way], word: str) -> str | None:
    """The places that a word is about, for its button."""
    return next((" ".join(way.at) for way in ways if way.words == (word,) and way.at), None)


def several(ways: Sequence[Way]) -> list[Way]:
    """The ways of more than one word."""
    return [way for way in ways if len(way.words) > 1]
