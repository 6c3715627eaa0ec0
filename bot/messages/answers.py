"""Sentences about a game: answers to one person, plans of turns, stories of past turns, and lines
of lists.
"""

from collections.abc import Collection, Iterator, Sequence
from typing import Any, NamedTuple

from bot.messages.fitting import Stacked
from bot.table.clocks import by_players, stopped_clock
from bot.table.game import CHANCE, CLOCK, IMPOSSIBLE, PAUSED, Game, fallen, sitters_at
from bot.table.names import Command, bare, game_name, names_by_seat, place_of, players, title
from bot.table.records import Page
from bot.table.table import LEAVES, Table, Turn, but
from bot.table.table_options import wait_of
from rules.deeds import Plan
from rules.drafting import Draft
from rules.english import Brief, Names, story
from rules.game import Event, Seat
from rules.history import EXPIRED, PREMOVE, TIMEOUT
from rules.play import perform
from rules.text import (
    NOTHING,
    Code,
    Due,
    Joined,
    Jump,
    Listed,
    Moment,
    Name,
    Plural,
    Strong,
    Text,
    lines,
    sentences,
)
from rules.voice import Argument
from storage import Post


def plan_text(plan: Plan, line: str) -> Text:
    """`c2 +c1`: walk to c2, plant c1. line: as people type it."""
    return Joined(": ", (Code(line), plan))


def so_far(plan: Plan) -> Text:
    """The words of an unfinished turn."""
    return Text("So far: {plan}.", plan=plan) if plan else NOTHING


def turn(table: Table, line: str) -> Text:
    """A whole turn as the player to move sees it. line: as in the log."""
    return plan_text(plan(table, line), table.kind.spelt(line.split()))


def plan(table: Table, line: str) -> Plan:
    """The plan of such a turn."""
    _, events = perform(table.kind.game, table.mine, line)
    return table.kind.texts.plan(events, table.names)


def not_played(table: Table, seat: Seat) -> list[Text]:
    """The premoves of a seat that weren't played, each with the reason."""
    told = list[Text]()
    for order in fallen(table.game, seat):
        line = Code(table.kind.spelt(order.line.split()))
        illegal = Text("Your premove {line} wasn't played: it wasn't legal any more.", line=line)
        other = Text(
            "Your premove {line} wasn't played: the turn before it wasn't the one you expected.",
            line=line,
        )
        told.append(illegal if order.fell == IMPOSSIBLE else other)
    return told


def story_since(table: Table, seat: Seat | None = None) -> Text:
    """The story since the last turn that a player made, as a seat or everybody may know it. It
    includes the players who were not asked."""
    told = story(table.kind.texts, table.view_of(seat).events, table.names)
    return lines(*parts(told), _expired(table.names, table.at.expired), *_not_typed(table))


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
    """The turns since the last one of the player to move, each in a few words and, if nobody typed
    it at that moment, with the way it was made."""
    texts, state, mover = table.kind.texts, table.view_of().state, table.actor
    briefs = list[Brief]()
    for row in table.meanwhile():
        names = table.names_at(row.n)
        brief = texts.brief(state, row.events, names, mover)
        if not brief.told:
            continue
        if row.word == EXPIRED:
            gone = Listed(names[seat] for seat in _gone(row.events))
            brief = brief._replace(told=Text("{names} ran out of time", names=gone))
        elif row.word == TIMEOUT:
            brief = brief._replace(told=Text("{move} (played on time-out)", move=brief.told))
        elif row.word == PREMOVE:
            brief = brief._replace(told=Text("{move} (premove)", move=brief.told))
        briefs.append(brief)
    return briefs


def _gone(events: Sequence[Event]) -> tuple[Seat, ...]:
    """The seats that the events leave empty."""
    return tuple(event.seat for event in events if event.verb == LEAVES)


def _not_typed(table: Table) -> Iterator[Text]:
    """The turns that no player typed: they had no alternative, were premoves, or the clock played
    them."""

    def names(seats: Sequence[Seat]) -> Text:
        return Listed(table.names[seat] for seat in dict.fromkeys(seats))

    at = table.at
    if len(at.unasked) == 1:
        yield Text(
            "{names} had only one legal turn, so it was played right away.", names=names(at.unasked)
        )
    elif at.unasked:
        yield Text(
            "{names} each had only one legal turn, so those turns were played right away.",
            names=names(at.unasked),
        )
    if len(at.ordered) == 1:
        yield Text("{names} played a premove.", names=names(at.ordered))
    elif at.ordered:
        yield Text("{names} had premoves, so I played them.", names=names(at.ordered))
    if at.absent:
        yield Text(
            "{names} ran out of time, so their turn was played for them.", names=names(at.absent)
        )


def digest_line(table: Table, turns: Sequence[Turn], n: int) -> Text:
    """Turns on one line of the digest, without secrets: `12 · Ben: d1 to c1 · chopped c2 and c3:
    +2.` n: the row of the board before them."""
    told = list[Text]()
    for turn in turns:
        names = [*table.names_at(n)]
        if turn.word == PREMOVE:
            names[turn.seat] = Text("{name} (premove)", name=names[turn.seat])
        if turn.word == TIMEOUT:
            names[turn.seat] = Text("{name} (time-out)", name=names[turn.seat])
        late = _gone(turn.events) if turn.word == EXPIRED else ()
        story = table.kind.texts.story(but(table.public(turn.events), late), names)
        line = sentences(*parts(story), _expired(names, late))
        told.append(Joined(" · ", (turn.number, line)) if turn.number and line else line)
    return sentences(*told)


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
                name=names_by_seat(sitters_at(game, former.until))[former.seat],
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
NO_ROBOTS = Text("Bots can't take a seat. I only play with people.")
GAME_OVER = Text("The game is over.")


def turn_answer(table: Table, seat: Seat | None = None) -> Text:
    """The answer to a turn that counts. With a seat, it includes what only that seat may know."""
    counts = Text("Turn played in {game}.", game=table.game)
    return lines(sentences(counts, story_since(table, seat)), _follows(table))


def _follows(table: Table) -> Text:
    if table.over:
        return GAME_OVER
    if table.actor >= 0:
        return Text("{name} is next.", name=table.names[table.actor])
    if not table.waiting:
        return Text("The die has already been rolled. Check the newest board.")
    rolled = Text("The die for the next turn will be rolled soon.")
    if due := table.game.due(CHANCE):
        rolled = Text("The die for the next turn will be rolled at {time}.", time=Moment(due, "T"))
    until = Text(
        "Before the die is rolled, you can undo your turn with {undo}, or skip the wait with "
        "{button}.",
        undo=Command(table.game.kind, "undo"),
        button=Strong(Text("Roll Now")),
    )
    return sentences(rolled, until)


def draft_effects(table: Table, drafted: Draft[Any]) -> Text:
    """The effects of a draft so far."""
    plan = table.kind.texts.plan(drafted.events, table.names)
    if plan and not drafted.said:
        return Text("There's only one way to start: {plan}.", plan=plan)
    return so_far(plan)


def drafted_turn(table: Table, drafted: Draft[Any]) -> Text:
    """The line of a draft, and its plan."""
    plan = table.kind.texts.plan(drafted.events, table.names)
    return plan_text(plan, table.kind.spelt(drafted.steps))


def game_standing(table: Table) -> Text:
    where = Text("{game}, turn {n}.", game=Strong(table.game), n=table.number)
    standing = table.kind.texts.standing(table.view_of().state, table.names)
    return sentences(where, whose_turn(table), standing)


def whose_turn(table: Table) -> Text:
    """A sentence that says whose turn it is."""
    if table.running:
        return Text("It's {name}'s turn.", name=table.names[table.actor])
    if table.waiting:
        return Text("The last turn can still be undone until the die is rolled.")
    if table.over or table.game.status == "over":  # at an earlier board, too
        return GAME_OVER
    return Text("The game was closed before it finished.")


def counts_when(game: Game) -> Text:
    """When a turn counts, and for how long it can be undone."""
    seconds = int(wait_of(game))
    if game.rules.chance_waits and not seconds:
        return Text(
            "A complete turn is played at once and the die is rolled right after it, so you "
            "can't undo it."
        )
    if game.rules.chance_waits:
        time = Plural("{n} second", "{n} seconds", n=seconds)
        if seconds >= 60:
            time = Plural("{n} minute", "{n} minutes", n=seconds // 60)
        return Text(
            "A complete turn is played at once. You can undo it for {time}, until the die is "
            "rolled. If you confirm it in {button}, the die is rolled right away.",
            time=time,
            button=Strong(Text("Take Turn")),
        )
    if why := game.rules.final:
        return Text("A complete turn is played at once. You can't undo it, because {why}.", why=why)
    return Text(
        "A complete turn is played at once. You can undo it until the next player takes their turn."
    )


def position(table: Table, state: object) -> Text:
    """Where the pieces are, and how each player stands."""
    texts, names = table.kind.texts, table.names
    return lines(texts.pieces(state, names), texts.standing(state, names))


def catch_up(table: Table) -> list[Text]:
    """The news for a player who comes back: everything since their last turn, the scores, and
    how near the end is."""
    texts, seen, names = table.kind.texts, table.view_of(), table.names
    events: dict[int, list[Event]] = {}  # in the order of the rows, by the sitters at that time
    late = dict[Seat, None]()
    for row in table.meanwhile():
        gone = _gone(row.events) if row.word == EXPIRED else ()
        late |= dict.fromkeys(gone)
        events.setdefault(row.n if table.game.former else 0, []).extend(but(row.events, gone))
    stories = (story(texts, events[n], table.names_at(n or table.n)) for n in events)
    since = lines(*(part for each in stories for part in parts(each)), _expired(names, late))
    told = Text("Since your turn:\n{story}", story=since) if table.returning else since

    counts, news = texts.standing(seen.state, names), texts.news(seen.state, names)
    return [part for part in (told if since else NOTHING, lines(counts, news)) if part]


def value_text(value: str, meaning: Text) -> Text:
    """A value of an option, and its meaning."""
    return Joined(": ", (value, meaning))


def no_room(game: Game, other: Game) -> Text:
    """The refusal of a second game in a channel."""
    there = Text("{game} is being played in this channel.", game=other)
    if other.status == "lobby":
        there = Text("{game} is waiting for players in this channel.", game=other)
    return Text(
        "I couldn't move {game}: {there} Try another channel or a thread.", game=game, there=there
    )


MUTED = Text(
    "I can't post in this channel: the Send Messages permission is missing (in a thread: "
    "Send Messages in Threads). A channel manager can grant it."
)


def not_open(game: Game) -> Text:
    """The refusal to a person who is not invited, removed, blocked or blocks a player. It is the
    same for all four, so it gives no block away."""
    return Text(
        "{game} isn't open to you. {here} lists other games, and {start} starts one of your own.",
        game=game,
        here=Command("games", "here"),
        start=Command(game.kind, "start"),
    )


def beside_picture(page: Page) -> Text:
    """The text beside the picture of a board."""
    story = story_since(page.table, page.seat)
    return Stacked((where(page), story, hand(page)), spare=(story,))


def where(page: Page) -> Text:
    """The number of a board, and whose turn it is."""
    table = page.table
    named: dict[str, Argument] = {
        "game": Strong(table.game),
        "title": title(table.game),
        "n": table.number,
    }
    if table.over:
        where = Text("{game} ({title}), final position after {n} turns.", **named)
    elif page.last:
        where = Text("{game} ({title}), turn {n}.", **named)
    else:
        where = Text("{game} ({title}), turn {n} of {last}.", last=page.turns, **named)
    mine = Text("This is the board after your last turn.") if page.mine else NOTHING
    return sentences(where, whose_turn(table) if page.last else mine)


def hand(page: Page) -> Text:
    """The reader's hand at that board. In a finished game, all hands."""
    table, seat = page.table, page.seat
    if not table.game.live:  # its record shows all hands
        return table.kind.texts.hands(table.at.state, table.names)
    if seat is None or not table.kind.game.scores(table.at.state)[seat]:
        return NOTHING
    return table.kind.texts.hand(table.view_of(seat).state, seat)


class ListEntry(NamedTuple):
    """A game in a list."""

    game: Game
    board: Post | None = None  # the newest one posted


def waits_for(game: Game, user: int) -> bool:
    """Whether it is this person's turn."""
    return game.on_turn is not None and game.sitters[game.on_turn].user == user


def game_label(game: Game) -> Text:
    """A game in a menu, which shows no markup."""
    names = Listed((Name(bare(sitter.name)) for sitter in game.sitters), "unit")
    if game.status == "lobby":
        return Text("{game}: {names}, waiting for players", game=game_name(game), names=names)
    if game.status != "playing":
        return Text("{game}: {names}, finished", game=game_name(game), names=names)
    return Text("{game}: {names}, in progress", game=game_name(game), names=names)


def board_link(game: Game, board: Post | None) -> Text:
    """A game's name, as a link to its newest board if there is one."""
    name = Joined("", (game_name(game),))
    if board is None or board.message is None:
        return name
    return Jump(name, game.guild, board.channel or game.place, board.message)


def deadline(game: Game) -> Text:
    """When the current turn is due."""
    if (due := game.due(CLOCK)) is None or game.on_turn is None:
        return stands(game)
    return Text("Turn due by {until}.", until=Due(due))


def stands(game: Game) -> Text:
    """Why the clock is stopped: the game is paused, or its player wasn't notified yet."""
    until = game.due(PAUSED)
    if until is None:
        late = Text("The clock is stopped until I can notify the player.")
        return late if stopped_clock(game) else NOTHING
    if by_players(game):
        return Text("Paused until {time}. Clocks are stopped.", time=Due(until))
    return Text(
        "Paused by a moderator until {time} at the latest. Clocks are stopped.", time=Due(until)
    )


def open_game(entry: ListEntry) -> Text:
    """An open game: its place and its state."""
    game = entry.game
    where = Text(
        "{game} ({title}) in {place}",
        game=board_link(game, entry.board),
        title=title(game),
        place=place_of(game),
    )
    if game.status == "lobby":
        return Text(
            "{game} is waiting for players. So far: {names}.", game=where, names=players(game)
        )
    about: dict[str, Argument] = {
        "game": where,
        "names": players(game),
        "since": Moment(game.changed, "R"),
    }
    if game.on_turn is None:
        state = Text(
            "{game}: {names}; the die hasn't been rolled yet (last turn {since}).", **about
        )
    else:
        name = names_by_seat(game.sitters)[game.on_turn]
        state = Text("{game}: {names}; {name} to move (last turn {since}).", name=name, **about)
    return sentences(state, deadline(game))
