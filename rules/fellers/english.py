"""The sentences of Forest Fellers: legal words and positions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from rules.english import Choice, ChoiceGroup, English, Names
from rules.fellers import input, river
from rules.fellers.input import FellersLanguage
from rules.fellers.languages import LANGUAGES
from rules.fellers.position import (
    FIGURES,
    HIDDEN,
    HOME,
    JOKER,
    SHORE,
    TITLED,
    Phase,
    Position,
    called,
    card_listed,
    card_name,
    card_title,
    homecomers,
    spelt,
    spot,
    team,
    worth,
)
from rules.fellers.river import COMPASS, STILL
from rules.fellers.rules import GOES, STOP, Enter, Go, apply, legal, why_not
from rules.fellers.story import LOG, OVER, brief, plan, shoved_to, story
from rules.game import Event, Seat, Step
from rules.input import Words
from rules.text import NOTHING, Code, Joined, Listed, Plural, Text, lines, notation, sentences
from rules.voice import Argument


def offers(s: Position) -> tuple[ChoiceGroup, ...]:
    """The kinds of words that are due. Illegal directions and start spaces keep their places and
    say why."""
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
    n, place = worth(card), spot(s, at)
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
    """The result of a legal step: its end, unless the step names it, shoves, and what floats
    next."""
    after, events = apply(s, step)
    parts = [*_path(events)]
    if shoves := shoved_to(events):
        parts.append(Text("shoves {things}", things=Listed(shoves)))
    if s.phase is Phase.MOVE and after.phase is Phase.FLOAT:
        words = [str(step)[1:] for step in legal(after)]
        things = [
            called(word) if word in FIGURES else Text("the log on {place}", place=word)
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
    languages = LANGUAGES

    offers, story = staticmethod(offers), staticmethod(story)
    brief, plan = staticmethod(brief), staticmethod(plan)
    squares = Text(
        "Lanes a to i run from left to right, rows 1, 2, 3 … downstream; lanes a, c, e, g "
        "and i lie half a space lower. Going n, ne, se, s, sw and nw from e5 leads to e4, "
        "f5, f6, e6, d6 and d5; from d5 to d4, e4, e5, d6, c5 and c4."
    )

    @property
    def speech(self) -> FellersLanguage:
        return LANGUAGES[self.language]

    def spelt(self, word: str) -> str:
        return spelt(word, self.speech.initials)

    def parse(self, s: Position, text: str) -> tuple[Words, str]:
        return input.phrases(self.speech).parse(s, text)

    def plain(self, text: str) -> str:
        return input.parted(super().plain(text))

    def phrased(self, s: Position, step: Step) -> Words:
        return input.phrased(self.speech, step)

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
            phrase, word = *self.phrased(s, steps[0]), self.spelt(str(steps[0]))
            return Text("Type it like {phrase} or {word}.", phrase=Code(phrase), word=Code(word))
        return Text(
            "Type it like {words} or {phrases}. Directions are {directions}.",
            words=Code(words),
            phrases=Code(phrases),
            directions=Listed(COMPASS),
        )

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
                whom = Listed([called(str(step)) for step in legal(s)], "or")
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
            else Text(
                "{name} {home}", name=name, home=f"{homecomers(s, seat)}/{len(team(s, seat))}"
            )
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
            seat: len(team(s, seat)) - homecomers(s, seat)
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
                there = [called(FIGURES[figure]), names[s.owners[figure]]]
            if (way := s.course.currents[cell]) != STILL:
                there.append(Joined(" ", (Text("current"), COMPASS[way])))
            told[place] = Joined(", ", (place, *there))
        return {**told, "off": Text("over the finish")}


def _places(s: Position, seat: Seat) -> Iterator[Text]:
    """`grass man e5`, `grass woman ashore`, `coal woman home`."""
    for figure in team(s, seat):
        jack, at = called(FIGURES[figure]), s.figures[figure]
        if at == SHORE:
            yield Text("{jack} ashore", jack=jack)
        elif at == HOME:
            yield Text("{jack} home", jack=jack)
        else:
            yield Text("{jack} {place}", jack=jack, place=spot(s, at))


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
