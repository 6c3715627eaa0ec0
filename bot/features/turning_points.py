"""Under a result: the turning points of the game, and the game as one line of signs to share, which
names nobody and shows no score. Turning points are looked for when somebody first asks, which takes
a minute, so the result of a quick look comes first."""

import asyncio
import hashlib
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Final, NamedTuple

from bot.features.feature import OF_A_ROW, Feature, Verb
from bot.features.services import Services
from bot.messages.answers import parts, plan_text, position
from bot.messages.fitting import Stacked
from bot.messages.layout import Button, Drawing, Layout
from bot.messages.layouts import button_id, drawing
from bot.table.computers import BetterTurn, PlayedGame
from bot.table.intent import Session, seat_of
from bot.table.names import game_name
from bot.table.rows import without_choice
from bot.table.settings import TEXT_FIRST, is_on
from bot.table.table import Table
from players import settled_shares, shares
from renderer import Balance, draw_balance
from rules.ending import Ending, seats_by_place
from rules.errors import Unavailable
from rules.game import Event, Frame, Seat
from rules.game import GameRules as Rules
from rules.play import look, perform
from rules.text import NOTHING, Code, Small, Strong, Text, lines, sentences

SOON = 2.0  # seconds to the first version; the rest of three is for the picture and the post

SQUARES: Final = 10  # of the line to share, each for an equal part of the game
AHEAD, LEVEL, BEHIND = "🟩", "🟨", "⬛"
Thought = asyncio.Future[list[BetterTurn]]


def feature(at: Services) -> Feature:
    points, line = _TurningPoints(at), partial(_share_line, at)
    played, better = partial(points.board, better=False), partial(points.board, better=True)
    of_game = partial(Verb, id=OF_A_ROW, on_page=True)
    in_place = partial(of_game, instead="panel")
    turned, point = of_game("turned", points.show), of_game("point", played)
    in_places = in_place("played", played), in_place("better", better)
    return Feature(verbs=(turned, point, *in_places, of_game("line", line)))


class Point(NamedTuple):
    """A turning point: its turn in the log, the turn's number, and a better turn."""

    frame: Frame[Any]
    number: int
    better: str

    def state_after(self, rules: Rules[Any], *, better: bool) -> tuple[Any, list[Event]]:
        """What its player could see after the turn, or the better one: before chance answers."""
        seen = rules.view(self.frame.before, self.frame.seat)
        return perform(rules, seen, self.better if better else self.frame.line)


class Past(NamedTuple):
    """A game that is over: its rows that count, and the turns that had a choice."""

    table: Table
    frames: tuple[Frame[Any], ...]
    turns: Sequence[Frame[Any]]


def _lost(thought: Thought) -> bool:
    return thought.done() and (thought.cancelled() or thought.exception() is not None)


class _TurningPoints:
    """Looks back at games that are over; changes nothing."""

    def __init__(self, at: Services) -> None:
        self._at, self._store, self._tables = at, at.store, at.tables
        # By the id of the game, and whether the search is the whole one.
        self._searches = OrderedDict[tuple[int, bool], Thought]()

    async def show(self, session: Session) -> Layout:
        """The turning points known within a moment; later those of the whole search."""
        past = await self._past(session)
        sure = self._search(past)
        found = await self._known(past)
        panel = await self._panel(past, found, sure=sure.done())

        async def later() -> Layout:
            sure = self._search(past)
            await asyncio.wait((sure,))
            return await self._panel(past, found if _lost(sure) else sure.result(), sure=True)

        return panel if sure.done() else replace(panel, then=later)

    def _search(self, past: Past, *, whole: bool = True) -> Thought:
        """The search for better turns of a game, done once; one that failed is started again."""
        game = past.table.game
        thought = self._searches.get((game.id, whole))
        if thought is None or _lost(thought):
            seen = tuple((game.rules.view(t.before, t.seat), t.line) for t in past.turns)
            seed = int.from_bytes(hashlib.sha256(game.seed).digest()[:8])
            ask = self._at.reviewer.find_turning_points if whole else self._at.mind.glimpse
            thought = asyncio.ensure_future(ask(PlayedGame(game.kind, seen, seed)))
            thought.add_done_callback(_lost)  # perhaps nobody waits for the result any more
            self._searches[game.id, whole] = thought
            while len(self._searches) > 128:
                self._searches.popitem(last=False)
        return thought

    async def _known(self, past: Past) -> Sequence[BetterTurn]:
        """The result of the whole search, or of a first look by now. Raises Unavailable."""
        sure = self._search(past)
        if not sure.done():
            first = self._search(past, whole=False)
            await asyncio.wait((sure,), timeout=0 if first.done() else SOON)
            if not sure.done():
                return first.result() if first.done() and not _lost(first) else ()
        if _lost(sure):
            game = past.table.game
            raise Unavailable.because(
                "I couldn't analyse {game} this time. Press the button again to retry.", game=game
            )
        return sure.result()

    async def _panel(self, past: Past, found: Sequence[BetterTurn], *, sure: bool) -> Layout:
        """Each turning point with a button, and a curve of the balance. sure: all is searched."""
        table, game, points = past.table, past.table.game, await self._points(past, found)
        curve = await asyncio.to_thread(balance, table, past.frames, points)
        hosted = game.hosted._replace(kind=table.kind)
        picture = Drawing(draw_balance, (hosted, table.view_of(), table.labels, curve))
        buttons = tuple(
            Button(Text("Turn {n}", n=point.number), button_id("point", game.id, point.frame.n))
            for point in points
        )
        text = _told(table, points, sure=sure)
        return Layout(text, picture, f"{game_name(game)}-turning-points.png", buttons)

    async def board(self, session: Session, *, better: bool) -> Layout:
        """The board after the turn at the pressed row, or after a better one. Raises Refused."""
        past = await self._past(session)
        points = await self._points(past, await self._known(past))
        point = next((each for each in points if each.frame.n == session.target.n), None)
        if point is None:
            raise Unavailable.because(
                "I found nothing better for the turn you picked in {game}. Press Turning Points "
                "under the result to see the turns that mattered.",
                game=session.found,
            )
        by_ear = is_on(await self._store.personal(session.user), TEXT_FIRST)
        return _board(past.table, point, better=better, by_ear=by_ear)

    async def _past(self, session: Session) -> Past:
        """The finished game and its turns. Raises Refused."""
        game = session.found
        if game.status != "over":
            raise Unavailable.because("You can look back at {game} once it's over.", game=game)
        table, rows = await self._tables.at(game), await self._store.log(game.id)
        older = Text("{game} was played under older rules, so I can't analyse it.", game=game)
        if not (frames := self._tables.frames(game, rows)):
            raise Unavailable(older)
        alone = without_choice(rows)
        turns = [frame for frame in frames if frame.seat >= 0 and frame.n not in alone]
        return Past(table, frames, turns)

    async def _points(self, past: Past, found: Sequence[BetterTurn]) -> list[Point]:
        points = list[Point]()
        for each in found:
            frame = past.turns[each.turn]
            then = await self._tables.at(past.table.game, frame.n)
            points.append(Point(frame, then.at.turns, each.better))
        return points


def balance(table: Table, frames: Sequence[Frame[Any]], points: Sequence[Point] = ()) -> Balance:
    """The balance after each turn of a finished game. frames: all rows that count, one at least."""
    rules, states = table.game.rules, [frames[0].before]
    for frame in frames:
        states[len(states) - (frame.seat < 0) :] = [frame.after]
    del states[-1]
    stood, told = [shares(rules, state) for state in states], list[tuple[float, ...]]()
    for n, state in enumerate(states, 1):
        # The average over the last turn of each seat: a player who has just moved looks better than
        # they do after the others' answers.
        last = stood[max(0, n - len(stood[0])) : n]
        mean = tuple(sum(each) / len(last) for each in zip(*last, strict=True))
        told.append(settled_shares(rules, state) or mean)
    end = shares(table.kind.game, table.at.state)  # also after an agreed draw
    return Balance((*told, end), tuple(point.number for point in points))


def _told(table: Table, points: Sequence[Point], *, sure: bool) -> Text:
    """Each turning point as it was played and with a better turn, in the order of the game."""
    name = Strong(table.game)
    if not sure:
        looking = Text("This is a quick first analysis. The full one takes about a minute.")
        seems = Text("The turns that seem to have decided {game}:", game=name)
        head = lines(Small(looking), seems if points else NOTHING)
    elif not points:
        head = Text("I found no mistakes in {game}.", game=name)
    else:
        head = Text("The turns that decided {game}:", game=name)
    told = [
        Text(
            "Turn {n}, {line}: {story} A better turn would have been {better}.",
            n=point.number,
            line=Code(table.kind.spelt(point.frame.line.split())),
            story=_story(table, point),
            better=_plan(table, point),
        )
        for point in points
    ]
    curve = Text(
        "A computer judged these turns by what each player could see. It can be wrong. The curve "
        "shows who was likely to win, judging only by the board."
    )
    return Stacked((head, *told, Small(curve)))


def _board(table: Table, point: Point, *, better: bool, by_ear: bool) -> Layout:
    """The board after a turn or the better one, as its player saw it, with a button for the other.
    by_ear: for people who read boards in words."""
    game, n, name = table.game, point.number, Strong(table.game)
    state, events = point.state_after(game.rules, better=better)
    if better:
        title, shown, verb = Text("{game}: better turn", game=game_name(game)), "better", "played"
        plan, label = _plan(table, point), Text("Show Actual Turn")
        told = Text(
            "Turn {n} of {game}. A better turn would have been {better}.",
            n=n,
            game=name,
            better=plan,
        )
    else:
        title, shown, verb = Text("{game}: turn played", game=game_name(game)), "played", "better"
        story, label = _story(table, point), Text("Show Better Turn")
        told = Text("Turn {n} of {game}, as it was played. {story}", n=n, game=name, story=story)
    labels = replace(table.labels, game=title, turn=n)
    picture = drawing(game.hosted, look(game.rules, state, events, None), labels)
    button = Button(label, button_id(verb, game.id, point.frame.n))
    words = position(table, state) if by_ear else NOTHING
    file = f"{game_name(game)}-{point.frame.n}-{shown}.png"
    return Layout(Stacked((told, words)), picture, file, (button,))


def _story(table: Table, point: Point) -> Text:
    _, events = point.state_after(table.game.rules, better=False)
    return sentences(*parts(table.kind.texts.story(events, table.names)))


def _plan(table: Table, point: Point) -> Text:
    _, events = point.state_after(table.game.rules, better=True)
    plan = table.kind.texts.plan(events, table.names)
    return plan_text(plan, table.kind.spelt(point.better.split()))


async def _share_line(at: Services, session: Session) -> Layout:
    """The line of one's own seat, or else of the winner's. Raises Unavailable."""
    game = session.found
    if game.status != "over":
        raise Unavailable.because("You can share {game} once it's over.", game=game)
    table, rows = await at.tables.at(game), await at.store.log(game.id)
    ending = await asyncio.to_thread(at.tables.ending, table, rows)
    mine = seat_of(game, session.user)
    seat = table.winners()[0] if mine is None else mine
    how = Text(
        "Copy this to share it. From {name}'s seat: {ahead} ahead, {level} level, {behind} behind.",
        name=table.names[seat],
        ahead=AHEAD,
        level=LEVEL,
        behind=BEHIND,
    )
    return Layout(lines(Code(line(table, ending, seat)), Small(how)))


def line(table: Table, ending: Ending, seat: Seat) -> str:
    """The whole line, the same in every language: the seat's score beside the best of the others at
    the end of each part of the game, and its place."""
    game, last, squares = table.kind.game, len(ending.scores) - 1, ""
    sign = -1 if game.lowest_wins and game.curve[0] == 0 else 1  # so the greatest score is the best
    for turn in sorted({-(-n * last // SQUARES) for n in range(1, SQUARES + 1)}):
        worth = [sign * score for score in ending.scores[turn]]
        mine, best = worth.pop(seat), max(worth)
        squares += LEVEL if mine == best else AHEAD if mine > best else BEHIND
    places = seats_by_place(game, table.at.state)
    place = next((n for n, seats in places.items() if seat in seats), 0)
    if place == 1:
        end = "🏆" if len(places[1]) == 1 else "🤝"
    else:
        end = {0: "🏳️", 2: "🥈", 3: "🥉"}.get(place, "🏁")  # 0: they left
    return " ".join((game.sign, game_name(table.game), squares, end))
