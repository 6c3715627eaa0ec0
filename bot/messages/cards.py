"""The card of a game: as long as it is a lobby, and as long as it is played somewhere else; and
what announces its start. A card has few words, as its picture and its buttons stand below them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from bot.messages import standings
from bot.messages.answers import GAME_OVER, more_players, whose
from bot.messages.fairness import commitment
from bot.messages.fitting import CARD, FewWords
from bot.messages.lists import deadline
from bot.table.agreed import BOARDS, PACE, SUBSTITUTE, VACATIONS, WAIT, WEEKENDS
from bot.table.game import Game
from bot.table.guests import INVITED, guests, only_guests
from bot.table.names import game_name, host, host_seat, in_full, options_of, players, title
from bot.table.reminders import UNANSWERED
from bot.table.table import Table
from rules.text import (
    NOTHING,
    SOMEBODY,
    Joined,
    Listed,
    Mention,
    Moment,
    Place,
    Plural,
    Strong,
    Text,
    lines,
    sentences,
)

DETAILS = Text("Details")
WHEN_HOST_SAYS = Text("when the host starts it")
FEW = 2  # people who are called to a rematch, beside whom there is room for other words
FEW_GUESTS = 5  # people who are invited and named
# What a table agrees on besides its pace and its rating, where that is not as usual.
ON_THE_SIDE = (BOARDS, WEEKENDS, VACATIONS, SUBSTITUTE)


NO_CLOCK = Text("No clock.")
PACES: Final = {
    "brisk": Text("Brisk: several turns a day."),
    "steady": Text("Steady: two turns a day."),
    "relaxed": Text("Relaxed: one turn a day."),
    "long": Text("Long: ten-day reserve."),
}


def invited(game: Game) -> tuple[int, ...]:
    """Whom a rematch is for, besides the one who opened it; computers are there already."""
    users = map(int, game.options.get("order", "").split())
    return tuple(user for user in users if user > 0 and user != game.host)


def lobby(game: Game) -> Text:
    """The card of a lobby, for as long as it is one: who sits there, the pace, how it starts. All
    else is told to whoever asks (bot/messages/details.py)."""
    if not _free(game):
        return FewWords(CARD, [_lobby(game, each, NOTHING) for each in _beginning(game)])
    there, heading = {sitter.user for sitter in game.sitters}, _heading(game)
    called = [Mention(user, SOMEBODY) for user in invited(game) if user not in there]
    looking = Text(
        "{game} — {host} is looking for {missing}.",
        game=heading,
        host=host(game),
        missing=_missing(game),
    )
    if len(called) > FEW:
        looking = Text("{game} — a rematch:", game=heading)
    named = Text("when {host} starts it", host=host(game))
    others = [name for seat, name in enumerate(in_full(game.sitters)) if seat != host_seat(game)]
    by_name = number = NOTHING
    if n := len(others):
        names = Listed(others)
        by_name = Plural("{names} has joined.", "{names} have joined.", n=n, names=names)
        number = Plural("{n} other has joined.", "{n} others have joined.", n=n)
    everybody, counted = (sentences(looking, *called, each) for each in (by_name, number))
    ways = ((everybody, named), (counted, named), (counted, WHEN_HOST_SAYS), (counted, NOTHING))
    return FewWords(CARD, [_lobby(game, *way) for way in ways])


def _lobby(game: Game, there: Text, sooner: Text) -> Text:
    """there: who sits there; sooner: when it starts before it is full."""
    return lines(
        there,
        sentences(
            Text("Invited players only.") if only_guests(game) else NOTHING,
            _guests(game),
            PACES.get(game.options.get(PACE.name, "none"), NO_CLOCK),
            standings.rated(game),
            _starts(game, sooner),
            _unusual(game),
        ),
        commitment(game),
    )


def _starts(game: Game, sooner: Text) -> Text:
    most, fewest = int(game.options["players"]), game.rules.fewest
    if not _free(game):
        return NOTHING
    if most == fewest or not sooner:
        return Text("Starts at {n} players.", n=most)
    return Text("Starts at {n} players, or {sooner}.", n=most, sooner=sooner)


def _guests(game: Game) -> Text:
    """The people who are invited and not there yet."""
    users = sorted(guests(game, INVITED) - {sitter.user for sitter in game.sitters})
    if not users:
        return NOTHING
    if len(users) > FEW_GUESTS:
        return Text("{n} people have been invited.", n=len(users))
    return Text("Invited: {people}.", people=Listed([Mention(u, SOMEBODY) for u in users]))


def _unusual(game: Game) -> Text:
    """Where the table has agreed on more than its pace."""
    usual = {option.name: option.default for option in (*game.rules.options, WAIT)}
    agreed = {**options_of(game), WAIT.name: game.options.get(WAIT.name, WAIT.default)}
    special = any(usual.get(name) != value for name, value in agreed.items())
    if special or any(option.name in game.options for option in ON_THE_SIDE):
        return Text("Special options: see {details}.", details=Strong(DETAILS))
    return NOTHING


def begins(game: Game) -> Text:
    """What announces the start, with whose number the seats are drawn."""
    drawn = Text(
        "The seats and the first draws come from this message's ID, which Discord has just "
        "assigned."
    )
    return FewWords(CARD, [sentences(each, drawn) for each in _beginning(game)])


def _beginning(game: Game) -> tuple[Text, Text]:
    """Who plays: by name, or counted where there is no room for names."""
    everybody = Listed(in_full(game.sitters))
    return (
        Text("{game} starts now: {players}.", game=_heading(game), players=everybody),
        Text("{game} starts now with {n} players.", game=_heading(game), n=len(game.sitters)),
    )


def _free(game: Game) -> int:
    """The seats that nobody has yet."""
    return int(game.options["players"]) - len(game.sitters)


def _heading(game: Game) -> Text:
    return Strong(Joined(" · ", (game_name(game), title(game))))


def _missing(game: Game) -> Text:
    least = max(0, game.rules.fewest - len(game.sitters))
    most = _free(game)
    if least >= most or most == 1:
        return more_players(most)
    if least:
        return Text("{least} to {most} more players", least=least, most=most)
    return Text("up to {most} more players", most=most)


def card(game: Game, table: Table | None, *, reminded: int = 0, ignoring: bool = False) -> Text:
    """The card in the channel once the lobby is closed. reminded: how often the player on turn
    was, where that was the last time; ignoring: they do not answer, and are called no more."""
    said = commitment(game)
    if game.status == "cancelled":
        closed = Text("{game} was closed before it finished. Nobody won.", game=_heading(game))
        return lines(closed, said)
    heads = [Text("{game}: {players}.", game=_heading(game), players=players(game))]
    heads += [Text("{game}: {n} players.", game=_heading(game), n=len(game.sitters))]
    told = [sentences(*row) for row in _states(game, table, reminded, ignoring=ignoring)]
    return FewWords(CARD, [lines(sentences(head, row), said) for row in told for head in heads])


def _states(
    game: Game, table: Table | None, reminded: int, *, ignoring: bool
) -> Iterator[tuple[Text, ...]]:
    """Where the game is and whose turn, what matters least left out one by one."""
    if game.status == "lobby":
        yield (Text("Starting now."),)
        return
    if game.channel == game.home and game.status == "playing":
        yield (Text("In progress. The newest message shows the board."),)
        return
    where = NOTHING
    if game.channel not in (None, game.home):
        where = Text("Played in {place}.", place=Place(game.place))
    if table is None or table.over:
        yield GAME_OVER, where
        return
    silence, since = _silence(table, reminded, ignoring=ignoring), NOTHING
    if table.running:
        since = Text("Waiting since {since}.", since=Moment(game.changed, "f"))
    standing = table.kind.texts.standing(table.seen().state, table.names)
    until = deadline(game) if table.running else NOTHING
    yield where, lines(sentences(whose(table), since, until, silence), standing)
    yield where, whose(table), since, until, silence
    yield where, whose(table), until, silence
    yield where, whose(table), silence


def _silence(table: Table, reminded: int, *, ignoring: bool) -> Text:
    """Nobody is reminded for ever."""
    if table.running and ignoring:
        return Text(
            "{name} hasn't responded to {n} messages, so I won't notify them again until "
            "they're back.",
            name=table.names[table.actor],
            n=UNANSWERED,
        )
    if not (reminded and table.running):
        return NOTHING
    times = Plural("once", "{n} times", n=reminded)
    name = table.names[table.actor]
    return Text(
        "{name} has been reminded {times} and won't be reminded again.", name=name, times=times
    )


def moved(game: Game) -> Text:
    """In place of the card in the channel that a game has left."""
    return Text("{game} continues in {place}.", game=_heading(game), place=Place(game.place))
