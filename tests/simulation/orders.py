"""The fate of every premove, worked out from the orders' table as it was seen, the log
and the rules.

given ──> the turn that it waits for ── met, and legal then ──> played in that very commit
                                    ├── met, and not legal  ──> fell: impossible
                                    └── another turn        ──> fell: otherwise
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from rules import GAMES
from rules.drafting import draft
from rules.errors import Refused
from rules.game import TABLE
from rules.play import perform
from tests.simulation.facts import PLAYING, Facts, Stand, Word
from tests.simulation.replays import Replay, Replays, commits

PLAYED, OTHERWISE, IMPOSSIBLE = "", "otherwise", "impossible"


@dataclass(frozen=True, slots=True)
class Order:
    """A row of the table."""

    id: int
    game: int
    seat: int
    condition: str
    mark: str
    line: str
    fell: str


class Orders:
    """Judges every order. fault: told what is wrong."""

    def __init__(self, facts: Facts, replays: Replays, fault: Callable[[str, str], None]) -> None:
        self._facts, self._replays, self._fault = facts, replays, fault
        self._known: dict[int, Order] = {}
        self.given = self.played = self.fallen = 0

    def look(self) -> None:
        """The database has changed, and all that has changed in its games was judged."""
        now = self._table()
        self.given += len(now.keys() - self._known.keys())
        for id_, order in self._known.items():
            if id_ not in now and not self._replaced(order, now) and not order.fell:
                self._fault("orders", f"{order} is there no more")
            elif id_ in now and now[id_].fell != order.fell:
                self._fault("orders", f"{order} fell, though no turn was made: {now[id_].fell}")
        self._known = now

    def _table(self) -> dict[int, Order]:
        sql = "select id, game, seat, condition, mark, line, fell from orders"
        return {order.id: order for order in (Order(*row) for row in self._facts.ask(sql))}  # type: ignore[arg-type]

    def _replaced(self, order: Order, now: dict[int, Order]) -> bool:
        """By one with the same condition."""
        said = order.game, order.seat, order.condition
        return any((each.game, each.seat, each.condition) == said for each in now.values())

    def watch(self, before: Stand | None, now: Stand, added: tuple[Word, ...]) -> None:
        """A game has changed."""
        if before is None or before.status != PLAYING:
            return
        there = {id_: each for id_, each in self._table().items() if each.game == now.id}
        mine = {id_: each for id_, each in self._known.items() if each.game == now.id}
        for commit in commits(added):
            self._commit(before, now, commit, mine, there)
        self._known = {i: each for i, each in self._known.items() if each.game != now.id} | there

    def _commit(
        self,
        before: Stand,
        now: Stand,
        commit: tuple[Word, ...],
        known: dict[int, Order],
        there: dict[int, Order],
    ) -> None:
        standing = [order for order in known.values() if not order.fell]
        spoken = {word.seat for word in commit}
        moved = any(_moves(word) for word in commit)
        right = self._fates(standing, commit) if moved else {}
        for word in commit:
            if word.seat == TABLE and word.text.startswith("premove "):
                seat = int(word.text.split()[1])
                if not any(o.seat == seat and right.get(o.id) == PLAYED for o in standing):
                    self._fault("orders", f"game {now.id}, row {word.n}: played, and not ordered")
        left = now.status != PLAYING or before.users != now.users or _left(commit)
        for order in standing:
            fate = right.get(order.id)
            self._compare(order, fate, there, gone=left or order.seat in spoken)

    def _compare(
        self, order: Order, fate: str | None, there: dict[int, Order], *, gone: bool
    ) -> None:
        """With what the table says. gone: it need not be there any more."""
        found = there.get(order.id)
        self.played += fate == PLAYED
        self.fallen += bool(fate)
        if found is None and (fate == PLAYED or gone):
            return
        if fate is None and found is not None and not found.fell:
            return
        if found is None or fate is None or found.fell != fate or fate == PLAYED:
            self._fault("orders", f"{order}: {found and found.fell!r}, not {fate!r}")

    def _fates(self, standing: list[Order], commit: tuple[Word, ...]) -> dict[int, str]:
        """What has to become of each."""
        fates = {order.id: OTHERWISE for order in standing}
        said = _said(commit)
        replay = self._replays[commit[0].game]
        if said is None or not standing:
            return fates
        before, after = replay.after(said.n - 1), replay.after(said.n)
        seat = replay.game.actor(after)
        mine = [order for order in standing if order.seat == seat]
        for order in sorted(mine, key=lambda o: (not o.mark, -len(o.condition.split()))):
            if not meets(replay.game, before, after, said.text, order.condition):
                continue
            fates[order.id] = IMPOSSIBLE
            if (line := _whole(replay, after, order.line)) is not None:
                self._followed(commit, said, order, line)
                return fates | {each.id: PLAYED for each in mine}
        return fates

    def _followed(self, commit: tuple[Word, ...], said: Word, order: Order, line: str) -> None:
        """The order's turn has to stand right behind the one that it answers."""
        rows = [word for word in commit if word.n > said.n][:2]
        right = [(TABLE, f"premove {order.seat}"), (order.seat, line)]
        if [(word.seat, word.text) for word in rows] != right:
            self._fault("orders", f"{order} was due at row {said.n}, and {rows} was played")


def meets(game: Any, before: Any, after: Any, said: str, condition: str) -> bool:
    """A turn begins with the words of the condition, or leads to where they lead."""
    words = condition.split()
    if said.split()[: len(words)] == words:
        return True
    with suppress(Refused):
        return bool(perform(game, before, condition)[0] == after)
    return False


def _whole(replay: Replay, state: Any, line: str) -> str | None:
    """What an order plays at a position; None: no whole legal turn."""
    kind = next(kind for kind in GAMES.values() if kind.game is replay.game)
    with suppress(Refused):
        turn = draft(kind, state, "", kept=line.split(), typed=False)
        return turn.line if turn.complete else None
    return None


def _said(commit: tuple[Word, ...]) -> Word | None:
    """The turn that somebody has made, or the clock for them, also where a host has skipped it:
    nothing else is waited for."""
    rows = [word for word in commit if word.text.split()[0] not in ("accept", "moderator")]
    if not rows:
        return None
    first, *more = rows
    if first.seat >= 0:
        return first
    absent = first.seat == TABLE and first.text.startswith("timeout ")
    return next(iter(more), None) if absent else None


def _moves(word: Word) -> bool:
    """The position is another one after it, or the table is asked anew."""
    verb = word.text.split()[0]
    return word.seat != TABLE or verb in ("undo", "leave", "timeout", "draw", "end", "cancel")


def _left(commit: tuple[Word, ...]) -> bool:
    return any(
        word.text.split()[0] in ("leave", "takeover") for word in commit if word.seat == TABLE
    )
