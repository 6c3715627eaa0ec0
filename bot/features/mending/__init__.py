"""Mending: show a moderator the possible measures, ask, and carry one out.

    /games-admin manage ── a measure ── its effect in words ──┬── done
                                                             └── the others are asked; done once
                                                                 all of them accept

Each measure is named in the log of the game and in that of the server.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import partial

from bot.features.feature import OF_A_ROW, Feature, Field, Slash, Verb, named_game
from bot.features.mending.measures import (
    ACTIONS,
    CHOOSE,
    CODE,
    COMPUTER,
    REMOVE,
    UNDO,
    Case,
    Intervention,
    Measure,
    TurnBack,
    announced,
    can_be,
    needs_others,
    possible,
    read,
    turn_at,
    turns,
)
from bot.features.services import Services
from bot.messages.courier import Courier, Logged, Made, handles
from bot.messages.layout import Button, Choice, Layout, Menu
from bot.messages.layouts import button_id
from bot.messages.lists import Entry, open_game, some, turned
from bot.messages.seats import settled
from bot.table import refusals
from bot.table.commands import Command
from bot.table.commit import party
from bot.table.consent import Kind, Offer
from bot.table.effective import played
from bot.table.game import Game
from bot.table.names import bare, game_name
from bot.table.refusals import About
from bot.table.rows import OutboxRow, coded
from bot.table.session import Session, seat_of, stale
from bot.table.table import Table
from rules.errors import Finished, NotYou, Stale, Unavailable
from rules.game import NOBODY, Seat
from rules.history import MODERATOR
from rules.text import Mention, Name, Small, Strong, Text, lines, sentences
from storage import Change, Conflict, Row

PANEL, PICK, NOW = "mend", "mendpick", "mendnow"
did = About("Done. I've notified the players of {game} and noted it in the server log.")
asked = About(
    "I've asked the other players in {game}. I'll go ahead once all of them accept, unless "
    "something else happens in the game first."
)
not_possible = About("That's no longer possible in {game}.")


@coded("mended")
class Mended(OutboxRow):
    """Posts a moderator's measure at its table."""

    what: str
    seat: Seat
    whom: int  # the person removed from a lobby, 0: nobody


@coded("hosted")
class MeasureLogged(Logged):
    """Logs a moderator's measure for the server."""

    what: str
    seat: Seat
    user: int
    whom: int  # the person removed from a lobby, 0: nobody

    def line(self, game: Game | None) -> Text:
        assert game is not None
        who = Mention(self.user, Text("someone"))
        case = Case(game, Measure(self.what, self.seat), who=who, whom=self.whom)
        return ACTIONS[self.what].line(case)


class Mending:
    """Shows the possible measures, asks, and carries one out."""

    def __init__(self, at: Services) -> None:
        self._at, self._store, self._commits = at, at.store, at.commits
        at.consent.add(Kind(MODERATOR, self._wish, self._agreed))

    async def show(self, session: Session) -> Layout:
        """Show a table and its possible measures. Raises Finished."""
        game = session.found
        if not game.live:
            raise Finished(refusals.finished(game))
        return panel(game, possible(game, await self._store.log(game.id), session.channel))

    async def pick(self, session: Session) -> Layout:
        """Describe a measure before it is done. Raises Refused."""
        game, page = session.found, turned(session.words)
        measure, rows = await self._possible(
            session, CHOOSE if page is not None else read(session.words)
        )
        if measure == CHOOSE:
            return turn_menu(game, turns(game, rows), page or 0)
        return confirm(game, measure, turn_at(game, rows, measure), session.user)

    async def do(self, session: Session, measure: str) -> Layout:
        """Carry out a measure, or ask the players who must agree. Raises Refused."""
        game, wanted = session.found, read(measure)
        key = f"{NOW}:{game.id}:{session.target.n}:{measure}:{session.user}"
        session = replace(session, key=key)
        asks = wanted is not None and needs_others(game, session.user, wanted)
        await self._commits.done_once(session.key, self._do(session, wanted, asks), None)
        return Layout(asked(game) if asks else did(game))

    async def _do(self, session: Session, wanted: Measure | None, asks: bool) -> None:
        game = session.found
        measure, _ = await self._possible(session, wanted)
        if not asks:
            said = Change(announced(game, measure), session.key)
            await self._perform(game, measure, said, session.user, session.channel)
            return
        if game.status == "lobby":
            own_lobby = Text(
                "You can't do that: you're in the lobby of {game} yourself. Ask another moderator, "
                "or close the lobby and open one for invited players.",
                game=game,
            )
            raise NotYou(own_lobby)
        mine = seat_of(game, session.user)
        seat = NOBODY if mine is None else mine
        await self._at.consent.open(game, f"{MODERATOR}-{measure.code}", seat, session.key)

    async def _possible(
        self, session: Session, measure: Measure | None
    ) -> tuple[Measure, list[Row]]:
        """The measure, and the rows of the game. Raises Refused if it isn't possible."""
        game = session.found
        if not game.live:
            raise Finished(refusals.finished(game))
        rows = await self._store.log(game.id)
        if stale(session, game):
            raise Stale(refusals.stale(game))
        if measure is None or not can_be(game, rows, session.channel, measure):
            raise Unavailable(not_possible(game))
        return measure, rows

    # the others

    def _wish(self, table: Table, rows: list[Row], offer: Offer) -> Text:
        game, measure = table.game, measure_of(offer)
        asks = Text(
            "A moderator has a question for the players of {game}.", game=Strong(game_name(game))
        )
        case = Case(game, measure, str(played(rows, measure.row) + 1))
        return sentences(asks, ACTIONS[measure.what].effect(case))

    async def _agreed(self, game: Game, offer: Offer, said: Change) -> None:
        """Carry out a measure on which everyone agrees. Raises Refused.

        said: the last yes.
        """
        measure, rows = measure_of(offer), await self._store.log(game.id)
        if not can_be(game, rows, game.place, measure):
            raise Unavailable(not_possible(game))
        said = replace(said, lines=(*said.lines, *announced(game, measure)))
        await self._perform(game, measure, said, asker(rows, offer), game.place)

    async def _perform(
        self, game: Game, measure: Measure, said: Change, user: int, channel: int
    ) -> None:
        """Carry out a measure. Raises Refused.

        said: the rows that name it in the log.
        """
        action, seat = ACTIONS[measure.what], measure.seat
        whom = game.sitters[seat].user if measure.what == REMOVE else 0
        line = (Mended(measure.what, seat, whom).encode(),) if action.posted else ()
        log = MeasureLogged(measure.what, seat, user, whom).encode()
        said = replace(said, posts=(*line, *said.posts, log))
        case = Case(game, measure)
        try:
            await action.do(Intervention(self._at, case, said, user, channel))
        except Conflict as late:
            raise Stale(refusals.stale(game)) from late

    async def tell(self, row: Mended, courier: Courier) -> Made:
        """Post the line at the table, with a way back for a player replaced by a computer."""
        game = await courier.game()
        said = ACTIONS[row.what].line(Case(game, Measure(row.what, row.seat), whom=row.whom))
        if row.what != COMPUTER:
            return await courier.at_table(Layout(said), game)
        seat = settled(game, row.seat)
        return await courier.at_table(replace(seat, text=lines(said, seat.text)), game)


def measure_of(offer: Offer) -> Measure:
    """The measure that a moderator has asked for."""
    measure = read(offer.what.removeprefix(f"{MODERATOR}-"))
    assert measure is not None
    return measure


def asker(rows: Sequence[Row], offer: Offer) -> int:
    """The moderator who asked, from the key of that row."""
    return next(int((r.key or "0").rpartition(":")[2]) for r in rows if r.n == offer.row)


def panel(game: Game, measures: Iterable[Measure]) -> Layout:
    """A table and its measures."""
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
    """Ask which turn to go back to, the last ones first."""
    choices = list[Choice]()
    for back in backs:
        name = Name(bare(game.sitters[back.seat].name))
        label = Text("Turn {n} ({name})", n=back.number, name=name)
        choices.append(Choice(Measure(UNDO, row=back.row).code, label))
    pages = some(choices[::-1], page)
    menu = Menu(button_id(PICK, game.id, game.n), Text("Back to which turn?"), pages)
    which = Text(
        "Which turn should {game} go back to? The same player will then play that turn again.",
        game=game_name(game),
    )
    return Layout(which, menus=(menu,), buttons=(_back(game),))


def confirm(game: Game, measure: Measure, back: TurnBack | None, user: int) -> Layout:
    """Describe a measure, and ask before it is done.

    back: the turn to which the game is taken back.
    user: the moderator.
    """
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


def feature(at: Services) -> Feature:
    mending = Mending(at)
    press = partial(Verb, way=Command("games-admin", "manage"), manages=True, instead="own")
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
                    (named_game(at.turns.names),),
                ),
                press="any row",
                instead="own",
                manages=True,
            ),
            press(PICK, mending.pick, OF_A_ROW),
            press(NOW, mending.do, (*OF_A_ROW, Field("measure", CODE))),
        ),
        rows=(handles(Mended, mending.tell),),
    )
