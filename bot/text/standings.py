"""A server's tables, and what a game has done to the ratings: text to be read aloud, copied and
searched."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from bot.core.game import Game
from bot.core.names import bare
from bot.domain.agreed import not_rated
from bot.domain.standings import (
    AT_ONCE,
    FIRST,
    Ranking,
    Scope,
    doubt,
    provisional,
    strength,
    tendency,
)
from bot.text.paging import span
from rules.game import Game as Rules
from rules.text import (
    NOTHING,
    Joined,
    Name,
    Plural,
    Rank,
    Small,
    Strong,
    Text,
    lines,
    notation,
    sentences,
)
from storage import WINS, Moved, Rating, Standing

MONTHS = (
    Text("January"),
    Text("February"),
    Text("March"),
    Text("April"),
    Text("May"),
    Text("June"),
    Text("July"),
    Text("August"),
    Text("September"),
    Text("October"),
    Text("November"),
    Text("December"),
)
# Why a game is not rated, by the store's word for it.
_WHY: Mapping[str, Text] = MappingProxyType(
    {
        "casual": Text("Unrated, as agreed."),
        "computers": Text("Unrated: a computer played."),
        "substitute": Text("Unrated: a seat changed hands."),
        "early": Text("Unrated: it ended before everyone had three turns."),
        "rematch": Text("Unrated: the same players have had five rated games in seven days."),
    }
)
AGREED = Text("Rated, although a seat changed hands.")
POSTED = Text("Posted in this channel.")


def month(said: str) -> Text:
    """`November 2026`, of 2026-11."""
    year, _, number = said.partition("-")
    return Text("{month} {year}", month=MONTHS[int(number) - 1], year=year)


def table(table: Ranking, title: str = "") -> Text:
    """Ten lines, and the asker's own one. title: of its game, if it is of one."""
    head = Strong(_title(table.scope, title))
    rows = [_line(line) for line in table.shown]
    told = NOTHING if rows else _nobody(table.scope)
    if table.total > len(rows):
        first = table.page * AT_ONCE
        told = Small(span(first + 1, first + len(rows), table.total))
    return lines(head, *rows, told, _own(table), Small(_legend(table.scope)))


def server_table(rules: Rules[Any], standings: Sequence[Standing]) -> Text:
    """The table of one game since it was first played, for everybody to read."""
    return table(Ranking(Scope(rules.key), tuple(standings)), rules.title)


def _title(scope: Scope, title: str) -> Text:
    named = notation(title) if title else Text("All games")
    if not scope.month:
        return Text("{title} on this server", title=named)
    return Text("{title} on this server, {month}", title=named, month=month(scope.month))


def _nobody(scope: Scope) -> Text:
    if scope.month:
        return Text("Nobody finished a game here that month.")
    return Text("Nobody has finished a game here yet.")


def _line(line: Standing) -> Text:
    return Text(
        "{place} {name}: {counted}",
        place=Rank(line.place),
        name=Name(bare(line.name)),
        counted=counted(line),
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


# How good somebody seems while their rating is not sure, by its tendency.
_SO_FAR = {
    1: Text("above average so far"),
    0: Text("about average so far"),
    -1: Text("below average so far"),
}


def rating(rating: Rating) -> Text:
    """A rating with how unsure it is; in words until it is sure."""
    if provisional(rating):
        return Text("provisional")
    if not rating.sure:
        return _SO_FAR[tendency(rating)]
    number = strength(rating)
    return Text("{rating} ± {doubt}", rating=number, doubt=doubt(rating))


def _own(table: Ranking) -> Text:
    own = table.own
    if own is None:
        return NOTHING
    if table.hidden:
        return Text("You (hidden): {counted}. Only you can see this.", counted=counted(own))
    if any(line.user == own.user for line in table.shown):
        return NOTHING
    return Text("You: {line}", line=_line(own))


def _legend(scope: Scope) -> Text:
    among = Text(
        "Only games between people count. If players are tied on wins, the one with fewer "
        "games ranks higher."
    )
    if not scope.kind:
        return among
    rated = Text(
        "A rating is provisional for the first {n} rated games. Then it's shown in words, "
        "and after about twenty games as a number.",
        n=FIRST,
    )
    if scope.by == WINS:
        return sentences(among, rated)
    return sentences(
        Text("Sorted by rating. Players whose rating isn't shown yet come last."), rated
    )


def moved(game: Game, moved: Moved | None, names: Sequence[Text]) -> Text:
    """How a game has moved the ratings of those who are not hidden, or why it has not."""
    if moved is None:
        return NOTHING
    gone = Joined(" · ", list(_of_leavers(game, moved)))
    left = Text("Left, so rated last: {moves}.", moves=gone) if gone else NOTHING
    if moved.unrated:
        return sentences(_WHY.get(moved.unrated, NOTHING), left)
    told = Joined(" · ", list(_moves(game, moved, names)))
    moves = Text("Ratings: {moves}.", moves=told) if told else NOTHING
    return sentences(moves, left, AGREED if game.former else NOTHING)


def _moves(game: Game, moved: Moved, names: Sequence[Text]) -> Iterator[Text]:
    for sitter, name in zip(game.sitters, names, strict=True):
        if sitter.user in moved.changes:
            yield _move(name, *moved.changes[sitter.user])


def _of_leavers(game: Game, moved: Moved) -> Iterator[Text]:
    """Of those who have given up their seats, and are last by that."""
    rated = set() if moved.unrated else {sitter.user for sitter in game.sitters}
    former = {each.user: each for each in game.former if each.forfeits}
    for user, each in former.items():
        if user in moved.changes and user not in rated:
            yield _move(Name(bare(each.name)), *moved.changes[user])


def _move(name: Text, before: Rating, now: Rating) -> Text:
    if provisional(now):
        return Text("{name} provisional ({n}/{all})", name=name, n=now.games, all=FIRST)
    if not now.sure:
        return Text("{name} {rating}", name=name, rating=_SO_FAR[tendency(now)])
    gain = strength(now) - strength(before)
    if not (before.sure and gain):
        return Text("{name} {rating}", name=name, rating=strength(now))
    if gain < 0:
        return Text("{name} {rating} (down {n})", name=name, rating=strength(now), n=-gain)
    return Text("{name} {rating} (up {n})", name=name, rating=strength(now), n=gain)


def rated(game: Game) -> Text:
    """On the card: whether its result is to be rated."""
    casual = not_rated(game) or any(sitter.computer for sitter in game.sitters)
    return Text("Unrated.") if casual else Text("Rated.")


def counts(game: Game) -> Text:
    """Whether its result will be rated, and when it will not be after all."""
    if not_rated(game):
        return Text("Unrated.")
    if any(sitter.computer for sitter in game.sitters):
        return Text("Unrated, because a computer is playing.")
    return sentences(
        Text(
            "Rated, unless the game ends before everyone has had three turns, or the same "
            "players have had five rated games in seven days. If a seat changes hands, the "
            "game stays rated only if the others agree."
        ),
        Text("Anyone who gives up their seat is rated as if they'd come last."),
    )


NO_SUCH_GAME = Text("I don't host that game any more. Choose another.")
