"""Sentences about a game: answers to one person, turns before they are played, and stories of past
turns.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from bot.messages.fitting import LABEL_LENGTH, FirstFitting
from bot.table.agreed import wait_of
from bot.table.commands import Command
from bot.table.game import CHANCE, Game, sitters_at
from bot.table.names import bare, game_name, seated
from bot.table.orders import IMPOSSIBLE, fallen
from bot.table.refusals import About
from bot.table.table import LEAVES, RowPlayed, Table, Turn, but
from rules.deeds import Plan
from rules.drafting import Draft
from rules.english import Brief, Names, story
from rules.game import NOBODY, Event, Seat
from rules.history import EXPIRED, PREMOVE, TIMEOUT
from rules.play import perform
from rules.text import (
    NOTHING,
    Code,
    Joined,
    Listed,
    Moment,
    Name,
    Plural,
    Strong,
    Text,
    lines,
    notation,
    sentences,
)
from rules.voice import Argument
from storage import OrderRow


def planned(plan: Plan, line: str) -> Text:
    """`c2 +c1`: walk to c2, plant c1.

    line: as people type it.
    """
    return Joined(": ", (Code(line), plan))


def named(plan: Plan, line: str) -> Text:
    """A turn as a choice names it. If that is too long, without its consequences."""
    return FirstFitting(plan, plan.shortly, most=LABEL_LENGTH) if plan else notation(line)


def so_far(plan: Plan) -> Text:
    """The words of an unfinished turn."""
    return Text("So far: {plan}.", plan=plan) if plan else NOTHING


def turn(table: Table, line: str) -> Text:
    """A whole turn as the player to move sees it.

    line: as in the log.
    """
    return planned(plan(table, line), table.kind.spelt(line.split()))


def plan(table: Table, line: str) -> Plan:
    """The plan of such a turn."""
    _, events = perform(table.kind.game, table.mine, line)
    return table.kind.texts.plan(events, table.names)


def not_played(table: Table, seat: Seat) -> list[Text]:
    """The premoves of a seat that weren't played, each with the reason."""
    return [_not_played(table, order) for order in fallen(table.game, seat)]


def _not_played(table: Table, order: OrderRow) -> Text:
    line = Code(table.kind.spelt(order.line.split()))
    if order.fell == IMPOSSIBLE:
        return Text("Your premove {line} wasn't played: it wasn't legal any more.", line=line)
    return Text(
        "Your premove {line} wasn't played: the turn before it wasn't the one you expected.",
        line=line,
    )


def happened(table: Table, seat: Seat | None = None) -> Text:
    """The story since the last turn that a player made, as a seat or everybody may know it. It
    includes the players who were not asked."""
    told = story(table.kind.texts, table.seen(seat).events, table.names)
    late = _expired(table.names, table.at.expired)
    return lines(*parts(told), late, _unasked(table), _ordered(table), _absent(table))


def _expired(names: Names, seats: Collection[Seat]) -> Text:
    """The seats that were given up because their time ran out."""
    if not seats:
        return NOTHING
    who = Listed(names[seat] for seat in seats)
    return Text("{names} ran out of time, and nobody took over for them.", names=who)


def parts(told: Text) -> tuple[Argument, ...]:
    """The lines of a story."""
    if isinstance(told, Joined) and told.separator == "\n":
        return told.parts
    return (told,) if told else ()


def moves_since(table: Table) -> list[Brief]:
    """The turns since the last one of the player to move, each in a few words."""
    texts, state, mover = table.kind.texts, table.seen().state, table.actor
    rows = table.meanwhile()
    told = ((row, texts.brief(state, row.events, table.names_at(row.n), mover)) for row in rows)
    return [_announced(row, brief, table.names_at(row.n)) for row, brief in told if brief.told]


def _announced(row: RowPlayed, brief: Brief, names: Names) -> Brief:
    """A turn with the way it was made, if nobody typed it at that moment."""
    if row.word == EXPIRED:
        gone = Listed(names[seat] for seat in _gone(row.events))
        return brief._replace(told=Text("{names} ran out of time", names=gone))
    if row.word == TIMEOUT:
        return brief._replace(told=Text("{move} (played on time-out)", move=brief.told))
    if row.word != PREMOVE:
        return brief
    return brief._replace(told=Text("{move} (premove)", move=brief.told))


def _gone(events: Sequence[Event]) -> tuple[Seat, ...]:
    """The seats that the events leave empty."""
    return tuple(event.seat for event in events if event.verb == LEAVES)


def all_since(table: Table) -> Text:
    """The full story since the last turn of the player to move."""
    told: dict[int, list[Event]] = {}  # in the order of the rows, by the sitters at that time
    rows, late = table.meanwhile(), dict[Seat, None]()
    for row in rows:
        gone = _gone(row.events) if row.word == EXPIRED else ()
        late |= dict.fromkeys(gone)
        told.setdefault(row.n if table.game.former else 0, []).extend(but(row.events, gone))
    stories = (story(table.kind.texts, told[n], table.names_at(n or table.n)) for n in told)
    ran_out = _expired(table.names, late)
    return lines(*(part for each in stories for part in parts(each)), ran_out)


def _unasked(table: Table) -> Text:
    """The turns that were played at once, as they had no alternative."""
    if not table.at.unasked:
        return NOTHING
    who = Listed(table.names[seat] for seat in dict.fromkeys(table.at.unasked))
    if len(table.at.unasked) == 1:
        return Text("{names} had only one legal turn, so it was played right away.", names=who)
    return Text(
        "{names} each had only one legal turn, so those turns were played right away.", names=who
    )


def _ordered(table: Table) -> Text:
    """The standing orders that were played at once."""
    if not table.at.ordered:
        return NOTHING
    who = Listed(table.names[seat] for seat in dict.fromkeys(table.at.ordered))
    if len(table.at.ordered) == 1:
        return Text("{names} played a premove.", names=who)
    return Text("{names} had premoves, so I played them.", names=who)


def _absent(table: Table) -> Text:
    """The turns that the clock played."""
    if not table.at.absent:
        return NOTHING
    who = Listed(table.names[seat] for seat in dict.fromkeys(table.at.absent))
    return Text("{names} ran out of time, so their turn was played for them.", names=who)


def clock_played(table: Table) -> Text:
    """The turn that the clock has just played."""
    seen, names = table.seen(), table.names
    told = table.kind.texts.brief(seen.state, seen.events, names, NOBODY).told
    who = Listed(names[seat] for seat in table.at.absent)
    return Text("I played this for {names}: {move}.", names=who, move=told)


def taken_back(table: Table) -> Text:
    """The story of an undone turn."""
    return Text("{name} undid the last turn.", name=table.names[table.actor])


def set_back(table: Table) -> Text:
    """The story after a moderator took the game back to an earlier turn."""
    return Text("A moderator took the game back to turn {n}.", n=table.number)


def printed(table: Table, turns: Sequence[Turn], n: int) -> Text:
    """Turns on one line of the digest, without secrets: `12 · Ben: d1 to c1 · chopped c2 and c3:
    +2.`

    n: the row of the board before them.
    """
    return sentences(*(_entry(table, turn, n) for turn in turns))


def _entry(table: Table, turn: Turn, n: int) -> Text:
    names, gone = [*table.names_at(n)], _gone(turn.events)
    if turn.word == PREMOVE:
        names[turn.seat] = Text("{name} (premove)", name=names[turn.seat])
    if turn.word == TIMEOUT:
        names[turn.seat] = Text("{name} (time-out)", name=names[turn.seat])
    late = gone if turn.word == EXPIRED else ()
    told = table.kind.texts.story(but(table.public(turn.events), late), names)
    story = sentences(*parts(told), _expired(names, late))
    return Joined(" · ", (turn.number, story)) if turn.number and story else story


def printed_undo(table: Table) -> Text:
    """The line of the digest for an undone turn."""
    name = table.names[table.actor]
    return Text("{name} undid turn {n}.", name=name, n=table.number)


def winning(names: Sequence[Argument]) -> Text:
    """The winners, to continue a sentence after a colon or "and"."""
    if len(names) == 1:
        return Text("{name} wins", name=names[0])
    return Text("{names} draw", names=Listed(names))


def handed_over(game: Game, after: int, n: int) -> Text:
    """The substitutes between two rows, and the players they replaced."""
    return sentences(
        *(
            Text(
                "{name} took over from {before}.",
                name=seated(sitters_at(game, former.until))[former.seat],
                before=Name(bare(former.name)),
            )
            for former in game.former
            if after < former.until <= n
        )
    )


NO_DIRECT = Text(
    "Games with other people run in server channels, not in direct messages. Here you can "
    "practise against the computer: use any game's practice command."
)
NOT_YOUR_LINE = Text("Only the person who sent that turn can see why it was rejected.")
LINE_GONE = Text("I can't read that message any more. Open your hand and enter your turn there.")
NO_ROBOTS = Text("Bots can't take a seat. I only play with people.")
BY_ROLE = Text(
    "Discord doesn't show me messages that only mention my role. Type @ and pick me from the "
    "members instead, or reply to my newest message."
)
IN_PRIVATE = Text("The answer is for your eyes only. Press the button to see it.")
GAME_OVER = Text("The game is over.")


def recorded(table: Table, seat: Seat | None = None) -> Text:
    """The answer to a turn that counts. With a seat, it includes what only that seat may know."""
    counts = Text("Turn played in {game}.", game=game_name(table.game))
    return lines(sentences(counts, happened(table, seat)), _follows(table))


def _follows(table: Table) -> Text:
    if table.over:
        return GAME_OVER
    if table.actor >= 0:
        return Text("{name} is next.", name=table.names[table.actor])
    if not table.waiting:
        return Text("The die has already been rolled. Check the newest board.")
    due = table.game.due(CHANCE)
    if due:
        rolled = Text("The die for the next turn will be rolled at {time}.", time=Moment(due, "T"))
    else:
        rolled = Text("The die for the next turn will be rolled soon.")
    until = Text(
        "Before the die is rolled, you can undo your turn with {undo}, or skip the wait with "
        "{button}.",
        undo=Command(table.game.kind, "undo"),
        button=Strong(Text("Roll Now")),
    )
    return sentences(rolled, until)


def is_command(command: Command) -> Text:
    """The answer to a line that is a command."""
    return Text("{command} is a command: type / and pick it from the list.", command=command)


def only_in_discord(command: Command | None) -> Text:
    """The answer on a page to a wish that only Discord takes."""
    if command is None:
        return Text("You can't do that on this page. Use Discord instead.")
    return Text("You can't do that on this page. Use {command} in Discord.", command=command)


def no_command(name: str) -> Text:
    """The answer to an unknown command.

    name: as the client sent it, which may know other commands.
    """
    return Text(
        "There's no {name} command any more. {help} lists all commands.",
        name=Code(name),
        help=Command("help"),
    )


def kept(table: Table, drafted: Draft[object]) -> Text:
    """The answer to an unfinished turn."""
    english, game = table.kind.texts, game_name(table.game)
    if drafted.complete:
        return Text(
            "It's your turn in {game}. You have only one legal turn: {turn}.",
            game=game,
            turn=drafted_turn(table, drafted),
        )
    said = _kept(game) if drafted.said else _your_turn(game)
    return lines(sentences(said, begun(table, drafted)), english.choices(drafted.state))


def begun(table: Table, drafted: Draft[Any]) -> Text:
    """The effects of a draft so far."""
    plan = table.kind.texts.plan(drafted.events, table.names)
    if plan and not drafted.said:
        return Text("There's only one way to start: {plan}.", plan=plan)
    return so_far(plan)


def drafted_turn(table: Table, drafted: Draft[Any]) -> Text:
    """The line of a draft, and its plan."""
    plan = table.kind.texts.plan(drafted.events, table.names)
    return planned(plan, table.kind.spelt(drafted.steps))


def _kept(game: str) -> Text:
    return Text("Saved as a draft in {game}, but not played yet.", game=game)


def _your_turn(game: str) -> Text:
    return Text("It's your turn in {game}.", game=game)


def more_players(n: int) -> Text:
    return Plural("{n} more player", "{n} more players", n=n)


here_already = About("{game} is already in this channel.")


def moved(game: Game) -> Text:
    if game.on_turn is not None:
        return Text(
            "{game} now continues in this channel. I'm posting its status and board here.",
            game=game_name(game),
        )
    return Text(
        "{game} now continues in this channel. I'm posting its status here.", game=game_name(game)
    )


def game_standing(table: Table) -> Text:
    where = Text("{game}, turn {n}.", game=Strong(game_name(table.game)), n=table.number)
    standing = table.kind.texts.standing(table.seen().state, table.names)
    return sentences(where, whose(table), standing)


def whose(table: Table) -> Text:
    """A sentence that says whose turn it is."""
    if table.running:
        return Text("It's {name}'s turn.", name=table.names[table.actor])
    if table.waiting:
        return Text("The last turn can still be undone until the die is rolled.")
    return GAME_OVER if table.over else Text("The game was closed before it finished.")


def kept_unseen(table: Table, drafted: Draft[object]) -> Text:
    """The public answer to an unfinished turn in a game with a hidden hand."""
    game = game_name(table.game)
    said = _kept(game) if drafted.said else _your_turn(game)
    return sentences(said, table.kind.texts.call(table.seen().state))


def unheard(game: Game, seat: Seat) -> Text:
    """The answer to a line without a mention where Discord delivers no others."""
    return Text(
        "{name}, I can't see ordinary messages here. To play that turn in {game}, reply to "
        "the board (with the ping on), mention me, or use {turn}.",
        name=seated(game.sitters)[seat],
        game=game_name(game),
        turn=Command(game.kind, "turn"),
    )


resigned = About("You've left {game}.")


def more(game: Game) -> Text:
    return sentences(
        Text("More about {game}.", game=game_name(game)),
        counts_when(game),
        Text("If you resign, I'll ask you to confirm first."),
    )


def counts_when(game: Game) -> Text:
    """When a turn counts, and for how long it can be undone."""
    if game.rules.chance_waits:
        return _until_the_die(int(wait_of(game)))
    if why := game.rules.final:
        return Text("A complete turn is played at once. You can't undo it, because {why}.", why=why)
    return Text(
        "A complete turn is played at once. You can undo it until the next player takes their turn."
    )


def _until_the_die(seconds: int) -> Text:
    """The time for which the table lets a turn wait."""
    if not seconds:
        return Text(
            "A complete turn is played at once and the die is rolled right after it, so you "
            "can't undo it."
        )
    minutes = Plural("{n} minute", "{n} minutes", n=seconds // 60)
    time = minutes if seconds >= 60 else Plural("{n} second", "{n} seconds", n=seconds)
    return Text(
        "A complete turn is played at once. You can undo it for {time}, until the die is "
        "rolled. If you confirm it in {button}, the die is rolled right away.",
        time=time,
        button=Strong(Text("Take Turn")),
    )


def position(table: Table, state: object) -> Text:
    """Where the pieces are, and how each player stands."""
    texts, names = table.kind.texts, table.names
    return lines(texts.pieces(state, names), texts.standing(state, names))


def missed(table: Table) -> list[Text]:
    """The news for a player who comes back: everything since their last turn, the scores, and
    how near the end is."""
    texts, seen, names = table.kind.texts, table.seen(), table.names
    since = all_since(table)
    told = Text("Since your turn:\n{story}", story=since) if table.returning else since
    counts, news = texts.standing(seen.state, names), texts.news(seen.state, names)
    return [part for part in (told if since else NOTHING, lines(counts, news)) if part]


def meant(value: str, meaning: Text) -> Text:
    """A value of an option, and its meaning."""
    return Joined(": ", (value, meaning))
