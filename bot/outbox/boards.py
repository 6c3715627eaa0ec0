"""The boards of a game, the messages that notify its player, and the lines between boards.

A board that the game has left behind isn't sent; the next post tells its story too, unless the
board was already sent and can be found. When the next board arrives, the one before becomes a line
of the printed game.
"""

import logging
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, TypeAlias

from bot.messages import answers, cards, layouts, posts
from bot.messages.courier import (
    LONG,
    Courier,
    Handles,
    Made,
    PermanentError,
    Prompt,
    TransientError,
    Transport,
    TransportError,
    handles,
)
from bot.messages.languages import Languages
from bot.messages.layout import PAINTER, Button, Layout, run_in_thread
from bot.messages.layouts import button_id
from bot.outbox.calls import Calls, Summons
from bot.table import records, seats
from bot.table import rows as kinds
from bot.table.commit import Closed, ClosedBy, has_started
from bot.table.game import OFFER, Game
from bot.table.names import game_name
from bot.table.settings import TEXT_FIRST, is_on
from bot.table.table import Table, Tables
from bot.table.table_options import keeps_boards
from rules.game import NATURE, NOBODY
from rules.history import MODERATOR, BrokenLog
from rules.text import NOTHING, Code, Listed, Mention, Moment, Small, Strong, Text, lines, sentences
from storage import BOARD, Post, Row, Store, Telling

log = logging.getLogger(__name__)

MUCH = 30  # messages under a board
# The line for a row of the outbox; None: none is due any more. The number is the log row behind it.
Said: TypeAlias = Callable[[Any, Game, int], Awaitable[Layout | None]]


@dataclass(frozen=True, slots=True)
class Boards:
    """Sends boards, results, notifications, and the lines between boards."""

    store: Store
    tables: Tables
    calls: Calls
    transport: Transport
    voices: Languages

    @property
    def rows(self) -> tuple[Handles, ...]:
        calls = kinds.MorningCall, kinds.Letter, kinds.Follows, kinds.Reminder, Prompt
        later = kinds.OrdersFell, kinds.AsksLater
        return (
            handles(kinds.TurnPost, self.turn),
            handles(kinds.ResultPost, self.result),
            handles(Closed, self.closing_post),
            handles(ClosedBy, self.closing_post),
            *(handles(each, self.call) for each in (*calls, *later)),
            handles(kinds.RemindersSpent, self.delete_reminders),
            handles(kinds.PlayBy, self.play_by),
            self._posts(seats.SeatOffered, self._offered),
            self._posts(seats.OfferMade, self._asked),
            self._posts(kinds.ClockPlayed, self._played),
            self._edits(seats.OfferAnswered, self._answered),
            self._edits(seats.SeatSettled, self._settled),
            self._edits(seats.SeatReopened, self._offered),
            self._edits(kinds.CameBack, self._came),
        )

    async def turn(self, _: kinds.TurnPost, courier: Courier) -> Made:
        post = courier.post
        told = await self.store.telling(post.game)
        game = self.tables.games.from_row(told.game)
        if game.past(post.n):
            return await self._left_behind(courier, game, told) if courier.again else None
        now = self.calls.clocks.as_if_called(game)
        before = next(iter(told.posted), None)
        if before is not None and (before.n, before.channel) == (post.n, game.place):
            await self.calls.on_arrival(post, game)
            return None  # already there: the game was moved away and back
        panel = await self._panel(now, post.n, told)
        mentions = await self.calls.by_board(game, before, told.rows, again=courier.again)
        panel = panel if mentions else replace(panel, pings=())
        sent = await courier.at_table(panel, game, told.rows)
        await self.calls.on_arrival(post, game)
        retire = partial(self._retire, game, told.posted, post.n, told.rows)
        return sent._replace(called=next(iter(panel.pings), None), cosmetic=retire)

    async def _panel(self, game: Game, n: int, told: Telling) -> Layout:
        """The board at a row of the log, in words as the mover likes them: with the events since
        their last turn, or, if there are none, why it's their turn again."""
        table, rows = await self.tables.at(game, n, told.rows), told.rows
        advice, digest = _advice(table, told), Code(records.board(game, rows, n))
        in_words = is_on(game.sitters[table.actor].settings, TEXT_FIRST)
        last_undone = Text("{name} undid the last turn.", name=table.names[table.actor])
        undone, story = taken_back(table, rows, last_undone), NOTHING
        if in_words or undone:
            last = told.posted[0].n if told.posted else 0
            story = answers.story_since(await self.tables.since(table, last, rows))
        if in_words:
            text = posts.turn_in_words(table, story or undone, advice=advice, digest=digest)
        else:
            why = undone if not story or _by_a_host(rows, n) else NOTHING
            text = posts.turn(table, why, advice=advice, digest=digest)
        return layouts.turn(table, text, self.calls.under)

    async def _left_behind(self, courier: Courier, game: Game, told: Telling) -> Made:
        """Find a board posted before the game moved on: then the next one need not tell its story.
        Only the newest board keeps its buttons."""
        post = courier.post
        sent = await courier.find_copy(game.place, layouts.traces(game, post.n))
        if sent is None:
            return None
        boards, n = told.posted, post.n
        if boards and boards[0].n > n:
            mine = replace(post, message=sent.message, channel=sent.channel)
            earlier = await self.store.latest(game.id, BOARD, before=post.id)
            boards, n = [mine, *([earlier] if earlier else [])], boards[0].n
        return sent._replace(cosmetic=partial(self._retire, game, boards, n, told.rows))

    async def result(self, _: kinds.ResultPost, courier: Courier) -> Made:
        """The last post of a game, with the changes of the ratings."""
        post = courier.post
        told = await self.store.telling(post.game)
        game = self.tables.games.from_row(told.game)
        rows, table = told.rows, await self.tables.at(game, post.n, told.rows)
        # Beside the event loop, as this checks the whole game again.
        ending = await run_in_thread(PAINTER, self.tables.ending, table, rows)
        moved = await self.store.rating_changes(game.id)
        aftermath = posts.aftermath(table, ending.moment, moved, rows)
        digest = Code(records.board(game, rows, table.n))
        sent = await courier.at_table(layouts.result(table, aftermath, ending, digest), game, rows)
        return sent._replace(cosmetic=partial(self._retire, game, told.posted, post.n, rows))

    async def closing_post(self, row: Closed | ClosedBy, courier: Courier) -> Made:
        game = await courier.game()
        begun = has_started(await self.store.log(game.id))
        by = row.user if isinstance(row, ClosedBy) else None
        sent = await courier.at_table(layouts.closing_line(game, begun=begun, by=by), game)
        last = await self.store.latest(game.id, BOARD)
        return sent._replace(cosmetic=partial(self._retire, game, [last] if last else []))

    async def finish(self, post: Post) -> None:
        """Retire the board before one that was sent just before a process died."""
        told = await self.store.telling(post.game)
        boards, before = list[Post](), post.id
        while len(boards) < 2 and (one := await self.store.latest(post.game, BOARD, before)):
            boards.append(one)
            before = one.id
        await self._retire(self.tables.games.from_row(told.game), boards, post.n, told.rows)

    async def _retire(
        self, game: Game, boards: Sequence[Post], n: int | None = None, rows: Sequence[Row] = ()
    ) -> None:
        """Replace the last board with a line of the printed game, if there is a board at row n;
        otherwise remove its buttons. If that fails, they answer politely anyway. boards: the last
        one, and the one before it, if any."""
        before, line = next(iter(boards), None), NOTHING
        if before is None or before.message is None:
            return
        if n is not None and not keeps_boards(game):
            line = await self._printed(game, boards, n, list(rows))
        place, said = before.channel or game.place, self.voices.voice_of(game.language).say(line)
        try:
            await self.transport.strip(place, before.message, said)
        except TransportError as refused:
            log.info("old board kept its buttons", extra={"game": game.id, "why": str(refused)})

    async def _printed(self, game: Game, boards: Sequence[Post], n: int, rows: list[Row]) -> Text:
        """The printed line for a board, up to the one at row n: the turn that answered it and its
        effects (the first board also has the events before it); or that the turn was undone, or
        that the board is elsewhere now."""
        board, *earlier = boards
        if board.n == n:
            return cards.move_notice(game)
        try:
            table = await self.tables.at(game, n, rows)
            turns = await self.tables.turns(table, board.n if earlier else 0, rows)
            line = answers.digest_line(table, turns, board.n)
        except BrokenLog:
            return NOTHING
        turn_undone = Text("{name} undid turn {n}.", name=table.names[table.actor], n=table.number)
        return line or taken_back(table, rows, turn_undone) or answers.handed_over(game, board.n, n)

    async def call(self, row: kinds.OutboxRow, courier: Courier) -> Made:
        """Notify a player by direct message or where the game is played, there too if direct
        messages fail. A newer reminder replaces the one before."""
        game, post = await courier.game(), courier.post
        summons = await self.calls.summons(row, self.calls.clocks.as_if_called(game), post)
        sent = await self._called(summons, row, courier, game)
        if sent is not None and isinstance(row, kinds.Reminder):
            older = await self.store.latest(post.game, post.kind, before=post.id)
            if older is not None and older.message is not None:
                with suppress(TransientError):  # an extra reminder does no harm
                    await courier.delete(older.channel or game.place, older.message)
        await self.calls.on_arrival(post, game)
        return sent

    async def _called(
        self, summons: Summons | None, row: kinds.OutboxRow, courier: Courier, game: Game
    ) -> Made:
        if summons is not None and summons.direct:
            try:
                return summons.with_user(await courier.direct(summons.user, summons.panel))
            except PermanentError:
                summons = await self.calls.instead(row, game, blocked=True)
            except TransientError:
                if courier.post.tries < LONG:
                    raise
                summons = await self.calls.instead(row, game, blocked=False)
                if summons is None:  # they were notified in the channel too
                    raise
        if summons is None:
            return None
        try:
            panel = await self._with_board(summons.panel, row, game)
            panel = replace(panel, pings=(summons.user,))
            return summons.with_user(await courier.at_table(panel, game))
        except PermanentError:
            if row.matters:
                raise
            return None  # a late reminder isn't worth sending

    async def _with_board(self, panel: Layout, row: kinds.OutboxRow, game: Game) -> Layout:
        """Show the board again in a reminder if many messages have followed it."""
        board = await self.store.latest(game.id, BOARD)
        if not isinstance(row, kinds.Reminder) or board is None or board.message is None:
            return panel
        place = board.channel or game.place
        try:
            if not await self.transport.is_buried(place, board.message, MUCH):
                return panel
        except TransportError:  # no permission to look there, or Discord is failing
            return panel
        shown = layouts.turn(await self.tables.at(game), NOTHING)
        return replace(panel, picture=shown.picture, file=shown.file, plain=shown.plain)

    async def delete_reminders(self, row: kinds.RemindersSpent, courier: Courier) -> Made:
        """Delete the reminders of a turn once it's over."""
        post = courier.post
        for old in await self.store.calling_posts(post.game, row.since, post.n):
            if kinds.row_class(old.kind).reminds and old.channel and old.message:
                await courier.delete(old.channel, old.message)
        return None

    async def play_by(self, _: kinds.PlayBy, courier: Courier) -> Made:
        """Update the end of this turn's clock in the board and the notification, if possible."""
        game, told = await courier.game(), await self.store.telling(courier.post.game)
        now, board = self.tables.games.from_row(told.game), next(iter(told.posted), None)
        if board and not now.past(board.n) and now.status == "playing" and now.on_turn is not None:
            panel = await self._panel(now, board.n, told._replace(posted=told.posted[1:]))
            await self._said_anew(courier, game, board, panel)
        for old in await self.store.calling_posts(game.id, game.stands, game.n + 1):
            kind = kinds.row_class(old.kind)
            if not kind.reminds and kind not in (kinds.MorningCall, kinds.Letter):
                continue
            row = kind.decode(old.kind)
            if (call := await self.calls.said_anew(row, game)) is not None:
                here = old.channel == game.place
                call = await self._with_board(call, row, game) if here else call
                await self._said_anew(courier, game, old, call)
        return None

    async def _said_anew(self, courier: Courier, game: Game, post: Post, panel: Layout) -> None:
        if post.message is not None and not game.past(post.n):
            await courier.edit(post.channel or game.place, post.message, panel)

    def _posts(self, row: type[kinds.OutboxRow], said: Said) -> Handles:
        """The handler of rows that post a line between boards, as long as an answer is possible."""

        async def post(row: kinds.OutboxRow, courier: Courier) -> Made:
            game = await courier.game()
            line = await said(row, game, courier.post.n)
            return None if line is None else await courier.at_table(line, game)

        return handles(row, post)

    def _edits(self, row: type[kinds.EditRow], said: Said) -> Handles:
        """The handler of rows that update such a line. The buttons answer politely anyway."""

        async def edit(row: Any, courier: Courier) -> Made:
            game = await courier.game()
            line = await self.store.latest(game.id, row.line)
            if line is None or line.message is None:
                return None
            if (panel := await said(row, game, courier.post.n)) is not None:
                await courier.edit(line.channel or game.place, line.message, panel)
            return None

        return handles(row, edit)

    async def _asked(self, row: seats.OfferMade, game: Game, _: int) -> Layout | None:
        offer = seats.open_offer(game)
        if offer is None or offer.row != row.row:
            return None
        table, rows = await self._then(game, row.row)
        line = _request(table, rows, self.calls.kinds[offer.kind], offer)
        return await self.calls.by_line(line, row, game)

    async def _answered(self, row: seats.OfferAnswered, game: Game, _: int) -> Layout:
        table, rows = await self._then(game, row.row)
        (word,) = (kinds.word_of(each) for each in rows if each.n == row.row)
        offer = seats.Offer(row.row, word.what, word.seat)
        return _news(table, rows, self.calls.kinds[offer.kind], offer)

    async def _offered(
        self, row: seats.SeatOffered | seats.SeatReopened, game: Game, n: int
    ) -> Layout | None:
        return layouts.offer(game, row.seat, n) if row.seat in seats.open_seats(game) else None

    async def _settled(self, row: seats.SeatSettled, game: Game, _: int) -> Layout | None:
        if row.seat in seats.open_seats(game):
            return None
        expired = row.seat in kinds.expired_seats(await self.store.log(game.id))
        return layouts.offer_ended(game, row.seat, expired=expired)

    async def _played(self, row: kinds.ClockPlayed, game: Game, _: int) -> Layout | None:
        """A turn played after a player's time ran out. If late, the next board tells it too."""
        table, rows = await self._then(game, row.row)
        (seat,) = table.at.absent
        then = Text(
            "{name} can press the button to keep playing. If time runs out again first, the seat "
            "will be offered to others.",
            name=table.names[seat],
        )
        if (
            kinds.missed_turns([row for row in rows if row.n <= table.n], seat)
            >= kinds.OFFERED_AFTER
        ):
            then = Text(
                "{name} has missed more than one turn in a row, so the seat is now on offer to "
                "others. Until someone takes it, {name} can press the button to keep playing.",
                name=table.names[seat],
            )
        button = Button(Text("I'm Back"), button_id("here", game.id, table.n), "primary")
        return Layout(lines(_time_ran_out(table, rows), Small(then)), buttons=(button,))

    async def _came(self, row: kinds.CameBack, game: Game, _: int) -> Layout | None:
        table, rows = await self._then(game, row.row)
        (seat,) = table.at.absent
        back = Text("{name} is back.", name=table.names[seat])
        return Layout(sentences(_time_ran_out(table, rows), back))

    async def _then(self, game: Game, row: int) -> tuple[Table, list[Row]]:
        return await self.tables.at(game, row), await self.store.log(game.id)


def _request(table: Table, rows: list[Row], kind: seats.RequestKind, offer: seats.Offer) -> Layout:
    """The line that everyone who is asked can answer; each of them is mentioned once."""
    game, due = table.game, table.game.due(OFFER) or 0
    asked = seats.must_agree(game, offer)
    people = Listed(Mention(game.sitters[seat].user, table.names[seat]) for seat in asked)
    called = Text("{people}: {wish}", people=people, wish=kind.wish(table, rows, offer))
    until = Text(
        "Everyone who's been asked has to accept. You can answer until {time} ({left}), "
        "unless the game moves on first.",
        time=Moment(due, "f"),
        left=Moment(due, "R"),
    )
    buttons = (
        Button(Text("Accept"), button_id("accept", game.id, offer.row), "success"),
        Button(Text("Decline"), button_id("decline", game.id, offer.row)),
    )
    pings = tuple(game.sitters[seat].user for seat in asked)
    return Layout(lines(called, Small(until)), buttons=buttons, pings=pings)


def _news(table: Table, rows: list[Row], kind: seats.RequestKind, offer: seats.Offer) -> Layout:
    """The line of a request as it stands now."""
    said = seats.answers_to(rows, offer)
    names = Listed(table.names[seat] for seat in said.agreed)
    if seats.open_offer(table.game) == offer:
        line = _request(table, rows, kind, offer)
        accepted = Text("Accepted by {names}.", names=names) if said.agreed else NOTHING
        return Layout(lines(line.text, accepted), buttons=line.buttons)
    if said.against == offer.seat:
        outcome = Text("Withdrawn.")
    elif said.against is not None:
        outcome = Text("{name} declined.", name=table.names[said.against])
    elif said.agreed and not set(seats.must_agree(table.game, offer)) - set(said.agreed):
        outcome = sentences(Text("{names} accepted.", names=names), kind.outcome(table, offer))
    elif table.game.past(offer.row):
        outcome = Text("Expired: the game has moved on.")
    else:
        outcome = Text("Expired: not everyone answered in time.")
    return Layout(sentences(kind.wish(table, rows, offer), outcome))


def _advice(table: Table, told: Telling) -> Text:
    """For a beginner: the possible actions, or in first practice games a command to try next."""
    if told.begun < 3 and seats.alone(table.game) and seats.good_turns(table.game):
        rows = kinds.effective_rows(told.rows, table.n)
        said = [n for n, by, *_ in rows if by == table.actor]
        if len(said) == 1:
            undo, learn = Text("undo"), Text("learn")
            if any(by == NATURE and n > said[0] for n, by, *_ in rows):
                return Text(
                    "Next, try {hint} for suggestions, or reply {learn} for five short lessons.",
                    hint=Strong(Text("Hint")),
                    learn=Code(learn),
                )
            return Text(
                "Next, try {hint} for suggestions, or reply {undo} to undo your last turn.",
                hint=Strong(Text("Hint")),
                undo=Code(undo),
            )
    if told.begun >= kinds.FIRST_GAMES:
        return NOTHING
    return table.kind.texts.primer(table.view_of().state)


def _time_ran_out(table: Table, rows: Sequence[Row]) -> Text:
    game = Strong(game_name(table.game))
    over = Text("{game}: time ran out for this turn.", game=game)
    words = (kinds.word_of(row) for row in rows if row.n == table.n - 2)
    if any((word.verb, word.what) == (MODERATOR, "skip") for word in words):
        over = Text("{game}: a moderator skipped this turn.", game=game)
    seen, names = table.view_of(), table.names
    move = table.kind.texts.brief(seen.state, seen.events, names, NOBODY).told
    who = Listed(names[seat] for seat in table.at.absent)
    return sentences(over, Text("I played this for {names}: {move}.", names=who, move=move))


def taken_back(table: Table, rows: Sequence[Row], told: Text) -> Text:
    """If nothing new happened: the mover undid the last turn, or a moderator set the game back."""
    last = next(row for row in reversed(rows) if row.n <= table.n)
    undone = last.n == table.n and kinds.takes_back(last)
    if undone and _by_a_host(rows, last.n):
        return Text("A moderator took the game back to turn {n}.", n=table.number)
    return told if undone else NOTHING


def _by_a_host(rows: Sequence[Row], n: int) -> bool:
    """Whether a row was a moderator's act: the row before it says so."""
    return any(row.n == n - 1 and kinds.word_of(row).verb == MODERATOR for row in rows)
