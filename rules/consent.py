"""The rows that a log needs before an agreed end, a late undo, or the end of a player's seat.

    ask end 0 ── accept 1, accept 2 ── draw      all other players agreed, computers are not asked
    ask undo 0 ── accept 1 … ── undo 5           the same, if another player has moved since
    moderator undo ── undo 5                     a moderator's undo
    offer 1 leaving ── leave 1                   needed with more than two players
    takeover 1                                   needs a line `former` in the head

Rows say which seats are computers: a player who joined is a person until a row hands the seat over.
A name in the head only decides where rows leave that open, since `quit` does not name its seat.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from rules.game import TABLE, Seat
from rules.history import BY_CONSENT, MODERATOR, Word
from rules.record import Entry, Record, speaker_name
from rules.text import NOTHING, Code, Listed, Name, Text
from rules.voice import Argument

COMPUTER = re.compile(r".* \(computer, [^()]*\)")  # a computer's name in a record


def disagreeing(record: Record, forced: Callable[[int], bool]) -> Iterator[Text]:
    """The rows without the needed consent, and hand-overs missing in the head or in the rows.

    forced: whether the turn of a row had no alternative."""
    table = _Consent(record, forced, set(range(len(record.names))))
    for entry in record.entries:
        if why := table.take(entry):
            yield why
    rows = {(entry.n, entry.word) for entry in record.entries}
    taken = {(n, said) for n, said in rows if said.verb == "takeover"}
    told = {(each.until, Word("takeover", each.seat)) for each in record.former}
    for n, said in sorted(taken - told):
        yield Text(
            "Row {n}, {line}, hands over a seat, but the record doesn't say who had it.",
            n=n,
            line=Code(str(said)),
        )
    for n, said in sorted(told - taken):
        yield Text(
            "The record says that seat {seat} changed hands before row {n}, but nobody took "
            "it over at that point.",
            seat=speaker_name(said.seat),
            n=n,
        )


@dataclass
class _Consent:
    """A record, read row by row."""

    record: Record
    forced: Callable[[int], bool]
    here: set[Seat]  # seats that were not given up
    away: set[Seat] = field(default_factory=set)  # seats on offer whose players are away
    asked: tuple[str, Seat] | None = None  # the open request and its seat
    agreed: set[Seat] = field(default_factory=set)  # seats that accepted the request
    agreeing: bool = False  # the last row was an `accept`
    moderated: bool = False  # the last row announced a moderator's undo
    lobbies: set[tuple[bool, ...]] = field(default_factory=lambda: {()})  # possible computers
    seated: set[tuple[bool, ...]] = field(default_factory=set)  # the same by seat, from the start
    handed: dict[Seat, int] = field(default_factory=dict)  # the row of a seat's first takeover
    said: list[Entry] = field(default_factory=list)  # all turns
    kept: list[Entry] = field(default_factory=list)  # turns that count

    def take(self, entry: Entry) -> Text:
        """Take the next row, and return what it lacks."""
        if entry.seat != TABLE:
            self.said.append(entry)
            self.kept.append(entry)
            self._close()
            return NOTHING
        said = entry.word
        why = self._why_not(entry, said)
        self._note(entry.n, said)
        self.agreeing = said.verb == "accept"
        self.moderated = said == Word(MODERATOR, what="undo")
        return why

    def _close(self) -> None:
        """Close an open request, as a turn does."""
        self.asked = None
        self.agreeing = self.moderated = False

    def _why_not(self, entry: Entry, said: Word) -> Text:
        match said:
            case Word(verb) if verb in BY_CONSENT:
                return self._unless_agreed(entry, "end")
            case Word("undo", row=row) if not (self.moderated or self._alone(row, entry.n)):
                return self._unless_agreed(entry, "undo")
            # With two players, a departure ends the game.
            case Word("leave", seat) if len(self.here) > 2 and seat not in self.away:
                return Text(
                    "Row {n}: seat {seat} was given up without being offered to others first.",
                    n=entry.n,
                    seat=speaker_name(seat),
                )
        return NOTHING

    def _alone(self, row: int, n: int) -> bool:
        """Whether an undo at row n needs no consent: since its first turn, only computers moved, or
        turns had no alternative."""
        first = next((turn for turn in self.kept if turn.n > row), None)
        if first is None:
            return True
        since = [turn for turn in self.said if turn.n > first.n]
        alone = self.here - self._computers(n) <= {first.seat}
        return all(
            self.forced(turn.n)
            or turn.seat in self._computers(turn.n)
            or (alone and turn.seat == first.seat)
            for turn in since
        )

    def _unless_agreed(self, entry: Entry, what: str) -> Text:
        """Why this row lacks consent, or nothing. An undo begins with a turn of its asker."""
        said: dict[str, Argument] = {"n": entry.n, "line": Code(entry.line)}
        asked, asker = self.asked or ("", 0)
        first = next((turn.seat for turn in self.kept if turn.n > entry.word.row), asker)
        if asked != what or (what == "undo" and first != asker):
            return Text("Row {n}, {line}: nobody had asked for that.", **said)
        missing = self.here - self.away - self._computers(entry.n) - {asker} - self.agreed
        if missing:
            names = Listed([Name(self.record.names_at(entry.n)[seat]) for seat in sorted(missing)])
            return Text(
                "Row {n}, {line}: {names} hadn't agreed to the request.", **said, names=names
            )
        return NOTHING if self.agreeing else Text("Row {n}, {line}: nobody agreed to that.", **said)

    def _computers(self, n: int) -> set[Seat]:
        """The computers' seats at a row."""
        named, first = (
            {
                seat
                for seat, name in enumerate(self.record.names_at(row))
                if COMPUTER.fullmatch(name)
            }
            for row in (n, 0)
        )
        if not self.seated:  # the log begins after the lobby
            return named
        likely = tuple(seat in first for seat in range(len(self.record.names)))
        sat = likely if likely in self.seated else map(all, zip(*self.seated, strict=True))
        return {
            seat
            for seat, computer in enumerate(sat)
            if (seat in named if self.handed.get(seat, n + 1) <= n else computer)
        }

    def _note(self, n: int, said: Word) -> None:
        """Note requests, offers and departures, and which seats may be computers."""
        match said:
            case Word("open" | "join"):
                self.lobbies = {(*lobby, False) for lobby in self.lobbies}
            case Word("computer"):
                self.lobbies = {(*lobby, True) for lobby in self.lobbies}
            case Word("quit") if len(self.lobbies) < 1000:  # no true lobby could have been as many
                each = ((lobby, gone) for lobby in self.lobbies for gone in range(len(lobby)))
                self.lobbies = {lobby[:gone] + lobby[gone + 1 :] for lobby, gone in each}
            case Word("start", places=places):
                whole = (lobby for lobby in self.lobbies if len(lobby) == len(places))
                self.seated = {tuple(lobby[place] for place in places) for lobby in whole}
            case Word("ask", seat, what):
                self.asked, self.agreed = (what, seat), set()
            case Word("accept", seat):
                self.agreed.add(seat)
            case Word("offer", seat, why):  # otherwise the player plays until a takeover
                self.away |= {seat} if why not in ("request", MODERATOR) else set()
            case Word("back", seat):
                self.away.discard(seat)
            case Word("takeover", seat):
                self.away.discard(seat)
                self.asked = None
                self.handed.setdefault(seat, n)
            case Word("leave", seat):
                self.here.discard(seat)
                self.asked = None
            case Word("decline" | "withdraw"):
                self.asked = None
            case Word("undo", row=row):
                self.kept = [turn for turn in self.kept if turn.n <= row]
                self._close()
            case Word("timeout" | "premove"):
                self._close()
