"""Commands about files, which need no database.

`lumbercamp replay RECORD`: a recorded game told turn by turn, as far as the rules agree; also as a
film or a page. `lumbercamp verify RECORD` draws every seat, roll and card of a finished game again,
and compares the seed with the hash on the lobby message and the rows with the digests on boards.
`lumbercamp rivers check [FILE …]` draws and verifies segments of Forest Fellers' river.
"""

import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import renderer
from bot.app import HOSTED
from bot.messages.answers import winning
from bot.messages.replay import page
from bot.table import verify
from bot.table.records import NO_TABLE, boards, of_record, revive
from bot.table.verify import Outcome, Verdict, with_boards
from rules.drafting import Kind
from rules.english import story
from rules.errors import Unavailable
from rules.fellers import river
from rules.game import NATURE, NOBODY, TABLE, Frame, Setup
from rules.history import CLOSING, BrokenLog, Misplaced, Told, keep
from rules.play import beginning, frames, look, winners
from rules.record import UNSEEN, Corrupt, Entry, OtherVersion, Record, parse, speaker_name
from rules.text import Joined, Listed, Plural, Text, sentences
from rules.voice import ENGLISH
from seeds import rivers
from storage import progress

WRONG, UNREADABLE = 1, 2


class Wrong(Exception):
    """The record breaks these rules; the text says from which row on, and why."""


def run(path: str, gif: str = "", html: str = "") -> int:
    """Tell the record in a file, or on standard input for `-`; return the exit code. gif, html:
    files for a film of the game and a page of it."""
    record = _read(path)
    if isinstance(record, int):
        return record
    try:
        for paragraph in tell(record):
            print(paragraph)
        for file, make in ((gif, _film), (html, _page)):
            if file:
                print(make(record, file))
    except Wrong as wrong:
        return complain(str(wrong), WRONG)
    except BrokenPipeError:
        raise  # the reader has left, as with `| head`
    except OSError as error:
        why = (error.strerror or str(error)).lower()
        name = error.filename or "standard output"
        return complain(f"Can't write {name}: {why}.", UNREADABLE)
    return 0


def _read(path: str) -> Record | int:
    """The record in a file or, for `-`, on standard input; or the exit code, after a complaint."""
    largest = 8_000_000  # bytes; the longest games have some ten thousand
    try:
        if path == "-":
            if sys.stdin is None:
                raise OSError("standard input is closed")
            content = sys.stdin.buffer.read(largest + 1)
        else:
            with Path(path).open("rb") as file:
                content = file.read(largest + 1)
        if len(content) > largest:
            raise Corrupt(f"it's larger than {largest // 1_000_000} MB")
        record = parse(content.decode("utf-8-sig"))
        known = HOSTED[record.kind].game.rules_version if record.kind in HOSTED else None
        if known in (None, record.edition):
            return record
        why = (
            f"it has edition {record.edition} of the rules, and this Lumbercamp plays edition "
            f"{known}"
        )
    except OSError as error:
        why = (error.strerror or str(error)).lower()
    except UnicodeDecodeError:
        why = "it isn't text"
    except OtherVersion as other:
        why = str(other)
    except Corrupt as corrupt:
        return complain(f"{path} isn't a valid record: {corrupt}.", WRONG)
    return complain(f"Can't read {path}: {why}.", UNREADABLE)


def _film(record: Record, path: str) -> str:
    """Write a film of a valid record to a file; return a sentence about it. Raises OSError."""
    kind = _kind(record)
    hosted = renderer.host_games({record.kind: kind})[record.kind]
    reel = renderer.draw_film(hosted, of_record(hosted, record, f"{kind.game.letter}{NO_TABLE}"))
    for _ in progress("Drawing", iter(reel.draw, False), len(reel.times)):
        pass
    film = reel.picture
    Path(path).write_bytes(film.png)
    return f"{path}: {film.alt}"


def _page(record: Record, path: str) -> str:
    """Write a page of a valid record to a file; return a sentence about it. Raises OSError, or
    Wrong if there is nothing to show."""
    game, rows = revive(record, HOSTED.hosted_game(record.kind))
    if not boards(rows):
        raise Wrong("Can't write a page: the game hadn't started.")
    content = page(game, rows, ENGLISH)
    Path(path).write_bytes(content)
    return f"{path}: a web page with every board ({len(content) // 1000 or 1} kB)."


def tell(record: Record) -> Iterator[str]:
    """Tell the game in English, a paragraph for each row, the scores last.

    Raises Wrong at the first row that breaks the rules; everything before it is right."""
    kind, names = _kind(record), tuple(map(plain, record.names))
    seats = ", ".join(f"{speaker_name(seat)} {name}" for seat, name in enumerate(names))
    yield f"{kind.game.title}, edition {record.edition}. {seats}."
    try:
        state = beginning(kind.game, Setup(len(record.names), record.options))
    except (Unavailable, BrokenLog) as refused:
        raise Wrong(f"Can't replay this: {refused}") from refused
    played, kept, turns = _played(kind, record), list[Told](), 0
    for entry in record.entries:
        if entry.seat != TABLE and UNSEEN in entry.line.split():
            raise Wrong(
                f"Row {entry.n} holds hidden words (`{UNSEEN}`). A record shows them only after "
                "the game ends. The rows before it are right."
            )
        frame = next(played)
        state = frame.after
        keep(kept, (entry.n, entry.seat, entry.line, entry.checksum))
        turns = sum(seat >= 0 for _, seat, _, _ in kept)  # without undone ones
        number = f", turn {turns}" if entry.seat >= 0 else ""
        then = tuple(map(plain, record.names_at(entry.n)))
        seen = look(kind.game, state, frame.events, None).events
        told = str(story(kind.texts, seen, then)).splitlines()
        head = f"row {entry.n}{number}, {_speaker(entry, then)}: {entry.line}"
        yield "\n    ".join([head, *told])
    yield str(kind.texts.standing(state, names))
    yield _ending(kind, record, state, names)
    vouched = sum(bool(entry.checksum) for entry in record.entries)
    unvouched = sum(not entry.checksum for entry in record.entries if entry.seat != TABLE)
    account = [
        Plural("{n} turn.", "{n} turns.", n=turns),
        Plural("{n} correct checksum.", "{n} checksums, all correct.", n=vouched),
    ]
    if unvouched:
        account.append(
            Plural("{n} row without a checksum.", "{n} rows without a checksum.", n=unvouched)
        )
    yield str(sentences(*account))


def plain(text: str) -> str:
    """A person's text on one line, without characters that could control a terminal."""
    return "".join(c if c.isprintable() else " " for c in text)


def complain(sentence: str, code: int) -> int:
    """Print a sentence about an error, and return the exit code."""
    sys.stdout.flush()  # put the correct part before the error, even in one file
    print(sentence, file=sys.stderr)
    return code


def _kind(record: Record) -> Kind[Any]:
    if record.kind not in HOSTED:
        known = Text(
            "Can't replay this: unknown game {kind}. The game must be {known}.",
            kind=record.kind,
            known=Listed(sorted(HOSTED), "or"),
        )
        raise Wrong(str(known))
    return HOSTED[record.kind]


def _played(kind: Kind[Any], record: Record) -> Iterator[Frame[Any]]:
    """Replay the rows by the rules. Raises Wrong."""
    done = 0
    try:
        for frame in frames(kind.game, record):
            yield frame
            done += 1
    except Misplaced as misplaced:
        raise Wrong(f"{plain(str(misplaced))}.") from misplaced
    except BrokenLog as broken:
        wrong = record.entries[done]
        speaker = _speaker(wrong, tuple(map(plain, record.names_at(wrong.n))))
        why = str(broken).removeprefix(f"row {wrong.n}: ").rstrip(".")
        raise Wrong(
            f"Row {wrong.n} is wrong ({speaker}: {plain(wrong.line)}): {why}. "
            "The rows before it are right."
        ) from broken


def _speaker(entry: Entry, names: tuple[str, ...]) -> str:
    return {NATURE: "chance", TABLE: "game"}.get(entry.seat) or names[entry.seat]


def _ending(kind: Kind[Any], record: Record, state: Any, names: tuple[str, ...]) -> str:
    actor = kind.game.actor(state)
    if actor == NOBODY:
        won = [names[seat] for seat in winners(kind.game, state)]
        return str(Text("The game is over: {verdict}.", verdict=winning(won)))
    ends = [entry.line for entry in record.entries if entry.seat == TABLE]
    if "draw" in ends:
        return "The game is over: everyone agreed to a draw."
    if set(CLOSING) & set(ends):
        return "The game was closed before it finished."
    return f"The game isn't over: {'chance' if actor == NATURE else names[actor]} to move."


def verify_file(path: str, card: str = "", boards: Sequence[str] = ()) -> int:
    """Verify the record in a file, or on standard input for `-`; return the exit code. card: the
    hash on the lobby message; boards: the digests on boards."""
    record = _read(path)
    if isinstance(record, int):
        return record
    if record.kind not in HOSTED:
        return complain(f"Can't verify this: unknown game {record.kind}.", WRONG)
    verdict = verify_record(record, card.strip().lower(), boards=boards, now=time.time())
    told = "\n".join(map(plain, str(verdict.told).splitlines()))
    print(told, file=sys.stderr if verdict.outcome is Outcome.WRONG else sys.stdout)
    return {Outcome.FAIR: 0, Outcome.WRONG: WRONG, Outcome.CLOSED: 3}[verdict.outcome]


def verify_record(
    record: Record, card: str = "", boards: Sequence[str] = (), now: float | None = None
) -> Verdict:
    """Draw everything in a record again, and compare boards."""
    rules = HOSTED[record.kind].game
    return with_boards(rules, record, verify.verify(rules, record, card, now), boards)


def check_rivers(paths: Sequence[str]) -> int:
    """Draw and check these files, or the shipped ones if there are none; return the exit code: 0
    all are fine, 1 something is wrong, 2 a file can't be read."""
    codes, fine = [0], []
    for path in paths or rivers():
        try:
            text = Path(path).read_text(encoding="utf-8-sig") if paths else rivers()[path]
        except (OSError, UnicodeDecodeError) as error:
            why = "it isn't text"
            if isinstance(error, OSError):
                why = (error.strerror or str(error)).lower()
            codes.append(complain(f"Can't read {path}: {why}.", UNREADABLE))
            continue
        try:
            segment = river.read(text)
            print(_drawn(segment))
            if wrong := river.faults(segment):
                raise river.Misdrawn(wrong)
        except river.Misdrawn as misdrawn:
            codes += [complain(f"{path}: {fault}", WRONG) for fault in misdrawn.faults]
        else:
            print("fine\n")
            fine.append(segment)
    codes += [complain(fault, WRONG) for fault in _together(fine)]
    fit = Plural("{n} river segment is fine", "{n} river segments are fine", n=len(fine))
    courses = Plural("{n} course", "{n} courses", n=len(river.pairs(fine)))
    print(Text("{fine}; {courses} of two segments checked.", fine=fit, courses=courses))
    return max(codes)


def _drawn(segment: river.Segment) -> str:
    """A segment as text: its head, then each row on two lines, as every other lane lies half a
    space lower, with the currents as arrows."""
    lanes = " ".join(river.name((x - river.MIDDLE, 0))[0] for x in range(river.LANES))
    head = f"{segment.letter} {segment.name}: board {segment.board}, {segment.side}"
    logs = Plural("{n} log", "{n} logs", n=segment.logs)
    lines = [str(Joined(", ", (head, logs))), segment.sentence, f"    {lanes}"]
    for y, row in enumerate(segment.rows, 1):
        signs = row.translate(str.maketrans(river.CURRENTS, "↑↗↘↓↙↖"))
        upper, lower = ("   ".join(signs[first::2]) for first in (1, 0))
        lines += [f"{y:2}    {upper}", f"    {lower}"]
    return "\n".join(lines)


def _together(segments: Sequence[river.Segment]) -> Iterator[str]:
    """Faults between segments that are fine one by one: letters, sides and borders."""
    for quality, values in (
        ("the letter", [segment.letter for segment in segments]),
        ("the side", [f"board {segment.board}, {segment.side}" for segment in segments]),
    ):
        for value in sorted({value for value in values if values.count(value) > 1}):
            yield f"Two segments have {quality} {value}."
    for pair in river.pairs(segments):
        course = river.join(pair)
        for cell in river.straits(course):
            yield f"On course {course.title}, every way leads over {course.names[cell]}."
