"""The card of a game: as long as it is a lobby, and as long as it is played somewhere else; and what
announces its start."""

from __future__ import annotations

from collections.abc import Iterator

from bot.core.game import LOBBY_CLOSES, Game
from bot.core.names import game_name, host, in_full, options_of, players, title
from bot.core.table import Table
from bot.domain.agreed import keeps_boards, substitute_of
from bot.domain.reminders import UNANSWERED
from bot.text import clocks, standings
from bot.text.answers import GAME_OVER, counts_when, more_players, whose
from bot.text.fairness import commitment
from bot.text.lists import deadline
from rules.errors import quoted
from rules.game import NO_MEANING
from rules.text import (
    NOTHING,
    Joined,
    Listed,
    Mention,
    Moment,
    Place,
    Plural,
    Small,
    Strong,
    Text,
    lines,
    sentences,
)


def invited(game: Game) -> tuple[int, ...]:
    """Whom a rematch is for, besides the one who opened it; computers are there already."""
    users = map(int, game.options.get("order", "").split())
    return tuple(user for user in users if user > 0 and user != game.host)


def lobby(game: Game) -> Text:
    """The card of a lobby, for as long as it is one."""
    agreed = Joined(" · ", _agreed(game))
    closes = Moment(game.due(LOBBY_CLOSES) or 0)
    return lines(
        Joined(" ", (_looking(game), *(Mention(user, "") for user in invited(game)))),
        Text("Seats: {seats}", seats=Joined(" · ", _seats(game))),
        Text("Options: {options}", options=agreed) if agreed else NOTHING,
        clocks.agreed(game),
        Small(
            sentences(
                _starts(game),
                _order(game),
                counts_when(game),
                standings.counts(game),
                Text("It closes {time} if it has not started.", time=closes),
            )
        ),
        commitment(game),
    )


def begins(game: Game) -> Text:
    """What announces the start, with whose number the seats are drawn."""
    return Text(
        "{game} begins with {players}. The seats and the first draws come from the number of this "
        "post, which Discord has just made.",
        game=_heading(game),
        players=Listed(in_full(game.sitters)),
    )


def _looking(game: Game) -> Text:
    return Text(
        "{game} — {host} is looking for {missing}.",
        game=_heading(game),
        host=host(game),
        missing=_missing(game),
    )


def _heading(game: Game) -> Text:
    return Strong(Joined(" · ", (game_name(game), title(game))))


def _seats(game: Game) -> Iterator[Text]:
    names = in_full(game.sitters)
    for i in range(int(game.options["players"])):
        yield Joined(" ", (i + 1, names[i] if i < len(names) else Text("open")))


def _starts(game: Game) -> Text:
    most, fewest = int(game.options["players"]), game.rules.fewest
    if most == fewest:
        return Text("It starts by itself when {n} are in.", n=most)
    return Text(
        "It starts by itself when {n} are in, or from {fewest} on when the host presses Start Now.",
        n=most,
        fewest=fewest,
    )


def _order(game: Game) -> Text:
    if invited(game):
        return Text("When the same people are in, the seats move on by one.")
    return Text("The seats are drawn then.")


def _agreed(game: Game) -> Iterator[Text]:
    """The game's own options: `setup quick (chance lays the logs)`; and that boards are kept."""
    meanings = {option.name: option.meaning for option in game.rules.options}
    for name, value in options_of(game).items():
        agreed = Joined(" ", (name, quoted(value)))
        meaning = meanings.get(name, NO_MEANING).get(value)
        yield Text("{option} ({meaning})", option=agreed, meaning=meaning) if meaning else agreed
    if keeps_boards(game):
        yield Text("boards keep (old boards stay, without their buttons)")
    if level := substitute_of(game):
        agreed = Joined(" ", ("substitute", level))
        yield Text("{option} (a computer may take over a free seat)", option=agreed)


def _missing(game: Game) -> Text:
    least = max(0, game.rules.fewest - len(game.sitters))
    most = int(game.options["players"]) - len(game.sitters)
    if least >= most or most == 1:
        return more_players(most)
    if least:
        return Text("{least} to {most} more players", least=least, most=most)
    return Text("up to {most} more players", most=most)


def card(game: Game, table: Table | None, *, reminded: int = 0, ignoring: bool = False) -> Text:
    """The card in the channel once the lobby is closed. reminded: how often the player on turn
    was, where that was the last time; ignoring: they do not answer, and are called no more."""
    return lines(_state(game, table, reminded, ignoring=ignoring), commitment(game))


def _state(game: Game, table: Table | None, reminded: int, *, ignoring: bool) -> Text:
    head = Text("{game}: {players}.", game=_heading(game), players=players(game))
    if game.status == "lobby":
        return sentences(head, Text("It begins now."))
    if game.channel == game.home and game.status == "playing":
        return sentences(head, Text("It has begun; its newest post shows where it is."))
    where = NOTHING
    if game.channel not in (None, game.home):
        where = Text("It is played in {place}.", place=Place(game.place))
    if game.status == "cancelled":
        return Text("{game} was closed before its end. Nobody has won.", game=_heading(game))
    if table is None or table.over:
        return sentences(head, GAME_OVER, where)
    standing = table.kind.texts.standing(table.seen().state, table.names)
    called = sentences(whose(table), _time(table), _silence(table, reminded, ignoring=ignoring))
    return lines(sentences(head, where), called, standing)


def _silence(table: Table, reminded: int, *, ignoring: bool) -> Text:
    """Nobody is reminded for ever."""
    if table.running and ignoring:
        return Text(
            "{name} has not answered {n} messages, and is called no more until they are back.",
            name=table.names[table.actor],
            n=UNANSWERED,
        )
    if not (reminded and table.running):
        return NOTHING
    times = Plural("once", "{n} times", n=reminded)
    name = table.names[table.actor]
    return Text("{name} was reminded {times}, and is not reminded again.", name=name, times=times)


def _time(table: Table) -> Text:
    """Since when somebody is waited for, and until when."""
    if not table.running:
        return NOTHING
    since = Text("Waiting since {since}.", since=Moment(table.game.changed, "f"))
    return sentences(since, deadline(table.game))


def moved(game: Game) -> Text:
    """In place of the card in the channel that a game has left."""
    place = Place(game.place)
    return Text("{game} goes on in {place}.", game=_heading(game), place=place)
