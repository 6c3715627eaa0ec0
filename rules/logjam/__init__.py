"""Logjam: race your loggers through a maze of logs and off the open edge.

A turn is a roll and then one word; nature rolls. Its grammar:

    b3-c5   run from b3 to c5      b12-off  run off the open edge     .  nothing
    b3xb4   capture (rolled 1)     b3>b4    push that log (rolled 2)
    c6+e    shift that log a square (rolled 3); its lowest square names it
    @a1     send a logger back there; B@a1 where several colours go back

    set-up: b4-d4 lays a log from b4 to d4, @a1 stands a logger on a1

position.py: the board, the words, and where loggers and logs can go. building.py: options, set-up.
rules.py: the legal steps, why others aren't, and what a step does. english.py: sentences on a
position; story.py: stories. input.py: English phrases, and the meaning of a phrase in any language;
german.py and others: their phrases. computer.py: the worth of a position, and whole games played
fast. odds.py: the chances of a game for two, roll by roll.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from rules.game import NATURE, NOBODY, Frame, Game, Played, Remark, Seat, Setup, Step
from rules.logjam import computer, rules
from rules.logjam.building import OPTIONS, terms
from rules.logjam.odds import KNOWN, Dice
from rules.logjam.position import DIE, ROLLS, Phase, Place, Position, seats_from, words
from rules.text import Joined, Plural, Tenths, Text


class Logjam(Game[Position]):
    """The rules; see rules.game.Game."""

    key, title, letter, sign = "logjam", "Logjam", "J", "🪵"
    fewest, most = 2, 6
    options = OPTIONS
    chance_waits = True
    curve = (2, Text("steps to go"))
    lead = 12.0
    level_ratings = 1170, 1320, 1500, 1660, 1850  # docs/computers.md, Levels
    tie_breaks = (
        Text("the player who made the last move comes first, then the others clockwise"),
        Text("fewer steps to go"),
    )
    legal, why_not = staticmethod(rules.legal), staticmethod(rules.why_not)
    apply = staticmethod(rules.apply)
    worth, reasons = staticmethod(computer.worth), staticmethod(computer.reasons)
    offhand, liking = staticmethod(computer.offhand), staticmethod(computer.liking)

    def dice(self, s: Position) -> Dice | None:
        """None unless it is a game for two of the default size, which the net knows."""
        size = s.terms.columns, s.terms.rows, s.terms.each
        return Dice(s) if size == KNOWN and len(seats_from(s, 0)) == 2 and _played(s) else None

    def playouts(self, s: Position) -> computer.Playouts | None:
        """None in the set-up."""
        return computer.Playouts(s) if _played(s) else None

    def unit(self, n: int) -> Text:
        return Plural("{n} logger home", "{n} loggers home", n=n)

    def opening(self, setup: Setup) -> Position:
        """An empty river, everything still to be built, and the die to say who begins."""
        agreed, none = terms(setup.options), (0,) * setup.seats
        return Position(
            terms=agreed,
            phase=Phase.ROLLOFF,
            mover=0,
            first=0,
            roll=0,
            rolls=none,
            unused=agreed.lengths,
            logs=(),
            loggers=((),) * setup.seats,
            hand=(agreed.each,) * setup.seats,
            home=none,
            left=(False,) * setup.seats,
            winner=NOBODY,
            round=1,
        )

    def actor(self, s: Position) -> Seat:
        match s.phase:
            case Phase.OVER:
                return NOBODY
            case Phase.ROLLOFF | Phase.ROLL:
                return NATURE
            case Phase.LOGS | Phase.LOGGERS if s.terms.quick:
                return NATURE
        return s.mover

    def candidates(self, s: Position) -> Iterable[Step]:
        match s.phase:
            case Phase.ROLLOFF | Phase.ROLL:
                return ROLLS
            case Phase.LOGS | Phase.LOGGERS:
                return words(s.terms.grid).building
        return words(s.terms.grid).playing

    def forced(self, s: Position) -> Step | None:
        """The only legal step. Any of two can be avoided: each ends the turn or leaves the other
        squares to choose from."""
        options = self.legal(s)
        return options[0] if len(options) == 1 else None

    def scores(self, s: Position) -> tuple[tuple[int, ...], ...]:
        """Loggers home, then the win, since two sets may be completed at once, then rows to go, for
        a game that was counted out (our ruling). Nothing for a seat that has left."""
        return tuple(
            () if gone else (s.home[seat], int(s.winner == seat), -_rows_to_go(s, seat))
            for seat, gone in enumerate(s.left)
        )

    def catch(self, before: Position, after: Position, seat: Seat) -> int:
        """Loggers that come home count before captured or crushed ones."""
        home = after.home[seat] - before.home[seat]
        return home * before.terms.each * len(before.home) + computer.sent_back(before, after, seat)

    def idea(self, steps: Sequence[Step]) -> Sequence[Step]:
        """The squares of loggers sent back make no other idea, unless the turn is nothing else."""
        return [step for step in steps if not isinstance(step, Place)] or steps

    def moment(self, frame: Frame[Position]) -> Remark:
        """The roll that brought its player's own loggers furthest."""
        n, roll = self.gained(frame), frame.before.roll
        return n, Plural(
            "best roll: a {roll}, {n} step closer",
            "best roll: a {roll}, {n} steps closer",
            n,
            roll=roll,
        )

    def figures(self, games: Sequence[Played]) -> Iterator[Text]:
        """Rolls, compared with the expected average of the die."""
        if rolls := [event.n for each in games for event in each.mine("rolls")]:
            mean, expected = sum(rolls) / len(rolls), sum(DIE) / len(DIE)
            yield Plural(
                "{n} roll, {mean} on average (expected: {expected})",
                "{n} rolls, {mean} on average (expected: {expected})",
                n=len(rolls),
                mean=Tenths(mean),
                expected=Tenths(expected),
            )
            times = (Text("{face}: {times}", face=x, times=rolls.count(x)) for x in DIE)
            yield Joined(", ", times)


def _played(s: Position) -> bool:
    """True once the set-up is done, until the game is over."""
    return s.phase in (Phase.ROLL, Phase.MOVE, Phase.RETURN)


def _rows_to_go(s: Position, seat: Seat) -> int:
    """Rows that all loggers of a seat still need, as if nothing were in the way."""
    rows, columns = s.terms.rows, s.terms.columns
    return rows * s.hand[seat] + sum(rows - cell // columns for cell in s.loggers[seat])
