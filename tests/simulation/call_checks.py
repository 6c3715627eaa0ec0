"""How people are called: once for a turn, seldom reminded, never at night, and only to move.

turn, call    the mention, by the board's post or at the end of their night
dm            the same in a direct message, if they want it
next          a word to the player who follows them, if wanted
remind        half of the time is over, or most of it
nudge:SEAT    somebody waits
fell:SEAT     somebody's standing order was not played
ask, asks     somebody asks the others for something
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping
from math import inf

from storage import TABLE
from tests.bot.transport import Posted
from tests.simulation.calendars import Calendars
from tests.simulation.facts import Call, Facts, Stand, Word
from tests.simulation.people import Person
from tests.simulation.plan import DAY, HOUR
from tests.simulation.witness import Meaning, reader

MENTIONS, LETTER = ("turn", "call"), "dm"
SILENT = ("next", "fell")  # which make no sound, and aren't always for the player to move
OFFERS = ("ask", "asks")
REMINDERS = ("remind", "nudge")
MOST = 3  # reminders and nudges for a turn
OFTEN = 2  # take-backs of a turn, after which nobody needs another call for it
UNANSWERED = 6  # messages about a game to somebody for whom the clock plays
THERE = ("here", "takeover", "back", "accept", "decline", "withdraw", "nudge", "ask")
RACE = 2.0  # seconds in which a post may be under way while something changes
GAP = 6 * HOUR  # between a reminder and whatever called somebody before
ENOUGH = 62  # minutes after which everything that waited has been tried again
CALM = 130  # and the hour after an outage is over, in which nobody is reminded


class CallChecks:
    """Judges every message that calls somebody."""

    def __init__(
        self,
        facts: Facts,
        calendars: Calendars,
        people: Mapping[int, Person],
        muted: Mapping[tuple[int, int], float],
    ) -> None:
        self._facts, self._fault, self._calm = facts, facts.fault, facts.calm
        self._calendars, self._people, self._muted = calendars, people, muted
        self._sent = defaultdict[tuple[int, int], Counter[str]](Counter)  # by the turn
        self._asked = Counter[tuple[int, int, int]]()  # by game, row of the log and user
        self._reminders = defaultdict[int, list[Posted]](list)  # by game
        self._called = defaultdict[int, list[float]](list)  # when somebody was called
        self._answers = defaultdict[tuple[int, str], list[int]](list)  # by game and seat
        self._loud = defaultdict[tuple[int, int], list[int]](list)  # by game and user, their rows
        self._missed = defaultdict[tuple[int, str], list[int]](list)  # timeouts by game and seat
        self._base: dict[tuple[int, int], int] = {}  # the row whose position a row has
        self._retaken = defaultdict[int, list[int]](list)  # where each take-back has led to
        self._since = Counter[int]()  # turns by game since the last one
        self._quiet = set[tuple[int, int]]()  # calls of turns that were taken back often
        self._kept = list[tuple[Call, Posted]]()  # reminders, and the turns that they are about

    def posted(self, post: Posted, meaning: Meaning) -> None:
        kind = meaning.kind.partition(":")[0]
        if kind in OFFERS:
            self._offered(post, meaning)
        if kind not in (*MENTIONS, LETTER, *SILENT, *REMINDERS):
            return
        call = self._facts.called(meaning.game, meaning.n)
        if call is None:
            machines = min(self._facts.games[meaning.game].users) < 0
            if not (machines and kind in SILENT):  # it may come while a computer thinks
                self._fault("whose turn", f"{kind} in game {meaning.game}, row {meaning.n}")
            return
        letter = reader(post)
        for user in post.pings if letter is None else (letter,):
            self._once(kind, user, call, post)
            if kind not in SILENT:
                self._loud[call.game, user].append(meaning.n)
                self._called[user].append(post.at)

    def _offered(self, post: Posted, meaning: Meaning) -> None:
        """Somebody is asked once for each thing."""
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
        way = "here" if reader(post) is None else "letter"
        self._sent[call.game, call.n][kind if kind in REMINDERS else f"{kind} {way}"] += 1
        if kind not in SILENT and self._ignored(call, inf) > UNANSWERED:
            self._fault("mentions", f"who does not answer is called again: {where}")
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
        self._kept.append((call, post))

    def _ignored(self, call: Call, until: float) -> int:
        """How often the clock's player was called about a game since they answered last; 0 where no
        turn of theirs was played by the clock since. until: the row from which on nobody has
        answered yet: that of the turn when it began, none when a call in it is repeated."""
        answers = self._answers[call.game, str(call.seat)]
        since = max((n for n in answers if n < until), default=0)
        if not any(since < n < until for n in self._missed[call.game, str(call.seat)]):
            return 0
        return sum(since <= n < until for n in self._loud[call.game, call.user])

    def watch(self, before: Stand | None, now: Stand, added: tuple[Word, ...]) -> None:
        """Note the people who are there: by a turn of their own, or by a word to the table."""
        last = ""
        for word in added:
            words = word.text.split()
            if word.seat == TABLE and words[0] in THERE:
                self._answers[word.game, words[-1]].append(word.n)
            elif word.seat == TABLE and words[0] == "timeout":
                self._missed[word.game, words[-1]].append(word.n)
            elif word.seat >= 0 and (word.key is not None or last == f"premove {word.seat}"):
                self._answers[word.game, str(word.seat)].append(word.n)
            self._moved(word, said=word.key is not None or last.endswith(f" {word.seat}"))
            last = word.text
        retaken, call = self._retaken[now.id], self._facts.open.get(now.id)
        often = retaken.count(retaken[-1]) >= OFTEN if retaken else False
        if call is not None and often and self._since[now.id] <= 1:
            self._quiet.add((now.id, call.n))

    def _moved(self, word: Word, *, said: bool) -> None:
        """Note the row after a take-back, and the number of turns since."""
        game, verb = word.game, word.text.split()[0]
        base = word.n if word.seat != TABLE or verb in ("start", "leave") else 0
        if word.seat == TABLE and verb == "undo":
            base = self._base[game, int(word.text.split()[1])]
            self._retaken[game].append(base)
            self._since[game] = 0
        self._since[game] += word.seat >= 0 and said
        self._base[game, word.n] = base or self._base.get((game, word.n - 1), 0)

    def _night(self, user: int, game: int, at: float) -> bool:
        """Also a moment ago: it was evening when the message was made."""
        return all(self._asleep(user, game, t) for t in (at, at - RACE))

    def _asleep(self, user: int, game: int, at: float) -> bool:
        options = self._facts.games[game].agreed
        return self._calendars.night(user, at) or self._calendars.vacation(user, options, at)

    # when it is over

    def sums_up(self, now: float, there: Collection[int]) -> None:
        """The checks that are possible only at the end. there: the messages not deleted."""
        for call in self._facts.calls:
            self._mentioned(call, call.ended or now)
        for call, post in self._kept:
            over = call.ended
            if over is not None and post.id in there and self._calm(over, now) > HOUR:
                self._fault("reminders", f"there after its turn: {post.text[:60]}")
        for posts in self._reminders.values():
            for post in posts[:-1]:
                if post.id in there and self._calm(posts[-1].at, now) > HOUR:
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
        if not wanted and (call.game, call.n) in self._quiet:
            return
        ignored = self._ignored(call, call.n)
        outages = sum(over <= end for _, over in self._facts.credited)  # each is said to people
        if not wanted and ignored and ignored + outages >= UNANSWERED:
            return
        if not wanted and self._reachable(call, call.begun, end, ENOUGH):
            self._fault("mentions", f"{here} mentions and {letters} letters {where}")
        reminded = sum(sent[each] for each in REMINDERS)
        if not reminded and who.pings != "none" and self._to_remind(call, end):
            self._fault("reminders", f"none in {(end - call.begun) / DAY:.1f} days {where}")

    def _to_remind(self, call: Call, end: float) -> bool:
        """A day is over at a table without a clock, so a reminder is possible: nobody had called
        them for hours, in whichever game. People who want all news at once have heard."""
        who, options = self._people[call.user], self._facts.games[call.game].agreed
        if options["pace"] != "none" or who.reminders == "off" or "bundle" in who.likes:
            return False
        called = call.begun
        while self._asleep(call.user, call.game, called):
            called += 60
        over = called + DAY  # and outages of the bot count for nothing
        for a, b in sorted(self._facts.credited):
            if called < b and a < over:
                over += b - max(a, called)
        return self._reachable(call, over, end, CALM, alone=True)

    def _reachable(
        self, call: Call, begin: float, end: float, enough: int, *, alone: bool = False
    ) -> bool:
        """Somebody was awake, all in order, for n minutes. alone: and nobody had called them for
        hours."""
        minutes, at = 0, begin
        while at < end and minutes < enough:
            busy = alone and any(then <= at < then + GAP for then in self._called[call.user])
            asleep = busy or self._asleep(call.user, call.game, at)
            minutes = 0 if asleep or self._calm(at - 30, at + 30) < 60 else minutes + 1
            at += 60
        return minutes >= enough
