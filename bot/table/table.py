"""A game at a row of its log, replayed by the rules.

The log is the game; the cache here only saves replaying it.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Final, NamedTuple

from bot.table.game import Game, Games, sitters_at
from bot.table.names import game_name, names_by_seat
from bot.table.rows import NO_CHOICE, effective_rows, takes_back, untyped_turns
from renderer import Labels
from rules.dice import Chance, chance_key
from rules.drafting import Kind, at_table
from rules.ending import Ending, drawn_game, ending_of, untold
from rules.game import NATURE, NOBODY, Event, Frame, Seat, Setup
from rules.history import EXPIRED, PREMOVE, TIMEOUT, BrokenLog, Told, contributions
from rules.names import letters
from rules.play import Seen, answers, beginning, checksum, look, replay, winners
from rules.text import Text
from storage import Line, Row, Sitter, Store


class Came(NamedTuple):
    """A row of the log, and its events."""

    n: int
    seat: Seat
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn, and its events."""

    number: int  # 0 if it isn't a turn, as when a player leaves
    events: tuple[Event, ...]
    seat: Seat = NOBODY
    word: str = ""  # the table's word before it, if there was one


LEAVES: Final = "leaves"  # the event for an empty seat, in every game
_LATELY = 64  # rows that a position remembers; a round is shorter in any game


class RowPlayed(NamedTuple):
    """A row, and its events."""

    # the player; None: chance spoke, or the player had no choice, had ordered the turn, was absent
    # or left
    by: Seat | None
    events: tuple[Event, ...]
    word: str = ""  # the table's word before it, if there was one
    n: int = 0  # the row of the last turn by a player until then


@dataclass(frozen=True, slots=True)
class ReplayState:
    """The state of a game after a row."""

    state: Any  # the position
    events: tuple[Event, ...]  # since the last turn by a player
    turns: int  # the number that counts
    chance: Chance  # its next draws
    since: int = 0  # the row after which that turn began
    unasked: tuple[Seat, ...] = ()  # seats with turns without a choice since
    # how often chance has answered, with rows taken back, as people have seen those
    answered: int = 0
    lately: tuple[RowPlayed, ...] = ()  # the last rows
    given: tuple[Event, ...] = ()  # chance's last events, if nobody played since
    ordered: tuple[Seat, ...] = ()  # seats that played by standing order since
    absent: tuple[Seat, ...] = ()  # seats for which the clock played since
    expired: tuple[Seat, ...] = ()  # seats that were given up since, as their time ran out

    def after_turn(
        self, seat: Seat, state: Any, events: Iterable[Event], since: int, *, absent: bool = False
    ) -> ReplayState:
        """After a player's own turn, which began after row `since`; absent: the clock played it."""
        came = tuple(events)
        row = RowPlayed(seat, came, n=since + 1)
        if absent:
            row = RowPlayed(None, came, TIMEOUT, since + 1)
        return ReplayState(
            state,
            came,
            self.turns + 1,
            self.chance,
            since,
            answered=self.answered,
            lately=(*self.lately, row)[-_LATELY:],
            absent=(seat,) if absent else (),
        )

    def then(
        self, state: Any, events: Iterable[Event], seat: Seat = NOBODY, how: str = ""
    ) -> ReplayState:
        """After a row that no player decided at that moment. how: NO_CHOICE or PREMOVE for a turn
        of the seat, EXPIRED if its time ran out."""
        came, turns = tuple(events), self.turns + 1
        row = RowPlayed(None, came, "" if how == NO_CHOICE else how, self.since + 1)
        lately = (*self.lately, row)[-_LATELY:]
        after = replace(self, state=state, events=(*self.events, *came), lately=lately)
        if how == NO_CHOICE:
            return replace(after, turns=turns, unasked=(*self.unasked, seat), given=())
        if how == PREMOVE:
            return replace(after, turns=turns, ordered=(*self.ordered, seat), given=())
        return replace(after, expired=(*self.expired, seat)) if how == EXPIRED else after

    def after_chance(self, state: Any, events: Iterable[Event]) -> ReplayState:
        """After an answer of chance."""
        given = tuple(events)
        return replace(self.then(state, given), given=given)


@dataclass(frozen=True)
class Table:
    """A game at row n of its log, running or finished. Answers are cached."""

    game: Game
    n: int
    at: ReplayState
    languages: tuple[str, ...] = ()  # for reading lines; suggestions are in the first one
    _seen: dict[Seat | None, Seen[Any]] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )

    @cached_property
    def kind(self) -> Kind[Any]:
        """The game and its texts, with the letters on the players' pieces."""
        signs = letters(tuple(sitter.name for sitter in self.sitters))
        kind = at_table(self.game.hosted.kind, signs, self.languages)
        return replace(kind, game=drawn_game(kind.game)) if self.drawn else kind

    @cached_property
    def actor(self) -> Seat:
        """The seat to move. Nothing else decides that."""
        return NOBODY if self.drawn else self.game.rules.actor(self.at.state)

    @property
    def over(self) -> bool:
        return self.actor == NOBODY

    @property
    def drawn(self) -> bool:
        """Whether the players agreed on a draw."""
        last = self.n == self.game.n and self.game.status == "over"
        return last and self.game.rules.actor(self.at.state) != NOBODY

    @property
    def running(self) -> bool:
        """Whether a player is to move, and the game wasn't closed."""
        return self.actor >= 0 and self.game.status == "playing"

    @property
    def waiting(self) -> bool:
        """Whether chance is next but waits, so the last turn can be taken back."""
        latest = not self.game.past(self.n)  # else chance has spoken, or it was taken back
        waits = latest and self.game.status == "playing" and self.game.rules.chance_waits
        return waits and self.actor == NATURE

    @property
    def number(self) -> int:
        """The number of the present turn, or of the last one."""
        return self.at.turns + (self.actor != NOBODY)

    @cached_property
    def names(self) -> tuple[Text, ...]:
        """The players' names by seat."""
        return names_by_seat(self.sitters)

    def names_at(self, n: int) -> tuple[Text, ...]:
        """The players' names by seat at an earlier row."""
        return names_by_seat(sitters_at(self.game, n)) if self.game.former else self.names

    @property
    def sitters(self) -> tuple[Sitter, ...]:
        """The sitters at row n."""
        return sitters_at(self.game, self.n)

    @property
    def labels(self) -> Labels:
        """The texts next to the board."""
        names = tuple(sitter.name for sitter in self.sitters)
        machines = frozenset(seat for seat, sitter in enumerate(self.sitters) if sitter.computer)
        return Labels(game_name(self.game), names, self.number, computers=machines)

    def heard_by(self, language: str, *, alone: bool) -> Table:
        """This table for a player who types another language too. alone: answer in that language,
        not in the table's."""
        texts = self.game.hosted.kind.texts.speaking(language)
        if texts.language != language or language in self.languages:
            return self
        both = (language, *self.languages) if alone else (*self.languages, language)
        return replace(self, languages=tuple(dict.fromkeys(both)))

    def view_of(self, seat: Seat | None = None) -> Seen[Any]:
        """The position as a seat sees it, or as everybody does."""
        if seat not in self._seen:
            events = but(self.at.events, self.at.expired) if self.at.expired else self.at.events
            self._seen[seat] = look(self.kind.game, self.at.state, events, seat)
        return self._seen[seat]

    def public(self, events: Iterable[Event]) -> tuple[Event, ...]:
        """The public part of some events."""
        return look(self.kind.game, self.at.state, events, None).events

    @property
    def mine(self) -> Any:
        """The position as the player to move sees it. It is enough to try a turn, as chance only
        speaks afterwards."""
        return self.kind.game.view(self.at.state, self.actor)

    def meanwhile(self) -> tuple[RowPlayed, ...]:
        """The rows since the last turn of the player to move, with their public events."""
        rows = self.at.lately
        mine = (i for i in range(len(rows), 0, -1) if rows[i - 1].by == self.actor)
        return tuple(row._replace(events=self.public(row.events)) for row in rows[next(mine, 0) :])

    @property
    def returning(self) -> bool:
        """Whether the player to move has had a turn before."""
        return any(row.by == self.actor for row in self.at.lately)

    def winners(self) -> tuple[Seat, ...]:
        """The seats with the best score. If there are several, they drew."""
        return winners(self.kind.game, self.at.state)


def but(events: Iterable[Event], expired: Collection[Seat]) -> tuple[Event, ...]:
    """Some events without the leaving of seats whose time ran out: those players didn't say so."""
    return tuple(e for e in events if e.verb != LEAVES or e.seat not in expired)


class Tables:
    """Replays games and remembers the latest positions (by game and row, so never stale). Pass
    the log as `rows` if you have read it already. language: of tables without their own."""

    def __init__(
        self, store: Store, games: Games, remembered: int = 512, *, language: str = "en"
    ) -> None:
        self._store, self.games, self._remembered = store, games, remembered
        self._language = language
        self._cache: OrderedDict[tuple[int, int], ReplayState] = OrderedDict()
        self._last: Table | None = None  # with its cached values, for the next question

    async def game(self, game: int) -> Game:
        """The game with an id from the store. Games are never deleted."""
        row = await self._store.game(game)
        assert row is not None
        return self.games.from_row(row)

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
            self.remember(game.id, n, replay_rows(game, rows, n, self._known(game, rows, n)))
        self._cache.move_to_end((game.id, n))
        return self._cache[game.id, n]

    def _known(self, game: Game, rows: list[Row], n: int) -> Table | None:
        """The newest remembered game before n, if its rows still count: stepping through a game
        continues from there."""
        before = max((m for known, m in self._cache if known == game.id and m < n), default=0)
        counts, known = effective_rows(rows, n), effective_rows(rows, before)
        still = known and known == counts[: len(known)]
        return Table(game, before, self._cache[game.id, before]) if still else None

    async def since(self, table: Table, after: int, rows: list[Row]) -> Table:
        """This table with all events after a row."""
        if after == table.at.since:
            return table
        begun, later = await self._begun(table, rows, after)
        played, how = list(_frames(table.game, later, begun)), untyped_turns(rows)
        events = tuple(event for each in played for event in each.events)
        words = (NO_CHOICE, PREMOVE, TIMEOUT, EXPIRED)
        alone, ordered, absent, expired = (
            tuple(_whose(each) for each in played if how.get(each.n) == word) for word in words
        )
        at = replace(table.at, events=events, since=after, expired=expired)
        return replace(table, at=replace(at, unasked=alone, ordered=ordered, absent=absent))

    async def turns(self, table: Table, after: int, rows: list[Row]) -> tuple[Turn, ...]:
        """The turns after a row. Raises BrokenLog."""
        begun, later = await self._begun(table, rows, after)
        remembered = len(table.at.lately) - len(later)
        if remembered < 0:
            frames = _frames(table.game, later, begun)
            came = [Came(frame.n, frame.seat, frame.events) for frame in frames]
        else:  # remembered rows aren't played again
            known = zip(later, table.at.lately[remembered:], strict=True)
            came = [Came(row[0], row[1], played.events) for row, played in known]
        turns, words = list[Turn](), untyped_turns(rows)
        number, given = begun.at.turns, begun.at.given
        for row in came:
            if row.seat == NATURE:
                given, last = row.events, turns.pop() if turns else Turn(0, ())
                turns.append(replace(last, events=(*last.events, *given)))
            elif row.seat < 0:
                turns.append(Turn(0, row.events, word=words.get(row.n, "")))
            else:
                # Chance's events belong to this turn if all are for its seat.
                mine = given if all(event.seat == row.seat for event in given) else ()
                if mine and turns and turns[-1].events[-len(mine) :] == mine:
                    turns[-1] = replace(turns[-1], events=turns[-1].events[: -len(mine)])
                number, given = number + 1, ()
                turns.append(Turn(number, (*mine, *row.events), row.seat, words.get(row.n, "")))
        return tuple(turn for turn in turns if turn.events)

    def latest(self, table: Table, rows: list[Row], most: int) -> tuple[int, tuple[Came, ...]]:
        """The last rows that count, with their events, and the row before them or 0. At most
        `most` rows, and only those that the position remembers."""
        counts, many = effective_rows(rows, table.n), min(most, len(table.at.lately))
        last = counts[len(counts) - many :]
        before = counts[-many - 1][0] if len(counts) > many else 0
        played = table.at.lately[len(table.at.lately) - many :]
        came = (Came(row[0], row[1], each.events) for row, each in zip(last, played, strict=True))
        return before, tuple(came)

    async def _begun(self, table: Table, rows: list[Row], after: int) -> tuple[Table, list[Told]]:
        """The game after a row, and the rows from there to the table. If that row was taken
        back, use the last one before it that still counts."""
        later = [row for row in rows if after < row.n <= table.n]
        if any(takes_back(row) for row in later):
            counts, known = effective_rows(rows, table.n), effective_rows(rows, after)
            if known != counts[: len(known)]:
                after = max((row[0] for row in counts if row[0] <= after), default=0)
            counting = [row for row in counts if row[0] > after]
        else:
            counting = effective_rows(later, table.n)
        return Table(table.game, after, await self._standing(table.game, after, rows)), counting

    def ending(self, table: Table, rows: list[Row]) -> Ending:
        """How the whole game went, up to the table. If the rules can't follow the log, people
        still get their result."""
        game = table.kind.game
        try:
            return ending_of(game, _frames(table.game, effective_rows(rows, table.n)))
        except BrokenLog:
            return untold(game, table.at.state)

    def frames(self, game: Game, rows: list[Row]) -> tuple[Frame[Any], ...]:
        """The whole game row by row, as the rules follow it. Empty if they can't."""
        try:
            return tuple(_frames(game, effective_rows(rows, game.n)))
        except BrokenLog:
            return ()

    def remember(self, game: int, n: int, standing: ReplayState) -> None:
        """Remember a known position."""
        self._cache[game, n] = standing
        while len(self._cache) > self._remembered:
            self._cache.popitem(last=False)


def replay_rows(game: Game, rows: list[Row], n: int, known: Table | None = None) -> ReplayState:
    """The position after row n of a log, with the events since the last turn by a player. known:
    the game at an earlier row, if everything up to there still counts."""
    begun = known.at if known else opening(game, len(game.sitters), rows)
    at = replace(begun, answered=sum(row.seat == NATURE for row in rows if row.n <= n))
    later = [row for row in effective_rows(rows, n) if known is None or row[0] > known.n]
    *_, (_, latest) = (0, at), *course(at, _frames(game, later, known), untyped_turns(rows))
    return latest


def each_table(game: Game, rows: list[Row]) -> Iterator[Table]:
    """The game after each row that counts, from its opening. The log is replayed once."""
    at = opening(game, len(game.sitters), rows)
    yield Table(game, 0, at)
    for n, standing in course(at, _frames(game, effective_rows(rows, game.n)), untyped_turns(rows)):
        yield Table(game, n, standing)


def course(
    at: ReplayState, frames: Iterable[Frame[Any]], how: Mapping[int, str]
) -> Iterator[tuple[int, ReplayState]]:
    """The state of a game after each of some rows. how: of each turn that nobody typed, by row."""
    for frame in frames:
        word, after, events = how.get(frame.n, ""), frame.after, frame.events
        if frame.seat == NATURE:
            at = at.after_chance(after, events)
        elif word in (PREMOVE, NO_CHOICE, EXPIRED):
            at = at.then(after, events, _whose(frame), word)
        elif frame.seat >= 0:
            at = at.after_turn(frame.seat, after, events, frame.n - 1, absent=word == TIMEOUT)
        else:
            at = at.then(after, events)
        yield frame.n, at


def _whose(frame: Frame[Any]) -> Seat:
    """The seat of a row: its speaker, or the player who left."""
    words = frame.line.split()
    return int(words[1]) if frame.seat < 0 and words[:1] == ["leave"] else frame.seat


def opening(game: Game, seats: int, rows: Sequence[Row | Line]) -> ReplayState:
    """A game before its first row. rows: at least those of its lobby."""
    state = beginning(game.rules, Setup(seats, game.options))
    key = chance_key(game.seed, contributions((row.seat, row.text) for row in rows))
    return ReplayState(state, (), 0, Chance(key))


def _frames(game: Game, counts: Iterable[Told], begun: Table | None = None) -> Iterator[Frame[Any]]:
    """Rows that count, followed by the rules from the beginning or from a position."""
    setup = Setup(len(game.sitters), game.options)
    return replay(game.rules, setup, counts, None if begun is None else begun.at.state)


def nature(game: Game, at: ReplayState) -> tuple[tuple[Line, ...], ReplayState]:
    """Nature's next rows, and the state after them. They are drawn with the game's newest post."""
    lines, post = list[Line](), game.draws
    key, first = at.chance.after(post), at.answered + 1
    for line, state, events in answers(game.rules, at.state, key, first):
        lines.append(Line(NATURE, line, checksum(state), post))
        at = replace(at.after_chance(state, events), answered=at.answered + 1)
    return tuple(lines), at
