"""How lobbies open, begin and are left, and how seats of a game are given up and handed over, for
several features."""

import secrets
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace

from bot.features.consequences import advance, close, starting
from bot.features.servers import OwnPlace
from bot.features.services import Services
from bot.messages.layout import Layout
from bot.table import refusals, seats
from bot.table.computers import sits
from bot.table.game import ALERT, LOBBY_CLOSES, Game
from bot.table.intent import Contribution, Intent, Session, seat_of, still_open
from bot.table.names import Command
from bot.table.rows import LobbyEdit, NewCard, TurnPost, line_of
from bot.table.seats import anybody, people
from bot.table.servers import PERSON, SERVER, number_of
from bot.table.settings import Settings
from bot.table.table_options import OF_ONE_GAME, SEASON, agree_options
from rules.dice import commitment
from rules.drafting import draft
from rules.errors import Refused, Unavailable
from rules.game import Leave, Seat
from rules.history import EXPIRED, Word, contributions
from rules.play import checksum
from rules.text import Text
from storage import KEEP, NO_LIMITS, Already, Change, Former, Limits, NewGame, NewTimer, Row, Sitter


def new_lobby(
    at: Services,
    intent: Intent,  # of the host
    kind: str,
    table: Mapping[str, str],  # the number of players, and other terms of this game only
    options: Mapping[str, str],  # agreed options, if somebody named them
    others: tuple[Sitter, ...],  # computers
    given: Contribution,
) -> NewGame:
    """A lobby. Raises Unavailable if the game doesn't allow that many players or these options."""
    rules, seed = at.games[kind].game, secrets.token_bytes(32)
    return NewGame(
        kind=kind,
        edition=str(rules.rules_version),
        options={**agree_options(rules, int(table["players"]), options), **table},
        seed=seed,
        commitment=commitment(seed),
        guild=intent.guild,
        home=intent.channel,
        channel=intent.channel,
        host=Sitter(intent.user, intent.called),
        key=intent.key,
        text=f"open {given}",
        others=others,
        more=tuple(sits(sitter) for sitter in others),
        posts=(NewCard().encode(),),
        timers=(
            NewTimer(LOBBY_CLOSES, at.now() + seats.LOBBY_LASTS),
            NewTimer(ALERT, at.now() + seats.ALERT_WAITS),
        ),
    )


def contribution(wish: Intent, rows: Sequence[Row] = ()) -> Contribution:
    """The number that Discord gave to the wish. A press on a page has none and gives its game's
    newest number, of a post or from these rows. Raises Unavailable if there is none yet."""
    if wish.given is not None:
        return wish.given
    posted = Contribution.parse(wish.found.post) if isinstance(wish, Session) else None
    if posted is None:
        raise Unavailable.because(
            "Dice and cards depend on the number of my last message here, which hasn't gone "
            "through yet. Try again in a minute."
        )
    said = (Contribution.parse(given) for given in contributions((r.seat, r.text) for r in rows))
    return max([posted, *filter(None, said)])


def limits_of(settings: Settings, host: Limits) -> Limits:
    """The most open games: the host's limits, or lower ones that the server has set."""
    people, games = number_of(settings, PERSON), number_of(settings, SERVER)
    return Limits(
        min(filter(None, (host.person, people)), default=0),
        min(filter(None, (host.server, games)), default=0),
    )


async def open_lobby(at: Services, new: NewGame) -> Game:
    """Open a lobby, and begin it if nobody is missing. Raises Taken."""
    try:
        game = await at.commits.open(new)
    except Already as known:
        game = await at.tables.game(known.game)
    return await begin_if_full(at, game)


async def begin_if_full(at: Services, game: Game) -> Game:
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
    table = {"players": str(len(people)), "order": " ".join(str(sitter.user) for sitter in people)}
    table |= {k: v for k, v in terms.items() if k in OF_ONE_GAME}
    agreed = {k: v for k, v in terms.items() if k not in OF_ONE_GAME}
    new = OwnPlace(thread=True).settle(new_lobby(at, wish, kind, table, agreed, (), given))
    joins = line_of(Word("join", what=str(given)))
    new = replace(new, others=(*others,), more=(joins,) * len(others), limits=NO_LIMITS)
    return await open_lobby(at, replace(new, language=await at.servers.language(guild)))


async def begin(at: Services, game: Game, post: int) -> None:
    """Draw the seats of a lobby with the id of the post that announced its start, and play. A game
    that has begun or was closed stays unchanged."""

    async def attempt(now: Game) -> None:
        if now.status == "lobby" and now.settled:
            rows, drawn = await at.store.log(now.id), replace(now, post=post)
            await at.commits.commit(now, starting(drawn, rows, f"begin:{now.id}", announced=True))

    await at.commits.retry_on_conflict(await at.tables.game(game.id), attempt)


async def leave(at: Services, session: Session) -> Layout:
    """Give a seat back. A lobby without people is closed."""

    async def attempt(game: Game) -> Layout:
        left = Text("You've left {game}.", game=game)
        if seat_of(game, session.user) is None:
            again = await at.store.find_commit(session.key) is not None
            return Layout(left if again else Text("You're not in {game}.", game=game))
        if game.status == "playing":
            raise Unavailable.because(
                "{game} has already started. To leave it, use {resign}, which asks you to confirm.",
                game=game,
                resign=Command(game.kind, "resign"),
            )
        still_open(game)
        if SEASON in game.options:
            raise Unavailable(refusals.about_to_begin(game))
        sitters = tuple(s for s in game.sitters if s.user != session.user)
        if not people(sitters):
            change = close(Change((), session.key))
            return Layout(refusals.game_closed((await at.commits.commit(game, change)).game))
        quits, posts = (line_of(Word("quit")),), (LobbyEdit().encode(),)
        await at.commits.commit(game, Change(quits, session.key, sitters, posts=posts))
        return Layout(left)

    return await at.commits.retry_on_conflict(session.found, attempt)


async def remove(
    at: Services, game: Game, seat: Seat, key: str, *, alone: bool = False, excused: bool = False
) -> Game:
    """Give up a seat for good. A game that only computers would continue is closed. Raises Conflict
    if the game has moved on. alone: nobody gave the seat up: its offer ran out. excused: the player
    isn't rated last for it."""
    if not anybody(game, but=seat) and (alone or seats.remaining(game) > seats.TWO):
        return (await at.commits.commit(game, close(Change((), key)))).game
    expired = seats.open_seats(game).get(seat) == seats.TIMEOUT
    back = (line_of(Word("back", seat)),) if expired and not alone else ()
    table = await at.tables.at(game)
    state, events = table.kind.game.apply(table.at.state, Leave(seat))
    gone = table.at.then(state, events, seat, EXPIRED if expired and alone else "")
    table = replace(table, n=table.n + 1, at=gone)
    leaves = line_of(Word("leave", seat), checksum(table.at.state))
    change, after = advance(replace(table, n=table.n + len(back)), (*back, leaves), key)
    excused = excused or seats.open_seats(game).get(seat) == seats.BANNED
    if change.on_turn == game.on_turn:
        change = replace(change, on_turn=KEEP)  # the same turn, now somebody else's
    former = replace(game.sitters[seat], left=True, excused=excused)
    sitters = (*game.sitters[:seat], former, *game.sitters[seat + 1 :])
    change = replace(seats.close_offer(game, seat, change), sitters=sitters)
    drafts = [game.draft(seat) for seat in range(len(game.sitters))]
    game, again = await at.commits.commit(game, change, after.at)
    mover = None if after.at.unasked else game.on_turn  # None: the turn is already another one
    if again is None and mover is not None and (kept := drafts[mover]) is not None:
        table = await at.tables.at(game)
        with suppress(Refused):  # a draft stays if it is still legal
            draft(table.kind, table.mine, "", kept=kept.line.split(), typed=False)
            await at.commits.keep(game, replace(kept, n=game.n))
    return game


async def hand_over(at: Services, game: Game, seat: Seat, now: Sitter, said: Change) -> Game:
    """Give a seat to someone else. said: rows and posts to write before it. Raises Conflict."""
    on_turn = game.on_turn == seat
    row = game.n + len(said.lines) + 1
    change = replace(
        said,
        lines=(*said.lines, line_of(Word("takeover", seat))),
        sitters=(*game.sitters[:seat], now, *game.sitters[seat + 1 :]),
        on_turn=seat if on_turn else KEEP,
        posts=(*((TurnPost().encode(),) if on_turn else ()), LobbyEdit().encode(), *said.posts),
        aside=not on_turn,
        former=(_gives_up(game, await at.store.log(game.id), seat, row),),
    )
    same = (await at.tables.at(game)).at  # a new player, and the same position
    change = seats.close_offer(game, seat, change)
    if said.lines:  # edit the line of the seat, which is not on offer any more
        change = replace(change, posts=(*change.posts, seats.SeatSettled(seat).encode()))
    return (await at.commits.commit(game, change, same)).game


def _gives_up(game: Game, rows: Sequence[Row], seat: Seat, n: int) -> Former:
    """The player who has a seat until row n. If a moderator gives it to someone else, the player is
    excused from being rated last, unless it's their turn and the clock played their last one. A
    seat that isn't on offer was given to a computer by a moderator."""
    was, why = game.sitters[seat], seats.open_seats(game).get(seat, seats.BY_MODERATOR)
    removed = why == seats.BY_MODERATOR and not seats.overdue(game, rows, seat)
    return Former(seat, n, was.user, was.name, was.computer, removed or why == seats.BANNED)
