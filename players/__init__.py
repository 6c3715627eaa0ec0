"""Computer players, pure like the rules: what a seat may see goes in, a whole turn comes out. They
play any game by its scores; a game may bring more, such as `worth` and `lead` (rules/game.py)."""

from players.advice import Advice as Advice
from players.advice import Advised as Advised
from players.advice import Turned as Turned
from players.advice import advice as advice
from players.advice import first_look as first_look
from players.advice import settled_shares as settled_shares
from players.advice import turning_points as turning_points
from players.choice import choose as choose
from players.choice import rank as rank
from players.levels import LEVELS as LEVELS
from players.levels import Level as Level
from players.search import Budget as Budget
from players.search import RankedTurn as RankedTurn
from players.search import never as never
from players.search import share_of as share_of
from players.search import shares as shares
