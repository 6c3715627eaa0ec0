"""Why one person is refused: what did not happen, why, and what to do instead."""

from __future__ import annotations

from collections.abc import Sequence

from bot.games.game import Game
from bot.games.intent import Intent
from bot.games.names import host_seat, lasting, seated, spoken, title
from bot.games.table import Table
from rules.english import counted, listed
from rules.game import NATURE
from rules.history import Told
from storage import Full


def started_already(game: Game) -> str:
    return (
        f"{spoken(game)} has started, so your seat cannot be given back. `/{game.kind} resign` "
        "leaves the game for good; it asks first and says what that does."
    )


def started_without(game: Game) -> str:
    return f"{spoken(game)} has started already, nothing was changed. You can watch it here."


def not_yours_to_start(game: Game, anybody: float) -> str:
    """anybody: from when on everybody who has joined may start it."""
    return (
        f"{spoken(game)} was not started: its host, {seated(game.sitters)[host_seat(game)]}, or "
        "somebody who may manage this channel can start it before all seats are taken, and from "
        f"<t:{int(anybody)}:f> on everybody who has joined."
    )


def only_host(game: Game) -> str:
    return (
        f"{spoken(game)} was not closed: only its host, {seated(game.sitters)[host_seat(game)]}, "
        "or somebody who may manage its channel can do that."
    )


def not_yours_to_move(game: Game) -> str:
    return (
        f"{spoken(game)} was not moved: its players, {listed(seated(game.sitters))}, or somebody "
        "who may manage the channels of this server can do that."
    )


def no_room(game: Game, other: Game) -> str:
    """other: the live game that is in the channel already."""
    state = "is waiting for players" if other.status == "lobby" else "is being played"
    return (
        f"{spoken(game)} was not moved: {spoken(other)} {state} in this channel. Say it in another "
        "channel, or in a thread."
    )


def too_many(full: Full, kind: str) -> str:
    if full.mine:
        return (
            f"No game was opened: you host {counted(full.limit, 'open game')} on this server, and "
            "nobody may host more. `/games mine` lists yours; when one is over, or you close one "
            f"with `/{kind} cancel`, you can open another."
        )
    return (
        f"No game was opened: {counted(full.limit, 'game')} can be open on this server at a time, "
        "and so many are. `/games here` lists them; when one is over or closed, there is room."
    )


def too_few(game: Game, fewest: int) -> str:
    return f"{spoken(game)} was not started: {title(game)} needs at least {fewest} players."


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


def other_game(game: Game, wish: Intent, wanted: str) -> str:
    """wanted: the title of what was asked for."""
    if wish.name is not None:
        said = f"{spoken(game)} is a game of {title(game)}, not of {wanted}."
    else:
        said = f"The game in this channel is {spoken(game)}, {title(game)}, not {wanted}."
    return f"{said} Use `/{game.kind}` for it."


def not_started(game: Game) -> str:
    return f"{spoken(game)} has not started yet: it is still waiting for players."


def stranger(game: Game) -> str:
    return (
        f"You are not in {spoken(game)}; {listed(seated(game.sitters))} are playing. "
        f"You can watch: `/{game.kind} board` shows the board."
    )


def not_your_turn(table: Table, seconds: float) -> str:
    if table.waiting:
        return (
            f"Nothing was played: it is nobody's turn in {spoken(table.game)} yet. The last turn "
            f"can still be taken back (`/{table.game.kind} undo`); then the die is rolled, and I "
            "mention whose turn it is."
        )
    name = table.names[table.actor]
    return (
        f"It is {name}'s turn in {spoken(table.game)} (waiting {lasting(seconds)}). "
        f"Nothing was played; I will mention you in <#{table.game.channel or table.game.home}> "
        "when it is yours."
    )


def still_kept(line: str) -> str:
    return f"What you said before is kept: `{line}`."


def answered_already(game: Game) -> str:
    return (
        f"Nothing was taken back: your turn in {spoken(game)} has been answered by another one, "
        "even if that was taken back since."
    )


def not_yours_to_take_back(game: Game, rows: Sequence[Told]) -> str:
    if not rows:
        return f"Nothing has been played in {spoken(game)} yet, so there is nothing to take back."
    if rows[-1][1] >= 0:
        return (
            f"Nothing was taken back: {seated(game.sitters)[rows[-1][1]]} made the last turn in "
            f"{spoken(game)}."
        )
    if rows[-1][1] == NATURE:
        return (
            f"Nothing was taken back: since the last turn in {spoken(game)} a die was rolled or a "
            "card drawn, and what was seen cannot be unseen."
        )
    return f"Nothing was taken back: since your turn in {spoken(game)} something else has happened."


def was_not_asked(game: Game) -> str:
    return (
        f"Nothing was taken back: your last turn in {spoken(game)} was the only one possible, so "
        "nobody asked you for it, and there is no other."
    )


def not_yours_to_hurry(game: Game) -> str:
    return (
        f"{spoken(game)} waits for a moment, so that the last turn can be taken back. Only who "
        "made it can end the wait."
    )


def veiled(game: Game) -> str:
    """In public, where a reason could give away what a hand holds."""
    return f"That line cannot be played in {spoken(game)} now; nothing has changed."


def nothing_hidden(game: Game) -> str:
    return f"Nothing is hidden in {spoken(game)}: its board shows everything."


def no_hand(game: Game) -> str:
    return (
        f"Only those who play {spoken(game)} have a hand there; `/{game.kind} board` shows you "
        "what everybody may see."
    )


def nothing_to_verify(game: Game) -> str:
    return f"{spoken(game)} was not played to its end, so there is nothing to verify."


def left_already(game: Game) -> str:
    return f"You have left {spoken(game)} before, so nothing was changed."


def no_rematch(game: Game) -> str:
    if game.status != "over":
        return f"{spoken(game)} has not been played to its end, so there is no rematch of it."
    return f"Only those who played {spoken(game)} can ask for a rematch. You can start a new game."
