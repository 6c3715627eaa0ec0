"""A turn on the page: its words so far, and a button for each possible next word.

Words, numbers and the draft are the channel's turn builder's: a turn begun here can continue there.
A script may press the buttons when their places are touched: `data-word` has a button's word, and
`data-at` its places.

Over each place of a picture lies an outline with its content and its possible words. Without
scripts it stays hidden.

    svg role=group
      polygon role=button, lit        a possible word begins or leads there
      polygon role=img                there is something, without a possible word
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

import renderer
from bot.features.drafts import kept
from bot.messages import turn_builder
from bot.messages.choices import Place, at_table, offered, targets, unsay
from bot.messages.layout import Drawing, Layout, SaidButton
from bot.messages.medium import labelling
from bot.table.table import Table
from bot.web.markup import ID, WORDS, Markup, Posting, button_of, el, say
from renderer import Surface
from renderer.places import bounds
from rules.drafting import Draft, Kind
from rules.english import Choice, ChoiceGroup
from rules.game import Seat, Stop
from rules.text import Joined, Plural, Strong, Text, sentences
from rules.touching import Way, enough, touched
from rules.voice import Voice

TYPED = Text("Or type your turn")
SAY = Text("Play")
CONFIRM = Text("Confirm Turn")
ENDS = Text("{button} ends your turn now.", button=Strong(CONFIRM))


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
    said = len(drafted.said)
    return targets(Place(at_table(table, said), said, offered(table.kind, drafted.state)))


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
    place = Place(at_table(table, said), said, offers)
    buttons = shown.buttons if drafted.complete else unsay(place)
    ends = _enough(table, drafted, posting, voice)
    return el(
        "section",
        el("p", say(voice, shown.text), class_="said"),
        el("p", say(voice, _left(offers)), class_="left") if ends else None,
        posting.form(*_offers(place, ways, voice)) if offers else None,
        [_further(way, place, posting, voice) for way in ways if len(way.words) > 1],
        el(
            "div",
            posting.form(
                el("div", [_pressed(button.said(voice)) for button in buttons], class_="row unsay")
            ),
            ends,
            class_="bar",
        ),
        _typed(posting, voice),
        id="turn",
        data_said=said,
        data_complete=drafted.complete,
    )


def _left(offers: Sequence[ChoiceGroup]) -> Text:
    """Further acts in a turn that its mover may already end."""
    titles = [
        offer.title
        for offer in offers
        if any(way.word != str(Stop()) and not way.why for way in offer.ways)
    ]
    if not titles:
        return ENDS
    return sentences(Text("Also possible: {choices}.", choices=Joined(", ", titles)), ENDS)


def _enough(table: Table, drafted: Draft[Any], posting: Posting, voice: Voice) -> Markup | None:
    """Confirm, if the turn only needs `.` to be whole."""
    if drafted.complete or not drafted.said or not enough(table.kind.game, drafted.state):
        return None
    label = labelling(voice).say(CONFIRM)
    return posting.form(
        el("input", type="hidden", name=WORDS, value=str(Stop())),
        el("button", label, name=ID, value="", data_verb="confirm"),
        class_="enough",
    )


def _further(way: Way, place: Place, posting: Posting, voice: Voice) -> Markup:
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


def _offers(place: Place, about: Sequence[Way], voice: Voice) -> Iterator[Markup]:
    """Each group of possible words, with its choices."""
    numbered, at = targets(place), 0
    for offer in place.offers:
        ways = [
            _way(place, offer, way, n, bool(numbered and numbered[n]), about, voice)
            for n, way in enumerate(offer.ways, at)
        ]
        at += len(ways)
        if ways:
            title = labelling(voice).say(offer.title)
            yield el("fieldset", el("legend", title), el("div", ways, class_="ways"))


def _way(
    place: Place,
    offer: ChoiceGroup,
    way: Choice,
    n: int,
    numbered: bool,
    about: Sequence[Way],
    voice: Voice,
) -> Markup:
    label = Joined(" · ", (n + 1, way.label)) if numbered else way.label
    speaks, hint = labelling(voice), way.why or way.hint
    return el(
        "button",
        speaks.say(label),
        el("small", speaks.say(hint)) if hint else None,
        name=ID,
        value=place.id("press", n),
        disabled=bool(way.why),
        data_word=way.word,
        # The places of the word.
        data_at=next((" ".join(w.at) for w in about if w.words == (way.word,) and w.at), None),
    )


def _pressed(button: SaidButton) -> Markup:
    return button_of(button, data_verb=button.id.split(":")[1])


def _typed(posting: Posting, voice: Voice) -> Markup:
    """A field for a typed turn."""
    speaks = labelling(voice)
    field = el("input", name=WORDS, maxlength=500, autocomplete="off", autocapitalize="off")
    return posting.form(
        el("label", el("span", speaks.say(TYPED)), field),
        el("button", speaks.say(SAY), name=ID, value=""),
        class_="typed",
    )


BOARD: Final = Text("Board")
HAND: Final = Text("Your hand")
FEW: Final = 3  # most ways listed in words at a place
FINGER: Final = 18  # px: least height of a place; touch.js also finds it by a near tap
SIGN: Final = 20.0  # px of the picture: least radius of a number
IDLE: Final = Text("Nothing to do here right now")


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
    surface: Surface,
    ways: Sequence[Way],
    voice: Voice,
    called: Text = BOARD,
    numbers: Sequence[str] = (),
) -> Markup | None:
    """The outlines over a picture; None if it has no places. called: the picture's name; numbers:
    places in the order of the choices, to show their numbers if the picture has none."""
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


def _about(place: renderer.Place, ways: Sequence[Way]) -> list[Way]:
    """The ways for a place: those that lead there, or else those that touch it."""
    ends = [way for way in ways if way.at and way.at[-1] in place.names]
    return ends or [way for way in ways if set(way.at) & set(place.names)]


def _place(place: renderer.Place, about: Sequence[Way], voice: Voice) -> Markup:
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
    """The ways at a place: a few in words, many as their number."""
    if len(about) > FEW:
        yield Plural("{n} option", "{n} options", len(about))
        return
    for way in about:
        yield Joined(": ", (way.label, way.hint))
