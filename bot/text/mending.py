"""What is said when a host of the server mends a table: before, to the host; after, to the table
and in the server's log."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bot.core.game import Game
from bot.core.names import bare, game_name, lasting, seated
from bot.core.sentences import About
from bot.domain import pausing
from bot.domain.agreed import substitute_of
from bot.domain.clocks import more_time
from bot.domain.computers import LEVELS, USUAL
from bot.domain.mending import MOVE, PAUSE, RESUME, UNDO, Measure, TurnBack
from bot.domain.seats import SEAT_OFFER_LASTS, unrated
from bot.text.lists import Entry, open_game
from rules.game import NOBODY
from rules.text import NOTHING, Mention, Name, Place, Small, Strong, Text, lines, sentences
from rules.voice import Argument

A_HOST: Final = Text("A moderator")
DO_IT, NOT_NOW = Text("Confirm"), Text("Never Mind")
ASK_THEM: Final = Text("Ask the Others")


def panel(game: Game) -> Text:
    """How a table stands, and what is seen of it here."""
    table = open_game(Entry(game))
    if not game.rules.hidden_information:
        return table
    return lines(table, Small(Text("Hands stay hidden: even moderators can't see them.")))


nothing_to_do = About("{game} is over, so there's nothing to manage.")


def label(game: Game, measure: Measure) -> Text:
    """A measure in a menu."""
    name = _name(game, measure)
    match measure.what:
        case "end":
            return Text("Close the lobby") if game.status == "lobby" else Text("End the game")
        case "time" if measure.seat == NOBODY:
            return Text("More time for everyone")
        case "time":
            return Text("More time for {name}", name=name)
        case "skip":
            return Text("Skip {name}'s turn", name=name)
        case "replace":
            return Text("Find a new player for {name}'s seat", name=name)
        case "computer":
            return Text("Let a computer play for {name}", name=name)
        case "remove":
            return Text("Remove {name} from the lobby", name=name)
    return _LABELS[measure.what]


_LABELS: Final[Mapping[str, Text]] = {
    PAUSE: Text("Pause the game"),
    RESUME: Text("Resume the game"),
    UNDO: Text("Go back to an earlier turn…"),
    MOVE: Text("Move the game to this channel"),
}


def turn(game: Game, back: TurnBack) -> Text:
    """A turn in the menu of those to which the game can be taken back."""
    name = Name(bare(game.sitters[back.seat].name))
    return Text("Turn {n} ({name})", n=back.number, name=name)


which_turn = About(
    "Which turn should {game} go back to? The same player will then play that turn again."
)


def _name(game: Game, measure: Measure) -> Argument:
    there = measure.seat in range(len(game.sitters))
    return seated(game.sitters)[measure.seat] if there else Text("someone")


def effect(game: Game, measure: Measure, turn: str) -> Text:
    """Ask whether a measure is to be taken, and say what it does. turn: the number of the one to
    which the game is taken back."""
    name, named = game_name(game), _name(game, measure)
    match measure.what:
        case "end":
            return _ends(game)
        case "pause":
            return Text(
                "Pause {game}? Clocks and reminders will stop for up to {time}, or until a "
                "moderator resumes the game. Players can still take their turns.",
                game=name,
                time=lasting(pausing.LONGEST_PAUSE),
            )
        case "resume":
            return Text(
                "Resume {game}? The clock will start again for the player whose turn it is.",
                game=name,
            )
        case "time":
            return _gives(game, measure)
        case "skip":
            return Text(
                "Skip {name}'s turn in {game}? I'll play the turn that changes the least for "
                "them, just as if they'd run out of time. It counts as a missed turn.",
                name=named,
                game=name,
            )
        case "replace":
            return sentences(_offers(game, measure), _rating_of(game, measure))
        case "computer":
            return _seats(game, measure)
        case "undo":
            return Text(
                "Take {game} back to turn {n}? The same player will play that turn again, "
                "later turns won't count, and clocks will go back too. Dice will be rolled "
                "again, and cards drawn again.",
                game=name,
                n=turn,
            )
        case "remove":
            return Text(
                "Remove {name} from the lobby of {game}? They won't be able to rejoin.",
                name=named,
                game=name,
            )
    return Text("Move {game} and its board to this channel?", game=name)


def _ends(game: Game) -> Text:
    if game.status == "lobby":
        return Text("Close the lobby of {game}?", game=game_name(game))
    return Text(
        "End {game} for everyone? Nobody will win, it won't be rated, and I'll reveal the "
        "seed. You can't undo this.",
        game=game_name(game),
    )


def _gives(game: Game, measure: Measure) -> Text:
    more, name = lasting(more_time(game)), game_name(game)
    if measure.seat == NOBODY:
        return Text("Give everyone in {game} another {time} on the clock?", game=name, time=more)
    return Text(
        "Give {name} another {time} on the clock in {game}?",
        name=_name(game, measure),
        time=more,
        game=name,
    )


def _offers(game: Game, measure: Measure) -> Text:
    return Text(
        "Offer {name}'s seat in {game} to others for {time}? {name} will keep playing until "
        "someone takes it, and will keep the seat if nobody does.",
        name=_name(game, measure),
        game=game_name(game),
        time=lasting(SEAT_OFFER_LASTS),
    )


def _rating_of(game: Game, measure: Measure) -> Text:
    """Whether a player is rated whom a moderator replaces."""
    if unrated(game):
        return NOTHING
    return Text(
        "{name} won't be rated, unless the game is waiting for {name} after they ran out of "
        "time: then they're rated last.",
        name=_name(game, measure),
    )


def level_of(game: Game) -> str:
    """Of the computer that takes a seat: the one on which the table has agreed."""
    return substitute_of(game) or USUAL


def _seats(game: Game, measure: Measure) -> Text:
    level = LEVELS[level_of(game)]
    return sentences(
        Text(
            "Let a computer ({level}) play for {name} in {game} from now on? {name} can come "
            "back at any time.",
            level=level,
            name=_name(game, measure),
            game=game_name(game),
        ),
        _rating_of(game, measure),
    )


def wish(game: Game, measure: Measure, turn: str) -> Text:
    """What the players are asked by a moderator. turn: as in effect."""
    asks = Text(
        "A moderator has a question for the players of {game}.", game=Strong(game_name(game))
    )
    return sentences(asks, effect(game, measure, turn))


def with_others(game: Game, *, party: bool) -> Text:
    """Why a measure is not done at once. party: who would do it has a part in the game."""
    asked = Text("I'll ask the other players first, and all of them have to accept.")
    if party:
        return sentences(
            Text("You're playing, or have played, in {game}.", game=game_name(game)), asked
        )
    return sentences(Text("{game} is rated.", game=game_name(game)), asked)


# Afterwards.


def line(game: Game, measure: Measure, who: Argument, whom: int) -> Text:
    """What was done, for everybody, or in the log of the server."""
    name, named = game_name(game), _name(game, measure)
    match measure.what:
        case "end":
            return Text("{who} ended {game}. Nobody won.", who=who, game=name)
        case "pause":
            return Text("{who} paused {game}. Clocks are stopped.", who=who, game=name)
        case "resume":
            return Text("{who} resumed {game}.", who=who, game=name)
        case "time" if measure.seat == NOBODY:
            return Text("{who} gave everyone in {game} more time.", who=who, game=name)
        case "time":
            return Text("{who} gave {name} more time in {game}.", who=who, name=named, game=name)
        case "skip":
            return Text("{who} skipped {name}'s turn in {game}.", who=who, name=named, game=name)
        case "replace":
            return Text(
                "{who} offered {name}'s seat in {game} to others.", who=who, name=named, game=name
            )
        case "computer":
            return Text(
                "{who} let a computer, {name}, take over a seat in {game}.",
                who=who,
                name=named,
                game=name,
            )
        case "undo":
            return Text("{who} took {game} back to an earlier turn.", who=who, game=name)
        case "remove":
            removed = Mention(whom, Text("someone"))
            return Text(
                "{who} removed {name} from the lobby of {game}.", who=who, name=removed, game=name
            )
    return Text("{who} moved {game} to {place}.", who=who, game=name, place=Place(game.place))


did = About("Done. I've notified the players of {game} and noted it in the server log.")
asked = About(
    "I've asked the other players in {game}. I'll go ahead once all of them accept, unless "
    "something else happens in the game first."
)

# Why somebody is refused.

not_possible = About("That's no longer possible in {game}.")
not_your_lobby = About(
    "You can't do that: you're in the lobby of {game} yourself. Ask another moderator, or "
    "close the lobby and open one for invited players."
)
