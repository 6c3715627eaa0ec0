"""A turn on the page: what was said of it so far, and all that can be said next, each a button.

The words, their numbers and the draft are those of the channel's turn builder: what is begun here
goes on there. A script may press the buttons where their places are touched: `data-word` says the
word of each.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from bot.features.drafts import kept
from bot.messages import turn_builder
from bot.messages.choices import Place, at_table, offered, targets, unsay
from bot.messages.layout import Button, Layout
from bot.messages.medium import labelling
from bot.table.table import Table
from bot.web.markup import Markup, el, say
from bot.web.overlay import about_of, several
from bot.web.panel import ID, WORDS, Posting
from rules.drafting import Draft
from rules.english import Choice, ChoiceGroup
from rules.game import Seat, Stop
from rules.text import Joined, Strong, Text, sentences
from rules.touching import Way, enough
from rules.voice import Voice

TYPED = Text("Or type your turn")
SAY = Text("Play")
CONFIRM = Text("Confirm Turn")
ENDS = Text("{button} ends your turn now.", button=Strong(CONFIRM))


def draft_of(table: Table, seat: Seat) -> tuple[Draft[Any], Layout]:
    """How far the turn is, and how the channel's builder shows that."""
    drafted = kept(table, seat)
    if drafted.complete:
        return drafted, turn_builder.preview(table, seat, drafted)
    return drafted, turn_builder.builder(table, seat, drafted)


def choices(table: Table, drafted: Draft[Any]) -> tuple[str, ...]:
    """The places of the choices, in the order in which the list numbers them."""
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
    """The turn of whoever looks, who is on turn."""
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
        [_further(way, place, posting, voice) for way in several(ways)],
        el(
            "div",
            posting.form(
                el("div", [_pressed(button, voice) for button in buttons], class_="row unsay")
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
    """What can still be done in a turn that its mover may end here."""
    titles = [
        offer.title
        for offer in offers
        if any(way.word != str(Stop()) and not way.why for way in offer.ways)
    ]
    if not titles:
        return ENDS
    return sentences(Text("Also possible: {choices}.", choices=Joined(", ", titles)), ENDS)


def _enough(table: Table, drafted: Draft[Any], posting: Posting, voice: Voice) -> Markup | None:
    """Confirm, where the turn is whole with no more than `.`, which a typed line says as well."""
    if drafted.complete or not drafted.said or not enough(table.kind.game, drafted.state):
        return None
    label = labelling(voice).say(CONFIRM)
    return posting.form(
        el("input", type="hidden", name=WORDS, value=str(Stop())),
        el("button", label, name=ID, value="", data_verb="confirm"),
        class_="enough",
    )


def _further(way: Way, place: Place, posting: Posting, voice: Voice) -> Markup:
    """Several words that lead to a place which no word alone leads to."""
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
    """Each kind of word that is due, with the ways to say it."""
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
        data_at=about_of(about, way.word),
    )


def _pressed(button: Button, voice: Voice) -> Markup:
    made = button.said(voice)
    verb = made.id.split(":")[1]
    return el(
        "button",
        made.label,
        name=ID,
        value=made.id,
        disabled=made.off,
        class_=made.style,
        data_verb=verb,
    )


def _typed(posting: Posting, voice: Voice) -> Markup:
    """A line, for who would rather type."""
    speaks = labelling(voice)
    field = el("input", name=WORDS, maxlength=500, autocomplete="off", autocapitalize="off")
    return posting.form(
        el("label", el("span", speaks.say(TYPED)), field),
        el("button", speaks.say(SAY), name=ID, value=""),
        class_="typed",
    )
