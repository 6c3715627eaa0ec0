"""What a picture shows, in words: enough to play from without seeing it.

Logger L7, turn 12, Ana to move.        who speaks, or who has won
Scores … Protesters in hand …           the game's English: standing, news
Columns a to e from the left …          the board
Loggers … Mature trees …                the game's English: pieces
Last turn: Ben: d1 to c1 …              the game's English: story
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from renderer import naming
from renderer.outcome import victors
from renderer.picture import Labels
from rules.drafting import Kind
from rules.ending import Ending
from rules.english import listed
from rules.game import NATURE, NOBODY, Game
from rules.play import Seen

LIMIT = 1024  # characters that Discord takes for a description
SHORT = 24  # characters of a name beside which little is said
_SHORTER = (naming.LONGEST, 24, 18, 14, 11, 8, 6)


def text(kind: Kind[Any], seen: Seen[Any], labels: Labels) -> str:
    """The alt text, at most 1024 characters. First names are shortened, then the story of the
    last turn is."""
    whole = ""
    for longest in _SHORTER:
        names = naming.spoken(labels.names, longest)
        whole = _whole(kind, seen, labels, names)
        if _length(whole) <= LIMIT:
            return whole
    while _length(whole) >= LIMIT:
        whole = whole[:-1]
    return whole + "…"


def result(kind: Kind[Any], seen: Seen[Any], labels: Labels, ending: Ending) -> str:
    """The same of the last picture: the ranking, each curve at five turns, the best moment."""
    names, s, best = naming.spoken(labels.names, SHORT), seen.state, ending.moment
    lines = (
        f"{kind.game.title} {labels.game}, turn {labels.turn}, {_now(kind.game, s, names)}.",
        kind.english.standing(s, names),
        _curve(ending, names),
        f"Best moment, {best.told}: {names[best.seat]}, turn {best.turn}." if best else "",
    )
    return "\n".join(line for line in lines if line)[:LIMIT]


def _curve(ending: Ending, names: Sequence[str]) -> str:
    """Everybody's score at five turns from the first to the last; "" when there was none."""
    last = len(ending.scores) - 1
    if last < 1:
        return ""
    turns = sorted({round(n * last / 4) for n in range(5)})
    told = (
        f"{name} {', '.join(str(abs(ending.scores[turn][seat])) for turn in turns)}"
        for seat, name in enumerate(names)
    )
    after = listed([*map(str, turns)])
    return f"Curve, {ending.measured} after turns {after}: {' · '.join(told)}."


def lobby(kind: Kind[Any], labels: Labels, seats: int) -> str:
    """The same of a lobby."""
    there = list(naming.spoken(labels.names, SHORT))
    sitting = listed(there) or "nobody yet"
    left = max(0, seats - len(there))
    return (
        f"{kind.game.title} {labels.game}, lobby: the opening board. Seated: {sitting}. "
        f"Open seats: {left}."
    )


def _whole(kind: Kind[Any], seen: Seen[Any], labels: Labels, names: Sequence[str]) -> str:
    english, s = kind.english, seen.state
    head = f"{kind.game.title} {labels.game}, turn {labels.turn}, {_now(kind.game, s, names)}."
    story = english.story(seen.events, names)
    lines = (
        head,
        english.standing(s, names),
        english.news(s, names),
        english.squares,
        english.pieces(s, names),
        f"Last turn: {story}" if story else "",
    )
    return "\n".join(line for line in lines if line)


def _now(game: Game[Any], s: Any, names: Sequence[str]) -> str:
    seat = game.actor(s)
    if seat == NATURE:
        return "waiting for chance"
    if seat != NOBODY:
        return f"{names[seat]} to move"
    best = [names[seat] for seat in victors(game, s)]
    return f"{best[0]} won" if len(best) == 1 else f"a draw of {listed(best)}"


def _length(whole: str) -> int:
    """In UTF-16 units, the strictest way in which a description may be measured."""
    return len(whole.encode("utf-16-le", "replace")) // 2
