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
_WHOSE: Final = Text("Your Discord id, the name you joined games under, and with them:")
_NOTHING_ELSE: Final = Text(
    "I don't store anything else you say. Your data goes to nobody but Discord."
)
_WHY: Final = Text(
    "It is there so that games can be played over days, replayed and checked. The host's backups "
    "go after some weeks."
)
PRIVACY: Final = Text("Privacy")
TERMS: Final = Text("Terms Of Use")
NOTHING_STORED: Final = Text("Nothing is stored about you.")
NO_WAY_BACK: Final = Text(
    "There is no way back: afterwards nothing that I have stored names you. Delete it?"
)
KEPT: Final = Text("Nothing was deleted.")
STILL_PLAYS: Final = Text(
    "Nothing was deleted, since you sit in another game by now; try it once more, or ask the host."
)
JUST_MADE: Final = Text("I have made that file for you just now; in ten minutes I make another.")


def stored(kept: float | None) -> Text:
    """What is stored, and for how long. kept: seconds after a last game, 0: for ever; None: nobody
    is forgotten who does not ask for it."""
    kinds = Joined(" · ", KINDS.values())
    return lines(Strong(_HEADING), _WHOSE, kinds, _NOTHING_ELSE, _WHY, _until(kept))


def _until(kept: float | None) -> Text:
    if kept is None:
        return Text("It stays until you delete it.")
    if not kept:
        return Text("It stays until you delete it, or have left a server 30 days ago.")
    return Plural(
        "It stays until you delete it, have left a server 30 days ago, or have played nothing "
        "there for {n} day.",
        "It stays until you delete it, have left a server 30 days ago, or have played nothing "
        "there for {n} days.",
        n=int(kept // DAY),
    )


def effect(playing: Sequence[Game]) -> Text:
    """What deleting would do, before anything is done."""
    return lines(
        Strong(Text("Delete all that is stored about you?")),
        _leaving(playing),
        Text(
            "In games that are over you become a former player without a name; the results of the "
            "others stay."
        ),
        Text("Your settings, drafts, standing orders and reports go."),
        Text("What was posted in channels stays on Discord, and the host's backups go with time."),
    )


def _leaving(games: Sequence[Game]) -> Text:
    if not games:
        return NOTHING
    names = Listed([notation(game_name(game)) for game in games])
    return Text("You leave {games} for good; where two play, the other wins.", games=names)


def deleted(number: int) -> Text:
    return Text(
        'It is deleted. Where you have played you are "former player {number}" now.', number=number
    )


# By the one table of personal data (storage/people.py): what the bot stores, and what a file holds.
KINDS: Final[Mapping[Kind, Text]] = {
    Kind.SEATS: Text("games with a seat of yours"),
    Kind.SEATS_BEFORE: Text("seats that you have handed over"),
    Kind.TURNS: Text("lines of yours in games"),
    Kind.TURNS_BEFORE: Text("lines from seats that you have handed over"),
    Kind.PRESSES: Text("presses of buttons"),
    Kind.DRAFTS: Text("drafts"),
    Kind.ORDERS: Text("standing orders"),
    Kind.RESULTS: Text("results"),
    Kind.RATINGS: Text("rated games"),
    Kind.TABLES: Text("lines in standings"),
    Kind.CALLS: Text("posts that called you"),
    Kind.POSTS: Text("posts that you asked for"),
    Kind.REPORTS: Text("problems that you have reported"),
    Kind.ABSENCES: Text("servers that you seem to have left"),
    Kind.PUZZLES: Text("puzzle tries"),
    Kind.REFUSED: Text("people whom you do not play with"),
    Kind.BARRED: Text("servers that let you join no tables"),
    Kind.LINKS: Text("unused links to boards"),
    Kind.BROWSERS: Text("browsers you signed in with"),
    Kind.SETTINGS: Text("settings"),
    Kind.NAMED: Text("other rows that hold your id"),
}


def summary(counts: Mapping[Kind, int]) -> Text:
    """How many rows of each kind a file holds."""
    lead = Text("Everything that is stored about you; only you see it.")
    each = [Text("{n} × {what}", n=n, what=KINDS[kind]) for kind, n in counts.items()]
    return lines(lead, Joined(" · ", each))
