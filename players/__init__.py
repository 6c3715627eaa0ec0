"""Computer players: what a seat may see goes in, a whole turn comes out. Computers are pure like
the rules. They play any game by its scores; a game may bring more, such as `worth`, `lead` and
`world` (rules/game.py)."""

from players.advice import Advice, Advised, Turned, advice, decided, glimpsed, turning_points
from players.choice import choose, ranked
from players.levels import LEVELS, Level
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
