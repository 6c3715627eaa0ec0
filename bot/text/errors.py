"""Why one person is refused: what did not happen, why, and what to do instead."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bot.core.commands import Command
from bot.core.game import Game, Games
from bot.core.intent import Intent
from bot.core.names import game_name, host, lasting, place_of, seated, title
from bot.core.sentences import About
from bot.core.table import Table
from rules.english import Choice
from rules.errors import quoted
from rules.game import NATURE
from rules.game import Game as Rules
from rules.history import Told
from rules.text import Code, Listed, Moment, Text, sentences

started_already = About(
    "{game} has started, so your seat cannot be given back. {resign} leaves the game for "
    "good; it asks first and says what that does."
)


def not_yours_to_start(game: Game, anybody: float) -> Text:
    """anybody: from when on everybody who has joined may start it."""
    return Text(
        "{game} was not started: its host, {host}, or somebody who may manage this channel can "
        "start it before all seats are taken, and from {time} on everybody who has joined.",
        game=game_name(game),
        host=host(game),
        time=Moment(anybody, "f"),
    )


only_host = About(
    "{game} was not closed: only its host, {host}, or somebody who may manage its channel "
    "can do that."
)
not_yours_to_move = About(
    "{game} was not moved: its players, {players}, or somebody who may manage the channels "
    "of this server can do that."
)


def no_room(game: Game, other: Game) -> Text:
    """other: the live game that is in the channel already."""
    return Text(
        "{game} was not moved: {there} Say it in another channel, or in a thread.",
        game=game_name(game),
        there=there_already(other),
    )


def there_already(other: Game) -> Text:
    """That a channel has a live game, in a sentence that may follow a colon."""
    if other.status == "lobby":
        return Text("{game} is waiting for players in this channel.", game=game_name(other))
    return Text("{game} is being played in this channel.", game=game_name(other))


def too_few(game: Game, fewest: int) -> Text:
    return Text(
        "{title} needs at least {n} players. Wait for others in {game}, add a computer, or "
        "practise.",
        title=title(game),
        game=game_name(game),
        n=fewest,
    )


board_gone = About("That turn of {game} was taken back; Back and On go on from here.")


MUTED = Text(
    "I may not post in this channel: a permission is missing, Send Messages or in a thread "
    "Send Messages in Threads. Nothing was shared; somebody who may manage the channel can "
    "grant it."
)


def no_game(wish: Intent, games: Games) -> Text:
    if wish.game is not None:
        return Text("There is no such game on this server.")
    if wish.name is not None:
        return Text("There is no game {game} on this server.", game=wish.name)
    return Text(
        "There is no game in this channel. {start} opens one.",
        start=Command(wish.kind or games.first, "start"),
    )


NAMED = 25  # games that a sentence names


def which(games: Sequence[Game]) -> Text:
    """Asked back where a command could mean several games; the menu under it goes on."""
    if len(games) > NAMED:
        return Text("Which game? {n} games are in reach from this channel.", n=len(games))
    return Text(
        "Which game? {games} are in reach from this channel, so nothing was done yet.",
        games=Listed(map(game_name, games)),
    )


def other_game(game: Game, wish: Intent, wanted: str) -> Text:
    """wanted: the title of the game that was asked for."""
    use = Text("Use {command} for it.", command=Command(game.kind))
    if wish.name is not None:
        said = Text(
            "{game} is a game of {title}, not of {wanted}.",
            game=game_name(game),
            title=title(game),
            wanted=wanted,
        )
    else:
        said = Text(
            "The game in this channel is {game}, {title}, not {wanted}.",
            game=game_name(game),
            title=title(game),
            wanted=wanted,
        )
    return sentences(said, use)


def not_your_turn(table: Table, seconds: float) -> Text:
    game = table.game
    if table.waiting:
        return Text(
            "Nothing was played: it is nobody's turn in {game} yet. The last turn can still be "
            "taken back ({undo}); then the die is rolled, and I mention whose turn it is.",
            game=game_name(game),
            undo=Command(game.kind, "undo"),
        )
    return Text(
        "It is {name}'s turn in {game} (waiting {time}). Nothing was played; I will mention you "
        "in {place} when it is yours.",
        name=table.names[table.actor],
        game=game_name(game),
        time=lasting(seconds),
        place=place_of(game),
    )


def still_kept(line: str) -> Text:
    return Text("What you said before is kept: {line}.", line=Code(line))


answered_already = About(
    "Nothing was taken back: your turn in {game} has been answered by another one, even if "
    "that was taken back since."
)


def not_yours_to_take_back(game: Game, rows: Sequence[Told]) -> Text:
    if not rows:
        return Text(
            "Nothing has been played in {game} yet, so there is nothing to take back.",
            game=game_name(game),
        )
    if rows[-1][1] >= 0:
        return Text(
            "Nothing was taken back: {name} made the last turn in {game}.",
            name=seated(game.sitters)[rows[-1][1]],
            game=game_name(game),
        )
    if rows[-1][1] == NATURE:
        return Text(
            "Nothing was taken back: since the last turn in {game} a die was rolled or a card "
            "drawn, and what was seen cannot be unseen.",
            game=game_name(game),
        )
    return Text(
        "Nothing was taken back: since your turn in {game} something else has happened.",
        game=game_name(game),
    )


nothing_of_yours = About("You have played nothing in {game} that could be taken back.")


def seen_since(game: Game) -> Text:
    """Not even all together can unsee it."""
    if game.rules.hidden_information:
        return Text(
            "Nothing was taken back: since your turn in {game} a card was drawn, and what was seen "
            "cannot be unseen. Nobody can agree to that either.",
            game=game_name(game),
        )
    return Text(
        "Nothing was taken back: since your turn in {game} a die was rolled, and what was seen "
        "cannot be unseen. Nobody can agree to that either.",
        game=game_name(game),
    )


left_since = About("Nothing was taken back: since your turn in {game} somebody has left for good.")
was_not_asked = About(
    "Nothing was taken back: your last turn in {game} was the only one possible, so nobody "
    "asked you for it, and there is no other."
)
not_yours_to_hurry = About(
    "{game} waits for a moment, so that the last turn can be taken back. Only who made it "
    "can end the wait."
)
# In public, where a reason could give away what a hand holds.
veiled = About("That line cannot be played in {game} now; nothing has changed.")
# To who asked about a line where hands are hidden, whether it can be played or not.
veiled_question = About("You asked, so nothing is played in {game}.")


UNDO = Text("undo")  # as it is typed
# Whoever asks about taking back does not take back.
UNDO_QUESTION = Text("You asked, so nothing is taken back: say {undo} to do it.", undo=Code(UNDO))


def not_possible(way: Choice) -> Text:
    """Why a greyed button does nothing."""
    return Text("{what} is not possible: {reason}.", what=way.label, reason=way.why)


no_passing = About("Nobody can pass in {title}; say what you do.")
nothing_hidden = About("Nothing is hidden in {game}: its board shows everything.")
no_hand = About(
    "Only those who play {game} have a hand there; {board} shows you what everybody may see."
)
nothing_to_verify = About("{game} was never started, so there is nothing to verify.")
nothing_to_film = About("{game} was not started, so it has no boards to film.")


def no_rematch(game: Game) -> Text:
    if game.status != "over":
        return Text(
            "{game} has not been played to its end, so there is no rematch of it.",
            game=game_name(game),
        )
    return Text(
        "Only those who played {game} can ask for a rematch. You can start a new game.",
        game=game_name(game),
    )


def asked_enough(game: Game, then: float) -> Text:
    """Of a rematch, for which everybody is called each time."""
    return Text(
        "No rematch of {game} was opened: two have been opened and closed a short while ago, and "
        "everybody was called for each. You can ask for another from {time} on.",
        game=game_name(game),
        time=Moment(then, "f"),
    )


def no_rules(kind: str) -> Text:
    return Text(
        "The game {kind} is not played here, so its rules are not shown.", kind=quoted(kind)
    )


def no_page(game: Rules[Any]) -> Text:
    return Text("Nobody has written down the rules of {game} yet.", game=game.title)


def no_topic(wanted: str, topics: Sequence[Text]) -> Text:
    return Text(
        "There is no topic {wanted}, so nothing is shown. The topics are {topics}.",
        wanted=quoted(wanted),
        topics=Listed(topics),
    )
