"""How a game has ended, told to everybody: who has won, everybody's place and what decided between
equals, the best moment, how long it lasted."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import pairwise

from bot.core.names import game_name, lasting
from bot.core.table import Table
from bot.domain.computers import NO_HINTS
from bot.text.computers import everybody, practice
from bot.text.fairness import seed
from bot.text.fitting import Stacked
from bot.text.hints import asked
from bot.text.seats import changes
from bot.text.standings import server_table
from bot.text.stories import parts, winning
from rules.ending import Moment, untied
from rules.game import Seat
from rules.text import NOTHING, Joined, Listed, Plural, Small, Strong, Text, sentences
from rules.voice import Argument
from storage import Standing


def result(
    table: Table,
    story: Text,
    standings: Sequence[Standing],
    moment: Moment | None = None,
    rated: Text = NOTHING,
    hints: Mapping[Seat, int] = NO_HINTS,
    expired: Collection[Seat] = (),
    digest: Argument = NOTHING,
) -> Text:
    """The post that ends a game; it pings every player once. rated: how their ratings moved;
    hints: in how many turns each seat has asked for some; expired: whose time had run out;
    digest: of all rows."""
    game, names = table.game, table.names
    over = Text(
        "{game} is over: {verdict}.",
        game=game_name(game),
        verdict=winning([names[seat] for seat in table.winners()]),
    )
    told = parts(story)
    server = practice(game) or server_table(table.kind.game, standings)
    return Stacked(
        (
            sentences(Strong(over), *everybody(game)),
            *told,
            ranking(table, expired),
            _moment(table, moment),
            sentences(_lasted(table, expired), *asked(table, hints)),
            rated,
            seed(game),
            Small(digest),
            server,
        ),
        spare=(server, *told),
    )


def ranking(table: Table, expired: Collection[Seat] = ()) -> Text:
    """Everybody's place and score, the best first, and what has decided between equals. expired:
    whose time had run out."""
    game, names = table.kind.game, table.names
    scores, placed = game.scores(table.at.state), _placed(table)
    ranked = (
        Text("{n}. {name}, {score}", n=n, name=names[seat], score=game.unit(scores[seat][0]))
        for n, seats in placed.items()
        for seat in seats
    )
    gone = [seat for seat, score in enumerate(scores) if not score]
    left = [names[seat] for seat in gone if seat not in expired]
    late = [names[seat] for seat in gone if seat in expired]
    return sentences(
        Text("Places: {places}.", places=Joined(" · ", ranked)),
        *_untied(table, [*placed.values()]),
        Text("{names} left the game.", names=Listed(left)) if left else NOTHING,
        Text("{names} ran out of time.", names=Listed(late)) if late else NOTHING,
    )


def _placed(table: Table) -> dict[int, list[Seat]]:
    """The seats of all who are there by their place, the first one first. Equals share one, and so
    do all who have agreed on a draw."""
    scores, best = table.kind.game.scores(table.at.state), table.winners()
    ranks = {seat: (seat in best, () if table.drawn else s) for seat, s in enumerate(scores) if s}
    placed: dict[int, list[Seat]] = {}
    for seat in sorted(ranks, key=ranks.__getitem__, reverse=True):
        place = 1 + sum(ranks[other] > ranks[seat] for other in ranks)
        placed.setdefault(place, []).append(seat)
    return placed


def _untied(table: Table, placed: Sequence[Sequence[Seat]]) -> Iterator[Text]:
    """What has put somebody before others with as many points."""
    scores, names = table.kind.game.scores(table.at.state), table.names
    for first, second in pairwise(placed):
        if why := untied(table.kind.game, scores[first[0]], scores[second[0]]):
            yield Plural(
                "{first} comes before {second}: {why}.",
                "{first} come before {second}: {why}.",
                n=len(first),
                first=Listed(names[seat] for seat in first),
                second=Listed(names[seat] for seat in second),
                why=why,
            )


def _moment(table: Table, moment: Moment | None) -> Text:
    """What was most remarkable in the whole game, if anything was."""
    if moment is None:
        return NOTHING
    return Text(
        "The moment of the game: turn {turn}, {name} ({moment}).",
        turn=moment.turn,
        name=table.names[moment.seat],
        moment=moment.told,
    )


def _lasted(table: Table, expired: Collection[Seat]) -> Text:
    game = table.game
    lasted = Text(
        "{turns} in {time}.",
        turns=Plural("{n} turn", "{n} turns", n=table.at.turns),
        time=lasting(game.changed - game.created),
    )
    return sentences(lasted, changes(game, expired))
