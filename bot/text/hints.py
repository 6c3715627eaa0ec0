"""What is said of good turns to whoever asks for a hint."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from bot.core.game import Game
from bot.core.names import game_name
from bot.core.sentences import About
from bot.core.table import Table
from bot.domain.agreed import GOOD_TURNS
from bot.domain.coaching import good_turns
from bot.domain.coaching import hints as given
from bot.text.errors import UNDO
from bot.text.plans import turn
from rules.game import Seat
from rules.play import perform
from rules.text import Code, Joined, Plural, Small, Strong, Text, lines
from rules.voice import Argument

HINT = Text("Hint")
LEARN = Text("learn")  # as it is typed
BRING_BACK = Text("Bring My Draft Back")


def to_try(*, undo: bool) -> Text:
    """After the first turn of somebody who plays alone. undo: it can be taken back."""
    if undo:
        return Text(
            "Try next: {hint} shows good turns; reply {undo} to take your last one back.",
            hint=Strong(HINT),
            undo=Code(UNDO),
        )
    return Text(
        "Try next: {hint} shows good turns; reply {learn} for five short lessons.",
        hint=Strong(HINT),
        learn=Code(LEARN),
    )


def good(table: Table, said: Sequence[str]) -> Text:
    """Some whole turns as they stand in the log, the best first, with what they bring."""
    game = Strong(game_name(table.game))
    head = Plural(
        "A good turn in {game}:", "Good turns in {game}, the best first:", len(said), game=game
    )
    each = (Text("{n}. {turn}", n=n, turn=_turn(table, line)) for n, line in enumerate(said, 1))
    return lines(head, *each, Small(_ASKED))


def made_way(line: str) -> Text:
    """Of a draft in whose place another one is kept. line: as people type it."""
    return Text(
        "Your draft {line} made way for this; {button} puts it back.",
        line=Code(line),
        button=Strong(BRING_BACK),
    )


def of(n: int, line: Argument) -> Text:
    """What a button says that puts one of them into the turn builder."""
    return Text("{n}. {line}", n=n, line=line)


def _turn(table: Table, line: str) -> Text:
    """What to do in a turn, and why that is good, as far as its player can see."""
    rules, seen = table.kind.game, table.mine
    after, _ = perform(rules, seen, line)
    return Joined(" · ", (turn(table, line), *rules.reasons(seen, after, table.actor)))


_ASKED = Text(
    "A computer that looks ahead has found them. Press one, and it is put into your turn builder, "
    "to be confirmed. The result will say how often you asked."
)


def agreed(game: Game) -> Text:
    """Whether whoever is on turn is told which turns are good; in games from before there was a
    choice that may be so without hints."""
    if not good_turns(game):
        return Text("Nobody is shown which turns are good, and there are no hints.")
    if not given(game):
        return Text("Whoever is on turn is shown good turns, but there are no hints.")
    return Text("Whoever is on turn is shown good turns, and may ask for hints.")


def none_here(game: Game) -> Text:
    """Why there are no hints, and what there is instead."""
    if game.options.get(GOOD_TURNS.name) == "off":
        return _agreed_on_none(game)
    return _rated(game) if GOOD_TURNS.name in game.options else _people_alone(game)


_agreed_on_none = About(
    "There are no hints in {game}: its table has agreed to play without. {options} lists all that "
    "you can do; with {practice} you play against a computer, and may ask."
)
_rated = About(
    "There are no hints in {game}: it is rated, so nobody is told which turns are good. {options} "
    "lists all that you can do; with {practice} you play against a computer, and may ask."
)
_people_alone = About(
    "There are no hints in {game}: it is played by people alone, and counts. With "
    "{practice} you play against a computer, and may ask."
)


NOTHING_FOUND = Text("No hint was found this time. Nothing was changed; ask again.")


def asked(table: Table, hints: Mapping[Seat, int]) -> Iterator[Text]:
    """Who has asked for hints, and for how many turns."""
    for seat, n in sorted(hints.items()):
        yield Plural(
            "{name} asked for a hint in {n} turn.",
            "{name} asked for hints in {n} turns.",
            n,
            name=table.names[seat],
        )
