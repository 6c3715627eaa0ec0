"""What is told about who does not play with whom, and about whom a server has barred.

Nobody learns from it who has refused them, or whether somebody has: what is said at a table is the
same whichever of two people wants it so.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.core.commands import Command
from bot.core.game import Game
from bot.core.names import bare, game_name
from bot.text.servers import doer
from rules.errors import quoted
from rules.text import NOTHING, Joined, Listed, Mention, Name, Plural, Strong, Text, lines, notation
from storage import Somebody

BARRED: Final = Text(
    "The moderators of this server have banned you from its games. Ask them if you think "
    "that's a mistake."
)
NOT_YOURSELF: Final = Text("That's you. Pick someone else.")
BLOCK_AND_WITHDRAW: Final = Text("Block and Withdraw")
REFUSED: Final = Text("Block a player…")
AGAIN: Final = Text("Unblock a player…")
LET_PLAY_AGAIN: Final = Text("Lift a ban…")
PEOPLE: Final = Text("Blocked Players")
EFFECT: Final = Text(
    "You and the people you block can't join each other's lobbies or take a seat in each "
    "other's games. Their lobbies won't appear in your lists. I won't tell them you've "
    "blocked them. Games in progress continue, and you'd still have to play your season "
    "games against them."
)


def no_rematch(game: Game) -> Text:
    """To a person who blocks somebody of the game."""
    return Text(
        "You've blocked someone who played in {game}, so you can't ask for a rematch. "
        "{settings} shows the people you've blocked; {start} opens another game.",
        game=game_name(game),
        settings=Command("games", "settings"),
        start=Command(game.kind, "start"),
    )


NO_SEASON: Final = Text(
    "You've blocked someone in this season, where anyone may have to play anyone else. "
    "Unblock them in {settings}, or wait for the next season.",
    settings=Command("games", "settings"),
)


def leaves_seasons(user: int) -> Text:
    """Before somebody blocks a person who takes part in the same season."""
    return Text(
        "You and {person} are in the same season, where anyone may have to play anyone. If "
        "you block them, you'll leave that season and forfeit your open game there.",
        person=_mention(user),
    )


def who(each: Somebody) -> Text:
    """Somebody in a list to choose from, where nobody can be mentioned."""
    return Name(bare(each.name)) if each.name else notation(str(each.user))


def refused(people: Sequence[Somebody], note: Text = NOTHING) -> Text:
    """Above the people whom somebody doesn't play with."""
    told = Text("You've blocked:") if people else Text("You haven't blocked anyone.")
    return lines(note, Strong(PEOPLE), told)


def now_refused(user: int) -> Text:
    return Text("You've blocked {person}.", person=_mention(user))


def now_played_with(user: int) -> Text:
    return Text("You've unblocked {person}.", person=_mention(user))


def enough(most: int) -> Text:
    return Plural(
        "You've blocked {n} person, which is the limit. Unblock someone first.",
        "You've blocked {n} people, which is the limit. Unblock someone first.",
        n=most,
    )


def nobody_of_that_name(typed: str) -> Text:
    return Text(
        "I don't know who {typed} is. Mention them, or start typing and pick a name from the list.",
        typed=quoted(typed),
    )


# a server


def now_barred(user: int, left: Sequence[Game], plays: Sequence[Game]) -> Text:
    """What barring somebody has done. plays: the games in which they have a seat still."""
    return lines(
        Text(
            "{person} is banned from games and seasons on this server.",
            person=_mention(user),
        ),
        Text("They've left {games}.", games=_names(left)) if left else NOTHING,
        Text("They keep their seats in {games} until those games end.", games=_names(plays))
        if plays
        else NOTHING,
    )


def now_let(user: int) -> Text:
    return Text("{person} can start and join games here again.", person=_mention(user))


def barred_already(user: int) -> Text:
    return Text("{person} is already banned from games here.", person=_mention(user))


def not_barred(user: int) -> Text:
    return Text("{person} isn't banned here.", person=_mention(user))


def enough_barred(most: int) -> Text:
    return Text(
        "{n} people are already banned from games here, which is the limit. You can still "
        "ban someone from the whole server in Discord.",
        n=most,
    )


def barred(people: Sequence[Somebody], note: Text = NOTHING) -> Text:
    """Above the people whom a server has barred."""
    if not people:
        return lines(note, Text("Nobody is banned from games on this server."))
    return lines(note, Text("Banned from games on this server:"))


def logged(by: int, user: int, *, on: bool) -> Text:
    """A line of the server's log."""
    if on:
        return Text("{who} banned {person} from games.", who=doer(by), person=_mention(user))
    return Text("{who} lifted {person}'s ban.", who=doer(by), person=_mention(user))


def _mention(user: int) -> Text:
    return Mention(user, notation(str(user)))


def mentioned(people: Sequence[Somebody]) -> list[Text]:
    """A line for each."""
    return [Joined(" ", ("-", _mention(each.user))) for each in people]


def _names(games: Sequence[Game]) -> Text:
    return Listed([game_name(game) for game in games])
