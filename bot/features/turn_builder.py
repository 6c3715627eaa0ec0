"""The turn builder: a turn picked word by word, previewed, and confirmed.

Its draft is the line in the store, so it survives every restart. Whatever is pressed carries
the game, the row that it was made for and how many words had been said: after a move it is
politely stale, and pressed twice it counts once. Confirm carries what was shown instead, so
that nothing else is ever played.

    open ──> pick, press … ──> preview ──> confirm: the turn counts
               └── back, start over, look ──┘

What is shown is drafted from what the mover may see; only a confirmed turn meets the truth.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from bot.core import refusals
from bot.core.effective import effective_rows
from bot.core.game import Game
from bot.core.intent import Intent, Meant
from bot.core.session import Session, must_play, seat_of
from bot.core.sitters import handed_over
from bot.core.table import Table
from bot.domain.coaching import good_turns
from bot.domain.minds import GoodTurn
from bot.domain.numbered import NUMBERS, words_at
from bot.features.drafts import Words, as_seen, drafted_of, kept
from bot.features.feature import (
    OF_A_ROW,
    Complete,
    Feature,
    Field,
    Slash,
    SlashOption,
    Verb,
    number,
)
from bot.features.services import Services
from bot.features.whole_turns import Whole, looked, marked, place
from bot.messages import turn_builder
from bot.messages.choices import WHOLE, Focus, Good, looked_at, offered, ways
from bot.messages.layout import MOST_CHOICES, Layout
from bot.text import errors
from bot.text.plans import named, plan
from rules.drafting import Draft
from rules.errors import Finished, Illegal, NotYou, Stale, Unavailable
from rules.game import Seat
from rules.text import Text
from storage import DraftRow

Rewording = Callable[[Table, Draft[Any]], Words]  # the words that are to be said instead


class TurnBuilder:
    """The verbs of the builder; each answers with the panel as it is afterwards."""

    def __init__(self, at: Services) -> None:
        self._store, self._turns, self._commits = at.store, at.turns, at.commits
        self._whole_turns, self._suggestions = at.whole_turns, at.suggestions

    async def open(self, intent: Intent) -> Layout:
        """The builder where the draft stands. Raises Refused."""
        table, seat = await self._turns.turn(intent)
        return await self._shown(table, seat, kept(table, seat))

    async def say(self, intent: Intent) -> Layout:
        """A line typed here: a whole one counts, an unfinished one is kept, and the builder opens
        on it. Raises Refused."""
        heard = await self._turns.hear(intent)
        if isinstance(heard, Layout):
            return heard
        table, seat, drafted = heard
        return await self._shown(table, seat, as_seen(table, seat, drafted))

    async def hand(self, session: Session) -> Layout:
        """What only this person may see, at any time of the game; the builder when it is their
        turn. Raises Refused."""
        session = replace(session, n=None)
        game, seat = session.found, holder(session.found, session.user)
        table = await self._turns.tables.at(game)
        if table.actor == seat:
            return await self.open(session)
        if not table.kind.game.scores(table.at.state)[seat]:
            raise Finished(refusals.left_already(game))
        return turn_builder.hand(table, seat)

    async def look(self, intent: Intent, said: int, focus: Focus | None = None) -> Layout:
        """One offer alone, or all of them, if so many words had been said: nothing changes.
        Raises Refused."""
        table, seat = await self._turns.turn(intent)
        drafted = kept(table, seat)
        return await self._shown(table, seat, drafted, focus if len(drafted.said) == said else None)

    async def pick(self, intent: Intent, said: int) -> Layout:
        """One word more (intent.words), if so many had been said; all that is left of a whole
        turn; or a closer look at an offer. Raises Refused."""
        if (focus := looked_at(intent.words)) is not None:
            return await self.look(intent, said, focus)
        if intent.words.startswith(WHOLE):
            return await self._whole(intent, said)
        return await self._change(
            intent, said, lambda table, now: (*now.said, *intent.words.split())
        )

    async def _whole(self, intent: Intent, said: int) -> Layout:
        table, seat = await self._turns.turn(intent)
        drafted = kept(table, seat)
        if len(drafted.said) != said:
            return await self._shown(table, seat, drafted)
        known = _going_on(drafted, self._suggestions.known(table))
        if line := next((line for line in known if marked(line) == intent.words), ""):
            words = tuple(line.split()[len(drafted.steps) :])
            return await self._change(intent, said, lambda table, now: (*now.said, *words))
        search = partial(self._whole_turns.search, place(table), drafted.steps)
        steps = await looked(lambda: search().marked(intent.words))
        if steps is None:
            raise Stale(refusals.stale(table.game))
        words = tuple(map(str, steps))
        return await self._change(intent, said, lambda table, now: (*now.said, *words))

    async def plan(self, intent: Intent, steps: str) -> Layout:
        """The builder on a turn that a button names by the places of its steps. A draft that says
        something else makes way for it, and the way back to that is shown. Raises Refused."""
        table, seat = await self._turns.turn(intent)
        before = kept(table, seat)
        try:
            words = words_at(table.kind.game, table.mine, steps)
        except LookupError as unknown:  # of another version
            raise Stale(refusals.stale(table.game)) from unknown
        drafted = drafted_of(table, seat, words)
        line = " ".join(drafted.said)
        await self._commits.keep(table.game, DraftRow(seat, table.n, line, intent.key))
        panel = await self._shown(table, seat, drafted)
        goes_on = drafted.said[: len(before.said)] == before.said
        return panel if goes_on else turn_builder.instead_of(panel, table, before)

    async def press(self, intent: Intent, said: int, way: int) -> Layout:
        """The word of a button, which is known by its place. Raises Refused."""
        return await self._change(
            intent, said, lambda table, now: (*now.said, _word(table, now, way))
        )

    async def back(self, intent: Intent, said: int) -> Layout:
        """The last word is unsaid. Raises Refused."""
        return await self._change(intent, said, lambda table, now: now.said[:-1])

    async def restart(self, intent: Intent, said: int) -> Layout:
        """Nothing is said. Raises Refused."""
        return await self._change(intent, said, lambda table, now: ())

    async def confirm(self, intent: Intent, shown: str) -> Layout:
        """The turn counts that leads to the position with the checksum `shown`. When the draft
        is another one by now, that is shown instead. Raises Refused."""

        async def first(game: int, n: int) -> Layout | None:
            now = await self._turns.tables.game(game)
            rows = await self._store.log(game)
            counting = {row for row, *_ in effective_rows(rows, now.n)}
            taken_back = not any(row.key == intent.key and row.n in counting for row in rows)
            return None if taken_back else await self._turns.counts(intent, game, n)

        return await self._commits.once(intent.key, self._confirm(intent, shown), first)

    async def _confirm(self, intent: Intent, shown: str) -> Layout:
        table, seat = await self._turns.turn(intent)
        drafted = kept(table, seat)
        leads_to = turn_builder.seen_mark(table, seat, drafted.state)
        if not drafted.complete or leads_to != shown:
            return await self._shown(table, seat, drafted)
        return await self._turns.play(intent, table, seat, drafted, confirmed=True)

    async def _change(self, intent: Intent, said: int, new: Rewording) -> Layout:
        table, seat = await self._turns.turn(intent)
        drafted = kept(table, seat)
        if len(drafted.said) == said:  # otherwise it was pressed twice, or on an older panel
            drafted = drafted_of(table, seat, new(table, drafted))
            line = " ".join(drafted.said)
            await self._commits.keep(table.game, DraftRow(seat, table.n, line, intent.key))
        return await self._shown(table, seat, drafted)

    async def _shown(
        self, table: Table, seat: Seat, drafted: Draft[Any], focus: Focus | None = None
    ) -> Layout:
        if drafted.complete:
            return turn_builder.preview(table, seat, drafted)
        if focus or not good_turns(table.game):
            return turn_builder.builder(table, seat, drafted, (), focus)
        found = await self._suggestions.of(table)
        if found is not None:
            good = _good([_whole(table, drafted, line) for line in _going_on(drafted, found)])
            return turn_builder.builder(table, seat, drafted, good)
        first = partial(self._whole_turns.first, place(table), drafted.steps, MOST_CHOICES)
        good = _good(await looked(first))
        return turn_builder.builder(table, seat, drafted, good, suggested=False)


def _going_on(drafted: Draft[Any], found: Iterable[GoodTurn]) -> list[str]:
    """The lines of the turns that begin with the draft."""
    said = [*map(str, drafted.steps)]
    return [good.line for good in found if good.line.split()[: len(said)] == said]


def _whole(table: Table, drafted: Draft[Any], line: str) -> Whole:
    words = line.split()
    left = len(words) - len(drafted.steps)
    return Whole(marked(line), table.kind.spelt(words), plan(table, line), left)


def _good(found: Sequence[Whole]) -> tuple[Good, ...]:
    """For a menu; nothing where each is one word anyway, and so a choice of its own."""
    if all(whole.left == 1 for whole in found):
        return ()
    return tuple(Good(whole.mark, whole.line, named(whole.plan, whole.line)) for whole in found)


def holder(game: Game, user: int) -> Seat:
    """The seat of somebody who has a hand in a running game. Raises Refused."""
    if not game.rules.hidden_information:
        raise Unavailable(errors.nothing_hidden(game))
    must_play(game)
    if (seat := seat_of(game, user)) is None:
        former = handed_over(game, user)
        raise NotYou(refusals.handed_over(game, former) if former else errors.no_hand(game))
    return seat


def _word(table: Table, drafted: Draft[Any], number: int) -> str:
    """The word of a way by its place among all. Raises Refused."""
    due = () if drafted.complete else offered(table.kind, drafted.state)
    found = dict(enumerate(ways(due))).get(number)
    if found is None:
        raise Stale(refusals.stale(table.game))
    if found.why:
        raise Illegal(errors.not_possible(found))
    return found.word


def feature(at: Services, complete: Complete) -> Feature:
    """complete: offers whole turns."""
    builder = TurnBuilder(at)
    of_said = (*OF_A_ROW, number("said", 4))
    focus = Field("focus", r"\d{1,3}:\d{1,4}", _focus, optional=True)
    line = Text("Your turn in words or notation (suggestions appear as you type)")
    step = partial(Verb, game=False, instead=True, on_page=True)
    return Feature(
        verbs=(
            Verb("take", builder.open, OF_A_ROW, on_page=True),
            Verb(
                "turn",
                builder.say,
                slash=Slash(
                    "each game",
                    Text("/turn"),
                    Text("Play your turn: type it, or build it step by step"),
                    (SlashOption("move", line, complete=complete, words=True),),
                ),
                meant=Meant.WAITING,
                line=True,
                on_page=True,
            ),
            Verb(
                "hand",
                builder.hand,
                OF_A_ROW,
                slash=Slash(
                    "each game",
                    Text("/hand"),
                    Text("Show your hand and play your turn"),
                    only=lambda game: game.hidden_information,
                ),
                meant=Meant.WAITING,
                on_page=True,
            ),
            step(
                "confirm", builder.confirm, (*OF_A_ROW, Field("shown", "[0-9a-f]{1,8}")), once="row"
            ),
            step("back", builder.back, of_said),
            step("over", builder.restart, of_said),
            step("press", builder.press, (*of_said, number("way", 4))),
            Verb(
                "plan",
                builder.plan,
                (*OF_A_ROW, Field("steps", NUMBERS)),
                game=False,
                on_page=True,
            ),
            step("look", builder.look, (*of_said, focus)),
            step("say", builder.pick, of_said, numbered=True),
        )
    )


def _focus(said: str) -> Focus:
    return Focus(*map(int, said.split(":")))
