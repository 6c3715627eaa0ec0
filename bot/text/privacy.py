"""What is told about what is stored of somebody, and how they have it or have it deleted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from bot.core.calendar import DAY
from bot.core.game import Game
from bot.core.names import game_name
from rules.text import NOTHING, Joined, Listed, Plural, Strong, Text, lines, notation
from storage import Kind

_HEADING: Final = Text("What I store about you")
_WHOSE: Final = Text("Your Discord ID and the name you joined games under, along with:")
_NOTHING_ELSE: Final = Text(
    "I don't store anything else you say. Your data goes to nobody but Discord."
)
_WHY: Final = Text(
    "I need this data to run, replay and check games that last for days. My backups are "
    "deleted after a few weeks."
)
PRIVACY: Final = Text("Privacy")
TERMS: Final = Text("Terms of Use")
NOTHING_STORED: Final = Text("I store nothing about you.")
NO_WAY_BACK: Final = Text(
    "You can't undo this. Afterwards, nothing I store will be linked to you. Delete everything?"
)
KEPT: Final = Text("I haven't deleted anything.")
STILL_PLAYS: Final = Text(
    "I haven't deleted your data, because you've joined another game in the meantime. Try "
    "again, or ask the person who runs this bot."
)
JUST_MADE: Final = Text(
    "I've only just made that file for you. You can get a new one in ten minutes."
)


def stored(kept: float | None) -> Text:
    """What is stored, and for how long. kept: seconds after a last game, 0: for ever; None: nobody
    is forgotten who does not ask for it."""
    kinds = Joined(" · ", KINDS.values())
    return lines(Strong(_HEADING), _WHOSE, kinds, _NOTHING_ELSE, _WHY, _until(kept))


def _until(kept: float | None) -> Text:
    if kept is None:
        return Text("I keep your data until you delete it.")
    if not kept:
        return Text(
            "I keep your data until you delete it, or until 30 days after you leave a server."
        )
    return Plural(
        "I keep your data until you delete it, until 30 days after you leave a server, or "
        "until {n} day after your last game there.",
        "I keep your data until you delete it, until 30 days after you leave a server, or "
        "until {n} days after your last game there.",
        n=int(kept // DAY),
    )


def effect(playing: Sequence[Game]) -> Text:
    """What deleting would do, before anything is done."""
    return lines(
        Strong(Text("Delete everything stored about you?")),
        _leaving(playing),
        Text(
            "In finished games, you'll be shown only as a former player. Other players keep "
            "their results."
        ),
        Text("Your settings, drafts, premoves and reports will be deleted."),
        Text(
            "Messages posted in channels stay on Discord. My backups are deleted after a few weeks."
        ),
    )


def _leaving(games: Sequence[Game]) -> Text:
    if not games:
        return NOTHING
    names = Listed([notation(game_name(game)) for game in games])
    return Text(
        "You'll resign from {games}. In two-player games, the other player will win.", games=names
    )


def deleted(number: int) -> Text:
    return Text(
        "Deleted. In games you've played, you're now \"former player {number}\".", number=number
    )


# By the one table of personal data (storage/people.py): what the bot stores, and what a file holds.
KINDS: Final[Mapping[Kind, Text]] = {
    Kind.SEATS: Text("games you have a seat in"),
    Kind.SEATS_BEFORE: Text("seats you've handed over"),
    Kind.TURNS: Text("your turns in games"),
    Kind.TURNS_BEFORE: Text("turns you played in seats you've since handed over"),
    Kind.PRESSES: Text("buttons you've pressed"),
    Kind.DRAFTS: Text("drafts"),
    Kind.ORDERS: Text("premoves"),
    Kind.RESULTS: Text("results"),
    Kind.RATINGS: Text("rated games"),
    Kind.TABLES: Text("your places in the standings"),
    Kind.CALLS: Text("messages that notified you"),
    Kind.POSTS: Text("messages you asked for"),
    Kind.REPORTS: Text("problems you've reported"),
    Kind.ABSENCES: Text("servers you seem to have left"),
    Kind.PUZZLES: Text("puzzle attempts"),
    Kind.REFUSED: Text("players you've blocked"),
    Kind.BARRED: Text("servers that have banned you from games"),
    Kind.LINKS: Text("unused links to boards"),
    Kind.BROWSERS: Text("browsers you've signed in with"),
    Kind.SETTINGS: Text("settings"),
    Kind.NAMED: Text("other entries with your ID"),
}


def summary(counts: Mapping[Kind, int]) -> Text:
    """How many rows of each kind a file holds."""
    lead = Text("Everything stored about you. Only you can see this.")
    each = [Text("{what}: {n}", n=n, what=KINDS[kind]) for kind, n in counts.items()]
    return lines(lead, Joined(" · ", each))
