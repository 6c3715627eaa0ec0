"""Ratings and results in words: how good somebody seems, and what a game did to the ratings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from bot.table.agreed import not_rated
from bot.table.game import Game
from bot.table.names import bare
from bot.table.seats import unrated
from rules.text import NOTHING, Joined, Name, Plural, Text, sentences
from storage import NEW, Moved, Rating, Standing

FIRST = 5  # rated games of somebody; until then nothing is said of their rating
SCALE = 60  # openskill's 25 is shown as 1,500
# Why a game is not rated, by the store's word for it.
_WHY: Mapping[str, Text] = MappingProxyType(
    {
        "casual": Text("Unrated, as agreed."),
        "computers": Text("Unrated: a computer played."),
        "excused": Text("Unrated: a player was removed, and only one is left to rate."),
        "early": Text("Unrated: it ended before everyone had three turns."),
        "rematch": Text("Unrated: the same players have had five rated games in seven days."),
    }
)


def counted(line: Standing) -> Text:
    """Games, won, rating and streak."""
    parts = (
        Plural("{n} game", "{n} games", n=line.games),
        Plural("{n} won", "{n} won", n=line.won),
        Text("rating {rating}", rating=rating(line.rating)) if line.rating else NOTHING,
        Text("{n}-game winning streak", n=line.streak) if line.streak > 1 else NOTHING,
    )
    return Joined(", ", [part for part in parts if part])


def rating(rating: Rating) -> Text:
    """A rating and its doubt, in steps of ten; in words until it is sure."""
    if rating.games < FIRST:
        return Text("provisional")
    if not rating.sure:
        return _so_far(rating)
    doubt = round(rating.sigma * SCALE / 10) * 10
    return Text("{rating} ± {doubt}", rating=strength(rating), doubt=doubt)


def strength(rating: Rating) -> int:
    """A rating as it is shown."""
    return round(rating.mu * SCALE)


def _so_far(rating: Rating) -> Text:
    """How good somebody seems while their rating is not sure: compared with an average player, five
    times of six."""
    off = (rating.mu - NEW.mu) / rating.sigma
    if off > 1:
        return Text("above average so far")
    return Text("below average so far") if off < -1 else Text("about average so far")


def moved(game: Game, moved: Moved | None, names: Sequence[Text]) -> Text:
    """How a game has moved the ratings of those who are not hidden, or why it has not."""
    if moved is None:
        return NOTHING
    if moved.unrated:
        return _WHY.get(moved.unrated, NOTHING)
    gave_up = {each.user: Name(bare(each.name)) for each in game.former}
    left = [_move(name, *moved.changes[u]) for u, name in gave_up.items() if u in moved.changes]
    stayed = [
        _move(name, *moved.changes[sitter.user])
        for sitter, name in zip(game.sitters, names, strict=True)
        if sitter.user in moved.changes and sitter.user not in gave_up
    ]
    return sentences(
        Text("Ratings: {moves}.", moves=Joined(" · ", stayed)) if stayed else NOTHING,
        Text("Left, so rated last: {moves}.", moves=Joined(" · ", left)) if left else NOTHING,
    )


def _move(name: Text, before: Rating, now: Rating) -> Text:
    if now.games < FIRST:
        return Text("{name} provisional ({n}/{all})", name=name, n=now.games, all=FIRST)
    if not now.sure:
        return Text("{name} {rating}", name=name, rating=_so_far(now))
    gain = strength(now) - strength(before)
    if not (before.sure and gain):
        return Text("{name} {rating}", name=name, rating=strength(now))
    if gain < 0:
        return Text("{name} {rating} (down {n})", name=name, rating=strength(now), n=-gain)
    return Text("{name} {rating} (up {n})", name=name, rating=strength(now), n=gain)


def rated(game: Game) -> Text:
    """On the card: whether its result is to be rated."""
    return Text("Unrated.") if unrated(game) else Text("Rated.")


def counts(game: Game) -> Text:
    """Whether its result will be rated, and when it will not be after all."""
    if not_rated(game):
        return Text("Unrated.")
    if unrated(game):
        return Text("Unrated, because a computer is playing.")
    return sentences(
        Text(
            "Rated, unless the game ends before everyone has had three turns, or the same "
            "players have had five rated games in seven days."
        ),
        Text(
            "If you leave, get removed for not playing or give up your seat, you're rated as "
            "having come last. Substitutes and computers aren't rated."
        ),
    )
