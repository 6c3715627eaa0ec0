"""What is said about seats that are offered to others, and about who sits there."""

from __future__ import annotations

from bot.core.game import Game
from bot.core.names import bare, game_name, in_full, lasting, seated
from bot.core.sentences import About
from bot.core.sitters import sitters_at
from bot.domain.agreed import substitute_of
from bot.domain.computers import anybody
from bot.domain.seats import (
    KEPT,
    REQUEST,
    SEAT_OFFER_LASTS,
    TWO,
    open_seats,
    remaining,
    unrated,
    until,
)
from rules.game import Seat
from rules.text import NOTHING, Moment, Name, Small, Strong, Text, lines, sentences
from storage import Former

TAKE_OVER, BACK, HAND = Text("Take Over"), Text("I'm Back"), Text("My Hand")
LET_COMPUTER = Text("Let a Computer Play")


def offer(game: Game, seat: Seat) -> Text:
    """The line that everybody on the server may answer."""
    how = Text(
        "The first person to press {take} takes over the seat as it is. It's on offer until "
        "{time} ({left}).",
        take=Strong(TAKE_OVER),
        time=Moment(until(game, seat), "f"),
        left=Moment(until(game, seat), "R"),
    )
    return lines(_why(game, seat), Small(sentences(how, _else(game, seat))))


def _why(game: Game, seat: Seat) -> Text:
    name, where = seated(game.sitters)[seat], Strong(game_name(game))
    match open_seats(game).get(seat):
        case "request":
            return Text(
                "{name} is looking for someone to take over their seat in {game}, and will "
                "keep playing until someone does.",
                name=name,
                game=where,
            )
        case "leaving":
            return Text("{name} has left {game}: the seat is open.", name=name, game=where)
        case "moderator":
            return Text(
                "A moderator is looking for someone to take over {name}'s seat in {game}. "
                "{name} will keep playing until someone does.",
                name=name,
                game=where,
            )
        case "gone" | "banned":
            return Text(
                "{name} has left this server, so their seat in {game} is open.",
                name=name,
                game=where,
            )
    return Text(
        "{name} ran out of time twice in a row in {game}: the seat is open.",
        name=name,
        game=where,
    )


def _else(game: Game, seat: Seat) -> Text:
    """What comes of it if nobody comes."""
    name = seated(game.sitters)[seat]
    if open_seats(game).get(seat) in KEPT:
        return Text("If nobody takes the seat, {name} will keep it.", name=name)
    if remaining(game) <= TWO:
        return Text(
            "Until then, {name} can come back. If nobody takes the seat, the game is over.",
            name=name,
        )
    return Text(
        "{name} can still come back. If nobody takes the seat, it'll be given up for good.",
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
            "{name} now plays for {before} in {game}. {before} can come back at any time.",
            name=in_full(game.sitters)[seat],
            before=Name(bare(former[-1].name)),
            game=where,
        )
    if former:
        return Text(
            "{name} took over {before}'s seat in {game}.",
            name=name,
            before=Name(bare(former[-1].name)),
            game=where,
        )
    return Text("{name} keeps the seat in {game}.", name=name, game=where)


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
            "For {time}, anyone here can take over your seat, {hand}. The first person to "
            "press the button gets it for good, and you can't get another seat in this game.",
            time=lasting(SEAT_OFFER_LASTS),
            hand=_with_all(game),
        ),
        Text(
            "Until someone takes your seat, you'll keep playing and can withdraw the offer. "
            "If nobody takes it, it stays yours."
        ),
        _or_a_computer(game, seat),
        _rated_then(game),
    )


def _with_all(game: Game) -> Text:
    if game.rules.hidden_information:
        return Text("including your hand")
    return Text("including everything that belongs to it")


def _or_a_computer(game: Game, seat: Seat) -> Text:
    """Who may take it besides people."""
    if not (substitute_of(game) and anybody(game, but=seat)):
        return NOTHING
    return Text("You can also let a computer play for you, and come back at any time.")


def _rated_then(game: Game) -> Text:
    """What giving up a seat means for its player's rating."""
    return (
        NOTHING
        if unrated(game)
        else Text("If someone takes it, you'll be rated as having come last.")
    )


def offered_lately(game: Game, why: str, then: float) -> Text:
    """To who has offered their seat, and came back, a short while ago."""
    again = Moment(then, "f")
    if why == REQUEST:
        return Text(
            "You offered your seat in {game} a short while ago. You can offer it again from "
            "{time}.",
            game=game_name(game),
            time=again,
        )
    return Text(
        "You left {game} and came back a short while ago. You can leave again from {time}.",
        game=game_name(game),
        time=again,
    )


def offered_yours(game: Game, seat: Seat) -> Text:
    """To who has asked for somebody."""
    why, due = open_seats(game).get(seat), Moment(until(game, seat), "f")
    said = Text(
        "Your seat in {game} is on offer to others until {time}.", game=game_name(game), time=due
    )
    if why in KEPT:
        return sentences(
            said,
            Text(
                "You'll keep playing until someone takes your seat. If nobody does, it stays yours."
            ),
        )
    return sentences(
        said, Text("To come back before someone takes your seat, press {back}.", back=Strong(BACK))
    )


def left(game: Game, seat: Seat) -> Text:
    """To who has left a game whose others play on."""
    return sentences(
        Text("You've left {game}.", game=game_name(game)),
        Text(
            "Your seat is open to others until {time}. Press {back} before then to keep it.",
            time=Moment(until(game, seat), "f"),
            back=Strong(BACK),
        ),
    )


SUBSTITUTED = Text("This game won't change your rating.")


def taken(game: Game, seat: Seat) -> Text:
    """To who has taken over a seat."""
    yours = Text("The seat is yours. You're now playing in {game}.", game=game_name(game))
    called = (
        Text("It's your turn now, so I'll mention you.")
        if game.on_turn == seat
        else Text("I'll mention you when it's your turn.")
    )
    return sentences(yours, called, NOTHING if unrated(game) else SUBSTITUTED)


not_yours_to_keep = About(
    "A moderator is looking for someone to take over your seat in {game}, so you can't "
    "withdraw the offer. You'll keep playing until someone takes the seat."
)
yours_again = About("You keep your seat in {game}. It's no longer on offer.")


def not_offered(game: Game, seat: Seat) -> Text:
    if seat < len(game.sitters):
        return Text(
            "That seat in {game} is no longer on offer: {name} has it.",
            game=game_name(game),
            name=seated(game.sitters)[seat],
        )
    return Text("There's no such seat in {game}.", game=game_name(game))


def your_own_seat(game: Game) -> Text:
    return Text(
        "That's your own seat in {game}. Press {back} to keep it.",
        game=game_name(game),
        back=Strong(BACK),
    )


sits_already = About(
    "You can't take that seat: you're playing in {game}, or you've played in it before."
)
people_alone = About("Only people can take over seats in {game}, as agreed at the start.")
last_person = About("You can't do that: only computers would be left in {game}.")
not_your_seat = About("That isn't your seat in {game}. Only the player who had it can come back.")
