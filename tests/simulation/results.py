"""Who has won, worked out from the log: what the store keeps of it, and what the result says.

the rules' scores at the last position ──> places: who has left is last, equals share
log row "draw" ──> nobody has won, and all who are there share the first place
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from rules.game import TABLE
from tests.simulation.facts import PLAYING, Facts, Stand, Word
from tests.simulation.meaning import Meaning
from tests.simulation.replays import Replay, Replays
from tests.simulation.witness import Posted

VERDICT = re.compile(r"is over: (?!a draw)(.+?)(?: wins| draw)\.")
OVER = "over"

Row = tuple[int, int, bool, int]  # seat, points, won, place


class Results:
    """Judges the end of each game. fault: told what is wrong."""

    def __init__(self, facts: Facts, replays: Replays, fault: Callable[[str, str], None]) -> None:
        self._facts, self._replays, self._fault = facts, replays, fault

    def watch(self, before: Stand | None, now: Stand, added: tuple[Word, ...]) -> None:
        """A game has changed."""
        if now.id not in self._replays:
            return
        replay = self._replays[now.id]
        if now.status == PLAYING and replay.over:
            self._fault("winners", f"game {now.id} goes on, though it is over by the rules")
        if now.status == OVER and (before is None or before.status != OVER):
            drawn = _drawn(added)
            if not (replay.over or drawn):
                self._fault("winners", f"game {now.id} is over, though by the rules it goes on")
            self._compare(now, expected(replay, drawn))

    def _compare(self, now: Stand, right: tuple[Row, ...]) -> None:
        sql = "select seat, points, won, place from results where game = ? order by seat"
        found = tuple((s, p, bool(w), place) for s, p, w, place in self._facts.ask(sql, now.id))
        if found != right:
            self._fault("winners", f"game {now.id}: {found}, not {right}")

    def posted(self, post: Posted, meaning: Meaning) -> None:
        """A result is told: it names who has the first place."""
        if meaning.kind != "result" or meaning.game not in self._replays:
            return
        words = self._replays[meaning.game].words.values()
        right = expected(self._replays[meaning.game], _drawn(words))
        sql = "select name from seats where game = ? order by seat"
        names = [str(name) for (name,) in self._facts.ask(sql, meaning.game)]
        first = {names[seat] for seat, _, _, place in right if place == 1}
        said = VERDICT.search(post.text)
        told = set(re.findall(r"\w+", said[1])) & set(names) if said else set()
        if told != first:
            self._fault("winners", f"game {meaning.game}: told are {told}, not {first}")


def expected(replay: Replay, drawn: bool) -> tuple[Row, ...]:
    """What the store has to keep of each seat."""
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
