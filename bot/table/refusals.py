"""Why the core refuses: the game is not where the wish takes it to be, or the speaker has no part
in it."""

from __future__ import annotations

from bot.table.commands import Command
from bot.table.game import Game
from bot.table.names import game_name, seated
from bot.table.sentences import About
from rules.text import Moment, Plural, Text, sentences
from storage import Former, Full

about_to_begin = About(
    "{game} has already started. I'll announce its seats in {place} in a moment and mention "
    "the first player there."
)
started_without = About("{game} has already started. You can watch it here.")


def too_many(full: Full) -> Text:
    if full.mine:
        return Text(
            "You already host {games} here, which is the limit. {mine} lists them. Finish "
            "one, or close one with {cancel}, before you open another.",
            games=Plural("{n} open game", "{n} open games", n=full.limit),
            mine=Command("games", "mine"),
            cancel=Command("games", "cancel"),
        )
    return Text(
        "This server already has {games} open, which is the limit. {here} lists them. You "
        "can start a game when one of them ends.",
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
    again = Text(
        "Replay it with {replay}, or start a new game with {start}.", replay=replay, start=start
    )
    return sentences(ended, again)


stale = About("{game} has moved on since then. Check its newest board.")
not_started = About("{game} hasn't started yet. It's still waiting for players.")
stranger = About("You're not in {game}: {players} are playing. Watch it with {board}.")


def handed_over(game: Game, former: Former) -> Text:
    return Text(
        "{name} has taken over your seat in {game}, so you can't play there or see the hand "
        "any more. You can still watch with {board}.",
        game=game_name(game),
        name=seated(game.sitters)[former.seat],
        board=Command(game.kind, "board"),
    )


left_already = About("You've already left {game}.")
closed = About("{game} ({title}) was closed without a winner. Start a new game with {start}.")
