"""Undo, and the wait before a die is rolled, in which a turn can be undone.

An undo is a row of the log, so replays stay unambiguous. Players undo their own turn until someone
answers it. Later the others may agree to an undo (bot/features/consent.py), but nobody can unsee a
die, so it is rolled only after a wait:

    turn ──> wait, as agreed ──> the die is rolled, the next player is notified
     │         │   └── Roll Now: at once
     │         └── undo: it is the same player's turn again
     └── confirmed in the turn builder, or the table has no wait: at once
"""

from __future__ import annotations

from dataclasses import replace

from bot.features.consequences import advance, card_of
from bot.features.feature import OF_A_ROW, Behind, Feature, Slash, Verb
from bot.features.services import Services
from bot.features.take_backs import by_consent, too_late
from bot.messages import errors
from bot.messages.answers import recorded
from bot.messages.courier import Courier, Made, handles
from bot.messages.layout import Button, Layout
from bot.messages.layouts import TAKE_BACK, button_id
from bot.table import refusals
from bot.table.agreed import wait_of
from bot.table.effective import answerable, line_of
from bot.table.game import CHANCE, Game
from bot.table.policies import Moment, Policy
from bot.table.posts import POSTED, Turn, Waits
from bot.table.rows import OutboxRow, coded
from bot.table.seats import computed
from bot.table.session import Session, playing_seat, stale
from bot.table.timers import TimerKind
from rules.english import ASKING, asked
from rules.errors import Finished, Illegal, NotYou, Refused, Stale, Unavailable
from rules.game import NATURE
from rules.history import Word
from rules.play import checksum
from rules.text import NOTHING, Code, Text, sentences
from storage import Change, GameRow, PostedAnew, Timer


class TooLate(Unavailable):
    """The turn can't be undone by its player alone any more."""


class Undo:
    """Undoes turns."""

    def __init__(self, at: Services) -> None:
        self._store, self._turns, self._commits = at.store, at.turns, at.commits

    async def take_back(self, session: Session) -> Layout:
        """Undo this person's last turn, or offer to ask the others. Raises Refused."""

        async def first(*_: int) -> Layout:
            return _undone(session.found)

        try:
            return await self._commits.once(session.key, self._take_back(session), first)
        except TooLate as late:
            return await self._or_ask(session, late)

    async def said(self, session: Session) -> Layout:
        """Undo by a typed line, unless it is a question. Raises Refused."""
        if asked(session.words, ASKING) is not None:
            undo = Code(errors.UNDO)
            raise Illegal(
                Text("That was a question, so nothing was undone. Send {undo} to undo.", undo=undo)
            )
        return await self.take_back(session)

    async def _or_ask(self, session: Session, late: TooLate) -> Layout:
        game = session.found
        try:
            by_consent(game, await self._store.log(game.id), playing_seat(game, session.user))
        except Refused:
            raise late from None
        ask = Button(Text("Ask the Others"), button_id("askundo", game.id, game.n), "primary")
        could = Text(
            "If all the other players in {game} agree, your last turn can still be undone, along "
            "with everything played since.",
            game=game,
        )
        return Layout(sentences(late.text, could), buttons=(ask,), fleeting=True)

    async def _take_back(self, session: Session) -> Layout:
        game = session.found
        seat = playing_seat(game, session.user)
        log = await self._store.log(game.id)
        if stale(session, game):
            raise Stale(refusals.stale(game))
        if reason := too_late(game, log, seat):
            raise TooLate(reason)
        before = answerable(log, game.n, computed(game, log))[-1][0] - 1
        state = (await self._turns.tables.at(game, before)).at.state
        change = Change(
            (line_of(Word("undo", row=before), checksum(state)),),
            session.key,
            on_turn=seat,
            done=(CHANCE,),
            posts=(Turn().encode(), *card_of(game)),
        )
        game, _ = await self._commits.said(game, change.plus(PostedAnew()))
        return _undone(game)


def _undone(game: Game) -> Layout:
    taken_back = Text("Your turn in {game} has been undone. It's your turn again.", game=game)
    return Layout(taken_back, quiet=True)


@coded("wait_over")
class WaitOver(OutboxRow):
    """Deletes the post of a wait."""

    waits: int  # the row of the turn that waited
    aside = True
    matters = False


class UndoWindow:
    """Ends the wait between a turn and chance."""

    def __init__(self, at: Services) -> None:
        self._store, self._tables, self._commits = at.store, at.tables, at.commits

    async def end(self, intent: Session) -> Layout:
        """Roll at once, if this person took the turn that waits. Raises Refused."""
        game = intent.found
        if game.status in ("over", "cancelled"):
            raise Finished(refusals.finished(game))

        async def first(*_: int) -> Layout:
            return Layout(_rolled(game))  # also a moment too late

        key = _key(game, game.stands if intent.n is None else intent.n)
        return await self._commits.once(key, self._end(intent), first)

    async def _end(self, intent: Session) -> Layout:
        game = intent.found
        table = await self._tables.at(game) if game.status == "playing" else None
        if table is None or not table.waiting or stale(intent, game):
            raise Stale(refusals.stale(game))
        last = answerable(await self._store.log(game.id), game.n)[-1][1]
        if last < 0 or game.sitters[last].user != intent.user:
            not_yours = Text(
                "{game} is waiting a moment in case the last turn is undone. Only the player who "
                "took that turn can skip the wait.",
                game=game,
            )
            raise NotYou(not_yours)
        change, after = advance(table, (), _key(game, game.stands))
        await self._commits.said(game, change, after.at)
        return Layout(_rolled(game))

    async def expire(self, row: GameRow, timer: Timer) -> None:
        """Roll after the wait. Raises Conflict if the game has moved on."""
        game = self._tables.games.of(row)
        table = await self._tables.at(game)
        if table.actor == NATURE:
            change, after = advance(table, (), _key(game, game.stands))
            await self._commits.commit(game, change, after.at)
        else:  # nothing waits here
            calm = Change((), f"calm:{game.id}", done=(timer,))
            await self._commits.commit(game, calm)

    async def post(self, _: Waits, courier: Courier) -> Made:
        """Post that a turn waits, unless the wait is over."""
        log, n = await self._store.telling(courier.post.game), courier.post.n
        game = self._tables.games.of(log.game)
        if game.past(n):
            there = Layout(NOTHING, buttons=_wait_buttons(game, n))  # to recognise the post
            sent = await courier.found(game.place, there) if courier.again else None
        else:
            table = await self._tables.at(game, n, log.rows)
            panel = Layout(recorded(table), buttons=_wait_buttons(game, table.n))
            sent = await courier.in_channel(game.place, panel, log.rows)
        if sent is not None and (await courier.game()).past(n):
            await courier.delete(sent.channel, sent.message)
        return sent

    async def withdraw(self, row: WaitOver, courier: Courier) -> Made:
        """Delete the post of a wait that is over."""
        sent = await self._store.latest(courier.post.game, Waits().encode())
        if sent is not None and sent.message and sent.n == row.waits:
            await courier.delete(sent.channel or 0, sent.message)
        return None


def _key(game: Game, n: int) -> str:
    """The key of the roll after row n."""
    return f"chance:{game.id}:{n}"


def _rolled(game: Game) -> Text:
    return Text("The die has been rolled, so the turn in {game} is final.", game=game)


def _wait_buttons(game: Game, n: int) -> tuple[Button, ...]:
    return (Button(Text("Roll Now"), button_id("go", game.id, n), "primary"),)


def end_wait(game: Game, change: Change, _: Moment) -> Change:
    """Delete the post of a wait with the change that ends it, after the posts of that change."""
    shown = [t for t in game.timers if t.kind == CHANCE and t.payload == POSTED]
    ends = change.status in ("over", "cancelled") or CHANCE in change.done
    if not shown or not (ends or shown[0] in change.done):
        return change
    return replace(change, posts=(*change.posts, WaitOver(game.stands).encode()))


def feature(at: Services) -> Feature:
    undo = Undo(at)
    verb = Verb(
        "undo",
        undo.take_back,
        OF_A_ROW,
        slash=Slash(
            "each game",
            Text("/undo"),
            Text("Undo your last turn, if the game hasn't moved on"),
        ),
        more=Behind(0, 1, TAKE_BACK, lambda game: not game.rules.final),
        instead_of_own=True,
        once="row",
        on_page=True,
    )
    back = "undo", "take back", "take it back"
    typed = Verb("undo_typed", undo.said, typed=back, on_page=True)
    window = UndoWindow(at)
    go = Verb("go", window.end, OF_A_ROW, instead_of_own=True, on_page=True)
    return Feature(
        verbs=(verb, typed, go),
        timers=(TimerKind(CHANCE, wait_of, window.expire),),
        policies=(Policy(end_wait, after=("drop_fleeting", "expire_offer", "schedule_computer")),),
        rows=(handles(Waits, window.post), handles(WaitOver, window.withdraw)),
    )
