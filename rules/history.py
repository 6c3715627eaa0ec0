"""What the rows of a log mean beyond the moves: which still count, and which could not stand.

4 A a1    5 B e5    6 A a3 +a4    7 table undo 5    8 A c1 +c2
                    └── covered by row 7: the position after it is that after row 5

The table's own words, in the order in which they may stand; STANDS declares it word by word:

    open ── join, computer easy, quit … ── start 1 0 ── turns, undo 5, leave 1 ── cancel, draw, end
                                       └── cancel, expire

Only remarks follow the end of a game, be it the end by the rules, by agreement or by `cancel`.

A turn that its player did not say at that moment is announced by a row before it: `premove 1`,
when they had set it up; `timeout 1`, when their time was over and it was played for them.

Beside these it notes what is talked about while a game is played, which changes no position:

    ask undo 0 ── accept 1 … decline 1, withdraw 0    somebody asks the others for something
    offer 1 timeout ── takeover 1, back 1             a seat is offered to others
    here 1                                            somebody is there again to play their turns

What a moderator does to a game is announced by a row before it, named as what it is; of what
changes no position, it is the only row:

    moderator undo ── undo 5    moderator skip 1 ── timeout 1    moderator end ── cancel

`here` is a remark; whoever makes rows of other remarks declares them (rules/words.py).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from enum import Enum
from typing import Final

from rules.errors import SHOWN
from rules.game import NATURE, TABLE, Seat
from rules.text import NOTHING, Text
from rules.words import Word, remark, table_word

Told = tuple[int, Seat, str, str]  # row, who, words, checksum

BY_CONSENT = ("draw", "end")  # how all who play have ended a game
CLOSING = ("cancel", "expire", *BY_CONSENT)
# A turn back, the end of the game, more time, a pause until the end of a day.
ASKED = re.compile(r"undo|end|time|pause-\d{4}-\d\d-\d\d")
MODERATOR = "moderator"
# What a moderator does to a game: in its lobby, and once it has begun.
IN_A_LOBBY = ("end", "move", "remove")
IN_A_GAME = ("end", "move", "pause", "resume", "undo")
TO_A_SEAT = ("time", "skip", "replace", "computer")
PREMOVE = "premove"
TIMEOUT = "timeout"
# They ran out of time, ask for it, left, are not on the server, or a moderator looks for others.
WHY_OFFERED = (TIMEOUT, "request", "leaving", "gone", MODERATOR)
EXPIRED = "expired"  # how a seat was left whose time had run out; no word of the table
HERE = remark("here")
ANNOUNCING = (PREMOVE, TIMEOUT)  # words of the table, with a seat, before a turn of that seat


class State(Enum):
    """How far a game has come."""

    UNOPENED = 0
    LOBBY = 1
    PLAY = 2
    OVER = 3  # by the rules, by agreement, or closed


TURN: Final = "turn"  # what a player or nature says, among the words of the table
_IN_LOBBY, _IN_PLAY = frozenset({State.LOBBY}), frozenset({State.PLAY})
# In which states of a game each word may stand. A remark may stand in play, and after the end.
STANDS: Final[Mapping[str, frozenset[State]]] = {
    "open": frozenset({State.UNOPENED}),
    **dict.fromkeys(("join", "computer", "quit", "start", "expire"), _IN_LOBBY),
    **dict.fromkeys(("cancel", MODERATOR), frozenset({State.LOBBY, State.PLAY})),
    **dict.fromkeys((TURN, *ANNOUNCING, "undo", "leave", *BY_CONSENT), _IN_PLAY),
    **dict.fromkeys(
        ("ask", "accept", "decline", "withdraw", "offer", "takeover", "back"), _IN_PLAY
    ),
}
_REMARKED = frozenset({State.PLAY, State.OVER})


def may_stand(seat: Seat, said: Word, state: State) -> bool:
    """Whether a row may stand in a game that has come so far. said: what the table says by it."""
    where = _REMARKED if said.remark else STANDS.get(said.verb if seat == TABLE else TURN)
    return where is not None and state in where


def state_after(state: State, said: Word) -> State:
    """How far a game has come with one more word of the table. Its end by the rules, only the
    rules know."""
    if said.verb in ("open", "start"):
        return State.LOBBY if said.verb == "open" else State.PLAY
    return State.OVER if said.verb in CLOSING else state


def contributions(rows: Iterable[tuple[Seat, str]]) -> tuple[str, ...]:
    """What those who opened and joined the lobby have given to chance, in the order of its rows
    (who, words): `join 1573844352738787328`. What somebody gave who left again counts too."""
    said = (table_word(seat, words) for seat, words in rows)
    return tuple(each.what for each in said if each.verb in ("open", "join"))


def effective(rows: Iterable[Told]) -> list[Told]:
    """The rows that the position is made of: what players and nature said and what was not
    taken back, and seats that were left. Other words of the table change no position."""
    kept: list[Told] = []
    for row in rows:
        keep(kept, row)
    return kept


def keep(kept: list[Told], row: Told) -> None:
    """What is effective with one row more: changes the list of what was so before it."""
    said = table_word(row[1], row[2])
    if said.verb == "undo":
        kept[:] = [earlier for earlier in kept if earlier[0] <= said.row]
    elif row[1] != TABLE or said.verb == "leave":
        kept.append(row)


def expired(rows: Iterable[tuple[int, Seat, str]]) -> dict[int, Seat]:
    """The seats that were given up because their time had run out, by the rows that say so. rows:
    number, who and words of each."""
    why, found = dict[Seat, str](), dict[int, Seat]()
    for n, who, line in rows:
        match table_word(who, line):
            case Word("offer", seat, reason):
                why[seat] = reason
            case Word("back" | "takeover", seat):
                why.pop(seat, None)
            case Word("leave", seat) if why.get(seat) == TIMEOUT:
                found[n] = seat
    return found


def announced(rows: Iterable[tuple[int, Seat, str]]) -> dict[int, str]:
    """By which word the table has announced turns, by the rows of those turns. rows: number, who
    and words of each."""
    said = ((n, table_word(seat, line).verb) for n, seat, line in rows)
    return {n + 1: verb for n, verb in said if verb in ANNOUNCING}


def misplaced(rows: Iterable[tuple[Seat, str]], state: State) -> int | None:
    """The place of the first row (who, words) that may not stand in a game that had come so far
    before them all; None: each may."""
    for place, (seat, line) in enumerate(rows):
        said = table_word(seat, line)
        if not may_stand(seat, said, state):
            return place
        state = state_after(state, said)
    return None


class BrokenLog(Exception):
    """A log that these rules cannot follow; the text says which row and why."""

    def __init__(self, text: Text) -> None:
        super().__init__(text)
        self.text = text


class Misplaced(BrokenLog):
    """A row that could not stand where it does; the text says which and why, without a full
    stop."""


class LogCourse:
    """How far a log has come: its lobby, its game, its end. Rows are taken one by one.

    What players and nature say is judged by the rules; here every row must follow the one before,
    and what the table says must be possible there. Say `over` once the rules say that the game is
    over. A log may begin later than with row 1; then it begins in the game, and its lobby is not
    known."""

    def __init__(self, seats: int) -> None:
        self.seats, self.last = seats, 0
        self.sitting, self.state, self.closed = 0, State.UNOPENED, False
        self._lasting = 0  # the last row that cannot be taken back
        self._fixed = 0  # the last row that a moderator cannot take back either
        self._measure = ""  # what a moderator has just announced
        self._announced: Seat | None = None  # whose turn the last row has announced
        self._asker: Seat | None = None  # who has asked the others for something
        self._open: set[Seat] = set()  # the seats that are offered
        self._left: set[Seat] = set()  # the seats that were given up

    @property
    def begun(self) -> bool:
        """The game is a lobby no longer."""
        return self.state in (State.PLAY, State.OVER)

    def over(self) -> None:
        """The rules say that the game is over."""
        self.state = State.OVER

    def take(self, n: int, seat: Seat, line: str) -> None:
        """The next row. Raises Misplaced."""
        if not self.last:
            self.state = State.UNOPENED if n == 1 else State.PLAY
        elif n != self.last + 1:
            raise Misplaced(_missing(self.last, n))
        if why := self._why_not(seat, table_word(seat, line)):
            said = repr(line if len(line) <= SHOWN else f"{line[:SHOWN]}…")
            raise Misplaced(Text("Row {n} is wrong: {line} {why}", n=n, line=said, why=why))
        self._do(n, seat, table_word(seat, line))
        self.last = n

    def _why_not(self, seat: Seat, said: Word) -> Text:
        """Why this cannot be said here; nothing: it can."""
        if why := self._why_not_now(seat, said):
            return why
        if self._announced is not None and seat != self._announced:
            return Text("comes between a turn and its announcement")
        if seat != TABLE:
            return NOTHING
        if why := self._why_not_as_said(said):
            return why
        return (
            Text("names a seat that had already been given up")
            if said.seat in self._left
            else NOTHING
        )

    def _why_not_as_said(self, said: Word) -> Text:
        """Why the table cannot say just this, in a state in which the word may stand."""
        match said.verb:
            case "start":
                return self._why_not_start(said)
            case "undo" if said.row < (self._fixed if self._measure == "undo" else self._lasting):
                return Text("undoes something that can't be undone")
            case "moderator":
                return self._why_not_mended(said)
            case "open" | "join" | "computer" | "quit" | "expire" | "undo" | "leave" | "cancel":
                return NOTHING
        return self._why_not_noted(said)

    def _why_not_now(self, seat: Seat, said: Word) -> Text:
        """Why this cannot be said in the state that the game is in, by STANDS."""
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

    def _why_not_start(self, said: Word) -> Text:
        order, more = said.places[: self.seats], said.places[self.seats :]
        if self.sitting != self.seats or sorted(order) != [*range(self.seats)]:
            return Text("doesn't seat the {n} players who joined", n=self.seats)
        lawful = not more and said.what in ("", "rematch")
        return NOTHING if lawful else Text("contains more than the order of the seats")

    def _why_not_mended(self, said: Word) -> Text:
        """Of what a moderator does."""
        to_all = IN_A_GAME if self.begun else IN_A_LOBBY
        there = self.begun and said.seat in range(self.seats)
        known = there and said.what in TO_A_SEAT if said.seat >= 0 else said.what in to_all
        return NOTHING if known else Text("isn't a known command")

    def _why_not_noted(self, said: Word) -> Text:
        """Of what is only talked about, of what announces a turn, and of an end that all agree
        on."""
        asks = said.verb == "ask" and said.what.startswith(f"{MODERATOR}-")
        there = asks or said.verb in BY_CONSENT or said.seat in range(self.seats)
        if said.verb in ANNOUNCING and not there:
            return Text("names a seat that doesn't exist")
        if said.verb in (*_ANSWERS, *BY_CONSENT) and self._asker is None:
            return Text("answers a request that nobody made")
        if said.verb in _ANSWERS and (said.seat == self._asker) != (said.verb == "withdraw"):
            return Text("comes from the wrong seat")
        if said.verb in ("takeover", "back") and said.seat not in self._open:
            return Text("refers to a seat that isn't on offer")
        whats = _WHAT.get(said.verb, ("",))
        known = asks or (ASKED.fullmatch(said.what) if said.verb == "ask" else said.what in whats)
        return NOTHING if there and known else Text("isn't a known command")

    def _do(self, n: int, seat: Seat, said: Word) -> None:
        if seat == NATURE or said.verb in ("start", "leave"):
            self._lasting = n
        if said.verb in ("start", "leave"):
            self._fixed = n
        self._measure = said.what if said.verb == MODERATOR else ""
        self._announced = said.seat if said.verb in ANNOUNCING else None
        if seat == TABLE:
            self.sitting += {"open": 1, "join": 1, "computer": 1, "quit": -1}.get(said.verb, 0)
            self.state = state_after(self.state, said)
            self.closed = self.closed or said.verb in CLOSING
        self._note(said)

    def _note(self, said: Word) -> None:
        """What is talked about from now on; a turn answers what was asked."""
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


def _missing(last: int, n: int) -> Text:
    return Text(
        "Row {missing} is missing: row {n} follows row {last}", missing=last + 1, last=last, n=n
    )


_ANSWERS = ("accept", "decline", "withdraw")
_WHAT: Mapping[str, tuple[str, ...]] = {"offer": WHY_OFFERED}
