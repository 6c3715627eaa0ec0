"""The levels of computers: how far each looks ahead, how often, and its mistakes. Every level takes
a win at once. The two easiest always take the largest visible catch."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from rules.text import NOTHING, Text


@dataclass(frozen=True, slots=True)
class Skill:
    """How a level plays in one kind of position."""

    positions: int  # examined in a turn that looks ahead
    ahead: float = 1.0  # share of turns that look ahead
    likes: float = 0.0  # share of the other turns that follow a beginner's liking
    rough: float = 0.0  # standard deviation of misjudging a turn, in shares of the win
    gives: float = 1.0  # most of the win that a mistake gives away, at first sight
    takes: bool = False  # considers only turns with the largest visible catch


@dataclass(frozen=True, slots=True)
class Level:
    """A level of computers."""

    key: str
    name: Text
    sure: Skill  # in positions without chance
    luck: Skill  # in positions with dice, cards or secrets
    played: Skill | None = None  # the same, in games with `playouts` to the end
    foreseen: Skill | None = None  # the same, in games with `dice`
    pace: int = 1  # the factor of positions in games with a machine
    told: Text = NOTHING  # the level in some words

    @property
    def positions(self) -> int:
        """The most positions that the level examines in a turn."""
        skills = (self.sure, self.luck, self.played, self.foreseen)
        return max(skill.positions for skill in skills if skill)


_WEAKEST_FIRST = (
    Level(
        "first",
        Text("first game"),
        sure=Skill(1, ahead=0, likes=0.3, rough=0.03, gives=0.3, takes=True),
        luck=Skill(1, ahead=0, likes=0.25, rough=0.08, takes=True),
        played=Skill(1, ahead=0, likes=0.25, rough=0.08, takes=True),
        told=Text("grabs what's in front of it and overlooks half the board"),
    ),
    Level(
        "easy",
        Text("easy"),
        sure=Skill(600, ahead=0.45, rough=0.012, gives=0.1, takes=True),
        luck=Skill(1, ahead=0, rough=0.06, takes=True),
        played=Skill(1, ahead=0, rough=0.045, takes=True),
        foreseen=Skill(1, ahead=0, rough=0.06, takes=True),
        told=Text("rarely looks beyond its own turn"),
    ),
    Level(
        "medium",
        Text("medium"),
        sure=Skill(700),
        luck=Skill(600, ahead=0.5, rough=0.053),
        played=Skill(600, rough=0.03),
        foreseen=Skill(600, ahead=0.8, rough=0.06),
        told=Text("usually considers your replies"),
    ),
    Level(
        "strong",
        Text("strong"),
        sure=Skill(2_250),
        luck=Skill(600, rough=0.03),
        played=Skill(4_000),
        foreseen=Skill(600, rough=0.022),
        pace=4,
        told=Text("always considers your replies, but doesn't look far ahead"),
    ),
    Level(
        "master",
        Text("master"),
        sure=Skill(30_000),
        luck=Skill(30_000),
        pace=6,
        told=Text("looks as far ahead as time allows"),
    ),
)
LEVELS: Mapping[str, Level] = MappingProxyType({level.key: level for level in _WEAKEST_FIRST})
