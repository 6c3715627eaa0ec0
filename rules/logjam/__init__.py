"""Logjam: race your loggers through a maze of logs and off the open edge.

A turn is a roll and then one word; nature rolls. Its grammar:

    b3-c5   run from b3 to c5      b12-off  run off the open edge     .  nothing
    b3xb4   capture (rolled 1)     b3>b4    push that log (rolled 2)
    c6+e    shift that log a square (rolled 3); its lowest square names it
    @a1     send a logger back there; B@a1 where several colours go back

    set-up: b4-d4 lays a log from b4 to d4, @a1 stands a logger on a1

The sizes of board and logs are ours (docs/rulings.md, Logjam 1).
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from rules.errors import Unavailable
from rules.game import NATURE, NOBODY, Frame, GameRules, Option, Played, Remark, Seat, Setup, Step
from rules.logjam import computer, rules
from rules.logjam.odds import KNOWN, Dice
from rules.logjam.position import DIE, LENGTHS, ROLLS, Logs, Phase, Placement, Position, Terms
from rules.text import Code, Joined, Listed, Plural, Tenths, Text

_OPTIONS: tuple[Option, ...] = (
    Option(
        "loggers",
        Text("Loggers per player; more loggers make for a longer game"),
        "3",
        ("3", "4", "5"),
    ),
    Option(
        "setup",
        Text("Set-up: quick (logs and loggers placed at random) or classic (players place them)"),
        "quick",
        ("quick", "classic"),
        {
            "quick": Text("logs and loggers are placed at random"),
            "classic": Text("you place the logs and your loggers, one at a time"),
        },
    ),
    Option("board", Text("Board size, columns x rows: 6 to 12 columns, 8 to 16 rows"), "10x12"),
    Option("logs", Text("Log lengths, each 2 to 5 squares, up to 16 logs"), "222233334444"),
)


def _terms(options: Mapping[str, str]) -> Terms:
    """The agreed terms. Raises Unavailable with the possible values."""
    said = {option.name: options.get(option.name, option.default) for option in _OPTIONS}
    for option in _OPTIONS:
        if option.choices and said[option.name] not in option.choices:
            raise Unavailable.because(
                "For {option}, choose {values}.",
                option=option.name,
                values=Listed(option.choices, "or"),
            )
    # Six columns hold six colours and more than the longest log, and eight rows leave five for the
    # logs, so every size goes with every number of players.
    size = re.fullmatch(r"\s*([0-9]{1,2})\s*[x×]\s*([0-9]{1,2})\s*", said["board"].casefold())
    if not size or int(size[1]) not in range(6, 13) or int(size[2]) not in range(8, 17):
        raise Unavailable.because(
            "Give the board as columns x rows, such as {size}: 6 to 12 columns, 8 to 16 rows.",
            size=Code("10x12"),
        )
    digits = said["logs"].strip()
    if len(digits) not in range(1, 17) or not set(digits) <= set(map(str, LENGTHS)):
        raise Unavailable.because(
            "Give the logs as a list of lengths, such as {lengths}: 1 to 16 logs, each 2 to "
            "5 long.",
            lengths=Code("222233334444"),
        )
    lengths = tuple(sorted(map(int, digits)))
    quick = said["setup"] == "quick"
    return Terms(int(size[1]), int(size[2]), lengths, int(said["loggers"]), quick)


class Logjam(GameRules[Position]):
    """The rules; see rules.game.GameRules."""

    key, title, letter, sign = "logjam", "Logjam", "J", "🪵"
    fewest, most = 2, 6
    options = _OPTIONS
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
        return Dice(s) if size == KNOWN and len(s.seats_from(0)) == 2 and _played(s) else None

    def playouts(self, s: Position) -> computer.Playouts | None:
        """None in the set-up."""
        return computer.Playouts(s) if _played(s) else None

    def unit(self, n: int) -> Text:
        return Plural("{n} logger home", "{n} loggers home", n=n)

    def opening(self, setup: Setup) -> Position:
        """An empty river, everything still to be built, and the die to say who begins."""
        agreed, none = _terms(setup.options), (0,) * setup.seats
        return Position(
            terms=agreed,
            phase=Phase.ROLLOFF,
            mover=0,
            first=0,
            roll=0,
            rolls=none,
            unused=agreed.lengths,
            logs=Logs(),
            loggers=((),) * setup.seats,
            hand=(agreed.each,) * setup.seats,
            home=none,
            left=(False,) * setup.seats,
            winner=NOBODY,
            round=1,
        )

    def actor(self, s: Position) -> Seat:
        match s.phase:  # the most frequent first, here and elsewhere
            case Phase.MOVE | Phase.RETURN:
                return s.mover
            case Phase.ROLL | Phase.ROLLOFF:
                return NATURE
            case Phase.LOGS | Phase.LOGGERS:
                return NATURE if s.terms.quick else s.mover
        return NOBODY

    def candidates(self, s: Position) -> Iterable[Step]:
        match s.phase:
            case Phase.MOVE | Phase.RETURN:
                return s.words.playing
            case Phase.ROLL | Phase.ROLLOFF:
                return ROLLS
            case Phase.LOGS | Phase.LOGGERS:
                return s.words.building
        return s.words.playing

    def forced_step(self, s: Position) -> Step | None:
        """The only legal step. Any of two can be avoided, as each ends the turn or a choice."""
        if s.phase is Phase.MOVE and next(rules.runs(s), None) is not None:
            return None  # staying is possible too
        options = self.legal(s)
        return options[0] if len(options) == 1 else None

    def scores(self, s: Position) -> tuple[tuple[int, ...], ...]:
        """Loggers home, then the win, since two sets may be completed at once, then rows to go, for
        a game that was counted out (our ruling). Nothing for a seat that has left."""
        rows, columns = s.terms.rows, s.terms.columns

        def rows_to_go(seat: Seat) -> int:
            """Rows that all loggers of a seat still need, as if nothing were in the way."""
            return rows * s.hand[seat] + sum(rows - cell // columns for cell in s.loggers[seat])

        return tuple(
            () if gone else (s.home[seat], int(s.winner == seat), -rows_to_go(seat))
            for seat, gone in enumerate(s.left)
        )

    def catch(self, before: Position, after: Position, seat: Seat) -> int:
        """Loggers that come home count before captured or crushed ones."""
        home = after.home[seat] - before.home[seat]
        return home * before.terms.each * len(before.home) + computer.sent_back(before, after, seat)

    def idea(self, steps: Sequence[Step]) -> Sequence[Step]:
        """The squares of loggers sent back make no other idea, unless the turn is nothing else."""
        return [step for step in steps if not isinstance(step, Placement)] or steps

    def moment(self, frame: Frame[Position]) -> Remark:
        """The roll that brought its player's own loggers furthest."""
        n, roll = self.gain(frame), frame.before.roll
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
