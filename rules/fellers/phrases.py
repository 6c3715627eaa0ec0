"""What people may type in Forest Fellers: the words of a language, as data. input.py says what is
meant by them.

A phrase is a regular expression for plain text (small letters, no commas), with names in braces:
{figure} is a lumberjack, {cell} a space, {n} a number, {side} a direction; {away}, {which},
{count}, {times} (a digit), {often} (a number in letters) and {twice} are what the tables below
say, and every other name is one of the language's own groups of words. Where several phrases fit,
the first counts, so the longer ones come first. The notation (gm4, j, d1, se, :gw, :e12 and `.`)
is the same in every language and stands in input.py.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Language:
    """The input of one language; each table says how a thing is typed, as a regular expression.

    things, kinds: by the letters of a lumberjack's code; sides: by the directions that they mean;
    numbers: by the digit; starts: left, middle and right, by 0, 1 and 2; away: where no space
    lies; groups: words that mean the same; phrases: what is meant, and how it is said; said: how a
    kind of step, or a direction, is said, to suggest it; slips: words that `said` does not have,
    synonyms and mistakes, and which ones are meant; between: words that only stand between two
    steps."""

    things: Mapping[str, str]
    kinds: Mapping[str, str]
    sides: Mapping[str, str]
    numbers: Mapping[str, str]
    starts: Mapping[str, str]
    away: str
    groups: Mapping[str, str]
    phrases: tuple[tuple[str, str], ...]
    said: Mapping[str, str] = field(default_factory=dict)
    slips: Mapping[str, str] = field(default_factory=dict)
    between: tuple[str, ...] = ()

    def phrased(self, kind: str, /, **named: object) -> tuple[str, ...]:
        """A step of this kind in words, if the language has any."""
        return (self.said[kind].format(**named),) if kind in self.said else ()


ENGLISH = Language(
    things={  # by the thing, or by the colour of the coat, as it once was
        "g": "grass|green",
        "y": "honey|yellow",
        "r": "rose|red",
        "b": "brook|blue",
        "k": "coal|black",
        "w": "birch|white",
    },
    kinds={"m": "man|male", "w": "woman|female"},
    sides={
        "ne": "north[- ]?east",
        "se": "south[- ]?east",
        "sw": "south[- ]?west",
        "nw": "north[- ]?west",
        "n": "north|up",
        "s": "south|down",
    },
    numbers={"1": "one", "2": "two", "3": "three", "4": "four", "5": "five"},
    starts={"0": "left", "1": "middle", "2": "right"},
    away="east|west|e|w",
    groups={
        "the": "(?:the )?",
        "kindly": "[- ]?",  # between a thing and man or woman
        "play": "(?:(?:i|play|use|card|with|move|my|the) )*",
        "whom": "(?:(?:on|for|to|with|move|moving|pick|take) )*",
        "go": "(?:(?:goes|go|moves?|walks?|steps?|runs?|rides?) )?(?:straight )?"
        "(?:to the |to |onto |on )?",
        "enter": "(?:enters?|starts?|begins?)",
        "in": "(?:at |on |from |in )?",
        "from": "(?:on |at |from )?",
        "float": "(?:: ?|float (?:: ?)?)",
        "first": "(?: first| next)?",
        "twice": "(?P<twice>twice)",
    },
    phrases=(
        ("card", "{play}{figure}(?:'s)? ?{n}"),
        ("joker", "{play}(?:j|joker|beaver)"),
        ("float jack", "{float}{figure}{first}"),
        ("float on", "{float}{the}(?:log )?{from}{cell}{first}"),
        ("float on", "{the}log {from}{cell}(?: floats?)?{first}"),
        ("float log", "(?:{float})?{the}log(?: floats?)?{first}"),
        ("float jack", "{figure} floats?{first}"),
        ("jack", "{whom}{figure}{first}"),
        ("start", "(?:{enter} )?{in}{the}{which}(?: start)?(?: space)?"),
        ("enter", "{enter} {in}{cell}"),
        ("space", "{go}{cell}"),
        (
            "go",
            "{go}(?:{count} ?x? ?(?:steps? )?(?:to the )?)?{side}"
            "(?: ?[x*×]? ?(?:{times}(?: times)?|{often} times)| {twice})?",
        ),
        ("aside", "{go}{away}"),
        (
            "enough",
            "done|enough|stop(?: here| there)?|end|no more|pass|wait"
            "|stay(?: here| there| put)?|stand still",
        ),
        ("the start", "{enter}$"),
        ("the way", "(?:go|move|walk|step|run|ride)$"),
    ),
    said={
        "card": "{thing} {kind} {n}",
        "joker": "beaver",
        "jack": "{thing} {kind}",
        "float jack": "float {thing} {kind}",
        "float log": "float {cell}",
        "enter": "enter at {cell}",
        "n": "north",
        "ne": "northeast",
        "se": "southeast",
        "s": "south",
        "sw": "southwest",
        "nw": "northwest",
        "enough": "stop",
    },
    between=("then", "and"),
    slips={
        **{"forward": "south", "downstream": "south", "upstream": "north"},
        **{"green": "grass", "yellow": "honey", "red": "rose", "blue": "brook"},
        **{"black": "coal", "white": "birch"},
    },
)
