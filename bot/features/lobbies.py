"""How lobbies open, begin and are left, for seasons, departures and bans too."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import replace

from bot.features.consequences import close, starting
from bot.features.services import Services
from bot.messages.layout import Layout
from bot.table import refusals
from bot.table.agreed import OF_ONE_GAME, SEASON, agreed
from bot.table.computers import sits
from bot.table.game import LOBBY_CLOSES, Game
from bot.table.intent import Contribution, Intent, Session, seat_of, still_open
from bot.table.names import Command
from bot.table.rows import LobbyEdit, NewCard, OpenThread, line_of
from bot.table.seats import LOBBY_LASTS, people
from rules.dice import commitment
from rules.errors import Unavailable
from rules.history import Word
from rules.text import Text
from storage import NO_LIMITS, Already, Change, NewGame, NewPost, NewTimer, Sitter


def new_lobby(
    at: Services,
    intent: Intent,  # of the host
    kind: str,
    table: Mapping[str, str],  # the number of players, and other terms of this game only
    options: Mapping[str, str],  # agreed options, if somebody named them
    thread: bool,
    others: tuple[Sitter, ...],  # computers
    given: Contribution,
) -> NewGame:
    """A lobby. Raises Unavailable if the game doesn't allow that many players or these options."""
    rules, posts = at.games[kind].game, (NewCard(), OpenThread()) if thread else (NewCard(),)
    seed = secrets.token_bytes(32)
    return NewGame(
        kind=kind,
        edition=str(rules.rules_version),
        options={**agreed(rules, int(table["players"]), options), **table},
        seed=seed,
        commitment=commitment(seed),
        guild=intent.guild,
        home=intent.channel,
        channel=None if thread else intent.channel,
        host=Sitter(intent.user, intent.called),
        key=intent.key,
        text=f"open {given}",
        others=others,
        more=tuple(sits(sitter) for sitter in others),
        posts=tuple(NewPost(row.encode(), 1) for row in posts),
        timers=(NewTimer(LOBBY_CLOSES, at.now() + LOBBY_LASTS),),
    )


async def opened(at: Services, new: NewGame) -> Game:
    """Open a lobby, and begin it if nobody is missing. Raises Taken."""
    try:
        game = await at.commits.open(new)
    except Already as known:
        game = await at.tables.game(known.game)
    return await begun(at, game)


async def begun(at: Services, game: Game) -> Game:
    """Begin a lobby that was full from the start."""

    async def attempt(now: Game) -> Game:
        full = len(now.sitters) == int(now.options["players"])
        if now.status != "lobby" or now.settled or not full:
            return now
        change = starting(now, await at.store.log(now.id), f"announce:{now.id}")
        return (await at.commits.commit(now, change)).game

    return await at.commits.retry_on_conflict(game, attempt)


async def seat(
    at: Services,
    key: str,  # the same key means the same table
    kind: str,
    people: Sequence[Sitter],
    guild: int,
    home: int,
    terms: Mapping[str, str],  # its agreed options, and its others
    given: Contribution,  # the contribution of each person
) -> Game:
    """Open a table that nobody asked for, in a thread, for these people in this order."""
    first, *others = people
    wish = Intent(key, first.user, first.name, guild, home)
    order = " ".join(str(sitter.user) for sitter in people)
    table = {"players": str(len(people)), "order": order}
    table |= {k: v for k, v in terms.items() if k in OF_ONE_GAME}
    agreed = {k: v for k, v in terms.items() if k not in OF_ONE_GAME}
    new = new_lobby(at, wish, kind, table, agreed, True, (), given)
    joins = line_of(Word("join", what=str(given)))
    new = replace(new, others=(*others,), more=(joins,) * len(others), limits=NO_LIMITS)
    return await opened(at, replace(new, language=await at.servers.language(guild)))


async def begin(at: Services, game: Game, post: int) -> None:
    """Draw the seats of a lobby with the id of the post that announced its start, and play. A game
    that has begun or was closed stays unchanged."""

    async def attempt(now: Game) -> None:
        if now.status == "lobby" and now.settled:
            rows, drawn = await at.store.log(now.id), replace(now, post=post)
            change = starting(drawn, rows, f"begin:{now.id}", announced=True)
            await at.commits.commit(now, change)

    await at.commits.retry_on_conflict(await at.tables.game(game.id), attempt)


async def leave(at: Services, session: Session) -> Layout:
    """Give a seat back. A lobby without people is closed."""

    async def attempt(game: Game) -> Layout:
        left = Text("You've left {game}.", game=game)
        if seat_of(game, session.user) is None:
            again = await at.store.known(session.key) is not None
            return Layout(left if again else Text("You're not in {game}.", game=game))
        if game.status == "playing":
            begun = Text(
                "{game} has already started. To leave it, use {resign}, which asks you to confirm.",
                game=game,
                resign=Command(game.kind, "resign"),
            )
            raise Unavailable(begun)
        still_open(game)
        if SEASON in game.options:
            raise Unavailable(refusals.about_to_begin(game))
        sitters = tuple(s for s in game.sitters if s.user != session.user)
        if not people(sitters):
            change = close(Change((), session.key))
            return Layout(refusals.closed((await at.commits.commit(game, change)).game))
        change = Change(
            (line_of(Word("quit")),), session.key, sitters, posts=(LobbyEdit().encode(),)
        )
        await at.commits.commit(game, change)
        return Layout(left)

    return await at.commits.retry_on_conflict(session.found, attempt)
