"""How well a computer plays: how far it looks, how often, and what mistakes it makes.

    first game   its own turn alone, and now and then what a beginner likes
    easy         mostly its own turn alone
    medium       mostly what the others may answer as well
    strong       always, but not far
    master       always, and as far as there is time for

Whatever else a level overlooks, it takes a win at once; the two easiest also take the most that
anybody sees a turn get.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from rules.text import NOTHING, Text


@dataclass(frozen=True, slots=True)
class Skill:
    """positions: how many it looks at in a turn that it looks ahead in, and ahead: in what share of
    its turns it does; likes: in what share of the others it goes by what a beginner likes instead
    of what a turn is worth. rough: how far it misjudges each turn, as a standard deviation in
    shares of the win; gives: how much of the win it gives away by all that at most, by what it
    sees of its own turn; takes: of its turns it looks only at those that get the most at once."""

    positions: int
    ahead: float = 1.0
    likes: float = 0.0
    rough: float = 0.0
    gives: float = 1.0
    takes: bool = False


@dataclass(frozen=True, slots=True)
class Level:
    """told: in some words. sure: where nothing is left to chance; luck: where dice, cards or hidden
    hands decide too, and a turn matters less; played: there, where the game has what plays on to
    its end; foreseen: where it has what looks ahead roll by roll; pace: how many times as many
    positions where it has a machine."""

    key: str
    name: Text
    sure: Skill
    luck: Skill
    played: Skill | None = None
    foreseen: Skill | None = None
    pace: int = 1
    told: Text = NOTHING

    @property
    def positions(self) -> int:
        """How many it looks at in a turn at most."""
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
