"""My Options: all that the call of a turn told, and what it left out for the board's sake."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.core.names import game_name
from bot.core.table import Table
from bot.text.fitting import FirstFitting, Stacked
from bot.text.stories import all_since
from rules.english import ChoiceGroup, named
from rules.text import NOTHING, Joined, Listed, Text, lines


def options(table: Table, turns: Text, good: Sequence[Text], dropped: Sequence[Text] = ()) -> Text:
    """Suggestions, and all that the call told and left out. turns: how many different ones
    there are; good: some good ones, with their lines; dropped: what the reader had ordered in
    vain, which they alone may know."""
    offers = table.kind.texts.offers(table.mine)
    count = Text("Your moves in {game}: {turns}.", game=game_name(table.game), turns=turns)
    head = lines(*dropped, count)
    since, possible = missed(table), table.kind.texts.summary(table.mine)
    short = [_short(offer) for offer in offers if any(not way.why for way in offer.ways)]
    listed = [Joined(" ", ("-", each)) for each in good]
    best = [Text("Suggestions:"), *listed] if good else []
    ways = [way for offer in offers for way in _ways(offer)]
    return FirstFitting(
        lines(head, *best, *since, possible, *ways),
        lines(head, *best, *since, possible, *short),
        Stacked([head, *best, *since, possible, *short], spare=[*reversed(short), *since]),
    )


def missed(table: Table) -> list[Text]:
    """What somebody wants to know who comes back: in full what has happened since their last
    turn, the scores, and how near the end is."""
    texts, seen, names = table.kind.texts, table.seen(), table.names
    since = all_since(table)
    told = Text("Since your turn:\n{story}", story=since) if table.returning else since
    counts, news = texts.standing(seen.state, names), texts.news(seen.state, names)
    return [part for part in (told if since else NOTHING, lines(counts, news)) if part]


def _ways(offer: ChoiceGroup) -> Iterator[Text]:
    """What can be said, and what comes of it."""
    for way in offer.ways:
        if not way.why:
            head = Joined(" ", ("-", named(offer, way)))
            yield Joined(": ", (head, way.hint))


def _short(offer: ChoiceGroup) -> Text:
    ways = [way for way in offer.ways if not way.why]
    labels = Listed((way.label for way in ways), "unit")
    told = named(offer, ways[0]) if len(ways) == 1 else Joined(" ", (offer.title, labels))
    return Joined(" ", ("-", told))


def meant(value: str, meaning: Text) -> Text:
    """A value of an option that can be agreed on, and what it stands for."""
    return Joined(": ", (value, meaning))
