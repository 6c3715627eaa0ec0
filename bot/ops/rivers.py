"""`lumbercamp rivers check [FILE …]`: draws and verifies segments of Forest Fellers' river."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from bot.ops.replay import UNREADABLE, WRONG, complain
from rules.fellers.river import (
    CURRENTS,
    LANES,
    MIDDLE,
    Misdrawn,
    Segment,
    faults,
    join,
    name,
    pairs,
    read,
    straits,
)
from rules.text import Joined, Plural, Text
from seeds import rivers


def run(paths: Sequence[str]) -> int:
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
            segment = read(text)
            print(_drawn(segment))
            if wrong := faults(segment):
                raise Misdrawn(wrong)
        except Misdrawn as misdrawn:
            codes += [complain(f"{path}: {fault}", WRONG) for fault in misdrawn.faults]
        else:
            print("fine\n")
            fine.append(segment)
    codes += [complain(fault, WRONG) for fault in _together(fine)]
    fit = Plural("{n} river segment is fine", "{n} river segments are fine", n=len(fine))
    courses = Plural("{n} course", "{n} courses", n=len(pairs(fine)))
    print(Text("{fine}; {courses} of two segments checked.", fine=fit, courses=courses))
    return max(codes)


def _drawn(segment: Segment) -> str:
    """A segment as text: its head, then each row on two lines, as every other lane lies half a
    space lower, with the currents as arrows."""
    lanes = " ".join(name((x - MIDDLE, 0))[0] for x in range(LANES))
    head = f"{segment.letter} {segment.name}: board {segment.board}, {segment.side}"
    logs = Plural("{n} log", "{n} logs", n=segment.logs)
    lines = [str(Joined(", ", (head, logs))), segment.sentence, f"    {lanes}"]
    for y, row in enumerate(segment.rows, 1):
        signs = row.translate(str.maketrans(CURRENTS, "↑↗↘↓↙↖"))
        upper, lower = ("   ".join(signs[first::2]) for first in (1, 0))
        lines += [f"{y:2}    {upper}", f"    {lower}"]
    return "\n".join(lines)


def _together(segments: Sequence[Segment]) -> Iterator[str]:
    """Faults between segments that are fine one by one: letters, sides and borders."""
    for quality, values in (
        ("the letter", [segment.letter for segment in segments]),
        ("the side", [f"board {segment.board}, {segment.side}" for segment in segments]),
    ):
        for value in sorted({value for value in values if values.count(value) > 1}):
            yield f"Two segments have {quality} {value}."
    for pair in pairs(segments):
        course = join(pair)
        for cell in straits(course):
            yield f"On course {course.title}, every way leads over {course.names[cell]}."
