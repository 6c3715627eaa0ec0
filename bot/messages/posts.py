"""What is posted for everybody at a table. What happens on a board is told by the game's own
English (rules/…/english.py); what one person is answered stands in bot/messages/answers.py."""

from __future__ import annotations

from bot.messages.answers import happened, moves_since, parts, whose
from bot.messages.fitting import CALL, GLANCE, FewWords, FirstFitting, Folded, Stacked
from bot.messages.lists import stands
from bot.table.commands import Command
from bot.table.game import CLOCK, Game
from bot.table.names import brief, game_name, title
from bot.table.table import Table
from rules.english import TELLING, Names, lately
from rules.game import NOBODY, Seat
from rules.play import ordinary
from rules.text import NOTHING, Code, Due, Mention, Plural, Small, Strong, Text, lines, sentences
from rules.voice import Argument

COUNTED = -1
ROOMS = (GLANCE, 70, 40, 0)  # characters of what happened, where there are words too many


def turn(
    table: Table, again: Text = NOTHING, *, advice: Text = NOTHING, digest: Argument = NOTHING
) -> Text:
    """The post that tells a player that it is their turn, as short as can be, for the board is
    under it: who and what, what happened since they were here, and how to answer. again: why it
    is their turn once more; advice: to whoever has hardly played this game, for which what happened
    is told in fewer words; digest: of all rows."""
    reply = _reply(table)
    ways = [*((room, reply) for room in ROOMS), (0, NOTHING), (COUNTED, reply)]
    if any(brief.weight >= TELLING for brief in moves_since(table)):
        del ways[-1]  # no count stands for a turn that matters
    said = [_turn(table, again, digest, *way) for way in ways]
    taught = [Stacked((each, Small(advice))) for each in said] if advice else []
    return FewWords(CALL, [*taught, *said])


def _turn(table: Table, again: Text, digest: Argument, room: int, reply: Text) -> Text:
    """room: characters of what happened, or COUNTED; reply: how to answer."""
    texts, seen = table.kind.texts, table.seen()
    news, hidden = texts.news(seen.state, table.names), table.kind.game.hidden_information
    return lines(
        _called(table) if hidden else sentences(_called(table), texts.call(seen.state)),
        sentences(again, _since(table, room)),
        Small(sentences(_play_by(table.game), reply, news, digest)),
    )


def _play_by(game: Game) -> Text:
    """Until when whoever is on turn has time; nothing where there is no clock."""
    due = game.due(CLOCK)
    return stands(game) if due is None else Text("Play by {time}.", time=Due(due))


def _called(table: Table) -> Text:
    return Text(
        "{mention}, your turn in {game} (turn {n}).",
        mention=Mention(table.game.sitters[table.actor].user, table.names[table.actor]),
        game=Strong(game_name(table.game)),
        n=table.number,
    )


def _since(table: Table, room: int) -> Text:
    """What the player on turn has missed, in a line. room: characters, or COUNTED."""
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
    """How to answer; with a hand that only its owner sees there is no example."""
    example, _ = _outlook(table)
    if example:
        return Text("Reply, for example {turn}.", turn=Code(example))
    if table.kind.game.hidden_information:
        return Text("Open your hand, or reply.")
    return Text("Reply with your turn.")


def for_example(table: Table) -> Text:
    """A turn that could be said, to whoever has been told already what turns are."""
    example, _ = _outlook(table)
    return Text("Try {turn}, for example.", turn=Code(example)) if example else NOTHING


def turn_in_words(
    table: Table, story: Text, *, advice: Text = NOTHING, digest: Argument = NOTHING
) -> Text:
    """The call with everything in words, for those who hear it: what happened, the scores, what is
    near its end and what is possible; mention, demand and game come first. advice: to whoever has
    hardly played this game."""
    names, texts, seen, told = table.names, table.kind.texts, table.seen(), parts(story)
    return Stacked(
        (
            sentences(_called_by_title(table), texts.call(seen.state)),
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


def _called_by_title(table: Table) -> Text:
    game = table.game
    return Text(
        "{mention}, your turn in {game} ({title}, turn {n}).",
        mention=Mention(game.sitters[table.actor].user, table.names[table.actor]),
        game=Strong(game_name(game)),
        title=title(game),
        n=table.number,
    )


def _how(table: Table, digest: Argument) -> Text:
    """How to say a turn, and who speaks after it; last what nobody need hear to the end."""
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
    """A whole turn that is legal now, as somebody might type it, and who speaks after it; no
    turn and NOBODY where something is hidden: the mover may not have what a stranger takes them to
    have, and an example that is chosen by what they have would tell it."""
    game = table.kind.game
    way = None if game.hidden_information else ordinary(game, table.seen().state)
    if way is None:
        return "", NOBODY
    steps, after = way
    return table.kind.spelt(steps), table.kind.game.actor(after)


def board(table: Table) -> Text:
    """The whole position as text, from which somebody who cannot see the board can play. Where
    that is too long for one message, it goes without the last turn, then with short names."""
    names, short = table.names, brief(table.game.sitters)
    rows = table.kind.texts.rows(table.seen().state, short)
    return FirstFitting(
        lines(*_board(table, names, True)),
        lines(*_board(table, names, False)),
        lines(*_board(table, short, False)),
        Stacked(_board(table, short, False), spare=(rows,)),
    )


def _board(table: Table, names: Names, last: bool) -> list[Argument]:
    """The parts of the position as text; last: with what happened in the last turn."""
    texts, state = table.kind.texts, table.seen().state
    story = happened(table) if last else NOTHING
    return [
        _where(table),
        texts.squares,
        texts.pieces(state, names),
        texts.rows(state, names),
        texts.standing(state, names),
        texts.news(state, names),
        lately(story, table.at.turns),
        to_mover(table, names),
    ]


def _where(table: Table) -> Text:
    game = Text(
        "{game} ({title}, turn {n}).",
        game=Strong(game_name(table.game)),
        title=title(table.game),
        n=table.number,
    )
    return sentences(game, whose(table))


def to_mover(table: Table, names: Names) -> Text:
    """What the player on turn can do, as everybody may know it."""
    if not table.running:
        return NOTHING
    turns = table.kind.texts.summary(table.seen().state)
    return Text("To {name}: {turns}", name=names[table.actor], turns=turns)
