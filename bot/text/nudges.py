"""What a nudge says, and what is said to who nudges."""

from __future__ import annotations

from bot.core.game import Game
from bot.core.names import game_name, seated
from bot.core.sentences import About
from bot.domain.reminders import UNANSWERED
from bot.text.lists import board_link
from bot.text.reminders import DRAFT, Waits, mention, otherwise
from rules.text import NOTHING, Moment, Strong, Text, lines, sentences
from rules.voice import Argument
from storage import Post


def nudge(game: Game, board: Post | None, seat: int, waits: Waits) -> Text:
    """A reminder for which somebody who waits has asked."""
    names = seated(game.sitters)
    asks = Text(
        "{mention}, {name} asks for your turn in {game}, which waits since {since}.",
        mention=mention(game),
        name=names[seat],
        game=Strong(board_link(game, board)),
        since=Moment(game.changed, "f"),
    )
    end = otherwise(game, last=waits.last)
    return lines(sentences(asks, end), DRAFT if waits.draft else NOTHING)


def nudged(game: Game, name: Argument, later: float | None) -> Text:
    """later: when they are awake, if it is night for them."""
    if later is None:
        return Text("{name} is reminded of {game} for you.", name=name, game=game_name(game))
    return Text(
        "It is not a time at which {name} is called, so your nudge in {game} waits until {time}.",
        name=name,
        game=game_name(game),
        time=Moment(later, "f"),
    )


nobody_to_nudge = About("Nobody was nudged: it is nobody's turn in {game} now.")
no_nudge_in_a_pause = About(
    "Nobody was nudged: {game} is paused, and nobody is reminded before it goes on."
)
your_own_turn = About("Nobody was nudged: {game} waits for you.")


def too_early(game: Game, name: Argument, then: float) -> Text:
    return Text(
        "{name} was not nudged: {game} has waited for less than a day. You can do it from {time} "
        "on.",
        name=name,
        game=game_name(game),
        time=Moment(then, "f"),
    )


def nudged_already(game: Game, name: Argument, then: float) -> Text:
    return Text(
        "{name} was not nudged: somebody has done it for {game} within a day. You can do it from "
        "{time} on.",
        name=name,
        game=game_name(game),
        time=Moment(then, "f"),
    )


def reminded_enough(game: Game, name: Argument) -> Text:
    return Text(
        "{name} was not nudged: there were three reminders of this turn in {game}, and there are "
        "no more.",
        name=name,
        game=game_name(game),
    )


def ignored(game: Game, name: Argument) -> Text:
    return Text(
        "{name} was not nudged: {name} has not answered {n} messages about {game}, and gets no "
        "more until they are back.",
        name=name,
        n=UNANSWERED,
        game=game_name(game),
    )


def unreachable(game: Game, name: Argument) -> Text:
    return Text(
        "{name} was not nudged: {name} has chosen to be called in no way in {game}.",
        name=name,
        game=game_name(game),
    )
