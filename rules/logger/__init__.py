"""Logger, by Erik Dresner (2008): fell the forest while hippies protest.

A turn is walk, growth, action. Its grammar, one word a step:

    c3      walk to c3 (your own square: stay); at the start, stand on that corner
    c4>c5   the mature tree on c4 seeds c5
    +b2     plant a seedling        xd4  chop d4, falling away from you
    !d4     put a protester on d4   .    enough protesters

    CORNER ──> WALK ──> SEED ──> ACT ──> next seat, or OVER at the end of a round
                 └─growth─┘       └> MORE (after the first protester) ─┘
"""

from collections.abc import Iterable, Iterator, Sequence

from rules.game import NOBODY, Frame, GameRules, Played, Remark, Seat, Setup, Step
from rules.logger import computer, rules
from rules.logger.rules import BOARD, EMPTY, GONE, SEEDLING, UNPLACED, Phase, Position
from rules.text import Plural, Tenths, Text


class Logger(GameRules[Position]):
    """The rules; see rules.game.GameRules."""

    key, title, letter, sign = "logger", "Logger", "L", "🌲"
    fewest, most = 2, 4
    lead = 1.0  # worth is in logarithms of the odds
    level_ratings = 860, 1140, 1500, 1840, 2170  # docs/computers.md, Levels
    tie_breaks = (Text("more protesters in hand"),)
    draws = (2,)  # a shared draw is known to the rules (2011 sheet, End Game)
    legal, forced_step = staticmethod(rules.legal), staticmethod(rules.forced_step)
    unattended_step = staticmethod(rules.unattended_step)
    why_not, apply = staticmethod(rules.why_not), staticmethod(rules.apply)
    worth, appeal = staticmethod(computer.worth), staticmethod(computer.appeal)
    liking = staticmethod(computer.liking)
    whole, reasons = staticmethod(computer.whole), staticmethod(computer.reasons)

    def opening(self, setup: Setup) -> Position:
        """One seedling in the middle (pyramid rules sheet, Set-up); two protesters each for
        two players, one each for more."""
        trees = tuple(SEEDLING if name == "c3" else EMPTY for name in BOARD.names)
        none, hand = (0,) * setup.seats, 2 if setup.seats == 2 else 1
        return Position(
            Phase.CORNER, 0, trees, (UNPLACED,) * setup.seats, none, (hand,) * setup.seats
        )

    def actor(self, s: Position) -> Seat:
        return NOBODY if s.phase is Phase.OVER else s.mover

    def candidates(self, s: Position) -> Iterable[Step]:
        return rules.WORDS

    def scores(self, s: Position) -> tuple[tuple[int, ...], ...]:
        """Points, then protesters in hand (2011 sheet, End Game); nothing for a seat given up."""
        there = zip(s.loggers, s.points, s.supply, strict=True)
        return tuple([() if cell == GONE else (points, hand) for cell, points, hand in there])

    def machine(self, s: Position) -> computer.Machine | None:
        return computer.Machine() if len(s.loggers) == 2 else None

    def moment(self, frame: Frame[Position]) -> Remark:
        """The longest felled row of trees."""
        n = max((event.n for event in frame.events if event.verb == "chops"), default=0)
        return n, Plural("longest row: {n} tree", "longest row: {n} trees", n=n)

    def figures(self, games: Sequence[Played]) -> Iterator[Text]:
        """Points a chop, the longest row, and whether the first move helps."""
        if rows := [event.n for each in games for event in each.mine("chops")]:
            yield Text("{n} points per chop", n=Tenths(sum(rows) / len(rows)))
            yield Plural("longest row of {n} tree", "longest row of {n} trees", n=max(rows))
        first = [each.won for each in games if each.seat == 0]
        later = [each.won for each in games if each.seat != 0]
        yield Text(
            "won {won} of {games} games going first, and {others} of {rest} otherwise",
            won=sum(first),
            games=len(first),
            others=sum(later),
            rest=len(later),
        )
