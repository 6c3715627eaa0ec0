"""How people are called: once for a turn, seldom reminded, never at night, and only who is on turn.

turn, call    the mention, by the board's post or at the end of their night
dm            the same in a direct message, for who wants it
next          a word to who comes after them, who wants it
remind        half of the time is over, or most of it
nudge:SEAT    somebody waits
fell:SEAT     what somebody had ordered was not played
ask, asks     somebody asks the others for something
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping
from math import inf

from tests.simulation.almanac import Almanac
from tests.simulation.annals import Annals, Call
from tests.simulation.meaning import Meaning
from tests.simulation.people import Person
from tests.simulation.plan import DAY, HOUR
from tests.simulation.witness import Posted

MENTIONS, LETTER = ("turn", "call"), "dm"
SILENT = ("next", "fell")  # which make no sound, and are not always for who is on turn
OFFERS = ("ask", "asks")
REMINDERS = ("remind", "nudge")
MOST = 3  # reminders and nudges for a turn
RACE = 2.0  # seconds in which a post may be under way while something changes
GAP = 6 * HOUR  # between a reminder and whatever called somebody before
ENOUGH = 62  # minutes after which everything that waited has been tried again
CALM = 130  # and the hour after an outage is over, in which nobody is reminded

Told = Callable[[str, str], None]


class Manners:
    """Judges every message that calls somebody. calm: the longest time without an outage between
    two moments; fault: told what is wrong."""

    def __init__(
        self,
        annals: Annals,
        almanac: Almanac,
        people: Mapping[int, Person],
        muted: Mapping[tuple[int, int], float],
        calm: Callable[[float, float], float],
        fault: Told,
    ) -> None:
        self._annals, self._almanac, self._people = annals, almanac, people
        self._muted = muted
        self._calm, self._fault = calm, fault
        self._sent = defaultdict[tuple[int, int], Counter[str]](Counter)  # by the turn
        self._asked = Counter[tuple[int, int, int]]()  # by game, row of the log and user
        self._reminders = defaultdict[int, list[Posted]](list)  # by game
        self._called = defaultdict[int, list[float]](list)  # when somebody was called

    def posted(self, post: Posted, meaning: Meaning) -> None:
        """A message of one of these kinds."""
        kind = meaning.kind.partition(":")[0]
        if kind in OFFERS:
            self._offered(post, meaning)
        if kind not in (*MENTIONS, LETTER, *SILENT, *REMINDERS):
            return
        call = self._annals.called(meaning.game, meaning.n)
        if call is None:
            self._fault("whose turn", f"{kind} in game {meaning.game}, row {meaning.n}")
            return
        for user in self._users(post):
            self._once(kind, user, call, post)
            if kind not in SILENT:
                self._called[user].append(post.at)

    def _users(self, post: Posted) -> tuple[int, ...]:
        """Whom a message calls."""
        return post.pings if post.letter is None else (post.letter,)

    def _offered(self, post: Posted, meaning: Meaning) -> None:
        """Somebody is asked for something, once for each thing."""
        row = int(meaning.kind.split(":")[1])
        for user in post.pings:
            where = f"{meaning.kind} of {user} in game {meaning.game}"
            self._asked[meaning.game, row, user] += 1
            if self._asked[meaning.game, row, user] > 1:
                self._fault("offers", where)
            if self._night(user, meaning.game, post.at):
                self._fault("quiet hours", where)

    def _once(self, kind: str, user: int, call: Call, post: Posted) -> None:
        where = f"{kind} of {user} in game {call.game}, row {call.n}"
        if kind not in SILENT and user != call.user:
            self._fault("whose turn", f"{where}; on turn is {call.user}")
        if call.ended is not None and call.ended < post.at - RACE:
            self._fault("late", f"{where}, {post.at - call.ended:.0f} s after the turn")
        if self._night(user, call.game, post.at):
            self._fault("quiet hours", where)
        silent = self._muted.get((user, call.game), inf) < post.at - RACE
        if silent or self._people[user].pings == "none":
            self._fault("unwanted", where)
        way = "letter" if post.letter is not None else "here"
        self._sent[call.game, call.n][kind if kind in REMINDERS else f"{kind} {way}"] += 1
        if kind in REMINDERS:
            self._reminded(kind, user, where, call, post)

    def _reminded(self, kind: str, user: int, where: str, call: Call, post: Posted) -> None:
        sent = self._sent[call.game, call.n]
        if sum(sent[each] for each in REMINDERS) > MOST:
            self._fault("reminders", f"more than {MOST}: {where}")
        if kind == "remind":
            if self._people[user].reminders == "off":
                self._fault("unwanted", where)
            if post.at < max(self._called[user], default=0.0) + GAP - RACE:
                self._fault("reminders", f"soon after another message: {where}")
            self._reminders[call.game].append(post)

    def _night(self, user: int, game: int, at: float) -> bool:
        """Also a moment ago: it was evening when the message was made."""
        return all(self._asleep(user, game, t) for t in (at, at - RACE))

    def _asleep(self, user: int, game: int, at: float) -> bool:
        options = self._annals.games[game].agreed
        return self._almanac.night(user, at) or self._almanac.vacation(user, options, at)

    # when it is over

    def sums_up(self, now: float) -> None:
        """What can be told only at the end."""
        for call in self._annals.calls:
            self._mentioned(call, call.ended or now)
        for posts in self._reminders.values():
            for post in posts[:-1]:
                if post.gone is None and self._calm(posts[-1].at, now) > HOUR:
                    self._fault("reminders", f"two at once: {post.text[:60]}")

    def _mentioned(self, call: Call, end: float) -> None:
        sent, who = self._sent[call.game, call.n], self._people[call.user]
        here = sum(sent[f"{kind} here"] for kind in MENTIONS)
        letters = sent[f"{LETTER} letter"]
        where = f"in game {call.game}, row {call.n}"
        if here > 1 or letters > 1:
            self._fault("mentions", f"{here} mentions and {letters} letters {where}")
        wanted = {"here": here, "dm": letters, "both": min(here, letters)}.get(who.pings, 1)
        if call.deserted or self._muted.get((call.user, call.game), inf) < end:
            return
        if not wanted and self._reachable(call, call.begun, end, ENOUGH):
            self._fault("mentions", f"{here} mentions and {letters} letters {where}")
        reminded = sum(sent[each] for each in REMINDERS)
        if not reminded and who.pings != "none" and self._to_remind(call, end):
            self._fault("reminders", f"none in {(end - call.begun) / DAY:.1f} days {where}")

    def _to_remind(self, call: Call, end: float) -> bool:
        """A day is over at a table without a clock, and then they could be reminded: nobody had
        called them for hours, in whichever game. Who wants to hear of all at once has heard."""
        who, options = self._people[call.user], self._annals.games[call.game].agreed
        if options["pace"] != "none" or who.reminders == "off" or "bundle" in who.likes:
            return False
        return self._reachable(call, call.begun + DAY, end, CALM, alone=True)

    def _reachable(
        self, call: Call, begin: float, end: float, enough: int, *, alone: bool = False
    ) -> bool:
        """Somebody was awake, and everything was in order, for so many minutes. alone: and nobody
        had called them for hours."""
        minutes, at = 0, begin
        while at < end and minutes < enough:
            busy = alone and any(then <= at < then + GAP for then in self._called[call.user])
            asleep = busy or self._asleep(call.user, call.game, at)
            minutes = 0 if asleep or self._calm(at - 30, at + 30) < 60 else minutes + 1
            at += 60
        return minutes >= enough
