"""A picture in words: enough to play from without seeing it."""

from collections.abc import Callable
from typing import Any

from renderer.chart import Balance
from renderer.picture import NAME_LENGTH, Labels, alt_names, tell, victors, win_text
from rules.drafting import Kind
from rules.ending import Ending, seats_by_place
from rules.english import Names, lately
from rules.game import NATURE, NOBODY
from rules.play import Seen
from rules.text import NOTHING, Joined, Listed, Plural, Rank, Tenths, Text, lines, sentences

LIMIT = 1024  # characters that Discord takes for a description


def text(kind: Kind[Any], seen: Seen[Any], labels: Labels) -> str:
    """The alt text. If too long, names are shortened first, then the story of the last turn."""
    return _short_enough(labels, lambda names: _whole(kind, seen, labels, names))


def film(
    kind: Kind[Any], seen: Seen[Any], labels: Labels, boards: int, every: int, seconds: int
) -> str:
    """The alt text of a film that ends with this board. boards: the number in the film; every: one
    board of the game in this many; seconds: the length of the film."""
    long = Plural("{n} second", "{n} seconds", n=seconds)
    begins = Text(
        "A GIF of {boards} boards, lasting {long}. The last board:", boards=boards, long=long
    )
    if every > 1:
        begins = Text(
            "A GIF of {boards} boards, lasting {long}. It shows one in every {every} boards of "
            "the game. The last board:",
            boards=boards,
            long=long,
            every=every,
        )
    return _short_enough(labels, lambda names: lines(begins, _whole(kind, seen, labels, names)))


def _short_enough(labels: Labels, worded: Callable[[tuple[str, ...]], Text]) -> str:
    whole = ""
    for longest in (NAME_LENGTH, 24, 18, 14, 11, 8, 6):
        whole = labels.voice.say(worded(alt_names(labels.names, longest, labels.voice)))
        if _length(whole) <= LIMIT:
            return whole
    while _length(whole) >= LIMIT:
        whole = whole[:-1]
    return whole + "…"


def result(kind: Kind[Any], seen: Seen[Any], labels: Labels, ending: Ending) -> str:
    """The alt text of the last picture, with as much of the last board as fits."""
    names, s = labels.alt_names, seen.state
    ranks = {seat: n for n, seats in seats_by_place(kind.game, s).items() for seat in seats}
    places = Joined(" · ", (Joined(" ", (Rank(n), names[seat])) for seat, n in ranks.items()))
    told, best = NOTHING, ending.moment
    if best is not None:
        told = Text(
            "Best moment: turn {turn}, {name} ({moment}).",
            moment=best.told,
            name=names[best.seat],
            turn=best.turn,
        )
    course = (
        sentences(_head(kind, s, labels, names), computers(labels, names)),
        Text("Places: {places}.", places=places),  # equals share one
        kind.texts.standing(s, names),
        _curve(ending, names),
        told,
    )
    last = lately(tell(kind, seen, names, labels.voice), labels.turn)
    for board in ((last, kind.texts.pieces(s, names)), (last,)):
        if _length(whole := labels.voice.say(lines(*course, *board))) <= LIMIT:
            return whole
    return labels.voice.say(lines(*course))[:LIMIT]


def _curve(ending: Ending, names: Names) -> Text:
    """Everybody's score at five turns from the first to the last, or NOTHING before the first."""
    if len(ending.scores) < 2:
        return NOTHING
    turns = _five(len(ending.scores) - 1)
    told = (
        Joined(
            " ",
            (
                name,
                Listed((ending.show_score(ending.scores[turn][seat]) for turn in turns), "unit"),
            ),
        )
        for seat, name in enumerate(names)
    )
    return Text(
        "Graph of {measured} after turns {turns}: {scores}.",
        measured=ending.measured,
        turns=Listed(turns),
        scores=Joined(" · ", told),
    )


def _five(last: int) -> list[int]:
    """Five turns from the first to the last, or all if there are fewer."""
    return sorted({round(n * last / 4) for n in range(5)})


def balance(kind: Kind[Any], seen: Seen[Any], labels: Labels, shown: Balance) -> str:
    """The alt text of a game's balance: the ranking, the curve at five turns, the marked turns."""
    names, s = labels.alt_names, seen.state
    marked = Plural(
        "Turn {turns} is marked on the curve.",
        "Turns {turns} are marked on the curve.",
        n=len(shown.marked),
        turns=Listed(shown.marked),
    )
    if len(names) == 2:
        turns, leads = _five(len(shown.shares) - 1), shown.leads
        course = Text(
            "Who was ahead, from 1 ({first} wins) to -1 ({second} wins), after turns {turns}: "
            "{leads}.",
            first=names[0],
            second=names[1],
            turns=Listed(turns),
            leads=Joined(" · ", (Tenths(leads[turn]) for turn in turns)),
        )
    else:
        course = _shares(shown, names)
    whole = lines(
        sentences(_head(kind, s, labels, names), computers(labels, names)),
        kind.texts.standing(s, names),
        course,
        marked if shown.marked else NOTHING,
    )
    return labels.voice.say(whole)[:LIMIT]


def _shares(shown: Balance, names: Names) -> Text:
    """The shares at five turns, as whole numbers that add up to a hundred."""
    turns, told = _five(len(shown.shares) - 1), []
    for shares in (shown.shares[turn] for turn in turns):
        whole = [int(100 * share) for share in shares]
        short = sorted(range(len(shares)), key=lambda seat: whole[seat] - 100 * shares[seat])
        for seat in short[: 100 - sum(whole)]:
            whole[seat] += 1
        told.append(whole)
    each = (
        Joined(" ", (name, Listed((turn[seat] for turn in told), "unit")))
        for seat, name in enumerate(names)
    )
    return Text(
        "Each player's chance of winning, in percent, after turns {turns}: {shares}.",
        turns=Listed(turns),
        shares=Joined(" · ", each),
    )


def lobby(kind: Kind[Any], s: Any, labels: Labels, seats: int) -> str:
    """The alt text of a lobby. s: the shown position."""
    there, everybody = labels.alt_names, [Text("?")] * len(kind.game.scores(s))
    nobody = Text("nobody yet")
    whole = sentences(
        Text("{game}, lobby: the board before the game.", game=_game(kind, labels)),
        kind.texts.news(s, everybody),
        Text(
            "Seated: {names}. Open seats: {n}.",
            names=Listed(there) or nobody,
            n=max(0, seats - len(there)),
        ),
        computers(labels, there),
    )
    return labels.voice.say(whole)


def _whole(kind: Kind[Any], seen: Seen[Any], labels: Labels, names: tuple[str, ...]) -> Text:
    texts, s = kind.texts, seen.state
    story = tell(kind, seen, names, labels.voice, ahead=labels.ahead)
    turns = labels.turn - (kind.game.actor(s) != NOBODY)
    return lines(
        sentences(_head(kind, s, labels, names), computers(labels, names)),
        texts.standing(s, names),
        texts.news(s, names),
        texts.squares,
        texts.pieces(s, names),
        story if labels.ahead else lately(story, turns),
    )


def _head(kind: Kind[Any], s: Any, labels: Labels, names: Names) -> Text:
    """The game, and the player to move or the winner."""
    seat = kind.game.actor(s)
    if seat == NATURE:
        now = Text("waiting for dice or cards")
    elif seat != NOBODY:
        now = Text("{name} to move", name=names[seat])
    else:
        now = win_text([names[each] for each in victors(kind.game, s)])
    return Text("{game}, turn {n}, {now}.", game=_game(kind, labels), n=labels.turn, now=now)


def computers(labels: Labels, names: Names) -> Text:
    """The players with the mark of a computer, or NOTHING."""
    marked = [names[seat] for seat in sorted(labels.computers)]
    if not marked:
        return NOTHING
    return Plural(
        "{names} is a computer.", "{names} are computers.", n=len(marked), names=Listed(marked)
    )


def _game(kind: Kind[Any], labels: Labels) -> Text:
    return Joined(" ", (kind.game.title, labels.game))


def _length(whole: str) -> int:
    """The length in UTF-16 units, the strictest way to measure a description."""
    return len(whole.encode("utf-16-le", "replace")) // 2
