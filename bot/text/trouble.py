"""What somebody is told when a post or an answer could not go where it belongs."""

from __future__ import annotations

from bot.games.game import Game
from bot.games.names import spoken
from rules.text import Place, Saying, Small, Text


def undelivered(game: Game, why: Saying) -> Text:
    """To the host, when something about the game could not be posted."""
    return Text(
        "I could not post in {place} about {game}: {why}. Nothing is lost; the game is kept as it "
        "stands. Somebody who may manage that channel can put it right; then I post it by myself, "
        "within the hour at the latest.",
        place=Place(game.channel or game.home),
        game=spoken(game),
        why=why,
    )


def gone_home(game: Game, why: Saying) -> Text:
    """Under a post that could not be made in the game's own thread."""
    gone = Text(
        "I could not post in {place}, the thread of {game} ({why}), so the game goes on in this "
        "channel. Nothing is lost.",
        place=Place(game.channel or game.home),
        game=spoken(game),
        why=why,
    )
    return Small(gone)


def mute(channel: int) -> Text:
    """To somebody alone, when they cannot be answered where they spoke."""
    return Text(
        "I may not write in {place}: the permission Send Messages (in a thread Send Messages in "
        "Threads) is missing, and somebody who may manage that channel can grant it. My answer "
        "to what you said there:",
        place=Place(channel),
    )


def no_thread(game: Game, why: Saying) -> Text:
    """When a thread was asked for and is not allowed."""
    return Text(
        "I could not open a thread for {game} ({why}), so it is played in this channel.",
        game=spoken(game),
        why=why,
    )
