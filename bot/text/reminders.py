"""What calls and reminds somebody besides the board's own post."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from bot.core.commands import Command
from bot.core.game import CLOCK, Game
from bot.core.names import place_of, seated, title
from bot.text.lists import Entry, board_link, deadline
from rules.text import (
    NOTHING,
    Listed,
    Mention,
    Moment,
    Small,
    Strong,
    Text,
    lines,
    sentences,
)
from storage import Post


def called(game: Game, board: Post | None) -> Text:
    """In the channel, at the end of somebody's night: the board was posted without a mention."""
    return sentences(
        Text(
            "{mention}, it's been your turn in {game} since {since}.",
            mention=mention(game),
            game=Strong(board_link(game, board)),
            since=Moment(game.changed, "f"),
        ),
        deadline(game),
    )


def letter(game: Game, board: Post | None, dropped: Sequence[Text] = ()) -> Text:
    """The call as a direct message, which has to say where the game is. dropped: what they had
    ordered in vain, which they alone may know."""
    call = Text(
        "Your turn in {game} ({title}) in {place}.",
        game=Strong(board_link(game, board)),
        title=title(game),
        place=place_of(game),
    )
    return lines(sentences(call, deadline(game)), *map(Small, dropped))


def fell(game: Game, board: Post | None, dropped: Sequence[Text]) -> Text:
    """A direct message to somebody who had ordered something in vain."""
    about = Text(
        "About {game} ({title}) in {place}; only you can see this:",
        game=board_link(game, board),
        title=title(game),
        place=place_of(game),
    )
    return lines(about, *dropped)


def unreachable_now(game: Game, board: Post | None) -> Text:
    """In the channel, instead of a direct message that Discord has not let through."""
    return lines(
        called(game, board),
        Small(
            Text(
                "Discord blocked my direct message, so from now on I'll notify you here. You "
                "can change that with {settings}.",
                settings=Command("games", "settings"),
            )
        ),
    )


def follows(game: Game, seat: int, board: Post | None) -> Text:
    """To who is next, without a sound."""
    names = seated(game.sitters)
    return Small(
        Text(
            "{mention}, you're next in {game}, after {name}.",
            mention=Mention(game.sitters[seat].user, names[seat]),
            game=board_link(game, board),
            name=names[game.on_turn or 0],
        )
    )


class Waits(NamedTuple):
    """What a reminder says of a turn. draft: one is kept; last: the turn before was played for
    them, too; end: there are no more reminders after this one."""

    draft: bool
    last: bool
    end: bool = False


def reminder(
    game: Game, board: Post | None, others: Sequence[Entry], waits: Waits, *, direct: bool
) -> Text:
    """What is waited for, since when, what happens if nothing happens, and whether a draft waits.
    others: games that wait for the same person, where they want to hear of all at once; direct:
    as a direct message."""
    still = _still_direct(game, board) if direct else _still(game, board)
    waiting = Listed(board_link(entry.game, entry.board) for entry in others)
    return lines(
        sentences(still, otherwise(game, last=waits.last)),
        DRAFT if waits.draft else NOTHING,
        Text("Also waiting for you: {games}.", games=waiting) if others else NOTHING,
        Small(Text("This is the last reminder for this turn.")) if waits.end else NOTHING,
    )


def _still(game: Game, board: Post | None) -> Text:
    return Text(
        "{mention}, it's still your turn in {game}. It began {since}.",
        mention=mention(game),
        game=Strong(board_link(game, board)),
        since=Moment(game.changed, "f"),
    )


def _still_direct(game: Game, board: Post | None) -> Text:
    return Text(
        "It's still your turn in {game} ({title}) in {place}. It began {since}.",
        game=Strong(board_link(game, board)),
        title=title(game),
        place=place_of(game),
        since=Moment(game.changed, "f"),
    )


def mention(game: Game) -> Text:
    """The player on turn, called by name."""
    seat = game.on_turn or 0
    return Mention(game.sitters[seat].user, seated(game.sitters)[seat])


def otherwise(game: Game, *, last: bool) -> Text:
    """What happens if nothing happens."""
    due = game.due(CLOCK)
    if due is None:
        return Text("There's no clock, but the others are waiting.")
    until, left = Moment(due, "f"), Moment(due, "R")
    if last:
        return Text(
            "Play by {time} ({left}), or I'll play your turn for you again and offer your "
            "seat to others.",
            time=until,
            left=left,
        )
    return Text(
        "Play by {time} ({left}), or I'll play your turn for you.",
        time=until,
        left=left,
    )


DRAFT = Text("You have a saved draft. Continue it with the buttons under the board.")
