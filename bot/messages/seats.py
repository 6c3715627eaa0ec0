"""Seats on offer, as messages."""

from __future__ import annotations

from bot.messages.layout import Button, Layout
from bot.messages.layouts import button_id
from bot.table.agreed import substitute_of
from bot.table.game import Game
from bot.table.names import bare, in_full, seated
from bot.table.seats import BY_MODERATOR, KEPT, TWO, anybody, open_seats, remaining, until
from rules.game import Seat
from rules.text import Moment, Name, Small, Strong, Text, lines, sentences
from rules.voice import Argument

BACK = Text("I'm Back")


def offer(game: Game, seat: Seat, n: int) -> Layout:
    """The line with which a seat is offered to everyone on the server."""
    take = Button(Text("Take Over"), f"{button_id('takeover', game.id, n)}:{seat}", "success")
    let = Button(Text("Let a Computer Play"), f"{button_id('letplay', game.id, n)}:{seat}")
    lets = (let,) if substitute_of(game) and anybody(game, but=seat) else ()
    backs = () if open_seats(game).get(seat) == BY_MODERATOR else (back(game, n, seat),)
    how = Text(
        "The first person to press {take} takes over the seat as it is. It's on offer until "
        "{time} ({left}).",
        take=Strong(take.label),
        time=Moment(until(game, seat), "f"),
        left=Moment(until(game, seat), "R"),
    )
    text = lines(_why(game, seat), Small(sentences(how, _else(game, seat))))
    return Layout(text, buttons=(take, *backs, *lets))


def _why(game: Game, seat: Seat) -> Text:
    about: dict[str, Argument] = {"name": seated(game.sitters)[seat], "game": Strong(game)}
    match open_seats(game).get(seat):
        case "request":
            return Text(
                "{name} is looking for someone to take over their seat in {game}, and will "
                "keep playing until someone does.",
                **about,
            )
        case "leaving":
            return Text("{name} has left {game}: the seat is open.", **about)
        case "moderator":
            return Text(
                "A moderator is looking for someone to take over {name}'s seat in {game}. "
                "{name} will keep playing until someone does.",
                **about,
            )
        case "gone" | "banned":
            return Text("{name} has left this server, so their seat in {game} is open.", **about)
    return Text("{name} ran out of time twice in a row in {game}: the seat is open.", **about)


def _else(game: Game, seat: Seat) -> Text:
    """What happens if nobody takes the seat."""
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


def settled(game: Game, seat: Seat, *, expired: bool = False) -> Layout:
    """The line of a seat whose offer has ended. If a computer plays for someone, they may come
    back.
    """
    returns = game.sitters[seat].computer and game.status == "playing"
    buttons = (back(game, game.n, seat),) if returns else ()
    return Layout(settled_text(game, seat, expired=expired), buttons=buttons)


def settled_text(game: Game, seat: Seat, *, expired: bool = False) -> Text:
    """The line of a seat whose offer has ended.

    expired: its player's time ran out.
    """
    about: dict[str, Argument] = {"name": seated(game.sitters)[seat], "game": Strong(game)}
    former = [each for each in game.former if each.seat == seat]
    if game.sitters[seat].left and expired:
        return Text("{name} ran out of time in {game}, and nobody took over the seat.", **about)
    if game.sitters[seat].left:
        return Text("{name} has left {game}, and nobody took over the seat.", **about)
    if not former:
        return Text("{name} keeps the seat in {game}.", **about)
    before = Name(bare(former[-1].name))
    if game.sitters[seat].computer:
        about["name"] = in_full(game.sitters)[seat]
        return Text(
            "{name} now plays for {before} in {game}. {before} can come back at any time.",
            before=before,
            **about,
        )
    return Text("{name} took over {before}'s seat in {game}.", before=before, **about)


def left(game: Game, seat: Seat | None) -> Layout:
    """The answer to a player who has left. If the seat is offered, they may come back."""
    text = Text("You've left {game}.", game=game)
    if seat is None or seat not in open_seats(game):
        return Layout(text)
    button = back(game, game.n, seat)
    how = Text(
        "Your seat is open to others until {time}. Press {back} before then to keep it.",
        time=Moment(until(game, seat), "f"),
        back=Strong(BACK),
    )
    return Layout(sentences(text, how), buttons=(button,))


def back(game: Game, n: int, seat: Seat) -> Button:
    """A button for a player to get their seat back."""
    return Button(BACK, f"{button_id('return', game.id, n)}:{seat}")
