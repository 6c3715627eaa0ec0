"""Computer players: what a seat may see goes in, a whole turn comes out.

    seen ──> ranked: every whole turn, best first ──> choose: the turn that this level plays

Computers are pure like the rules: no clock, no files, no chance of their own. They play any game by
its scores. A game may bring more, such as `worth`, `lead` and `world` (rules/game.py).

    search.py      the budget, a seat's standing, the whole turns of a position
    tree.py        looks ahead in games without chance
    expected.py    looks ahead roll by roll, in games with `dice`
    rollouts.py    plays on in many imagined worlds, in other games with chance or secrets
    choice.py      picks the search and applies a level's mistakes
    advice.py      good turns, what each gives away, and a win that is one turn away
    review.py      the turning points of a finished game
"""

from players.advice import Advice, Advised, advice, decided
from players.choice import choose, ranked
from players.levels import LEVELS, Level
from players.review import Turned, glimpsed, turning_points
from players.search import Budget, RankedTurn, never, shares

__all__ = [
    "LEVELS",
    "Advice",
    "Advised",
    "Budget",
    "Level",
    "RankedTurn",
    "Turned",
    "advice",
    "choose",
    "decided",
    "glimpsed",
    "never",
    "ranked",
    "shares",
    "turning_points",
]
