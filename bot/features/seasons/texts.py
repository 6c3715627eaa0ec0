"""What is told of a season: how one joins, who meets whom, and who is ahead."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.core.commands import Command
from bot.core.names import bare
from bot.domain.agreed import PACE
from bot.features.seasons.season import CUP, MOST, ROBIN_MOST, Pairing, Season
from rules.text import (
    NOTHING,
    Moment,
    Name,
    Plural,
    Small,
    Strong,
    Text,
    lines,
    sentences,
)

NONE_HERE: Final = Text(
    "There hasn't been a season on this server yet. A moderator can start one with {start}.",
    start=Command("games", "season create"),
)
OPEN_ALREADY: Final = Text(
    "This server already has a season. Finish it first, or cancel it with {end}.",
    end=Command("games", "season cancel"),
)
SEASON_ON_SERVER: Final = Text("Seasons are only available on servers.")
SEASON_NO_ROBOTS: Final = Text("Bots can't join seasons.")
NOT_IN: Final = Text("You're not in this season.")
IN_ALREADY: Final = Text("You're in!")
IN_ALL: Final = Text(
    "You're in. In a season, you may have to play anyone, even people you've blocked. If you "
    "don't play them, you'll lose that game."
)
GONE: Final = Text("You've withdrawn from this season.")
CLOSED: Final = Text("You can't join any more: the season has started.")
FULL: Final = Text("The season is full ({most} players).", most=MOST)
BEGUN_ALREADY: Final = Text("The season has already started.")
BEGINS_NOW: Final = Text("Starting now.")
SEASON_OVER: Final = Text("That season is over.")
CALLED_OFF: Final = Text(
    "The season has been cancelled. Open games will continue as ordinary games."
)
SURE: Final = Text(
    "Cancel this season? There will be no champion, and open games will continue as ordinary "
    "games. Everyone will be notified."
)
LEAVE_SURE: Final = Text(
    "Withdraw from this season? You'll forfeit your current game, and your later opponents "
    "will get a bye. You can't undo this."
)
BUSY: Final = Text("Too many people did something at once. Please try again.")
TOO_FEW: Final = Text("At least two players have to join before the season can start.")


def title(season: Season, game: str) -> Text:
    """`Season 3: Logger league`. game: by its title."""
    if season.form == CUP:
        return Text("Season {n}: {game} cup", n=season.number, game=game)
    return Text("Season {n}: {game} league", n=season.number, game=game)


def invitation(season: Season, game: str) -> Text:
    """What everybody reads before it begins, and of what became of that."""
    head = Strong(title(season, game))
    if season.phase != "open":
        return lines(
            head, Text("The season has started.") if season.phase != "cancelled" else NOT_BEGUN
        )
    n = len(season.there)
    return lines(
        head,
        sentences(
            Plural("{n} player has joined.", "{n} players have joined.", n=n),
            Text("It'll start by {when}.", when=Moment(season.closes, "f")),
        ),
        Text(
            "Each game gets its own thread, with two seats and a clock: {pace}.",
            pace=PACE.meaning[season.pace],
        ),
        Small(sentences(_way(season), WALK_OVER)),
    )


NOT_BEGUN: Final = Text("The season has been cancelled.")
WALK_OVER: Final = Text(
    "If you don't play a single turn in a game, you'll forfeit it and be out of the season."
)


def _way(season: Season) -> Text:
    if season.form == CUP:
        return Text(
            "Lose and you're out. After a draw, the player in the second seat goes through."
        )
    return Text(
        "With up to {robin} players, everyone plays everyone else. With more, it's a Swiss "
        "league. The top two then play a final.",
        robin=ROBIN_MOST,
    )


def round_begins(season: Season, n: int, game: str) -> Text:
    """Above the pairs of a round."""
    return Strong(_round(season, n, game))


def _round(season: Season, n: int, game: str) -> Text:
    name = title(season, game)
    if n == season.rounds:
        return Text("{season}: the final.", season=name)
    return Text("{season}, round {n} of {rounds}.", season=name, n=n, rounds=season.rounds)


def pair(season: Season, at: Pairing) -> Text:
    """Who meets whom, with the result."""
    first = _name(season, at.first)
    if at.second is None:
        return Text("{name} has a bye", name=first)
    second = _name(season, at.second)
    if at.result:
        return Text("{first} {result} {second}", first=first, result=_result(at), second=second)
    return Text("{first} – {second}", first=first, second=second)


def shown(pairs: Text, places: Text) -> Text:
    """Which of them a page shows."""
    return Small(Text("Pairings: {pairs} · Places: {places}", pairs=pairs, places=places))


def _result(at: Pairing) -> str:
    return at.result.replace("1/2", "½–½").replace("==", "½–½")


def _name(season: Season, entrant: int) -> Name:
    return Name(bare(season.entrants[entrant].name))


def over(season: Season, game: str) -> Text:
    """Who is the champion."""
    head = Strong(Text("{season} is over.", season=title(season, game)))
    if season.phase == "cancelled":
        return lines(Strong(Text("{season} is cancelled.", season=title(season, game))))
    if season.champion is None:
        return sentences(head, Text("There were no players left."))
    champion = Strong(_name(season, season.champion))
    return sentences(head, Text("{name} is the champion.", name=champion))


def stands(season: Season, game: str, own: int | None) -> Text:
    """For one person: how far it has come. own: who asks, if they take part."""
    if season.phase == "open":
        mine = IN_ALREADY if own is not None else NOTHING
        return lines(invitation(season, game), mine)
    if not season.live:
        return over(season, game)
    return round_begins(season, season.round, game)


def after(season: Season) -> Text:
    """How far the table has come."""
    if season.phase == "open":
        return Text("before it starts")
    if season.phase == "over":
        return Text("at the end")
    return Text("in round {n} of {rounds}", n=season.round, rounds=season.rounds)


HEADS: Final = {
    "points": (Text("Pts"), Text("points")),
    "won": (Text("Won"), Text("games won")),
    "direct": (Text("DE"), Text("direct encounter")),
    "wins": (Text("Wins"), Text("wins")),
    "berger": (Text("SB"), Text("Sonneborn-Berger")),
    "buchholz": (Text("BH"), Text("Buchholz")),
}
_FOURTHS: Final = ("", "¼", "½", "¾")


def fourths(n: int) -> str:
    """A number of fourths, as people write it."""
    whole, rest = divmod(n, 4)
    return f"{whole or ''}{_FOURTHS[rest]}" or "0"


def names_of(season: Season) -> Sequence[str]:
    return [bare(each.name) for each in season.entrants]
