"""What happened at a table, told by its game, with what the table adds to it."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from bot.table.game import Game
from bot.table.names import bare, seated
from bot.table.sitters import sitters_at
from bot.table.table import LEAVES, RowPlayed, Table, but
from bot.table.turns import Turn
from rules.english import Brief, Names, story
from rules.game import NOBODY, Event, Seat
from rules.history import EXPIRED, PREMOVE, TIMEOUT
from rules.text import NOTHING, Joined, Listed, Name, Text, lines, sentences
from rules.voice import Argument


def happened(table: Table, seat: Seat | None = None) -> Text:
    """The story of the last turn that somebody said and of all that followed from it, with who
    was not asked; as a seat, or anybody, may know it."""
    told = story(table.kind.texts, table.seen(seat).events, table.names)
    late = _expired(table.names, table.at.expired)
    return lines(*parts(told), late, _unasked(table), _ordered(table), _absent(table))


def _expired(names: Names, seats: Collection[Seat]) -> Text:
    """Whose seats were given up because their time had run out."""
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
    """What has happened since the player on turn last said a turn, each turn in a few words."""
    texts, state, mover = table.kind.texts, table.seen().state, table.actor
    rows = table.meanwhile()
    told = ((row, texts.brief(state, row.events, table.names_at(row.n), mover)) for row in rows)
    return [_announced(row, brief, table.names_at(row.n)) for row, brief in told if brief.told]


def _announced(row: RowPlayed, brief: Brief, names: Names) -> Brief:
    """With how the turn came about, where nobody said it at that moment."""
    if row.word == EXPIRED:
        gone = Listed(names[seat] for seat in _gone(row.events))
        return brief._replace(told=Text("{names} ran out of time", names=gone))
    if row.word == TIMEOUT:
        return brief._replace(told=Text("{move} (played on time-out)", move=brief.told))
    if row.word != PREMOVE:
        return brief
    return brief._replace(told=Text("{move} (premove)", move=brief.told))


def _gone(events: Sequence[Event]) -> tuple[Seat, ...]:
    """The seats that are empty from now on."""
    return tuple(event.seat for event in events if event.verb == LEAVES)


def all_since(table: Table) -> Text:
    """What has happened since the player on turn last said a turn, in full."""
    told: dict[int, list[Event]] = {}  # in the order of the rows, by those who sat there
    rows, late = table.meanwhile(), dict[Seat, None]()
    for row in rows:
        gone = _gone(row.events) if row.word == EXPIRED else ()
        late |= dict.fromkeys(gone)
        told.setdefault(row.n if table.game.former else 0, []).extend(but(row.events, gone))
    stories = (story(table.kind.texts, told[n], table.names_at(n or table.n)) for n in told)
    ran_out = _expired(table.names, late)
    return lines(*(part for each in stories for part in parts(each)), ran_out)


def _unasked(table: Table) -> Text:
    """Whose turns had no choice, so that they were played at once."""
    if not table.at.unasked:
        return NOTHING
    who = Listed(table.names[seat] for seat in dict.fromkeys(table.at.unasked))
    if len(table.at.unasked) == 1:
        return Text("{names} had only one legal turn, so it was played right away.", names=who)
    return Text(
        "{names} each had only one legal turn, so those turns were played right away.", names=who
    )


def _ordered(table: Table) -> Text:
    """Whose turns were played at once because they had ordered them."""
    if not table.at.ordered:
        return NOTHING
    who = Listed(table.names[seat] for seat in dict.fromkeys(table.at.ordered))
    if len(table.at.ordered) == 1:
        return Text("{names} played a premove.", names=who)
    return Text("{names} had premoves, so I played them.", names=who)


def _absent(table: Table) -> Text:
    """For whom the clock has played."""
    if not table.at.absent:
        return NOTHING
    who = Listed(table.names[seat] for seat in dict.fromkeys(table.at.absent))
    return Text("{names} ran out of time, so their turn was played for them.", names=who)


def clock_played(table: Table) -> Text:
    """What the clock has just played for somebody."""
    seen, names = table.seen(), table.names
    told = table.kind.texts.brief(seen.state, seen.events, names, NOBODY).told
    who = Listed(names[seat] for seat in table.at.absent)
    return Text("I played this for {names}: {move}.", names=who, move=told)


def taken_back(table: Table) -> Text:
    """The story of a turn that is no longer one."""
    return Text("{name} undid the last turn.", name=table.names[table.actor])


def set_back(table: Table) -> Text:
    """Where a host of the server took the game back to the turn that is due."""
    return Text("A moderator took the game back to turn {n}.", n=table.number)


def printed(table: Table, turns: Sequence[Turn], n: int) -> Text:
    """Turns as a printed game has them, on one line, as anybody may know them:
    `12 · Ben: d1 to c1 · chopped c2 and c3: +2.` n: the row of the board that they answered."""
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
    """In place of a turn that is no longer one."""
    name = table.names[table.actor]
    return Text("{name} undid turn {n}.", name=name, n=table.number)


def winning(names: Sequence[Argument]) -> Text:
    """Who has won, to go on after a colon or after "and"."""
    if len(names) == 1:
        return Text("{name} wins", name=names[0])
    return Text("{names} draw", names=Listed(names))


def handed_over(game: Game, after: int, n: int) -> Text:
    """Who took over from whom after a row, up to another one."""
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
