"""What several answers say about a player's options."""

from __future__ import annotations

from bot.messages.stories import all_since
from bot.table.table import Table
from rules.text import NOTHING, Joined, Text, lines


def missed(table: Table) -> list[Text]:
    """What somebody wants to know who comes back: in full what has happened since their last
    turn, the scores, and how near the end is."""
    texts, seen, names = table.kind.texts, table.seen(), table.names
    since = all_since(table)
    told = Text("Since your turn:\n{story}", story=since) if table.returning else since
    counts, news = texts.standing(seen.state, names), texts.news(seen.state, names)
    return [part for part in (told if since else NOTHING, lines(counts, news)) if part]


def meant(value: str, meaning: Text) -> Text:
    """A value of an option that can be agreed on, and what it stands for."""
    return Joined(": ", (value, meaning))
