"""What is said of vacations: in the games of whoever is away, and to them."""

from __future__ import annotations

from collections.abc import Sequence

from bot.core.commands import Command
from bot.core.game import Game
from bot.core.names import game_name, seated
from rules.errors import quoted
from rules.text import NOTHING, Code, Listed, Moment, Plural, Small, Text, sentences


def leaves(game: Game, seat: int, end: float) -> Text:
    """In a game of somebody who is away from now on."""
    return Small(
        Text(
            "{name} is on vacation until {time}. Their clock in {game} is stopped until then.",
            name=seated(game.sitters)[seat],
            time=Moment(end, "f"),
            game=game_name(game),
        )
    )


def returns(game: Game, seat: int) -> Text:
    """Somebody is back before that."""
    name = seated(game.sitters)[seat]
    return Small(Text("In {game}, {name} is back from vacation.", name=name, game=game_name(game)))


def begun(end: float, told: Sequence[Game], running: Sequence[Game]) -> Text:
    """To who is away from now on. told: the games in which a line says so; running: those at
    whose tables vacations do not count."""
    away = Text(
        "You're on vacation until {time}. I won't notify you, and your clocks are stopped. "
        "To end it early, use the button in {settings}.",
        time=Moment(end, "f"),
        settings=Command("games", "settings"),
    )
    lines = (
        Text("I've let the other players know in {games}.", games=Listed(map(game_name, told)))
        if told
        else NOTHING
    )
    return sentences(away, lines, _no_vacations(running))


def _no_vacations(games: Sequence[Game]) -> Text:
    if not games:
        return NOTHING
    return Text(
        "Vacations don't apply in {games}: I'll notify you there as usual, and your clock "
        "will keep running.",
        games=Listed(map(game_name, games)),
    )


VACATION_OVER = Text("Your vacation is over. Your clocks are running again.")


NOT_AWAY = Text("You're not on vacation.")


def no_day(typed: str) -> Text:
    return Text(
        "I can't read {typed} as a date. Write the last day of your vacation like this: {day}.",
        typed=quoted(typed),
        day=Code("2026-12-24"),
    )


PAST_DAY = Text("That day is in the past. Choose a later one.")


def too_long(latest: float) -> Text:
    return Text(
        "A vacation can last up to 14 days, and you have 30 days a year in total. This one "
        "can last until {time}.",
        time=Moment(latest, "f"),
    )


def none_left() -> Text:
    days = Plural("{n} day", "{n} days", n=30)
    return Text("You've used up your vacation for this year ({days}).", days=days)
