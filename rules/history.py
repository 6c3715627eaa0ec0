"""The table's own rows in a log: how they are written, where each may stand, what they undo.

4 A a1    5 B e5    6 A a3 +a4    7 table undo 5    8 A c1 +c2
                    └── undone by row 7, after which the position is that of row 5

A Word is such a row, read:

    undo 5              Word("undo", row=5)
    ask undo 0          Word("ask", seat=0, what="undo")        or `ask … moderator`, without a seat
    offer 1 timeout     Word("offer", seat=1, what="timeout")
    start 1 0 rematch   Word("start", places=(1, 0), what="rematch")     or `from`, as another game

STANDS declares where each word may stand. `premove 1`, `timeout 1`, and moderators' measures such
as `moderator undo` announce the next row. These change no position:

    ask undo 0 ── accept 1 … decline 1, withdraw 0    a player asks the others for something
    offer 1 timeout ── takeover 1, back 1             a seat is offered to others
    here 1                                            a remark; features declare theirs by `remark`
"""

import re
from collections.abc import Iterable, Mapping
from enum import Enum
from functools import lru_cache
from typing import Final, NamedTuple

from rules.errors import SHOWN
from rules.game import NATURE, NOBODY, TABLE, Seat
from rules.text import NOTHING, Text

MODERATOR: Final = "moderator"
_SEAT, _WHAT = ("seat",), ("what",)
# The parts that follow each word; a second form has no seat.
_PARTS: Final[dict[str, tuple[tuple[str, ...], ...]]] = {
    **dict.fromkeys(("open", "join", "computer"), (_WHAT,)),  # what: given to chance, or a level
    **dict.fromkeys(("quit", "cancel", "expire", "draw", "end"), ((),)),
    **dict.fromkeys(("leave", "premove", "timeout", "accept", "decline", "withdraw"), (_SEAT,)),
    **dict.fromkeys(("takeover", "back"), (_SEAT,)),
    "undo": (("row",),),
    "ask": (("what", "seat"),),
    "moderator": (("what", "seat"), _WHAT),
    "offer": (("seat", "what"),),
}
_REMARKS: Final = set[str]()
_NUMERAL, _ROW = re.compile("0|[1-9][0-9]?"), re.compile("[0-9]{1,9}")


class Word(NamedTuple):
    """One row of the table, read."""

    verb: str
    seat: Seat = NOBODY  # the seat that the row is about
    what: str = ""
    row: int = 0  # the last row that an undo keeps
    places: tuple[int, ...] = ()  # each seat's place in the lobby

    @property
    def remark(self) -> bool:
        """The row changes no position and answers no request."""
        return self.verb in _REMARKS

    def __str__(self) -> str:
        """The word as the log writes it."""
        if self.verb == "start":
            return " ".join(filter(None, (self.verb, *map(str, self.places), self.what)))
        usual, *others = _PARTS[self.verb]
        parts = others[0] if others and self.seat < 0 else usual
        named = {"seat": MODERATOR if self.seat == NOBODY else self.seat}
        named |= {"what": self.what, "row": self.row}
        return " ".join((self.verb, *(str(named[part]) for part in parts)))


NO_WORD: Final = Word("")  # a turn of a player or nature, or a malformed `undo` or `leave`
UNKNOWN: Final = Word("?")  # a word of another version, which changes no position


def remark(verb: str) -> str:
    """Declare a remark, followed by its player's seat, and return its word."""
    _PARTS[verb] = (_SEAT,)
    _REMARKS.add(verb)
    _read.cache_clear()
    return verb


def table_word(seat: Seat, text: str) -> Word:
    """The word of a row, NO_WORD unless the table wrote the row."""
    return _read(text) if seat == TABLE else NO_WORD


@lru_cache(4096)
def _read(text: str) -> Word:
    verb, *said = text.split() or [""]
    if verb == "start":
        wrong = (i for i, each in enumerate(said) if not _NUMERAL.fullmatch(each))
        seats = next(wrong, len(said))
        places = tuple(map(int, said[:seats]))
        return Word(verb, what=" ".join(said[seats:]), places=places)
    names = next((way for way in _PARTS.get(verb, ()) if len(way) == len(said)), None)
    if names is None:
        return NO_WORD if verb in ("", "undo", "leave") else UNKNOWN
    parts = dict(zip(names, said, strict=True))
    seat, row = parts.get("seat", ""), parts.get("row", "0")
    if not _ROW.fullmatch(row):
        return NO_WORD
    number = int(seat) if _NUMERAL.fullmatch(seat) else NOBODY
    return Word(verb, number, parts.get("what", ""), int(row))


Told = tuple[int, Seat, str, str]  # row, who, words, checksum

BY_CONSENT = ("draw", "end")  # the words that end a game by agreement
CLOSING = ("cancel", "expire", *BY_CONSENT)
# What players ask the others for: undo, the end, more time, or a pause until a day.
ASKED = re.compile(r"undo|end|time|pause-\d{4}-\d\d-\d\d")
TO_A_SEAT = ("time", "skip", "replace", "computer")  # a moderator's measures for one seat
PREMOVE = "premove"
TIMEOUT = "timeout"
EXPIRED = "expired"  # how a player left whose time ran out; not a word of the table
HERE = remark("here")
_ANNOUNCING = (PREMOVE, TIMEOUT)  # before a turn that was prepared, or that the bot plays
_ANSWERS = ("accept", "decline", "withdraw")


class State(Enum):
    """How far a game has come."""

    UNOPENED = 0
    LOBBY = 1
    PLAY = 2
    OVER = 3  # by the rules, by agreement, or closed


TURN: Final = "turn"  # stands in STANDS for a turn of a player or nature
_IN_LOBBY, _IN_PLAY = frozenset({State.LOBBY}), frozenset({State.PLAY})
# The states of a game in which each word may stand. Remarks may stand in play and after the end.
STANDS: Final[Mapping[str, frozenset[State]]] = {
    "open": frozenset({State.UNOPENED}),
    **dict.fromkeys(("join", "computer", "quit", "start", "expire"), _IN_LOBBY),
    **dict.fromkeys(("cancel", MODERATOR), frozenset({State.LOBBY, State.PLAY})),
    **dict.fromkeys((TURN, *_ANNOUNCING, "undo", "leave", *BY_CONSENT), _IN_PLAY),
    **dict.fromkeys(("ask", *_ANSWERS, "offer", "takeover", "back"), _IN_PLAY),
}


def may_stand(seat: Seat, said: Word, state: State) -> bool:
    """Whether a row may stand in a game in this state. said: the row's word."""
    if said.remark:
        return state in (State.PLAY, State.OVER)
    return state in STANDS.get(said.verb if seat == TABLE else TURN, ())


def _state_after(state: State, said: Word) -> State:
    """The state after one more word of the table. Only the rules know of an end by the rules."""
    if said.verb in ("open", "start"):
        return State.LOBBY if said.verb == "open" else State.PLAY
    return State.OVER if said.verb in CLOSING else state


def contributions(rows: Iterable[tuple[Seat, str]]) -> tuple[str, ...]:
    """What each player gave to chance on joining, also players who left. rows: who and words."""
    said = (table_word(seat, words) for seat, words in rows)
    return tuple(each.what for each in said if each.verb in ("open", "join"))


def effective(rows: Iterable[Told]) -> list[Told]:
    """The rows that make the position: turns that count, and departures."""
    kept: list[Told] = []
    for row in rows:
        keep(kept, row)
    return kept


def keep(kept: list[Told], row: Told) -> None:
    """Add one row to the effective rows `kept`, or remove the rows that it undoes."""
    said = table_word(row[1], row[2])
    if said.verb == "undo":
        kept[:] = [earlier for earlier in kept if earlier[0] <= said.row]
    elif row[1] != TABLE or said.verb == "leave":
        kept.append(row)


def expired_seats_of(rows: Iterable[tuple[int, Seat, str]]) -> dict[int, Seat]:
    """The seats given up because their time ran out, by row number. rows: number, who, words."""
    why, found = dict[Seat, str](), dict[int, Seat]()
    for n, who, line in rows:
        word = table_word(who, line)
        if word.verb == "offer":
            why[word.seat] = word.what
        elif word.verb in ("back", "takeover"):
            why.pop(word.seat, None)
        elif word.verb == "leave" and why.get(word.seat) == TIMEOUT:
            found[n] = word.seat
    return found


def announcements(rows: Iterable[tuple[int, Seat, str]]) -> dict[int, str]:
    """The word that announced each announced turn, by the turn's row. rows: number, who, words."""
    said = ((n, table_word(seat, line).verb) for n, seat, line in rows)
    return {n + 1: verb for n, verb in said if verb in _ANNOUNCING}


def first_misplaced(rows: Iterable[tuple[Seat, str]], state: State) -> int | None:
    """The index of the first row that may not stand where it is, None if all may.

    rows: who and words of each; state: the state before the first row."""
    for place, (seat, line) in enumerate(rows):
        said = table_word(seat, line)
        if not may_stand(seat, said, state):
            return place
        state = _state_after(state, said)
    return None


class BrokenLog(Exception):
    """The rules cannot follow a log; the text says which row and why."""

    def __init__(self, text: Text) -> None:
        super().__init__(text)
        self.text = text


class Misplaced(BrokenLog):
    """A row that may not stand where it does; the text says which and why, without a full stop."""


class LogCourse:
    """A log checked row by row: row numbers in order, and each of the table's rows possible there.

    The rules judge turns; call `note_end` once they say that the game is over. A log that begins
    after row 1 begins in the game."""

    def __init__(self, seats: int) -> None:
        self.seats, self.last = seats, 0
        self.sitting, self.state, self.closed = 0, State.UNOPENED, False
        self._lasting = 0  # the last row that players cannot undo
        self._fixed = 0  # the last row that not even a moderator can undo
        self._measure = ""  # the measure that the last row announced
        self._announced: Seat | None = None  # the seat whose turn the last row announced
        self._asker: Seat | None = None  # the seat with an open request
        self._open: set[Seat] = set()  # seats on offer
        self._left: set[Seat] = set()  # seats given up

    @property
    def begun(self) -> bool:
        """The game has started."""
        return self.state in (State.PLAY, State.OVER)

    def note_end(self) -> None:
        """Note that the game is over by the rules."""
        self.state = State.OVER

    def take(self, n: int, seat: Seat, line: str) -> None:
        """Check the next row and note it. Raises Misplaced."""
        if not self.last:
            self.state = State.UNOPENED if n == 1 else State.PLAY
        elif n != self.last + 1:
            missing = Text(
                "Row {missing} is missing: row {n} follows row {last}",
                missing=self.last + 1,
                last=self.last,
                n=n,
            )
            raise Misplaced(missing)
        said = table_word(seat, line)
        if why := self._why_not(seat, said):
            told = repr(line if len(line) <= SHOWN else f"{line[:SHOWN]}…")
            raise Misplaced(Text("Row {n} is wrong: {line} {why}", n=n, line=told, why=why))
        if seat == NATURE or said.verb in ("start", "leave"):
            self._lasting = n
        if said.verb in ("start", "leave"):
            self._fixed = n
        self._measure = said.what if said.verb == MODERATOR else ""
        self._announced = said.seat if said.verb in _ANNOUNCING else None
        if seat == TABLE:
            self.sitting += {"open": 1, "join": 1, "computer": 1, "quit": -1}.get(said.verb, 0)
            self.state = _state_after(self.state, said)
            self.closed = self.closed or said.verb in CLOSING
        self._note(said)
        self.last = n

    def _why_not(self, seat: Seat, said: Word) -> Text:
        """Why the row may not stand here, an empty text if it may."""
        if why := self._why_not_now(seat, said):
            return why
        if self._announced is not None and seat != self._announced:
            return Text("comes between a turn and its announcement")
        if seat != TABLE:
            return NOTHING
        if why := self._why_not_as_said(said):
            return why
        left = said.seat in self._left
        return Text("names a seat that had already been given up") if left else NOTHING

    def _why_not_as_said(self, said: Word) -> Text:
        """Why the table's row is wrong, where its word may stand."""
        match said.verb:
            case "start":
                order, more = said.places[: self.seats], said.places[self.seats :]
                if self.sitting != self.seats or sorted(order) != [*range(self.seats)]:
                    return Text("doesn't seat the {n} players who joined", n=self.seats)
                if more or said.what not in ("", "rematch", "from"):
                    return Text("contains more than the order of the seats")
            case "undo" if said.row < (self._fixed if self._measure == "undo" else self._lasting):
                return Text("undoes something that can't be undone")
            case "moderator":
                whats: tuple[str, ...] = ("end", "move", "remove")
                if self.begun:
                    whats = ("end", "move", "pause", "resume", "undo")
                if said.seat >= 0:
                    whats = TO_A_SEAT if self.begun and said.seat in range(self.seats) else ()
                if said.what not in whats:
                    return Text("isn't a known command")
            case "open" | "join" | "computer" | "quit" | "expire" | "undo" | "leave" | "cancel":
                pass
            case _:
                return self._why_not_noted(said)
        return NOTHING

    def _why_not_now(self, seat: Seat, said: Word) -> Text:
        """Why the row may not stand in the game's state, by STANDS."""
        unknown = seat == TABLE and not (said.remark or said.verb in STANDS)
        lobby = seat == TABLE and STANDS.get(said.verb) == _IN_LOBBY
        empty = lobby and self.state is State.LOBBY and not self.sitting
        if may_stand(seat, said, self.state) and not empty:
            return NOTHING
        if self.state is State.OVER:
            after_all = Text("comes after the game was closed")
            return after_all if self.closed else Text("comes after the end of the game")
        if unknown:
            return Text("isn't a known command")
        if said.verb == "open":
            return Text("opens a lobby that's already open")
        if said.verb == "start":
            return Text("starts a game that isn't in its lobby")
        if lobby:
            return Text("belongs in a lobby")
        noted = seat != TABLE or said.verb not in ("undo", "leave", "cancel", MODERATOR)
        if noted or self.state is State.LOBBY:
            return Text("comes before the start of the game")
        return Text("comes before the lobby opens")

    def _why_not_noted(self, said: Word) -> Text:
        """Why a request, an offer, an announcement or an end by agreement is wrong."""
        asks = said.verb == "ask" and said.what.startswith(f"{MODERATOR}-")
        there = asks or said.verb in BY_CONSENT or said.seat in range(self.seats)
        if said.verb in _ANNOUNCING and not there:
            return Text("names a seat that doesn't exist")
        if said.verb in (*_ANSWERS, *BY_CONSENT) and self._asker is None:
            return Text("answers a request that nobody made")
        if said.verb in _ANSWERS and (said.seat == self._asker) != (said.verb == "withdraw"):
            return Text("comes from the wrong seat")
        if said.verb in ("takeover", "back") and said.seat not in self._open:
            return Text("refers to a seat that isn't on offer")
        offered = (TIMEOUT, "request", "leaving", "gone", MODERATOR)
        whats = offered if said.verb == "offer" else ("",)
        known = asks or (ASKED.fullmatch(said.what) if said.verb == "ask" else said.what in whats)
        return NOTHING if there and known else Text("isn't a known command")

    def _note(self, said: Word) -> None:
        """Note requests and offers; a turn answers an open request."""
        match said:
            case Word("ask", asker):
                self._asker = asker
            case Word("accept" | "moderator"):
                pass
            case _ if said.remark:
                pass
            case Word("offer", offered):
                self._open.add(offered)
            case Word("takeover" | "back", offered):
                self._open.discard(offered)
            case Word("leave", left):
                self._open.discard(left)
                self._left.add(left)
                self._asker = None
            case _:
                self._asker = None
