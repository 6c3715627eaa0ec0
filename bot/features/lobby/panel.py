"""A lobby as people see it: answers, and buttons of its own."""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import urlencode

from bot.messages.answers import more_players
from bot.messages.fairness import digits
from bot.messages.layout import Button, Layout
from bot.messages.layouts import ADD_COMPUTER, LONGEST_ID, PRACTICE, button_id
from bot.table.closing import party
from bot.table.contribution import Contribution
from bot.table.game import Game
from bot.table.names import host, players
from rules.text import NOTHING, Code, Place, Small, Text, lines, sentences


def opened(game: Game) -> Text:
    """The answer to opening a game."""
    if game.status == "playing":
        return sentences(
            Text("{game} has started: {players}.", game=game, players=players(game)),
            Text("I'll post the board when it's your turn."),
        )
    fewest, most = game.rules.fewest, int(game.options["players"])
    open_ = Text("{game} is open for {n} players.", game=game, n=most)
    if fewest < most:
        open_ = Text(
            "{game} is open for {fewest} to {most} players.", game=game, fewest=fewest, most=most
        )
    if game.channel != game.home:
        return sentences(open_, Text("Its thread will open under the lobby message."))
    return sentences(open_, Text("See the lobby message below."))


def joined(game: Game, given: Contribution | None = None) -> Text:
    """The answer to joining. given: the number that they give to chance, if they just joined."""
    yours = Text(
        "Your number in this game is {number}. Dice, cards and seats depend on it, and on a "
        "secret seed whose hash starts with {digits}.",
        number=str(given),
        digits=Code(digits(game)),
    )
    return lines(_joined(game), Small(yours) if given else NOTHING)


def _joined(game: Game) -> Text:
    if game.status == "playing" or game.settled:
        return Text(
            "You're in, and {game} has started. I'll announce the seats in {place} in a "
            "moment and mention the first player there.",
            game=game,
            place=Place(game.place),
        )
    missing = int(game.options["players"]) - len(game.sitters)
    if not missing:
        return Text("You're in {game}. It's starting now.", game=game)
    return Text(
        "You're in {game}. It's waiting for {missing}, but {host} can start it at any time.",
        game=game,
        missing=more_players(missing),
        host=host(game),
    )


def left(game: Game) -> Text:
    return Text("You've left {game}.", game=game)


def confirm_cancel(game: Game, user: int) -> Layout:
    """Asked before a running game is closed for everybody."""
    text = Text(
        "{players} are playing {game}. Cancelling ends it for everyone, without a result. "
        "You can't undo this.",
        game=game,
        players=players(game),
    )
    if not party(game, user):
        neutral = Text(
            "Everyone will see that you ended the game. The seed will be revealed, and the "
            "game won't be rated."
        )
        text = sentences(text, neutral)
    label = Text("Cancel {game} for Everyone", game=game)
    button = Button(label, button_id("cancel", game.id, game.n), "danger")
    return Layout(text, buttons=(button,))


def thread_button(kind: str, players: int, terms: Mapping[str, str]) -> Button | None:
    """Offered if the channel already has a game. The id holds the terms, if they fit in."""
    id_ = f"lc:thread:{kind}:{players}" + (f":{urlencode(terms)}" if terms else "")
    return Button(Text("Open in a Thread"), id_, "primary") if len(id_) <= LONGEST_ID else None


def company(game: Game) -> tuple[Button, ...]:
    """For the only person in a lobby: add a computer there, or practise."""
    if game.status != "lobby" or len(game.sitters) >= game.rules.fewest:
        return ()
    add = Button(ADD_COMPUTER, button_id("computers", game.id, game.n))
    return add, Button(PRACTICE, f"lc:practice:{game.kind}")
