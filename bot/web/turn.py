"""A turn on the page: what was said of it so far, and all that can be said next, each a button.

The words, their numbers and the draft are those of the channel's turn builder: what is begun here
goes on there. A script may press the buttons where their places are touched: `data-word` says the
word of each.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from bot.core.table import Table
from bot.features.drafts import kept
from bot.messages import turn_builder
from bot.messages.choices import Place, at_table, offered, targets, unsay
from bot.messages.layout import Button, Layout
from bot.messages.medium import labelling
from bot.web.markup import Markup, el
from bot.web.medium import say
from bot.web.panel import ID, WORDS, Posting
from rules.drafting import Draft
from rules.english import Choice, ChoiceGroup
from rules.game import Seat
from rules.text import Joined, Text
from rules.voice import Voice

TYPED = Text("Or type your turn")
SAY = Text("Say It")


def draft_of(table: Table, seat: Seat) -> tuple[Draft[Any], Layout]:
    """How far the turn is, and how the channel's builder shows that."""
    drafted = kept(table, seat)
    if drafted.complete:
        return drafted, turn_builder.preview(table, seat, drafted)
    return drafted, turn_builder.builder(table, seat, drafted)


def turn(
    table: Table, drafted: Draft[Any], shown: Layout, posting: Posting, voice: Voice
) -> Markup:
    """The turn of whoever looks, who is on turn."""
    said = len(drafted.said)
    offers = () if drafted.complete else offered(table.kind, drafted.state)
    place = Place(at_table(table, said), said, offers)
    buttons = shown.buttons if drafted.complete else unsay(place)
    return el(
        "section",
        el("p", say(voice, shown.text), class_="said"),
        posting.form(
            *_offers(place, voice),
            el("div", [_pressed(button, voice) for button in buttons], class_="row unsay"),
        ),
        _typed(posting, voice),
        id="turn",
        data_said=said,
        data_complete=drafted.complete,
    )


def _offers(place: Place, voice: Voice) -> Iterator[Markup]:
    """Each kind of word that is due, with the ways to say it."""
    numbered, at = targets(place), 0
    for offer in place.offers:
        ways = [
            _way(place, offer, way, n, bool(numbered and numbered[n]), voice)
            for n, way in enumerate(offer.ways, at)
        ]
        at += len(ways)
        if ways:
            title = labelling(voice).say(offer.title)
            yield el("fieldset", el("legend", title), el("div", ways, class_="ways"))


def _way(
    place: Place, offer: ChoiceGroup, way: Choice, n: int, numbered: bool, voice: Voice
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
