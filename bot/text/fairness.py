"""What is said of a game's chance: the first digits of its hash for everybody, and all that there
is to check for whoever asks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from bot.core.commands import Command
from bot.core.game import Game, is_private
from bot.core.names import game_name
from bot.text.fitting import Stacked
from rules.dice import MARK
from rules.text import NOTHING, Code, Jump, Small, Strong, Text, sentences

SHOWN: Final = 20  # digits of a hash on a card; enough that nobody finds another seed with them
GROUP: Final = 10


class DrawnWith(NamedTuple):
    """A row that was drawn with a post, and where that stands."""

    n: int
    channel: int
    message: int


def digits(game: Game) -> str:
    """The first digits of the hash to which a game is committed: `2fb989d828 cd1cb6d142`."""
    hash_ = game.commitment[:SHOWN]
    return " ".join(hash_[i : i + GROUP] for i in range(0, SHOWN, GROUP))


def commitment(game: Game) -> Text:
    """On every card, so that there is something to compare the seed with when it can be seen."""
    return Small(Text("Fairness: {digits}", digits=Code(digits(game))))


def fairness(game: Game, posts: Sequence[DrawnWith], *, open_: bool) -> Text:
    """All of it, for one person. posts: some with which chance has drawn; open_: the seed is no
    secret any more."""
    return Stacked(
        (
            sentences(Strong(game_name(game)), Text("You can check that chance is fair.")),
            _hash(game),
            _seed(game) if open_ else Text("The seed is revealed here when the game ends."),
            *(_drawn_with(game, post) for post in posts),
            Text(
                "To check a row, copy the link to its message. The last number in the link "
                "should match the one after @ in that row of the record."
            )
            if posts
            else NOTHING,
            Text(
                "When the game ends, {verify} will recheck every seat, roll and card against "
                "the seed. You can also check a downloaded record on your own machine with "
                "`lumbercamp verify`.",
                verify=Command("games", "review verify", f"game:{game_name(game)}"),
            ),
        )
    )


def _hash(game: Game) -> Text:
    return Text(
        "The lobby message shows the start of this hash, the SHA-256 of the line {mark} "
        "followed by the seed: {hash}",
        mark=Code(MARK.decode().strip()),
        hash=Code(game.commitment),
    )


def _seed(game: Game) -> Text:
    return Text("Seed: {seed}", seed=Code(game.seed.hex()))


def _drawn_with(game: Game, post: DrawnWith) -> Text:
    words = Text("this message")
    where = words if is_private(game) else Jump(words, game.guild, post.channel, post.message)
    return Text(
        "The roll or card in row {n} was drawn using {post} (ID {message}).",
        n=post.n,
        post=where,
        message=Code(str(post.message)),
    )
