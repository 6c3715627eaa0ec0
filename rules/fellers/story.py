"""Stories of Forest Fellers: each mover's name once and then their deeds.

played grass woman 4: entered at d1, then s, se to e3 · shoved a log e3 to e4 ·
honey man floated e7 to e9 · Dee's rose man is home
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from rules.deeds import Deed, Phrase, Plan, Tense, Tenses, side_by_side
from rules.english import DECIDING, OURS, QUIET, TELLING, Brief, Names
from rules.fellers.position import FIGURES, HAND, ROUNDS, Position, called, card_name, team
from rules.fellers.river import bearing
from rules.game import Event, Seat
from rules.text import NOTHING, Joined, Listed, Text, lines
from rules.voice import Argument

LOG, OVER = "log", "off"
DEEDS = {
    "plays": Tenses(Deed("played {card}"), Deed("play {card}")),
    "plays on": Tenses(Deed("played {card} on {jack}"), Deed("play {card} on {jack}")),
    "stays": Tenses(Deed("{jack} stayed"), Deed("leave {jack} in place")),
    "enters": Tenses(Deed("entered at {start}"), Deed("enter at {start}")),
    "enters and steps": Tenses(
        Deed("entered at {start}, then {ways} to {end}"),
        Deed("enter at {start}, then {ways} to {end}"),
    ),
    "steps": Tenses(Deed("from {start} {ways} to {end}")),
    "steps over": Tenses(Deed("from {start} {ways}")),
    "shoves": Tenses(Deed("shoved {things}"), Deed("shove {things}")),
    "it shoves": Tenses(Deed("it shoved {things}"), Deed("it shoves {things}"), follows=True),
    "floats": Tenses(
        Deed("{thing} floated from {start} to {end}"),
        Deed("{thing} floats from {start} to {end}"),
        follows=True,
    ),
    "floats over": Tenses(
        Deed("{thing} floated from {start} over the finish"),
        Deed("{thing} floats from {start} over the finish"),
        follows=True,
    ),
    "finishes": Tenses(Deed("{jack} is home"), follows=True),
    "finishes too": Tenses(Deed("{name}'s {jack} is home"), follows=True),
    "loses": Tenses(Deed("the log from {place} is out of the game"), follows=True),
    "stuck": Tenses(
        Deed("{jack} on {place} couldn't float"),
        Deed("{jack} on {place} can't float"),
        follows=True,
    ),
    "log stuck": Tenses(
        Deed("the log on {place} couldn't float"),
        Deed("the log on {place} can't float"),
        follows=True,
    ),
    "reshuffles": Tenses(
        Deed("shuffled the discards into a new deck"),
        Deed("the discards are shuffled into a new deck"),
        follows=True,
    ),
    "gets": Tenses(Deed("drew {cards}"), Deed("draw {cards}")),
    "wins": Tenses(
        Deed("has everyone home and wins"),
        Deed("you win the race with everyone home"),
        follows=True,
    ),
    "ends": Tenses(Deed("the game ends after {n} rounds"), follows=True),
    "leaves": Tenses(Deed("left the game"), Deed("leave the game")),
}
WALK = ("enters", "steps")
MOVING = (*WALK, "plays", "shoves")


def story(events: Sequence[Event], names: Names) -> Text:
    told = list[Text]()
    for event in events:
        if event.verb == "chooses":
            told.append(Text("The course is {course}.", course="+".join(event.at)))
    # A seat's first card is one of the deal.
    if any(event.verb == "draws" and event.n < HAND for event in events):
        told.append(Text("Everyone drew three cards."))
    turns: list[tuple[Seat, list[Event]]] = []
    for event in (event for event in events if event.verb not in ("chooses", "draws")):
        # A rival comes home by the mover's doing.
        if turns and (event.verb == "finishes" or event.seat == turns[-1][0]):
            turns[-1][1].append(event)
        else:
            turns.append((event.seat, [event]))
    for seat, deeds in turns:
        done = side_by_side(_phrases(deeds, seat, names, Tense.PAST))
        told.append(Text("{name}: {deeds}.", name=names[seat], deeds=done))
    return lines(*told)


def plan(events: Sequence[Event], names: Names) -> Plan:
    """`play honey man 4: from d7 s, se to e9, shove a log e8 to e10; then rose man floats e3 to
    e5`."""
    mine = [event for event in events if event.verb not in ("chooses", "draws")]
    return Plan(_phrases(mine, mine[0].seat, names, Tense.AHEAD) if mine else ())


def _phrases(events: Sequence[Event], mover: Seat, names: Names, tense: Tense) -> Iterator[Phrase]:
    """The deeds of one mover, steps and the shoves among them told together."""
    floating = (i for i, event in enumerate(events) if event.verb in ("floats", "stuck"))
    end = next(floating, len(events))
    move, after = events[:end], events[end:]
    who = next((event.at[0] for event in move if event.verb in (*WALK, "stays")), "")
    played = list[Text]()
    for event in (event for event in move if event.verb == "plays"):
        card = card_name(event.at[0])
        if not who or event.at[0].startswith(who):  # the card names its lumberjack
            played.append(_said("plays", event, tense, card=card).told)
        else:
            played.append(_said("plays on", event, tense, card=card, jack=called(who)).told)
    walk = [event for event in move if event.verb in WALK]
    if played or walk:
        yield Phrase(Joined(": ", [*played, *([_route(walk, tense)] if walk else [])]))
    if shoves := shoved(move):
        yield _said("shoves", events[0], tense, things=Listed(shoves))
    others = [event for event in move if event.verb not in MOVING]
    for verb, group in groupby((*others, *after), key=lambda event: event.verb):
        told = list(group)
        if verb == "shoves" and (shoves := shoved(told)):
            yield _said("it shoves", told[0], tense, things=Listed(shoves))
        elif verb == "gets":
            cards = Listed(card_name(event.at[0]) for event in told)
            yield _said("gets", told[0], tense, cards=cards)
        elif verb != "shoves":
            yield from (_sentence(event, mover, names, tense) for event in told)


def _said(deed: str, event: Event, tense: Tense, **given: Argument) -> Phrase:
    return DEEDS[deed].phrase(tense, event, **given)


def shoved(events: Iterable[Event]) -> list[Text]:
    """Everything shoved, each thing once: `a log e5 to e7`. Not a thing back where it was."""
    return [
        Text("{thing} {start} over the finish", thing=_a(thing), start=start)
        if end == OVER
        else Text("{thing} {start} to {end}", thing=_a(thing), start=start, end=end)
        for thing, start, *_, end in _chains(events)
    ]


def shoved_to(events: Iterable[Event]) -> list[Text]:
    """The same without the beginning: `a log to e7`."""
    return [
        Text("{thing} over the finish", thing=_a(thing))
        if end == OVER
        else Text("{thing} to {end}", thing=_a(thing), end=end)
        for thing, *_, end in _chains(events)
    ]


def _chains(events: Iterable[Event]) -> list[list[str]]:
    """Each shoved thing with its spaces, in order."""
    chains: list[list[str]] = []
    begun, shoves = 0, list[tuple[tuple[int, int], tuple[str, ...]]]()
    for event in events:
        begun += event.verb in (*WALK, "floats")
        if event.verb == "shoves":
            step = begun, event.n  # the number of the walk or float, and its space
            shoves.append((step, event.at))
    for _, group in groupby(shoves, key=lambda pair: pair[0]):
        _lengthen(chains, [at for _, at in group])
    return [chain for chain in chains if chain[-1] != chain[1]]


def _lengthen(chains: list[list[str]], shoves: Iterable[tuple[str, ...]]) -> None:
    """Add the shoves of one step. A log is where an earlier step has left it; a log where one of
    this step ends is another, shoved out of its way."""
    earlier = list(chains)
    for thing, origin, to in shoves:
        known = earlier if thing == LOG else chains
        found = next((chain for chain in known if (chain[0], chain[-1]) == (thing, origin)), None)
        if found is None:
            chains.append([thing, origin, to])
            continue
        found.append(to)
        if thing == LOG:
            earlier.remove(found)


def _route(walk: Sequence[Event], tense: Tense) -> Text:
    """`entered at d1, then s, se to e3`, `from e5 s, se to f7`, `from e24 s, over the finish`."""
    entered = [event.at[1] for event in walk if event.verb == "enters"]
    steps = [event.at for event in walk if event.verb == "steps"]
    if not steps:
        return _said("enters", walk[0], tense, start=entered[0]).told
    start, end = (entered[0] if entered else steps[0][1]), steps[-1][2]
    ways = Listed([bearing(here, to) or Text("over the finish") for _, here, to in steps], "unit")
    # The finish is too far for a turn that begins on the shore.
    deed = "enters and steps" if entered else "steps over" if end == OVER else "steps"
    return _said(deed, walk[0], tense, start=start, ways=ways, end=end).told


def _sentence(event: Event, mover: Seat, names: Names, tense: Tense) -> Phrase:
    known: dict[str, Argument] = {"name": names[event.seat], "n": ROUNDS}
    deed = event.verb
    if event.at:
        known |= {"thing": _a(event.at[0]), "jack": _a(event.at[0]), "place": event.at[-1]}
    if event.verb == "floats":
        known["start"] = event.at[1]
        deed = "floats over" if event.at[-1] == OVER else deed
    elif event.verb == "finishes" and event.seat != mover:
        deed = "finishes too"
    elif event.verb == "stuck" and event.at[0] == LOG:
        deed = "log stuck"
    return _said(deed, event, tense, **known)


def _a(thing: str) -> Text:
    """A moving thing's name: `grass man`, `a log`."""
    return Text("a log") if thing == LOG else called(thing)


PHRASES = 3  # of one turn, before the others are only counted


def brief(s: Position, events: Sequence[Event], names: Names, reader: Seat) -> Brief:
    gone = next((e for e in events if e.verb == "leaves"), None)
    if gone is not None:
        return Brief(Text("{name} left the game", name=names[gone.seat]), TELLING)
    played = next((e for e in events if e.verb == "plays"), None)
    return Brief(NOTHING) if played is None else _turn(s, events, played, names, reader)


def _turn(s: Position, events: Sequence[Event], played: Event, names: Names, reader: Seat) -> Brief:
    """Where everything moved by a turn is now; of others' lumberjacks those home or shoved."""
    displacing = ("enters", "steps", "shoves", "floats")
    ends = {e.at[0]: e.at[-1] for e in events if e.verb in displacing and e.at[0] != LOG}
    moved = _moved(names[played.seat], played.at[1], ends.pop(played.at[1], ""))
    owners = {FIGURES[i]: seat for seat in range(len(names)) for i in team(s, seat)}
    ours = {jack: end for jack, end in ends.items() if owners.get(jack) == reader}
    shoved = {e.at[0]: e.at[-1] for e in events if e.verb == "shoves"}
    theirs = {
        jack: _other(jack, names[owners[jack]], end, shoved.get(jack))
        for jack, end in ends.items()
        if jack not in ours
    }
    told = tuple(
        Text("your {jack} is home", jack=called(jack))
        if end == OVER
        else Text("your {jack} is on {end} now", jack=called(jack), end=end)
        for jack, end in ours.items()
    )
    phrases = (moved, *told, *filter(None, theirs.values()))
    home = {e.at[0] for e in events if e.verb == "finishes"}
    others = (said for jack, said in theirs.items() if jack in home and said)
    core = (moved, *told, *others)
    weight = TELLING if home else QUIET
    if ours:
        weight = DECIDING if OVER in ours.values() else OURS
    said, shortly = (Joined(", ", _at_a_glance(x, 1 + len(ours))) for x in (phrases, core))
    return Brief(said, weight, shortly)


def _at_a_glance(phrases: Sequence[Text], due: int) -> tuple[Text, ...]:
    """The first phrases, at least those due; the others only counted."""
    told = max(PHRASES, due)
    if len(phrases) <= told:
        return tuple(phrases)
    return (*phrases[:told], Text("moved {n} more", n=len(phrases) - told))


def _moved(name: Argument, figure: str, end: str) -> Text:
    """`Ben moved grass man to f7`."""
    jack = called(figure)
    if end == OVER:
        return Text("{name} brought {jack} home", name=name, jack=jack)
    if not end:
        return Text("{name} left {jack} in place", name=name, jack=jack)
    return Text("{name} moved {jack} to {end}", name=name, jack=jack, end=end)


def _other(figure: str, whose: Argument, end: str, shoved: str | None) -> Text:
    """Another player's lumberjack, which floated, or was shoved to a space."""
    jack = called(figure)
    if end == OVER:
        return Text("{name}'s {jack} is home", name=whose, jack=jack)
    if shoved is None:
        return NOTHING
    if shoved == end:
        return Text("shoved {name}'s {jack} to {end}", name=whose, jack=jack, end=end)
    return Text("shoved {name}'s {jack}, which floated to {end}", name=whose, jack=jack, end=end)
