"""The sentences of Logger: legal words, positions and stories."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from rules.deeds import Deed, Deeds, Phrase, Plan, Tense, Tenses, side_by_side, together
from rules.english import QUIET, TELLING, Brief, Choice, ChoiceGroup, English, Names
from rules.game import Event, Seat, Step, Stop
from rules.input import Words
from rules.logger import input, rules
from rules.logger.computer import prospects
from rules.logger.rules import (
    BOARD,
    CORNERS,
    GOAL,
    GONE,
    MATURE,
    NAMES,
    NEIGHBOURS,
    PROTESTED,
    SAPLING,
    SEEDLING,
    Chop,
    Phase,
    Plant,
    Position,
    Protest,
    Seed,
    TreeAction,
    Walk,
    apply,
    legal,
    why_none,
)
from rules.squares import SPELT
from rules.text import NOTHING, Code, Joined, Listed, Plural, Text, lines, notation, sentences

DEEDS = {
    "stands": Tenses(Deed("took corner {square}"), Deed("take corner {square}")),
    "stays": Tenses(Deed("stayed on {square}"), Deed("stay on {square}")),
    "walks": Tenses(Deed("{start} to {end}"), Deed("walk to {end}")),
    "seeds": Tenses(Deed("{start} seeded {end}"), Deed("seed {end} from {start}")),
    "plants": Tenses(Deed("planted {square}"), Deed("plant {square}")),
    "protests": Tenses(
        Deeds("put {n} protester on {squares}", "put {n} protesters on {squares}"),
        Deed("protest at {squares}"),
    ),
    "chops": Tenses(Deed("chopped {squares}: +{n}"), Deed("chop {squares} (+{n})")),
    "frees": Tenses(
        Deeds("took {n} protester from {squares}", "took {n} protesters from {squares}"),
        Deeds("take {n} protester from {squares}", "take {n} protesters from {squares}"),
    ),
    "skips": Tenses(Deed("couldn't take an action"), Deed("no action is possible"), follows=True),
    "leaves": Tenses(Deed("left the game"), Deed("leave the game")),
    "reaches": Tenses(
        Deeds(
            "has {n} point, so this is the last round", "has {n} points, so this is the last round"
        ),
        Deeds(
            "you have {n} point, so this is the last round",
            "you have {n} points, so this is the last round",
        ),
        follows=True,
    ),
    "settles": Tenses(
        Deeds("has {n} point, and the game is over", "has {n} points, and the game is over"),
        Deeds(
            "you have {n} point, and the game is over", "you have {n} points, and the game is over"
        ),
        follows=True,
    ),
    "ends": Tenses(Deed("the last round is over"), follows=True),
    "stalls": Tenses(Deed("nothing changed for a whole round, so the game is over"), follows=True),
}
_GROWTH = {  # by the new stage
    SAPLING: Tenses(
        Deeds("{squares} grew into a sapling", "{squares} grew into saplings"),
        Deeds("{squares} grows", "{squares} grow"),
        follows=True,
    ),
    MATURE: Tenses(
        Deeds("{squares} matured", "{squares} matured"),
        Deeds("{squares} matures", "{squares} mature"),
        follows=True,
    ),
}
# The end of a turn in a few words, and its weight. Points come first, as no turn touches another
# player's pieces.
_BRIEFLY = {
    "stands": (Deed("{name} took corner {square}"), QUIET),
    "plants": (Deed("{name} planted {square}"), QUIET),
    "skips": (Deed("{name} couldn't do anything"), QUIET),
    "protests": (Deed("{name} protested on {squares}"), QUIET),
    "chops": (Deed("{name} chopped {squares} (+{n})"), TELLING),
    "leaves": (Deed("{name} left the game"), TELLING),
}
_BETWEEN_STEPS = re.compile(r"(?=[+x!][a-z]\d)(?<=[a-z]\d)")


def _phrases(events: Sequence[Event], tense: Tense) -> Iterator[Phrase]:
    """The deeds of a seat, grouped by verb. A goal reached in the last turn is one, `settles`."""
    if {"reaches", "ends"} <= {event.verb for event in events}:
        events = [e._replace(verb=e.verb.replace("reaches", "settles")) for e in events]
        events = [event for event in events if event.verb != "ends"]
    for verb, group in groupby(events, key=lambda event: event.verb):
        told = list(group)
        match verb:
            case "grows":  # `b2 and c3 grew to saplings, d4 matured`
                stages = ((has, [e for e in told if e.n == n]) for n, has in _GROWTH.items())
                yield together(has.phrase(tense, _as_one(some)) for has, some in stages if some)
            case "seeds":
                yield together(DEEDS["seeds"].phrase(tense, event) for event in told)
            case "protests":
                yield DEEDS["protests"].phrase(tense, _as_one(told))
            case _:
                yield DEEDS[verb].phrase(tense, told[0])


def _as_one(events: list[Event]) -> Event:
    """Events of one square each as one event with all squares and their number."""
    return events[0]._replace(at=tuple(event.at[0] for event in events), n=len(events))


@dataclass(frozen=True)
class LoggerEnglish(English[Position]):
    """See rules.english.English."""

    language: str = "en"
    languages = input.LANGUAGES

    squares = Text("Columns a to e from the left, rows 1 to 5 from the bottom.")

    def plain(self, text: str) -> str:
        """Steps in notation may stand close together: `a3+a4`."""
        return _BETWEEN_STEPS.sub(" ", super().plain(text))

    def parse(self, s: Position, text: str) -> tuple[Words, str]:
        return input.phrases(self.speech).parse(s, text)

    def story(self, events: Sequence[Event], names: Names) -> Text:
        """A line for each player with a deed, in order."""
        turns = [(seat, list(deeds)) for seat, deeds in groupby(events, key=lambda e: e.seat)]
        told = ((names[seat], _phrases(deeds, Tense.PAST)) for seat, deeds in turns)
        return lines(
            *(Text("{name}: {deeds}.", name=name, deeds=side_by_side(x)) for name, x in told)
        )

    def plan(self, events: Sequence[Event], names: Names) -> Plan:
        """`walk to c2; then b2 and c3 grow; plant c1`."""
        mine = [event for event in events if event.seat == events[0].seat]
        last = Deed("{name} takes corner {square}")  # another player's, which isn't a choice
        others = (Phrase(last(e, name=names[e.seat]), True) for e in events[len(mine) :])
        return Plan((*_phrases(mine, Tense.AHEAD), *others))

    def brief(self, s: Position, events: Sequence[Event], names: Names, reader: Seat) -> Brief:
        """See rules.english.English."""
        last = next((e for e in reversed(events) if e.verb in _BRIEFLY), None)
        if last is None:
            return Brief(NOTHING)
        said, weight = _BRIEFLY[last.verb]
        if last.verb == "stands":
            return Brief(Joined(", ", (said(e, name=names[e.seat]) for e in events)), weight)
        freed = next((len(e.at) for e in events if e.verb == "frees"), 0)
        if freed and last.verb == "chops":
            told = Plural(
                "{name} chopped {trees} (+{points}, freed {n} protester)",
                "{name} chopped {trees} (+{points}, freed {n} protesters)",
                freed,
                name=names[last.seat],
                trees=Listed(last.at),
                points=last.n,
            )
            return Brief(told, weight)
        trees = [e.at[0] for e in events if e.verb == "protests"]
        return Brief(said(last._replace(at=tuple(trees) or last.at), name=names[last.seat]), weight)

    def phrase_step(self, s: Position, step: Step) -> Words:
        language, here = self.speech, s.loggers[s.mover]

        def beside(kind: str, aside: str, here: int, to: int, **named: str) -> Words:
            """By its square, and by its side where it is the next one."""
            words = language.phrase_step(kind, to=NAMES[to], **named)
            side = BOARD.bearing(here, to) if to in NEIGHBOURS[here] else None
            if side is None:
                return words
            spelt = language.side(side)
            return (*words, *language.phrase_step(aside, side=spelt, **named))

        match step:
            case Walk(to) if s.phase is Phase.CORNER:
                return language.phrase_step("corner", to=NAMES[to])
            case Walk(to):
                stays = language.phrase_step("stay")
                return stays if to == here else beside("walk", "walk to a side", here, to)
            case Seed(tree, to):
                return beside("seed", "seed to a side", tree, to, tree=NAMES[tree])
            case Plant(at):
                return beside("plant", "plant to a side", here, at)
            case Chop(at):
                return beside("chop", "chop to a side", here, at)
            case Protest(at):
                return language.phrase_step("protest", to=NAMES[at])
        return language.phrase_step("enough")

    def manner(self, s: Position) -> Text:
        if s.phase is Phase.OVER:
            return Text("The game is over.")
        if s.phase is Phase.WALK:
            said, north = self.speech.said, self.speech.side("n")
            return Text(
                "Type it like {phrases} or {words}. Directions are n, e, s and w.",
                phrases=Code("; ".join((said["stay"], said["plant to a side"].format(side=north)))),
                words=Code("c3 +c4"),
            )
        step = legal(s)[0]
        *_, phrase = self.phrase_step(s, step)
        return Text("Type it like {phrase} or {word}.", phrase=Code(phrase), word=Code(str(step)))

    def call(self, s: Position) -> Text:
        return Text("Take a corner.") if s.phase is Phase.CORNER else NOTHING

    def primer(self, s: Position) -> Text:
        if s.phase is Phase.CORNER:
            return Text(
                "Each turn, you walk, trees in your row and column grow, and you take one action."
            )
        return Text("Walk first. Trees in your row and column grow. Then plant, protest or chop.")

    def choices(self, s: Position) -> Text:
        match s.phase:
            case Phase.CORNER:
                return Text("You can take corner {squares}.", squares=_any_of(_squares(s)))
            case Phase.WALK:
                return _walks(s)
            case Phase.SEED:
                around = [(NAMES[tree], _any_of(s.free_around(tree))) for tree in s.owing]
                told = [
                    Text("{tree} to {squares}", tree=x, squares=squares) for x, squares in around
                ]
                tree, ways = around[0]
                return Text(
                    "Choose where the mature trees drop seeds: {ways} (for example {word}).",
                    ways=Joined("; ", told),
                    word=Code(f"{tree}>{ways.items[0]}"),
                )
            case Phase.ACT:
                steps = legal(s)
                plants, protests = _named(steps, Plant), _named(steps, Protest)
                worth = {x: len(s.falling_trees(BOARD.by_name[x])) for x in _named(steps, Chop)}
                chops = [
                    Plural("{square} ({n} point)", "{square} ({n} points)", n, square=name)
                    for name, n in worth.items()
                ]
                actions = [
                    Text("plant {squares}", squares=Listed(plants, "or")) if plants else NOTHING,
                    Text("chop {squares}", squares=Listed(chops, "or")) if chops else NOTHING,
                    Text("protest on {squares}", squares=Listed(protests, "or"))
                    if protests
                    else NOTHING,
                ]
                return Text("You can {actions}.", actions=Listed(filter(None, actions), "or"))
            case Phase.MORE:
                if trees := _named(legal(s), Protest):
                    return Text(
                        "You can also protest on {squares}, or type {stop} to end your turn.",
                        squares=Listed(trees, "or"),
                        stop=Code("."),
                    )
                return Text("Type {stop} to end your turn.", stop=Code("."))
        return Text("The game is over.")

    def summary(self, s: Position) -> Text:
        return sentences(_walks(s), *_ends(s)) if s.phase is Phase.WALK else self.choices(s)

    def offers(self, s: Position) -> tuple[ChoiceGroup, ...]:
        """The kinds of words that are due, each with its legal ways or the reason for none."""
        if s.phase is Phase.ACT:
            return (
                ChoiceGroup(Text("Plant"), _ways(s, Plant), why_none(s, Plant)),
                ChoiceGroup(Text("Chop"), _ways(s, Chop), why_none(s, Chop)),
                ChoiceGroup(Text("Protest"), _ways(s, Protest), why_none(s, Protest)),
            )
        if s.phase is Phase.OVER:
            return ()
        if s.phase is Phase.MORE:
            trees = _ways(s, Protest)
            protests = (ChoiceGroup(Text("Protest"), trees),) if trees else ()
            done = Text("Done")
            stop = Choice(str(Stop()), done, Text("end your turn"))
            return (*protests, ChoiceGroup(done, (stop,)))
        titles = {
            Phase.CORNER: Text("Take corner"),
            Phase.WALK: Text("Walk to"),
            Phase.SEED: Text("Seed"),
        }
        return (ChoiceGroup(titles[s.phase], _ways(s, Step)),)

    def standing(self, s: Position, names: Names) -> Text:
        return Text(
            "Scores: {scores}. Protesters in hand: {hands}.",
            scores=_each(names, s.points),
            hands=_each(names, s.supply),
        )

    def news(self, s: Position, names: Names) -> Text:
        if s.phase is Phase.OVER or max(s.points) < GOAL:
            return NOTHING
        left = [name for i, name in enumerate(names) if i >= s.mover and s.loggers[i] != GONE]
        return Plural(
            "Final round: {names} has one turn left.",
            "Final round: {names} each have one turn left.",
            len(left),
            names=Listed(left),
        )

    def pieces(self, s: Position, names: Names) -> Text:
        loggers = list[Text]()
        for name, cell in zip(names, s.loggers, strict=True):
            if cell == rules.UNPLACED:
                loggers.append(Text("{name} isn't on the board yet", name=name))
            elif cell == GONE:
                loggers.append(Text("{name} has left", name=name))
            else:
                loggers.append(Text("{name} {square}", name=name, square=NAMES[cell]))
        return lines(
            Text("Loggers: {loggers}.", loggers=Listed(loggers, "unit")),
            Text("Guarded mature trees: {squares}.", squares=_all_of(s, PROTESTED)),
            Text("Mature trees: {squares}.", squares=_all_of(s, MATURE)),
            Text("Saplings: {squares}.", squares=_all_of(s, SAPLING)),
            Text("Seedlings: {squares}.", squares=_all_of(s, SEEDLING)),
        )

    def rows(self, s: Position, names: Names) -> Text:
        told = [*self.occupants(s, names).values()]
        rows = [(row, Listed(told[row * 5 - 5 : row * 5], "unit")) for row in range(5, 0, -1)]
        return lines(*(Text("Row {row}: {squares}.", row=row, squares=x) for row, x in rows))

    def occupants(self, s: Position, names: Names) -> Mapping[str, Text]:
        told = dict[str, Text]()
        for at, cell in BOARD.by_name.items():
            if cell in s.loggers:
                who = names[s.loggers.index(cell)]
                told[at] = Text("{square} {name}'s logger", square=at, name=who)
                continue
            told[at] = (
                Text("{square} free", square=at),
                Text("{square} seedling", square=at),
                Text("{square} sapling", square=at),
                Text("{square} mature tree", square=at),
                Text("{square} guarded mature tree", square=at),
            )[s.trees[cell]]
        return told


def _squares(s: Position) -> list[int]:
    return [step.to for step in legal(s) if hasattr(step, "to")]


def _any_of(cells: Sequence[int]) -> Listed:
    return Listed(sorted(NAMES[c] for c in cells), "or")


def _walks(s: Position) -> Text:
    here = s.loggers[s.mover]
    others = [cell for cell in _squares(s) if cell != here]
    if not others:
        return Text("You have to stay on {here}.", here=NAMES[here])
    return Text(
        "You can stay on {here} or walk to {squares}.", here=NAMES[here], squares=_any_of(others)
    )


def _named(steps: Sequence[Step], kind: type[TreeAction]) -> list[str]:
    return sorted(NAMES[step.at] for step in steps if isinstance(step, kind))


def _ends(s: Position) -> list[Text]:
    """The actions that the turn can end with, and those it cannot."""
    ways, walks = prospects(s), set(_squares(s))
    if not ways:
        return [Text("Then the trees grow. You have no action to take this turn.")]
    chops, protests = (_aimed(ways, kind, walks) for kind in (Chop, Protest))
    actions = (
        [Text("plant a seedling next to you")] if any(isinstance(x, Plant) for x in ways) else []
    )
    actions += [Text("chop {squares}", squares=Listed(chops, "or"))] if chops else []
    actions += [Text("protest on {squares}", squares=Listed(protests, "or"))] if protests else []
    then = Text("Then the trees grow, and you can {actions}.", actions=Listed(actions, "or"))
    if chops:
        lacking = NOTHING if protests else Text("You can't protest this turn.")
    elif protests:
        lacking = Text("You can't chop this turn.")
    else:
        lacking = Text("You can't chop or protest this turn.")
    return [then, lacking]


def _aimed(ways: dict[Step, set[int]], kind: type[Chop | Protest], walks: set[int]) -> list[Text]:
    """The targets of a kind of action, each with its squares to stand on unless all will do."""
    aimed = {NAMES[step.at]: cells for step, cells in ways.items() if isinstance(step, kind)}
    return [
        Text("{square}", square=name)
        if aimed[name] == walks
        else Text("{square} (from {squares})", square=name, squares=_any_of(list(aimed[name])))
        for name in sorted(aimed)
    ]


def _each(names: Names, numbers: Sequence[int]) -> Joined:
    pairs = zip(names, numbers, strict=True)
    return Joined(" · ", [Text("{name} {n}", name=name, n=n) for name, n in pairs])


def _all_of(s: Position, stage: int) -> Text:
    squares = [NAMES[c] for c in BOARD.cells if s.trees[c] == stage]
    return Listed(squares, "unit") if squares else Text("none")


def _ways(s: Position, kind: type[Step]) -> tuple[Choice, ...]:
    """The legal steps of a kind."""
    return tuple(_way(s, step) for step in legal(s) if isinstance(step, kind))


def _way(s: Position, step: Step) -> Choice:
    """A step with its label and a hint."""
    match step:
        case Walk(to) if s.phase is Phase.CORNER:
            low = Text("bottom left"), Text("bottom right")
            where = (*low, Text("top left"), Text("top right"))[CORNERS.index(to)]
            return Choice(str(step), notation(NAMES[to]), where)
        case Walk(to):
            stays = to == s.loggers[s.mover]
            label = Text("{square} (stay)", square=NAMES[to]) if stays else notation(NAMES[to])
            return Choice(str(step), label, _grown_by(s, step))
        case Seed(tree, to):
            label = Text("from {tree} to {square}", tree=NAMES[tree], square=NAMES[to])
            return Choice(str(step), label, Text("a new seedling"))
        case Plant(at):
            side = BOARD.bearing(s.loggers[s.mover], at)
            return Choice(
                str(step), notation(NAMES[at]), Text("to the {side}", side=SPELT[side or "n"])
            )
        case Chop(at):
            return Choice(str(step), notation(NAMES[at]), _points(s, at))
    assert isinstance(step, Protest)
    return Choice(str(step), notation(NAMES[step.at]), Text("guard this tree"))


def _points(s: Position, at: int) -> Text:
    """The points of a chop, and the trees that fall with the first."""
    _, *others = (NAMES[c] for c in s.falling_trees(at))
    if not others:
        return Plural("{n} point", "{n} points", 1)
    return Plural(
        "{n} point, with {squares}",
        "{n} points, with {squares}",
        1 + len(others),
        squares=Listed(others),
    )


def _grown_by(s: Position, step: Step) -> Text:
    """The trees that would grow or seed after this walk."""
    after, events = apply(s, step)
    grown = Listed(e.at[0] for e in events if e.verb == "grows")
    parts = [Text("grows {squares}", squares=grown)] if grown else []
    if owing := [NAMES[c] for c in after.owing]:
        squares = Listed(owing)
        parts.append(
            Plural(
                "{squares} will drop a seed",
                "{squares} will drop seeds",
                len(owing),
                squares=squares,
            )
        )
    return Joined("; ", parts) if parts else Text("nothing grows")
