"""What is said of lobbies that only some may join."""

from __future__ import annotations

from collections.abc import Sequence

from bot.core.commands import Command
from bot.core.game import Game
from bot.core.names import game_name, host, title
from bot.core.sentences import About
from bot.domain.guests import MOST_GUESTS, only_guests
from rules.text import NOTHING, SOMEBODY, Listed, Mention, Strong, Text, sentences


def invitation(game: Game, user: int) -> Text:
    """To somebody who is invited, where the lobby is."""
    return Text(
        "{mention}, {host} has invited you to {game} ({title}).",
        mention=Mention(user, SOMEBODY),
        host=host(game),
        game=Strong(game_name(game)),
        title=title(game),
    )


def invited(game: Game, users: Sequence[int], unmentioned: Sequence[int]) -> Text:
    """To the person who has invited them. unmentioned: those of them who were not mentioned."""
    told = Text("You've invited {people} to {game}.", game=game_name(game), people=_named(users))
    return sentences(
        told,
        _unmentioned(unmentioned) if unmentioned else NOTHING,
        NOTHING if only_guests(game) else Text("Anyone else can join too."),
    )


def _unmentioned(users: Sequence[int]) -> Text:
    return Text(
        "I didn't mention {people}: I only mention a few people at a time, and rarely the "
        "same person twice. The lobby message names them.",
        people=_named(users),
    )


def _named(users: Sequence[int]) -> Listed:
    return Listed([Mention(user, SOMEBODY) for user in users])


invited_already = About("They're already invited to {game}, or playing in it.")


def too_many(game: Game) -> Text:
    return Text(
        "You can invite up to {n} people to {game}.",
        n=MOST_GUESTS,
        game=game_name(game),
    )


nobody_named = About("To invite people to {game}, type @ and pick one or more names.")
not_yours = About("Only {host} or a channel manager can invite people to {game}.")


def not_open(game: Game) -> Text:
    """To somebody who may not sit down: not invited, removed, blocked or blocking somebody there.
    It's the same for all of these, so nobody learns that somebody blocks them."""
    return Text(
        "{game} isn't open to you. {here} lists other games, and {start} starts one of your own.",
        game=game_name(game),
        here=Command("games", "here"),
        start=Command(game.kind, "start"),
    )
