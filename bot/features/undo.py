"""Undo, and the wait before a die is rolled, in which a turn can be undone. It is a row in the log,
so replays stay unambiguous. Players undo their own turn until someone answers it; later the others
may agree to an undo (bot/features/consent.py), but nobody can unsee a die.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from functools import partial

from bot.features.consequences import advance, take_back
from bot.features.feature import OF_A_ROW, Behind, Feature, Slash, Verb
from bot.features.services import Services
from bot.messages.answers import turn_answer
from bot.messages.courier import Courier, Made, handles
from bot.messages.layout import Button, Layout
from bot.messages.layouts import button_id
from bot.table import refusals
from bot.table import rows as kinds
from bot.table.commit import CommitMoment, Policy
from bot.table.game import CHANCE, Game, sitters_at
from bot.table.intent import Session, not_stale, playing_seat
from bot.table.names import Command, names_by_seat
from bot.table.seats import Offer, RequestKind, anybody
from bot.table.table import Table
from bot.table.table_options import wait_of
from rules.english import question_in
from rules.errors import Finished, Illegal, NotYou, Refused, Stale, Unavailable
from rules.game import NATURE, TABLE, Seat
from rules.history import Told
from rules.talk import TALKS
from rules.text import NOTHING, Code, Strong, Text, sentences
from storage import Change, GameRow, Row, Timer


class _TooLate(Unavailable):
    """The turn can be undone only with the others' consent."""


class Undo:
    """Undoes turns, and ends the wait between a turn and chance."""

    def __init__(self, at: Services) -> None:
        self._store, self._tables, self._commits = at.store, at.tables, at.commits

    async def take_back(self, session: Session) -> Layout:
        """Undo this person's last turn, or offer to ask the others. Raises Refused."""
        game = session.found
        try:
            await self._commits.done_once(session.key, self._take_back(session), None)
        except _TooLate as late:
            try:
                by_consent(game, await self._store.log(game.id), playing_seat(game, session.user))
            except Refused:
                raise late from None
            ask = Button(Text("Ask the Others"), button_id("askundo", game.id, game.n), "primary")
            could = Text(
                "If all the other players in {game} agree, your last turn can still be undone, "
                "along with everything played since.",
                game=game,
            )
            return Layout(sentences(late.text, could), buttons=(ask,), fleeting=True)
        undone = Text("Your turn in {game} has been undone. It's your turn again.", game=game)
        return Layout(undone, quiet=True)

    async def undo_typed(self, session: Session) -> Layout:
        """Undo by a typed line, unless it is a question. Raises Refused."""
        if question_in(session.words, TALKS["en"].asking) is not None:
            undo = Code(Text("undo"))
            raise Illegal.because(
                "That was a question, so nothing was undone. Send {undo} to undo.", undo=undo
            )
        return await self.take_back(session)

    async def _take_back(self, session: Session) -> None:
        game = session.found
        seat, log = playing_seat(game, session.user), await self._store.log(game.id)
        not_stale(session, game)
        if reason := _too_late(game, log, seat):
            raise _TooLate(reason)
        before = _answerable(log, game.n, _computed(game, log))[-1][0] - 1
        there = await self._tables.at(game, before)
        await self._commits.commit_for_person(game, take_back(there, Change((), session.key)))

    async def end(self, intent: Session) -> Layout:
        """Roll at once, if this person took the turn that waits. Raises Refused."""
        game = intent.found
        if game.status in ("over", "cancelled"):
            raise Finished(refusals.game_over(game))
        key = _key(game, game.stands if intent.target.n is None else intent.target.n)
        await self._commits.done_once(key, self._end(intent), None)  # also a moment too late
        return Layout(Text("The die has been rolled, so the turn in {game} is final.", game=game))

    async def _end(self, intent: Session) -> None:
        game = intent.found
        table = await self._tables.at(game) if game.status == "playing" else None
        not_stale(intent, game)
        if table is None or not table.waiting:
            raise Stale(refusals.stale(game))
        last = _answerable(await self._store.log(game.id), game.n)[-1][1]
        if last < 0 or game.sitters[last].user != intent.user:
            raise NotYou.because(
                "{game} is waiting a moment in case the last turn is undone. Only the player who "
                "took that turn can skip the wait.",
                game=game,
            )
        change, after = advance(table, (), _key(game, game.stands))
        await self._commits.commit_for_person(game, change, after.at)

    async def expire(self, row: GameRow, timer: Timer) -> None:
        """Roll after the wait. Raises Conflict if the game has moved on."""
        game = self._tables.games.from_row(row)
        table = await self._tables.at(game)
        if table.actor == NATURE:
            change, after = advance(table, (), _key(game, game.stands))
            await self._commits.commit(game, change, after.at)
        else:  # nothing waits here
            await self._commits.commit(game, Change((), f"calm:{game.id}", done=(timer,)))

    async def post(self, _: kinds.ChanceWait, courier: Courier) -> Made:
        """Post that a turn waits, unless the wait is over."""
        log, n = await self._store.telling(courier.post.game), courier.post.n
        game = self._tables.games.from_row(log.game)
        roll = Button(Text("Roll Now"), button_id("go", game.id, n), "primary")
        panel = Layout(NOTHING, buttons=(roll,))
        if not game.past(n):
            panel = replace(panel, text=turn_answer(await self._tables.at(game, n, log.rows)))
            sent: Made = await courier.in_channel(game.place, panel, log.rows)
        else:  # it is recognised by its button
            sent = await courier.find_copy(game.place, panel) if courier.again else None
        if sent is not None and (await courier.game()).past(n):
            await courier.delete(sent.channel, sent.message)
        return sent

    async def withdraw(self, row: WaitOver, courier: Courier) -> Made:
        """Delete the post of a wait that is over."""
        sent = await self._store.latest(courier.post.game, kinds.ChanceWait().encode())
        if sent is not None and sent.message and sent.n == row.waits:
            await courier.delete(sent.channel or 0, sent.message)
        return None


def _answerable(rows: list[Row], n: int, computed: Collection[int] = ()) -> list[Told]:
    """The rows that count, up to the last one of a person. computed: the rows of computers."""
    kept, without = kinds.effective_rows(rows, n), {*kinds.without_choice(rows), *computed}
    while kept and kept[-1][0] in without:
        kept.pop()
    return kept


def _computed(game: Game, rows: Sequence[Row]) -> set[int]:
    """The rows of turns that computers took."""
    spoken = (row for row in rows if row.seat >= 0)
    return {row.n for row in spoken if sitters_at(game, row.n)[row.seat].computer}


def _too_late(game: Game, log: list[Row], seat: Seat) -> Text | None:
    """Why a seat can't undo its last turn without the others, or None if it can. A later turn of a
    person is an answer; turns without a choice, and turns of computers, aren't."""
    alone = {*kinds.without_choice(log), *_computed(game, log)}
    rows = _answerable(log, game.n, alone)
    last, by = rows[-1][:2] if rows else (0, None)
    if by != seat and any(row[1] == seat for row in kinds.effective_rows(log, game.n)[len(rows) :]):
        return Text(
            "You can't undo: your last turn in {game} was the only legal one, so it was played "
            "for you.",
            game=game,
        )
    if by is None:
        return Text("Nothing has been played in {game} yet, so there's nothing to undo.", game=game)
    if by == NATURE:
        return Text(
            "You can't undo: a die has been rolled or a card drawn since the last turn in {game}.",
            game=game,
        )
    if by < 0:
        return Text(
            "You can't undo: something else has happened in {game} since your turn.", game=game
        )
    if by != seat:
        name = names_by_seat(game.sitters)[by]
        return Text("You can't undo: the last turn in {game} was {name}'s.", name=name, game=game)
    # Among computers, a turn that its player undid isn't an answer.
    quiet = () if anybody(game, but=seat) else (seat,)
    said = (row for row in log if row.n > last and row.seat >= 0 and row.seat not in quiet)
    if any(row.n not in alone for row in said):
        return Text(
            "You can't undo: someone has already played since your turn in {game}. That counts "
            "even if they undid it.",
            game=game,
        )
    return None


def by_consent(game: Game, log: list[Row], seat: Seat) -> Row:
    """The last turn of a seat, if the others may agree to undo it and everything since. Raises
    Unavailable after a die, a drawn card, or a departure."""
    if (mine := _last_own(log, game.n, seat)) is None:
        raise Unavailable.because("You have no turn to undo in {game}.", game=game)
    since = {row[1] for row in kinds.effective_rows(log, game.n) if row[0] > mine.n}
    if NATURE in since:
        die = Text(
            "You can't undo: a die has been rolled since your turn in {game}, and nobody can "
            "unsee it. The other players can't allow an undo either.",
            game=game,
        )
        card = Text(
            "You can't undo: a card has been drawn since your turn in {game}, and nobody can "
            "unsee it. The other players can't allow an undo either.",
            game=game,
        )
        raise Unavailable(card if game.rules.hidden_information else die)
    if TABLE in since:
        raise Unavailable.because(
            "You can't undo: someone has left {game} since your turn.", game=game
        )
    return mine


def _last_own(rows: list[Row], n: int, seat: Seat) -> Row | None:
    """The last turn of a seat that counts at row n and in which it had a choice."""
    counting = {row[0] for row in kinds.effective_rows(rows, n)} - kinds.without_choice(rows)
    return next((row for row in reversed(rows) if row.n in counting and row.seat == seat), None)


def by_agreement(at: Services) -> RequestKind:
    """Undo a turn that its player can't undo alone any more, and everything played since."""

    def wish(table: Table, rows: list[Row], offer: Offer) -> Text:
        mine = _last_own(rows, offer.row, offer.seat)
        return Text(
            "{name} asks to undo the turn {turn} in {game}, and everything played since.",
            name=table.names[offer.seat],
            turn=Code(table.kind.spelt(mine.text.split() if mine else [])),
            game=Strong(table.game),
        )

    def possible(game: Game, rows: list[Row], offer: Offer) -> None:
        if _too_late(game, rows, offer.seat) is None:
            raise Unavailable.because(
                "You can still undo your turn in {game} yourself, with {undo}.",
                game=game,
                undo=Command(game.kind, "undo"),
            )
        by_consent(game, rows, offer.seat)

    async def do(game: Game, offer: Offer, agreed: Change) -> None:
        before = by_consent(game, await at.store.log(game.id), offer.seat).n - 1
        there = await at.tables.at(game, before)
        await at.commits.commit_for_person(game, take_back(there, agreed))

    return RequestKind("undo", wish, do, possible)


@kinds.code("wait_over")
class WaitOver(kinds.OutboxRow):
    """Deletes the post of a wait."""

    waits: int  # the row of the turn that waited
    aside = True
    matters = False


def _key(game: Game, n: int) -> str:
    """The key of the roll after row n."""
    return f"chance:{game.id}:{n}"


def end_wait(game: Game, change: Change, _: CommitMoment) -> Change:
    """Delete the post of a wait with the change that ends it, after the posts of that change."""
    shown = [t for t in game.timers if t.kind == CHANCE and t.payload == kinds.POSTED]
    ends = change.status in ("over", "cancelled") or CHANCE in change.done
    if not shown or not (ends or shown[0] in change.done):
        return change
    return replace(change, posts=(*change.posts, WaitOver(game.stands).encode()))


def feature(at: Services) -> Feature:
    undo = Undo(at)
    at.consent.add(by_agreement(at))
    about = Text("Undo your last turn, if the game hasn't moved on")
    slash = Slash("each game", Text("/undo"), about)
    more = Behind(0, 1, Text("Undo My Turn"), lambda game: not game.rules.final)
    own = partial(Verb, id=OF_A_ROW, instead="own", on_page=True)
    typed = "undo", "take back", "take it back"
    return Feature(
        verbs=(
            own("undo", undo.take_back, slash=slash, more=more, press="once a row"),
            Verb("undo_typed", undo.undo_typed, typed=typed, on_page=True),
            own("go", undo.end),
        ),
        timers=(kinds.TimerKind(CHANCE, wait_of, undo.expire),),
        policies=(
            Policy(end_wait, ("drop_fleeting", "expire_offer", "schedule_computer"), CHANCE),
        ),
        rows=(handles(kinds.ChanceWait, undo.post), handles(WaitOver, undo.withdraw)),
    )
