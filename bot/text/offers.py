"""What is said when a player asks the others for something, and when they answer."""

from __future__ import annotations

from collections.abc import Sequence

from bot.core.game import CLOCK, OFFER, Game
from bot.core.names import bare, game_name, lasting, seated
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
    unrated,
)
from bot.text.mending import effect
from rules.game import Seat
from rules.history import RATED
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
    open_until = (_also_meanwhile if offer.what == RATED else _until)(due)
    called = Text("{people}: {wish}", people=whom, wish=_wish(table, offer, turn))
    return lines(called, Small(open_until))


def _until(due: float) -> Text:
    return Text(
        "It is done when everybody who is asked accepts, and can be answered until {time} "
        "({left}), as long as nothing else happens in the game.",
        time=Moment(due, "f"),
        left=Moment(due, "R"),
    )


def _also_meanwhile(due: float) -> Text:
    """What has nothing to do with the position."""
    return Text(
        "It is done when everybody who is asked accepts, and can be answered until {time} "
        "({left}) while the game goes on, as long as nobody else sits down or leaves.",
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
    there = Jump(Text("under that line"), table.game.guild, place, line.message)
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
            "{name} asks to take back the turn {turn} in {game}, with all that was played since.",
            name=name,
            turn=Code(turn),
            game=game,
        )
    if offer.what == END and draws(table.game):
        return Text("{name} offers a draw in {game}.", name=name, game=game)
    if offer.what == END:
        return Text("{name} asks to end {game} now, without a result.", name=name, game=game)
    if offer.what == RATED:
        return Text(
            "{name} asks that {game} stays rated, though a seat has changed hands. It then moves "
            "the ratings of those who sit there at the end.",
            name=name,
            game=game,
        )
    more = lasting(more_time(table.game))
    return Text("{name} asks for {time} more in {game}.", name=name, time=more, game=game)


def _by_a_host(table: Table, measure: Measure, turn: str) -> Text:
    """What a host of the server would do, who needs the consent of all."""
    game = table.game
    asks = Text("A host of the server asks the others in {game}.", game=Strong(game_name(game)))
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
        return Text("It was withdrawn.")
    if said.against is not None:
        return Text("{name} has declined.", name=table.names[said.against])
    if offer.what == RATED:
        return _rated_now(table, offer, said)
    if said.agreed and not set(asked(table.game, offer)) - set(said.agreed):
        accepted = Text("{names} accepted.", names=_names(table, said.agreed))
        return sentences(accepted, _time_left(table, offer))
    if table.game.past(offer.row):
        return Text("It came to nothing, as the game went on.")
    return Text("It came to nothing, as not everybody answered in time.")


def _rated_now(table: Table, offer: Offer, said: Answers) -> Text:
    """Whether all have accepted, as it stands with the seats that had changed hands."""
    if all(each.agreed for each in table.game.former if each.until < offer.row):
        accepted = Text("{names} accepted.", names=_names(table, said.agreed))
        return sentences(accepted, Text("The game stays rated."))
    return Text("It came to nothing, as not everybody accepted; the game is not rated.")


def _time_left(table: Table, offer: Offer) -> Text:
    """Until when it is somebody's turn who was given more time."""
    clock, due = running(table.game), table.game.due(CLOCK)
    if offer.what != TIME or due is None or clock is None or clock.seat != offer.seat:
        return NOTHING
    name = table.names[offer.seat]
    return Text("{name} has until {time} now.", name=name, time=Moment(due, "f"))


def _names(table: Table, seats: Sequence[Seat]) -> Listed:
    return Listed(table.names[seat] for seat in seats)


def asked_for(game: Game, offer: Offer) -> Text:
    """To who has asked."""
    due = Moment(game.due(OFFER) or 0, "f")
    called = Text(
        "The others in {game} are asked; each of them is called once.", game=game_name(game)
    )
    if offer.what == RATED:
        return sentences(called, Text("They can answer until {time}.", time=due))
    return sentences(
        called,
        Text("They can answer until {time}, as long as nothing else happens there.", time=due),
    )


asked_already = About("The others in {game} were asked already.")
# To somebody for whose own take-back it is too late.
could_ask = About(
    "If all others in {game} agree, your last turn can still be taken back, with what was "
    "played since."
)


def answered(game: Game, *, yes: bool) -> Text:
    if yes:
        return Text("You have accepted what was asked for in {game}.", game=game_name(game))
    return Text("You have declined what was asked for in {game}.", game=game_name(game))


withdrawn = About("Nobody is asked any more in {game}; nothing has changed.")


# Why somebody is refused.


def one_at_a_time(game: Game, offer: Offer) -> Text:
    return Text(
        "Nobody was asked: {name} asks for something else in {game} already. You can ask as soon "
        "as it is accepted, declined or withdrawn.",
        name=Name(bare(game.sitters[offer.seat].name)),
        game=game_name(game),
    )


# Whatever has come of it.
asked_this_turn = About(
    "Nobody was asked: you have asked the others in {game} for that in this turn already, and "
    "each was called. You can ask for it again when the next turn has been played."
)
nobody_to_ask = About("Nobody was asked: nobody else is there in {game} who could agree.")
not_too_late = About(
    "Nobody was asked: you can still take your turn in {game} back yourself, with {undo}."
)
no_clock = About("Nobody was asked: there is no clock in {game}, so nobody is in a hurry.")


def not_in_doubt(game: Game) -> Text:
    if unrated(game):
        return Text(
            "Nobody was asked: {game} is not rated, whoever plays there, as a computer has played "
            "or the table began so.",
            game=game_name(game),
        )
    return Text(
        "Nobody was asked: {game} is rated already, as no seat has changed hands since all agreed.",
        game=game_name(game),
    )


your_own = About("Nothing was changed: it was you who asked in {game}, so the others answer.")
# To the only one whose say it is whether a game stays rated.
decided_alone = About(
    "{game} stays rated. That was for you alone to say, as nobody else is asked who was there "
    "before a seat changed hands."
)


def agreed_afterwards(game: Game, missing: Sequence[Seat], then: float) -> Text:
    """To who wants a game rated that is over, as long as others decide too."""
    names = seated(game.sitters)
    return Text(
        "You agree that {game} is rated. So must {names}, with the same button, until {time}.",
        game=game_name(game),
        names=Listed(names[seat] for seat in missing),
        time=Moment(then, "f"),
    )


rated_afterwards = About(
    "{game} is rated, if nothing else speaks against it: all who were there before a seat "
    "changed hands, and stayed, have agreed."
)


def too_late(game: Game, then: float) -> Text:
    return Text(
        "Nothing was changed: until {time} those who stayed could have agreed that {game} is "
        "rated.",
        game=game_name(game),
        time=Moment(then, "f"),
    )


def not_asked(game: Game, offer: Offer) -> Text:
    if offer.what == RATED:
        return Text(
            "Nothing was changed: whether {game} stays rated is decided by those who were there "
            "before a seat changed hands, and have stayed.",
            game=game_name(game),
        )
    return Text(
        "Nothing was changed: your seat in {game} is offered to others. {back} on that line makes "
        "it yours again; then you are asked too.",
        game=game_name(game),
        back=Strong(BACK),
    )


not_yours = About("Nothing was changed: only who has asked in {game} can withdraw it.")
over = About(
    "Nothing was changed: that can be answered no longer, as it was settled in {game} or the "
    "game went on."
)
