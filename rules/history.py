"""What the rows of a log mean beyond the moves: which still count, and which could not stand.

4 A a1    5 B e5    6 A a3 +a4    7 table undo 5    8 A c1 +c2
                    └── covered by row 7: the position after it is that after row 5

The table's own words, in the order in which they may stand:

    open ── join, computer easy, quit … ── start 1 0 ── turns, undo 5, leave 1 ── cancel, draw, end
                                       └── cancel, expire

A turn that its player did not say at that moment is announced by a row before it: `order 1`, when
they had ordered it; `absent 1`, when their time was over and it was played for them.

Beside these it notes what is talked about while a game is played, which changes no position:

    ask undo 0 ── agree 1 … decline 1, withdraw 0     somebody asks the others for something
    offered 1 absent ── taken 1, back 1               a seat is offered to others
    here 1                                            somebody is there again to play their turns
    nudge 1                                           somebody who waits asks for the turn
    hint 1                                            somebody is told good turns of theirs
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping

from rules.errors import SHOWN
from rules.game import NATURE, TABLE, Seat
from rules.text import NOTHING, Text

Told = tuple[int, Seat, str, str]  # row, who, words, checksum

# What the table said in the first version; all other words came later.
FIRST_WORDS = frozenset({"open", "join", "quit", "start", "cancel", "expire", "undo", "leave"})
BY_CONSENT = ("draw", "end")  # how all who play have ended a game
CLOSING = ("cancel", "expire", *BY_CONSENT)
RATED = "rated"
# A turn back, the end of the game, more time; that it stays rated though a seat has changed hands.
ASKED = ("undo", "end", "time", RATED)
WHY_OFFERED = ("absent", "wish", "leaving", "gone")  # they ran out of time, ask for it, left, …
ORDER = "order"
ABSENT = "absent"
EXPIRED = "expired"  # how a seat was left whose time had run out; no word of the table
HERE = "here"
HINT = "hint"
ANNOUNCING = (ORDER, ABSENT)  # words of the table, with a seat, before a turn of that seat


def contributions(rows: Iterable[tuple[Seat, str]]) -> tuple[str, ...]:
    """What those who opened and joined the lobby have given to chance, in the order of its rows
    (who, words): `join 1573844352738787328`. What somebody gave who left again counts too."""
    said = (words.split() for seat, words in rows if seat == TABLE)
    return tuple(w[1] for w in said if w[:1] in (["open"], ["join"]) and len(w) > 1)


def effective(rows: Iterable[Told]) -> list[Told]:
    """The rows that the position is made of: what players and nature said and what was not
    taken back, and seats that were left. Other words of the table change no position."""
    kept: list[Told] = []
    for row in rows:
        keep(kept, row)
    return kept


def keep(kept: list[Told], row: Told) -> None:
    """What is effective with one row more: changes the list of what was so before it."""
    words = row[2].split() if row[1] == TABLE else None
    match words:
        case ["undo", n]:
            kept[:] = [earlier for earlier in kept if earlier[0] <= int(n)]
        case None | ["leave", *_]:
            kept.append(row)


def expired(rows: Iterable[tuple[int, Seat, str]]) -> dict[int, str]:
    """The seats that were given up because their time had run out, by the rows that say so. rows:
    number, who and words of each."""
    why, found = dict[str, str](), dict[int, str]()
    for n, who, said in rows:
        match said.split() if who == TABLE else ():
            case ["offered", seat, reason]:
                why[seat] = reason
            case ["back" | "taken", seat]:
                why.pop(seat, None)
            case ["leave", seat] if why.get(seat) == ABSENT:
                found[n] = seat
    return found


def announced(rows: Iterable[tuple[int, Seat, str]]) -> dict[int, str]:
    """By which word the table has announced turns, by the rows of those turns. rows: number, who
    and words of each."""
    said = ((n, words.split()[:1]) for n, seat, words in rows if seat == TABLE)
    return {n + 1: word[0] for n, word in said if word and word[0] in ANNOUNCING}


class Misplaced(Exception):
    """A row that could not stand where it does; the text says which and why, without a full
    stop."""

    def __init__(self, text: Text) -> None:
        super().__init__(text)
        self.text = text


class Course:
    """How far a log has come: its lobby, its game, its end. Rows are taken one by one.

    What players and nature say is judged by the rules; here every row must follow the one before,
    and what the table says must be possible there. A log may begin later than with row 1; then it
    begins in the game, and its lobby is not known."""

    def __init__(self, seats: int) -> None:
        self.seats, self.last = seats, 0
        self.sitting, self.begun, self.closed = 0, False, False
        self._lasting = 0  # the last row that cannot be taken back
        self._asker: Seat | None = None  # who has asked the others for something
        self._meanwhile = False  # the game may go on before that is answered
        self._open: set[str] = set()  # the seats that are offered

    def take(self, n: int, seat: Seat, line: str) -> None:
        """The next row. Raises Misplaced."""
        if not self.last:
            self.begun = n != 1
        elif n != self.last + 1:
            raise Misplaced(_missing(self.last, n))
        if why := self._why_not(seat, line.split()):
            said = repr(line if len(line) <= SHOWN else f"{line[:SHOWN]}…")
            raise Misplaced(Text("Row {n} is wrong: {line} {why}", n=n, line=said, why=why))
        self._do(n, seat, line.split())
        self.last = n

    def _why_not(self, seat: Seat, words: list[str]) -> Text:
        """Why this cannot be said here; nothing: it can."""
        if self.closed:
            return Text("comes after the game was closed")
        if seat != TABLE:
            return NOTHING if self.begun else Text("comes before the game was started")
        match words:
            case ["open"] | ["open", _]:
                return Text("opens a lobby that is open") if self.sitting or self.begun else NOTHING
            case ["join"] | ["join" | "computer", _] | ["quit"] | ["expire"]:
                return Text("belongs in a lobby") if self.begun or not self.sitting else NOTHING
            case ["start", *places]:
                return self._why_not_start(places)
            case ["undo", n] if re.fullmatch("[0-9]{1,9}", n):
                return (
                    Text("takes back what cannot be") if int(n) < self._lasting else self._early()
                )
            case ["leave", _] | ["cancel"]:
                return self._early()
            case [str(word), str(place)] if word in ANNOUNCING:
                return self._why_not_announced(place)
            case [word, *more] if word in _NOTED:
                return self._why_not_noted(word, more)
        return Text("is no word of the table")

    def _why_not_announced(self, place: str) -> Text:
        if place not in {str(i) for i in range(self.seats)}:
            return Text("names a seat that is not there")
        return NOTHING if self.begun else Text("comes before the game was started")

    def _why_not_noted(self, word: str, more: list[str]) -> Text:
        """Of what is only talked about, and of an end that all agree on."""
        if not self.begun:
            return Text("comes before the game was started")
        if word in (*_ANSWERS, *BY_CONSENT) and self._asker is None:
            return Text("answers what nobody has asked")
        if word in ("taken", "back") and not self._open & set(more):
            return Text("is about a seat that is not offered")
        return NOTHING if _NOTED[word](more, self._seats()) else Text("is no word of the table")

    def _seats(self) -> tuple[str, ...]:
        return tuple(map(str, range(self.seats)))

    def _early(self) -> Text:
        return NOTHING if self.begun or self.sitting else Text("comes before the lobby")

    def _why_not_start(self, places: list[str]) -> Text:
        if self.begun or not self.sitting:
            return Text("starts what is no lobby")
        order, more = places[: self.seats], places[self.seats :]
        if self.sitting != self.seats or sorted(order) != [str(i) for i in range(self.seats)]:
            return Text("does not seat the {n} who are there", n=self.seats)
        return NOTHING if more in ([], ["again"]) else Text("says more than who sits where")

    def _do(self, n: int, seat: Seat, words: list[str]) -> None:
        if seat == NATURE or words[0] in ("start", "leave"):
            self._lasting = n
        if seat == TABLE:
            self.sitting += {"open": 1, "join": 1, "computer": 1, "quit": -1}.get(words[0], 0)
            self.begun = self.begun or words[0] == "start"
            self.closed = words[0] in CLOSING
        self._note(seat, words)

    def _note(self, seat: Seat, words: list[str]) -> None:
        """What is talked about from now on; a turn answers what was asked, unless that was whether
        the game stays rated."""
        match words if seat == TABLE else ():
            case ["ask", what, asker]:
                self._asker, self._meanwhile = int(asker), what == RATED
            case ["agree" | "here" | "nudge" | "hint", _]:
                pass
            case ["offered", offered, *_]:
                self._open.add(offered)
            case ["taken" | "back", offered]:
                self._open.discard(offered)
            case ["decline" | "withdraw" | "leave", _]:
                self._asker = None
            case _ if not self._meanwhile:
                self._asker = None


def _missing(last: int, n: int) -> Text:
    return Text(
        "Row {missing} is missing: after row {last} comes row {n}", missing=last + 1, last=last, n=n
    )


def _one_seat(more: list[str], seats: tuple[str, ...]) -> bool:
    return len(more) == 1 and more[0] in seats


def _nothing(more: list[str], _: tuple[str, ...]) -> bool:
    return not more


def _asking(more: list[str], seats: tuple[str, ...]) -> bool:
    return len(more) == 2 and more[0] in ASKED and more[1] in seats


def _offering(more: list[str], seats: tuple[str, ...]) -> bool:
    return len(more) == 2 and more[0] in seats and more[1] in WHY_OFFERED


_ANSWERS = ("agree", "decline", "withdraw")
# What is talked about, and an end by consent: each with what must follow the word.
_NOTED: Mapping[str, Callable[[list[str], tuple[str, ...]], bool]] = {
    **dict.fromkeys(_ANSWERS, _one_seat),
    **dict.fromkeys(BY_CONSENT, _nothing),
    **dict.fromkeys((HERE, HINT, "taken", "back", "nudge"), _one_seat),
    "ask": _asking,
    "offered": _offering,
}
