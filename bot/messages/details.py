"""All that a table has agreed on, told to one person who asks: its options, the exact clock, what
happens to whoever does not play, when a turn counts, and what is rated."""

from __future__ import annotations

from collections.abc import Iterator

from bot.messages import hints, standings
from bot.messages.answers import counts_when
from bot.messages.cards import invited
from bot.messages.fitting import Stacked
from bot.table.agreed import (
    BOARDS,
    PACE,
    SUBSTITUTE,
    keeps_boards,
    pace_of,
    stops_on_weekends,
    substitute_of,
    vacations_count,
)
from bot.table.game import LOBBY_CLOSES, Game
from bot.table.names import game_name, in_full, options_of, title
from rules.errors import quoted
from rules.game import NO_MEANING
from rules.text import NOTHING, Code, Joined, Moment, Strong, Text, sentences


def details(game: Game) -> Text:
    """What holds at this table; of a lobby also who sits there, how it starts and when it
    closes."""
    agreed = Joined(" · ", _agreed(game))
    return Stacked(
        (
            Strong(Joined(" · ", (game_name(game), title(game)))),
            *(_of_a_lobby(game) if game.status == "lobby" else ()),
            Text("Options: {options}", options=agreed) if agreed else NOTHING,
            _clock(game),
            counts_when(game),
            standings.counts(game),
            hints.agreed(game),
        )
    )


def _clock(game: Game) -> Text:
    """How much time everybody at a table has, and what happens when it is over."""
    pace = game.options.get(PACE.name, "none")
    if pace_of(game) is None:
        return Text("There's no clock.")
    weekend = Text("Clocks stop at weekends.") if stops_on_weekends(game) else NOTHING
    away = NOTHING if vacations_count(game) else Text("Vacations don't stop the clocks.")
    return sentences(
        Text("Time control: {pace} ({time}).", pace=Code(pace), time=PACE.meaning[pace]),
        Text(
            "If you run out of time, I'll play your turn for you. If that happens twice in a "
            "row, I'll also offer your seat to others."
        ),
        weekend,
        away,
    )


def _of_a_lobby(game: Game) -> Iterator[Text]:
    closes, names = Moment(game.due(LOBBY_CLOSES) or 0), list[Text](in_full(game.sitters))
    names += [Text("open")] * (int(game.options["players"]) - len(names))
    seats = [Joined(" ", each) for each in enumerate(names, 1)]
    yield Text("Seats: {seats}", seats=Joined(" · ", seats))
    order = Text("Seats are assigned at random when the game starts.")
    if invited(game):
        order = Text("If the same people play again, the seats rotate by one.")
    yield sentences(_start(game), order)
    yield Text("The lobby closes {time} if the game hasn't started.", time=closes)


def _start(game: Game) -> Text:
    most, fewest = int(game.options["players"]), game.rules.fewest
    if most == fewest:
        return Text("Starts automatically with {n} players.", n=most)
    return Text(
        "Starts automatically with {n} players, or with {fewest} or more when the host "
        "presses Start Now.",
        n=most,
        fewest=fewest,
    )


def _agreed(game: Game) -> Iterator[Text]:
    """The game's own options: `setup quick (chance lays the logs)`; and that boards are kept."""
    meanings = {option.name: option.meaning for option in game.rules.options}
    for name, value in options_of(game).items():
        agreed = Joined(" ", (name, quoted(value)))
        meaning = meanings.get(name, NO_MEANING).get(value)
        yield Text("{option} ({meaning})", option=agreed, meaning=meaning) if meaning else agreed
    if keeps_boards(game):
        kept = Joined(" ", (BOARDS.shown, "keep"))
        yield Text("{option} (old boards stay, without buttons)", option=kept)
    if level := substitute_of(game):
        agreed = Joined(" ", (SUBSTITUTE.shown, level))
        yield Text("{option} (a computer may take over an abandoned seat)", option=agreed)
