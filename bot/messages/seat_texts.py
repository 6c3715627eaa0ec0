"""What is said about seats that are offered to others, and about who sits there."""

from __future__ import annotations

from bot.table.game import Game
from bot.table.names import bare, game_name, in_full, seated
from bot.table.seats import KEPT, TWO, open_seats, remaining, until
from bot.table.sitters import sitters_at
from rules.game import Seat
from rules.text import Moment, Name, Small, Strong, Text, lines, sentences
from storage import Former

TAKE_OVER, BACK = Text("Take Over"), Text("I'm Back")
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
