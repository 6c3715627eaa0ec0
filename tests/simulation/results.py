"""Every game replayed by the rules from its log only: the winner must be that of the store and of
the posted result.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

from rules import GAMES
from rules.errors import Illegal, Unread
from rules.game import NOBODY, TABLE, Leave, Setup
from rules.play import perform
from tests.bot.transport import Posted
from tests.simulation.facts import PLAYING, Facts, Stand, Word
from tests.simulation.witness import Meaning


class Replay:
    def __init__(self, stand: Stand) -> None:
        self.game = GAMES[stand.kind].game
        self.words: dict[int, Word] = {}
        self.state: Any = self.game.new(Setup(len(stand.users), stand.agreed))
        self._known = [(0, 0, self.state)]  # by row the turns until then, and the position

    @property
    def over(self) -> bool:
        """By the rules nobody has anything to say any more."""
        return self.game.actor(self.state) == NOBODY

    def after(self, row: int) -> tuple[int, Any]:
        """The number of the turn at a row, and the position. Redoing an undone turn keeps its
        number."""
        return next((turns, state) for n, turns, state in reversed(self._known) if n <= row)

    def follow(self, word: Word) -> None:
        """One row more. Raises Unread, Illegal, or ValueError where it is not this seat's turn."""
        state, turns = self.state, self._known[-1][1] + (word.seat >= 0)
        self.words[word.n] = word
        if word.seat != TABLE:
            if (actor := self.game.actor(state)) != word.seat:
                raise ValueError(f"it is the turn of {actor}, not of {word.seat}")
            state, _ = perform(self.game, state, word.text)
        match word.text.split() if word.seat == TABLE else ():
            case ["undo", row]:
                turns, state = self.after(int(row))
            case ["leave", seat]:
                state, _ = self.game.apply(state, Leave(int(seat)))
        self.state = state
        self._known.append((word.n, turns, state))


class Replays(dict[int, Replay]):
    def __init__(self, facts: Facts) -> None:
        super().__init__()
        self._fault = facts.fault

    def watch(self, before: Stand | None, now: Stand, added: tuple[Word, ...]) -> None:
        for word in added:
            if word.seat == TABLE and word.text.startswith("start "):
                self[now.id] = Replay(now)
            elif now.id in self:
                try:
                    self[now.id].follow(word)
                except (Unread, Illegal, ValueError) as refused:
                    self._fault("log", f"game {now.id}, row {word.n}, {word.text}: {refused}")


def commits(added: Iterable[Word]) -> Iterator[tuple[Word, ...]]:
    """Rows as they were written together: the first of each has the key of the wish."""
    rows = list[Word]()
    for word in added:
        if word.key is not None and rows:
            yield tuple(rows)
            rows = []
        rows.append(word)
    if rows:
        yield tuple(rows)


VERDICT = re.compile(r"is over: (?!a draw)(.+?)(?: wins| draw)\.")

Row = tuple[int, int, bool, int]  # seat, points, won, place


class Results:
    def __init__(self, facts: Facts, replays: Replays) -> None:
        self._facts, self._fault, self._replays = facts, facts.fault, replays

    def watch(self, before: Stand | None, now: Stand, added: tuple[Word, ...]) -> None:
        if now.id not in self._replays:
            return
        replay = self._replays[now.id]
        if now.status == PLAYING and replay.over:
            self._fault("winners", f"game {now.id} goes on, though it is over by the rules")
        if now.status == "over" and (before is None or before.status != "over"):
            drawn = _drawn(added)
            if not (replay.over or drawn):
                self._fault("winners", f"game {now.id} is over, though by the rules it goes on")
            sql = "select seat, points, won, place from results where game = ? order by seat"
            found = tuple((s, p, bool(w), at) for s, p, w, at in self._facts.ask(sql, now.id))
            if found != (right := expected(replay, drawn)):
                self._fault("winners", f"game {now.id}: {found}, not {right}")

    def posted(self, post: Posted, meaning: Meaning) -> None:
        """A posted result names the players in first place."""
        if meaning.kind != "result" or meaning.game not in self._replays:
            return
        words = self._replays[meaning.game].words.values()
        right = expected(self._replays[meaning.game], _drawn(words))
        sql = "select name from seats where game = ? order by seat"
        names = [name for (name,) in self._facts.ask(sql, meaning.game)]
        first = {names[seat] for seat, _, _, place in right if place == 1}
        said = VERDICT.search(post.text)
        told = set(re.findall(r"\w+", said[1])) & set(names) if said else set()
        if told != first:
            self._fault("winners", f"game {meaning.game}: told are {told}, not {first}")


def expected(replay: Replay, drawn: bool) -> tuple[Row, ...]:
    """The results that the store must have for each seat."""
    scores = [tuple(score) for score in replay.game.scores(replay.state)]
    best = [seat for seat, score in enumerate(scores) if score == max(scores)]
    there = sum(map(bool, scores))
    return tuple(
        (
            seat,
            score[0] if score else 0,
            not drawn and best == [seat],
            (1 if score else 1 + there) if drawn else 1 + sum(map(score.__lt__, scores)),
        )
        for seat, score in enumerate(scores)
    )


def _drawn(words: Iterable[Word]) -> bool:
    return any(word.seat == TABLE and word.text == "draw" for word in words)
