"""Pausing a game: no clock runs and nobody is reminded until an agreed day.

    ask pause-2026-12-24 0 ── everyone accepts ──┬── row "resume 1": any player resumes it
                                                 └── the day is over: it resumes without a row

A moderator pauses a game with the same changes (mending.py), and resumes any game.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import partial

from bot.features.consequences import go_on, stop
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
from bot.features.services import Services
from bot.messages.courier import Courier, Made, handles
from bot.messages.layout import Button, Choice, Layout
from bot.messages.layouts import button_id
from bot.table.agreed import SEASON
from bot.table.clocks import LONGEST_PAUSE, PLAYERS, RESUME, by_players, last_day_of, paused
from bot.table.game import DAY, PAUSED, Game
from bot.table.intent import Intent, Session, held_seat
from bot.table.names import game_name, lasting
from bot.table.rows import OutboxRow, TimerKind, coded, line_of
from bot.table.seats import Offer, RequestKind, in_company
from bot.table.servers import SEASON_PAUSES
from bot.table.settings import ON
from bot.table.table import Table
from rules.errors import Unavailable
from rules.game import NOBODY, Seat
from rules.history import MODERATOR, Word
from rules.text import Moment, Name, Strong, Text
from rules.voice import Voice
from storage import Change, GameRow, NewTimer, Row, Timer

_GO_ON = Text("Resume the Game")


@coded("paused")
class Paused(OutboxRow):
    """Posts until when the players have paused a game, with a button that resumes it."""


@coded("resumed")
class Resumed(OutboxRow):
    """Posts that a game has resumed. seat: who resumed it, NOBODY: the pause was over."""

    seat: Seat


class Pauses:
    """Pauses games and resumes them."""

    def __init__(self, at: Services) -> None:
        self._at = at
        at.consent.add(RequestKind("pause", self._wish, self._do, self._possible))

    async def over(self, row: GameRow, timer: Timer) -> None:
        """Resume a game whose pause is over. Raises Conflict when someone was first."""
        game = self._at.games.of(row)
        if game.status != "playing":
            await self._at.commits.commit(game, Change((), f"calm:{timer.id}", done=(timer,)))
            return
        moderator = line_of(Word(MODERATOR, NOBODY, "resume"))
        lines = () if by_players(game) else (moderator,)
        said = Change(lines, f"resumed:{timer.id}", posts=(Resumed(NOBODY).encode(),))
        await self._at.commits.commit(game, go_on(game, said, self._at.now()))

    async def resume(self, session: Session) -> Layout:
        """Resume a game that its players have paused. Raises Refused."""
        game, seat = session.found, held_seat(session.found, session.user)

        async def now() -> None:
            if not by_players(game):
                not_paused = Text(
                    "{game} isn't paused, or a moderator paused it: then only they can resume it.",
                    game=game,
                )
                raise Unavailable(not_paused)
            line, posts = line_of(Word(RESUME, seat)), (Resumed(seat).encode(),)
            said = Change((line,), session.key, posts=posts)
            await self._at.commits.commit_for_person(game, go_on(game, said, self._at.now()))

        await self._at.commits.done_once(session.key, now(), None)
        return Layout(Text("{game} has resumed.", game=game))

    async def ask(self, session: Session) -> Layout:
        """Ask for a pause until the end of the day that was typed, in UTC. Raises Refused."""
        held_seat(session.found, session.user)
        try:
            day = datetime.strptime(session.words.strip(), "%Y-%m-%d").date()
        except ValueError:
            no = Text("That isn't a day. Write the last day of the pause like this: 2026-12-24.")
            raise Unavailable(no) from None
        game = session.found
        if SEASON in game.options:
            settings = await self._at.servers.settings(game.guild)
            no = Text("{game} is part of a season, so only a moderator can pause it.", game=game)
            if settings.get(SEASON_PAUSES) != ON:
                raise Unavailable(no)
        return await self._at.consent.ask(session, f"pause-{day}")

    def _possible(self, game: Game, rows: list[Row], offer: Offer) -> None:
        if paused(game):
            raise Unavailable(Text("{game} is already paused.", game=game))
        lasts = last_day_of(offer.what) - self._at.now()
        if lasts <= 0:
            raise Unavailable(Text("That day is over. Choose a later one."))
        if lasts > LONGEST_PAUSE + DAY:
            raise Unavailable(Text("A pause lasts at most {time}.", time=lasting(LONGEST_PAUSE)))

    def _wish(self, table: Table, rows: list[Row], offer: Offer) -> Text:
        return Text(
            "{name} asks to pause {game} until {time}. Clocks and reminders would stop, and any "
            "player could resume the game earlier.",
            name=table.names[offer.seat],
            game=Strong(game_name(table.game)),
            time=Moment(last_day_of(offer.what), "f"),
        )

    async def _do(self, game: Game, offer: Offer, agreed: Change) -> None:
        said = replace(agreed, posts=(*agreed.posts, Paused().encode()))
        timer = NewTimer(PAUSED, last_day_of(offer.what), PLAYERS)
        now, away = self._at.now(), await self._at.uptime.look()
        await self._at.commits.commit_for_person(game, stop(game, said, timer, now, away))

    async def tell(self, row: Paused | Resumed, courier: Courier) -> Made:
        """Post the pause or the resumption at the table, if it still holds."""
        game = await courier.game()
        until = game.due(PAUSED)
        if (until is not None) != isinstance(row, Paused):
            return None
        if isinstance(row, Paused):
            told = Text(
                "{game} is paused until {time}.",
                game=Strong(game_name(game)),
                time=Moment(until or 0.0, "f"),
            )
            resume = Button(_GO_ON, button_id("resume", game.id, game.n))
            return await courier.at_table(Layout(told, buttons=(resume,)), game)
        told = Text("The pause in {game} is over: clocks are running again.", game=game)
        if row.seat != NOBODY:
            name = Name(game.sitters[row.seat].name)
            told = Text("{who} resumed {game}.", who=name, game=game_name(game))
        return await courier.at_table(Layout(told), game)

    async def days(self, intent: Intent, voice: Voice) -> list[Choice]:
        """The days to pick from while someone types."""
        today = datetime.fromtimestamp(self._at.now(), UTC).date()
        days = [f"{today + timedelta(days=n)}" for n in range(1, 26)]
        found = (each for each in days if each.startswith(intent.words.strip()))
        return [Choice(day, Moment(last_day_of(f"pause-{day}") - DAY / 2, "D")) for day in found]


def feature(at: Services) -> Feature:
    pauses = Pauses(at)
    last_day = Text("Last day of the pause, such as 2026-12-24")
    until = SlashOption("until", last_day, default=None, complete=pauses.days, words=True)
    slash = partial(Slash, "games", group=ASK)
    about = Text("Ask the other players to pause the game until a day")
    asks = slash(Text("/pause"), about, (until, named_game()))
    about = Text("Resume a game that its players have paused")
    resumes = slash(Text("/resume"), about, (named_game(),))
    ask = Text("Ask for a Pause")
    form = Form(ask, last_day, Text("2026-12-24"), 10)
    asking = Behind(1, 5, ask, lambda game: in_company(game) and not paused(game))
    resuming = Behind(1, 5, _GO_ON, by_players)
    verb = partial(Verb, id=OF_A_ROW, press="any row")
    return Feature(
        verbs=(
            verb("askpause", pauses.ask, slash=asks, form=form, more=asking),
            verb("resume", pauses.resume, slash=resumes, more=resuming, on_page=True),
        ),
        timers=(TimerKind(PAUSED, LONGEST_PAUSE + DAY, pauses.over),),
        rows=(handles(Paused, pauses.tell), handles(Resumed, pauses.tell)),
    )
