"""What is said of clocks: how much time everybody has, until when a turn is waited for, and what
the clock has played."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from bot.core.game import CLOCK, Game
from bot.core.names import game_name
from bot.core.sentences import About
from bot.core.table import Table
from bot.domain.absence import OFFERED_AFTER
from bot.domain.agreed import PACE, pace_of, stops_on_weekends, vacations_count
from bot.text.lists import stands
from bot.text.stories import clock_played
from rules.game import Seat
from rules.text import NOTHING, Code, Due, Small, Strong, Text, lines, sentences

BACK = Text("I'm Back")
NO_CLOCK = Text("No clock.")
_PACES: Mapping[str, Text] = MappingProxyType(
    {
        "brisk": Text("Brisk: several turns a day."),
        "steady": Text("Steady: two turns a day."),
        "relaxed": Text("Relaxed: one turn a day."),
        "long": Text("Long: ten-day reserve."),
    }
)


def pace(game: Game) -> Text:
    """How fast a game is, in five words or fewer."""
    return _PACES.get(game.options.get(PACE.name, "none"), NO_CLOCK)


def agreed(game: Game) -> Text:
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


def play_by(game: Game) -> Text:
    """Until when whoever is on turn has time; nothing where there is no clock."""
    due = game.due(CLOCK)
    return stands(game) if due is None else Text("Play by {time}.", time=Due(due))


def played(table: Table, seat: Seat, times: int, *, skipped: bool) -> Text:
    """Which turn was played for somebody whose time was over, and what comes of it. times: in a
    row; skipped: a host of the server skipped it before that."""
    name = table.names[seat]
    if times >= OFFERED_AFTER:
        return lines(
            _over(table, skipped=skipped),
            Small(
                Text(
                    "{name} has missed more than one turn in a row, so the seat is now on "
                    "offer to others. Until someone takes it, {name} can press the button to "
                    "keep playing.",
                    name=name,
                )
            ),
        )
    next_ = Text(
        "{name} can press the button to keep playing. If time runs out again first, the seat "
        "will be offered to others.",
        name=name,
    )
    return lines(_over(table, skipped=skipped), Small(next_))


def came(table: Table, seat: Seat, *, skipped: bool) -> Text:
    """The line that the clock played for somebody, once they are back."""
    return sentences(_over(table, skipped=skipped), Text("{name} is back.", name=table.names[seat]))


def _over(table: Table, *, skipped: bool) -> Text:
    game = Strong(game_name(table.game))
    over = Text("{game}: time ran out for this turn.", game=game)
    if skipped:
        over = Text("{game}: a moderator skipped this turn.", game=game)
    return sentences(over, clock_played(table))


# To who was not there when the clock played.
here_again = About(
    "You're back in {game}. Your missed turns no longer count, and I've added one turn's "
    "worth of time to your clock."
)
# To who has not missed a turn since they were there.
here_anyway = About("You haven't missed a turn in {game}.")
