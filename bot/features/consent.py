"""One person asks everyone else at a table for something; it happens once all of them accept.

Features declare the kinds: an end, more time and a pause are here, an undo in undo.py, and a
moderator's measures in mending.py. While a game is paused, no clock runs and nobody is reminded:

    ask pause-2026-12-24 0 ── everyone accepts ──┬── row "resume 1": any player resumes it
                                                 └── the day is over: it resumes without a row
"""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import partial

from bot.features.clocks import Clocks, Uptime
from bot.features.consequences import card_of, close, draw_results, go_on, stop
from bot.features.feature import (
    ASK,
    OF_A_ROW,
    Behind,
    Feature,
    Form,
    Slash,
    SlashOption,
    Verb,
    named_game,
)
from bot.messages.courier import Courier, Made, handles
from bot.messages.layout import Button, Choice, Layout
from bot.messages.layouts import button_id
from bot.table import clocks, seats
from bot.table.commit import CommitMoment, Commits, Policy
from bot.table.game import CLOCK, DAY, OFFER, PAUSED, REMIND, Game, sitters_at
from bot.table.intent import Intent, Session, held_seat
from bot.table.names import game_name, lasting
from bot.table.reminders import calm
from bot.table.rows import (
    AsksLater,
    OutboxRow,
    ResultPost,
    TimerKind,
    code,
    line_of,
    turn_number,
    word_of,
)
from bot.table.servers import SEASON_PAUSES
from bot.table.settings import ON
from bot.table.table import Table
from bot.table.table_options import SEASON
from rules.errors import NotYou, Stale, Unavailable
from rules.game import NOBODY, Seat
from rules.history import MODERATOR, Word
from rules.text import NOTHING, Moment, Name, Strong, Text, sentences
from rules.voice import Voice
from storage import Change, GameRow, NewTimer, Row, Timer

_GO_ON = Text("Resume the Game")


@code("paused")
class Paused(OutboxRow):
    """Posts until when the players have paused a game, with a button that resumes it."""


@code("resumed")
class Resumed(OutboxRow):
    """Posts that a game has resumed. seat: who resumed it, NOBODY: the pause was over."""

    seat: Seat


class Consent:
    """Asks the table, and acts once everyone agrees. Also resumes paused games."""

    def __init__(self, commits: Commits, uptime: Uptime, clocks: Clocks) -> None:
        self._store, self._games, self._commits = commits.store, commits.tables.games, commits
        self._clocks, self._now = clocks, commits.now
        pause = _pause(commits, uptime)
        self.kinds = {"end": _end(commits), "time": _time(commits), "pause": pause}

    def add(self, kind: seats.RequestKind) -> None:
        self.kinds[kind.name] = kind

    def feature(self) -> Feature:
        verb = partial(Verb, id=OF_A_ROW, press="once a row", on_page=True)
        slash = partial(Slash, "games", options=(named_game(),), group=ASK)
        time = slash(Text("/time"), Text("Ask the other players for more time"))
        longer = Behind(1, 2, Text("Ask for More Time"), seats.in_company)
        end = slash(Text("/end"), Text("Ask the other players to end the game"))
        to_end = Behind(1, 3, Text("Ask to End the Game"), seats.in_company)
        ask, last_day = Text("Ask for a Pause"), Text("Last day of the pause, such as 2026-12-24")
        until = SlashOption("until", last_day, default=None, complete=self.days, words=True)
        about = Text("Ask the other players to pause the game until a day")
        pause = slash(Text("/pause"), about, options=(until, named_game()))
        form = Form(ask, last_day, Text("2026-12-24"), 10)
        to_pause = Behind(
            1, 5, ask, lambda game: seats.in_company(game) and not clocks.is_paused(game)
        )
        resume = slash(Text("/resume"), Text("Resume a game that its players have paused"))
        to_resume = Behind(1, 5, _GO_ON, clocks.by_players)
        now = partial(verb, press="any row")
        return Feature(
            policies=(Policy(expire_offer, timer=OFFER),),
            timers=(
                TimerKind(
                    OFFER, seats.OFFER_LASTS, self._clocks.deferred_after_outage(self.expire)
                ),
                TimerKind(PAUSED, clocks.LONGEST_PAUSE + DAY, self.pause_over),
            ),
            verbs=(
                now("asktime", partial(self.ask, what="time"), slash=time, more=longer),
                now("askend", partial(self.ask, what="end"), slash=end, more=to_end),
                now("askundo", partial(self.ask, what="undo")),
                verb("accept", partial(self.answer, said="accept")),
                verb("decline", partial(self.answer, said="decline")),
                verb("withdraw", partial(self.answer, said="withdraw")),
                now("askpause", self.pause, slash=pause, form=form, more=to_pause, on_page=False),
                now("resume", self.resume, slash=resume, more=to_resume),
            ),
            rows=(handles(Paused, self.tell_pause), handles(Resumed, self.tell_pause)),
        )

    async def ask(self, session: Session, what: str) -> Layout:
        """Ask everyone else for something. Raises Refused."""
        already = Text("I've already asked the other players in {game}.", game=session.found)
        return await self._commits.done_once(session.key, self._ask(session, what), Layout(already))

    async def _ask(self, session: Session, what: str) -> Layout:
        game, seat = session.found, held_seat(session.found, session.user)
        offer = seats.open_offer(game)
        if offer is None or (offer.what, offer.seat) != (what, seat):
            game, offer = await self.open(game, what, seat, session.key)
        withdraw = Button(Text("Withdraw"), button_id("withdraw", game.id, offer.row))
        notified = Text(
            "I've asked the other players in {game}. Each of them will get one notification.",
            game=game,
        )
        until = Text(
            "They can answer until {time}, unless something else happens in the game first.",
            time=Moment(game.due(OFFER) or 0, "f"),
        )
        return Layout(sentences(notified, until), buttons=(withdraw,))

    async def open(self, game: Game, what: str, seat: Seat, key: str) -> tuple[Game, seats.Offer]:
        """Open a request. Raises Refused."""
        offer, now = seats.Offer(game.n + 1, what, seat), self._now()
        if seats.open_offer(game) is not None:
            raise Unavailable.because(
                "The players of {game} are already voting on something else. You can ask once "
                "that's settled.",
                game=game,
            )
        if not seats.must_agree(game, offer):
            raise Unavailable.because("There's nobody else in {game} who could agree.", game=game)
        rows = await self._store.log(game.id)
        self.kinds[offer.kind].possible(game, rows, offer)
        if asked_this_turn(game, rows, offer):
            raise Unavailable.because(
                "This request has already gone out to the players in {game} this turn. You can "
                "ask again after the next turn.",
                game=game,
            )
        asleep = (
            NewTimer(REMIND, awake, AsksLater(offer.row, each).encode())
            for each in seats.must_agree(game, offer)
            if (awake := calm(game, game.sitters[each], now)) > now
        )
        change = Change(
            (line_of(offer.word),),
            key,
            aside=True,
            timers=(offer.timer(now + seats.OFFER_LASTS), *asleep),
            posts=(offer.post,),
        )
        return (await self._commits.commit_for_person(game, change)).game, offer

    async def answer(self, session: Session, said: str) -> Layout:
        """Accept, decline or withdraw the request of row session.target.n. Raises Refused."""
        game = session.found
        await self._commits.done_once(session.key, self._answer(session, said), None)
        told = Text("There's no open request in {game} any more.", game=game)
        if said == "accept":
            told = Text("You've accepted the request in {game}.", game=game)
        elif said == "decline":
            told = Text("You've declined the request in {game}.", game=game)
        return Layout(told)

    async def _answer(self, session: Session, said: str) -> None:
        game = session.found
        seat, offer = held_seat(game, session.user), seats.open_offer(game)
        if offer is None or offer.row != session.target.n:
            raise Stale.because(
                "You can't answer that any more: it's been settled, or {game} has moved on.",
                game=game,
            )
        if said == "withdraw" and seat != offer.seat:
            raise NotYou.because(
                "Only the player who asked in {game} can withdraw the request.", game=game
            )
        if said != "withdraw" and seat == offer.seat:
            raise NotYou.because(
                "You made the request in {game}, so the others have to answer it.", game=game
            )
        if said != "withdraw" and seat not in seats.must_agree(game, offer):
            raise NotYou.because(
                "Your seat in {game} is on offer, so you can't answer now. Press {back} there to "
                "reclaim it first.",
                game=game,
                back=Strong(Text("I'm Back")),
            )
        change = Change((line_of(Word(said, seat)),), session.key, posts=(offer.news,))
        if said != "accept":
            await self._commits.commit_for_person(game, replace(change, aside=True, done=(OFFER,)))
            return
        agreed = seats.answers_to(await self._store.log(game.id), offer).agreed
        if not set(seats.must_agree(game, offer)) - {seat, *agreed}:
            await self.kinds[offer.kind].do(game, offer, replace(change, done=(OFFER,)))
        elif seat not in agreed:
            await self._commits.commit_for_person(game, replace(change, aside=True))

    async def expire(self, row: GameRow, timer: Timer) -> None:
        """End a request that not everyone answered. Raises Conflict when someone was first."""
        game, offer = self._games.from_row(row), seats.Offer.decode(timer.payload)
        over = Change((), f"unanswered:{timer.id}", done=(timer,), posts=(offer.news,))
        await self._commits.commit(game, over)

    async def pause(self, session: Session) -> Layout:
        """Ask for a pause until the end of the day that was typed, in UTC. Raises Refused."""
        game = session.found
        held_seat(game, session.user)
        try:
            day = datetime.strptime(session.words.strip(), "%Y-%m-%d").date()
        except ValueError:
            raise Unavailable.because(
                "That isn't a day. Write the last day of the pause like this: 2026-12-24."
            ) from None
        if SEASON in game.options:
            settings = await self._store.server(game.guild)
            if settings.get(SEASON_PAUSES) != ON:
                raise Unavailable.because(
                    "{game} is part of a season, so only a moderator can pause it.", game=game
                )
        return await self.ask(session, f"pause-{day}")

    async def days(self, intent: Intent, voice: Voice) -> list[Choice]:
        """The days to pick from while someone types."""
        today = datetime.fromtimestamp(self._now(), UTC).date()
        days = [f"{today + timedelta(days=n)}" for n in range(1, 26)]
        found = (each for each in days if each.startswith(intent.words.strip()))
        ends = ((day, clocks.last_day_of(f"pause-{day}")) for day in found)
        return [Choice(day, Moment(end - DAY / 2, "D")) for day, end in ends]

    async def resume(self, session: Session) -> Layout:
        """Resume a game that its players have paused. Raises Refused."""
        game, seat = session.found, held_seat(session.found, session.user)

        async def now() -> None:
            if not clocks.by_players(game):
                raise Unavailable.because(
                    "{game} isn't paused, or a moderator paused it: then only they can resume it.",
                    game=game,
                )
            line, posts = line_of(Word(clocks.RESUME, seat)), (Resumed(seat).encode(),)
            said = Change((line,), session.key, posts=posts)
            await self._commits.commit_for_person(game, go_on(game, said, self._now()))

        await self._commits.done_once(session.key, now(), None)
        return Layout(Text("{game} has resumed.", game=game))

    async def pause_over(self, row: GameRow, timer: Timer) -> None:
        """Resume a game whose pause is over. Raises Conflict when someone was first."""
        game = self._games.from_row(row)
        if game.status != "playing":
            await self._commits.commit(game, Change((), f"calm:{timer.id}", done=(timer,)))
            return
        lines = () if clocks.by_players(game) else (line_of(Word(MODERATOR, NOBODY, "resume")),)
        said = Change(lines, f"resumed:{timer.id}", posts=(Resumed(NOBODY).encode(),))
        await self._commits.commit(game, go_on(game, said, self._now()))

    async def tell_pause(self, row: Paused | Resumed, courier: Courier) -> Made:
        """Post the pause or the resumption at the table, if it still holds."""
        game = await courier.game()
        name, until = game_name(game), game.due(PAUSED)
        if (until is not None) != isinstance(row, Paused):
            return None
        if isinstance(row, Resumed):
            told = Text("The pause in {game} is over: clocks are running again.", game=game)
            if row.seat != NOBODY:
                who = Name(game.sitters[row.seat].name)
                told = Text("{who} resumed {game}.", who=who, game=name)
            return await courier.at_table(Layout(told), game)
        end = Moment(until or 0.0, "f")
        told = Text("{game} is paused until {time}.", game=Strong(name), time=end)
        resume = Button(_GO_ON, button_id("resume", game.id, game.n))
        return await courier.at_table(Layout(told, buttons=(resume,)), game)


def asked_this_turn(game: Game, rows: list[Row], offer: seats.Offer) -> bool:
    """Whether the same person has made the same request during this turn."""
    now = turn_number(rows, game.n)
    same = [row.n for row in rows if word_of(row) == offer.word and turn_number(rows, row.n) == now]
    if offer.seat == NOBODY:
        return bool(same)
    return any(sitters_at(game, n)[offer.seat].user == game.sitters[offer.seat].user for n in same)


def _end(commits: Commits) -> seats.RequestKind:
    """The end of the game: a draw if the game has draws, and otherwise no result."""

    def wish(table: Table, rows: list[Row], offer: seats.Offer) -> Text:
        name, game = table.names[offer.seat], Strong(table.game)
        if seats.remaining(table.game) in table.game.rules.draws:
            return Text("{name} offers a draw in {game}.", name=name, game=game)
        return Text("{name} asks to end {game} now, without a result.", name=name, game=game)

    async def do(game: Game, offer: seats.Offer, agreed: Change) -> None:
        if seats.remaining(game) not in game.rules.draws:
            await commits.commit_for_person(game, close(agreed, "end"))
            return
        table = await commits.tables.at(game)
        change = replace(
            agreed,
            lines=(*agreed.lines, line_of(Word("draw"))),
            on_turn=None,
            status="over",
            results=draw_results(table),
            turns=table.at.turns,
            posts=(ResultPost().encode(), *card_of(game), *agreed.posts),
        )
        await commits.commit_for_person(game, change, table.at)

    return seats.RequestKind("end", wish, do)


def _time(commits: Commits) -> seats.RequestKind:
    """As much time for the asker as everyone had at the start."""

    def wish(table: Table, rows: list[Row], offer: seats.Offer) -> Text:
        name, game = table.names[offer.seat], Strong(table.game)
        more = lasting(clocks.more_time(table.game))
        return Text("{name} asks for {time} more in {game}.", name=name, time=more, game=game)

    def possible(game: Game, rows: list[Row], offer: seats.Offer) -> None:
        if not game.clocks:
            raise Unavailable.because(
                "{game} has no clock, so you don't need more time.", game=game
            )

    async def do(game: Game, offer: seats.Offer, agreed: Change) -> None:
        more = clocks.clock_with_more(game, offer.seat, clocks.more_time(game))
        change = replace(agreed, aside=True, posts=(*agreed.posts, *card_of(game)), clocks=(more,))
        await commits.commit_for_person(game, change)

    def outcome(table: Table, offer: seats.Offer) -> Text:
        clock, due = clocks.running(table.game), table.game.due(CLOCK)
        if due is None or clock is None or clock.seat != offer.seat:
            return NOTHING
        until, name = Moment(due, "f"), table.names[offer.seat]
        return Text("{name} now has until {time}.", name=name, time=until)

    return seats.RequestKind("time", wish, do, possible, outcome)


def _pause(commits: Commits, uptime: Uptime) -> seats.RequestKind:
    """A pause until the end of a day."""

    def wish(table: Table, rows: list[Row], offer: seats.Offer) -> Text:
        return Text(
            "{name} asks to pause {game} until {time}. Clocks and reminders would stop, and any "
            "player could resume the game earlier.",
            name=table.names[offer.seat],
            game=Strong(game_name(table.game)),
            time=Moment(clocks.last_day_of(offer.what), "f"),
        )

    def possible(game: Game, rows: list[Row], offer: seats.Offer) -> None:
        if clocks.is_paused(game):
            raise Unavailable.because("{game} is already paused.", game=game)
        lasts, longest = clocks.last_day_of(offer.what) - commits.now(), clocks.LONGEST_PAUSE
        if lasts <= 0:
            raise Unavailable.because("That day is over. Choose a later one.")
        if lasts > longest + DAY:
            raise Unavailable.because("A pause lasts at most {time}.", time=lasting(longest))

    async def do(game: Game, offer: seats.Offer, agreed: Change) -> None:
        said = replace(agreed, posts=(*agreed.posts, Paused().encode()))
        timer = NewTimer(PAUSED, clocks.last_day_of(offer.what), clocks.PLAYERS)
        change = stop(game, said, timer, commits.now(), await uptime.look())
        await commits.commit_for_person(game, change)

    return seats.RequestKind("pause", wish, do, possible)


def expire_offer(game: Game, change: Change, _: CommitMoment) -> Change:
    """End a request when the game moves on, or a seat changes hands."""
    offer = seats.open_offer(game)
    aside = change.aside and not change.former
    if offer is None or OFFER in change.done or aside or not (change.lines or change.status):
        return change
    return replace(change, done=(*change.done, OFFER), posts=(*change.posts, offer.news))
