"""Computer players: what a seat may see goes in, a whole turn comes out.

    seen ──> ranked: every whole turn, best first ──> choose: the one that this level plays

Pure like the rules, and through the same seven methods for every game: a game that brings nothing
besides is played by its scores. What it may bring to be played better is in rules.game.Game:
`worth`, `lead`, `world` and `reasons`. No part of this knows a clock, a file or chance of its own.

budget.py how long, ways.py what could be played, standing.py how good it is; tree.py looks ahead
where nothing is left to chance, rollouts.py where something is, expected.py where a game brings
`dice`; choice.py asks the right one.
advice.py says which turns are good and what they give away, review.py looks back at a game,
foreseen.py sees a win that is one turn away.
"""

from players.advice import Advice, Advised, advice
from players.budget import Budget, never
from players.choice import choose, ranked
from players.foreseen import decided
from players.levels import LEVELS, Level
from players.review import Turned, glimpsed, turning_points
from players.standing import shares
from players.ways import Way

__all__ = [
    "LEVELS",
    "Advice",
    "Advised",
    "Budget",
    "Level",
    "Turned",
    "Way",
    "advice",
    "choose",
    "decided",
    "glimpsed",
    "never",
    "ranked",
    "shares",
    "turning_points",
]
