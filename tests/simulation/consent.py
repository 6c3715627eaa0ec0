"""Checks each person's row in the log against the seats at that time, by the log only: they may say
it, and it has everybody's yes if it needs that.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from rules.game import NOBODY, TABLE
from tests.simulation.facts import PLAYING, Facts, Stand, Word
from tests.simulation.plan import HOUR
from tests.simulation.results import Replays, commits
from tests.simulation.strangers import ID

HOST = "moderator"
# Words of the table with the seat of their speaker.
OWN = ("ask", "accept", "decline", "withdraw", "here", "back", "leave", "nudge", "hint", "resume")
OWN_OFFERS = ("request", "leaving")
AGAIN = 6 * HOUR  # after which somebody may offer their own seat once more
# After these a question is still open: they change no position.
ASIDE = ("offer", "back", "here", "nudge", "hint", "resume", "accept", "moderator")

PAUSED = "select 1 from timers where game = ? and kind = 'paused' and payload = 'players'"


@dataclass(slots=True)
class Question:
    """A request of one player to all the others."""

    what: str
    seat: int
    yes: set[int] = field(default_factory=set)


@dataclass(slots=True)
class Room:
    """Facts about a table by its log."""

    question: Question | None = None
    offered: dict[int, str] = field(default_factory=dict)  # seats, and why
    left: set[int] = field(default_factory=set)
    began: tuple[int, ...] = ()
    played: set[int] = field(default_factory=set)  # seats, by their own turns or by the clock
    sat: set[tuple[int, int]] = field(default_factory=set)  # everybody who has ever sat somewhere
    told: dict[int, float] = field(default_factory=dict)  # their last offers of their own seat
    wished: set[tuple[int, str, int]] = field(default_factory=set)  # who, for what, in which turn


class Consent:
    """Judges every row of a person. speakers: who said the row of a key."""

    def __init__(self, facts: Facts, replays: Replays, speakers: Mapping[str, int]) -> None:
        self._facts, self._fault = facts, facts.fault
        self._replays, self._speakers = replays, speakers
        self._rooms: dict[int, Room] = {}
        self.granted = set[tuple[int, int]]()  # rows that grant more time by agreement

    def watch(self, before: Stand | None, now: Stand, added: tuple[Word, ...]) -> None:
        room = self._rooms.setdefault(now.id, Room())
        for commit in commits(added):
            self._commit(room, before or now, now, commit)
        if now.status == PLAYING:
            room.began = room.began or now.users
            room.sat |= {(user, seat) for seat, user in enumerate(now.users)}

    def _commit(self, room: Room, before: Stand, now: Stand, commit: tuple[Word, ...]) -> None:
        first, where = commit[0], f"game {now.id}, row {commit[0].n}, {commit[0].text}"
        who = self._speakers.get(first.key or "")
        words = first.text.split() if first.seat == TABLE else ["turn", str(first.seat)]
        if who is not None and not self._may(who, words, room, before, now):
            self._fault("consent", f"{where}: said by {who}, at the table are {before.users}")
        if who is None and words[0] in ("ask", "accept", "decline", "withdraw"):
            self._fault("consent", f"{where}: said by nobody")
        self._asked(room, before, now, commit, words)
        self._offered(room, before, commit)
        if words[0] == "ask" and words[2] != HOST:
            self._wished(room, before, first.n, words[1], int(words[2]))
        for last, word in zip((None, *commit), commit, strict=False):
            self._note(room, word)
            announcing = f"timeout {word.seat}", f"premove {word.seat}"
            announced = last is not None and last.text in announcing
            if word.seat >= 0 and (word.key is not None or announced):
                room.played.add(word.seat)

    def _may(self, who: int, words: list[str], room: Room, before: Stand, now: Stand) -> bool:
        match words:
            case ["turn", seat]:
                return before.users[int(seat)] == who
            case ["moderator", *_] | ["ask", _, "moderator"]:
                return who == ID
            case ["offer", seat, why]:
                return why not in OWN_OFFERS or before.users[int(seat)] == who
            case [verb, *_, seat] if verb in OWN:
                return before.users[int(seat)] == who and int(seat) not in room.left
            case ["takeover", seat]:
                return self._may_take(who, int(seat), room, before, now)
            case ["undo", row]:
                return self._own_turn(who, int(row), before)
            case ["cancel"]:
                return who in before.users and not self._walks_out(who, room, before)
            case ["start", *_]:
                return who in before.users
            case ["join", _]:
                return who in now.users
        return who in (*before.users, *now.users)

    def _may_take(self, who: int, seat: int, room: Room, before: Stand, now: Stand) -> bool:
        """A player who has never sat on another seat sits down; or gives it to a computer."""
        if now.users[seat] < 0:
            return who in before.users and seat in room.offered
        elsewhere = any(user == who and sat != seat for user, sat in room.sat)
        return now.users[seat] == who and not elsewhere and seat in room.offered

    def _walks_out(self, who: int, room: Room, before: Stand) -> bool:
        """Somebody ends a game for others who might win it."""
        there = {seat for seat, user in enumerate(before.users) if seat not in room.left}
        others = any(before.users[seat] > 0 and before.users[seat] != who for seat in there)
        return before.status == PLAYING and others and there <= room.played

    def _offered(self, room: Room, before: Stand, commit: tuple[Word, ...]) -> None:
        """Nobody offers their own seat twice within some hours."""
        for word in commit:
            match word.text.split() if word.seat == TABLE else ():
                case ["offer", seat, why] if why in OWN_OFFERS and word.key in self._speakers:
                    user = before.users[int(seat)]
                    if word.at < room.told.get(user, 0.0) + AGAIN:
                        self._fault("offers", f"game {word.game}, row {word.n}: offered again")
                    room.told[user] = word.at

    def _wished(self, room: Room, stand: Stand, row: int, what: str, seat: int) -> None:
        """Nobody asks for the same twice in a turn."""
        wish = stand.users[seat], what, self._replays[stand.id].after(row)[0]
        if wish in room.wished:
            self._fault("offers", f"game {stand.id}, row {row}: {what} is asked for again")
        room.wished.add(wish)

    def _own_turn(self, who: int, row: int, before: Stand) -> bool:
        """The first turn taken back belongs to the player who takes it back."""
        sql = "select seat from log where game = ? and n > ? and seat >= 0 order by n limit 1"
        rows = self._facts.ask(sql, before.id, row)
        return bool(rows) and before.users[rows[0][0]] == who

    # requests to all the others

    def _asked(
        self, room: Room, before: Stand, now: Stand, commit: tuple[Word, ...], words: list[str]
    ) -> None:
        """A deed that needs everybody's yes happens with the last yes, and never else."""
        done = {word.text.split()[0] for word in commit[1:] if word.seat == TABLE}
        question, where = room.question, f"game {now.id}, row {commit[0].n}, {commit[0].text}"
        company = min(room.began, default=0) > 0  # no computer sat there when it began
        may_be_rated = before.agreed.get("rated") != "no" and company
        if words[0] == HOST and "undo" in done and may_be_rated:
            self._fault("consent", f"{where}: a rated game is taken back, and nobody was asked")
        if words[0] != "accept":
            if {"draw", "end"} & {words[0], *done}:
                self._fault("consent", f"{where}: nobody was asked for the end")
            return
        seat = int(words[1])
        if question is None or seat not in asked(question, room, before):
            self._fault("consent", f"{where}: that seat was not asked")
            return
        question.yes.add(seat)
        missing = asked(question, room, before) - question.yes
        self._done(question, where, now, done, not missing)
        if not missing:
            room.question = None
            if question.what == "time":
                self.granted.add((now.id, commit[0].n))

    def _done(
        self, question: Question, where: str, now: Stand, done: set[str], complete: bool
    ) -> None:
        what = question.what.partition("-")[0]
        does = {
            "undo": "undo" in done,
            "end": bool(done & {"draw", "end"}) and now.status != PLAYING,
            "pause": bool(self._facts.ask(PAUSED, now.id)),
            HOST: HOST in done,
        }.get(what, complete)
        if does != complete:
            wrong = "done without everybody's yes" if does else "not done, though all agree"
            self._fault("consent", f"{where}: {question.what} is {wrong}")

    def _note(self, room: Room, word: Word) -> None:
        words = word.text.split() if word.seat == TABLE else ["turn"]
        match words:
            case ["ask", what, seat]:
                room.question = Question(what, NOBODY if seat == HOST else int(seat))
            case ["offer", seat, why]:
                room.offered[int(seat)] = why
            case ["back" | "takeover" | "leave", seat]:
                room.offered.pop(int(seat), None)
            case ["decline" | "withdraw", _]:
                room.question = None
        if words[0] == "leave":
            room.left.add(int(words[1]))
        if words[0] not in (*ASIDE, "ask"):
            room.question = None


def asked(question: Question, room: Room, stand: Stand) -> set[int]:
    """The others of the human players who are still there and whose seats aren't offered."""
    there = {seat for seat, user in enumerate(stand.users) if user > 0} - room.left
    offered = {seat for seat, why in room.offered.items() if why not in ("request", HOST)}
    return there - offered - {question.seat}
