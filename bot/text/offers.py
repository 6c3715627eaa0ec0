"""What is said when a player asks the others for something, and when they answer."""

from __future__ import annotations

from collections.abc import Sequence

from bot.core.game import CLOCK, OFFER, Game
from bot.core.names import bare, game_name, lasting
from bot.core.sentences import About
from bot.core.table import Table
from bot.domain.clocks import running
from bot.domain.mending import Measure, measure_of
from bot.domain.offers import (
    END,
    TIME,
    UNDO,
    Answers,
    Offer,
    asked,
    draws,
    more_time,
)
from bot.text.mending import effect
from rules.game import Seat
from rules.text import (
    NOTHING,
    Code,
    Jump,
    Listed,
    Mention,
    Moment,
    Name,
    Small,
    Strong,
    Text,
    lines,
    sentences,
)
from storage import Post

BACK = Text("I'm Back")


def told(table: Table, offer: Offer, turn: str) -> Text:
    """The line that everybody can read as long as it can be answered. turn: what is to be taken
    back, as it is typed; where a host of the server would do it, its number."""
    game, due = table.game, table.game.due(OFFER) or 0
    whom = Listed(
        Mention(game.sitters[seat].user, table.names[seat]) for seat in asked(game, offer)
    )
    called = Text("{people}: {wish}", people=whom, wish=_wish(table, offer, turn))
    return lines(called, Small(_until(due)))


def _until(due: float) -> Text:
    return Text(
        "Everyone who's been asked has to accept. You can answer until {time} ({left}), "
        "unless the game moves on first.",
        time=Moment(due, "f"),
        left=Moment(due, "R"),
    )


def still_asked(table: Table, offer: Offer, turn: str, seat: Seat, line: Post | None) -> Text:
    """To somebody for whom it was night when the line was posted."""
    mention = Mention(table.game.sitters[seat].user, table.names[seat])
    called = Text("{mention}: {wish}", mention=mention, wish=_wish(table, offer, turn))
    if line is None or line.message is None:
        return called
    place = line.channel or table.game.place
    there = Jump(Text("under the request"), table.game.guild, place, line.message)
    until = Moment(table.game.due(OFFER) or 0, "f")
    return lines(
        called, Small(Text("You can answer {there} until {time}.", there=there, time=until))
    )


def _wish(table: Table, offer: Offer, turn: str) -> Text:
    if (measure := measure_of(offer)) is not None:
        return _by_a_host(table, measure, turn)
    name, game = table.names[offer.seat], Strong(game_name(table.game))
    if offer.what == UNDO:
        return Text(
            "{name} asks to undo the turn {turn} in {game}, and everything played since.",
            name=name,
            turn=Code(turn),
            game=game,
        )
    if offer.what == END and draws(table.game):
        return Text("{name} offers a draw in {game}.", name=name, game=game)
    if offer.what == END:
        return Text("{name} asks to end {game} now, without a result.", name=name, game=game)
    more = lasting(more_time(table.game))
    return Text("{name} asks for {time} more in {game}.", name=name, time=more, game=game)


def _by_a_host(table: Table, measure: Measure, turn: str) -> Text:
    """What a host of the server would do, who needs the consent of all."""
    game = table.game
    asks = Text(
        "A moderator has a question for the players of {game}.", game=Strong(game_name(game))
    )
    return sentences(asks, effect(game, measure, turn))


def news(table: Table, offer: Offer, turn: str, said: Answers, *, still: bool) -> Text:
    """The line of an offer, once somebody has answered. still: others can answer yet."""
    if still:
        who = _names(table, said.agreed)
        accepted = Text("Accepted by {names}.", names=who) if said.agreed else NOTHING
        return lines(told(table, offer, turn), accepted)
    return sentences(_wish(table, offer, turn), _outcome(table, offer, said))


def _outcome(table: Table, offer: Offer, said: Answers) -> Text:
    if said.against == offer.seat:
        return Text("Withdrawn.")
    if said.against is not None:
        return Text("{name} declined.", name=table.names[said.against])
    if said.agreed and not set(asked(table.game, offer)) - set(said.agreed):
        accepted = Text("{names} accepted.", names=_names(table, said.agreed))
        return sentences(accepted, _time_left(table, offer))
    if table.game.past(offer.row):
        return Text("Expired: the game has moved on.")
    return Text("Expired: not everyone answered in time.")


def _time_left(table: Table, offer: Offer) -> Text:
    """Until when it is somebody's turn who was given more time."""
    clock, due = running(table.game), table.game.due(CLOCK)
    if offer.what != TIME or due is None or clock is None or clock.seat != offer.seat:
        return NOTHING
    name = table.names[offer.seat]
    return Text("{name} now has until {time}.", name=name, time=Moment(due, "f"))


def _names(table: Table, seats: Sequence[Seat]) -> Listed:
    return Listed(table.names[seat] for seat in seats)


def asked_for(game: Game, offer: Offer) -> Text:
    """To who has asked."""
    due = Moment(game.due(OFFER) or 0, "f")
    called = Text(
        "I've asked the other players in {game}. Each of them will get one notification.",
        game=game_name(game),
    )
    return sentences(
        called,
        Text(
            "They can answer until {time}, unless something else happens in the game first.",
            time=due,
        ),
    )


asked_already = About("I've already asked the other players in {game}.")
# To somebody for whose own take-back it is too late.
could_ask = About(
    "If all the other players in {game} agree, your last turn can still be undone, along "
    "with everything played since."
)


def answered(game: Game, *, yes: bool) -> Text:
    if yes:
        return Text("You've accepted the request in {game}.", game=game_name(game))
    return Text("You've declined the request in {game}.", game=game_name(game))


withdrawn = About("There's no open request in {game} any more.")


# Why somebody is refused.


def one_at_a_time(game: Game, offer: Offer) -> Text:
    return Text(
        "{name} has another request open in {game}. You can ask once it's settled.",
        name=Name(bare(game.sitters[offer.seat].name)),
        game=game_name(game),
    )


# Whatever has come of it.
asked_this_turn = About(
    "You've already made this request in {game} this turn. You can ask again after the next turn."
)
nobody_to_ask = About("There's nobody else in {game} who could agree.")
not_too_late = About("You can still undo your turn in {game} yourself, with {undo}.")
no_clock = About("{game} has no clock, so you don't need more time.")


your_own = About("You made the request in {game}, so the others have to answer it.")


def not_asked(game: Game, offer: Offer) -> Text:
    return Text(
        "Your seat in {game} is on offer, so you can't answer now. Press {back} there to "
        "reclaim it first.",
        game=game_name(game),
        back=Strong(BACK),
    )


not_yours = About("Only the player who asked in {game} can withdraw the request.")
over = About("You can't answer that any more: it's been settled, or {game} has moved on.")
