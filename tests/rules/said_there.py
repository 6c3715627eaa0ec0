"""Positions in text, and questions about them: the language of tests/approved/rules.

    logger supply=2,0          a position: the game, what its builder takes, then the drawing
    . . . . .                  (tests/rules/boards.py, rivers_of_logs.py, courses.py)
    …
    logger phase=act           another one with the drawing before
    logger opening 2           the first position of a game; at=NMB: with other letters
    then a1, e5                later than that, after some turns
    seen by Ann                as Ann sees it; by nobody: as everybody does

    > stay; plant n            a line is typed: its words, or its refusal
    | a5                       the same with buttons
    = walk north               a phrase and the words that it stands for, legal or not
    ~ +a4                      why a word is not legal
    ! a3 d3>d4 xb3             the story of some words
    !brief a3 d3>d4 xb3        the message for others who were away, and how much it matters
    : a3 d3>d4 xb3             the result of some words: the facts, the board, the seat due
    ?legal x                   the legal words with this in them
    ?scores                    of each seat, and the winners
    ?reasons a3 xb3            what is good about some words, for hints
    ?good                      the best turn that is soon found, by the measure of the game
    ?offhand                   a turn that is played without much thought
    ?unattended                the turn played for an absent player
    ?phrased +a4               how a word is suggested
    !plan a3 d3>d4 xb3         their story before they are said
    ? choices                  the game's sentences about the position (rules/english.py)
    ? offers: Walk to          one kind of offers
    ? standing to Ann, Ben     its sentence with the names of the seats

Lines that follow each other and have one answer share it.
\\n is a new line in it, \\t a tab.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from rules import GAMES, english
from rules.drafting import Kind, at_table, draft
from rules.errors import Refused
from rules.game import NATURE, NOBODY, Event, Leave, WrongPhase
from rules.logger.rules import Phase as LoggerPhase
from rules.play import perform, play_unattended, read, winners
from tests.rules import boards, courses, rivers_of_logs
from tests.sensible import sensible
from tests.spoken import Spoken

PEOPLE = ("Ann", "Ben", "Cy", "Dee", "Eve", "Fay", "Gus")
WEIGHTS = ("quiet", "telling", "ours", "deciding")
Options = dict[str, str]
Reader = Callable[[str], Any]


def numbers(text: str) -> tuple[int, ...]:
    return tuple(map(int, text.split(",")))


def names(text: str) -> str:
    return text.replace(",", " ")


def logger(drawing: str, options: Options) -> Any:
    read: dict[str, Reader] = {"phase": LoggerPhase, "mover": int, "owing": names}
    return boards.position(drawing, **{k: read.get(k, numbers)(x) for k, x in options.items()})


def logjam(drawing: str, options: Options) -> Any:
    read: dict[str, Reader] = dict.fromkeys(("roll", "mover", "seats", "each"), int)
    read |= {"hand": numbers, "home": numbers}
    number = int(options.pop("round", "1"))
    given = {key: read.get(key, str)(text) for key, text in options.items()}
    return rivers_of_logs.river(drawing, **given)._replace(round=number)


def fellers(drawing: str, options: Options) -> Any:
    read: dict[str, Reader] = dict.fromkeys(("seats", "mover"), int)
    given = {key: read.get(key, names)(text) for key, text in options.items()}
    return courses.position(courses.river(*drawing.split("\n--\n")), **given)


def jammed(s: Any) -> str:
    """The drawing, and how many loggers each seat still has to place."""
    hands = f"\nto place: {' '.join(map(str, s.hand))}" if any(s.hand) else ""
    return rivers_of_logs.drawn(s) + hands


BUILDERS = {"logger": logger, "logjam": logjam, "fellers": fellers}
DRAWN: dict[str, Callable[[Any], str]] = {
    "logger": boards.drawn,
    "logjam": jammed,
    "fellers": courses.drawn,
}
OPENINGS: dict[str, Callable[..., Any]] = {
    "logger": boards.opening,
    "logjam": rivers_of_logs.opening,
    "fellers": courses.opening,
}


# A longer sign is itself the name of its question.
SIGNS = {">": "typed", "|": "pressed", "=": "meant", "~": "why_not", "!": "story", ":": "outcome"}
SIGNS |= {"?": "told"}


class SaidThere:
    """The answers to the blocks of one example, from the top down."""

    kind: Kind[Any]
    state: Any
    drawing = ""

    def __call__(self, block: str) -> str | list[str]:
        lines = block.splitlines()
        later = [line for line in lines if line.startswith(("then ", "seen "))]
        if (word := lines[0].partition(" ")[0]) in GAMES:
            drawing = "\n".join(line for line in lines[1:] if line not in later)
            try:
                self.place(word, lines[0].split()[1:], drawing)
            except Refused as refused:  # an option
                return str(refused)
        elif not later:
            return [self.answer(line) for line in lines]
        for line in later:
            self.go_on(line)
        return ""

    def go_on(self, line: str) -> None:
        word, _, more = line.partition(" ")
        if word == "then":
            for words in more.split(", "):
                self.state, _ = self.played(words)
        else:
            seat = None if more == "by nobody" else PEOPLE.index(more.removeprefix("by "))
            self.state = self.kind.game.view(self.state, seat)

    def place(self, game: str, words: Sequence[str], drawing: str) -> None:
        options = dict(word.split("=") for word in words if "=" in word)
        letters, self.kind = options.pop("at", ""), GAMES[game]
        if words[:1] == ["opening"]:
            self.state = OPENINGS[game](int(words[1]), **options)
        else:
            self.drawing = drawing or self.drawing
            self.state = BUILDERS[game](self.drawing, options)
        self.kind = at_table(self.kind, tuple(letters)) if letters else self.kind

    def played(self, words: str) -> tuple[Any, Sequence[Event]]:
        """Where words lead, or where somebody's leaving does."""
        if words.startswith("leave "):
            return self.kind.game.apply(self.state, Leave(PEOPLE.index(words[6:])))
        return perform(self.kind.game, self.state, words)

    def answer(self, line: str) -> str:
        try:
            return str(self.ask(line)) or "(nothing)"
        except Refused as refused:
            return str(refused)

    def ask(self, line: str) -> Any:
        sign, _, rest = line.replace("\\n", "\n").replace("\\t", "\t").partition(" ")
        return getattr(self, SIGNS.get(sign) or sign[1:])(rest)

    def typed(self, line: str, *, typed: bool = True) -> str:
        drafted = draft(self.kind, self.state, line, typed=typed)
        return drafted.line if drafted.complete else f"{drafted.line} …".strip()

    def pressed(self, line: str) -> str:
        return self.typed(line, typed=False)

    def meant(self, phrase: str) -> str:
        """Capitals make no difference."""
        texts, state = self.kind.texts, self.state
        said, loud = (english.parse_line(texts, state, x) for x in (phrase, phrase.upper()))
        assert said == loud, phrase
        return " ".join(said) if said else "(not read)"

    def why_not(self, word: str) -> str:
        why = self.kind.game.why_not(self.state, read(self.kind.game, self.state, word))
        return f"{why or 'legal'!s}{' (not now)' * isinstance(why, WrongPhase)}"

    def outcome(self, words: str) -> str:
        """The facts, the board, the counts, and the seat due."""
        s, events = self.played(words)
        facts = [self.fact(event) for event in events]
        people = PEOPLE[: len(self.kind.game.scores(s))]
        board = DRAWN[self.kind.game.key](s)
        counted = str(self.kind.texts.standing(s, people))
        due = f"{s.phase}: {self.who(actor := self.kind.game.actor(s))}"
        due += f", for {self.who(s.mover)}" if actor == NATURE else ""
        return "\n".join((*facts, board, counted, due))

    def fact(self, event: Event) -> str:
        n = [str(event.n)] if event.n else []
        return " ".join((self.who(event.seat), event.verb, *event.at, *n))

    def who(self, seat: int) -> str:
        return {NATURE: "chance", NOBODY: "nobody"}.get(seat) or PEOPLE[seat]

    def legal(self, sign: str) -> str:
        words = dict.fromkeys(map(str, self.kind.game.legal(self.state)))
        return " ".join(word for word in words if sign in word)

    def scores(self, _: str) -> str:
        scores = self.kind.game.scores(self.state)
        told = (
            f"{name} {' '.join(map(str, x)) or 'left'}"
            for name, x in zip(PEOPLE, scores, strict=False)
        )
        won = ", ".join(PEOPLE[seat] for seat in winners(self.kind.game, self.state))
        return f"{' · '.join(told)}; {won or 'nobody'} won"

    def reasons(self, words: str) -> str:
        game: Any = self.kind.game
        there, seat = self.played(words)[0], game.actor(self.state)
        return "\n".join(map(str, game.reasons(self.state, there, seat)))

    def good(self, _: str) -> str:
        way = sensible(self.kind.game, self.state)
        return " ".join(map(str, way[0])) if way else ""

    def offhand(self, _: str) -> str:
        game: Any = self.kind.game
        words, s = list[str](), self.state
        while game.actor(s) == game.actor(self.state):
            words.append(str(game.offhand(s)))
            s, _events = perform(game, s, words[-1])
        return " ".join(words)

    def unattended(self, _: str) -> str:
        return play_unattended(self.kind.game, self.state)[0]

    def phrased(self, word: str) -> str:
        step = read(self.kind.game, self.state, word)
        return " / ".join(self.kind.texts.phrase_step(self.state, step))

    def story(self, words: str) -> object:
        return english.story(self.kind.texts, self.played(words)[1], PEOPLE)

    def plan(self, words: str) -> object:
        return self.kind.texts.plan(self.played(words)[1], PEOPLE)

    def brief(self, words: str) -> str:
        """The message to each of the others; readers of the same one are named together."""
        state, events = self.played(words)
        told = dict[str, list[str]]()
        for seat in range(len(self.kind.game.scores(state))):
            if seat != self.kind.game.actor(self.state):
                brief = self.kind.texts.brief(state, events, PEOPLE, seat)
                said = f"{str(brief.told) or '(nothing)'} [{WEIGHTS[brief.weight]}]"
                told.setdefault(said, []).append(PEOPLE[seat])
        return "\n".join(f"{', '.join(people)}: {said}" for said, people in told.items())

    def told(self, question: str) -> object:
        what, _, people = question.partition(" to ")
        what, _, title = what.partition(": ")
        texts = Spoken(self.kind.texts)
        if what == "offers":
            groups = texts.offers(self.state)
            return "\n".join(offered(group) for group in groups if title in ("", group.title))
        if what == "squares":
            return texts.squares
        if what == "hand":
            return texts.hand(self.state, PEOPLE.index(people))
        tell = getattr(self.kind.texts, what)
        return tell(self.state, *([people.split(", ")] if people else []))


def offered(group: Any) -> str:
    """A kind of offers, one word a line."""
    why = "" if group.ways else f" {group.why}"
    lines = [f"{group.title}{' (in a row)' * group.row}:{why}"]
    for way in group.ways:
        said = (way.word, way.label, way.hint, way.why and f"greyed: {way.why}")
        lines.append("  " + " | ".join(filter(None, said)))
    return "\n".join(lines)
