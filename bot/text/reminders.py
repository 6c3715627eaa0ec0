"""What calls and reminds somebody besides the board's own post, and what is said of nudges."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from bot.core.game import CLOCK, Game
from bot.core.names import game_name, place_of, seated, title
from bot.core.sentences import About
from bot.domain.reminders import UNANSWERED
from bot.text.lists import Entry, board_link, deadline
from rules.text import (
    NOTHING,
    Code,
    Listed,
    Mention,
    Moment,
    Small,
    Strong,
    Text,
    lines,
    sentences,
)
from rules.voice import Argument
from storage import Post


def called(game: Game, board: Post | None) -> Text:
    """In the channel, at the end of somebody's night: the board was posted without a mention."""
    return sentences(
        Text(
            "{mention}, your turn in {game}, since {since}.",
            mention=_mention(game),
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
        "About {game} ({title}) in {place}; only you are told:",
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
                "Discord let no direct message through, so from now on you are called here; "
                "{settings} changes that.",
                settings=Code("/games settings"),
            )
        ),
    )


def follows(game: Game, seat: int, board: Post | None) -> Text:
    """To who is next, without a sound."""
    names = seated(game.sitters)
    return Small(
        Text(
            "{mention}, you are next in {game}, after {name}.",
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
        sentences(still, _otherwise(game, last=waits.last)),
        _DRAFT if waits.draft else NOTHING,
        Text("These wait for you as well: {games}.", games=waiting) if others else NOTHING,
        Small(Text("This is the last reminder of this turn.")) if waits.end else NOTHING,
    )


def _still(game: Game, board: Post | None) -> Text:
    return Text(
        "{mention}, it is still your turn in {game}, since {since}.",
        mention=_mention(game),
        game=Strong(board_link(game, board)),
        since=Moment(game.changed, "f"),
    )


def _still_direct(game: Game, board: Post | None) -> Text:
    return Text(
        "It is still your turn in {game} ({title}) in {place}, since {since}.",
        game=Strong(board_link(game, board)),
        title=title(game),
        place=place_of(game),
        since=Moment(game.changed, "f"),
    )


def nudge(game: Game, board: Post | None, seat: int, waits: Waits) -> Text:
    """A reminder for which somebody who waits has asked."""
    names = seated(game.sitters)
    asks = Text(
        "{mention}, {name} asks for your turn in {game}, which waits since {since}.",
        mention=_mention(game),
        name=names[seat],
        game=Strong(board_link(game, board)),
        since=Moment(game.changed, "f"),
    )
    otherwise = _otherwise(game, last=waits.last)
    return lines(sentences(asks, otherwise), _DRAFT if waits.draft else NOTHING)


def _mention(game: Game) -> Text:
    seat = game.on_turn or 0
    return Mention(game.sitters[seat].user, seated(game.sitters)[seat])


def _otherwise(game: Game, *, last: bool) -> Text:
    """What happens if nothing happens."""
    due = game.due(CLOCK)
    if due is None:
        return Text("There is no clock; the others wait for you.")
    until, left = Moment(due, "f"), Moment(due, "R")
    if last:
        return Text(
            "If you have not played by {time} ({left}), your turn is played for you once more, "
            "and your seat is offered to others.",
            time=until,
            left=left,
        )
    return Text(
        "If you have not played by {time} ({left}), your turn is played for you.",
        time=until,
        left=left,
    )


_DRAFT = Text("A draft of yours is kept: the buttons under the board go on with it.")


# what who nudges is told


def nudged(game: Game, name: Argument, later: float | None) -> Text:
    """later: when they are awake, if it is night for them."""
    if later is None:
        return Text("{name} is reminded of {game} for you.", name=name, game=game_name(game))
    return Text(
        "It is not a time at which {name} is called, so your nudge in {game} waits until {time}.",
        name=name,
        game=game_name(game),
        time=Moment(later, "f"),
    )


nobody_to_nudge = About("Nobody was nudged: it is nobody's turn in {game} now.")
your_own_turn = About("Nobody was nudged: {game} waits for you.")


def too_early(game: Game, name: Argument, then: float) -> Text:
    return Text(
        "{name} was not nudged: {game} has waited for less than a day. You can do it from {time} "
        "on.",
        name=name,
        game=game_name(game),
        time=Moment(then, "f"),
    )


def nudged_already(game: Game, name: Argument, then: float) -> Text:
    return Text(
        "{name} was not nudged: somebody has done it for {game} within a day. You can do it from "
        "{time} on.",
        name=name,
        game=game_name(game),
        time=Moment(then, "f"),
    )


def reminded_enough(game: Game, name: Argument) -> Text:
    return Text(
        "{name} was not nudged: there were three reminders of this turn in {game}, and there are "
        "no more.",
        name=name,
        game=game_name(game),
    )


def ignored(game: Game, name: Argument) -> Text:
    return Text(
        "{name} was not nudged: {name} has not answered {n} messages about {game}, and gets no "
        "more until they are back.",
        name=name,
        n=UNANSWERED,
        game=game_name(game),
    )


def unreachable(game: Game, name: Argument) -> Text:
    return Text(
        "{name} was not nudged: {name} has chosen to be called in no way in {game}.",
        name=name,
        game=game_name(game),
    )
