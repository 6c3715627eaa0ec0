"""What is said of good turns to whoever asks for a hint."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from bot.core.game import Game
from bot.core.names import game_name
from bot.core.sentences import About
from bot.core.table import Table
from bot.domain.agreed import GOOD_TURNS
from bot.domain.coaching import good_turns
from bot.domain.minds import GoodTurn
from bot.text.errors import UNDO
from bot.text.plans import turn
from rules.game import Seat
from rules.play import perform
from rules.text import Code, Joined, Plural, Small, Strong, Text, lines
from rules.voice import Argument

HINT = Text("Hint")
LEARN = Text("learn")  # as it is typed
BRING_BACK = Text("Restore My Draft")
LITTLE = 0.02  # of a win: what gives away less holds as much


def to_try(*, undo: bool) -> Text:
    """After the first turn of somebody who plays alone. undo: it can be taken back."""
    if undo:
        return Text(
            "Next, try {hint} for suggestions, or reply {undo} to undo your last turn.",
            hint=Strong(HINT),
            undo=Code(UNDO),
        )
    return Text(
        "Next, try {hint} for suggestions, or reply {learn} for five short lessons.",
        hint=Strong(HINT),
        learn=Code(LEARN),
    )


def good(table: Table, said: Sequence[GoodTurn]) -> Text:
    """Some whole turns, the best first, with what they bring, what they give away and what they
    fear; or those that last longest where all is lost."""
    game = Strong(game_name(table.game))
    if _lost(said[0]):
        head = Text(
            "In {game}, you'll lose against best play whatever you do. These turns hold out "
            "longest:",
            game=game,
        )
    else:
        head = Plural(
            "A good turn in {game}:", "Good turns in {game}, best first:", len(said), game=game
        )
    each = (Text("{n}. {turn}", n=n, turn=_turn(table, way)) for n, way in enumerate(said, 1))
    return lines(head, *each, Small(_ASKED))


def made_way(line: str) -> Text:
    """Of a draft in whose place another one is kept. line: as people type it."""
    return Text(
        "This replaced your draft {line}. {button} brings it back.",
        line=Code(line),
        button=Strong(BRING_BACK),
    )


def of(n: int, line: Argument) -> Text:
    """What a button says that puts one of them into the turn builder."""
    return Text("{n}. {line}", n=n, line=line)


def _turn(table: Table, way: GoodTurn) -> Text:
    """What to do in a turn, and why that is good, as far as its player can see."""
    told = (turn(table, way.line), *_reasons(table, way), *_verdict(way))
    feared = Code(table.kind.spelt(way.answer.split()))
    more = (Text("watch out for {answer}", answer=feared),) if way.answer else ()
    return Joined(" · ", (*told, *more))


def _reasons(table: Table, way: GoodTurn) -> Iterator[Text]:
    """What a turn brings, also when it was answered by what is feared most."""
    rules, seen, seat = table.kind.game, table.mine, table.actor
    after, _ = perform(rules, seen, way.line)
    brought = rules.reasons(seen, after, seat)
    if way.answer:
        answered, _ = perform(rules, after, way.answer)
        left = rules.reasons(seen, answered, seat)
        brought = [why for why in brought if why in left]
    yield from brought


def _verdict(way: GoodTurn) -> Iterator[Text]:
    if way.sure and not _lost(way):
        yield Text("wins against every reply I tried")
    elif not way.sure:
        if way.only:
            yield Text("the only good turn")
        elif way.lost < LITTLE:
            yield Text("good")
        else:
            yield Text("slightly worse, by about {n}%", n=round(100 * way.lost))
        yield Text("wins about {n}% of the time", n=round(100 * way.share))


def _lost(way: GoodTurn) -> bool:
    return way.sure and way.share < LITTLE


_ASKED = Text(
    "A computer found these turns by looking ahead. Press one to load it into Take Turn, "
    "then confirm. The result will say how many hints you used."
)


def agreed(game: Game) -> Text:
    """Whether players see which turns are good."""
    if good_turns(game):
        return Text("Suggestions and hints are on.")
    return Text("Suggestions and hints are off.")


def none_here(game: Game) -> Text:
    """Why there are no hints, and what there is instead."""
    return _agreed_on_none(game) if game.options.get(GOOD_TURNS.name) == "off" else _rated(game)


_agreed_on_none = About(
    "Hints are off in {game}, as agreed when it started. {options} lists what you can do, "
    "and with {practice} you can play a computer with hints."
)
_rated = About(
    "{game} is rated, so hints are off. {options} lists what you can do, and you can use "
    "{practice} to play a computer with hints on."
)


NOTHING_FOUND = Text("I couldn't find a hint this time. Try again.")


def asked(table: Table, hints: Mapping[Seat, int]) -> Iterator[Text]:
    """Who has asked for hints, and for how many turns."""
    for seat, n in sorted(hints.items()):
        yield Plural(
            "{name} asked for a hint on {n} turn.",
            "{name} asked for hints on {n} turns.",
            n,
            name=table.names[seat],
        )
