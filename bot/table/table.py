"""A game as it stands: its row in the store, replayed by the rules.

The log is the game; the cache here only saves replaying it, and nothing depends on it.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Final, NamedTuple

from bot.table.effective import NO_CHOICE, effective_rows, takes_back, unprompted
from bot.table.game import Game, Games, sitters_at
from bot.table.names import game_name, seated, signs
from renderer import Labels
from rules.dice import Chance, keyed
from rules.drafting import Kind
from rules.ending import Ending, drawn, ended, untold
from rules.game import NATURE, NOBODY, Event, Frame, Seat, Setup
from rules.history import EXPIRED, PREMOVE, TIMEOUT, BrokenLog, Told, contributions
from rules.play import Seen, answers, checksum, look, replay, winners
from rules.text import Text
from storage import Line, Row, Sitter, Store

Events = tuple[Event, ...]


class Came(NamedTuple):
    """A row of the log, and what came of it."""

    n: int
    seat: Seat
    events: Events


@dataclass(frozen=True, slots=True)
class Turn:
    """What came of a turn. number: 0 where it is none, as when somebody leaves; seat: whose it
    was; word: with which the table had announced it, if it had."""

    number: int
    events: Events
    seat: Seat = NOBODY
    word: str = ""


def in_turns(
    rows: Iterable[Came], number: int, given: Events, words: Mapping[int, str]
) -> tuple[Turn, ...]:
    """Rows turn by turn. number: of the turn before them; given: what chance said just before;
    words: with which rows were announced."""
    turns = list[Turn]()
    for row in rows:
        if row.seat == NATURE:
            given, last = row.events, turns.pop() if turns else Turn(0, ())
            turns.append(replace(last, events=(*last.events, *given)))
        elif row.seat < 0:
            turns.append(Turn(0, row.events, word=words.get(row.n, "")))
        else:
            number, mine = number + 1, _of(row.seat, given)
            events, word = (*mine, *row.events), words.get(row.n, "")
            turns = [*_without(turns, mine), Turn(number, events, row.seat, word)]
            given = ()
    return tuple(turn for turn in turns if turn.events)


def _of(seat: Seat, given: Events) -> Events:
    """What chance said, if it was for that seat alone."""
    return given if all(event.seat == seat for event in given) else ()


def _without(turns: list[Turn], end: Events) -> list[Turn]:
    """The turns, without the end of the last one that belongs to the next."""
    if not (end and turns and turns[-1].events[-len(end) :] == end):
        return turns
    *before, last = turns
    return [*before, replace(last, events=last.events[: -len(end)])]


LEAVES: Final = "leaves"  # the event by which every game tells that a seat is empty
LATELY = 64  # rows that a position remembers; a round of any game has fewer


class RowPlayed(NamedTuple):
    """What came of a row. by: who said it; None: chance spoke, somebody had no choice, had ordered
    it, was absent or left. word: with which the table had announced it, if it had; n: the row of
    the last turn that somebody had said by then."""

    by: Seat | None
    events: tuple[Event, ...]
    word: str = ""
    n: int = 0


@dataclass(frozen=True, slots=True)
class ReplayState:
    """Where a game is after some row: the position, what came of the last turn that somebody
    said, how many turns count, what chance draws from; the row after which that turn began, whose
    turns without a choice have followed it, and how often chance has answered (also what was
    taken back since, as it has been seen); what came of each of the last rows, and what chance
    said last, if nobody has spoken since; who played by standing order after that turn, for
    whom the clock has played, and whose seat was given up because their time had run out."""

    state: Any
    events: tuple[Event, ...]
    turns: int
    chance: Chance
    since: int = 0
    unasked: tuple[Seat, ...] = ()
    answered: int = 0
    lately: tuple[RowPlayed, ...] = ()
    given: tuple[Event, ...] = ()
    ordered: tuple[Seat, ...] = ()
    absent: tuple[Seat, ...] = ()
    expired: tuple[Seat, ...] = ()

    def said(self, seat: Seat, state: Any, events: Iterable[Event], since: int) -> ReplayState:
        """After a turn that a seat said, which began after a row."""
        came = tuple(events)
        return replace(
            self,
            state=state,
            events=came,
            turns=self.turns + 1,
            since=since,
            unasked=(),
            lately=(*self.lately, RowPlayed(seat, came, n=since + 1))[-LATELY:],
            given=(),
            ordered=(),
            absent=(),
            expired=(),
        )

    def by_clock(self, seat: Seat, state: Any, events: Iterable[Event], since: int) -> ReplayState:
        """After a turn that was played for a seat whose time was over."""
        after = self.said(seat, state, events, since)
        *before, mine = after.lately
        mine = mine._replace(by=None, word=TIMEOUT)
        return replace(after, lately=(*before, mine), absent=(seat,))

    def then(self, state: Any, events: Iterable[Event], unasked: Seat | None = None) -> ReplayState:
        """After chance has answered, or a seat's turn was played that had no alternative."""
        seats, came = () if unasked is None else (unasked,), tuple(events)
        return replace(
            self,
            state=state,
            events=(*self.events, *came),
            turns=self.turns + len(seats),
            unasked=(*self.unasked, *seats),
            lately=(*self.lately, RowPlayed(None, came, n=self.since + 1))[-LATELY:],
            given=() if seats else self.given,
        )

    def given_up(self, seat: Seat, state: Any, events: Iterable[Event]) -> ReplayState:
        """After a seat was given up because its time had run out."""
        after = self.then(state, events)
        *before, last = after.lately
        lately = (*before, last._replace(word=EXPIRED))
        return replace(after, lately=lately, expired=(*self.expired, seat))

    def by_order(self, seat: Seat, state: Any, events: Iterable[Event]) -> ReplayState:
        """After a turn that a seat had ordered for the moment when the last one was made."""
        came = tuple(events)
        played = RowPlayed(None, came, PREMOVE, self.since + 1)
        after = replace(self.then(state, came), lately=(*self.lately, played)[-LATELY:])
        return replace(after, turns=self.turns + 1, given=(), ordered=(*self.ordered, seat))

    def spoken(self, state: Any, events: Iterable[Event]) -> ReplayState:
        """After chance has answered."""
        given = tuple(events)
        return replace(self.then(state, given), given=given)

    def meanwhile(self, seat: Seat) -> tuple[RowPlayed, ...]:
        """What came of each row since a seat last said a turn."""
        known = len(self.lately)
        mine = (i for i in range(known, 0, -1) if self.lately[i - 1].by == seat)
        return self.lately[next(mine, 0) :]


@dataclass(frozen=True)
class Table:
    """A running or finished game at row n of its log; what is asked of it a hundred times a turn
    is worked out once."""

    game: Game
    n: int
    at: ReplayState
    languages: tuple[str, ...] = ()  # in which lines are read, the one they are suggested in first

    @cached_property
    def kind(self) -> Kind[Any]:
        """The game and its texts, which know the players by the letters on their pieces."""
        kind = self.game.hosted.kind.at(signs(self.sitters), self.languages)
        return replace(kind, game=drawn(kind.game)) if self.drawn else kind

    @cached_property
    def actor(self) -> Seat:
        """Whose turn it is; the one place that knows."""
        return NOBODY if self.drawn else self.game.rules.actor(self.at.state)

    @property
    def over(self) -> bool:
        return self.actor == NOBODY

    @cached_property
    def drawn(self) -> bool:
        """All who play have agreed on a draw."""
        last = self.n == self.game.n and self.game.status == "over"
        return last and self.game.rules.actor(self.at.state) != NOBODY

    @property
    def running(self) -> bool:
        """A player is to speak, and may: the game was not closed either."""
        return self.actor >= 0 and self.game.status == "playing"

    @property
    def waiting(self) -> bool:
        """Chance is next, and lets the last turn be taken back until a timer ends the wait."""
        latest = not self.game.past(self.n)  # or chance has spoken, or it was taken back
        waits = latest and self.game.status == "playing" and self.game.rules.chance_waits
        return waits and self.actor == NATURE

    @property
    def number(self) -> int:
        """Of the turn that is due, or that was the last."""
        return self.at.turns + (not self.over)

    @cached_property
    def names(self) -> tuple[Text, ...]:
        """The players' names by seat."""
        return seated(self.sitters)

    def names_at(self, n: int) -> tuple[Text, ...]:
        """The players' names by seat, as they were at an earlier row."""
        return seated(sitters_at(self.game, n)) if self.game.former else self.names

    @cached_property
    def sitters(self) -> tuple[Sitter, ...]:
        """Who sat there at that row."""
        return sitters_at(self.game, self.n)

    @property
    def labels(self) -> Labels:
        """What the picture says beside the board."""
        names = tuple(sitter.name for sitter in self.sitters)
        machines = (seat for seat, sitter in enumerate(self.sitters) if sitter.computer)
        return Labels(game_name(self.game), names, self.number, computers=frozenset(machines))

    def heard_by(self, language: str, *, alone: bool) -> Table:
        """This table for somebody who types another language as well. alone: they are answered in
        that one, and not in the table's."""
        texts = self.game.hosted.kind.texts.speaking(language)
        if texts.language != language or language in self.languages:
            return self
        both = (language, *self.languages) if alone else (*self.languages, language)
        return replace(self, languages=tuple(dict.fromkeys(both)))

    def seen(self, seat: Seat | None = None) -> Seen[Any]:
        """What a seat, or anybody, may see."""
        return self._public if seat is None else self._look(seat)

    @cached_property
    def _public(self) -> Seen[Any]:
        return self._look(None)

    def _look(self, seat: Seat | None) -> Seen[Any]:
        events = but(self.at.events, self.at.expired) if self.at.expired else self.at.events
        return look(self.kind.game, self.at.state, events, seat)

    def public(self, events: Iterable[Event]) -> tuple[Event, ...]:
        """Of some events, those that anybody may know."""
        return look(self.kind.game, self.at.state, events, None).events

    @property
    def mine(self) -> Any:
        """The position as the player on turn sees it: enough to try a turn, as chance speaks
        only when it is over."""
        return self.kind.game.view(self.at.state, self.actor)

    def meanwhile(self) -> tuple[RowPlayed, ...]:
        """Row by row what has happened since the player on turn last said one, as everybody may
        know it."""
        rows = self.at.meanwhile(self.actor)
        return tuple(row._replace(events=self.public(row.events)) for row in rows)

    @property
    def returning(self) -> bool:
        """The player on turn has said one before."""
        return any(row.by == self.actor for row in self.at.lately)

    def winners(self) -> tuple[Seat, ...]:
        """The seats with the best score: several of them drew."""
        return winners(self.kind.game, self.at.state)


def but(events: Iterable[Event], expired: Collection[Seat]) -> tuple[Event, ...]:
    """Some events without those by which games tell that somebody has left, for seats whose time
    had run out: they have not said that they leave."""
    return tuple(e for e in events if e.verb != LEAVES or e.seat not in expired)


class Tables:
    """Replays games, and remembers the latest positions (by game and row, so never stale). Who has
    read a game's log already hands it on as `rows`."""

    def __init__(
        self, store: Store, games: Games, remembered: int = 512, *, language: str = "en"
    ) -> None:
        """language: of tables that have none of their own."""
        self._store, self.games, self._remembered = store, games, remembered
        self._language = language
        self._cache: OrderedDict[tuple[int, int], ReplayState] = OrderedDict()
        self._last: Table | None = None  # with what it has worked out, for whoever asks once more

    async def game(self, game: int) -> Game:
        """The game with an id that the store has given: games are never deleted."""
        row = await self._store.game(game)
        assert row is not None
        return self.games.of(row)

    async def at(self, game: Game, n: int | None = None, rows: list[Row] | None = None) -> Table:
        """The game at row n (None: now). It must have started. Raises BrokenLog."""
        n = game.n if n is None else n
        at, last = await self._standing(game, n, rows), self._last
        if last is None or last.n != n or last.game is not game or last.at is not at:
            spoken = dict.fromkeys((game.language or self._language, "en"))
            last = self._last = Table(game, n, at, tuple(spoken))
        return last

    async def _standing(self, game: Game, n: int, rows: list[Row] | None) -> ReplayState:
        if (game.id, n) not in self._cache:
            rows = await self._store.log(game.id) if rows is None else rows
            self.remember(game.id, n, replayed(game, rows, n, self._known(game, rows, n)))
        self._cache.move_to_end((game.id, n))
        return self._cache[game.id, n]

    def _known(self, game: Game, rows: list[Row], n: int) -> Table | None:
        """The game at the newest row before n that is remembered, if all up to there counts still:
        whoever steps through a game goes on from the step before."""
        before = max((m for known, m in self._cache if known == game.id and m < n), default=0)
        counts, known = effective_rows(rows, n), effective_rows(rows, before)
        still = known and known == counts[: len(known)]
        return Table(game, before, self._cache[game.id, before]) if still else None

    async def since(self, table: Table, after: int, rows: list[Row]) -> Table:
        """This table, with all that happened after a row, up to where it is."""
        if after == table.at.since:
            return table
        begun, later = await self._begun(table, rows, after)
        played = list(_frames(table.game, later, begun))
        how = unprompted(rows)
        events = tuple(event for each in played for event in each.events)
        words = (NO_CHOICE, PREMOVE, TIMEOUT, EXPIRED)
        alone, ordered, absent, expired = (
            tuple(_whose(each) for each in played if how.get(each.n) == word) for word in words
        )
        at = replace(table.at, events=events, since=after, expired=expired)
        return replace(table, at=replace(at, unasked=alone, ordered=ordered, absent=absent))

    async def turns(self, table: Table, after: int, rows: list[Row]) -> tuple[Turn, ...]:
        """What was played after a row, turn by turn. Raises BrokenLog."""
        begun, later = await self._begun(table, rows, after)
        came = _came(table, later, begun)
        words = unprompted(rows)
        return in_turns(came, begun.at.turns, begun.at.given, words)

    def latest(self, table: Table, rows: list[Row], most: int) -> tuple[int, tuple[Came, ...]]:
        """What came of the last rows that count, so many at most, of those that the position
        remembers; and the row before them, 0: there is none."""
        counts = effective_rows(rows, table.n)
        many = min(most, len(table.at.lately))
        last = counts[len(counts) - many :]
        before = counts[-many - 1][0] if len(counts) > many else 0
        played = table.at.lately[len(table.at.lately) - many :]
        came = (Came(row[0], row[1], each.events) for row, each in zip(last, played, strict=True))
        return before, tuple(came)

    async def _begun(self, table: Table, rows: list[Row], after: int) -> tuple[Table, list[Told]]:
        """The game after a row; or, where that was taken back since, after the last one before it
        that still counts. And the rows from there to where the table is."""
        later = [row for row in rows if after < row.n <= table.n]
        if any(takes_back(row) for row in later):
            counts, known = effective_rows(rows, table.n), effective_rows(rows, after)
            if known != counts[: len(known)]:
                after = max((row[0] for row in counts if row[0] <= after), default=0)
            counting = [row for row in counts if row[0] > after]
        else:
            counting = effective_rows(later, table.n)
        begun = await self._standing(table.game, after, rows)
        return Table(table.game, after, begun), counting

    def ending(self, table: Table, rows: list[Row]) -> Ending:
        """How the whole game went, up to where the table is. A log that these rules cannot follow
        keeps nobody from their result."""
        game = table.kind.game
        try:
            return ended(game, _frames(table.game, effective_rows(rows, table.n)))
        except BrokenLog:
            return untold(game, table.at.state)

    def frames(self, game: Game, rows: list[Row]) -> tuple[Frame[Any], ...]:
        """The whole game, row by row, as the rules follow it; nothing where they cannot."""
        try:
            return tuple(_frames(game, effective_rows(rows, game.n)))
        except BrokenLog:
            return ()

    def remember(self, game: int, n: int, standing: ReplayState) -> None:
        """Keep a position that is known already."""
        self._cache[game, n] = standing
        while len(self._cache) > self._remembered:
            self._cache.popitem(last=False)


def replayed(game: Game, rows: list[Row], n: int, known: Table | None = None) -> ReplayState:
    """The position after row n of a log. The events are those of the last turn that somebody
    said, and of all that followed from it. known: the game earlier; all up to it still counts."""
    begun = known.at if known else opening(game, len(game.sitters), rows)
    at = replace(begun, answered=sum(row.seat == NATURE for row in rows if row.n <= n))
    later = [row for row in effective_rows(rows, n) if known is None or row[0] > known.n]
    *_, (_, latest) = (0, at), *course(at, _frames(game, later, known), unprompted(rows))
    return latest


def passed(game: Game, rows: list[Row]) -> Iterator[Table]:
    """The game after each row that counts by now, from its opening on; replayed once."""
    at = opening(game, len(game.sitters), rows)
    yield Table(game, 0, at)
    for n, standing in course(at, _frames(game, effective_rows(rows, game.n)), unprompted(rows)):
        yield Table(game, n, standing)


def course(
    at: ReplayState, frames: Iterable[Frame[Any]], how: Mapping[int, str]
) -> Iterator[tuple[int, ReplayState]]:
    """Where a game is after each of some rows. how: why those are there that nobody has said."""
    for frame in frames:
        at = _followed(at, frame, how.get(frame.n, ""))
        yield frame.n, at


def _followed(at: ReplayState, frame: Frame[Any], how: str) -> ReplayState:
    """A row further. how: why it is there, where nobody has said it."""
    if frame.seat == NATURE:
        return at.spoken(frame.after, frame.events)
    if how == PREMOVE:
        return at.by_order(frame.seat, frame.after, frame.events)
    if how == EXPIRED:
        return at.given_up(_whose(frame), frame.after, frame.events)
    if how == TIMEOUT:
        return at.by_clock(frame.seat, frame.after, frame.events, frame.n - 1)
    if frame.seat >= 0 and how != NO_CHOICE:
        return at.said(frame.seat, frame.after, frame.events, frame.n - 1)
    return at.then(frame.after, frame.events, frame.seat if how == NO_CHOICE else None)


def _whose(frame: Frame[Any]) -> Seat:
    """The seat that a row is about: who said it, or who has left by it."""
    words = frame.line.split()
    return int(words[1]) if frame.seat < 0 and words[:1] == ["leave"] else frame.seat


def opening(game: Game, seats: int, rows: Sequence[Row | Line]) -> ReplayState:
    """A game in which nothing has been said yet. rows: those of its lobby at least."""
    state = game.rules.new(Setup(seats, game.options))
    key = keyed(game.seed, contributions((row.seat, row.text) for row in rows))
    return ReplayState(state, (), 0, Chance(key))


def _came(table: Table, later: Sequence[Told], begun: Table) -> Iterator[Came]:
    """What came of the last rows that count. What the position remembers is not played again."""
    remembered = len(table.at.lately) - len(later)
    if remembered < 0:
        for frame in _frames(table.game, later, begun):
            yield Came(frame.n, frame.seat, frame.events)
        return
    for row, played in zip(later, table.at.lately[remembered:], strict=True):
        yield Came(row[0], row[1], played.events)


def _frames(game: Game, counts: Iterable[Told], begun: Table | None = None) -> Iterator[Frame[Any]]:
    """Rows that count, followed by the rules, from the beginning or from a position."""
    setup = Setup(len(game.sitters), game.options)
    return replay(game.rules, setup, counts, None if begun is None else begun.at.state)


def nature(game: Game, at: ReplayState) -> tuple[tuple[Line, ...], ReplayState]:
    """What nature says next, as rows of its own, and where that leads. It is drawn with the newest
    post that the game has."""
    lines, post = list[Line](), game.draws
    key, first = at.chance.after(post), at.answered + 1
    for line, state, events in answers(game.rules, at.state, key, first):
        lines.append(Line(NATURE, line, checksum(state), post))
        at = replace(at.spoken(state, events), answered=at.answered + 1)
    return tuple(lines), at
