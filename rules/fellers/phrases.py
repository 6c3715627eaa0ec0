"""What people may type in Forest Fellers: the words of a language, as data. input.py says what is
meant by them.

A phrase is a regular expression for plain text (rules.english.plain), with names in braces:
{figure} is a lumberjack, {cell} a space, {n} a number, {gap} what may stand before that, {way} one
or more directions with their numbers (rules.ways); {away} and {which} are what the tables below
say, and every other name is one of the language's own groups of words. Where several phrases fit,
the first counts, so the longer ones come first. What stands on both sides of a comma belongs to
two steps, unless the phrase itself has the comma. The notation (gm4, j, d1, se, :gw, :e12 and `.`)
is the same in every language and stands in input.py; beside it the letters of the things are read
(naming.py), hm4 for ym4.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from rules.english import ASKING, BETWEEN, IDLE, OPENING
from rules.fellers.naming import COLOURS, initials
from rules.hexes import COMPASS
from rules.input import Language
from rules.ways import Ways


@dataclass(frozen=True, kw_only=True)
class FellersLanguage(Language):
    """The input of one language (rules.input.Language), and how more of it is typed, each as a
    regular expression. things, kinds: by the letters of a lumberjack's code, the name that is shown
    first; ways_to: by the directions that they mean; numbers: by their digit; starts: by their
    place from the left; away: directions that there are not; whole: a lumberjack, by its code or
    by its thing and kind."""

    things: Mapping[str, str]
    kinds: Mapping[str, str]
    ways_to: Mapping[str, str]
    numbers: Mapping[str, str]
    starts: Mapping[str, str]
    away: str
    whole: str = "{the}(?:{code}|{thing}(?:{kindly}{kind})?)"

    def figure(self, kind: str, code: str, n: str = "") -> str:
        """A step of this kind with a lumberjack, in words; n: the steps on its card."""
        thing, sex = self.things[code[0]], self.kinds[code[1]]
        return self.said[kind].format(thing=thing.split("|")[0], kind=sex.split("|")[0], n=n)

    @cached_property
    def initials(self) -> Mapping[str, str]:
        """The letters that are shown for the things, in small, by those of the log."""
        named = initials(self.things[code].split("|")[0] for code in COLOURS)
        return {code: letter.lower() for code, letter in named.items()}

    @cached_property
    def ways(self) -> Ways:
        """How directions are typed, with their numbers."""
        typed = {way: "|".join((way, *filter(None, [self.ways_to.get(way)]))) for way in COMPASS}
        return Ways(typed, self.numbers, self.groups, squares=False)


ENGLISH = FellersLanguage(
    things={  # the thing, the colour of the coat, and what it was called once
        "g": "grass|green",
        "y": "honey|yellow",
        "r": "rose|red",
        "b": "brook|blue",
        "k": "coal|black",
        "w": "wool|white|birch",
    },
    kinds={"m": "man|male", "w": "woman|female"},
    ways_to={
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
        "whom": "(?:(?:on|for|to|with|moves?|moving|pick|take) )*",
        "go": "(?:(?:goes|going|go|moves?|walks?|steps?|runs?|rides?) )?(?:straight )?"
        "(?:to the |to |onto |on )?",
        "enter": "(?:enters?|starts?|begins?|onto the river)",
        "in": "(?:at |on |from |in )?",
        "from": "(?:on |at |from )?",
        "float": "(?:: ?|float (?:[:,] ?)?)",
        "first": "(?: first| next)?",
        "unit": "(?:steps?|spaces?)",
        "toward": "to the",
        "times": "times",
        "twice": "twice",
    },
    phrases=(
        ("card", "{play}{figure}(?:'s)?{gap}{n}"),
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
        ("go", "{go}{way}"),
        ("aside", "{go}{away}"),
        (
            "enough",
            "done|enough|stop(?: here| there)?|no more|pass|stay(?: here| there| put)?|stand still"
            "|(?:but )?(?:do not|don't) move|not moving|no steps?",
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
    between=BETWEEN,
    idle=IDLE,
    opening=OPENING,
    asking=ASKING,
    slips={
        **{"forward": "south", "downstream": "south", "upstream": "north"},
        **{"green": "grass", "yellow": "honey", "red": "rose", "blue": "brook"},
        **{"black": "coal", "white": "wool", "birch": "wool"},
    },
)
