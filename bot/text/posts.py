"""What is posted for everybody at a table. What happens on a board is told by the game's own
English (rules/…/english.py); what one person is answered stands in bot/text/answers.py."""

from __future__ import annotations

from collections.abc import Iterator

from bot.core.commands import Command
from bot.core.game import LOBBY_CLOSES, Game
from bot.core.names import (
    brief,
    game_name,
    host,
    in_full,
    options_of,
    players,
    title,
)
from bot.core.table import Table
from bot.domain.agreed import keeps_boards, substitute_of
from bot.domain.reminders import UNANSWERED
from bot.text import clocks, standings
from bot.text.answers import GAME_OVER, counts_when, more_players, whose
from bot.text.fairness import commitment
from bot.text.fitting import FirstFitting, Folded, Stacked
from bot.text.lists import deadline
from bot.text.stories import happened, moves_since, parts
from rules.english import Names, lately
from rules.errors import quoted
from rules.game import NO_MEANING, NOBODY, Seat
from rules.play import sensible
from rules.text import (
    NOTHING,
    Code,
    Joined,
    Listed,
    Mention,
    Moment,
    Place,
    Plural,
    Small,
    Strong,
    Text,
    lines,
    sentences,
)
from rules.voice import Argument


def invited(game: Game) -> tuple[int, ...]:
    """Whom a rematch is for, besides the one who opened it; computers are there already."""
    users = map(int, game.options.get("order", "").split())
    return tuple(user for user in users if user > 0 and user != game.host)


def lobby(game: Game) -> Text:
    """The card of a lobby, for as long as it is one."""
    agreed = Joined(" · ", _agreed(game))
    closes = Moment(game.due(LOBBY_CLOSES) or 0)
    return lines(
        Joined(" ", (_looking(game), *(Mention(user, "") for user in invited(game)))),
        Text("Seats: {seats}", seats=Joined(" · ", _seats(game))),
        Text("Options: {options}", options=agreed) if agreed else NOTHING,
        clocks.agreed(game),
        Small(
            sentences(
                _starts(game),
                _order(game),
                counts_when(game),
                standings.counts(game),
                Text("It closes {time} if it has not started.", time=closes),
            )
        ),
        commitment(game),
    )


def begins(game: Game) -> Text:
    """What announces the start, with whose number the seats are drawn."""
    return Text(
        "{game} begins with {players}. The seats and the first draws come from the number of this "
        "post, which Discord has just made.",
        game=_heading(game),
        players=Listed(in_full(game.sitters)),
    )


def _looking(game: Game) -> Text:
    return Text(
        "{game} — {host} is looking for {missing}.",
        game=_heading(game),
        host=host(game),
        missing=_missing(game),
    )


def _heading(game: Game) -> Text:
    return Strong(Joined(" · ", (game_name(game), title(game))))


def _seats(game: Game) -> Iterator[Text]:
    names = in_full(game.sitters)
    for i in range(int(game.options["players"])):
        yield Joined(" ", (i + 1, names[i] if i < len(names) else Text("open")))


def _starts(game: Game) -> Text:
    most, fewest = int(game.options["players"]), game.rules.fewest
    if most == fewest:
        return Text("It starts by itself when {n} are in.", n=most)
    return Text(
        "It starts by itself when {n} are in, or from {fewest} on when the host presses Start Now.",
        n=most,
        fewest=fewest,
    )


def _order(game: Game) -> Text:
    if invited(game):
        return Text("When the same people are in, the seats move on by one.")
    return Text("The seats are drawn then.")


def _agreed(game: Game) -> Iterator[Text]:
    """The game's own options: `setup quick (chance lays the logs)`; and that boards are kept."""
    meanings = {option.name: option.meaning for option in game.rules.options}
    for name, value in options_of(game).items():
        agreed = Joined(" ", (name, quoted(value)))
        meaning = meanings.get(name, NO_MEANING).get(value)
        yield Text("{option} ({meaning})", option=agreed, meaning=meaning) if meaning else agreed
    if keeps_boards(game):
        yield Text("boards keep (old boards stay, without their buttons)")
    if level := substitute_of(game):
        agreed = Joined(" ", ("substitute", level))
        yield Text("{option} (a computer may take over a free seat)", option=agreed)


def _missing(game: Game) -> Text:
    least = max(0, game.rules.fewest - len(game.sitters))
    most = int(game.options["players"]) - len(game.sitters)
    if least >= most or most == 1:
        return more_players(most)
    if least:
        return Text("{least} to {most} more players", least=least, most=most)
    return Text("up to {most} more players", most=most)


def card(game: Game, table: Table | None, *, reminded: int = 0, ignoring: bool = False) -> Text:
    """The card in the channel once the lobby is closed. reminded: how often the player on turn
    was, where that was the last time; ignoring: they do not answer, and are called no more."""
    return lines(_state(game, table, reminded, ignoring=ignoring), commitment(game))


def _state(game: Game, table: Table | None, reminded: int, *, ignoring: bool) -> Text:
    head = Text("{game}: {players}.", game=_heading(game), players=players(game))
    if game.status == "lobby":
        return sentences(head, Text("It begins now."))
    if game.channel == game.home and game.status == "playing":
        return sentences(head, Text("It has begun; its newest post shows where it is."))
    where = NOTHING
    if game.channel not in (None, game.home):
        where = Text("It is played in {place}.", place=Place(game.place))
    if game.status == "cancelled":
        return Text("{game} was closed before its end. Nobody has won.", game=_heading(game))
    if table is None or table.over:
        return sentences(head, GAME_OVER, where)
    standing = table.kind.texts.standing(table.seen().state, table.names)
    called = sentences(whose(table), _time(table), _silence(table, reminded, ignoring=ignoring))
    return lines(sentences(head, where), called, standing)


def _silence(table: Table, reminded: int, *, ignoring: bool) -> Text:
    """Nobody is reminded for ever."""
    if table.running and ignoring:
        return Text(
            "{name} has not answered {n} messages, and is called no more until they are back.",
            name=table.names[table.actor],
            n=UNANSWERED,
        )
    if not (reminded and table.running):
        return NOTHING
    times = Plural("once", "{n} times", n=reminded)
    name = table.names[table.actor]
    return Text("{name} was reminded {times}, and is not reminded again.", name=name, times=times)


def _time(table: Table) -> Text:
    """Since when somebody is waited for, and until when."""
    if not table.running:
        return NOTHING
    since = Text("Waiting since {since}.", since=Moment(table.game.changed, "f"))
    return sentences(since, deadline(table.game))


def turn(
    table: Table, again: Text = NOTHING, *, learning: bool = False, digest: Argument = NOTHING
) -> Text:
    """The post that tells a player that it is their turn, as short as can be, for the board is
    under it: who and what, what happened since they were here, and how to answer. again: why it
    is their turn once more; learning: they have hardly played this game; digest: of all rows."""
    texts, seen = table.kind.texts, table.seen()
    since, call = sentences(again, _since(table)), texts.call(seen.state)
    news, hidden = texts.news(seen.state, table.names), table.kind.game.hidden_information
    return Stacked(
        (
            _called(table) if hidden else sentences(_called(table), call),
            since,
            Small(sentences(clocks.play_by(table.game), _reply(table), news, digest)),
            Small(texts.primer(seen.state)) if learning else NOTHING,
        ),
        spare=(since,),
    )


def _called(table: Table) -> Text:
    return Text(
        "{mention}, your turn in {game} (turn {n}).",
        mention=Mention(table.game.sitters[table.actor].user, table.names[table.actor]),
        game=Strong(game_name(table.game)),
        n=table.number,
    )


def _since(table: Table) -> Text:
    """What the player on turn has missed, in a line."""
    briefs = moves_since(table)
    if not briefs:
        return NOTHING
    if table.returning:
        return Text("Since your turn: {moves}.", moves=Folded(briefs))
    return Text("{moves}.", moves=Folded(briefs))


def _reply(table: Table) -> Text:
    """How to answer; with a hand that only its owner sees there is no example."""
    example, _ = _outlook(table)
    if example:
        return Text("Reply, for example {turn}.", turn=Code(example))
    if table.kind.game.hidden_information:
        return Text("Open your hand, or reply.")
    return Text("Reply with your turn.")


def turn_in_words(table: Table, story: Text, digest: Argument = NOTHING) -> Text:
    """The call with everything in words, for who plays by ear: what happened, the scores, what is
    near its end and what is possible; mention, demand and game come first."""
    names, texts, seen, told = table.names, table.kind.texts, table.seen(), parts(story)
    return Stacked(
        (
            sentences(_called_by_title(table), texts.call(seen.state)),
            *told,
            texts.standing(seen.state, names),
            texts.news(seen.state, names),
            texts.summary(seen.state),
            clocks.play_by(table.game),
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
            "Reply to this post with your turn, for example {turn}, or use {command}.",
            turn=Code(example),
            command=command,
        )
    else:
        how = Text("Reply to this post with your turn, or use {command}.", command=command)
    follows = Text("{name} follows you.", name=table.names[after]) if after >= 0 else NOTHING
    return Small(sentences(how, follows, digest))


def _outlook(table: Table) -> tuple[str, Seat]:
    """A whole turn that is legal now, as somebody might type it, and who speaks after it; no
    turn and NOBODY where that depends on what not everybody may see."""
    way = sensible(table.kind.game, table.seen().state)
    if way is None:
        return "", NOBODY
    steps, after = way
    return table.kind.spelt(steps), table.kind.game.actor(after)


def moved(game: Game) -> Text:
    """In place of the card in the channel that a game has left."""
    place = Place(game.place)
    return Text("{game} goes on in {place}.", game=_heading(game), place=place)


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
