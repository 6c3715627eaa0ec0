"""What one person is answered: by a reply that he alone can see, or under his message."""

from __future__ import annotations

from bot.intent import Intent
from bot.names import host_seat, seated, spoken, title
from bot.table import Table
from rules import GAMES
from rules.drafting import Draft
from rules.english import counted, listed
from storage import Game

NO_DIRECT = "I host games in the channels of a server, not in direct messages. Say it there."
NO_ROBOTS = "Bots cannot take a seat; I play with people only."


def recorded(table: Table) -> str:
    """What the mover is told, alone, when his turn counts."""
    story = table.kind.english.story(table.seen().events, table.names)
    follows = "The game is over." if table.over else f"{table.names[table.actor]} is next."
    return f"Your turn in {spoken(table.game)} counts. {story}\n{follows}"


def kept(table: Table, drafted: Draft[object]) -> str:
    """What the mover is told when his turn lacks something."""
    english, game = table.kind.english, spoken(table.game)
    story = english.story(drafted.events, table.names)
    if drafted.complete:
        return (
            f"It is your turn in {game}. Only one is possible, `{drafted.line}`; say it.\n{story}"
        )
    if drafted.said:
        said = f"Kept for your turn in {game}, nothing is played yet. {story}"
    else:
        said = f"It is your turn in {game}." + (f" Without a choice: {story}" if story else "")
    return f"{said}\n{english.choices(drafted.state)}"


def waiting(seconds: float) -> str:
    """`5 min`, `3 h`, `2 days`: how long somebody has been waited for."""
    minutes = int(seconds // 60)
    if minutes < 1:
        return "less than a minute"
    if minutes < 120:
        return f"{minutes} min"
    return f"{minutes // 60} h" if minutes < 48 * 60 else counted(minutes // 1440, "day")


def opened(game: Game) -> str:
    thread = game.channel != game.home
    where = "Its thread opens under the card." if thread else "The card is below."
    return f"{spoken(game)} is open for {game.options['players']} players. {where}"


def taken(game: Game) -> str:
    state = "is waiting for players" if game.status == "lobby" else "is being played"
    return f"No second game was opened: {spoken(game)} {state} in this channel. A thread is free."


def joined(game: Game) -> str:
    if game.status == "playing":
        return f"You are in {spoken(game)}, and it has started: the first player is being called."
    missing = counted(int(game.options["players"]) - len(game.sitters), "more player")
    return f"You are in {spoken(game)}. It starts with {missing}, or when one of you starts it."


def left(game: Game) -> str:
    return f"You have left {spoken(game)}."


def not_in(game: Game) -> str:
    return f"You are not in {spoken(game)}, so nothing has changed."


def started_already(game: Game) -> str:
    return (
        f"{spoken(game)} has started, so your seat cannot be given back. "
        f"Its host can close it for everybody with `/{game.kind} cancel`."
    )


def started_without(game: Game) -> str:
    return f"{spoken(game)} has started already, nothing was changed. You can watch it here."


def only_seated(game: Game) -> str:
    return f"Only somebody who has joined {spoken(game)} can start it. Join first."


def only_host(game: Game) -> str:
    return (
        f"{spoken(game)} was not closed: only its host, {seated(game.sitters)[host_seat(game)]}, "
        "or somebody who may manage this channel can do that."
    )


def too_few(game: Game, fewest: int) -> str:
    return f"{spoken(game)} was not started: {title(game)} needs at least {fewest} players."


def confirm_cancel(game: Game) -> str:
    return (
        f"{spoken(game)} is being played by {listed(seated(game.sitters))}. Cancelling ends it "
        "for everybody without a result, and cannot be taken back."
    )


def finished(game: Game) -> str:
    ended = "was closed" if game.status == "cancelled" else "ended"
    return (
        f"{spoken(game)} {ended} on <t:{int(game.changed)}:D>. `/{game.kind} start` opens another."
    )


def stale(game: Game) -> str:
    return (
        f"{spoken(game)} has moved on since then; nothing was changed. "
        "Its newest post shows where it is."
    )


def no_game(wish: Intent) -> str:
    if wish.game is not None:
        return "There is no such game on this server."
    if wish.name is not None:
        return f"There is no game {wish.name} on this server."
    return f"There is no game in this channel. `/{wish.kind or 'logger'} start` opens one."


def other_game(game: Game, kind: str) -> str:
    return (
        f"The game in this channel is {spoken(game)}, {title(game)}, not "
        f"{GAMES[kind].game.title}. Use `/{game.kind}` for it."
    )


def not_started(game: Game) -> str:
    return f"{spoken(game)} has not started yet: it is still waiting for players."


def stranger(game: Game) -> str:
    return (
        f"You are not in {spoken(game)}; {listed(seated(game.sitters))} are playing. "
        f"You can watch: `/{game.kind} board` shows the board."
    )


def not_your_turn(table: Table, seconds: float) -> str:
    name = table.names[table.actor]
    return (
        f"It is {name}'s turn in {spoken(table.game)} (waiting {waiting(seconds)}). "
        f"Nothing was played; I will mention you in <#{table.game.channel or table.game.home}> "
        "when it is yours."
    )


def still_kept(line: str) -> str:
    return f"What you said before is kept: `{line}`."


def game_standing(table: Table) -> str:
    english, state = table.kind.english, table.seen().state
    turn = "It is over." if table.over else f"It is {table.names[table.actor]}'s turn."
    standing = english.standing(state, table.names)
    return f"**{spoken(table.game)}**, turn {table.number}. {turn} {standing}"


def undelivered(game: Game, why: str) -> str:
    """To the host, when something about his game could not be posted."""
    return (
        f"I could not post in <#{game.channel or game.home}> about {spoken(game)}: {why}. Nothing "
        "is lost; the game is kept as it stands. Somebody who may manage that channel can put "
        "it right, and then the board command there shows the game."
    )


def no_thread(game: Game, why: str) -> str:
    """When a thread was asked for and is not allowed."""
    return f"I could not open a thread for {spoken(game)} ({why}), so it is played in this channel."
