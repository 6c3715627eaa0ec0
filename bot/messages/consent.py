"""A request to everyone else at a table: its public line, and a reminder of it."""

from __future__ import annotations

from bot.messages.layout import Button, Layout
from bot.messages.layouts import button_id
from bot.table.consent import Answers, Kind, Offer, answers_to, open_offer
from bot.table.consent import asked as whom
from bot.table.game import OFFER
from bot.table.table import Table
from rules.game import Seat
from rules.text import NOTHING, Jump, Listed, Mention, Moment, Small, Text, lines, sentences
from storage import Post, Row


def request(table: Table, rows: list[Row], kind: Kind, offer: Offer) -> Layout:
    """The line that everyone who is asked can answer; each of them is mentioned once."""
    game, due = table.game, table.game.due(OFFER) or 0
    seats = whom(game, offer)
    people = Listed(Mention(game.sitters[seat].user, table.names[seat]) for seat in seats)
    called = Text("{people}: {wish}", people=people, wish=kind.wish(table, rows, offer))
    until = Text(
        "Everyone who's been asked has to accept. You can answer until {time} ({left}), "
        "unless the game moves on first.",
        time=Moment(due, "f"),
        left=Moment(due, "R"),
    )
    buttons = (
        Button(Text("Accept"), button_id("accept", game.id, offer.row), "success"),
        Button(Text("Decline"), button_id("decline", game.id, offer.row)),
    )
    pings = tuple(game.sitters[seat].user for seat in seats)
    return Layout(lines(called, Small(until)), buttons=buttons, pings=pings)


def news(table: Table, rows: list[Row], kind: Kind, offer: Offer) -> Layout:
    """The line of a request as it stands now."""
    said = answers_to(rows, offer)
    if open_offer(table.game) != offer:
        outcome = _outcome(table, kind, offer, said)
        return Layout(sentences(kind.wish(table, rows, offer), outcome))
    line = request(table, rows, kind, offer)
    names = Listed(table.names[seat] for seat in said.agreed)
    accepted = Text("Accepted by {names}.", names=names) if said.agreed else NOTHING
    return Layout(lines(line.text, accepted), buttons=line.buttons)


def _outcome(table: Table, kind: Kind, offer: Offer, said: Answers) -> Text:
    if said.against == offer.seat:
        return Text("Withdrawn.")
    if said.against is not None:
        return Text("{name} declined.", name=table.names[said.against])
    if said.agreed and not set(whom(table.game, offer)) - set(said.agreed):
        names = Listed(table.names[seat] for seat in said.agreed)
        accepted = Text("{names} accepted.", names=names)
        return sentences(accepted, kind.outcome(table, offer))
    if table.game.past(offer.row):
        return Text("Expired: the game has moved on.")
    return Text("Expired: not everyone answered in time.")


def still_asked(
    table: Table, rows: list[Row], kind: Kind, offer: Offer, seat: Seat, line: Post | None
) -> Text:
    """The request for a player in quiet hours when its line was posted."""
    mention = Mention(table.game.sitters[seat].user, table.names[seat])
    wish = kind.wish(table, rows, offer)
    called = Text("{mention}: {wish}", mention=mention, wish=wish)
    if line is None or line.message is None:
        return called
    place = line.channel or table.game.place
    there = Jump(Text("under the request"), table.game.guild, place, line.message)
    until = Moment(table.game.due(OFFER) or 0, "f")
    return lines(
        called, Small(Text("You can answer {there} until {time}.", there=there, time=until))
    )
