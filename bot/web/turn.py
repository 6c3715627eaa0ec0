"""A turn on the page: its words so far, and a button for each possible next word.

The draft is the channel's turn builder's: a turn begun here can continue there. A script may press
the buttons (`data-word`) when their places (`data-at`) are touched. Over each place of a picture
lies an outline, hidden without scripts: role=button if a possible word begins or leads there.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import renderer
from bot.features.drafts import kept
from bot.messages import turn_builder
from bot.messages.languages import labelling
from bot.messages.layout import Drawing, Layout
from bot.messages.turn_builder import TurnPoint, at_table, offered, targets, unsay
from bot.table.table import Table
from bot.web.markup import ID, WORDS, Markup, Posting, button_of, el, say
from renderer import Surface
from renderer.places import bounds
from rules.drafting import Draft, Kind
from rules.english import ChoiceGroup
from rules.game import Seat, Stop
from rules.text import Joined, Plural, Strong, Text, sentences
from rules.touching import Way, enough, touched
from rules.voice import Voice

CONFIRM = Text("Confirm Turn")


def draft_of(table: Table, seat: Seat) -> tuple[Draft[Any], Layout]:
    """The draft, and its panel in the channel's turn builder."""
    drafted = kept(table, seat)
    if drafted.complete:
        return drafted, turn_builder.preview(table, seat, drafted)
    return drafted, turn_builder.builder(table, seat, drafted)


def choices(table: Table, drafted: Draft[Any]) -> tuple[str, ...]:
    """The places of the choices, in the order of the list's numbers."""
    if drafted.complete:
        return ()
    return targets(at_table(table, len(drafted.said), offered(table.kind, drafted.state)))


def turn(
    table: Table,
    drafted: Draft[Any],
    shown: Layout,
    posting: Posting,
    ways: Sequence[Way],
    voice: Voice,
) -> Markup:
    """The section of the viewer's own turn."""
    said = len(drafted.said)
    offers = () if drafted.complete else offered(table.kind, drafted.state)
    place = at_table(table, said, offers)
    speaks, left, ends = labelling(voice), None, None
    if offers and drafted.said and enough(table.kind.game, drafted.state):
        left = el("p", say(voice, _left(offers)), class_="left")
        ends = posting.form(
            el("input", type="hidden", name=WORDS, value=str(Stop())),
            el("button", speaks.say(CONFIRM), name=ID, value="", data_verb="confirm"),
            class_="enough",
        )
    buttons = [
        button_of(button, data_verb=button.id.split(":")[1])
        for button in (
            each.said(voice) for each in (shown.buttons if drafted.complete else unsay(place))
        )
    ]
    field = el("input", name=WORDS, maxlength=500, autocomplete="off", autocapitalize="off")
    return el(
        "section",
        el("p", say(voice, shown.text), class_="said"),
        left,
        posting.form(*_offers(place, ways, voice)) if offers else None,
        [_further(way, place, posting, voice) for way in ways if len(way.words) > 1],
        el("div", posting.form(el("div", buttons, class_="row unsay")), ends, class_="bar"),
        posting.form(
            el("label", el("span", speaks.say(Text("Or type your turn"))), field),
            el("button", speaks.say(Text("Play")), name=ID, value=""),
            class_="typed",
        ),
        id="turn",
        data_said=said,
        data_complete=drafted.complete,
    )


def _left(offers: Sequence[ChoiceGroup]) -> Text:
    """Further acts in a turn that its mover may already end."""
    ends = Text("{button} ends your turn now.", button=Strong(CONFIRM))
    titles = [
        offer.title
        for offer in offers
        if any(way.word != str(Stop()) and not way.why for way in offer.ways)
    ]
    if not titles:
        return ends
    return sentences(Text("Also possible: {choices}.", choices=Joined(", ", titles)), ends)


def _further(way: Way, place: TurnPoint, posting: Posting, voice: Voice) -> Markup:
    """A button of several words, for a place that no single word leads to."""
    return posting.form(
        el("input", type="hidden", name=WORDS, value=" ".join(way.words)),
        el(
            "button",
            labelling(voice).say(way.label),
            name=ID,
            value=place.id("say0"),
            data_word=" ".join(way.words),
            data_at=" ".join(way.at),
        ),
        class_="further",
    )


def _offers(place: TurnPoint, about: Sequence[Way], voice: Voice) -> Iterator[Markup]:
    """Each group of possible words, with its choices."""
    numbered, n, speaks = targets(place), 0, labelling(voice)
    for offer in place.offers:
        buttons = []
        for way in offer.ways:
            label = Joined(" · ", (n + 1, way.label)) if numbered and numbered[n] else way.label
            hint = way.why or way.hint
            places = (" ".join(w.at) for w in about if w.words == (way.word,) and w.at)
            button = el(
                "button",
                speaks.say(label),
                el("small", speaks.say(hint)) if hint else None,
                name=ID,
                value=place.id("press", n),
                disabled=bool(way.why),
                data_word=way.word,
                data_at=next(places, None),
            )
            buttons.append(button)
            n += 1
        if buttons:
            title = el("legend", speaks.say(offer.title))
            yield el("fieldset", title, el("div", buttons, class_="ways"))


def surface_of(drawing: Drawing, voice: Voice) -> Surface:
    """The places of a drawing, before it is drawn."""
    game, seen, labels = drawing.asked
    hand = drawing.draw is renderer.draw_hand
    return renderer.surface(game, seen, labels, voice, hand=hand)


def ways_at(kind: Kind[Any], drafted: Draft[Any], *surfaces: Surface) -> tuple[Way, ...]:
    """All possible next words, with their places."""
    known = [name for each in surfaces for place in each.places for name in place.names]
    return () if drafted.complete else touched(kind, drafted.state, known)


def overlay(
    surface: Surface, ways: Sequence[Way], voice: Voice, called: Text, numbers: Sequence[str]
) -> Markup | None:
    """The outlines over a picture; None if it has no places. called: the picture's name; numbers:
    places in the order of the choices, to show their numbers if the picture has none."""
    if not surface.places:
        return None
    left, top, right, bottom = surface.board
    wide, high = surface.size
    return el(
        "svg",
        [_place(place, ways, voice) for place in surface.places],
        [*_numbers(surface, numbers)],
        viewBox=f"0 0 {wide} {high}",
        class_="places",
        role="group",
        hidden=True,
        aria_label=labelling(voice).say(called),
        data_board=f"{left} {top} {right - left} {bottom - top}",
        data_least=round(surface.width(18)),  # px: touch.js also finds lower places by a near tap
        data_idle=labelling(voice).say(Text("Nothing to do here right now")) if ways else None,
    )


def _place(place: renderer.Place, ways: Sequence[Way], voice: Voice) -> Markup:
    """A place, with the ways that lead there, or else those that touch it."""
    about = [way for way in ways if way.at and way.at[-1] in place.names]
    about = about or [way for way in ways if set(way.at) & set(place.names)]
    told = [Joined(": ", (way.label, way.hint)) for way in about]
    many = Plural("{n} option", "{n} options", len(about))
    return el(
        "polygon",
        points=" ".join(f"{x:.1f},{y:.1f}" for x, y in place.outline),
        role="button" if about else "img",
        tabindex=-1,
        aria_label=labelling(voice).say(
            Joined(". ", (place.label, *([many] if len(about) > 3 else told)))
        ),
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
            high = max(20.0, min(right - left, bottom - top) / 6)  # its radius in px
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
