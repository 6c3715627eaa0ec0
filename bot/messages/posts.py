"""Posts for everybody at a table. Answers to one person are in bot/messages/answers.py."""

from __future__ import annotations

from bot.messages.answers import happened, moves_since, parts, whose
from bot.messages.fitting import CALL, GLANCE, FewWords, FirstFitting, Folded, Stacked
from bot.messages.lists import stands
from bot.table.game import CLOCK, Game
from bot.table.names import Command, brief, title
from bot.table.table import Table
from rules.english import TELLING, Names, lately
from rules.game import NOBODY, Seat
from rules.play import ordinary
from rules.text import NOTHING, Code, Due, Mention, Plural, Small, Strong, Text, lines, sentences
from rules.voice import Argument

COUNTED = -1


def turn(
    table: Table, again: Text = NOTHING, *, advice: Text = NOTHING, digest: Argument = NOTHING
) -> Text:
    """The post for the player to move, above the board: the call, the story since their last turn,
    and how to answer. It is as short as possible.

    again: why it's their turn again.
    advice: for a player new to this game, with a shorter story.
    """
    reply = _reply(table)
    # Characters of the story, ever fewer if the post is too long.
    ways = [*((room, reply) for room in (GLANCE, 70, 40, 0)), (0, NOTHING), (COUNTED, reply)]
    if any(brief.weight >= TELLING for brief in moves_since(table)):
        del ways[-1]  # a turn that matters is never just counted
    said = [_turn(table, again, digest, *way) for way in ways]
    taught = [Stacked((each, Small(advice))) for each in said] if advice else []
    return FewWords(CALL, [*taught, *said])


def _turn(table: Table, again: Text, digest: Argument, room: int, reply: Text) -> Text:
    """One variant of the post.

    room: characters of the story, or COUNTED.
    """
    texts, seen = table.kind.texts, table.seen()
    called = Text(
        "{mention}, your turn in {game} (turn {n}).",
        mention=_mention(table),
        game=Strong(table.game),
        n=table.number,
    )
    news, hidden = texts.news(seen.state, table.names), table.kind.game.hidden_information
    return lines(
        called if hidden else sentences(called, texts.call(seen.state)),
        sentences(again, _since(table, room)),
        Small(sentences(_play_by(table.game), reply, news, digest)),
    )


def _mention(table: Table) -> Mention:
    """Mention the player to move."""
    return Mention(table.game.sitters[table.actor].user, table.names[table.actor])


def _play_by(game: Game) -> Text:
    """The deadline of the player to move, or NOTHING without a clock."""
    due = game.due(CLOCK)
    return stands(game) if due is None else Text("Play by {time}.", time=Due(due))


def _since(table: Table, room: int) -> Text:
    """The turns that the player to move has missed, in a line."""
    briefs = moves_since(table)
    if not briefs:
        return NOTHING
    if room == COUNTED:
        moves = Plural("{n} move", "{n} moves", n=len(briefs))
        return Text("Since your turn: {moves}.", moves=moves)
    if table.returning:
        return Text("Since your turn: {moves}.", moves=Folded(briefs, room))
    return Text("{moves}.", moves=Folded(briefs, room))


def _reply(table: Table) -> Text:
    """How to answer. There is no example in a game with a hidden hand."""
    example, _ = _outlook(table)
    if example:
        return Text("Reply, for example {turn}.", turn=Code(example))
    if table.kind.game.hidden_information:
        return Text("Open your hand, or reply.")
    return Text("Reply with your turn.")


def for_example(table: Table) -> Text:
    """An example of a turn, for a player who knows how turns look."""
    example, _ = _outlook(table)
    return Text("Try {turn}, for example.", turn=Code(example)) if example else NOTHING


def turn_in_words(
    table: Table, story: Text, *, advice: Text = NOTHING, digest: Argument = NOTHING
) -> Text:
    """The call in words for people who hear it: the story, the scores, the end and the choices.

    The mention, the demand and the game come first.

    advice: for a player new to this game.
    """
    names, texts, seen, told = table.names, table.kind.texts, table.seen(), parts(story)
    called = Text(
        "{mention}, your turn in {game} ({title}, turn {n}).",
        mention=_mention(table),
        game=Strong(table.game),
        title=title(table.game),
        n=table.number,
    )
    return Stacked(
        (
            sentences(called, texts.call(seen.state)),
            *told,
            texts.standing(seen.state, names),
            texts.news(seen.state, names),
            texts.summary(seen.state),
            advice,
            _play_by(table.game),
            _how(table, digest),
        ),
        spare=told,
    )


def _how(table: Table, digest: Argument) -> Text:
    """How to say a turn, and the next player. Details come last."""
    example, after = _outlook(table)
    command = Command(table.game.kind, "turn")
    if example:
        how = Text(
            "Reply to this message with your turn, for example {turn}, or use {command}.",
            turn=Code(example),
            command=command,
        )
    else:
        how = Text("Reply to this message with your turn, or use {command}.", command=command)
    follows = Text("{name} is next after you.", name=table.names[after]) if after >= 0 else NOTHING
    return Small(sentences(how, follows, digest))


def _outlook(table: Table) -> tuple[str, Seat]:
    """A legal turn as people type it, and the seat after it.

    No turn and NOBODY in a game with secrets: an example made from the player's hand would give it
    away, and any other might not be legal.
    """
    game = table.kind.game
    way = None if game.hidden_information else ordinary(game, table.seen().state)
    if way is None:
        return "", NOBODY
    steps, after = way
    return table.kind.spelt(steps), table.kind.game.actor(after)


def board(table: Table) -> Text:
    """The whole position as text, to play from without seeing the board. If it is too long for
    one message, leave out the last turn, then shorten the names."""
    names, short = table.names, brief(table.game.sitters)
    rows = table.kind.texts.rows(table.seen().state, short)
    return FirstFitting(
        lines(*_board(table, names, True)),
        lines(*_board(table, names, False)),
        lines(*_board(table, short, False)),
        Stacked(_board(table, short, False), spare=(rows,)),
    )


def _board(table: Table, names: Names, last: bool) -> list[Argument]:
    """The parts of the position as text."""
    texts, state = table.kind.texts, table.seen().state
    story = happened(table) if last else NOTHING
    where = Text(
        "{game} ({title}, turn {n}).",
        game=Strong(table.game),
        title=title(table.game),
        n=table.number,
    )
    return [
        sentences(where, whose(table)),
        texts.squares,
        texts.pieces(state, names),
        texts.rows(state, names),
        texts.standing(state, names),
        texts.news(state, names),
        lately(story, table.at.turns),
        to_mover(table, names),
    ]


def to_mover(table: Table, names: Names) -> Text:
    """The public choices of the player to move."""
    if not table.running:
        return NOTHING
    turns = table.kind.texts.summary(table.seen().state)
    return Text("To {name}: {turns}", name=names[table.actor], turns=turns)
