"""The sentences of Forest Fellers: legal words, positions and stories.

Ann: played grass woman 4: entered at d1, then s, se to e3 · shoved a log e3 to e4.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from rules.deeds import Deed, Phrase, Plan, Tense, Tenses, side_by_side
from rules.english import DECIDING, OURS, QUIET, TELLING, Brief, Choice, ChoiceGroup, English, Names
from rules.fellers import input, river
from rules.fellers.input import FellersLanguage
from rules.fellers.position import (
    FIGURES,
    HAND,
    HIDDEN,
    HOME,
    JOKER,
    ROUNDS,
    SHORE,
    TITLED,
    Phase,
    Position,
    card_listed,
    card_name,
    card_title,
    lumberjack_name,
    spelt,
    worth,
)
from rules.fellers.river import COMPASS, STILL, bearing
from rules.fellers.rules import GOES, STOP, Enter, Float, Go, Pick, Play, apply, legal, why_not
from rules.game import Event, Seat, Step
from rules.input import Words
from rules.text import NOTHING, Code, Joined, Listed, Plural, Text, lines, notation, sentences
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


def _card(s: Position, card: str) -> Choice:
    at = HOME if card == JOKER else s.figures[FIGURES.index(card[:2])]
    if card == JOKER:
        whom: Text = Plural(
            "any of your lumberjacks, up to {n} step",
            "any of your lumberjacks, up to {n} steps",
            worth(card),
        )
    elif at == HOME:
        whom = Plural(
            "another of your lumberjacks, up to {n} step",
            "another of your lumberjacks, up to {n} steps",
            worth(card),
        )
    else:
        whom = _upto(s, card, at)
    return Choice(card, card_title(card), whom)


def _upto(s: Position, card: str, at: int) -> Text:
    """How far a card takes a lumberjack that is at a place."""
    n, place = worth(card), s.spot(at)
    if at == SHORE:
        return Plural("up to {n} step from the shore", "up to {n} steps from the shore", n)
    return Plural("up to {n} step from {place}", "up to {n} steps from {place}", n, place=place)


def _walk(s: Position) -> tuple[ChoiceGroup, ...]:
    if s.figures[s.figure] == SHORE and s.course is not None:
        enters = (Enter(cell, s.course.names[cell]) for cell in s.course.starts)
        ways = tuple(_stride(s, step, notation(str(step))) for step in enters)
        return (ChoiceGroup(Text("Enter at"), ways, row=True),)
    found = list[ChoiceGroup]()
    upstream, downstream = {"nw": "↖", "n": "↑", "ne": "↗"}, {"sw": "↙", "s": "↓", "se": "↘"}
    for title, arrows in ((Text("Upstream"), upstream), (Text("Downstream"), downstream)):
        ways = tuple(
            _stride(s, GOES[COMPASS.index(way)], notation(f"{way.upper()} {arrow}"))
            for way, arrow in arrows.items()
        )
        found.append(ChoiceGroup(title, ways, row=True))
    return tuple(found)


def _stride(s: Position, step: Step, label: Text) -> Choice:
    if why := why_not(s, step):
        return Choice(str(step), label, Text("not possible"), why)
    return Choice(str(step), label, outcome(s, step) or Text("a free space"))


def outcome(s: Position, step: Step) -> Text:
    """What a legal step leads to: its end, unless it names that, shoves, and what floats next."""
    after, events = apply(s, step)
    parts = [*_path(events)]
    if shoves := shoved_to(events):
        parts.append(Text("shoves {things}", things=Listed(shoves)))
    if s.phase is Phase.MOVE and after.phase is Phase.FLOAT:
        words = [str(step)[1:] for step in legal(after)]
        things = [
            lumberjack_name(word) if word in FIGURES else Text("the log on {place}", place=word)
            for word in words
        ]
        if len(things) > 2:
            parts.append(Text("then {n} pieces are on currents", n=len(things)))
        elif len(things) > 1:
            parts.append(Text("then {things} are on a current", things=Listed(things)))
        else:
            parts.append(Text("then {thing} is on a current", thing=things[0]))
    return Joined("; ", parts)


def _path(events: Sequence[Event]) -> Iterator[Text]:
    for event in events:
        match event.verb:
            case "steps" if event.at[-1] == OVER:
                yield Text("over the finish")
            case "steps":
                yield Text("to {place}", place=event.at[-1])
            case "floats":  # a log is named by its space already
                thing, start, *_, end = event.at
                match thing == LOG, end == OVER:
                    case True, True:
                        yield Text("over the finish")
                    case True, False:
                        yield Text("to {place}", place=end)
                    case False, True:
                        yield Text("from {start} over the finish", start=start)
                    case _:
                        yield Text("from {start} to {end}", start=start, end=end)
            case "stuck" if event.at[0] == LOG:
                yield Text("blocked, so it stays")
            case "stuck":
                yield Text("is blocked and stays on {place}", place=event.at[1])
            case "wins":
                yield Text("and you win the race")


THEN = Text(
    "A card moves its lumberjack up to the number of steps shown, or not at all. The beaver "
    "moves any of your lumberjacks up to 3 steps. Then the currents flow."
)


@dataclass(frozen=True)
class FellersEnglish(English[Position]):
    """Where a hand is hidden, every text is the same whatever it holds."""

    language: str = "en"
    languages = input.LANGUAGES

    squares = Text(
        "Lanes a to i run from left to right, rows 1, 2, 3 … downstream; lanes a, c, e, g "
        "and i lie half a space lower. Going n, ne, se, s, sw and nw from e5 leads to e4, "
        "f5, f6, e6, d6 and d5; from d5 to d4, e4, e5, d6, c5 and c4."
    )

    @property
    def speech(self) -> FellersLanguage:
        return input.LANGUAGES[self.language]

    def spelt(self, word: str) -> str:
        return spelt(word, self.speech.initials)

    def parse(self, s: Position, text: str) -> tuple[Words, str]:
        return input.phrases(self.speech).parse(s, text)

    def plain(self, text: str) -> str:
        """Signs between two steps part them, too."""
        side = "(?:n|ne|se|s|sw|nw)\\b"
        apart = rf" ?(?:->|>|/) ?| - |(?<=\b[ns])-(?={side})|(?<=\b[ns][ew])-(?={side})"
        return " ".join(re.sub(apart, " , ", super().plain(text)).split())

    def phrase_step(self, s: Position, step: Step) -> Words:
        language = self.speech
        match step:
            case Play(card) if card == JOKER:
                return language.phrase_step("joker")
            case Play(card):
                return (language.figure("card", card[:2], card[2:]),)
            case Pick(code):
                return (language.figure("jack", code),)
            case Float(thing) if thing in FIGURES:
                return (language.figure("float jack", thing),)
            case Float(cell):
                return language.phrase_step("float log", cell=cell)
            case Enter(_, name):
                return language.phrase_step("enter", cell=name)
            case Go():
                return language.phrase_step(str(step))
        return language.phrase_step("enough")

    def manner(self, s: Position) -> Text:
        steps = legal(s) if s.phase in (Phase.PICK, Phase.MOVE, Phase.FLOAT) else []
        said, codes = self.speech.said, self.speech.initials
        stop = said["enough"]
        if not steps:
            card = self.speech.figure("card", "gm", "4")
            words, phrases = f"{codes['g']}m4 s se .", f"{card}: s, se, {stop}"
        elif isinstance(steps[0], Go):
            words, phrases = "s se .", f"{said['s']}, {said['se']}, {stop}"
        else:
            phrase, word = *self.phrase_step(s, steps[0]), self.spelt(str(steps[0]))
            return Text("Type it like {phrase} or {word}.", phrase=Code(phrase), word=Code(word))
        return Text(
            "Type it like {words} or {phrases}. Directions are {directions}.",
            words=Code(words),
            phrases=Code(phrases),
            directions=Listed(COMPASS),
        )

    def offers(self, s: Position) -> tuple[ChoiceGroup, ...]:
        """The kinds of words due. Illegal directions and start spaces stay, and say why."""
        match s.phase:
            case Phase.PLAY:
                cards = (card for card in s.hands[s.mover] if card != HIDDEN)
                ways = tuple(_card(s, card) for card in cards)
                hidden = Text("press the button to open your hand")
                return (ChoiceGroup(Text("Play"), ways, hidden, row=True),)
            case Phase.PICK:
                codes = map(str, legal(s))
                jacks = ((code, s.figures[FIGURES.index(code)]) for code in codes)
                ways = tuple(Choice(x, TITLED[x], _upto(s, s.card, at)) for x, at in jacks)
                return (ChoiceGroup(Text("Move"), ways, row=True),)
            case Phase.MOVE:
                label = Text("Stop Here") if s.moved else Text("Stay")
                stop = Choice(str(STOP), label, outcome(s, STOP) or Text("nothing is on a current"))
                return (*_walk(s), ChoiceGroup(Text("Stop"), (stop,), row=True))
            case Phase.FLOAT:
                floats = list[Choice]()
                for step in legal(s):
                    thing = str(step)[1:]
                    log = Text("Log on {place}", place=thing)
                    floats.append(Choice(str(step), TITLED.get(thing, log), outcome(s, step)))
                return (ChoiceGroup(Text("Float"), tuple(floats), row=len(floats) <= 5),)
        return ()

    def story(self, events: Sequence[Event], names: Names) -> Text:
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

    def plan(self, events: Sequence[Event], names: Names) -> Plan:
        """`play honey man 4: from d7 s, se to e9, shove a log e8 to e10`."""
        mine = [event for event in events if event.verb not in ("chooses", "draws")]
        return Plan(_phrases(mine, mine[0].seat, names, Tense.AHEAD) if mine else ())

    def brief(self, s: Position, events: Sequence[Event], names: Names, reader: Seat) -> Brief:
        gone = next((e for e in events if e.verb == "leaves"), None)
        if gone is not None:
            return Brief(Text("{name} left the game", name=names[gone.seat]), TELLING)
        played = next((e for e in events if e.verb == "plays"), None)
        return Brief(NOTHING) if played is None else _turn(s, events, played, names, reader)

    def call(self, s: Position) -> Text:
        unseen = s.phase is Phase.PLAY and HIDDEN in s.hands[s.mover]
        return Text("Press the button to open your hand.") if unseen else NOTHING

    def primer(self, s: Position) -> Text:
        return Text("Play a card; then the currents flow.")

    def hand(self, s: Position, seat: Seat) -> Text:
        if not s.hands[seat] or HIDDEN in s.hands[seat]:
            return NOTHING
        deck = len(s.decks[seat])
        return sentences(
            Text("Your hand: {cards}.", cards=Listed(map(card_listed, s.hands[seat]), "unit")),
            Plural("{n} card in your deck.", "{n} cards in your deck.", n=deck),
        )

    def hands(self, s: Position, names: Names) -> Text:
        held = [
            Text("{name}: {cards}", name=name, cards=Listed(map(card_listed, hand), "unit"))
            for name, hand in zip(names, s.hands, strict=True)
            if hand and HIDDEN not in hand
        ]
        return Text("Hands: {hands}.", hands=Joined(" · ", held)) if held else NOTHING

    def choices(self, s: Position) -> Text:
        match s.phase:
            case Phase.PLAY if HIDDEN in s.hands[s.mover]:
                return Text(
                    "Play one of your three cards. Its lumberjack can move up to the number of "
                    "steps on the card. Then the currents flow."
                )
            case Phase.PLAY:
                cards = list[Text]()
                for card in dict.fromkeys(s.hands[s.mover]):
                    home = card != JOKER and s.figures[FIGURES.index(card[:2])] == HOME
                    told = card_name(card)
                    moved = Text("{card} (moves another of your lumberjacks)", card=told)
                    cards.append(moved if home else told)
                return Text("You can play {cards}.", cards=Listed(cards, "or"))
            case Phase.PICK:
                whom = Listed([lumberjack_name(str(step)) for step in legal(s)], "or")
                return Text(
                    "Choose who moves with {card}: {jacks}.", card=card_name(s.card), jacks=whom
                )
            case Phase.MOVE:
                return _steps(s)
            case Phase.FLOAT:
                steps = legal(s)
                words = [Code(self.spelt(str(step))) for step in steps]
                things: list[Text] = [*words]
                if len(steps) <= 8:  # then their outcomes fit into a message
                    things = [
                        Text("{word} ({comes})", word=word, comes=outcome(s, step))
                        for word, step in zip(words, steps, strict=True)
                    ]
                return Text("Choose what floats next: {things}.", things=Listed(things, "or"))
            case Phase.OVER:
                return Text("The game is over.")
        return Text("The cards are being dealt.")

    def summary(self, s: Position) -> Text:
        seen = s.phase is Phase.PLAY and HIDDEN not in s.hands[s.mover]
        return sentences(self.choices(s), THEN) if seen else self.choices(s)

    def standing(self, s: Position, names: Names) -> Text:
        home = (
            Text("{name} left", name=name)
            if s.left[seat]
            else Text("{name} {home}", name=name, home=f"{s.homecomers(seat)}/{len(s.team(seat))}")
            for seat, name in enumerate(names)
        )
        piles = s.decks, s.hands, s.discards
        cards = (
            Text("{name} {cards}", name=name, cards="/".join(str(len(x[seat])) for x in piles))
            for seat, name in enumerate(names)
            if not s.left[seat]
        )
        return sentences(
            Text("Home: {scores}.", scores=Joined(" · ", home)),
            Text("Deck/hand/discards: {cards}.", cards=Joined(" · ", cards)),
        )

    def news(self, s: Position, names: Names) -> Text:
        if s.phase is Phase.OVER:
            return NOTHING
        if s.course is None:
            return Text("The course is chosen at random when the game starts.")
        away = {
            seat: len(s.team(seat)) - s.homecomers(seat)
            for seat in range(len(names))
            if not s.left[seat]
        }
        last = [names[seat] for seat, n in away.items() if n == 1]
        nearly: Text = NOTHING
        if len(last) > 1:
            nearly = Text("{names} each have one lumberjack left.", names=Listed(last))
        elif last:
            nearly = Text("{name} has one lumberjack left.", name=last[0])
        waiting = (
            Text(
                "{name} has everyone home and wins at the start of their next turn.",
                name=names[seat],
            )
            for seat, n in away.items()
            if not n
        )
        return sentences(nearly, *waiting)

    def pieces(self, s: Position, names: Names) -> Text:
        told = (
            Text("{name}: {places}.", name=name, places=Listed(_places(s, seat), "unit"))
            for seat, name in enumerate(names)
            if not s.left[seat]
        )
        if s.course is None:
            return lines(*told)
        by_lane = river.by_lane(s.course.names[c] for c in s.logs)
        logs = Text("Logs by lane: {logs}.", logs=by_lane)
        flowing = river.currents(s.course)
        currents = Text(
            "Currents (where each one starts, then its arrows): {currents}.", currents=flowing
        )
        return lines(
            *told,
            logs if s.logs else Text("Logs by lane: none."),
            currents if flowing else Text("Currents: none."),
        )

    def rows(self, s: Position, names: Names) -> Text:
        """The river itself; `pieces` has what moves on it."""
        if s.course is None:
            return Text("The course hasn't been chosen yet.")
        return lines(river.gates(s.course), Text("Water, row by row:"), river.shape(s.course))

    def occupants(self, s: Position, names: Names) -> Mapping[str, Text]:
        if s.course is None:
            return {}
        told = dict[str, Text]()
        for cell, place in enumerate(s.course.names):
            there: list[Argument] = [Text("a log") if cell in s.logs else Text("free")]
            if cell in s.figures:
                figure = s.figures.index(cell)
                there = [lumberjack_name(FIGURES[figure]), names[s.owners[figure]]]
            if (way := s.course.currents[cell]) != STILL:
                there.append(Joined(" ", (Text("current"), COMPASS[way])))
            told[place] = Joined(", ", (place, *there))
        return {**told, "off": Text("over the finish")}


def _places(s: Position, seat: Seat) -> Iterator[Text]:
    """`grass man e5`, `grass woman ashore`, `coal woman home`."""
    for figure in s.team(seat):
        jack, at = lumberjack_name(FIGURES[figure]), s.figures[figure]
        if at == SHORE:
            yield Text("{jack} ashore", jack=jack)
        elif at == HOME:
            yield Text("{jack} home", jack=jack)
        else:
            yield Text("{jack} {place}", jack=jack, place=s.spot(at))


def _steps(s: Position) -> Text:
    steps, left = legal(s), Plural("{n} step left", "{n} steps left", n=s.steps)
    ways = Listed([str(step) for step in steps if isinstance(step, Go)], "or")
    starts = Listed([step.name for step in steps if isinstance(step, Enter)], "or")
    said: dict[str, Argument] = {"jack": TITLED[FIGURES[s.figure]], "stop": Code(".")}
    if starts:
        said |= {"starts": starts, "left": left}
        return Text("{jack} can enter at {starts} ({left}). Type {stop} to stay.", **said)
    if not ways and s.moved:
        return Text("{jack} can't go any further. Type {stop} to stop here.", **said)
    if not ways:
        return Text("{jack} can't move. Type {stop} to stay.", **said)
    said |= {"ways": ways, "left": left}
    if s.moved:
        return Text("{jack} can go {ways} ({left}). Type {stop} to stop here.", **said)
    return Text("{jack} can go {ways} ({left}). Type {stop} to stay.", **said)


def _phrases(events: Sequence[Event], mover: Seat, names: Names, tense: Tense) -> Iterator[Phrase]:
    """The deeds of one mover, steps and the shoves among them told together."""
    floating = (i for i, event in enumerate(events) if event.verb in ("floats", "stuck"))
    end = next(floating, len(events))
    move, after = events[:end], events[end:]
    who = next((event.at[0] for event in move if event.verb in (*WALK, "stays")), "")
    played = list[Text]()
    for event in (event for event in move if event.verb == "plays"):
        card, named = event.at[0], not who or event.at[0].startswith(who)
        known = {"card": card_name(card)} | ({} if named else {"jack": lumberjack_name(who)})
        played.append(_said("plays" if named else "plays on", event, tense, **known).told)
    walk = [event for event in move if event.verb in WALK]
    if played or walk:
        yield Phrase(Joined(": ", [*played, *([_route(walk, tense)] if walk else [])]))
    if shoves := shove_phrases(move):
        yield _said("shoves", events[0], tense, things=Listed(shoves))
    others = [event for event in move if event.verb not in (*WALK, "plays", "shoves")]
    for verb, group in groupby((*others, *after), key=lambda event: event.verb):
        told = list(group)
        if verb == "shoves" and (shoves := shove_phrases(told)):
            yield _said("it shoves", told[0], tense, things=Listed(shoves))
        elif verb == "gets":
            cards = Listed(card_name(event.at[0]) for event in told)
            yield _said("gets", told[0], tense, cards=cards)
        elif verb != "shoves":
            yield from (_sentence(event, mover, names, tense) for event in told)


def _said(deed: str, event: Event, tense: Tense, **given: Argument) -> Phrase:
    return DEEDS[deed].phrase(tense, event, **given)


def shove_phrases(events: Iterable[Event]) -> list[Text]:
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
        # A log is where an earlier step has left it; a log where one of this step ends is another,
        # shoved out of its way.
        earlier = list(chains)
        for _, (thing, origin, to) in group:
            known = earlier if thing == LOG else chains
            found = next((x for x in known if (x[0], x[-1]) == (thing, origin)), None)
            if found is None:
                chains.append([thing, origin, to])
                continue
            found.append(to)
            if thing == LOG:
                earlier.remove(found)
    return [chain for chain in chains if chain[-1] != chain[1]]


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
    return Text("a log") if thing == LOG else lumberjack_name(thing)


def _turn(s: Position, events: Sequence[Event], played: Event, names: Names, reader: Seat) -> Brief:
    """Where everything moved by a turn is now; of others' lumberjacks those home or shoved."""
    displacing = ("enters", "steps", "shoves", "floats")
    ends = {e.at[0]: e.at[-1] for e in events if e.verb in displacing and e.at[0] != LOG}
    moved = _moved(names[played.seat], played.at[1], ends.pop(played.at[1], ""))
    owners = {FIGURES[i]: seat for seat in range(len(names)) for i in s.team(seat)}
    ours = {jack: end for jack, end in ends.items() if owners.get(jack) == reader}
    shoved = {e.at[0]: e.at[-1] for e in events if e.verb == "shoves"}
    theirs = {
        jack: _other(jack, names[owners[jack]], end, shoved.get(jack))
        for jack, end in ends.items()
        if jack not in ours
    }
    told = tuple(
        Text("your {jack} is home", jack=lumberjack_name(jack))
        if end == OVER
        else Text("your {jack} is on {end} now", jack=lumberjack_name(jack), end=end)
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
    told = max(3, due)
    if len(phrases) <= told:
        return tuple(phrases)
    return (*phrases[:told], Text("moved {n} more", n=len(phrases) - told))


def _moved(name: Argument, figure: str, end: str) -> Text:
    """`Ben moved grass man to f7`."""
    jack = lumberjack_name(figure)
    if end == OVER:
        return Text("{name} brought {jack} home", name=name, jack=jack)
    if not end:
        return Text("{name} left {jack} in place", name=name, jack=jack)
    return Text("{name} moved {jack} to {end}", name=name, jack=jack, end=end)


def _other(figure: str, whose: Argument, end: str, shoved: str | None) -> Text:
    """Another player's lumberjack, which floated, or was shoved to a space."""
    jack = lumberjack_name(figure)
    if end == OVER:
        return Text("{name}'s {jack} is home", name=whose, jack=jack)
    if shoved is None:
        return NOTHING
    if shoved == end:
        return Text("shoved {name}'s {jack} to {end}", name=whose, jack=jack, end=end)
    return Text("shoved {name}'s {jack}, which floated to {end}", name=whose, jack=jack, end=end)
