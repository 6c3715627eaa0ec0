"""Positions in text, and what is said on them: the language of tests/approved/rules.

    logger supply=2,0                a position: the game, what its builder takes, then the drawing
    . . . . .                        (tests/rules/boards.py, rivers_of_logs.py, courses.py)
    …
    logger opening 2: a1 e5          that of a game that begins, after some turns
    then: a3 d3>d4                   later in the position before

    > stay; plant n                  a line is typed: what it becomes, or how it is refused
    = walk north                     a phrase and the words that it stands for, legal or not
    ! a3 d3>d4 xb3                   the story of some words
    ? choices                        what the game says of the position (rules/english.py)
    ? offers: Walk to                one kind of what is offered
    ? standing to Ann, Ben           what it says with the names of the seats

Where several lines that stand together have one answer, it is said once.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rules import GAMES, english
from rules.drafting import Kind, draft
from rules.errors import Refused
from rules.logger.rules import Phase as LoggerPhase
from rules.play import perform
from tests.rules import boards, courses, rivers_of_logs
from tests.rules.phrasing import meaning

PEOPLE = ("Ann", "Ben", "Cy", "Dee", "Eve", "Fay")
Options = dict[str, str]


def numbers(text: str) -> tuple[int, ...]:
    return tuple(map(int, text.split(",")))


def logger(drawing: str, options: Options) -> Any:
    read: dict[str, Callable[[str], Any]] = {
        "phase": LoggerPhase,
        "mover": int,
        "points": numbers,
        "supply": numbers,
    }
    return boards.position(drawing, **{key: read[key](text) for key, text in options.items()})


def logjam(drawing: str, options: Options) -> Any:
    read: dict[str, Callable[[str], Any]] = {
        **dict.fromkeys(("roll", "mover", "seats", "each"), int),
        **dict.fromkeys(("hand", "home"), numbers),
        **dict.fromkeys(("phase", "unused"), str),
    }
    return rivers_of_logs.river(drawing, **{k: read[k](text) for k, text in options.items()})


def fellers(drawing: str, options: Options) -> Any:
    read: dict[str, Callable[[str], Any]] = dict.fromkeys(("seats", "mover"), int)
    given = {key: read.get(key, spaced)(text) for key, text in options.items()}
    return courses.position(courses.river(drawing), **given)


def spaced(text: str) -> str:
    return text.replace(",", " ")


BUILDERS = {"logger": logger, "logjam": logjam, "fellers": fellers}
OPENINGS: dict[str, Callable[..., Any]] = {
    "logger": boards.opening,
    "logjam": rivers_of_logs.opening,
    "fellers": courses.opening,
}


class SaidThere:
    """What is answered to the blocks of one example, from the top down."""

    kind: Kind[Any]
    state: Any

    def __call__(self, block: str) -> str | list[str]:
        first, _, rest = block.partition("\n")
        word = first.partition(" ")[0].rstrip(":")
        if word in GAMES:
            self.place(first, rest)
            return ""
        if word == "then":
            self.state = self.after(first.partition(":")[2])
            return ""
        return [self.answer(line) for line in block.splitlines()]

    def place(self, first: str, drawing: str) -> None:
        head, _, line = first.partition(":")
        name, *words = head.split()
        options = dict(word.split("=") for word in words if "=" in word)
        letters, self.kind = options.pop("at", ""), GAMES[name]
        if "opening" in words:
            self.state = OPENINGS[name](int(words[2]), **options)
        else:
            self.state = BUILDERS[name](drawing, options)
        self.state = self.after(line)
        self.kind = self.kind.at(letters) if letters else self.kind

    def after(self, line: str) -> Any:
        return perform(self.kind.game, self.state, line)[0] if line.strip() else self.state

    def answer(self, line: str) -> str:
        sign, _, said = line.partition(" ")
        asked = {">": self.typed, "=": self.meant, "!": self.story, "?": self.told}
        return asked[sign](said)

    def typed(self, line: str) -> str:
        try:
            drafted = draft(self.kind, self.state, line)
        except Refused as refused:
            return str(refused)
        return drafted.line if drafted.complete else f"{drafted.line} …".strip()

    def meant(self, phrase: str) -> str:
        try:
            said, loud = (meaning(self.kind.texts, self.state, x) for x in (phrase, phrase.upper()))
            return said if said == loud else f"{said}, in capitals {loud}"
        except Refused as refused:
            return str(refused)

    def story(self, words: str) -> str:
        _, events = perform(self.kind.game, self.state, words)
        return str(english.story(self.kind.texts, events, PEOPLE))

    def told(self, question: str) -> str:
        what, _, names = question.partition(" to ")
        what, _, title = what.partition(": ")
        if what == "offers":
            groups = self.kind.texts.offers(self.state)
            return "\n".join(offered(g) for g in groups if not title or str(g.title) == title)
        text = getattr(self.kind.texts, what)
        if names:
            return str(text(self.state, names.split(", "))) or "(nothing)"
        return str(text(self.state)) or "(nothing)"


def offered(group: english.ChoiceGroup) -> str:
    """A kind of what can be said, its ways one a line."""
    ways = [
        " | ".join(map(str, filter(None, (w.word, w.label, w.hint, w.why)))) for w in group.ways
    ]
    title = f"{group.title}{' (in a row)' if group.row else ''}"
    return "\n".join(
        [f"{title}: {group.why}".rstrip(": ") + ":" * bool(ways), *map("  {}".format, ways)]
    )
