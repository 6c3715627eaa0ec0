"""The puzzle of a day, the same for everybody: for one person, and posted daily on servers. A day
begins at midnight in UTC. Only the turns that people have tried are stored: unfinished ones are in
the ids. The daily post belongs to a row among the games that nobody plays, like a season's."""

from contextlib import suppress
from datetime import UTC, datetime, time, timedelta
from functools import partial
from typing import Any, Final
from urllib.parse import quote, unquote

import storage
from bot.features.feature import KIND as GAME
from bot.features.feature import (
    OF_A_BUILDER,
    Feature,
    Field,
    Form,
    Slash,
    SlashOption,
    Value,
    Verb,
    number,
)
from bot.features.puzzles import puzzle as panels
from bot.features.puzzles.puzzle import PUZZLE, Asked, Day, game_of_day, of_day, puzzles_of, today
from bot.features.services import Services
from bot.messages.courier import Courier, Logged, Made, doer, handles
from bot.messages.layout import Button, Choice, Layout, Menu, page_picked, some
from bot.messages.turn_builder import Built, Path, Press
from bot.table.commit import TRIES
from bot.table.game import DAY, HOUR, Game
from bot.table.intent import Intent
from bot.table.lessons import Scene, scene_after
from bot.table.names import Command
from bot.table.rows import OutboxRow, TimerKind, code
from bot.table.servers import PUZZLE_HOUR, PUZZLES, channel_of, number_of
from bot.table.settings import LANGUAGE, OFF, Settings, zone_of
from rules.drafting import Draft, at_table
from rules.errors import Unavailable
from rules.text import NOTHING, ChannelName, Name, Text, lines, notation
from storage import TABLE, Already, Change, Conflict, GameRow, Line, NewTimer, PuzzleTry, Timer

KIND: Final = "puzzle"  # of a server's row among the games, and of the timer of its daily post


@code("puzzle")
class PuzzleOfTheDay(OutboxRow):
    """Invites everybody to a day's puzzle."""

    aside = True
    matters = False
    day: int


@code("puzzles_set")
class _PuzzlesSet(Logged):
    """Says that somebody has changed a server's puzzles."""

    by: int
    value: str  # a channel's id, an hour behind "at ", or a word; quoted as in an address

    def line(self, game: Game | None) -> Text:
        who, value = doer(self.by), unquote(self.value)
        if value.startswith("at "):
            return Text("{who} moved the puzzle of the day to {hour}:00.", who=who, hour=value[3:])
        if value.isdecimal():
            there = ChannelName(int(value))
            return Text("{who} chose {channel} for the puzzle of the day.", who=who, channel=there)
        if value == "off":
            return Text("{who} turned puzzles off.", who=who)
        return Text("{who} turned puzzles on, without a daily post.", who=who)


class Puzzles:
    """Shows the puzzle of the day, and judges turns in it; posts it on servers that want it."""

    def __init__(self, at: Services) -> None:
        self._at, self._begun = at, dict[tuple[str, int], Scene]()

    @property
    def kinds(self) -> tuple[str, ...]:
        """The games that have puzzles, in their order."""
        return tuple(kind for kind in self._at.games if puzzles_of(kind))

    async def show(self, intent: Intent, play: str = "", turn: str = "") -> Layout:
        """Show the puzzle of the day, or judge a turn typed with the command. Raises Refused."""
        asked = await self._asked(intent, play)
        if turn.strip():
            return await self._built(intent, asked, asked.exercise.read(turn))
        return await self._open(asked, intent)

    async def judge_typed(self, intent: Intent, kind: str, day: int) -> Layout:
        """The verdict on a typed turn. Raises Refused."""
        asked = await self._asked(intent, kind)
        if asked.day != day:
            return await self._open(asked, intent, note=_passed(day))
        return await self._built(intent, asked, asked.exercise.read(intent.words))

    async def press(
        self,
        intent: Intent,
        kind: str,
        day: int,
        path: Path,
        verb: str,
        numbers: tuple[int, ...] = (),
    ) -> Layout:
        """The puzzle after a press; one on another day's starts today's. Raises Refused."""
        asked = await self._asked(intent, kind)
        if asked.day != day:
            return await self._open(asked, intent, note=_passed(day))
        if verb in ("hint", "show"):  # after a try
            if asked.done or not asked.n:
                later = Text("You can get a hint or the answer after your first try.")
                return await self._open(asked, intent, note=later)
            new = PuzzleTry(storage.HINT if verb == "hint" else storage.ANSWER)
            asked = await self._with_tries(intent, asked, new)
            return await self._open(asked, intent, note=panels.hint_text(asked))
        press = Press(path, verb, numbers, intent.words)
        return await self._built(intent, asked, asked.exercise.build(press))

    async def _asked(self, intent: Intent, kind: str) -> Asked:
        """Today's puzzle as one person has it. Raises Unavailable."""
        settings = await self._at.store.server(intent.guild) if intent.guild > 0 else {}
        if settings.get(PUZZLES) == OFF:
            raise Unavailable.because(
                "Puzzles are turned off on this server. Solve them in direct messages with me: "
                "{puzzle}.",
                puzzle=PUZZLE,
            )
        day = today(self._at.now())
        if not self.kinds:
            raise Unavailable.because("There are no puzzles for the games I host.")
        kind = kind or game_of_day(self.kinds, day)
        if kind not in self.kinds:
            title = self._at.games[kind].game.title
            raise Unavailable.because("There are no puzzles for {game}.", game=title)
        own = (await self._at.store.personal(intent.user)).get(LANGUAGE) or intent.language
        return await self._with_tries(intent, self._of(kind, day, own))

    def _of(self, kind: str, day: int, language: str) -> Asked:
        """A game's puzzle of a day, without anybody's tries."""
        puzzle, hosted = of_day(kind, day), self._at.games[kind]
        if (kind, day) not in self._begun:
            others = {at: scene for at, scene in self._begun.items() if at[1] == day}
            self._begun = {**others, (kind, day): scene_after(hosted, puzzle.record)}
        letters = tuple(name[0] for name in puzzle.record.names)
        read = at_table(hosted, letters, (language,) if language else ())
        return Asked(self._at.games.hosted_game(kind), read, puzzle, self._begun[kind, day], day)

    async def _with_tries(
        self, intent: Intent, asked: Asked, new: PuzzleTry | None = None
    ) -> Asked:
        """The puzzle with the person's tries by now, and a new one."""
        what = intent.user, asked.day, asked.kind.game.key
        if new is not None:
            await self._at.store.try_puzzle(*what, new)
        return asked._replace(tries=await self._at.store.puzzle_tries(*what))

    async def _open(self, asked: Asked, intent: Intent, note: Text = NOTHING) -> Layout:
        """The puzzle from its beginning, or its solution if it's solved or told."""
        if asked.done:
            solved = await self._at.store.puzzle_days(intent.user)
            return panels.solution(asked, panels.streak({*solved}, asked.day))
        return panels.building(asked, asked.exercise.build(Press()), note)

    async def _built(self, intent: Intent, asked: Asked, built: Built) -> Layout:
        """The puzzle after a part of a turn, or the verdict on a whole one."""
        if built.drafted.complete:
            return await self._judged(intent, asked, built.drafted)
        if asked.done:
            return await self._open(asked, intent)
        return panels.building(asked, built)

    async def _judged(self, intent: Intent, asked: Asked, drafted: Draft[Any]) -> Layout:
        """The verdict on a whole turn. A turn counts once, however it is said."""
        judged = panels.judgement(asked.kind.game, asked.puzzle, asked.begun, drafted.state)
        if not asked.done:
            did = drafted.line if judged is None else judged.line
            new = PuzzleTry(did, judged == asked.puzzle.best)
            asked = await self._with_tries(intent, asked, new)
        if asked.done:
            return await self._open(asked, intent)
        return panels.miss_panel(asked, drafted, judged)

    # on a server

    async def settings(self, intent: Intent, page: int = 0) -> Layout:
        """The server's settings. page: of the channels in the menu."""
        settings, guilds = await self._at.store.server(intent.guild), self._at.guilds
        if settings.get(PUZZLES) == OFF:
            off = Text(
                "Puzzles are off on this server, so {puzzle} doesn't work here.", puzzle=PUZZLE
            )
            allow = Button(Text("Allow Puzzles"), "lc:puzzles:allow:", "success")
            return Layout(off, buttons=(allow,))
        channel, zone, hour = channel_of(settings, PUZZLES), zone_of(settings), _hour_of(settings)
        where, hours = Text("The daily puzzle isn't posted in any channel."), tuple[Menu, ...]()
        if channel is not None:
            where = Text(
                "It's posted daily at {hour}:00 ({zone}) in {channel}.",
                hour=hour,
                zone="UTC" if zone is None else zone.key,
                channel=ChannelName(channel),
            )
            times = tuple(Choice(f"{n}", notation(f"{n}:00")) for n in range(24))
            hours = (Menu("lc:puzzles:hour:", Text("Time of day"), times),)
        anybody = Text("Anyone here can use {puzzle} to get the puzzle of the day.", puzzle=PUZZLE)
        choices = [Choice("nowhere", Text("Don't post it"))]
        for each in guilds.channels(intent.guild):
            choices.append(Choice(str(each.id), Text("#{name}", name=Name(each.name))))
        title = Text("Channel for the daily puzzle")
        menu = Menu("lc:puzzles:channel:", title, some(choices, page))
        turn_off = Button(Text("Turn Off Puzzles"), "lc:puzzles:off:")
        here = guilds.channel(intent.guild, intent.parent or intent.channel)
        post = (Button(Text("Post It Here"), f"lc:puzzles:channel:{here.id}"),) if here else ()
        return Layout(lines(anybody, where), menus=(menu, *hours), buttons=(*post, turn_off))

    async def set(self, intent: Intent, name: str, value: str = "") -> Layout:
        """Change one setting. Raises Unavailable."""
        if (page := page_picked(intent.words)) is not None:
            return await self.settings(intent, page)
        said, values = value or intent.words, dict[str, str | None]()
        if name == "hour":
            if said not in map(str, range(24)):
                raise Unavailable.because("The hour must be a number from 0 to 23.")
            values, said = {PUZZLE_HOUR: said}, f"at {said}"
        elif name == "channel" and said != "nowhere":
            there = said.isascii() and said.isdecimal()
            if not there or self._at.guilds.channel(intent.guild, int(said)) is None:
                raise Unavailable.because("That channel doesn't exist, or I can't see it.")
            values = {PUZZLES: said}
        else:
            values[PUZZLES], said = (OFF, OFF) if name == "off" else (None, "allow")
        now = {**await self._at.store.server(intent.guild), **values}
        settings = {name: value for name, value in now.items() if value is not None}
        if channel_of(settings, PUZZLES) is not None:
            await self._plan(intent, settings)  # first: a timer too many does no harm
        line = _PuzzlesSet(intent.user, quote(said, safe=""))
        await self._at.servers.set(intent.guild, values, line)
        return await self.settings(intent)

    async def _plan(self, intent: Intent, settings: Settings) -> None:
        """Set the timer of the next post. Raises Conflict."""
        commits, key = self._at.commits, f"puzzles:{intent.guild}"
        timers = (NewTimer(KIND, _next_post(settings, self._at.now())),)
        row = await commits.open_record(KIND, intent, key, options={}, channel=None, timers=timers)
        change = Change((), f"plan:{intent.key}", timers=timers, done=(KIND,))
        for _ in range(TRIES - 1):
            with suppress(Conflict):
                await commits.write_record(row, change)
                return
            row = await commits.record(row.id)
        await commits.write_record(row, change)

    async def due(self, row: GameRow, timer: Timer) -> None:
        """Post this day's puzzle at its hour, once however often this is tried. Raises Conflict."""
        settings, now = await self._at.store.server(row.guild), self._at.now()
        if channel_of(settings, PUZZLES) is None:
            await self._at.commits.write_record(row, Change((), f"rest:{timer.id}", done=(timer,)))
            return
        day, later = today(now), NewTimer(KIND, _next_post(settings, now))
        post = Change(
            (Line(TABLE, f"posted {day}", ""),),
            f"puzzle:{row.id}:{day}",
            posts=(PuzzleOfTheDay(day).encode(),),
            timers=(later,),
            done=(timer,),
            language=await self._at.servers.language(row.guild),
        )
        try:
            await self._at.commits.write_record(row, post)
        except Already:
            again = Change((), f"on:{timer.id}", timers=(later,), done=(timer,))
            await self._at.commits.write_record(row, again)

    async def post(self, row: PuzzleOfTheDay, courier: Courier) -> Made:
        """Post the puzzle, as long as its day lasts and the server still wants it."""
        game = await self._at.commits.record(courier.post.game)
        channel = channel_of(await self._at.store.server(game.guild), PUZZLES)
        if channel is None or row.day != today(self._at.now()) or not self.kinds:
            return None
        asked = self._of(game_of_day(self.kinds, row.day), row.day, "")
        return await courier.in_channel(channel, panels.invitation(asked))


def _passed(day: int) -> Text:
    """The note above today's puzzle after a press on another day's."""
    return Text("The puzzle for {day} is over. Here's today's.", day=Day(day))


def _hour_of(settings: Settings) -> int:
    """The hour of a server's daily post, in its time zone."""
    return number_of(settings, PUZZLE_HOUR) if PUZZLE_HOUR in settings else 9


def _next_post(settings: Settings, now: float) -> float:
    """The time of a server's next daily post."""
    zone = zone_of(settings) or UTC
    today = datetime.fromtimestamp(now, zone).date()
    days = (today + timedelta(days=n) for n in range(3))
    hours = (datetime.combine(day, time(_hour_of(settings)), zone).timestamp() for day in days)
    return next(at for at in hours if at > now)


def feature(at: Services) -> Feature:
    puzzles = Puzzles(at)
    games = tuple(Value(key, notation(at.games[key].game.title)) for key in puzzles.kinds)
    day, answer = number("day", 6), Text("Your answer, typed as in a game")
    options = (
        SlashOption("game", Text("Game (default: today's game)"), values=games, into="play"),
        SlashOption("answer", answer, into="turn"),
    )
    about = Text("Solve the puzzle of the day (only you can see it)")
    slash = Slash("", Text("/puzzle"), about, options)
    about = Text("Choose where to post the daily puzzle, or turn puzzles off")
    setting = Field("name", "[a-z]{1,12}"), Field("value", "[a-z0-9]{0,20}")
    setup = Slash("games-admin", Text("/puzzles"), about)
    form = Form(Text("Your turn"), answer, Text("Your complete turn on one line"), 200)
    managed = partial(Verb, way=Command("games-admin", "puzzles"), game=None, manages=True)
    asked = partial(Verb, way=PUZZLE, game=None, anywhere=True)
    return Feature(
        verbs=(
            asked("daily", puzzles.show, slash=slash),
            asked("puzzle", puzzles.press, (GAME, day, *OF_A_BUILDER), instead="own"),
            asked("puzzleline", puzzles.judge_typed, (GAME, day), form=form),
            managed("puzzlesetup", puzzles.settings, (), slash=setup),
            managed("puzzles", puzzles.set, setting, instead="panel"),
        ),
        # Two posts are furthest apart when daylight saving ends.
        timers=(TimerKind(KIND, DAY + 2 * HOUR, puzzles.due),),
        rows=(handles(PuzzleOfTheDay, puzzles.post),),
    )
