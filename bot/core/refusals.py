"""Why the core refuses: the game is not where the wish takes it to be, or the speaker has no part
in it."""

from __future__ import annotations

from bot.core.commands import Command
from bot.core.game import Game
from bot.core.names import game_name, seated
from bot.core.sentences import About
from rules.text import Moment, Plural, Text, sentences
from storage import Former, Full

about_to_begin = About(
    "{game} has started already, nothing was changed: its seats are drawn, and the first "
    "player is called, as soon as a post in {place} has said so."
)
started_without = About("{game} has started already, nothing was changed. You can watch it here.")


def too_many(full: Full) -> Text:
    if full.mine:
        return Text(
            "No game was opened: you host {games} on this server, and nobody may host more. "
            "{mine} lists yours; when one is over, or you close one with {cancel}, you can open "
            "another.",
            games=Plural("{n} open game", "{n} open games", n=full.limit),
            mine=Command("games", "mine"),
            cancel=Command("games", "cancel"),
        )
    return Text(
        "No game was opened: {games} can be open on this server at a time, and so many are. "
        "{here} lists them; when one is over or closed, there is room.",
        games=Plural("{n} game", "{n} games", n=full.limit),
        here=Command("games", "here"),
    )


def finished(game: Game) -> Text:
    when, start = Moment(game.changed, "D"), Command(game.kind, "start")
    if game.status == "cancelled":
        ended = Text("{game} was closed on {day}.", game=game_name(game), day=when)
    else:
        ended = Text("{game} ended on {day}.", game=game_name(game), day=when)
    replay = Command("games", "review replay", f"game:{game_name(game)}")
    again = Text("{replay} shows it, {start} opens another.", replay=replay, start=start)
    return sentences(ended, again)


stale = About(
    "{game} has moved on since then; nothing was changed. Its newest post shows where it is."
)
not_started = About("{game} has not started yet: it is still waiting for players.")
stranger = About(
    "You are not in {game}; {players} are playing. You can watch: {board} shows the board."
)


def handed_over(game: Game, former: Former) -> Text:
    return Text(
        "Your seat in {game} is {name}'s now, with all that belongs to it, so nothing was played "
        "and nothing of it is shown to you. You can watch: {board} shows the board.",
        game=game_name(game),
        name=seated(game.sitters)[former.seat],
        board=Command(game.kind, "board"),
    )


left_already = About("You have left {game} before, so nothing was changed.")
closed = About("{game} ({title}) is closed. Nobody has won; {start} opens another.")
