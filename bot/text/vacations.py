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
            "{name} is on vacation until {time}; until then {name}'s clock in {game} stands still.",
            name=seated(game.sitters)[seat],
            time=Moment(end, "f"),
            game=game_name(game),
        )
    )


def returns(game: Game, seat: int) -> Text:
    """Somebody is back before that."""
    name = seated(game.sitters)[seat]
    return Small(Text("{name} is back from vacation in {game}.", name=name, game=game_name(game)))


def begun(end: float, told: Sequence[Game], running: Sequence[Game]) -> Text:
    """To who is away from now on. told: the games in which a line says so; running: those at
    whose tables vacations do not count."""
    away = Text(
        "You are on vacation until {time}: nobody calls you, and your clocks stand still. It ends "
        "by itself, or with the button in {settings}.",
        time=Moment(end, "f"),
        settings=Command("games", "settings"),
    )
    lines = Text("It is told in {games}.", games=Listed(map(game_name, told))) if told else NOTHING
    return sentences(away, lines, _no_vacations(running))


def _no_vacations(games: Sequence[Game]) -> Text:
    if not games:
        return NOTHING
    return Text(
        "At the tables of {games} vacations were not agreed on: there you are called and your "
        "clock runs.",
        games=Listed(map(game_name, games)),
    )


VACATION_OVER = Text("Your vacation is over: your clocks run again.")


NOT_AWAY = Text("You are not on vacation, so nothing was changed.")


def no_day(typed: str) -> Text:
    return Text(
        "{typed} is no day that I can read, so nothing was changed. Write the last day of your "
        "vacation like {day}.",
        typed=quoted(typed),
        day=Code("2026-12-24"),
    )


PAST_DAY = Text("That day is over already, so nothing was changed.")


def too_long(latest: float) -> Text:
    return Text(
        "Nothing was changed: a vacation has 14 days at most, and a year 30. Yours can be until "
        "{time}.",
        time=Moment(latest, "f"),
    )


def none_left() -> Text:
    days = Plural("{n} day", "{n} days", n=30)
    return Text("Nothing was changed: you have had {days} of vacation in a year.", days=days)
