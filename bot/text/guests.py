"""What is said of lobbies that only some may join."""

from __future__ import annotations

from collections.abc import Sequence

from bot.core.commands import Command
from bot.core.game import Game
from bot.core.names import game_name, host, title
from bot.core.sentences import About
from bot.domain.guests import MOST_GUESTS, only_guests
from rules.text import SOMEBODY, Listed, Mention, Strong, Text, sentences


def invitation(game: Game, user: int) -> Text:
    """To somebody who is invited, where the lobby is."""
    return Text(
        "{mention}, {host} invites you to {game} ({title}).",
        mention=Mention(user, SOMEBODY),
        host=host(game),
        game=Strong(game_name(game)),
        title=title(game),
    )


def invited(game: Game, users: Sequence[int]) -> Text:
    """To who has invited them."""
    told = Text("Invited to {game}: {people}.", game=game_name(game), people=_named(users))
    if only_guests(game):
        return told
    return sentences(told, Text("Everybody else can join it as well."))


def _named(users: Sequence[int]) -> Listed:
    return Listed([Mention(user, SOMEBODY) for user in users])


invited_already = About("They are invited to {game} already, or sit there.")


def too_many(game: Game) -> Text:
    return Text(
        "Nobody was invited: {n} people at most can be invited to {game}.",
        n=MOST_GUESTS,
        game=game_name(game),
    )


nobody_named = About(
    "Nobody was invited to {game}: type @ and pick the name of a person, or of several."
)
not_yours = About(
    "Nobody was invited: {host} invites people to {game}, or who manages its channel."
)


def not_invited(game: Game) -> Text:
    """To who would join."""
    return Text(
        "You were not seated: only who is invited can join {game}. {host} can invite you with "
        "{invite}.",
        game=game_name(game),
        host=host(game),
        invite=Command("games", "invite"),
    )


removed = About(
    "You were not seated: a host of the server has removed you from the lobby of {game}."
)
