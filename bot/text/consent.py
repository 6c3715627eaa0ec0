"""What one person reads who asks everyone else for something, or answers."""

from __future__ import annotations

from bot.core.game import OFFER, Game
from bot.core.names import game_name
from bot.core.sentences import About
from rules.text import Moment, Strong, Text, sentences

BACK = Text("I'm Back")


def asked_for(game: Game) -> Text:
    called = Text(
        "I've asked the other players in {game}. Each of them will get one notification.",
        game=game_name(game),
    )
    until = Text(
        "They can answer until {time}, unless something else happens in the game first.",
        time=Moment(game.due(OFFER) or 0, "f"),
    )
    return sentences(called, until)


asked_already = About("I've already asked the other players in {game}.")
# To someone who is too late to take back their own turn.
could_ask = About(
    "If all the other players in {game} agree, your last turn can still be undone, along "
    "with everything played since."
)


def answered(game: Game, *, yes: bool) -> Text:
    if yes:
        return Text("You've accepted the request in {game}.", game=game_name(game))
    return Text("You've declined the request in {game}.", game=game_name(game))


withdrawn = About("There's no open request in {game} any more.")

# Why someone is refused.

one_at_a_time = About(
    "The players of {game} are already voting on something else. You can ask once that's settled."
)
asked_this_turn = About(
    "This request has already gone out to the players in {game} this turn. You can ask again "
    "after the next turn."
)
nobody_to_ask = About("There's nobody else in {game} who could agree.")
not_too_late = About("You can still undo your turn in {game} yourself, with {undo}.")
no_clock = About("{game} has no clock, so you don't need more time.")
your_own = About("You made the request in {game}, so the others have to answer it.")


def not_asked(game: Game) -> Text:
    return Text(
        "Your seat in {game} is on offer, so you can't answer now. Press {back} there to "
        "reclaim it first.",
        game=game_name(game),
        back=Strong(BACK),
    )


not_yours = About("Only the player who asked in {game} can withdraw the request.")
over = About("You can't answer that any more: it's been settled, or {game} has moved on.")
