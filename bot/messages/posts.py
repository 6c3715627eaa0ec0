"""Posts for everybody at a table: the call above a board, the position in words, and the result.
Answers to one person are in bot/messages/answers.py.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import partial
from itertools import pairwise
from types import MappingProxyType
from typing import Final, NamedTuple

from bot.messages.answers import (
    handed_over,
    moves_since,
    parts,
    stands,
    story_since,
    whose_turn,
    winning,
)
from bot.messages.fitting import CALL, GLANCE, RESULT, FewWords, FirstFitting, Folded, Stacked
from bot.table.computers import hints
from bot.table.game import CLOCK, Game
from bot.table.names import Command, bare, brief, in_full, lasting, title
from bot.table.rows import expired_seats
from bot.table.seats import computers
from bot.table.table import LEAVES, Table
from rules.ending import Highlight, seats_by_place, tie_break
from rules.english import TELLING, Names, lately
from rules.game import NOBODY, Seat
from rules.play import ordinary
from rules.text import (
    NOTHING,
    Code,
    Due,
    Joined,
    Listed,
    Mention,
    Name,
    Plural,
    Rank,
    Small,
    Strong,
    Text,
    lines,
    sentences,
)
from rules.voice import Argument
from storage import NEW, Rating, RatingChange, Row, Standing

COUNTED = -1


def turn(
    table: Table, again: Text = NOTHING, *, advice: Text = NOTHING, digest: Argument = NOTHING
) -> Text:
    """The post for the player to move, above the board: the call, the story since their last turn,
    and how to answer. It is as short as possible. again: why it's their turn again. advice: for a
    player new to this game, with a shorter story."""
    example, _ = _outlook(table)
    reply = Text("Reply with your turn.")
    if example:
        reply = Text("Reply, for example {turn}.", turn=Code(example))
    elif table.kind.game.hidden_information:
        reply = Text("Open your hand, or reply.")
    texts, seen = table.kind.texts, table.view_of()
    called: Text = Text(
        "{mention}, your turn in {game} (turn {n}).",
        mention=Mention(table.game.sitters[table.actor].user, table.names[table.actor]),
        game=Strong(table.game),
        n=table.number,
    )
    if not table.kind.game.hidden_information:
        called = sentences(called, texts.call(seen.state))
    due, news = _play_by(table.game), texts.news(seen.state, table.names)
    briefs = moves_since(table)

    def way(advice: Text, room: int, reply: Text) -> Text:
        moves: Text = Folded(briefs, room)
        if room == COUNTED:
            moves = Plural("{n} move", "{n} moves", n=len(briefs))
        since = Text("{moves}.", moves=moves)
        if table.returning or room == COUNTED:
            since = Text("Since your turn: {moves}.", moves=moves)
        story = sentences(again, since) if briefs else again
        said = lines(called, story, Small(sentences(due, reply, news, digest)))
        return Stacked((said, Small(advice))) if advice else said

    # Characters of the story, or COUNTED: ever fewer if the post is too long.
    ways = [*((room, reply) for room in (GLANCE, 70, 40, 0)), (0, NOTHING), (COUNTED, reply)]
    if any(brief.weight >= TELLING for brief in briefs):
        del ways[-1]  # a turn that matters is never just counted
    advices = [advice, NOTHING] if advice else [NOTHING]
    return FewWords(CALL, [partial(way, each, *how) for each in advices for how in ways])


def _play_by(game: Game) -> Text:
    """The deadline of the player to move, or NOTHING without a clock."""
    due = game.due(CLOCK)
    return stands(game) if due is None else Text("Play by {time}.", time=Due(due))


def for_example(table: Table) -> Text:
    """An example of a turn, for a player who knows how turns look."""
    example, _ = _outlook(table)
    return Text("Try {turn}, for example.", turn=Code(example)) if example else NOTHING


def turn_in_words(
    table: Table, story: Text, *, advice: Text = NOTHING, digest: Argument = NOTHING
) -> Text:
    """The call in words for people who hear it: the story, the scores, the end and the choices. The
    mention, the demand and the game come first. advice: for a player new to this game."""
    names, texts, seen, told = table.names, table.kind.texts, table.view_of(), parts(story)
    called = Text(
        "{mention}, your turn in {game} ({title}, turn {n}).",
        mention=Mention(table.game.sitters[table.actor].user, table.names[table.actor]),
        game=Strong(table.game),
        title=title(table.game),
        n=table.number,
    )
    example, after = _outlook(table)
    command = Command(table.game.kind, "turn")
    how = Text("Reply to this message with your turn, or use {command}.", command=command)
    if example:
        how = Text(
            "Reply to this message with your turn, for example {turn}, or use {command}.",
            turn=Code(example),
            command=command,
        )
    follows = Text("{name} is next after you.", name=names[after]) if after >= 0 else NOTHING
    return Stacked(
        (
            sentences(called, texts.call(seen.state)),
            *told,
            texts.standing(seen.state, names),
            texts.news(seen.state, names),
            texts.summary(seen.state),
            advice,
            _play_by(table.game),
            Small(sentences(how, follows, digest)),
        ),
        spare=told,
    )


def _outlook(table: Table) -> tuple[str, Seat]:
    """A legal turn as people type it, and the seat after it. No turn and NOBODY in a game with
    secrets: an example from the player's hand would give it away, and another might be illegal."""
    game = table.kind.game
    way = None if game.hidden_information else ordinary(game, table.view_of().state)
    if way is None:
        return "", NOBODY
    steps, after = way
    return table.kind.spelt(steps), table.kind.game.actor(after)


def board(table: Table) -> Text:
    """The whole position as text, to play from without seeing the board. If it is too long for
    one message, leave out the last turn, then shorten the names."""
    names, short = table.names, brief(table.game.sitters)
    rows = table.kind.texts.rows(table.view_of().state, short)
    return FirstFitting(
        lines(*_board(table, names, True)),
        lines(*_board(table, names, False)),
        lines(*_board(table, short, False)),
        Stacked(_board(table, short, False), spare=(rows,)),
    )


def _board(table: Table, names: Names, last: bool) -> list[Argument]:
    """The parts of the position as text."""
    story = story_since(table) if last else NOTHING
    where = Text(
        "{game} ({title}, turn {n}).",
        game=Strong(table.game),
        title=title(table.game),
        n=table.number,
    )
    return [
        sentences(where, whose_turn(table)),
        *in_words(table, names),
        lately(story, table.at.turns),
        to_mover(table, names),
    ]


def in_words(table: Table, names: Names) -> list[Argument]:
    """The position in words."""
    texts, state = table.kind.texts, table.view_of().state
    return [
        texts.squares,
        texts.pieces(state, names),
        texts.rows(state, names),
        texts.standing(state, names),
        texts.news(state, names),
    ]


def to_mover(table: Table, names: Names) -> Text:
    """The public choices of the player to move."""
    if not table.running:
        return NOTHING
    turns = table.kind.texts.summary(table.view_of().state)
    return Text("To {name}: {turns}", name=names[table.actor], turns=turns)


FIRST = 5  # rated games before a player's rating is shown
SCALE = 60  # openskill's 25 is shown as 1,500
# Why a game is not rated, by the store's word.
_WHY: Mapping[str, Text] = {
    "casual": Text("Unrated, as agreed."),
    "computers": Text("Unrated: a computer played."),
    "excused": Text("Unrated: a player was removed, and only one is left to rate."),
    "early": Text("Unrated: it ended before everyone had three turns."),
    "rematch": Text("Unrated: the same players have had five rated games in seven days."),
}


def standing_line(line: Standing) -> Text:
    """Games, won, rating and streak."""
    parts = (
        Plural("{n} game", "{n} games", n=line.games),
        Plural("{n} won", "{n} won", n=line.won),
        Text("rating {rating}", rating=rating(line.rating)) if line.rating else NOTHING,
        Text("{n}-game winning streak", n=line.streak) if line.streak > 1 else NOTHING,
    )
    return Joined(", ", [part for part in parts if part])


def rating(rating: Rating) -> Text:
    """A rating and its doubt, in steps of ten. In words until it is sure."""
    if rating.games < FIRST:
        return Text("provisional")
    if not rating.sure:
        return _so_far(rating)
    doubt = round(rating.sigma * SCALE / 10) * 10
    return Text("{rating} ± {doubt}", rating=strength(rating), doubt=doubt)


def strength(rating: Rating) -> int:
    """A rating as shown."""
    return round(rating.mu * SCALE)


def _so_far(rating: Rating) -> Text:
    """A strength that isn't sure yet: compared with an average player, right five times of six."""
    off = (rating.mu - NEW.mu) / rating.sigma
    if off > 1:
        return Text("above average so far")
    return Text("below average so far") if off < -1 else Text("about average so far")


def rating_changes(game: Game, moved: RatingChange | None, names: Sequence[Text]) -> Text:
    """The changes of public ratings by a game, or the reason why there are none."""
    if moved is None:
        return NOTHING
    if moved.unrated:
        return _WHY.get(moved.unrated, NOTHING)
    gave_up = {each.user: Name(bare(each.name)) for each in game.former}
    left = [_move(name, *moved.changes[u]) for u, name in gave_up.items() if u in moved.changes]
    stayed = [
        _move(name, *moved.changes[sitter.user])
        for sitter, name in zip(game.sitters, names, strict=True)
        if sitter.user in moved.changes and sitter.user not in gave_up
    ]
    return sentences(
        Text("Ratings: {moves}.", moves=Joined(" · ", stayed)) if stayed else NOTHING,
        Text("Left, so rated last: {moves}.", moves=Joined(" · ", left)) if left else NOTHING,
    )


def _move(name: Text, before: Rating, now: Rating) -> Text:
    if now.games < FIRST:
        return Text("{name} provisional ({n}/{all})", name=name, n=now.games, all=FIRST)
    gain, shown = strength(now) - strength(before), strength(now)
    if now.sure and before.sure and gain > 0:
        return Text("{name} {rating} (up {n})", name=name, rating=shown, n=gain)
    if now.sure and before.sure and gain:
        return Text("{name} {rating} (down {n})", name=name, rating=shown, n=-gain)
    return Text("{name} {rating}", name=name, rating=shown if now.sure else _so_far(now))


PRACTICE: Final = Text("Games with a computer are practice: they don't count in the standings.")


class Aftermath(NamedTuple):
    """The extra facts about a finished game."""

    moment: Highlight | None = None  # its most remarkable moment
    rated: Text = NOTHING  # the changes of ratings, or why there are none
    hints: Mapping[Seat, int] = MappingProxyType({})  # by seat: turns with a hint that it asked for
    expired: Collection[Seat] = ()  # the seats whose time ran out


def aftermath(
    table: Table, moment: Highlight | None, moved: RatingChange | None, rows: list[Row]
) -> Aftermath:
    """The extra facts from a game's log."""
    rated = rating_changes(table.game, moved, table.names)
    return Aftermath(moment, rated, hints(rows), expired_seats(rows))


def result(table: Table, aftermath: Aftermath, digest: Argument = NOTHING) -> Text:
    """The last post of a game. It mentions every player once, in their place; `details` has the
    rest."""
    # Parts to drop if there are too many words, the first one first.
    spare = ("hints", "levels", "changes", "ties", "units", "rated", "lasted", "last", "winners")
    cuts = range(len(spare) + 1)
    return FewWords(RESULT, [partial(_result, table, aftermath, digest, spare[n:]) for n in cuts])


def _result(table: Table, aftermath: Aftermath, digest: Argument, spare: Collection[str]) -> Text:
    """One variant of the post. spare: the parts that it still has."""
    left, late = _gone(table, aftermath.expired, _called(table))
    said = {
        "ties": sentences(*_untied(table)),
        "last": _last(table),
        "lasted": _lasted(table),
        "changes": handed_over(table.game, 0, table.n),
        "hints": sentences(*_hinted(table, aftermath.hints)),
        "rated": aftermath.rated,
    }
    said = {name: text for name, text in said.items() if name in spare}
    rated = said.pop("rated", NOTHING)
    return lines(
        _over(table, named="winners" in spare),
        _places(table, _called(table, levels="levels" in spare), unit="units" in spare),
        sentences(left, late, *said.values()),
        rated,
        Small(digest),
    )


def _over(table: Table, *, named: bool = True) -> Text:
    """The result. named: also name the players who share a draw."""
    best = [table.names[seat] for seat in table.winners()]
    verdict = winning(best) if named or len(best) == 1 else Text("a draw")
    return Strong(Text("{game} is over: {verdict}.", game=table.game, verdict=verdict))


def _called(table: Table, *, levels: bool = False) -> list[Text]:
    """The players by seat, people as mentions."""
    names = in_full(table.game.sitters) if levels else table.names
    each = zip(table.game.sitters, names, strict=True)
    return [name if sitter.computer else Mention(sitter.user, name) for sitter, name in each]


def _places(table: Table, names: Sequence[Argument], *, unit: bool) -> Text:
    """Everybody's place; equals share one. `1. Ann, 12 points · 2. Ben, 10 points`, or without
    the unit `1. Ann 12, 2. Ben 10`."""
    game = table.kind.game
    scores = game.scores(table.at.state)
    ranked = [
        (Rank(n), names[seat], scores[seat][0])
        for n, seats in seats_by_place(game, table.at.state).items()
        for seat in seats
    ]
    if not unit:
        return Listed((Joined(" ", each) for each in ranked), "unit")
    told = (
        Text("{rank} {name}, {score}", rank=rank, name=name, score=game.unit(score))
        for rank, name, score in ranked
    )
    return Joined(" · ", told)


def _last(table: Table) -> Text:
    """How the game ended, in a few words. NOTHING if a player left: the places show it."""
    if table.drawn:
        return Text("Draw by agreement.")
    seen = table.view_of()
    if any(event.verb == LEAVES for event in seen.events):
        return NOTHING
    told = table.kind.texts.brief(seen.state, seen.events, table.names, NOBODY).told
    return Text("Last turn: {move}.", move=told) if told else NOTHING


def details(table: Table, aftermath: Aftermath) -> Text:
    """Everything for one person: the story of the last turn, the places and tie-breaks, the best
    moment, the length of the game, and the effects on ratings."""
    told, moment, best = parts(story_since(table)), aftermath.moment, NOTHING
    if moment is not None:
        best = Text(
            "Best moment: turn {turn}, {name} ({moment}).",
            turn=moment.turn,
            name=table.names[moment.seat],
            moment=moment.told,
        )
    return Stacked(
        (
            _over(table),
            *told,
            ranking(table, aftermath.expired),
            best,
            sentences(
                _lasted(table),
                handed_over(table.game, 0, table.n),
                *_hinted(table, aftermath.hints),
            ),
            aftermath.rated,
            Small(PRACTICE) if computers(table.game) else NOTHING,
        ),
        spare=told,
    )


def _hinted(table: Table, hints: Mapping[Seat, int]) -> Iterator[Text]:
    """The number of turns in which each player asked for hints."""
    for seat, n in sorted(hints.items()):
        yield Plural(
            "{name} asked for a hint on {n} turn.",
            "{name} asked for hints on {n} turns.",
            n,
            name=table.names[seat],
        )


def ranking(table: Table, expired: Collection[Seat] = ()) -> Text:
    """Everybody's place and score, the best first, and the tie-breaks."""
    return sentences(
        Text("Places: {places}.", places=_places(table, table.names, unit=True)),
        *_untied(table),
        *_gone(table, expired, table.names),
    )


def _gone(table: Table, expired: Collection[Seat], names: Sequence[Argument]) -> tuple[Text, Text]:
    """The players who left, and those whose time ran out."""
    gone = [seat for seat, score in enumerate(table.kind.game.scores(table.at.state)) if not score]
    left = [names[seat] for seat in gone if seat not in expired]
    late = [names[seat] for seat in gone if seat in expired]
    return (
        Text("{names} left the game.", names=Listed(left)) if left else NOTHING,
        Text("{names} ran out of time.", names=Listed(late)) if late else NOTHING,
    )


def _untied(table: Table) -> Iterator[Text]:
    """The tie-breaks between players with equal points."""
    game, names = table.kind.game, table.names
    scores = game.scores(table.at.state)
    for first, second in pairwise(seats_by_place(game, table.at.state).values()):
        if why := tie_break(game, scores[first[0]], scores[second[0]]):
            yield Plural(
                "{first} ranks above {second}: {why}.",
                "{first} rank above {second}: {why}.",
                n=len(first),
                first=Listed(names[seat] for seat in first),
                second=Listed(names[seat] for seat in second),
                why=why,
            )


def _lasted(table: Table) -> Text:
    return Text(
        "{turns} in {time}.",
        turns=Plural("{n} turn", "{n} turns", n=table.at.turns),
        time=lasting(table.game.changed - table.game.created),
    )
