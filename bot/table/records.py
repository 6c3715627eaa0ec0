"""The boards of a game; a game as a record, during play and after; and a record as a game, which
isn't in any store.

While something is hidden, each word that only one seat may know is left out (`?`), and the
checksums are of the public position: one of the whole position would let a reader guess the words.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from bot.table.commit import has_started, laid_open
from bot.table.game import Game, sitters_at
from bot.table.names import game_name, options_of
from bot.table.rows import effective_rows, without_choice, word_of
from bot.table.table import Table, Tables, each_table
from bot.table.table_options import origin_of
from renderer import Hosted, Shot
from rules.consent import COMPUTER
from rules.game import NOBODY, TABLE, Seat
from rules.game import GameRules as Rules
from rules.history import CLOSING
from rules.play import checksum, frames, read
from rules.record import UNSEEN, Entry, Formerly, Record, digest, write
from rules.voice import Argument
from storage import Former, Row, Sitter, Status

NO_TABLE = 0  # the number in the name of a game that nobody plays: L0


def public_record(game: Game, rows: list[Row]) -> Record:
    """The public record of a game. It has the seed once the game is over, or closed after its
    start."""
    record, rules = _whole(game, rows), game.rules
    if rules.hidden_information and has_started(rows) and not record.seed:
        return replace(record, entries=tuple(_unseen(rules, record)))
    return record


def board(game: Game, rows: list[Row], n: int) -> str:
    """The text on the board after a row: `L7:31:3f9a-12c0-77de`."""
    return f"{game_name(game)}:{n}:{digest(_whole(game, rows), game.seed, n)}"


def _whole(game: Game, rows: list[Row]) -> Record:
    """The record with everything hidden. It has the seed only if everybody may know it."""
    entries = tuple(Entry(row.n, row.seat, row.text, row.mark, row.post) for row in rows)
    names = tuple(_told(each.name, each.computer) for each in game.sitters)
    seed = game.seed.hex() if laid_open(game, rows) else ""
    former = tuple(
        Formerly(each.seat, each.until, _told(each.name, each.computer)) for each in game.former
    )
    edition, name = int(game.edition), game_name(game)
    options = options_of(game) | origin_of(game.options)
    secret, before = (seed, game.commitment), _before(game, rows)
    return Record(game.kind, edition, names, entries, options, *secret, former, name, before)


def _before(game: Game, rows: list[Row]) -> tuple[Seat, ...]:
    """The seats in the game before, for a rematch of the same people. Empty if seats were drawn."""
    start = next((row for row in rows if word_of(row).verb == "start"), None)
    if start is None or word_of(start).what != "rematch":
        return ()
    now = {str(sitter.user): seat for seat, sitter in enumerate(sitters_at(game, start.n))}
    *moved, last = game.options["order"].split()
    return tuple(now[user] for user in (last, *moved))


def _told(name: str, computer: str) -> str:
    """A player's name. A computer is marked, in English only; no person's name looks like that."""
    if computer:
        return f"{name} (computer, {computer})"
    return f"{name}." if COMPUTER.fullmatch(" ".join(name.split())) else name


def text(game: Game, rows: list[Row]) -> str:
    """The record as a file's text."""
    return write(public_record(game, rows))


def _unseen(rules: Rules[Any], record: Record) -> Iterator[Entry]:
    """The public rows. A secret draw or choice is in them once the game shows it to everyone. If
    it was taken back before that, it stays hidden."""
    veiled, true = list[Entry](), list[Entry]()
    unvouched = replace(record, entries=tuple(e._replace(checksum="") for e in record.entries))
    for entry, frame in zip(record.entries, frames(rules, unvouched), strict=True):
        line = entry.line if entry.seat == TABLE else _blanked(rules, frame.before, entry.line)
        vouched = checksum(rules.view(frame.after, None)) if entry.checksum else ""
        veiled.append(entry._replace(line=line, checksum=vouched))
        true.append(entry)
        taken_back = entry.word.verb == "undo"
        if taken_back or rules.secrets_known(frame.after):
            yield from veiled if taken_back else true
            veiled, true = [], []
    yield from veiled


def _blanked(rules: Rules[Any], state: Any, line: str) -> str:
    """A line without the words that only one seat may know."""
    words = []
    for word in line.split():
        state, events = rules.apply(state, read(rules, state, word))
        words.append(UNSEEN if any(e.only is not None for e in events) else word)
    return " ".join(words)


def revive(record: Record, hosted: Hosted, number: int = NO_TABLE) -> tuple[Game, list[Row]]:
    """A record as a game with its log. Raises BrokenLog. Everything that isn't in a record is
    empty: the people, places and times."""
    rows = [Row(e.n, e.seat, e.line, e.checksum, f"row {e.n}", 0, e.post) for e in record.entries]
    if rows and rows[0].seat != TABLE:  # not every record has the lobby
        rows.insert(0, Row(rows[0].n - 1, TABLE, "start", "", None, 0))
    sitters = tuple(Sitter(seat, name) for seat, name in enumerate(record.names, 1))
    former = tuple(Former(each.seat, each.until, 0, each.name) for each in record.former)
    closing = {e.line for e in record.entries if e.seat == TABLE} & set(CLOSING)
    if closing:
        status: Status = "over" if "draw" in closing else "cancelled"
    else:
        states = [frame.after for frame in frames(hosted.kind.game, record)]
        ended = bool(states) and hosted.kind.game.actor(states[-1]) == NOBODY
        status = "over" if ended else "playing"
    game = Game(
        id=0,
        kind=record.kind,
        number=number,
        edition=str(record.edition),
        options={**record.options, "players": str(len(sitters))},
        seed=bytes.fromhex(record.seed),
        guild=0,
        home=0,
        channel=None,
        host=0,
        n=rows[-1].n if rows else 0,
        status=status,
        on_turn=None,
        created=0,
        changed=0,
        commitment=record.commitment,
        sitters=sitters,
        former=former,
        hosted=hosted,
    )
    return game, rows


def of_record(hosted: Hosted, record: Record, called: Argument) -> list[Shot]:
    """The boards of a recorded game. Raises BrokenLog."""
    game, rows = revive(record, hosted)
    there = [*tables(game, rows)] or [
        next(each_table(game, rows))
    ]  # the opening, if it never started
    return [Shot(table.view_of(), replace(table.labels, game=called)) for table in there]


class Board(NamedTuple):
    """A board of a game."""

    n: int  # the last row before the next turn
    seat: Seat  # of the turn that led to it, NOBODY for the first board


def boards(rows: Sequence[Row]) -> list[Board]:
    """All boards of a log, without undone turns. Empty if the game hasn't started."""
    if (begun := _begun(rows)) is None:
        return []
    there, alone = [Board(begun, NOBODY)], without_choice(rows)
    for n, seat, *_ in effective_rows(list(rows), rows[-1].n):
        if seat >= 0 and n not in alone:
            there.append(Board(n, seat))
        else:
            there[-1] = there[-1]._replace(n=n)
    return there


def board_at(rows: Sequence[Row], n: int) -> Board | None:
    """The board that was shown at row n, or None if its turn was undone."""
    counts = {_begun(rows), *(row[0] for row in effective_rows(list(rows), rows[-1].n))}
    return next((b for b in boards(rows) if b.n >= n), None) if n in counts else None


def tables(game: Game, rows: list[Row]) -> Iterator[Table]:
    """The game at each of its boards, in order. Raises BrokenLog."""
    opening, *later = each_table(game, rows)
    known = {table.n: table for table in later}
    for board in boards(rows):
        yield known.get(board.n, replace(opening, n=board.n))


def _begun(rows: Sequence[Row]) -> int | None:
    """The row that started the game."""
    return next((r.n for r in rows if word_of(r).verb == "start"), None)


class Page(NamedTuple):
    """A board as one person sees it."""

    board: Board
    table: Table  # the game at that board
    turns: int  # of the whole game so far
    seat: Seat | None  # of the reader; None for a spectator
    first: bool  # of all boards
    last: bool
    mine: bool  # whether it is the board after the reader's last turn


async def page_of(
    tables: Tables, game: Game, there: Sequence[Board], board: Board, seat: Seat | None
) -> Page:
    """A board of a game as a seat or a spectator sees it."""
    newest = await tables.at(game)
    first, last = board == there[0], board == there[-1]
    table = newest if last else await tables.at(game, board.n)
    mine = [each for each in there if each.seat == seat]
    return Page(board, table, newest.number, seat, first, last, board in mine[-1:])
