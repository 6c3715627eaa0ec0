"""A host of the server mends a table that does not go on by itself.

    /games-admin manage ── what can be done ── its effect in words ──┬── done
                                                                    └── the others are asked: done
                                                                        once all of them accept

Each measure stands in the log of the game, named as what it is, and in that of the server. What it
does is what others do as well: the clock, a seat on offer, a take-back.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import partial

from bot.features.feature import (
    OF_A_ROW,
    Complete,
    Feature,
    Field,
    Slash,
    Verb,
    named_game,
)
from bot.features.measures import ACTIONS, Case, HandOver, Intervention
from bot.features.services import Services
from bot.messages.courier import Courier, Logged, Made, handles
from bot.messages.layout import Button, Choice, Layout, Menu
from bot.messages.layouts import button_id
from bot.messages.lists import Entry, open_game
from bot.messages.paging import some, turned
from bot.messages.seats import settled
from bot.table import refusals
from bot.table.closing import party
from bot.table.commands import Command
from bot.table.consent import Kind, Offer
from bot.table.effective import played
from bot.table.game import Game
from bot.table.mending import (
    CHOOSE,
    CODE,
    COMPUTER,
    REMOVE,
    Measure,
    Mended,
    TurnBack,
    announced,
    asker,
    can_be,
    measure_of,
    needs_others,
    possible,
    read,
    turn_at,
    turns,
)
from bot.table.names import bare, game_name
from bot.table.rows import coded
from bot.table.sentences import About
from bot.table.session import Session, seat_of, stale
from bot.table.table import Table
from rules.errors import Finished, NotYou, Stale, Unavailable
from rules.game import NOBODY, Seat
from rules.history import MODERATOR
from rules.text import Mention, Name, Small, Strong, Text, lines, sentences
from storage import Change, Conflict, Row

PANEL, PICK, NOW = "mend", "mendpick", "mendnow"


@coded("hosted")
class MeasureLogged(Logged):
    """Tells in the log of the server what somebody who manages it has done to a table. whom: who
    was removed from a lobby, 0: nobody."""

    what: str
    seat: Seat
    user: int
    whom: int

    def line(self, game: Game | None) -> Text:
        assert game is not None
        who = Mention(self.user, Text("someone"))
        case = Case(game, Measure(self.what, self.seat), who=who, whom=self.whom)
        return ACTIONS[self.what].line(case)


class Mending:
    """Shows what can be done, asks, and does it. hand_over: gives a seat to somebody else."""

    def __init__(self, at: Services, hand_over: HandOver) -> None:
        self._at, self._store, self._commits = at, at.store, at.commits
        self._hand_over = hand_over
        at.consent.add(Kind(MODERATOR, self._wish, self._agreed))

    async def show(self, session: Session) -> Layout:
        """How a table stands, and what can be done about it. Raises Finished."""
        game = session.found
        if not game.live:
            raise Finished(refusals.finished(game))
        return panel(game, possible(game, await self._rows(game), session.channel))

    async def pick(self, session: Session) -> Layout:
        """What a measure does, before it is done. Raises Refused."""
        game, page = session.found, turned(session.words)
        measure = CHOOSE if page is not None else read(session.words)
        rows = await self._possible(session, game, measure)
        assert measure is not None
        if measure == CHOOSE:
            return turn_menu(game, turns(game, rows), page or 0)
        return confirm(game, measure, turn_at(game, rows, measure), session.user)

    async def do(self, session: Session, measure: str) -> Layout:
        """Do it, or ask those who have to agree. Raises Refused; then nothing has changed."""
        game, wanted = session.found, read(measure)
        session = replace(session, key=f"{NOW}:{game.id}:{session.n}:{measure}:{session.user}")

        async def first(*_: int) -> Layout:
            asks = wanted is not None and needs_others(game, session.user, wanted)
            return Layout(asked(game) if asks else did(game))

        return await self._commits.once(session.key, self._do(session, wanted), first)

    async def _do(self, session: Session, measure: Measure | None) -> Layout:
        game = session.found
        await self._possible(session, game, measure)
        assert measure is not None
        if needs_others(game, session.user, measure):
            return await self._ask(session, measure)
        said = Change(announced(game, measure), session.key)
        await self._perform(game, measure, said, session.user, session.channel)
        return Layout(did(game))

    async def _possible(self, session: Session, game: Game, measure: Measure | None) -> list[Row]:
        """The rows of the game. Raises Refused where a measure cannot be done."""
        if not game.live:
            raise Finished(refusals.finished(game))
        rows = await self._rows(game)
        if stale(session, game):
            raise Stale(refusals.stale(game))
        if measure is None or not can_be(game, rows, session.channel, measure):
            raise Unavailable(not_possible(game))
        return rows

    async def _rows(self, game: Game) -> list[Row]:
        return await self._store.log(game.id)

    # the others

    async def _ask(self, session: Session, measure: Measure) -> Layout:
        """Ask all who have to agree. Raises Refused."""
        game, mine = session.found, seat_of(session.found, session.user)
        if game.status == "lobby":
            raise NotYou(not_your_lobby(game))
        seat = NOBODY if mine is None else mine
        await self._at.consent.open(game, measure.asked, seat, session.key)
        return Layout(asked(game))

    def _wish(self, table: Table, rows: list[Row], offer: Offer) -> Text:
        game, measure = table.game, measure_of(offer)
        asks = Text(
            "A moderator has a question for the players of {game}.", game=Strong(game_name(game))
        )
        case = Case(game, measure, str(played(rows, measure.row) + 1))
        return sentences(asks, ACTIONS[measure.what].effect(case))

    async def _agreed(self, game: Game, offer: Offer, said: Change) -> None:
        """All have agreed to a measure. said: the last of them. Raises Refused."""
        measure, rows = measure_of(offer), await self._rows(game)
        if not can_be(game, rows, game.place, measure):
            raise Unavailable(not_possible(game))
        said = replace(said, lines=(*said.lines, *announced(game, measure)))
        await self._perform(game, measure, said, asker(rows, offer), game.place)

    async def _perform(
        self, game: Game, measure: Measure, said: Change, user: int, channel: int
    ) -> None:
        """Do it. said: the rows by which it stands in the log. Raises Refused."""
        whom = game.sitters[measure.seat].user if measure.what == REMOVE else 0
        log = MeasureLogged(measure.what, measure.seat, user, whom).encode()
        case, said = Case(game, measure, whom=whom), replace(said, posts=(*said.posts, log))
        step = Intervention(self._at, self._hand_over, case, said, user, channel)
        try:
            await ACTIONS[measure.what].do(step)
        except Conflict as late:
            raise Stale(refusals.stale(game)) from late

    async def tell(self, row: Mended, courier: Courier) -> Made:
        """The line at the table; whose seat a computer has can come back by it."""
        game = await courier.game()
        case = Case(game, Measure(row.what, row.seat), whom=row.whom)
        said = ACTIONS[row.what].line(case)
        if row.what != COMPUTER:
            return await courier.at_table(Layout(said), game)
        seat = settled(game, row.seat)
        return await courier.at_table(replace(seat, text=lines(said, seat.text)), game)


def panel(game: Game, measures: Iterable[Measure]) -> Layout:
    """How a table stands, and what can be done about it."""
    choices = tuple(
        Choice(measure.code, ACTIONS[measure.what].label(Case(game, measure)))
        for measure in measures
    )
    menu = Menu(button_id(PICK, game.id, game.n), Text("What do you want to do?"), choices)
    table = open_game(Entry(game))
    if game.rules.hidden_information:
        hidden = Text("Hands stay hidden: even moderators can't see them.")
        table = lines(table, Small(hidden))
    return Layout(table, menus=(menu,) if choices else ())


def turn_menu(game: Game, backs: Iterable[TurnBack], page: int = 0) -> Layout:
    """To which turn the game is to be taken back, the last ones first."""
    choices = list[Choice]()
    for back in backs:
        name = Name(bare(game.sitters[back.seat].name))
        label = Text("Turn {n} ({name})", n=back.number, name=name)
        choices.append(Choice(Measure("undo", row=back.row).code, label))
    menu = Menu(
        button_id(PICK, game.id, game.n),
        Text("Back to which turn?"),
        some(choices[::-1], page),
    )
    which = Text(
        "Which turn should {game} go back to? The same player will then play that turn again.",
        game=game_name(game),
    )
    return Layout(which, menus=(menu,), buttons=(_back(game),))


def confirm(game: Game, measure: Measure, back: TurnBack | None, user: int) -> Layout:
    """What a measure does, asked before it is done. back: the turn to which the game is taken back;
    user: who would do it."""
    said = ACTIONS[measure.what].effect(Case(game, measure, str(back.number) if back else ""))
    label = Text("Confirm")
    if needs_others(game, user, measure):
        why = Text("{game} is rated.", game=game_name(game))
        if party(game, user):
            why = Text("You're playing, or have played, in {game}.", game=game_name(game))
        first = Text("I'll ask the other players first, and all of them have to accept.")
        said, label = lines(said, sentences(why, first)), Text("Ask the Others")
    do = Button(label, f"{button_id(NOW, game.id, game.n)}:{measure.code}", "danger")
    return Layout(said, buttons=(do, _back(game)))


def _back(game: Game) -> Button:
    return Button(Text("Never Mind"), button_id(PANEL, game.id, game.n))


did = About("Done. I've notified the players of {game} and noted it in the server log.")
asked = About(
    "I've asked the other players in {game}. I'll go ahead once all of them accept, unless "
    "something else happens in the game first."
)


not_possible = About("That's no longer possible in {game}.")
not_your_lobby = About(
    "You can't do that: you're in the lobby of {game} yourself. Ask another moderator, or "
    "close the lobby and open one for invited players."
)


def feature(at: Services, mending: Mending, names: Complete) -> Feature:
    """names: offers open games."""
    press = partial(Verb, way=Command("games-admin", "manage"), manages=True, instead_of_own=True)
    return Feature(
        verbs=(
            Verb(
                PANEL,
                mending.show,
                OF_A_ROW,
                slash=Slash(
                    "games-admin",
                    Text("/manage"),
                    Text("Manage a game: pause or end it, add time, skip a turn, change seats"),
                    (named_game(names),),
                ),
                any_row=True,
                instead_of_own=True,
                manages=True,
            ),
            press(PICK, mending.pick, OF_A_ROW),
            press(NOW, mending.do, (*OF_A_ROW, Field("measure", CODE))),
        ),
        rows=(handles(Mended, mending.tell),),
    )
