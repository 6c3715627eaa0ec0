"""A picture of a game in the middle, for the README.

python -m renderer.sample docs/board.png                                    Logger
python -m renderer.sample docs/logjam.png seeds/records/logjam-three.txt 68
python -m renderer.sample docs/river.png seeds/records/fellers-three.txt 73
"""

from __future__ import annotations

import sys
from itertools import takewhile
from pathlib import Path

from renderer import Labels, Picture, draw, hosted
from rules import GAMES
from rules.game import Event, Setup
from rules.play import frames, look, perform
from rules.record import parse

NAMES = ("Ana", "Ben", "Cy", "Dee")

# A turn a line, as in the log; the third corner brings the fourth with it.
TURNS = """
a1
a5
e1
c1 +d1
b4 +b5
d2 +c2
d4 +c4
a1 d1>c1 +a2
b4 +a4
e1 d1>d2 xd1
e5 +e4
b2 b5>c5 +b1
a3 xa2
e2 xd2
e5 b5>a5 xe4
a2 +a1
a3 a4>b4 c3>b3 !b5 .
c2 c3>d3 xc3
e3 !a5 .
a2 xa1
a3 xb3
d2 d3>c3 xd3
e1 c1>d1 +e2
b2 b5>c5 xb1
a3 xa4
d3 +e3
e1 c1>b1 xd1
a1 !e2 .
a4 xb4
e4 e2>d2 +e5
c1 c3>c2 xb1
a1 +b1
a2 e2>e1 !e3 .
c4 c3>d3 xc3
d1 xd2
a1 xb1
b2 b5>a5 e2>d2 +b3
e4 !c5 .
c2 c5>d5 +c1
a2 +a1
b2 b5>b4 d2>d1 +b1
c4 +c3
c2 xc1
a3 e3>e4 xb3
"""


def sample() -> Picture:
    """The board after those turns."""
    game = GAMES["logger"].game
    state, turns = game.new(Setup(len(NAMES))), TURNS.strip().splitlines()
    for line in turns:
        state, events = perform(game, state, line)
    return draw(
        hosted(GAMES)["logger"],
        look(game, state, events, None),
        Labels("L7", NAMES, len(turns) + 1),
    )


def record_picture(path: Path, row: int) -> Picture:
    """The board after a row of a record: what the last player did and chance's answer to it."""
    record = parse(path.read_text(encoding="utf-8"))
    game, setup = GAMES[record.kind].game, Setup(len(record.names), record.options)
    state, turns, events = game.new(setup), 0, tuple[Event, ...]()
    for frame in takewhile(lambda frame: frame.n <= row, frames(game, record)):
        state, turns = frame.after, turns + (frame.seat >= 0)
        events = frame.events if frame.seat >= 0 else (*events, *frame.events)
    labels = Labels(f"{game.letter}7", record.names, turns + 1)
    return draw(hosted(GAMES)[record.kind], look(game, state, events, None), labels)


def main(to: str, path: str = "", row: str = "") -> None:
    Path(to).write_bytes((record_picture(Path(path), int(row)) if path else sample()).png)


if __name__ == "__main__":
    main(*sys.argv[1:])
