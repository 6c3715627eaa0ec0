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
        "{mention}, {name} has been waiting for you to take your turn in {game} since {since}.",
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
        return Text("I've reminded {name} about {game}.", name=name, game=game_name(game))
    return Text(
        "{name} isn't getting notifications right now, so your reminder for {game} will wait "
        "until {time}.",
        name=name,
        game=game_name(game),
        time=Moment(later, "f"),
    )


nobody_to_nudge = About("It's nobody's turn in {game} right now, so there's nobody to remind.")
no_nudge_in_a_pause = About("{game} is paused, so I won't remind anyone.")
your_own_turn = About("It's your own turn in {game}.")


def too_early(game: Game, name: Argument, then: float) -> Text:
    return Text(
        "{name}'s turn in {game} started less than a day ago. You can send a reminder from {time}.",
        name=name,
        game=game_name(game),
        time=Moment(then, "f"),
    )


def nudged_already(game: Game, name: Argument, then: float) -> Text:
    return Text(
        "{name} has already had a reminder about {game} in the last day. You can send "
        "another from {time}.",
        name=name,
        game=game_name(game),
        time=Moment(then, "f"),
    )


def reminded_enough(game: Game, name: Argument) -> Text:
    return Text(
        "{name} has already had three reminders about this turn in {game}, which is the limit.",
        name=name,
        game=game_name(game),
    )


def ignored(game: Game, name: Argument) -> Text:
    return Text(
        "{name} hasn't responded to {n} messages about {game}, so I won't send more until "
        "they're back.",
        name=name,
        n=UNANSWERED,
        game=game_name(game),
    )


def unreachable(game: Game, name: Argument) -> Text:
    return Text(
        "{name} has turned off notifications for {game}.",
        name=name,
        game=game_name(game),
    )
