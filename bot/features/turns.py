"""Turns: which game a wish means, what a line says there, the draft it begins or continues, and the
turn that it plays. The answer is only for the speaker; everybody else hears from the outbox.
Nothing is posted before it is committed.
"""

from collections.abc import Awaitable, Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Any, TypeAlias

from bot.features.block_check import BlockCheck
from bot.features.consequences import advance, on_truth
from bot.messages import answers, layout, layouts, posts
from bot.messages.answers import not_played, waits_for
from bot.messages.boundary import Guided, Veiled, Which
from bot.messages.layouts import LONGEST_ID
from bot.table import refusals
from bot.table.commit import Commits
from bot.table.game import CHANCE, Game
from bot.table.intent import (
    Heard,
    Intent,
    Meant,
    Session,
    not_stale,
    playing_seat,
    present,
    seat_of,
)
from bot.table.names import Command, game_name, lasting, place_of, title
from bot.table.rows import POSTED, ChanceWait, line_of, refused_before
from bot.table.seats import KEPT, REQUEST, close_offer, open_seats
from bot.table.seats import alone as plays_alone
from bot.table.settings import LANGUAGE
from bot.table.table import Table
from bot.table.table_options import wait_of
from rules.drafting import Draft, draft
from rules.english import parse_line, plain
from rules.errors import Finished, Illegal, NotYou, Question, Refused, Unavailable, Unread
from rules.game import Seat
from rules.history import Word
from rules.play import checksum, look, steps_by_words
from rules.text import NOTHING, Code, Listed, Text, lines, sentences
from rules.voice import ENGLISH, Argument, Voice
from storage import Change, DraftRow, Line, NewTimer


def menu(games: Sequence[Game], wish: Intent) -> layout.Menu:
    """The games to choose from. If a line is too long for the menu's id, it must be sent again."""
    id_, title = f"lc:which:{wish.target.verb}:{wish.words}", Text("Which game?")
    if len(id_) > LONGEST_ID:
        id_ = f"lc:which:{wish.target.verb}:"
        title = Text("Which game? Pick one, then send your turn again")
    choices = layout.some(
        [layout.Choice(str(game.id), answers.game_label(game)) for game in games], wish.target.asked
    )
    if kind := wish.target.kind:  # the other pages are of this kind too
        choices = tuple(
            each
            if layout.page_picked(each.value) is None
            else replace(each, value=f"{each.value} {kind}")
            for each in choices
        )
    return layout.Menu(id_, title, choices)


def elsewhere(words: str) -> tuple[int, str | None] | None:
    """The page picked in such a menu, and the kind of its games; None: a game was picked."""
    said, _, kind = words.partition(" ")
    page = layout.page_picked(said)
    return None if page is None else (page, kind or None)


TALK = layout.Layout(NOTHING, quiet=True)
# A turn that lacks something, as its speaker sees it.
Unfinished: TypeAlias = tuple[Table, Seat, Draft[Any]]


def saved_draft(table: Table, seat: Seat) -> Draft[Any]:
    """The saved draft as the seat sees it; empty if it's of another position or no longer legal."""
    row = table.game.draft(seat)
    if row is not None and not table.game.past(row.n):
        with suppress(Refused):
            return drafted_of(table, seat, tuple(row.line.split()))
    return drafted_of(table, seat, ())


def drafted_of(table: Table, seat: Seat, words: tuple[str, ...]) -> Draft[Any]:
    """A draft from the seat's view: nature has no part in it, so its line is the same."""
    return as_seen(table, seat, draft(table.kind, table.mine, "", kept=words, typed=False))


def as_seen(table: Table, seat: Seat, drafted: Draft[Any]) -> Draft[Any]:
    seen = look(table.kind.game, drafted.state, drafted.events, seat)
    return drafted._replace(state=seen.state, events=seen.events)


class Turns:
    """Handles every wish at every table."""

    def __init__(self, commits: Commits, block_check: BlockCheck) -> None:
        self._store, self.tables, self._commits = commits.store, commits.tables, commits
        self._block_check, self._now = block_check, commits.now
        self._games = commits.tables.games

    async def find(self, intent: Intent) -> Session:
        """The game of a wish: that of its button, its name or its channel. Raises Unavailable."""
        if isinstance(intent, Session):
            return intent
        game, target = await self._meant(intent), intent.target
        if game is None or game.guild != intent.guild:
            start = Command(target.kind or self._games.first, "start")
            none = Text("There's no game in this channel. Start one with {start}.", start=start)
            if target.game is not None:
                none = Text("There's no such game on this server.")
            elif target.name is not None:
                none = Text("There's no game called {game} on this server.", game=target.name)
            raise Unavailable(none)
        if target.kind is not None and target.kind != game.kind:
            wanted = self._games[target.kind].game.title
            about: dict[str, Argument] = {"game": game, "title": title(game), "wanted": wanted}
            other = Text("This channel's game is {game} ({title}), not {wanted}.", **about)
            if target.name is not None:
                other = Text("{game} is a game of {title}, not {wanted}.", **about)
            command = Command(game.kind)
            use = Text("Use commands that start with {command} instead.", command=command)
            raise Unavailable(sentences(other, use))
        return Session.from_intent(intent, game)

    async def _meant(self, intent: Intent) -> Game | None:
        if intent.target.game is not None:
            row = await self._store.game(intent.target.game)
        elif intent.target.name is None:
            return await self._near(intent)
        else:
            kind, number = (self._games.key_of(intent.target.name[0]), int(intent.target.name[1:]))
            row = await self._store.find_by_name(intent.guild, kind, number)
        return None if row is None else self._games.from_row(row)

    async def _near(self, intent: Intent) -> Game | None:
        """The game of a wish's channel; a command reaches its threads too. Raises Which."""
        row = await self._store.game_in_channel(intent.channel)
        if row is not None and (intent.target.meant is Meant.HERE or row.channel != row.home):
            return self._games.from_row(row)
        if intent.target.verb:
            near = map(self._games.from_row, await self._store.games_in_reach(intent.channel))
            found = [game for game in near if intent.target.kind in (None, game.kind)]
            if intent.target.meant is Meant.LOBBY:  # for a seat: a lobby, if there is one
                found = [game for game in found if game.status == "lobby"] or found
            elif intent.target.meant is Meant.WAITING:  # for a turn: the only one that waits
                waiting = [game for game in found if waits_for(game, intent.user)]
                found = waiting if len(waiting) == 1 else found
            if len(found) > 1:
                choose = Text("Which game? There are {n} to choose from.", n=len(found))
                if len(found) <= 25:
                    names = Listed(map(game_name, found))
                    choose = Text("Which game? Open here: {games}.", games=names)
                raise Which(choose, menu(found, intent))
            if found:
                return found[0]
        return None if row is None else self._games.from_row(row)

    async def names(self, intent: Intent, _: Voice = ENGLISH) -> list[layout.Choice]:
        """The server's open games of this kind that begin as typed, the speaker's own first."""
        games = self._games.among(await self._store.games_on(intent.guild))
        games = await self._block_check.visible_games(intent.user, intent.guild, games)
        kind = [g for g in games if intent.target.kind in (None, g.kind)]
        return _fitting(sorted(kind, key=lambda g: not present(g, intent.user)), intent.words)

    async def complete_begun(self, intent: Intent, _: Voice = ENGLISH) -> list[layout.Choice]:
        """The begun games whose names begin as typed: the speaker's own, then the latest. An older
        one is found by its whole name."""
        kinds, typed = self._games, intent.words.strip().upper()
        most = layout.MOST_CHOICES
        rows = [row for kind in kinds for row in await self._store.newest(intent.guild, kind, most)]
        if kinds.name.fullmatch(typed):
            row = await self._store.find_by_name(
                intent.guild, kinds.key_of(typed[0]), int(typed[1:])
            )
            rows += [row] if row and row not in rows else []
        begun = [game for game in self._games.among(rows) if game.status in ("playing", "over")]
        begun.sort(key=lambda game: (not present(game, intent.user), -game.changed))
        return _fitting(begun, typed)

    async def say(self, intent: Intent) -> layout.Layout:
        """Play a whole turn at once, save an unfinished one. Raises Refused; then nothing has
        changed. A second delivery gets the first answer."""
        heard = await self.hear(intent)
        if isinstance(heard, layout.Panel):
            return heard
        table, _, drafted = heard
        return layouts.draft_layout(table, drafted, public=intent.public)

    async def hear(self, intent: Intent) -> layout.Layout | Unfinished:
        """The answer to a turn that counts, or an unfinished turn so far."""
        heard, again = self._hear(intent), partial(self.counts, intent)
        return await self._commits.once(intent.key, heard, again)

    async def reason(self, intent: Intent) -> layout.Layout:
        """Why a public line can't be played, for its speaker only. Raises Refused, the reason."""
        table, seat = await self.turn(intent)
        _read(table, table.game.draft(seat), intent.words)
        legal = Text("That turn is legal in {game} now. Send it again to play it.", game=table.game)
        return layout.Layout(legal)

    async def resolve_name(self, intent: Intent, name: str, unnamed: str) -> Intent:
        """The wish of a line that begins like a game's name. In another game, `J3 to J5` may mean
        squares and not the third game of Logjam; if both are possible, the playable reading counts.
        unnamed: the line without that beginning."""
        game = await self._meant(intent)
        if game is None or game.guild != intent.guild:
            return replace(intent.with_target(name=name), words=unnamed)
        heard = await self._reads(game, intent, unnamed)
        if heard is not None:
            return Session.from_intent(intent, game, heard if isinstance(heard, Heard) else None)
        named = replace(intent.with_target(name=name), words=unnamed)
        same = intent.target.game is not None or game_name(game) == name
        return Session.from_intent(named, game) if same else named

    async def _reads(self, game: Game, intent: Intent, unnamed: str) -> Heard | bool | None:
        """Whether this game can read a line, or its reading; None: it can't. It reads only what the
        speaker may see and continues only their own draft, so others learn nothing."""
        if game.status != "playing":
            return None
        table, seat = await self.tables.at(game), seat_of(game, intent.user)
        if not _can_read(table, seat, intent.words):
            return None
        if plain(unnamed) and not _can_read(table, seat, unnamed):
            return True
        if not table.running or seat != table.actor:
            return None
        kept = game.draft(seat)
        try:
            heard = Heard(kept, _read(table, kept, intent.words))
        except Question:
            return True
        except Refused:
            return None
        return heard if heard.drafted.said else None

    async def overhear(
        self, session: Session, alone: Callable[[Session], Awaitable[layout.Layout]] | None = None
    ) -> layout.Layout:
        """Play a plain line in a channel if it's the speaker's turn and every word can be read.
        Anything else is talk, which gets a quiet panel. alone: answers people who play alone."""
        if alone is not None and session.seat is not None and plays_alone(session.found):
            return await alone(session)
        try:
            movers = session.seat is not None and session.found.on_turn == session.seat
            return await self.say(session) if movers and await self.reads(session) else TALK
        except (Unavailable, Unread):
            return TALK
        except Veiled as veiled:
            if isinstance(veiled.__cause__, Unread):
                return TALK
            raise

    async def reads(self, session: Session) -> bool:
        """Whether a running game can read every part of a line as a turn."""
        if session.found.status != "playing":
            return False
        table = await self.tables.at(session.found)
        try:
            kinds = table.kind.read_in()
            return any(parse_line(kind.texts, table.mine, session.words) for kind in kinds)
        except Illegal:
            return True

    async def _hear(self, intent: Intent) -> layout.Layout | Unfinished:
        session = await self.find(intent)
        try:
            return await self._heard_in(session)
        except (Unread, Illegal) as refused:
            game, said = session.found, [refused.text]
            if not plays_alone(game):
                raise
            # They get ways to continue; fewer words if an earlier refusal is still there.
            table = await self.tables.at(game)
            again = session.public and refused_before(game, session.user)
            if isinstance(refused, Veiled) and not again:
                said = [refused.text, table.kind.texts.manner(table.view_of().state)]
            elif isinstance(refused, Unread) and again:
                said = [refused.brief, posts.for_example(table)]
            buttons = refused.buttons if isinstance(refused, Veiled) else ()
            raise Guided(sentences(*said), (*buttons, *layouts.ways_on(game, game.n))) from refused

    async def _heard_in(self, intent: Session) -> layout.Layout | Unfinished:
        table, seat = await self.turn(intent)
        heard = intent.heard
        kept = heard.kept if heard else table.game.draft(seat)
        again = kept is not None and kept.key == intent.key
        words = intent.words if plain(intent.words) and not again else ""
        drafted = heard.drafted if heard and words else _heard(intent, table, kept, words)
        if drafted.complete and words:
            return await self.play(intent, table, seat, drafted, confirmed=False)
        if drafted.said and words:
            if (known := await self._store.find_commit(intent.key)) is not None:
                return await self.counts(intent, *known)
            line = " ".join(drafted.said)
            await self._commits.keep(table.game, DraftRow(seat, table.game.n, line, intent.key))
        return table, seat, drafted

    async def turn(self, intent: Intent) -> tuple[Table, Seat]:
        """The table and the speaker's seat, if it is their turn. Raises Refused."""
        game = (await self.find(intent)).found
        seat = playing_seat(game, intent.user)
        own = game.sitters[seat].settings.get(LANGUAGE) or intent.language
        table = (await self.tables.at(game)).heard_by(own, alone=not intent.public)
        if not table.kind.game.scores(table.at.state)[seat]:
            raise Finished(refusals.left_already(game))
        if table.waiting and table.actor != seat:
            raise NotYou.because(
                "It's nobody's turn in {game} yet: the last turn can still be undone ({undo}). "
                "After that, the die will be rolled and I'll mention the next player.",
                game=game,
                undo=Command(game.kind, "undo"),
            )
        if table.actor != seat:
            raise NotYou.because(
                "It's been {name}'s turn in {game} for {time}. I'll mention you in {place} when "
                "it's yours.",
                name=table.names[table.actor],
                game=game,
                time=lasting(self._now() - game.changed),
                place=place_of(game),
            )
        not_stale(intent, game)
        return table, seat

    async def play(
        self, intent: Intent, table: Table, seat: Seat, drafted: Draft[Any], *, confirmed: bool
    ) -> layout.Layout:
        """Commit a whole turn and its consequences in one transaction. If the game says so, chance
        waits, unless the turn was shown and confirmed. Raises Stale."""
        game, said = table.game, on_truth(table, drafted)
        line = Line(seat, said.line, checksum(said.state))
        waits = table.kind.game.chance_waits and not confirmed and wait_of(game)
        due = self._now() + waits if waits else None

        def made(now: Game) -> tuple[Change, Table]:
            at = table.at.after_turn(seat, said.state, said.events, now.n)
            played = Table(now, now.n + 1, at, table.languages)
            change, after = advance(played, (line,), intent.key, due=due)
            if intent.public and any(timer.kind == CHANCE for timer in change.timers):
                # The turn waits for chance: say so.
                timers = tuple(NewTimer(t.kind, t.due, POSTED) for t in change.timers)
                told = (ChanceWait().encode(), *change.posts)
                change = replace(change, timers=timers, posts=told)
            if change.status is None and open_seats(now).get(seat, REQUEST) not in KEPT:
                # The player of a seat on offer is there after all.
                back = line_of(Word("back", seat))
                change = close_offer(now, seat, replace(change, lines=(*change.lines, back)))
            return change, after

        (game, again), after = await self._commits.commit_rebuilt(game, made)
        if again is not None:
            return await self.counts(intent, game.id, again)
        dropped = () if confirmed else not_played(table, seat)  # then a panel has shown it
        now = Table(game, game.n, after.at, table.languages)
        return layouts.turn_layout(now, seat, public=intent.public, dropped=dropped)

    async def counts(self, intent: Intent, game: int, n: int) -> layout.Layout:
        """The answer to a turn that is already in the log."""
        there = await self.tables.game(game)
        seat = seat_of(there, intent.user)
        return layouts.turn_layout(await self.tables.at(there, n), seat, public=intent.public)


def _can_read(table: Table, seat: Seat | None, text: str) -> bool:
    """Every phrase can be read, and the first one is a word of this game, as far as that seat
    (None: a stranger) can tell."""
    state = table.view_of(seat).state
    known = steps_by_words(table.kind.game, state)
    for kind in table.kind.read_in():
        with suppress(Illegal):
            if (parse_line(kind.texts, state, text) or ("",))[0] in known:
                return True
    return False


def _heard(intent: Intent, table: Table, kept: DraftRow | None, words: str) -> Draft[Any]:
    """The draft with the new words. A public refusal gives no reason that could reveal a hand."""
    try:
        return _read(table, kept, words)
    except Refused as refused:
        if intent.public and table.kind.game.hidden_information:
            game = table.game
            text = Text("You can't play that in {game} right now.", game=game)
            if table.kind.is_question(words):  # whether it can be played or not
                text = Text("That was a question, so nothing was played in {game}.", game=game)
            raise Veiled(text, layouts.button_id("why", game.id, table.n)) from refused
        raise


def _read(table: Table, kept: DraftRow | None, words: str) -> Draft[Any]:
    """The draft with the new words, which continue the saved draft or else replace it. Raises
    Refused; the answer to a question explains its line."""
    before = kept.line.split() if kept else None
    try:
        try:
            typed = before is None or bool(words)
            return draft(table.kind, table.mine, words, kept=before or (), typed=typed)
        except Question:
            raise
        except Refused as refused:
            if before is None:
                raise
            with suppress(Refused):
                return draft(table.kind, table.mine, words)
            still = Text("Your draft is saved: {line}.", line=Code(table.kind.spelt(before)))
            raise type(refused)(sentences(refused.text, still)) from refused
    except Question as question:
        would = draft(table.kind, table.mine, question.line)
        plan, line = table.kind.texts.plan(would.events, table.names), Code(question.line)
        asked = Text("That was a question, so nothing was played in {game}.", game=table.game)
        then = Text("Your turn would be: {plan}.", plan=plan) if plan else NOTHING
        send = Text("Send {line} to play it.", line=line)
        raise Question(question.line, lines(sentences(asked, then), send)) from question


def _fitting(games: Iterable[Game], typed: str) -> list[layout.Choice]:
    """The games whose names begin as typed; an exact match comes first."""
    return layout.suggestions(
        {layout.Choice(game_name(g), answers.game_label(g)): game_name(g) for g in games}, typed
    )
