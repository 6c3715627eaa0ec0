"""Mending: show a moderator the possible measures, say what one does, and carry it out; the others
are asked first where that is needed. Players can move a game to another channel themselves.

Each measure is named in the log of the game and in that of the server. Nothing here knows more than
everyone may see."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from string import Formatter
from typing import ClassVar, Final, NamedTuple

from bot.features.consequences import card_of, close, go_on, stop, take_back
from bot.features.feature import OF_A_ROW, Feature, Field, Slash, Verb, named_game
from bot.features.lobbies import hand_over
from bot.features.services import Services
from bot.messages import answers
from bot.messages.answers import ListEntry, open_game
from bot.messages.courier import Courier, Logged, Made, handles
from bot.messages.layout import Button, Choice, Layout, Menu, page_picked, some
from bot.messages.layouts import button_id, offer_ended
from bot.table import refusals, seats
from bot.table.clocks import LONGEST_PAUSE, clock_with_more, is_paused, more_time
from bot.table.commit import Closed, closed_by, party
from bot.table.computers import LEVELS, USUAL, newcomers
from bot.table.game import PAUSED, Game
from bot.table.intent import Session, not_stale, present, presides, seat_of
from bot.table.names import Command, bare, game_name, lasting, names_by_seat, players
from bot.table.rows import (
    LobbyEdit,
    NewCard,
    OutboxRow,
    PlayBy,
    TurnPost,
    code,
    effective_rows,
    line_of,
    turn_number,
    without_choice,
)
from bot.table.seats import Offer, RequestKind, anybody
from bot.table.table import Table
from bot.table.table_options import substitute_of
from rules.errors import Finished, NotYou, Stale, Unavailable
from rules.game import NOBODY, TABLE, Seat
from rules.history import MODERATOR, TO_A_SEAT, Word
from rules.text import ChannelName, Mention, Name, Small, Strong, Text, lines, sentences
from rules.voice import Argument
from storage import Change, Conflict, NewTimer, Row, Taken


class Measure(NamedTuple):
    """A measure, as a moderator picks it."""

    what: str  # a key of ACTIONS
    seat: Seat = NOBODY  # NOBODY: for everyone, or for no seat. In a lobby: a place
    row: int = 0  # the row to which the game is taken back

    @property
    def code(self) -> str:
        """The measure in ids and in requests: `pause`, `skip-1`, `undo-5`."""
        number = self.row if self.what == "undo" else self.seat
        return self.what if number < 0 or self == CHOOSE else f"{self.what}-{number}"


CHOOSE: Final = Measure("undo")  # the turn is still to be chosen


class Case(NamedTuple):
    """A measure, for its sentences."""

    game: Game
    measure: Measure
    turn: str = ""  # the number of the turn that the game is taken back to
    who: Argument = Text("A moderator")
    whom: int = 0  # the person who was removed from a lobby

    @property
    def name(self) -> Argument:
        """The measure's player."""
        seat, sitters = self.measure.seat, self.game.sitters
        if self.whom or seat not in range(len(sitters)):
            return Mention(self.whom, Text("someone")) if self.whom else Text("someone")
        return names_by_seat(sitters)[seat]

    @property
    def time(self) -> Text:
        """How long it lasts, or how much time it gives."""
        lasts = {"pause": LONGEST_PAUSE, "replace": seats.SEAT_OFFER_LASTS}.get(self.measure.what)
        return lasting(more_time(self.game) if lasts is None else lasts)

    @property
    def action(self) -> Action:
        """Its sentences: those of a lobby, of everyone, or of a seat."""
        what = self.measure.what
        if what == "end" and self.game.status == "lobby":
            return ACTIONS["close"]
        return ACTIONS["times" if what == "time" and self.measure.seat == NOBODY else what]

    @property
    def effect(self) -> Text:
        """What it does, before it is done."""
        effect = self.action.effect(self)
        if self.measure.what not in ("replace", "computer") or seats.is_unrated(self.game):
            return effect
        rating = Text(
            "{name} won't be rated, unless the game is waiting for {name} after they ran out of "
            "time: then they're rated last.",
            name=self.name,
        )
        return sentences(effect, rating)


class AboutCase:
    """A sentence whose arguments are properties of a measure."""

    known: ClassVar[Mapping[str, Callable[[Case], Argument]]] = {
        "game": lambda case: game_name(case.game),
        "level": lambda case: LEVELS[substitute_of(case.game) or USUAL],
        "n": lambda case: case.turn,
        "name": lambda case: case.name,
        "place": lambda case: ChannelName(case.game.place),
        "time": lambda case: case.time,
        "who": lambda case: case.who,
    }

    def __init__(self, template: str, /) -> None:
        fields = [field for _, field, _, _ in Formatter().parse(template) if field is not None]
        self.template, self._own = template, {field: self.known[field] for field in fields}

    def __call__(self, case: Case) -> Text:
        return Text(self.template, **{field: of(case) for field, of in self._own.items()})


class Action(NamedTuple):
    """The sentences of a measure."""

    label: AboutCase  # in the menu
    effect: AboutCase  # before it is done
    line: AboutCase  # afterwards, to everyone


ACTIONS: Final[Mapping[str, Action]] = {
    "pause": Action(
        AboutCase("Pause the game"),
        AboutCase(
            "Pause {game}? Clocks and reminders will stop for up to {time}, or until a "
            "moderator resumes the game. Players can still take their turns."
        ),
        AboutCase("{who} paused {game}. Clocks are stopped."),
    ),
    "resume": Action(
        AboutCase("Resume the game"),
        AboutCase("Resume {game}? The clock will start again for the player whose turn it is."),
        AboutCase("{who} resumed {game}."),
    ),
    "times": Action(  # for everyone
        AboutCase("More time for everyone"),
        AboutCase("Give everyone in {game} another {time} on the clock?"),
        AboutCase("{who} gave everyone in {game} more time."),
    ),
    "time": Action(
        AboutCase("More time for {name}"),
        AboutCase("Give {name} another {time} on the clock in {game}?"),
        AboutCase("{who} gave {name} more time in {game}."),
    ),
    "skip": Action(
        AboutCase("Skip {name}'s turn"),
        AboutCase(
            "Skip {name}'s turn in {game}? I'll play the turn that changes the least for "
            "them, just as if they'd run out of time. It counts as a missed turn."
        ),
        AboutCase("{who} skipped {name}'s turn in {game}."),
    ),
    "replace": Action(
        AboutCase("Find a new player for {name}'s seat"),
        AboutCase(
            "Offer {name}'s seat in {game} to others for {time}? {name} will keep playing "
            "until someone takes it, and will keep the seat if nobody does."
        ),
        AboutCase("{who} offered {name}'s seat in {game} to others."),
    ),
    "computer": Action(
        AboutCase("Let a computer play for {name}"),
        AboutCase(
            "Let a computer ({level}) play for {name} in {game} from now on? {name} can come "
            "back at any time."
        ),
        AboutCase("{who} let a computer, {name}, take over a seat in {game}."),
    ),
    "undo": Action(
        AboutCase("Go back to an earlier turn…"),
        AboutCase(
            "Take {game} back to turn {n}? The same player will play that turn again, "
            "later turns won't count, and clocks will go back too. Dice will be rolled "
            "again, and cards drawn again."
        ),
        AboutCase("{who} took {game} back to an earlier turn."),
    ),
    "close": Action(  # the end of a lobby
        AboutCase("Close the lobby"),
        AboutCase("Close the lobby of {game}?"),
        AboutCase("{who} ended {game}. Nobody won."),
    ),
    "end": Action(
        AboutCase("End the game"),
        AboutCase(
            "End {game} for everyone? Nobody will win, it won't be rated, and I'll reveal "
            "the seed. You can't undo this."
        ),
        AboutCase("{who} ended {game}. Nobody won."),
    ),
    "move": Action(
        AboutCase("Move the game to this channel"),
        AboutCase("Move {game} and its board to this channel?"),
        AboutCase("{who} moved {game} to {place}."),
    ),
    "remove": Action(
        AboutCase("Remove {name} from the lobby"),
        AboutCase("Remove {name} from the lobby of {game}? They won't be able to rejoin."),
        AboutCase("{who} removed {name} from the lobby of {game}."),
    ),
}


def possible(game: Game, rows: Sequence[Row], channel: int) -> Iterator[Measure]:
    """The measures that are possible now. channel: in which a moderator asks."""
    if game.status == "lobby" and not game.settled:
        yield Measure("end")
        people = [place for place, each in enumerate(game.sitters) if not each.computer]
        if len(people) > 1:  # someone has to stay
            yield from (Measure("remove", place) for place in people)
    if game.status == "playing":
        yield Measure("resume" if is_paused(game) else "pause")
        seat, clocks = game.on_turn, seats_with_clock(game, NOBODY)
        if seat is not None and not game.sitters[seat].computer:
            yield Measure("skip", seat)
        if len(clocks) > 1:
            yield Measure("time")
        yield from (Measure("time", each) for each in clocks)
        here = [i for i, each in enumerate(game.sitters) if not (each.left or each.computer)]
        open_ = seats.open_seats(game)
        yield from (Measure("replace", each) for each in here if each not in open_)
        yield from (Measure("computer", each) for each in here if anybody(game, but=each))
        if any(turns(game, rows)):
            yield CHOOSE
        yield Measure("end")
    if game.live and game.channel != channel:
        yield Measure("move")


def seats_with_clock(game: Game, wanted: Seat) -> tuple[Seat, ...]:
    """The seats that get more time: one, or for NOBODY all people with a clock."""
    there = (clock.seat for clock in game.clocks if wanted in (NOBODY, clock.seat))
    people = [not (each.left or each.computer) for each in game.sitters]
    return tuple(seat for seat in there if people[seat])


class TurnBack(NamedTuple):
    """A turn to which a game can be taken back."""

    number: int
    seat: Seat
    row: int  # after which it began


def turns(game: Game, rows: Sequence[Row]) -> Iterator[TurnBack]:
    """The turns in which someone had a choice, since the last departure."""
    counting, alone = effective_rows([*rows], game.n), without_choice(rows)
    fixed, number = max((row[0] for row in counting if row[1] == TABLE), default=0), 0
    for n, seat, *_ in counting:
        number += seat >= 0
        if seat >= 0 and n > fixed and n not in alone:
            yield TurnBack(number, seat, n - 1)


def _checked(game: Game, rows: Sequence[Row], channel: int, code: str) -> Measure:
    """The measure of a code that is possible now. Raises Unavailable."""
    backs = turns(game, rows) if game.status == "playing" else ()
    undos = (Measure("undo", row=turn.row) for turn in backs)
    for measure in (*possible(game, rows, channel), *undos):
        if measure.code == code:
            return measure
    raise Unavailable.because("That's no longer possible in {game}.", game=game)


def needs_others(game: Game, user: int, what: str) -> bool:
    """Whether the others have to agree: the moderator has a part in the game, or ratings depend on
    the measure. Any player may move a game or close a lobby."""
    if what == "move" or (what == "end" and game.status == "lobby"):
        return False
    return party(game, user) or (what == "undo" and not seats.is_unrated(game))


@code("mended")
class Mended(OutboxRow):
    """Posts a moderator's measure at its table."""

    what: str
    seat: Seat
    whom: int  # the person removed from a lobby, 0: nobody


@code("hosted")
class _MeasureLogged(Logged):
    """Logs a moderator's measure for the server."""

    what: str
    seat: Seat
    user: int
    whom: int  # the person removed from a lobby, 0: nobody

    def line(self, game: Game | None) -> Text:
        assert game is not None
        who = Mention(self.user, Text("someone"))
        case = Case(game, Measure(self.what, self.seat), who=who, whom=self.whom)
        return case.action.line(case)


class _Mending:
    """Shows the possible measures, asks, and carries one out."""

    def __init__(self, at: Services) -> None:
        self._at, self._store, self._commits = at, at.store, at.commits
        at.consent.add(RequestKind(MODERATOR, self._wish, self._agreed))

    async def show(self, session: Session) -> Layout:
        """Show a table and its possible measures. Raises Finished."""
        game = session.found
        if not game.live:
            raise Finished(refusals.game_over(game))
        measures = possible(game, await self._store.log(game.id), session.channel)
        cases = (Case(game, measure) for measure in measures)
        choices = tuple(Choice(it.measure.code, it.action.label(it)) for it in cases)
        id_ = button_id("mendpick", game.id, game.n)
        menu = Menu(id_, Text("What do you want to do?"), choices)
        table = open_game(ListEntry(game))
        if game.rules.hidden_information:
            table = lines(table, Small(Text("Hands stay hidden: even moderators can't see them.")))
        return Layout(table, menus=(menu,) if choices else ())

    async def pick(self, session: Session) -> Layout:
        """Describe a measure before it is done. Raises Refused."""
        game, page = session.found, page_picked(session.words)
        code = CHOOSE.code if page is not None else session.words
        measure, rows = await self._possible(session, code)
        if measure == CHOOSE:
            return turn_menu(game, turns(game, rows), page or 0)
        numbers = (f"{turn.number}" for turn in turns(game, rows) if turn.row == measure.row)
        said, label = Case(game, measure, next(numbers, "")).effect, Text("Confirm")
        if needs_others(game, session.user, measure.what):
            why = Text("{game} is rated.", game=game_name(game))
            if party(game, session.user):
                why = Text("You're playing, or have played, in {game}.", game=game_name(game))
            first = Text("I'll ask the other players first, and all of them have to accept.")
            said, label = lines(said, sentences(why, first)), Text("Ask the Others")
        do = Button(label, f"{button_id('mendnow', game.id, game.n)}:{measure.code}", "danger")
        return Layout(said, buttons=(do, _back(game)))

    async def do(self, session: Session, measure: str) -> Layout:
        """Carry out a measure, or ask the players who must agree. Raises Refused."""
        game = session.found
        key = f"mendnow:{game.id}:{session.target.n}:{measure}:{session.user}"
        session = replace(session, key=key)
        asks = needs_others(game, session.user, measure.partition("-")[0])
        await self._commits.done_once(session.key, self._do(session, measure, asks), None)
        done = Text(
            "Done. I've notified the players of {game} and noted it in the server log.", game=game
        )
        asked = Text(
            "I've asked the other players in {game}. I'll go ahead once all of them accept, unless "
            "something else happens in the game first.",
            game=game,
        )
        return Layout(asked if asks else done)

    async def _do(self, session: Session, code: str, asks: bool) -> None:
        game = session.found
        measure, _ = await self._possible(session, code)
        if not asks:
            said = Change((), session.key)
            return await self._perform(game, measure, said, session.user, session.channel)
        if game.status == "lobby":
            raise NotYou.because(
                "You can't do that: you're in the lobby of {game} yourself. Ask another moderator, "
                "or close the lobby and open one for invited players.",
                game=game,
            )
        mine = seat_of(game, session.user)
        seat = NOBODY if mine is None else mine
        await self._at.consent.open(game, f"{MODERATOR}-{measure.code}", seat, session.key)

    async def _possible(self, session: Session, code: str) -> tuple[Measure, list[Row]]:
        """The measure, and the rows of the game. Raises Refused if it isn't possible."""
        game = session.found
        if not game.live:
            raise Finished(refusals.game_over(game))
        rows = await self._store.log(game.id)
        not_stale(session, game)
        return _checked(game, rows, session.channel, code), rows

    def _wish(self, table: Table, rows: list[Row], offer: Offer) -> Text:
        game, (_, what, *number) = table.game, offer.what.split("-")
        n = int(number[0]) if number else NOBODY
        measure = Measure(what, row=n) if what == "undo" else Measure(what, n)
        asks = Text(
            "A moderator has a question for the players of {game}.", game=Strong(game_name(game))
        )
        return sentences(asks, Case(game, measure, str(turn_number(rows, measure.row) + 1)).effect)

    async def _agreed(self, game: Game, offer: Offer, said: Change) -> None:
        """Carry out a measure on which everyone agrees. said: the last yes. Raises Refused."""
        rows = await self._store.log(game.id)
        measure = _checked(game, rows, game.place, offer.what.removeprefix(f"{MODERATOR}-"))
        # The key of the request ends with the moderator.
        user = next(int((row.key or "0").rpartition(":")[2]) for row in rows if row.n == offer.row)
        await self._perform(game, measure, said, user, game.place)

    async def _perform(
        self, game: Game, measure: Measure, said: Change, user: int, channel: int
    ) -> None:
        """Carry out a measure, which rows before its effect name in the log. said: rows and posts
        before that; user: the moderator; channel: where they asked for it. Raises Refused."""
        what, seat = measure.what, measure.seat
        to = (
            seats_with_clock(game, seat)
            if what == "time"
            else [seat if what in TO_A_SEAT else NOBODY]
        )
        rows = (line_of(Word(MODERATOR, each, what)) for each in to)
        whom = game.sitters[seat].user if what == "remove" else 0
        # Other measures have a post of their own.
        posted = what in ("pause", "resume", "time", "computer", "remove")
        line = (Mended(what, seat, whom).encode(),) if posted else ()
        log = _MeasureLogged(what, seat, user, whom).encode()
        said = replace(said, lines=(*said.lines, *rows), posts=(*line, *said.posts, log))
        try:
            match what:
                case "skip":
                    await self._at.clocks.play(game, seat, said)
                case "computer":
                    level = substitute_of(game) or USUAL
                    (now,) = newcomers(level, 1, (*game.sitters, *game.former), said.key)
                    offers = line_of(Word("offer", seat, seats.BY_MODERATOR))
                    said = replace(said, lines=(*said.lines, offers))
                    await hand_over(self._at, game, seat, now, said)
                case _:
                    change = await self._effect(game, measure, said, user, channel)
                    await self._commits.commit(game, change)
        except Taken as taken:
            there = await self._at.tables.game(taken.game)
            raise Unavailable(answers.no_room(game, there)) from None
        except Conflict as late:
            raise Stale(refusals.stale(game)) from late

    async def _effect(
        self, game: Game, measure: Measure, said: Change, user: int, channel: int
    ) -> Change:
        """The change of a measure that one change carries out."""
        now, seat = self._at.now(), measure.seat
        match measure.what:
            case "end":
                post = closed_by(game, user) if game.status == "playing" else Closed()
                return close(said, post=post)
            case "pause":
                away = await self._at.uptime.look()
                return stop(game, said, NewTimer(PAUSED, now + LONGEST_PAUSE), now, away)
            case "resume":
                return go_on(game, said, now)
            case "time":
                clocks = tuple(
                    clock_with_more(game, to, more_time(game))
                    for to in seats_with_clock(game, seat)
                )
                posts = (*said.posts, PlayBy().encode(), *card_of(game))
                return replace(said, aside=True, posts=posts, clocks=clocks)
            case "replace":
                return seats.offer_seat(
                    game, seat, seats.BY_MODERATOR, now, replace(said, aside=True)
                )
            case "undo":
                return take_back(await self._at.tables.at(game, measure.row), said)
            case "remove":
                gone = game.sitters[seat]
                return replace(
                    said,
                    lines=(*said.lines, line_of(Word("quit"))),
                    sitters=tuple(each for each in game.sitters if each is not gone),
                    timers=(seats.guest(game, gone.user, seats.REMOVED, now),),
                    posts=(LobbyEdit().encode(), *said.posts),
                )
        return _moved(game, replace(said, aside=True), channel)

    async def tell(self, row: Mended, courier: Courier) -> Made:
        """Post the line at the table, with a way back for a player replaced by a computer."""
        game = await courier.game()
        case = Case(game, Measure(row.what, row.seat), whom=row.whom)
        said = case.action.line(case)
        if row.what != "computer":
            return await courier.at_table(Layout(said), game)
        seat = offer_ended(game, row.seat)
        return await courier.at_table(replace(seat, text=lines(said, seat.text)), game)


def _moved(game: Game, said: Change, channel: int) -> Change:
    """The change that also moves a game to a channel, with a new card and a new board."""
    board = () if game.on_turn is None else (TurnPost().encode(),)
    posts = (NewCard().encode(), *board, *said.posts)
    return replace(said, channel=channel, home=channel, posts=posts, again=True)


def turn_menu(game: Game, backs: Iterable[TurnBack], page: int = 0) -> Layout:
    """Ask which turn to go back to, the last ones first."""
    choices = list[Choice]()
    for back in backs:
        name = Name(bare(game.sitters[back.seat].name))
        label = Text("Turn {n} ({name})", n=back.number, name=name)
        choices.append(Choice(Measure("undo", row=back.row).code, label))
    id_, title = button_id("mendpick", game.id, game.n), Text("Back to which turn?")
    menu = Menu(id_, title, some(choices[::-1], page))
    which = Text(
        "Which turn should {game} go back to? The same player will then play that turn again.",
        game=game_name(game),
    )
    return Layout(which, menus=(menu,), buttons=(_back(game),))


def _back(game: Game) -> Button:
    return Button(Text("Never Mind"), button_id("mend", game.id, game.n))


def move(at: Services) -> Feature:
    """The command by which a player moves a game to the channel where they type it."""

    async def here(session: Session) -> Layout:
        """Move the game to this channel. Raises Refused."""
        game = session.found
        if game.status in ("over", "cancelled"):
            raise Finished(refusals.game_over(game))
        if not present(game, session.user) and not presides(session, game):
            raise NotYou.because(
                "Only the players of {game} ({players}) or a channel manager can move it.",
                game=game,
                players=players(game),
            )
        await at.servers.playing_here(session)
        if game.channel == session.channel:
            return Layout(Text("{game} is already in this channel.", game=game))
        # No row of the log: its lines and every button stay valid.
        moved = _moved(game, Change((), session.key), session.channel)
        try:
            game, _ = await at.commits.commit_for_person(game, moved)
        except Taken as taken:
            raise Unavailable(answers.no_room(game, await at.tables.game(taken.game))) from None
        now = Text(
            "{game} now continues in this channel. I'm posting its status and board here.",
            game=game,
        )
        if game.on_turn is None:
            now = Text(
                "{game} now continues in this channel. I'm posting its status here.", game=game
            )
        return Layout(now)

    named = (named_game(at.turns.names, required=True),)
    slash = Slash("games", Text("/move-here"), Text("Move a game to this channel"), named)
    return Feature(verbs=(Verb("move", here, slash=slash),))


def feature(at: Services) -> Feature:
    mending, code = _Mending(at), Field("measure", "[a-z]{1,12}(?:-[0-9]{1,9})?")
    press = partial(Verb, way=Command("games-admin", "manage"), manages=True, instead="own")
    slash = Slash(
        "games-admin",
        Text("/manage"),
        Text("Manage a game: pause or end it, add time, skip a turn, change seats"),
        (named_game(at.turns.names),),
    )
    show = Verb(
        "mend", mending.show, OF_A_ROW, slash=slash, press="any row", instead="own", manages=True
    )
    return Feature(
        verbs=(
            show,
            press("mendpick", mending.pick, OF_A_ROW),
            press("mendnow", mending.do, (*OF_A_ROW, code)),
        ),
        rows=(handles(Mended, mending.tell),),
    )
