"""Computers at a table: adding them to a lobby, and playing their turns. A computer's turn sets a
timer "think" and posts no board. Once found, it has a key of its own, so it counts once if it is
found twice. A computer sees only its seat's view."""

import logging
from contextlib import suppress
from dataclasses import replace
from functools import partial

import players
from bot.features.consequences import advance, starting
from bot.features.feature import OF_A_ROW, Feature, Field, Verb
from bot.messages.layout import Button, Layout
from bot.messages.layouts import button_id
from bot.messages.posts import PRACTICE
from bot.table.commit import CommitMoment, Commits, Policy
from bot.table.computers import ABANDONED_AFTER, LEVELS, Think, newcomers, position, sits
from bot.table.game import ABANDONED, THINK, Game
from bot.table.intent import Session, presides, seat_of, still_open
from bot.table.names import bare, in_full
from bot.table.rows import LobbyEdit, line_of
from bot.table.seats import anybody, computers
from bot.table.table import Table
from rules.errors import NotYou, Refused, Stale
from rules.history import Word
from rules.play import checksum, perform, play_unattended
from rules.text import NOTHING, Listed, Name, Plural, Small, Strong, Text, lines, sentences
from storage import BOARD, KEEP, Change, GameRow, Line, NewTimer, Sitter, Timer

log = logging.getLogger(__name__)


class Computers:
    """Seats computers, and plays their turns."""

    def __init__(self, commits: Commits) -> None:
        self._store, self._tables, self._commits = commits.store, commits.tables, commits

    def feature(self) -> Feature:
        sit = partial(Verb, press="any row", instead="panel", on_page=True)
        level = Field("level", "[a-z]{1,12}")
        user = Field("user", r"\d{1,2}", lambda said: -int(said))
        return Feature(
            policies=(Policy(schedule_computer, computers=True),),
            verbs=(
                Verb("computers", self.show_computers, OF_A_ROW, on_page=True),
                sit("seat", self.seat, (*OF_A_ROW, level)),
                sit("unseat", self.unseat, (*OF_A_ROW, user)),
            ),
        )

    # in a lobby

    async def show_computers(self, session: Session) -> Layout:
        """Show the computers that can be added or removed. Raises Refused."""
        _may(session, session.found)
        return _panel(session.found)

    async def seat(self, session: Session, level: str) -> Layout:
        """Add a computer. The last seat starts the game. Raises Refused."""

        async def attempt(game: Game) -> Layout:
            _may(session, game)
            if level not in LEVELS:  # of another version
                return _panel(game)
            (computer,) = newcomers(level, 1, game.sitters, session.key)
            return await self._now(game, (*game.sitters, computer), sits(computer), session.key)

        return await self._commits.retry_on_conflict(session.found, attempt)

    async def unseat(self, session: Session, user: int) -> Layout:
        """Remove a computer. Raises Refused."""

        async def attempt(game: Game) -> Layout:
            _may(session, game)
            sitters = tuple(s for s in game.sitters if s.user != user or not s.computer)
            if sitters == game.sitters:
                return _panel(game)
            return await self._now(game, sitters, line_of(Word("quit")), session.key)

        return await self._commits.retry_on_conflict(session.found, attempt)

    async def _now(self, game: Game, sitters: tuple[Sitter, ...], line: Line, key: str) -> Layout:
        """Change the players of a lobby, and start the game if it is full."""
        if len(sitters) == int(game.options["players"]):
            change = starting(game, await self._store.log(game.id), key, (line,), sitters)
        else:
            change = Change((line,), key, sitters, posts=(LobbyEdit().encode(),))
        game, _ = await self._commits.commit(game, change)
        return _panel(game)

    # in a game

    async def play(self, timer: Timer, think: Think) -> None:
        """Find and play the turn of the computer to move, unless the timer is gone."""
        while (row := await self._store.game(timer.game)) and timer in row.timers:
            game = self._tables.games.from_row(row)
            table = await self._tables.at(game)
            line = await think(position(table))
            with suppress(Stale):  # a turn was undone, or someone left: look again
                await self._commits.commit_rebuilt(game, partial(_played, table, line))


def _may(session: Session, game: Game) -> None:
    """Raise Refused if the person may not change the lobby."""
    still_open(game)
    if seat_of(game, session.user) is None and not presides(session, game):
        raise NotYou(Text("Only players in {game} can add computers. Join it first.", game=game))


def _played(table: Table, line: str | None, game: Game) -> tuple[Change, Table]:
    """The change of a computer's turn, and the table after it. If no turn was found, or it isn't
    legal on the whole position, it is the one that changes least, as when a player's time is
    over."""
    rules, seat, before, legal = table.kind.game, table.actor, table.at.state, False
    if line is not None:
        with suppress(Refused):
            state, events = perform(rules, before, line)
            legal = rules.actor(state) != seat
        if not legal:
            log.error("no turn", extra={"game": table.game.id, "n": table.n})
    if line is None or not legal:
        line, _ = play_unattended(rules, before)
        state, events = perform(rules, before, line)
    at = table.at.after_turn(seat, state, events, game.n)
    played = (Line(seat, line, checksum(state)),)
    return advance(Table(game, game.n + 1, at), played, f"agent:{game.id}:{game.stands}")


def _panel(game: Game) -> Layout:
    """The computers of a lobby, with buttons that add and remove them."""
    if game.status != "lobby":
        return Layout(Text("{game} has started.", game=game))
    names, seats = in_full(game.sitters), sorted(computers(game))
    seated = Text("There's no computer in {game} yet.", game=game)
    if seats:
        there = Listed([names[seat] for seat in seats])
        seated = Text("Computers in {game}: {computers}.", game=game, computers=there)
    free = int(game.options["players"]) - len(game.sitters)
    room = Plural("{n} seat is open.", "{n} seats are open.", free)
    starts = Text("The game starts when the last seat is filled.")
    ratings = game.rules.level_ratings
    rated = Text(
        "Computers are rated in two-player games against each other. A level rated 200 points "
        "higher wins three games in four."
    )
    small = Small(sentences(rated if ratings else NOTHING, PRACTICE))
    levels, add, remove = list[Text](), list[Button](), list[Button]()
    for n, level in enumerate(players.LEVELS.values()):
        name, what = Strong(level.name), level.told
        told = Text("{level}: {what}.", level=name, what=what)
        if ratings:
            told = Text("{level} ({rating}): {what}.", level=name, rating=ratings[n], what=what)
        levels.append(told)
        id_ = f"{button_id('seat', game.id, game.n)}:{level.key}"
        add.append(Button(Text("Add: {level}", level=level.name), id_, "primary"))
    for sitter in game.sitters:
        if sitter.computer:
            id_ = f"{button_id('unseat', game.id, game.n)}:{-sitter.user}"
            remove.append(Button(Text("Remove {name}", name=Name(bare(sitter.name))), id_))
    text = lines(sentences(seated, room, starts), *levels, small)
    return Layout(text, rows=(tuple(add),), buttons=tuple(remove))


def schedule_computer(game: GameRow, change: Change, moment: CommitMoment) -> Change:
    """Start the timer of a computer if a change makes it its turn; else limit the wait for the only
    person at a table."""
    status, thinks = change.status or game.status, game.due(THINK) is not None
    seat = game.on_turn if change.on_turn is KEEP else change.on_turn
    after = game if change.sitters is None else replace(game, sitters=change.sitters)
    if status != "playing" or seat is None or not after.sitters[seat].computer:
        change = replace(change, done=(*change.done, THINK)) if thinks else change
        begins = change.lines and not change.aside and change.status not in ("over", "cancelled")
        if seat is None or not begins or not computers(after) or anybody(after, but=seat):
            return change
        limit = NewTimer(ABANDONED, moment.now + ABANDONED_AFTER)  # of the only person's turn
        return replace(change, timers=(*change.timers, limit))
    posts = tuple(kind for kind in change.posts if kind != BOARD)
    if thinks and (change.aside or not change.lines):
        return replace(change, posts=posts)
    due = NewTimer(THINK, 0.0)  # at once, whatever a machine's clock shows by then
    return replace(change, posts=posts, timers=(*change.timers, due))
