"""The turn builder: a turn picked word by word, previewed, and confirmed. Each button names the
game, its row and the number of words so far, so pressed twice it counts once. Only a confirmed turn
is tried on the whole position, the draft on what the player may see."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import partial, partialmethod
from typing import Any

from bot.features.feature import OF_A_ROW, Feature, Field, Slash, SlashOption, Verb, number
from bot.features.services import Services
from bot.features.turns import as_seen, drafted_of, saved_draft
from bot.features.whole_turns import completions, place, search_aside, turn_mark, whole
from bot.messages import turn_builder
from bot.messages.answers import plan
from bot.messages.fitting import WithNote
from bot.messages.layout import MOST_CHOICES, Choice, Layout, Panel
from bot.messages.turn_builder import WHOLE, Focus, Good, choice_groups, looked_at, ways, words_at
from bot.table import refusals
from bot.table.computers import GoodTurn
from bot.table.game import handed_over
from bot.table.intent import Intent, Meant, Session, must_play
from bot.table.names import Command
from bot.table.rows import effective_rows
from bot.table.seats import good_turns
from bot.table.table import Table
from rules.drafting import Draft
from rules.errors import Finished, Illegal, NotYou, Refused, Stale, Unavailable
from rules.game import Seat
from rules.text import Code, Strong, Text
from rules.voice import Voice
from storage import DraftRow


class TurnBuilder:
    """The verbs of the builder. Each returns the panel after the change."""

    def __init__(self, at: Services) -> None:
        self._store, self._turns, self._commits = at.store, at.turns, at.commits
        self._whole_turns, self._suggestions = at.whole_turns, at.suggestions

    async def open(self, intent: Intent) -> Layout:
        """Show the draft. Raises Refused."""
        table, seat = await self._turns.turn(intent)
        return await self._shown(table, seat, saved_draft(table, seat))

    async def say(self, intent: Intent) -> Layout:
        """Play a typed line if it is a whole turn, or else save and show it. Raises Refused."""
        heard = await self._turns.hear(intent)
        if isinstance(heard, Panel):
            return heard
        table, seat, drafted = heard
        return await self._shown(table, seat, as_seen(table, seat, drafted))

    async def hand(self, session: Session) -> Layout:
        """Show a person's hand at any time; on their turn, the builder. Raises Refused."""
        session = session.with_target(n=None)
        game, seat = session.found, session.seat
        if not game.rules.hidden_information:
            raise Unavailable.because(
                "Nothing is hidden in {game}: its board shows everything.", game=game
            )
        must_play(game)
        if seat is None:
            no_hand = Text(
                "Only players in {game} have a hand. {board} shows what everyone can see.",
                game=game,
                board=Command(game.kind, "board"),
            )
            former = handed_over(game, session.user)
            raise NotYou(refusals.handed_over(game, former) if former else no_hand)
        table = await self._turns.tables.at(game)
        if table.actor == seat:
            return await self.open(session)
        if not table.kind.game.scores(table.at.state)[seat]:
            raise Finished(refusals.left_already(game))
        return turn_builder.hand(table, seat)

    async def look(self, intent: Intent, said: int, focus: Focus | None = None) -> Layout:
        """Show one offer alone, or all. Raises Refused. said: words of the draft on that panel."""
        table, seat = await self._turns.turn(intent)
        drafted = saved_draft(table, seat)
        return await self._shown(table, seat, drafted, focus if len(drafted.said) == said else None)

    async def pick(self, intent: Intent, said: int) -> Layout:
        """Add a picked word or the rest of a whole turn, or look at an offer. Raises Refused."""
        if (focus := looked_at(intent.words)) is not None:
            return await self.look(intent, said, focus)
        if intent.words.startswith(WHOLE):
            return await self._whole(intent, said)
        words = intent.words.split()
        return await self._change(intent, said, lambda table, now: (*now.said, *words))

    async def _whole(self, intent: Intent, said: int) -> Layout:
        table, seat = await self._turns.turn(intent)
        drafted = saved_draft(table, seat)
        if len(drafted.said) != said:
            return await self._shown(table, seat, drafted)
        known = _going_on(drafted, self._suggestions.ready_turns(table) or ())
        if line := next((line for line in known if turn_mark(line) == intent.words), ""):
            words = line.split()[len(drafted.steps) :]
        else:
            search = partial(self._whole_turns.search, place(table), drafted.steps)
            steps = await search_aside(lambda: search().steps_of_mark(intent.words))
            if steps is None:
                raise Stale(refusals.stale(table.game))
            words = [*map(str, steps)]
        return await self._change(intent, said, lambda table, now: (*now.said, *words))

    async def plan(self, intent: Intent, steps: str) -> Layout:
        """Load a turn into the builder. It replaces another draft, which a button brings back.
        Raises Refused. steps: of the turn, each by its place among the legal ones."""
        table, seat = await self._turns.turn(intent)
        before = saved_draft(table, seat)
        try:
            words = words_at(table.kind.game, table.mine, steps)
        except LookupError as unknown:  # of another version
            raise Stale(refusals.stale(table.game)) from unknown
        drafted = drafted_of(table, seat, words)
        line = " ".join(drafted.said)
        await self._commits.keep(table.game, DraftRow(seat, table.n, line, intent.key))
        panel = await self._shown(table, seat, drafted)
        if drafted.said[: len(before.said)] == before.said:
            return panel
        restore = Text("Restore My Draft")
        back = turn_builder.plan(table, restore, [*map(str, before.steps)])
        note = Text(
            "This replaced your draft {line}. {button} brings it back.",
            line=Code(table.kind.spelt(before.said)),
            button=Strong(restore),
        )
        return replace(panel, text=WithNote(panel.text, note), buttons=(*panel.buttons, *back))

    async def press(self, intent: Intent, said: int, way: int) -> Layout:
        """Add the word of a button, known by its number among all choices. Raises Refused."""

        def added(table: Table, now: Draft[Any]) -> tuple[str, ...]:
            due = () if now.complete else choice_groups(table.kind, now.state)
            it = dict(enumerate(ways(due))).get(way)
            if it is None:
                raise Stale(refusals.stale(table.game))
            if it.why:
                raise Illegal.because(
                    "{what} isn't possible: {reason}.", what=it.label, reason=it.why
                )
            return (*now.said, it.word)

        return await self._change(intent, said, added)

    async def confirm(self, intent: Intent, shown: str) -> Layout:
        """Play the draft if it leads to the position that the player saw (shown: its checksum), or
        else show it. Raises Refused."""

        async def first(game: int, n: int) -> Layout | None:
            now, rows = await self._turns.tables.game(game), await self._store.log(game)
            counting = {row for row, *_ in effective_rows(rows, now.n)}
            taken_back = not any(row.key == intent.key and row.n in counting for row in rows)
            return None if taken_back else await self._turns.counts(intent, game, n)

        return await self._commits.once(intent.key, self._confirm(intent, shown), first)

    async def _confirm(self, intent: Intent, shown: str) -> Layout:
        table, seat = await self._turns.turn(intent)
        drafted = saved_draft(table, seat)
        if not drafted.complete or turn_builder.seen_mark(table, seat, drafted.state) != shown:
            return await self._shown(table, seat, drafted)
        return await self._turns.play(intent, table, seat, drafted, confirmed=True)

    async def _change(
        self, intent: Intent, said: int, new: Callable[[Table, Draft[Any]], tuple[str, ...]]
    ) -> Layout:
        """Change the words of the draft."""
        table, seat = await self._turns.turn(intent)
        drafted = saved_draft(table, seat)
        if len(drafted.said) == said:  # otherwise it was pressed twice, or on an older panel
            drafted = drafted_of(table, seat, new(table, drafted))
            line = " ".join(drafted.said)
            await self._commits.keep(table.game, DraftRow(seat, table.n, line, intent.key))
        return await self._shown(table, seat, drafted)

    back = partialmethod(_change, new=lambda table, now: now.said[:-1])  # remove the last word
    restart = partialmethod(_change, new=lambda table, now: ())

    async def _shown(
        self, table: Table, seat: Seat, drafted: Draft[Any], focus: Focus | None = None
    ) -> Layout:
        if drafted.complete:
            return turn_builder.preview(table, seat, drafted)
        if focus or not good_turns(table.game):
            return turn_builder.builder(table, seat, drafted, (), focus)
        found, wholes = await self._suggestions.good_turns(table), list[Good]()
        for line in _going_on(drafted, found or ()):
            words = line.split()
            left = len(words) - len(drafted.steps)
            wholes.append(whole(line, table.kind.spelt(words), plan(table, line), left))
        if found is None:
            first = partial(self._whole_turns.first, place(table), drafted.steps, MOST_CHOICES)
            wholes += await search_aside(first)
        # Turns of one word have a button each.
        good = () if all(each.left == 1 for each in wholes) else tuple(wholes)
        return turn_builder.builder(table, seat, drafted, good, suggested=found is not None)

    async def complete(self, intent: Intent, voice: Voice) -> list[Choice]:
        """Whole legal turns that continue the typed line, then those with all its words."""
        try:
            table, _ = await self._turns.turn(intent)
        except Refused:
            return []
        at, ranked = place(table), good_turns(table.game)
        known, typed = self._whole_turns, intent.words
        return await search_aside(lambda: completions(known, at, typed, voice, ranked=ranked))


def _going_on(drafted: Draft[Any], found: Iterable[GoodTurn]) -> list[str]:
    """The lines of the turns that begin with the draft."""
    said = [*map(str, drafted.steps)]
    return [good.line for good in found if good.line.split()[: len(said)] == said]


def feature(at: Services) -> Feature:
    builder, of_said = TurnBuilder(at), (*OF_A_ROW, number("said", 4))
    focus = Field(
        "focus", r"\d{1,3}:\d{1,4}", lambda said: Focus(*map(int, said.split(":"))), optional=True
    )
    shown, steps = Field("shown", "[0-9a-f]{1,8}"), Field("steps", r"\d{1,4}(?:\.\d{1,4}){0,40}")
    line = Text("Your turn in words or notation (suggestions appear as you type)")
    move = SlashOption("move", line, complete=builder.complete, words=True)
    play = Text("Play your turn: type it, or build it step by step")
    turn = Slash("each game", Text("/turn"), play, (move,))
    about = Text("Show your hand and play your turn")
    hand = Slash("each game", Text("/hand"), about, only=lambda game: game.hidden_information)
    step = partial(Verb, game=None, instead="panel", on_page=True)
    waiting = partial(Verb, game=Meant.WAITING, on_page=True)
    return Feature(
        verbs=(
            Verb("take", builder.open, OF_A_ROW, on_page=True),
            waiting("turn", builder.say, slash=turn, line=True),
            waiting("hand", builder.hand, OF_A_ROW, slash=hand),
            step("confirm", builder.confirm, (*OF_A_ROW, shown), press="once a row"),
            step("back", builder.back, of_said),
            step("over", builder.restart, of_said),
            step("press", builder.press, (*of_said, number("way", 4))),
            Verb("plan", builder.plan, (*OF_A_ROW, steps), game=None, on_page=True),
            step("look", builder.look, (*of_said, focus)),
            step("say", builder.pick, of_said, numbered=True),
        )
    )
