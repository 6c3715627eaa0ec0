"""Standing orders: given, listed and dropped by their seat, in private.

An order is tried out when it is given: its condition has to be a turn that the player before
could make, and the answer a whole legal turn after it. What becomes of it is decided in the
transaction of that turn (bot/domain/orders.py).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import islice
from random import Random
from typing import Any

from bot.core import refusals
from bot.core.names import bare
from bot.core.session import Session, playing_seat
from bot.core.table import Table
from bot.domain.orders import drop_orders, standing
from bot.features.feature import OF_A_ROW, Feature, Slash, SlashOption, Verb, number
from bot.features.services import Services
from bot.features.whole_turns import looked
from bot.messages.layout import Button, Layout
from bot.text import orders as told
from bot.text.ordering import Ordering, is_order, ordered, readings
from rules.drafting import Draft, draft
from rules.errors import Finished, Illegal, Refused, Unavailable, Unread
from rules.game import NATURE, NOBODY, Seat
from rules.play import answers, checksum, tried
from rules.text import Text
from storage import OrderRow

MOST_ORDERS = 5  # orders of a seat, with a button each in one row
TRIED, FOUND = 400, 20  # steps that are tried for ends of a turn that was only begun, ends at most
WORLDS = 4  # positions that are imagined where something is hidden


def panel(table: Table, seat: Seat) -> Layout:
    """All of a seat's orders, each with a button that drops it. Its id says nothing of them."""
    game, mine = table.game, standing(table.game, seat)
    buttons = (
        Button(told.drop(n), f"lc:drop:{game.id}:{game.n}:{order.id}")
        for n, order in enumerate(mine, 1)
    )
    return Layout(told.listed(table, seat), buttons=tuple(buttons))


class Orders:
    """The verbs; each answers with the panel as it is afterwards."""

    def __init__(self, at: Services) -> None:
        self._store, self._turns, self._commits = at.store, at.turns, at.commits

    async def say(self, session: Session) -> Layout:
        """Give the order that a line says; without one, show those that there are. Raises
        Refused."""
        table, seat = await self._table(session)
        if not session.words.strip():
            return panel(table, seat)
        wanted = _wanted(table, seat, session)
        order = await looked(partial(_tried, table, seat, wanted))
        mine = standing(table.game, seat)
        if len(mine) >= MOST_ORDERS and order.condition not in {each.condition for each in mine}:
            raise Unavailable(told.too_many(table.game, MOST_ORDERS))
        await self._commits.give(table.game, order)
        return await self._now(session)

    async def drop(self, session: Session, order: int) -> Layout:
        """Forget one of them, if it is still there. Raises Refused."""
        table, seat = await self._table(session)
        await self._store.withdraw_order(table.game.id, seat, order)
        return await self._now(session)

    async def _now(self, session: Session) -> Layout:
        return panel(*await self._table(session))

    async def _table(self, session: Session) -> tuple[Table, Seat]:
        """Where somebody plays as it is now, and their seat. Raises Refused."""
        game = session.found
        game = await self._turns.tables.game(game.id)
        seat = playing_seat(game, session.user)
        table = await self._turns.tables.at(game)
        if not table.kind.game.scores(table.at.state)[seat]:
            raise Finished(refusals.left_already(game))
        return table, seat


def _wanted(table: Table, seat: Seat, session: Session) -> Ordering:
    """What a line orders. Raises Refused where nothing can be ordered now."""
    game = table.game
    if session.public:
        verb = "turn" if game.rules.hidden_information else "premove"
        raise Unavailable(told.in_public(game.kind, verb))
    if table.actor == seat:
        raise Unavailable(told.your_turn(game))
    if table.actor < 0:
        raise Unavailable(told.chance(game))
    wanted = ordered(session.words, bare(game.sitters[table.actor].name))
    if wanted is None:
        raise Unread(told.unread(table))
    if game.rules.hidden_information and wanted.condition is not None:
        raise Unavailable(told.hidden(game))
    return wanted


def _tried(table: Table, seat: Seat, wanted: Ordering) -> OrderRow:
    """The order, if it can come to be played. Raises Refused."""
    hidden = table.kind.game.hidden_information
    before = _condition(table, wanted.condition)
    refusals = list[Refused]()
    for after in _imagined(table, seat) if hidden else _ends(table, before):
        try:
            said = _answer(table, seat, after, wanted.line)
        except Refused as refused:
            refusals.append(refused)
            continue
        mark = checksum(before.state) if before.complete and before.said else ""
        condition = "" if wanted.condition is None else before.line
        return OrderRow(0, seat, condition, mark, " ".join(said.said) or said.line)
    raise refusals[0] if refusals else Unavailable(told.over_then(table.game))


def _condition(table: Table, words: str | None) -> Draft[Any]:
    """The turn of the condition, as far as it is said, or nothing said yet. Raises Illegal."""
    first: Refused | None = None
    for reading in readings(words or ""):
        try:
            return draft(table.kind, table.mine, reading, typed=False)
        except Refused as refused:
            first = first or refused
    assert first is not None
    raise Illegal(told.no_such_turn(table, first.text)) from first


def _ends(table: Table, before: Draft[Any]) -> Iterator[Any]:
    """Positions to which a turn may lead that begins so, as far as they are soon found."""
    if before.complete:
        return iter((before.state,))
    steps = islice(tried(table.kind.game, before.state), TRIED)
    return islice((way[1] for way in steps if way is not None), FOUND)


def _imagined(table: Table, seat: Seat) -> Iterator[Any]:
    """What the seat may see when the turn that is due has been made, and chance has answered it: as
    far as that can be imagined from what the seat sees."""
    game, chance = table.kind.game, Random(table.n)
    mine = game.view(table.at.state, seat)
    for n in range(WORLDS):
        imagined = game.world(mine, seat, chance.choice)
        for _, there in islice(filter(None, islice(tried(game, imagined), TRIED)), FOUND // WORLDS):
            ends = [there, *(s for _, s, _ in answers(game, there, b"%d" % n, table.n))]
            yield game.view(ends[-1], seat)


def _answer(table: Table, seat: Seat, after: Any, line: str) -> Draft[Any]:
    """The ordered turn at a position. Raises Refused."""
    match table.kind.game.actor(after):
        case actor if actor == NATURE:
            raise Unavailable(told.chance(table.game))
        case actor if actor == NOBODY:
            raise Unavailable(told.over_then(table.game))
        case actor if actor != seat:
            raise Unavailable(told.not_next(table, actor))
    try:
        said = draft(table.kind, after, line)
    except Refused as refused:
        raise Illegal(told.impossible_then(refused.text)) from refused
    if not said.complete:
        raise Illegal(told.unfinished(table.kind.texts.choices(said.state)))
    return said


def feature(at: Services) -> Feature:
    orders = Orders(at)
    line = Text("For example: if c3, then c5 +c4 (leave empty to see your premoves)")
    slash = Slash(
        "each game",
        Text("/premove"),
        Text("Set a premove: your answer to a certain turn, played automatically"),
        (SlashOption("rule", line, words=True),),
        only=lambda game: not game.hidden_information,  # there it is said as a line of the turn
    )
    return Feature(
        policies=(drop_orders,),
        verbs=(
            Verb("order", orders.say, slash=slash, opens=is_order, on_page=True),
            Verb(
                "drop",
                orders.drop,
                (*OF_A_ROW, number("order", 18)),
                any_row=True,
                instead=True,
                on_page=True,
            ),
        ),
    )
