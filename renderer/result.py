"""The last picture of a game: who has won, the ranking, the scores turn by turn, its best moment.

┌──────────────────────┐  L7      turn 31
│ Ben won              │  Logger
│ 12 ┤           ___/B │  ┌─────────────┐
│    │   ___/‾‾‾‾‾‾‾ A │  │ ☺ Ben    12 │   the ranking
│  0 └───────────── 31 │  │ ☺ Ana    10 │
│ longest row: …       │  └─────────────┘
└──────────────────────┘
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PIL import Image

from renderer import figures, frame, panel
from renderer.chart import DISC, MUTED, PAPER, Chart, disc, paper, spread
from renderer.figures import INK
from renderer.lettering import LEAST, fitted, wrapped
from renderer.outcome import victors, won
from renderer.palette import lay
from renderer.picture import Labels
from rules.drafting import Kind
from rules.ending import Ending
from rules.english import Names
from rules.play import Seen
from rules.text import NOTHING, Text

BOX = (20, 16, 838, 884)  # px: the sheet of paper
HEAD, LINE = 62, 50  # px: letters of the headline; from line to line
CHART = (116, 190, 730, 690)  # px: where the curve is, from its least to its best score


def drawn(kind: Kind[Any], seen: Seen[Any], labels: Labels, ending: Ending) -> Image.Image:
    """The picture in places of the palette."""
    picture = frame.table()
    frame.title(picture, kind.game.title, labels, frame.OVER)
    cards = frame.plain(kind, seen, labels)
    panel.cards(picture, [cards[seat] for seat in ranking(kind, seen)])
    picture.paste(paper(BOX[2] - BOX[0], BOX[3] - BOX[1]), BOX[:2])
    room = BOX[2] - BOX[0] - 48
    best = [labels.drawn[seat] for seat in victors(kind.game, seen.state)]
    headline, measured = fitted(labels.say(won(best)), HEAD, room), labels.say(ending.measured)
    panel.write(picture, (BOX[0] + 24, BOX[1] + 18), headline, HEAD, (INK, PAPER), tight=True)
    panel.write(picture, (BOX[0] + 24, 112), measured, LEAST, (MUTED, PAPER), tight=True)
    _lines(picture, ending.scores or [[0] * len(labels.names)], labels)
    for n, line in enumerate(wrapped(labels.say(moment(ending, labels.drawn)), LEAST, room, 2)):
        at = BOX[0] + 24, 774 + n * LINE
        panel.write(picture, at, line, LEAST, (INK, PAPER), tight=True)
    return picture


def ranking(kind: Kind[Any], seen: Seen[Any]) -> list[int]:
    """The seats, the best first; who has left comes last."""
    scores = kind.game.scores(seen.state)
    return sorted(range(len(scores)), key=lambda seat: scores[seat], reverse=True)


def moment(ending: Ending, names: Names) -> Text:
    """What was most remarkable, whose it was and when, if anything was."""
    best = ending.moment
    if best is None:
        return NOTHING
    return Text(
        "{moment}: {name}, turn {turn}",
        moment=best.told,
        name=names[best.seat],
        turn=best.turn,
    )


def _lines(on: Image.Image, scores: Sequence[Sequence[int]], labels: Labels) -> None:
    """A line a seat, with its letter at the end; least and best score, first and last turn."""
    least = min(map(min, scores), default=0)
    chart = Chart(CHART, least, max(1 + least, max(map(max, scores), default=1)))
    plot = chart.plot()
    ends = [
        chart.line(plot, [turn[seat] for turn in scores], figures.coat(seat)[0])
        for seat in range(len(labels.letters))
    ]
    plot.lay(on)
    for seat, y in enumerate(_beside([y for _, y in ends])):
        lay(disc(seat, labels.letters[seat]), on, (CHART[2] + 22, round(y) - DISC))
    chart.scale(on, str(abs(chart.least)), str(abs(chart.best)))
    chart.turns(on, len(scores) - 1, labels)


def _beside(heights: Sequence[float]) -> list[float]:
    """Where the discs are, none of them below the chart."""
    placed = spread(heights, 2 * DISC + 4)
    over = max(0.0, max(placed) - CHART[3] - DISC)
    return [y - over for y in placed]
