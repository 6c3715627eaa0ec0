"""What is told about what is stored of somebody, and how they have it or have it deleted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from bot.core.calendar import DAY
from bot.core.game import Game
from bot.core.names import game_name
from rules.text import NOTHING, Joined, Listed, Plural, Strong, Text, lines, notation

_HEADING: Final = Text("What I store about you")
_STORED: Final = Text(
    "{heading}: your Discord id and the name under which you joined games; your turns and when you "
    "made them; which buttons you pressed; what you have drafted or ordered; results, ratings and "
    "standings; your settings; problems that you have reported. What you say besides is not "
    "stored, and nothing goes to anybody but Discord.",
    heading=Strong(_HEADING),
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
    return lines(_STORED, _WHY, _until(kept))


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


def summary(counts: Mapping[str, int]) -> Text:
    """How many rows of each kind a file holds."""
    told = {
        "seats": Text("games with a seat of yours"),
        "seats before": Text("seats that you have handed over"),
        "turns": Text("lines of yours in games"),
        "turns before": Text("lines from seats that you have handed over"),
        "presses": Text("presses of buttons"),
        "drafts": Text("drafts"),
        "orders": Text("standing orders"),
        "results": Text("results"),
        "ratings": Text("rated games"),
        "tables": Text("lines in standings"),
        "calls": Text("posts that called you"),
        "posts asked for": Text("posts that you asked for"),
        "reports": Text("problems that you have reported"),
        "absences": Text("servers that you seem to have left"),
        "refused people": Text("people whom you do not play with"),
        "barred on": Text("servers that let you join no tables"),
        "settings": Text("settings"),
        "named in": Text("other rows that hold your id"),
    }
    lead = Text("Everything that is stored about you; only you see it.")
    each = [Text("{n} × {what}", n=n, what=told[what]) for what, n in counts.items()]
    return lines(lead, Joined(" · ", each))
