"""Why the table refuses a wish: the game is elsewhere, or the speaker has no part in it."""

from bot.table.game import Game
from bot.table.names import Command, game_name, names_by_seat, players, title
from rules.text import ChannelName, Moment, Text, sentences
from storage import Former


def about_to_begin(game: Game) -> Text:
    return Text(
        "{game} has already started. I'll announce its seats in {place} in a moment and mention "
        "the first player there.",
        game=game,
        place=ChannelName(game.place),
    )


def game_over(game: Game) -> Text:
    when, start = Moment(game.changed, "D"), Command(game.kind, "start")
    ended = Text("{game} ended on {day}.", game=game, day=when)
    if game.status == "cancelled":
        ended = Text("{game} was closed on {day}.", game=game, day=when)
    replay = Command("games", "review replay", f"game:{game_name(game)}")
    again = Text(
        "Replay it with {replay}, or start a new game with {start}.", replay=replay, start=start
    )
    return sentences(ended, again)


def stale(game: Game) -> Text:
    return Text("{game} has moved on since then. Check its newest board.", game=game)


def stranger(game: Game) -> Text:
    return Text(
        "You're not in {game}: {players} are playing. Watch it with {board}.",
        game=game,
        players=players(game),
        board=Command(game.kind, "board"),
    )


def handed_over(game: Game, former: Former) -> Text:
    return Text(
        "{name} has taken over your seat in {game}, so you can't play there or see the hand "
        "any more. You can still watch with {board}.",
        game=game,
        name=names_by_seat(game.sitters)[former.seat],
        board=Command(game.kind, "board"),
    )


def left_already(game: Game) -> Text:
    return Text("You've already left {game}.", game=game)


def game_closed(game: Game) -> Text:
    return Text(
        "{game} ({title}) was closed without a winner. Start a new game with {start}.",
        game=game,
        title=title(game),
        start=Command(game.kind, "start"),
    )
