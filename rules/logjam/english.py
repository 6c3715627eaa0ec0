"""The sentences of Logjam: legal words, positions and stories.

Ann rolled 2: pushed from b3 to b4 · moved log b4-d4 to b5-d5 · crushed Cy on d5.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from itertools import groupby
from typing import Self

from rules.deeds import Deed, Deeds, Phrase, Plan, Tense, Tenses, side_by_side
from rules.english import DECIDING, OURS, QUIET, TELLING, Brief, Choice, ChoiceGroup, English, Names
from rules.game import NATURE, Event, Seat, Step, Stop
from rules.input import Words
from rules.logjam import Logjam, input
from rules.logjam.position import (
    CAPTURE,
    OFF,
    PUSH,
    QUIET_ROWS,
    ROUNDS,
    SHIFT,
    Capture,
    Lay,
    Move,
    Phase,
    Placement,
    Position,
    Push,
    Run,
    Shift,
    Special,
)
from rules.squares import SPELT
from rules.text import NOTHING, Code, Joined, Listed, Plural, Strong, Text, lines, sentences

RULES = Logjam()
_SETTING_UP = (Phase.ROLLOFF, Phase.LOGS, Phase.LOGGERS)

DEEDS = {
    "lays": Tenses(Deed("laid a log on {log}"), Deed("lay a log on {log}")),
    "stands": Tenses(Deed("placed a logger on {square}"), Deed("place a logger on {square}")),
    "runs": Tenses(Deed("{start} to {end}"), Deed("move {start} to {end}")),
    "captures": Tenses(Deed("{start} to {end}"), Deed("move {start} to {end}")),
    "rests": Tenses(Deed("did nothing"), Deed("do nothing")),
    "pushes": Tenses(Deed("pushed from {start} to {end}"), Deed("push from {start} to {end}")),
    "slides": Tenses(Deed("moved log {log} to {end}"), Deed("move log {log} to {end}")),
    "drifts": Tenses(
        Deed("moved log {log} out of the game"), Deed("move log {log} out of the game")
    ),
    "exits": Tenses(Deed("home from {square}"), Deed("bring the logger on {square} home")),
    "leaves": Tenses(Deed("left the game"), Deed("leave the game")),
    "captured": Tenses(
        Deeds("captured {name}", "captured {n} of {name}'s loggers"),
        Deeds("capture {name}", "capture {n} of {name}'s loggers"),
    ),
    "carried": Tenses(
        Deed("carried {name} from {start} to {end}"),
        Deed("{name} is carried from {start} to {end}"),
        follows=True,
    ),
    "crushed": Tenses(
        Deed("crushed {name} on {square}"), Deed("{name} is crushed on {square}"), follows=True
    ),
    "returns": Tenses(Deed("{name} back to {squares}"), Deed("put {name} back on {squares}")),
    "wins": Tenses(Deed("all of {name}'s loggers are home"), follows=True),
    "ends": Tenses(Deed("the game is over"), follows=True),
    "rival exits": Tenses(
        Deed("{name} home from {square}"), Deed("{name} comes home from {square}"), follows=True
    ),
    "runs closer": Tenses(  # in a plan only
        Deeds("move {start} to {end}, {n} row closer", "move {start} to {end}, {n} rows closer")
    ),
}
# Briefs: the first move of a turn, and its effects on the mover, the reader and others.
MOVED = {
    "begins": Deed("{name} begins"),
    "lays": Deed("{name} laid a log on {start}-{end}"),
    "stands": Deed("{name} placed a logger on {square}"),
    "runs": Deed("{name} moved {start} to {end}"),
    "captures": Deed("{name} moved {start} to {end}"),
    "pushes": Deed("{name} pushed a log"),
    "shifts": Deed("{name} shifted a log"),
    "exits": Deed("{name} brought a logger home"),
    "rests": Deed("{name} did nothing"),
    "leaves": Deed("{name} left the game"),
}
_TO_SELF = {
    "carried": Deed("rode it to {end}"),
    "exits": Deeds("brought {n} logger home", "brought {n} loggers home"),
    "crushed": Deeds("crushed a logger of their own", "crushed {n} loggers of their own"),
}
_TO_READER = {
    "captured": Deeds("captured your logger", "captured {n} of your loggers"),
    "crushed": Deeds("crushed your logger on {square}", "crushed {n} of your loggers on {square}"),
    "carried": Deeds(
        "carried your logger from {start} to {end}",
        "carried {n} of your loggers from {start} to {end}",
    ),
    "exits": Deeds("brought your logger home", "brought {n} of your loggers home"),
}
_TO_OTHERS = {
    "captured": Deed("captured {name}"),
    "crushed": Deed("crushed {name} on {square}"),
    "carried": Deed("carried {name} to {end}"),
    "exits": Deed("brought {name} home"),
}


@dataclass(frozen=True)
class LogjamEnglish(English[Position]):
    """See rules.english.English. `_letters` are the seats' letters."""

    language: str = "en"
    languages = input.LANGUAGES
    _letters: tuple[str, ...] = input.SEATS

    squares = Text(
        "Columns are lettered from the left. Rows are numbered from row 1 at the back wall, "
        "where loggers start, to the open edge in the north."
    )

    def with_letters(self, letters: Sequence[str]) -> Self:
        return replace(self, _letters=tuple(letters))

    def spelt(self, word: str) -> str:
        seat, at, square = word.partition("@")
        return f"{self._letters[input.SEATS.index(seat)]}@{square}" if at and seat else word

    def parse(self, s: Position, text: str) -> tuple[Words, str]:
        return input.phrases(self.speech).parse(input.LetteredTable(s, self._letters), text)

    def offers(self, s: Position) -> tuple[ChoiceGroup, ...]:
        """The kinds of words that are due, each with its legal ways or the reason for none."""
        steps, letters = RULES.legal(s), self._letters
        match s.phase:
            case Phase.LOGS:
                return tuple(_lays(s, steps))
            case Phase.LOGGERS:
                return (ChoiceGroup(Text("Place a logger on"), tuple(_places(s, steps, s.mover))),)
            case Phase.MOVE:
                nothing = Choice(str(Stop()), Text("nothing"), Text("nothing moves"))
                do_nothing = ChoiceGroup(Text("Do"), (nothing,))
                return (*_runs(s, steps), *_special_group(s, steps, letters), do_nothing)
            case Phase.RETURN:
                found = list[ChoiceGroup]()
                for seat in s.going_back:
                    other = Text("Send back {letter} to", letter=letters[seat])
                    mine = Text("Send your own logger back to")
                    title = mine if seat == s.mover else other
                    found.append(ChoiceGroup(title, tuple(_places(s, steps, seat))))
                return tuple(found)
        return ()

    def story(self, events: Sequence[Event], names: Names) -> Text:
        """The story, without the next mover's roll (the call shows it) unless it is all."""
        told = events[:-1] if len(events) > 1 and events[-1].verb == "rolls" else events
        kinds = groupby(told, key=_setting)
        return lines(*(line for kind, group in kinds for line in _lines(kind, [*group], names)))

    def plan(self, events: Sequence[Event], names: Names) -> Plan:
        """`move d3 to d4, capture Cy, put Cy back on a1`. The player knows the roll already."""
        said = [event for event in events if event.verb != "rolls"]
        return Plan(_phrases(said, said[0].seat, names, Tense.AHEAD) if said else ())

    def brief(self, s: Position, events: Sequence[Event], names: Names, reader: Seat) -> Brief:
        """A turn in a few words, without a set-up by chance or a first player who has moved."""
        told = [e for e in events if e.seat != NATURE and e.verb in MOVED | _TO_OTHERS]
        told = [e for e in told if e.verb != "begins" or e.seat == s.mover]
        if not told or (told[0].verb == "stands" and len(told) > 1):
            return Brief(NOTHING)
        first = told[0]
        did = [MOVED[first.verb](first, name=names[first.seat])]
        for event in (e for e in told[1:] if e.verb in _TO_OTHERS):
            own, reads = event.seat == first.seat, event.seat == reader
            deed = (_TO_SELF if own else _TO_READER if reads else _TO_OTHERS)[event.verb]
            did.append(deed(event, name=names[event.seat]))
        weight = max(_weight(event, first.seat, reader) for event in told)
        return Brief(Joined(", ", did), weight)

    def phrase_step(self, s: Position, step: Step) -> Words:
        language, names = self.speech, s.names
        match step:
            case Lay(_, cells):
                return language.phrase_step("lay", start=names[cells[0]], end=names[cells[-1]])
            case Placement(_, to, int(seat)):
                letter = self._letters[seat].casefold()
                return language.phrase_step("place of", letter=letter, end=names[to])
            case Placement(_, to):
                kind = "place" if s.phase is Phase.RETURN else "stand"
                return language.phrase_step(kind, end=names[to])
            case Shift(_, at, side):
                return language.phrase_step("shift", start=names[at], side=language.side(side))
            case Run(_, start, to) if to == OFF:
                return language.phrase_step("run off", start=names[start])
            case Run(_, start, to) | Capture(_, start, to) | Push(_, start, to):
                kind = {"-": "run", "x": "capture", ">": "push"}[step.sign]
                return language.phrase_step(kind, start=names[start], end=names[to])
        return language.phrase_step("nothing")

    def manner(self, s: Position) -> Text:
        match s.phase:
            case Phase.LOGS:
                return Text("Name the log's two end squares, like {word}.", word=Code("b4-d4"))
            case Phase.LOGGERS | Phase.RETURN:
                return Text(
                    "Type it like {word}, or {other} if loggers of several colours go back.",
                    word=Code("@a1"),
                    other=Code(f"{self._letters[1]}@a1"),
                )
            case Phase.MOVE if moves := [x for x in RULES.legal(s) if isinstance(x, Move | Shift)]:
                first = {type(step): step for step in reversed(moves)}  # of each kind
                words = [
                    Text("{phrase} ({word})", phrase=Code(phrase), word=Code(str(step)))
                    for step in reversed(first.values())
                    for phrase in self.phrase_step(s, step)[:1]
                ]
                return Text(
                    "Type it like {words}, or {stop} to do nothing.",
                    words=Listed(words, "or"),
                    stop=Code("."),
                )
        return Text("Type {stop} to do nothing.", stop=Code("."))

    def call(self, s: Position) -> Text:
        match s.phase:
            case Phase.LOGS:
                return Text("Lay a log.")
            case Phase.LOGGERS:
                return Text("Place a logger on row 1.")
            case Phase.MOVE:
                return Text("You rolled {n}.", n=Strong(s.roll))
        return NOTHING

    def primer(self, s: Position) -> Text:
        if s.phase in _SETTING_UP:
            return Text(
                "To win, be the first to get all your loggers past the logs and off the far edge."
            )
        match s.roll:
            case 1:
                return Text("With a 1, run one square or capture a rival next to you.")
            case 2:
                return Text("With a 2, run up to two squares or push a log next to you.")
            case 3:
                return Text("With a 3, run up to three squares or shift any log by one.")
        return Text("Run one logger any number of squares up to your roll.")

    def choices(self, s: Position) -> Text:
        if s.phase is Phase.OVER:
            return Text("The game is over.")
        if RULES.actor(s) != s.mover:
            return Text("Next, the die is rolled.")
        steps = RULES.legal(s)
        match s.phase:
            case Phase.LOGS:
                return Text(
                    "You can lay a log of {lengths} squares, for example {word}. It can't go in "
                    "rows {rows}, and it can't touch another log, not even at a corner.",
                    lengths=Listed(
                        sorted({len(x.cells) for x in steps if isinstance(x, Lay)}), "or"
                    ),
                    word=Code(str(steps[0])),
                    rows=Listed((*range(1, QUIET_ROWS + 1), s.terms.rows)),
                )
            case Phase.LOGGERS:
                return Plural(
                    "You can place your last logger on {squares}.",
                    "You can place one of your {n} loggers on {squares}.",
                    s.hand[s.mover],
                    squares=_squares(s, steps),
                )
            case Phase.RETURN:
                return self._return_choices(s, steps)
        # A way has commas and an "or" of its own.
        nothing = Text("do nothing ({word})", word=Code("."))
        ways = [way for way in (_running(s, steps), _special(s, steps), nothing) if way]
        either = reduce(lambda some, way: Text("{ways}; or {way}", ways=some, way=way), ways)
        return Text("You can {ways}.", ways=either)

    def summary(self, s: Position) -> Text:
        absent = {
            CAPTURE: Text("You can't capture this turn."),
            PUSH: Text("You can't push this turn."),
            SHIFT: Text("You can't shift this turn."),
        }
        lacks = s.phase is Phase.MOVE and not _special(s, RULES.legal(s))
        return sentences(self.choices(s), absent.get(s.roll, NOTHING) if lacks else NOTHING)

    def standing(self, s: Position, names: Names) -> Text:
        if s.phase is Phase.LOGS:
            left = [
                Text("{n} of length {length}", n=s.unused.count(n), length=n)
                for n in sorted(set(s.unused))
            ]
            return Text("Logs left to lay: {logs}.", logs=Listed(left))
        told = list[Text]()
        for seat, name in enumerate(names):
            if s.left[seat]:
                told.append(Text("{name} left", name=name))
            elif s.phase is Phase.LOGGERS:
                told.append(Text("{name} {n}", name=name, n=s.hand[seat]))
            else:
                home = Text("{name} {n}/{all}", name=name, n=s.home[seat], all=s.terms.each)
                told.append(home)
        counts = Joined(" · ", told)
        if s.phase is Phase.LOGGERS:
            return Text("Loggers to place: {counts}.", counts=counts)
        return Text("Home: {counts}.", counts=counts)

    def chance(self, s: Position, names: Names) -> Text:
        if s.phase not in (Phase.MOVE, Phase.RETURN):
            return NOTHING
        return Text("{name} rolled {n}.", name=names[s.mover], n=s.roll)

    def news(self, s: Position, names: Names) -> Text:
        if s.phase is Phase.OVER:
            return NOTHING
        near = [
            name
            for name, home, gone in zip(names, s.home, s.left, strict=True)
            if home == s.terms.each - 1 and not gone
        ]
        lacking = Plural(
            "{names} needs one more logger home to win.",
            "{names} need one more logger home to win.",
            len(near),
            names=Listed(near),
        )
        late = Text(
            "Round {n} of {rounds}: after the last round, the player with the most loggers home "
            "wins.",
            n=s.round,
            rounds=ROUNDS,
        )
        last_ten = s.round > ROUNDS - 10
        return sentences(lacking if near else NOTHING, late if last_ten else NOTHING)

    def pieces(self, s: Position, names: Names) -> Text:
        camps = [
            Text("{name}: {camp}.", name=name, camp=_camp(s, seat))
            for seat, name in enumerate(names)
        ]
        logs = Listed([span(s, log) for log in s.logs], "unit") if s.logs else Text("none")
        return lines(
            Text(
                "The board has columns a to {column} and rows 1 to {rows}.",
                column=s.names[-1][0],
                rows=s.terms.rows,
            ),
            Text("Logs: {logs}.", logs=logs),
            *camps,
            self.chance(s, names),
        )

    def rows(self, s: Position, names: Names) -> Text:
        """`Row 5: log b5-d5, Ann e5 (2).`"""
        told = list[Text]()
        for row in range(s.terms.rows, 0, -1):
            cells = s.grid.cells[(row - 1) * s.terms.columns : row * s.terms.columns]
            # A log across the river is found on each of its squares.
            things = dict.fromkeys(filter(None, (_thing(s, names, cell) for cell in cells)))
            there = Listed(things, "unit") if things else Text("free")
            told.append(Text("Row {row}: {things}.", row=row, things=there))
        return lines(*told)

    def occupants(self, s: Position, names: Names) -> Mapping[str, Text]:
        told, whose = dict[str, Text](), s.owners
        for square, cell in s.grid.by_name.items():
            if (seat := whose.get(cell)) is None:  # `c4, log b4-d4`, `c3, free`
                told[square] = Joined(", ", (square, _thing(s, names, cell) or Text("free")))
                continue
            n = s.loggers[seat].count(cell)  # `c5, Ann (2)`
            there = Joined(" ", (names[seat], f"({n})" if n > 1 else ""))
            told[square] = Joined(", ", (square, there))
        return {**told, "off": Text("the open edge")}

    def _return_choices(self, s: Position, steps: Sequence[Step]) -> Text:
        """The loggers to send back, and their squares, which differ by colour."""
        seats, ways = s.going_back, list[Text]()
        for seat in seats:
            squares = _squares(s, steps, None if len(seats) == 1 else seat)
            mine = Plural(
                "{n} of your loggers to {squares}",
                "{n} of your loggers to {squares}",
                s.hand[seat],
                squares=squares,
            )
            theirs = Plural(
                "{n} of {letter}'s loggers to {squares}",
                "{n} of {letter}'s loggers to {squares}",
                s.hand[seat],
                letter=self._letters[seat],
                squares=squares,
            )
            ways.append(mine if seat == s.mover else theirs)
        return Text(
            "Send back {loggers} (for example {word}).",
            loggers=Joined("; ", ways),
            word=Code(self.spelt(str(steps[0]))),
        )


def _squares(s: Position, steps: Sequence[Step], seat: Seat | None = None) -> Text:
    """Where this seat's logger may be placed; None means any seat's."""
    places = [step for step in steps if isinstance(step, Placement)]
    own = [s.names[step.to] for step in places if seat in (None, step.seat)]
    return Listed(own, "or")


def _running(s: Position, steps: Sequence[Step]) -> Text:
    """`run a logger up to 2 squares, or off the open edge from b12`."""
    runs = [step for step in steps if isinstance(step, Run)]
    home = [s.names[step.start] for step in runs if step.to == OFF]
    edge = Listed(home, "or")
    if not runs:
        return NOTHING
    if len(runs) == len(home):
        return Text("run the logger on {squares} off the open edge", squares=edge)
    if not home:
        return Plural("run a logger up to {n} square", "run a logger up to {n} squares", s.roll)
    return Plural(
        "run a logger up to {n} square, or off the open edge from {squares}",
        "run a logger up to {n} squares, or off the open edge from {squares}",
        s.roll,
        squares=edge,
    )


def _special(s: Position, steps: Sequence[Step]) -> Text:
    """`push b4 from b3 or d4 from d3`, `shift b4-d4 n/e`, or nothing."""
    names, logs = s.names, s.lying
    pairs, sides = list[Text](), dict[int, list[str]]()
    for step in steps:
        if isinstance(step, Shift):
            sides.setdefault(step.at, []).append(step.side)
        elif isinstance(step, Capture | Push):
            to, start = names[step.to], names[step.start]
            pairs.append(Text("{square} from {start}", square=to, start=start))
    shifts = [Joined(" ", (span(s, logs[at]), "/".join(ways))) for at, ways in sides.items()]
    if shifts:
        return Text("shift {ways}", ways=Listed(shifts, "or"))
    if not pairs:
        return NOTHING
    either = Listed(pairs, "or")
    capture = Text("capture {ways}", ways=either)
    return capture if s.roll == CAPTURE else Text("push {ways}", ways=either)


def _camp(s: Position, seat: Seat) -> Text:
    """Where a seat's loggers are."""
    if s.left[seat]:
        return Text("no longer in the game")
    camp: list[Text] = [Listed(stacks([s.names[c] for c in s.loggers[seat]]), "unit")]
    if home := s.home[seat]:
        camp.append(Text("{n} home", n=home))
    if hand := s.hand[seat]:
        back = Text("{n} to send back to the starting row", n=hand)
        camp.append(Text("{n} to place", n=hand) if s.phase in _SETTING_UP else back)
    return Joined("; ", camp)


def _thing(s: Position, names: Names, cell: int) -> Text:
    """The contents of a square, an empty text if it has none."""
    if log := s.lying.get(cell):
        return Text("log {log}", log=span(s, log))
    seat = s.owners.get(cell)
    if seat is None:
        return NOTHING
    there = stack(s.names[cell], s.loggers[seat].count(cell))
    return Joined(" ", (names[seat], there))


def _lays(s: Position, steps: Sequence[Step]) -> Iterator[ChoiceGroup]:
    """One group for each length, from the longest."""
    lays = [step for step in steps if isinstance(step, Lay)]
    for length in sorted({len(step.cells) for step in lays}, reverse=True):
        ways = list[Choice]()
        for step in (step for step in lays if len(step.cells) == length):
            low, high = (s.names[c] for c in (step.cells[0], step.cells[-1]))
            across, along = low[1:] == high[1:], Text("along column {column}", column=low[0])
            hint = Text("across the river in row {row}", row=low[1:]) if across else along
            ways.append(Choice(str(step), _spot(f"{low}-{high}"), hint))
        yield ChoiceGroup(Text("Lay a log of {n} on", n=length), tuple(ways))


def _spot(name: str) -> Text:
    """The name of a square or a log."""
    return Text("{square}", square=name)


def _places(s: Position, steps: Sequence[Step], seat: Seat) -> Iterator[Choice]:
    for step in steps:
        if isinstance(step, Placement) and step.seat in (None, seat):
            there = s.loggers[seat].count(step.to)
            joins = Text("loggers of this colour already there: {n}", n=there)
            hint = joins if there else Text("a free square")
            yield Choice(str(step), _spot(s.names[step.to]), hint)


def _runs(s: Position, steps: Sequence[Step]) -> Iterator[ChoiceGroup]:
    """One group for each stack of the mover, the furthest downstream first."""
    for start in sorted(set(s.loggers[s.mover]), key=lambda start: (-_level(s, start), start)):
        runs = [step for step in steps if isinstance(step, Run) and step.start == start]
        runs.sort(key=lambda step: (step.to != OFF, -_level(s, step.to), step.to))
        ways = list[Choice]()
        for step in runs:
            way = Choice(str(step), Text("the open edge"), Text("home"))
            if step.to != OFF:
                rows = s.terms.rows - _level(s, step.to)
                left = Plural("{n} row to go", "{n} rows to go", rows)
                way = Choice(str(step), _spot(s.names[step.to]), left)
            ways.append(way)
        title = Text("Run {square} to", square=s.names[start])
        yield ChoiceGroup(title, tuple(ways), Text("the way is blocked"))


def _level(s: Position, square: int) -> int:
    """Its row, counted from 0 at the back wall."""
    return square // s.terms.columns


def _special_group(
    s: Position, steps: Sequence[Step], letters: Sequence[str]
) -> Iterator[ChoiceGroup]:
    """The roll's special actions, with their consequences."""
    specials: dict[int, tuple[Text, type[Special], Text]] = {
        CAPTURE: (Text("Capture"), Capture, Text("none of your loggers is next to a rival")),
        PUSH: (Text("Push"), Push, Text("no log next to your loggers can be pushed")),
        SHIFT: (Text("Shift"), Shift, Text("no log can be shifted")),
    }
    if s.roll in specials:
        title, kind, why_not = specials[s.roll]
        ways = tuple(_consequential(s, step, letters) for step in steps if isinstance(step, kind))
        whose, near = s.owners, s.grid.neighbours
        beside = {cell for start in s.loggers[s.mover] for cell in near[start]}
        meets = any(whose.get(cell, s.mover) != s.mover for cell in beside)
        if kind is Capture and not ways and meets:
            why_not = Text("row 1 has no room for loggers that are sent back")
        yield ChoiceGroup(title, ways, why_not)


def _consequential(s: Position, step: Special, letters: Sequence[str]) -> Choice:
    """A way with its consequences as a hint, seats by their letters."""
    _, events = RULES.apply(s, step)
    told = list[Text]()
    for event in events:
        new = event.at[len(event.at) // 2 :]  # of a slide
        if event.verb == "slides":
            told.append(Text("log to {log}", log=f"{new[0]}-{new[-1]}"))
        elif event.verb == "drifts":
            told.append(Text("the log leaves the game"))
    hit = {
        verb: Listed([_victim(s, e, letters) for e in events if e.verb == verb], "unit")
        for verb in ("captured", "crushed", "carried", "exits")
    }
    if captured := hit["captured"]:
        told.append(Text("sends back {victims}", victims=captured))
    if crushed := hit["crushed"]:
        told.append(Text("crushes {victims}", victims=crushed))
    if carried := hit["carried"]:
        told.append(Text("carries {victims}", victims=carried))
    if exits := hit["exits"]:
        told.append(Text("brings home {victims}", victims=exits))
    return Choice(str(step), _label(s, step), Joined("; ", told))


def _victim(s: Position, event: Event, letters: Sequence[str]) -> Text:
    """`B on c5 (2)`; a captured stack stands where the step leads."""
    if event.verb == "captured":
        return Text("{letter}", letter=stack(letters[event.seat], event.n))
    square = stack(event.at[0], event.n)
    if event.seat == s.mover:
        return Text("yours on {square}", square=square)
    return Text("{letter} on {square}", letter=letters[event.seat], square=square)


def _label(s: Position, step: Special) -> Text:
    names = s.names
    match step:
        case Capture(_, start, to):
            return Text("{square} from {start}", square=names[to], start=names[start])
        case Push(_, start, to):
            side = SPELT[s.grid.bearing(start, to) or ""]
            return Text(
                "{square} {side} from {start}", square=names[to], side=side, start=names[start]
            )
    return Text("{log} {side}", log=span(s, s.lying[step.at]), side=SPELT[step.side])


def span(s: Position, log: Sequence[int]) -> str:
    """`b4-d4`."""
    return f"{s.names[log[0]]}-{s.names[log[-1]]}"


def stack(square: str, n: int) -> str:
    """`c5 (2)`: a square, or whose they are, with the number of loggers if more than one."""
    return f"{square} ({n})" if n > 1 else square


def stacks(squares: Sequence[str]) -> list[str]:
    """`c5 (2)`, `d7`: each square once."""
    return [stack(square, squares.count(square)) for square in dict.fromkeys(squares)]


def _setting(event: Event) -> str:
    """The kind of line for an event."""
    if event.verb in ("rolls_off", "begins"):
        return "roll-off"
    if event.verb == "lays" and event.seat == NATURE:
        return "river"
    return "start" if event.verb == "stands" else "turns"


def _lines(setting: str, events: list[Event], names: Names) -> Iterator[Text]:
    match setting:
        case "roll-off":
            yield _roll_off(events, names)
        case "river":
            yield Plural("On the river: {n} log.", "On the river: {n} logs.", len(events))
        case "start" if len(events) > 1:
            squares: dict[Seat, list[str]] = {}
            for event in events:
                squares.setdefault(event.seat, []).append(event.at[0])
            camps = [
                Joined(" ", (names[seat], Listed(stacks(sorted(at)), "unit")))
                for seat, at in sorted(squares.items())
            ]
            yield Text("On the starting row: {camps}.", camps=Joined(" · ", camps))
        case _:
            yield from (_turn(turn, names) for turn in _turns(events))


def _roll_off(events: list[Event], names: Names) -> Text:
    """`Roll-off: Ann 5, Ben 5, Cy 2; again Ann 1, Ben 4. Ben begins.`

    Seats roll in order, so a seat that rolls again begins another go."""
    begun = [Text("{name} begins.", name=names[e.seat]) for e in events if e.verb == "begins"]
    goes, last = list[list[Text]](), len(names)
    for event in events:
        if event.verb == "rolls_off":
            if event.seat <= last:
                goes.append([])
            goes[-1].append(Text("{name} {n}", name=names[event.seat], n=event.n))
            last = event.seat
    if not goes:
        return sentences(*begun)
    told: list[Text] = [Listed(go, "unit") for go in goes]
    rolls = reduce(lambda some, go: Text("{rolls}; then {more}", rolls=some, more=go), told)
    return sentences(Text("Roll-off: {rolls}.", rolls=rolls), *begun)


def _turns(events: list[Event]) -> list[list[Event]]:
    """One list for each mover. Losses of others belong to the mover who caused them."""
    turns: list[list[Event]] = []
    for event in events:
        suffered = event.verb in _TO_OTHERS or event.verb in ("returns", "wins", "slides", "drifts")
        begins = event.verb in ("rolls", "leaves", "ends")
        if turns and not begins and (suffered or event.seat == turns[-1][0].seat):
            turns[-1].append(event)
        else:
            turns.append([event])
    return turns


def _turn(events: list[Event], names: Names) -> Text:
    """`Ann rolled 5: b3 to d6.`"""
    first, name = events[0], names[events[0].seat]
    if first.verb == "ends":
        return Text("All rounds have been played: the player with the most loggers home wins.")
    rolled = first.verb == "rolls"
    if rolled and len(events) == 1:
        return Text("{name}: rolled {n}.", name=name, n=first.n)
    deeds = side_by_side(_phrases(events[rolled:], first.seat, names, Tense.PAST))
    if rolled:
        return Text("{name} rolled {n}: {deeds}.", name=name, n=first.n, deeds=deeds)
    return Text("{name}: {deeds}.", name=name, deeds=deeds)


def _phrases(events: Sequence[Event], mover: Seat, names: Names, tense: Tense) -> Iterator[Phrase]:
    """The deeds of a mover, loggers sent back grouped together, and a shift by its log's end."""
    for verb, group in groupby(events, key=lambda event: event.verb):
        match verb:
            case "returns":  # `Cy back to a1 (2), c1`
                returned = list(group)
                for seat in sorted({event.seat for event in returned}):
                    back = [event for event in returned if event.seat == seat]
                    squares = Listed(stacks(sorted(event.at[0] for event in back)), "unit")
                    said = DEEDS["returns"]
                    yield said.phrase(tense, back[0], name=names[seat], squares=squares)
            case "runs" if tense:
                for event in group:
                    start, end = event.at
                    rows = int(end[1:]) - int(start[1:])
                    said = DEEDS["runs closer" if rows > 0 else "runs"]
                    yield said.phrase(tense, event._replace(n=rows))
            case "shifts":
                continue
            case _:  # a deed of the mover's, or what others suffer
                for event in group:
                    at, half = event.at or ("",), len(event.at) // 2
                    log, end = _span(at), stack(at[-1], event.n)
                    if verb == "slides":
                        log, end = _span(at[:half]), _span(at[half:])
                    rival = verb == "exits" and event.seat != mover
                    said, square = DEEDS["rival exits" if rival else verb], stack(at[0], event.n)
                    who = names[event.seat]
                    yield said.phrase(tense, event, name=who, log=log, square=square, end=end)


def _span(squares: Sequence[str]) -> str:
    """`b4-d4`."""
    return f"{squares[0]}-{squares[-1]}"


def _weight(event: Event, mover: Seat, reader: Seat) -> int:
    if event.seat == reader != mover and event.verb in _TO_OTHERS:
        return OURS if event.verb == "carried" else DECIDING
    telling = ("captured", "crushed", "exits", "leaves")
    return TELLING if event.verb in telling else QUIET
