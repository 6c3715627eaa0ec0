"""What is posted for everybody at a table. What happens on a board is told by the game's own
English (rules/…/english.py); what one person is answered stands in bot/text/answers.py."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from bot.games.game import LOBBY_CLOSES, Game
from bot.games.names import (
    brief,
    committed,
    host_seat,
    lasting,
    options_of,
    seated,
    shown,
    spoken,
    title,
)
from bot.games.table import Table
from bot.text.answers import take_back, whose
from bot.text.fitting import LONGEST, stacked
from bot.text.stories import happened
from rules.english import Names, counted, listed
from rules.errors import quoted
from rules.game import NO_OPTIONS, NOBODY, Seat
from rules.game import Game as Rules
from rules.play import sensible
from storage import Standing


def invited(game: Game) -> tuple[int, ...]:
    """Whom a rematch is for, besides the one who opened it."""
    users = map(int, game.options.get("order", "").split())
    return tuple(user for user in users if user != game.host)


def lobby(game: Game) -> str:
    """The card of a lobby, for as long as it is one."""
    rules, most = game.rules, int(game.options["players"])
    names = seated(game.sitters)
    host = names[host_seat(game)]
    early = (
        f", or from {rules.fewest} on when the host presses Start Now"
        if most > rules.fewest
        else ""
    )
    order = "The seats are drawn then."
    if invited(game):
        order = "When the same people are in, the seats move on by one."
    agreed = " · ".join(_agreed(game))
    seats = " · ".join(f"{i + 1} {names[i] if i < len(names) else 'open'}" for i in range(most))
    return "\n".join(
        (
            f"**{spoken(game)} · {title(game)}** — {host} is looking for {_missing(game)}."
            + "".join(f" <@{user}>" for user in invited(game)),
            f"Seats: {seats}",
            *([f"Options: {agreed}"] if agreed else []),
            f"It starts by itself when {most} are in{early}. {order} A whole turn counts as soon "
            f"as it is said, {take_back(rules)}. There is no clock.",
            f"Closes <t:{int(game.due(LOBBY_CLOSES) or 0)}:F> if it has not started.",
            _commitment(game),
        )
    )


def _commitment(game: Game) -> str:
    """On every card, so that there is something to compare the seed with when it is shown."""
    return f"-# The SHA-256 of the game's secret seed is {committed(game)}"


def _agreed(game: Game) -> Iterator[str]:
    """The game's own options: `setup quick (chance lays the logs)`."""
    meanings = {option.name: option.meaning for option in game.rules.options}
    for name, value in options_of(game).items():
        meaning = meanings.get(name, NO_OPTIONS).get(value, "")
        yield f"{name} {quoted(value)}" + (f" ({meaning})" if meaning else "")


def _missing(game: Game) -> str:
    least = max(0, game.rules.fewest - len(game.sitters))
    most = int(game.options["players"]) - len(game.sitters)
    if least >= most:
        return counted(most, "more player")
    if least:
        return f"{least} to {most} more players"
    return counted(most, "more player") if most == 1 else f"up to {most} more players"


def card(game: Game, table: Table | None) -> str:
    """The card in the channel once the lobby is closed."""
    return f"{_state(game, table)}\n{_commitment(game)}"


def _state(game: Game, table: Table | None) -> str:
    head = f"**{spoken(game)} · {title(game)}**: {listed(seated(game.sitters))}."
    if game.channel == game.home and game.status == "playing":
        return f"{head} It has begun; its newest post shows where it is."
    elsewhere = game.channel not in (None, game.home)
    where = f" It is played in <#{game.channel}>." if elsewhere else ""
    if game.status == "cancelled":
        return f"**{spoken(game)} · {title(game)}** was closed before its end. Nobody has won."
    if table is None or table.over:
        return f"{head} The game is over.{where}"
    standing = table.kind.english.standing(table.seen().state, table.names)
    return f"{head}{where}\n{whose(table)} {standing}"


def turn(table: Table, story: str) -> str:
    """The post that tells a player that it is their turn: mention, demand and game first."""
    game, names, english = table.game, table.names, table.kind.english
    seen, told = table.seen(), story.split("\n")
    example, after = _outlook(table)
    parts = (
        f"<@{game.sitters[table.actor].user}>, your turn in **{spoken(game)}** "
        f"({title(game)}, turn {table.number}). {english.call(seen.state)}".rstrip(),
        *told,
        english.standing(seen.state, names),
        english.news(seen.state, names),
        english.summary(seen.state),
        f"-# Reply to this post with your turn{example}, or use `/{game.kind} turn`."
        + (f" {names[after]} follows you." if after >= 0 else ""),
    )
    return stacked(parts, spare=told)


def _outlook(table: Table) -> tuple[str, Seat]:
    """A whole turn that is legal now, as somebody might type it, and who speaks after it; no
    turn and NOBODY where that depends on what not everybody may see."""
    way = sensible(table.kind.game, table.seen().state)
    if way is None:
        return "", NOBODY
    steps, after = way
    return f", for example `{' '.join(map(str, steps))}`", table.kind.game.actor(after)


def result(table: Table, story: str, standings: Sequence[Standing]) -> str:
    """The post that ends a game; it pings every player once."""
    game, names = table.game, table.names
    english, seen = table.kind.english, table.seen()
    won = [names[seat] for seat in table.winners()]
    verdict = f"{won[0]} wins" if len(won) == 1 else f"{listed(won)} share a draw"
    told, ranking = story.split("\n"), server_table(table.kind.game, standings)
    parts = (
        f"**{spoken(game)} is over: {verdict}.** " + " ".join(f"<@{s.user}>" for s in game.sitters),
        *told,
        english.standing(seen.state, names),
        f"{counted(table.at.turns, 'turn')} in {lasting(game.changed - game.created)}.",
        _seed(game),
        ranking,
    )
    return stacked(parts, spare=(ranking, *told))


def _seed(game: Game) -> str:
    """What anybody needs to check that chance was fair."""
    return (
        f"-# The seed was {game.seed.hex()}. The card with which {spoken(game)} began must show "
        f"its SHA-256, {committed(game)}; `/games verify game:{spoken(game)}` draws every seat, "
        "roll and card again."
    )


def moved(game: Game) -> str:
    """In place of the card in the channel that a game has left."""
    return f"**{spoken(game)} · {title(game)}** goes on in <#{game.channel or game.home}>."


def closed(game: Game) -> str:
    return (
        f"{spoken(game)} ({title(game)}) is closed. Nobody has won; "
        f"`/{game.kind} start` opens another."
    )


def server_table(rules: Rules[Any], standings: Sequence[Standing]) -> str:
    """The server's table, at most ten rows, to be read aloud, copied and searched."""
    kind, (one, many) = rules.title, rules.unit
    if not standings:
        return f"Nobody has finished a game of {kind} on this server yet."
    rows = [
        f"{place}. {shown(who.name)}: {counted(who.games, 'game')}, {who.won} won, "
        f"{who.points} {one if who.points == 1 else many}"
        for place, who in enumerate(standings[:10], 1)
    ]
    return "\n".join([f"**{kind} on this server**", *rows])


def board(table: Table) -> str:
    """The whole position as text, from which somebody who cannot see the board can play. Where
    that is too long for one message, it goes without the last turn, then with short names."""
    names, short = table.names, brief(table.game.sitters)
    whole = (_board(table, *how) for how in ((names, True), (names, False), (short, False)))
    fitting = (stacked(parts) for parts in whole if len("\n".join(parts)) <= LONGEST)
    if (text := next(fitting, None)) is not None:
        return text
    rows = table.kind.english.rows(table.seen().state, short)
    return stacked(_board(table, short, False), spare=(rows,))


def _board(table: Table, names: Names, last: bool) -> list[str]:
    """The parts of the position as text; last: with what happened in the last turn."""
    english, state = table.kind.english, table.seen().state
    story = happened(table) if last else ""
    return [
        f"**{spoken(table.game)}** ({title(table.game)}, turn {table.number}). {whose(table)}",
        english.squares,
        english.pieces(state, names),
        english.rows(state, names),
        english.standing(state, names),
        english.news(state, names),
        f"Last turn: {story}" if story else "",
        f"To {names[table.actor]}: {english.summary(state)}" if table.running else "",
    ]
