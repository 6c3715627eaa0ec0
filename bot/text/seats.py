"""What is said about seats that are offered to others, and about who sits there."""

from __future__ import annotations

from bot.core.game import Game
from bot.core.names import bare, game_name, in_full, lasting, seated
from bot.core.sentences import About
from bot.core.sitters import sitters_at
from bot.domain.agreed import substitute_of
from bot.domain.computers import anybody
from bot.domain.offers import doubtful, forfeits, unrated
from bot.domain.seats import KEPT, SEAT_OFFER_LASTS, TWO, WISH, open_seats, remaining, until
from rules.game import Seat
from rules.text import NOTHING, Moment, Name, Small, Strong, Text, lines, sentences
from storage import Former

TAKE_OVER, BACK, HAND = Text("Take Over"), Text("I'm Back"), Text("My Hand And Turn")
LET_COMPUTER = Text("Let A Computer Play")
KEEP_RATED = Text("Keep It Rated")


def offer(game: Game, seat: Seat) -> Text:
    """The line that everybody on the server may answer."""
    how = Text(
        "{take} gives it to the first who presses, with all that belongs to it, until {time} "
        "({left}).",
        take=Strong(TAKE_OVER),
        time=Moment(until(game, seat), "f"),
        left=Moment(until(game, seat), "R"),
    )
    return lines(_why(game, seat), Small(sentences(how, _else(game, seat))))


def _why(game: Game, seat: Seat) -> Text:
    name, where = seated(game.sitters)[seat], Strong(game_name(game))
    match open_seats(game).get(seat):
        case "wish":
            return Text(
                "{name} asks for somebody to take over their seat in {game}, and plays on until "
                "then.",
                name=name,
                game=where,
            )
        case "leaving":
            return Text("{name} has left {game}: the seat is free.", name=name, game=where)
        case "host":
            return Text(
                "A host of the server looks for somebody to take over {name}'s seat in {game}; "
                "{name} plays on until then.",
                name=name,
                game=where,
            )
        case "gone":
            return Text(
                "{name} is on this server no more: the seat in {game} is free.",
                name=name,
                game=where,
            )
    return Text(
        "{name} has run out of time in {game} twice in a row: the seat is free.",
        name=name,
        game=where,
    )


def _else(game: Game, seat: Seat) -> Text:
    """What comes of it if nobody comes."""
    name = seated(game.sitters)[seat]
    if open_seats(game).get(seat) in KEPT:
        return Text("If nobody does, {name} keeps it.", name=name)
    if remaining(game) <= TWO:
        return Text(
            "{name} can come back until then. If nobody takes it, the game is over.", name=name
        )
    return Text(
        "{name} can come back until then. If nobody takes it, the seat is given up for good.",
        name=name,
    )


def settled(game: Game, seat: Seat, *, expired: bool = False) -> Text:
    """The line of a seat that is offered no longer. expired: its player's time had run out."""
    name, where = seated(game.sitters)[seat], Strong(game_name(game))
    former = [each for each in game.former if each.seat == seat]
    if game.sitters[seat].left and expired:
        return Text(
            "{name} ran out of time in {game}, and nobody took over the seat.",
            name=name,
            game=where,
        )
    if game.sitters[seat].left:
        return Text("{name} has left {game}, and nobody took over the seat.", name=name, game=where)
    if former and game.sitters[seat].computer:
        return Text(
            "{name} plays for {before} in {game}, who can come back at any time.",
            name=in_full(game.sitters)[seat],
            before=Name(bare(former[-1].name)),
            game=where,
        )
    if former:
        return sentences(
            Text(
                "{name} took over the seat of {before} in {game}.",
                name=name,
                before=Name(bare(former[-1].name)),
                game=where,
            ),
            _rated(game, former[-1]),
        )
    return Text("{name} keeps the seat in {game}.", name=name, game=where)


def in_doubt(game: Game, seat: Seat) -> bool:
    """By its hand-over the game is not rated, unless those who stayed agree."""
    return doubtful(game) and not all(each.agreed for each in game.former if each.seat == seat)


def _rated(game: Game, former: Former) -> Text:
    """What a hand-over means for the ratings."""
    if in_doubt(game, former.seat) and game.status == "playing":
        return Text(
            "So the game is not rated, unless those agree who were there before and stayed: {keep} "
            "asks them.",
            keep=Strong(KEEP_RATED),
        )
    return Text("The game stays rated all the same.") if former.agreed else NOTHING


def handed_over(game: Game, after: int, n: int) -> Text:
    """Who took over from whom behind a row, up to another one."""
    return sentences(*(_took_over(game, f) for f in game.former if after < f.until <= n))


def _took_over(game: Game, former: Former) -> Text:
    name = seated(sitters_at(game, former.until))[former.seat]
    return Text("{name} took over from {before}.", name=name, before=Name(bare(former.name)))


# To one person.


def confirm_offer(game: Game, seat: Seat) -> Text:
    """What it means to offer one's seat, before that is done."""
    return sentences(
        Text("Offer your seat in {game} to others?", game=game_name(game)),
        Text(
            "For {time} everybody here can take it over, {hand}; the first who presses has it for "
            "good, and you get no other seat in this game.",
            time=lasting(SEAT_OFFER_LASTS),
            hand=_with_all(game),
        ),
        Text("Until then you play on and can withdraw it; if nobody comes, the seat stays yours."),
        _or_a_computer(game, seat),
        _rated_then(game, seat),
    )


def _with_all(game: Game) -> Text:
    if game.rules.hidden_information:
        return Text("with your hand and all that belongs to it")
    return Text("with all that belongs to it")


def _or_a_computer(game: Game, seat: Seat) -> Text:
    """Who may take it besides people."""
    if not (substitute_of(game) and anybody(game, but=seat)):
        return NOTHING
    return Text(
        "You can have a computer play there instead, and come back at any time. A game with a "
        "computer is not rated."
    )


def _rated_then(game: Game, seat: Seat) -> Text:
    """What a hand-over does to the rating of a game that has one."""
    if unrated(game):
        return NOTHING
    return sentences(
        Text("Then the game is not rated, unless those who stay agree that it is."),
        Text("Your own rating moves in any case, as if you were last.")
        if forfeits(game, seat)
        else NOTHING,
    )


def offered_lately(game: Game, why: str, then: float) -> Text:
    """To who has offered their seat, and came back, a short while ago."""
    again = Moment(then, "f")
    if why == WISH:
        return Text(
            "Your seat in {game} was not offered: everybody was told so a short while ago. You can "
            "offer it again from {time} on.",
            game=game_name(game),
            time=again,
        )
    return Text(
        "You have not left {game}: you did so and came back a short while ago, and everybody was "
        "told. You can leave again from {time} on.",
        game=game_name(game),
        time=again,
    )


def offered_yours(game: Game, seat: Seat) -> Text:
    """To who has asked for somebody."""
    why, due = open_seats(game).get(seat), Moment(until(game, seat), "f")
    said = Text(
        "Your seat in {game} is offered to others until {time}.", game=game_name(game), time=due
    )
    if why in KEPT:
        return sentences(
            said,
            Text("Until somebody takes it, you play on; if nobody does, it stays yours."),
        )
    return sentences(said, Text("Until then you can come back with {back}.", back=Strong(BACK)))


def left(game: Game, seat: Seat) -> Text:
    """To who has left a game whose others play on."""
    return sentences(
        Text("You have left {game}.", game=game_name(game)),
        Text(
            "Your seat is offered to others until {time}; until then {back} makes it yours again.",
            time=Moment(until(game, seat), "f"),
            back=Strong(BACK),
        ),
    )


def taken(game: Game, seat: Seat) -> Text:
    """To who has taken over a seat."""
    yours = Text("The seat is yours: you play in {game} now.", game=game_name(game))
    called = (
        Text("It is your turn; I am calling you.")
        if game.on_turn == seat
        else Text("I will mention you when it is your turn.")
    )
    return sentences(yours, called, _your_rating(game, seat))


def _your_rating(game: Game, seat: Seat) -> Text:
    """Whose rating the game moves that somebody else had begun."""
    if not in_doubt(game, seat):
        return NOTHING
    return Text(
        "The game is not rated, unless those agree who were there before you; then it moves your "
        "rating, and it does so if you end the game by resigning."
    )


not_yours_to_keep = About(
    "Nothing was changed: a host of the server looks for somebody to take over your seat in "
    "{game}, so it is not for you to withdraw. You play on until somebody takes it."
)
yours_again = About("Your seat in {game} is yours, and offered to nobody.")


def not_offered(game: Game, seat: Seat) -> Text:
    if seat < len(game.sitters):
        return Text(
            "Nothing was changed: that seat in {game} is offered no longer; it is {name}'s.",
            game=game_name(game),
            name=seated(game.sitters)[seat],
        )
    return Text("Nothing was changed: there is no such seat in {game}.", game=game_name(game))


def your_own_seat(game: Game) -> Text:
    return Text(
        "That is your own seat in {game}; {back} keeps it.", game=game_name(game), back=Strong(BACK)
    )


sits_already = About(
    "The seat was not taken: you play in {game}, or have played there, and nobody has two "
    "seats at one table."
)
people_alone = About(
    "Nothing was changed: in {game} a free seat is taken over by people alone, as was agreed."
)
last_person = About("Nothing was changed: nobody but computers would be left in {game}.")
not_your_seat = About(
    "Nothing was changed: that is not your seat in {game}. Only whose it was can come back."
)
