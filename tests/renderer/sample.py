"""A picture of a game in the middle, for the README (`make pictures`)."""

import sys
from itertools import takewhile
from pathlib import Path

from renderer import Labels, Picture, draw, host_games
from rules import GAMES
from rules.game import Event, Setup
from rules.play import frames, look
from rules.record import parse


def record_picture(path: Path, row: int) -> Picture:
    """The last player's turn, and chance's answer to it."""
    record = parse(path.read_text(encoding="utf-8"))
    game, setup = GAMES[record.kind].game, Setup(len(record.names), record.options)
    state, turns, events = game.new(setup), 0, tuple[Event, ...]()
    for frame in takewhile(lambda frame: frame.n <= row, frames(game, record)):
        state, turns = frame.after, turns + (frame.seat >= 0)
        events = frame.events if frame.seat >= 0 else (*events, *frame.events)
    labels = Labels(f"{game.letter}7", record.names, turns + 1)
    return draw(host_games(GAMES)[record.kind], look(game, state, events, None), labels)


if __name__ == "__main__":
    _, to, path, row = sys.argv
    Path(to).write_bytes(record_picture(Path(path), int(row)).png)
