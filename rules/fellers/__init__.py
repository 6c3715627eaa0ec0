"""Fast Flowing Forest Fellers, by Friedemann Friese (2008): race lumberjacks down the river.

A turn is a card, the steps of its lumberjack, and what the currents carry. Its grammar, one word
a step:

    gm4     a card: grass man, up to four     j      the beaver: any of yours, up to three
    gw      the lumberjack that the card is for
    d1      from the shore onto a start space se     one space
    .       enough steps                      :gw :e12  what floats next, a lumberjack or a log

    COURSE ──> DEAL ──> PLAY ──> [PICK] ──> MOVE ──> FLOAT ──> DRAW ──> PLAY of the next seat
    (only a random one)                      └── home with the last one: OVER ──┘
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property

from rules.fellers import computer, position, rules
from rules.fellers.position import ABSENT, FIGURES, SHORE, Phase, Position
from rules.fellers.river import FIRST, LONGEST, Segment, course_of, pairs
from rules.fellers.rules import Float
from rules.game import (
    NATURE,
    NOBODY,
    Event,
    Frame,
    GameRules,
    Option,
    Played,
    Remark,
    Seat,
    Setup,
    Step,
    converges,
    foreseen,
)
from rules.text import Listed, Plural, Text

# The lumberjacks of each seat, by the number of seats: three each for two or three players, two
# each for more. The third one is of another thing, which makes no difference (our ruling).
TEAMS = {
    2: (("gm", "gw", "kw"), ("ym", "yw", "wm")),
    3: (("gm", "gw", "kw"), ("ym", "yw", "wm"), ("rm", "rw", "bm")),
    4: (("gm", "gw"), ("ym", "yw"), ("rm", "rw"), ("bm", "bw")),
    5: (("gm", "gw"), ("ym", "yw"), ("rm", "rw"), ("bm", "bw"), ("kw", "wm")),
}


class Fellers(GameRules[Position]):
    """The rules; see rules.game.GameRules."""

    key, title, letter, sign = "fellers", "Forest Fellers", "F", "🪓"
    fewest, most = 2, 5
    hidden_information = True
    why_not, unattended_step = staticmethod(rules.why_not), staticmethod(rules.unattended_step)
    view, world = staticmethod(position.view), staticmethod(position.world)
    worth, reasons = staticmethod(computer.turns_ahead), staticmethod(computer.reasons)
    liking = staticmethod(computer.liking)
    final = Text("you draw a card right after your turn")
    curve = (2, Text("steps to go"))
    lead = 4.5
    level_ratings = 820, 1160, 1500, 1820, 2100  # docs/computers.md, Levels
    tie_breaks = (Text("won the race"), Text("fewer steps to go"))

    def __init__(self, segments: Mapping[str, Segment]) -> None:  # by letter
        self.segments = segments
        named = {
            f"{a.letter}+{b.letter}": Listed((a.name, b.name), "unit")
            for a, b in pairs(segments.values())
        }
        meaning: dict[str, Text] = {
            FIRST: Text("{names}; recommended for a first race", names=named.pop(FIRST)),
            "random": Text("two segments at random"),
        }
        about = Text(
            "Up to {n} river segments, in order from the start (such as {course}), or random",
            n=LONGEST,
            course=FIRST,
        )
        self.options = (Option("course", about, FIRST, meaning=meaning | named),)

    def playouts(self, s: Position) -> computer.Playouts | None:
        """None before there is a course."""
        return computer.Playouts(computer.tables(s.course)) if s.course else None

    def unit(self, n: int) -> Text:
        return Plural("{n} lumberjack home", "{n} lumberjacks home", n=n)

    def opening(self, setup: Setup) -> Position:
        """Everyone on the shore, and every deck whole (Forest Fellers rules, Preparation)."""
        wanted = setup.options.get("course", FIRST)
        teams = TEAMS[setup.seats]
        whose = {code: seat for seat, team in enumerate(teams) for code in team}
        owners = tuple(whose.get(code, NOBODY) for code in FIGURES)
        nothing: tuple[tuple[str, ...], ...] = ((),) * setup.seats
        s = Position(
            course=None,
            phase=Phase.COURSE,
            mover=0,
            owners=owners,
            figures=tuple(ABSENT if owner == NOBODY else SHORE for owner in owners),
            logs=(),
            hands=nothing,
            decks=tuple(map(position.pack, teams)),
            discards=nothing,
            left=(False,) * setup.seats,
        )
        if wanted.casefold() == "random":
            return s
        return rules.set_out(s, course_of(self.segments, wanted))

    def actor(self, s: Position) -> Seat:
        match s.phase:  # the most frequent first
            case Phase.MOVE | Phase.FLOAT | Phase.PLAY | Phase.PICK:
                return s.mover
        return NOBODY if s.phase is Phase.OVER else NATURE

    def candidates(self, s: Position) -> Iterable[Step]:
        if s.course is None:
            return self._courses
        return rules.draws(s) if self.actor(s) == NATURE else rules.words(s.course)

    def legal(self, s: Position) -> list[Step]:
        return [*self._courses] if s.phase is Phase.COURSE else rules.legal(s)

    def apply(self, s: Position, step: Step) -> tuple[Position, list[Event]]:
        if isinstance(step, rules.Choose):
            course = course_of(self.segments, step.segments)
            chosen = Event("chooses", NATURE, tuple(course.title.split("+")))
            return rules.set_out(s, course), [chosen]
        return rules.apply(s, step)

    def scores(self, s: Position) -> tuple[tuple[int, ...], ...]:
        """Lumberjacks home, then the win (Forest Fellers rules, Game End), then steps to go, for a
        race that was counted out. Nothing for a seat that has left."""
        return tuple(
            () if left else (s.homecomers(seat), int(seat == s.winner), -s.to_go(seat))
            for seat, left in enumerate(s.left)
        )

    def idea(self, steps: Sequence[Step]) -> Sequence[Step]:
        """Floats and their order make no other idea, unless the turn is nothing else."""
        return [step for step in steps if not isinstance(step, Float)] or steps

    def moment(self, frame: Frame[Position]) -> Remark:
        """The turn that brought its player's own lumberjacks furthest."""
        n = self.gain(frame)
        return n, Plural("best turn: {n} step closer", "best turn: {n} steps closer", n=n)

    def figures(self, games: Sequence[Played]) -> Iterator[Text]:
        """Shoves made and received, without own lumberjacks and logs."""
        given = received = 0
        for each in games:
            owners = each.frames[-1].after.owners if each.frames else ()
            for event in each.events("shoves"):
                if (jack := event.at[0]) in FIGURES:
                    victim = owners[FIGURES.index(jack)]
                    given += event.seat == each.seat != victim
                    received += event.seat != each.seat == victim
        yield Plural("made {n} shove", "made {n} shoves", n=given)
        yield Plural("was shoved {n} time", "was shoved {n} times", n=received)

    def forced_step(self, s: Position) -> Step | None:
        """The only step, or the first float where every order of floats ends in one position (our
        ruling, 12). A card, a lumberjack or a step closes off all others."""
        if s.phase is Phase.MOVE and next(rules.ways(s), None) is not None:
            return None  # stopping is possible too
        options = self.legal(s)
        if len(options) == 1 or (s.phase is Phase.FLOAT and converges(self, s)):
            return options[0]
        return foreseen(self, s) if s.phase is Phase.FLOAT else None

    @cached_property
    def _courses(self) -> tuple[Step, ...]:
        found = pairs(self.segments.values())
        return tuple(rules.Choose(f"{one.letter}+{two.letter}") for one, two in found)
