"""`lumbercamp rivers check [FILE …]`: draws and verifies segments of Forest Fellers' river.

A Bends: board 1, front, 5 logs
Winding banks, a few logs and no current: a first stretch for everybody.
    a b c d e f g h i
 1    #   .   .   #        each row on two lines, as every other lane lies half a space lower
    #   #   .   #   #
⋮
fine
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

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

WRONG, UNREADABLE = 1, 2
ARROWS = str.maketrans(CURRENTS, "↑↗↘↓↙↖")


class NotText(Exception):
    """A file that isn't text; the message says why."""


def run(paths: Sequence[str]) -> int:
    """Draw and check these files, or the shipped ones if there are none; return the exit code: 0
    all are fine, 1 something is wrong, 2 a file can't be read."""
    codes, fine = [0], []
    for path in paths or rivers():
        try:
            segment = _checked(_text(path) if paths else rivers()[path])
        except NotText as unreadable:
            codes.append(_complain(f"Can't read {path}: {unreadable}.", UNREADABLE))
        except Misdrawn as misdrawn:
            codes += [_complain(f"{path}: {fault}", WRONG) for fault in misdrawn.faults]
        else:
            fine.append(segment)
    codes += [_complain(wrong, WRONG) for wrong in together(fine)]
    fit = Plural("{n} river segment is fine", "{n} river segments are fine", n=len(fine))
    courses = Plural("{n} course", "{n} courses", n=len(pairs(fine)))
    print(Text("{fine}; {courses} of two segments checked.", fine=fit, courses=courses))
    return max(codes)


def segment_text(segment: Segment) -> str:
    """A segment as text: its head, then each row on two lines with the currents as arrows."""
    lanes = " ".join(name((x - MIDDLE, 0))[0] for x in range(LANES))
    head = f"{segment.letter} {segment.name}: board {segment.board}, {segment.side}"
    logs = Plural("{n} log", "{n} logs", n=segment.logs)
    lines = [str(Joined(", ", (head, logs))), segment.sentence, f"    {lanes}"]
    for y, row in enumerate(segment.rows, 1):
        signs = row.translate(ARROWS)
        upper, lower = ("   ".join(signs[first::2]) for first in (1, 0))
        lines += [f"{y:2}    {upper}", f"    {lower}"]
    return "\n".join(lines)


def together(segments: Sequence[Segment]) -> Iterator[str]:
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


def _checked(text: str) -> Segment:
    """Read a segment and draw it. Raises Misdrawn with all its faults."""
    segment = read(text)
    print(segment_text(segment))
    if wrong := faults(segment):
        raise Misdrawn(wrong)
    print("fine\n")
    return segment


def _text(path: str) -> str:
    try:
        return Path(path).read_text(encoding="utf-8-sig")
    except OSError as error:
        raise NotText((error.strerror or str(error)).lower()) from error
    except UnicodeDecodeError as error:
        raise NotText("it isn't text") from error


def _complain(sentence: str, code: int) -> int:
    sys.stdout.flush()  # print faults below their drawing
    print(sentence, file=sys.stderr)
    return code
